"""What stands where, in each story that fits what the switches have shown (see `firmware.stories`).

A lift takes what stands on a square into the hand; a put sets down any of the things in the hand, each choice a story of its own.

Scans are not instant and a sliding magnet closes two switches, so a put may be seen shortly before its lift.  A put can therefore always be a
*debt*: something whose lift will be seen within `OVERLAP`; a lift in that time pays it.  A debt that stays unpaid came from the box,
and dies where nothing can come from there.
"""

from engine.core import BOX
from firmware.loops import oddity
from firmware.turns import landing, needs

DEBT = 63           # content of a square: something, not known what
OVERLAP = 260       # ms, between neighbouring squares, of which one magnet can close both, or where something done beside it held the switch
SKEW = 8            # ms, by which what happened first may be seen second: parts of the board are scanned and settle at different times
FAR = 2             # ms, by which a thing may be seen where it comes, over a distance, before it is missed; more is odd
PASSING = 150       # ms, for as long a magnet in the hand may close a square that it passes
SNATCH = 100        # ms after which hands may take what has come to a square
BRUSH = 24          # ms, so near in time is what the hand does beside it
CHATTER = 60        # ms, so long may a switch that chatters be open
STORIES = 104       # as many are kept, those in which least is odd
GRAVE = 32          # cost of what seldom happens
HARDLY = 2          # what has so much more that is grave is hardly odder
OWED = 2            # cost of a debt left
GONE, PASSED = 254, 253     # what frees a story for turns: a thing taken from where its row did not want it; a magnet that had only passed there
TRIED = 10          # cost of a thing from the box that was put down and taken away again
LATE = 40           # of them without what was accepted last
MANY = 24           # stories looked at in one unit of work, ...
FEW = 8             # ... or, where more is to be done with each, so many


