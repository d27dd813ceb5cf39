"""A part fails in the middle of a game on the emulated Pico: it is named, the game stays right, and it comes back."""

import engine
import pytest

from host.client import Mirror
from host.sim import board as boards
from host.sim import doings, hands

READY_MS = 2500
FAULTS = [
    ("classic-8x8", "folky", "scanner", ("kill", 7, 0), "chip8"),
    ("expander-9x9", "football", "lights", ("stick", "sda"), "display lights"),
]
MORE = [
    ("matrix-8x8", "folky", "scanner", ("cut_row", 0), "row1"),
    ("mux-8x8", "folky", "scanner", ("stick_select", 3, 0), "select3"),
    ("expander-9x9", "football", "scanner", ("kill", 0), "chip1"),
    ("expander-9x9", "football", "scanner", ("stick", "sda"), "chip1 chip2 chip3 chip4 chip5 chip6"),
]


class Match:
    """Hands and a mirror on the emulated board."""

    def __init__(self, runtime, board, name):
        self.mirror = Mirror()
        self.emulator = runtime.emulator
        self.game = engine.new(name)
        self.board = boards.make(runtime, engine.new(name), board, on_output=self._output)
        self.board.switch_on()
        self.wait(READY_MS)

    def _output(self, ms, kind, data):
        if kind == "tx":
            self.mirror.feed(data)

    def wait(self, ms):
        """Let time pass."""
        for _ in range(ms // 100):
            self.board.wait(100)
            while self.mirror.to_send:
                self.board.send(self.mirror.to_send.pop(0))

    def fault(self, part, name, *args):
        """Let a fault happen now, or mend all with `mend`."""
        self.emulator.run(self.emulator.us, [(self.emulator.us, "fault", {"part": part, "name": name, "args": args})])

    def play(self, avoid=()):
        """Make a plain turn on squares that are not to be avoided; whether the board has it then."""
        for turn in self.game.turns():
            if len(turn) == 2 and max(turn) < engine.BOX and not self.game.board[turn[1]]:
                if not {self.game.square(cell) for cell in turn} & set(avoid):
                    break
        else:
            return False
        for doing in doings.parse(doings.text(hands.plain(self.game, turn))):
            self.board.do(doing)
        self.game.push(turn)
        self.wait(1200)
        return self.mirror.game.position_text() == self.game.position_text()


def name_of(value):
    """The name of a test's argument."""
    return value if isinstance(value, str) else value[0]


@pytest.mark.parametrize(("board", "name", "part", "fault", "broken"), FAULTS, ids=name_of)
def test_a_part_fails(runtime, board, name, part, fault, broken):
    """Told with the squares; a turn elsewhere is recorded; after the repair all is as before."""
    check(runtime, board, name, part, fault, broken)


@pytest.mark.proof
@pytest.mark.parametrize(("board", "name", "part", "fault", "broken"), MORE, ids=name_of)
def test_other_parts_fail(runtime, board, name, part, fault, broken):
    """The same on the other boards."""
    check(runtime, board, name, part, fault, broken)


def check(runtime, board, name, part, fault, broken):
    """Play, break, play, mend, play."""
    match = Match(runtime, board, name)
    assert match.play()
    match.fault(part, *fault)
    match.wait(1500)
    if part == "lights":
        assert match.play() and not match.mirror.faults
    else:
        assert match.mirror.faults
        match.play(match.mirror.faults)
    assert " ".join(match.mirror.broken) == broken
    match.fault(part, "mend")
    match.wait(2500)
    assert not match.mirror.broken and not match.mirror.faults
    assert match.play() and not match.mirror.fix
    assert len(match.mirror.record) == len(match.game.history)
