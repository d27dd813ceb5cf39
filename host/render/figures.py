"""The figures: own vector drawings of every thing that stands on a board, and their finished little pictures.

A figure lives in a square of 100 x 100 units, y downwards, its foot on y = 90.  `body` are closed outlines that melt into
one silhouette, `lines` are drawn on it as (path, width), `marks` are filled on it.
"""

import math
from functools import lru_cache

from PIL import Image, ImageChops, ImageFilter

from . import palette
from .lettering import write
from .shapes import Stencil, circle, parse_path, rounded, stamp

OUTLINE = 4.4


class Figure:
    """One drawing: silhouette, inner lines and inner marks, all as lists of subpaths in 100 x 100 units."""

    def __init__(self, body, lines=(), marks=()):
        self.body = _subpaths(body)
        self.lines = [(subpath, width) for path, width in lines for subpath in _subpaths([path])]
        self.marks = _subpaths(marks)


def _subpaths(paths):
    """Subpaths from path texts and ready-made point lists alike."""
    found = []
    for path in paths:
        found.extend(parse_path(path) if isinstance(path, str) else [path])
    return found


def _foot(left, right, top=79):
    """The foot that the whole family stands on: a plinth with a step above it."""
    return [rounded(left, 82, right, 90, 3), rounded(left + 5, top - 3, right - 5, 85, 3)]


def _skirt(top_half, bottom_half, top=50):
    """The concave body between the collar at `top` and the foot."""
    return ("M %g %g C %g %g %g %g %g 80 L %g 80 C %g %g %g %g %g %g Z" % (
        50 - top_half, top, 50 - top_half - 1, top + 14, 50 - bottom_half + 1, 70, 50 - bottom_half,
        50 + bottom_half, 50 + bottom_half - 1, 70, 50 + top_half + 1, top + 14, 50 + top_half, top))


def _collar(half, y, height=5):
    """The ring around a neck."""
    return rounded(50 - half, y, 50 + half, y + height, height / 2)


