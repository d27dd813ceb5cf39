"""The 74HC165 chain: driver against chip model, at pin level; on both runtimes."""

from tests.drivers.boards import Board, form, hc165_table
from tests.mp.check import Random, locked, raises

from host.virtual import machine
from host.virtual.hc165 import Hc165Chain
from host.virtual.mcu import Mcu


def chain(chips, loop=True):
    """A chain on a controller of its own: (controller, chain, SPI bus, load pin)."""
    mcu = Mcu()
    machine.use(mcu)
    model = Hc165Chain(chips, mcu.wire(17), mcu.wire(18), mcu.wire(16), mcu.wire(19) if loop else None)
    load = machine.Pin(17, machine.Pin.OUT, value=1)
    spi = machine.SPI(0, sck=machine.Pin(18), mosi=machine.Pin(19), miso=machine.Pin(16))
    return mcu, model, spi, load


def test_chip_shifts_on_rising_edges_after_a_load():
    """Edge by edge: D7 of the nearest chip is there after the load, each rising clock edge brings the next input."""
    mcu = Mcu()
    machine.use(mcu)
    Hc165Chain(2, mcu.wire(17), mcu.wire(18), mcu.wire(16)).set_switch(3, True)
    load, clock, out = machine.Pin(17, machine.Pin.OUT), machine.Pin(18, machine.Pin.OUT), machine.Pin(16)
    load(0)
    load(1)
    seen = []
    for _ in range(20):
        seen.append(out())
        clock(1)
        assert out() is not None
        clock(0)
    assert seen == [1, 1, 1, 0] + [1] * 12 + [0] * 4  # the last four: ground at the serial input


def test_chip_follows_its_inputs_while_load_is_low():
    """The load is asynchronous: while /PL is low the output is input D7, clock or not."""
    mcu = Mcu()
    machine.use(mcu)
    model = Hc165Chain(1, mcu.wire(17), mcu.wire(18), mcu.wire(16))
    load, clock, out = machine.Pin(17, machine.Pin.OUT), machine.Pin(18, machine.Pin.OUT), machine.Pin(16)
    load(0)
    assert out() == 1
    model.set_switch(0, True)
    assert out() == 0
    clock(0)
    clock(1)
    assert out() == 0


def test_bytes_at_once_are_what_edges_give():
    """The short cut for whole bytes and the edges agree, for random inputs, loads and serial input."""
    random = Random(5)
    for chips in (1, 3, 8):
        pairs = [chain(chips), chain(chips)]
        pairs[1][0].wire(18).burst = None
        for _ in range(40):
            bit, closed = random.below(chips * 8), random.below(2)
            sent, reload = random.bytes(1 + random.below(chips * 2)), random.below(3)
            got = []
            for _, model, spi, load in pairs:
                model.set_switch(bit, closed)
                if reload:
                    load(0)
                    load(1)
                into = bytearray(len(sent))
                spi.write_readinto(sent, into)
                got.append(into)
            assert got[0] == got[1]


def test_other_spi_modes_lose_the_first_bit():
    """Sampled after the shift (mode 1), the first bit is gone: the model is no reader of minds."""
    mcu, model, _, load = chain(1)
    model.set_switch(1, True)
    spi = machine.SPI(0, phase=1, sck=machine.Pin(18), mosi=machine.Pin(19), miso=machine.Pin(16))
    load(0)
    load(1)
    assert spi.read(1) == b"\x7e"  # 10111111 without its first bit, then what came in behind


def test_every_switch_is_its_own_bit():
    """Each of 64 and of 112 switches alone gives exactly its bit."""
    for files, ranks in ((8, 8), (12, 9)):
        board = Board(form(files, ranks))
        for bit in range(files * ranks):
            board.close(bit)
            assert board.scan() == [bit]


def test_random_boards():
    """Any set of closed switches is read as it is, by either path through the bus."""
    random = Random(1)
    board = Board(form(12, 9))
    for turn in range(60):
        if turn == 30:
            board.bench.mcu.wire(18).burst = None
        closed = sorted(set([random.below(108) for _ in range(random.below(50))]))
        board.close(*closed)
        assert board.scan() == closed


