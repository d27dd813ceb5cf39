"""The wiring drawing of a whole board: controller, chips, and every switch and lamp with its wires."""

from host.hardware import grid as grids
from host.hardware import symbols
from host.hardware.canvas import INK, SOFT, Canvas
from host.hardware.column import WIRE_X, Column
from host.hardware.grid import CELL, SWITCH_INK, Grid
from host.hardware.lists import is_matrix

LANES_X, LANES_STEP = 616, 13
PIN_STEP = 12
CHIP_WIDTH = 118
RN_X, RN_WIDTH = 18, 15
TOP = 96
BUS_INKS = ((168, 84, 0), (112, 40, 140), (0, 122, 130), (196, 30, 60), (100, 110, 0), (60, 60, 190), (130, 70, 60), (0, 110, 50))
# The pins of a scanner's chip that lead to the controller, from top to bottom; and how its input pins are called.
CONTROL = {"74HC165": ("DS", "/PL", "CP", "Q7"), "CD74HC4067": ("COM", "S3", "S2", "S1", "S0"), "MCP23017": ("SDA", "SCL", "INTA")}
INPUTS = {"74HC165": "D", "CD74HC4067": "I", "MCP23017": "GP"}


class Wiring:
    """One wiring drawing in the making; `canvas` is the finished one after `draw`."""

    def __init__(self, board):
        self.board, self.net = board, board.net
        self.chips = self.net.of_kind(*CONTROL)
        self.column = Column(board)
        feeds = {}
        for number, chip in enumerate(self.chips):
            for pin, square in self._inputs(chip):
                feeds[square] = number
        self.grid = Grid(board, feeds, y=0)
        self.inks = {}

    def _inputs(self, chip):
        """[(pin, square)] of a chip's inputs that have a switch."""
        found = []
        for pin in chip.kind.pins:
            name = self.net.net_of(chip.ref, pin)
            if self._is_input(chip, pin) and name and name.startswith("SQ_"):
                found.append((pin, name[3:].lower()))
        return found

    @staticmethod
    def _is_input(chip, pin):
        return pin.startswith(INPUTS[chip.kind.name]) and pin not in CONTROL[chip.kind.name]

    def draw(self):
        """The `Canvas`."""
        self._lay_out()
        self.canvas = Canvas(self.width, self.height)
        self._title()
        self.column.draw(self.canvas)
        if self.chips:
            self._buses()
            for number, chip in enumerate(self.chips):
                self._chip(number, chip)
        if is_matrix(self.board):
            self._matrix()
        for square in self.board.squares():
            grids.cell(self.canvas, self.grid, square)
        self._lamps()
        self._notes()
        return self.canvas

    # -- where everything lies --------------------------------------------------------------------------------------

    def _lay_out(self):
        self.column.place(TOP)
        heights = [max(len(CONTROL[chip.kind.name]), len(self._listed(chip))) * PIN_STEP + 16 for chip in self.chips]
        stack = sum(heights) + 30 * len(heights)
        above = 70 + 20 * self.board.files if is_matrix(self.board) else 16
        body = max(stack, self.grid.end + above, self.column.end - TOP)
        self.grid.spread(TOP + above, body - above)
        self._place_chips(heights, (body - stack) / max(1, len(heights)))
        self._route()
        self.bottom = TOP + body
        self.width = round(self.grid.x + self.grid.width + 36)
        self.height = round(self.bottom + 64 + 18 * len(self.notes()))

    def _listed(self, chip):
        """All input pins of a chip in the order of their wires, the free ones on top."""
        used = {square: pin for pin, square in self._inputs(chip)}
        wired = [used[square] for square in self.grid.order if square in used]
        free = [pin for pin in chip.kind.pins if self._is_input(chip, pin) and pin not in wired]
        return free + wired

    def _place_chips(self, heights, gap):
        """The chips above each other, the first one lowest; `places` [(y0, y1)]."""
        self.places, y = [], TOP + gap / 2
        for height in reversed(heights):
            self.places.insert(0, (y + 30, y + 30 + height))
            y += 30 + height + gap

    def pin_y(self, number, pin):
        """Where a pin of chip `number` is."""
        chip, (top, bottom) = self.chips[number], self.places[number]
        control = CONTROL[chip.kind.name]
        if pin in control:
            return top + (bottom - top) * (2 * control.index(pin) + 1) / (2 * len(control))
        return top + 8 + PIN_STEP * (self._listed(chip).index(pin) + 0.5)

    def _route(self):
        """The ways of all wires from chips to squares, and with them where the board begins."""
        pins = {square: (number, pin) for number, chip in enumerate(self.chips) for pin, square in self._inputs(chip)}
        self.chip_x = LANES_X + LANES_STEP * len(self.column.lanes()) + 20
        start = self.chip_x + CHIP_WIDTH + (44 if self.net.of_kind("RN") else 16)
        if is_matrix(self.board):
            ranks = list(range(self.board.ranks - 1, -1, -1))
            ends = [(self.column.y[f"ROW_{rank + 1}"], self.grid.rows[rank] + CELL - 2) for rank in ranks]
            uprights, count = grids.rivers(ends, LANES_X, LANES_STEP)
            self.row_ways = {rank: (x, *ends[k]) for k, (rank, x) in enumerate(zip(ranks, uprights, strict=True))}
            self.grid.x = LANES_X + LANES_STEP * count + 40
            return
        wires = [(self.pin_y(*pins[square]), self.grid.lane[square]) for square in self.grid.order]
        uprights, count = grids.rivers(wires, start)
        self.ways = {square: (x, *wires[k]) for k, (square, x) in enumerate(zip(self.grid.order, uprights, strict=True))}
        self.grid.x = start + grids.LANE * count + 34

    # -- drawing ----------------------------------------------------------------------------------------------------

    def _title(self):
        self.canvas.text(40, 30, f"Wiring of {self.board.name}", 24, INK, bold=True)
        self.canvas.text(40, 58, self.board.title, 14, SOFT)

    def ink(self, name):
        """A colour for a net of the controller's."""
        return self.inks.setdefault(name, BUS_INKS[len(self.inks) % len(BUS_INKS)])

    def _buses(self):
        """The wires from the controller along the chips; the highest row takes the lane farthest to the right."""
        lanes = self.column.lanes()
        for place, name in enumerate(lanes):
            x, y = LANES_X + LANES_STEP * (len(lanes) - 1 - place), self.column.y[name]
            taps = [self.pin_y(number, pin) for number, pin in self._taps(name)]
            ink = self.ink(name)
            top, bottom = min([y, *taps]), max([y, *taps])
            self.canvas.wire([(WIRE_X, y), (x, y)], ink)
            self.canvas.wire([(x, top), (x, bottom)], ink)
            for tap in taps:
                self.canvas.wire([(x, tap), (self.chip_x, tap)], ink)
            for joint in (y, *taps):
                if top < joint < bottom:  # at the ends it is a bend
                    self.canvas.dot(x, joint, 3, ink)
        self._chain()

    def _taps(self, name):
        """[(number of the chip, pin)] of the scanner's chips on a net."""
        numbers = {chip.ref: number for number, chip in enumerate(self.chips)}
        return [(numbers[ref], pin) for ref, pin in self.net.nets[name] if ref in numbers]

    def _chain(self):
        """From each 74HC165's output to the input of the one below it."""
        for name in self.net.nets:
            if name.startswith("CHAIN_"):
                ends = sorted(self.pin_y(number, pin) for number, pin in self._taps(name))
                x = self.chip_x - 12
                self.canvas.wire([(self.chip_x, ends[0]), (x, ends[0]), (x, ends[1]), (self.chip_x, ends[1])], INK)

    def _chip(self, number, chip):
        canvas, (top, bottom), x = self.canvas, self.places[number], self.chip_x
        right = x + CHIP_WIDTH
        listed = {square: pin for pin, square in self._inputs(chip)}
        for square, pin in listed.items():
            self._wire(square, right, self.ways[square])
        for pin in self._listed(chip):
            y = self.pin_y(number, pin)
            if pin not in listed.values():
                canvas.line([(right, y), (right + (28 if self.net.of_kind("RN") else 8), y)], SOFT, 1.2)
        symbols.chip(canvas, x, top, right, bottom)
        canvas.text(x, top - 9, f"{chip.ref}  {chip.kind.name}", 12, INK, bold=True)
        self._chip_pins(number, chip, x, right)
        self._network(chip, right, top, bottom)

    def _chip_pins(self, number, chip, x, right):
        canvas = self.canvas
        for pin in CONTROL[chip.kind.name]:
            if self.net.net_of(chip.ref, pin) == "GND":
                canvas.wire([(x, self.pin_y(number, pin)), (x - 14, self.pin_y(number, pin))])
                symbols.ground(canvas, x - 14, self.pin_y(number, pin))
            canvas.text(x + 5, self.pin_y(number, pin), f"{chip.kind.pins[pin].number} {pin}", 10, INK)
        for pin in self._listed(chip):
            canvas.text(right - 5, self.pin_y(number, pin), f"{pin} {chip.kind.pins[pin].number}", 10, INK, "r")
        if chip.ref in self.net.address:
            canvas.text(right + 2, self.places[number][0] - 9, f"0x{self.net.address[chip.ref]:02x}", 11, SOFT, "r")

    def _wire(self, square, right, way):
        x, start, end = way
        through = RN_X + RN_WIDTH if self.net.of_kind("RN") else 0
        if through:
            self.canvas.wire([(right, start), (right + RN_X, start)], SWITCH_INK, 1.3)
        self.canvas.wire([(right + through, start), (x, start), (x, end)] + self.grid.entry(square), SWITCH_INK, 1.3)

    def _network(self, chip, right, top, bottom):
        """The resistor network on a chip's inputs, over its wires."""
        for part in self.net.of_kind("RN"):
            if part.near == chip.ref:
                canvas, x = self.canvas, right + RN_X
                canvas.rect(x, top + 6, x + RN_WIDTH, bottom - 6, fill=(255, 255, 255), width=1.4)
                canvas.text(x + 7.5, (top + bottom) / 2, f"{part.ref} 8x10k", 10, INK, "m", turned=True)
                for pin in self._listed(chip):
                    canvas.dot(x, self.pin_y(self.chips.index(chip), pin), 2.2, SWITCH_INK)
                canvas.line([(x + 7.5, top + 6), (x + 7.5, top - 2)])
                common = self.net.net_of(part.ref, "common")
                if common == "GND":
                    symbols.ground(canvas, x + 7.5, top - 2, -1)
                else:
                    symbols.supply(canvas, x + 7.5, top - 2, common, -1)

    def _matrix(self):
        """Row wires from the left, column wires from above with their pull-ups."""
        for rank, (x, start, end) in self.row_ways.items():
            self.canvas.wire([(WIRE_X, start), (x, start), (x, end)], grids.ROW_INK)
        grids.matrix(self.canvas, self.grid, {rank: way[0] for rank, way in self.row_ways.items()})
        top = self.grid.rows[self.board.ranks - 1]
        for file in range(self.board.files):
            name = f"COLUMN_{file + 1}"
            x, start = self.grid.x + CELL * file + grids.DROP, self.column.y[name]
            self.canvas.wire([(WIRE_X, start), (x, start), (x, self.grid.rows[0] + grids.SWITCH_Y)], SWITCH_INK)
            pull = self.column.between(name, "+3V3")
            self.canvas.dot(x, top - 26, 3, SWITCH_INK)
            self.canvas.wire([(x, top - 26), (x + 48, top - 26)], INK)
            symbols.resistor(self.canvas, x + 28, top - 26)
            symbols.supply(self.canvas, x + 48, top - 26, "+3V3")
            self.canvas.text(x + 28, top - 11, f"{pull.ref} {pull.value}", 10, INK, "m")

    def _lamps(self):
        """The data wire of a chain of lamps; for other lamps the bundle that leads to them."""
        if not self.board.lamps:
            return
        x, y = self.column.lamp_exit
        low = self.bottom + 22
        if self.board.lamp_chain:
            self.canvas.wire([(x, y), (585, y), (585, low), (self.grid.x - 14, low)], grids.DATA_INK)
            grids.lamp_chain(self.canvas, self.grid, (self.grid.x - 14, low))
            return
        end = self.grid.x + 40
        self.canvas.wire([(x, y), (585, y), (585, low), (end, low)], grids.DATA_INK, 4)
        symbols.arrow(self.canvas, end + 6, low, 1, grids.DATA_INK)
        self.canvas.text(end + 14, low, f"{self.column.lamp_bundle} to the lamps: a lamp's label names the two that it sits between", 12, INK)

    # -- notes ------------------------------------------------------------------------------------------------------

    def notes(self):
        """What the drawing leaves out, as sentences."""
        lines = [
            "Wires are joined only where there is a dot; others just cross. The grey label in a square names its switch and the pin that it goes to."
        ]
        names = {chip.kind.name for chip in self.chips}
        caps = "100 nF beside it, between the two"
        if "74HC165" in names:
            lines.append(f"Every 74HC165: pin 16 (VCC) to 3.3 V, pins 8 (GND) and 15 (/CE) to ground, {caps}.")
            lines.append("RN: eight resistors, each from one of the wires to the common pin (1).")
        if "CD74HC4067" in names:
            lines.append(f"Every CD74HC4067: pin 24 (VCC) to 3.3 V, pins 12 (GND) and 15 (/E) to ground, {caps}.")
        if "MCP23017" in names:
            lines.append(f"Every MCP23017: pins 9 (VDD) and 18 (/RESET) to 3.3 V, pin 10 (VSS) to ground, {caps}.")
            lines.append("Its pins 15, 16, 17 (A0, A1, A2) make the address: to ground for a 0, to 3.3 V for a 1 (0x20 + A0 + 2 x A1 + 4 x A2).")
        if self.board.lamp_chain:
            lines.append("Every lamp: VDD to 5 V, VSS to ground, 100 nF between the two.")
            lines.append("Bring 5 V and ground to both ends of the chain of lamps and to every second rank.")
        elif self.board.lamps:
            one, other = ("SEG", "DIG") if self.net.of_kind("MAX7219") else ("A", "C")
            lines.append(f"Every lamp: the long leg (anode) to its {one} wire, the short leg (cathode) to its {other} wire.")
        return lines + self.column.notes()

    def _notes(self):
        symbols.small_print(self.canvas, 40, self.bottom + 56, self.notes())


def draw(board):
    """The wiring drawing of a board as a `Canvas`."""
    return Wiring(board).draw()
