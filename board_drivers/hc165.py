"""Sensor scanner: a chain of 74HC165 shift registers read over hardware SPI.

What the controller sends goes into the serial input of the farthest chip (profile key `loop`), so that one byte more
than there are chips brings back the first byte sent: every scan proves the whole chain.  It is another byte every time,
so a chip that does not load, and gives what was sent the time before, is told from one that shows its switches.
"""

from machine import Pin

from board_drivers.kernels import count, flip


def from_profile(table, buses):
    """The scanner of a profile's `scanner` table."""
    return on_bus(table, buses.spi(table))


def on_bus(table, spi):
    """The scanner of a profile's `scanner` table on a bus that has been made."""
    return Hc165(spi, Pin(table["load"], Pin.OUT, value=1), table["chips"], table["active_low"], table["loop"])


# A chip that gave back what was sent so many times running does not load.
_ECHOES = 4


class Hc165:
    """A scanner: `bits`, and `scan(frame)` that fills a bytearray of `(bits + 7) // 8` bytes, the same one every time.

    Bit i of the chain, in the order in which bits come out, is bit `i & 7` of byte `i >> 3`; 1 = switch closed.
    `faults` is a bytearray, one byte a chip (chip 0 is nearest to the controller): 0 = fine, 1 = what it says can't be
    relied on; its bits in the frame then stay as they were.  `scan` does not allocate.
    """

    chip_bits = 8

    def __init__(self, spi, load, chips, active_low=True, loop=False):
        self.bits = chips * 8
        self.faults = bytearray(chips)
        self._spi = spi
        self._load = load
        self._chips = chips
        self._invert = 255 if active_low else 0
        self._loop = loop
        self._raw = bytearray(chips + 1 if loop else chips)
        self._probe = 0xA5
        self._before = 0x5A
        self._failed = False
        self._proved = 0  # since the chain failed: chips before this one have been seen to be alive
        self._echoes = bytearray(chips)  # how many times running a chip gave back what was sent
        self._echoing = False
        self._one = bytearray(1)
        self._read()  # so that the next one has something to tell it from

    def scan(self, frame):
        """Read all switches into `frame`."""
        good = self._chips
        # What looks wrong is read once more: a message may be garbled, and squares may happen to show the byte sent.
        if not ((self._read() and not self._echo()) or self._read()):
            good = self._proved = max(self._proved, self._first_silent())
            self._mark(good)
        elif self._failed:
            self._proved = 0
            self._mark(good)
        if self._echoing or self._echo():
            self._hold_echoes(frame, good)
        flip(frame, self._raw, good, self._invert)

    def _echo(self):
        """Whether a chip gave what was sent the time before."""
        return self._loop and count(self._raw, self._chips, self._before)

    def _read(self):
        """Load and shift everything in; whether what was sent came back."""
        load, probe, raw = self._load, self._probe, self._raw
        load(0)
        load(1)
        self._spi.readinto(raw, probe)
        if not self._loop:
            return True
        before = self._before = self._probe = 255 - probe
        return raw[self._chips] == probe and (raw[0] != before or raw[self._chips - 1] != before)

    def _first_silent(self):
        """The first chip from which on all that came in was one level: what is dead is that chip or one behind it."""
        raw = self._raw
        chip = self._chips
        level = raw[chip]
        if level != 0 and level != 255:
            return 0
        while chip and raw[chip - 1] == level:
            chip -= 1
        return chip

    def _mark(self, good):
        self._failed = good < self._chips
        for chip in range(self._chips):
            self.faults[chip] = 1 if chip >= good else 0

    def _hold_echoes(self, frame, good):
        """Put in for each chip that gave back what was sent the bits that the frame has; it is a fault if it goes on."""
        raw, echoes, one = self._raw, self._echoes, self._one
        self._echoing = False
        for chip in range(good):
            if raw[chip] != self._before:
                if echoes[chip] >= _ECHOES:
                    self.faults[chip] = 0
                echoes[chip] = 0
                continue
            self._echoing = True
            if echoes[chip] < _ECHOES:
                echoes[chip] += 1
            else:
                self.faults[chip] = 1
            one[0] = frame[chip]
            flip(one, one, 1, 0)
            raw[chip] = one[0] ^ self._invert
