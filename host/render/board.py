"""The empty boards: sheet, frame, coordinates, and squares, pitch or points."""

import math
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from . import palette
from .layout import Layout
from .lettering import write
from .shapes import Stencil, circle, rounded, stamp


@lru_cache(maxsize=16)
def _empty(name, files, ranks, size, flipped):
    layout = Layout(files, ranks, size, flipped)
    image = Image.new("RGB", (layout.width, layout.height), palette.PAPER)
    _frame(image, layout)
    if name == "alquerque":
        _points(image, layout)
    elif name == "football":
        _squares(image, layout, palette.PITCH_LIGHT, palette.PITCH_DARK, palette.PITCH_GRAIN_LIGHT, palette.PITCH_GRAIN_DARK)
        _pitch(image, layout)
    else:
        _squares(image, layout, palette.LIGHT, palette.DARK, palette.GRAIN_LIGHT, palette.GRAIN_DARK)
    _coordinates(image, layout)
    return image


def empty_board(game, size, flipped=False):
    """Return a fresh picture of the empty board of `game`, `size` pixels wide."""
    return _empty(game.name, game.files, game.ranks, size, flipped).copy()


def _stencil(layout):
    """A mask over the whole picture, drawn in picture pixels."""
    return Stencil(layout.width, layout.height)


def _frame(image, layout):
    """The wooden frame with its shadow on the sheet and a light line around the squares."""
    x0, y0, x1, y1 = layout.frame
    unit = layout.unit
    shadow = _stencil(layout).fill(rounded(x0 + unit * 0.03, y0 + unit * 0.07, x1 - unit * 0.03, y1 + unit * 0.08, unit * 0.12)).mask()
    stamp(image, palette.SHADOW, shadow.filter(ImageFilter.GaussianBlur(unit * 0.07)), strength=0.45)
    stamp(image, palette.FRAME, _stencil(layout).fill(rounded(x0, y0, x1, y1, unit * 0.1)).mask())
    inset = max(1.0, unit * 0.035)
    line = _stencil(layout)
    line.stroke(rounded(x0 + inset, y0 + inset, x1 - inset, y1 - inset, unit * 0.07), inset * 0.8)
    stamp(image, palette.FRAME_LIGHT, line.mask())
    bx0, by0, bx1, by1 = layout.board
    edge = max(1, round(unit * 0.035))
    ImageDraw.Draw(image).rectangle((bx0 - edge, by0 - edge, bx1 + edge - 1, by1 + edge - 1), fill=palette.FRAME_LIGHT)


