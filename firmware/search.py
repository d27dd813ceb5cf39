"""Which turns explain what the switches have shown.

A turn explains the evidence when the board it leads to is the occupancy that the switches show, when every square it needs
was touched, and when, by the order of lifts and puts, the right things can stand there.  Several turns in a row, sides
alternating, explain it together in the same way.  Nothing here knows a game: all follows from displacements.

The searches are generators that yield after every unit of work, so that the caller can go on scanning.
"""

from engine.core import BOX
from firmware.evidence import SKEW

MADE = 4        # turns generated in one unit of work
READ = 16       # turns of a ready list looked at in one


def needs(turn):
    """Cells that a hand must touch to make `turn`: where things leave, and where they come to rest."""
    cells = []
    landed = []
    for i in range(0, len(turn), 2):
        f = turn[i]
        t = turn[i + 1]
        if f == t:
            continue
        if f in landed:
            landed.remove(f)
        elif f < BOX and f not in cells:
            cells.append(f)
        if t < BOX:
            landed.append(t)
    for t in landed:
        if t not in cells:
            cells.append(t)
    return cells


def filled_from_box(turn):
    """Cells on which `turn` puts a thing from the box."""
    return [turn[i + 1] for i in range(0, len(turn), 2) if turn[i] >= BOX]


def origin(turn):
    """Cell from which the mover of `turn` comes, or -1 where nothing of the board moves by hand but the box gives."""
    for i in range(len(turn) - 2, -1, -2):
        if turn[i] < BOX and turn[i + 1] < BOX and turn[i] != turn[i + 1]:
            start = turn[i]
            for j in range(i - 2, -1, -2):
                if turn[j + 1] == start and turn[j] != turn[j + 1]:
                    start = turn[j]
            return start
    for i in range(0, len(turn), 2):        # a promotion: the pawn goes to the box
        if turn[i] < BOX and turn[i + 1] >= BOX and (i + 2 == len(turn) or turn[i + 2] >= BOX):
            return turn[i]
    return -1


def landing(turn):
    """Cell on which the thing displaced last comes to rest on the board."""
    return turn[-1] if turn[-1] < BOX else turn[-3]


class Turns:
    """A list of turns packed into bytes: `append` one, iterate over all (as tuples)."""

    def __init__(self):
        self._packed = bytearray()
        self._count = 0

    def __len__(self):
        return self._count

    def append(self, turn):
        """Add `turn`."""
        self._packed.append(len(turn))
        self._packed.extend(bytes(turn))
        self._count += 1

    def __iter__(self):
        packed = self._packed
        i = 0
        while i < len(packed):
            j = i + 1 + packed[i]
            yield tuple(packed[i + 1 : j])
            i = j