class Things:
    """Follows things on the `touched` squares of a board: the part of `firmware.stories.Stories` that knows no turns."""

    def __init__(self, n, files, mask):
        self.n = n
        self.files = files
        self.mask = mask
        self.touched = bytearray(n)     # 0, or 1 + place in `cells`
        self.boxes = None       # cells on which things from the box may appear, None for all
        self.clock = 0          # ms, the last toggle
        self.blind = True       # whether no stories are followed
        self.room = bytearray(n)      # for the inner loops
        self.root = self.here = 0
        self.rows = {}
        self.told = {}          # story (number of its row, then what stands on each of `cells`) -> what it costs
        self.forget()

    def forget(self):
        """Nothing has been touched."""
        for cell in range(self.n):
            self.touched[cell] = 0
        self.cells = bytearray()
        self.last = []          # ms, last event on each of `cells`
        self.lifts = []         # [first, last, last but one] of the lifts seen on each, times in ms, -1 for none
        self.puts = []          # likewise for puts
        self.fresh = self.clock             # ms: what happened later has happened since the last accepted turn, or since all was at home
        self.accepted = self.clock          # ms, when the last turn was accepted or taken back
        self.events = 0         # since then
        self.cut = [False, False]       # whether more could have happened since then than is followed, with the accepted turns and without one

    def _touch(self, cell):
        """Units of work: follow also what stands on `cell`."""
        told = {}
        for count, key in enumerate(self.told):
            told[key + self.rows[key[0]].board[cell : cell + 1]] = self.told[key]
            if count % MANY == MANY - 1:
                yield
        self.told = told
        self.cells.append(cell)
        self.last.append(0)
        self.lifts.append([-1, -1, -1])
        self.puts.append([-1, -1, -1])
        self.touched[cell] = len(self.cells)

    def _put(self, told, key, i, start):
        cost = self.told[key]
        if key[i + 1]:
            keep(told, key, cost)
            return
        row = self.rows[key[0]]
        home = row.board[self.cells[i]]
        hand = self._hand(key, row, start)
        for code in hand:
            keep(told, replaced(key, i, code), cost + 1 if home in hand and code != home else cost)
        keep(told, replaced(key, i, DEBT), cost + OWED)

    def _lifting(self, i, now):
        """What the lift of the `i`-th touched cell at `now` can be, in any story: `(passed, debts)`.

        Whether what closed it can have been a magnet that only passed, or chatter; and [(place of a debt that it can pay, what is odd about that)].
        """
        passed = 0 <= self.lifts[i][1] and now - self.lifts[i][1] <= PASSING or self._passed(i, now)
        held = self._held(i, now)
        debts = []
        for j in range(len(self.cells)):
            late = now - self.last[j]
            near = late <= OVERLAP and (self._beside(i, j) or held or self._passed(j, now))
            if j != i and (late <= SKEW or near):
                debts.append((j, 0 if late <= (SKEW if near else FAR) else GRAVE))
        return passed, debts

    def _lift(self, told, key, i, lifting, freed):
        passed, debts = lifting
        cost = self.told[key]
        code = key[i + 1]
        empty = replaced(key, i, 0)
        if code == DEBT:        # a magnet that only passed, or chatters, or one from the box that did not stay
            cost += -OWED if passed else (TRIED if self.boxes is None else GRAVE) - OWED
            if passed and cost <= told.get(empty, cost):
                freed[empty] = PASSED
        keep(told, empty, cost)
        if code != self.rows[key[0]].board[self.cells[i]]:
            freed.setdefault(empty, GONE)
        if code and code != DEBT:
            row = self.rows[key[0]]
            if key[0] == self.here and row.turn and len(row.turn) == 2 and row.turn[0] >= BOX and row.turn[1] == self.cells[i]:
                keep(told, bytes((row.parent,)) + empty[1:], cost + TRIED)      # what came from the box is taken up again, and may go elsewhere
            for j, odd in debts:
                if key[j + 1] == DEBT:
                    paid = replaced(empty, j, code)
                    freed[paid] = self.cells[j]
                    keep(told, paid, cost + odd - OWED)

    def _hand(self, key, row, start):
        """Codes of the things that are in the hand in the story `key`, each once, in order; `start`: what stood on the touched cells at the root."""
        hand = start + list(row.given)
        for code in key[1:] + row.boxed:
            if code in hand:
                hand.remove(code)
        return sorted(set(hand))

    def _beside(self, i, j):
        """Whether the `i`-th and the `j`-th touched cell are neighbours."""
        files = self.files
        a = self.cells[i]
        b = self.cells[j]
        return -2 < a % files - b % files < 2 and -2 < a // files - b // files < 2

    def _held(self, i, now):
        """Whether the switch of the `i`-th touched cell can have been held closed until `now` by what was done beside it before."""
        for j in range(len(self.cells)):
            if j != i and 0 <= now - self.last[j] <= PASSING and self._beside(i, j):
                if now - self.puts[j][1] > SKEW:
                    return True
        return False

    def _passed(self, i, now, at=-1):
        """Whether what closed the `i`-th touched cell from `at` (its last put) until `now` can have been a magnet that passed, busy beside it."""
        if at < 0:
            at = self.puts[i][1]
        if now - at > PASSING:
            return False
        for j in range(len(self.cells)):
            if j != i and self._beside(i, j):
                for times in (self.lifts[j], self.puts[j]):
                    if -BRUSH <= times[0] - at <= BRUSH or -BRUSH <= times[1] - at <= BRUSH:
                        return True
        return False

    def _bury(self, told, now):
        """Take from `told` the stories with debts that can't be: too old, on a cell that the box fills not.

        Where it fills any, the debt has been paid once a turn that brings a thing there has been made.
        """
        late = [i + 1 for i in range(len(self.cells)) if now - self.last[i] > OVERLAP]
        boxes = self.boxes
        if boxes is not None:
            late = [i for i in late if self.cells[i - 1] not in boxes]
        paid = [(row.parent, self.touched[row.turn[1]]) for row in self.rows.values() if row.turn and row.turn[0] >= BOX] if boxes is None else ()
        for key in list(told) if late and (boxes is not None or paid) else ():
            if DEBT in key:
                for i in late:
                    if key[i] == DEBT and (boxes is not None or (key[0], i) in paid):
                        del told[key]
                        break

    def _cheapest(self, told):
        """Units of work: tell at most `STORIES` of the stories `told`, those in which least is odd and fewest accepted turns are missing.

        At most `LATE` of them are without one.
        """
        self.told = told
        if len(told) <= LATE:
            return
        undone = {number: self.undone(number) for number in self.rows}
        behind = sum([undone[key[0]] > 0 for key in told])
        if behind <= LATE and len(told) - behind <= STORIES - LATE:
            return
        yield
        self.cut = [self.cut[0] or len(told) - behind > STORIES - LATE, self.cut[1] or behind > LATE]
        size = len(self.cells)
        ranks = ({}, {})        # oddity -> stories, of those with all accepted turns and of the others
        for count, key in enumerate(told):
            late = undone[key[0]]
            rank = ranks[1 if late else 0]
            cost = told[key]
            odd = cost % GRAVE + 4 * (cost // GRAVE) + oddity(key, self.rows[key[0]].board, self.cells, size) + 4 * late
            if odd in rank:
                rank[odd].append(key)
            else:
                rank[odd] = [key]
            if count % FEW == FEW - 1:
                yield
        kept = {}
        for late, room in enumerate((STORIES - LATE, LATE)):
            for odd in sorted(ranks[late]):
                keys = ranks[late][odd]
                yield
                for key in sorted(keys)[:room] if len(keys) > room else keys:
                    kept[key] = told[key]
                room = max(0, room - len(keys))
        self.told = kept

    def was_closed(self, i, at, until):
        """Whether the `i`-th touched cell, empty now and at first, is known to have been closed from before `at` until after `until` (ms)."""
        puts = self.puts[i]
        lifts = self.lifts[i]
        for k in range(3):
            if 0 <= puts[k] < at and until + SKEW < lifts[k] and not any([puts[k] < put <= lifts[k] for put in puts]):
                if not self._passed(i, lifts[k], puts[k]):
                    return True
        return False

    def was_touched(self, cell):
        """Whether anything was seen on `cell` since the last accepted turn."""
        i = self.touched[cell]
        return self.blind or i > 0 and self.last[i - 1] > self.fresh

    def all_touched(self, turn):
        """Whether every square that `turn` needs was touched since the last accepted turn, as far as it can be seen."""
        if self.blind:
            return True
        for cell in needs(turn):
            if self.mask[cell]:
                if cell == landing(turn):
                    return False        # where it came to rest nothing can be seen
            elif not self.was_touched(cell):
                return False
        return True

    def was_put(self, cell):
        """Whether a put was seen on `cell` since the last accepted turn."""
        i = self.touched[cell]
        return i > 0 and self.puts[i - 1][1] > self.fresh

    def was_lifted(self, cell):
        """Whether a lift was seen on `cell` since the last accepted turn."""
        i = self.touched[cell]
        return self.blind or i > 0 and self.lifts[i - 1][1] > self.fresh


def replaced(key, i, code):
    """The story `key` with `code` on its `i`-th touched cell."""
    made = bytearray(key)
    made[i + 1] = code
    return bytes(made)


def keep(told, key, cost):
    """Put the story `key` into `told` at `cost` if it is not there for less."""
    if key not in told or told[key] > cost:
        told[key] = cost
