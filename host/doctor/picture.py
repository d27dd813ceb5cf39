"""The doctor's picture: every switch with how often it changed and what is wrong with it, and the findings beside it; made for showing to others."""

import textwrap
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

CELL, MARGIN, SIDE = 64, 40, 520
PAPER, INK, SOFT, GRID = "#fbf8f1", "#2a2620", "#857d70", "#cfc6b4"
COLD, WARM = (236, 230, 214), (233, 158, 62)
MARKS = {
    "dead": ("x", "#b3261e"),
    "dead-chip": ("x", "#b3261e"),
    "dead-column": ("x", "#b3261e"),
    "chip": ("x", "#b3261e"),
    "select": ("x", "#b3261e"),
    "stuck": ("=", "#7b3ba8"),
    "closed-chip": ("=", "#7b3ba8"),
    "sticks": ("=", "#7b3ba8"),
    "restless": ("~", "#b3261e"),
    "chatter": ("~", "#c2410c"),
    "lamps": ("*", "#c2410c"),
    "ghost": ("g", "#1c5fb0"),
    "diode": ("d", "#1c5fb0"),
    "neighbour": ("n", "#1c5fb0"),
    "swapped": ("s", "#0f7a55"),
    "dark": ("o", "#555555"),
}
LEGEND = (
    ("x", "never closes"),
    ("=", "always closed"),
    ("~", "restless"),
    ("*", "shaken by lamps"),
    ("g", "ghost"),
    ("d", "diode"),
    ("n", "neighbour"),
    ("s", "swapped"),
    ("o", "lamp dark"),
)


@lru_cache(maxsize=16)
def font(size):
    """Pillow's own font, the same on every machine."""
    return ImageFont.load_default(size)


def draw(report):
    """Return the picture (PIL.Image) of a Report."""
    width = MARGIN + report.files * CELL + MARGIN + SIDE
    lines = _lines(report)
    height = max(MARGIN * 2 + report.ranks * CELL + 90, MARGIN + 22 * len(lines) + 30)
    image = Image.new("RGB", (width, height), PAPER)
    pen = ImageDraw.Draw(image)
    squares = {square.name: square for square in report.squares}
    most = max([square.flips for square in report.squares] or [1]) or 1
    for rank in range(report.ranks):
        for file in range(report.files):
            name = f"{chr(97 + file)}{rank + 1}"
            _square(pen, MARGIN + file * CELL, MARGIN + (report.ranks - 1 - rank) * CELL, squares.get(name), most)
    _coordinates(pen, report)
    _legend(pen, report)
    x, y = MARGIN + report.files * CELL + MARGIN, MARGIN
    for text, size, colour in lines:
        pen.text((x, y), text, font=font(size), fill=colour)
        y += 22 if size < 20 else 32
    return image


def _square(pen, x, y, square, most):
    """One square: its colour is how often its switch changed."""
    if square is None:
        pen.rectangle((x, y, x + CELL - 1, y + CELL - 1), outline=GRID)
        return
    share = (square.flips / most) ** 0.5
    colour = tuple(round(cold + (warm - cold) * share) for cold, warm in zip(COLD, WARM, strict=True))
    pen.rectangle((x, y, x + CELL - 1, y + CELL - 1), fill=colour, outline=GRID)
    pen.text((x + 6, y + 4), square.name, font=font(13), fill=SOFT)
    pen.text((x + CELL - 6, y + CELL - 6), str(square.flips), font=font(13), fill=SOFT, anchor="rd")
    if square.wrong:
        sign, ink = MARKS.get(square.wrong[0], ("!", "#b3261e"))
        pen.rectangle((x + 1, y + 1, x + CELL - 3, y + CELL - 3), outline=ink, width=4)
        pen.text((x + CELL // 2, y + CELL // 2), sign, font=font(30), fill=ink, anchor="mm")
    elif square.settle_ms:
        pen.text((x + CELL - 6, y + CELL // 2), f"{square.settle_ms} ms", font=font(12), fill=SOFT, anchor="rm")


def _coordinates(pen, report):
    for file in range(report.files):
        pen.text((MARGIN + file * CELL + CELL // 2, MARGIN + report.ranks * CELL + 12), chr(97 + file), font=font(15), fill=SOFT, anchor="mm")
    for rank in range(report.ranks):
        pen.text((MARGIN - 14, MARGIN + (report.ranks - 1 - rank) * CELL + CELL // 2), str(rank + 1), font=font(15), fill=SOFT, anchor="mm")


def _legend(pen, report):
    """What the signs mean, below the board, and what the colours are."""
    x, y = MARGIN, MARGIN + report.ranks * CELL + 30
    right = MARGIN + report.files * CELL
    for sign, text in LEGEND:
        words = f"{sign} {text}"
        length = pen.textlength(words, font=font(13))
        if x + length > right:
            x, y = MARGIN, y + 20
        pen.text((x, y), words, font=font(13), fill=SOFT)
        x += length + 16
    pen.text((MARGIN, y + 22), "colour and number: how often the switch changed; ms: how long it took to settle", font=font(13), fill=SOFT)


def _lines(report):
    """The text beside the board: [(text, size, colour)]."""
    found = [(report.board, 24, INK)]
    found += [(line, 14, SOFT) for line in textwrap.wrap(report.firmware, 62)]
    found.append(("", 14, INK))
    if not report.findings:
        found.append(("nothing is wrong" if report.guided else "nothing is wrong at rest", 18, "#0f7a55"))
    for number, finding in enumerate(report.findings, 1):
        found += [(line, 15, INK) for line in textwrap.wrap(f"{number}. {finding.kind}: {finding.text}", 60, subsequent_indent="    ")]
        found += [(line, 14, SOFT) for line in textwrap.wrap(finding.advice, 62, initial_indent="    ", subsequent_indent="    ")]
    return found
