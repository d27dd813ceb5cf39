"""The firmware on an emulated Pico, as a runtime of the simulator: see host.sim.runtimes for the interface."""

import json

from board_drivers import schema
from host.pico import image, payload, tools
from host.pico.process import Emulator, EmulatorError
from host.pico.repl import Repl
from host.sim.runtimes import DeviceCrash

JOURNAL = "journal.txt"
# What comes over the port when the firmware has ended: MicroPython greets and shows its prompt.
_PROMPT = b">>> "
_GREETING = ("MicroPython v", "Type ")
_ABOUT = "import sys\nprint(sys.implementation[0], '%d.%d.%d' % sys.implementation[1][:3], sys.platform)"


class PicoRuntime:
    """The real firmware as bytecode under real MicroPython on an emulated RP2040, the board's chips on its pins.

    Beside the kinds of every runtime (`tx`, `store`) there come out `lights` (red green blue a lamp, in the order of the
    chain), `display` (the 1024 bytes of an SSD1306) and `tone` (hertz, two bytes). The journal lies on a block device in
    RAM, whose writes stop nothing, or with `flash` in the emulated flash memory, as on a real board; `writable=False`
    makes every write fail, as a worn-out memory does. emulator: the Emulator to use, None: one of its own. Raises
    MissingTool, UserError.
    """

    name = "pico"
    lag_ms = 3000  # where very much happens at once it takes its time

    def __init__(self, writable=True, emulator=None, flash=False):
        tools.check()
        self.writable = writable
        self.flash = flash
        self.emulator = emulator or Emulator()
        self.log = []  # lines of the device that are no frames
        self._about = None
        self._partial = b""
        self._journal = b""

    def start(self, profile, config, saved=b""):
        """Switch the device on: profile JSON text, config dict, bytes of the journal."""
        files = {
            **payload.compiled(),
            **payload.stand_ins(),
            "main.py": payload.MAIN if self.flash else payload.RAM_MAIN % self.writable + payload.MAIN,
            "profile.json": profile,
            "config.json": json.dumps(config, separators=(",", ":")),
        }
        if saved or not self.flash:
            files[JOURNAL if self.flash else payload.KEPT] = saved
        self.log, self._partial, self._journal = [], b"", saved
        self._known = None  # what `memory` was when it was last looked at
        self.emulator.start(files, schema.checked(json.loads(profile)), writable=self.writable)

    def advance(self, until_ms, transitions=(), inputs=()):
        """Let time pass to `until_ms`; return what went out, [(ms, kind, bytes)]. DeviceCrash when the firmware has ended."""
        events = [(us, "switch", bit, bool(closed)) for us, bit, closed in transitions]
        for ms, kind, data in inputs:
            events.append((ms * 1000, "serial", data.rstrip(b"\r\n") + b"\n") if kind == "line" else (ms * 1000, kind, data))
        events.sort(key=lambda event: event[0])
        try:
            out = self.emulator.run(until_ms * 1000, events)
        except EmulatorError as error:
            raise DeviceCrash("\n".join([*self.log[-20:], str(error)])) from error
        found = []
        for us, kind, data in out:
            if kind == "serial":
                found += [(us // 1000, "tx", line) for line in self._lines(data)]
            else:
                found.append((us // 1000, kind, data))
        return found + [(self.emulator.us // 1000, "store", data) for data in self._stored()]

    def _lines(self, data):
        """The whole lines that `data` completes."""
        *lines, self._partial = (self._partial + data).split(b"\n")
        for line in lines:
            if line.startswith(payload.RAM_SAYS.encode()):
                self.emulator.watch(int(line[len(payload.RAM_SAYS) :]), payload.RAM_BLOCK * payload.RAM_BLOCKS)
            elif not line.startswith(b"!"):
                self.log.append(line.decode("utf-8", "replace").rstrip("\r"))
        if self._partial.startswith(_PROMPT):
            report = [line for line in self.log if line and not line.startswith(_GREETING)]
            raise DeviceCrash("\n".join(report) or "the firmware ended without a word")
        return [line + b"\n" for line in lines]

    def _stored(self):
        """What the firmware has written to its journal since the last time: a list with one piece of it, or none."""
        if self.flash:
            if not self.emulator.changed:
                return []
            files = self.emulator.files()
        else:
            if self.emulator.memory is self._known:
                return []
            self._known = self.emulator.memory
            files = image.read(self._known, payload.RAM_BLOCK)
        journal = files.get(JOURNAL, b"")
        before, self._journal = self._journal, journal
        if journal == before:
            return []
        return [journal[len(before) :] if journal.startswith(before) else journal]

    def stop(self):
        """Switch the device off."""
        self._partial = b""

    def close(self):
        """End the emulator's program."""
        self.emulator.close()

    def describe(self):
        """What runs the firmware, as it says itself: dict `implementation`, `version`, `platform`."""
        if self._about is None:
            with Emulator() as emulator:
                emulator.start()
                words = Repl(emulator).run(_ABOUT).split()
            self._about = dict(zip(("implementation", "version", "platform"), words))
        return self._about
