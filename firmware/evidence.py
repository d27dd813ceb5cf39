"""What the switches have shown since a position stood on the board, and what may therefore stand where.

The switches tell occupancy, not identity.  From the position that things started from and the order of lifts and puts follows
which thing can be on which square: a put sets down something that was in the hand then.  `Evidence` keeps that as a small set
of *worlds*, each one possible content of the squares that were touched.

Scans are not instant and a sliding magnet closes two switches, so a put may be seen shortly before its lift.  A put can
therefore always be a *debt*: something whose lift will be seen within `OVERLAP`; a lift in that time pays it.  What comes from the
box is a debt that is never paid.  Of the worlds those with the fewest debts are believed, and a world costs as much as debts were paid in
it, so that the plain order of events counts for more.
"""

DEBT = 63           # content of a square: something, not known what
OVERLAP = 260       # ms
WORLDS = 40         # more possibilities than that: the evidence is blurred, only occupancy counts


class Evidence:
    """Evidence on a board of `n` cells."""

    def __init__(self, n):
        self.n = n
        self.touched = bytearray(n)     # 0, or 1 + place in `cells`
        self.begin(bytearray(n))

    def begin(self, board, blind=False):
        """Forget all; the things now stand as in `board` (codes by cell).

        `blind`: hands may have done anything unseen (power was off, a new position is being set up); until the next `begin` only
        occupancy counts.
        """
        self.start = bytes(board[: self.n])
        self.blind = blind
        for cell in range(self.n):
            self.touched[cell] = 0
        self.cells = []
        self.first = []         # ms, first event on each of `cells`
        self.last = []          # ms, last event on each
        self.lifted = []        # whether a lift was seen on each
        self.worlds = {b"": 0}      # world -> what it costs
        self.blurred = blind
        self.events = 0

    def toggle(self, cell, closed, now):
        """The switch under `cell` closed or opened at `now` (ms)."""
        self.events += 1
        if self.blind:
            return
        i = self.touched[cell] - 1
        if i < 0:
            i = self._touch(cell, now)
        if not self.blurred:
            worlds = {}
            for world in self.worlds:
                if closed:
                    self._put(worlds, world, i)
                else:
                    self._lift(worlds, world, i, now)
            self.worlds = worlds
            if len(self.worlds) > WORLDS:
                self.prune()
                if len(self.worlds) > WORLDS:
                    self.blurred = True
                    self.worlds = {}
        self.last[i] = now
        if not closed:
            self.lifted[i] = True

    def _touch(self, cell, now):
        self.cells.append(cell)
        self.first.append(now)
        self.last.append(now)
        self.lifted.append(False)
        self.touched[cell] = len(self.cells)
        start = self.start[cell : cell + 1]
        self.worlds = {world + start: self.worlds[world] for world in self.worlds}
        return len(self.cells) - 1

    def _put(self, worlds, world, i):
        cost = self.worlds[world]
        for code in self._hand(world):
            _keep(worlds, world, i, code, cost)
        _keep(worlds, world, i, DEBT, cost)

    def _lift(self, worlds, world, i, now):
        cost = self.worlds[world]
        code = world[i]
        empty = _keep(worlds, world, i, 0, cost)
        if code and code != DEBT:
            for j in range(len(world)):
                if world[j] == DEBT and j != i and now - self.last[j] <= OVERLAP:
                    _keep(worlds, empty, j, code, cost + 1)

    def _hand(self, world):
        """Codes of the things that are on none of the touched squares in `world`, each once."""
        hand = [self.start[cell] for cell in self.cells]
        for code in world:
            if code in hand:
                hand.remove(code)
        return set(hand) - {0}

    def prune(self):
        """Believe only the worlds with the fewest debts (when all is at rest)."""
        if len(self.worlds) > 1:
            fewest = min([world.count(b"\x3f") for world in self.worlds])
            self.worlds = {world: self.worlds[world] for world in self.worlds if world.count(b"\x3f") == fewest}

    def fits(self, board, change, wild, mask):
        """What the cheapest world costs in which things stand as in `board` with `change` ({cell: (before, after)}) made; -1: in none.

        Cells in `wild` may hold anything (what is put there comes from the box), those set in `mask` are not looked at.
        """
        if self.blurred:
            return 0
        want = []
        for i, cell in enumerate(self.cells):
            if not mask[cell] and cell not in wild:
                want.append((i, change[cell][1] if cell in change else board[cell]))
        cheapest = -1
        for world in self.worlds:
            for i, code in want:
                if world[i] != code and world[i] != DEBT:
                    break
            else:
                cost = self.worlds[world]
                if cheapest < 0 or cost < cheapest:
                    cheapest = cost
        return cheapest

    def was_lifted(self, cell):
        """Whether a lift was seen on `cell`."""
        i = self.touched[cell]
        return self.blind or i > 0 and self.lifted[i - 1]

    def began(self, cell):
        """When something first happened on `cell` (ms), or -1."""
        i = self.touched[cell]
        return self.first[i - 1] if i else -1

    def ended(self, cell):
        """When something last happened on `cell` (ms), or -1."""
        i = self.touched[cell]
        return self.last[i - 1] if i else -1

    def exchanged(self):
        """Pairs of touched cells that hold each other's things in some world in which all others are at home."""
        pairs = []
        for world in self.worlds:
            odd = [i for i in range(len(world)) if world[i] != self.start[self.cells[i]]]
            if len(odd) == 2:
                a, b = self.cells[odd[0]], self.cells[odd[1]]
                if world[odd[0]] == self.start[b] and world[odd[1]] == self.start[a] and self.start[a] and self.start[b]:
                    pairs.append((a, b))
        return pairs


def _keep(worlds, world, i, code, cost):
    """Put `world` with `code` at place `i` into `worlds` at `cost` if it is not there for less; returns it."""
    world = world[:i] + bytes((code,)) + world[i + 1 :]
    if world not in worlds or worlds[world] > cost:
        worlds[world] = cost
    return world
