"""Switches that lie: chattering ones, chips and wires that are out of order; what is reported, and what inference must not believe.

A switch that toggles on and on (`MANY` times, and for longer than hands or a hovering magnet make it) is masked and reported until it has been
quiet for `QUIET`.  Switches that share a part (a chip, a row or a column of a matrix, a select line of multiplexers) are a group; it is out of
order when the driver says so, when at a stroke all of them read the same, or the same as those of another group, and at least `STROKE` have
changed for it, or when `CROWD` of them toggle on and on.  Its squares are masked and reported until it is itself again.
"""

from firmware.journal import line

MANY = 16           # toggles ...
LONG = 3000         # ... over at least so many ms, with no pause of
PAUSE = 1000        # ms: a chattering switch
STROKE = 4          # switches of one group changing in one scan
CROWD = 3           # switches of one group toggling on and on, ...
OFTEN = 6           # ... each so many times without a pause: hands don't
QUIET = 5000        # ms without a toggle: it may be believed again


class Group:
    """Switches on one part: its `name` for people, its `bits` of the frame; `twins`: the bits whose levels they show if it fails, or None."""

    def __init__(self, name, bits, twins=None):
        self.name = name
        self.bits = bytes(bits)
        self.twins = bytes(twins) if twins else None

    def fails(self, frame):
        """Whether `frame` looks as if the part were out of order."""
        level = frame[self.bits[0] >> 3] >> (self.bits[0] & 7) & 1
        same = mirrored = True
        for i, bit in enumerate(self.bits):
            closed = frame[bit >> 3] >> (bit & 7) & 1
            same = same and closed == level
            if self.twins:
                twin = self.twins[i]
                mirrored = mirrored and closed == frame[twin >> 3] >> (twin & 7) & 1
        return mirrored and not same if self.twins else same


