"""The inner loops of the stories in plain Python; `loops_viper` holds the same ones, and a test says that they agree.

A story `key` is bytes: the number of its row, then what stands on each of `cells` (bytes, `count` of them); `board`: codes by cell; `touched`: by
cell 0 or 1 + its place in `cells`; `mask`: by cell whether its switch is not believed.
"""

from engine.core import BOX

BOXED = 64      # marks the code of what comes from the box: nobody can know what it is


def fitting(packed, size, at, cell, key, board, touched, mask, scratch):
    """Place in the `packed` list (`size` bytes), from `at` on, of the next turn that has to do with `cell` (-1: any) and shows as made, or -1.

    That is: in the story `key`, all that the turn changes on `board` stands as it leaves it, as far as switches are believed, but for what it
    brings from the box (or perhaps from a masked square) in place of anything; and where it comes to rest is seen.  `scratch`: a byte a cell.
    """
    wanted = bytes((cell,)) if cell >= 0 else b""
    found = at
    while at < size:
        if cell >= 0 and found <= at:
            found = packed.find(wanted, at + 1)
            if found < 0:
                return -1
        after = at + 1 + packed[at]
        if (cell < 0 or found < after) and _shows(packed, at + 1, after, key, board, touched, mask):
            return at
        at = after
    return -1


def _shows(packed, begin, after, key, board, touched, mask):
    end = packed[after - 1] if packed[after - 1] < BOX else packed[after - 3]
    i = touched[end]
    if mask[end] or not i or not key[i]:
        return False
    f = packed[begin]
    if f < BOX and f != end and f != packed[begin + 1] and not mask[f] and (not touched[f] or key[touched[f]] == board[f]):
        return False
    change = {}
    unseen = False
    for k in range(begin, after, 2):
        f = packed[k]
        t = packed[k + 1]
        code = f - BOX | BOXED
        if f < BOX:
            code = change.get(f, board[f])
            change[f] = 0
            unseen = unseen or mask[f]
        if t < BOX:
            change[t] = code
    for cell in change:
        i = touched[cell]
        code = change[cell] & ~BOXED
        wild = change[cell] & BOXED or cell == end and unseen
        if code != board[cell] and not mask[cell] and not (i and (key[i] == code or key[i] and wild)):
            return False
    return True


def amiss(out, key, board, cells, mask, count):
    """Fill `out` with the places among `cells` on which the story `key` has something else than `board`, masked ones apart; returns how many."""
    found = 0
    for i in range(count):
        cell = cells[i]
        if key[i + 1] != board[cell] and not mask[cell]:
            out[found] = i
            found += 1
    return found


def oddity(key, board, cells, count):
    """How much in the story `key` stands otherwise than as in `board`: 3 for each thing that should not be there, 1 for each empty square."""
    odd = 0
    for i in range(count):
        code = key[i + 1]
        if code != board[cells[i]]:
            odd += 3 if code else 1
    return odd
