"""A drawing surface for circuits and plans: lines, shapes and text in units of one's own, smooth edges.

Lines and shapes are drawn three times too large and reduced once; text is laid on afterwards at the final size. Where
every label lies and where every wire runs is remembered, so that a test can say that none covers another.
"""

import io
import math
import zlib

from PIL import Image, ImageDraw
from PIL.PngImagePlugin import PngInfo
from host.render.lettering import text_mask

PAPER = (255, 255, 255)
INK = (30, 32, 36)
SOFT = (110, 114, 122)
FAINT = (205, 208, 214)
_SIGNS = str.maketrans({"Ω": "ohm", "µ": "u"})


def plain(text):
    """`text` with the signs that the font lacks written out: '10 kΩ' -> '10k', '330 Ω' -> '330 ohm', '470 µF' -> '470 uF'."""
    return text.replace(" kΩ", "k").translate(_SIGNS)


class Canvas:
    """A sheet of `width` x `height` units, of which one is `scale` pixels; (0, 0) is the upper left corner.

    `window` (x, y, width, height): only this part of the sheet is drawn. `oversample`: how many times too large.
    `colours`: all that were used. `labels` [(text, (x0, y0, x1, y1))] and `wires` [(x0, y0, x1, y1)] are what was written
    and wired, `dots` [(x, y)] where wires are joined, in units. `digest`: a checksum of all that was asked for, so that
    drawings can be told apart exactly even where libraries smooth their edges differently. Nothing is painted before
    `image` is asked for.
    """

    def __init__(self, width, height, scale=1.0, window=None, oversample=3):
        self.width, self.height, self.scale, self.oversample = width, height, scale, oversample
        self.left, self.top, across, down = window or (0, 0, width, height)
        self.size = (round(across * scale), round(down * scale))
        self._factor = scale * oversample
        self._strokes, self._texts, self._panels = [], [], []
        self._ground = None
        self.colours = set()
        self.labels, self.wires, self.dots = [], [], []
        self.digest = zlib.crc32(repr((self.size, scale)).encode())

    def under(self, picture):
        """Lay a finished picture, of the canvas's own size in pixels, under everything."""
        self._ground = picture

    def panel(self, other, x, y):
        """Lay another canvas, whole, at pixel (x, y) of the finished picture; its labels and colours count as this one's."""
        self._panels.append((other, (x, y)))
        self._note("panel", other.digest, [(x, y)])
        self.colours |= other.colours
        for text, box in other.labels:
            self.labels.append((text, tuple((edge * other.scale + (x, y)[k % 2]) / self.scale for k, edge in enumerate(box))))

    def _place(self, points):
        return [((x - self.left) * self._factor, (y - self.top) * self._factor) for x, y in points]

    def _pen(self, width):
        return max(1, round(width * self._factor))

    def _note(self, what, how, points):
        """Take something that was asked for into the checksum."""
        rounded = [(round(x, 1), round(y, 1)) for x, y in points]
        self.digest = zlib.crc32(repr((what, how, rounded)).encode(), self.digest)

    def _stroke(self, what, points, paint, *colours):
        """Keep `paint`, a function of an `ImageDraw`, for when the picture is wanted."""
        self._note(what, colours, points)
        self._strokes.append(paint)
        self.colours.update(colour for colour in colours if colour)

    def line(self, points, colour=INK, width=1.5, dash=None):
        """A line through `points`; `dash` (drawn, left out) in units."""
        if dash:
            for one, other in zip(points, points[1:]):
                self._dashes(one, other, colour, width, dash)
            return
        placed, pen = self._place(points), self._pen(width)
        self._stroke("line", points, lambda draw: draw.line(placed, fill=colour, width=pen, joint="curve"), colour)

    def _dashes(self, one, other, colour, width, dash):
        length = math.dist(one, other)
        at = 0.0
        while at < length:
            ends = [at / length, min(length, at + dash[0]) / length]
            self.line([(one[0] + (other[0] - one[0]) * t, one[1] + (other[1] - one[1]) * t) for t in ends], colour, width)
            at += sum(dash)

    def wire(self, points, colour=INK, width=1.6):
        """A wire: a line that labels keep clear of."""
        self.line(points, colour, width)
        self.wires += [(*one, *other) for one, other in zip(points, points[1:])]

    def dot(self, x, y, radius=3.0, colour=INK):
        """A filled spot, as where wires are joined."""
        self.dots.append((x, y))
        self.circle(x, y, radius, fill=colour, outline=None)

    def circle(self, x, y, radius, fill=None, outline=INK, width=1.5):
        """A circle."""
        (x0, y0), (x1, y1) = self._place([(x - radius, y - radius), (x + radius, y + radius)])
        pen = self._pen(width) if outline else 0

        def paint(draw):
            draw.ellipse((x0, y0, x1, y1), fill=fill, outline=outline, width=pen)

        self._stroke("circle", [(x, y), (radius, width)], paint, fill, outline)

    def rect(self, x0, y0, x1, y1, fill=None, outline=INK, width=1.5, radius=0.0):
        """A rectangle, with round corners if `radius`."""
        one, other = self._place([(x0, y0), (x1, y1)])
        pen, round_by = (self._pen(width) if outline else 0), radius * self._factor

        def paint(draw):
            draw.rounded_rectangle([*one, *other], round_by, fill, outline, pen)

        self._stroke("rect", [(x0, y0), (x1, y1), (radius, width)], paint, fill, outline)

    def polygon(self, points, fill=None, outline=INK, width=1.5):
        """A closed shape."""
        placed, pen = self._place(points), self._pen(width)
        if fill:
            self._stroke("shape", points, lambda draw: draw.polygon(placed, fill=fill), fill)
        if outline:
            edge = [*placed, placed[0], placed[1]]
            self._stroke("edge", points, lambda draw: draw.line(edge, fill=outline, width=pen, joint="curve"), outline)

    def text(self, x, y, text, size=13, colour=INK, anchor="l", bold=False, turned=False):
        """One line of text, its middle line at `y`; `anchor` "l", "m" or "r" end at `x`. `turned`: reads upwards, around (x, y)."""
        mask = text_mask(plain(text), round(size * self.scale), bold)
        inked = mask.getbbox() or (0, 0, 1, 1)
        mask = mask.crop(inked)
        base = round(round(size * self.scale) * (1.08 - 0.36)) - inked[1]  # rows above the middle line
        wide = mask.width
        px, py = (x - self.left) * self.scale, (y - self.top) * self.scale
        shift = {"l": 0, "m": wide / 2, "r": wide}[anchor]
        if turned:
            mask = mask.transpose(Image.Transpose.ROTATE_90)
            corner = (round(px - base), round(py - wide + shift))
        else:
            corner = (round(px - shift), round(py - base))
        self.colours.add(colour)
        self._note("text", (text, size, colour, anchor, bold, turned), [(x, y)])
        self._texts.append((mask, corner, colour))
        x0, y0 = corner[0] / self.scale + self.left, corner[1] / self.scale + self.top
        self.labels.append((text, (x0, y0, x0 + mask.width / self.scale, y0 + mask.height / self.scale)))
        return wide / self.scale

    def image(self):
        """The finished picture, RGB."""
        if self._ground is None:
            image = Image.new("RGB", (self.size[0] * self.oversample, self.size[1] * self.oversample), PAPER)
        else:
            image = self._ground.resize((self.size[0] * self.oversample, self.size[1] * self.oversample))
        draw = ImageDraw.Draw(image)
        for paint in self._strokes:
            paint(draw)
        if self.oversample > 1:
            image = image.reduce(self.oversample)
        for other, corner in self._panels:
            image.paste(other.image(), corner)
        for mask, corner, colour in self._texts:
            image.paste(colour, (*corner, corner[0] + mask.width, corner[1] + mask.height), mask)
        return image


