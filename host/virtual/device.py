"""A whole device on virtual time: switches in, the real firmware in the middle, what it puts out recorded.

Runs under CPython inside the simulator, and under MicroPython as a program of its own (`serve`), from the same file.
Time moves on a grid of scans; a scan at which nothing has changed and nothing is due is not made, which by the
controller's contract comes to the same.
"""

import gc
import json
import sys
from binascii import hexlify, unhexlify

from board_drivers.profile import Profile, release
from firmware.controller import Controller

import host.virtual

SCAN_MS = 2
# How long a write to the journal stops a Pico: a sector of its flash memory is erased for it, for every sixteenth write two (so it was counted on the
# emulated chip), 45 ms each, and at most eleven pages are programmed, 0.4 ms each (W25Q16JV, typical values).
SECTOR_MS = 50
STALL_MS = 94
TWO_SECTORS = 16
NEVER = 1 << 29
THRESHOLD = 8192  # bytes allocated between two garbage collections: a heap left to fill up is cut up


def _tidy():
    """Collect garbage between the stages of starting up, as a device does, so that the small heap is not cut up."""
    if sys.implementation.name == "micropython":
        gc.collect()


def _profile(text):
    """The Profile in `text`; on a device its checker is not kept in memory."""
    profile = Profile(text)
    release()
    return profile


