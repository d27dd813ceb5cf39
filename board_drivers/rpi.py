"""A Raspberry Pi's pins and buses in the shape of MicroPython's `machine`, for CPython on the Pi itself.

The program that runs a board there puts this module in the place of `machine` before it imports a driver.  Pins go through
gpiozero (which takes lgpio), SPI through spidev, I2C through smbus2; numbers are those of the GPIOs.
"""

import time

from gpiozero import Device

# Bus -> (data, clock) for I2C; (clock, to the chips, from the chips) for SPI, as the kernel brings them out.
_I2C_PINS = {0: (0, 1), 1: (2, 3)}
_SPI_PINS = {0: (11, 10, 9), 1: (21, 20, 19)}

# A WS2812 bit as three bits on SPI: 100 is high for 417 ns (a 0), 110 for 833 ns (a 1).
_LAMP_HERTZ = 2400000
_LAMP_RESET = bytes(90)  # 300 microseconds of low

# Below this a sleep is a wait in a loop: the kernel's shortest one is longer.
_SPIN_NS = 100000


class Pin:
    """One GPIO, with the methods of `machine.Pin`."""

    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_RISING = 8
    IRQ_FALLING = 4

    _PULLS = {None: "floating", PULL_UP: "up", PULL_DOWN: "down"}
    _EDGES = {IRQ_RISING: "rising", IRQ_FALLING: "falling", IRQ_RISING | IRQ_FALLING: "both"}
    made = {}  # GPIO -> the latest Pin there, for the registers below

    def __init__(self, id, mode=-1, pull=-1, *, value=None):
        Device.ensure_pin_factory()
        self.number = id.number if isinstance(id, Pin) else id
        self._pin = Device.pin_factory.pin(self.number)
        self._mode = None
        self._latch = 0
        self._pull = None
        self._edge = None
        if self.number in Pin.made:
            before = Pin.made[self.number]
            self._mode, self._latch, self._pull = before._mode, before._latch, before._pull
        Pin.made[self.number] = self
        self.init(mode, pull, value=value)

    def init(self, mode=-1, pull=-1, *, value=None):
        """Set mode, pull and level; what is not given stays."""
        if value is not None:
            self._latch = 1 if value else 0
        if pull != -1:
            self._pull = pull
        if mode != -1:
            self._mode = mode
        if self._mode is not None and (mode != -1 or pull != -1 or value is not None):
            self._apply()

    def _apply(self):
        """Make the pin what mode, pull and latch say."""
        if self._mode == Pin.OUT or (self._mode == Pin.OPEN_DRAIN and not self._latch):
            if self._pin.function != "output":
                self._pin.output_with_state(self._latch)
            self._pin.state = self._latch
        else:
            self._pin.input_with_pull(self._PULLS[self._pull])

    def value(self, level=None):
        """The level (0 or 1), or set it."""
        if level is None:
            return 1 if self._pin.state else 0
        self._latch = 1 if level else 0
        if self._mode == Pin.OUT:
            self._pin.state = self._latch
        elif self._mode == Pin.OPEN_DRAIN:
            self._apply()
        return None

    __call__ = value

    def on(self):
        """Drive high."""
        self.value(1)

    def off(self):
        """Drive low."""
        self.value(0)

    high = on
    low = off

    def toggle(self):
        """Drive the other way round."""
        self.value(1 - self._latch)

    def mode(self):
        """The mode: IN, OUT or OPEN_DRAIN."""
        return self._mode

    def irq(self, handler=None, trigger=IRQ_RISING | IRQ_FALLING, hard=False):
        """Have `handler(pin)` called at edges, from another thread."""
        self._pin.when_changed = None
        self._edge = None
        if handler is not None:
            # gpiozero keeps no hold of what it calls: this object does.
            self._edge = lambda ticks, state: handler(self)
            self._pin.edges = self._EDGES[trigger]
            self._pin.when_changed = self._edge
        return self


