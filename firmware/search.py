"""What legal turns the occupancy of the board agrees with, whatever the hands did: beginnings, ends, and turns that left no trace.

Nothing here knows a game: all follows from displacements.  The searches are generators that yield after every unit of work, so that the caller can
go on scanning.
"""

from engine.core import BOX
from firmware.stories import MADE
from firmware.turns import origin

READ = 16           # turns of a list looked at in one unit of work


class Search:
    """Compares the board of the twin of `tracker`, as it is moved about, with what the switches show, as far as they are believed."""

    def __init__(self, tracker):
        self.game = tracker.twin
        self.seen = tracker.stories
        self.occ = tracker.occ
        self.mask = tracker.mask
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

    def run(self, ready=None):
        """Fill `found` with the legal turns (`ready`, or None: made here), as rows of one, that lead to what is seen.

        All squares that they need must have been touched since the last accepted turn.
        """
        self.found = []
        effects = []
        missing = self.missing()
        count = 0
        for turn in self.game.turns() if ready is None else ready:
            count += 1
            if count % (MADE if ready is None else READ) == 0:
                yield
            if self.seen.all_touched(turn):
                change = self.game.effect(turn)
                if missing + self._closer(change) == 0 and change not in effects:
                    effects.append(change)
                    self.found.append([turn])

    def _closer(self, change):
        """By how much `change` alters the number of cells that differ from what is seen."""
        step = 0
        for cell in change:
            before, after = change[cell]
            if (not before) != (not after) and not self.mask[cell]:
                step += 1 if (not after) == self.occ[cell] else -1
        return step

    # -- what has only begun, or was not seen -------------------------------------------------------------------

    def unseen(self, turns, spent=()):
        """Turns whose visible part is all that has happened but which end on a square where nothing was seen: a push, or a masked square.

        Only lifts are to be seen then; none is offered where a square that could be captured was touched, other than those `spent`
        (cells that turns before this one touched).
        """
        found = []
        game = self.game
        missing = self.missing()
        for turn in turns:
            if not self.left(turn):
                continue
            change = game.effect(turn)
            if missing + self._closer(change) == 0 and not self._same(change, found):
                if self._captured_touched(turn, spent):
                    return []
                found.append(turn)
        return found

    def left(self, turn):
        """Whether the mover of `turn` was lifted since the last accepted turn."""
        start = origin(turn)
        return start >= 0 and self.seen.was_lifted(start)

    def _same(self, change, found):
        for other in found:
            if self.game.effect(other) == change:
                return True
        return False

    def _captured_touched(self, turn, spent):
        board = self.game.board
        for i in range(0, len(turn), 2):
            if turn[i] < BOX and turn[i + 1] >= BOX and board[turn[i]] and turn[i] not in spent and self.seen.was_touched(turn[i]):
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
