"""A matrix of switches with a diode each, and what happens where a diode is missing."""

from host.virtual.wire import SlowWire

# A column gets high again through its pull-up of some 60 kilohms, against some 80 picofarads of wire.
RISE_US = 5


class Matrix:
    """`rows` x `columns` switches between wires; a diode lets current pass from column to row only.

    Bit numbers are `row * columns + column`.  Faults: `remove_diode(bit)` (three closed corners then show a fourth),
    `cut_row(row)`, `cut_column(column)`.
    """

    def __init__(self, rows, columns):
        self._rows = rows
        self._columns = columns
        self._row_ports = [wire.port() for wire in rows]
        self._column_ports = [wire.port() for wire in columns]
        self._row_low = bytearray(len(rows))
        self._row_pulled = bytearray(len(rows))  # those that we pull low through a missing diode
        self._column_low = bytearray(len(columns))
        self._closed = bytearray(len(rows) * len(columns))
        self._no_diode = bytearray(len(rows) * len(columns))
        self._without = 0
        self._cut = bytearray(len(rows) * len(columns))
        self._busy = False
        for wire in rows:
            wire.watchers.append(self._edge)

    def set_switch(self, bit, closed):
        """Close or open a switch."""
        self._closed[bit] = 1 if closed else 0
        self._edge(0)

    def remove_diode(self, bit):
        """The diode of switch `bit` is bridged: current passes both ways there."""
        self._no_diode[bit] = 1
        self._without += 1
        self._edge(0)

    def cut_row(self, row):
        """The wire of a row is broken: all its switches read open."""
        for column in range(len(self._columns)):
            self._cut[row * len(self._columns) + column] = 1
        self._edge(0)

    def cut_column(self, column):
        """The wire of a column is broken: all its switches read open."""
        for row in range(len(self._rows)):
            self._cut[row * len(self._columns) + column] = 1
        self._edge(0)

    def mend(self):
        """All faults are gone."""
        for bit in range(len(self._closed)):
            self._no_diode[bit] = self._cut[bit] = 0
        self._without = 0
        self._edge(0)

    def _edge(self, level):
        if self._busy:  # our own driving of a row without diodes
            return
        self._busy = True
        low = self._row_low
        for row in range(len(low)):
            # Let go of what we pulled low ourselves, then see who is left.
            if self._row_pulled[row]:
                self._row_pulled[row] = 0
                self._rows[row].drive(self._row_ports[row], None)
            low[row] = 1 if self._rows[row].level == 0 and not self._rows[row].floating else 0
        self._spread()
        while self._without and self._back():
            self._spread()
        for column in range(len(self._columns)):
            self._columns[column].drive(self._column_ports[column], 0 if self._column_low[column] else None)
        self._busy = False

    def _spread(self):
        """Columns that a closed switch pulls down to a low row."""
        width = len(self._columns)
        for column in range(width):
            self._column_low[column] = 0
        for row in range(len(self._rows)):
            if self._row_low[row]:
                for column in range(width):
                    bit = row * width + column
                    if self._closed[bit] and not self._cut[bit]:
                        self._column_low[column] = 1

    def _back(self):
        """Rows that a low column pulls down through a switch without a diode; whether there was a new one."""
        width = len(self._columns)
        more = False
        for bit in range(len(self._closed)):
            row = bit // width
            if self._no_diode[bit] and self._closed[bit] and not self._cut[bit]:
                if self._column_low[bit % width] and not self._row_low[row]:
                    self._row_low[row] = self._row_pulled[row] = 1
                    self._rows[row].drive(self._row_ports[row], 0)
                    more = True
        return more


def attach_scanner(mcu, table):
    """The matrix that a profile's `scanner` table describes, on the wires of `mcu`."""
    columns = [mcu.lay(number, SlowWire("GP%d" % number, mcu.clock, RISE_US)) for number in table["columns"]]
    return Matrix([mcu.wire(number) for number in table["rows"]], columns)
