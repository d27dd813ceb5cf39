"""CD74HC4067 analog multiplexers: one of sixteen channels is joined to the common pin."""

from host.virtual.wire import SlowWire

# The data line gets high again through the controller's pull-up.
RISE_US = 5


class Hc4067Bank:
    """Multiplexers on common `select` wires (S0 first), each with its own wire in `data`; switches join channels to `level`.

    Bit numbers are `chip * 16 + channel`.  Faults: `kill(chip)` (nothing is joined any more), `stick_select(line, level)`
    (a broken select wire that its chips see as `level`).
    """

    def __init__(self, select, data, level=0):
        self._select = select
        self._data = data
        self._ports = [wire.port() for wire in data]
        self._level = level
        self._closed = bytearray(16 * len(data))
        self._dead = bytearray(len(data))
        self._stuck = [None] * 4
        for wire in select:
            wire.listeners.append(self._edge)

    def set_switch(self, bit, closed):
        """Close or open a switch."""
        self._closed[bit] = 1 if closed else 0
        self._edge(0)

    def kill(self, chip):
        """Chip `chip` joins nothing any more."""
        self._dead[chip] = 1
        self._edge(0)

    def stick_select(self, line, level):
        """Select line `line` (0 to 3) is `level` for all chips, whatever the controller says."""
        self._stuck[line] = level
        self._edge(0)

    def mend(self):
        """All faults are gone."""
        for chip in range(len(self._dead)):
            self._dead[chip] = 0
        for line in range(4):
            self._stuck[line] = None
        self._edge(0)

    def _edge(self, level):
        channel = 0
        for line in range(4):
            stuck = self._stuck[line]
            if self._select[line].level if stuck is None else stuck:
                channel |= 1 << line
        for chip in range(len(self._data)):
            joined = self._closed[chip * 16 + channel] and not self._dead[chip]
            self._data[chip].drive(self._ports[chip], self._level if joined else None)


def attach_scanner(mcu, table):
    """The multiplexers that a profile's `scanner` table describes, on the wires of `mcu`."""
    data = [mcu.lay(number, SlowWire("GP%d" % number, mcu.clock, RISE_US)) for number in table["data"]]
    return Hc4067Bank([mcu.wire(number) for number in table["select"]], data, 0 if table["active_low"] else 1)
