"""The doctor tried: on boards with every fault that the simulator can inject, and on healthy ones with noisy switches and hands."""

from host.doctor.patients import Hands, Patient

HEALTHY = ("classic-8x8", "universal-12x9", "mux-8x8", "expander-9x9")


class Fault:
    """A fault for the simulator: its name for people, the `kind` as which the doctor should find it, and what it should say.

    squares: names of the squares, or how many there are, or None for any. inject(patient): puts it in; the patient is made of the rest (see
    `Patient`). hands: a subclass of Hands. kinds: kinds that may be found besides.
    """

    def __init__(self, text, kind, squares, inject, name="classic-8x8", guided=True, hands=Hands, also=(), **more):
        self.text, self.kind, self.squares, self.inject = text, kind, squares, inject
        self.name, self.guided, self.hands, self.also, self.more = name, guided, hands, also, more

    def examined(self):
        """Return the doctor's report on a board with this fault."""
        patient = Patient(self.name, **self.more)
        self.inject(patient)
        if self.more.get("pins"):
            patient.board.scanning = self.kind == "restless" or self.kind == ""
            patient.board.wait(100)
            patient.board.runtime.device.look()
            patient.board.wait(20)
        return patient.examine(self.guided, self.hands(patient))

    def found(self, report):
        """Whether `report` names the fault and nothing else."""
        kinds = {finding.kind for finding in report.findings}
        if not self.kind:
            return not kinds
        if not kinds <= {self.kind, *self.also} or not kinds:
            return False
        if self.squares is None or self.also:
            return True
        (finding,) = (finding for finding in report.findings if finding.kind == self.kind)
        return (len(finding.squares) if isinstance(self.squares, int) else finding.squares) == self.squares


class Lazy(Hands):
    """Hands that do not press Black's button."""

    def begin(self, task):
        """See Hands."""
        if task.kind != "press" or task.squares != ("black",):
            super().begin(task)
        else:
            self.deadline = self.board.now_ms + 200


def _stick(square, closed):
    return lambda patient: patient.world.stick(patient.board.now_ms * 1000, square, closed)


def _stays(patient):
    """c3 stays closed when its piece has gone."""
    lift = patient.world.lift

    def sticky(at, square):
        lift(at, square)
        if square == "c3":
            patient.world.stick(at, "c3", True)

    patient.world.lift = sticky


def _weak(patient):
    """A piece on f6 closes its switch only at its edge: it chatters for long."""
    put = patient.world.put

    def weak(at, square):
        put(at, square)
        if square == "f6":
            bit = patient.world.layout.bit["f6"]
            patient.world._flicker(at, at + 300_000, bit, True, (500, 20_000))
            patient.world._plan(at + 300_000, bit, "level", True)

    patient.world.put = weak


def _along(square, other):
    """A piece on `square` closes `other` too."""

    def inject(patient):
        put, lift, bits = patient.world.put, patient.world.lift, patient.world.layout.bit

        def strong(at, where):
            put(at, where)
            if where == square:
                patient.world._change(at, bits[other], True)

        def gone(at, where):
            lift(at, where)
            if where == square:
                patient.world._change(at, bits[other], False)

        patient.world.put, patient.world.lift = strong, gone

    return inject


def _shaken(patient):
    patient.board.shaken = ("b2", "g7")


def _no_display(patient):
    """Dead, and something is written on it."""
    from host.sim import doings

    patient.bench.display.kill()
    patient.board.do(doings.parse("press menu 300")[0])


def _chips(inject):
    return lambda patient: inject(patient.chips)


def _none(patient):
    """Nothing more than the patient's own wires."""


