"""A Raspberry Pi without hardware: gpiozero's mock pins, and stand-ins for spidev and smbus2, on the wires of the chip models."""

import importlib
import sys
import types
from contextlib import contextmanager

from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

import host.virtual
from board_drivers.profile import Profile
from host.virtual.clock import RealClock


class WiredPin(MockPWMPin):
    """A mock pin that drives one of our wires and reads it."""

    mcu = None  # host.virtual.mcu.Mcu, set by `pi_board`

    def __init__(self, factory, info):
        super().__init__(factory, info)
        self._gpio = self.mcu.gpio(info.name and int(info.name[4:]))
        self._gpio.wire.listeners.append(self._edge)
        self._join()

    def _join(self):
        level = None if self._function == "input" else int(bool(self._state))
        self._gpio.wire.drive(self._gpio.port, level)
        pull = {"up": 1, "down": 0}.get(self._pull) if self._function == "input" else None
        self._gpio.wire.pull(self._gpio.port, pull)

    def _edge(self, level):
        if self._function == "input" and self._change_state(bool(level)):
            if self._edges in ("both", "rising" if level else "falling") and self._when_changed is not None:
                self._call_when_changed()

    def _set_function(self, value):
        super()._set_function(value)
        if hasattr(self, "_gpio"):
            self._join()

    def _set_pull(self, value):
        super()._set_pull(value)
        if hasattr(self, "_gpio"):
            self._join()

    def _set_state(self, value):
        super()._set_state(value)
        if self._frequency is None:
            self._join()

    def _get_state(self):
        if self._function == "input":
            return bool(self._gpio.wire.read())
        return super()._get_state()

    def _set_frequency(self, value):
        super()._set_frequency(value)
        self.mcu.tones.append((self.mcu.clock.us, value or 0))


def spidev_on(mcu):
    """A module `spidev` whose buses are the wires of `mcu`."""

    class SpiDev:
        """The part of spidev.SpiDev that `board_drivers.rpi` uses."""

        PINS = {0: (11, 10, 9), 1: (21, 20, 19)}
        mode = 0
        max_speed_hz = 500000

        def open(self, bus, device):
            """Take the bus's wires."""
            self._wires = [mcu.wire(number) for number in self.PINS[bus]]
            self._ports = [wire.port() for wire in self._wires]
            self._wires[0].drive(self._ports[0], 0)
            self._wires[1].drive(self._ports[1], 0)

        def xfer2(self, out):
            """Send and receive, edge by edge."""
            (clock, data, answer), ports = self._wires, self._ports
            assert self.mode == 0
            got = []
            for byte in out:
                value = 0
                for shift in range(7, -1, -1):
                    data.drive(ports[1], byte >> shift & 1)
                    value = value << 1 | answer.read()
                    clock.drive(ports[0], 1)
                    clock.drive(ports[0], 0)
                got.append(value)
            return got

        def writebytes2(self, out):
            """Send; lamps on the data wire get the pulses."""
            lamps = self._wires[1].pulses
            if lamps is None:
                self.xfer2(list(out))
                return
            bit_ns = 1e9 / self.max_speed_hz
            levels = "".join(f"{byte:08b}" for byte in out).strip("0") + "0" * (len(out) * 8 - len("".join(f"{b:08b}" for b in out).rstrip("0")))
            for pulse in levels.replace("01", "0 1").split():
                lamps.pulse(pulse.count("1") * bit_ns, pulse.count("0") * bit_ns)

    module = types.ModuleType("spidev")
    module.SpiDev = SpiDev
    return module


def smbus2_on(mcu):
    """A module `smbus2` whose buses are the wires of `mcu`."""

    class Message:
        """A message of smbus2.i2c_msg."""

        def __init__(self, address, reads, data):
            self.address, self.reads, self.data = address, reads, data

        @classmethod
        def write(cls, address, data):
            """Bytes for a chip."""
            return cls(address, False, bytes(data))

        @classmethod
        def read(cls, address, length):
            """Room for bytes from a chip."""
            return cls(address, True, bytearray(length))

        def __iter__(self):
            return iter(self.data)

    class SMBus:
        """The part of smbus2.SMBus that `board_drivers.rpi` uses."""

        def __init__(self, bus):
            self._bus = mcu.i2c_bus(*{0: (0, 1), 1: (2, 3)}[bus])

        def i2c_rdwr(self, *messages):
            """One transfer."""
            for message in messages:
                self._bus.begin(message.address)
                (self._bus.receive if message.reads else self._bus.send)(message.data)
            self._bus.end()

    module = types.ModuleType("smbus2")
    module.SMBus, module.i2c_msg = SMBus, Message
    return module


# Modules that bind `machine` when they are imported: they are imported anew for a Raspberry Pi.
_BOUND = ("board_drivers.", "host.virtual.neopixel", "host.virtual.ssd1306")
_FREE = ("board_drivers.profile", "board_drivers.schema", "board_drivers.palette")
_NAMES = ("machine", "neopixel", "ssd1306", "framebuf", "spidev", "smbus2")


def _take_out():
    """Forget those modules, as if they had never been imported; a dict of what there was."""
    names = [name for name in sys.modules if (name.startswith(_BOUND) and name not in _FREE) or name in _NAMES]
    for name in names:
        package, _, last = name.rpartition(".")
        if package and hasattr(sys.modules[package], last):
            delattr(sys.modules[package], last)
    return {name: sys.modules.pop(name) for name in names}


class PiBoard:
    """A board on a Raspberry Pi: `bench` (the chips), `parts` (the real drivers over `rpi`), `frame`."""

    def __init__(self, profile):
        from host.virtual.bench import Bench

        self.profile = profile
        # The back end waits by the computer's own clock, and so do the wires.
        self.bench = Bench(profile, RealClock())

    def build(self):
        """Make the drivers over `board_drivers.rpi`."""
        self.rpi = importlib.import_module("board_drivers.rpi")
        host.virtual.install(self.rpi)
        host.virtual.install_display()
        self.parts = importlib.import_module("board_drivers.build").build(self.profile)
        self.frame = bytearray((self.parts.scanner.bits + 7) // 8)

    def scan(self):
        """The bits that are closed, as the driver sees them now."""
        self.parts.scanner.scan(self.frame)
        return [bit for bit in range(self.parts.scanner.bits) if self.frame[bit >> 3] >> (bit & 7) & 1]

    def close(self, *bits):
        """Close exactly these switches."""
        for bit in range(self.parts.scanner.bits):
            self.bench.set_switch(bit, bit in bits)


@contextmanager
def pi_board(data):
    """A `PiBoard` for the device form `data`; inside, `machine` is `board_drivers.rpi` for everything imported anew."""
    board = PiBoard(Profile(data))
    before, factory = _take_out(), Device.pin_factory
    WiredPin.mcu = board.bench.mcu
    Device.pin_factory = MockFactory(pin_class=WiredPin)
    sys.modules["spidev"] = spidev_on(board.bench.mcu)
    sys.modules["smbus2"] = smbus2_on(board.bench.mcu)
    try:
        board.build()
        yield board
    finally:
        Device.pin_factory.close()
        Device.pin_factory = factory
        _take_out()
        for name, module in before.items():
            sys.modules[name] = module
            package, _, last = name.rpartition(".")
            if package:
                setattr(sys.modules[package], last, module)
