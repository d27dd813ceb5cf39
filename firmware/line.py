"""The controller's end of the serial line: what is said, what must be heard, what is said again.

* Every frame has a number, one more than the frame before: who misses one asks for a snapshot.
* Events (`EVENTS`) also have an event number.  While a host is listening they are kept, and said again, until it acknowledges them.
* A snapshot says how all stands and up to which event; it goes out at power-on, on request, after output was lost, and as a
  heartbeat while the line is in use.
* Every request of a host is answered by `re` or `err` with its number; one that comes twice is done once and answered twice.

All is driven by the controller's own time; nothing here waits, and what takes long is said piece by piece, a piece a step.  What only a
host needs is in `firmware.talk`, which a device loads to greet and when a host is heard.
"""

import binascii

from firmware import forget, frames

EVENTS = ("turn", "back", "start", "ask", "fix", "ok", "result", "fault", "broken")
KEPT = 16           # events that are kept for hosts that have not acknowledged them
RESEND = 500        # ms until unacknowledged events are said again; doubled each time up to
RESEND_MOST = 8000
HELLO, SNAP = 1, 2  # what is to be said, bits of `wanted`
HEARTBEAT = 5000    # ms between snapshots while the line is in use
PRESENT = 15000     # ms after the last frame from a host during which the line is in use


class Line:
    """The line of the controller `owner`; `saved` is the journal that it started with.

    `due`: when `tick` must be called next (ms), -1 for never.
    """

    def __init__(self, owner, saved=b""):
        self.owner = owner
        self.boot = binascii.crc32(saved) & 0xFFFF      # tells a host whether anything was stored since it last asked
        self.now = 0
        self.due = -1
        self.seq = 0            # number of the last frame
        self.event = 0          # number of the last event
        self.records = 0        # how many records have begun anew since the start
        self.kept = []          # [event number, payload] of events that a host is still to acknowledge, oldest first
        self.heard = -1         # ms, the last good frame of a host
        self.pattern = None     # lamp codes that a host shows instead of the guide's, bytearray, a code a board cell
        self.again = -1        # ms, when the kept events are said again, -1: nobody waits
        self.pause = RESEND
        self.beat = -1         # ms, when the next heartbeat is due
        self.answers = []       # [request number, answer] of the latest requests
        self.start = -1         # the record is to be told from this turn on, -1: it is not
        self.wanted = 0        # what is to be said when there is time for it, bits HELLO, SNAP
        self._saying = None     # the generator that says it
        self._later = []        # answers that follow upon what is being said or done
        self._talk = None       # the module firmware.talk, while it is loaded

    # -- what is said -------------------------------------------------------------------------------------------------

    def say(self, payload):
        """Say `payload`; if it is an event, until it has been heard."""
        event = 0
        if payload.split(" ", 1)[0] in EVENTS:
            event = self.event = self.event + 1
            if self.in_use():
                self._keep(event, payload)
        self.tell(payload, event)

    def _keep(self, event, payload):
        self.kept.append([event, payload])
        if len(self.kept) > KEPT:
            del self.kept[0]        # its number is missed, and a snapshot asked for
        if self.again < 0:
            self.again = self.now + RESEND

    def tell(self, payload, event=0):
        """Say `payload` once, as an answer or as the event of that number."""
        self.seq = self.seq + 1 if self.seq < frames.TOP - 1 else 1
        self.owner.out.append(frames.encode(self.seq, payload, event))

    def greet(self):
        """Say who this is and how all stands, as after power-on."""
        self.wanted = HELLO | SNAP

    def snapshot(self):
        """Say how all stands; all events so far are in it."""
        self.wanted |= SNAP
        if self.in_use():
            self.beat = self.now + HEARTBEAT

    def answer(self, text):
        """Say the answer `text` of a request, behind what the request had said."""
        if self.wanted or self._saying or self._later or self.owner.firm:
            self._later.append(text)
        else:
            self.tell(text)

    def lost(self):
        """Frames could not be sent: say how all stands instead."""
        self.snapshot()
        self.hurry()

    # -- what is heard ------------------------------------------------------------------------------------------------

    def begin(self, now, line):
        """A step begins at `now` (ms); `line`: what the host sent (bytes), or None."""
        self.now = now
        if line is not None and b"!" in line:
            self._talks().hear(self, line)

    def hurry(self):
        """Say what is kept again soon."""
        self.pause = RESEND
        self.again = self.now + RESEND if self.kept else -1

    def _talks(self):
        """The module `firmware.talk`."""
        if self._talk is None:
            from firmware import talk

            self._talk = talk
        return self._talk

    def in_use(self):
        """Whether a host has been heard lately."""
        return 0 <= self.heard and self.now - self.heard <= PRESENT

    # -- what is due --------------------------------------------------------------------------------------------------

    def tick(self):
        """A step ends: say what has been put off, and again what must be."""
        if self.start >= 0 and self.owner.free() and not self.owner.late():
            self.owner.lend(self._talks().telling(self))
        if self.wanted or self._saying or self._later:
            if not self.owner.firm:     # a record that is being changed can't be told
                self._say_on()
        elif self.again < 0 and self.beat < 0 and self.pattern is None:
            self.due = -1
            return
        now = self.now
        if not self.in_use():
            self.again = self.beat = -1
            del self.kept[:]        # whoever comes next asks for a snapshot
            self.show(None)
            self._leave()
        elif 0 <= self.again <= now:
            self._talks().resend(self)
        elif 0 <= self.beat <= now:
            self.snapshot()
        self._plan()

    def _say_on(self):
        """Say the next piece."""
        if self._saying is None and self.wanted:
            self._saying = self._talks().saying(self, self.wanted)
            self.wanted = 0
        for _ in self._saying or ():
            return
        self._saying = None
        for text in self._later:
            self.tell(text)
        del self._later[:]
        if not self.in_use() and not self.wanted:
            self._leave()

    def _leave(self):
        """Nobody is there to be talked to."""
        self._talk = None
        forget("talk")
        forget("verbs")
        forget("link")

    def quiet(self):
        """Whether nothing is being said."""
        return not self.wanted and self._saying is None and not self._later

    def _plan(self):
        due = self.now if self.wanted or self._saying or self._later else -1
        for at in (self.again, self.beat, self.heard + PRESENT + 1 if self.pattern else -1):
            if at >= 0 and (due < 0 or at < due):
                due = at
        self.due = due

    # -- lamps shown for a host ---------------------------------------------------------------------------------------

    def show(self, pattern):
        """Show `pattern` (a lamp code a board cell) instead of the guide's lamps, None: the guide's again."""
        if pattern != self.pattern:
            self.pattern = pattern
            self.owner.lamps_changed = True


def digits(codes):
    """The lamp codes as text, a digit each: all added to zeros at once."""
    size = len(codes)
    return (int.from_bytes(codes, "big") + int.from_bytes(b"0" * size, "big")).to_bytes(size, "big").decode()
