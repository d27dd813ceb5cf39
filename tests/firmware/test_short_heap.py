"""The heap has no room for all that may have happened: the firmware goes on, by what the squares show."""

import engine
import pytest
from firmware.stories import Stories
from firmware.tracker import BEHIND
from host.sim.hands import plain
from tests.tracker.rig import Rig


def short(monkeypatch, fail):
    """From now on the toggles with the numbers in `fail` find no room."""
    count = []
    take = Stories.take

    def taking(self, *toggle):
        count.append(toggle)
        yield
        if len(count) in fail:
            raise MemoryError
        yield from take(self, *toggle)

    monkeypatch.setattr(Stories, "take", taking)


@pytest.mark.parametrize("fail", [{1}, {2}, {1, 2}])
@pytest.mark.parametrize("name", engine.NAMES)
def test_a_turn_is_recorded_all_the_same(name, fail, monkeypatch):
    """As after power-off: one legal turn further counts, and then all is as ever."""
    rig = Rig(name, None)
    game = engine.new(name)
    short(monkeypatch, fail)
    for count in (1, 2):
        plainly = [turn for turn in game.turns() if len(turn) == 2 and turn[0] < engine.BOX and not game.board[turn[1]]]
        if not plainly:
            break       # a stone must be taken
        turn = plainly[0]
        doings = [("+" if doing.kind == "put" else "-") + doing.what for doing in plain(game, turn)]
        rig.play(doings, [120] * len(doings))
        rig.wait(2000)
        game.push(turn)
        assert len(rig.record) == count and not rig.wanted
        assert rig.controller.tracker.game.position_text() == game.position_text()


def test_what_is_knocked_over_is_put_right(monkeypatch):
    """The board asks for what it shows no more."""
    rig = Rig("folky", None)
    short(monkeypatch, {3})
    rig.play(["-a1", "-b1", "-h8", "+d4"], [20] * 4)
    rig.wait(6000)
    assert rig.wanted[0] == "fix" and sorted(rig.wanted[1:]) == ["+a1", "+b1", "+h8", "-d4"]
    rig.play(["-d4", "+a1", "+b1", "+h8"], [200] * 4)
    rig.wait(2000)
    assert not rig.wanted and not rig.record


def test_more_at_once_than_is_followed():
    """Where following lags behind, stories are given up; once the board is as it should be, play goes on."""
    rig = Rig("courier", None)
    tracker = rig.controller.tracker
    full = [cell for cell, closed in enumerate(tracker.occ) if closed]
    rig.now += BEHIND + 2
    for count in range(40):
        tracker.toggle(full[count // 2], count & 1, rig.now if count else 0)
    rig.controller.wake()
    rig.due = rig.now
    assert next(tracker.follow()) is None
    assert tracker.stories.lost
    rig.wait(2000)
    assert not tracker.stories.lost and not rig.wanted
    turn = next(turn for turn in tracker.game.turns() if len(turn) == 2 and not tracker.game.board[turn[1]])
    rig.play([("+" if doing.kind == "put" else "-") + doing.what for doing in plain(tracker.game, turn)], [100] * 2)
    rig.wait(2000)
    assert len(rig.record) == 1
