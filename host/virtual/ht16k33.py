"""HT16K33 lamp drivers on I2C: 8 rows of 16 lamps each."""


class Ht16k33:
    """One chip.  `memory` is its 16 bytes of display memory; `lit` says whether oscillator and display are on."""

    def __init__(self):
        self.reset()

    def reset(self):
        """As after power-on: asleep, dark."""
        self.memory = bytearray(16)
        self.oscillator = self.display = False
        self.brightness = 15
        self._pointer = None

    @property
    def lit(self):
        """Whether it shows its memory."""
        return self.oscillator and self.display

    def start(self):
        """A start: a command is next."""
        self._pointer = None

    def take(self, byte):
        """A byte from the bus: a command, or data for the memory."""
        if self._pointer is not None:
            self.memory[self._pointer] = byte
            self._pointer = (self._pointer + 1) % 16
        elif byte < 0x10:
            self._pointer = byte
        elif byte & 0xF0 == 0x20:
            self.oscillator = bool(byte & 1)
        elif byte & 0xF0 == 0x80:
            self.display = bool(byte & 1)
        elif byte & 0xF0 == 0xE0:
            self.brightness = byte & 15

    def give(self):
        """A byte for the bus."""
        return 0


class Lamps:
    """The chips of a board: lamp number `chip * 128 + row * 16 + column`.  `kill(chip)` and `revive(chip)` as for switches."""

    def __init__(self, bus, addresses):
        self.bus = bus
        self.chips = [Ht16k33() for _ in addresses]
        self._addresses = addresses
        for chip, address in enumerate(addresses):
            bus.attach(address, self.chips[chip])

    def kill(self, chip):
        """The chip loses its power."""
        self.chips[chip].reset()
        self.bus.detach(self._addresses[chip], self.chips[chip])

    def revive(self, chip):
        """The chip is back, as after power-on."""
        self.bus.attach(self._addresses[chip], self.chips[chip])

    @property
    def colours(self):
        """Bytearray, red green blue a lamp: red or dark."""
        colours = bytearray(len(self.chips) * 128 * 3)
        for number, chip in enumerate(self.chips):
            for lamp in range(128):
                if chip.lit and chip.memory[lamp >> 3] >> (lamp & 7) & 1:
                    colours[(number * 128 + lamp) * 3] = 17 * chip.brightness
        return colours


def attach_lights(mcu, table, count):
    """The lamps that a profile's `lights` table describes, on the wires of `mcu`."""
    return Lamps(mcu.i2c_bus(table["sda"], table["scl"]), table["addresses"])
