"""The emulated chip as a program of its own: node with runner.js, asked line by line."""

import base64
import json
import subprocess
import tempfile
import zlib

from host.pico import image, tools

_LEAVE_S = 5


class EmulatorError(Exception):
    """The emulator has stopped or refused a request; the text says what it reported."""


class Emulator:
    """An RP2040 with a board around it, in virtual time; `us` are microseconds since it was first switched on.

    Raises MissingTool or UserError if something is not installed. A context manager; `close` ends the program.
    """

    def __init__(self):
        tools.check()
        self.us = 0
        self.flash = bytearray()  # the part with the file system, as the chip has it
        self.changed = False  # whether the last `run` has changed it
        self.memory = None  # the watched bytes of RAM, once `watch` was called
        self._errors = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [tools.node(), str(tools.HERE / "runner.js")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors,
        )

    def start(self, files=None, device=None, writable=True, translate=True):
        """Switch on a new chip.

        files: dict path -> bytes or text for its file system (None: as it comes from the factory, empty); device: the
        board around it, a profile's checked device form (dict), or any part of one; writable: whether the flash memory
        can be written (if not, a write fails with OSError 28); translate: False lets rp2040js execute everything.
        """
        self.flash = bytearray(image.build(files) if files is not None else b"\xff" * (image.BLOCK * image.BLOCKS))
        self.us = 0
        self.memory = None
        self._ask({
            "cmd": "start",
            "modules": str(tools.modules()),
            "bootrom": tools.bootrom(),
            "uf2": str(tools.uf2()),
            "image": base64.b64encode(zlib.compress(bytes(self.flash), 1)).decode(),
            "imageAt": image.OFFSET,
            "device": device or {},
            "options": {"writable": writable, "translate": translate},
        })

    def run(self, until_us, events=(), stop=None):
        """Let time pass to `until_us`, or until the device has sent the bytes `stop`; return what came out.

        events, in order of time: (us, "switch", bit, closed), (us, "buttons", mask), (us, "serial", bytes),
        (us, "open", bool), (us, "reading", bool), (us, "fault", {part, name, args}). What came out: [(us, kind, bytes)],
        kinds `serial`, `lights` (red green blue a lamp, or the bits of a matrix), `display`, `tone` (hertz), `reset`.
        An erase of the flash memory in the end of that time overruns it.
        """
        request = {"cmd": "run", "until": until_us, "events": [[_hex(value) for value in event] for event in events]}
        if stop is not None:
            request["stop"] = stop.hex()
        reply = self._ask(request)
        self.us = reply["us"]
        self.changed = bool(reply["flash"])
        self._take_memory(reply)
        for number, data in reply["flash"]:
            at = number * image.BLOCK - image.OFFSET
            self.flash[at : at + image.BLOCK] = zlib.decompress(base64.b64decode(data))
        return [(us, kind, bytes.fromhex(data)) for us, kind, data in reply["out"]]

    def watch(self, address, size):
        """From now on `memory` holds those bytes of RAM."""
        self._take_memory(self._ask({"cmd": "watch", "address": address, "size": size}))

    def _take_memory(self, reply):
        if reply["memory"] is not None:
            self.memory = zlib.decompress(base64.b64decode(reply["memory"]))

    def power_cycle(self):
        """Switch off and on again: the flash memory keeps what it holds."""
        self._ask({"cmd": "power"})

    def state(self):
        """Counters and what the parts hold now (dict), for tests and reports."""
        return self._ask({"cmd": "state"})

    def files(self):
        """The files in the flash memory: dict path -> bytes."""
        return image.read(bytes(self.flash))

    def _ask(self, request):
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError):
            self._ended()
        line = self._process.stdout.readline()
        if not line:
            self._ended()
        reply = json.loads(line)
        if "error" in reply:
            raise EmulatorError(reply["error"])
        return reply

    def _ended(self):
        self._process.kill()
        status = self._process.wait()
        self._errors.seek(0)
        report = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        raise EmulatorError(f"the emulated Pico's program ended with status {status}: {report[-1] if report else 'it said nothing'}")

    def close(self):
        """End the program."""
        self._process.stdin.close()
        try:
            self._process.wait(_LEAVE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
        self._errors.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def _hex(value):
    return value.hex() if isinstance(value, bytes | bytearray) else value
