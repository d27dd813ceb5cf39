"""A piece of a trace as a scenario file: hands' doings as the debounced switches tell them, and what the board made of them."""

from firmware import link
from firmware.opening import OPTIONS
from host.errors import UserError
from host.replay import Replay
from host.sim.board import default_board
from host.sim.doings import LONG_PRESS_MS, SHORT_PRESS_MS

REST_MS = 1000  # an expectation waits the board's rest and this long
WIDTH = 96
BUTTONS = {1: "white", 2: "black", 4: "menu"}
LONG_MS = 800
_SILENT = ("hello", "snap", "turns", "ack", "light")


class _Start:
    """How the board stands where the piece begins."""

    def __init__(self, controller, ms):
        tracker = controller.tracker
        game = tracker.game
        self.ms = ms
        self.turns = len(game.history)
        self.game = game.name
        self.position = game.position_text()
        self.board = controller.profile.name
        self.options = {key: value for key, value in controller.options.items() if value != OPTIONS[key]}
        self.options.update({key: value for key, value in game.options.items() if value != game.OPTIONS[key]})
        self.faults = [game.square(cell) for cell in range(game.n) if tracker.mask[cell]]
        self.moved = [("-" if game.board[cell] else "+") + game.square(cell) for cell in range(game.n)
                      if bool(game.board[cell]) != bool(tracker.occ[cell]) and not tracker.mask[cell]]


class Retelling:
    """Plays `trace` and writes down a scenario of the turns after number `first` up to number `last` (None: to the end)."""

    def __init__(self, trace, first=None, last=None):
        self.first, self.last = first, last
        self.start = None
        self.told = []  # (ms, kind, what): do, turn, back, ask, fix, ok, result
        self._down = {}
        self._replay = Replay(trace, self._step)

    def text(self):
        """Return the text of the scenario file. Raises UserError if the trace does not hold that piece, or does not play back the same."""
        for _ in self._replay.steps():
            if self.last is not None and self._turns() > self.last:
                break
        report = self._replay.report()
        if report.difference:
            raise UserError(f"the trace does not play back the same ({report.difference.what} at {report.difference.ms} ms): see `reedboard replay`")
        if self.start is None:
            raise UserError(f"the trace does not come to turn {self.first}")
        return "".join(line + "\n" for line in [*self._head(), "", *self._body()])

    def _turns(self):
        return len(self._replay.controller.tracker.game.history) if self._replay.controller else 0

    def _step(self, playback, entry, outputs):
        controller = playback.controller
        if self.start is None:
            if self._begins(controller):
                self.start = _Start(controller, playback.now)
            return
        if entry[3] >= 0:
            self._buttons(playback.now, entry[3])
        if entry[4]:
            frame = link.decode(entry[4])
            if frame and frame[1].split() and frame[1].split()[0] not in _SILENT:
                self.told.append((playback.now, "host", frame[1]))
        for kind, data in outputs:
            if kind == "tx":
                self._hear(playback.now, *link.parts(data)[1:])

    def _begins(self, controller):
        """Whether the piece can begin here: nothing is being worked out, and the record is at the turn wished for."""
        if self.first is None:
            return controller._primed and controller.tracker.turns is not None
        return len(controller.tracker.game.history) == self.first and controller.free()

    def _buttons(self, now, mask):
        for bit, name in BUTTONS.items():
            if mask & bit and bit not in self._down:
                self._down[bit] = now
            elif not mask & bit and bit in self._down:
                began = self._down.pop(bit)
                self.told.append((began, "press", f"{'hold' if now - began >= LONG_MS else 'press'} {name}"))

    def _hear(self, now, event, payload):
        verb, _, rest = payload.partition(" ")
        if verb == "sq":
            square, closed, ms = rest.split()
            self.told.append((int(ms), "do", ("+" if closed == "1" else "-") + square))
        elif verb in ("turn", "back", "ask", "fix", "ok", "result") and (event or verb == "result"):
            self.told.append((now, verb, rest))

    # the file

    def _head(self):
        start = self.start
        head = [f"# from a trace of {start.board}, {start.ms} ms after power-on", f"game {start.game}", f"position {start.position}"]
        if start.board != default_board(start.game):
            head.append(f"board {start.board}")
        return head + [f"option {key} {value}" for key, value in sorted(start.options.items())]

    def _body(self):
        start, lines, words = self.start, [], []
        if start.faults:
            lines.append("host fault " + " ".join(start.faults))
        if start.moved:
            lines.append(" ".join(sorted(start.moved)) + "  # so it stood when the piece begins")
        record, before, said = [], [], ""
        done = None  # ms at which the last doing was over
        for ms, kind, what in sorted(self.told, key=lambda item: item[0]):
            if kind in ("do", "press", "host"):
                if done is not None and ms - done >= int(self._option("rest")) + REST_MS:
                    words, before = self._expect(lines, words, record, before, said)
                elif done is not None and ms > done:
                    words.append(str(ms - done))
                done = self._doing(lines, words, kind, what, ms)
            else:
                said = self._follow(record, kind, what, said)
        self._expect(lines, words, record, before, said)
        return lines

    def _option(self, key):
        return self.start.options.get(key, OPTIONS[key])

    def _doing(self, lines, words, kind, what, ms):
        """Write one doing down; return when it is over."""
        if kind == "host":
            _flush(lines, words)
            lines.append("host " + what)
            return ms
        words.append(what)
        if len(" ".join(words)) > WIDTH:
            _flush(lines, words)
        return ms + (0 if kind == "do" else LONG_PRESS_MS if what.startswith("hold") else SHORT_PRESS_MS)

    def _follow(self, record, kind, what, said):
        """Follow what the board said; `record` holds the turns since the piece began. Returns what it asks for now."""
        if kind == "turn":
            number, text = what.split()
            place = int(number) - 1 - self.start.turns
            if place >= 0:  # one of before the piece can't be told
                record[place:] = [text]
        elif kind == "back":
            left = int(what) - self.start.turns
            del record[max(0, left) :]
        elif kind in ("ask", "fix"):
            return f"{kind} {what}"
        elif kind == "ok":
            return ""
        return said

    def _expect(self, lines, words, record, before, said):
        """Write down what must have come of the doings so far; return (no words, the record now)."""
        _flush(lines, words)
        if record[: len(before)] == before and len(record) > len(before):
            lines.append("expect turn " + " ".join(record[len(before) :]))
        elif before[: len(record)] == record and len(before) > len(record):
            lines.append(f"expect takeback {len(before) - len(record)}")
        if said:
            lines.append("expect " + said)
        return [], list(record)


def _flush(lines, words):
    if words:
        lines.append(" ".join(words))
        words.clear()
