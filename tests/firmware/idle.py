"""An idle pass of the shell, scan to lamps, takes nothing from the heap; runs on CPython and MicroPython."""

import engine
from board_drivers.profile import Profile
from firmware.controller import Controller
from firmware.main import Shell
from tests.mp.check import locked


class Still:
    """A scanner whose switches show `closed` (bits) for ever."""

    def __init__(self, bits, closed):
        self.bits = bits
        self.faults = bytearray(1)
        self._frame = bytearray((bits + 7) // 8)
        for bit in closed:
            self._frame[bit >> 3] |= 1 << (bit & 7)

    def scan(self, frame):
        """Fill `frame`."""
        frame[:] = self._frame


def profile_text():
    """The device form of a board whose switches are numbered as its squares."""
    cells = "".join(["%02x" % cell for cell in range(64)])
    return (
        '{"name":"idle","mcu":"pico","board":{"files":8,"ranks":8},"scanner":{"driver":"hc165","spi":0,"sck":18,"mosi":19,"miso":16,'
        '"load":17,"baud":1000000,"chips":8,"active_low":true,"loop":true,"cells":"%s"},"buttons":{"white":13,"black":14,"menu":15},'
        '"games":{"folky":"a1"}}' % cells
    )


def check(profile):
    """Start a game on `profile` and pass a second of rest; then no pass may allocate."""
    game = engine.new("folky")
    shell = Shell(Controller(profile, {"game": "folky", "position": None, "options": {}}), Still(64, [c for c in range(64) if game.board[c]]))
    for now in range(0, 6000, 2):
        shell.tick(now)
    locked(shell.tick, 6000)
    for now in range(6002, 6100, 2):
        locked(shell.tick, now)


def test_idle_pass():
    """See the module."""
    check(Profile(profile_text()))
