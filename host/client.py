"""The host's side of the serial line: framed lines over a port, and a mirror of the game that is played on the board.

`Mirror` is pure: lines in, the game as the board tells it and lines to send out. `Client` joins it to a transport and
outlives a pulled cable. Events are hints, a snapshot is the truth: whatever does not fit is asked for again.
"""

import time

import serial

import engine
from firmware import link
from host.errors import UserError

HELLO_S = 3.0
ANSWER_TRIES = 3
RETRY_S = 0.5
ASK_AGAIN_S = 0.7
_SLICE_S = 0.02


class Mirror:
    """The game on the board as seen over the line.

    `record`: turn texts, in order. `game`: the engine's game at the end of the record, or None before anything is
    known. `asked`: turn texts the board asks about. `fix`: changes it asks for, such as "-c3". `faults`: squares. `broken`:
    names of parts. `result` and `reason`. `switches`: {square: closed}, of those that moved since the last snapshot. `lamps`: lamp codes, one
    a board cell. `snap`: fields of the last snapshot. `hello`: fields of the board's hello.
    `to_send`: lines (bytes) that should go to the board; whoever owns the line takes them. `listeners`: called with
    (verb, rest) for every frame that is taken, the rest of its payload as text.
    """

    def __init__(self, game=None):
        """game: an engine game at its start, when it is known which is played; otherwise the board says it."""
        self.game = game
        self.record = []
        self.asked = []
        self.fix = set()
        self.faults = []
        self.broken = []
        self.result, self.reason = "*", ""
        self.lamps = b""
        self.hello = {}
        self.snap = {}
        self.to_send = []
        self.listeners = []
        self.damaged = 0
        self.switches = {}
        self._misfits = 0
        self._wanted = 0  # how many turns the record should have, as far as is known
        self._snap_due = False
        self._sent = 0
        self._seen = None

    # what goes to the board

    def send(self, payload):
        """Queue the request `payload` ("press white") for the board."""
        self._sent += 1
        self._snap_due = self._snap_due or payload == "snap"
        self.to_send.append(link.encode(self._sent, payload))

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
        """Take one line (bytes); return its (verb, rest), or None for log text and damaged frames."""
        frame = link.decode(line)
        if frame is None:
            self.damaged += line.startswith(b"!")
            return None
        seq, payload = frame
        if self._seen is not None and seq != self._seen + 1:
            self.send("snap")
        self._seen = seq
        verb, _, rest = payload.partition(" ")
        take = getattr(self, "_take_" + verb, None)
        try:
            if take:
                take(rest)
        except (ValueError, IndexError, KeyError):  # a frame of another protocol than ours
            self.damaged += 1
            return None
        for listener in self.listeners:
            listener(verb, rest)
        return verb, rest

    def _take_hello(self, rest):
        self.hello = _fields(rest)

    def _take_snap(self, rest):
        head, _, position = rest.partition("pos=")
        self.snap = dict(_fields(head), pos=position)
        self.switches = {}
        if self.snap["result"] != self.result:
            self.result, self.reason = self.snap["result"], ""
        self._snap_due = False
        number = self._wanted = int(self.snap["n"])
        if self.game is None or self.game.name != self.snap["game"]:
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
        if self._misfits <= ANSWER_TRIES:
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
        if known is None or known.name != name or self._start() != rest or options and known.options != game.options:
            self.game = game
            self.record = []

    def _start(self):
        """The position from which the mirror's record begins."""
        turns = list(self.game.history)
        while self.game.history:
            self.game.pop()
        text = self.game.position_text()
        for turn in turns:
            self.game.push(turn)
        return text

    def _take_turn(self, rest):
        words = rest.split()
        number, text = int(words[0]), words[1]
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
        self._wanted = int(rest)
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


def _fields(text):
    """Return the dict of a text of `key=value` words."""
    return dict(word.partition("=")[::2] for word in text.split())


