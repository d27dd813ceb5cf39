"""The controller's end of the serial line: what is said, what must be heard, what is said again.

* Every frame has a number, one more than the frame before: who misses one asks for a snapshot.
* Events (`EVENTS`) also have an event number.  While a host is listening they are kept, and said again, until it acknowledges them.
* A snapshot says how all stands and up to which event; it goes out at power-on, on request, after output was lost, and as a
  heartbeat while the line is in use.
* Every request of a host is answered by `re` or `err` with its number; one that comes twice is done once and answered twice.

All is driven by the controller's own time; nothing here waits.
"""

import binascii
import sys

from firmware import VERSION, link

PROTOCOL = 1
ABLE = "ack,light,trace,why,stat"   # what not every board need be able
EVENTS = ("turn", "back", "start", "ask", "fix", "ok", "result", "fault")
KEPT = 16           # events that are kept for hosts that have not acknowledged them
ANSWERED = 8        # requests whose answers are remembered
RESEND = 500        # ms until unacknowledged events are said again; doubled each time up to
RESEND_MOST = 8000
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
        self._again = -1        # ms, when the kept events are said again, -1: nobody waits
        self._pause = RESEND
        self._beat = -1         # ms, when the next heartbeat is due
        self._answers = []      # [request number, answer] of the latest requests
        self._record = -1       # the record is to be told from this turn on, -1: it is not

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
        if self._again < 0:
            self._again = self.now + RESEND

    def tell(self, payload, event=0):
        """Say `payload` once, as an answer or as the event of that number."""
        self.seq = self.seq + 1 if self.seq < link.TOP - 1 else 1
        self.owner.out.append(link.encode(self.seq, payload, event))

    def greet(self):
        """Say who this is and how all stands, as after power-on."""
        hello(self.owner)
        self.snapshot()

    def snapshot(self):
        """Say how all stands; all events so far are in it."""
        owner = self.owner
        snap(owner)
        self.tell(owner.told() or "ok")
        tracker = owner.tracker
        self.tell("fault " + " ".join([tracker.game.square(cell) for cell in range(tracker.game.n) if tracker.mask[cell]]))
        self.tell("lamps " + digits(owner.lamps))
        if owner.over:
            self.tell("result %s %s" % (tracker.game.result(), tracker.game.reason))
        if self.in_use():
            self._beat = self.now + HEARTBEAT

    def anew(self):
        """The record begins anew: say with which position."""
        self.records += 1
        self.say("start " + self.owner.begun)

    def lost(self):
        """Frames could not be sent: say how all stands instead."""
        self.snapshot()
        self._hurry()

    def record(self, start):
        """Tell with which position the record began, and its turns after the first `start`, when there is time for it."""
        self._record = start

    # -- what is heard ------------------------------------------------------------------------------------------------

    def begin(self, now, line):
        """A step begins at `now` (ms); `line`: what the host sent (bytes), or None."""
        self.now = now
        if line is None:
            return
        frame = link.decode(line)
        if frame is None:
            if b"!" in line:
                self.tell("err 0 damaged frame")
            return
        seq, payload = frame
        self.heard = now
        if self._beat < 0:
            self._beat = now + HEARTBEAT
        if self._again < 0:
            self._hurry()
        words = payload.split()
        if words and words[0] == "ack":
            self._acknowledged(words[1:])
        else:
            self._request(seq, words)

    def _acknowledged(self, words):
        heard = number(words, 0)
        while self.kept and self.kept[0][0] <= heard:
            del self.kept[0]
        self._hurry()

    def _hurry(self):
        """Say what is kept again soon."""
        self._pause = RESEND
        self._again = self.now + RESEND if self.kept else -1

    def _request(self, seq, words):
        """Do what `words` ask for, unless the request of that number has been done already."""
        for known, answer in self._answers:
            if known == seq:
                self.tell(answer)
                return
        from firmware import verbs

        problem = verbs.do(self.owner, words)
        answer = "err %d %s" % (seq, problem) if problem else "re %d" % seq
        self._answers.append((seq, answer))
        if len(self._answers) > ANSWERED:
            del self._answers[0]
        self.tell(answer)

    def in_use(self):
        """Whether a host has been heard lately."""
        return 0 <= self.heard and self.now - self.heard <= PRESENT

    # -- what is due --------------------------------------------------------------------------------------------------

    def tick(self):
        """A step ends: say again what must be, and what has been put off."""
        if self._record >= 0 and self.owner.free() and not self.owner.late():
            self.owner.lend(self._telling())
        if self._again < 0 and self._beat < 0 and self.pattern is None:
            self.due = -1
            return
        now = self.now
        if not self.in_use():
            self._again = self._beat = -1
            del self.kept[:]        # whoever comes next asks for a snapshot
            self.show(None)
        elif 0 <= self._again <= now:
            self._resend()
        elif 0 <= self._beat <= now:
            self.snapshot()
        self._plan()

    def _plan(self):
        due = -1
        for at in (self._again, self._beat, self.heard + PRESENT + 1 if self.pattern else -1):
            if at >= 0 and (due < 0 or at < due):
                due = at
        self.due = due

    def _resend(self):
        for event, payload in self.kept:
            self.tell(payload, event)
        self._pause = min(2 * self._pause, RESEND_MOST)
        self._again = self.now + self._pause

    def _telling(self):
        """Job: tell the record from turn `_record` on, a turn a unit of work; it goes on later where it was broken off."""
        owner = self.owner
        game = owner.tracker.game
        twin = owner.tracker.twin
        self._record = min(self._record, len(game.history))
        self.tell("start " + owner.begun)
        twin.retreat(game, len(game.history) - self._record)
        while self._record < len(game.history):
            yield
            if owner.late():
                return
            turn = game.history[self._record]
            self._record += 1
            self.tell("turn %d %s" % (self._record, twin.turn_text(turn)))
            twin.apply(turn)
        self._record = -1

    # -- lamps shown for a host ---------------------------------------------------------------------------------------

    def show(self, pattern):
        """Show `pattern` (a lamp code a board cell) instead of the guide's lamps, None: the guide's again."""
        if pattern != self.pattern:
            self.pattern = pattern
            self.owner.lamps_changed = True


