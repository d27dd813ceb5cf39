"""The lamp codes and their colours: told apart by colour and, for eyes that can't, by rhythm.

A code has four phases, a quarter of its period each; the shell of the firmware steps the phase.  Blue against orange is
told apart by all common kinds of colour blindness; red against green is never what a meaning hangs on.
"""

OFF = 0
TARGET = 1
FILL = 2
EMPTY = 3
QUESTION = 4
LAST = 5
WHITE_TO_MOVE = 6
BLACK_TO_MOVE = 7
CAPTURE = 8
FAULT = 9
CODES = 10

PHASE_MS = 250

NAMES = ("off", "target", "fill", "empty", "question", "last", "white to move", "black to move", "capture", "fault")

_DARK = (0, 0, 0)
_BLUE = (0, 70, 255)
_GREEN = (0, 255, 40)
_ORANGE = (255, 90, 0)
_YELLOW = (255, 190, 0)
_WHITE = (255, 255, 255)
_DIM = (60, 60, 60)
_VIOLET = (150, 0, 255)

# code -> its colour (red, green, blue at full brightness) in phases 0 to 3
PHASES = (
    (_DARK, _DARK, _DARK, _DARK),
    (_BLUE, _BLUE, _BLUE, _BLUE),  # may go there: steady
    (_GREEN, _GREEN, _DARK, _DARK),  # put something here: slow blinking
    (_ORANGE, _DARK, _ORANGE, _DARK),  # take this away: fast blinking
    (_YELLOW, _YELLOW, _WHITE, _WHITE),  # which one? changing
    (_DIM, _DIM, _DIM, _DIM),  # last turn
    (_WHITE, _WHITE, _WHITE, _WHITE),  # White's turn
    (_BLUE, _DARK, _DARK, _DARK),  # Black's turn: a short flash
    (_ORANGE, _ORANGE, _BLUE, _BLUE),  # may capture here: changing
    (_VIOLET, _VIOLET, _VIOLET, _DARK),  # a switch that is out of order: nearly steady
)

# For lights of one colour: code -> in which phases it is lit, bit 0 for phase 0.
RHYTHMS = bytes((0b0000, 0b1111, 0b0011, 0b0101, 0b0111, 0b0000, 0b0001, 0b0001, 0b1011, 0b1101))


def shades(brightness):
    """Bytes, three (red, green, blue) for each of the four phases of each code, at `brightness` 0 to 255."""
    table = bytearray(CODES * 12)
    at = 0
    for phases in PHASES:
        for colour in phases:
            for part in colour:
                table[at] = part * brightness // 255
                at += 1
    return table


def steady(code):
    """Whether lamps of that code look the same in all four phases."""
    first, second, third, last = PHASES[code]
    return first == second == third == last
