"""Switches that lie: chattering, a dead chain; what is reported, and what inference must not believe.

A switch that toggles on and on (`MANY` times, and for longer than hands or a hovering magnet make it) is masked and reported until it has been
quiet for `QUIET`.  A frame in which every switch, or every switch of one chip, reads the same at a stroke is a broken chain: nothing
is inferred while it lasts.
"""

MANY = 16           # toggles ...
LONG = 3000         # ... over at least so many ms, with no pause of
PAUSE = 1000        # ms: a chattering switch
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
        self.dead = False
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

    def look(self, now):
        """Believe again the chatterers that have been quiet."""
        self.due = -1
        for cell in list(self.loud):
            if now - self.last[cell] >= QUIET:
                self.loud.remove(cell)
                self.owner.tracker.mask[cell] = 0
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
        owner.remember_faults([name for name in names if tracker.game.cell(name) not in self.loud])
