"""WS2812 lamps in a chain, decoded from the lengths of the pulses."""

# Datasheet limits in nanoseconds: how long the line is high for a 0 and for a 1, and the shortest low in between.
_ZERO = (200, 550)
_ONE = (600, 1000)
_LOW = 250
_RESET = 50000


class Ws2812Chain:
    """`count` lamps on `wire`.

    `colours` (bytearray, red green blue a lamp) is what they show.  `garbled` counts pulses that are neither a 0 nor a 1
    by the datasheet.  Fault: `kill(lamp)`: that lamp and all behind it get nothing any more.
    """

    def __init__(self, wire, count):
        self.colours = bytearray(count * 3)
        self.garbled = 0
        self._shift = bytearray(count * 3)
        self._bits = 0
        self._alive = count
        wire.pulses = self

    def kill(self, lamp):
        """Lamp `lamp` breaks: it and those behind it keep what they show."""
        self._alive = lamp

    def mend(self):
        """The chain is whole again."""
        self._alive = len(self.colours) // 3

    def pulse(self, high_ns, low_ns):
        """One pulse: high for `high_ns`, then low for `low_ns`; 50 microseconds of low make the lamps show what they got."""
        bit = _classify(high_ns)
        if bit < 0 or low_ns < _LOW:
            self.garbled += 1
        place = self._bits >> 3
        if bit >= 0 and place < len(self._shift):
            mask = 128 >> (self._bits & 7)
            if bit:
                self._shift[place] |= mask
            else:
                self._shift[place] &= 255 - mask
            self._bits += 1
        if low_ns >= _RESET:
            self._latch()

    def bitstream(self, timing, data):
        """The pulses of `machine.bitstream` and the pause after them; same effect as `pulse` for every bit."""
        high_0, low_0, high_1, low_1 = timing
        if self._bits or _classify(high_0) != 0 or _classify(high_1) != 1 or low_0 < _LOW or low_1 < _LOW:
            self._pulses(timing, data)
            return
        shift = self._shift
        count = len(data) if len(data) < len(shift) else len(shift)
        for place in range(count):
            shift[place] = data[place]
        self._bits = count * 8
        self._latch()

    def _pulses(self, timing, data):
        high_0, low_0, high_1, low_1 = timing
        for byte in data:
            for shift in range(7, -1, -1):
                if byte >> shift & 1:
                    self.pulse(high_1, low_1)
                else:
                    self.pulse(high_0, low_0)
        self._latch()

    def _latch(self):
        colours, shift = self.colours, self._shift
        lamps = self._bits // 24
        for lamp in range(lamps if lamps < self._alive else self._alive):
            # Green comes first on the wire.
            colours[lamp * 3] = shift[lamp * 3 + 1]
            colours[lamp * 3 + 1] = shift[lamp * 3]
            colours[lamp * 3 + 2] = shift[lamp * 3 + 2]
        self._bits = 0


def _classify(high_ns):
    """0, 1, or -1 for a pulse that is neither."""
    if _ZERO[0] <= high_ns <= _ZERO[1]:
        return 0
    return 1 if _ONE[0] <= high_ns <= _ONE[1] else -1


def attach_lights(mcu, table, count):
    """The chain of `count` lamps that a profile's `lights` table describes, on the wires of `mcu`."""
    return Ws2812Chain(mcu.wire(table["pin"]), count)
