"""Boards for the terminal: lines of rich text, one character cell wide and high where it matters.

Pieces are tiles with the letters of the person's language: White's are light with capitals, Black's dark with small letters.
A lamp puts its sign on both sides of its square, the last turn brackets its squares: nothing depends on seeing colours,
nor on having any.
"""

from board_drivers.palette import LAST as LAST_LAMP
from engine import notation
from rich.style import Style
from rich.text import Text

from .board import joined
from .captions import SIDES, TO_MOVE, status, word
from .marks import BLACK, GOALS, Trace
from .strips import stock

FRAME = Style(color="#a08060")
COORDINATE = Style(color="#b09878")
LIGHT, DARK = "#bfa27c", "#9c7c58"
PITCH_LIGHT, PITCH_DARK, GOAL = "#8fae78", "#78986a", "#4d6652"
POINT_BOARD, POINT_LINE = "#b89b74", "#5a4028"
TILES = (("#fbf6ea", "#221a14"), ("#241e1b", "#f0e2c6"))
LAST = Style(color="#2a1c00", bgcolor="#e8b93e", bold=True)
SAID = Style(color="#2a1c00", bgcolor="#e8b93e", bold=True)
SOFT = Style(color="#a08060")
# Lamp code -> (sign, colour of the sign, colour of the light)
LAMPS = {
    1: ("•", "#ffffff", "#1c70d6"), 2: ("+", "#ffffff", "#14784a"), 3: ("-", "#ffffff", "#c8500c"), 4: ("?", "#302400", "#f0c414"),
    5: (":", "#303030", "#e8e8e8"), 6: ("^", "#303030", "#fafafa"), 7: ("v", "#ffffff", "#344896"), 8: ("x", "#ffffff", "#c8500c"),
    9: ("!", "#ffffff", "#8c48be"),
}


def board_lines(game, last=None, lamps=None, lang="en", flipped=False):
    """Return the board of `game` as a list of `rich.text.Text` lines of equal width.

    `last`: the turn to mark; `lamps`: one lamp code a cell of the game; `lang`: whose letters and words; `flipped`: Black
    sits at the bottom.  ValueError for a language there is not.
    """
    word(TO_MOVE, lang)
    cells = _Cells(game, last, lamps, lang)
    rows = range(game.ranks) if flipped else range(game.ranks - 1, -1, -1)
    order = list(range(game.files - 1, -1, -1) if flipped else range(game.files))
    body = _point_rows(cells, game, rows, order) if game.name == "alquerque" else _square_rows(cells, game, rows, order)
    width = body[0].cell_len
    lines = [_strip(game, 0 if flipped else 1, lang, width + 4), _border("▁", width)]
    lines += body_with_frame(body, rows, 2 if game.name == "alquerque" else 1)
    lines += [_border("▔", width), _files(game, order, width), _strip(game, 1 if flipped else 0, lang, width + 4)]
    width = max(line.cell_len for line in lines)
    for line in lines:
        line.pad_right(width - line.cell_len)
    return lines


