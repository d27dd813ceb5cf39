"""An I2C bus and the chips on it, byte by byte between start and stop."""

_EIO = 5
_ETIMEDOUT = 110
PULL_UP = 1


class I2cBus:
    """Chips by address on two wires that must be high at rest: pulled up and held down by nobody.

    A chip has `start()`, `take(byte)` (a byte for it), `give()` (a byte from it).  Two chips on one address both
    listen, and where they speak together the bus shows the bits that both have.  Faults: `stick(wire)` holds SDA or SCL
    low (0 or 1), `free()`; a missing pull-up is `bus.sda.cut_pull()`; `garble(count)` lets the next transfers fail.
    """

    def __init__(self, sda, scl):
        self.sda = sda
        self.scl = scl
        self._wires = (sda, scl)
        self._ports = (sda.port(), scl.port())
        self._chips = {}
        self._now = None
        self._garbled = 0
        self.transfers = 0

    def attach(self, address, chip):
        """Put a chip on the bus, with the pull-ups that its little board brings."""
        self._chips.setdefault(address, []).append(chip)
        for wire in self._wires:
            wire.mend_pull(PULL_UP)

    def detach(self, address, chip):
        """Take a chip off the bus."""
        self._chips[address].remove(chip)

    def stick(self, wire):
        """Hold SDA (0) or SCL (1) low."""
        self._wires[wire].drive(self._ports[wire], 0)

    def free(self):
        """Let go of both wires."""
        for wire in range(2):
            self._wires[wire].drive(self._ports[wire], None)

    def garble(self, count):
        """Let the next `count` messages fail for want of an acknowledge."""
        self._garbled = count

    def answers(self, address):
        """Whether a chip acknowledges its address."""
        if self.sda.floating or self.scl.floating or not self.sda.level or not self.scl.level:
            return False
        chips = self._chips.get(address)
        return bool(chips)

    def begin(self, address):
        """A start and an address: OSError EIO when nobody acknowledges, ETIMEDOUT when the bus hangs."""
        self.transfers += 1
        if self.sda.floating or self.scl.floating or not self.sda.level or not self.scl.level:
            raise OSError(_ETIMEDOUT)
        if self._garbled:
            self._garbled -= 1
            raise OSError(_EIO)
        self._now = self._chips.get(address)
        if not self._now:
            raise OSError(_EIO)
        for chip in self._now:
            chip.start()

    def send(self, data):
        """Bytes to the chips addressed; how many."""
        for byte in data:
            for chip in self._now:
                chip.take(byte)
        return len(data)

    def receive(self, into):
        """Bytes from the chips addressed."""
        for place in range(len(into)):
            level = 255
            for chip in self._now:
                level &= chip.give()
            into[place] = level

    def end(self):
        """A stop."""
        self._now = None
