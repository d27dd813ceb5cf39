"""The controller in virtual time: toggles in, what it says out. It can be copied at rest, so that many turns begin alike."""

import io
import pickle

from firmware import link
from firmware.controller import Controller
from firmware.main import STEPS
from host import profiles

BOARD = "universal-12x9"
GRID_MS = 2
REST_MS, HOLD_MS = 300, 4000
_profiles = {}


def profile():
    """Return the profile of the board that all games are played on here."""
    if BOARD not in _profiles:
        _profiles[BOARD] = profiles.load(BOARD)
    return _profiles[BOARD]


class Rig:
    """A controller with a frame of switches. `now`: ms. `said`: [(ms, payload)] since it was last emptied.

    `record`: the turns accepted. `wanted`: the last `ask` or `fix`, as a list of its words, empty when nothing is asked for.
    `result`: as last said.
    """

    def __init__(self, name, position, **options):
        """name: of the game; position: text or None; options: of the game and the controller."""
        self.controller = Controller(profile(), {"game": name, "position": position, "options": options})
        game = self.controller.tracker.game
        cells = profile().game_cells(game.files, game.ranks, profile().anchor(name))
        self.bits = {game.square(cell): bit for bit, cell in enumerate(cells) if cell != 255}
        self.frame = bytearray((profile().bits + 7) // 8)
        for square, bit in self.bits.items():
            if game.board[game.cell(square)]:
                self.frame[bit >> 3] |= 1 << (bit & 7)
        self.now = 0
        self.due = 0
        self._frozen = None
        self.buttons = 0
        self.said = []
        self.record = []
        self.wanted = []
        self.result = "*"
        self.wait(REST_MS + 1000)

    def copy(self):
        """Return a rig that stands exactly as this one."""
        if self._frozen is None:
            self._frozen = self._freeze()
        data, shared = self._frozen
        thaw = pickle.Unpickler(io.BytesIO(data))
        thaw.persistent_load = shared.__getitem__
        return thaw.load()

    def _freeze(self):
        """Return (pickled bytes, list of the large tables in it that never change and are shared)."""
        shared = [profile(), self.bits]
        for game in (self.controller.tracker.game, self.controller.tracker.twin):
            shared += [value for value in vars(game).values() if isinstance(value, (tuple, bytes))]
        numbers = {id(thing): number for number, thing in enumerate(shared)}
        file = io.BytesIO()
        freeze = pickle.Pickler(file)
        freeze.persistent_id = lambda thing: numbers.get(id(thing))
        freeze.dump(self)
        return file.getvalue(), shared

    def __getstate__(self):
        return {**vars(self), "_frozen": None}

    def do(self, doing):
        """Let the switch of the square in `doing` (`-e2`, `+e4`) open or close now."""
        bit = self.bits[doing[1:]]
        mask = 1 << (bit & 7)
        closed = doing[0] == "+"
        assert bool(self.frame[bit >> 3] & mask) != closed, f"{doing} can't be done"
        self.frame[bit >> 3] ^= mask
        self._step()

    def play(self, doings, gaps):
        """Do the `doings`, each after its gap (a list of ms)."""
        for doing, gap in zip(doings, gaps, strict=True):
            self.wait(gap)
            self.do(doing)

    def press(self, mask, ms=100):
        """Press a button (1 White's, 2 Black's, 4 menu) for `ms`."""
        self.buttons = mask
        self._step()
        self.wait(ms)
        self.buttons = 0
        self._step()

    def wait(self, ms):
        """Let `ms` pass."""
        end = self.now + ms
        while self.due <= end:
            self.now = max(self.now, -(-self.due // GRID_MS) * GRID_MS)
            if self.now > end:
                break
            self._step()
        self.now = end

    def _step(self):
        self._frozen = None
        controller = self.controller
        due = controller.step(self.now, self.frame, self.buttons, None)
        for _ in range(STEPS - 1):
            if not controller.busy:
                break
            due = controller.step(self.now, self.frame, self.buttons, None)
        self.due = max(due, self.now + 1)
        if controller.out:
            for line in controller.out:
                self._hear(link.decode(line)[1])
            del controller.out[:]
        del controller.store[:]

    def _hear(self, payload):
        self.said.append((self.now, payload))
        words = payload.split()
        if words[0] == "turn":
            assert int(words[1]) == len(self.record) + 1, payload
            self.record.append(words[2])
        elif words[0] == "back":
            del self.record[int(words[1]) :]
        elif words[0] == "result":
            self.result = words[1]
        elif words[0] in ("ask", "fix", "ok"):
            self.wanted = words if words[0] != "ok" else []
