"""Buttons to ground, debounced."""

from machine import Pin

WHITE = 1
BLACK = 2
MENU = 4
_NAMES = ("white", "black", "menu")  # bit 0, 1, 2 of the mask

SETTLE_MS = 20


def from_profile(table):
    """The buttons of a profile's `buttons` table."""
    return Buttons([Pin(table[name], Pin.IN, Pin.PULL_UP) for name in _NAMES])


class Buttons:
    """`read(now_ms)` gives a bit mask of the buttons that are down: 1 White, 2 Black, 4 menu.

    A change is believed at once; what the same button does in the `SETTLE_MS` after it is bouncing and is looked at
    again when they are over: `due` is the time (ms) of that, or None.  `read` does not allocate.
    """

    def __init__(self, pins):
        self._pins = pins
        self._mask = 0
        self._quiet = [None] * len(pins)  # till when a button's changes are bouncing
        self.due = None

    def read(self, now_ms):
        """The buttons that are down at `now_ms`."""
        down = 0
        bit = 1
        for pin in self._pins:
            if not pin():
                down |= bit
            bit <<= 1
        if down != self._mask or self.due is not None:
            self._settle(down, now_ms)
        return self._mask

    def _settle(self, down, now_ms):
        """Take over what has changed, but for buttons that are still bouncing."""
        mask, due = self._mask, None
        for place in range(len(self._pins)):
            until = self._quiet[place]
            if until is not None and now_ms >= until:
                until = self._quiet[place] = None
            bit = 1 << place
            if until is None and (down ^ mask) & bit:
                mask ^= bit
                until = self._quiet[place] = now_ms + SETTLE_MS
            if until is not None and (due is None or until < due):
                due = until
        self._mask, self.due = mask, due
