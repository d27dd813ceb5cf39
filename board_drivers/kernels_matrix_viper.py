"""The inner loops of the drivers of matrices as machine code; what they do is told in `kernels_matrix_plain`.

Compile this file with `mpy-cross -march=...` for the controller it goes to (a Pico: armv6m).
"""

import micropython

# ruff: noqa: F821 -- ptr8 and its like are words of the viper emitter


@micropython.viper
def copy(out: ptr8, source: ptr8, count: int):
    """As `kernels_matrix_plain.copy`."""
    for place in range(count):
        out[place] = source[place]


def light(wanted, codes, cells, rhythms, phase):
    """As `kernels_matrix_plain.light`."""
    return _light(wanted, codes, cells, rhythms, phase, len(cells))


@micropython.viper
def _light(wanted: ptr8, codes: ptr8, cells: ptr8, rhythms: ptr8, phase: int, lamps: int) -> int:
    changed = 0
    byte = 0
    for lamp in range(lamps):
        cell = int(cells[lamp])
        if cell != 255:
            byte |= (int(rhythms[int(codes[cell])]) >> phase & 1) << (lamp & 7)
        if lamp & 7 == 7 or lamp + 1 == lamps:
            if int(wanted[lamp >> 3]) != byte:
                wanted[lamp >> 3] = byte
                changed += 1
            byte = 0
    return changed
