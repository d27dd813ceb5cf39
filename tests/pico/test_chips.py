"""Chip models on the emulated pins, looked at by real MicroPython through hand-written lines: hardware and bit-banged."""

import pytest
from tests.pico import boards

CLOSED = (0, 3, 9, 33, 62)
CHAIN = """
from machine import Pin, SPI, SoftSPI
load = Pin(17, Pin.OUT, value=1)
raw = bytearray(9)
def scan(spi):
    load(0)
    load(1)
    spi.readinto(raw, 0xa5)
    return [bit for bit in range(64) if not raw[bit >> 3] & 128 >> (bit & 7)]
hard = SPI(0, baudrate=1000000, sck=Pin(18), mosi=Pin(19), miso=Pin(16))
"""
I2C = """
from machine import I2C, SoftI2C, Pin
bus = {}(sda=Pin(4), scl=Pin(5), freq=400000)
"""


LAMPS = """
import machine, time
pin = machine.Pin(22, machine.Pin.OUT, value=0)
def send(data, timing=(400, 850, 800, 450)):
    machine.bitstream(pin, 0, timing, data)
"""


def begin(emulator, source):
    """Have a piece begun at the raw prompt, without waiting for its end."""
    emulator.run(emulator.us, [(emulator.us, "serial", source.encode() + b"\x04")])


def close(emulator, *bits, closed=True):
    """Close (or open) these switches now."""
    emulator.run(emulator.us, [(emulator.us, "switch", bit, closed) for bit in bits])


def fault(emulator, part, name, *args):
    """Let a fault happen now."""
    emulator.run(emulator.us, [(emulator.us, "fault", {"part": part, "name": name, "args": args})])


def test_shift_registers_on_hardware_spi(chip, emulator):
    """All 64 inputs in the order in which they are shifted out; the byte sent comes back behind them."""
    repl = chip({}, boards.device())
    repl.run(CHAIN)
    close(emulator, *CLOSED)
    assert repl.run("print(scan(hard), hex(raw[8]))") == "[0, 3, 9, 33, 62] 0xa5\n"
    close(emulator, 9, closed=False)
    assert repl.run("print(scan(hard))") == "[0, 3, 33, 62]\n"
    # 72 bits at 1 MHz, and a little Python
    assert 72 < repl.microseconds("scan()", 20, "def scan():\n  load(0)\n  load(1)\n  hard.readinto(raw, 0)") < 140


@pytest.mark.parametrize(("polarity", "phase", "right"), [(0, 0, True), (0, 1, False), (1, 0, True), (1, 1, True)])
def test_the_modes_of_spi(chip, emulator, polarity, phase, right):
    """A 74HC165 shifts on rising edges: who samples after one has lost the first bit."""
    repl = chip({}, boards.device())
    close(emulator, 0, 1, 7)
    repl.run(CHAIN.replace("baudrate=1000000,", f"baudrate=1000000, polarity={polarity}, phase={phase},"))
    assert repl.run("print(scan(hard))") == ("[0, 1, 7]\n" if right else "[0, 6]\n")


def test_shift_registers_bit_by_bit(chip, emulator):
    """MicroPython's SoftSPI samples after the first edge: for this chip that has to be the falling one."""
    repl = chip({}, boards.device(boards.SOFT))
    close(emulator, *CLOSED)
    repl.run(CHAIN[: CHAIN.index("hard")])
    soft = "SoftSPI(baudrate=500000, polarity={}, phase=0, sck=Pin(18), mosi=Pin(19), miso=Pin(16))"
    assert repl.run(f"print(scan({soft.format(1)}), hex(raw[8]))") == "[0, 3, 9, 33, 62] 0xa5\n"
    assert repl.run(f"print(scan({soft.format(0)}))") == "[2, 8, 32, 61]\n"


def test_faults_of_the_chain(chip, emulator):
    """A dead chip hides those behind it; without the load wire the last load is shifted away; a cut wire keeps its level."""
    repl = chip({}, boards.device())
    repl.run(CHAIN)
    close(emulator, 1, 30)
    fault(emulator, "scanner", "kill", 2, 0)
    assert repl.run("print(scan(hard))") == str([1, *range(16, 64)]) + "\n"
    fault(emulator, "scanner", "mend")
    assert repl.run("print(scan(hard))") == "[1, 30]\n"
    fault(emulator, "scanner", "cut_load")
    assert repl.run("hard.read(9, 0)\nprint(scan(hard), hex(raw[8]))") == str(list(range(64))) + " 0xa5\n"
    fault(emulator, "scanner", "mend")
    fault(emulator, "wire", "cut", 16)
    assert repl.run("Pin(16, Pin.IN, Pin.PULL_UP)\nhard.init(baudrate=1000000)\nprint(len(scan(hard)) in (0, 64))") == "True\n"