FIGURES = {
    "pawn": Figure(
        _foot(27, 73) + [_skirt(7.5, 19, 52), _collar(14, 48), circle(50, 36, 14)],
        [("M 33 79 L 67 79", 2.6), ("M 41 53.6 L 59 53.6", 2.2)]),
    "rook": Figure(
        _foot(22, 78) + ["M 35 46 L 31 80 L 69 80 L 65 46 Z",
                         "M 27 20 L 38 20 L 38 27.5 L 44.5 27.5 L 44.5 20 L 55.5 20 L 55.5 27.5 L 62 27.5 L 62 20 L 73 20 "
                         "L 73 38 L 66 47 L 34 47 L 27 38 Z"],
        [("M 30 38 L 70 38", 2.8), ("M 35 47.5 L 65 47.5", 2.8), ("M 30 78.5 L 70 78.5", 2.8)]),
    "knight": Figure(
        _foot(22, 78) + ["M 31 80 C 31 66 46 60 47 48 C 41 52 37 53 33 59 C 30 63.5 24 62.5 21 58.5 C 18 54.5 18.5 51 22 46 "
                         "C 26 40 27.5 35 31.5 28.5 C 33 25.5 35 24 37 22.5 L 36 11 L 45.5 18 C 64 17 77 33 76 57 C 75.6 67 73 73 72 80 Z"],
        [("M 46 18.5 C 60 22 68.5 38 67 60", 2.8), ("M 33 78.5 L 69 78.5", 2.8), ("M 24.5 54.5 L 27.5 53", 3)],
        [circle(40, 33, 2.9)]),
    "bishop": Figure(
        _foot(22, 78) + [_skirt(9.5, 21, 60), _collar(17, 58), circle(50, 14, 5),
                         "M 50 16 C 58 22 68.5 33 68.5 44 C 68.5 51 65 56 61 59.5 L 39 59.5 C 35 56 31.5 51 31.5 44 C 31.5 33 42 22 50 16 Z"],
        [("M 50 33 L 50 51", 4), ("M 41 41 L 59 41", 4), ("M 37 58.7 L 63 58.7", 2.4), ("M 31 78.5 L 69 78.5", 2.8)]),
    "queen": Figure(
        _foot(20, 80) + ["M 30 80 C 34 72 33 66 29 58 L 15 30 L 33 46 L 32 21 L 44.5 43 L 50 16 L 55.5 43 L 68 21 L 67 46 L 85 30 L 71 58 "
                         "C 67 66 66 72 70 80 Z", circle(14, 28, 5), circle(31.5, 19, 5), circle(50, 14, 5), circle(68.5, 19, 5),
                         circle(86, 28, 5)],
        [("M 31 59.5 C 40 56 60 56 69 59.5", 3), ("M 33 68 C 42 65.5 58 65.5 67 68", 3), ("M 30 78.5 L 70 78.5", 2.8)]),
    "king": Figure(
        _foot(20, 80) + ["M 30 80 C 34 72 32 67 26 60 C 15 47 20 31 34 32 C 42 32.5 47 37 50 43 C 53 37 58 32.5 66 32 C 80 31 85 47 74 60 "
                         "C 68 67 66 72 70 80 Z", "M 50 46 C 44 40 43 30 50 24 C 57 30 56 40 50 46 Z",
                         rounded(46.8, 6, 53.2, 28, 1.5), rounded(39.5, 11.5, 60.5, 17.9, 1.5)],
        [("M 50 43 L 50 60", 3), ("M 31 61 C 40 57 60 57 69 61", 3), ("M 33 69 C 42 66 58 66 67 69", 3), ("M 30 78.5 L 70 78.5", 2.8)]),
    "man": Figure(
        _foot(24, 76) + [_skirt(9, 20, 62), _collar(16, 60), "M 34 32 L 66 32 L 65 48 C 64 56 58 61 50 61 C 42 61 36 56 35 48 Z",
                         "M 50 15 L 85 28.5 L 50 42 L 15 28.5 Z", "M 76 30 L 80.5 30 L 82.5 50 L 74 50 Z"],
        [("M 21 29.5 L 50 40.5 L 79 29.5", 2.6), ("M 50 28.5 L 76 32", 2.4), ("M 38 61 L 62 61", 2.4), ("M 33 78.5 L 67 78.5", 2.8)]),
    "fers": Figure(
        _foot(24, 76) + [_skirt(9, 20, 64), _collar(16, 62), "M 38 50 L 62 50 L 61 64 L 39 64 Z",
                         "M 27 55 C 19 53 18 43 22 38 C 24 26 36 19 50 19 C 64 19 76 26 78 38 C 82 43 81 53 73 55 C 62 58.5 38 58.5 27 55 Z",
                         "M 48 24 C 42 15 46 7 58 4 C 56 9 60 15 54 24 Z"],
        [("M 22.5 40 C 36 39 50 33 59 21.5", 2.8), ("M 25 52 C 45 51 65 44 76 34", 2.8),
         ("M 75.5 50 C 70 50 65 49 60 46.5", 2.8), ("M 38 63 L 62 63", 2.4), ("M 33 78.5 L 67 78.5", 2.8)]),
    "fool": Figure(
        _foot(24, 76) + [_skirt(9, 20, 62), _collar(19, 57, 6),
                         "M 33 58 C 33 46 31 40 23 40 C 19 40 17 44 16.5 48 C 11 36 18 26 29 27 C 36 27.5 40 32 42 37 C 42 28 45 20 50 15 "
                         "C 55 20 58 28 58 37 C 60 32 64 27.5 71 27 C 82 26 89 36 83.5 48 C 83 44 81 40 77 40 C 69 40 67 46 67 58 Z",
                         circle(16.5, 51, 5.2), circle(83.5, 51, 5.2), circle(50, 13, 5.2)],
        [("M 42 37 C 43 45 43 50 41 56", 2.8), ("M 58 37 C 57 45 57 50 59 56", 2.8), ("M 34 58 L 66 58", 2.6), ("M 33 78.5 L 67 78.5", 2.8)]),
    "alfil": Figure(
        _foot(22, 78) + ["M 34 80 C 39 74 42 68 41 61 L 35 58 C 34 64 32 72 24 75.5 C 13 80 4 73 5 62 C 5.3 57.5 11.5 57.5 11.8 62 "
                         "C 12 67 16 68.5 18.5 65 C 22 60 20 50 23 39 C 26 25 38 16 53 16 C 71 16 84 30 83 48 C 82.5 58 75 64 68 64 "
                         "C 67 70 68 75 70 80 Z"],
        [("M 53 26 C 46 36 48 55 59 61 C 69 64 77 57 77 46", 2.8), ("M 33 78.5 L 69 78.5", 2.8)],
        [circle(37, 37, 3.1), "M 36 50 C 32 56 27 58.5 20.5 58 C 25 63.5 36 64 42 53 Z"]),
}


def _silhouette(figure, px, grow):
    """The mask of the whole figure with a rim of `grow` units around it."""
    stencil = Stencil(px, px, px / 100)
    for subpath in figure.body:
        if grow:
            stencil.stroke(subpath + subpath[:2], grow * 2)
        stencil.fill(subpath)
    return stencil.mask()


def _inner(figure, px):
    """The mask of the lines and marks drawn on the figure."""
    stencil = Stencil(px, px, px / 100)
    for subpath, width in figure.lines:
        stencil.stroke(subpath, width)
    for subpath in figure.marks:
        stencil.fill(subpath)
    return stencil.mask()


@lru_cache(maxsize=256)
def sprite(kind, side, px):
    """Return the finished picture of a thing as an RGBA image of `px` x `px` pixels.

    `kind`: a key of FIGURES, "stone", "ball", or a single capital letter, which becomes a stone that bears it; `side`:
    0 White, 1 Black (of no meaning for the ball).
    """
    if kind == "ball":
        return _ball(px)
    if kind not in FIGURES:
        return _stone(side, px, "" if kind == "stone" else kind)
    figure = FIGURES[kind]
    light, dark, outline, inner = palette.BLACK_THING if side else palette.WHITE_THING
    picture = Image.new("RGB", (px, px), outline)
    picture.paste(_shading(light, dark, px), (0, 0), _silhouette(figure, px, 0))
    stamp(picture, inner, _inner(figure, px))
    picture.putalpha(_silhouette(figure, px, OUTLINE / 2))
    return picture


