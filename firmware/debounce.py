"""Debounce, policy "settle": a switch has changed when it has been steady in its new state for a while.

One pure step, `update(raw, now)`: it reads no clock, keeps the raw frame untouched and allocates nothing.  Both directions
wait equally long, so that the order of what hands did is kept.
"""

SETTLE = 8      # ms; a reed bounces up to 5 ms, a scan every 2 ms must have seen it steady


class Settle:
    """`bits`: number of switches.  `cooked`: the debounced frame, a bytearray of bits (1 = closed).

    After `update`, `changed[:count]` are the bits that changed (a switch number each, below 256), and `due` is when the next
    one may, in ms, or -1.
    """

    def __init__(self, bits, settle=SETTLE):
        self.settle = settle
        self.cooked = bytearray((bits + 7) // 8)
        self.raw = bytearray(len(self.cooked))
        self.changed = bytearray(len(self.cooked) * 8)
        self.count = 0
        self.due = -1
        self._since = [0] * (len(self.cooked) * 8)

    def prime(self, raw):
        """Believe the frame `raw` as it is (at start)."""
        for i in range(len(self.cooked)):
            self.cooked[i] = self.raw[i] = raw[i]
        self.due = -1

    def update(self, raw, now):
        """Take the frame `raw` read at `now` (ms); returns how many switches have changed."""
        self.count = 0
        if raw == self.raw:
            if self.due < 0 or now < self.due:
                return 0
        else:
            self._note(raw, now)
        self.due = -1
        cooked = self.cooked
        for i in range(len(cooked)):
            pending = raw[i] ^ cooked[i]
            if pending:
                cooked[i] ^= self._ripe(i, pending, now)
        return self.count

    def _note(self, raw, now):
        """Remember when each switch of `raw` last moved."""
        kept = self.raw
        for i in range(len(kept)):
            moved = raw[i] ^ kept[i]
            if moved:
                kept[i] = raw[i]
                bit = 0
                while moved:
                    if moved & 1:
                        self._since[8 * i + bit] = now
                    moved >>= 1
                    bit += 1

    def _ripe(self, i, pending, now):
        """Of the differing bits of byte `i` those that have been steady long enough; they are listed as changed."""
        ripe = 0
        for bit in range(8):
            if pending & (1 << bit):
                at = self._since[8 * i + bit] + self.settle
                if at <= now:
                    ripe |= 1 << bit
                    self.changed[self.count] = 8 * i + bit
                    self.count += 1
                elif self.due < 0 or at < self.due:
                    self.due = at
        return ripe
