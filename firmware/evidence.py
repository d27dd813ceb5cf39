"""What the switches have shown since a position stood on the board, and what may therefore stand where.

The switches tell occupancy, not identity.  From the position that things started from and the order of lifts and puts follows
which thing can be on which square: a put sets down something that was in the hand then.  `Evidence` keeps that as a small set
of *worlds*, each one possible content of the squares that were touched.

Scans are not instant and a sliding magnet closes two switches, so a put may be seen shortly before its lift.  A put can
therefore always be a *debt*: something whose lift will be seen within `OVERLAP`; a lift in that time pays it.  A debt that stays unpaid
came from the box, and dies where nothing can come from there.

Each world has a cost: above all the debts paid in it (and those taken away again), so that the plain order of events counts for more; then, only to
choose which worlds to keep when there are many, the debts left in it and the things that did not go back where they had been.
"""

DEBT = 63           # content of a square: something, not known what
OVERLAP = 260       # ms, between neighbouring squares, of which one magnet can close both
SKEW = 16           # ms, between any two: parts of the board are scanned and settle at different times; such a debt costs nothing
PASSING = 150       # ms, for as long a magnet in the hand may close a square that it passes
BRUSH = 24          # ms, so near in time is what the hand does beside it
WORLDS = 24         # as many possibilities are kept, the cheapest
PAID = 64           # cost of a paid debt; below it, `OWED` for each debt left and 1 for each thing put where another had been
OWED = 2
NEVER = (-1, -1, 0)


