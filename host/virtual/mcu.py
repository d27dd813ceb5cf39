"""A microcontroller without hardware: its GPIOs, the wires on them, its I2C buses, its clock."""

from host.virtual.clock import VirtualClock
from host.virtual.i2c import I2cBus
from host.virtual.wire import Wire

IN = 0
OUT = 1
OPEN_DRAIN = 2
ALT = 3


class Gpio:
    """One pin of the controller and what it does to its wire."""

    def __init__(self, number, wire):
        self.number = number
        self.wire = wire
        self.port = wire.port()
        self.mode = IN
        self.out = 0
        self.owner = None  # the SPI or I2C bus, or PWM, that has it
        self._handlers = None

    def set_mode(self, mode):
        """Make the pin an input, an output, an open drain or a bus pin."""
        self.mode = mode
        self.put(self.out)

    def put(self, level):
        """Set the output latch; it reaches the wire if the pin is an output."""
        self.out = level
        if self.mode == OUT:
            self.wire.drive(self.port, level)
        elif self.mode == OPEN_DRAIN:
            self.wire.drive(self.port, None if level else 0)
        elif self.mode == IN:
            self.wire.drive(self.port, None)

    def on_edge(self, handler, pin, rising, falling):
        """Call `handler(pin)` at every edge of the kinds wanted; None as handler ends it."""
        if self._handlers is None:
            self.wire.listeners.append(self._edge)
        self._handlers = (handler, pin, rising, falling)

    def _edge(self, level):
        handler, pin, rising, falling = self._handlers
        if handler is not None and (rising if level else falling):
            handler(pin)


class Mcu:
    """The controller chip: `gpio(n)` is a Gpio, `wire(n)` the wire on it.

    `kind` is "pico" or "pi": which GPIO can be which pin of a bus is checked for a Pico as its firmware does.
    `tones` has one (us, hertz) each time a pulse-width output starts, changes or (0 hertz) stops.
    """

    def __init__(self, kind="pico", clock=None):
        self.kind = kind
        self.clock = clock or VirtualClock()
        self.tones = []
        self._buses = {}
        self._gpios = {}
        self._order = []

    def gpio(self, number):
        """The pin with that GPIO number; ValueError when this controller has none."""
        if number not in self._gpios:
            if not isinstance(number, int) or not 0 <= number <= 29:
                raise ValueError("invalid pin")
            self.lay(number, Wire("GP%d" % number))
        return self._gpios[number]

    def lay(self, number, wire):
        """Put a wire of a special kind on a GPIO that has none yet."""
        gpio = self._gpios[number] = Gpio(number, wire)
        self._order.append(gpio)
        return wire

    def wire(self, number):
        """The wire on that GPIO."""
        return self.gpio(number).wire

    def i2c_bus(self, sda, scl):
        """The I2C bus on that pair of GPIOs; it has no pull-ups before a chip board brings some."""
        if (sda, scl) not in self._buses:
            self._buses[sda, scl] = I2cBus(self.wire(sda), self.wire(scl))
        return self._buses[sda, scl]

    def gpio_levels(self):
        """Levels of all GPIOs in use as a bit mask, as the input register gives them."""
        levels = 0
        for gpio in self._order:
            if gpio.wire.read():
                levels |= 1 << gpio.number
        return levels
