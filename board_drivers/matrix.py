"""Sensor scanner: a matrix of switches, one diode each, on the controller's own pins.

Rows are driven low one after the other and are inputs otherwise, columns are inputs with pull-ups; a diode points from
its switch to its row. A column needs time to get high again through its pull-up: `settle_us`.
"""

from machine import Pin

from board_drivers.sweep import BASE, ENABLE_CLEAR, ENABLE_SET, make_plan, sweep


def from_profile(table, buses):
    """The scanner of a profile's `scanner` table."""
    return Matrix(table["rows"], table["columns"], table["settle_us"])


class Matrix:
    """A scanner (see `hc165`): frame bit `row * columns + column`, both counted in the order of the GPIO lists given.

    A matrix can't tell a broken wire from open switches: `faults` (one byte a row) stays 0.
    """

    def __init__(self, rows, columns, settle_us=10):
        self.chip_bits = len(columns)
        self.bits = len(rows) * len(columns)
        self.faults = bytearray(len(rows))
        self._columns = bytearray(columns)
        self._settle_us = settle_us
        self._plan = make_plan(ENABLE_CLEAR, ENABLE_SET, [1 << row for row in rows], len(columns), 1)
        for row in rows:
            # The output latch is low; whether it reaches the pin is what a sweep switches.
            Pin(row, Pin.OUT, value=0)
            Pin(row, Pin.IN, None)
        for column in columns:
            Pin(column, Pin.IN, Pin.PULL_UP)

    def scan(self, frame):
        """Read all switches into `frame`."""
        sweep(BASE, self._plan, self._columns, frame, self._settle_us)
