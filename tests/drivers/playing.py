"""A game on a whole device, real drivers and chip models and all, in which parts may fail; on both runtimes."""

from tests.drivers.boards import form

import json

import engine
from firmware import link
from firmware.guide import FAULT, LAST, OFF
from host.virtual.device import Device


class Playing:
    """Hands that play on a device of the form `data` and know what they did: `truth` is the engine's game.

    What the device has said: `record` (turn texts), `asked`, `fix`, `faults` (squares), `broken` (parts), `lamps`.
    `now` is the time in ms; `before(bench)` breaks something before the firmware starts.
    """

    def __init__(self, data, game="folky", before=None, seed=1):
        self.truth = engine.new(game)
        self.made = []
        self.record = []
        self.asked = self.fix = self.faults = self.broken = ()
        self.errors = []
        self.taken_back = False
        self.lamps = b""
        self.now = 0
        self.pace = 10  # ms between two scans of a board at rest; what it reads then is the same but for noise
        self._seed = seed
        self._requests = 0
        self._moves = []
        self.device = Device(json.dumps(data), {"game": game, "position": None, "options": {}}, b"", True, before)
        self.bench = self.device.parts.bench
        profile = self.bench.profile
        self.cells = profile.board_cells(self.truth.files, self.truth.ranks, profile.anchor(game))
        bits = profile.cell_bits()
        self._bits = [bits[cell] for cell in self.cells]
        for cell in range(self.truth.n):
            if self.truth.board[cell]:
                self.bench.set_switch(self._bits[cell], True)
        self.wait(1000)

    def wait(self, ms, pace=0):
        """Let time pass, with a scan every `pace` ms."""
        end = self.now + ms
        while self.now < end:
            self.now = min(end, self.now + (pace or self.pace))
            self.device.look()
            for _, kind, data in self.device.run(self.now):
                if kind == "lamps":
                    self.lamps = data
                elif kind == "tx":
                    self._hear(link.decode(data)[1])

    def say(self, payload):
        """The host says it; the board has a second to answer."""
        self._requests += 1     # one with the number of another would be that one come twice
        self.device.run(self.now, (), ((self.now, "line", link.encode(self._requests, payload)),))
        self.wait(1000)

    def _hear(self, payload):
        words = payload.split()
        verb, words = words[0], words[1:]
        if verb == "turn":
            self.record[int(words[0]) - 1 :] = [words[1]]
        elif verb == "back":
            self.taken_back = True
            self.record[int(words[0]) :] = []
        elif verb in ("ask", "fix", "ok"):
            self.asked = words if verb == "ask" else ()
            self.fix = words if verb == "fix" else ()
        elif verb == "fault":
            self.faults = words
        elif verb == "broken":
            self.broken = words
        elif verb == "err":
            self.errors.append(" ".join(words))
        assert self.record == self.made[: len(self.record)], "recorded %s, made %s" % (self.record, self.made)

    def set(self, square, closed):
        """The thing on `square` comes or goes."""
        self.bench.set_switch(self._bits[self.truth.cell(square)], closed)

    def choose(self, avoid=()):
        """A legal turn that moves one thing to an empty square and touches none of the squares in `avoid`: (from, to)."""
        game = self.truth
        plain = []
        for turn in game.turns():
            if len(turn) == 2 and turn[0] < 192 and turn[1] < 192 and not game.board[turn[1]]:
                names = game.square(turn[0]), game.square(turn[1])
                if names[0] not in avoid and names[1] not in avoid:
                    plain.append((turn, names))
        self._seed = (self._seed * 1103515245 + 12345) & 0x7FFFFFFF
        return plain[(self._seed >> 8) % len(plain)] if plain else None

    def begin(self, avoid=()):
        """Lift the thing of the next turn; returns what `end` needs."""
        turn, names = self.choose(avoid)
        self.set(names[0], False)
        self.wait(300)
        return turn, names

    def end(self, begun):
        """Put it down; whether the board has recorded the turn then."""
        turn, names = begun
        self.set(names[1], True)
        self.made.append(self.truth.turn_text(turn))
        self.truth.push(turn)
        self.wait(1000)
        return self.record == self.made

    def play(self, avoid=()):
        """Make a turn; whether the board has recorded it then."""
        return self.end(self.begin(avoid))

    def play_on(self, most, avoid):
        """Make up to `most` turns, as long as there are some and the board follows, be it with a question; how many it has recorded."""
        count = 0
        while count < most and self.choose(avoid):
            if not self.play(avoid):
                if "+".join(self.made[len(self.record) :]) not in self.asked:
                    break
                self.put_right()
            count += 1
        return count

    def put_right(self):
        """Do what the board asks for: answer with the truth, or go back to the position of the record and make the rest again."""
        if self.record != self.made and not self.asked and not self.fix:
            self.wait(5000)     # a board that waits for more says so in the end
        missing = self.made[len(self.record) :]
        if "+".join(missing) in self.asked:
            self.say("answer " + "+".join(missing))
        elif missing:
            for change in self.fix:
                self.set(change[1:], change[0] == "+")
            self.wait(1000)
            assert not self.fix and not self.asked, self.show()
            for _ in missing:
                self.truth.pop()
                self.made.pop()
        assert self.record == self.made and not self.asked and not self.fix, self.show()

    def unaccounted(self):
        """Squares that the firmware sees wrongly without saying so, by a list of faults, by asking to put right, or by its question."""
        tracker = self.device.shell.controller.tracker
        told = list(self.faults) + [change[1:] for change in self.fix]
        wrong = [cell for cell in range(self.truth.n) if bool(tracker.occ[cell]) != bool(self.truth.board[cell])]
        return [self.truth.square(cell) for cell in wrong if self.truth.square(cell) not in told]

    def violet(self):
        """The squares whose lamps show a fault."""
        return sorted([self.truth.square(cell) for cell in range(self.truth.n) if self.lamps[self.cells[cell]] == FAULT])

    def lit_squares(self):
        """The squares that the firmware lights at the beginning of a blink, in one colour or several."""
        return [self.truth.square(cell) for cell in range(self.truth.n) if self.lamps[self.cells[cell]] not in (OFF, LAST)]

    def show(self):
        """How all stands, for a failing test."""
        return "record %s of %s, asked %s, fix %s, faults %s, broken %s" % (
            self.record, self.made, self.asked, self.fix, self.faults, self.broken)


__all__ = ("Playing", "form")