def digits(codes):
    """The lamp codes as text, a digit each."""
    text = bytearray(codes)
    for i in range(len(text)):
        text[i] += 48
    return text.decode()


def number(words, default=-1):
    """The number that `words` consists of, `default` if it is none (below 100,000,000; only digits)."""
    if len(words) != 1 or not 0 < len(words[0]) < 9:
        return default
    for letter in words[0]:
        if not "0" <= letter <= "9":
            return default
    return int(words[0])


def hello(controller):
    """Say who this is."""
    game = controller.tracker.game
    profile = controller.profile
    version = ".".join([str(part) for part in sys.implementation.version[:3]])
    controller.say("hello reedboard=%s protocol=%d board=%s size=%dx%d game=%s games=%s able=%s wiring=%08x boot=%04x impl=%s ver=%s plat=%s" % (
        VERSION, PROTOCOL, profile.name, profile.files, profile.ranks, game.name, ",".join(sorted(profile.games)), ABLE,
        binascii.crc32(profile.bit_cells + profile.led_cells) & 0xFFFFFFFF, controller.line.boot, sys.implementation.name, version, sys.platform))


def snap(controller):
    """Say how all stands: record, options, position; what is asked for, faults and lamps follow in frames of their own."""
    tracker = controller.tracker
    game = tracker.game
    options = "".join(["opt.%s=%s " % (key, game.options[key]) for key in sorted(game.options)])
    controller.say("snap ev=%d t=%d rec=%d n=%d game=%s board=%s rest=%d hold=%d commit=%s result=%s side=%s occ=%s %spos=%s" % (
        controller.line.event, controller.line.now, controller.line.records, len(game.history), game.name, controller.profile.name,
        controller.options["rest"],
        controller.options["hold"], controller.options["commit"], "*" if not controller.over else game.result(),
        "b" if game.side else "w", occupancy(tracker.occ), options, game.position_text()))


def occupancy(occ):
    """The occupancy as hexadecimal digits, four cells each, a1 in the highest bit of the first."""
    text = ""
    for i in range(0, len(occ), 4):
        value = 0
        for j in range(4):
            value = value * 2 + (occ[i + j] if i + j < len(occ) else 0)
        text += "%x" % value
    return text
