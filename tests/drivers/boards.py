"""Boards for the driver tests, in the device's form, without the files that only CPython can read."""

import host.virtual

host.virtual.install()

from binascii import hexlify  # noqa: E402

from board_drivers.build import build  # noqa: E402
from board_drivers.profile import Profile  # noqa: E402
from host.virtual.bench import Bench  # noqa: E402


def cells(numbers):
    """The hexadecimal form of a list of cells."""
    return hexlify(bytes(numbers)).decode()


def hc165_table(chips, order, **more):
    """A scanner table for a chain."""
    table = {"driver": "hc165", "spi": 0, "sck": 18, "mosi": 19, "miso": 16, "load": 17, "chips": chips, "loop": True}
    table["cells"] = cells(order)
    table.update(more)
    return table


def form(files=8, ranks=8, **tables):
    """A device form of a board with a chain of 74HC165 in plain order and WS2812; keyword arguments replace tables (None: leave out)."""
    n = files * ranks
    data = {
        "name": "test",
        "mcu": "pico",
        "board": {"files": files, "ranks": ranks},
        "scanner": hc165_table((n + 7) // 8, range(n)),
        "lights": {"driver": "ws2812", "pin": 22, "cells": cells(range(n)), "brightness": 255, "limit_ma": 20000},
        "buttons": {"white": 13, "black": 14, "menu": 15},
        "buzzer": {"pin": 12},
        "games": {"folky": "a1"},
    }
    for name, table in tables.items():
        if table is None:
            del data[name]
        else:
            data[name] = table
    return data


class Board:
    """A virtual board with its real drivers: `bench`, `parts`, and a `frame` for its scanner.

    `before(bench)`, if given, is called before the drivers start (a fault that was there from the start).
    """

    def __init__(self, data, before=None):
        self.profile = Profile(data)
        self.bench = Bench(self.profile)
        self.bench.use()
        if before:
            before(self.bench)
        self.parts = build(self.profile)
        self.frame = bytearray((self.parts.scanner.bits + 7) // 8)

    def scan(self):
        """The bits that are closed, as the driver sees them now."""
        self.parts.scanner.scan(self.frame)
        return [bit for bit in range(self.parts.scanner.bits) if self.frame[bit >> 3] >> (bit & 7) & 1]

    def close(self, *bits):
        """Close exactly these switches."""
        for bit in range(self.parts.scanner.bits):
            self.bench.set_switch(bit, bit in bits)
