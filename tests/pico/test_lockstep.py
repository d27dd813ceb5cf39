"""Translated code against rp2040js's own core: registers, flags, cycles and memory, side by side."""

import json
import subprocess
from pathlib import Path

import pytest

from host.pico import tools

HERE = Path(__file__).parent
PROGRAM = '''
import gc, machine, micropython, time
@micropython.viper
def mix(n: int) -> int:
    a = 0
    for i in range(n):
        a ^= (i << (i & 15)) + (a >> 3)
    return a
@micropython.native
def squares(n):
    s = 0
    for i in range(n):
        s += i * i % 7
    return s
def work():
    d = {}
    for i in range(60):
        d["k%d" % i] = (i * 1234567891, i / 7, -i // 3, -i % 5, i ** 3 << 40)
    x = sum(v[0] for v in d.values())
    try:
        d["nope"]
    except KeyError as e:
        x += len(str(e))
    return x, sorted(d)[:5], "%.6f" % sum(v[1] for v in d.values())
print(mix(500), squares(100), work())
gc.collect()
machine.bitstream(machine.Pin(22, machine.Pin.OUT), 0, (400, 850, 800, 450), bytes(range(48)))
spi = machine.SPI(0, baudrate=1000000, sck=machine.Pin(18), mosi=machine.Pin(19), miso=machine.Pin(16))
print(spi.read(40, 0x5a)[:2])
ticks = []
timer = machine.Timer(period=3, callback=lambda t: ticks.append(time.ticks_us()))
time.sleep_ms(10)
timer.deinit()
print(len(ticks), [bytes([i ^ 0x55, i]).hex() for i in range(8)], 3.5e10 / 7, 2 ** 100 % 97)
'''
EXPECTED = [
    "23716519 197 (2185185167074, ['k0', 'k1', 'k10', 'k11', 'k12'], '252.857132')",
    "3 ['5500', '5401', '5702', '5603', '5104', '5005', '5306', '5207'] 5000000000.0 16",
]


def test_translated_code_is_exact(emulator):
    """A boot and a program with big numbers, floats, exceptions, machine code, timers, SPI with DMA: equal after every millisecond."""
    request = {"modules": str(tools.modules()), "bootrom": tools.bootrom(), "uf2": str(tools.uf2()), "program": f"\x05{PROGRAM}\x04", "ms": 600}
    done = subprocess.run([tools.node(), str(HERE / "lockstep.mjs")], input=json.dumps(request), capture_output=True, text=True, check=True)
    answer = json.loads(done.stdout)
    assert "difference" not in answer, json.dumps(answer["difference"])[:1000]
    assert answer["checks"] == 600
    assert answer["translated"] > 500
    for line in EXPECTED:
        assert line in answer["said"], answer["said"][-600:]


@pytest.mark.parametrize("translate", [True, False])
def test_both_ways_say_the_same(chip, translate):
    """A rest of arithmetic that only some programs use, in numbers worked out by hand."""
    repl = chip({}, translate=translate)
    assert repl.run("print(-7 // 2, -7 % 2, 1 << 70, (1 << 70) >> 68, 0x7fffffff + 1, -0x80000000 - 1, 5 ^ -3, ~0)") == (
        "-4 1 1180591620717411303424 4 2147483648 -2147483649 -8 -1\n"
    )
