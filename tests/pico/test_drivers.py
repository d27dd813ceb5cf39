"""The project's drivers, as bytecode for an RP2040, against the chip models on the emulated pins."""

import json

import pytest
from tests.pico import boards

from host.pico import payload

SCANNERS = {
    "hc165": boards.HC165,
    "hc165_soft": boards.SOFT,
    "matrix": boards.MATRIX,
    "hc4067": boards.MUX,
    "mcp23017": boards.EXPANDERS,
}
BUILD = """
import sys
sys.path.append("/lib")
from board_drivers.profile import Profile
from board_drivers.build import build
with open("/profile.json") as file:
    profile = Profile(file.read())
parts = build(profile)
scanner = parts.scanner
frame = bytearray((scanner.bits + 7) // 8)
def scan():
    scanner.scan(frame)
    return [bit for bit in range(scanner.bits) if frame[bit >> 3] >> (bit & 7) & 1], [chip for chip, fault in enumerate(scanner.faults) if fault]
"""


@pytest.fixture
def board(chip):
    """A function: switch on an 8x8 board with these parts and build its drivers; returns the prompt."""

    def make(*args, **tables):
        files = {**payload.compiled(("board_drivers",)), **payload.stand_ins(), "profile.json": json.dumps(boards.form(*args, **tables))}
        repl = chip(files, boards.device(*args, **tables))
        repl.run(BUILD)
        return repl

    return make


def close(emulator, *bits, closed=True):
    """Close (or open) these switches now."""
    emulator.run(emulator.us, [(emulator.us, "switch", bit, closed) for bit in bits])


def fault(emulator, name, *args):
    """Let a fault of the scanner happen now."""
    emulator.run(emulator.us, [(emulator.us, "fault", {"part": "scanner", "name": name, "args": args})])


@pytest.mark.parametrize("driver", SCANNERS)
def test_scanners(board, emulator, driver):
    """Every switch comes out where it belongs, nothing is allocated, and no fault is seen on a healthy board."""
    repl = board(SCANNERS[driver])
    assert repl.run("print(scan())") == "([], [])\n"
    for bits in ((0, 3, 9, 33, 62), (7, 8, 63), range(0, 64, 2)):
        close(emulator, *range(64), closed=False)
        close(emulator, *bits)
        assert repl.run("print(scan())") == f"({list(bits)}, [])\n"
    repl.run("import micropython\nmicropython.heap_lock()\ntry:\n for _ in range(5): scanner.scan(frame)\nfinally:\n micropython.heap_unlock()")


def test_a_dead_chip_of_the_chain(board, emulator):
    """It and those behind it are reported, the others go on; mended, all are well again."""
    repl = board(boards.HC165)
    close(emulator, 2, 17, 40)
    assert repl.run("print(scan())") == "([2, 17, 40], [])\n"
    fault(emulator, "kill", 3)
    close(emulator, 5)
    assert repl.run("print(scan())") == "([2, 5, 17, 40], [3, 4, 5, 6, 7])\n"
    fault(emulator, "mend")
    assert repl.run("print(scan())") == "([2, 5, 17, 40], [])\n"


def test_a_cut_load_wire(board, emulator):
    """Nothing is believed any more."""
    repl = board(boards.HC165)
    close(emulator, 2)
    repl.run("scan()")
    fault(emulator, "cut_load")
    close(emulator, 2, closed=False)
    assert repl.run("print(scan())") == "([2], [0, 1, 2, 3, 4, 5, 6, 7])\n"


def test_faults_of_expanders(board, emulator):
    """A chip that does not answer, one that lost its power, one on another's address, a bus that hangs: by chip, and back again."""
    repl = board({key: value for key, value in boards.EXPANDERS.items() if key != "interrupt"})
    close(emulator, 1, 20, 50)
    assert repl.run("print(scan())") == "([1, 20, 50], [])\n"
    fault(emulator, "kill", 1)
    close(emulator, 2)
    assert repl.run("print(scan())") == "([1, 2, 20, 50], [1])\n"
    fault(emulator, "revive", 1)
    assert repl.run("for _ in range(80): seen = scan()\nprint(seen)") == "([1, 2, 20, 50], [])\n"
    fault(emulator, "brown_out", 2)
    assert repl.run("scan()\nprint(scan())") == "([1, 2, 20, 50], [])\n"
    fault(emulator, "stick", "sda")
    assert repl.run("print(scan()[1])") == "[0, 1, 2, 3]\n"
    fault(emulator, "mend")
    assert repl.run("for _ in range(80): seen = scan()\nprint(seen)") == "([1, 2, 20, 50], [])\n"


def test_lamps(board, emulator):
    """Lamp codes become colours on the wire; nothing is sent when nothing changes."""
    repl = board()
    repl.run("codes = bytearray(64)\ncodes[5] = 1\nparts.lights.show(codes, 0)\nimport time\ntime.sleep_ms(1)")
    first = emulator.state()
    colours = bytes.fromhex(first["lights"])
    assert [lamp for lamp in range(64) if any(colours[3 * lamp : 3 * lamp + 3])] == [5]
    assert first["garbled"] == 0
    repl.run("parts.lights.show(codes, 0)\ntime.sleep_ms(1)")
    assert emulator.state()["frames"] == first["frames"]


def test_buttons(board, emulator):
    """The mask of the buttons that are down."""
    repl = board()
    repl.run("from board_drivers.ticks import ticks_ms\nimport time")
    assert repl.run("print(parts.buttons.read(ticks_ms()))") == "0\n"
    emulator.run(emulator.us, [(emulator.us, "buttons", 6)])
    assert repl.run("print(parts.buttons.read(ticks_ms()))") == "6\n"
