"""How far a piece's magnet reaches: where a piece closes the switch of its own square, and what its neighbours feel of it.

A model of the first order, for choosing a magnet and a place for the switch. The magnet is a dipole that stands upright,
at the middle of its height; the reed switch lies flat along the rank; what counts is the field along the switch, averaged
over its length between the bends of its leads.

When a switch closes: a switch of 15 to 25 ampere-turns closes in a test coil some 25 mm long at 600 to 1000 ampere-turns a
metre, which is 0.75 to 1.25 mT (Dexter Magnetic Technologies: 80 ampere-turns a metre are 0.1 mT). With one pole of a
magnet near one end it takes about twice as much, and a single case may be off by a factor of 2 (Littelfuse, application
note "Ampere*turn versus mT and Gauss"). So it surely closes from 2.5 mT on, and surely stays open up to 0.5 mT.
"""

import math
from typing import NamedTuple

CLOSES_MT, STAYS_OPEN_MT = 2.5, 0.5
REED_MM = 18  # between the bends of the leads: the glass is 14 mm, and leads are not bent nearer than 2 mm to it
REED_OFFSET_MM = -8  # where its middle lies, to the left of the square's: a magnet in the middle is over its right end
OFF_CENTRE_MM = 6  # how far off the middle a piece may stand
DEPTH_MM = 7  # from the underside of a piece to the middle of the switch: felt, top, half the glass
REMANENCE_T = 1.29  # neodymium, grade N42


class Magnet(NamedTuple):
    """A flat round magnet; millimetres."""

    diameter: float
    height: float

    def text(self):
        """As it is ordered."""
        return f"disc {self.diameter:g} x {self.height:g} mm, neodymium N42, magnetised through its height"


def magnet_for(pitch_mm):
    """The magnet for squares of that size: the larger one only where the neighbours are far enough."""
    return Magnet(10, 3) if pitch_mm >= 45 else Magnet(8, 3)


def field_mt(magnet, x, y, offset=REED_OFFSET_MM):
    """Field in mT along a switch whose middle lies `offset` mm along the rank, of a piece that stands at (x, y) mm."""
    volume = math.pi * (magnet.diameter / 2) ** 2 * magnet.height * 1e-9
    moment = REMANENCE_T * volume / (4e-7 * math.pi)
    z = (DEPTH_MM + magnet.height / 2) / 1000
    ends = (offset - REED_MM / 2 - x, offset + REED_MM / 2 - x)
    near, far = (((end / 1000) ** 2 + (y / 1000) ** 2 + z * z) ** -1.5 for end in ends)
    # The integral of 3xz/r^5 along the switch is -z/r^3.
    return 1e-7 * moment * z * abs(far - near) / (REED_MM / 1000) * 1000


def weakest_mt(magnet, radius=OFF_CENTRE_MM, offset=REED_OFFSET_MM):
    """The least field of a piece that stands up to `radius` mm off the middle of its square."""
    places = [(share * radius / 4, turn * math.tau / 48) for share in range(5) for turn in range(48)]
    return min(field_mt(magnet, r * math.cos(angle), r * math.sin(angle), offset) for r, angle in places)


def neighbour_mt(magnet, pitch_mm, offset=REED_OFFSET_MM):
    """The strongest field of a piece in the middle of one of the eight squares around."""
    around = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    return max(field_mt(magnet, x * pitch_mm, y * pitch_mm, offset) for x, y in around)


def standing_mt(magnet, x, y):
    """As `field_mt`, for a switch that stands upright under the middle of the square, its upper end 1 mm below the top."""
    volume = math.pi * (magnet.diameter / 2) ** 2 * magnet.height * 1e-9
    moment = REMANENCE_T * volume / (4e-7 * math.pi)
    upper = (5 + magnet.height / 2) / 1000
    ends = [z / (x * x / 1e6 + y * y / 1e6 + z * z) ** 1.5 for z in (upper, upper + REED_MM / 1000)]
    return 1e-7 * moment * abs(ends[0] - ends[1]) / (REED_MM / 1000) * 1000
