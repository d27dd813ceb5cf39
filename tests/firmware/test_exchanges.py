"""Two things that may stand on each other's squares."""

import engine
from firmware.tracker import ASK, STILL, Tracker


def done(units):
    for _ in units:
        pass


def toggle(tracker, doings, now):
    """Let `tracker` see the `doings`, 100 ms apart from `now` on."""
    for k, doing in enumerate(doings.split()):
        tracker.toggle(tracker.game.cell(doing[1:]), doing[0] == "+", now + 100 * k)


def judged(tracker, doings, now):
    """What the tracker makes of `doings`, 100 ms apart from `now` on, at rest."""
    toggle(tracker, doings, now)
    done(tracker.judge())
    if tracker.kind == STILL:
        done(tracker.at_home())
    return tracker.kind


def started():
    """A tracker of a game of FOLKY, all set up."""
    tracker = Tracker(engine.new("folky"), engine.new("folky"))
    for cell in range(tracker.game.n):
        tracker.occ[cell] = 1 if tracker.game.board[cell] else 0
    return tracker


def begun():
    """A tracker of a game of FOLKY, in whose first position rook a1 and knight b1 may have been exchanged."""
    tracker = started()
    judged(tracker, "-a1 -b1 +a1 +b1", 1000)
    assert tracker.exchanges == [(tracker.game.cell("a1"), tracker.game.cell("b1"))]
    return tracker


def test_exchanged_things_are_asked_about():
    """A turn that only the other could make."""
    tracker = begun()
    assert judged(tracker, "-b1 +b6", 5000) == ASK
    assert [option.swap for option in tracker.options] == tracker.exchanges


def test_what_has_moved_is_exchanged_no_more():
    """Once a thing of the pair has made a turn, it was what it seemed to be."""
    tracker = begun()
    judged(tracker, "-a1 +a5", 5000)
    done(tracker.accept(tracker.options[0]))
    assert tracker.exchanges == []