def test_active_high_boards():
    """With pull-down resistors a closed switch reads 1: the profile says so, the frame is the same."""
    board = Board(form(scanner=hc165_table(8, range(64), active_low=False)))
    assert board.scan() == list(range(64))
    board.close(*range(64))
    assert board.scan() == []


def test_bit_banged_on_any_pins():
    """The same chain on pins that no hardware bus can use, found dead or alive as on a bus."""
    table = hc165_table(8, range(64), driver="hc165_soft", sck=2, mosi=3, miso=6, load=7)
    del table["spi"]
    board = Board(form(scanner=table))
    for bit in range(64):
        board.close(bit)
        assert board.scan() == [bit]
    board.close(1)
    board.bench.switches.kill(3, 0)
    assert board.scan() == [1, 63]
    assert list(board.parts.scanner.faults) == [0] * 3 + [1] * 5
    locked(board.parts.scanner.scan, board.frame)


def test_pins_that_the_bus_cannot_have():
    """A Pico connects each bus to certain pins only; the model refuses as the firmware does."""
    for key, pin in (("sck", 21), ("mosi", 20), ("miso", 21)):
        table = hc165_table(8, range(64), load=5)
        table[key] = pin
        error = raises(ValueError, Board, form(scanner=table))
        assert str(error) == "bad %s pin" % key.upper()


def test_without_the_loop_nothing_is_proved_and_all_is_read():
    """A chain whose far end is tied to ground is read as well; a dead chip then looks like open squares."""
    board = Board(form(scanner=hc165_table(8, range(64), loop=False)))
    board.close(5, 60)
    assert board.scan() == [5, 60]
    board.bench.switches.kill(7)
    assert board.scan() == [5]
    assert sum(board.parts.scanner.faults) == 0


def test_scan_allocates_nothing():
    """Not in good days, not while chips are dead."""
    board = Board(form(12, 9))
    board.close(3, 100)
    locked(board.parts.scanner.scan, board.frame)
    assert board.scan() == [3, 100]
    board.bench.switches.kill(9)
    locked(board.parts.scanner.scan, board.frame)
    board.bench.switches.mend()
    locked(board.parts.scanner.scan, board.frame)
    assert board.scan() == [3, 100]


def check_dead_chip(level):
    """Chips before the dead one go on, those behind it keep what they last said and are reported."""
    board = Board(form())
    board.close(0, 9, 18, 30, 35, 40, 55, 63)
    assert board.scan() == [0, 9, 18, 30, 35, 40, 55, 63]
    board.bench.switches.kill(5, level)
    assert board.scan() == [0, 9, 18, 30, 35, 40, 55, 63]
    assert list(board.parts.scanner.faults) == [0] * 5 + [1] * 3
    board.close(1, 9, 18, 28, 37, 41)  # the last one and what is gone from there can't be seen
    assert board.scan() == [1, 9, 18, 28, 37, 40, 55, 63]
    # All of the chip before the dead one open, or all closed, is not taken for another death.
    board.close(1, 9, 18)
    assert board.scan() == [1, 9, 18, 40, 55, 63]
    board.close(*range(32, 40))
    assert board.scan() == list(range(32, 40)) + [40, 55, 63]
    assert list(board.parts.scanner.faults) == [0] * 5 + [1] * 3
    board.bench.switches.mend()
    assert board.scan() == list(range(32, 40))
    assert sum(board.parts.scanner.faults) == 0


def test_dead_chip_high():
    """A chip that gives 1 for ever (or a broken wire, which is pulled up)."""
    check_dead_chip(1)


def test_dead_chip_low():
    """A chip that gives 0 for ever: it would look as if all squares behind it were full."""
    check_dead_chip(0)


def test_a_silent_chip_before_the_dead_one_is_reported_until_it_speaks():
    """Eight open switches look like a chip stuck at 1: it can't be relied on until something on it closes."""
    board = Board(form())
    board.close(9)
    board.scan()
    board.bench.switches.kill(3, 1)
    assert board.scan() == [9]
    assert list(board.parts.scanner.faults) == [0, 0, 1, 1, 1, 1, 1, 1]
    board.close(9, 17)
    assert board.scan() == [9, 17]
    assert list(board.parts.scanner.faults) == [0, 0, 0, 1, 1, 1, 1, 1]


