"""The stand-in for `machine`, wires and clock: what real ones do; on both runtimes."""

from tests.drivers.boards import Board, form
from tests.mp.check import raises

from board_drivers import ticks
from host.virtual import machine
from host.virtual.clock import RealClock, VirtualClock
from host.virtual.mcu import Mcu
from host.virtual.wire import SlowWire, Wire


def here():
    """A fresh controller in use."""
    mcu = Mcu()
    machine.use(mcu)
    return mcu


def test_wire_levels():
    """Drivers beat pulls, low beats high and is counted, nobody is noise."""
    wire = Wire("w")
    one, two = wire.port(), wire.port()
    assert len(set([wire.read() for _ in range(40)])) == 2
    wire.pull(one, 1)
    assert [wire.read() for _ in range(40)] == [1] * 40
    wire.drive(one, 0)
    assert wire.read() == 0 and wire.shorts == 0
    wire.drive(two, 1)
    assert wire.read() == 0 and wire.shorts == 1
    wire.drive(one, None)
    assert wire.read() == 1
    wire.drive(two, None)
    assert wire.read() == 1
    wire.pull(one, None)
    assert len(set([wire.read() for _ in range(40)])) == 2


def test_wire_tells_edges():
    """Listeners hear every change of level once, watchers also when the wire is let go."""
    wire, heard, watched = Wire("w", 1), [], []
    wire.listeners.append(heard.append)
    wire.watchers.append(watched.append)
    port = wire.port()
    for level in (1, 0, 0, None, 0, 1):
        wire.drive(port, level)
    assert heard == [0, 1, 0, 1]
    wire.cut_pull()
    wire.drive(port, None)
    assert heard == [0, 1, 0, 1] and watched[-1] == 1 and len(watched) == 5


def test_slow_wire():
    """Let go, it keeps its level for the rise time; driven, it follows at once."""
    clock = VirtualClock()
    wire = SlowWire("w", clock, 5, 1)
    port = wire.port()
    wire.drive(port, 0)
    assert wire.read() == 0
    wire.drive(port, None)
    for us, level in ((0, 0), (4, 0), (5, 1), (9, 1)):
        clock.advance_to(us)
        assert wire.read() == level
    wire.drive(port, 0)
    assert wire.read() == 0


def test_clock():
    """Time passes when somebody sleeps; what was asked for happens on the way, in order, at its time."""
    clock, seen = VirtualClock(), []

    def note(name):
        seen.append((clock.us, name))

    clock.at(300, note, "c")
    clock.at(100, note, "a")
    clock.at(300, note, "d")
    clock.at(200, note, "b")
    assert clock.next_due() == 100
    clock.sleep_us(250)
    assert seen == [(100, "a"), (200, "b")] and clock.us == 250
    clock.at(50, note, "late")
    clock.sleep_ms(1)
    assert seen == [(100, "a"), (200, "b"), (250, "late"), (300, "c"), (300, "d")]
    assert clock.us == 1250 and clock.ticks_ms() == 1 and clock.next_due() is None
    clock.advance_to(7)
    assert clock.us == 1250


def test_real_clock():
    """Begins at 0 and never goes back."""
    clock = RealClock()
    times = []
    for _ in range(5):
        times.append(clock.ticks_us())
        clock.sleep_us(0)
        clock.sleep_ms(0)
        times.append(clock.us)
    assert times == sorted(times) and times[0] >= 0
    assert clock.ticks_ms() * 1000 <= clock.us


def test_drivers_wait_by_the_clock_of_the_board_in_use():
    """And several boards in one process have each their own."""
    one, two = Board(form()), Board(form())
    one.bench.use()
    ticks.sleep_us(1500)
    assert (one.bench.clock.us, two.bench.clock.us) == (1500, 0)
    assert ticks.ticks_us() == 1500 and ticks.ticks_ms() == 1 and ticks.ticks_diff(ticks.ticks_us(), 700) == 800
    two.bench.use()
    ticks.sleep_ms(4)
    assert (one.bench.clock.us, two.bench.clock.us) == (1500, 4000)


def test_pins():
    """Modes, pulls, levels, and interrupts at edges."""
    mcu = here()
    pin, heard = machine.Pin(3, machine.Pin.IN, machine.Pin.PULL_UP), []
    outside = mcu.wire(3).port()
    assert pin.value() == 1 and pin() == 1
    pin.irq(heard.append, machine.Pin.IRQ_FALLING)
    mcu.wire(3).drive(outside, 0)
    mcu.wire(3).drive(outside, None)
    assert heard == [pin] and pin() == 1
    pin.irq(None)
    mcu.wire(3).drive(outside, 0)
    mcu.wire(3).drive(outside, None)
    assert heard == [pin]
    pin.value(0)
    assert pin() == 1  # the latch of an input reaches nothing
    pin.init(machine.Pin.OUT)
    assert pin() == 0 and mcu.wire(3).level == 0
    pin.on()
    pin.toggle()
    pin.high()
    assert pin() == 1 and machine.Pin(3)() == 1
    pin.init(machine.Pin.OPEN_DRAIN, value=1)
    mcu.wire(3).drive(outside, 0)
    assert pin() == 0 and mcu.wire(3).shorts == 0
    raises(ValueError, machine.Pin, 30)
    raises(ValueError, machine.Pin, "LED")


