"""One sweep over a matrix or over multiplexers as machine code; what it does is told in `sweep_plain`.

Compile this file with `mpy-cross -march=armv6m`.
"""

import micropython

from board_drivers.ticks import sleep_us

# ruff: noqa: F821 -- ptr8 and its like are words of the viper emitter


def sweep(base, plan, lines, frame, settle_us):
    """As `sweep_plain.sweep`."""
    return _sweep(base, plan, lines, frame, settle_us, len(plan), len(lines), len(frame))


@micropython.viper
def _sweep(base: ptr32, plan: ptr32, lines: ptr8, frame: ptr8, settle: int, words: int, inputs: int, size: int) -> int:
    for place in range(size):
        frame[place] = 0
    end, begin = int(plan[0]), int(plan[1])
    start = loose = 0
    for step in range(6, words):
        base[end] = plan[2]
        base[begin] = plan[step]
        if settle:
            sleep_us(settle)
        levels = int(base[1])
        loose |= int(plan[2]) & ~int(plan[step]) & ~levels
        levels ^= int(plan[5])
        bit = start
        for line in range(inputs):
            if levels >> int(lines[line]) & 1:
                frame[bit >> 3] = int(frame[bit >> 3]) | 1 << (bit & 7)
            bit += int(plan[4])
        start += int(plan[3])
    base[end] = plan[2]
    return loose
