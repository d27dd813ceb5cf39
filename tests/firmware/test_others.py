"""Questions about the last turns."""

from firmware import others
from firmware.tracker import STILL, TURNS
from tests.firmware.test_exchanges import done, judged, started, toggle


def test_a_takeback_is_an_answer_named_by_the_turn_before():
    """Who says so has the last turn taken back, and goes on from there."""
    tracker = started()
    for number, doings in enumerate(("-h1 +h7", "-a8 +a3")):
        assert judged(tracker, doings, 1000 + 2000 * number) == TURNS
        done(tracker.accept(tracker.options[0]))
    first = tracker.game.history[0]
    toggle(tracker, "-a3 +a8", 5000)
    done(tracker.follow())
    rows = [((0, 0), tracker.stories.here)]
    *_, option = others.asked_beside(tracker, rows, 0, 1)
    assert (option.pops, option.turns) == (2, [first])
    assert len(others.asked_beside(tracker, rows, 0, 2)) == 1      # before the first turn nothing names it
    option.answered = True
    done(tracker.accept(option))
    assert tracker.game.history == [first]
    assert judged(tracker, "", 6000) == STILL
    assert judged(tracker, "-a8 +a4", 7000) == TURNS
    assert [tracker.game.turn_text(turn) for turn in tracker.options[0].turns] == ["a8a4"]
