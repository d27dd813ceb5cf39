"""74HC165 shift registers in a chain, edge by edge."""

ALL = -1


class Hc165Chain:
    """`chips` parallel-in shift registers, each one's serial output on the next one's serial input.

    Wires: `load` (/PL: low copies the inputs into the registers), `clock` (a rising edge shifts), `serial_out` (Q7 of
    the chip nearest to the controller), `serial_in` (DS of the farthest one, or None where it is tied to ground).

    Bits are counted as they come out, bit 0 first; an input's level is 1 while its switch is open (pull-up) and 0 while
    it is closed.  Faults: `kill(chip)` makes that chip's output stand still, `float_input(bit)` takes a pull-up away,
    `cut_load()` keeps all chips from loading, `cut_load(chip)` one, `cut_clock()` from shifting; `cut_serial()` breaks the
    wire to the farthest chip's serial input.
    """

    def __init__(self, chips, load, clock, serial_out, serial_in=None):
        self.bits = chips * 8
        self._inputs = bytearray([255] * chips)
        self._register = bytearray(chips)
        self._head = 0  # the bit of the ring `_register` that is at the output now
        self._load, self._clock, self._out, self._in = load, clock, serial_out, serial_in
        self._port = serial_out.port()
        self._dead = self._dead_level = None
        self._floating = None
        self._load_cut = None  # None, a chip, or ALL
        self._clock_cut = self._in_cut = False
        self._noise = 1
        load.listeners.append(self._load_edge)
        clock.listeners.append(self._clock_edge)
        clock.burst = self
        self._show()

    def set_switch(self, bit, closed):
        """Close or open the switch on the input that comes out as number `bit`."""
        mask = 128 >> (bit & 7)
        if closed:
            self._inputs[bit >> 3] &= 255 - mask
        else:
            self._inputs[bit >> 3] |= mask
        if not self._load.level:
            self._take_inputs()

    def kill(self, chip, level=1):
        """Chip `chip` (0 is nearest to the controller) dies: its output stays at `level` (a cut wire: 1 or 0)."""
        self._dead, self._dead_level = chip, level
        self._show()

    def float_input(self, bit):
        """The pull-up of input `bit` is missing: while its switch is open it reads noise."""
        self._floating = bit

    def cut_load(self, chip=ALL):
        """The load wire is broken, before the first chip or on the way to one of them (a pin without it is pulled high)."""
        self._load_cut = chip

    def cut_clock(self):
        """The clock wire is broken before the first chip."""
        self._clock_cut = True

    def cut_serial(self):
        """The wire to the serial input is broken: it stays high."""
        self._in_cut = True

    def mend(self):
        """All faults are gone."""
        self._dead = self._floating = None
        self._load_cut = None
        self._clock_cut = self._in_cut = False
        self._show()

    def _take_inputs(self):
        if self._load_cut == ALL:
            return
        register = self._register
        kept = 0 if self._load_cut is None else self._byte_of(self._load_cut)
        for chip in range(len(register)):
            register[chip] = kept if chip == self._load_cut else self._inputs[chip]
        if self._floating is not None:
            self._noise = self._noise >> 1 | ((self._noise ^ self._noise >> 1) & 1) << 14
            mask = 128 >> (self._floating & 7)
            if register[self._floating >> 3] & mask and self._noise & 1:
                register[self._floating >> 3] &= 255 - mask
        self._head = 0
        if self._dead is not None:
            self._kill_register()
        self._show()

    def _kill_register(self):
        # What the dead chip would have passed on, its own bits and those of all chips behind it, is a constant.
        for chip in range(self._dead, len(self._register)):
            self._register[chip] = 255 if self._dead_level else 0

    def _byte_of(self, chip):
        """What chip `chip` holds now, wherever in the ring that is."""
        byte = 0
        for place in range(8):
            at = (self._head + chip * 8 + place) % self.bits
            byte = byte << 1 | (self._register[at >> 3] >> (7 - (at & 7)) & 1)
        return byte

    def _load_edge(self, level):
        if not level:
            self._take_inputs()

    def _clock_edge(self, level):
        if not level or self._clock_cut or (not self._load.level and self._load_cut != ALL):
            return
        head = self._head
        mask = 128 >> (head & 7)
        if self._serial_level():
            self._register[head >> 3] |= mask
        else:
            self._register[head >> 3] &= 255 - mask
        self._head = head + 1 if head + 1 < self.bits else 0
        self._show()

    def _serial_level(self):
        if self._dead is not None:
            return self._dead_level
        if self._in_cut:
            return 1
        return self._in.read() if self._in else 0

    def _show(self):
        head = self._head
        level = self._register[head >> 3] >> (7 - (head & 7)) & 1
        if self._dead == 0:
            level = self._dead_level
        self._out.drive(self._port, level)

    def takes_bytes(self, sck, mosi, miso):
        """Whether a bus with these pins may use `exchange`: nothing else hangs on its wires, no fault, whole bytes so far."""
        return (
            self._dead is None
            and not (self._clock_cut or self._in_cut)
            and miso is not None
            and miso.wire is self._out
            and (self._in is None or (mosi is not None and mosi.wire is self._in))
            and self._head & 7 == 0
            and self._load.level == 1
            and len(sck.wire.listeners) == 1
        )

    def exchange(self, out, fill, into, count):
        """Clock `count` bytes through: what `count * 8` rising edges do, with bytes `out` (or `fill`) on the serial input."""
        register = self._register
        byte = self._head >> 3
        for place in range(count):
            if into is not None:
                into[place] = register[byte]
            register[byte] = (fill if out is None else out[place]) if self._in else 0
            byte = byte + 1 if byte + 1 < len(register) else 0
        self._head = byte << 3
        self._show()


def attach_scanner(mcu, table):
    """The chain that a profile's `scanner` table describes, on the wires of `mcu`."""
    return Hc165Chain(
        table["chips"],
        mcu.wire(table["load"]),
        mcu.wire(table["sck"]),
        mcu.wire(table["miso"]),
        mcu.wire(table["mosi"]) if table["loop"] else None,
    )