def groups(profile):
    """The groups of a board: first its chips (of a matrix: rows), in the order of the driver's `faults`, then what else they share."""
    width = profile.chip_bits
    driver = profile.scanner["driver"]
    used = [bit for bit in range(profile.bits) if profile.bit_cells[bit] != 255]
    kind = "row" if driver == "matrix" else "chip"
    found = []
    for chip in range((profile.bits + width - 1) // width):
        found.append(Group("%s%d" % (kind, chip + 1), [bit for bit in used if bit // width == chip]))
    if driver == "matrix":
        for column in range(width):
            found.append(Group("column%d" % (column + 1), [bit for bit in used if bit % width == column]))
    elif driver == "hc4067":
        for line in range(8):       # each of the four stuck at either level: those channels that should see the other show their twins
            mask = 1 << (line >> 1)
            bits = [bit for bit in used if bool(bit & mask) == bool(line & 1) and bit ^ mask in used]
            found.append(Group("select%d" % (line >> 1), bits, [bit ^ mask for bit in bits]))
    return found


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
        self.groups = None
        self.chained = controller.profile.scanner["driver"] != "matrix"
        self._named = ""            # the parts reported last
        self._stored = None         # the squares stored last

    def begin(self, before):
        """Take over what is known of the board from `before`, which watched it during the game before (None: nothing)."""
        self.groups = before.groups if before else groups(self.owner.profile)
        if not before:
            return
        self.noisy, self.told, self.parts, self._named = before.noisy, before.told, before.parts, before._named
        for number in before.dead:
            self.fail(number)
        if len(before.last) == len(self.last):
            self.loud, self.last = before.loud, before.last
        self._wait()

    # -- single switches ----------------------------------------------------------------------------------------------

    def toggled(self, cell, now):
        """`cell` toggled at `now` (ms); returns whether that counts as something happening on the board."""
        if now - self.last[cell] >= PAUSE:
            self.since[cell] = now
            self.count[cell] = 0
        self.last[cell] = now
        self.count[cell] = min(255, self.count[cell] + 1)
        if cell in self.loud:
            self._wait()
            return False
        mask = self.owner.tracker.mask
        if mask[cell]:
            return False
        if self.count[cell] >= OFTEN and self._crowd(cell, now):
            return False
        if self.count[cell] >= MANY and now - self.since[cell] >= LONG:
            self.loud.append(cell)
            mask[cell] = 1
            self._wait()
            self.report()
        return True

    def _crowd(self, cell, now):
        """Whether `cell` belongs to a group in which many toggle on and on; that is then out of order."""
        for number, group in enumerate(self.groups):
            cells = self._cells(group) if group.twins is None else ()
            if cell in cells and sum([self.count[c] >= OFTEN and now - self.last[c] < PAUSE for c in cells]) >= CROWD:
                self.noisy[number] = now
                self.fail(number)
                self._wait()
                return True
        return False

    # -- groups -------------------------------------------------------------------------------------------------------

    def chips(self, debounce, now):
        """Look for groups that fail at this scan, and for those that no longer do; returns whether that happened."""
        frame = debounce.cooked
        changed = {}
        for i in range(debounce.count):
            bit = debounce.changed[i]
            for number, group in enumerate(self.groups):
                if bit in group.bits:
                    changed[number] = changed.get(number, 0) + 1
        news = False
        failing = []
        for number in sorted(changed):
            if number in self.noisy:
                self.noisy[number] = now
                self._wait()
            elif number in self.dead:
                if not self._told(number) and (changed[number] >= STROKE or not self.groups[number].fails(frame)):
                    self.revive(number, frame, now)
                    news = True
            elif changed[number] >= STROKE and self._stroke(number, debounce):
                failing.append(number)
        mirrors = [number for number in failing if self.groups[number].twins]
        if mirrors:         # that says more than that a chip reads the same all over
            failing = mirrors
        elif failing and self.chained:
            # chips hang on one another: those that have become uniform in this scan have failed with it
            failing = [number for number in sorted(changed) if self.groups[number].fails(frame)]
        for number in failing:
            if number not in self.dead:
                self.fail(number)
                news = True
        return news

    def _stroke(self, number, debounce):
        """Whether the group fails, which has many changes; where it shows another's levels it must be the one that changed more."""
        group = self.groups[number]
        if not group.bits or not group.fails(debounce.cooked):
            return False
        if group.twins is None:
            return True
        changed = list(debounce.changed[: debounce.count])
        return sum([bit in group.bits for bit in changed]) > sum([bit in group.twins for bit in changed])

    def silent(self, bit):
        """Whether `bit` belongs to a group that is out of order."""
        for number in self.dead:
            if bit in self.groups[number].bits:
                return True
        return False

    def _told(self, number):
        """Whether it is the driver that says that the group is out of order."""
        return number < len(self.told) and self.told[number]

    def _cells(self, group):
        """The cells of the game that lie over the switches of `group`."""
        cells = self.owner.cells
        return [cells[bit] for bit in group.bits if cells[bit] != 255]

    def fail(self, number):
        """A group is out of order: mask its cells."""
        mask = self.owner.tracker.mask
        self.dead[number] = [cell for cell in self._cells(self.groups[number]) if not mask[cell]]
        self.owner.declare(self.dead[number])

    def _trust(self, cell, closed, now):
        """Believe the switch of `cell` again, which is `closed` (0 or 1)."""
        self.owner.finish()
        tracker = self.owner.tracker
        tracker.occ[cell] = closed
        tracker.trust(cell, now)

    def revive(self, number, frame, now):
        """A group is itself again: what it shows in `frame` now counts."""
        cells = self.dead.pop(number)
        self.noisy.pop(number, 0)
        for bit in self.groups[number].bits:
            cell = self.owner.cells[bit]
            if cell == 255 or cell not in cells:
                continue
            others = [other for other in self.dead if bit in self.groups[other].bits]
            if others:
                self.dead[others[0]].append(cell)
                continue
            self._trust(cell, frame[bit >> 3] >> (bit & 7) & 1, now)
        self.report()
        self.owner.wake()

    def drivers(self, chips, debounce, now):
        """Take the scanner driver's word: `chips` has a byte a chip, other than 0 where it does not answer."""
        before, self.told = self.told, bytes(chips)
        for chip in range(len(chips)):
            if chips[chip] and chip not in self.dead:
                self.fail(chip)
            elif not chips[chip] and chip < len(before) and before[chip] and chip in self.dead and chip not in self.noisy:
                self.revive(chip, debounce.cooked, now)
        self.report()

    def others(self, kind, chips):
        """Take the word of another driver, that of the part `kind`; as `drivers`."""
        self.parts[kind] = bytes(chips)
        self.report()

    # -- time ---------------------------------------------------------------------------------------------------------

    def _wait(self):
        """Find when the next one may have been quiet for long enough."""
        times = [self.last[cell] for cell in self.loud] + list(self.noisy.values())
        self.due = min(times) + QUIET if times else -1

    def look(self, now):
        """Believe again the chatterers that have been quiet."""
        for cell in list(self.loud):
            if now - self.last[cell] >= QUIET:
                self.loud.remove(cell)
                self._trust(cell, self.owner.tracker.occ[cell], now)
                self.owner.wake()
                self.report()
        for number in list(self.noisy):
            if now - self.noisy[number] >= QUIET:
                self.revive(number, self.owner.debounce.cooked, now)
        self._wait()

    # -- report -------------------------------------------------------------------------------------------------------

    def report(self):
        """Send and store the whole list of faulty squares, and the parts that are out of order if that has changed."""
        owner = self.owner
        tracker = owner.tracker
        square = tracker.game.square
        names = [square(cell) for cell in range(tracker.game.n) if tracker.mask[cell]]
        owner.say("fault " + " ".join(names))
        kept = [name for name in names if not self._passing(tracker.game.cell(name))]
        if kept != self._stored:
            self._stored = kept
            owner.store.append(self.line())
        broken = self.broken()
        if broken != self._named:
            self._named = broken
            owner.say("broken " + broken)

    def line(self):
        """The journal's line that lists the squares declared faulty."""
        return line("M " + " ".join(self._stored or ()))

    def broken(self):
        """The names of the parts that are out of order, as one text."""
        names = []
        for number, group in enumerate(self.groups):
            if (number in self.dead or self._told(number)) and group.name not in names:
                names.append(group.name)
        for kind in sorted(self.parts):
            for chip, fault in enumerate(self.parts[kind]):
                if fault:
                    names.append(kind if len(self.parts[kind]) == 1 else "%s%d" % (kind, chip + 1))
        return " ".join(names)

    def _passing(self, cell):
        """Whether `cell` is masked only as long as its switch or part misbehaves."""
        return cell in self.loud or any([cell in cells for cells in self.dead.values()])