class _Registers:
    """The GPIO registers of a Pico that scanners use, played by the pins that have been made: input, set, clear, enable."""

    _BASE = 0xD0000000

    def __getitem__(self, address):
        if address != self._BASE + 0x04:
            raise ValueError("no register at 0x%x" % address)
        levels = 0
        for number, pin in Pin.made.items():
            if pin.mode() is not None and pin.value():
                levels |= 1 << number
        return levels

    def __setitem__(self, address, mask):
        does = {
            self._BASE + 0x14: lambda pin: pin.value(1),
            self._BASE + 0x18: lambda pin: pin.value(0),
            self._BASE + 0x24: lambda pin: pin.init(Pin.OUT),
            self._BASE + 0x28: lambda pin: pin.init(Pin.IN),
        }.get(address)
        if does is None:
            raise ValueError("no register at 0x%x" % address)
        for number in range(30):
            if mask >> number & 1:
                does(Pin.made[number])


mem32 = _Registers()


class SPI:
    """A hardware SPI bus; its pins are the kernel's."""

    MSB = 0

    def __init__(self, id, baudrate=1000000, *, polarity=0, phase=0, bits=8, firstbit=0, sck=None, mosi=None, miso=None):
        from spidev import SpiDev

        for pin, number, name in zip((sck, mosi, miso), _SPI_PINS[id], ("SCK", "MOSI", "MISO")):
            if pin is not None and pin.number != number:
                raise ValueError("bad %s pin: SPI %d has GPIO %d there" % (name, id, number))
        self._device = SpiDev()
        self._device.open(id, 0)
        self._device.mode = polarity << 1 | phase
        self._device.max_speed_hz = baudrate

    def write(self, out):
        """Send the bytes `out`."""
        self._device.xfer2(list(out))

    def read(self, nbytes, write=0):
        """Receive `nbytes` bytes while sending `write` again and again."""
        return bytes(self._device.xfer2([write] * nbytes))

    def readinto(self, into, write=0):
        """Receive into the bytearray `into` while sending `write` again and again."""
        into[:] = bytes(self._device.xfer2([write] * len(into)))

    def write_readinto(self, out, into):
        """Send `out` and receive as many bytes into `into`."""
        into[:] = bytes(self._device.xfer2(list(out)))


class SoftSPI:
    """SPI in phase 0 on any pins, bit by bit; as MicroPython's, it reads after the first edge of the clock."""

    MSB = 0

    def __init__(self, baudrate=500000, *, polarity=0, phase=0, bits=8, firstbit=0, sck, mosi, miso):
        if phase:
            raise ValueError("phase 0 only")
        self._clock, self._out, self._in = sck, mosi, miso
        self._rest = polarity
        sck.init(Pin.OUT, value=polarity)
        if mosi:
            mosi.init(Pin.OUT, value=0)
        if miso:
            miso.init(Pin.IN)

    def write_readinto(self, out, into):
        """Send `out` and receive as many bytes into `into`."""
        for place in range(len(out)):
            got = 0
            for shift in range(7, -1, -1):
                if self._out:
                    self._out.value(out[place] >> shift & 1)
                self._clock.value(1 - self._rest)
                got = got << 1 | (self._in.value() if self._in else 0)
                self._clock.value(self._rest)
            into[place] = got

    def readinto(self, into, write=0):
        """Receive into the bytearray `into` while sending `write` again and again."""
        self.write_readinto(bytes([write]) * len(into), into)

    def write(self, out):
        """Send the bytes `out`."""
        self.write_readinto(out, bytearray(len(out)))

    def read(self, nbytes, write=0):
        """Receive `nbytes` bytes while sending `write` again and again."""
        into = bytearray(nbytes)
        self.readinto(into, write)
        return bytes(into)


