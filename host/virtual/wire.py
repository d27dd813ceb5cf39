"""An electrical node: what drives it, what pulls it, who listens to it."""


class Wire:
    """One wire between pins.

    Everything connected to it that can drive it owns a `port` and says through it 0, 1 or None (let go).  `level` is
    the level now.  When nobody drives it, a pull decides; with no pull it floats: `read` then gives noise.
    `shorts` counts the times two ports drove it against each other (the low one wins, as a transistor to ground does).
    """

    def __init__(self, name, pull=None):
        self.name = name
        self.level = 1 if pull is None else pull
        self.shorts = 0
        self.floating = pull is None
        self.listeners = []  # each is called with the new level at every edge
        self.watchers = []  # each is called with the level when it changes, or when the wire is let go or taken hold of
        self.burst = None  # the one chip on this clock wire that can take whole bytes, see host.virtual.machine.SPI
        self.pulses = None  # the chip that takes a `machine.bitstream` on this wire
        self._drives = []
        self._pulls = [pull]
        self._noise = 1

    def port(self):
        """A new connection to this wire; what it is told to do is said with its number."""
        self._drives.append(None)
        self._pulls.append(None)
        return len(self._drives) - 1

    def drive(self, port, level):
        """Drive the wire to 0 or 1 through `port`, or let go with None."""
        self._drives[port] = level
        self._settle()

    def pull(self, port, level):
        """Pull the wire weakly through `port`: 0, 1 or None for no pull."""
        self._pulls[port + 1] = level
        self._settle()

    def read(self):
        """The level: 0 or 1."""
        if self.floating:
            # A fixed sequence, so that a run repeats: bit 0 of a 15-bit shift register with feedback.
            noise = self._noise
            self._noise = noise >> 1 | ((noise ^ noise >> 1) & 1) << 14
            return noise & 1
        return self.level

    def cut_pull(self):
        """Take the wire's own resistor away (a missing pull-up)."""
        self._pulls[0] = None
        self._settle()

    def mend_pull(self, level):
        """Put a resistor to `level` on the wire."""
        self._pulls[0] = level
        self._settle()

    def _settle(self):
        level = None
        for drive in self._drives:
            if drive is not None:
                if level is not None and drive != level:
                    self.shorts += 1
                    level = 0
                else:
                    level = drive
        if level is None:
            for pull in self._pulls:
                if pull is not None:
                    level = pull
                    break
        changed = (level is None) != self.floating
        self.floating = level is None
        if level is not None and level != self.level:
            changed = True
            self.level = level
            for listener in self.listeners:
                listener(level)
        if changed:
            for watcher in self.watchers:
                watcher(self.level)


class SlowWire(Wire):
    """A wire with capacitance: when nobody drives it any more it takes `rise_us` until its pull shows.

    Until then it reads the level it was driven to; listeners are not told.
    """

    def __init__(self, name, clock, rise_us, pull=None):
        super().__init__(name, pull)
        self.rise_us = rise_us
        self._clock = clock
        self._free_at = 0
        self._held = None

    def drive(self, port, level):
        """As `Wire.drive`."""
        before = self.level
        super().drive(port, level)
        if level is None and self.level != before and self._held is None:
            self._held = before
            self._free_at = self._clock.ticks_us() + self.rise_us
        elif level is not None:
            self._held = None

    def read(self):
        """The level: 0 or 1."""
        if self._held is not None:
            if self._clock.ticks_us() < self._free_at:
                return self._held
            self._held = None
        return super().read()
