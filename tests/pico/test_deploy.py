"""`reedboard deploy` to an emulated Pico: real MicroPython at its prompt, a real file system in flash memory, the real firmware."""

import serial

import pytest
from board_drivers import schema
from host import cli, profiles
from host.deploy.files import Payload
from host.pico import payload

PATIENCE_US = 10_000_000
SLICE_US = 4_000


class EmulatedPort:
    """The emulator's serial line as pyserial has a port; emulated time passes while the host waits."""

    rts = dtr = True
    timeout = None

    def __init__(self, emulator):
        self._emulator = emulator
        self._heard = bytearray()

    def _pass(self, us, events=()):
        for _, kind, data in self._emulator.run(self._emulator.us + us, events):
            if kind == "serial":
                self._heard += data

    def isOpen(self):
        return True

    @property
    def in_waiting(self):
        for _ in range(5):
            if self._heard:
                break
            self._pass(SLICE_US)
        return len(self._heard)

    def inWaiting(self):
        return self.in_waiting

    def read(self, count=1):
        end = self._emulator.us + PATIENCE_US
        while len(self._heard) < count and self._emulator.us < end:
            self._pass(SLICE_US // 4)
        data = bytes(self._heard[:count])
        del self._heard[:count]
        return data

    def write(self, data):
        self._pass(0, [(self._emulator.us, "serial", bytes(data))])

    def close(self):
        pass


WORDS = ["deploy", "/dev/pico", "--profile", "classic-8x8", "--games", "folky"]
HELLO = "classic-8x8 at /dev/pico says hello: reedboard 0.1.0, micropython 1."


@pytest.fixture
def pico(emulator, monkeypatch):
    """A function: switch on a Pico with these files, and those that this MicroPython lacks, behind every port that is opened; what it said."""
    pytest.importorskip("mpremote", reason="mpremote is not installed")
    from host.deploy import device

    # Seconds of the computer, which may be slower than the chip.
    monkeypatch.setattr(device, "ENTER_S", 100)
    monkeypatch.setattr(device, "HELLO_S", 100)

    def start(files):
        emulator.start({**payload.stand_ins(), **files}, schema.checked(profiles.device_form(profiles.read("classic-8x8"))))
        out = emulator.run(1_500_000)
        made = EmulatedPort(emulator)
        monkeypatch.setattr(serial, "serial_for_url", lambda url, **options: made)
        return b"".join(data for _, kind, data in out if kind == "serial")

    return start


def test_a_board_is_brought_up_to_date(pico, emulator, capsys):
    """The running firmware gives way, what differs is found by the board's own sums and copied, and the board comes up anew."""
    wanted = Payload("classic-8x8", ["folky"]).files
    older = Payload("classic-8x8", ["folky"], {"repetition": 5}).files
    out = pico({**older, "engine/notation.mpy": b"older", "firmware/unused.py": b"1 / 0"})
    assert b" hello reedboard=" in out
    assert cli.main(WORDS) == 0, capsys.readouterr().err
    said = capsys.readouterr().out
    assert said.startswith("copied 2 files (") and f"removed 1, left {len(wanted) - 2} as they were" in said and HELLO in said
    files = emulator.files()
    assert {path: files[path] for path in wanted} == wanted and "firmware/unused.py" not in files


@pytest.mark.proof
def test_a_new_board(pico, emulator, capsys):
    """From nothing to hello; after that nothing differs any more; after power-off it comes up by itself."""
    pico({})
    assert cli.main(WORDS) == 0, capsys.readouterr().err
    assert HELLO in capsys.readouterr().out
    assert cli.main(WORDS) == 0, capsys.readouterr().err
    assert capsys.readouterr().out.startswith("copied 0 files")
    emulator.power_cycle()
    out = emulator.run(emulator.us + 3_000_000)
    assert b" hello reedboard=" in b"".join(data for _, kind, data in out if kind == "serial")
