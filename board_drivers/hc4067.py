"""Sensor scanner: CD74HC4067 multiplexers that share their four select lines, each with a data line of its own.

A switch joins a channel to ground; the pull-up on the data line is the controller's own.
"""

from machine import Pin

from board_drivers.sweep import BASE, OUT_CLEAR, OUT_SET, make_plan, sweep

_CHANNELS = 16


def from_profile(table, buses):
    """The scanner of a profile's `scanner` table."""
    return Hc4067(table["select"], table["data"], table["settle_us"], table["active_low"])


class Hc4067:
    """A scanner (see `hc165`): frame bit `chip * 16 + channel`, chips in the order of the data lines given.

    `active_low=False` is for switches to 3.3 V, with pull-downs.  A multiplexer says nothing of itself: `faults` (one
    byte a chip) stays 0.
    """

    chip_bits = _CHANNELS

    def __init__(self, select, data, settle_us=10, active_low=True):
        self.bits = _CHANNELS * len(data)
        self.faults = bytearray(len(data))
        self._data = bytearray(data)
        self._settle_us = settle_us
        masks = []
        for channel in range(_CHANNELS):
            masks.append(sum([1 << select[line] for line in range(4) if channel >> line & 1]))
        self._plan = make_plan(OUT_CLEAR, OUT_SET, masks, 1, _CHANNELS, active_low)
        for line in select:
            Pin(line, Pin.OUT, value=0)
        for line in data:
            Pin(line, Pin.IN, Pin.PULL_UP if active_low else Pin.PULL_DOWN)

    def scan(self, frame):
        """Read all switches into `frame`."""
        sweep(BASE, self._plan, self._data, frame, self._settle_us)
