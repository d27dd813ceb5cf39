"""Board profiles in the device's form: what they give, and what is wrong with bad ones; on both runtimes."""

import json
import sys

from tests.drivers.boards import cells, form, hc165_table
from tests.mp.check import raises

from board_drivers import palette
from board_drivers.profile import NONE, Profile, ProfileError, release


def changed(path, value):
    """The plain form with one value replaced (None: taken away), `path` like "scanner.load"."""
    data = form(display={"driver": "ssd1306", "i2c": 0, "sda": 4, "scl": 5, "address": 0x3C})
    names = path.split(".")
    table = data
    for name in names[:-1]:
        table = table[name]
    if value is None:
        del table[names[-1]]
    else:
        table[names[-1]] = value
    return data


def fault(data):
    """The text of the ProfileError."""
    error = raises(ProfileError, Profile, data)
    assert isinstance(error, ValueError)
    return str(error)


def test_what_a_profile_gives():
    """From a dict, from JSON text and from bytes the same."""
    for make in (lambda data: data, json.dumps, lambda data: json.dumps(data).encode()):
        profile = Profile(make(form(12, 9, games={"folky": "c1", "alquerque": "d3"})))
        assert (profile.name, profile.mcu, profile.files, profile.ranks, profile.n) == ("test", "pico", 12, 9, 108)
        assert profile.bits == 112 and profile.chip_bits == 8
        assert list(profile.bit_cells) == list(range(108)) + [NONE] * 4
        assert list(profile.led_cells) == list(range(108))
        assert profile.games == {"folky": 2, "alquerque": 27}
        assert profile.buttons == {"white": 13, "black": 14, "menu": 15}
        assert profile.buzzer == {"pin": 12} and profile.display is None
        assert profile.scanner["load"] == 17 and profile.scanner["baud"] == 1000000 and "cells" not in profile.scanner


def test_the_form_given_is_not_changed():
    """It may be used again."""
    data = form()
    before = json.dumps(data)
    Profile(data)
    assert json.dumps(data) == before


def test_squares():
    """Names both ways, also with two digits."""
    profile = Profile(form(12, 12))
    for cell in range(144):
        assert profile.cell(profile.square(cell)) == cell
    assert (profile.square(0), profile.square(11), profile.square(143), profile.cell("b10")) == ("a1", "l1", "l12", 109)
    for text in ("m1", "a13", "a0", "a01", "1a", "a", "", "A1", "aa", "a-1"):
        assert text in str(raises(ProfileError, profile.cell, text))


def test_cell_bits_is_the_way_back():
    """Of any order with holes."""
    order = [255] + list(range(63, -1, -1)) + [255] * 7
    profile = Profile(form(scanner=hc165_table(9, order)))
    bits = profile.cell_bits()
    assert [profile.bit_cells[bit] for bit in bits] == list(range(64))


def test_chip_cells():
    """The squares that go with a chip, for messages."""
    profile = Profile(form(12, 9))
    assert profile.chip_cells(0) == list(range(8)) and profile.chip_cells(13) == [104, 105, 106, 107]


def test_the_checker_can_be_forgotten():
    """On a device; and is there again when it is needed."""
    Profile(form())
    assert "board_drivers.schema" in sys.modules
    release()
    release()
    assert ("board_drivers.schema" in sys.modules) == (sys.implementation.name == "cpython")
    assert fault(changed("mcu", None)) == "missing key mcu"


def test_game_cells():
    """A 5x5 game whose a1 lies on b2 of an 8x8 board."""
    profile = Profile(form())
    on_board = profile.board_cells(5, 5, 9)
    assert list(on_board[:6]) == [9, 10, 11, 12, 13, 17]
    in_game = profile.game_cells(5, 5, 9)
    for bit in range(64):
        cell = in_game[bit]
        assert (bit in list(on_board)) == (cell != NONE)
        if cell != NONE:
            assert on_board[cell] == profile.bit_cells[bit]


def test_games_that_do_not_fit():
    """Over the right edge, over the top, or with no place at all; by one square."""
    profile = Profile(form())
    profile.board_cells(5, 5, profile.cell("d4"))
    for anchor in ("e4", "d5"):
        text = str(raises(ProfileError, profile.board_cells, 5, 5, profile.cell(anchor)))
        assert "5x5" in text and "8x8" in text and anchor in text
        raises(ProfileError, profile.game_cells, 5, 5, profile.cell(anchor))
    assert profile.anchor("folky") == 0
    assert "courier" in str(raises(ProfileError, profile.anchor, "courier"))


def test_missing_keys_are_named():
    """Every required key, wherever it is."""
    paths = ("name", "mcu", "board", "scanner", "buttons", "games", "board.files", "board.ranks", "scanner.cells", "scanner.spi")
    paths += ("scanner.sck", "scanner.mosi", "scanner.miso", "scanner.load", "scanner.chips", "lights.pin", "lights.cells")
    paths += ("buttons.white", "buttons.black", "buttons.menu", "buzzer.pin", "display.sda", "display.scl", "display.address")
    for path in paths:
        assert fault(changed(path, None)) == "missing key " + path


def test_unknown_keys_are_named():
    """In every table, with the keys that there are."""
    for path in ("colour", "board.depth", "scanner.laod", "lights.limit", "buttons.green", "buzzer.volume", "display.height"):
        text = fault(changed(path, 1))
        assert text.startswith("unknown key %s; known are " % path)
    assert "load" in fault(changed("scanner.laod", 1))


