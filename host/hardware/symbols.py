"""Circuit symbols on a `canvas.Canvas`, all small enough to sit on a wire. Coordinates are pixels of the finished drawing."""

from host.hardware.canvas import INK, PAPER, SOFT

GROUND_INK = (40, 40, 40)
V3 = (190, 60, 20)
V5 = (150, 0, 40)
BODY = (244, 246, 250)
RAIL_TEXT = {"+3V3": "3V3", "+5V": "5V", "VSYS": "VSYS", "5V_IN": "5V"}


def rail(canvas, x, y, name, side=1):
    """The end of a wire at a rail: ground below it, or a supply's arrow above it (`side` -1: the label to the left)."""
    if name == "GND":
        ground(canvas, x, y)
    else:
        supply(canvas, x, y, name, side)


def ground(canvas, x, y, way=1):
    """Three bars that hang from (x, y), or stand on it (`way` -1)."""
    for step, half in enumerate((8, 5, 2)):
        at = y + 4 * step * way
        canvas.line([(x - half, at), (x + half, at)], GROUND_INK, 2)


def supply(canvas, x, y, name, side=1, size=11):
    """An arrow head that stands on (x, y) and the rail's name beside it."""
    colour = V3 if name == "+3V3" else V5
    canvas.polygon([(x - 5, y), (x + 5, y), (x, y - 8)], fill=colour, outline=colour, width=1)
    canvas.text(x + 8 * side, y - 5, RAIL_TEXT.get(name, name), size, colour, "l" if side > 0 else "r", bold=True)


def resistor(canvas, x, y, upright=False, length=26):
    """A resistor's body around (x, y)."""
    half, thick = length / 2, 5
    box = (x - thick, y - half, x + thick, y + half) if upright else (x - half, y - thick, x + half, y + thick)
    canvas.rect(*box, fill=PAPER, width=1.6)


def pull(canvas, x, y, name, label, colour=INK, side=1):
    """A resistor from the wire at (x, y) to a rail, upwards to a supply, downwards to ground; its label beside it."""
    way = 1 if name == "GND" else -1
    canvas.dot(x, y, 3, colour)
    canvas.wire([(x, y), (x, y + way * 36)], colour)
    resistor(canvas, x, y + way * 20, upright=True, length=22)
    rail(canvas, x, y + way * 36, name, side)
    canvas.text(x + 9 * side, y + way * 20, label, 11, INK, "l" if side > 0 else "r")


def switch(canvas, x, y, length=30):
    """A switch that is open, its contacts at (x, y) and (x + length, y)."""
    canvas.circle(x, y, 2.5, fill=PAPER, width=1.4)
    canvas.circle(x + length, y, 2.5, fill=PAPER, width=1.4)
    canvas.line([(x + 2, y - 2), (x + length - 3, y - 9)], INK, 1.8)


def diode(canvas, x, y, colour=INK, way=1):
    """A diode on a wire, its tip at (x + 6 * way, y)."""
    canvas.polygon([(x - 6 * way, y - 6), (x - 6 * way, y + 6), (x + 6 * way, y)], fill=PAPER, outline=colour, width=1.4)
    canvas.line([(x + 6 * way, y - 6), (x + 6 * way, y + 6)], colour, 1.8)


def capacitor(canvas, x, y, polar=False):
    """Two plates around (x, y), the wire upright."""
    canvas.rect(x - 10, y - 4, x + 10, y + 4, fill=PAPER, outline=None)
    canvas.line([(x - 10, y - 4), (x + 10, y - 4)], INK, 2.2)
    canvas.line([(x - 10, y + 4), (x + 10, y + 4)], INK, 2.2)
    if polar:
        canvas.line([(x + 12, y - 11), (x + 18, y - 11)], INK, 1.2)
        canvas.line([(x + 15, y - 14), (x + 15, y - 8)], INK, 1.2)


def fuse(canvas, x, y):
    """A fuse on a wire."""
    canvas.rect(x - 14, y - 5, x + 14, y + 5, fill=PAPER, width=1.6)
    canvas.line([(x - 14, y), (x + 14, y)], INK, 1.2)


def buffer(canvas, x, y):
    """A gate, its input at (x, y) and its output at (x + 32, y)."""
    canvas.polygon([(x, y - 16), (x, y + 16), (x + 32, y)], fill=BODY, width=1.6)


def piezo(canvas, x, y):
    """A buzzer whose wire comes in at (x, y)."""
    canvas.circle(x + 12, y, 12, fill=BODY, width=1.6)
    canvas.circle(x + 12, y, 4, fill=None, width=1.2)


def chip(canvas, x0, y0, x1, y1):
    """A part's body."""
    canvas.rect(x0, y0, x1, y1, fill=BODY, width=1.8, radius=3)


def lamp(canvas, x, y, radius=7, fill=(255, 236, 150)):
    """A lamp."""
    canvas.circle(x, y, radius, fill=fill, width=1.4)


def arrow(canvas, x, y, way, colour=INK):
    """An arrow head on a level wire, its tip at (x, y); `way` 1 right, -1 left."""
    canvas.polygon([(x, y), (x - 6 * way, y - 4), (x - 6 * way, y + 4)], fill=colour, outline=colour, width=1)


def small_print(canvas, x, y, lines, size=12, step=18):
    """Lines of text below each other, the first at `y`."""
    for number, text in enumerate(lines):
        canvas.text(x, y + step * number, text, size, SOFT)
