"""Pictures for the build guide that belong to no board: where a magnet closes a reed switch, and ghosts in a matrix."""

from host.hardware import reach, symbols
from host.hardware.canvas import INK, SOFT, Canvas, mixed
from host.hardware.grid import ROW_INK, SWITCH_INK

CLOSES, MAYBE = (70, 130, 190), (176, 206, 232)
GLASS = (240, 250, 255)
GHOST = (200, 40, 30)
HALF_MM, UNIT = 30, 4.6


def dead_zone():
    """Three ways to lay a reed switch under a square, and where on it a piece closes the switch."""
    magnet = reach.Magnet(10, 3)
    ways = (
        ("flat, under the middle", lambda x, y: reach.field_mt(magnet, x, y, 0), 0),
        (f"flat, {-reach.REED_OFFSET_MM} mm beside the middle", lambda x, y: reach.field_mt(magnet, x, y), reach.REED_OFFSET_MM),
        ("standing, under the middle", lambda x, y: reach.standing_mt(magnet, x, y), None),
    )
    side = 2 * HALF_MM * UNIT
    canvas = Canvas(3 * side + 80, side + 150)
    canvas.text(20, 24, "Where the middle of a piece has to be for the switch to close", 18, INK, bold=True)
    canvas.text(
        20,
        46,
        f"calculated, not measured: magnet {magnet.diameter:g} x {magnet.height:g} mm, {reach.DEPTH_MM} mm above the switch; a square of 50 mm",
        12,
        SOFT,
    )
    for number, (name, field, offset) in enumerate(ways):
        _map(canvas, 20 + number * (side + 20), 92, name, field, offset)
    _map_key(canvas, 20, side + 122)
    return canvas


def _map(canvas, x0, y0, name, field, offset):
    canvas.text(x0, y0 - 14, name, 13, INK, bold=True)
    middle = (x0 + HALF_MM * UNIT, y0 + HALF_MM * UNIT)
    for x in range(-HALF_MM, HALF_MM):
        for y in range(-HALF_MM, HALF_MM):
            value = field(x + 0.5, y + 0.5)
            if value >= reach.STAYS_OPEN_MT:
                fill = CLOSES if value >= reach.CLOSES_MT else MAYBE
                left, top = middle[0] + x * UNIT, middle[1] + y * UNIT
                canvas.rect(left, top, left + UNIT, top + UNIT, fill=fill, outline=None)
    canvas.rect(middle[0] - 25 * UNIT, middle[1] - 25 * UNIT, middle[0] + 25 * UNIT, middle[1] + 25 * UNIT, fill=None, width=1.6)
    canvas.circle(*middle, reach.OFF_CENTRE_MM * UNIT, fill=None, outline=INK, width=1.4)
    if offset is None:
        canvas.circle(*middle, 1.3 * UNIT, fill=GLASS, width=1.4)
    else:
        at = middle[0] + offset * UNIT
        canvas.line([(at - reach.REED_MM / 2 * UNIT, middle[1]), (at + reach.REED_MM / 2 * UNIT, middle[1])], INK, 2)
        canvas.rect(at - 7 * UNIT, middle[1] - 1.2 * UNIT, at + 7 * UNIT, middle[1] + 1.2 * UNIT, fill=GLASS, width=1.4, radius=4)


def _map_key(canvas, x, y):
    for fill, name in ((CLOSES, "closes"), (MAYBE, "may close, depending on the switch"), ((255, 255, 255), "stays open")):
        canvas.rect(x, y - 7, x + 20, y + 7, fill=fill, width=1)
        x += 28 + canvas.text(x + 28, y, name, 12, INK) + 26
    canvas.circle(x + 8, y, 8, fill=None, width=1.4)
    canvas.text(x + 24, y, f"where pieces are put: up to {reach.OFF_CENTRE_MM} mm off the middle", 12, INK)


def ghosting():
    """Four switches of a matrix, three of them closed: without diodes the fourth seems closed, with diodes it does not."""
    canvas = Canvas(980, 430)
    canvas.text(24, 26, "A ghost in a matrix, and how a diode a switch lays it", 18, INK, bold=True)
    _corner(canvas, 40, 110, False)
    _corner(canvas, 530, 110, True)
    return canvas


def _corner(canvas, x, y, diodes):
    head = "with a diode at every switch: nothing can flow back up" if diodes else "without diodes: the current finds a way round"
    canvas.text(x, y - 44, head, 13, INK, bold=True)
    columns, rows = (x + 110, x + 270), (y + 80, y + 220)
    for number, at in enumerate(columns):
        canvas.wire([(at, y + 6), (at, y + 244)], SWITCH_INK, 2)
        canvas.text(at, y - 8, f"column {'ab'[number]}", 12, SWITCH_INK, "m")
    for number, at in enumerate(rows):
        canvas.wire([(x + 62, at), (x + 376, at)], ROW_INK, 2)
        canvas.text(x + 56, at, f"row {2 - number}", 12, ROW_INK, "r")
    ghost = mixed(GHOST, (255, 255, 255), 0.45)
    for column, at_x in enumerate(columns):
        for row, at_y in enumerate(rows):
            closed = not (column == 0 and row == 0)
            _crossing(canvas, at_x, at_y, "ab"[column] + "21"[row], closed, diodes)
    if not diodes:
        way = [
            (columns[0] - 5, y + 20),
            (columns[0] - 5, rows[1] - 44),
            (columns[0] + 70, rows[1] - 44),
            (columns[0] + 70, rows[1] - 6),
            (columns[1] + 64, rows[1] - 6),
            (columns[1] + 64, rows[1] - 50),
            (columns[1] + 6, rows[1] - 50),
            (columns[1] + 6, rows[0] - 38),
            (columns[1] + 64, rows[0] - 38),
            (columns[1] + 64, rows[0] - 6),
            (x + 66, rows[0] - 6),
        ]
        canvas.line(way, ghost, 4)
        symbols.arrow(canvas, x + 62, rows[0] - 6, -1, GHOST)
    text = (
        "a2 is open. Row 2 is asked, and column a still reads low: a ghost."
        if not diodes
        else "a2 is open, and reads open: the diode of b1 stops the way round."
    )
    canvas.text(x, y + 276, text, 12, GHOST if not diodes else (16, 110, 60), bold=True)


def _crossing(canvas, x, y, name, closed, diode):
    """Switch (and diode) from a column at `x` to a row at `y`."""
    canvas.dot(x, y - 44, 3.5, SWITCH_INK)
    canvas.line([(x, y - 44), (x + 12, y - 44)], INK, 1.6)
    canvas.circle(x + 14, y - 44, 2.5, fill=(255, 255, 255), width=1.4)
    canvas.circle(x + 44, y - 44, 2.5, fill=(255, 255, 255), width=1.4)
    canvas.line([(x + 16, y - 45), (x + 43, y - 45 if closed else y - 56)], INK, 2)
    canvas.line([(x + 46, y - 44), (x + 70, y - 44), (x + 70, y)], INK, 1.6)
    if diode:
        canvas.polygon([(x + 63, y - 30), (x + 77, y - 30), (x + 70, y - 18)], fill=(255, 255, 255), width=1.4)
        canvas.line([(x + 63, y - 18), (x + 77, y - 18)], INK, 1.8)
    canvas.dot(x + 70, y, 3.5, ROW_INK)
    canvas.text(x + 12, y - 66, f"{name} {'closed' if closed else 'open'}", 11, INK if closed else SOFT, bold=closed)


PICTURES = {"dead-zone.png": dead_zone, "ghosting.png": ghosting}
