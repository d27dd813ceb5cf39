"""Courier chess (12x8), after the fixed opening moves.

Rules: the project's rules page: Fairy-Stockfish's `courier` except king against king; stalemate loses, a bare king
loses at once or after one free turn.
"""

from engine.core import BLACK, BOX, DIAGONAL, KNIGHT, STRAIGHT, Game, TextError, neighbours, number

KING, ROOK, KNIGHT_, BISHOP, MAN, FERS, WAZIR, ALFIL, PAWN = range(1, 10)
QUIET, MOVE, MEN = 0, 1, 2      # places in `extra`: half-move clock, move number, White's and Black's men on the board


class Courier(Game):
    """Courier chess.  `extra`: plies since a capture or pawn move, move number, men of White, men of Black."""

    NAME = "courier"
    FILES = 12
    RANKS = 8
    START = "rnebmk1wbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1WBENR w - - 0 1"
    LETTERS = "?KRNBMFWEP"
    OPTIONS = {"repetition": 3, "quiet": 50}
    FORMS = ("..", "..f")
    FIGURES = "KRNBMFWE"

    def _tables(self):
        straight = neighbours(12, 8, STRAIGHT)
        diagonal = neighbours(12, 8, DIAGONAL)
        knight = neighbours(12, 8, KNIGHT)
        alfil = neighbours(12, 8, tuple([(2 * f, 2 * r) for f, r in DIAGONAL]))
        near = straight + diagonal
        ways = [(), ((), near), (straight, ()), ((), knight), (diagonal, ()), ((), near), ((), diagonal), ((), straight),
                ((), alfil), ()]
        blank = [()] * (BLACK - len(ways))
        self._ways = (ways + blank + [()] * BLACK, [()] * BLACK + ways + blank)
        self._lines = ((ROOK, straight), (BISHOP, diagonal))
        leapers = (((KING, MAN, WAZIR), straight), ((KING, MAN, FERS), diagonal), ((KNIGHT_,), knight), ((ALFIL,), alfil))
        # per side: the codes of its men, and the squares from which they leap to a cell
        self._leapers = tuple([tuple([(bytes([kind + own for kind in kinds]), rows) for kinds, rows in leapers]) for own in (0, BLACK)])
        # per side: where a pawn steps, where it takes, and from where it would be attacked by an enemy pawn
        up, down = straight[0], straight[2]
        self._pawn = ((up, (diagonal[0], diagonal[3])), (down, (diagonal[1], diagonal[2])))
        self._last = (84, 0)        # first cell of the rank where the side's pawns promote

    def turns(self, only=None):
        """Legal turns: none when a bare king has ended the game, or in checkmate and stalemate."""
        if self._bare():
            return
        b = self.board
        side = self.side
        king = bytes(b[:96]).find(bytes((KING + BLACK * side,)))
        pinned, checked = self._danger(king)
        for turn in self._moves(only):
            s = turn[-2] if turn[-2] < BOX else turn[-4]
            if (checked or s in pinned or s == king) and not self._safe(turn, king, s):
                continue
            yield turn

    def _moves(self, only):
        """Turns without regard to the own king."""
        b = self.board
        side = self.side
        own = BLACK * side
        foe = BLACK - own
        pawn = PAWN + own
        ways = self._ways[side]
        for s in range(96) if only is None else only:
            code = b[s]
            if code == pawn:
                for turn in self._pawn_moves(s, pawn, foe):
                    yield turn
                continue
            way = ways[code]
            if not way:
                continue
            for row in way[0]:
                t = row[s]
                while not b[t]:
                    yield (s, t)
                    t = row[t]
                if b[t] & 80 == foe:
                    yield (t, BOX + b[t], s, t)
            for row in way[1]:
                t = row[s]
                code = b[t]
                if not code:
                    yield (s, t)
                elif code & 80 == foe:
                    yield (t, BOX + code, s, t)

    def _pawn_moves(self, s, pawn, foe):
        b = self.board
        step, takes = self._pawn[self.side]
        last = self._last[self.side]
        t = step[s]
        fers = BOX + pawn - PAWN + FERS
        if not b[t]:
            if last <= t < last + 12:
                yield (s, BOX + pawn, fers, t)
            else:
                yield (s, t)
        for row in takes:
            t = row[s]
            code = b[t]
            if code and code & 80 == foe:
                if last <= t < last + 12:
                    yield (t, BOX + code, s, BOX + pawn, fers, t)
                else:
                    yield (t, BOX + code, s, t)

    def _danger(self, king):
        """`(squares of own pinned pieces, whether the king is attacked)`."""
        b = self.board
        own = BLACK * self.side
        foe = BLACK - own
        pinned = []
        for slider, rows in self._lines:
            slider += foe
            for row in rows:
                t = row[king]
                while not b[t]:
                    t = row[t]
                if b[t] & 80 == own:
                    p = t
                    t = row[t]
                    while not b[t]:
                        t = row[t]
                    if b[t] == slider:
                        pinned.append(p)
        return pinned, self.attacked(king, 1 - self.side)

    def attacked(self, cell, by):
        """Whether a man of side `by` attacks `cell`."""
        b = self.board
        foe = BLACK * by
        for slider, rows in self._lines:
            slider += foe
            for row in rows:
                t = row[cell]
                while not b[t]:
                    t = row[t]
                if b[t] == slider:
                    return True
        for codes, rows in self._leapers[by]:
            for row in rows:
                if b[row[cell]] in codes:
                    return True
        for row in self._pawn[1 - by][1]:
            if b[row[cell]] == PAWN + foe:
                return True
        return False

    def _safe(self, turn, king, s):
        """Whether the own king stands unattacked after `turn`, whose mover starts on `s`."""
        b = self.board
        t = turn[-1]
        taken = b[t]
        b[t] = b[s]
        b[s] = 0
        safe = not self.attacked(t if s == king else king, 1 - self.side)
        b[s] = b[t]
        b[t] = taken
        return safe

    def _bare(self):
        """Result of the bare-king rule, or None: `(result, reason)`."""
        for side in (0, 1):
            if self.extra[MEN + side] == 1:
                other = self.extra[MEN + 1 - side]
                if other == 1:
                    return ("draw", "king against king")
                if other > 2 or self.side != side:
                    return ("1:0" if side else "0:1", "bare king")
        return None

    def check(self):
        """Whether the king of the side to move is attacked."""
        king = bytes(self.board[:96]).find(bytes((KING + BLACK * self.side,)))
        return self.attacked(king, 1 - self.side)

    def turn_text(self, turn):
        """`a2a3`; promotion `a7a8f`."""
        if turn[-2] < BOX:
            return self.square(turn[-2]) + self.square(turn[-1])
        return self.square(turn[-4]) + self.square(turn[-1]) + "f"

    def _after(self, turn):
        extra = self.extra
        if len(turn) == 2:
            if self.board[turn[1]] & 15 == PAWN:
                extra[QUIET] = 0
            else:
                extra[QUIET] += 1
        else:
            extra[QUIET] = 0
            if turn[0] != turn[-4] or turn[-2] < BOX:
                extra[MEN + 1 - self.side] -= 1
        if self.side:
            extra[MOVE] += 1

    def _ending(self):
        bare = self._bare()
        if bare or self.any_turn():
            return bare
        return ("1:0" if self.side else "0:1", "checkmate" if self.check() else "stalemate")

    def _read_fields(self, fields):
        fields = fields + ["-", "-", "0", "1"][len(fields):]
        if len(fields) > 4:
            raise TextError("position: one field too many: %r" % fields[4])
        for i in (0, 1):
            if fields[i] != "-":
                raise TextError("position: courier chess has no %s, so '-', not %r" % (("castling", "en passant")[i], fields[i]))
        men = [0, 0]
        for cell in range(96):
            if self.board[cell]:
                men[self.board[cell] // BLACK] += 1
        return [number(fields[2], "half-move clock"), number(fields[3], "move number"), men[0], men[1]]

    def _fields(self):
        return "- - %d %d" % (self.extra[QUIET], self.extra[MOVE])

    def _check(self):
        for side in (0, 1):
            name = ("White", "Black")[side]
            kings = [cell for cell in range(96) if self.board[cell] == KING + BLACK * side]
            if len(kings) != 1:
                raise TextError("position: %s has %d kings" % (name, len(kings)))
            if side != self.side and self.attacked(kings[0], 1 - side):
                raise TextError("position: %s's king on %s could be taken" % (name, self.square(kings[0])))
            row = self._last[side]
            for cell in range(row, row + 12):
                if self.board[cell] == PAWN + BLACK * side:
                    raise TextError("position: a pawn on the last rank, %s" % self.square(cell))


GAME = Courier
