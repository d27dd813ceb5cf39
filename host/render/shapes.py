"""Vector shapes: a small path notation and an anti-aliased canvas to draw it on.

The path notation is the part of SVG's that hand-drawn figures need: `M x y`, `L x y`, `C x1 y1 x2 y2 x y`, `Q x1 y1 x y`,
`Z`; absolute coordinates only, and numbers after a letter may repeat it.  Everything is drawn `OVERSAMPLE` times too
large and reduced once, which gives smooth edges that are the same on every machine.
"""

import math

from PIL import Image, ImageDraw

OVERSAMPLE = 4
_STEPS = 14
_ARITY = {"M": 2, "L": 2, "C": 6, "Q": 4}


def parse_path(text):
    """Turn a path in SVG-like notation into a list of subpaths, each a list of (x, y) floats.

    Raises ValueError naming the part that is no path.
    """
    subpaths, current, command, numbers = [], [], "", []
    for word in text.replace(",", " ").split():
        if word == "Z":
            current.append(current[0])
            command = ""
        elif word in _ARITY:
            command, numbers = word, []
        elif not command:
            raise ValueError("path: %r follows no command" % word)
        else:
            numbers.append(float(word))
            if len(numbers) == _ARITY[command]:
                if command == "M":
                    current, command = [tuple(numbers)], "L"
                    subpaths.append(current)
                else:
                    current.extend(_flatten(current[-1], numbers))
                numbers = []
    return subpaths


def _flatten(start, numbers):
    """Points of one segment from `start`: a line (2 numbers), a quadratic (4) or a cubic curve (6)."""
    if len(numbers) == 2:
        return [tuple(numbers)]
    control = [start] + [tuple(numbers[i:i + 2]) for i in range(0, len(numbers), 2)]
    return [_bezier(control, step / _STEPS) for step in range(1, _STEPS + 1)]


def _bezier(control, t):
    """The point at `t` (0..1) of the Bezier curve with these control points (de Casteljau)."""
    while len(control) > 1:
        control = [((1 - t) * ax + t * bx, (1 - t) * ay + t * by)
                   for (ax, ay), (bx, by) in zip(control, control[1:])]
    return control[0]


def circle(x, y, radius):
    """A circle as a subpath of 40 points."""
    return [(x + radius * math.cos(k * math.tau / 40), y + radius * math.sin(k * math.tau / 40)) for k in range(41)]


def rounded(x0, y0, x1, y1, radius):
    """A rectangle with round corners as a subpath."""
    points = []
    for cx, cy, start in ((x1 - radius, y1 - radius, 0), (x0 + radius, y1 - radius, 1),
                          (x0 + radius, y0 + radius, 2), (x1 - radius, y0 + radius, 3)):
        for k in range(9):
            angle = (start + k / 8) * math.pi / 2
            points.append((cx + radius * math.cos(angle), cy + radius * math.sin(angle)))
    return points + points[:1]


class Stencil:
    """A transparent-to-opaque mask that is drawn too large and reduced once.

    `width`, `height`: pixels of the finished mask.  `scale`, `origin`: where the shapes' own coordinates land,
    pixel = origin + scale * coordinate.
    """

    def __init__(self, width, height, scale=1.0, origin=(0.0, 0.0)):
        self._image = Image.new("L", (width * OVERSAMPLE, height * OVERSAMPLE))
        self._draw = ImageDraw.Draw(self._image)
        self._scale = scale * OVERSAMPLE
        self._origin = (origin[0] * OVERSAMPLE, origin[1] * OVERSAMPLE)

    def _place(self, points):
        """The shape's points in pixels of the large mask."""
        ox, oy = self._origin
        return [(ox + x * self._scale, oy + y * self._scale) for x, y in points]

    def fill(self, points, value=255):
        """Fill a closed subpath with `value` (0 erases)."""
        self._draw.polygon(self._place(points), fill=value)
        return self

    def stroke(self, points, width, value=255):
        """Draw a subpath as a line of `width` (in the shapes' units) with round ends and joints."""
        placed = self._place(points)
        pixels = max(1, round(width * self._scale))
        self._draw.line(placed, fill=value, width=pixels, joint="curve")
        radius = pixels / 2
        for x, y in (placed if len(placed) < 12 else (placed[0], placed[-1])):
            self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=value)
        return self

    def mask(self):
        """The finished mask, an "L" image of the size asked for."""
        return self._image.reduce(OVERSAMPLE)


def stamp(image, colour, mask, at=(0, 0), strength=1.0):
    """Lay `colour` through `mask` onto `image` at the pixel `at`; `strength` 0..1 thins it."""
    if strength < 1:
        mask = mask.point([round(value * strength) for value in range(256)])
    image.paste(colour, (at[0], at[1], at[0] + mask.width, at[1] + mask.height), mask)
