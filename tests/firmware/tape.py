"""The flight recorder's inner loops: under MicroPython the machine code does what the plain twins do; runs on CPython and MicroPython."""

from array import array

from firmware import tape_plain as twins
from tests.mp.check import Random

try:
    from firmware import tape_viper as fast
except ImportError:
    fast = twins

STEPS = 3000


class Tape:
    """A stream written by the module `loops`."""

    def __init__(self, loops, size):
        self.loops = loops
        self.stream = bytearray(400)
        self.kept = bytearray(size)
        self.registers = array("i", (0, 0, 0, 300, size, 0, 0))

    def note(self, now, frame, more):
        """Note a step; returns what the loops did."""
        done = 2 if more else self.loops.plain(self.registers, self.stream, self.kept, frame, now)
        if done == 2:
            return 2, self.loops.news(self.registers, self.stream, self.kept, frame, now, more)
        return done, None

    def all(self):
        """All that may differ."""
        return list(self.registers), self.stream, self.kept


def test_the_twins_agree():
    """The same steps, one after another: plain ones, single and many toggles, short and long pauses, up to where the stream is full."""
    for size in (1, 8, 14, 18):
        dice = Random(size)
        pair = [Tape(twins, size), Tape(fast, size)]
        frame = bytearray(size)
        now = 0
        for _ in range(STEPS):
            now += (0, 0, 1, 2, 7, 8, 62, 63, 64, 200, 40000, 0x3FFFFFFF)[dice.below(12)]
            if not dice.below(3):
                for _ in range(1 + dice.below(3)):
                    frame[dice.below(size)] ^= 1 << dice.below(8)
            elif not dice.below(20):
                for i in range(size):
                    frame[i] ^= dice.below(256)
            more = int(not dice.below(9))
            did = [tape.note(now, frame, more) for tape in pair]
            assert did[0] == did[1], (size, did)
            for tape in pair:
                tape.registers[6] = dice.below(2) if tape is pair[0] else pair[0].registers[6]
                if did[0][0] == 0 or tape.registers[2] > 300:
                    tape.registers[2] = tape.registers[1] = tape.registers[6] = 0
                    tape.stream[0] = 0
            assert pair[0].all() == pair[1].all(), size


def test_what_they_write():
    """A toggle of bit 9 after 5 ms, plain steps after 0, 7, 8 and 200 ms, then bits 3 and 118 with more to come."""
    tape = Tape(twins, 15)
    frame = bytearray(15)
    frame[1] = 2
    tape.note(5, frame, 0)
    for now in (5, 12, 20, 220):
        tape.note(now, frame, 0)
    frame[0], frame[14] = 8, 64
    assert tape.note(221, frame, 1) == (2, 10)
    written = tape.registers[2]
    assert bytes(tape.stream[:written]) == bytes((128 | 5, 128 | 9, 64, 64 | 7 << 3, 8, 63, 137, 1, 128 | 1, 3, 115, 118))
