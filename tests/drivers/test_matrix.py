"""The diode matrix: driver against model, at pin level; on both runtimes."""

from tests.drivers.boards import Board, cells, form
from tests.mp.check import Random, locked


def table(**more):
    """A scanner table for an 8x8 matrix on scattered pins."""
    whole = {"driver": "matrix", "rows": [2, 3, 4, 5, 6, 7, 8, 9], "columns": [10, 11, 16, 17, 18, 19, 20, 21], "settle_us": 10}
    whole["cells"] = cells(range(64))
    whole.update(more)
    return form(scanner=whole)


def test_every_switch_is_its_own_bit():
    """Row by row: bit = row * columns + column."""
    board = Board(table())
    assert board.parts.scanner.bits == 64
    for bit in range(64):
        board.close(bit)
        assert board.scan() == [bit]


def test_random_boards_have_no_ghosts():
    """With a diode each, any set of closed switches is read as it is: three closed corners show no fourth."""
    random = Random(2)
    board = Board(table())
    for _ in range(40):
        closed = sorted(set([random.below(64) for _ in range(random.below(60))]))
        board.close(*closed)
        assert board.scan() == closed
    board.close(0, 1, 8)
    assert board.scan() == [0, 1, 8]


def test_rows_and_columns_of_different_number():
    """Nine rows of five."""
    data = form(9, 5, scanner={"driver": "matrix", "rows": [0, 1, 2, 3, 4], "columns": [5, 6, 7, 8, 9, 10, 11, 16, 17], "cells": cells(range(45))})
    board = Board(data)
    for bit in range(45):
        board.close(bit)
        assert board.scan() == [bit]


def test_ghost_where_a_diode_is_missing():
    """The corner opposite to the missing diode would show a piece that is not there: both rows are told, and keep what they showed."""
    board = Board(table())
    board.close(1, 8, 20)
    assert board.scan() == [1, 8, 20]
    board.bench.switches.remove_diode(9)  # row 1, column 1
    assert board.scan() == [1, 8, 20]
    assert sum(board.parts.scanner.faults) == 0  # its switch is open
    board.close(1, 8, 9, 21)
    assert board.scan() == [1, 8, 21]
    assert list(board.parts.scanner.faults) == [1, 1, 0, 0, 0, 0, 0, 0]
    board.bench.switches.mend()
    for _ in range(1001):
        seen = board.scan()
    assert seen == [1, 8, 9, 21] and sum(board.parts.scanner.faults) == 0


def test_ghosts_never_show():
    """Any bridged diode, any switches: every row that is believed is read as it is."""
    random = Random(4)
    for _ in range(40):
        board = Board(table())
        board.bench.switches.remove_diode(random.below(64))
        closed = sorted(set([random.below(64) for _ in range(random.below(50))]))
        board.close(*closed)
        seen = board.scan()
        for bit in range(64):
            if not board.parts.scanner.faults[bit >> 3]:
                assert (bit in seen) == (bit in closed)
            else:
                assert bit not in seen


def test_columns_need_their_time():
    """Read at once, a column still shows the row before: the model has the wire's capacitance, the driver waits for it."""
    board = Board(table(settle_us=0))
    board.close(3)
    assert board.scan() != [3]
    board = Board(table(settle_us=6))
    board.close(3)
    assert board.scan() == [3]


def test_no_row_is_left_driven():
    """Between scans all rows are inputs, and no two drivers ever fought."""
    board = Board(table())
    board.close(*range(64))
    board.scan()
    for row in range(2, 10):
        assert board.bench.mcu.gpio(row).mode == 0
    for number in range(2, 22):
        assert board.bench.mcu.wire(number).shorts == 0


def test_broken_wires_read_open():
    """A cut row or column: its squares are empty, no other is touched."""
    board = Board(table())
    board.close(*range(64))
    board.bench.switches.cut_row(2)
    assert board.scan() == list(range(16)) + list(range(24, 64))
    board.bench.switches.mend()
    board.bench.switches.cut_column(7)
    assert board.scan() == [bit for bit in range(64) if bit % 8 != 7]


def test_scan_allocates_nothing():
    """Neither driver nor model."""
    board = Board(table())
    board.close(5, 50)
    locked(board.parts.scanner.scan, board.frame)
    assert board.scan() == [5, 50]
