"""The game on a board as it is seen over the serial line: pure, frames in, requests out.

Events are hints, a snapshot is the truth: whatever does not fit is asked for again.
"""

import engine
from firmware import link

MISFITS = 3
PENDING = 32


class Mirror:
    """The game on the board as seen over the line.

    `record`: turn texts, in order; `start`: the position from which it begins; `games`: how many records have begun. `game`: the engine's
    game at the end of the record, or None before anything is
    known. `asked`: turn texts the board asks about. `fix`: changes it asks for, such as "-c3". `faults`: squares. `broken`: names of parts.
    `result` and `reason`. `switches`: {square: closed}, of those that moved since the last snapshot. `lamps`: lamp codes, one
    a board cell. `snap`: fields of the last snapshot. `hello`: fields of the board's hello.
    `to_send`: lines (bytes) that should go to the board; whoever owns the line takes them. `unanswered`: requests sent and
    not answered yet, {number: payload}. `listeners`: called with (verb, rest) for every frame that is taken, the rest of its payload as
    text. `frames`, `damaged`, `gaps`, `repeated`: how many frames came, came damaged, were missed at a stroke, came twice.
    """

    def __init__(self, game=None, number=0):
        """game: an engine game at its start, when it is known which is played; otherwise the board says it.

        number: requests are numbered from the one after it; programs that share a board begin at different ones.
        """
        self.game = game
        self.start = game.position_text() if game else None
        self.record = []
        self.games = 0
        self.asked = []
        self.fix = set()
        self.faults = []
        self.broken = []
        self.result, self.reason = "*", ""
        self.lamps = b""
        self.hello = {}
        self.snap = {}
        self.to_send = []
        self.unanswered = {}
        self.listeners = []
        self.frames = self.damaged = self.gaps = self.repeated = 0
        self.switches = {}
        self._misfits = 0
        self._wanted = 0  # how many turns the record should have, as far as is known
        self._snap_due = False
        self._sent = number
        self._seen = None  # number of the last frame
        self._anew = False  # whether the `start` that comes is the event of a record that begins anew
        self._number = None  # the board's own number of the record
        self._event = None  # number of the last event taken, None before a snapshot has said where they stand

    # what goes to the board

    def send(self, payload):
        """Queue the request `payload` ("press white") for the board; return its number."""
        self._sent = self._sent + 1 if self._sent < link.TOP - 1 else 1
        self._snap_due = self._snap_due or payload == "snap"
        if not payload.startswith("ack"):
            self.unanswered[self._sent] = payload
            while len(self.unanswered) > PENDING:
                del self.unanswered[next(iter(self.unanswered))]
        self.to_send.append(link.encode(self._sent, payload))
        return self._sent

    def resynchronise(self):
        """Ask for everything anew: after the line has been opened, or when something does not fit."""
        self._seen = None
        self.send("hello")
        self.send("snap")

    @property
    def in_step(self):
        """Whether all that has been asked for has come, so that the mirror shows how the game stands."""
        return bool(self.hello and self.game) and not self._snap_due and len(self.record) >= self._wanted

    # what comes from it

    def feed(self, line):
        """Take one line (bytes); return its (verb, rest), or None for log text, damaged frames, and events that came twice."""
        frame = link.parts(line)
        if frame is None:
            self.damaged += line.startswith(b"!")
            return None
        seq, event, payload = frame
        self.frames += 1
        if seq:
            if self._seen is not None and seq != self._seen + 1:
                self.gaps += 1
                if not self._snap_due:
                    self.send("snap")
            self._seen = seq
        if event and not self._expects(event):
            return None
        self._anew = bool(event)
        return self._take(payload)

    def _expects(self, event):
        """Whether the event of that number is the next one; if one was missed, all is asked for anew."""
        if self._event is None or event > self._event + 1:
            if not self._snap_due:
                self.send("snap")
            return False
        if event <= self._event:
            self.repeated += 1
            self._acknowledge()
            return False
        self._event = event
        self._acknowledge()
        return True

    def _acknowledge(self):
        """Queue the acknowledgement of all events so far, in place of one that waits still."""
        if self.to_send:
            last = link.decode(self.to_send[-1])
            if last and last[1].startswith("ack"):
                self.to_send.pop()
        self.send(f"ack {self._event}")

    def _take(self, payload):
        verb, _, rest = payload.partition(" ")
        take = _TAKES.get(verb)
        try:
            if take:
                take(self, rest)
        except (ValueError, IndexError, KeyError):  # a frame of another protocol than ours
            self.damaged += 1
            return None
        for listener in self.listeners:
            listener(verb, rest)
        return verb, rest

    def _take_hello(self, rest):
        before, self.hello = self.hello, fields(rest)
        if before.get("boot") != self.hello.get("boot"):
            self._event = self._number = None

    def _take_snap(self, rest):
        head, _, position = rest.partition("pos=")
        self.snap = dict(fields(head), pos=position)
        self.switches = {}
        if self.snap["result"] != self.result:
            self.result, self.reason = self.snap["result"], ""
        self._snap_due = False
        number = self._wanted = _count(self.snap["n"])
        if "ev" in self.snap:
            self._event = int(self.snap["ev"])
            self._acknowledge()
        before, self._number = self._number, self.snap.get("rec")
        if before is not None and self._number != before:
            self.start = None  # another record: whatever it begins with, it is a new one
        if self.game is None or self.start is None or self.game.name != self.snap["game"]:
            self.send("turns 0")
        elif number > len(self.record):
            self.send(f"turns {len(self.record)}")
        else:
            self._back(number)
            if self.game.position_text() == position:
                self._misfits = 0
            else:
                self._misfit()

    def _misfit(self):
        """The mirror shows another position than the board says: begin anew, but not for ever."""
        self._misfits += 1
        if self._misfits <= MISFITS:
            self._back(0)
            self.send("turns 0")
            self.send("snap")

    def _take_sq(self, rest):
        square, closed = rest.split()[:2]
        self.switches[square] = closed == "1"

    def _take_start(self, rest):
        """The position from which the record begins (it precedes an answer to `turns`)."""
        name = self.snap.get("game") or self.hello.get("game") or (self.game.name if self.game else None)
        options = {key[4:]: value for key, value in self.snap.items() if key.startswith("opt.")}
        game = engine.new(name, rest, **options)
        known = self.game
        if self._anew and self._number is not None:
            self._number = str(int(self._number) + 1)
        if self._anew or known is None or known.name != name or self.start != rest or options and known.options != game.options:
            self.game = game
            self.games += 1
            self.start = rest
            self.record = []

    def _take_turn(self, rest):
        words = rest.split()
        number, text = _count(words[0], 1), words[1]
        self._wanted = max(self._wanted, number)
        if self.game is None or number > len(self.record) + 1:
            self.send(f"turns {len(self.record)}")
        elif number > len(self.record) or self.record[number - 1] != text:
            self._back(number - 1)
            self._push(text)

    def _push(self, text):
        try:
            self.game.push(self.game.parse_turn(text))
        except engine.EngineError:
            self._misfit()
        else:
            self.record.append(text)

    def _take_back(self, rest):
        self._wanted = _count(rest)
        self._back(self._wanted)

    def _back(self, number):
        while len(self.record) > number:
            self.game.pop()
            self.record.pop()

    def odd_squares(self):
        """Return (empty, full): squares seen empty where a thing should stand, and full where none should."""
        if self.game is None:
            return [], []
        stands = {square: bool(self.game.board[self.game.cell(square)]) for square in self.switches}
        empty = [square for square, closed in self.switches.items() if stands[square] and not closed]
        return sorted(empty), sorted(square for square, closed in self.switches.items() if closed and not stands[square])

    def _take_ask(self, rest):
        self.asked, self.fix = rest.split(), set()

    def _take_fix(self, rest):
        self.asked, self.fix = [], set(rest.split())

    def _take_ok(self, rest):
        self.asked, self.fix = [], set()

    def _take_result(self, rest):
        self.result, _, self.reason = rest.partition(" ")

    def _take_fault(self, rest):
        self.faults = rest.split()

    def _take_broken(self, rest):
        self.broken = rest.split()

    def _take_lamps(self, rest):
        self.lamps = bytes(int(code) for code in rest)

    def _take_answer(self, rest):
        number = rest.partition(" ")[0]
        if number.isdigit():
            self.unanswered.pop(int(number), None)


_TAKES = {
    "hello": Mirror._take_hello,
    "snap": Mirror._take_snap,
    "sq": Mirror._take_sq,
    "start": Mirror._take_start,
    "turn": Mirror._take_turn,
    "back": Mirror._take_back,
    "ask": Mirror._take_ask,
    "fix": Mirror._take_fix,
    "ok": Mirror._take_ok,
    "result": Mirror._take_result,
    "fault": Mirror._take_fault,
    "broken": Mirror._take_broken,
    "lamps": Mirror._take_lamps,
    "re": Mirror._take_answer,
    "err": Mirror._take_answer,
}


def _count(text, least=0):
    """Return the number of turns that `text` says, at least `least`. Raises ValueError."""
    number = int(text)
    if number < least:
        raise ValueError(text)
    return number


def fields(text):
    """Return the dict of a text of `key=value` words."""
    return dict(word.partition("=")[::2] for word in text.split())
