"""The firmware's shell on a Raspberry Pi: drives it by the computer's clock, joins it to ports, keeps its journal on the disk."""

import os
import select
import time

from board_drivers.palette import PHASE_MS
from firmware.controller import Controller
from firmware.main import Shell
from host.errors import UserError

SCAN_MS = 2


class DiskJournal:
    """The journal as a file that survives a power cut: each record is on the disk before it counts as stored."""

    def __init__(self, path):
        """path: pathlib.Path of the file. UserError if its folder can't be made or it can't be read."""
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.saved = path.read_bytes() if path.exists() else b""
        except OSError as error:
            raise UserError(f"can't keep the game in {path}: {error.strerror}; choose another folder with --state") from error

    def append(self, data):
        """Store a record (bytes); returns whether that went well. One that begins a game replaces all before it, in one step."""
        new = self.path.with_suffix(".new")
        try:
            if not data.startswith(b"G "):
                self._put(self.path, "ab", data)
            else:
                self._put(new, "wb", data)
                os.replace(new, self.path)
        except OSError:
            return False
        return True

    @staticmethod
    def _put(path, mode, data):
        with open(path, mode) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())


class PortsLine:
    """The serial line over any number of ports (see host.sim.ports): every host hears all, and may speak."""

    def __init__(self, ports):
        self._ports = ports
        self._lines = []

    def read(self):
        """The next line (bytes) from a host, or None."""
        for port in self._ports:
            self._lines += port.read()
        return self._lines.pop(0) if self._lines else None

    def write(self, data):
        """Send bytes; a port that nobody reads drops them."""
        for port in self._ports:
            port.write(data)
        return True

    def wait(self, seconds):
        """Wait until a host says something, at most so long."""
        handles = [handle for port in self._ports for handle in port.handles()]
        if not self._lines:
            select.select(handles, [], [], seconds)


class Runner:
    """One board: its controller, its drivers, its ports, its journal.

    profile: Profile; config: dict, see host.configuration; parts: see host.pi.back_end.drivers; ports: list;
    kept: a DiskJournal. Raises engine.EngineError.
    """

    def __init__(self, profile, config, parts, ports, kept):
        self.parts = parts
        self.ports = ports
        self.line = PortsLine(ports)
        self.controller = Controller(profile, config, kept.saved)
        self.shell = Shell(self.controller, parts.scanner, parts.lights, parts.buttons, parts.display, parts.buzzer, self.line, kept)
        self.stopped = False
        self._dark = bytearray(profile.n)
        self._blinked = 0

    @property
    def resumed(self):
        """The game that was saved: (name, number of turns made), or None if the board begins a new one."""
        return None if self.controller.fresh else (self.controller.tracker.game.name, len(self.controller.tracker.game.history))

    def tick(self, now):
        """One pass at `now` (ms since the start); returns when the next is due at the latest."""
        due = self.shell.tick(now)
        if now - self._blinked >= PHASE_MS:
            self._blinked = now
            self.shell.blink()
        return min(due, self._blinked + PHASE_MS)

    def run(self):
        """Run until `stop` is called: every switch is looked at every `SCAN_MS`."""
        zero = time.monotonic_ns()
        try:
            while not self.stopped:
                self.tick((time.monotonic_ns() - zero) // 1000000)
                self.line.wait(SCAN_MS / 1000)
        finally:
            self.shell.flush()
            if self.parts.lights:
                self.parts.lights.show(self._dark, 0)
            for port in self.ports:
                port.close()

    def stop(self):
        """End `run` after its next pass (from any thread or signal handler)."""
        self.stopped = True
