"""A stand-in for MicroPython's `machine`, as the Raspberry Pi Pico has it, in front of `host.virtual.mcu`.

`use(mcu)` says whose pins `Pin(n)` means; whatever has been made keeps the controller that was in use then.
"""

from host.virtual.mcu import ALT, IN, OPEN_DRAIN, OUT

PWRON_RESET = 1
WDT_RESET = 3

_HIGH_FIRST = 0


class _Here:
    mcu = None


def use(mcu):
    """Make `mcu` (host.virtual.mcu.Mcu) the controller that this module stands for."""
    _Here.mcu = mcu


def _mcu():
    if _Here.mcu is None:
        raise RuntimeError("no virtual board in use: call Bench.use() first")
    return _Here.mcu


class Pin:
    """One GPIO, with the methods of `machine.Pin`."""

    IN = IN
    OUT = OUT
    OPEN_DRAIN = OPEN_DRAIN
    ALT = ALT
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_RISING = 8
    IRQ_FALLING = 4

    def __init__(self, id, mode=-1, pull=-1, *, value=None, alt=None):
        self.gpio = _mcu().gpio(id.gpio.number if isinstance(id, Pin) else id)
        self.init(mode, pull, value=value, alt=alt)

    def init(self, mode=-1, pull=-1, *, value=None, alt=None):
        """Set mode, pull and level; what is not given stays."""
        if value is not None:
            self.gpio.out = 1 if value else 0
        if mode != -1:
            self.gpio.set_mode(mode)
        elif value is not None:
            self.gpio.put(self.gpio.out)
        if pull != -1:
            self.gpio.wire.pull(self.gpio.port, None if pull is None else 1 if pull == self.PULL_UP else 0)

    def value(self, level=None):
        """The level (0 or 1), or set it."""
        if level is None:
            return self.gpio.wire.read()
        self.gpio.put(1 if level else 0)

    def __call__(self, level=None):
        if level is None:
            return self.gpio.wire.read()
        self.gpio.put(1 if level else 0)

    def on(self):
        """Drive high."""
        self.gpio.put(1)

    def off(self):
        """Drive low."""
        self.gpio.put(0)

    high = on
    low = off

    def toggle(self):
        """Drive the other way round."""
        self.gpio.put(1 - self.gpio.out)

    def mode(self):
        """The mode: IN, OUT, OPEN_DRAIN or ALT."""
        return self.gpio.mode

    def irq(self, handler=None, trigger=12, hard=False):
        """Have `handler(pin)` called at edges."""
        self.gpio.on_edge(handler, self, trigger & self.IRQ_RISING, trigger & self.IRQ_FALLING)
        return self


class _Mem32:
    """The GPIO registers of an RP2040's single-cycle IO block; no other address exists here."""

    _BASE = 0xD0000000

    def __getitem__(self, address):
        offset = address - self._BASE
        if offset == 0x04:
            return _mcu().gpio_levels()
        raise ValueError("no register at 0x%x" % address)

    def __setitem__(self, address, mask):
        offset = address - self._BASE
        if offset not in (0x14, 0x18, 0x24, 0x28):
            raise ValueError("no register at 0x%x" % address)
        mcu = _mcu()
        number = 0
        while mask:
            if mask & 1:
                gpio = mcu.gpio(number)
                if offset == 0x14:
                    gpio.put(1)
                elif offset == 0x18:
                    gpio.put(0)
                else:
                    gpio.set_mode(OUT if offset == 0x24 else IN)
            mask >>= 1
            number += 1


mem32 = _Mem32()


def _bus_pin(mcu, owner, pin, what, fits):
    """Take `pin` for a bus; on a Pico it has to be one that the chip can connect there."""
    gpio = pin.gpio
    if mcu.kind == "pico" and not fits(gpio.number):
        raise ValueError("bad %s pin" % what)
    gpio.owner = owner
    gpio.set_mode(ALT)
    return gpio