def _disc(px, x, y, radius):
    return Stencil(px, px, px / 100).fill(circle(x, y, radius)).mask()


def _stone(side, px, letter=""):
    """A turned wooden stone seen from above: White's has one groove, Black's a groove and a boss; or either a `letter`."""
    light, dark, outline, inner = palette.BLACK_THING if side else palette.WHITE_THING
    picture = Image.new("RGB", (px, px), outline)
    picture.paste(_shading(light, dark, px), (0, 0), _disc(px, 50, 50, 36))
    picture.paste(_shading(dark, light, px), (0, 0), _disc(px, 50, 50, 27))
    groove = Stencil(px, px, px / 100).stroke(circle(50, 50, 27), 2.6)
    if side and not letter:
        groove.fill(circle(50, 50, 8))
    stamp(picture, inner, groove.mask())
    if letter:
        write(picture, (px // 2, px // 2), letter, round(px * 0.42), inner, bold=True, anchor="m")
    picture.putalpha(_disc(px, 50, 50, 38.2))
    return picture


def _ball(px):
    """A football: a dark patch in the middle, seams from its corners to five patches at the rim."""
    x, y, radius = 50, 52, 29
    picture = Image.new("RGB", (px, px), palette.BALL_PATCH)
    picture.paste(_shading(palette.BALL, palette.BALL_SHADE, px), (0, 0), _disc(px, x, y, radius))
    patches = Stencil(px, px, px / 100).fill(_pentagon(x, y, radius * 0.36, 0))
    for k in range(5):
        angle = (k * 72 - 90) * math.pi / 180
        dx, dy = math.cos(angle) * radius, math.sin(angle) * radius
        patches.stroke([(x + dx * 0.34, y + dy * 0.34), (x + dx * 0.75, y + dy * 0.75)], 2.4)
        patches.fill(_pentagon(x + dx, y + dy, radius * 0.34, k * 72 + 180))
    stamp(picture, palette.BALL_PATCH, ImageChops.multiply(patches.mask(), _disc(px, x, y, radius)))
    picture.putalpha(_disc(px, x, y, radius + 2.4))
    return picture


def _pentagon(x, y, radius, turned):
    """A regular pentagon with one corner up, turned clockwise by `turned` degrees."""
    angles = [(k * 72 - 90 + turned) * math.pi / 180 for k in range(5)]
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def _shading(light, dark, px):
    """A gradient from the upper left (light) to the lower right (dark)."""
    ramp = Image.linear_gradient("L").rotate(50, Image.Resampling.BICUBIC).crop((48, 48, 208, 208)).resize((px, px))
    return Image.composite(Image.new("RGB", (px, px), dark), Image.new("RGB", (px, px), light), ramp)


@lru_cache(maxsize=256)
def shadow(kind, px):
    """Return the "L" mask of the soft shadow that a thing throws on its square, `px` x `px` pixels."""
    if kind not in FIGURES:
        shape = _disc(px, 53, 56, 29 if kind == "ball" else 37)
    else:
        foot = FIGURES[kind].body[0]
        left, right = min(x for x, _ in foot), max(x for x, _ in foot)
        ellipse = [(50 + (x - 50) * (right - left + 8) / 2, 88.5 + (y - 88.5) * 5.5) for x, y in circle(50, 88.5, 1)]
        shape = Stencil(px, px, px / 100).fill(ellipse).mask()
    return shape.filter(ImageFilter.GaussianBlur(px * 0.025))


_OWN = {("alquerque", "M"): "stone"}
_KINDS = {"K": "king", "Q": "queen", "R": "rook", "N": "knight", "B": "bishop", "M": "man", "F": "fers", "W": "fool",
          "E": "alfil", "P": "pawn", "O": "ball"}


def kind_of(game, letter):
    """The figure (a word for `sprite`) of the machine `letter`, either case, in the game named `game`.

    A letter without a figure of its own (in a game that was added) stands for itself.
    """
    letter = letter.upper()
    return _OWN.get((game, letter)) or _KINDS.get(letter, letter)


def place(image, kind, side, corner, px, shaded=True, strength=1.0):
    """Put a thing on `image`: `corner` is the upper left pixel of its `px` wide square; `strength` below 1 fades it."""
    picture = sprite(kind, side, px)
    if shaded:
        stamp(image, palette.SHADOW, shadow(kind, px), corner, 0.4)
    alpha = picture.getchannel("A")
    if strength < 1:
        alpha = alpha.point([round(value * strength) for value in range(256)])
    image.paste(picture.convert("RGB"), corner, alpha)