def test_registers():
    """The set and clear registers of the GPIO block, and its input register."""
    mcu = here()
    base = 0xD0000000
    outside = mcu.wire(5).port()
    mcu.wire(5).drive(outside, 1)
    machine.Pin(2, machine.Pin.OUT, value=0)
    machine.mem32[base + 0x14] = 1 << 2
    assert machine.mem32[base + 0x04] == 1 << 5 | 1 << 2
    machine.mem32[base + 0x18] = 1 << 2
    assert machine.mem32[base + 0x04] == 1 << 5
    machine.mem32[base + 0x24] = 1 << 6
    assert mcu.gpio(6).mode == machine.Pin.OUT
    machine.mem32[base + 0x28] = 1 << 6
    assert mcu.gpio(6).mode == machine.Pin.IN
    raises(ValueError, machine.mem32.__getitem__, base + 0x40)
    raises(ValueError, machine.mem32.__setitem__, 0x40014000, 1)


def test_bus_pins_of_a_pico():
    """Which GPIO can be which pin of which bus, by the chip's table; on a Raspberry Pi that is the kernel's business."""
    table = (("sck", (2, 6, 18, 22), (10, 14, 26)), ("mosi", (3, 7, 19, 23), (11, 15, 27)), ("miso", (0, 4, 16, 20), (8, 12, 24, 28)))
    good = {"sck": (2, 10), "mosi": (3, 11), "miso": (0, 8)}
    for role, *pins in table:
        for number in range(30):
            for bus in (0, 1):
                here()
                lines = {name: machine.Pin(pair[bus]) for name, pair in good.items()}
                lines[role] = machine.Pin(number)
                try:
                    machine.SPI(bus, **lines)
                    fits = True
                except ValueError as error:
                    assert str(error) == "bad %s pin" % role.upper()
                    fits = False
                assert fits == (number in pins[bus]), (role, number, bus)
    here()
    raises(ValueError, lambda: machine.I2C(0, sda=machine.Pin(2), scl=machine.Pin(5)))
    raises(ValueError, lambda: machine.I2C(1, sda=machine.Pin(2), scl=machine.Pin(5)))
    machine.I2C(1, sda=machine.Pin(2), scl=machine.Pin(3))
    machine.use(Mcu("pi"))
    machine.I2C(1, sda=machine.Pin(17), scl=machine.Pin(4))


def test_spi_modes():
    """Where the clock rests, when the data is set and when it is read, in all four modes."""
    for polarity, phase, first in ((0, 0, 1), (0, 1, 1), (1, 0, 0), (1, 1, 0)):
        mcu = here()
        pins = {"sck": machine.Pin(2), "mosi": machine.Pin(3), "miso": machine.Pin(0)}
        spi = machine.SPI(0, polarity=polarity, phase=phase, **pins)
        assert mcu.wire(2).level == polarity
        mcu.wire(0).mend_pull(1)
        edges, data = [], mcu.wire(3)
        mcu.wire(2).listeners.append(lambda level, seen=edges, data=data: seen.append((level, data.level)))
        spi.write(b"\xaa")
        assert edges[0][0] == first and len(edges) == 16
        sampling = edges[0::2] if phase == 0 else edges[1::2]
        assert [data for _, data in sampling] == [1, 0, 1, 0, 1, 0, 1, 0]
        assert edges[1][0] == 1 - first
        assert spi.read(2) == b"\xff\xff"


def test_time_pulse():
    """How long an echo is; or that none came, or that it did not end."""
    mcu = here()
    pin, outside = machine.Pin(4, machine.Pin.IN, machine.Pin.PULL_DOWN), mcu.wire(4).port()

    def level(value):
        mcu.wire(4).drive(outside, value)

    mcu.clock.at(50, level, 1)
    mcu.clock.at(180, level, 0)
    assert machine.time_pulse_us(pin, 1, 1000) == 130
    assert machine.time_pulse_us(pin, 1, 1000) == -2
    level(1)
    assert machine.time_pulse_us(pin, 1, 1000) == -1


def test_no_board_in_use():
    """Says what to do."""
    machine.use(None)
    assert "Bench.use" in str(raises(RuntimeError, machine.Pin, 3))
