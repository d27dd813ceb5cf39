"""One game of a campaign: what its hands do is done, and what the board makes of it is counted as it should be."""

import engine
import pytest
from firmware import link
from firmware.controller import Controller
from host.campaign.rig import Seen
from host.campaign.truth import ASIDE, KINDS, GameRun

GOOD = ("right", "asked", "corrected")


def played(name, level="hard", seed="truth", turns=60):
    """A GameRun that has been played."""
    run = GameRun(name, level, seed)
    run.play(turns)
    return run


@pytest.mark.parametrize("name", engine.NAMES)
def test_every_turn_is_counted_once(name):
    run = played(name)
    assert set(run.counts) == {*KINDS, *ASIDE}
    assert run.made == sum(run.counts[kind] for kind in GOOD)
    assert run.made == 60 or run.game.result() != "*"
    assert run.seen.record == run.texts(0)


def test_a_game_is_broken_off_at_the_wanted_number_of_turns():
    run = GameRun("folky", "hard", "few")
    assert run.play(7) == 7 == run.made


@pytest.mark.parametrize("name", engine.NAMES)
def test_the_seed_decides_everything(name):
    def told(seed):
        run = GameRun(name, "hard", seed, keep_log=True)
        run.play(20)
        return run.log, run.counts, run.latencies

    assert told("a") == told("a")
    assert told("a")[0] != told("b")[0]


def test_without_noise_all_is_right_but_pushes_and_exchanges_are_asked():
    for name in engine.NAMES:
        run = played(name, "off", "quiet")
        assert run.failed is None
        assert run.counts["right"] + run.counts["asked"] == run.made
        assert run.counts["asked_needlessly"] == 0


# -- boards that do not keep their promises ----------------------------------------------------------------------------------


def tell(change):
    """A `Controller.say` that says what `change(payload)` makes of what should be said, nothing for None."""
    original = Controller.say

    def say(self, payload):
        payload = change(payload)
        if payload is not None:
            original(self, payload)

    return say


def other_square(payload):
    """The fourth turn told as one that nobody made."""
    return payload[:7] + "a1a8" if payload.startswith("turn 4 ") else payload


def silence(payload):
    """Nothing is said of the fourth turn and what follows."""
    verb, *words = payload.split()
    return None if verb in ("turn", "ask", "fix", "back") and (verb != "turn" or int(words[0]) > 3) else payload


def fix_for_ever(payload):
    """The fourth turn becomes a request to fill a square."""
    return "fix +e4" if payload.startswith("turn 4 ") else payload


@pytest.mark.parametrize("change, kind", [(other_square, "wrong"), (silence, "missed"), (fix_for_ever, "stuck")])
def test_what_goes_wrong_is_seen(monkeypatch, change, kind):
    monkeypatch.setattr(Controller, "say", tell(change))
    run = played("folky", "off", "calm")
    assert run.failed.kind == kind
    assert run.counts[kind] == 1 and run.made == sum(run.counts[kind] for kind in KINDS)
    assert run.failed.ply == 3


def test_firmware_that_stops_is_stuck(monkeypatch):
    def accept(self, option):
        if len(self.tracker.game.history) == 5:
            raise IndexError("five")
        return original(self, option)

    original = Controller.accept
    monkeypatch.setattr(Controller, "accept", accept)
    run = played("folky", "off", "calm")
    assert run.failed.kind == "stuck" and "IndexError: five" in run.failed.story
    assert run.failed.ply == 5 and run.seen.toggles[run.failed.toggles :]


def test_a_turn_whose_taking_back_fails_is_counted_as_that(monkeypatch):
    monkeypatch.setattr(Controller, "take_back", lambda self, count, shown=True: iter(()))
    runs = [played("folky", "hard", f"back{i}", 120) for i in range(4)]
    failed = [run for run in runs if run.failed]
    assert failed
    for run in failed:
        assert run.failed.kind == "wrong" and "took back" in run.failed.story
        assert run.made == len(run.game.history) + 1 + run_takebacks(run)


def run_takebacks(run):
    """How often hands had taken a turn back before the failure: nothing was counted twice for it."""
    return run.made - len(run.game.history) - 1


# -- the board as its messages tell it ---------------------------------------------------------------------------------------


def test_seen_follows_the_messages():
    seen = Seen()
    for number, (ms, payload) in enumerate(
        [
            (10, "hello reedboard=1"), (20, "sq e2 0 18"), (30, "sq e4 1 28"), (330, "turn 1 e2e4"), (700, "turn 2 e7e5"), (900, "ask a1a2 a1a3"),
            (950, "back 1"), (960, "turn 2 d7d5"), (970, "fix -c3 +b1"), (980, "lamps 00"),
        ]
    ):
        seen.take(ms, link.encode(number, payload))
    assert seen.record == ["e2e4", "d7d5"]
    assert seen.toggles == [(20, "e2", False), (30, "e4", True)]
    assert (seen.asked, seen.fix, seen.questions, seen.committed_ms) == ([], ["-c3", "+b1"], 1, 960)
    seen.take(990, link.encode(1, "ok"))
    seen.take(995, link.encode(2, "result 1:0 mate"))
    assert (seen.fix, seen.result) == ([], "1:0")