class Search:
    """Finds explanations of the occupancy `occ` (by cell, 0 or 1) and the evidence `seen`; cells set in `mask` are not known."""

    def __init__(self, game, seen, occ, mask):
        self.game = game        # a game of one's own, it is moved about
        self.seen = seen
        self.occ = occ
        self.mask = mask
        self.rough = seen.blurred   # whether only occupancy counts, not which thing can be where
        self.lenient = False    # whether touching more than needed counts for nothing
        self.found = []
        self.rows = []
        self._vacated = []
        self._best = None

    def missing(self):
        """Number of known cells whose occupancy is not that of the game's board."""
        board = self.game.board
        occ = self.occ
        mask = self.mask
        count = 0
        for cell in range(self.game.n):
            if (not board[cell]) == occ[cell] and not mask[cell]:
                count += 1
        return count

    def run(self, depth, ready=None):
        """Fill `found` with the best rows of turns (at most `depth` long) that explain all; `ready`: the legal turns.

        The turns of a row begin one after the other.  Shorter rows are better, but not if they must have ended in another order than they
        began in; where they only may have, a row longer by one that keeps to the order is as good.  Of equally long ones those are better
        that cost less (see `Evidence`).
        """
        self.found = []
        self._best = None       # the score of the rows found: debts paid, turns out of order, squares touched besides
        self._loose = False     # whether something happened on their last squares after the next turn had ended
        self.rows = []         # what each of them changes, turn by turn
        missing = self.missing()
        self._vacated = self._leavers()
        first = []
        for _ in self._plausible(ready, first):
            yield
        for longest in range(1, depth + 1):
            for turn in first:
                for _ in self._try([], turn, missing, longest):
                    yield
            if self.found and not self._best[1]:
                if longest == 1 and depth > 1 and self._shared():
                    for _ in self._halves(first, missing):
                        yield
                if not self._loose and not self._best[0] or longest > len(self.found[0]):
                    return
            elif self.found and longest > len(self.found[0]):
                return

    def _leavers(self):
        """`[(ms, cell)]` of the squares that have been emptied, by their last lift; none where a capture may empty squares by itself."""
        board = self.game.board
        if self.game.JUMPS or self.seen.blind:
            return []
        cells = [c for c in self.seen.cells if board[c] and not self.occ[c] and not self.mask[c]]
        return sorted([(self.seen.left(cell)[1], cell) for cell in cells])

    def ended_in_order(self):
        """Whether the rows found can have ended one turn after the other."""
        return bool(self.found) and not self._best[1]

    def in_order(self):
        """Whether the rows found have begun and ended one turn after the other."""
        return bool(self.found) and not self._best[1] and not self._loose

    def _halves(self, first, missing):
        """A turn of two things, one of them nobody's, was found: can one side have moved the one and the other side the other?"""
        for turn in first:
            change = self.game.effect(turn)
            if len(change) == 2 and self._closer(change) == -2:
                for _ in self._try([], turn, missing, 2):
                    yield

    def _plausible(self, ready, kept):
        """Append to `kept` the turns of `ready` (None: of the game) all of whose squares were touched."""
        touched = self.seen.touched
        blind = self.seen.blind
        mask = self.mask
        count = 0
        if ready is None:
            known = [cell for cell in range(self.game.n) if touched[cell] or mask[cell]]
            ready_made = self.game.turns(None if blind else known)
        for turn in ready_made if ready is None else ready:
            count += 1
            if count % (MADE if ready is None else READ) == 0:
                yield
            f = turn[0]
            if f < BOX and not touched[f] and not blind and not mask[f] and f != turn[1]:
                continue
            if self.touches(turn):
                kept.append(turn)

    def _try(self, path, turn, missing, depth):
        """Look for rows that begin with `path` and `turn` and have `depth` turns more, `turn` included.

        `path`: list of (turn, what it changes).
        """
        yield
        if not self._follows(path, turn):
            return
        change = self.game.effect(turn)
        left = missing + self._closer(change)
        if depth == 1:
            if left == 0:
                self._add(path + [(turn, change)])
        elif left <= 6 * depth:
            for _ in self._deeper(path + [(turn, change)], left, depth):
                yield

    def _deeper(self, path, left, depth):
        game = self.game
        turn, change = path[-1]
        token = game.apply(turn)
        for cell in change:
            if game.board[cell] != change[cell][1]:
                break       # the board is set up anew after this turn: no other can follow at once
        else:
            replies = []
            for _ in self._plausible(None, replies):
                yield
            for reply in replies:
                for _ in self._try(path, reply, left, depth - 1):
                    yield
        game.undo(turn, token)

    def _shared(self):
        """Whether a turn found moves a thing of nobody's beside its own: two turns, one of each side, might have done the same."""
        game = self.game
        for row in self.found:
            moved = [game.board[c] == game.NEUTRAL for c in needs(row[-1]) if game.board[c]]
            if game.NEUTRAL and True in moved and False in moved:
                return True
        return False

    def touches(self, turn):
        """Whether every square that `turn` needs was touched, as far as it can be seen."""
        touched = self.seen.touched
        mask = self.mask
        if self.seen.blind:
            return True
        for cell in needs(turn):
            if mask[cell]:
                if cell == landing(turn):
                    return False        # where it came to rest nothing can be seen
            elif not touched[cell]:
                return False
        return True

    def _closer(self, change):
        """By how much `change` alters the number of cells that differ from what is seen."""
        step = 0
        for cell in change:
            before, after = change[cell]
            if (not before) != (not after) and not self.mask[cell]:
                step += 1 if (not after) == self.occ[cell] else -1
        return step

    def _add(self, path):
        """Note the row `path` if things can stand so, unless a better row or one with the same effects is there already."""
        if not self._enough(path):
            return
        wild = []
        for turn, _ in path:
            wild += filled_from_box(turn)
            if origin(turn) >= 0 and self.mask[origin(turn)]:
                wild.append(landing(turn))      # nobody saw it leave
        cost = 0 if self.rough else self.seen.fits(self.game.board, path[-1][1], wild, self.mask)
        if cost < 0:
            return
        disorder, loose = self._disorder(path)
        if not self._overlap(path):
            return
        score = (cost, disorder, 0 if self.lenient else self._spare(path))
        best = self._best
        longer = best is not None and len(path) > len(self.found[0]) and not self._shared()
        if best is None or score[:2] < best[:2] or score < best and not longer:
            self._best = score
            self._loose = loose
            self.rows = []
            self.found = []
        elif longer:
            if score[:2] > best[:2] or not disorder and (loose or not self._loose):
                return
        elif score > best:
            return
        effects = [change for _, change in path]
        if effects not in self.rows:
            self.rows.append(effects)
            self.found.append([turn for turn, _ in path])

    def _disorder(self, path):
        """How often a turn of `path` must have ended before the one before it had, and whether it may have."""
        count = 0
        loose = False
        ended = at = -1
        for k, (turn, _) in enumerate(path):
            cell = landing(turn)
            first, last, _ = self.seen.filled(cell)
            for later, _ in path[k + 1 :]:
                if cell in later:
                    last = first        # what happened there last was not this turn
            at = max(at, first)
            if last < at:
                count += 1
                at = last
            loose = loose or last < ended
            ended = last
        return count, loose

    def _overlap(self, path):
        """Whether no turn of `path` was over before the one before it had begun."""
        began = -1
        for turn, _ in path:
            if self.seen.filled(landing(turn))[1] < began:
                return False
            start = origin(turn)
            began = self.seen.left(start)[0] if start >= 0 else -1
        return True

    def _spare(self, path):
        """How many things were touched that no turn of `path` asks for (what passes over an empty square touches nothing)."""
        asked = set()
        for turn, _ in path:
            asked.update(needs(turn))
        return len([cell for cell in self.seen.cells if self.seen.start[cell] and cell not in asked])

    def _begun(self, turn):
        """When the first of the things that `turn` moves on the board was lifted: (at the earliest, at the latest), None for none."""
        begun = None
        for i in range(0, len(turn), 2):
            if turn[i] < BOX and turn[i + 1] < BOX and turn[i] != turn[i + 1]:
                first, last, count = self.seen.left(turn[i])
                if count:
                    begun = (min(begun[0], first), min(begun[1], last)) if begun else (first, last)
        return begun

    def _follows(self, path, turn):
        """Whether the turns of `path`, then `turn`, then others can have begun one after the other, as far as they began with a lift."""
        at = -1
        for other in [other for other, _ in path] + [turn]:
            begun = self._begun(other)
            if begun:
                at = max(at, begun[0])
                if begun[1] + SKEW < at:
                    return False
        for lifted, cell in self._vacated:      # what has left for good, the earliest first, must be of these turns or of later ones
            if cell not in turn and not any([cell in other for other, _ in path]):
                return lifted + SKEW >= at
        return True

    def _enough(self, path):
        """Whether as many things were put on each square as the turns of `path` put there."""
        landed = []
        for turn, _ in path:
            cell = landing(turn)
            landed.append(cell)
            if not self.mask[cell] and landed.count(cell) > max(1, self.seen.filled(cell)[2]):
                return False
        return True

    # -- what has only begun, or was not seen -------------------------------------------------------------------

    def unseen(self, turns):
        """Turns whose visible part is all that has happened but which end on a square where nothing was seen: a push, or a masked square.

        Only lifts are to be seen then; none is offered where a square that could be captured was touched.
        """
        found = []
        game = self.game
        missing = self.missing()
        for turn in turns:
            if not self.seen.was_lifted(max(origin(turn), 0)) or origin(turn) < 0:
                continue
            change = game.effect(turn)
            if missing + self._closer(change) == 0 and not self._same(change, found):
                if self._captured_touched(turn):
                    return []
                found.append(turn)
        return found

    def _same(self, change, found):
        for other in found:
            if self.game.effect(other) == change:
                return True
        return False

    def _captured_touched(self, turn):
        board = self.game.board
        for i in range(0, len(turn), 2):
            if turn[i] < BOX and turn[i + 1] >= BOX and board[turn[i]] and self.seen.touched[turn[i]]:
                if self.game.effect(turn).get(turn[i], (0, 0))[1]:
                    return True     # a square that is captured on; a stone jumped over shows by itself
        return False

    def begun(self, turns):
        """Turns of which the board shows a proper beginning: part of their displacements done, nothing else changed."""
        return [turn for turn in turns if self._begins(turn)]

    def _begins(self, turn):
        for i in range(0, len(turn), 2):
            f = turn[i]
            if f >= BOX or f != turn[i + 1] and (self.mask[f] or self.seen.was_lifted(f)):
                break
        else:
            return False
        board = self.game.board
        for cell in range(self.game.n):
            if (not board[cell]) == self.occ[cell] and not self.mask[cell] and cell not in turn:
                return False
        return True

    def ending(self, turn):
        """Number of known cells that differ from the end of `turn`."""
        return self.missing() + self._closer(self.game.effect(turn))

    def only_fills(self, turn):
        """Whether only things are missing from the end of `turn`, and none is where it should not be."""
        change = self.game.effect(turn)
        board = self.game.board
        for cell in range(self.game.n):
            if self.occ[cell] and not self.mask[cell] and not (change[cell][1] if cell in change else board[cell]):
                return False
        return True

    def left_to_do(self, turn):
        """Cells that still differ from the end of `turn`, as (to empty, to fill)."""
        change = self.game.effect(turn) if turn else {}
        board = self.game.board
        empty = []
        fill = []
        for cell in range(self.game.n):
            code = change[cell][1] if cell in change else board[cell]
            if (not code) == self.occ[cell] and not self.mask[cell]:
                (fill if code else empty).append(cell)
        return empty, fill
