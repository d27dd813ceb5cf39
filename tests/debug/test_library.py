"""`import reedboard`: what it hands on, a board's events and orders, and that it stays whole over pulled cables."""

import inspect
import typing

import pytest
import reedboard
from firmware import opening
from host.board import Board
from host.sim import doings
from host.transport import BoardTransport

from tests.link.lines import simulated


class Desk:
    """A simulated board with a library Board on it."""

    def __init__(self, game="folky", **more):
        self.sim = simulated(game, **more)
        self.board = Board(BoardTransport(self.sim))
        self.board.client._connect = lambda: BoardTransport(self.sim)

    def do(self, text, ms=600):
        for doing in doings.parse(text):
            self.sim.do(doing)
        self.sim.wait(ms)

    def events(self):
        found = []
        while (event := self.board.next_event(0.1)) is not None:
            if not isinstance(event, (reedboard.Toggle, reedboard.Lamps)):
                found.append(event)
        return found


def test_every_public_name_is_there_and_says_what_it_is():
    for name in reedboard.__all__:
        thing = getattr(reedboard, name)
        assert inspect.getdoc(thing) or not (inspect.isclass(thing) or inspect.isfunction(thing)), name
    assert sorted(set(reedboard.__all__)) == sorted(reedboard.__all__)
    assert reedboard.GAMES == ("folky", "football", "alquerque", "courier")


def test_public_methods_have_type_hints():
    for name, method in inspect.getmembers(reedboard.Board, inspect.isfunction):
        if not name.startswith("_") or name == "__init__":
            hints = typing.get_type_hints(method)
            asked = [parameter for parameter in inspect.signature(method).parameters if parameter not in ("self", "error")]
            assert set(asked) <= set(hints) and (name == "__init__" or "return" in hints), name


def test_turns_amendments_questions_and_corrections_are_events():
    desk = Desk()
    desk.do("-h1 +h6")
    desk.do("-h6 +h7")
    desk.do("+e4")
    desk.do("-e4")
    desk.board.client.poll(0.1)
    assert [event for event in desk.events() if not isinstance(event, reedboard.TakenBack)][-3:] == [
        reedboard.Turn(1, "h1h7"), reedboard.Fix(("e4",), ()), reedboard.AllRight(),
    ]
    assert desk.board.record == ("h1h7",)


def test_a_question_and_its_answer():
    desk = Desk("courier", position="5k6/12/12/2p1p7/3P8/12/12/5K6 w - - 0 1", options={"hold": 1000})
    desk.do("-d4", 2500)
    (question,) = desk.events()
    assert isinstance(question, reedboard.Question) and sorted(question.turns) == ["d4c5", "d4e5"]
    assert sorted(desk.board.snapshot().asked) == ["d4c5", "d4e5"]
    desk.board.answer("d4e5")
    assert desk.events() == [reedboard.Turn(1, "d4e5"), reedboard.AllRight()]
    with pytest.raises(reedboard.Refused, match="nothing is asked"):
        desk.board.answer("d4c5")


def test_orders():
    desk = Desk()
    desk.do("-h1 +h7")
    desk.board.take_back()
    assert desk.board.record == ()
    desk.do("-h7 +h1")
    desk.board.new_game(position="8/8/8/8/8/8/8/R6R w 8 8")
    assert desk.board.start == "8/8/8/8/8/8/8/R6R w 8 8"
    kinds = [type(event).__name__ for event in desk.events()]
    assert kinds[0:2] == ["Turn", "TakenBack"] and "NewGame" in kinds
    desk.board.distrust("c3", "c4")
    assert desk.board.snapshot().faults == ("c3", "c4")
    desk.board.press("menu", long=True)
    with pytest.raises(reedboard.Refused, match="needs white, black or menu"):
        desk.board.press("green")
    with pytest.raises(reedboard.Refused, match="the record has 0 turns"):
        desk.board.take_back(3)


def test_lamps_by_square_and_by_code():
    desk = Desk("alquerque")
    shell = desk.sim.runtime.device.shell
    desk.board.light({"a1": 3, "e5": 4})
    pattern = shell.controller.line.pattern
    assert pattern[1 * 8 + 1] == 3 and pattern[5 * 8 + 5] == 4 and sum(pattern) == 7  # alquerque's a1 lies on the board's b2
    desk.board.light(bytes(64))
    assert shell.controller.line.pattern == bytearray(64)
    desk.board.light(None)
    assert shell.controller.line.pattern is None
    with pytest.raises(ValueError, match="alquerque has no square h8"):
        desk.board.light({"h8": 1})


def test_a_snapshot_tells_what_is_occupied():
    desk = Desk()
    desk.do("-h1")
    now = desk.board.snapshot()
    assert now.occupied == {"a1", "b1", "c1", "f1", "g1", "a8", "b8", "c8", "f8", "g8", "h8"}
    assert (now.game, now.side, now.result, now.record) == ("folky", "w", "*", ())


def test_the_game_is_a_copy_with_its_turns():
    desk = Desk()
    desk.do("-h1 +h7")
    desk.events()
    game = desk.board.game
    assert game.turn_text(game.history[0]) == "h1h7" and game.side == 1
    game.pop()
    assert desk.board.game.side == 1


def test_what_happened_while_the_cable_was_out_comes_as_events_too():
    desk = Desk()
    desk.do("-h1 +h7")
    desk.events()
    desk.sim.cable = False
    desk.do("-a8 +a3")
    desk.do("-h7 +h1")
    assert [type(event).__name__ for event in desk.events()] == ["Connection"]
    desk.sim.cable = True
    desk.sim.wait(600)
    events = desk.events()
    assert events[0].connected and events[1:] == [reedboard.Turn(2, "a8a3"), reedboard.Turn(3, "h7h1")]


def test_a_game_that_was_begun_anew_while_the_cable_was_out():
    desk = Desk()
    desk.do("-h1 +h7")
    desk.events()
    desk.sim.cable = False
    desk.board.next_event(0.1)
    shell = desk.sim.runtime.device.shell
    opening.new_game(shell.controller)
    desk.do("-h7 +h1")
    desk.do("-h1 +h7")
    desk.sim.cable = True
    desk.sim.wait(600)
    events = [event for event in desk.events() if not isinstance(event, (reedboard.Connection, reedboard.Fix, reedboard.AllRight))]
    assert events == [reedboard.NewGame("folky", "rnb2bnr/8/8/8/8/8/8/RNB2BNR w 8 8"), reedboard.Turn(1, "h1h7")]


def test_waiting_for_events_ends():
    desk = Desk()
    desk.events()
    assert desk.board.next_event(0.5) is None
    assert list(desk.board.events(timeout=0.2)) == []


def test_an_emulated_board_and_mistakes():
    with pytest.raises(reedboard.UserError):
        reedboard.Emulated("folky", profile="no-such-board")
    with pytest.raises(reedboard.OptionError):
        reedboard.Emulated("chess")
    with reedboard.Emulated("folky", speed=10) as emulated:
        with pytest.raises(ValueError, match="no doing"):
            emulated.hands("jump")
