"""The controller from above with what every pin is used for on this board."""

import re

from host.hardware.canvas import FAINT, INK, SOFT, Canvas

STEP = 30
GROUP_INKS = (
    ("ground", (60, 60, 60)),
    ("supply", (176, 40, 30)),
    ("switches", (28, 92, 150)),
    ("lamps", (16, 122, 72)),
    ("buttons", (150, 84, 20)),
    ("buzzer", (120, 100, 0)),
    ("display", (110, 40, 130)),
)
INKS = dict(GROUP_INKS)
WIDTH = 900


def uses(board):
    """{pin name: (group, label)} of all pins that are joined to something."""
    net, mcu = board.net, board.net.controller()
    found = {}
    for name, pin in mcu.kind.pins.items():
        where = net.net_of(mcu.ref, name)
        if pin.kind == "ground":
            found[name] = ("ground", "ground")
        elif where and name not in mcu.uses:
            found[name] = ("supply", "5 V for the lamps" if where == "VBUS" else "5 V in, through the diode" if where == "VSYS" else "3.3 V out")
    for name, (_, function, _, what) in mcu.uses.items():
        found[name] = (_group(board, what), f"{what}{'' if function == 'GPIO' else f' ({function})'}")
    return found


def _group(board, what):
    for word, group in (("lamps", "lamps"), ("button", "buttons"), ("buzzer", "buzzer"), ("display", "display")):
        if word in what:
            return group
    return "switches"


def draw(board):
    """The drawing as a `Canvas`."""
    mcu = board.net.controller()
    rows = len(mcu.kind.pins) // 2
    canvas = Canvas(WIDTH, 120 + STEP * rows + 50, 1.4)
    canvas.text(24, 26, f"{mcu.kind.title.partition(' (')[0]} in {board.name}, seen from above", 18, INK, bold=True)
    top = 100
    body = (WIDTH / 2 - 92, WIDTH / 2 + 92)
    canvas.rect(
        body[0], top - 34, body[1], top + STEP * rows, fill=(226, 238, 226) if mcu.kind.name == "PICO" else (238, 240, 244), width=1.6, radius=8
    )
    if mcu.kind.name == "PICO":
        canvas.rect(WIDTH / 2 - 24, top - 46, WIDTH / 2 + 24, top - 16, fill=(206, 208, 212), width=1.4, radius=2)
        canvas.text(WIDTH / 2, top - 31, "USB", 11, INK, "m", bold=True)
    else:
        canvas.text(WIDTH / 2, top - 18, "edge of the board to the right", 10, SOFT, "m")
    used = uses(board)
    for side, names in zip((-1, 1), sides(mcu), strict=True):
        for row, name in enumerate(names):
            _pin(canvas, mcu, name, used.get(name), WIDTH / 2 + side * 92, top + STEP * (row + 0.5), side)
    _key(canvas, {group for group, _ in used.values()}, top + STEP * rows + 26)
    return canvas


def sides(mcu):
    """The pin names of the two sides, from top to bottom: a Pico's along its edges, a Raspberry Pi's odd and even ones."""
    names = list(mcu.kind.pins)
    half = len(names) // 2
    return (names[:half], names[: half - 1 : -1]) if mcu.kind.name == "PICO" else (names[::2], names[1::2])


def _pin(canvas, mcu, name, use, x, y, side):
    """One pin: its pad, number and name on the board, and outside a line with what it is used for."""
    ink = INKS[use[0]] if use else FAINT
    canvas.circle(x - side * 9, y, 5.5, fill=ink, outline=INK, width=1)
    canvas.text(x - side * 20, y, mcu.kind.pins[name].number, 11, SOFT, "r" if side > 0 else "l")
    shown = re.sub(r"^(GND|3V3|5V)\d+$", r"\1", name)
    canvas.text(x - side * 46, y, shown.replace("GPIO", "GPIO "), 11, INK if use else SOFT, "r" if side > 0 else "l", bold=bool(use))
    if use and use[0] != "ground":
        canvas.line([(x + side * 2, y), (x + side * 34, y)], ink, 1.6)
        canvas.text(x + side * 40, y, use[1], 12, ink, "l" if side > 0 else "r", bold=True)
    elif use:
        canvas.line([(x + side * 2, y), (x + side * 16, y)], ink, 1.6)
        canvas.text(x + side * 22, y, "ground", 10, SOFT, "l" if side > 0 else "r")


def _key(canvas, groups, y):
    """What the colours mean."""
    x = 60
    for group, ink in GROUP_INKS:
        if group in groups:
            canvas.circle(x, y, 6, fill=ink, outline=INK, width=1)
            x += 12 + canvas.text(x + 12, y, group, 12, INK) + 26
    canvas.circle(x, y, 6, fill=FAINT, outline=INK, width=1)
    canvas.text(x + 12, y, "free", 12, INK)
