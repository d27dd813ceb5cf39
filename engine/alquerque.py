"""Alquerque (5x5 points): stones step along the lines and jump over enemy stones; capturing is compulsory.

Rules: the project's rules page; chains are played to their end, which capture is free, a side without stones or
without a turn loses.
"""

from engine.core import BLACK, BOX, DIAGONAL, NONE, STRAIGHT, Game, TextError, neighbours, number

STONE = 1


class Alquerque(Game):
    """Alquerque.  `extra` is the number of plies since a capture."""

    NAME = "alquerque"
    FILES = RANKS = 5
    START = "mmmmm/mmmmm/mm1MM/MMMMM/MMMMM w 0"
    LETTERS = "?M"
    OPTIONS = {"repetition": 3, "quiet": 50}
    JUMPS = True
    FORMS = (".-.", ".x.")

    def _tables(self):
        """Per point its neighbours along the lines, and flat pairs (point jumped over, point behind it)."""
        rows = neighbours(5, 5, STRAIGHT + DIAGONAL)
        steps = []
        jumps = []
        for s in range(25):
            lines = rows if (s % 5 + s // 5) % 2 == 0 else rows[:4]     # diagonals join only even points
            steps.append(bytes([row[s] for row in lines if row[s] != NONE]))
            jumps.append(tuple([(row[s], row[row[s]]) for row in lines if row[s] != NONE and row[row[s]] != NONE]))
        self._points = bytes(range(25))
        self._steps = tuple(steps)
        self._jumps = tuple(jumps)

    def turns(self, only=None):
        """All captures, or all steps where there is none (captures count for that whatever `only` says)."""
        b = self.board
        own = STONE + BLACK * self.side
        foe = STONE + BLACK - BLACK * self.side
        jumps = self._jumps
        free = True
        for s in self._points:
            if b[s] == own:
                for over, land in jumps[s]:
                    if not b[land] and b[over] == foe:
                        free = False
                        if only is not None and s not in only:
                            continue
                        for turn in self._chain(s, (s, land, over, BOX + foe), foe, (over,)):
                            yield turn
        if free:
            steps = self._steps
            for s in self._points if only is None else only:
                if b[s] == own:
                    for t in steps[s]:
                        if not b[t]:
                            yield (s, t)

    def _chain(self, start, turn, foe, gone):
        """Complete every chain that begins with the jumps of `turn`; the stones `gone` are off, `start` is empty."""
        b = self.board
        ended = True
        at = turn[-3]
        for over, land in self._jumps[at]:
            if b[over] == foe and (not b[land] or land == start) and over not in gone:
                ended = False
                for longer in self._chain(start, turn + (at, land, over, BOX + foe), foe, gone + (over,)):
                    yield longer
        if ended:
            yield turn

    def turn_text(self, turn):
        """Step `c2-c3`, capture with its whole path `d4xb2xd2xd4`."""
        if len(turn) == 2:
            return self.square(turn[0]) + "-" + self.square(turn[1])
        text = self.square(turn[0])
        for i in range(1, len(turn), 4):
            text += "x" + self.square(turn[i])
        return text

    def forms(self, turn, say):
        """For people: as the machine text; of a capture's path only the ends where that is enough."""
        text = self.turn_text(turn)
        return [text[:2] + "x" + text[-2:], text] if "x" in text else [text]

    def _form(self, skeleton):
        while skeleton.endswith("x.x."):
            skeleton = skeleton[:-2]
        return skeleton

    def _after(self, turn):
        self.extra[0] = self.extra[0] + 1 if len(turn) == 2 else 0

    def _ending(self):
        if self.any_turn():
            return None
        own = STONE + BLACK * self.side
        for cell in range(25):
            if self.board[cell] == own:
                return ("1:0" if self.side else "0:1", "no turn left")
        return ("1:0" if self.side else "0:1", "no stones left")

    def _read_fields(self, fields):
        if len(fields) > 1:
            raise TextError("position: one field too many: %r" % fields[1])
        return [number(fields[0], "plies since a capture") if fields else 0]

    def _fields(self):
        return str(self.extra[0])

    def _check(self):
        count = [0, 0]
        for cell in range(25):
            if self.board[cell]:
                count[self.board[cell] // BLACK] += 1
        for side in (0, 1):
            if count[side] > 12:
                raise TextError("position: %s has %d stones, more than 12" % (("White", "Black")[side], count[side]))
        if not count[0] and not count[1]:
            raise TextError("position: no stone on the board")


GAME = Alquerque