class Evidence:
    """Evidence on a board of `n` cells, `files` of them in a rank."""

    def __init__(self, n, files):
        self.n = n
        self.files = files
        self.touched = bytearray(n)     # 0, or 1 + place in `cells`
        self.begin(bytearray(n))

    def begin(self, board, blind=False, boxes=None):
        """Forget all; the things now stand as in `board` (codes by cell).

        `boxes`: cells on which things from the box may appear, None for all.
        `blind`: hands may have done anything unseen (power was off, a new position is being set up); until the next `begin` only
        occupancy counts.
        """
        self.start = bytes(board[: self.n])
        self.blind = blind
        self.boxes = boxes
        for cell in range(self.n):
            self.touched[cell] = 0
        self.cells = []
        self.last = []          # ms, last event on each of `cells`
        self.lifts = []         # [first, last, number] of the lifts seen on each, times in ms, -1 for none
        self.puts = []          # likewise for puts
        self.worlds = {b"": 0}      # world -> what it costs
        self.blurred = blind
        self.partial = False    # whether worlds were dropped for want of room
        self.given = []         # codes of things that accepted turns brought from the box
        self.events = 0

    def toggle(self, cell, closed, now):
        """The switch under `cell` closed or opened at `now` (ms)."""
        self.events += 1
        if self.blind:
            return
        i = self.touched[cell] - 1
        if i < 0:
            i = self._touch(cell)
        self.last[i] = now
        if not self.blurred:
            worlds = {}
            for world in self.worlds:
                if closed:
                    self._put(worlds, world, i)
                else:
                    self._lift(worlds, world, i, now)
                if len(worlds) > 2 * WORLDS:
                    worlds = self._believed(worlds, now)
            self.worlds = self._believed(worlds, now)
            self.blurred = not self.worlds
        times = (self.puts if closed else self.lifts)[i]
        times[1] = now
        times[2] += 1
        if times[0] < 0:
            times[0] = now

    def _touch(self, cell):
        self.cells.append(cell)
        self.last.append(0)
        self.lifts.append([-1, -1, 0])
        self.puts.append([-1, -1, 0])
        self.touched[cell] = len(self.cells)
        start = self.start[cell : cell + 1]
        self.worlds = {world + start: self.worlds[world] for world in self.worlds}
        return len(self.cells) - 1

    def _put(self, worlds, world, i):
        cost = self.worlds[world]
        home = self.start[self.cells[i]]
        hand = self._hand(world)
        for code in hand:
            _keep(worlds, world, i, code, cost + 1 if home in hand and code != home else cost)
        _keep(worlds, world, i, DEBT, cost + OWED)

    def _lift(self, worlds, world, i, now):
        cost = self.worlds[world]
        code = world[i]
        if code == DEBT:        # a magnet that only passed, or one from the box that did not stay
            cost += -OWED if self._passed(i, now) else PAID - OWED
        empty = _keep(worlds, world, i, 0, cost)
        if code and code != DEBT:
            for j in range(len(world)):
                if world[j] == DEBT and j != i:
                    late = now - self.last[j]
                    if late <= SKEW:
                        _keep(worlds, empty, j, code, cost - OWED)
                    elif late <= OVERLAP and self._beside(i, j):
                        _keep(worlds, empty, j, code, cost + PAID - OWED)

    def _beside(self, i, j):
        """Whether the `i`-th and the `j`-th touched cell are neighbours."""
        files = self.files
        a = self.cells[i]
        b = self.cells[j]
        return -2 < a % files - b % files < 2 and -2 < a // files - b // files < 2

    def _passed(self, i, now):
        """Whether what closed the `i`-th touched cell until `now` can have been a magnet passing while something was done beside it."""
        at = self.puts[i][1]
        if now - at > PASSING:
            return False
        for j in range(len(self.cells)):
            if j != i and self._beside(i, j):
                for times in (self.lifts[j], self.puts[j]):
                    if -BRUSH <= times[0] - at <= BRUSH or -BRUSH <= times[1] - at <= BRUSH:
                        return True
        return False

    def _believed(self, worlds, now):
        """Of `worlds` those without debts that can't be: too old, on a cell that the box fills not; at most `WORLDS` of them, the cheapest."""
        if self.boxes is not None:
            late = [i for i in range(len(self.cells)) if now - self.last[i] > OVERLAP and self.cells[i] not in self.boxes]
            for world in list(worlds):
                for i in late:
                    if world[i] == DEBT:
                        del worlds[world]
                        break
        if len(worlds) > WORLDS:
            self.partial = True
            ranks = sorted([(worlds[world] % PAID + 2 * (worlds[world] // PAID), world) for world in worlds])
            worlds = {world: worlds[world] for _, world in ranks[:WORLDS]}
        return worlds

    def _hand(self, world):
        """Codes of the things that are on none of the touched squares in `world`, each once."""
        hand = [self.start[cell] for cell in self.cells] + self.given
        for code in world:
            if code in hand:
                hand.remove(code)
        return set(hand) - {0}

    def name(self, cell, code):
        """What was put on `cell` from the box is the thing `code`."""
        i = self.touched[cell] - 1
        if i >= 0:
            self.given.append(code)
            worlds = {}
            for world in self.worlds:
                _keep(worlds, world, i, code if world[i] else 0, self.worlds[world])
            self.worlds = worlds

    def fits(self, board, change, wild, mask):
        """How many debts were paid in the plainest world in which things stand as in `board` with `change` made; -1: in none.

        `change`: {cell: (before, after)}.

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
                if world[i] != code:
                    break
            else:
                cost = self.worlds[world] // PAID
                if cheapest < 0 or cost < cheapest:
                    cheapest = cost
        return cheapest

    def was_lifted(self, cell):
        """Whether a lift was seen on `cell`."""
        i = self.touched[cell]
        return self.blind or i > 0 and self.lifts[i - 1][1] >= 0

    def left(self, cell):
        """What was lifted from `cell`: first and last time (ms, -1 if it was not seen), and how often."""
        i = self.touched[cell] - 1
        return self.lifts[i] if i >= 0 else NEVER

    def filled(self, cell):
        """What was put on `cell`: first and last time (ms, -1 if it was not seen), and how often."""
        i = self.touched[cell] - 1
        return self.puts[i] if i >= 0 else NEVER

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
