"""The board's time line: what reaches the device and what comes back, against a runtime that only writes down."""

import engine
import pytest
from host.sim import board as boards
from host.sim import doings

MS = 1000


class Script:
    """A runtime that records what it is given and says what it is told to."""

    def __init__(self):
        self.calls = []
        self.answers = []

    def start(self, profile, config, saved):
        self.calls.append(("start", saved))

    def advance(self, until_ms, transitions, inputs):
        self.calls.append((until_ms, list(transitions), list(inputs)))
        answers, self.answers = self.answers, []
        return answers

    def stop(self):
        self.calls.append("stop")


@pytest.fixture
def out():
    return []


@pytest.fixture
def board(out):
    made = boards.make(Script(), engine.new("folky"), "classic-8x8", on_output=lambda *what: out.append(what))
    made.switch_on()
    return made


def test_the_device_sees_the_pieces_at_power_on(board):
    assert board.runtime.calls[0] == ("start", b"")
    until, transitions, inputs = board.runtime.calls[1]
    assert (until, inputs) == (0, [])
    assert sorted(bit for _, bit, _ in transitions) == sorted(board.world.layout.bit[square] for square in board.world.occupied)
    assert {(us, closed) for us, _, closed in transitions} == {(0, True)}


def do(board, line):
    for doing in doings.parse(line):
        board.do(doing)


def moves(board):
    """All transitions given to the device after power-on, with squares for bits."""
    back = {bit: square for square, bit in board.world.layout.bit.items()}
    calls = [call for call in board.runtime.calls[2:] if isinstance(call, tuple) and len(call) == 3]
    return [(us // MS, back[bit], closed) for call in calls for us, bit, closed in call[1]]


def test_gaps_and_waits(board):
    do(board, "-a1 +a2 500 -b1 +b2 20 30 -c1 100")
    assert moves(board) == [(0, "a1", False), (120, "a2", True), (620, "b1", False), (740, "b2", True), (790, "c1", False)]
    assert board.now_ms == 890


def test_something_passing_over_takes_its_time_and_then_the_gap(board):
    do(board, "-a1 +a2:60 +a3 1")
    assert moves(board) == [(0, "a1", False), (120, "a2", True), (180, "a2", False), (300, "a3", True)]


def test_after_a_look_the_next_doing_comes_at_once(board):
    do(board, "-a1")
    board.wait(1000)
    board.rested()
    do(board, "+a1 1")
    assert moves(board) == [(0, "a1", False), (1000, "a1", True)]


def test_buttons_short_and_long(board):
    do(board, "press white hold menu 10")
    inputs = [entry for call in board.runtime.calls if len(call) == 3 for entry in call[2]]
    assert inputs == [(0, "buttons", 1), (100, "buttons", 0), (220, "buttons", 4), (1720, "buttons", 0)]


def test_power_off_in_the_middle_keeps_the_store_and_time_begins_anew(board, out):
    board.runtime.answers = [(3, "store", b"one"), (5, "tx", b"x")]
    do(board, "-a1 50 power off 1000 +a2 500 power on 30")
    assert board.saved == b"one"
    assert (3, "store", b"one") in out and (5, "tx", b"x") in out
    start = board.runtime.calls.index(("start", b"one"))
    assert board.runtime.calls[start - 1] == "stop"
    until, transitions, _ = board.runtime.calls[start + 1]
    squares = {board.world.layout.bit[square] for square in board.world.occupied}
    assert until == 0 and {bit for _, bit, _ in transitions} == squares
    board.runtime.answers = [(7, "tx", b"y")]
    board.wait(20)
    assert out[-1] == (50 + 1000 + 500 + 7, "tx", b"y")


def test_transitions_after_power_on_are_in_the_devices_time(board):
    do(board, "1000 power off 10 power on 40 -a1 10")
    assert moves(board)[-1] == (40, "a1", False)


def test_an_unplugged_cable_carries_nothing(board, out):
    do(board, "unplug")
    board.send(b"lost\n")
    board.runtime.answers = [(0, "tx", b"unseen"), (0, "lamps", b"\1")]
    do(board, "20 plug")
    board.send(b"heard\n")
    board.wait(10)
    assert out == [(0, "lamps", b"\1")]
    assert [entry for call in board.runtime.calls if len(call) == 3 for entry in call[2]] == [(20, "line", b"heard\n")]


def test_switch_faults(board):
    do(board, "stick a2 closed free a2 stick a1 open 10")
    assert moves(board) == [(0, "a2", True), (120, "a2", False), (240, "a1", False)]
