"""The inner loops of the drivers in plain Python; `kernels_viper` holds the same ones, and a test says that they agree."""


def flip(frame, raw, count, invert):
    """Turn `count` bytes of `raw`, first bit highest, into `frame`, first bit lowest; every bit inverted by `invert` (0 or 255)."""
    for place in range(count):
        byte = raw[place] ^ invert
        byte = (byte & 0x55) << 1 | byte >> 1 & 0x55
        byte = (byte & 0x33) << 2 | byte >> 2 & 0x33
        frame[place] = (byte & 0x0F) << 4 | byte >> 4


def paint(wanted, codes, cells, shades, phase):
    """Write the colours of all lamps into `wanted`, 3 bytes a lamp; how many of those bytes changed.

    `codes` is one lamp code a board cell, `cells` one board cell a lamp (255: none), `shades` three bytes for each of
    the four phases of each code, `phase` 0 to 3.
    """
    changed = 0
    at = 0
    for cell in cells:
        shade = 3 * (phase if cell == 255 else 4 * codes[cell] + phase)
        for colour in range(3):
            byte = shades[shade + colour]
            if wanted[at] != byte:
                wanted[at] = byte
                changed += 1
            at += 1
    return changed


def load(wanted, count):
    """Sum of the first `count` bytes."""
    total = 0
    for place in range(count):
        total += wanted[place]
    return total


def dim(out, wanted, count, share):
    """Write `count` bytes of `wanted` into `out`, each scaled by `share` / 4096."""
    for place in range(count):
        out[place] = wanted[place] * share >> 12


def count(source, size, wanted):
    """How many of the first `size` bytes of `source` are the byte `wanted`."""
    found = 0
    for place in range(size):
        if source[place] == wanted:
            found += 1
    return found
