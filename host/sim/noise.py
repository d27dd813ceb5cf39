"""How much switches lie: the named levels of noise and their numbers.

Times in microseconds, chances between 0 and 1. The numbers are facts gathered from builders' reports about reed
switches under pieces with magnets; `hard` is meant to be harder than a real board that works.
"""

from typing import NamedTuple


class Noise(NamedTuple):
    """One level of noise. Ranges are (least, most)."""

    bounce: int  # longest bounce after a change
    flip: tuple  # time between two flips of a bouncing contact
    chatter: float  # chance that a put chatters (the piece hovers at the edge of the field)
    chatter_time: tuple
    chatter_flip: tuple
    dead: float  # chance that a put reads empty at first (the magnet right over the reed's middle)
    dead_time: tuple
    near: float  # chance per doing that a neighbour closes in passing
    near_time: tuple
    skew: int  # most by which parts of the chain are seen later than others
    slide_time: tuple  # how long a square under a slide is closed
    slide_miss: float  # chance that it does not close at all
    slide_both: float  # chance that it is still closed when the next one is


LEVELS = {
    "off": Noise(0, (0, 0), 0, (0, 0), (0, 0), 0, (0, 0), 0, (0, 0), 0, (60000, 60000), 0, 0),
    "light": Noise(1000, (100, 1000), 0, (0, 0), (0, 0), 0, (0, 0), 0, (0, 0), 0, (30000, 150000), 0, 0),
    "hard": Noise(
        bounce=5000,
        flip=(100, 1000),
        chatter=0.03,
        chatter_time=(50000, 400000),
        chatter_flip=(300, 25000),
        dead=0.01,
        dead_time=(100000, 1500000),
        near=0.05,
        near_time=(20000, 120000),
        skew=2000,
        slide_time=(20000, 250000),
        slide_miss=0.10,
        slide_both=0.05,
    ),
}
