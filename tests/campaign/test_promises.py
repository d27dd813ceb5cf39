"""The promises that a campaign checks: nothing wrong, missed or stuck at the hardest noise, hardly ever a needless question, no delay."""

import engine
import pytest
from host.campaign import run
from host.campaign.report import FAILED, Tally

SOON_MS = 60        # after rest: 50 for the verdict, and what debouncing takes; nearly always met
SEED = 3            # docs/CAMPAIGN.md has the figures of a long run


def test_a_thousand_turns_of_each_game_at_hard():
    needless = turns = 0
    for game in engine.NAMES:
        campaign = run.Campaign((game,), 1000, "hard", SEED)
        parts = [run.play(campaign, chunk) for chunk in campaign.chunks()]
        tally = Tally(parts)
        stories = [failure["story"] + "\n" + (failure["scenario"] or "") for part in parts for failure in part["failures"]]
        assert tally.turns == 1000
        assert {kind: tally.counts[kind] for kind in FAILED} == dict.fromkeys(FAILED, 0), "\n".join(stories)
        assert sum(tally.latencies.values()) > tally.turns / 2
        assert sum(count for ms, count in tally.latencies.items() if ms > SOON_MS) <= tally.turns / 100
        needless += tally.counts["asked_needlessly"]
        turns += tally.turns
    assert needless <= turns / 1000


@pytest.mark.parametrize("level", ["off", "light"])
@pytest.mark.parametrize("game", engine.NAMES)
def test_the_milder_levels(game, level):
    tally = Tally([run.play(run.Campaign((game,), 100, level, 1), run.Chunk(game, 0, 100))])
    assert (tally.turns, tally.failed) == (100, 0)
