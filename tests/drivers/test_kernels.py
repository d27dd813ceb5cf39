"""The inner loops: the plain twins do what they say, and under MicroPython the machine code does the same."""

import sys

import host.virtual
from board_drivers import kernels_matrix_plain as matrix
from board_drivers import kernels_plain as plain
from tests.mp.check import Random

host.virtual.install()

try:
    from board_drivers import kernels_matrix_viper as matrix_viper
    from board_drivers import kernels_viper as viper
except ImportError:
    viper = plain
    matrix_viper = matrix


def agree(name, random, make, twins=(plain, viper)):
    """Call both twins with equal arguments from `make()`; results and all buffers must be equal."""
    for _ in range(50):
        first, second = [], []
        for argument in make(random):
            first.append(argument)
            second.append(bytearray(argument) if isinstance(argument, bytearray) else argument)
        assert getattr(twins[0], name)(*first) == getattr(twins[1], name)(*second), name
        assert first == second, name


def test_flip():
    """Bits of each byte the other way round, inverted or not; beyond `count` nothing is touched."""
    frame = bytearray(3)
    plain.flip(frame, bytearray([0x80, 0x0F, 0xFF]), 2, 0)
    assert frame == bytearray([0x01, 0xF0, 0])
    plain.flip(frame, bytearray([0x80, 0x0F, 0xFF]), 2, 255)
    assert frame == bytearray([0xFE, 0x0F, 0])
    agree("flip", Random(1), lambda random: (random.bytes(9), random.bytes(9), random.below(10), 255 * random.below(2)))


def test_copy():
    """Bytes as they are, as many as asked for."""
    out = bytearray(3)
    matrix.copy(out, bytearray([1, 2, 3]), 2)
    assert out == bytearray([1, 2, 0])
    agree("copy", Random(7), lambda random: (bytearray(30), random.bytes(30), random.below(31)), (matrix, matrix_viper))


def test_count():
    """How often a byte is there."""
    assert plain.count(bytearray([7, 1, 7, 7]), 3, 7) == 2
    agree("count", Random(10), lambda random: (bytearray([random.below(3) for _ in range(20)]), random.below(21), random.below(3)))


def test_load():
    """A sum of bytes."""
    assert plain.load(bytearray([1, 2, 255]), 3) == 258
    agree("load", Random(2), lambda random: (random.bytes(30), random.below(31)))


def test_dim():
    """Each byte by a share of 4096."""
    out = bytearray(3)
    plain.dim(out, bytearray([255, 128, 1]), 3, 2048)
    assert out == bytearray([127, 64, 0])
    agree("dim", Random(3), lambda random: (bytearray(30), random.bytes(30), random.below(31), random.below(4097)))


def test_paint():
    """Colours of codes in a phase, by lamp; the number of changed bytes."""
    shades = bytearray(range(24))
    wanted = bytearray(6)
    assert plain.paint(wanted, bytearray([1]), bytearray([0, 255]), shades, 2) == 6
    assert wanted == bytearray([18, 19, 20, 6, 7, 8])
    assert plain.paint(wanted, bytearray([1]), bytearray([0, 255]), shades, 2) == 0

    def make(random):
        cells = bytearray([random.below(20) if random.below(5) else 255 for _ in range(20)])
        codes = bytearray([random.below(10) for _ in range(20)])
        return bytearray(60), codes, cells, random.bytes(120), random.below(4)

    agree("paint", Random(4), make)


def test_light():
    """A bit a lamp, lowest first; the number of changed bytes."""
    wanted = bytearray(2)
    cells = bytearray([0, 1, 255, 1, 255, 255, 255, 0, 1])
    assert matrix.light(wanted, bytearray([0, 1]), cells, b"\x01\x02", 1) == 2
    assert wanted == bytearray([0b00001010, 1])
    assert matrix.light(wanted, bytearray([0, 1]), cells, b"\x01\x02", 0) == 2
    assert wanted == bytearray([0b10000001, 0])

    def make(random):
        cells = bytearray([random.below(20) if random.below(5) else 255 for _ in range(1 + random.below(40))])
        codes = bytearray([random.below(10) for _ in range(20)])
        return random.bytes(5), codes, cells, random.bytes(10), random.below(4)

    agree("light", Random(8), make, (matrix, matrix_viper))


def test_machine_code_is_what_runs_under_micropython():
    """Where the runtime has the emitter the drivers use it."""
    from board_drivers import kernels, kernels_matrix

    assert kernels.flip is viper.flip
    assert kernels_matrix.light is matrix_viper.light


class Words:
    """A block of registers in a bytearray, indexed by byte offset as `machine.mem32` is by address."""

    def __init__(self, block):
        self.block = block

    def __getitem__(self, address):
        return self.block[address // 4]

    def __setitem__(self, address, word):
        self.block[address // 4] = word


def test_sweep():
    """Plain and machine code leave the same registers and the same frame, for any pins, levels and plan."""
    from array import array

    from board_drivers.sweep import make_plan
    from board_drivers.sweep_plain import sweep_registers

    try:
        from board_drivers.sweep_viper import sweep
    except ImportError:
        sweep = None
    assert sweep or sys.implementation.name == "cpython"
    random = Random(6)
    for _ in range(60):
        lines = bytearray([random.below(30) for _ in range(1 + random.below(9))])
        masks = [1 << random.below(30) for _ in range(1 + random.below(9))]
        plan = make_plan(10, 9, masks, len(lines), 1, random.below(2) == 1)
        levels = random.below(1 << 15) << 15 | random.below(1 << 15)
        blocks = [array("I", [0, levels] + [0] * 14) for _ in range(2)]
        frames = [random.bytes(12), random.bytes(12)]
        loose = sweep_registers(Words(blocks[0]), 0, plan, lines, frames[0], 0)
        idle = 0  # lines of the steps that are not chosen in some step
        for mask in masks:
            idle |= plan[2] & ~mask
        assert loose == idle & ~levels
        wanted = [line for _ in masks for line in lines]
        for bit, line in enumerate(wanted):
            assert frames[0][bit >> 3] >> (bit & 7) & 1 == (levels ^ plan[5]) >> line & 1
        assert blocks[0][10] == plan[2] and blocks[0][9] == masks[-1]
        if sweep:
            assert sweep(blocks[1], plan, lines, frames[1], 0) == loose
            assert blocks[0] == blocks[1] and frames[0] == frames[1]
