"""What the switches of a board did, as the flight recorder tells it: every single opening and closing, with its time."""

from board_drivers.profile import NONE
from firmware import link
from host.virtual.playback import STEP

BURST_MS = 30  # flips that follow one another more closely belong to one change


class Contacts:
    """Follows the switches of a board of the profile `profile`.

    `frame`: what they read now; `now`: ms of the stream's own time; `flips`: [(ms, bit, closed)], all there were; `lamps`: [ms] at which a
    host changed the lamps;
    `pressed`: mask of all buttons that were down at some time.
    """

    def __init__(self, profile):
        self.profile = profile
        self.frame = bytearray((profile.bits + 7) // 8)
        self.now = 0
        self.flips = []
        self.lamps = []
        self.pressed = 0
        self.last = 0  # ms of the last flip

    def begin(self, frame):
        """The switches read `frame` (bytes) now; what comes counts from here on."""
        self.frame[:] = frame

    def take(self, entries):
        """Follow the entries of the recorder's stream (see host.virtual.playback.Entries)."""
        for entry in entries:
            if entry[0] == STEP:
                self._step(entry)

    def _step(self, entry):
        _, pause, bits, mask, line, count = entry
        self.now += pause * (count + 1)
        if mask > 0:
            self.pressed |= mask
        for bit in bits:
            self.frame[bit >> 3] ^= 1 << (bit & 7)
            self.flips.append((self.now, bit, bool(self.frame[bit >> 3] >> (bit & 7) & 1)))
            self.last = self.now
        frame = line and link.decode(line)
        if frame and frame[1].startswith("light"):
            self.lamps.append(self.now)

    def closed(self):
        """Return the set of bits that read closed now, of those that lie under a square."""
        return {bit for bit, cell in enumerate(self.profile.bit_cells) if cell != NONE and self.frame[bit >> 3] >> (bit & 7) & 1}

    def square(self, bit):
        """Return the name of the board square that the profile has for `bit`."""
        return self.profile.square(self.profile.bit_cells[bit])

    def count(self, start=0):
        """Return {bit: number of flips} since flip number `start`."""
        found = {}
        for _, bit, _ in self.flips[start:]:
            found[bit] = found.get(bit, 0) + 1
        return found

    def bursts(self, bit, start=0):
        """Return the changes of `bit` since flip number `start`: [(ms, ms it took to settle, flips)]."""
        found = []
        for ms, other, _ in self.flips[start:]:
            if other != bit:
                continue
            if found and ms - (found[-1][0] + found[-1][1]) <= BURST_MS:
                found[-1] = (found[-1][0], ms - found[-1][0], found[-1][2] + 1)
            else:
                found.append((ms, 0, 1))
        return found


def chips(fields):
    """Return the numbers of the scanner's chips that do not answer, from the fields (dict) of a `stat`."""
    return [number for number, fault in enumerate(bytes.fromhex(fields.get("chips", ""))) if fault]
