"""The left part of a wiring drawing: the controller, and what hangs directly on its pins, row by row."""

from host.hardware import symbols
from host.hardware.canvas import INK, SOFT
from host.hardware.lists import is_matrix

BOX_X, WIRE_X = 40, 196
BUS_PULL_X, PULL_X, PART_X, END_X = 300, 320, 400, 500
DATA_INK = (16, 122, 72)


def listed(first, *more):
    """Pin numbers as people list them: '7', ['1'], ['5', '9'] -> '1, 5, 7 and 9'."""
    words = sorted([first, *(number for numbers in more for number in numbers)], key=int)
    return ", ".join(words[:-1]) + " and " + words[-1]


class Row:
    """One pin of the controller (or none): `net`, how much room it needs above and below, and what to draw at which y."""

    def __init__(self, pin, net, above, below, draw):
        self.pin, self.net, self.above, self.below, self.draw = pin, net, above, below, draw


class Column:
    """`place(top)` decides where the rows lie: `y` {net: y}, `end`; `draw(canvas)` draws them.

    `lanes()`: the nets that go on to the scanner's chips, top to bottom; `lamp_exit`: where the lamps' wires leave.
    """

    def __init__(self, board):
        self.board, self.net = board, board.net
        self.mcu = self.net.controller()
        self.y, self.end = {}, 0
        self.lamp_exit, self.lamp_bundle = None, ""
        self.rows = []
        self._scanner()
        self._i2c()
        self._lights()
        self._buttons()
        self._buzzer()
        self._power()

    # -- asking the net list ----------------------------------------------------------------------------------------

    def between(self, one, other, kind="R"):
        """The part of that kind of link between two nets, or None."""
        for part, a, b, _ in self.net.links(kind):
            if {a, b} == {one, other}:
                return part
        return None

    def pin_of(self, net):
        """The controller's pin that feeds `net`, directly or through a resistor, and that resistor (or None)."""
        mcu = self.mcu.ref
        for ref, pin in self.net.nets[net]:
            if ref == mcu:
                return pin, None
        for part, a, b, _ in self.net.links("R"):
            if net in (a, b):
                far = a if b == net else b
                pin = next((pin for ref, pin in self.net.nets[far] if ref == mcu and far not in self.net.rails()), None)
                if pin:
                    return pin, part
        raise ValueError(f"net {net} does not reach the controller")

    def pulls(self, net):
        """[(part, rail)] of the resistors from `net` to rails."""
        rails = self.net.rails()
        return [(part, a if b == net else b) for part, a, b, _ in self.net.links("R") if net in (a, b) and (a if b == net else b) in rails]

    # -- the rows ---------------------------------------------------------------------------------------------------

    def _add(self, net, above, below, draw, pin=""):
        pin = pin or self.pin_of(net)[0]
        self.rows.append(Row(pin, net, above, below, draw))

    def lanes(self):
        """The nets that lead on to the scanner's chips, from top to bottom."""
        refs = {part.ref for part in self.net.of_kind("74HC165", "CD74HC4067", "MCP23017")}
        return [row.net for row in self.rows if row.net and any(ref in refs for ref, _ in self.net.nets[row.net]) and row.net not in self.net.rails()]

    def _scanner(self):
        driver = self.board.profile.scanner["driver"]
        nets = self.net.nets
        if driver in ("hc165", "hc165_soft"):
            names = [name for key in ("MOSI", "LOAD", "SCK", "MISO") for name in nets if name.split("_")[-1] == key]
            for name in [name for name in names if any(self.net.parts[ref].kind.name == "74HC165" for ref, _ in nets[name])]:
                self._add(name, 34, 4, self._series)
        elif driver == "hc4067":
            for name in [f"DATA_{k}" for k in range(16, 0, -1)] + [f"SELECT_{k}" for k in (3, 2, 1, 0)]:
                if name in nets:
                    self._add(name, 58 if name.startswith("DATA") else 26, 2, self._pulled)
        elif driver == "matrix":
            for kind, count in (("COLUMN", self.board.files), ("ROW", self.board.ranks)):
                for number in range(count, 0, -1):
                    self._add(f"{kind}_{number}", 20, 0, lambda canvas, row, y: None)

    def _i2c(self):
        """All I2C buses: first those of the switches' chips."""
        buses = sorted({name[:4] for name in self.net.nets if name.startswith("I2C")}, key=lambda bus: not self._has(bus, "MCP23017"))
        for bus in buses:
            for line in ("SDA", "SCL"):
                alone = line == "SCL" and self._has(bus, "SSD1306") and not self._has(bus, "MCP23017") and f"{bus}_SDA_5V" not in self.net.nets
                self._add(f"{bus}_{line}", 62, 44 if alone else 4, self._bus_line)
            if "INTERRUPT" in self.net.nets and self._has(bus, "MCP23017"):
                self._add("INTERRUPT", 62, 4, self._pulled_beside)
            if self._has(bus, "SSD1306") and (self._has(bus, "MCP23017") or f"{bus}_SDA_5V" in self.net.nets):
                self.rows.append(Row("", "", 76, 66, lambda canvas, row, y, bus=bus: self._display_below(canvas, bus, y)))

    def _has(self, bus, kind):
        return any(self.net.parts[ref].kind.name == kind for ref, _ in self.net.nets[f"{bus}_SDA"])

    def _lights(self):
        if self.net.of_kind("WS2812B"):
            self._add("LAMPS_3V3", 34, 60, self._lamp_data)
        elif self.net.of_kind("MAX7219"):
            lines = [name[:-3] for name in self.net.nets if name.endswith("_5V")]
            for line in lines:
                self._add(line, 58, 58 if (self.pulls(line) or [(None, "")])[0][1] == "GND" else 20, self._gated)

    def _buttons(self):
        for name in ("WHITE", "BLACK", "MENU"):
            self._add(f"BUTTON_{name}", 60, 14, self._button)

    def _buzzer(self):
        if "BUZZER" in self.net.nets:
            self._add("BUZZER", 40, 20, self._piezo)

    def _power(self):
        self._add("+3V3", 40, 6, self._rail, "3V3")
        if "VSYS" in self.net.nets:
            self._add("VSYS", 40, 6, self._second_supply, "VSYS")
        jack = self.net.of_kind("JACK")
        if "+5V" in self.net.nets:
            pin = "" if jack else self.pin_of("VBUS")[0]
            self.rows.append(Row(pin, "5V_IN" if jack else "VBUS", 44, 54, self._fused))
        self._add("GND", 20, 24, self._ground, "GND")

    def place(self, top):
        """Decide where every row lies, the first one below `top`."""
        y = top
        for row in self.rows:
            y += row.above
            row.y = y
            self.y[row.net] = y
            y += row.below
        self.end = y + 10
        self.top = top

    # -- drawing ----------------------------------------------------------------------------------------------------

    def draw(self, canvas):
        """Draw the controller and all rows; the wires of `lanes()` are left to the caller."""
        canvas.text(BOX_X, self.top - 10, f"{self.mcu.ref}  {self.mcu.kind.title.partition(' (')[0].partition(' with')[0]}", 13, INK, bold=True)
        last = max(row.y for row in self.rows if row.pin)
        symbols.chip(canvas, BOX_X, self.top, WIRE_X, last + 18)
        for row in self.rows:
            if row.pin:
                canvas.text(WIRE_X - 6, row.y, row.pin.replace("GPIO", "GPIO ") if row.pin.startswith("GPIO") else row.pin, 13, INK, "r", bold=True)
                canvas.text(BOX_X + 8, row.y, f"pin {self.mcu.kind.pins[row.pin].number}", 11, SOFT)
                if row.net not in self.net.rails():
                    canvas.text(WIRE_X + 6, row.y - 9, row.net, 11, SOFT)
            row.draw(canvas, row, row.y)

    def _label(self, part):
        return f"{part.ref} {part.value}"

    def _inline(self, canvas, x, y, part):
        """A resistor on a wire, its label above."""
        symbols.resistor(canvas, x, y)
        canvas.text(x, y - 15, self._label(part), 11, INK, "m")

    def _pull_all(self, canvas, net, x, y):
        for part, rail in self.pulls(net):
            symbols.pull(canvas, x, y, rail, self._label(part))

    def _series(self, canvas, row, y):
        part = self.pin_of(row.net)[1]
        if part:
            self._inline(canvas, PULL_X, y, part)

    def _pulled(self, canvas, row, y):
        self._pull_all(canvas, row.net, PULL_X, y)

    def _pulled_beside(self, canvas, row, y):
        """As `_pulled`, and clear of what hangs below the bus."""
        self._pull_all(canvas, row.net, BUS_PULL_X, y)

    def _bus_line(self, canvas, row, y):
        """One line of an I2C bus: its pull-up, and what hangs on it beside the switches' chips."""
        net, bus, line = row.net, *row.net.split("_")
        self._pull_all(canvas, net, BUS_PULL_X, y)
        if net + "_5V" in self.net.nets:
            self._shifted(canvas, net, line, y)
        elif self._has(bus, "SSD1306") and not self._has(bus, "MCP23017"):
            canvas.wire([(WIRE_X, y), (END_X - 60, y)])
            if line == "SCL":
                self._display(canvas, END_X - 60, self.y[f"{bus}_SDA"], y)

    def _display(self, canvas, x, data, clock):
        part = self.net.of_kind("SSD1306")[0]
        symbols.chip(canvas, x, data - 22, x + 124, clock + 40)
        canvas.text(x, data - 31, f"{part.ref}  {part.kind.name}", 12, INK, bold=True)
        canvas.text(x + 118, data - 12, f"0x{self.net.address[part.ref]:02x}", 11, SOFT, "r")
        canvas.text(x + 6, data, "SDA", 11, INK)
        canvas.text(x + 6, clock, "SCL", 11, INK)
        canvas.text(x + 6, clock + 20, "VCC 3V3, GND", 11, INK)

    def _display_below(self, canvas, bus, y):
        """A display that hangs below its bus, on two branches."""
        for step, (line, at) in enumerate((("SDA", y), ("SCL", y + 22))):
            x = 362 + 12 * step
            canvas.dot(x, self.y[f"{bus}_{line}"], 3)
            canvas.wire([(x, self.y[f"{bus}_{line}"]), (x, at), (400, at)])
        self._display(canvas, 400, y, y + 22)

    def _shifted(self, canvas, net, line, y):
        """Through a transistor to the 5 V side and into the lamp driver."""
        shifter = next(part for part, a, b, _ in self.net.links("fet") if net in (a, b))
        canvas.wire([(WIRE_X, y), (388, y)])
        canvas.wire([(416, y), (END_X + 8, y)], DATA_INK)
        symbols.chip(canvas, 388, y - 12, 416, y + 12)
        canvas.text(402, y, shifter.ref, 11, INK, "m")
        self._pull_all(canvas, net + "_5V", 440, y)
        if line == "SCL":
            self._matrix_driver(
                canvas, "HT16K33", END_X + 8, self.y[net.replace("SCL", "SDA")] - 26, y + 26, {"SDA": self.y[net.replace("SCL", "SDA")], "SCL": y}
            )

    def _matrix_driver(self, canvas, kind, x, top, bottom, pins):
        """A driver of lamps between two sets of lines; its outputs leave below."""
        part = self.net.of_kind(kind)[0]
        count = len(self.net.of_kind(kind))
        symbols.chip(canvas, x, top, 572, bottom)
        canvas.text(x + 4, top - 9, part.ref + (f" to U{int(part.ref[1:]) + count - 1}" if count > 1 else ""), 12, INK, bold=True)
        canvas.text((x + 572) / 2, sum(sorted(pins.values())[:2]) / 2, kind, 10, INK, "m")
        for pin, y in pins.items():
            canvas.text(x + 4, y, f"{part.kind.pins[pin].number} {pin}", 10, INK)
        used = [pin for pin in part.kind.pins if (self.net.net_of(part.ref, pin) or "").startswith(part.ref + "_")]
        self.lamp_bundle = f"{part.ref}: {len(used)} wires"
        self.lamp_exit = (572, (top + bottom) / 2)

    def _lamp_data(self, canvas, row, y):
        gate = self.net.of_kind("74AHCT125")[0]
        canvas.wire([(WIRE_X, y), (PART_X, y)])
        self._pull_all(canvas, row.net, PULL_X, y)
        canvas.wire([(PART_X + 32, y), (548, y)], DATA_INK)
        self._buffer(canvas, gate, 1, PART_X, y)
        self._inline(canvas, 490, y, self.between("LAMPS_5V", "LAMP_1"))
        self.lamp_exit = (548, y)

    def _buffer(self, canvas, part, gate, x, y):
        symbols.buffer(canvas, x, y)
        pins = part.kind.pins
        canvas.text(x - 4, y - 10, pins[f"{gate}A"].number, 10, SOFT, "r")
        canvas.text(x + 36, y - 10, pins[f"{gate}Y"].number, 10, SOFT)
        canvas.text(x - 6, y + 26, f"{part.ref} {part.kind.name}", 11, INK, bold=True)

    def _gated(self, canvas, row, y):
        """One of the lines of a MAX7219, through its gate."""
        buffer = self.net.of_kind("74AHCT125")[0]
        gate = next(int(pin[0]) for ref, pin in self.net.nets[row.net] if ref == buffer.ref)
        canvas.wire([(WIRE_X, y), (PART_X, y)])
        self._pull_all(canvas, row.net, PULL_X, y)
        canvas.wire([(PART_X + 32, y), (END_X, y)], DATA_INK)
        self._buffer(canvas, buffer, gate, PART_X, y)
        driver = self.net.of_kind("MAX7219")[0]
        lines = {pin: self.y.get(self.net.net_of(driver.ref, pin)[:-3]) for pin in ("DIN", "CLK", "LOAD")}
        if row is [row for row in self.rows if row.draw == self._gated][-1]:
            self._matrix_driver(canvas, "MAX7219", END_X, min(lines.values()) - 30, y + 26, lines)

    def _button(self, canvas, row, y):
        part = next(part for part, a, b, _ in self.net.links("switch") if row.net in (a, b))
        canvas.wire([(WIRE_X, y), (PART_X, y)])
        self._pull_all(canvas, row.net, PULL_X, y)
        symbols.switch(canvas, PART_X + 2, y)
        canvas.wire([(PART_X + 35, y), (PART_X + 56, y)])
        symbols.ground(canvas, PART_X + 56, y)
        canvas.text(PART_X + 74, y, f"{part.ref} {part.value}", 12, INK)

    def _piezo(self, canvas, row, y):
        canvas.wire([(WIRE_X, y), (PART_X, y)])
        self._inline(canvas, PULL_X, y, self.pin_of("BUZZER")[1])
        symbols.piezo(canvas, PART_X, y)
        canvas.wire([(PART_X + 24, y), (PART_X + 56, y)])
        symbols.ground(canvas, PART_X + 56, y)
        canvas.text(PART_X + 74, y, f"{self.net.of_kind('PIEZO')[0].ref} buzzer", 12, INK)

    def _rail(self, canvas, row, y):
        canvas.wire([(WIRE_X, y), (260, y)])
        symbols.supply(canvas, 260, y, row.net)

    def _ground(self, canvas, row, y):
        canvas.wire([(WIRE_X, y), (260, y)])
        symbols.ground(canvas, 260, y)

    def _second_supply(self, canvas, row, y):
        part = self.between("+5V", "VSYS", "D")
        canvas.wire([(WIRE_X, y), (420, y)])
        symbols.diode(canvas, PULL_X, y, INK, -1)
        canvas.text(PULL_X, y - 16, self._label(part), 11, INK, "m")
        symbols.supply(canvas, 420, y, "+5V")

    def _fused(self, canvas, row, y):
        """5 V from the controller or from a socket: fuse, large capacitor, rail."""
        jack = self.net.of_kind("JACK")
        start = WIRE_X
        if jack:
            start = 286
            symbols.chip(canvas, 212, y - 18, start, y + 18)
            canvas.text(249, y - 6, jack[0].ref, 12, INK, "m", bold=True)
            canvas.text(249, y + 9, jack[0].value, 11, INK, "m")
            canvas.line([(249, y + 18), (249, y + 26)])
            symbols.ground(canvas, 249, y + 26)
        canvas.wire([(start, y), (510, y)])
        part = self.net.of_kind("FUSE")[0]
        symbols.fuse(canvas, PULL_X + 6, y)
        canvas.text(PULL_X + 6, y - 16, self._label(part), 11, INK, "m")
        bulk = next(part for part in self.net.of_kind("CE") if part.amount > 1e-4)
        canvas.dot(420, y)
        canvas.wire([(420, y), (420, y + 36)])
        symbols.capacitor(canvas, 420, y + 18, polar=True)
        symbols.ground(canvas, 420, y + 36)
        canvas.text(444, y + 22, self._label(bulk), 11, INK)
        symbols.supply(canvas, 510, y, "+5V")

    # -- notes ------------------------------------------------------------------------------------------------------

    def notes(self):
        """What the rows leave out, as sentences."""
        lines = []
        for part in self.net.of_kind("74AHCT125"):
            used = [gate for gate in range(1, 5) if self.net.net_of(part.ref, f"/{gate}OE") == "GND"]
            idle = [gate for gate in range(1, 5) if gate not in used]
            pins = part.kind.pins
            on = [pins[f"/{gate}OE"].number for gate in used]
            off = [pins[f"/{gate}OE"].number for gate in idle]
            ins = [pins[f"{gate}A"].number for gate in idle]
            lines.append(f"{part.ref} (74AHCT125): pins {listed('14', off)} to 5 V, pins {listed('7', on, ins)} to ground, 100 nF between 14 and 7.")
        for part in self.net.of_kind("MAX7219"):
            iset = self.between("+5V", self.net.net_of(part.ref, "ISET"))
            lines.append(f"{part.ref} (MAX7219): pin 19 (V+) to 5 V, pins 4 and 9 to ground, 100 nF and 10 uF between 19 and 4.")
            lines.append(f"{self._label(iset)} between pins 18 (ISET) and 19 of {part.ref}.")
        for part in self.net.of_kind("HT16K33"):
            lines.append(f"{part.ref} (HT16K33): pin 28 (VDD) to 5 V, pin 1 (VSS) to ground, 100 nF and 10 uF between the two.")
        if self.net.of_kind("BSS138"):
            lines.append("Q1, Q2 (BSS138): gate to 3.3 V, source (S) to the left wire, drain (D) to the right one.")
        if self.net.of_kind("JACK") and self.mcu.kind.name == "PI":
            lines.append("The Raspberry Pi has its own supply; only the grounds are joined.")
        if is_matrix(self.board):
            lines.append("A diode's stripe (cathode) looks at the row. All diodes the same way round.")
        return lines
