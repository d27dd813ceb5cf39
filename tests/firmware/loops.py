"""The inner loops of the stories: the plain twins do what they say, and under MicroPython the machine code does the same; runs on both runtimes."""

from engine.core import BOX
from firmware import loops_plain as plain
from firmware.things import DEBT
from firmware.turns import landing, pack, unpack
from tests.mp.check import Random

try:
    from firmware import loops_viper as fast
except ImportError:
    fast = plain

ROUNDS = 400
CELLS = 20
CODES = (0, 0, 1, 2, 17, 18, DEBT)


class Case:
    """Something that can be asked of the loops, cast by `dice`: a board, touched cells, a story, and a list of turns."""

    def __init__(self, dice):
        self.board = bytes([CODES[dice.below(6)] for _ in range(CELLS)])
        self.mask = bytearray([dice.below(8) == 0 for _ in range(CELLS)])
        self.turns = [cast_turn(dice) for _ in range(dice.below(9))]
        packed = bytearray()
        for turn in self.turns:
            pack(packed, turn)
        self.packed = bytes(packed)
        self.cells = bytearray()
        self.touched = bytearray(CELLS)
        likely = [cell for turn in self.turns for cell in turn if cell < BOX]
        for _ in range(dice.below(16)):
            cell = likely[dice.below(len(likely))] if likely and dice.below(3) else dice.below(CELLS)
            if not self.touched[cell]:
                self.cells.append(cell)
                self.touched[cell] = len(self.cells)
        self.key = bytes([dice.below(256)] + [CODES[dice.below(7)] for _ in self.cells])
        if self.turns and dice.below(4):        # made, more or less
            after = effect(self.turns[dice.below(len(self.turns))], self.board)
            self.key = self.key[:1] + bytes([after.get(c, self.board[c]) if dice.below(9) else DEBT for c in self.cells])

    def fitting(self, loops, at, cell):
        """`fitting` of the module `loops`."""
        return loops.fitting(self.packed, len(self.packed), at, cell, self.key, self.board, self.touched, self.mask, bytearray(CELLS))


def cast_turn(dice):
    """A turn, legal nowhere: a few displacements, some from and to the box, of which one ends on the board."""
    turn = []
    for _ in range(1 + dice.below(3)):
        f = BOX + 1 + dice.below(3) if dice.below(5) == 0 else dice.below(CELLS)
        t = BOX + 1 + dice.below(3) if f < BOX and dice.below(4) == 0 else dice.below(CELLS)
        turn += [f, t]
    if turn[-1] >= BOX and (len(turn) == 2 or turn[-3] >= BOX):
        turn[-1] = dice.below(CELLS)
    return tuple(turn)


def effect(turn, board):
    """What stands on each cell of `turn` after it."""
    after = {}
    for i in range(0, len(turn), 2):
        code = turn[i] - BOX
        if turn[i] < BOX:
            code = after.get(turn[i], board[turn[i]])
            after[turn[i]] = 0
        if turn[i + 1] < BOX:
            after[turn[i + 1]] = code
    return after


def shows(case, turn):
    """Whether `turn` shows as made in `case`, said the long way."""
    end = landing(turn)
    if case.mask[end] or not case.touched[end] or not case.key[case.touched[end]]:
        return False
    f = turn[0]
    if f < BOX and f not in (end, turn[1]) and not case.mask[f] and (not case.touched[f] or case.key[case.touched[f]] == case.board[f]):
        return False
    wild = []
    for i in range(0, len(turn), 2):
        if turn[i] >= BOX:
            wild.append(turn[i + 1])
        elif turn[i] in wild:       # what had come there goes on
            wild.remove(turn[i])
            wild.append(turn[i + 1])
        elif turn[i + 1] in wild:
            wild.remove(turn[i + 1])
    if any([turn[i] < BOX and case.mask[turn[i]] for i in range(0, len(turn), 2)]):
        wild.append(end)
    after = effect(turn, case.board)
    for cell in after:
        if after[cell] != case.board[cell] and not case.mask[cell]:
            if not case.touched[cell]:
                return False
            code = case.key[case.touched[cell]]
            if code != after[cell] and not (code and cell in wild):
                return False
    return True


def test_fitting():
    """The turns that show as made, of all and of those that have to do with a cell, each at its place."""
    dice = Random(31)
    found = 0
    for _ in range(ROUNDS):
        case = Case(dice)
        for cell in (-1, dice.below(CELLS)):
            wanted = [turn for turn in case.turns if (cell < 0 or cell in turn) and shows(case, turn)]
            for loops in (plain, fast):
                got = []
                at = case.fitting(loops, 0, cell)
                while at >= 0:
                    got.append(next(unpack(case.packed[at:])))
                    at = case.fitting(loops, at + 1 + case.packed[at], cell)
                assert got == wanted, (loops.__name__, cell, got, wanted)
            found += len(wanted)
    assert found > ROUNDS // 8, found


def test_amiss_and_oddity():
    """Where something else stands than should, as far as it is seen; and how much."""
    dice = Random(32)
    for _ in range(ROUNDS):
        case = Case(dice)
        count = len(case.cells)
        other = [i for i in range(count) if case.key[i + 1] != case.board[case.cells[i]]]
        seen = [i for i in other if not case.mask[case.cells[i]]]
        for loops in (plain, fast):
            out = bytearray(CELLS)
            assert list(out[: loops.amiss(out, case.key, case.board, case.cells, case.mask, count)]) == seen
            assert loops.oddity(case.key, case.board, case.cells, count) == sum([3 if case.key[i + 1] else 1 for i in other])
