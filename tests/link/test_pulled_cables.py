"""Cables pulled at random moments, in the middle of frames and of requests: no turn is lost or doubled on either side."""

import pytest

from tests.link.lines import Players


def pull(wanted, seed):
    """Play games with cables pulled until there were `wanted` pulls; returns (pulls, turns, takebacks)."""
    pulls = turns = takebacks = 0
    while pulls < wanted:
        players = Players(f"{seed} {pulls}", ("folky", "courier")[pulls % 2])
        while not players.over and pulls + players.pulls < wanted:
            players.turn()
            if players.random.random() < 0.1 and players.truth.history and players.truth.result() == "*":
                players.take_back()
            if players.random.random() < 0.2:
                players.check()
        players.check()
        pulls += players.pulls
        turns += players.turns
        takebacks += players.takebacks
    return pulls, turns, takebacks


def test_no_turn_is_lost_or_doubled():
    pulls, turns, takebacks = pull(150, "short")
    assert turns > 20 and takebacks > 1


@pytest.mark.proof
def test_ten_thousand_pulls():
    pulls, turns, takebacks = pull(10_000, "long")
    print(f"{pulls} pulls, {turns} turns, {takebacks} takebacks: none lost, none doubled")
