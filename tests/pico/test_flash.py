"""The flash memory of the emulated chip: what is written stays, writing takes its time, and a chip that can't write says so."""

import pytest

from host.pico import image

FLASH = """
import rp2
flash = rp2.Flash()
last = flash.ioctl(4, 0) - 1
buffer = bytearray(4096)
"""
WRITE = "with open('note.txt', 'w') as file: file.write({!r})\n"


def test_an_image_holds_what_was_put_in():
    """Files in folders, empty ones, large ones: read back as they were."""
    pytest.importorskip("littlefs", reason="littlefs-python is not installed")
    files = {"main.py": b"print(1)\n", "a/b/c.mpy": bytes(range(256)) * 40, "a/empty": b"", "text": "dobrý".encode()}
    assert image.read(image.build({**files, "text": "dobrý"})) == files
    assert len(image.build({})) == image.BLOCK * image.BLOCKS


def test_a_file_survives_power_off_and_reset(chip, emulator):
    """Written by the program, there after the power was off, after a reset, and to be seen from outside."""
    repl = chip({"kept.txt": "from the image"})
    repl.run(WRITE.format("first"))
    assert emulator.files() == {"kept.txt": b"from the image", "note.txt": b"first"}
    emulator.power_cycle()
    repl = type(repl)(emulator)
    assert repl.run("print(open('note.txt').read(), open('kept.txt').read())") == "first from the image\n"
    repl.run(WRITE.format("second"))
    emulator.run(emulator.us + 100_000, [(emulator.us, "serial", b"import machine\nmachine.reset()\r\x04")])
    assert type(repl)(emulator).run("print(open('note.txt').read())") == "second\n"


def test_files_of_every_size(chip, emulator):
    """Small ones lie in the folder's own block, larger ones in blocks of their own; all are read from outside, also while they grow."""
    repl = chip({})
    for size in (1, 200, 300, 500, 520, 5000):
        repl.run(f"with open('a', 'wb') as file: file.write(bytes({size}))")
        assert emulator.files() == {"a": bytes(size)}
    grown = b""
    repl.run("import os\nos.remove('a')")
    for piece in range(60):
        repl.run(f"with open('a', 'ab') as file: file.write(bytes([{piece}] * 17))")
        grown += bytes([piece] * 17)
        assert emulator.files() == {"a": grown}


def test_a_new_chip_makes_its_own_file_system(emulator):
    """With nothing in the flash memory MicroPython makes an empty file system, which takes two erased sectors and more."""
    emulator.start(None)
    emulator.run(1_000_000)
    assert emulator.files() == {}
    assert emulator.state()["flash"]["erased"] >= 2


def test_writing_stops_the_chip_for_as_long_as_the_datasheet_says(chip, emulator):
    """45 ms a sector erased, 0.4 ms a page programmed; not a single instruction is executed meanwhile."""
    repl = chip({})
    repl.run(FLASH + """
import time
def took(f, *args):
    t = time.ticks_us()
    f(*args)
    return time.ticks_diff(time.ticks_us(), t)
""")
    before = emulator.state()["flash"]
    erase = int(repl.run("print(took(flash.ioctl, 6, last))"))
    program = int(repl.run("print(took(flash.writeblocks, last, buffer, 0))"))
    after = emulator.state()["flash"]
    assert after["erased"] - before["erased"] == 1
    assert after["programmed"] - before["programmed"] == 16
    assert 45_000 <= erase <= 46_000
    assert 6_400 <= program <= 10_000
    repl.run("flash.readblocks(last, buffer)\nassert buffer == bytes(4096)")


def test_bits_are_only_cleared_by_programming(chip):
    """As in any NOR flash: what has been written twice without an erase in between is the two anded."""
    repl = chip({})
    repl.run(FLASH + "flash.ioctl(6, last)\nflash.writeblocks(last, b'\\xf0' * 256, 0)\nflash.writeblocks(last, b'\\x3c' * 256, 0)")
    assert repl.run("buffer = bytearray(2)\nflash.readblocks(last, buffer, 0)\nprint(buffer)") == "bytearray(b'00')\n"


def test_a_write_that_fails(chip, emulator):
    """Without a working flash memory a write raises OSError 28, and the program goes on."""
    repl = chip({"note.txt": "old"}, writable=False)
    repl.run("def write():\n try:\n  with open('note.txt', 'w') as file: file.write('x' * 5000)\n except OSError as error:\n  return error.args[0]\n")
    assert repl.run("print(write())") == "28\n"
    assert repl.run("print('on')") == "on\n"
    assert emulator.files()["note.txt"] == b"old"