class Client:
    """A board at the other end of a port, and the mirror of its game.

    port: anything that pyserial opens (a device path, `socket://host:port`). `tell(text)` is called with short
    messages for a person (cable pulled, back again). Raises UserError if the port can't be opened.
    """

    def __init__(self, port, game=None, tell=None):
        self.port = port
        self.mirror = Mirror(game)
        self.tell = tell or (lambda text: None)
        self.log = []
        self._serial = None
        self._lines = link.LineBuffer()
        self._retry_at = 0.0
        self._asked_at = None
        self._open()

    def _open(self):
        try:
            self._serial = serial.serial_for_url(self.port, baudrate=115200, timeout=_SLICE_S, write_timeout=1)
        except (serial.SerialException, OSError, ValueError) as error:
            raise UserError(f"can't open the port {self.port}: {_reason(error)}; is the board plugged in?") from error
        self._lines = link.LineBuffer()
        self._asked_at = None
        self.mirror.resynchronise()

    def greet(self, seconds=HELLO_S, meanwhile=None):
        """Wait until the board has said what it is and how the game stands. Raises UserError if it does not answer.

        meanwhile: called again and again while waiting; what it raises ends the waiting.
        """
        end = time.monotonic() + seconds
        while not self.mirror.in_step:
            if time.monotonic() > end:
                raise UserError(f"no board answers at {self.port}: it did not say hello within {seconds:g} s; is it running reedboard?")
            if meanwhile:
                meanwhile()
            self.poll(0.05)

    def poll(self, seconds=0.0):
        """Wait up to `seconds` for the board to say something; take it; return the frames, [(verb, rest)].

        When the cable is pulled it says so, and tries again at each call until the port is back.
        """
        if self._serial is None and not self._reopen(seconds):
            return []
        try:
            self._write()
            data = self._read(seconds)
        except (serial.SerialException, OSError) as error:
            self._lost(error)
            return []
        frames = self._take(data)
        self._ask_again()
        self._flush()
        return frames

    def _ask_again(self):
        """What has been asked for and does not come is asked for again: lines get lost."""
        now = time.monotonic()
        if self.mirror.in_step or self._asked_at is None:
            self._asked_at = now
        elif now > self._asked_at + ASK_AGAIN_S:
            self._asked_at = now
            self.mirror.resynchronise()

    def _flush(self):
        if self.mirror.to_send:
            try:
                self._write()
            except (serial.SerialException, OSError) as error:
                self._lost(error)

    def _write(self):
        while self.mirror.to_send:
            self._serial.write(self.mirror.to_send[0])
            self.mirror.to_send.pop(0)

    def _read(self, seconds):
        """Return what comes within `seconds`, as soon as there is something."""
        port, end = self._serial, time.monotonic() + seconds
        while True:
            waiting = port.in_waiting
            data = port.read(min(waiting, 4096)) if waiting else port.read(1) if seconds else b""
            if data or time.monotonic() >= end:
                return data

    def _take(self, data):
        frames = []
        for line in self._lines.feed(data):
            frame = self.mirror.feed(line)
            if frame:
                frames.append(frame)
            elif line and not line.startswith(b"!"):
                self.log.append(line.decode("utf-8", "replace"))
        return frames

    def _lost(self, error):
        self.tell(f"the board at {self.port} is gone ({_reason(error)}); waiting for it")
        self.close()
        self._retry_at = time.monotonic() + RETRY_S

    def _reopen(self, seconds):
        """Try the port again, not more often than every RETRY_S; return whether it is open."""
        pause = self._retry_at - time.monotonic()
        if pause > 0:
            time.sleep(min(pause, seconds))
            return False
        self._retry_at = time.monotonic() + RETRY_S
        try:
            self._open()
        except UserError:
            return False
        self.tell("the board is back; reading how the game stands")
        return True

    @property
    def connected(self):
        """Whether the port is open."""
        return self._serial is not None

    def close(self):
        """Close the port."""
        if self._serial is not None:
            self._serial.close()
            self._serial = None


def _reason(error):
    """The short text of an error of pyserial or the system."""
    text = getattr(error, "strerror", None) or str(error)
    return " ".join(text.split())
