"""Rows of legal turns that may have been made since the root, and what becomes of them when one of them is accepted (see `firmware.stories`)."""

from engine.core import BOX
from firmware.things import DEBT, FEW, GRAVE, Things, keep


class Row:
    """A row of turns since the root: the row `parent` (its number, -1 for the root) and then `turn`.

    `board`: bytes, what stands after it as far as hands have moved it; `boxed`, `given`: codes of things that its turns took to the box and brought
    from it; `began`: ms, when its last turn began, at the earliest; `lifted`, `landed`: ms, when its mover was lifted, and the last of its
    things put down, as far as that was seen by then, else -1; `doubt`: it was not seen, only supposed, and is to be asked about; `shown`: whether
    it was once the accepted one.
    """

    def __init__(self, parent, turn, depth, board, boxed=b"", given=b"", began=-1):
        self.parent = parent
        self.turn = turn
        self.depth = depth
        self.board = board
        self.boxed = boxed
        self.given = given
        self.began = began
        self.lifted = self.landed = -1
        self.doubt = False
        self.shown = parent < 0
        self.turns = None       # legal turns after it that the things touched by then can make, packed
        self.movers = b""       # cells of those things
        self.known = -1         # how much was touched and masked by then

    def following(self, number, turn, board, began):
        """The Row that goes on from this one, whose number is `number`, by `turn`, which leads to `board` (bytes)."""
        boxed = [turn[i + 1] - BOX for i in range(0, len(turn), 2) if turn[i + 1] >= BOX and turn[i] < BOX]
        given = [turn[i] - BOX for i in range(0, len(turn), 2) if turn[i] >= BOX]
        return Row(number, turn, self.depth + 1, board, self.boxed + bytes(boxed), self.given + bytes(given), began)


