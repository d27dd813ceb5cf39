"""A board for a campaign: switches that lie, the firmware behind them, and the board as its messages tell it."""

from typing import NamedTuple

from firmware import link
from host import profiles
from host.sim.board import default_board
from host.sim.hands import occupied
from host.sim.layout import Layout
from host.sim.runtimes import CPythonRuntime, DeviceCrash
from host.sim.world import World

REST, HOLD = 300, 4000
CLEAR = 45          # ms, so long at least a square is clear before something is put there
_PROFILES = {}


class Seen:
    """The board as its messages tell it.

    `record`: turn texts; `asked`: the turns of the open question; `fix`: the changes it asks for; `questions`: how many it has asked;
    `committed_ms`: when it took its last turn; `toggles`: [(ms, square, closed)], all debounced toggles it has told.
    """

    def __init__(self):
        self.record = []
        self.asked = []
        self.fix = []
        self.result = "*"
        self.questions = 0
        self.asked_ms = 0
        self.asked_after = 0        # toggles told before the last question
        self.committed_ms = 0
        self.toggles = []

    def take(self, ms, line):
        """Take one line (bytes) said at `ms`."""
        verb, _, rest = link.decode(line)[1].partition(" ")
        if verb == "sq":
            square, closed, _ = rest.split()
            self.toggles.append((ms, square, closed == "1"))
        elif verb == "turn":
            number, text = rest.split()
            self.record[int(number) - 1 :] = [text]
            self.committed_ms = ms
        elif verb == "back":
            del self.record[int(rest) :]
        elif verb in ("ask", "fix", "ok"):
            self.asked = rest.split() if verb == "ask" else []
            self.fix = rest.split() if verb == "fix" else []
            if verb == "ask":
                self.questions += 1
                self.asked_ms = ms
                self.asked_after = len(self.toggles)
        elif verb == "result":
            self.result = rest.split()[0]


class Log(NamedTuple):
    """Everything that went in and out: `raw` [(us, bit, closed)], `lines` [(ms, bytes)] from the host, `out` [(ms, kind, bytes)]."""

    raw: list
    lines: list
    out: list


class Rig:
    """The board on which the engine game `game` is played, switched on. `now` is its time (ms).

    level: name of a level of noise; rng: random.Random; runtime: where the firmware runs, not started (None: in this process);
    keep_log: whether `log` is filled. `said`: [(ms, payload)], what the host has said.
    """

    def __init__(self, game, level, rng, runtime=None, keep_log=False):
        self.rng = rng
        board = default_board(game.name)
        if board not in _PROFILES:
            _PROFILES[board] = (profiles.device_json(board).decode(), profiles.load(board))
        text, profile = _PROFILES[board]
        self.world = World(Layout(profile, game), occupied(game), level, rng.getrandbits(32))
        self.seen = Seen()
        self.said = []
        self._lifted = {}       # when each square was last cleared (us)
        self._shy = bool(game.NEUTRAL)      # whether nothing is put where a magnet passing beside hides it
        self.now = 0
        self.log = Log([], [], []) if keep_log else None
        self.runtime = runtime or CPythonRuntime(pins=False)
        self.runtime.start(text, {"game": game.name, "position": None, "options": {}})
        self._advance(0, [(0, bit, True) for bit in self.world.levels()])

    def run(self, until):
        """Let time pass to `until` (ms)."""
        self._advance(until, self.world.take(until * 1000))

    def _advance(self, until, raw=(), lines=()):
        if self.log is not None:
            self.log.raw.extend(raw)
            self.log.lines.extend((ms, data) for ms, _, data in lines)
        self.now = until
        try:
            out = self.runtime.advance(until, raw, lines)
        except DeviceCrash:
            self._take(_last_words(self.runtime))
            raise
        self._take(out)

    def _take(self, outputs):
        if self.log is not None:
            self.log.out.extend((ms, kind, bytes(data)) for ms, kind, data in outputs)
        for ms, kind, data in outputs:
            if kind == "tx":
                self.seen.take(ms, data)

    def say(self, payload):
        """Let the host say `payload`."""
        self.said.append((self.now, payload))
        self._advance(self.now + 2, self.world.take((self.now + 2) * 1000), [(self.now, "line", link.encode(len(self.said), payload))])

    def do(self, steps, lead=0):
        """Perform `steps` (host.campaign.hands.Step), the first after `lead` ms more. Raises WorldError if one can't be done."""
        world = self.world
        at = (self.now + 2 + lead) * 1000
        for gap, kind, squares in steps:
            at += gap * 1000
            if kind in ("put", "slide"):        # no hand clears a square and fills it again in no time
                at = max(at, self._lifted.get(squares[-1], 0) + CLEAR * 1000)
                if self._shy:
                    at = max(at, world.opens_us(at, squares[-1]) + CLEAR * 1000)
            if kind in ("lift", "slide", "push"):
                self._lifted[squares[0]] = at
            if kind == "lift":
                world.lift(at, squares[0])
            elif kind == "put":
                world.put(at, squares[0])
            elif kind == "slide":
                at = world.slide(at, list(squares))
            elif kind == "push":
                world.lift(at, squares[0])
                at = self._push_past(at, squares[1:])
            elif kind == "see":
                at = max(at, world.settled_us + gap * 1000)
        self.run(at // 1000 + 1)

    def _push_past(self, at, squares):
        for square in squares:
            ms = self.rng.randint(20, 250)
            self.world.pass_over(at, square, ms)
            at += ms * 1000
        return at

    def settled(self):
        """When (ms) the switches show the truth, if nothing more is done; not before now."""
        return max(self.now, self.world.settled_us // 1000)

    def rest(self, extra=0):
        """Wait until the switches show the truth and the controller has had its rest (and `extra` ms)."""
        self.run(self.settled() + REST + 70 + extra)

    def stop(self):
        """Switch the board off."""
        self.runtime.stop()


def _last_words(runtime):
    """What firmware that has stopped with an error had put out since the last look, where that can be had."""
    device = getattr(runtime, "device", None)
    return device.outside.out if device else []
