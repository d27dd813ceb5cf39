"""The emulated chip on a port that other programs open."""

import subprocess
import sys
import time

import pytest
import serial

from host.pico.live import LivePort


@pytest.mark.parametrize("pace", [None, 20.0])
def test_a_program_with_pyserial(emulator, pace):
    """It types at the prompt and reads the answer."""
    emulator.start({})
    emulator.run(50_000)
    with LivePort(emulator, pace) as port, serial.Serial(port.name, 115200, timeout=30) as line:
        line.write(b"print(6 * 7)\r\n")
        assert line.read_until(b"42\r\n>>> ").endswith(b"print(6 * 7)\r\n42\r\n>>> ")
    assert port.error is None


def test_the_pace(emulator):
    """At five times the clock's speed the chip's time goes on five times as fast, or slower, never faster."""
    emulator.start({})
    began = time.monotonic()
    with LivePort(emulator, 5.0):
        while emulator.us < 500_000:
            pass
        assert time.monotonic() - began > 0.08


def test_mpremote(emulator, tmp_path):
    """MicroPython's own tool copies a file to the chip and runs it there."""
    pytest.importorskip("mpremote", reason="mpremote is not installed")
    (tmp_path / "greet.py").write_text("print('greetings from', __name__)\n")
    emulator.start({})
    emulator.run(50_000)
    with LivePort(emulator, None) as port:
        connect = [sys.executable, "-m", "mpremote", "connect", port.name, "resume"]
        copy = ["fs", "cp", str(tmp_path / "greet.py"), ":greet.py"]
        done = subprocess.run([*connect, *copy, "+", "exec", "import greet"], capture_output=True, text=True, timeout=120, check=False)
    assert "greetings from greet" in done.stdout, done.stdout + done.stderr
    assert emulator.files()["greet.py"] == b"print('greetings from', __name__)\n"