class Rows(Things):
    """The part of `firmware.stories.Stories` that goes back, and begins anew from what has been accepted."""

    def settle(self, number, sure=False):
        """Units of work: the row `number` has been accepted.  What it did not go on from, and what was made of that, is past.

        `sure`: an answer said so; then it hardly was another.
        """
        if number != self.here and self.descends(number, self.here):
            for _ in self._root(self.here):
                yield
        self.here = number
        if sure:
            self.sure = number
        self.rows[number].doubt = False
        self.rows[number].shown = True
        board = self.rows[number].board
        full = [i + 1 for i, cell in enumerate(self.cells) if board[cell]]
        for i in full:
            self.lifts[i - 1][0] = -1       # what leaves now begins anew
        told = {}
        home = self._at_home(number)
        believed = self.told.get(home, 0) // GRAVE * GRAVE      # what was odd about it is so no longer
        for count, key in enumerate(self.told):
            if DEBT not in key or not any([key[i] == DEBT for i in full]):
                cost = self.told[key]
                ahead = key[0] == number or self.rows[key[0]].parent == number
                if sure and self.denied(key[0]) or ahead and _exchanged(key, home):
                    cost += 2 * GRAVE
                elif believed and not self.elsewhere(key[0]):
                    cost = max(cost % GRAVE, cost - believed)
                told[key] = cost
            if count % FEW == FEW - 1:
                yield
        told[home] = 0
        self.told = told
        self._rest()
        self.accepted = self.clock

    def _rest(self):
        """What happens from now on has happened since the last accepted turn."""
        self.fresh = self.clock
        self.events = 0
        self.cut = [False, False]
        self._sweep()

    def still(self):
        """Units of work: the board is as it should be; of what came after the accepted row only the story remains in which nothing did.

        Nor have things been exchanged in any other, but for one of them by one from the box: a promoted one may come before its pawn goes.
        """
        home = self._at_home(self.here)
        after = self._after(self.here)
        told = {home: 0}
        for count, key in enumerate(self.told):
            usual = self._at_home(key[0]) if self.elsewhere(key[0]) else home
            if not _exchanged(key, usual) and (key[0] not in after or self._promoted(key, home)):
                told[key] = self.told[key]
            if count % FEW == FEW - 1:
                yield
        self.told = told
        self.lost = False
        self._rest()

    def _promoted(self, key, home):
        """Whether the story `key` is as `home` but for one thing taken off, in whose place one has come from the box."""
        if self.boxes is None or key[0] != home[0]:
            return False
        odd = [i for i in range(1, len(key)) if key[i] != home[i]]
        return len(odd) == 1 and key[odd[0]] == DEBT and home[odd[0]] > 0

    def go_back(self, count):
        """Units of work: the last `count` turns of the accepted row were taken back; what was seen of them is kept.

        They may have been made after all.
        """
        for _ in range(count):
            self.here = self.rows[self.here].parent
        if not self.descends(self.here, self.sure):
            self.sure = -1
        for _ in self.still():
            yield
        self.accepted = self.clock

    def depth(self):
        """Number of turns from the root to the accepted row."""
        return self.rows[self.here].depth

    def descends(self, number, other):
        """Whether the row `number` is `other` or goes on from it."""
        while number >= 0:
            if number == other:
                return True
            number = self.rows[number].parent
        return False

    def elsewhere(self, number):
        """Whether in the row `number` one of the accepted turns was another."""
        return self._apart(number, self.here)

    def unsure(self, number):
        """Whether more has happened like what the row `number` says than is followed: with the accepted turns, or without one of them as well."""
        return self.cut[0] or self.cut[1] and self.elsewhere(number)

    def denied(self, number):
        """Whether in the row `number` one of the turns was another that an answer said were made."""
        return self.sure >= 0 and self._apart(number, self.sure)

    def _apart(self, number, other):
        """Whether neither of two rows goes on from the other."""
        return not self.descends(number, other) and not self.descends(other, number)

    def _after(self, number):
        """Numbers of the rows that are `number` or go on from it."""
        return [k for k in self.rows if self.descends(k, number)]

    def common(self, number):
        """How many turns the accepted row and the row `number` have in common."""
        while not self.descends(self.here, number):
            number = self.rows[number].parent
        return self.rows[number].depth

    def undone(self, number):
        """How many of the accepted row's turns the row `number` is without."""
        count = 0
        here = self.here
        while not self.descends(number, here):
            here = self.rows[here].parent
            count += 1
        return count

    def path(self, number):
        """The turns of the row `number` from the root on."""
        turns = []
        while self.rows[number].parent >= 0:
            turns.insert(0, self.rows[number].turn)
            number = self.rows[number].parent
        return turns

    def moved_before(self, number, other):
        """Whether by all turns of two rows things leave and come to the same squares, but in the row `number` an earlier turn moves more of them."""
        turns, others = self.path(number), self.path(other)
        if sorted([cell for turn in turns for cell in turn]) != sorted([cell for turn in others for cell in turn]):
            return False
        return [len(turn) for turn in turns] > [len(turn) for turn in others]

    def _at_home(self, number):
        board = self.rows[number].board
        return bytes([number] + [board[cell] for cell in self.cells])

    def _root(self, number):
        """Units of work: the row `number` becomes the root."""
        row = self.rows[number]
        board = row.board
        kept = [i for i in range(len(self.cells)) if self.last[i] > self.fresh]
        old = [i for i in range(len(self.cells)) if self.last[i] <= self.fresh and not self.mask[self.cells[i]]]
        after = self._after(number)
        told = {}
        for count, key in enumerate(self.told):
            if key[0] in after and not any([key[i + 1] != board[self.cells[i]] for i in old]):
                keep(told, bytes([key[0]] + [key[i + 1] for i in kept]), self.told[key])
            if count % FEW == FEW - 1:
                yield
        self.told = told
        self.side ^= row.depth & 1
        boxed, given, depth = len(row.boxed), len(row.given), row.depth
        for k in after:
            other = self.rows[k]
            other.boxed = other.boxed[boxed:]
            other.given = other.given[given:]
            other.depth -= depth
            other.known = -1
        self.root = number
        if self.sure != number:
            self.sure = -1
        row.parent = -1
        row.turn = None
        for cell in self.cells:
            self.touched[cell] = 0
        self.cells = bytearray([self.cells[i] for i in kept])
        self.last = [self.last[i] for i in kept]
        self.lifts = [self.lifts[i] for i in kept]
        self.puts = [self.puts[i] for i in kept]
        for i in range(len(self.cells)):
            self.touched[self.cells[i]] = i + 1

    def _sweep(self):
        """Forget the rows of which no story is left."""
        wanted = {self.root}
        for number in [self.here] + [key[0] for key in self.told]:
            while number >= 0 and number not in wanted:
                wanted.add(number)
                number = self.rows[number].parent
        for number in list(self.rows):
            if number not in wanted:
                del self.rows[number]


def lowest(rows):
    """Those of the rows, given as `[(score, number)]`, with the lowest score."""
    low = min([score for score, _ in rows]) if rows else None
    return [pair for pair in rows if pair[0] == low]


def _exchanged(key, home):
    """Whether in the story `key` two or more squares hold other things than in the story `home`."""
    return len([i for i in range(1, len(key)) if key[i] and home[i] and key[i] != home[i]]) > 1
