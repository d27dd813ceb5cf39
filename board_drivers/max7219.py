"""Lights: single-colour lamps on a chain of MAX7219 chips, 8 x 8 each, on SPI.

With one colour a lamp code is told by its rhythm alone, see `palette.RHYTHMS`.
"""

from machine import Pin

from board_drivers.kernels_matrix import light
from board_drivers.palette import RHYTHMS

_DECODE = 9
_INTENSITY = 10
_SCAN_LIMIT = 11
_SHUTDOWN = 12
_TEST = 15


def from_profile(table, led_cells, buses):
    """The lights of a profile's `lights` table; `led_cells` has one board cell a lamp."""
    return Max7219(buses.spi(table), Pin(table["cs"], Pin.OUT, value=1), table["chips"], led_cells, table["brightness"])


class Max7219:
    """Lights (see `ws2812`): lamp number `chip * 64 + digit * 8 + bit`, chip 0 nearest to the controller, bit 7 = segment DP.

    The chips say nothing of themselves; so that one which lost its power for a moment comes back, every change sends
    the set-up again.
    """

    def __init__(self, spi, select, chips, cells, brightness=64):
        self._spi = spi
        self._select = select
        self._chips = chips
        self._cells = cells
        self._intensity = brightness >> 4
        self._wanted = bytearray(8 * chips)
        self._message = bytearray(2 * chips)
        self._send()

    def show(self, codes, phase):
        """Show the lamp codes `codes` in `phase`."""
        if light(self._wanted, codes, self._cells, RHYTHMS, phase):
            self._send()

    def _send(self):
        self._all(_TEST, 0)
        self._all(_DECODE, 0)
        self._all(_SCAN_LIMIT, 7)
        self._all(_INTENSITY, self._intensity)
        for digit in range(8):
            message = self._message
            for chip in range(self._chips):
                # What is sent first ends up in the farthest chip.
                at = 2 * (self._chips - 1 - chip)
                message[at] = digit + 1
                message[at + 1] = self._wanted[8 * chip + digit]
            self._put()
        self._all(_SHUTDOWN, 1)

    def _all(self, register, value):
        """The same for every chip of the chain."""
        for at in range(0, len(self._message), 2):
            self._message[at] = register
            self._message[at + 1] = value
        self._put()

    def _put(self):
        self._select(0)
        self._spi.write(self._message)
        self._select(1)
