"""The displacement core: cells, things, turns, apply and undo, repetition, position and turn text.

Contract of a game (a subclass of `Game`, one file each):

* `NAME`, `FILES`, `RANKS`, `START` (position text), `LETTERS` (kind -> machine letter, index 0 unused), `OPTIONS`
  (name -> default), `FORMS` (skeletons of its turn texts, each square written as `.`);
* `turns(only)` yields legal turns and can be left after any of them; the board may be changed between two of them
  as long as it is put back;
* `turn_text(turn)`, and where needed `_after(turn)` (counters), `_ending()` (how the game stands), the position
  fields `_read_fields` / `_fields`, `_check` (what can't be), and `forms(turn, say)` where people write turns
  otherwise than algebraically (`say` gives a figure's letter in their language).

Cells hold one small int: 0 nothing, kind 1..15 White's, 16 + kind Black's.  `board[NONE]` is a wall, so that a walk
over a neighbour table needs no test for the edge.
"""

BOX = 192       # BOX + code in a turn: the box beside the board, and which thing goes there or comes from there
NONE = 255      # no such neighbour
WALL = 64       # what stands on NONE: neither empty nor anybody's
BLACK = 16
_FILES = "abcdefghijklmnopqrstuvwxyz"


class EngineError(ValueError):
    """Anything the engine refuses.  Its text names the part that is wrong."""


class TextError(EngineError):
    """A text that can't be read, or a position that can't be."""


class IllegalTurn(EngineError):
    """A readable turn that the rules do not allow here."""


class AmbiguousTurn(EngineError):
    """A text that fits several legal turns."""


class OptionError(EngineError):
    """An unknown game, an unknown option, or a value an option can't have."""


def neighbours(files, ranks, steps):
    """One neighbour table a step: for each (file, rank) step a `bytes` with, per cell, the cell there or `NONE`."""
    rows = []
    for df, dr in steps:
        row = bytearray(NONE + 1)
        for i in range(NONE + 1):
            row[i] = NONE
        for cell in range(files * ranks):
            f = cell % files + df
            r = cell // files + dr
            if 0 <= f < files and 0 <= r < ranks:
                row[cell] = r * files + f
        rows.append(bytes(row[: files * ranks]))
    return tuple(rows)


STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def option_value(game, key, value):
    """The value of the option `key` of `game` (a game or its class) that `value` (int or text) means; `OptionError` otherwise."""
    if key not in game.OPTIONS:
        raise OptionError("%s has no option %r; it has %s" % (game.NAME, key, ", ".join(sorted(game.OPTIONS)) or "none"))
    words = game.CHOICES.get(key)
    if words:
        if value not in words:
            raise OptionError("option %s is one of %s, not %r" % (key, ", ".join(words), value))
        return value
    number = -1
    if isinstance(value, int) and not isinstance(value, bool):
        number = value
    elif isinstance(value, str) and 0 < len(value) < 6 and all("0" <= c <= "9" for c in value):
        number = int(value)
    if not 0 <= number < 100000:
        raise OptionError("option %s is a number from 0, not %r" % (key, value))
    return number