_EXCHANGED = {"a1": "h8", "h8": "a1", "c3": "c4", "c4": "c3"}
FAULTS = (
    Fault("a switch is always closed", "stuck", ("d4",), _stick("d4", True), noise="hard"),
    Fault("a switch never closes", "dead", ("d4",), _stick("d4", False), noise="hard"),
    Fault("a switch stays closed when the piece has gone", "sticks", None, _stays),
    Fault("a magnet too weak: a contact chatters long", "chatter", ("f6",), _weak),
    Fault("a magnet closes the neighbour too", "neighbour", ("e5", "e6"), _along("e5", "e6")),
    Fault("a switch elsewhere closes too", "ghost", None, _along("b2", "g7")),
    Fault("two wires exchanged", "swapped", ("a1", "b1"), _none, noise="hard", wires={"a1": "b1", "b1": "a1"}),
    Fault("two pairs of wires exchanged", "swapped", tuple(sorted(_EXCHANGED)), _none, noise="hard", wires=_EXCHANGED),
    Fault("three wires in a ring", "swapped", ("a1", "a2", "a3"), _none, noise="hard", wires={"a1": "a2", "a2": "a3", "a3": "a1"}),
    Fault("74HC165: a chip reads 0", "chip", 40, _chips(lambda chips: chips.kill(3, 0)), pins=True),
    # on an empty board it can't be told which
    Fault("74HC165: a chip reads 1", "chip", 64, _chips(lambda chips: chips.kill(5, 1)), pins=True),
    Fault("74HC165: load wire broken", "chip", 64, _chips(lambda chips: chips.cut_load()), pins=True),
    Fault("74HC165: load wire broken at one chip", "chip", 8, _chips(lambda chips: chips.cut_load(2)), pins=True),
    Fault("74HC165: pull-up missing", "restless", 1, _chips(lambda chips: chips.float_input(13)), guided=False, pins=True),
    Fault("matrix: row wire broken", "dead-chip", 8, _chips(lambda chips: chips.cut_row(2)), "matrix-8x8", pins=True),
    Fault("matrix: column wire broken", "dead-column", 8, _chips(lambda chips: chips.cut_column(5)), "matrix-8x8", pins=True),
    Fault("matrix: a diode missing", "diode", 1, _chips(lambda chips: chips.remove_diode(27)), "matrix-8x8", pins=True),
    Fault("CD74HC4067: a chip dead", "dead-chip", 16, _chips(lambda chips: chips.kill(1)), "mux-8x8", pins=True),
    Fault("CD74HC4067: a select line stuck", "select", 32, _chips(lambda chips: chips.stick_select(2, 0)), "mux-8x8", pins=True),
    Fault("MCP23017: a chip dead", "chip", 14, _chips(lambda chips: chips.kill(1)), "expander-9x9", pins=True),
    Fault("MCP23017: wrong address", "chip", 14, _chips(lambda chips: chips.move(0, 0x27)), "expander-9x9", pins=True),
    Fault("MCP23017: clock wire held low", "chip", 81, _chips(lambda chips: chips.bus.stick(0)), "expander-9x9", pins=True),
    Fault("MCP23017: data wire held low", "chip", 81, _chips(lambda chips: chips.bus.stick(1)), "expander-9x9", pins=True),
    Fault("MCP23017: bus pull-up missing", "chip", 81, _chips(lambda chips: chips.bus.sda.cut_pull()), "expander-9x9", pins=True),
    # what the driver mends by itself is no fault of the board
    Fault("MCP23017: power gone for a moment", "", (), _chips(lambda chips: chips.brown_out(0)), "expander-9x9", pins=True),
    Fault("MCP23017: no interrupt wire", "", (), _chips(lambda chips: chips.cut_interrupt()), "expander-9x9", pins=True),
    Fault("MCP23017: garbled messages", "", (), _chips(lambda chips: chips.bus.garble(3)), "expander-9x9", pins=True),
    Fault("lamps disturb switches", "lamps", ("b2", "g7"), _shaken, guided=False),
    Fault("WS2812: a lamp dead, and all behind it", "dark", ("a8", "b8", "c8", "d8"), lambda patient: patient.bench.lights.kill(60), pins=True),
    Fault("MAX7219: dead", "dark", None, lambda patient: patient.bench.lights.kill(0), "mux-8x8", also=("lamp-chip",), pins=True),
    Fault("HT16K33: dead", "lamp-chip", None, lambda patient: patient.bench.lights.kill(0), "expander-9x9", also=("dark",), pins=True),
    Fault("SSD1306: dead", "display", (), _no_display, "universal-12x9", pins=True),
    Fault("a button does nothing", "button", None, _none, hands=Lazy),
)


def healthy(number, seed):
    """Return `(board, findings)` of the healthy board number `number`, its switches and hands at their noisiest."""
    name = HEALTHY[number % len(HEALTHY)]
    patient = Patient(name, "hard", f"{seed} {number}")
    return name, patient.examine(helper=Hands(patient, number)).findings
