"""The promises that a campaign checks: nothing wrong, missed or stuck at the hardest noise, hardly ever a needless question, no delay."""

import engine
import pytest
from host.campaign import run
from host.campaign.report import FAILED, Tally

LATEST_MS = 60      # after rest: 50 for the verdict, and what debouncing takes


@pytest.mark.parametrize("game", engine.NAMES)
def test_a_thousand_turns_at_hard(game):
    campaign = run.Campaign((game,), 1000, "hard", 1)
    parts = [run.play(campaign, chunk) for chunk in campaign.chunks()]
    tally = Tally(parts)
    stories = [failure["story"] + "\n" + (failure["scenario"] or "") for part in parts for failure in part["failures"]]
    assert tally.turns == 1000
    assert {kind: tally.counts[kind] for kind in FAILED} == dict.fromkeys(FAILED, 0), "\n".join(stories)
    assert tally.counts["asked_needlessly"] <= tally.turns / 1000
    assert sum(tally.latencies.values()) > tally.turns / 2 and max(tally.latencies) <= LATEST_MS


@pytest.mark.parametrize("level", ["off", "light"])
@pytest.mark.parametrize("game", engine.NAMES)
def test_the_milder_levels(game, level):
    tally = Tally([run.play(run.Campaign((game,), 100, level, 1), run.Chunk(game, 0, 100))])
    assert (tally.turns, tally.failed) == (100, 0)
