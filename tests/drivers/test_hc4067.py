"""The multiplexers: driver against chip model, at pin level; on both runtimes."""

from tests.drivers.boards import Board, cells, form
from tests.mp.check import Random, locked


def table(**more):
    """A scanner table for four multiplexers."""
    whole = {"driver": "hc4067", "select": [2, 3, 4, 5], "data": [6, 7, 8, 9], "settle_us": 10, "cells": cells(range(64))}
    whole.update(more)
    return form(scanner=whole)


def test_every_switch_is_its_own_bit():
    """bit = chip * 16 + channel."""
    board = Board(table())
    for bit in range(64):
        board.close(bit)
        assert board.scan() == [bit]


def test_random_boards():
    """Any set of closed switches is read as it is, with switches to ground and to 3.3 V."""
    random = Random(2)
    for active_low in (True, False):
        board = Board(table(active_low=active_low))
        for _ in range(30):
            closed = sorted(set([random.below(64) for _ in range(random.below(60))]))
            board.close(*closed)
            assert board.scan() == closed


def test_data_lines_need_their_time():
    """Read at once, a line still shows the channel before."""
    board = Board(table(settle_us=0))
    board.close(3)
    assert board.scan() != [3]
    board = Board(table(settle_us=6))
    board.close(3)
    assert board.scan() == [3]


def test_dead_chip_reads_open():
    """Its sixteen squares are empty, no other is touched."""
    board = Board(table())
    board.close(*range(64))
    board.bench.switches.kill(1)
    assert board.scan() == list(range(16)) + list(range(32, 64))
    board.bench.switches.mend()
    assert board.scan() == list(range(64))


def test_broken_select_wire_mirrors_channels():
    """With S3 stuck low channels 8 to 15 show what 0 to 7 do."""
    board = Board(table())
    board.bench.switches.stick_select(3, 0)
    board.close(1, 12)
    assert board.scan() == [1, 9]


def test_missing_pull_up_is_noise_on_its_chip_only():
    """With no resistor on a data line its open switches read anything; the other chips are read as they are."""
    board = Board(table())
    board.bench.mcu.wire(7).pull(board.bench.mcu.gpio(7).port, None)
    board.close(3, 40)
    seen = set()
    for _ in range(10):
        closed = board.scan()
        seen.update(closed)
        assert [bit for bit in closed if bit // 16 != 1] == [3, 40]
    assert len(seen) > 2


def test_scan_allocates_nothing():
    """Neither driver nor model."""
    board = Board(table())
    board.close(5, 50)
    locked(board.parts.scanner.scan, board.frame)
    assert board.scan() == [5, 50]