def test_first_chip_dead_or_cable_out():
    """Nothing comes in at all: every chip is reported and the frame stays."""
    for level in (0, 1):
        board = Board(form())
        board.close(4, 33)
        board.scan()
        board.bench.switches.kill(0, level)
        board.close(7)
        assert board.scan() == [4, 33]
        assert list(board.parts.scanner.faults) == [1] * 8


def test_broken_load_wire():
    """Chips that no longer load give back what was sent to them; that is noticed and not taken for a position."""
    board = Board(form())
    board.close(4, 33)
    board.scan()
    board.bench.switches.cut_load()
    board.close(7)
    for _ in range(5):
        assert board.scan() == [4, 33]
        assert list(board.parts.scanner.faults) == [1] * 8
    board.bench.switches.mend()
    assert board.scan() == [7]
    assert list(board.parts.scanner.faults) == [0] * 8


def test_broken_load_wire_from_the_start():
    """Also when it never was whole: nothing is closed, all is reported."""
    board = Board(form(), lambda bench: bench.switches.cut_load())
    assert board.scan() == []
    assert list(board.parts.scanner.faults) == [1] * 8


def test_one_chip_does_not_load():
    """It gives back what was sent: not a bit of its squares ever changes, and after a few scans it is reported."""
    for chip in range(8):
        board = Board(form())
        board.close(4, 33, chip * 8 + 2)
        before = board.scan()
        board.bench.switches.cut_load(chip)
        board.close(60)
        others = [bit for bit in before if bit // 8 == chip] + ([60] if chip != 7 else [])
        for _ in range(4):
            assert board.scan() == sorted(others)
        for _ in range(4):
            locked(board.parts.scanner.scan, board.frame)
            assert board.scan() == sorted(others)
            assert [at for at in range(8) if board.parts.scanner.faults[at]] == [chip]
        board.bench.switches.mend()
        assert board.scan() == [60]
        assert sum(board.parts.scanner.faults) == 0


def test_a_board_that_looks_like_the_probe_is_read():
    """Squares that happen to show the byte sent are told from an echo within the scan, by sending another one."""
    for byte in (0xA5, 0x5A):
        board = Board(form())
        closed = [bit for bit in range(64) if not byte >> (7 - bit % 8) & 1]
        for _ in range(8):
            board.close(*closed)
            assert board.scan() == closed
            board.close()
            assert board.scan() == []
        assert sum(board.parts.scanner.faults) == 0


class Garbler:
    """A bus on which the next `count` readings come in with bits turned over, the byte that was sent among them."""

    def __init__(self, spi, count):
        self._spi = spi
        self._count = count

    def readinto(self, into, write):
        """Read, and garble."""
        self._spi.readinto(into, write)
        if self._count:
            self._count -= 1
            for place in range(len(into)):
                into[place] ^= 0x18


def test_one_garbled_reading_is_read_again():
    """It goes unnoticed; of two running no bit is believed, and all chips are reported until the next good one."""
    board = Board(form())
    board.close(4, 33)
    board.scan()
    scanner, spi = board.parts.scanner, board.parts.scanner._spi
    for count, faulty in ((1, 0), (2, 8)):
        scanner._spi = Garbler(spi, count)
        assert board.scan() == [4, 33]
        assert sum(scanner.faults) == faulty
        assert board.scan() == [4, 33]
        assert sum(scanner.faults) == 0


def test_missing_pull_up_flickers_on_its_own_square_only():
    """An input without its resistor is noise on that square; all others are read as they are."""
    board = Board(form())
    board.close(2, 3)
    board.bench.switches.float_input(20)
    seen = []
    for _ in range(40):
        closed = board.scan()
        assert [bit for bit in closed if bit != 20] == [2, 3]
        seen.append(20 in closed)
    assert True in seen and False in seen
    board.close(2, 3, 20)
    for _ in range(10):
        assert board.scan() == [2, 3, 20]
