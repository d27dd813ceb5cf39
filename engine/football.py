"""Chess football (9x9): footballers move as in chess without taking, and kick the ball.

Rules: the project's rules page, after the 1951 original; the placement of the first position is data.
"""

from engine.core import BLACK, DIAGONAL, KNIGHT, NONE, STRAIGHT, Game, TextError, neighbours, number

KING, QUEEN, ROOK, BISHOP, KNIGHT_ = range(1, 6)
BALL = 6
WHITE_GOAL, BLACK_GOAL, CENTRE = 4, 76, 40      # e1, e9, e5
SCORE, HALF, STILL, PLIES = 0, 2, 3, 4          # places in `extra`; two scores, then half, plies since a kick, plies of the half
TOKEN = 6           # items of an undo token without the board: side and `extra`
_BY_JUMP = 9
# where a kind may stand to kick, seen from the ball: 1..4 straight neighbours, 5..8 diagonal ones, 9 a knight's jump
_KICKS = (b"", b"\0\1\1\1\1\1\1\1\1\0", b"\0\1\1\1\1\1\1\1\1\0", b"\0\1\1\1\1\0\0\0\0\0", b"\0\0\0\0\0\1\1\1\1\0", b"\0\0\0\0\0\0\0\0\0\1")


class Football(Game):
    """Chess football.  `extra`: goals of White and Black, half, plies since a kick, plies made in this half."""

    NAME = "football"
    FILES = RANKS = 9
    START = "rnbq1knbr/9/9/9/4o4/9/9/9/RNBQ1KNBR w 0 0 1 0"
    LETTERS = "?KQRBNO"
    NEUTRAL = BALL
    OPTIONS = {"goals": 3, "kickoff": "alternate", "second_half": "black", "half_plies": 0, "deadball": 0}
    CHOICES = {"kickoff": ("alternate", "conceding"), "second_half": ("black", "white")}
    FORMS = ("L.-.", "L.*.", "L.-.*.", "L.*.-.")
    FIGURES = "KQRBN"

    def _tables(self):
        """Footballers may not stop on a goal nor slide across one; the ball's flight ends on one."""
        plain = neighbours(9, 9, STRAIGHT + DIAGONAL)
        jumps = neighbours(9, 9, KNIGHT)
        goals = (WHITE_GOAL, BLACK_GOAL)
        feet = tuple([bytes([NONE if t in goals else t for t in row]) for row in plain])
        self._flight = tuple([bytes([NONE if s in goals else row[s] for s in range(81)]) for row in plain])
        self._plain = plain
        self._jumps = jumps
        hops = tuple([bytes([NONE if t in goals else t for t in row]) for row in jumps])
        ways = ((), ((), feet), (feet, ()), (feet[:4], ()), (feet[4:], ()), ((), hops), ())
        blank = ((),) * (BLACK - 7)
        self._ways = (ways + blank + ((),) * BLACK, ((),) * BLACK + ways + blank)

    def _near(self, ball):
        """Per cell how one who stands there reaches the ball: see `_KICKS`; the straight way's number is also the direction's + 1."""
        near = bytearray(NONE + 1)
        for d in range(8):
            near[self._plain[d ^ 2][ball]] = d + 1
        for row in self._jumps:
            near[row[ball]] = _BY_JUMP
        near[NONE] = 0
        return near

    def turns(self, only=None):
        """Moves, kicks, moves then kicks and kicks then moves, footballer by footballer (all who can kick, whatever `only` says)."""
        if self._over():
            return
        b = self.board
        ball = bytes(b[:81]).find(b"\x06")
        near = self._near(ball)
        ways = self._ways[self.side]
        for s in range(81):
            way = ways[b[s]]
            if not way or only is not None and s not in only and not near[s]:
                continue
            kind = b[s] & 15
            kicks = _KICKS[kind]
            for row in way[0]:
                t = row[s]
                while not b[t]:
                    yield (s, t)
                    if kicks[near[t]]:
                        for d in self._targets(kind, near[t], ball, s, t):
                            yield (s, t, ball, d)
                    t = row[t]
            for row in way[1]:
                t = row[s]
                if not b[t]:
                    yield (s, t)
                    if kicks[near[t]]:
                        for d in self._targets(kind, near[t], ball, s, t):
                            yield (s, t, ball, d)
            if kicks[near[s]]:
                for d in self._targets(kind, near[s], ball, ball, s):
                    yield (s, s, ball, d)
                    if d != WHITE_GOAL and d != BLACK_GOAL:
                        for t in self._walks(s, way, ball, d):
                            yield (ball, d, s, t)

    def _targets(self, kind, where, ball, left, kicker):
        """Cells the ball can reach, kicked from `kicker`, when its first square `left` is free again (`ball`: it did not move)."""
        b = self.board
        reach = []
        if where == _BY_JUMP:
            plain = self._plain
            for d in range(4):
                over = plain[d][ball]
                if not b[over]:
                    # the diagonals outward of a straight direction: clockwise of it and before it
                    for out in (4 + d, 4 + (d + 3) % 4):
                        t = plain[out][over]
                        if t != kicker and not b[t]:
                            reach.append(t)
            return reach
        row = self._flight[where - 1]
        t = row[ball]
        while not b[t] or t == left:
            reach.append(t)
            if kind == KING:
                break
            t = row[t]
        return reach

    def _walks(self, s, way, ball, at):
        """Cells the footballer on `s` can move to once the ball has gone from `ball` to `at`."""
        b = self.board
        reach = []
        for row in way[0]:
            t = row[s]
            while (not b[t] or t == ball) and t != at:
                reach.append(t)
                t = row[t]
        for row in way[1]:
            t = row[s]
            if (not b[t] or t == ball) and t != at:
                reach.append(t)
        return reach

    def turn_text(self, turn):
        """`Kf1-g2`, kick `Kf1*e4`, move then kick `Kf1-g2*e2`, kick then move `Kf1*e4-g2`."""
        b = self.board
        kick_first = len(turn) == 4 and b[turn[0]] == BALL
        s = turn[2] if kick_first else turn[0]
        text = self.LETTERS[b[s] & 15] + self.square(s)
        if kick_first:
            return text + "*" + self.square(turn[1]) + "-" + self.square(turn[3])
        if turn[1] != s:
            text += "-" + self.square(turn[1])
        return text + "*" + self.square(turn[3]) if len(turn) == 4 else text

    def forms(self, turn, say):
        """For people: `Kg2`, `K*e4`, `Kg2*e2`, `K*e4-g2`, with what is needed of the figure's own square behind the letter."""
        text = self.turn_text(turn)
        rest = text[4:] if text[3] == "-" else text[3:]
        return [say(text[0]) + own + rest for own in ("", text[1], text[2], text[1:3])]

    def _form(self, skeleton):
        return "L" + skeleton[1:] if skeleton[:1] in tuple("KQRBN") else skeleton

    def _after(self, turn):
        extra = self.extra
        extra[PLIES] += 1
        extra[STILL] += 1
        for i in range(0, len(turn), 2):
            if self.board[turn[i + 1]] == BALL:
                extra[STILL] = 0
                self._scored(turn[i + 1])
        if self.options["half_plies"] and extra[PLIES] >= self.options["half_plies"] and extra[HALF] == 1:
            extra[HALF] = 2
            extra[PLIES] = extra[STILL] = 0
            self._restart()
            self.side = 0 if self.options["second_half"] == "black" else 1     # the side flips after this
        elif self.options["deadball"] and extra[STILL] >= self.options["deadball"] and not self.board[CENTRE]:
            self._left = bytes(self.board[:81])
            self.board[self._left.find(b"\x06")] = 0
            self.board[CENTRE] = BALL
            extra[STILL] = 0

    def _scored(self, at):
        """Count a goal if the ball on `at` is one, and set up the first position."""
        if at == BLACK_GOAL or at == WHITE_GOAL:
            self.extra[SCORE + (at == WHITE_GOAL)] += 1
            self._restart()
            if self.options["kickoff"] == "conceding":
                self.side = 0 if at == BLACK_GOAL else 1

    def _restart(self):
        if self._left is None:
            self._left = bytes(self.board[:81])
        extra, side = self.extra, self.side
        self._parse(self.START)
        self.extra, self.side = extra, side

    def apply(self, turn):
        """As the core's; remembers the board where the rules set up another one after the turn, and passes a blocked side over."""
        self._left = None
        token = Game.apply(self, turn)
        left = self._left
        self._settled()
        return token if left is None else token + (left,)

    def undo(self, turn, token):
        """As the core's; first puts back what the turn left."""
        if len(token) > TOKEN:
            self.board[:81] = token[TOKEN]
        Game.undo(self, turn, token[:TOKEN])

    def _settled(self):
        if not self._over() and not self.any_turn():
            self.side ^= 1
            if not self.any_turn():
                self.side ^= 1

    def _lasting(self, turn, token):
        return True

    def _over(self):
        extra, options = self.extra, self.options
        if options["goals"] and max(extra[0], extra[1]) >= options["goals"]:
            return "goals"
        if options["half_plies"] and extra[HALF] == 2 and extra[PLIES] >= options["half_plies"]:
            return "time"
        return None

    def _ending(self):
        why = self._over()
        if not why and self.any_turn():
            return None
        white, black = self.extra[0], self.extra[1]
        return ("draw" if white == black else "1:0" if white > black else "0:1", why or "nobody can move")

    def _read_fields(self, fields):
        fields = fields + ["0", "0", "1", "0"][len(fields):]
        if len(fields) > 4:
            raise TextError("position: one field too many: %r" % fields[4])
        half = number(fields[2], "half", 2)
        if not half:
            raise TextError("position: half is 1 or 2, not 0")
        return [number(fields[0], "goals of White"), number(fields[1], "goals of Black"), half, number(fields[3], "plies since a kick"), 0]

    def _fields(self):
        extra = self.extra
        text = "%d %d" % (extra[0], extra[1])
        if extra[HALF] == 1 and not self.options["deadball"]:
            return text
        return text + " %d %d" % (extra[HALF], extra[STILL])

    def _check(self):
        balls = [cell for cell in range(81) if self.board[cell] == BALL]
        if len(balls) != 1:
            raise TextError("position: %d balls instead of one" % len(balls))
        for goal in (WHITE_GOAL, BLACK_GOAL):
            if self.board[goal] == BALL:
                raise TextError("position: the ball in the goal on %s" % self.square(goal))
            if self.board[goal]:
                raise TextError("position: a footballer on the goal square %s" % self.square(goal))


GAME = Football