def test_a_matrix(chip, emulator):
    """Rows driven low one at a time; a column takes a while to get high again; without a diode a fourth corner shows."""
    repl = chip({}, boards.device(boards.MATRIX))
    repl.run("""
from machine import Pin
import time
rows = [Pin(n, Pin.IN) for n in range(8)]
columns = [Pin(n, Pin.IN, Pin.PULL_UP) for n in (8, 9, 10, 11, 16, 17, 18, 19)]
def scan(settle):
    found = []
    for r, row in enumerate(rows):
        row.init(Pin.OUT, value=0)
        for c, column in enumerate(columns):
            if not column():
                found.append(r * 8 + c)
        row.init(Pin.IN)
        if settle: time.sleep_us(settle)
    return found
""")
    close(emulator, 0, 7, 58)
    assert repl.run("print(scan(10))") == "[0, 7, 58]\n"
    close(emulator, 56)
    assert repl.run("print(scan(10))") == "[0, 7, 56, 58]\n"
    fault(emulator, "scanner", "remove_diode", 56)
    assert repl.run("print(scan(10))") == "[0, 2, 7, 56, 58]\n"
    fault(emulator, "scanner", "mend")
    fault(emulator, "scanner", "cut_column", 0)
    assert repl.run("print(scan(10))") == "[7, 58]\n"
    repl.run("""
import micropython
@micropython.viper
def quick(pause: int) -> int:
    registers = ptr32(0xd0000000)
    registers[9] = 1
    registers[10] = 1
    for i in range(pause): pass
    return registers[1] >> 19 & 1
""")
    assert repl.run("print(quick(0), quick(200))") == "0 1\n"


def test_multiplexers(chip, emulator):
    """Sixteen channels a data line; a dead chip reads open, a broken select line another channel."""
    repl = chip({}, boards.device(boards.MUX))
    repl.run("""
from machine import Pin
import time
select = [Pin(n, Pin.OUT, value=0) for n in (2, 3, 4, 5)]
data = [Pin(n, Pin.IN, Pin.PULL_UP) for n in (6, 7, 8, 9)]
def scan():
    found = []
    for channel in range(16):
        for line in range(4): select[line](channel >> line & 1)
        time.sleep_us(10)
        found += [chip * 16 + channel for chip in range(4) if not data[chip]()]
    return sorted(found)
""")
    close(emulator, *CLOSED)
    assert repl.run("print(scan())") == "[0, 3, 9, 33, 62]\n"
    fault(emulator, "scanner", "kill", 0)
    assert repl.run("print(scan())") == "[33, 62]\n"
    fault(emulator, "scanner", "mend")
    fault(emulator, "scanner", "stick_select", 0, 0)
    assert repl.run("print(scan())") == "[0, 1, 62, 63]\n"


@pytest.mark.parametrize("kind", ["I2C", "SoftI2C"])
def test_expanders(chip, emulator, kind):
    """Registers, pull-ups, two ports, the address; by the chip's own I2C and by one made with the pins."""
    repl = chip({}, boards.device(boards.EXPANDERS))
    repl.run(I2C.format("I2C" if kind == "SoftI2C" else kind).replace("I2C(", f"{kind}({'0, ' if kind == 'I2C' else ''}"))
    assert repl.run("print(bus.scan())") == "[32, 33, 34, 35]\n"
    close(emulator, 16, 18, 31)
    assert repl.run("bus.writeto_mem(0x21, 0x0c, b'\\xff\\xff')\nprint(bus.readfrom_mem(0x21, 0x12, 2))") == "b'\\xfa\\x7f'\n"
    assert repl.run("bus.writeto_mem(0x21, 0x02, b'\\xff\\xff')\nprint(bus.readfrom_mem(0x21, 0x12, 2))") == "b'\\x05\\x80'\n"
    assert repl.run("print(bus.readfrom_mem(0x20, 0, 2), bus.readfrom_mem(0x20, 0x12, 2))") == "b'\\xff\\xff' b'\\x00\\x00'\n"
    repl.run("bus.writeto_mem(0x22, 0, b'\\xfe\\xff')\nbus.writeto_mem(0x22, 0x14, b'\\x01')")
    assert repl.run("print(bus.readfrom_mem(0x22, 0x12, 1))") == "b'\\x01'\n"


