"""Wires up the virtual chips of a board profile, and is the hands and eyes of whoever works on them."""

from host.virtual import install_display, machine
from host.virtual.mcu import Mcu


class Bench:
    """A board without hardware for `profile` (board_drivers.profile.Profile).

    `clock` is a `host.virtual.clock` (default: a new VirtualClock at 0), `mcu` the controller with its wires.
    `switches`, `lights`, `display` are the chip models (see their modules for the faults each can have), or None.
    """

    def __init__(self, profile, clock=None):
        self.profile = profile
        self.mcu = Mcu(profile.mcu, clock)
        self.clock = self.mcu.clock
        self._cell_bits = profile.cell_bits()
        self.switches = _chip(profile.scanner["driver"]).attach_scanner(self.mcu, profile.scanner)
        self.lights = self.display = None
        if profile.lights:
            self.lights = _chip(profile.lights["driver"]).attach_lights(self.mcu, profile.lights, len(profile.led_cells))
        if profile.display:
            install_display()
            self.display = _chip(profile.display["driver"]).attach_display(self.mcu, profile.display)
        self._buttons = [self.mcu.wire(profile.buttons[name]) for name in ("white", "black", "menu")]
        self._presses = [wire.port() for wire in self._buttons]

    def use(self):
        """Make this the board that `machine` stands for; call it before drivers are built, and before another one's turn."""
        machine.use(self.mcu)

    def set_switch(self, bit, closed):
        """Close (True) or open the switch that is frame bit `bit`."""
        self.switches.set_switch(bit, closed)

    def set_square(self, cell, closed):
        """Close (True) or open the switch under board cell `cell`."""
        self.switches.set_switch(self._cell_bits[cell], closed)

    def press(self, mask):
        """Hold down exactly the buttons in `mask`: 1 White, 2 Black, 4 menu."""
        for place in range(3):
            self._buttons[place].drive(self._presses[place], 0 if mask >> place & 1 else None)

    def lamps(self):
        """What the lamps show: a list with one (red, green, blue), 0 to 255 each, for every board cell."""
        cells = [(0, 0, 0)] * self.profile.n
        if self.lights:
            colours = self.lights.colours
            for lamp, cell in enumerate(self.profile.led_cells):
                if cell < self.profile.n:
                    cells[cell] = tuple(colours[lamp * 3 : lamp * 3 + 3])
        return cells

    def screen(self):
        """What the display shows: 64 texts of 128 letters, "#" where it glows and "." where not; empty without a display."""
        if not self.display:
            return []
        return ["".join(["#" if self.display.pixel(x, y) else "." for x in range(128)]) for y in range(64)]

    def tones(self):
        """What the buzzer did so far: a list of (us, hertz), 0 hertz when it fell silent."""
        return self.mcu.tones


def _chip(driver):
    return __import__("host.virtual." + driver, None, None, ("attach",))
