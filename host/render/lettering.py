"""Text in pictures, from Pillow's own font, which is the same on every machine.

That font has no accents, so Czech and Slovak letters are its plain letters with accents of our own drawn over them.
"""

import unicodedata
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from .shapes import OVERSAMPLE

_ACUTE, _CARON, _RING, _HAT, _DOTS = "\u0301", "\u030c", "\u030a", "\u0302", "\u0308"
_TALL = "dtlL"          # these carry their caron as a tick at the right shoulder
_PLAIN = str.maketrans("\u2013\u2014\u00d7\u2019\u2026", "--x'\u2026")      # signs that the font lacks


@lru_cache(maxsize=32)
def _font(pixels):
    return ImageFont.load_default(pixels)


def _parts(text):
    """`text` as (plain letter, accent or "") pairs."""
    pairs = []
    for char in unicodedata.normalize("NFD", text.translate(_PLAIN)):
        if unicodedata.combining(char) and pairs:
            pairs[-1] = (pairs[-1][0], char)
        else:
            pairs.append((char, ""))
    return pairs


@lru_cache(maxsize=512)
def text_mask(text, height, bold=False):
    """Return an "L" mask of one line of `text`; `height` is the font size in pixels.

    Every mask of one `height` has the same number of rows and the same base line, so masks line up.
    """
    size = max(6, height) * OVERSAMPLE
    font, pen = _font(size), max(1, round(size / 52)) if bold else 0
    pairs = _parts(text)
    tick = {index: size // 9 for index, (char, accent) in enumerate(pairs) if accent == _CARON and char in _TALL}
    advance = [font.getlength(char) + 2 * pen + tick.get(index, 0) for index, (char, _) in enumerate(pairs)]
    image = Image.new("L", (max(1, round(sum(advance)) + 2), round(size * 1.4)))
    draw, x = ImageDraw.Draw(image), float(pen)
    for (char, accent), width in zip(pairs, advance, strict=True):
        draw.text((x, size * 1.08), char, font=font, fill=255, anchor="ls", stroke_width=pen)
        if accent:
            _accent(draw, font, char, accent, x, size)
        x += width
    return image.reduce(OVERSAMPLE)


def _accent(draw, font, char, accent, x, size):
    """Draw `accent` over the letter `char` whose pen position is `x` on a base line at 1.08 * `size`."""
    left, top, right, _ = font.getbbox(char, anchor="ls")
    base, pen = size * 1.08, max(1, round(size * 0.075))
    middle, roof = x + (left + right) / 2, base + top - size * 0.06
    if char == "i":
        roof = base + font.getbbox("x", anchor="ls")[1] - size * 0.06
        draw.rectangle((x + left - pen, 0, x + right + pen, roof + size * 0.03), fill=0)
    half, rise = size * 0.12, size * 0.15
    if accent == _CARON and char in _TALL:
        edge = x + right + pen
        draw.line((edge, base + top + pen / 2, edge - pen * 0.6, base + top + rise), fill=255, width=pen)
    elif accent == _ACUTE:
        draw.line((middle - half * 0.45, roof, middle + half * 0.65, roof - rise), fill=255, width=pen)
    elif accent in (_CARON, _HAT):
        low, high = (roof, roof - rise) if accent == _CARON else (roof - rise, roof)
        draw.line((middle - half, high, middle, low, middle + half, high), fill=255, width=pen, joint="curve")
    elif accent == _RING:
        draw.ellipse((middle - half * 0.8, roof - rise - pen / 2, middle + half * 0.8, roof + pen / 2), outline=255, width=round(pen * 0.8))
    elif accent == _DOTS:
        for offset in (-half * 0.75, half * 0.75):
            draw.ellipse((middle + offset - pen * 0.7, roof - pen * 1.5, middle + offset + pen * 0.7, roof - pen * 0.1), fill=255)


def fit(text, height, width, bold=False):
    """Return `text`, or as much of its beginning with "…" behind it as `width` pixels hold."""
    wide = text_mask(text, height, bold).width
    while wide > width and len(text) > 1:
        text = text.rstrip("…")
        text = text[:min(len(text) - 1, len(text) * width // wide)] + "…"
        wide = text_mask(text, height, bold).width
    return text


def write(image, at, text, height, colour, bold=False, anchor="l"):
    """Write one line of `text` on `image`, its middle line at `at`; returns its width in pixels.

    `anchor`: "l" left, "m" middle or "r" right end of the text lies at `at`.
    """
    mask = text_mask(text, height, bold)
    x = at[0] - {"l": 0, "m": mask.width // 2, "r": mask.width}[anchor]
    y = at[1] - round(height * 1.08 - height * 0.36)
    image.paste(colour, (x, y, x + mask.width, y + mask.height), mask)
    return mask.width