def _coordinates(image, layout):
    """File letters below and rank numbers on the left, in the frame."""
    height = round(layout.rim * 0.66)
    if height < 6:
        return      # too small to read, and too large for the frame
    for file in range(layout.files):
        x = layout.centre(file)[0]
        write(image, (round(x), (layout.board[3] + layout.frame[3]) // 2), chr(97 + file), height, palette.FRAME_TEXT, anchor="m")
    for rank in range(layout.ranks):
        y = layout.centre(rank * layout.files)[1]
        write(image, ((layout.board[0] + layout.frame[0]) // 2, round(y)), str(rank + 1), height, palette.FRAME_TEXT, anchor="m")


def _squares(image, layout, light, dark, grain_light, grain_dark):
    """Chequered squares, each with its own grain; a1 is dark."""
    draw, side = ImageDraw.Draw(image), layout.square
    grains = (_stencil(layout), _stencil(layout))
    for cell in range(layout.files * layout.ranks):
        x, y = layout.corner(cell)
        shade = (cell % layout.files + cell // layout.files) % 2
        draw.rectangle((x, y, x + side - 1, y + side - 1), fill=light if shade else dark)
        _grain(grains[shade], x, y, side, side, cell)
    stamp(image, grain_dark, grains[0].mask(), strength=0.6)
    stamp(image, grain_light, grains[1].mask(), strength=0.6)


def _grain(stencil, x, y, width, height, seed):
    """A few long, slightly wavy fibres across a rectangle; `seed` makes each piece of wood its own."""
    state = seed * 7919 + 12345
    for fibre in range(6):
        state = (state * 1103515245 + 12345) % 2 ** 31
        pen = max(0.5, height * 0.008 * (1 + (state >> 5) % 3))
        level = y + height * (fibre + 0.2 + 0.6 * ((state >> 8) % 1000) / 1000) / 6
        sway, phase = height * 0.012, (state >> 12) % 628 / 100
        line = [(x + pen + (width - 2 * pen) * k / 10, level + sway * math.sin(phase + k * 0.45)) for k in range(11)]
        stencil.stroke(line, pen)


def _points(image, layout):
    """The Alquerque board: a wooden field, lines along files, ranks and every other diagonal, a dot on each point."""
    ImageDraw.Draw(image).rectangle((layout.board[0], layout.board[1], layout.board[2] - 1, layout.board[3] - 1), fill=palette.POINT_BOARD)
    grain = _stencil(layout)
    for rank in range(layout.ranks):
        x, y = layout.corner(rank * layout.files)
        _grain(grain, layout.board[0], y, layout.board[2] - layout.board[0], layout.square, rank + 40)
    stamp(image, palette.POINT_GRAIN, grain.mask(), strength=0.8)
    lines, width = _stencil(layout), max(1.2, layout.square * 0.035)
    for a in range(layout.files * layout.ranks):
        for b in range(a):
            if joined(a, b, layout.files):
                lines.stroke([layout.centre(a), layout.centre(b)], width)
        lines.fill(circle(*layout.centre(a), layout.square * 0.075))
    stamp(image, palette.POINT_LINE, lines.mask())


def joined(a, b, files):
    """Whether a line of the Alquerque board joins the points `a` and `b` (diagonals only where file + rank is even)."""
    across, up = abs(a % files - b % files), abs(a // files - b // files)
    return max(across, up) == 1 and (across + up == 1 or (a % files + a // files) % 2 == 0)


def _pitch(image, layout):
    """White lines of a football pitch, and the two goals with their nets."""
    side, centre = layout.square, layout.centre(layout.files * (layout.ranks // 2) + layout.files // 2)
    x0, y0, x1, y1 = layout.board
    lines, pen = _stencil(layout), max(1.0, side * 0.03)
    lines.stroke([(x0, centre[1]), (x1, centre[1])], pen)
    lines.stroke(circle(*centre, side * 1.5), pen)
    for y, inward in ((y0, 1), (y1, -1)):
        edge = y + inward * 2 * side
        lines.stroke([(centre[0] - 1.5 * side, y), (centre[0] - 1.5 * side, edge), (centre[0] + 1.5 * side, edge),
                      (centre[0] + 1.5 * side, y)], pen)
    stamp(image, palette.PITCH_LINE, lines.mask(), strength=0.55)
    for rank, outward in ((0, 1), (layout.ranks - 1, -1)):
        cell = rank * layout.files + layout.files // 2
        _goal(image, layout, layout.corner(cell), -outward if layout.flipped else outward)


def _goal(image, layout, corner, outward):
    """One goal: its floor, the net, and a white post on three sides (`outward` is +1 when its back is at the bottom)."""
    x, y = corner
    side = layout.square
    ImageDraw.Draw(image).rectangle((x, y, x + side - 1, y + side - 1), fill=palette.GOAL_FLOOR)
    net, post = Stencil(side, side), Stencil(side, side)
    for k in range(-7, 8):
        for slope in (1, -1):
            start = k * side / 7
            net.stroke([(start, 0), (start + side, side)] if slope > 0 else [(start + side, 0), (start, side)], max(0.5, side * 0.016))
    stamp(image, palette.GOAL_NET, net.mask(), corner, 0.55)
    pen = max(1.5, side * 0.08)
    back, front = (side - pen / 2, 0) if outward > 0 else (pen / 2, side)
    post.stroke([(pen / 2, front), (pen / 2, back), (side - pen / 2, back), (side - pen / 2, front)], pen)
    stamp(image, palette.GOAL_POST, post.mask(), corner)
