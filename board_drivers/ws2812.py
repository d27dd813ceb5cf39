"""Lights: a WS2812 lamp under every square, in one chain, over micropython-lib's `neopixel`."""

from machine import Pin
from neopixel import NeoPixel

from board_drivers.kernels import dim, load, paint

# What a lamp draws, in milliamperes: at rest, and for one colour at full.
_REST_MA = 1
_COLOUR_MA = 20


def from_profile(table, led_cells, buses):
    """The lights of a profile's `lights` table; `led_cells` has one board cell a lamp."""
    return Ws2812(Pin(table["pin"], Pin.OUT, value=0), led_cells, table["brightness"], table["limit_ma"])


class Ws2812:
    """Lights: `show(codes, phase)` with one lamp code (see `palette`) a board cell and a phase of 0 to 3.

    `cells` is a bytearray, one board cell a lamp in the order of the chain (255: stays dark).  `brightness` is 0 to 255;
    when the whole would draw more than `limit_ma`, all lamps are dimmed by the same share.  Nothing is sent when nothing
    changes.  `show` does not allocate.
    """

    def __init__(self, pin, cells, brightness=64, limit_ma=400):
        from board_drivers.palette import shades        # needed only here

        self._chain = NeoPixel(pin, len(cells))
        self._cells = cells
        self._shades = _as_sent(shades(brightness), self._chain.ORDER)
        self._wanted = bytearray(len(cells) * 3)
        room = limit_ma - _REST_MA * len(cells)
        # The sum of all bytes at which the limit is reached.
        self._limit = max(1, room * 255 // _COLOUR_MA)
        self._chain.write()

    def show(self, codes, phase):
        """Show the lamp codes `codes` in `phase`."""
        wanted = self._wanted
        if not paint(wanted, codes, self._cells, self._shades, phase):
            return
        total = load(wanted, len(wanted))
        share = 4096 if total <= self._limit else self._limit * 4096 // total
        dim(self._chain.buf, wanted, len(wanted), share)
        self._chain.write()


def _as_sent(table, order):
    """Three-byte colours (red, green, blue), rearranged to the order in which the lamps take them."""
    sent = bytearray(len(table))
    for at in range(0, len(table), 3):
        for colour in range(3):
            sent[at + order[colour]] = table[at + colour]
    return sent
