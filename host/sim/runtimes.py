"""Where the firmware runs: in this process, or under real MicroPython as a program of its own.

A runtime has `start(profile, config, saved)`, `advance(until_ms, transitions, inputs) -> outputs`, `stop()`,
`describe()`; its time begins at 0 with each start. See host.virtual.device for the forms of what goes in and out.
"""

import json
import os
import subprocess
import tempfile
import traceback

from host.errors import MissingTool, UserError
from host.sim import bytecode
from host.toolbox import micropython

HEAP_KB = 256  # a Pico has 192 KB, in words half as long as those of the unix port
CHIPS_KB = 64  # on top of it where chips and pins are modelled in the same heap; a device has them in copper
CHUNK = 24  # transitions in one request: the device's heap is small


class DeviceCrash(Exception):
    """The firmware stopped with an error: `report` is its own account of it (a traceback), the text its last lines."""

    def __init__(self, report):
        self.report = report
        super().__init__(_gist(report))


def _gist(report):
    """Return the error of a traceback and the place where it arose, as one line."""
    lines = [line.strip() for line in report.splitlines() if line.strip()]
    places = [line for line in lines if line.startswith("File ")]
    return f"{lines[-1] if lines else 'no message'}{' at ' + places[-1] if places else ''}"


def _guarded(call, *arguments):
    """Return what `call` returns; any error of the firmware becomes a DeviceCrash with its traceback."""
    try:
        return call(*arguments)
    except Exception as error:
        raise DeviceCrash(traceback.format_exc()) from error


class CPythonRuntime:
    """The firmware in this process. pins: see host.virtual.device.Device."""

    name = "cpython"
    lag_ms = 0  # how much later a verdict may come than it should

    def __init__(self, pins=False):
        self.pins = pins
        self.device = None

    def start(self, profile, config, saved=b""):
        """Switch the device on: profile JSON text, config dict, bytes of the journal."""
        from host.virtual.device import Device

        self.device = _guarded(Device, profile, config, saved, self.pins)

    def advance(self, until_ms, transitions=(), inputs=()):
        """Let time pass to `until_ms`; return what went out, [(ms, kind, bytes)]."""
        return _guarded(self.device.run, until_ms, transitions, inputs)

    def stop(self):
        """Switch the device off."""
        self.device = None

    def describe(self):
        """Return what runs the firmware: dict `implementation`, `version`, `platform`."""
        from host.virtual.device import about

        return about()


class MicroPythonRuntime:
    """The firmware under MicroPython's unix port with a Pico's heap, from bytecode. Raises MissingTool without it.

    pins: see host.virtual.device.Device.
    """

    name = "micropython"
    lag_ms = 0

    def __init__(self, pins=True):
        self.pins = pins
        self.heap = HEAP_KB + (CHIPS_KB if pins else 0)
        self.program = micropython()
        self.tree = bytecode.tree()
        self.process = None
        self.log = []
        self._errors = None
        self._about = None

    def start(self, profile, config, saved=b""):
        """Switch the device on; see CPythonRuntime.start. Raises DeviceCrash if it does not come up."""
        self.stop()
        self.log = []
        self._errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [self.program, "-X", f"heapsize={self.heap}k", "-c", "import host.virtual.device as d; d.serve()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=True,  # Ctrl-C is for the one who runs the board, not for the board
            cwd=self.tree,  # MicroPython looks into the current folder first, whatever its path says
            env=dict(os.environ, MICROPYPATH=self.tree + ":.frozen"),
        )
        request = {"profile": profile, "config": config, "saved": saved.hex(), "pins": self.pins}
        self._about = json.loads(self._ask(request, "ready")[-1])

    def advance(self, until_ms, transitions=(), inputs=()):
        """Let time pass to `until_ms`; return what went out. Raises DeviceCrash when the firmware has stopped."""
        found = []
        waiting = [[ms, kind, data.hex() if kind == "line" else data] for ms, kind, data in inputs]
        for start in range(0, max(1, len(transitions)), CHUNK):
            part = transitions[start : start + CHUNK]
            rest = transitions[start + CHUNK : start + CHUNK + 1]
            until = min(until_ms, (rest[0][0] - 1) // 1000) if rest else until_ms
            found.extend(self._run(until, part, waiting))
            waiting = []
        return found

    def _run(self, until_ms, transitions, inputs):
        flat = []
        for us, bit, closed in transitions:
            flat += (us, bit, int(closed))
        lines = self._ask({"until": until_ms, "transitions": flat, "inputs": inputs}, "done")
        found = []
        for line in lines[:-1]:
            ms, kind, data = line.split(" ", 2)
            found.append((int(ms), kind, bytes.fromhex(data)))
        return found

    def _ask(self, request, last):
        """Send one request; return its answer lines without '=', the last one (which begins with `last`) stripped of it."""
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            self._crashed()
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                self._crashed()
            text = line.decode("utf-8", "replace").rstrip("\r\n")
            if not text.startswith("="):
                self.log.append(text)
                continue
            text = text[1:]
            if text.startswith(last):
                return lines + [text[len(last) :].strip()]
            lines.append(text)

    def _crashed(self):
        """Raise DeviceCrash with what the firmware said last."""
        self.process.kill()
        status = self.process.wait()
        self._errors.seek(0)
        report = self._errors.read().decode("utf-8", "replace").strip() or "\n".join(self.log[-20:])
        self.stop()
        raise DeviceCrash(report or f"MicroPython ended with status {status} and said nothing")

    def stop(self):
        """Switch the device off."""
        if self.process is None:
            return
        process, self.process = self.process, None
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()
        self._errors.close()

    def describe(self):
        """Return what runs the firmware, as it says itself at start."""
        return self._about


def make(name, pins=None):
    """Return a runtime by name: `cpython`, `micropython`, `pico`. Raises UserError if it is not there.

    pins: whether frames come through modelled chips; None is the runtime's own habit.
    """
    more = {} if pins is None else {"pins": pins}
    if name == "cpython":
        return CPythonRuntime(**more)
    if name == "micropython":
        return MicroPythonRuntime(**more)
    if name == "pico":
        return _pico()
    raise UserError(f"unknown runtime '{name}': known are {', '.join(NAMES)}")


def _pico():
    try:
        from host.pico.runtime import PicoRuntime
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("host.pico"):
            raise MissingTool("the emulated Pico is not part of this installation: use --runtime micropython") from error
        raise
    return PicoRuntime()


NAMES = ("cpython", "micropython", "pico")
