"""The board in a wiring drawing: a cell a square with its switch and lamp, and the channels in which the switches' wires run.

Between the ranks lie channels. A wire comes in from the left, runs in its lane to its file and turns into the cell. A rank
that several chips serve gets the wires of the lowest chip from below and those of the others from above; within a channel
the lane that ends first lies nearest to the cells. So no wire of a switch crosses another.
"""

from host.hardware import symbols
from host.hardware.canvas import FAINT, INK, SOFT

CELL = 84
LANE = 4
GAP = 10
DROP = 10  # where in a cell the switch's wire comes in
LAMP_Y, SWITCH_Y = 16, 58
LAMP_X = CELL - 18
SWITCH_INK = (28, 92, 150)
ROW_INK = (150, 84, 20)
DATA_INK = (16, 122, 72)


class Grid:
    """Where the cells and lanes of a board lie; `feeds` {square: number of the chip that reads its switch, lowest first}.

    `order`: all squares, in the order from top to bottom in which their wires come in; `lane` {square: y}; `height`.
    """

    def __init__(self, board, feeds, x=0, y=0):
        self.board, self.x = board, x
        self.width = CELL * board.files
        self.order, self.lane, self.rows = [], {}, {}
        for rank in range(board.ranks - 1, -1, -1):
            squares = [board.profile.square(rank * board.files + file) for file in range(board.files)]
            chips = sorted({feeds[square] for square in squares if square in feeds})
            above = [square for square in reversed(squares) if square in feeds and feeds[square] != chips[0]]
            below = [square for square in squares if square in feeds and feeds[square] == chips[0]]
            y = self._channel(above, y)
            self.rows[rank] = y
            y = self._channel(below, y + CELL)
        self.end = y

    def _channel(self, squares, y):
        for number, square in enumerate(squares):
            self.lane[square] = y + GAP + LANE * number
        self.order += squares
        return y + (2 * GAP + LANE * (len(squares) - 1) if squares else 4)

    def spread(self, top, height):
        """Put the highest rank's channel at `top` and draw the ranks apart so that all takes `height`."""
        apart = max(0.0, height - self.end) / max(1, len(self.rows) - 1)
        last = len(self.rows) - 1
        ranks = {square: self.board.profile.cell(square) // self.board.files for square in self.order}
        self.lane = {square: y + top + apart * (last - ranks[square]) for square, y in self.lane.items()}
        self.rows = {rank: y + top + apart * (last - rank) for rank, y in self.rows.items()}

    def corner(self, square):
        """Upper left corner (x, y) of a square's cell."""
        cell = self.board.profile.cell(square)
        return self.x + CELL * (cell % self.board.files), self.rows[cell // self.board.files]

    def entry(self, square):
        """Where the wire of a square's switch has to go: points from its lane into the cell."""
        x, y = self.corner(square)
        return [(x + DROP, self.lane[square]), (x + DROP, y + SWITCH_Y)]


def cell(canvas, grid, square):
    """One square: its frame, name, lamp and switch, without the wires between squares."""
    board = grid.board
    x, y = grid.corner(square)
    canvas.rect(x, y, x + CELL, y + CELL, fill=None, outline=FAINT, width=1.2)
    canvas.text(x + 18, y + 39, square, 17, INK, bold=True)
    if square in board.lamps:
        _lamp(canvas, board, square, x, y)
    _switch(canvas, board, square, x, y)


def _lamp(canvas, board, square, x, y):
    part = board.lamps[square]
    symbols.lamp(canvas, x + LAMP_X, y + LAMP_Y)
    canvas.text(x + CELL - 4, y + 32, part.ref, 10, SOFT, "r")
    if part.kind.name == "LED":
        ends = [board.net.net_of(part.ref, end).partition("_")[2] for end in "KA"]
        canvas.text(x + CELL - 4, y + 44, f"{ends[0]} {ends[1].replace('SEG', '')}", 10, SOFT, "r")


def _switch(canvas, board, square, x, y):
    part, at = board.switches[square], y + SWITCH_Y
    symbols.switch(canvas, x + DROP + 12, at)
    canvas.line([(x + DROP, at), (x + DROP + 10, at)], SWITCH_INK)
    other = board.net.net_of(part.ref, "2")
    end = x + DROP + 44
    if other == "GND":
        canvas.line([(end, at), (end + 12, at)])
        symbols.ground(canvas, end + 12, at)
    elif other in board.net.rails():
        symbols.supply(canvas, end + 3, at, other, size=9)
    path = next((f"{ref} {pin}" for ref, pin in board.net.nets[board.net.net_of(part.ref, "1")] if ref.startswith("U")), "")
    canvas.text(x + 18, y + 75, f"{part.ref} {path}".strip(), 10, SOFT)


def lamp_chain(canvas, grid, start):
    """The data wire from `start` (a point left of the board) through all lamps of a chain."""
    places = []
    for square in grid.board.lamp_chain:
        x, y = grid.corner(square)
        places.append((x + LAMP_X, y + LAMP_Y))
    canvas.wire([start, (start[0], places[0][1]), (places[0][0] - 7, places[0][1])], DATA_INK)
    symbols.arrow(canvas, places[0][0] - 8, places[0][1], 1, DATA_INK)
    for one, other in zip(places, places[1:]):
        if one[1] == other[1]:
            way = 1 if other[0] > one[0] else -1
            canvas.wire([(one[0] + 7 * way, one[1]), (other[0] - 7 * way, other[1])], DATA_INK)
            symbols.arrow(canvas, other[0] - 8 * way, other[1], way, DATA_INK)
        else:
            _turn(canvas, grid, one, other)


def _turn(canvas, grid, one, other):
    """From the last lamp of a rank to the first of the next, around the edge of the board that is nearer."""
    right = one[0] > grid.x + grid.width / 2
    side = grid.x + grid.width + 12 if right else grid.x - 12
    step = 7 if right else -7
    canvas.wire([(one[0] + step, one[1]), (side, one[1]), (side, other[1]), (other[0] + step, other[1])], DATA_INK)
    symbols.arrow(canvas, other[0] + step + (1 if right else -1), other[1], -1 if right else 1, DATA_INK)


def matrix(canvas, grid, row_ends):
    """Row and column wires of a matrix; `row_ends` {rank: x where the row's wire comes in}. Rows run below the switches."""
    board = grid.board
    for square, part in board.switches.items():
        x, y = grid.corner(square)
        at, row = y + SWITCH_Y, y + CELL - 2
        canvas.dot(x + DROP, at, 3, SWITCH_INK)
        canvas.line([(x + DROP + 44, at), (x + DROP + 68, at)])
        symbols.diode(canvas, x + DROP + 54, at)
        canvas.wire([(x + DROP + 68, at), (x + DROP + 68, row)], ROW_INK)
        canvas.dot(x + DROP + 68, row, 3, ROW_INK)
        diode = next(ref for ref, pin in board.net.nets[board.net.net_of(part.ref, "2")] if board.net.parts[ref].kind.name == "1N4148")
        canvas.text(x + DROP + 52, at - 14, diode, 10, SOFT, "m")
    for rank, x in row_ends.items():
        canvas.wire([(x, grid.rows[rank] + CELL - 2), (grid.x + grid.width - 6, grid.rows[rank] + CELL - 2)], ROW_INK)


def rivers(wires, x, step=LANE):
    """Ways of wires [(from y, to y)], top to bottom on both sides and never crossing: the x of each one's upright part.

    Wires that go down turn the nearer to the right the higher they are, those that go up the other way round.
    """
    lanes = [0] * len(wires)
    down = [k for k, (start, end) in enumerate(wires) if end >= start]
    up = [k for k, (start, end) in enumerate(wires) if end < start]
    for group in (list(reversed(down)), up):
        for place, k in enumerate(group):
            span = sorted(wires[k])
            taken = [
                lanes[other] for other in group[:place] if sorted(wires[other])[1] >= span[0] - step and sorted(wires[other])[0] <= span[1] + step
            ]
            lanes[k] = max(taken, default=-1) + 1
    return [x + step * lane for lane in lanes], max(lanes, default=0) + 1