def collisions(canvas):
    """Texts [(label, what it collides with)] of labels that lie over each other, over a wire, or off the sheet."""
    found = []
    for number, (text, box) in enumerate(canvas.labels):
        if box[0] < 0 or box[1] < 0 or box[2] > canvas.width or box[3] > canvas.height:
            found.append((text, "the edge of the sheet"))
        found += [(text, other) for other, place in canvas.labels[number + 1 :] if _overlap(box, place)]
        for x0, y0, x1, y1 in canvas.wires:
            if _overlap(box, (min(x0, x1) - 0.5, min(y0, y1) - 0.5, max(x0, x1) + 0.5, max(y0, y1) + 0.5)):
                found.append((text, f"the wire from {x0:.0f},{y0:.0f} to {x1:.0f},{y1:.0f}"))
    return found


def _overlap(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def png_bytes(canvas):
    """A finished canvas as the bytes of a small PNG: its own colours and steps from each to paper; its checksum as text `drawing`."""
    out = io.BytesIO()
    steps = [PAPER, *sorted(canvas.colours - {PAPER})]
    shades = max(2, (255 - len(steps)) // len(steps) + 1)
    blends = [mixed(colour, PAPER, k / shades) for colour in steps[1:] for k in range(1, shades)]
    # Pillow looks for the nearest colour coarsely: nothing but paper may lie near to paper.
    steps += [colour for colour in blends if min(colour) < 232]
    about = PngInfo()
    about.add_text("drawing", f"{canvas.digest:08x}")
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in (steps * 256)[:256] for part in colour])
    canvas.image().quantize(palette=palette, dither=Image.Dither.NONE).save(out, "PNG", optimize=True, pnginfo=about)
    return out.getvalue()


def mixed(one, other, share):
    """The colour `share` (0 to 1) of the way from `one` to `other`."""
    return tuple(round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