class SoftSPI:
    """An SPI bus on any pins: it moves them edge by edge, or whole bytes at once where that comes to the same."""

    MSB = 0
    LSB = 1
    LATE = True     # MicroPython's own reads after the first edge of the clock, where hardware reads before it

    def __init__(self, baudrate=500000, *, polarity=0, phase=0, bits=8, firstbit=0, sck, mosi, miso):
        if bits != 8:
            raise ValueError("bits must be 8")
        if firstbit != self.MSB:
            raise NotImplementedError("LSB")
        mcu = _mcu()
        self.baudrate = baudrate
        self._polarity = polarity
        self._phase = phase
        self._sck = _bus_pin(mcu, self, sck, "SCK", self._fits(2))
        self._mosi = _bus_pin(mcu, self, mosi, "MOSI", self._fits(3)) if mosi else None
        self._miso = _bus_pin(mcu, self, miso, "MISO", self._fits(0)) if miso else None
        self._sck.wire.drive(self._sck.port, polarity)
        if self._mosi:
            self._mosi.wire.drive(self._mosi.port, 0)

    @staticmethod
    def _fits(role):
        return _any

    def write(self, out):
        """Send the bytes `out`."""
        self._transfer(out, 0, None, len(out))

    def read(self, nbytes, write=0):
        """Receive `nbytes` bytes while sending `write` again and again."""
        into = bytearray(nbytes)
        self._transfer(None, write, into, nbytes)
        return bytes(into)

    def readinto(self, into, write=0):
        """Receive into the bytearray `into` while sending `write` again and again."""
        self._transfer(None, write, into, len(into))

    def write_readinto(self, out, into):
        """Send `out` and receive as many bytes into `into`."""
        if len(out) != len(into):
            raise ValueError("buffers must be the same length")
        self._transfer(out, 0, into, len(out))

    def deinit(self):
        """Give the bus back; its pins stay as they are."""

    def _transfer(self, out, fill, into, count):
        chip = self._sck.wire.burst
        if chip is not None and not self.LATE and self._polarity == self._phase == 0 and chip.takes_bytes(self._sck, self._mosi, self._miso):
            chip.exchange(out, fill, into, count)
            return
        for place in range(count):
            got = self._exchange_byte(fill if out is None else out[place])
            if into is not None:
                into[place] = got

    def _exchange_byte(self, byte):
        got = 0
        sck, rest = self._sck, self._polarity
        for shift in range(7, -1, -1):
            if self._phase:
                sck.wire.drive(sck.port, 1 - rest)
            if self._mosi:
                self._mosi.wire.drive(self._mosi.port, byte >> shift & 1)
            if not self._phase:
                if not self.LATE:
                    got = got << 1 | self._sample()
                sck.wire.drive(sck.port, 1 - rest)
                if self.LATE:
                    got = got << 1 | self._sample()
            else:
                got = got << 1 | self._sample()
            sck.wire.drive(sck.port, rest)
        return got

    def _sample(self):
        return self._miso.wire.read() if self._miso else 0


class SPI(SoftSPI):
    """A hardware SPI bus."""

    LATE = False

    def __init__(self, id, baudrate=1000000, *, polarity=0, phase=0, bits=8, firstbit=0, sck=None, mosi=None, miso=None):
        if id not in (0, 1):
            raise ValueError("SPI(%s) doesn't exist" % id)
        self._id = id
        super().__init__(baudrate, polarity=polarity, phase=phase, bits=bits, firstbit=firstbit, sck=sck, mosi=mosi, miso=miso)

    def _fits(self, role):
        return lambda number: number % 4 == role and number // 8 % 2 == self._id


def _any(number):
    return True


