"""Playing surfaces at 1:1: the board's squares with where each game lies on them, and a surface for each game.

A sheet has the size of the drilling plan, so that both fit on each other. Small rings show where the lamps shine through.
"""

from host import words
from host.hardware.canvas import INK, SOFT, Canvas
from host.hardware.plan import MARGIN_MM, lamp_offset, middle_mm, size_mm
from host.render.board import joined

LIGHT, DARK = (250, 244, 230), (206, 178, 138)
GRASS_LIGHT, GRASS_DARK = (226, 238, 212), (190, 214, 170)
GOAL, NET, LINE = (240, 240, 236), (120, 120, 116), (60, 110, 60)
POINT_INK = (96, 70, 46)
EDGE, RING = (90, 74, 56), (150, 150, 150)
GAME_INKS = {"folky": (30, 90, 160), "football": (20, 120, 60), "alquerque": (180, 80, 10), "courier": (130, 40, 130)}
GOALS = ("e1", "e9")
RING_MM = 2.0
STEP_MM = 4.4  # from the bracket of one game to that of the next


def names(board):
    """The surfaces of a board: "board", then its games."""
    return ("board", *board.games)


def draw(board, name, scale=4.0, window=None, oversample=3):
    """The surface `name` ("board" or a game) as a `Canvas` in mm."""
    canvas = Canvas(*size_mm(board), scale, window, oversample)
    if name == "board":
        _chequered(canvas, board, (0, 0, board.files, board.ranks), LIGHT, DARK)
        _coordinates(canvas, board, (0, 0, board.files, board.ranks), board.files)
        _brackets(canvas, board)
        _rings(canvas, board, (0, 0, board.files, board.ranks))
        title = f"{board.name}: the squares, and where each game lies"
    else:
        _game(canvas, board, name)
        title = f"{board.name}: {words.title(name)}"
    canvas.text(MARGIN_MM, size_mm(board)[1] - 6, title, 5 if name == "board" else 8, SOFT)
    return canvas


def _box(board, area):
    """(x0, y0, x1, y1) in mm of an area (left file, lowest rank, files, ranks)."""
    file, rank, files, ranks = area
    x0 = MARGIN_MM + file * board.pitch
    y1 = MARGIN_MM + (board.ranks - rank) * board.pitch
    return x0, y1 - ranks * board.pitch, x0 + files * board.pitch, y1


def _chequered(canvas, board, area, light, dark):
    """Squares, the area's own a1 dark."""
    file, rank, files, ranks = area
    for f in range(files):
        for r in range(ranks):
            x0, y0, x1, y1 = _box(board, (file + f, rank + r, 1, 1))
            canvas.rect(x0, y0, x1, y1, fill=light if (f + r) % 2 else dark, outline=None)
    canvas.rect(*_box(board, area), fill=None, outline=EDGE, width=0.6)
    _rings(canvas, board, area)


def _rings(canvas, board, area):
    """Where the lamps are."""
    if not board.lamps:
        return
    file, rank, files, ranks = area
    off = lamp_offset(board.pitch)
    for f in range(file, file + files):
        for r in range(rank, rank + ranks):
            x, y = middle_mm(board, board.profile.square(r * board.files + f))
            canvas.circle(x + off, y - off, RING_MM, fill=(255, 255, 255), outline=RING, width=0.25)


def _coordinates(canvas, board, area, files, size=5.0):
    """Letters below and numbers to the left of an area."""
    x0, _, _, y1 = _box(board, area)
    for f in range(files):
        canvas.text(x0 + (f + 0.5) * board.pitch, y1 + 5, chr(97 + f), size, EDGE, "m", bold=True)
    for r in range(area[3]):
        canvas.text(x0 - 5, y1 - (r + 0.5) * board.pitch, str(r + 1), size, EDGE, "m", bold=True)


def _brackets(canvas, board):
    """Above and to the right of the squares, a bracket a game over its files and its ranks; its corners on the squares."""
    right = MARGIN_MM + board.files * board.pitch
    for number, game in enumerate(board.games):
        ink = GAME_INKS.get(game, INK)
        x0, y0, x1, y1 = _box(board, board.area(game))
        y = MARGIN_MM - 3 - STEP_MM * number
        x = right + 3 + STEP_MM * number
        _bracket(canvas, [(x0, y), (x1, y)], words.title(game), ink)
        _bracket(canvas, [(x, y0), (x, y1)], words.title(game), ink)
        inset = 1 + number
        for cx, cy, dx, dy in ((x0, y0, 1, 1), (x1, y0, -1, 1), (x0, y1, 1, -1), (x1, y1, -1, -1)):
            cx, cy = cx + dx * inset, cy + dy * inset
            canvas.line([(cx + 7 * dx, cy), (cx, cy), (cx, cy + 7 * dy)], ink, 0.7)


