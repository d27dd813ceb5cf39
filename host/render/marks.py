"""Marks on a board: what the last turn did, and lamps."""

import math

from engine import BOX
from PIL import ImageFilter

from . import palette
from .figures import kind_of, place
from .shapes import Stencil, circle, rounded, stamp

BLACK = 16
GOALS = ("e1", "e9")


class Trace:
    """What a turn did, for drawing.

    `ways`: [(from cell, to cell, is it the ball's)] in order; `taken`: [(cell, code)] that left for the box;
    `placed`: cells filled from the box.  Made from the board after the turn.
    """

    def __init__(self, game, turn, board):
        self.ways, self.taken, self.placed = [], [], []
        after = bytearray(board)
        for start, end in reversed(list(zip(turn[::2], turn[1::2], strict=True))):
            if start < BOX and end < BOX:
                if start != end:
                    self.ways.insert(0, (start, end, is_ball(game, after[end], end)))
                    after[start], after[end] = after[end], 0
            elif end < BOX:
                self.placed.append(end)
                after[end] = 0
            else:
                self.taken.insert(0, (start, end - BOX))
                after[start] = end - BOX
        self._join_promotion(turn)

    def _join_promotion(self, turn):
        """A pawn that goes to the box while its new figure comes from there has walked to the last rank."""
        for cell, code in list(self.taken):
            if self.placed and not any(end == self.placed[0] for _, end, _ in self.ways) and cell != self.placed[0]:
                if turn[-1] == self.placed[0] and (turn[-2] - BOX) & BLACK == code & BLACK:
                    self.taken.remove((cell, code))
                    self.ways.append((cell, self.placed.pop(), False))

    def cells(self):
        """All cells with a part in the turn that are to be tinted, starts before ends."""
        starts = [start for start, _, _ in self.ways]
        return starts, [end for _, end, _ in self.ways] + self.placed


def after(game, turn):
    """The cells (bytes, a code each) of `game` after the displacements of `turn` and nothing else."""
    board = bytearray(game.board[:game.n])
    for start, end in zip(turn[::2], turn[1::2], strict=True):
        code = start - BOX
        if start < BOX:
            code, board[start] = board[start], 0
        if end < BOX:
            board[end] = code
    return bytes(board)


def is_ball(game, code, end):
    """Whether the thing `code` that ended on the cell `end` is football's ball (after a goal it has left the goal again)."""
    if game.name != "football":
        return False
    return game.letter(code) == "o" if code & 15 else game.square(end) in GOALS


def tint(image, layout, trace):
    """Tint and frame the squares of the last turn: starts with corners only, ends with a whole frame."""
    side = layout.square
    starts, ends = trace.cells()
    for cell in sorted(set(starts) | set(ends)):
        whole = cell in ends
        fill = Stencil(side, side).fill([(0, 0), (side, 0), (side, side), (0, side)]).mask()
        stamp(image, palette.LAST, fill, layout.corner(cell), 0.5 if whole else 0.32)
        pen = max(1.5, side * 0.05)
        edge = Stencil(side, side)
        if whole:
            edge.stroke(rounded(pen / 2, pen / 2, side - pen / 2, side - pen / 2, pen), pen)
        else:
            _corners(edge, side, pen)
        stamp(image, palette.LAST_EDGE, edge.mask(), layout.corner(cell))


def _corners(stencil, side, pen):
    """Four right angles in the corners of a square."""
    low, high, arm = pen / 2, side - pen / 2, side * 0.22
    for x, dx in ((low, arm), (high, -arm)):
        for y, dy in ((low, arm), (high, -arm)):
            stencil.stroke([(x + dx, y), (x, y), (x, y + dy)], pen)


def ring_points(image, layout, trace):
    """The same for a board of points: rings around the points of the last turn."""
    side = layout.square
    starts, ends = trace.cells()
    for cell in sorted(set(starts) | set(ends)):
        final = cell == ends[-1] if ends else False
        mask = Stencil(side, side).fill(circle(side / 2, side / 2, side * (0.46 if final else 0.3))).mask()
        stamp(image, palette.LAST, mask, layout.corner(cell), 0.85 if final else 0.55)


