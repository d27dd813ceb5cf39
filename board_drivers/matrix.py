"""Sensor scanner: a matrix of switches, one diode each, on the controller's own pins.

Rows are driven low one after the other and are inputs otherwise, columns are inputs; all have pull-ups, and a diode points
from its switch to its row. A line needs time to get high again through its pull-up: `settle_us`.

Without its diode a closed switch pulls its row low when it is another one's turn, and that row's switches then show in the
other's place. So all rows are read with the columns, and what was read while two were low is not believed.
"""

from machine import Pin

from board_drivers.kernels_matrix import copy
from board_drivers.sweep import BASE, ENABLE_CLEAR, ENABLE_SET, make_plan, sweep

_CALM_SCANS = 1000  # so many scans without a second low row end a fault: it depends on which switches are closed


def from_profile(table, buses):
    """The scanner of a profile's `scanner` table."""
    return Matrix(table["rows"], table["columns"], table["settle_us"])


class Matrix:
    """A scanner (see `hc165`): frame bit `row * columns + column`, both counted in the order of the GPIO lists given.

    `faults` has one byte a row: 1 = a diode of the row is bridged, or what it shows is falsified by one; its bits then stay
    as they were.  A broken wire can't be told from open switches.
    """

    def __init__(self, rows, columns, settle_us=10):
        self.chip_bits = len(columns)
        self.bits = len(rows) * len(columns)
        self.faults = bytearray(len(rows))
        self._rows = bytearray(rows)
        self._columns = bytearray(columns)
        self._settle_us = settle_us
        self._plan = make_plan(ENABLE_CLEAR, ENABLE_SET, [1 << row for row in rows], len(columns), 1)
        self._raw = bytearray((self.bits + 7) // 8)
        self._scratch = bytearray(len(self._raw))
        self._alone = None  # a plan for each row, in case of a fault
        self._calm = 0
        for row in rows:
            # The output latch is low; whether it reaches the pin is what a sweep switches.
            Pin(row, Pin.OUT, value=0)
            Pin(row, Pin.IN, Pin.PULL_UP)
        for column in columns:
            Pin(column, Pin.IN, Pin.PULL_UP)

    def scan(self, frame):
        """Read all switches into `frame`."""
        raw = self._raw
        if sweep(BASE, self._plan, self._columns, raw, self._settle_us):
            self._find()
        if self._calm:
            self._keep(frame)
            self._calm -= 1
            if not self._calm:
                for row in range(len(self.faults)):
                    self.faults[row] = 0
        else:
            copy(frame, raw, len(raw))

    def _find(self):
        """Look at each row alone: which others are low then."""
        if self._alone is None:
            every = self._plan[2]
            self._alone = []
            for row in self._rows:
                plan = make_plan(ENABLE_CLEAR, ENABLE_SET, [1 << row], len(self._columns), 1)
                plan[2] = every
                self._alone.append(plan)
        scratch = self._scratch
        for row in range(len(self._rows)):
            loose = sweep(BASE, self._alone[row], self._columns, scratch, self._settle_us)
            if loose:
                self.faults[row] = 1
                for other in range(len(self._rows)):
                    if loose >> self._rows[other] & 1:
                        self.faults[other] = 1
                self._calm = _CALM_SCANS

    def _keep(self, frame):
        """Take over from what was read the rows that can be believed."""
        width, raw = self.chip_bits, self._raw
        for row in range(len(self.faults)):
            if not self.faults[row]:
                for bit in range(row * width, row * width + width):
                    mask = 1 << (bit & 7)
                    if raw[bit >> 3] & mask:
                        frame[bit >> 3] |= mask
                    else:
                        frame[bit >> 3] &= 255 - mask
