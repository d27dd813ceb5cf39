"""Where holes lie, in mm; and the drilling plan that shows them at 1:1."""

from host.hardware import reach
from host.hardware.canvas import INK, SOFT, Canvas
from host.hardware.lists import switch_path

MARGIN_MM = 20  # of the board, around the squares
HOLE_MM = 1.5  # for a lead of a switch
LAMP_HOLE_MM = 6
BASE_SHARE = 0.7  # diameter of a piece's base, of a square
LAMP_SHARE = 0.36  # how far the lamp lies from the middle, to the right and up, of a square: beside the base of a piece
CHAIN_INK = (84, 146, 104)
GRID_INK = (130, 134, 140)


def lamp_offset(pitch):
    """How far a lamp lies to the right of and above the middle of its square, in mm."""
    return round(LAMP_SHARE * pitch, 1)


def size_mm(board):
    """Width and height of the whole sheet."""
    return board.files * board.pitch + 2 * MARGIN_MM, board.ranks * board.pitch + 2 * MARGIN_MM


def middle_mm(board, square):
    """Middle (x, y) of a square on the sheet, seen from above, y downwards."""
    cell = board.profile.cell(square)
    file, rank = cell % board.files, cell // board.files
    return MARGIN_MM + (file + 0.5) * board.pitch, MARGIN_MM + (board.ranks - rank - 0.5) * board.pitch


def holes(board, square):
    """[(what, x, y, diameter)] of a square's holes in mm on the sheet, seen from above; what: "switch" or "lamp"."""
    x, y = middle_mm(board, square)
    left = x + reach.REED_OFFSET_MM - reach.REED_MM / 2
    found = [("switch", left, y, HOLE_MM), ("switch", left + reach.REED_MM, y, HOLE_MM)]
    if square in board.lamps:
        off = lamp_offset(board.pitch)
        found.append(("lamp", x + off, y - off, LAMP_HOLE_MM))
    return found


def draw(board, below=False, scale=4.0, window=None, oversample=3):
    """The drilling and numbering plan as a `Canvas` in mm; `below`: seen from below, as one wires it."""
    width, height = size_mm(board)
    canvas = Canvas(width, height, scale, window, oversample)
    turn = (lambda x: width - x) if below else (lambda x: x)
    view = "from below, as it is wired" if below else "from above, as it is drilled"
    title = f"{board.name}: switches and lamps, seen {view}"
    canvas.text(MARGIN_MM, 7, title, min(5, 1.7 * (width - MARGIN_MM) / len(title)), INK, bold=True)
    _lines(canvas, board)
    _coordinates(canvas, board, turn)
    if below and board.lamp_chain:
        _chain(canvas, board, turn)
    for square in board.squares():
        _square(canvas, board, square, turn)
    return canvas


def _lines(canvas, board):
    """The edges of the squares."""
    right, bottom = MARGIN_MM + board.files * board.pitch, MARGIN_MM + board.ranks * board.pitch
    for file in range(board.files + 1):
        x = MARGIN_MM + file * board.pitch
        canvas.line([(x, MARGIN_MM), (x, bottom)], GRID_INK, 0.15)
    for rank in range(board.ranks + 1):
        y = MARGIN_MM + rank * board.pitch
        canvas.line([(MARGIN_MM, y), (right, y)], GRID_INK, 0.15)
    canvas.rect(MARGIN_MM, MARGIN_MM, right, bottom, fill=None, width=0.35)


def _coordinates(canvas, board, turn):
    bottom = MARGIN_MM + board.ranks * board.pitch
    for file in range(board.files):
        x = turn(MARGIN_MM + (file + 0.5) * board.pitch)
        canvas.text(x, bottom + 7, chr(97 + file), 6, INK, "m", bold=True)
    for rank in range(board.ranks):
        y = MARGIN_MM + (board.ranks - rank - 0.5) * board.pitch
        canvas.text(turn(12), y, str(rank + 1), 6, INK, "m", bold=True)


def _chain(canvas, board, turn):
    """The way of the lamps' data wire."""
    places = []
    for square in board.lamp_chain:
        _, x, y, _ = holes(board, square)[2]
        places.append((turn(x), y))
    canvas.line(places, CHAIN_INK, 0.5)


def _square(canvas, board, square, turn):
    x, y = middle_mm(board, square)
    for one, other in (((x - 2, y), (x + 2, y)), ((x, y - 2), (x, y + 2))):
        canvas.line([(turn(one[0]), one[1]), (turn(other[0]), other[1])], SOFT, 0.2)
    middle = turn(x + reach.REED_OFFSET_MM)
    canvas.rect(middle - 7, y - 1.1, middle + 7, y + 1.1, fill=None, outline=SOFT, width=0.25, radius=1)
    for what, hx, hy, diameter in holes(board, square):
        _hole(canvas, turn(hx), hy, diameter)
        if what == "lamp":
            canvas.text(turn(hx - 1.2), hy + diameter / 2 + 2.6, board.lamps[square].ref, 2.8, INK, "r" if turn(1) < turn(2) else "l")
    canvas.text(middle, y - 3.4, board.switches[square].ref, 2.8, INK, "m", bold=True)
    canvas.text(middle, y + 3.6, switch_path(board, square), 2.5, SOFT, "m")
    corner = turn(x - board.pitch / 2 + 3)
    canvas.text(corner, y + board.pitch / 2 - 4, square, 4.2, INK, "l" if turn(1) < turn(2) else "r", bold=True)


def _hole(canvas, x, y, diameter):
    """A hole's edge and the cross on which the drill is set."""
    canvas.circle(x, y, diameter / 2, fill=(255, 255, 255), width=0.3)
    arm = diameter / 2 + 0.9
    canvas.line([(x - arm, y), (x + arm, y)], INK, 0.18)
    canvas.line([(x, y - arm), (x, y + arm)], INK, 0.18)
