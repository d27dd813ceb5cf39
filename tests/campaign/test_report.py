"""Sums, rates, latencies and bounds."""

import json
import math

import pytest
from host.campaign.report import Report, Tally, clock, quantile, upper_bound
from host.campaign.run import Campaign
from host.campaign.truth import ASIDE, KINDS


def part(game="folky", seconds=1.0, latencies=None, **counts):
    """What came of a chunk."""
    return {
        "game": game,
        "index": 0,
        "counts": {**dict.fromkeys((*KINDS, *ASIDE), 0), **counts},
        "latencies": latencies or {},
        "seconds": seconds,
        "failures": [],
        "wall": 2.0,
    }


# Clopper and Pearson's one-sided bounds at 95 %, from tables.
BOUNDS = [(0, 10, 0.2589), (0, 1000, 0.002991), (1, 10, 0.3942), (5, 10, 0.7776), (10, 10, 1.0), (0, 1, 0.95), (1, 1000, 0.004735), (3, 100, 0.07571)]


@pytest.mark.parametrize("hits, trials, bound", BOUNDS)
def test_upper_bound(hits, trials, bound):
    assert upper_bound(hits, trials) == pytest.approx(bound, rel=2e-4)


@pytest.mark.parametrize("trials", [100, 10_000, 1_000_000])
def test_without_a_hit_the_bound_is_the_rule_of_three(trials):
    assert upper_bound(0, trials) == pytest.approx(3 / trials, rel=0.02)


@pytest.mark.parametrize("hits, trials", [(1, 50), (4, 1000), (20, 200)])
def test_the_bound_leaves_five_percent(hits, trials):
    rate = upper_bound(hits, trials)
    assert sum(math.comb(trials, k) * rate**k * (1 - rate) ** (trials - k) for k in range(hits + 1)) == pytest.approx(0.05, rel=1e-6)


@pytest.mark.parametrize(
    "histogram, share, value",
    [({}, 0.5, None), ({7: 1}, 0.99, 7), ({1: 1, 2: 1, 3: 1}, 0.5, 2), ({1: 99, 50: 1}, 0.99, 1), ({1: 98, 50: 2}, 0.99, 50), ({5: 3, 1: 3}, 0.5, 1)],
)
def test_quantile(histogram, share, value):
    assert quantile(histogram, share) == value


def test_a_tally_adds_up():
    first = part(right=8, asked=1, asked_needlessly=1, seconds=0.5, latencies={"3": 7, "11": 1})
    second = part(right=9, wrong=1, pushed=2, latencies={"3": 1})
    tally = Tally([first, second])
    assert tally.plain() == {
        "turns": 19, "right": 17, "asked": 1, "asked_needlessly": 1, "corrected": 0, "wrong": 1, "missed": 0, "stuck": 0, "pushed": 2,
        "taken_back": 0, "turns_per_second": 12.7,
        "latency_ms": {"median": 3, "p99": 11, "max": 11}, "wrong_at_most": pytest.approx(upper_bound(1, 19)),
    }


REQUIRED = {"turns", "right", "asked", "asked_needlessly", "corrected", "wrong", "missed", "stuck", "turns_per_second"}


def test_the_report_has_each_game_and_the_total():
    campaign = Campaign(("folky", "courier"), 10, "hard", 5)
    report = Report(campaign, [part("folky", right=10), part("courier", right=9, asked=1), part("courier", right=10)], ["x.scn"])
    plain = json.loads(json.dumps(report.plain()))
    assert list(plain["games"]) == ["folky", "courier"]
    assert all(set(tally) >= REQUIRED for tally in [*plain["games"].values(), plain["total"]])
    assert plain["games"]["courier"]["turns"] == 20 and plain["total"]["turns"] == 30 and plain["total"]["asked"] == 1
    assert plain["campaign"] == {"games": ["folky", "courier"], "turns": 10, "noise": "hard", "seed": 5}
    assert plain["failures"] == ["x.scn"] and plain["elapsed_seconds"] == 6.0
    text = "\n".join(report.lines())
    assert "seed 5" in text and "failure: x.scn" in text and "0 of 30" in text


@pytest.mark.parametrize("kind, status", [("right", 0), ("asked", 0), ("corrected", 0), ("wrong", 1), ("missed", 1), ("stuck", 1)])
def test_the_status_is_1_if_anything_went_wrong(kind, status):
    assert Report(Campaign(("folky",), 1, "off", 1), [part(**{kind: 1})]).status == status


@pytest.mark.parametrize("seconds, text", [(3.25, "3.2 s"), (59.94, "59.9 s"), (61, "1 min 1 s"), (7500, "2 h 5 min")])
def test_clock(seconds, text):
    assert clock(seconds) == text