def test_faults_of_the_bus(chip, emulator):
    """Nobody there: EIO; a line that hangs, or no pull-ups: a time-out, and all is well again afterwards."""
    repl = chip({}, boards.device(boards.EXPANDERS))
    repl.run(I2C.format("I2C").replace("I2C(", "I2C(0, timeout=2000, ") + """
def ask(address=0x20):
    try:
        return bus.readfrom_mem(address, 0, 2)
    except OSError as error:
        return error.args[0]
""")
    assert repl.run("print(ask(), ask(0x27))") == "b'\\xff\\xff' 5\n"
    fault(emulator, "scanner", "kill", 0)
    assert repl.run("print(ask(), ask(0x21))") == "5 b'\\xff\\xff'\n"
    fault(emulator, "scanner", "mend")
    for name, *args in (("stick", "sda"), ("stick", "scl"), ("cut_pull",)):
        fault(emulator, "scanner", name, *args)
        assert repl.run("print(ask())") == "110\n"
        fault(emulator, "scanner", "mend")
        assert repl.run("print(ask())") == "b'\\xff\\xff'\n"
    repl.run("bus.writeto_mem(0x20, 0x0c, b'\\x0f')\nbus.writeto_mem(0x21, 0x0c, b'\\x3c')")
    fault(emulator, "scanner", "move", 1, 0x20)
    assert repl.run("print(bus.readfrom_mem(0x20, 0x0c, 1), ask(0x21))") == "b'\\x0c' 5\n"


def test_the_interrupt_line_of_expanders(chip, emulator):
    """It goes low at a change and high when the ports have been read."""
    repl = chip({}, boards.device(boards.EXPANDERS))
    repl.run(I2C.format("I2C").replace("I2C(", "I2C(0, ") + """
line = Pin(6, Pin.IN, Pin.PULL_UP)
for address in (0x20, 0x21, 0x22, 0x23):
    bus.writeto_mem(address, 0x0a, b'\\x44\\x44')
    bus.writeto_mem(address, 0x0c, b'\\xff\\xff')
    bus.writeto_mem(address, 0x04, b'\\xff\\xff')
""")
    assert repl.run("print(line())") == "1\n"
    close(emulator, 40)
    assert repl.run("print(line(), bus.readfrom_mem(0x22, 0x0e, 2))") == "0 b'\\x00\\x01'\n"
    assert repl.run("print(bus.readfrom_mem(0x22, 0x12, 2), line())") == "b'\\xff\\xfe' 1\n"
    fault(emulator, "scanner", "cut_interrupt")
    close(emulator, 41)
    assert repl.run("print(line())") == "1\n"


def test_lamps_on_one_wire(chip, emulator):
    """The bits of machine.bitstream are told by the lengths of their pulses; green comes first; a wrong timing is noticed."""
    repl = chip({}, boards.device())
    repl.run(LAMPS)
    before = emulator.us
    repl.run("send(bytes(range(192)))")
    out = [(us, data) for us, kind, data in emulator.run(emulator.us + 1000) if kind == "lights"] or None
    state = emulator.state()
    assert (state["garbled"], state["frames"]) == (0, 1)
    colours = bytes.fromhex(state["lights"])
    assert colours[:6] == bytes([1, 0, 2, 4, 3, 5])
    assert len(colours) == 192
    # 192 bytes of 8 bits of 1.25 us
    assert emulator.us - before > 1920
    repl.run("send(b'\\xff\\x80\\x01')")
    assert bytes.fromhex(emulator.state()["lights"])[:6] == bytes([0x80, 0xFF, 1, 4, 3, 5])
    repl.run("send(b'\\x55' * 3, (1500, 850, 1500, 450))\ntime.sleep_ms(1)")
    assert emulator.state()["garbled"] > 10
    assert out is None or out[0][1] == colours


def test_lamp_frames_come_out_with_their_time(chip, emulator):
    """A frame comes out once, when the line has been low for 50 us; the same frame again does not."""
    repl = chip({}, boards.device())
    repl.run(LAMPS)
    begin(emulator, "for i in (1, 1, 2):\n send(bytes([i, 0, 0]))\n time.sleep_ms(5)\n")
    out = [(us, data[:3]) for us, kind, data in emulator.run(emulator.us + 50_000) if kind == "lights"]
    assert [data for _, data in out] == [b"\x00\x01\x00", b"\x00\x02\x00"]
    assert 10_000 < out[1][0] - out[0][0] < 11_000


