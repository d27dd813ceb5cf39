"""Which turns explain what the switches have shown.

A turn explains the evidence when the board it leads to is the occupancy that the switches show, when every square it needs
was touched, and when, by the order of lifts and puts, the right things can stand there.  Several turns in a row, sides
alternating, explain it together in the same way.  Nothing here knows a game: all follows from displacements.

The searches are generators that yield after every unit of work, so that the caller can go on scanning.
"""

from engine.core import BOX

UNITS = 4       # turns of a ready list that cost as much as making one
FREE = 3        # so many turns in a row may have been made in any order


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


class Search:
    """Finds explanations of the occupancy `occ` (by cell, 0 or 1) and the evidence `seen`; cells set in `mask` are not known."""

    def __init__(self, game, seen, occ, mask):
        self.game = game        # a game of one's own, it is moved about
        self.seen = seen
        self.occ = occ
        self.mask = mask
        self.found = []

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

        Shorter rows are better; of equally long ones those that cost less (see `Evidence`) and keep more to the order of events.
        Rows of more than `FREE` turns are only looked for in the order of events.
        """
        self.found = []
        missing = self.missing()
        for longest in range(1, depth + 1):
            self._best = None
            for _ in self._extend([], missing, longest, ready, longest > FREE):
                yield
            if self.found:
                return

    def _extend(self, path, missing, depth, ready=None, strict=False):
        game = self.game
        touched = self.seen.touched
        blind = self.seen.blind
        mask = self.mask
        count = 0
        for turn in ready or game.turns():
            count += 1
            if not ready or count % UNITS == 0:
                yield
            f = turn[0]
            if f < BOX and not touched[f] and not blind and not mask[f] and f != turn[1]:
                continue
            if not self._touched(turn) or strict and path and not self._follows(path, turn):
                continue
            change = game.effect(turn)
            left = missing + self._closer(change)
            if depth == 1:
                if left == 0:
                    self._add(path, turn, change)
            elif left <= 6 * depth:
                for _ in self._deeper(path, turn, change, left, depth, strict):
                    yield

    def _deeper(self, path, turn, change, left, depth, strict):
        game = self.game
        token = game.apply(turn)
        for cell in change:
            if game.board[cell] != change[cell][1]:
                break       # the board is set up anew after this turn: no other can follow at once
        else:
            for _ in self._extend(path + [turn], left, depth - 1, None, strict):
                yield
        game.undo(turn, token)

    def _touched(self, turn):
        touched = self.seen.touched
        mask = self.mask
        blind = self.seen.blind
        board = self.game.board
        for cell in needs(turn):
            if mask[cell]:
                continue
            if blind:       # what comes to rest must at least be visible
                if cell == turn[-1] and board[cell]:
                    return False
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

    def _add(self, path, turn, change):
        """Note `path` + `turn` if things can stand so, unless a better row or one with the same effects is there already."""
        wild = filled_from_box(turn)
        for other in path:
            wild += filled_from_box(other)
        cost = self.seen.fits(self.game.board, change, wild, self.mask)
        if cost < 0:
            return
        row = path + [turn]
        score = (cost, self._disorder(row))
        if self._best is not None and score > self._best:
            return
        if self._best is None or score < self._best:
            self._best = score
            self.found = []
        for other in self.found:
            if other[:-1] == path and self.game.effect(other[-1]) == change:
                return
        self.found.append(row)

    def _disorder(self, row):
        """How often a turn of `row` began or ended before the one before it."""
        count = 0
        begun = ended = -1
        landed = []
        for turn in row:
            start, end = self._times(turn, landed)
            count += (start < begun) + (end < ended)
            begun = start
            ended = end
            landed.append(landing(turn))
        return count

    def _follows(self, path, turn):
        """Whether `turn` began after the last turn of `path` did (a lift is seen at once, a put may be late)."""
        landed = [landing(other) for other in path]
        return self._times(turn, landed)[0] >= self._times(path[-1], landed[:-1])[0]

    def _times(self, turn, landed):
        """When `turn` began (its mover was lifted) and ended (it was put down), in ms; `landed`: where earlier turns ended."""
        seen = self.seen
        end = seen.ended(landing(turn))
        start = origin(turn)
        if start < 0:
            return end, end
        return (seen.ended(start) if start in landed else seen.began(start)), end

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