class I2C:
    """A hardware I2C bus; its pins are the kernel's, and so is its speed."""

    def __init__(self, id, *, scl, sda, freq=400000, timeout=50000):
        from smbus2 import SMBus, i2c_msg

        if (sda.number, scl.number) != _I2C_PINS[id]:
            raise ValueError("bad I2C pins: I2C %d has GPIO %d and %d" % ((id,) + _I2C_PINS[id]))
        self._bus = SMBus(id)
        self._message = i2c_msg

    def writeto(self, address, data, stop=True):
        """Send bytes to a chip; how many.  OSError when it does not answer."""
        self._bus.i2c_rdwr(self._message.write(address, list(data)))
        return len(data)

    def writevto(self, address, vector, stop=True):
        """Send several buffers as one message; how many bytes."""
        return self.writeto(address, b"".join([bytes(part) for part in vector]))

    def writeto_mem(self, address, register, data, *, addrsize=8):
        """Write bytes to registers from `register` on."""
        self.writeto(address, bytes([register]) + bytes(data))

    def readfrom_into(self, address, into, stop=True):
        """Receive bytes from a chip."""
        message = self._message.read(address, len(into))
        self._bus.i2c_rdwr(message)
        into[:] = bytes(list(message))

    def readfrom_mem_into(self, address, register, into, *, addrsize=8):
        """Read registers from `register` on into a bytearray."""
        message = self._message.read(address, len(into))
        self._bus.i2c_rdwr(self._message.write(address, [register]), message)
        into[:] = bytes(list(message))

    def readfrom_mem(self, address, register, nbytes, *, addrsize=8):
        """Read `nbytes` registers from `register` on."""
        into = bytearray(nbytes)
        self.readfrom_mem_into(address, register, into)
        return bytes(into)

    def scan(self):
        """Addresses that answer, as a list."""
        found = []
        for address in range(8, 120):
            try:
                self.readfrom_into(address, bytearray(1))
                found.append(address)
            except OSError:
                continue
        return found


class PWM:
    """A pulse-width output."""

    def __init__(self, pin, freq=0, duty_u16=0):
        pin.init(Pin.OUT, value=0)
        self._pin = pin._pin
        self._freq = freq
        self._duty = duty_u16
        self._apply()

    def _apply(self):
        if self._freq and self._duty:
            self._pin.frequency = self._freq
            self._pin.state = self._duty / 65535
        elif self._pin.frequency is not None:
            self._pin.frequency = None

    def freq(self, hertz=None):
        """The frequency in hertz, or set it."""
        if hertz is None:
            return self._freq
        self._freq = hertz
        self._apply()
        return None

    def duty_u16(self, duty=None):
        """The share of a period that the output is high, 0 to 65535, or set it."""
        if duty is None:
            return self._duty
        self._duty = duty
        self._apply()
        return None

    def deinit(self):
        """Stop."""
        self.duty_u16(0)


class _LampLines:
    """The SPI buses whose data line feeds WS2812 lamps, opened at first use."""

    opened = {}


def _lamp_bytes(data):
    """Each byte of `data` as the three SPI bytes that look like its eight WS2812 bits."""
    sent = bytearray()
    for byte in data:
        bits = 0
        for shift in range(7, -1, -1):
            bits = bits << 3 | (0b110 if byte >> shift & 1 else 0b100)
        sent += bytes((bits >> 16, bits >> 8 & 255, bits & 255))
    return sent


def bitstream(pin, encoding, timing, data):
    """Send `data` to WS2812 lamps on `pin`, which has to be the data line of an SPI bus: GPIO 10 or 20.

    The pulses are those of 800 kHz lamps whatever `timing` says.
    """
    for bus, (_, line, _) in _SPI_PINS.items():
        if line == pin.number:
            break
    else:
        raise ValueError("lamps on GPIO %d: a Raspberry Pi sends to them by SPI only, from GPIO 10 or 20" % pin.number)
    if bus not in _LampLines.opened:
        from spidev import SpiDev

        device = _LampLines.opened[bus] = SpiDev()
        device.open(bus, 0)
        device.mode = 0
    # Another user of the bus may have set another speed.
    device = _LampLines.opened[bus]
    device.max_speed_hz = _LAMP_HERTZ
    device.writebytes2(b"\x00" + bytes(_lamp_bytes(data)) + _LAMP_RESET)


def ticks_us():
    """Microseconds since some point in the past."""
    return time.monotonic_ns() // 1000


def ticks_ms():
    """Milliseconds since the same point."""
    return time.monotonic_ns() // 1000000


def ticks_diff(later, earlier):
    """How much later one reading of a clock is than another; these clocks never start again from 0."""
    return later - earlier


def sleep_us(us):
    """Wait `us` microseconds."""
    end = time.monotonic_ns() + us * 1000
    if us * 1000 > _SPIN_NS:
        time.sleep(us / 1000000)
    while time.monotonic_ns() < end:
        pass


def sleep_ms(ms):
    """Wait `ms` milliseconds."""
    time.sleep(ms / 1000)


def idle():
    """Let others run for a moment."""
    time.sleep(0)