def body_with_frame(body, rows, pace):
    """The rows between the borders: rank numbers on the left of every `pace`-th row."""
    framed, ranks = [], list(rows)
    for index, row in enumerate(body):
        label = "%2d" % (ranks[index // pace] + 1) if index % pace == 0 else "  "
        framed.append(Text.assemble((label, COORDINATE), ("▕", FRAME), row, ("▏", FRAME)))
    return framed


def _border(stroke, width):
    return Text.assemble("   ", (stroke * width, FRAME))


def _files(game, order, width):
    """The file letters, each under the middle of its column."""
    pace = width // game.files if game.name != "alquerque" else 6
    row = [" "] * (width + 4)
    for column, file in enumerate(order):
        row[4 + pace * column] = chr(97 + file)
    return Text("".join(row), COORDINATE)


class _Cells:
    """What stands on each cell and how it is marked."""

    def __init__(self, game, last, lamps, lang):
        self.game, self.lang, self.lamps = game, lang, lamps
        trace = Trace(game, last, game.board) if last else None
        self.starts, self.ends = trace.cells() if trace else ((), ())
        self.taken = [cell for cell, _ in trace.taken] if trace else []

    def draw(self, cell, ground, empty):
        """Three columns of text for `cell` on the colour `ground`; `empty` are the characters of an empty one."""
        code = self.game.board[cell]
        style = Style(color=POINT_LINE, bgcolor=ground)
        sides, middle = [(empty[0], style), (empty[2], style)], (empty[1], style)
        if code:
            letter, tile, ink = self.tile(code)
            middle = (letter, Style(color=ink, bgcolor=tile, bold=True))
            sides = [(half, Style(color=tile, bgcolor=ground)) for half in "▐▌"]
        return Text.assemble(*self.mark(cell, sides, middle))

    def mark(self, cell, sides, middle):
        """Replace the sides of a cell by the signs of its lamp or of the last turn."""
        moved = cell in self.ends or cell in self.starts
        lamp = LAMPS.get(self.lamps[cell]) if self.lamps else None
        if lamp and not (moved and self.lamps[cell] == LAST_LAMP):
            sign, ink, light = lamp
            signs, style = sign * 2, Style(color=ink, bgcolor=light, bold=True)
        elif moved:
            signs, style = "[]" if cell in self.ends else "()", LAST
        elif cell in self.taken:
            signs, style = "xx", LAST
        else:
            return sides[0], middle, sides[1]
        if not self.game.board[cell]:
            middle = (middle[0], style)
        return (signs[0], style), middle, (signs[1], style)

    def tile(self, code):
        """(letter, colour of the tile, colour of the letter) of the thing `code`."""
        machine = self.game.letter(code)
        if machine == "o" and self.game.name == "football":
            return "●", "#f07018", "#ffffff"
        if self.game.name == "alquerque":
            shown = "○●"[code // BLACK & 1]
        else:
            shown = notation.letter(machine.upper(), self.lang) or machine.upper()
            shown = shown if machine.isupper() else shown.lower()
        return (shown, *TILES[code // BLACK & 1])


def _square_rows(cells, game, rows, order):
    """One line a rank, three columns a square."""
    light, dark = (PITCH_LIGHT, PITCH_DARK) if game.name == "football" else (LIGHT, DARK)
    lines = []
    for rank in rows:
        line = Text()
        for file in order:
            cell = rank * game.files + file
            goal = game.name == "football" and game.square(cell) in GOALS
            ground = GOAL if goal else light if (rank + file) % 2 else dark
            line.append_text(cells.draw(cell, ground, "###" if goal else "   " if (rank + file) % 2 else " · "))
        lines.append(line)
    return lines


def _point_rows(cells, game, rows, order):
    """Two lines a rank: points joined by lines, and the lines to the next rank."""
    lines, ranks = [], list(rows)
    style = Style(color=POINT_LINE, bgcolor=POINT_BOARD)
    for index, rank in enumerate(ranks):
        line = Text()
        for column, file in enumerate(order):
            line.append("───" if column else "", style)
            empty = ("─" if column else " ") + "•" + ("─" if column + 1 < len(order) else " ")
            line.append_text(cells.draw(rank * game.files + file, POINT_BOARD, empty))
        lines.append(line)
        if index + 1 < len(ranks):
            lines.append(Text(_between(game, rank, ranks[index + 1], order), style))
    return lines


def _between(game, rank, following, order):
    """The line of strokes between two ranks."""
    row = ""
    for column, file in enumerate(order):
        if column:
            before = order[column - 1]
            row += " ╲ " if joined(rank * game.files + before, following * game.files + file, game.files) else " ╱ "
        row += " │ "
    return row


def _strip(game, side, lang, width):
    """The line of one side: its colour, its name, whether it is to move, and what lies beside the board."""
    tile, ink = TILES[side]
    name = word(SIDES[side], lang)
    said = status(game, side, lang)
    line = Text.assemble(("▐", Style(color=tile)), ("○●"[side], Style(color=ink, bgcolor=tile)), ("▌", Style(color=tile)), " ")
    line.append(" %s %s " % (name, said) if said else " %s " % name, SAID if said else Style(bold=True))
    aside = _aside(game, side, lang)
    line.append(" " * max(2, width - line.cell_len - len(aside)))
    line.append(aside, SOFT)
    return line


def _aside(game, side, lang):
    """What lies beside the board, as short text."""
    things = stock(game, side)
    count = sum(there for _, _, there in things)
    if game.name == "folky":
        return "P" * count + "·" * (len(things) - count)
    if game.name == "football":
        return "●" * count + "·" * (len(things) - count) + " %d" % count
    if game.name == "alquerque":
        return "%s %d" % ("●○"[side], count) if count else ""
    return "-%d" % count if count else ""
