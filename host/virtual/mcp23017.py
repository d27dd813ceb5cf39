"""MCP23017 port expanders: registers, pull-ups, interrupt output."""

IODIR, IPOL, GPINTEN, DEFVAL, INTCON, IOCON, GPPU, INTF, INTCAP, GPIO, OLAT = range(0, 22, 2)
_MIRROR = 0x40
_OPEN_DRAIN = 0x04


class Mcp23017:
    """One chip in bank 0, where the two registers of a pair lie side by side; switches are between its pins and ground.

    Pin 0 to 7 is port A, 8 to 15 port B.  `interrupt` is the wire on its interrupt outputs, or None.  `reset()` is what
    a drop of its power does: everything is as after power-on, also its answers.  Pins without a pull-up read noise.
    """

    def __init__(self, interrupt=None):
        self._registers = bytearray(22)
        self._closed = bytearray(16)
        self._no_pull = 0
        self._pointer = 0
        self._first = True
        self._noise = 1
        self._interrupt = interrupt
        self._port = interrupt.port() if interrupt else None
        self._seen = bytearray(2)  # the levels that the interrupt logic compares with
        self.reset()

    def reset(self):
        """As after power-on: all pins inputs, nothing pulled up, nothing inverted, no interrupts."""
        for register in range(22):
            self._registers[register] = 255 if register < 2 else 0
        self._signal(False)

    def set_switch(self, pin, closed):
        """Close or open the switch at a pin."""
        self._closed[pin] = 1 if closed else 0
        port, mask = pin >> 3, 1 << (pin & 7)
        if self._registers[GPINTEN + port] & mask and (self._levels(port) ^ self._seen[port]) & mask:
            self._registers[INTF + port] |= mask
            self._registers[INTCAP + port] = self._levels(port)
            self._signal(True)

    def float_input(self, pin, floating=True):
        """The pull-up inside the chip does not reach a pin any more, or it does again."""
        self._no_pull = self._no_pull | 1 << pin if floating else self._no_pull & ~(1 << pin)

    def cut_interrupt(self):
        """The interrupt output is joined to nothing any more."""
        self._signal(False)
        if self._interrupt:
            self._interrupt.drive(self._port, None)
        self._interrupt = None

    def _signal(self, asserted):
        if self._interrupt:
            self._interrupt.drive(self._port, 0 if asserted else None if self._registers[IOCON] & _OPEN_DRAIN else 1)

    def _levels(self, port):
        """What register GPIO of that port gives now."""
        registers = self._registers
        levels = 0
        for pin in range(8):
            mask = 1 << pin
            if not registers[IODIR + port] & mask:
                high = registers[OLAT + port] & mask
            elif self._closed[port * 8 + pin]:
                high = 0
            elif registers[GPPU + port] & mask and not self._no_pull >> port * 8 + pin & 1:
                high = 1
            else:
                self._noise = self._noise >> 1 | ((self._noise ^ self._noise >> 1) & 1) << 14
                high = self._noise & 1
            if high:
                levels |= mask
        return levels ^ registers[IPOL + port]

    def start(self):
        """A start: the first byte to come is a register number."""
        self._first = True

    def take(self, byte):
        """A byte from the bus."""
        if self._first:
            self._pointer = byte % 22
            self._first = False
            return
        register = self._pointer
        if register & 0xFE == IOCON:
            self._registers[IOCON] = self._registers[IOCON + 1] = byte
            self._signal(False)
        elif register < INTF or register >= OLAT:
            self._registers[register] = byte
        elif register & 0xFE == GPIO:
            self._registers[register + 2] = byte
        if register & 0xFE == GPINTEN:
            self._seen[register & 1] = self._levels(register & 1)
        self._pointer = (register + 1) % 22

    def give(self):
        """A byte for the bus."""
        register = self._pointer
        self._pointer = (register + 1) % 22
        if register & 0xFE == GPIO:
            port = register & 1
            levels = self._registers[register] = self._seen[port] = self._levels(port)
            self._registers[INTF + port] = 0
            if not self._registers[INTF] and not self._registers[INTF + 1]:
                self._signal(False)
            return levels
        return self._registers[register]


class Expanders:
    """The expanders of a board: bit `chip * 16 + pin`.

    Faults: `kill(chip)` takes a chip off the bus, `brown_out(chip)` resets it, `move(chip, address)` gives it another
    address (a broken address wire), `float_input(bit)` and `mend_input(bit)` (a missing pull-up), `cut_interrupt()`; those of the bus are at `bus`.
    """

    def __init__(self, bus, addresses, interrupt=None):
        self.bus = bus
        self._addresses = list(addresses)
        self.chips = [Mcp23017(interrupt) for _ in addresses]
        for chip, address in enumerate(addresses):
            bus.attach(address, self.chips[chip])

    def set_switch(self, bit, closed):
        """Close or open a switch."""
        self.chips[bit >> 4].set_switch(bit & 15, closed)

    def kill(self, chip):
        """The chip no longer answers."""
        self.bus.detach(self._addresses[chip], self.chips[chip])

    def revive(self, chip):
        """The chip is back, as after power-on."""
        self.chips[chip].reset()
        self.bus.attach(self._addresses[chip], self.chips[chip])

    def brown_out(self, chip):
        """The chip forgets all it was told."""
        self.chips[chip].reset()

    def move(self, chip, address):
        """The chip listens to another address from now on."""
        self.kill(chip)
        self._addresses[chip] = address
        self.bus.attach(address, self.chips[chip])

    def float_input(self, bit):
        """Nothing pulls that input up: while its switch is open it reads noise."""
        self.chips[bit >> 4].float_input(bit & 15)

    def mend_input(self, bit):
        """It is pulled up again."""
        self.chips[bit >> 4].float_input(bit & 15, False)

    def cut_interrupt(self):
        """The interrupt wire is broken at the controller, whose pull-up then holds it high."""
        for chip in self.chips:
            chip.cut_interrupt()


def attach_scanner(mcu, table):
    """The expanders that a profile's `scanner` table describes, on the wires of `mcu`."""
    interrupt = table["interrupt"]
    return Expanders(
        mcu.i2c_bus(table["sda"], table["scl"]), table["addresses"], None if interrupt is None else mcu.wire(interrupt)
    )
