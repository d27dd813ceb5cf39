"""Switches that lie: chattering ones, chips and wires that are out of order; what is reported, and what inference must not believe.

A switch that toggles on and on (`MANY` times, and for longer than hands or a hovering magnet make it) is masked and reported until it has been
quiet for `QUIET`.  Switches that share a part (a chip, a row or a column of a matrix, a select line of multiplexers) are a group; it is out of
order when the driver says so, when at a stroke all of them read the same, or the same as those of another group, and at least `STROKE` have
changed for it, or when `CROWD` of them toggle on and on.  Its squares are masked and reported until it is itself again.

Here switches are watched; what is done about one that lies is in `firmware.broken`, which a device loads for as long as it takes.
"""

from firmware import forget

MANY = 16           # toggles ...
LONG = 3000         # ... over at least so many ms, with no pause of
PAUSE = 500         # ms: a chattering switch
STROKE = 4          # switches of one group changing in one scan
FEW = 3             # so many switches of a group at least toggle on and on where it is out of order
OFTEN = 6           # toggles of one switch without a pause: hands hardly make so many


class Faults:
    """Watches the switches of one controller's board."""

    def __init__(self, controller):
        self.owner = controller
        n = controller.tracker.game.n
        self.since = [0] * n        # ms, when the present run of toggles began, per cell
        self.last = [-PAUSE] * n
        self.count = bytearray(n)
        self.loud = []              # cells masked because they chatter
        self.dead = {}              # number of a group that is out of order -> cells masked for it
        self.noisy = {}             # number of a group that chatters -> ms of its last toggle
        self.told = b""             # the scanner driver's word: a byte a chip
        self.parts = {}             # kind of other parts -> the same
        self.due = -1
        self.groups = None          # see `firmware.broken.groups`, while they are needed
        self.named = ""             # the parts reported last
        self.stored = None          # the squares stored last

    def toggled(self, cell, now):
        """`cell` toggled at `now` (ms); returns whether that counts as something happening on the board."""
        if now - self.last[cell] >= PAUSE:
            self.since[cell] = now
            self.count[cell] = 0
        self.last[cell] = now
        self.count[cell] = min(255, self.count[cell] + 1)
        if cell not in self.loud and (self.count[cell] < OFTEN or self._harmless(cell, now)):
            return not self.owner.tracker.mask[cell]
        from firmware import broken

        counts = broken.often(self, cell, now)
        self._done()
        return counts

    def _harmless(self, cell, now):
        """Whether `cell` toggles on and on but not for long, and too few others do for a group to be out of order: there is nothing to do yet.

        What would be done is loaded for it, and meanwhile no switch would be seen.
        """
        return not self.lasting(cell, now) and self.restless(range(len(self.last)), now) < FEW

    def lasting(self, cell, now):
        """Whether `cell` has toggled on and on for so long at `now` (ms) that it is not hands."""
        return self.count[cell] >= MANY and now - self.since[cell] >= LONG

    def restless(self, cells, now):
        """How many of `cells` toggle on and on at `now` (ms)."""
        return sum([self.count[cell] >= OFTEN and now - self.last[cell] < PAUSE for cell in cells])

    def chips(self, debounce, now):
        """Look for groups that fail at this scan, and for those that no longer do; returns whether that happened."""
        if debounce.count < STROKE and not self.dead and not self.noisy:
            return False
        from firmware import broken

        news = broken.chips(self, debounce, now)
        self._done()
        return news

    def silent(self, bit):
        """Whether `bit` belongs to a group that is out of order."""
        for number in self.dead:
            if bit in self.groups[number].bits:
                return True
        return False

    def word(self, kind, chips, now):
        """The driver of the part `kind` says which of its chips do not answer: `chips` has a byte a chip, other than 0 where it does not."""
        from firmware import broken

        broken.word(self, kind, chips, now)
        self._done()

    def look(self, now):
        """Believe again what has been quiet for long enough."""
        from firmware import broken

        broken.look(self, now)
        self._done()

    def report(self):
        """Send and store the whole list of faulty squares, and the parts that are out of order if that has changed."""
        from firmware import broken

        broken.report(self)
        self._done()

    def _done(self):
        """What is done about switches that lie is not needed any more, unless there are some."""
        if not self.loud and not self.dead and not self.noisy:
            self.groups = None
            forget("broken")