class I2C:
    """A hardware I2C bus; its errors are those of a Pico: EIO (5) where nobody answers, ETIMEDOUT (110) where the bus hangs
    or a message takes longer than `timeout` (us)."""

    def __init__(self, id, *, scl, sda, freq=400000, timeout=50000):
        mcu = _mcu()
        if id not in (0, 1):
            raise ValueError("I2C(%s) doesn't exist" % id)
        data = _bus_pin(mcu, self, sda, "SDA", lambda n: n % 2 == 0 and n // 2 % 2 == id)
        clock = _bus_pin(mcu, self, scl, "SCL", lambda n: n % 2 == 1 and n // 2 % 2 == id)
        self.freq = freq
        self.timeout = timeout
        self._bus = mcu.i2c_bus(data.number, clock.number)
        self._byte = bytearray(1)

    def scan(self):
        """Addresses that answer, as a list."""
        return [address for address in range(8, 120) if self._bus.answers(address)]

    def _begin(self, address, length):
        """A start, and time enough for the address and `length` bytes."""
        self._bus.begin(address)
        if (length + 1) * 9 * 1000000 > self.timeout * self.freq:
            self._bus.end()
            raise OSError(110)

    def writeto(self, address, data, stop=True):
        """Send bytes to a chip; the number of bytes it acknowledged."""
        self._begin(address, len(data))
        sent = self._bus.send(data)
        self._bus.end()
        return sent

    def writevto(self, address, vector, stop=True):
        """Send several buffers as one message; the number of bytes acknowledged."""
        self._begin(address, sum([len(part) for part in vector]))
        sent = 0
        for part in vector:
            sent += self._bus.send(part)
        self._bus.end()
        return sent

    def writeto_mem(self, address, register, data, *, addrsize=8):
        """Write bytes to registers from `register` on."""
        self._byte[0] = register
        self._begin(address, 1 + len(data))
        self._bus.send(self._byte)
        self._bus.send(data)
        self._bus.end()

    def readfrom_into(self, address, into, stop=True):
        """Receive bytes from a chip."""
        self._begin(address, len(into))
        self._bus.receive(into)
        self._bus.end()

    def readfrom_mem_into(self, address, register, into, *, addrsize=8):
        """Read registers from `register` on into a bytearray."""
        self._byte[0] = register
        self._bus.begin(address)
        self._bus.send(self._byte)
        self._begin(address, len(into))
        self._bus.receive(into)
        self._bus.end()

    def readfrom_mem(self, address, register, nbytes, *, addrsize=8):
        """Read `nbytes` registers from `register` on."""
        into = bytearray(nbytes)
        self.readfrom_mem_into(address, register, into)
        return bytes(into)


class PWM:
    """A pulse-width output; what it does is told to the controller's `tones`."""

    def __init__(self, pin, freq=0, duty_u16=0):
        self._mcu = _mcu()
        pin.gpio.owner = self
        pin.gpio.set_mode(ALT)
        self._freq = freq
        self._duty = duty_u16
        self._hertz = 0
        self._tell()

    def _tell(self):
        hertz = self._freq if self._duty else 0
        if hertz != self._hertz:
            self._hertz = hertz
            self._mcu.tones.append((self._mcu.clock.us, hertz))

    def freq(self, hertz=None):
        """The frequency in hertz, or set it."""
        if hertz is None:
            return self._freq
        if not 8 <= hertz <= 62500000:
            raise ValueError("freq out of range")
        self._freq = hertz
        self._tell()

    def duty_u16(self, duty=None):
        """The share of a period that the output is high, 0 to 65535, or set it."""
        if duty is None:
            return self._duty
        self._duty = duty
        self._tell()

    def deinit(self):
        """Stop."""
        self.duty_u16(0)


def bitstream(pin, encoding, timing, data):
    """Send `data` as pulses on `pin`; `timing` is (high_0, low_0, high_1, low_1) in nanoseconds."""
    if encoding != _HIGH_FIRST:
        raise ValueError("encoding")
    chip = pin.gpio.wire.pulses
    if chip is not None and pin.gpio.mode == OUT:
        chip.bitstream(timing, data)


def time_pulse_us(pin, level, timeout_us=1000000):
    """Length in microseconds of the next pulse of `level` on `pin`; -2 if it does not begin, -1 if it does not end in time."""
    clock = _mcu().clock
    start = _wait_for(clock, pin, level, timeout_us)
    if start is None:
        return -2
    end = _wait_for(clock, pin, 1 - level, timeout_us)
    return -1 if end is None else end - start


def _wait_for(clock, pin, level, timeout_us):
    end = clock.ticks_us() + timeout_us
    while pin.value() != level:
        if clock.ticks_us() >= end:
            return None
        clock.sleep_us(1)
    return clock.ticks_us()


def ticks_us():
    """Time now in microseconds, by the clock of the board in use."""
    return _mcu().clock.ticks_us()


def ticks_ms():
    """Time now in milliseconds, by the clock of the board in use."""
    return _mcu().clock.ticks_ms()


def ticks_diff(later, earlier):
    """How much later one reading of a clock is than another; these clocks never start again from 0."""
    return later - earlier


def sleep_us(us):
    """Wait by the clock of the board in use."""
    _mcu().clock.sleep_us(us)


def sleep_ms(ms):
    """Wait by the clock of the board in use."""
    _mcu().clock.sleep_ms(ms)


def idle():
    """Nothing to do until something happens."""


def disable_irq():
    """Interrupts off; the state for `enable_irq`."""
    return 0


def enable_irq(state):
    """Interrupts as they were."""


def freq(hertz=None):
    """The processor's frequency in hertz."""
    return 125000000


def unique_id():
    """The chip's own eight bytes."""
    return b"reedsim0"


def reset_cause():
    """Why the controller started."""
    return PWRON_RESET
