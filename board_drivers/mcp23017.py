"""Sensor scanner: MCP23017 port expanders on I2C, switches between their pins and ground.

Every answer also brings the pull-up registers, which tell a chip that has lost its power for a moment, and each chip is
given a number to keep, which tells two chips on one address.
"""

from machine import Pin

from board_drivers.kernels_matrix import copy

# Registers of port A; those of port B follow each.
_IODIR = 0x00
_IPOL = 0x02
_GPINTEN = 0x04
_DEFVAL = 0x06  # used by no one here: it keeps the chip's number
_IOCON = 0x0A
_GPPU = 0x0C

# Where in an answer, read from _GPPU on, the levels are.
_LEVELS = 6
_ANSWER = 8

# IOCON: both interrupt outputs together, open drain.
_SHARED_INTERRUPT = b"\x44\x44"
_ALL = b"\xff\xff"
_NONE = b"\x00\x00"

# Four bits set in each, and some in common: what two chips say at once (the bus shows the bits that both have) has fewer.
_NUMBERS = b"\x0f\x33\x55\x3c\x5a\x66\x69\x17"

_TRIES = 3
_QUIET_SCANS = 50  # so many scans are believed to the interrupt line before the chips are asked all the same
_RETRY_SCANS = 16  # after so many scans one of the chips that failed is asked again
_STRIKES = 3


def from_profile(table, buses):
    """The scanner of a profile's `scanner` table."""
    pin = table["interrupt"]
    return Mcp23017(buses.i2c(table), table["addresses"], None if pin is None else Pin(pin, Pin.IN, Pin.PULL_UP))


class Mcp23017:
    """A scanner (see `hc165`): frame bit `chip * 16 + pin`, chips in the order of `addresses`, pins A0 to A7, B0 to B7.

    A chip that does not answer after three tries, or that shares its address, has a 1 in `faults`; its bits stay as they
    were and it is asked again now and then.  With `interrupt`, the pin on which the chips report changes, nothing is
    read while that is quiet; a line that proves broken is not used any more.
    """

    chip_bits = 16

    def __init__(self, i2c, addresses, interrupt=None):
        chips = len(addresses)
        self.bits = 16 * chips
        self.faults = bytearray(chips)
        self._i2c = i2c
        self._addresses = bytes(addresses)
        self._interrupt = interrupt
        self._answer = bytearray(_ANSWER)
        self._number = bytearray(1)
        self._news = bytearray(2 * chips)
        self._levels = bytearray(2 * chips)
        self._quiet = _QUIET_SCANS
        self._retry = 0
        self._strikes = 0
        for chip in range(chips):
            if not self._configure(chip):
                self.faults[chip] = 1

    def scan(self, frame):
        """Read all switches into `frame`."""
        quiet = self._interrupt is not None and self._interrupt.value() == 1
        if quiet and self._quiet < _QUIET_SCANS:
            self._quiet += 1
        else:
            self._quiet = 0
            self._read_all()
            if quiet:
                self._doubt_interrupt()
            else:
                self._strikes = 0
            self._accept()
        copy(frame, self._levels, len(self._levels))

    def _read_all(self):
        """Ask all chips; those that answer have their levels in `_news`."""
        failed = False
        for chip in range(len(self.faults)):
            if not self.faults[chip] and not self._read(chip):
                self.faults[chip] = 1
                failed = True
        if failed:
            # It may be silent because it now answers where another one does.
            for chip in range(len(self.faults)):
                if not self.faults[chip] and not self._is_itself(chip):
                    self.faults[chip] = 1
        self._retry_one()

    def _retry_one(self):
        """While chips fail, ask one of them again now and then, each in its turn: a bus that hangs costs time."""
        chips = len(self.faults)
        if not sum(self.faults):
            return
        self._quiet = _QUIET_SCANS
        self._retry = (self._retry + 1) % (_RETRY_SCANS * chips)
        chip = self._retry // _RETRY_SCANS
        if self._retry % _RETRY_SCANS == 0 and self.faults[chip] and self._is_itself(chip) and self._read(chip):
            self.faults[chip] = 0

    def _read(self, chip):
        """Ask one chip for its levels, up to three times; whether it answered as it should."""
        for _ in range(_TRIES):
            try:
                self._i2c.readfrom_mem_into(self._addresses[chip], _GPPU, self._answer)
            except OSError:
                continue
            if self._answer[0] == 255 and self._answer[1] == 255:
                self._news[2 * chip] = self._answer[_LEVELS]
                self._news[2 * chip + 1] = self._answer[_LEVELS + 1]
                return True
            self._configure(chip)
        return False

    def _is_itself(self, chip):
        """Whether the chip at this address has the number it was given, or none yet because it has just got its power."""
        for _ in range(_TRIES):
            try:
                self._i2c.readfrom_mem_into(self._addresses[chip], _DEFVAL, self._number)
            except OSError:
                continue
            return self._number[0] in (0, _NUMBERS[chip % len(_NUMBERS)])
        return False

    def _configure(self, chip):
        """All pins inputs, pulled up, a closed switch reads 1; whether the chip took it."""
        address, write = self._addresses[chip], self._i2c.writeto_mem
        for _ in range(_TRIES):
            try:
                write(address, _IOCON, _SHARED_INTERRUPT)
                write(address, _IODIR, _ALL)
                write(address, _IPOL, _ALL)
                write(address, _DEFVAL, _NUMBERS[chip % len(_NUMBERS) : chip % len(_NUMBERS) + 1])
                write(address, _GPINTEN, _NONE if self._interrupt is None else _ALL)
                write(address, _GPPU, _ALL)
                return True
            except OSError:
                continue
        return False

    def _doubt_interrupt(self):
        """Changes that nobody reported: after three of them in a row the interrupt line counts as broken."""
        for chip in range(len(self.faults)):
            if not self.faults[chip] and (
                self._news[2 * chip] != self._levels[2 * chip] or self._news[2 * chip + 1] != self._levels[2 * chip + 1]
            ):
                self._strikes += 1
                if self._strikes >= _STRIKES:
                    self._interrupt = None
                return

    def _accept(self):
        for chip in range(len(self.faults)):
            if not self.faults[chip]:
                self._levels[2 * chip] = self._news[2 * chip]
                self._levels[2 * chip + 1] = self._news[2 * chip + 1]
