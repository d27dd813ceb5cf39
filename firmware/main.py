"""The shell of the controller on a device: owns the clock, the pins, the serial line and the file system."""

# A Pico's flash memory is also where its programs lie: while a sector is erased (45 ms, at most 400 by the W25Q16JV's data sheet; up to two
# for each write) nothing runs and no switch is seen.  So what is to be stored is gathered, and written when hands are likely to rest:
QUIET = 100         # ms without a change of the switches, and no work in hand
LATEST = 2000       # ms, but no record waits for longer

STEPS = 12          # the controller makes at most so many steps in one pass
PASS = 5000         # us after which a pass begins nothing more: the switches wait to be looked at
PIECE = 24          # bytes sent at once


class Shell:
    """Runs `controller` on drivers: see `board_drivers.build`; each of them but the scanner may be None.

    `line`: `read()` gives one complete line of bytes or None, `write(data)` takes bytes or returns False when there is no room; `store`:
    `append(data)` takes records and returns whether they were stored; `buttons.read(now)` a bit mask; `lights.show(codes, phase)`;
    `display.show(lines)`; `buzzer.play(tune, now)`, `step(now)` and `due`; `watch` is a `Stopwatch`, without one a pass takes no time.
    """

    def __init__(self, controller, scanner, lights=None, buttons=None, display=None, buzzer=None, line=None, store=None, watch=None):
        self.watch = watch
        self.controller = controller
        self.scanner = scanner
        self.lights = lights
        self.buttons = buttons
        self.display = display
        self.buzzer = buzzer
        self.line = line
        self.store = store
        self.frame = bytearray((scanner.bits + 7) // 8)
        self._watched = []      # [kind, faults as the driver has them, faults as last told]
        for kind, part in (("scanner", scanner), ("lights", lights), ("display", display)):
            faults = getattr(part, "faults", None)
            if faults:
                self._watched.append((kind, faults, bytearray(len(faults))))
        self.phase = 0
        self._lost = False
        self._sent = 0          # bytes of the first message that have been sent
        self._mark = None
        self._behind = False    # whether the last pass put off what was to go out
        self._seen = bytearray(len(self.frame))
        self._moved = 0         # ms, when a switch last changed
        self._kept = []         # records to be stored
        self._since = 0         # ms, when the oldest of them came
        self._failed = False    # whether the last write failed, so that the journal lacks something

    def tick(self, now):
        """One pass at `now` (ms): read all, step, write what is new.  Returns when the next pass is due at the latest."""
        if self.watch:
            self.watch.start()
            if self.controller.busy:
                # MicroPython looks for room for all that is longer than this from the first hole on, over and over, until something as short is made
                self._mark = (now,)
        self.scanner.scan(self.frame)
        if self.frame != self._seen:
            self._seen[:] = self.frame
            self._moved = now
        mask = self.buttons.read(now) if self.buttons else 0
        line = self.line.read() if self.line else None
        controller = self.controller
        for kind, faults, told in self._watched:
            if told != faults:
                told[:] = faults
                controller.chips(kind, told, now)
        due = controller.step(now, self.frame, mask, line)
        steps = 1
        while controller.busy and steps < STEPS and not self._behind and not self._late():
            due = controller.step(now, self.frame, mask)
            steps += 1
        if self._behind or not self._late():
            self._put_out()
        self._behind = len(controller.out) > 0 or controller.lamps_changed
        if self.display:
            due = self._display(now, due)
        if self._behind:
            due = now
        if self.buttons and self.buttons.due is not None:
            due = min(due, self.buttons.due)
        if self.buzzer:
            due = self._sound(now, due)
        if controller.store or self._kept:
            due = self._save(now, due)
        return due

    def _put_out(self):
        """Send messages and show lamps, if there is anything new, as far as there is time."""
        controller = self.controller
        if controller.out or self._lost:
            self._send()
        if controller.lamps_changed and not (controller.out and self._late()):
            controller.lamps_changed = False
            if self.lights:
                self.lights.show(controller.lamps, self.phase)

    def _late(self):
        """Whether this pass has taken so long that what is left waits for the next."""
        return self.watch is not None and self.watch.us() >= PASS

    def blink(self):
        """Next phase of the lamps' patterns; to be called about four times a second."""
        self.phase = (self.phase + 1) & 3
        if self.lights:
            self.lights.show(self.controller.lamps, self.phase)

    def _display(self, now, due):
        """Draw what is new; the display is sent in pieces."""
        display = self.display
        if self._late():
            return now if display.busy or self.controller.text_changed else due
        if self.controller.text_changed:
            self.controller.text_changed = False
            display.show(self.controller.text)
        if display.busy:
            display.step()
            return now
        return due

    def _sound(self, now, due):
        buzzer = self.buzzer
        if self.controller.beep:
            buzzer.play(self.controller.beep, now)
            self.controller.beep = 0
        if buzzer.due is None:
            return due
        buzzer.step(now)
        return due if buzzer.due is None else min(due, buzzer.due)

    def _send(self):
        """Hand on the messages, as many as there is time for; where there is no room they are dropped and a snapshot follows later."""
        out = self.controller.out
        if self._lost and self.line.write(b"\n"):
            self._lost = False
            del out[:]
            self.controller.resend()
        while out and self.line and not self._lost:
            piece = out[0][self._sent : self._sent + PIECE] if self.watch else out[0]
            if self.line.write(piece):
                self._sent += len(piece)
            else:
                self._lost = True
            if self._sent >= len(out[0]):
                del out[0]
                self._sent = 0
            if out and self._late():
                return
        del out[:]
        self._sent = 0

    def _save(self, now, due):
        """Gather what is to be stored, and write it at rest; returns when to come again."""
        records = self.controller.store
        if not self._kept:
            self._since = now
        self._kept.extend(records)
        del records[:]
        busy = self.controller.busy
        if not busy and now - self._moved >= QUIET or now - self._since >= LATEST and not (busy and self._failed):
            self._write()
            return due
        rest = max(now + 1, self._moved + QUIET)
        return min(due, rest, self._since + LATEST)

    def flush(self):
        """Write what has not been stored yet: before an orderly end."""
        self._kept.extend(self.controller.store)
        del self.controller.store[:]
        if self._kept:
            self._write()

    def _write(self):
        """Write all at once: each write may cost an erase."""
        records, self._kept = self._kept, []
        if self._failed:        # what was lost then would be missed
            records = self.controller.whole()
        for i in range(len(records) - 1, 0, -1):
            if records[i][:2] == b"G ":
                records = records[i:]
                break
        ok = not self.store or self.store.append(b"".join(records))
        self._failed = not ok
        self.controller.stored(ok)


class Stopwatch:
    """Tells how long ago it was started."""

    def __init__(self):
        from board_drivers.ticks import ticks_diff, ticks_us

        self._ticks = ticks_us
        self._diff = ticks_diff
        self._at = 0

    def start(self):
        """It is now."""
        self._at = self._ticks()

    def us(self):
        """Microseconds since then."""
        return self._diff(self._ticks(), self._at)


class Journal:
    """A journal file at `path`; records of which the first begins a game replace what was there."""

    def __init__(self, path):
        self.path = path

    def read(self):
        """All bytes of the journal, empty if there is none."""
        try:
            with open(self.path, "rb") as file:
                return file.read()
        except OSError:
            return b""

    def append(self, data):
        """Store the records `data` (bytes); returns whether that went well."""
        try:
            with open(self.path, "wb" if data[:2] == b"G " else "ab") as file:
                file.write(data)
            return True
        except OSError:
            return False


class UsbLine:
    """The serial line over the USB port that also carries the MicroPython prompt.

    `read` gives a complete line or None and never waits; `write` takes bytes only when the port has room for them.
    """

    def __init__(self):
        import select
        import sys

        from firmware.link import LineBuffer

        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)
        self._byte = bytearray(1)
        self._buffer = LineBuffer()
        self._lines = []

    def read(self):
        """The next complete line (bytes), or None."""
        count = 0
        while count < 64 and _ready(self._readable):
            byte = self._in.read(1)
            if not byte:
                break
            count += 1
            self._lines.extend(self._buffer.feed(byte))
        return self._lines.pop(0) if self._lines else None

    def write(self, data):
        """Send `data` (bytes); returns False when the port has no room, what was sent of it is then cut short.

        The port says whether it has room, not how much. Given more than fits it waits half a second for a host that holds
        it open and does not read, so it gets one byte at a time.
        """
        byte, poll, write = self._byte, self._writable.ipoll, self._out.write
        for byte[0] in data:
            for _ in poll(0):
                break
            else:
                return False
            write(byte)
        return True