class Game:
    """A game in progress: the board, the side to move, the game's own counters and the turns made so far."""

    NAME = ""
    FILES = RANKS = 0
    START = ""
    LETTERS = "?"
    OPTIONS = {}
    CHOICES = {}            # option -> allowed words, where it is not a number
    FORMS = ("..",)
    FIGURES = ""            # machine letters that people's notation writes before a square
    GIVES = False           # whether a turn may bring a thing from the box without taking one off the board
    JUMPS = False           # whether a turn may take a thing from a square on which none comes to stand
    NEUTRAL = 0             # the code of a thing that is nobody's (football's ball)

    def __init__(self, position=None, options=None):
        self.name = self.NAME
        self.files = self.FILES
        self.ranks = self.RANKS
        self.n = self.FILES * self.RANKS
        self.board = bytearray(NONE + 1)
        self.board[NONE] = WALL
        self.side = 0
        self.extra = []
        self.history = []
        self._undo = []
        self.reason = ""
        self.options = dict(self.OPTIONS)
        for key in options or ():
            self.options[key] = option_value(self, key, options[key])
        self._tables()
        self.set_position(self.START if position is None else position)

    # -- what a game gives -------------------------------------------------------------------------------------

    def _tables(self):
        """Make the neighbour tables once."""

    def turns(self, only=None):
        """Yield the legal turns of the side to move, none when the game has ended by its position.

        `only`: cells; turns whose mover stands on none of them may then be left out (what a hand has not touched did not move).
        """
        raise NotImplementedError

    def turn_text(self, turn):
        """Machine text of `turn`, unique within the position."""
        return self.square(turn[0]) + self.square(turn[1])

    def _after(self, turn):
        """Bring `extra` up to date after the displacements of `turn`, before the side changes."""

    def _ending(self):
        """`(result, reason)` when the position ends the game, else None."""
        return None

    def _read_fields(self, fields):
        """`extra` from the position text's fields after the side to move (a list that may be short)."""
        if fields:
            raise TextError("position: one field too many: %r" % fields[0])
        return []

    def _fields(self):
        """The position text's fields after the side to move."""
        return ""

    def _check(self):
        """Raise `TextError` for a set-up that can't be."""

    # -- squares and things ------------------------------------------------------------------------------------

    def square(self, cell):
        """Name of `cell`: file letter and rank number from White's side."""
        return _FILES[cell % self.files] + str(cell // self.files + 1)

    def cell(self, name):
        """Cell of the square `name`; `TextError` if the board has none such."""
        cells, rest = self.squares(name)
        if rest != ".":
            raise TextError("no square %r on %dx%d" % (name, self.files, self.ranks))
        return cells[0]

    def squares(self, text):
        """`(cells, skeleton)`: the squares in `text` in order, and the text with each of them written as `.`."""
        cells = []
        rest = ""
        i = 0
        while i < len(text):
            f = _FILES.find(text[i])
            j = i + 1
            while j < len(text) and j < i + 3 and "0" <= text[j] <= "9":
                j += 1
            r = int(text[i + 1 : j]) if j > i + 1 and text[i + 1] != "0" else 0
            if 0 <= f < self.files and 1 <= r <= self.ranks:
                cells.append((r - 1) * self.files + f)
                rest += "."
                i = j
            else:
                rest += "\\." if text[i] == "." else text[i]
                i += 1
        return cells, rest

    def letter(self, code):
        """Machine letter of the thing `code`: upper case White's, lower case Black's and nobody's."""
        letter = self.LETTERS[code & 15]
        return letter if code < BLACK and code != self.NEUTRAL else letter.lower()

    def code(self, letter):
        """The thing that the machine `letter` stands for, 0 if none."""
        if not letter.isalpha():
            return 0
        kind = self.LETTERS.find(letter.upper())
        if kind < 1:
            return 0
        code = kind if letter == letter.upper() else kind | BLACK
        if self.NEUTRAL & 15 == kind:
            return self.NEUTRAL if code != kind else 0
        return code

    # -- positions ---------------------------------------------------------------------------------------------

    def set_position(self, text):
        """Set up the position `text` and forget the turns made.  On `TextError` nothing has changed."""
        kept = (bytes(self.board), self.side, self.extra)
        try:
            self._parse(text)
            self._check()
        except EngineError:
            self.board[:] = kept[0]
            self.side = kept[1]
            self.extra = kept[2]
            raise
        self.history = []
        self._undo = []
        self._settled()

    def _settled(self):
        """Called when a position has been set up."""

    def _parse(self, text):
        from engine import reading      # a device drops it when the game has begun

        reading.position(self, text)

    def position_text(self):
        """The position as text; `set_position` reads it back."""
        return self.position_of([self.rank_text(rank) for rank in range(self.ranks - 1, -1, -1)])

    def rank_text(self, rank):
        """What stands on the rank number `rank` (0 is rank 1), as in a position's text."""
        row = ""
        empty = 0
        for cell in range(rank * self.files, rank * self.files + self.files):
            code = self.board[cell]
            if code:
                row += (str(empty) if empty else "") + self.letter(code)
                empty = 0
            else:
                empty += 1
        return row + (str(empty) if empty else "")

    def position_of(self, rows):
        """The position's text made of its ranks' texts `rows`, the highest first."""
        fields = self._fields()
        return "/".join(rows) + (" b" if self.side else " w") + (" " + fields if fields else "")

    # -- turns -------------------------------------------------------------------------------------------------

    def apply(self, turn):
        """Make `turn` (legal, of this position); returns what `undo` needs.  Keeps no record: `push` does."""
        token = (self.side,) + tuple(self.extra)
        b = self.board
        if len(turn) == 2 and turn[0] < BOX:
            f, t = turn
            code = b[f]
            b[f] = 0
            b[t] = code
        else:
            for i in range(0, len(turn), 2):
                f = turn[i]
                t = turn[i + 1]
                if f < BOX:
                    code = b[f]
                    b[f] = 0
                else:
                    code = f - BOX
                if t < BOX:
                    b[t] = code
        self._after(turn)
        self.side ^= 1
        return token

    def undo(self, turn, token):
        """Take back `turn`, of which `apply` returned `token`."""
        b = self.board
        for i in range(len(turn) - 2, -1, -2):
            f = turn[i]
            t = turn[i + 1]
            if t < BOX:
                code = b[t]
                b[t] = 0
            else:
                code = t - BOX
            if f < BOX:
                b[f] = code
        self.side = token[0]
        self.extra[:] = token[1:]

    def push(self, turn):
        """Make `turn` and write it down."""
        token = self.apply(turn)
        self.history.append(turn)
        self._undo.append(token)

    def pop(self):
        """Take the last turn back and return it; `IllegalTurn` if there is none."""
        if not self.history:
            raise IllegalTurn("no turn to take back")
        turn = self.history.pop()
        self.undo(turn, self._undo.pop())
        return turn

    def parse_turn(self, text):
        """The legal turn with the machine `text`.  `TextError` if it is no turn text, `IllegalTurn` if it is no turn here."""
        if self._form(self.squares(text)[1]) not in self.FORMS:
            raise TextError("unreadable %s turn %r" % (self.NAME, text))
        for turn in self.turns():
            if self.turn_text(turn) == text:
                return turn
        raise IllegalTurn("illegal turn %r" % text)

    def _form(self, skeleton):
        """The skeleton of a turn text as `FORMS` spells it (chains shortened, letters made one)."""
        return skeleton

    def mirror(self, other):
        """Stand as `other` (a game of the same class and options) stands; without its record."""
        self.board[:] = other.board
        self.side = other.side
        self.extra[:] = other.extra
        self.history = []
        self._undo = []

    def retreat(self, other, count):
        """Stand as `other` stood `count` turns ago (at most as many as its record has)."""
        self.mirror(other)
        for k in range(len(other.history) - 1, len(other.history) - 1 - count, -1):
            self.undo(other.history[k], other._undo[k])

    def effect(self, turn, board=None):
        """What `turn` changes on `board` (default: that of the game): {cell: (code before, code after)}.

        Equal effects are one turn to hands and switches.
        """
        change = {}
        b = self.board if board is None else board
        for i in range(0, len(turn), 2):
            f = turn[i]
            t = turn[i + 1]
            if f < BOX:
                code = change.get(f, b[f])
                change[f] = 0
            else:
                code = f - BOX
            if t < BOX:
                change[t] = code
        return {cell: (b[cell], change[cell]) for cell in change if b[cell] != change[cell]}

    # -- how the game stands -----------------------------------------------------------------------------------

    def result(self):
        """`"*"` while the game goes on, else `"1:0"`, `"0:1"` or `"draw"`; `reason` then says why, in a word."""
        ending = self._ending() or self._drawn()
        self.reason = ending[1] if ending else ""
        return ending[0] if ending else "*"

    def _drawn(self):
        limit = self.options.get("repetition", 0)
        if limit and self.repeated(limit):
            return ("draw", "repetition")
        limit = self.options.get("quiet", 0)
        if limit and self.extra[0] >= 2 * limit:
            return ("draw", "quiet")
        return None

    def repeated(self, times):
        """Whether the position with the same side to move now stands on the board for the `times`-th time.

        Walks the record back on a copy and counts the cells that differ, so no positions are kept.
        """
        copy = bytearray(self.board[: self.n])
        seen = 1
        differ = 0
        side = self.side
        for k in range(len(self.history) - 1, -1, -1):
            turn = self.history[k]
            if self._lasting(turn, self._undo[k]):
                return False
            for i in range(len(turn) - 2, -1, -2):
                f = turn[i]
                t = turn[i + 1]
                if f != t:
                    was = (copy[f] != self.board[f]) + (copy[t] != self.board[t])
                    copy[f] = copy[t]
                    copy[t] = 0
                    differ += (copy[f] != self.board[f]) + (copy[t] != self.board[t]) - was
            if not differ and self._undo[k][0] == side:
                seen += 1
                if seen >= times:
                    return True
        return times <= 1

    def _lasting(self, turn, token):
        """Whether no position from before `turn` can come again (something left the board or came onto it)."""
        return max(turn) >= BOX

    def any_turn(self):
        """Whether the side to move has a legal turn."""
        for _ in self.turns():
            return True
        return False


def number(text, what, top=99999):
    """The field `text` of a position as an int from 0 to `top`; `TextError` naming `what` otherwise."""
    value = int(text) if 0 < len(text) < 7 and all("0" <= c <= "9" for c in text) else -1
    if not 0 <= value <= top:
        raise TextError("position: %s is a number from 0 to %d, not %r" % (what, top, text))
    return value
