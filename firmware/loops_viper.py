"""The inner loops of the stories as machine code; what they do is told in `loops_plain`."""

import micropython

# ruff: noqa: F821 -- ptr8 and its like are words of the viper emitter


@micropython.viper
def fitting(packed: ptr8, size: int, at: int, cell: int, key: ptr8, board: ptr8, touched: ptr8, mask: ptr8, scratch: ptr8) -> int:
    """As `loops_plain.fitting`."""
    while at < size:
        begin = at + 1
        after = begin + packed[at]
        end = packed[after - 1]
        if end >= 192:
            end = packed[after - 3]
        good = 0
        if key[int(touched[end])] and touched[end] and not mask[end]:
            k = begin
            while k < after:
                f = packed[k]
                if f == cell or cell < 0:
                    good = 1
                if f < 192:
                    scratch[f] = board[f]
                k += 1
        f = packed[begin]
        if good and f < 192 and f != end and f != packed[begin + 1] and not mask[f]:
            if not touched[f] or key[int(touched[f])] == board[f]:
                good = 0
        wild = 255
        k = begin
        while k < after and good:
            f = packed[k]
            code = f - 128      # a code, and the mark that it comes from the box
            if f < 192:
                code = scratch[f]
                scratch[f] = 0
                if mask[f]:
                    wild = end
            f = packed[k + 1]
            if f < 192:
                scratch[f] = code
            k += 2
        k = after
        while k > begin and good:
            k -= 1
            f = packed[k]
            if f < 192 and scratch[f] & 63 != board[f] and not mask[f]:
                code = key[int(touched[f])]
                if not touched[f] or code != scratch[f] & 63 and not (code and (f == wild or scratch[f] & 64)):
                    good = 0
        if good:
            return at
        at = after
    return -1


@micropython.viper
def amiss(out: ptr8, key: ptr8, board: ptr8, cells: ptr8, mask: ptr8, count: int) -> int:
    """As `loops_plain.amiss`."""
    found = 0
    for i in range(count):
        cell = cells[i]
        if key[i + 1] != board[cell] and not mask[cell]:
            out[found] = i
            found += 1
    return found


@micropython.viper
def oddity(key: ptr8, board: ptr8, cells: ptr8, count: int) -> int:
    """As `loops_plain.oddity`."""
    odd = 0
    for i in range(count):
        code = key[i + 1]
        if code != board[int(cells[i])]:
            odd += 3 if code else 1
    return odd
