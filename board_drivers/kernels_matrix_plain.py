"""The inner loops of the drivers of matrices in plain Python; `kernels_matrix_viper` has the same as machine code."""


def copy(out, source, count):
    """Write the first `count` bytes of `source` into `out`."""
    for place in range(count):
        out[place] = source[place]


def light(wanted, codes, cells, rhythms, phase):
    """Set one bit a lamp in `wanted`, lowest first: whether its code's rhythm is lit in `phase`; how many bytes changed.

    `codes` is one lamp code a board cell, `cells` one board cell a lamp (255: none, dark).
    """
    changed = 0
    byte = 0
    for lamp in range(len(cells)):
        if cells[lamp] != 255 and rhythms[codes[cells[lamp]]] >> phase & 1:
            byte |= 1 << (lamp & 7)
        if lamp & 7 == 7 or lamp + 1 == len(cells):
            if wanted[lamp >> 3] != byte:
                wanted[lamp >> 3] = byte
                changed += 1
            byte = 0
    return changed
