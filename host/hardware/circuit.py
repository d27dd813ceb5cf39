"""The circuit of a board, made from its profile: every part and every net.

Nets that go to a controller's pin through a series resistor are called by the pin on the pin's side ("GP18") and by what
they carry on the other ("SPI0_SCK"). The switch of a square is on net "SQ_A1".
"""

from board_drivers.profile import NONE
from host.hardware import lamps, power, scanners
from host.hardware.controllers import CONTROLLERS
from host.hardware.netlist import GROUND, Netlist

I2C_PULLS = (("4.7 kΩ", 4700), ("3.3 kΩ", 3300), ("2.2 kΩ", 2200), ("1.5 kΩ", 1500), ("1 kΩ", 1000))
RISE_NS = {400000: 300, 100000: 1000}
PIN_PF, WIRE_PF_MM = 10, 0.08


class Maker:
    """A net list in the making: `net` (Netlist), `profile`, `controller` (controllers.Controller), `mcu` (its reference)."""

    def __init__(self, profile, pitch_mm=50):
        self.profile, self.pitch_mm = profile, pitch_mm
        self.controller = CONTROLLERS[profile.mcu]
        self.net = Netlist()
        self.mcu = self.net.add(self.controller.kind)
        self._buses = {}
        for name, pin in self.controller.kind.pins.items():
            if pin.kind == "ground":
                self.net.join(GROUND, self.mcu, name)
        self.net.join("+3V3", self.mcu, "3V3")

    def use(self, gpio, net, function, way, what):
        """Put GPIO number `gpio` on `net` as `function`; `way`: "in", "out", "od" or "bus"; `what` says for what."""
        pin = self.controller.pin_name(gpio)
        self.net.join(net, self.mcu, pin)
        self.net.parts[self.mcu].uses[pin] = (gpio, function, way, what)

    def pull(self, net, rail, value="10 kΩ"):
        """A resistor from `net` to `rail`."""
        return self.net.two("R", value, net, rail)

    def series(self, gpio, net, value, function, what):
        """An output on GPIO number `gpio` that reaches `net` through a resistor."""
        near = self.controller.pin_name(gpio)
        if near not in self.net.nets:
            self.use(gpio, near, function, "out", what)
            self.net.two("R", value, near, net)

    def bypass(self, ref, rail, value="100 nF"):
        """The capacitor that chip `ref` wants beside it."""
        kind = "CE" if "µF" in value and float(value.split()[0]) >= 10 else "C"
        return self.net.two(kind, value, rail, GROUND, near=ref)

    def square_net(self, cell):
        """The net of the switch under board cell `cell`."""
        return "SQ_" + self.profile.square(cell).upper()

    def reed(self, bit, one, other):
        """The reed switch of frame bit `bit` between two nets."""
        return self.net.two("REED", "", one, other, number=bit + 1, square=self.profile.square(self.profile.bit_cells[bit]))

    def cell_of(self, bit):
        """Board cell of frame bit `bit`, or None."""
        cell = self.profile.bit_cells[bit]
        return None if cell == NONE else cell

    def i2c(self, table, what):
        """Nets (SDA, SCL) of the I2C bus of a profile's table; the controller's side is made at first use."""
        bus = table["i2c"]
        nets = (f"I2C{bus}_SDA", f"I2C{bus}_SCL")
        if bus not in self._buses:
            self._buses[bus] = table
            self.use(table["sda"], nets[0], f"I2C{bus} SDA", "bus", what)
            self.use(table["scl"], nets[1], f"I2C{bus} SCL", "bus", what)
        return nets

    def pull_up_buses(self):
        """The pull-ups of all I2C buses, after everything is on them."""
        for bus, table in sorted(self._buses.items()):
            for line, key in (("SDA", "sda"), ("SCL", "scl")):
                if self.controller.pin_name(table[key]) not in self.controller.kind.pulls:
                    net = f"I2C{bus}_{line}"
                    self.pull(net, "+3V3", i2c_pull(capacitance_pf(self.net, net, self.wire_mm()), table["freq"]))

    def wire_mm(self):
        """How long the wire of a bus gets: along a file and a rank."""
        return self.pitch_mm * (self.profile.files + self.profile.ranks)


def capacitance_pf(net, name, wire_mm):
    """What an I2C line of that length has to charge, in pF: 10 pF a pin (the most that the I2C specification allows one)."""
    return PIN_PF * sum(net.parts[ref].kind.name != "R" for ref, _ in net.nets[name]) + WIRE_PF_MM * wire_mm


def i2c_pull(pf, hertz):
    """The largest usual resistor with which a line of `pf` rises in the time that the I2C specification gives it."""
    rise = RISE_NS[400000 if hertz > 100000 else 100000]
    for text, ohms in I2C_PULLS:
        if 0.8473 * ohms * pf / 1000 <= rise:
            return text
    return I2C_PULLS[-1][0]


def make(profile, pitch_mm=50):
    """The `Netlist` of the board with that `board_drivers.profile.Profile`; `pitch_mm`: how large its squares are."""
    maker = Maker(profile, pitch_mm)
    scanners.MAKERS[profile.scanner["driver"]](maker, profile.scanner)
    if profile.lights:
        lamps.MAKERS[profile.lights["driver"]](maker, profile.lights)
    _display(maker)
    _buttons(maker)
    _buzzer(maker)
    maker.pull_up_buses()
    power.make(maker)
    return maker.net


def _display(maker):
    table = maker.profile.display
    if table:
        sda, scl = maker.i2c(table, "display")
        ref = maker.net.add("SSD1306")
        maker.net.join(GROUND, ref, "GND")
        maker.net.join("+3V3", ref, "VCC")
        maker.net.join(sda, ref, "SDA")
        maker.net.join(scl, ref, "SCL")
        maker.net.address[ref] = table["address"]


def _buttons(maker):
    for name in ("white", "black", "menu"):
        net = "BUTTON_" + name.upper()
        maker.use(maker.profile.buttons[name], net, "GPIO", "in", f"button {name}")
        maker.pull(net, "+3V3")
        maker.net.two("BUTTON", name, net, GROUND)


def _buzzer(maker):
    table = maker.profile.buzzer
    if table:
        maker.series(table["pin"], "BUZZER", "1 kΩ", "PWM", "buzzer")
        maker.net.two("PIEZO", "", "BUZZER", GROUND)