def _bracket(canvas, ends, name, ink):
    """A line with short ends, broken in its middle for the name."""
    (x0, y0), (x1, y1) = ends
    upright = x0 == x1
    length = 0.6 * 3.4 * len(name) + 3
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    for end, way in ((ends[0], 1), (ends[1], -1)):
        stop = (x0, middle[1] - way * length / 2) if upright else (middle[0] - way * length / 2, y0)
        canvas.line([end, stop], ink, 0.5)
        tick = [(end[0] - 1, end[1]), (end[0] + 1, end[1])] if upright else [(end[0], end[1] - 1), (end[0], end[1] + 1)]
        canvas.line(tick, ink, 0.5)
    canvas.text(*middle, name, 3.4, ink, "m", bold=True, turned=upright)


# -- the games' own surfaces -----------------------------------------------------------------------------------------


def _game(canvas, board, name):
    area = board.area(name)
    canvas.rect(*_box(board, (0, 0, board.files, board.ranks)), fill=None, outline=RING, width=0.3)
    if name == "alquerque":
        _points(canvas, board, area)
    elif name == "football":
        _chequered(canvas, board, area, GRASS_LIGHT, GRASS_DARK)
        _pitch(canvas, board, area)
    else:
        _chequered(canvas, board, area, LIGHT, DARK)
    _coordinates(canvas, board, area, area[2])


def _middle(board, area, cell):
    """Middle of a game's cell in mm."""
    file, rank, files, _ = area
    x0, y0, x1, y1 = _box(board, (file + cell % files, rank + cell // files, 1, 1))
    return (x0 + x1) / 2, (y0 + y1) / 2


def _points(canvas, board, area):
    """Alquerque: lines between the middles of squares, a spot on every point."""
    cells = area[2] * area[3]
    canvas.rect(*_box(board, area), fill=LIGHT, outline=EDGE, width=0.6)
    for one in range(cells):
        for other in range(one):
            if joined(one, other, area[2]):
                canvas.line([_middle(board, area, one), _middle(board, area, other)], POINT_INK, 1.0)
    for cell in range(cells):
        canvas.circle(*_middle(board, area, cell), 0.09 * board.pitch, fill=POINT_INK, outline=None)
    _rings(canvas, board, area)


def _pitch(canvas, board, area):
    """Football: the goals with their nets, the half-way line, the spot in the middle for the ball."""
    game = board.games["football"]
    x0, y0, x1, y1 = _box(board, area)
    centre = _middle(board, area, game.n // 2)
    for square in GOALS:
        cell = game.cell(square)
        _goal(canvas, *_middle(board, area, cell), board.pitch)
    canvas.circle(*centre, 1.2 * board.pitch, fill=None, outline=LINE, width=0.7)
    canvas.circle(*centre, 0.07 * board.pitch, fill=LINE, outline=None)
    for ends in ([(x0, centre[1]), (centre[0] - 1.2 * board.pitch, centre[1])], [(centre[0] + 1.2 * board.pitch, centre[1]), (x1, centre[1])]):
        canvas.line(ends, LINE, 0.7)
    _rings(canvas, board, area)


def _goal(canvas, x, y, pitch):
    half = pitch / 2 - 0.4
    canvas.rect(x - half, y - half, x + half, y + half, fill=GOAL, outline=INK, width=1.2)
    steps = 6
    for k in range(1, steps):
        at = -half + 2 * half * k / steps
        canvas.line([(x + at, y - half), (x + at, y + half)], NET, 0.3)
        canvas.line([(x - half, y + at), (x + half, y + at)], NET, 0.3)


# -- all of them on one picture --------------------------------------------------------------------------------------


def overview(board, width=1400):
    """All surfaces of a board on one picture: the board, below it its games, two beside each other; a `Canvas` in pixels."""
    across, down = size_mm(board)
    large, small = width / across, width / 2 / across
    games = list(board.games)
    canvas = Canvas(width, round(down * large) + round(down * small) * ((len(games) + 1) // 2))
    canvas.panel(draw(board, "board", large), 0, 0)
    for number, game in enumerate(games):
        canvas.panel(draw(board, game, small), number % 2 * (width // 2), round(down * large) + number // 2 * round(down * small))
    return canvas
