"""The shell of the controller on a device: owns the clock, hands on what the drivers read and what the controller says."""

import gc

from firmware import forget
from firmware.recorder import LOST, UNSTORED, Recorder

ROOM = 20           # ms after which it is tried whether a full line has room again
# A Pico's flash memory is also where its programs lie: while a sector is erased (45 ms, at most 400 by the W25Q16JV's data sheet; up to two
# for each write) nothing runs and no switch is seen.  So what is to be stored is gathered, and written when hands are likely to rest:
QUIET = 100         # ms without a change of the switches, and no work in hand
LATEST = 2000       # ms, but no record waits for longer

STEPS = 12          # the controller makes at most so many steps in one pass
PASS = 5000         # us after which a pass begins nothing more: the switches wait to be looked at
LOOK = 2000         # us after which they are looked at within a pass: who chatters opens for some ms
EARLY = 48 * 1024   # bytes after which garbage is collected, until it is known how long the heap is
PIECE = 24          # bytes sent at once


class Shell:
    """Runs `controller` on drivers: see `board_drivers.build`; each of them but the scanner may be None.

    `line`: `read()` gives one complete line of bytes or None, `write(data)` takes bytes or returns False when there is no room; `store`:
    `append(data)` takes records and returns whether they were stored; `buttons.read(now)` a bit mask; `lights.show(codes, phase)`;
    `display.show(lines)`; `buzzer.play(tune, now)`, `step(now)` and `due`; `watch` is a `firmware.device.Stopwatch`, without one a pass takes no
    time; `held`: what the recorder writes to (`firmware.recorder.stretches`).  What the controller puts out is taken from it behind every step, so
    that the recorder sees each thing once.
    """

    def __init__(self, controller, scanner, lights=None, buttons=None, display=None, buzzer=None, line=None, store=None, watch=None, held=None):
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
        self._seen = bytearray(len(self.frame))     # what the switches showed when last looked at within a pass
        self._looked = LOOK     # us from the beginning of a pass, when they are to be looked at
        self._watched = []      # [kind, faults as the driver has them, faults as last told]
        for kind, part in (("scanner", scanner), ("lights", lights), ("display", display)):
            faults = getattr(part, "faults", None)
            if faults:
                self._watched.append((kind, faults, bytearray(len(faults))))
        self.phase = 0
        self.recorder = Recorder(controller, held=held)
        self.gap = 0            # ms, the longest time between two scans since it was last asked for
        self.steps = 0          # of the controller so far
        self._looks = None      # a firmware.watch.Watch
        self._scanned = 0       # ms, the last scan
        self._due = 0           # ms, when the controller must make a step though nothing is new
        self.out = []           # frames that are still to be sent
        self._sent = 0          # bytes of the first of them that have been
        self._lost = False      # whether frames were dropped for want of room
        self._lamps = self._text = True     # whether they are to be shown anew
        self._beep = 0          # tune that is to be played
        self._behind = False    # whether the last pass put off what was to go out
        self._mark = None
        self.full = 0           # address in the heap: once what is new lies beyond it, garbage is collected between two scans; 0: never
        self._told = []         # what the controller must be told before its next step
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
        if self._mark and 0 < self.full < id(self._mark):
            self._collect()
        if now - self._scanned > self.gap:
            self.gap = now - self._scanned
        self._scanned = now
        mask = self.buttons.read(now) if self.buttons else 0
        line = self._heard(now) if self.line else None
        for watched in self._watched:
            if watched[2] != watched[1]:
                watched[2][:] = watched[1]
                self._told.append(watched)
        recorder = self.recorder
        if self.frame != recorder.frame:
            self._moved = now
        if now >= self._due or line is not None or self._told or recorder.news(self.frame, mask):
            self._steps(now, mask, line)
        due = self._due
        if recorder.wants and not self._late():
            due = min(recorder.work(now) or due, due)
        if self._behind or not self._late():
            self._put_out()
        self._behind = len(self.out) > 0 or self._lamps
        if self.display:
            due = self._display(now, due)
        return self._rest(now, now if self._behind else due)

    def _collect(self):
        """Collect garbage now: MicroPython would do so in the middle of a piece of work, and both together keep the switches waiting."""
        gc.collect()
        self._mark = None
        self.scanner.scan(self.frame)

    def _heard(self, now):
        """A line of the host's for the controller, or None."""
        if self._lost and self.line.write(b"\n"):
            self._lost = False
            self._told.append(LOST)
        line = self.line.read()
        return None if line is not None and b"!0 " in line and self._look(now, line) else line

    def _steps(self, now, mask, line):
        """Recorded steps of the controller, as many as there is work and time for."""
        controller = self.controller
        if self._told:
            self._tell(now)
        self._looked = LOOK
        self.recorder.note(now, self.frame, mask, line)
        self._due = controller.step(now, self.frame, mask, line)
        self._take(now)
        count = 0
        while controller.busy and count < STEPS - 1 and not self._behind and not self._late() and not self._moving():
            self._due = controller.step(now, self.frame, mask)
            self._take(now)
            count += 1
        if count:
            self.recorder.again(count)
        self.steps += count + 1

    def _take(self, now):
        """Take what the controller has put out in a step."""
        controller = self.controller
        if not (controller.out or controller.lamps_changed or controller.text_changed or controller.beep or controller.store):
            return
        self.recorder.after()
        if controller.out:
            self.out.extend(controller.out)
            del controller.out[:]
        if controller.lamps_changed:
            controller.lamps_changed = False
            self._lamps = True
        if controller.text_changed:
            controller.text_changed = False
            self._text = True
        if controller.beep:
            self._beep, controller.beep = controller.beep, 0
        if controller.store:
            self._gather(now)

    def _rest(self, now, due):
        """What else there is to do in a pass; returns when the next is due, at `due` at the latest."""
        if self.buttons and self.buttons.due is not None:
            due = min(due, self.buttons.due)
        if self.buzzer:
            due = self._sound(now, due)
        if self._kept:
            due = self._save(now, due)
        if self._told or self._lost:
            due = min(due, now + (1 if self._told else ROOM))
        return due

    def _late(self):
        """Whether this pass has taken so long that what is left waits for the next."""
        return self.watch is not None and self.watch.us() >= PASS

    def _moving(self):
        """Whether a switch has changed since this pass began, so that it must end; they are looked at but now and then."""
        if self.watch is None or self.watch.us() < self._looked:
            return False
        self.scanner.scan(self._seen)
        self._looked = self.watch.us() + LOOK
        return self._seen != self.frame

    def _look(self, now, line):
        """Answer `line` if a host only wants to look at something (what for is loaded with the first such request)."""
        if self._looks is None:
            from firmware.watch import Watch

            self._looks = Watch(self)
        return self._looks.take(now, line)

    def _tell(self, now):
        """Tell the controller what it must know before its next step."""
        from firmware import notes

        controller = self.controller
        recorder = self.recorder
        while self._told:
            what = self._told.pop(0)
            if what == LOST:
                notes.event(recorder, what)
                controller.line.lost()
            elif what == UNSTORED:
                from firmware import besides

                notes.event(recorder, what)
                besides.unstored(controller)
                forget("besides")
            else:
                notes.chips(recorder, what[0], what[2])
                controller.faults.word(what[0], what[2], now)

    def _put_out(self):
        """Show lamps and send frames, if there is anything new, as far as there is time: a hand waits for the lamps."""
        if self._lamps:
            self._lamps = False
            self._light()
            if self._late():
                return
        if self.out:
            self._send()

    def _light(self):
        if self.lights:
            self.lights.show(self.controller.line.pattern or self.controller.lamps, self.phase)

    def blink(self):
        """Next phase of the lamps' patterns; to be called about four times a second."""
        self.phase = (self.phase + 1) & 3
        self._light()

    def _display(self, now, due):
        """Draw what is new; the display is sent in pieces."""
        display = self.display
        if self._late():
            return now if display.busy or self._text else due
        if self._text:
            self._text = False
            display.show(self.controller.text)
        if display.busy:
            display.step()
            return now
        return due

    def _sound(self, now, due):
        buzzer = self.buzzer
        if self._beep:
            buzzer.play(self._beep, now)
            self._beep = 0
        if buzzer.due is None:
            return due
        buzzer.step(now)
        return due if buzzer.due is None else min(due, buzzer.due)

    def _send(self):
        """Hand on the frames, as many as there is time for; where there is no room they are dropped and a snapshot follows later."""
        out = self.out
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

    def _gather(self, now):
        """Take what is to be stored."""
        if not self._kept:
            self._since = now
        self._kept.extend(self.controller.store)
        del self.controller.store[:]

    def _save(self, now, due):
        """Write what was gathered, if all is at rest; returns when to come again."""
        busy = not self.controller.free()
        if not busy and now - self._moved >= QUIET or now - self._since >= LATEST and not (busy and self._failed):
            self._write()
            return due
        rest = max(now + 1, self._moved + QUIET)
        return min(due, rest, self._since + LATEST)

    def flush(self):
        """Write what has not been stored yet: before an orderly end."""
        self._gather(0)
        if self._kept:
            self._write()

    def _write(self):
        """Write all at once: each write may cost an erase."""
        records, self._kept = self._kept, []
        if self._failed:        # what was lost then would be missed
            from firmware import besides

            records = besides.whole(self.controller)
            forget("besides")
        for i in range(len(records) - 1, 0, -1):
            if records[i][:2] == b"G ":
                records = records[i:]
                break
        self._failed = self.store is not None and not self.store.append(b"".join(records))
        if self._failed:
            self._told.append(UNSTORED)


def main():
    """Run the board for ever."""
    from board_drivers.palette import PHASE_MS
    from board_drivers.ticks import sleep_ms, ticks_diff, ticks_ms
    from firmware.device import start

    shell = start()
    forget("device")
    forget("link")
    gc.threshold(EARLY)
    last = ticks_ms()
    now = blinked = cleaned = heap = 0
    while True:
        ticks = ticks_ms()
        now += ticks_diff(ticks, last)
        last = ticks
        due = shell.tick(now)
        if now - blinked >= PHASE_MS:
            blinked = now
            shell.blink()
        if due - now > 100 and (now - cleaned > 1000 or cleaned and not shell.full):        # one thing a pass, for each takes long
            if now - cleaned > 1000:
                gc.collect()
                cleaned = now
            elif not heap:
                heap = gc.mem_alloc()
            else:       # what lives on is strewn as far as was used between two collections: beyond it there is room for what is long
                shell.full = id((now,)) + (heap + gc.mem_free()) * 3 // 4
                gc.threshold(-1)
        elif due > now + 2:
            sleep_ms(2)
