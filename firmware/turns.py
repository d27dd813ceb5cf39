"""What a turn, a flat tuple of displacements (see `engine.core`), asks of hands; and lists of turns packed into bytes."""

from engine.core import BOX


def needs(turn):
    """Cells that a hand must touch to make `turn`: where things leave, and where they come to rest."""
    cells = []
    landed = []
    for i in range(0, len(turn), 2):
        f = turn[i]
        t = turn[i + 1]
        if f == t:
            continue
        if f in landed:
            landed.remove(f)
        elif f < BOX and f not in cells:
            cells.append(f)
        if t < BOX:
            landed.append(t)
    for t in landed:
        if t not in cells:
            cells.append(t)
    return cells


def filled_from_box(turn):
    """Cells on which `turn` puts a thing from the box."""
    return [turn[i + 1] for i in range(0, len(turn), 2) if turn[i] >= BOX]


def origin(turn):
    """Cell from which the mover of `turn` comes, or -1 where nothing of the board moves by hand but the box gives."""
    for i in range(len(turn) - 2, -1, -2):
        if turn[i] < BOX and turn[i + 1] < BOX and turn[i] != turn[i + 1]:
            start = turn[i]
            for j in range(i - 2, -1, -2):
                if turn[j + 1] == start and turn[j] != turn[j + 1]:
                    start = turn[j]
            return start
    for i in range(0, len(turn), 2):        # a promotion: the pawn goes to the box
        if turn[i] < BOX and turn[i + 1] >= BOX and (i + 2 == len(turn) or turn[i + 2] >= BOX):
            return turn[i]
    return -1


def landing(turn):
    """Cell on which the thing displaced last comes to rest on the board."""
    return turn[-1] if turn[-1] < BOX else turn[-3]


def places(game, turn):
    """Cells on which the things that made `turn` of `game` then stand: capturer, stone, placed pawn, footballer (also one that only kicked)."""
    cells = []
    for i in range(0, len(turn), 2):
        f = turn[i]
        t = turn[i + 1]
        if t < BOX and not (game.NEUTRAL and f < BOX and game.board[f] == game.NEUTRAL):
            if f in cells:
                cells.remove(f)
            cells.append(t)
    return cells or [turn[1]]


def pack(out, turn):
    """Append `turn` to the packed list `out` (a bytearray)."""
    out.append(len(turn))
    out.extend(bytes(turn))


def unpack(packed, cell=-1, pause=0):
    """Yield the turns of a packed list (bytes); with a `cell` only those that have to do with it, and None after every `pause` others."""
    wanted = bytes((cell,)) if cell >= 0 else b""       # that is found everywhere
    i = at = 0
    size = len(packed)
    left = pause
    while i < size:
        if at <= i:             # found in a turn before this one, or it was this one's length
            at = packed.find(wanted, i + 1)
            if at < 0:
                return
        j = i + 1 + packed[i]
        if at < j:
            yield tuple(packed[i + 1 : j])
        elif left == 1:
            yield None
            left = pause
        else:
            left -= 1
        i = j


class Turns:
    """The legal turns of a position, packed: iterate over them (as tuples)."""

    def __init__(self):
        self.packed = b""

    def __iter__(self):
        return unpack(self.packed)