def _ready(poll):
    """Whether the one stream of `poll` is ready; allocates nothing."""
    for _ in poll.ipoll(0):
        return True
    return False


def journal_path():
    """Where the journal lies: on `/store` if something is mounted there, else beside the programs."""
    import os

    try:
        os.stat("/store")
    except OSError:
        return "/journal.txt"
    return "/store/journal.txt"


def start():
    """The `Shell` of this device, from `/profile.json` and `/config.json` (game, position, options)."""
    import json

    from board_drivers import profile as profiles
    from board_drivers.build import build
    from firmware.controller import Controller

    with open("/profile.json") as file:
        profile = profiles.Profile(file.read())
    profiles.release()
    with open("/config.json") as file:
        config = json.loads(file.read())
    journal = Journal(journal_path())
    controller = Controller(profile, config, journal.read())
    parts = build(profile)
    return Shell(controller, parts.scanner, parts.lights, parts.buttons, parts.display, parts.buzzer, UsbLine(), journal, Stopwatch())


def main():
    """Run the board for ever."""
    import gc

    from board_drivers.palette import PHASE_MS
    from board_drivers.ticks import sleep_ms, ticks_diff, ticks_ms

    shell = start()
    last = ticks_ms()
    now = blinked = cleaned = 0
    while True:
        ticks = ticks_ms()
        now += ticks_diff(ticks, last)
        last = ticks
        due = shell.tick(now)
        if now - blinked >= PHASE_MS:
            blinked = now
            shell.blink()
        if due - now > 100 and now - cleaned > 1000:
            cleaned = now
            gc.collect()
        elif due > now + 2:
            sleep_ms(2)
