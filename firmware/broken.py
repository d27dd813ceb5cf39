"""What is done about switches and parts that lie; see `firmware.faults`.  All of these work on a `Faults`."""

from firmware.faults import FEW, STROKE
from firmware.journal import line

CROWD = 4           # switches of one group that toggle on and on without a pause (or all of three): hands in a hurry bring it to three
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
    cells = profile.bit_cells
    kind = "row" if driver == "matrix" else "chip"
    found = []
    for first in range(0, profile.bits, width):
        bits = range(first, min(first + width, profile.bits))
        found.append(Group("%s%d" % (kind, first // width + 1), [bit for bit in bits if cells[bit] != 255]))
    if driver == "matrix":
        for column in range(width):
            found.append(Group("column%d" % (column + 1), [bit for bit in range(column, profile.bits, width) if cells[bit] != 255]))
    elif driver == "hc4067":
        used = [bit for bit in range(profile.bits) if cells[bit] != 255]
        for line in range(8):       # each of the four stuck at either level: those channels that should see the other show their twins
            mask = 1 << (line >> 1)
            bits = [bit for bit in used if bool(bit & mask) == bool(line & 1) and bit ^ mask in used]
            found.append(Group("select%d" % (line >> 1), bits, [bit ^ mask for bit in bits]))
    return found


def begin(faults, before):
    """Take over what is known of the board from `before`, which watched it during the game before."""
    faults.groups = before.groups or groups(faults.owner.profile)
    faults.noisy, faults.told, faults.parts, faults.named = before.noisy, before.told, before.parts, before.named
    for number in before.dead:
        fail(faults, number)
    if len(before.last) == len(faults.last):
        faults.loud, faults.last = before.loud, before.last
    _wait(faults)


def _known(faults):
    """The groups of the board."""
    if faults.groups is None:
        faults.groups = groups(faults.owner.profile)
    return faults.groups


# -- single switches --------------------------------------------------------------------------------------------------


def often(faults, cell, now):
    """`cell`, which has toggled often or is masked for it, has done so again; returns whether that counts as something happening on the board."""
    if cell in faults.loud:
        _wait(faults)
        return False
    mask = faults.owner.tracker.mask
    if mask[cell] or _crowd(faults, cell, now):
        return False
    if faults.lasting(cell, now):
        faults.loud.append(cell)
        mask[cell] = 1
        _wait(faults)
        report(faults)
    return True


def _crowd(faults, cell, now):
    """Whether `cell` belongs to a group in which many toggle on and on; that is then out of order."""
    for number, group in enumerate(_known(faults)):
        cells = _cells(faults, group) if group.twins is None else ()
        if cell in cells and faults.restless(cells, now) >= min(CROWD, max(FEW, len(cells))):
            faults.noisy[number] = now
            fail(faults, number)
            _wait(faults)
            return True
    return False


# -- groups -----------------------------------------------------------------------------------------------------------


def chips(faults, debounce, now):
    """Look for groups that fail at this scan, and for those that no longer do; returns whether that happened."""
    frame = debounce.cooked
    known = _known(faults)
    changed = {}
    for i in range(debounce.count):
        bit = debounce.changed[i]
        for number, group in enumerate(known):
            if bit in group.bits:
                changed[number] = changed.get(number, 0) + 1
    news = False
    failing = []
    for number in sorted(changed):
        if number in faults.noisy:
            faults.noisy[number] = now
            _wait(faults)
        elif number in faults.dead:
            if not _told(faults, number) and (changed[number] >= STROKE or not known[number].fails(frame)):
                revive(faults, number, frame, now)
                news = True
        elif changed[number] >= STROKE and _stroke(faults, number, debounce):
            failing.append(number)
    mirrors = [number for number in failing if known[number].twins]
    if mirrors:         # that says more than that a chip reads the same all over
        failing = mirrors
    elif failing and faults.owner.profile.scanner["driver"] != "matrix":
        # chips hang on one another: those that have become uniform in this scan have failed with it
        failing = [number for number in sorted(changed) if known[number].fails(frame)]
    for number in failing:
        if number not in faults.dead:
            fail(faults, number)
            news = True
    return news


def _stroke(faults, number, debounce):
    """Whether the group fails, which has many changes; where it shows another's levels it must be the one that changed more."""
    group = _known(faults)[number]
    if not group.bits or not group.fails(debounce.cooked):
        return False
    if group.twins is None:
        return True
    changed = list(debounce.changed[: debounce.count])
    return sum([bit in group.bits for bit in changed]) > sum([bit in group.twins for bit in changed])


def _told(faults, number):
    """Whether it is the driver that says that the group is out of order."""
    return number < len(faults.told) and faults.told[number]


def _cells(faults, group):
    """The cells of the game that lie over the switches of `group`."""
    cells = faults.owner.cells
    return [cells[bit] for bit in group.bits if cells[bit] != 255]


def fail(faults, number):
    """A group is out of order: mask its cells."""
    mask = faults.owner.tracker.mask
    faults.dead[number] = [cell for cell in _cells(faults, _known(faults)[number]) if not mask[cell]]
    declare(faults, faults.dead[number])


def _trust(faults, cell, closed, now):
    """Believe the switch of `cell` again, which is `closed` (0 or 1)."""
    faults.owner.finish()
    tracker = faults.owner.tracker
    tracker.occ[cell] = closed
    tracker.trust(cell, now)


def revive(faults, number, frame, now):
    """A group is itself again: what it shows in `frame` now counts."""
    cells = faults.dead.pop(number)
    faults.noisy.pop(number, 0)
    for bit in _known(faults)[number].bits:
        cell = faults.owner.cells[bit]
        if cell == 255 or cell not in cells:
            continue
        others = [other for other in faults.dead if bit in _known(faults)[other].bits]
        if others:
            faults.dead[others[0]].append(cell)
            continue
        _trust(faults, cell, frame[bit >> 3] >> (bit & 7) & 1, now)
    report(faults)
    faults.owner.wake()


def _scanner(faults, chips, debounce, now):
    """Take the scanner driver's word: `chips` has a byte a chip, other than 0 where it does not answer."""
    before, faults.told = faults.told, bytes(chips)
    for chip in range(len(chips)):
        if chips[chip] and chip not in faults.dead:
            fail(faults, chip)
        elif not chips[chip] and chip < len(before) and before[chip] and chip in faults.dead and chip not in faults.noisy:
            revive(faults, chip, debounce.cooked, now)
    report(faults)


def word(faults, kind, chips, now):
    """Take the word of the driver of the part `kind`: `chips` has a byte a chip, other than 0 where it does not answer."""
    faults.owner.finish()
    if kind == "scanner":
        _scanner(faults, chips, faults.owner.debounce, now)
    else:
        faults.parts[kind] = bytes(chips)
        report(faults)


# -- time -------------------------------------------------------------------------------------------------------------


def _wait(faults):
    """Find when the next one may have been quiet for long enough."""
    times = [faults.last[cell] for cell in faults.loud] + list(faults.noisy.values())
    faults.due = min(times) + QUIET if times else -1


def look(faults, now):
    """Believe again the chatterers that have been quiet."""
    for cell in list(faults.loud):
        if now - faults.last[cell] >= QUIET:
            faults.loud.remove(cell)
            _trust(faults, cell, faults.owner.tracker.occ[cell], now)
            faults.owner.wake()
            report(faults)
    for number in list(faults.noisy):
        if now - faults.noisy[number] >= QUIET:
            revive(faults, number, faults.owner.debounce.cooked, now)
    _wait(faults)


# -- report -----------------------------------------------------------------------------------------------------------


def report(faults):
    """Send and store the whole list of faulty squares, and the parts that are out of order if that has changed."""
    owner = faults.owner
    tracker = owner.tracker
    square = tracker.game.square
    names = [square(cell) for cell in range(tracker.game.n) if tracker.mask[cell]]
    owner.say("fault " + " ".join(names))
    kept = [name for name in names if not _passing(faults, tracker.game.cell(name))]
    if kept != faults.stored:
        faults.stored = kept
        owner.store.append(line("M " + " ".join(kept)))
    broken = _broken(faults)
    if broken != faults.named:
        faults.named = broken
        owner.say("broken " + broken)


def declare(faults, cells):
    """Nothing that the switches under `cells` show is believed any more."""
    owner = faults.owner
    owner.finish()
    owner.tracker.distrust(cells)
    report(faults)
    owner.wake()


def _broken(faults):
    """The names of the parts that are out of order, as one text."""
    names = []
    for number, group in enumerate(_known(faults)):
        if (number in faults.dead or _told(faults, number)) and group.name not in names:
            names.append(group.name)
    for kind in sorted(faults.parts):
        for chip, fault in enumerate(faults.parts[kind]):
            if fault:
                names.append(kind if len(faults.parts[kind]) == 1 else "%s%d" % (kind, chip + 1))
    return " ".join(names)


def _passing(faults, cell):
    """Whether `cell` is masked only as long as its switch or part misbehaves."""
    return cell in faults.loud or any([cell in cells for cells in faults.dead.values()])
