"""Lights: single-colour lamps on HT16K33 chips, 8 rows of 16, on I2C.

With one colour a lamp code is told by its rhythm alone, see `palette.RHYTHMS`.
"""

from board_drivers.kernels_matrix import light
from board_drivers.palette import RHYTHMS

_LAMPS = 128

_OSCILLATOR_ON = 0x21
_DISPLAY_ON = 0x81
_BRIGHTNESS = 0xE0


def from_profile(table, led_cells, buses):
    """The lights of a profile's `lights` table; `led_cells` has one board cell a lamp."""
    return Ht16k33(buses.i2c(table), table["addresses"], led_cells, table["brightness"])


class Ht16k33:
    """Lights (see `ws2812`): lamp number `chip * 128 + row * 16 + column`, rows C0 to C7, columns A0 to A15.

    A chip that does not answer has a 1 in `faults` (one byte a chip) and is set up again at the next change.
    """

    def __init__(self, i2c, addresses, cells, brightness=64):
        self.faults = bytearray([1] * len(addresses))
        self._i2c = i2c
        self._addresses = addresses
        self._cells = cells
        self._wanted = bytearray(16 * len(addresses))
        view = memoryview(self._wanted)
        self._parts = [view[16 * chip : 16 * chip + 16] for chip in range(len(addresses))]
        self._commands = [bytes([byte]) for byte in (_OSCILLATOR_ON, _DISPLAY_ON, _BRIGHTNESS | brightness >> 4)]
        self._send()

    def show(self, codes, phase):
        """Show the lamp codes `codes` in `phase`."""
        if light(self._wanted, codes, self._cells, RHYTHMS, phase) or sum(self.faults):
            self._send()

    def _send(self):
        for chip in range(len(self._addresses)):
            address = self._addresses[chip]
            try:
                if self.faults[chip]:
                    for command in self._commands:
                        self._i2c.writeto(address, command)
                self._i2c.writeto_mem(address, 0, self._parts[chip])
                self.faults[chip] = 0
            except OSError:
                self.faults[chip] = 1
