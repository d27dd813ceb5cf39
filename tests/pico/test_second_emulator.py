"""The same firmware image and file system on an emulator that shares no code with ours (rp2040py): flash memory and reset."""

import json
import os
import subprocess
import sys

import pytest

from host import profiles
from host.pico import image, payload, tools

COUNT = """
import machine
try:
    with open("boots") as file: boots = int(file.read())
except OSError:
    boots = 0
boots += 1
with open("boots", "w") as file: file.write(str(boots))
print("boot", boots, machine.reset_cause() == machine.WDT_RESET)
if boots < 3: machine.reset()
"""


@pytest.fixture
def second(emulator, tmp_path):
    """A function: run the other emulator on a file system with `files`; returns what it printed and the files afterwards."""

    def run(files, *words):
        path = tmp_path / "flash.img"
        path.write_bytes(image.build(files))
        command = [sys.executable, "-m", "rp2040py", "micropython", "--image", str(tools.uf2()), "--littlefs", str(path), "--dump-fs", str(path)]
        quiet, keyboard = os.pipe()  # a standard input on which nothing comes
        try:
            done = subprocess.run([*command, *words], stdin=quiet, capture_output=True, text=True, timeout=600, check=False)
        finally:
            os.close(quiet)
            os.close(keyboard)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout, image.read(path.read_bytes()[: image.BLOCK * image.BLOCKS])

    return run


def test_files_written_there_are_those_written_here(second, chip, emulator):
    """One program, two emulators: the same files, byte by byte; and they are there at the next start."""
    program = """
for n in (1, 3, 50):
    with open('f%d' % n, 'wb') as file: file.write(bytes(range(n, 256)) * n)
import os
os.remove('f1')
print(open('kept').read())
"""
    said, files = second({"kept": "as before"}, "-c", program)
    assert said.strip().endswith("as before")
    repl = chip({"kept": "as before"})
    assert repl.run(program) == "as before\n"
    assert emulator.files() == files
    said, _ = second(files, "-c", "import os\nprint(sorted(os.listdir()), len(open('f50', 'rb').read()))")
    assert said.strip().endswith("['f3', 'f50', 'kept'] 10300")


def test_a_reset_keeps_the_flash_memory(second):
    """Three starts by two resets of the program's own."""
    said, files = second({"main.py": COUNT}, "--expect-text", "boot 3 True")
    assert files["boots"] == b"3"
    assert "boot 3 True" in said


@pytest.mark.proof
def test_the_firmware_says_hello_there_too(second):
    """The whole firmware comes up on the other emulator; without chips on its pins every chip is reported."""
    files = {
        **payload.compiled(),
        **payload.stand_ins(),
        "main.py": payload.MAIN,
        "profile.json": profiles.device_json("classic-8x8"),
        "config.json": json.dumps({"game": "folky", "position": None, "options": {}}),
    }
    said, _ = second(files, "--expect-text", " hello ", "--expect-text", " fault ")
    assert "board=classic-8x8" in said and "plat=rp2" in said
