"""MAX7219 lamp drivers in a chain, edge by edge."""


class Max7219Chain:
    """`chips` chips on the wires `data`, `clock` (shifts on the rising edge) and `select` (takes over on the rising edge).

    `registers[chip]` are its sixteen registers; chip 0 is nearest to the controller.  Fault: `kill(chip)`: that chip and
    those behind it get nothing any more and are dark.
    """

    def __init__(self, chips, data, clock, select):
        self.registers = [bytearray(16) for _ in range(chips)]
        self._data = data
        self._select = select
        self._shift = bytearray(chips * 16)  # one byte a bit, the latest at `_head - 1`
        self._head = 0
        self._alive = chips
        clock.listeners.append(self._clock_edge)
        select.listeners.append(self._select_edge)

    def kill(self, chip):
        """A chip breaks."""
        self._alive = chip

    def mend(self):
        """All chips are well, and as after power-on."""
        self._alive = len(self.registers)
        for registers in self.registers:
            for place in range(16):
                registers[place] = 0

    def _clock_edge(self, level):
        if level:
            self._shift[self._head] = self._data.read()
            self._head = (self._head + 1) % len(self._shift)

    def _select_edge(self, level):
        if not level:
            return
        for chip in range(self._alive):
            word = 0
            for bit in range(16):
                word = word << 1 | self._shift[(self._head - 16 * (chip + 1) + bit) % len(self._shift)]
            self.registers[chip][word >> 8 & 15] = word & 255

    @property
    def colours(self):
        """Bytearray, red green blue a lamp: red or dark."""
        colours = bytearray(len(self.registers) * 64 * 3)
        for chip in range(self._alive):
            registers = self.registers[chip]
            if not registers[12] & 1:
                continue
            for lamp in range(64):
                shown = lamp >> 3 <= registers[11] and registers[9] == 0 and registers[1 + (lamp >> 3)] >> (lamp & 7) & 1
                if registers[15] & 1 or shown:
                    colours[(chip * 64 + lamp) * 3] = 15 + 16 * (registers[10] & 15)
        return colours


def attach_lights(mcu, table, count):
    """The chain that a profile's `lights` table describes, on the wires of `mcu`."""
    return Max7219Chain(table["chips"], mcu.wire(table["mosi"]), mcu.wire(table["sck"]), mcu.wire(table["cs"]))
