"""Switches that lie: chattering, a dead chain; what is reported, and what inference must not believe.

A switch that toggles on and on (`MANY` times, and for longer than hands or a hovering magnet make it) is masked and reported until it has been
quiet for `QUIET`.  Where at a stroke all eight switches of a byte of the chain read the same, and at least `STROKE` of them have changed for it,
or where the driver says that a chip does not answer, the chip is out of order: its squares are masked and reported until it is itself again.
"""

MANY = 16           # toggles ...
LONG = 3000         # ... over at least so many ms, with no pause of
PAUSE = 1000        # ms: a chattering switch
STROKE = 4          # switches of one byte changing in one scan
QUIET = 5000        # ms without a toggle: it may be believed again


class Faults:
    """Watches the switches of one controller's board."""

    def __init__(self, controller):
        self.owner = controller
        n = controller.tracker.game.n
        self.since = [0] * n        # ms, when the present run of toggles began, per cell
        self.last = [-PAUSE] * n
        self.count = bytearray(n)
        self.loud = []              # cells masked because they chatter
        self.dead = {}              # byte of the chain that is out of order -> cells masked for it
        self.due = -1

    def toggled(self, cell, now):
        """`cell` toggled at `now` (ms); returns whether that counts as something happening on the board."""
        if now - self.last[cell] >= PAUSE:
            self.since[cell] = now
            self.count[cell] = 0
        self.last[cell] = now
        self.count[cell] = min(255, self.count[cell] + 1)
        if cell in self.loud:
            self.due = now + QUIET
            return False
        mask = self.owner.tracker.mask
        if mask[cell]:
            return False
        if self.count[cell] >= MANY and now - self.since[cell] >= LONG:
            self.loud.append(cell)
            mask[cell] = 1
            self.due = now + QUIET
            self.report()
        return True

    def chips(self, debounce, now):
        """Look for bytes that all at once read the same, and for those that no longer do; returns whether that happened."""
        changed = {}
        for i in range(debounce.count):
            byte = debounce.changed[i] >> 3
            changed[byte] = changed.get(byte, 0) + 1
        news = False
        stroke = False
        for byte in sorted(changed):
            if byte in self.dead:
                if not self._uniform(debounce, byte) or changed[byte] >= STROKE:
                    self.revive(byte, debounce, now)
                    news = True
            elif changed[byte] >= STROKE and self._uniform(debounce, byte):
                stroke = True
        if stroke:      # then the others that have become uniform in this scan have failed with it
            for byte in sorted(changed):
                if byte not in self.dead and self._uniform(debounce, byte):
                    self.fail(byte)
        return news or stroke

    def silent(self, bit):
        """Whether `bit` belongs to a byte that is out of order."""
        return bit >> 3 in self.dead

    def _cells(self, byte):
        return [(bit, cell) for bit, cell in enumerate(self.owner.cells) if bit >> 3 == byte and cell != 255]

    def _uniform(self, debounce, byte):
        """Whether all switches of `byte` that the game uses read the same."""
        levels = {debounce.cooked[byte] >> (bit & 7) & 1 for bit, _ in self._cells(byte)}
        return len(levels) == 1

    def fail(self, byte):
        """`byte` of the chain is out of order: mask its cells."""
        mask = self.owner.tracker.mask
        cells = [cell for _, cell in self._cells(byte) if not mask[cell]]
        self.dead[byte] = cells
        self.owner.declare(cells)

    def revive(self, byte, debounce, now):
        """`byte` is itself again: what it shows now counts."""
        tracker = self.owner.tracker
        cells = self.dead.pop(byte)
        for bit, cell in self._cells(byte):
            if cell in cells:
                tracker.occ[cell] = debounce.cooked[byte] >> (bit & 7) & 1
                tracker.trust(cell, now)
        self.report()
        self.owner.wake()

    def drivers(self, chips, debounce, now):
        """Take the driver's word: `chips` has a byte a chip, other than 0 where it does not answer; each covers `chip_bits` bits."""
        width = self.owner.profile.chip_bits
        for chip in range(len(chips)):
            for byte in range(chip * width >> 3, (chip * width + width + 7) >> 3):
                if chips[chip] and byte not in self.dead:
                    self.fail(byte)
                elif not chips[chip] and byte in self.dead:
                    self.revive(byte, debounce, now)

    def look(self, now):
        """Believe again the chatterers that have been quiet."""
        self.due = -1
        for cell in list(self.loud):
            if now - self.last[cell] >= QUIET:
                self.loud.remove(cell)
                self.owner.tracker.trust(cell, now)
                self.owner.wake()
                self.report()
            else:
                self.due = self.last[cell] + QUIET

    def report(self):
        """Send and store the whole list of faulty squares."""
        owner = self.owner
        tracker = owner.tracker
        square = tracker.game.square
        names = [square(cell) for cell in range(tracker.game.n) if tracker.mask[cell]]
        owner.say("fault " + " ".join(names))
        owner.remember_faults([name for name in names if not self._passing(tracker.game.cell(name))])

    def _passing(self, cell):
        """Whether `cell` is masked only as long as its switch or chip misbehaves."""
        return cell in self.loud or any([cell in cells for cells in self.dead.values()])
