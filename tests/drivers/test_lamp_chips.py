"""Single-colour lights, HT16K33 and MAX7219: drivers against chip models; on both runtimes."""

from tests.drivers.boards import Board, cells, form
from tests.mp.check import locked

from board_drivers import palette
from host.virtual.max7219 import Max7219Chain
from host.virtual.wire import Wire


def ht16k33(n, addresses=(0x70,), order=None):
    """A lights table."""
    table = {"driver": "ht16k33", "i2c": 0, "sda": 4, "scl": 5, "addresses": list(addresses), "brightness": 255}
    table["cells"] = cells(order or range(n))
    return table


def max7219(n, chips=1, order=None):
    """A lights table."""
    table = {"driver": "max7219", "spi": 1, "sck": 10, "mosi": 11, "cs": 9, "chips": chips, "brightness": 255}
    table["cells"] = cells(order or range(n))
    return table


BOARDS = (
    (8, 8, ht16k33(64)),
    (12, 9, ht16k33(108, order=list(range(107, -1, -1)))),
    (12, 12, ht16k33(144, (0x70, 0x71))),
    (8, 8, max7219(64)),
    (12, 9, max7219(108, 2, list(range(107, -1, -1)))),
)


def lit(board):
    """The board cells whose lamp is lit."""
    return [cell for cell, lamp in enumerate(board.bench.lamps()) if lamp != (0, 0, 0)]


def test_every_lamp_is_its_own_square():
    """One lit cell at a time, on every kind of board."""
    for files, ranks, lights in BOARDS:
        board = Board(form(files, ranks, lights=lights))
        assert lit(board) == []
        for cell in range(files * ranks):
            codes = bytearray(files * ranks)
            codes[cell] = palette.TARGET
            board.parts.lights.show(codes, 0)
            assert lit(board) == [cell]


def test_rhythms():
    """Each code is lit in its phases, and all that ask for a doing have rhythms of their own."""
    for files, ranks, lights in BOARDS[:1] + BOARDS[3:4]:
        board = Board(form(files, ranks, lights=lights))
        codes = bytearray(64)
        for code in range(palette.CODES):
            codes[code] = code
        for phase in range(4):
            board.parts.lights.show(codes, phase)
            assert lit(board) == [code for code in range(palette.CODES) if palette.RHYTHMS[code] >> phase & 1]
    doings = (palette.TARGET, palette.FILL, palette.EMPTY, palette.QUESTION, palette.WHITE_TO_MOVE, palette.CAPTURE, palette.FAULT)
    assert len(set([palette.RHYTHMS[code] for code in doings])) == len(doings)


def test_ht16k33_that_does_not_answer():
    """It is reported, play goes on; back again, it shows what the board shows with the next call."""
    board = Board(form(12, 12, lights=ht16k33(144, (0x70, 0x71))))
    codes = bytearray([palette.TARGET] * 144)
    board.parts.lights.show(codes, 0)
    board.bench.lights.kill(1)
    codes[143] = palette.OFF
    board.parts.lights.show(codes, 0)
    assert list(board.parts.lights.faults) == [0, 1]
    assert lit(board) == list(range(128))
    board.bench.lights.revive(1)
    board.parts.lights.show(codes, 1)
    assert list(board.parts.lights.faults) == [0, 0]
    assert lit(board) == list(range(143))


def test_ht16k33_bus_without_pull_ups():
    """No lamps, no crash."""
    board = Board(form(lights=ht16k33(64)), lambda bench: bench.lights.bus.sda.cut_pull())
    board.parts.lights.show(bytearray([palette.TARGET] * 64), 0)
    assert lit(board) == [] and list(board.parts.lights.faults) == [1]
    board.bench.lights.bus.sda.mend_pull(1)
    board.parts.lights.show(bytearray([palette.TARGET] * 64), 1)
    assert len(lit(board)) == 64


def test_max7219_shifts_through_the_chain():
    """Sixteen bits a chip, what came first lies in the farthest; nothing counts before the select line rises."""
    data, clock, select = Wire("din", 0), Wire("clk", 0), Wire("cs", 0)
    ports = [wire.port() for wire in (data, clock, select)]
    chain = Max7219Chain(2, data, clock, select)
    select.drive(ports[2], 0)
    for byte in (0x01, 0x81, 0x02, 0x3C):
        for shift in range(7, -1, -1):
            data.drive(ports[0], byte >> shift & 1)
            clock.drive(ports[1], 1)
            clock.drive(ports[1], 0)
    assert chain.registers[0][2] == 0
    select.drive(ports[2], 1)
    assert chain.registers[0][2] == 0x3C and chain.registers[1][1] == 0x81


def test_max7219_that_lost_its_power_comes_back():
    """The next change sets it up again."""
    board = Board(form(lights=max7219(64)))
    codes = bytearray([palette.TARGET] * 64)
    board.parts.lights.show(codes, 0)
    board.bench.lights.mend()
    assert lit(board) == []
    codes[0] = palette.OFF
    board.parts.lights.show(codes, 0)
    assert lit(board) == list(range(1, 64))


def test_lights_share_a_bus_with_the_scanner():
    """A MAX7219 on the clock wire of the switch chain: both work, edge by edge."""
    lights = max7219(64)
    lights.update({"spi": 0, "sck": 18, "mosi": 19})
    board = Board(form(lights=lights))
    board.close(3, 60)
    for cell in (0, 17, 63):
        codes = bytearray(64)
        codes[cell] = palette.TARGET
        board.parts.lights.show(codes, 0)
        assert board.scan() == [3, 60]
        assert lit(board) == [cell]
    assert sum(board.parts.scanner.faults) == 0


def test_show_allocates_nothing():
    """Neither driver nor model."""
    for files, ranks, lights in BOARDS:
        board = Board(form(files, ranks, lights=lights))
        locked(board.parts.lights.show, bytearray([palette.TARGET] * (files * ranks)), 1)
        assert len(lit(board)) == files * ranks
