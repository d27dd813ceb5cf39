"""The sweep over a matrix or over multiplexers, a step at a time, every input line in one register read.

Machine code on a Pico, else the plain twin; `make_plan` says what a sweep does.
"""

import sys
from array import array

try:
    if sys.platform != "rp2":
        raise ImportError("no such registers here")
    from board_drivers.sweep_viper import sweep
except ImportError:  # no Pico, or bytecode that was made without machine code
    from board_drivers.sweep_plain import sweep

# The GPIO block of an RP2040, and its registers counted in words.
BASE = 0xD0000000
OUT_SET = 5
OUT_CLEAR = 6
ENABLE_SET = 9
ENABLE_CLEAR = 10

# As many bits as fit a small int of a 32-bit MicroPython; a Pico has no GPIO beyond.
_ALL = 0x3FFFFFFF


def make_plan(end, begin, masks, step_bits, line_bits, active_low=True):
    """The plan for `sweep`: at each step `masks[step]` is written to register `begin`, after it all of them to `end`.

    Bit number `step * step_bits + line * line_bits` of the frame is what input line `line` shows at that step.
    """
    every = 0
    for mask in masks:
        every |= mask
    return array("I", [end, begin, every, step_bits, line_bits, _ALL if active_low else 0] + masks)


__all__ = ("BASE", "ENABLE_CLEAR", "ENABLE_SET", "OUT_CLEAR", "OUT_SET", "make_plan", "sweep")
