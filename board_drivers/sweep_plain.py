"""One sweep over a matrix or over multiplexers by the controller's GPIO registers, in plain Python.

`sweep_viper` holds the same as machine code, and a test says that they agree.
"""

from machine import mem32

from board_drivers.ticks import sleep_us

_IN = 1  # the input register, counted in words from the base of the block


def sweep(base, plan, lines, frame, settle_us):
    """Fill `frame` with what lies on the input lines at each step; allocates nothing on a Pico.

    `base` is the address of the GPIO block of an RP2040 (0xd0000000).  `plan` is an array of words: the register (in
    words from the base) that ends a step, the one that begins it, the mask of all lines so ended, how far one step and
    one line go in the frame (bits), the levels (0, or all ones) that an open switch gives, and then a mask a step.
    `lines` is a bytearray of GPIO numbers.  `settle_us` is waited between choosing a step and reading.  Returns the mask of
    those lines of the steps that were low when it was another one's turn.
    """
    return sweep_registers(mem32, base, plan, lines, frame, settle_us)


def sweep_registers(registers, base, plan, lines, frame, settle_us):
    """`sweep` on any object that is indexed by address, as `machine.mem32` is."""
    end, begin, every = base + plan[0] * 4, base + plan[1] * 4, plan[2]
    for place in range(len(frame)):
        frame[place] = 0
    start = loose = 0
    for step in range(6, len(plan)):
        registers[end] = every
        registers[begin] = plan[step]
        if settle_us:
            sleep_us(settle_us)
        levels = registers[base + _IN * 4]
        loose |= every & ~plan[step] & ~levels
        levels ^= plan[5]
        bit = start
        for line in lines:
            if levels >> line & 1:
                frame[bit >> 3] |= 1 << (bit & 7)
            bit += plan[4]
        start += plan[3]
    registers[end] = every
    return loose
