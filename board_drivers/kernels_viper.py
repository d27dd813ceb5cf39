"""The inner loops of the drivers as machine code; what they do is told in `kernels_plain`.

Compile this file with `mpy-cross -march=...` for the controller it goes to (a Pico: armv6m).
"""

import micropython

# ruff: noqa: F821 -- ptr8 and its like are words of the viper emitter


@micropython.viper
def flip(frame: ptr8, raw: ptr8, count: int, invert: int):
    """As `kernels_plain.flip`."""
    for place in range(count):
        byte = int(raw[place]) ^ invert
        byte = (byte & 0x55) << 1 | byte >> 1 & 0x55
        byte = (byte & 0x33) << 2 | byte >> 2 & 0x33
        frame[place] = (byte & 0x0F) << 4 | byte >> 4


def paint(wanted, codes, cells, shades, phase):
    """As `kernels_plain.paint`."""
    return _paint(wanted, codes, cells, shades, phase, len(cells))


@micropython.viper
def _paint(wanted: ptr8, codes: ptr8, cells: ptr8, shades: ptr8, phase: int, lamps: int) -> int:
    changed = 0
    at = 0
    for lamp in range(lamps):
        cell = int(cells[lamp])
        shade = 3 * (phase if cell == 255 else 4 * int(codes[cell]) + phase)
        for colour in range(3):
            byte = int(shades[shade + colour])
            if int(wanted[at]) != byte:
                wanted[at] = byte
                changed += 1
            at += 1
    return changed


@micropython.viper
def load(wanted: ptr8, count: int) -> int:
    """As `kernels_plain.load`."""
    total = 0
    for place in range(count):
        total += int(wanted[place])
    return total


@micropython.viper
def dim(out: ptr8, wanted: ptr8, count: int, share: int):
    """As `kernels_plain.dim`."""
    for place in range(count):
        out[place] = int(wanted[place]) * share >> 12


@micropython.viper
def count(source: ptr8, size: int, wanted: int) -> int:
    """As `kernels_plain.count`."""
    found = 0
    for place in range(size):
        if int(source[place]) == wanted:
            found += 1
    return found
