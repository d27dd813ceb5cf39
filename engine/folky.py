"""FOLKY (8x8): pieces move to empty squares, pawns are placed where three own pieces attack.

Rules: the game's published rules, as laid down in the project's rules page; nothing is ever captured, pawns never
move, the eighth pawn wins.
"""

from engine.core import BLACK, BOX, DIAGONAL, KNIGHT, STRAIGHT, Game, TextError, neighbours, number

ROOK, BISHOP, PAWN = 1, 3, 4
ATTACKERS = 3       # own pieces that must attack a square before a pawn may be placed on it


class Folky(Game):
    """FOLKY.  `extra` is the number of pawns in hand, White's and Black's."""

    NAME = "folky"
    FILES = RANKS = 8
    START = "rnb2bnr/8/8/8/8/8/8/RNB2BNR w 8 8"
    LETTERS = "?RNBP"
    OPTIONS = {"repetition": 3}
    GIVES = True
    FORMS = ("..", "@.")
    FIGURES = "RNB"

    def _tables(self):
        straight = neighbours(8, 8, STRAIGHT)
        diagonal = neighbours(8, 8, DIAGONAL)
        knight = neighbours(8, 8, KNIGHT)
        ways = ((), (straight, ()), ((), knight), (diagonal, ()), ())
        blank = ((),) * (BLACK - 5)
        self._ways = (ways + blank + ((),) * BLACK, ((),) * BLACK + ways + blank)

    def turns(self, only=None):
        """Moves of the pieces on the cells `only` (None: of all), then placements, for which every piece counts."""
        b = self.board
        side = self.side
        if not self.extra[1 - side]:
            return      # the eighth pawn has been placed
        ways = self._ways[side]
        attacks = bytearray(64)
        triple = []
        for s in range(64):
            way = ways[b[s]]
            if way:
                rays, leaps = way
                moves = only is None or s in only
                for row in rays:
                    t = row[s]
                    while not b[t]:
                        if moves:
                            yield (s, t)
                        n = attacks[t] + 1
                        attacks[t] = n
                        if n == ATTACKERS:
                            triple.append(t)
                        t = row[t]
                for row in leaps:
                    t = row[s]
                    if not b[t]:
                        if moves:
                            yield (s, t)
                        n = attacks[t] + 1
                        attacks[t] = n
                        if n == ATTACKERS:
                            triple.append(t)
        if self.extra[side]:
            pawn = BOX + PAWN + side * BLACK
            for t in triple:
                yield (pawn, t)

    def turn_text(self, turn):
        """`h1h7` or, for a placement, `@h3`."""
        to = self.square(turn[1])
        return "@" + to if turn[0] >= BOX else self.square(turn[0]) + to

    def _after(self, turn):
        if turn[0] >= BOX:
            self.extra[self.side] -= 1

    def _ending(self):
        if not self.extra[0]:
            return ("1:0", "eighth pawn")
        if not self.extra[1]:
            return ("0:1", "eighth pawn")
        return None if self.any_turn() else ("draw", "no piece can move")

    def _read_fields(self, fields):
        if len(fields) > 2:
            raise TextError("position: one field too many: %r" % fields[2])
        return [number(fields[i], "pawns in hand", 8) if i < len(fields) else 8 for i in (0, 1)]

    def _fields(self):
        return "%d %d" % (self.extra[0], self.extra[1])

    def _check(self):
        placed = [0, 0]
        for cell in range(64):
            if self.board[cell] & 15 == PAWN:
                placed[self.board[cell] // BLACK] += 1
        for side in (0, 1):
            if placed[side] + self.extra[side] > 8:
                raise TextError("position: %s has %d pawns on the board and %d in hand, more than 8"
                                % (("White", "Black")[side], placed[side], self.extra[side]))
        if not self.extra[0] and not self.extra[1]:
            raise TextError("position: both sides have placed all pawns")


GAME = Folky