def arrows(image, layout, trace, board):
    """Arrows along the ways of the last turn, up to the thing that stands at the end; the ball's is dashed and of another colour."""
    for ball, colour in ((False, palette.ARROW), (True, palette.KICK)):
        stencil = Stencil(layout.width, layout.height)
        for start, end, kicked in trace.ways:
            if kicked == ball:
                _arrow(stencil, layout.centre(start), layout.centre(end), layout.square, 0.4 if board[end] else 0.1, ball)
        stamp(image, colour, stencil.mask(), strength=0.85)


def _arrow(stencil, start, end, square, clear, dashed):
    """One arrow between two middles of squares; its tip keeps `clear` squares, measured along a rank or file, from the end."""
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    head, pen = square * 0.26, square * 0.075
    tip = length - square * clear / max(abs(ux), abs(uy))
    neck = tip - head

    def at(along, aside=0.0):
        return start[0] + ux * along - uy * aside, start[1] + uy * along + ux * aside

    dash = square * 0.17
    if dashed:
        position = square * 0.1
        while position < neck:
            stencil.stroke([at(position), at(min(position + dash, neck))], pen)
            position += dash * 1.75
    else:
        stencil.stroke([at(square * 0.1), at(neck)], pen)
    stencil.fill([at(tip), at(neck, head * 0.5), at(neck, -head * 0.5)])


def taken(image, layout, game, trace, board):
    """Show what was taken: faded and crossed out on an empty square, small in the corner of one that is occupied again."""
    for cell, code in trace.taken:
        kind, side = kind_of(game.name, game.letter(code)), code // BLACK & 1
        x, y = layout.corner(cell)
        whole = layout.square
        px = whole
        if board[cell]:
            px = round(whole * 0.4)
            x += whole - px
        place(image, kind, side, (x, y), px, shaded=False, strength=0.45 if px == whole else 0.9)
        cross = Stencil(px, px)
        low, high, pen = px * 0.26, px * 0.74, max(1.5, px * 0.075)
        cross.stroke([(low, low), (high, high)], pen).stroke([(low, high), (high, low)], pen)
        stamp(image, palette.TAKEN, cross.mask(), (x, y), 0.9)


def draw_lamps(image, layout, codes, aside):
    """Draw lamps: `codes` is one lamp code a cell of the game (0 = dark).  Colour, and a sign of its own for each code.

    `aside`: how far right of and above the middle of its cell a lamp sits, in squares.
    """
    radius = max(3.0, layout.square * 0.13)
    for code, colour in palette.LAMPS.items():
        places = [layout.centre(cell) for cell in range(layout.files * layout.ranks) if codes[cell] == code]
        if not places:
            continue
        glow, rim, light, sign = (Stencil(layout.width, layout.height) for _ in range(4))
        for x, y in places:
            x, y = x + aside * layout.square, y - aside * layout.square
            glow.fill(circle(x, y, radius * 1.2))
            rim.fill(circle(x, y, radius))
            light.fill(circle(x, y, radius * 0.86))
            for line in LAMP_SIGNS[code]:
                sign.stroke([(x + dx * radius, y + dy * radius) for dx, dy in line], 0.26 * radius)
        stamp(image, colour, glow.mask().filter(ImageFilter.GaussianBlur(radius * 0.4)), strength=0.9)
        stamp(image, palette.LAMP_RIM, rim.mask())
        stamp(image, colour, light.mask())
        stamp(image, palette.LAMP_SIGN.get(code, palette.LAMP_SIGN_WHITE), sign.mask())


# Signs in lamps, in units of the lamp's radius: nothing but strokes
LAMP_SIGNS = {
    1: [[(-0.02, 0), (0.02, 0)]],
    2: [[(-0.5, 0), (0.5, 0)], [(0, -0.5), (0, 0.5)]],
    3: [[(-0.5, 0), (0.5, 0)]],
    4: [[(-0.3, -0.25), (-0.1, -0.5), (0.25, -0.45), (0.3, -0.15), (0, 0.1)], [(-0.02, 0.5), (0.02, 0.5)]],
    5: [],
    6: [[(0, 0.5), (0, -0.45)], [(-0.35, -0.1), (0, -0.5), (0.35, -0.1)]],
    7: [[(0, -0.5), (0, 0.45)], [(-0.35, 0.1), (0, 0.5), (0.35, 0.1)]],
    8: [[(-0.38, -0.38), (0.38, 0.38)], [(-0.38, 0.38), (0.38, -0.38)]],
    9: [[(0, -0.5), (0, 0.1)], [(-0.02, 0.5), (0.02, 0.5)]],
}