def test_lamp_matrices(chip, emulator):
    """HT16K33 by I2C, MAX7219 by SPI: lit only when switched on."""
    repl = chip({}, boards.device(lights=boards.HT16K33))
    repl.run("from machine import I2C, Pin\nbus = I2C(1, sda=Pin(26), scl=Pin(27))\nbus.writeto_mem(0x70, 0, b'\\x01\\x80')")
    assert not any(bytes.fromhex(emulator.state()["lights"]))
    repl.run("for command in (0x21, 0x81, 0xe7): bus.writeto(0x70, bytes([command]))")
    lit = bytes.fromhex(emulator.state()["lights"])[::3]
    assert [(lamp, level) for lamp, level in enumerate(lit) if level] == [(0, 119), (15, 119)]
    repl = chip({}, boards.device(lights=boards.MAX7219))
    repl.run("""
from machine import SPI, Pin
cs = Pin(12, Pin.OUT, value=1)
spi = SPI(1, baudrate=1000000, sck=Pin(10), mosi=Pin(11), miso=Pin(8))
def send(register, value):
    cs(0)
    spi.write(bytes([register, value]))
    cs(1)
for register, value in ((11, 7), (9, 0), (10, 3), (1, 0x81), (8, 0x10)): send(register, value)
""")
    assert not any(bytes.fromhex(emulator.state()["lights"]))
    repl.run("send(12, 1)")
    lit = bytes.fromhex(emulator.state()["lights"])[::3]
    assert [(lamp, level) for lamp, level in enumerate(lit) if level] == [(0, 63), (7, 63), (60, 63)]


def test_a_display(chip, emulator):
    """The bytes of a framebuf reach the pixels, by the commands that a driver sends; dark until it is switched on."""
    repl = chip({}, boards.device(boards.HC165, display=boards.DISPLAY))
    repl.run("""
from machine import I2C, Pin
import framebuf
bus = I2C(0, sda=Pin(4), scl=Pin(5), freq=400000)
def command(*bytes_):
    for byte in bytes_: bus.writeto(0x3c, bytes([0x80, byte]))
buffer = bytearray(1024)
screen = framebuf.FrameBuffer(buffer, 128, 64, framebuf.MONO_VLSB)
screen.text('a1', 0, 0)
screen.pixel(127, 63, 1)
def show():
    command(0x21, 0, 127, 0x22, 0, 7)
    bus.writevto(0x3c, (b'\\x40', buffer))
command(0xae, 0x20, 0x00, 0x40, 0x8d, 0x14)
show()
""")
    assert not any(bytes.fromhex(emulator.state()["display"]))
    expected = bytes.fromhex(repl.run("command(0xaf)\nshow()\nprint(buffer.hex())").strip())
    assert bytes.fromhex(emulator.state()["display"]) == expected
    assert expected[-1] == 0x80 and any(expected[:8])


def test_buttons_and_buzzer(chip, emulator):
    """A button pulls its pin to ground; the tone's pitch is measured at the pin."""
    repl = chip({}, boards.device(buzzer={"pin": 21}))
    repl.run("""
from machine import Pin, PWM
import time
buttons = [Pin(n, Pin.IN, Pin.PULL_UP) for n in (13, 14, 15)]
read = lambda: [pin() for pin in buttons]
""")
    assert repl.run("print(read())") == "[1, 1, 1]\n"
    emulator.run(emulator.us, [(emulator.us, "buttons", 5)])
    assert repl.run("print(read())") == "[0, 1, 0]\n"
    repl.run("hits = []\nbuttons[1].irq(lambda pin: hits.append(pin()), Pin.IRQ_FALLING)")
    emulator.run(emulator.us, [(emulator.us, "buttons", 2)])
    assert repl.run("print(read(), hits)") == "[1, 0, 1] [0]\n"
    begin(emulator, "tone = PWM(Pin(21), freq=880, duty_u16=32768)\ntime.sleep_ms(60)\ntone.deinit()\nPin(21, Pin.OUT, value=0)\n")
    tones = [(us, int.from_bytes(data)) for us, kind, data in emulator.run(emulator.us + 200_000) if kind == "tone"]
    assert [round(hertz, -1) for _, hertz in tones] == [880, 0]
    assert 55_000 < tones[1][0] - tones[0][0] < 95_000