def test_wrong_values_are_named():
    """Each with its place and what is wrong with it."""
    table = (
        ("mcu", "esp", "esp"),
        ("name", 5, "name"),
        ("board", 5, "board is not a table"),
        ("board.files", "8", "board.files"),
        ("board.files", True, "board.files"),
        ("board.files", 17, "not between 2 and 16"),
        ("scanner.driver", "hc166", "hc165"),
        ("scanner.load", 23, "no GPIO"),
        ("scanner.load", [17], "scanner.load"),
        ("scanner.chips", 0, "scanner.chips"),
        ("scanner.spi", 2, "scanner.spi"),
        ("scanner.loop", 1, "neither true nor false"),
        ("scanner.cells", 7, "scanner.cells"),
        ("scanner.cells", "0g", "hexadecimal"),
        ("lights", [], "lights.driver"),
        ("lights.driver", "lamps", "ws2812"),
        ("lights.brightness", 256, "lights.brightness"),
        ("games", [], "games"),
        ("games.folky", 7, "games.folky"),
        ("games.folky", "j1", "j1"),
        ("games.folky", "a9", "a9"),
        ("display.address", 0x78, "display.address"),
    )
    for path, value, wanted in table:
        text = fault(changed(path, value))
        assert wanted in text, (path, value, text)


def test_lists_of_pins():
    """Their entries are checked one by one."""
    table = {"driver": "hc4067", "select": [2, 3, 4, 5], "data": [6, 7, 8, 9], "cells": cells(range(64))}
    Profile(form(scanner=table))
    for key, value, wanted in (
        ("select", [2, 3, 4], "4 select lines, not 3"),
        ("select", [2, 3, 4, 4], "twice"),
        ("data", [6, 7, 8, 99], "99 is no GPIO"),
        ("data", [], "scanner.data"),
        ("data", 6, "scanner.data"),
        ("data", [6, 7, 8], "bit 63 is beyond the 48"),
    ):
        bad = dict(table)
        bad[key] = value
        assert wanted in fault(form(scanner=bad)), (key, value)


def test_squares_of_switches_and_lamps():
    """Each square has exactly one of each, on the board, within what the chips have."""
    good = list(range(64))
    for order, wanted in (
        (good[:63], "square h8 has no bit"),
        (good[:63] + [0], "square a1 has two bits, 0 and 63"),
        (good + [64], "bit 64 is beyond the 64"),
        (good[:60] + [200, 61, 62, 63], "bit 60 lies on cell 200, off the board"),
        ([255] + good, "bit 64 is beyond the 64"),
    ):
        assert wanted in fault(form(scanner=hc165_table(8, order))), wanted
    for order, wanted in ((good[1:], "square a1 has no lamp"), (good + [9], "square b2 has two lamps")):
        assert wanted in fault(changed("lights.cells", cells(order)))
    assert "beyond the 64" in fault(form(lights=dict(MAX7219, cells=cells([255] + good))))


MAX7219 = {"driver": "max7219", "spi": 1, "sck": 10, "mosi": 11, "cs": 9, "chips": 1}


def test_pins_used_twice():
    """Both uses are named; parts of one bus share its lines if they agree on them."""
    text = fault(changed("buzzer.pin", 22))
    assert "GPIO 22" in text and "lights.pin" in text and "buzzer.pin" in text
    lights = dict(MAX7219, cells=cells(range(64)))
    lights.update({"spi": 0, "sck": 18, "mosi": 19})
    Profile(form(lights=lights))
    lights.update({"sck": 2})
    text = fault(form(lights=lights))
    assert "spi 0 sck" in text and "GPIO 2" in text and "GPIO 18" in text
    # The same pin for two different lines is no sharing.
    lights.update({"sck": 18, "mosi": 16})
    assert "GPIO 16" in fault(form(lights=lights))


def test_two_chips_at_one_address():
    """On one bus; on two buses there is no harm in it."""
    lights = {"driver": "ht16k33", "i2c": 0, "sda": 4, "scl": 5, "addresses": [0x70, 0x3C], "cells": cells(range(64))}
    display = {"driver": "ssd1306", "i2c": 0, "sda": 4, "scl": 5, "address": 0x3C}
    assert fault(form(lights=lights, display=display)) == "I2C 0 has two chips at 0x3c: lights and display"
    display.update({"i2c": 1, "sda": 6, "scl": 7})
    Profile(form(lights=lights, display=display))


def test_boards_too_big():
    """More squares than a cell number has room for."""
    assert "192" in fault(form(16, 16, scanner=hc165_table(24, []), lights=None))


def test_not_json():
    """Text that is no JSON, and JSON that is no table."""
    for text in ("", "{", "[1]", "5", "null"):
        fault(text)
    fault(None)


def test_boards_without_lamps():
    """Have none."""
    profile = Profile(form(lights=None))
    assert profile.lights is None and len(profile.led_cells) == 0


def test_palette_has_all_codes():
    """Three tables of the same length, and every colour a byte."""
    assert len(palette.PHASES) == len(palette.NAMES) == len(palette.RHYTHMS) == palette.CODES
    for code in range(palette.CODES):
        assert len(palette.PHASES[code]) == 4
        for colour in palette.PHASES[code]:
            assert len(colour) == 3 and min(colour) >= 0 and max(colour) <= 255
        assert palette.steady(code) == (len(set(palette.PHASES[code])) == 1)
    assert len(palette.shades(255)) == 12 * palette.CODES