class Levels:
    """What the switches show now: the stand-in for a scanner and its chips when pins are not modelled."""

    def __init__(self, bits):
        self.bits = bits
        self.faults = bytearray(0)
        self.frame = bytearray((bits + 7) // 8)

    def set(self, bit, closed):
        """Let the switch of `bit` read `closed`."""
        if closed:
            self.frame[bit >> 3] |= 1 << (bit & 7)
        else:
            self.frame[bit >> 3] &= ~(1 << (bit & 7)) & 255

    def scan(self, frame):
        """Fill `frame`, as every scanner does."""
        frame[:] = self.frame


class Outside:
    """All that the firmware reaches beside its scanner and buttons: serial line, lights, display, buzzer, store.

    It has the one method that the shell calls on each of them. What goes out is kept in `out` as (ms, kind, bytes),
    with `now` (set by the device) as time. lights: the real driver that the lamps go on to, or None. Every write to the store
    costs `stall_ms`, or if that is None what it costs a Pico; the device takes them from `stalled_ms`. `writable`: whether such a write goes well.
    """

    def __init__(self, lights=None):
        self.out = []
        self.now = 0
        self.stall_ms = None
        self.writes = 0
        self.stalled_ms = 0
        self.writable = True
        self.lines = []
        self._lights = lights
        self._lamps = b""
        self.faults = getattr(lights, "faults", b"")

    def read(self):
        """The next line from the host (bytes), or None."""
        return self.lines.pop(0) if self.lines else None

    def write(self, data):
        """Send a line to the host; there is always room."""
        self.out.append((self.now, "tx", bytes(data)))
        return True

    def append(self, records):
        """Add records to the journal."""
        self.writes += 1
        counted = STALL_MS if self.writes % TWO_SECTORS == 0 else SECTOR_MS
        self.stalled_ms += counted if self.stall_ms is None else self.stall_ms
        if self.writable:
            self.out.append((self.now, "store", bytes(records)))
        return self.writable

    def show(self, codes, phase=0):
        """Show the lamp codes `codes`, one a board cell, in the blinking phase `phase`."""
        if codes != self._lamps:
            self._lamps = bytes(codes)
            self.out.append((self.now, "lamps", self._lamps))
        if self._lights:
            self._lights.show(codes, phase)


class Display:
    """The display: what it shows is kept in `outside`, and goes on to the real driver if there is one."""

    def __init__(self, outside, real):
        self._outside = outside
        self._real = real

    @property
    def faults(self):
        """What the real display says of itself; empty without one."""
        return self._real.faults if self._real else b""

    @property
    def busy(self):
        """Whether the real display has more to send."""
        return self._real.busy if self._real else False

    def step(self):
        """Let the real display send its next piece."""
        self._real.step()

    def show(self, lines):
        """Show two lines of text."""
        self._outside.out.append((self._outside.now, "text", "\n".join(lines).encode()))
        if self._real:
            self._real.show(lines)


class Buzzer:
    """The buzzer: tunes are kept in `outside`, and go on to the real driver if there is one."""

    def __init__(self, outside, real):
        self._outside = outside
        self._real = real

    @property
    def due(self):
        """Time (ms) at which `step` has something to do, or None."""
        return self._real.due if self._real else None

    def play(self, tune, now_ms):
        """Start a tune."""
        self._outside.out.append((self._outside.now, "beep", bytes([tune])))
        if self._real:
            self._real.play(tune, now_ms)

    def step(self, now_ms):
        """Go on with the tune."""
        if self._real:
            self._real.step(now_ms)


class Straight:
    """Switches and buttons without chips and pins: the frame and the mask go straight to the firmware."""

    lights = display = buzzer = None

    def __init__(self, profile):
        self.scanner = Levels(profile.bits)
        self.set_switch = self.scanner.set
        self.buttons = self
        self.due = None
        self._mask = 0

    def press(self, mask):
        """Hold down exactly the buttons in `mask`."""
        self._mask = mask

    def read(self, now_ms):
        """The mask of the buttons that are down; they do not bounce."""
        return self._mask

    def pass_time(self, now_ms):
        """No chip waits for time to pass."""


class Pins:
    """Modelled chips behind modelled pins, read by the real drivers. `bench` (host.virtual.bench.Bench) can break them."""

    def __init__(self, profile, before=None):
        from host.virtual.bench import Bench

        self.bench = Bench(profile)
        self.bench.use()
        if before:
            before(self.bench)
        from board_drivers.build import build

        parts = build(profile)
        self.scanner = parts.scanner
        self.lights = parts.lights
        self.buttons = parts.buttons
        self.display = parts.display
        self.buzzer = parts.buzzer
        self.set_switch = self.bench.set_switch
        self.press = self.bench.press

    def pass_time(self, now_ms):
        """Let the chips' clock go on, and make this the board in use."""
        self.bench.use()
        self.bench.clock.advance_to(now_ms * 1000)


class Device:
    """One power-on of a board: a new Device with the store's bytes is the same board switched on again.

    profile: the profile's JSON text; config: dict `game`, `position`, `options`; saved: bytes of the journal;
    pins: whether frames come through modelled chips and the real drivers, or straight from the switches; before(bench):
    called before the drivers start, to break something that is then broken from the start.
    """

    def __init__(self, profile, config, saved=b"", pins=True, before=None):
        profile = _profile(profile)
        _tidy()
        host.virtual.install()
        from firmware.main import Shell

        _tidy()
        self.parts = Pins(profile, before) if pins else Straight(profile)
        _tidy()
        self.outside = Outside(self.parts.lights)
        self.now = -SCAN_MS
        self.due = 0
        self._free_at = 0  # ms, when a write to the store is over
        self._frame = Levels(profile.bits)
        self._seen = bytearray(len(self._frame.frame))
        self._transitions = []
        self._inputs = []
        self._dirty = True
        self.shell = Shell(
            Controller(profile, config, saved),
            self.parts.scanner,
            lights=self.outside,
            buttons=self.parts.buttons,
            display=Display(self.outside, self.parts.display),
            buzzer=Buzzer(self.outside, self.parts.buzzer),
            line=self.outside,
            store=self.outside,
        )

    def run(self, until_ms, transitions=(), inputs=()):
        """Let time pass to the last scan not after `until_ms`; return what went out, [(ms, kind, data)].

        transitions: raw changes of switches in order of time, (us, bit, closed); inputs: (ms, "line", bytes) and
        (ms, "buttons", mask), in order of time. What lies after `until_ms` is kept for the next call.
        """
        self._transitions.extend(transitions)
        self._inputs.extend(inputs)
        last = until_ms - until_ms % SCAN_MS
        while True:
            at = self._next()
            if at > last:
                break
            self._scan(at)
        self.now = max(self.now, last)
        out = self.outside.out
        self.outside.out = []
        return out

    def look(self):
        """Scan at the next tick: for whoever changed something behind the pins (a fault) that is not among the transitions."""
        self._dirty = True
        self.due = self.now

    def _next(self):
        """The next scan at which something may have changed."""
        earliest = max(self.now + SCAN_MS, self._free_at)
        if self.outside.lines:
            return earliest
        at = self.due
        if self._transitions:
            at = min(at, -(-self._transitions[0][0] // 1000))
        if self._inputs:
            at = min(at, self._inputs[0][0])
        return max(at + at % SCAN_MS, earliest)

    def _scan(self, at):
        """Bring the world up to `at` and let the firmware look, if there is anything new to see."""
        self.now = self.outside.now = at
        self._move(at)
        self._take_inputs(at)
        if self._dirty or self.outside.lines or at >= self.due or self._frame.frame != self._seen:
            self._dirty = False
            self._seen[:] = self._frame.frame
            self.parts.pass_time(at)
            due = self.shell.tick(at)
            self.due = NEVER if due is None else due
            self._free_at = at + self.outside.stalled_ms
            self._free_at += self._free_at % SCAN_MS
            self.outside.stalled_ms = 0

    def _move(self, at):
        limit = at * 1000
        done = 0
        for us, bit, closed in self._transitions:
            if us > limit:
                break
            self._frame.set(bit, closed)
            self.parts.set_switch(bit, closed)
            done += 1
        if done:
            self._transitions = self._transitions[done:]

    def _take_inputs(self, at):
        while self._inputs and self._inputs[0][0] <= at:
            _, kind, data = self._inputs.pop(0)
            if kind == "line":
                self.outside.lines.append(data)
            else:
                self.parts.press(data)
                self._dirty = True


def about():
    """What runs the firmware: dict `implementation`, `version`, `platform`."""
    version = ".".join([str(part) for part in sys.implementation.version[:3]])
    return {"implementation": sys.implementation.name, "version": version, "platform": sys.platform}


# The device as a program: one JSON object a line on standard input, answers on standard output. Lines of ours begin
# with "=", others are the firmware's own printing.
#
#   {"profile": text, "config": {...}, "saved": hex, "pins": bool}      ->  =ready {about}
#   {"until": ms, "transitions": [us, bit, closed, ...], "inputs": [[ms, kind, data], ...]}
#                                                                       ->  =<ms> <kind> <hex> ... then =done


def serve():
    """Answer requests until standard input ends."""
    device = None
    gc.threshold(THRESHOLD)
    while True:
        line = sys.stdin.readline()
        if not line:
            return
        request = json.loads(line)
        if device is None:
            device = Device(request["profile"], request["config"], unhexlify(request["saved"]), request["pins"])
            print("=ready " + json.dumps(about()))
        else:
            _serve_run(device, request)


def _serve_run(device, request):
    flat = request["transitions"]
    transitions = [(flat[i], flat[i + 1], flat[i + 2]) for i in range(0, len(flat), 3)]
    inputs = [(ms, kind, unhexlify(data) if kind == "line" else data) for ms, kind, data in request["inputs"]]
    for ms, kind, data in device.run(request["until"], transitions, inputs):
        print("=%d %s %s" % (ms, kind, hexlify(data).decode()))
    print("=done")
