"""Board profiles as people write them: `hardware/boards/NAME.toml`, and the compact form that a device reads.

    read("classic-8x8")    -> dict as in the file          names()  -> the profiles that come with the product
    device_form(read(...)) -> dict for `board_drivers.profile.Profile`
    load("classic-8x8")    -> Profile                      device_json("classic-8x8") -> bytes for `profile.json`
"""

import json
import tomllib
from pathlib import Path

import hardware
from board_drivers.profile import NONE, Profile, ProfileError, parse_square
from board_drivers.schema import pack_cells
from host.errors import UserError

BOARDS = Path(hardware.__file__).resolve().parent / "boards"
PEOPLE_KEYS = ("title",)  # what a device has no use for
BOARD_PEOPLE_KEYS = ("pitch_mm",)
PITCH_MM = (15, 150)


def names():
    """Names of the profiles that come with the product, sorted."""
    return sorted(path.stem for path in BOARDS.glob("*.toml"))


def path_of(name):
    """Path of the profile called `name`, which is one of `names()` or itself the path of a TOML file; UserError if there is none."""
    text = str(name)
    path = Path(text) if text.endswith(".toml") or "/" in text else BOARDS / (text + ".toml")
    if not path.is_file():
        raise UserError(f"board profile {text}: no such profile; there are {', '.join(names())}, or give the path of a .toml file")
    return path


def read(name):
    """The profile called `name` (see `path_of`) as its file has it, checked; UserError names the file and what is wrong in it."""
    path = path_of(name)
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UserError(f"board profile {path}: {error}") from None
    try:
        Profile(device_form(table))
    except ProfileError as error:
        raise UserError(f"board profile {path}: {error}") from None
    return table


def load(name):
    """The profile called `name` as the `Profile` that drivers and firmware take; UserError as for `read`."""
    return Profile(device_form(read(name)))


def device_json(name):
    """The profile called `name` as the bytes of a device's `profile.json`; UserError as for `read`."""
    return json.dumps(device_form(read(name)), separators=(",", ":"), sort_keys=True).encode()


def device_form(table):
    """The dict that a device reads, made from a profile `table` as people write it; ProfileError names what is wrong.

    People write switches and lamps as square names in the order of the chain; a device gets one board cell each.
    """
    form = {key: value for key, value in table.items() if key not in PEOPLE_KEYS}
    if not isinstance(table.get("title"), str):
        raise ProfileError("missing key title")
    board = _subtable(form, "board")
    for key in ("files", "ranks", "pitch_mm"):
        if not isinstance(board.get(key), int):
            raise ProfileError(f"missing key board.{key}" if key not in board else f"board.{key}: {board[key]!r} is not a whole number")
    if not PITCH_MM[0] <= board["pitch_mm"] <= PITCH_MM[1]:
        raise ProfileError(f"board.pitch_mm: {board['pitch_mm']} is not between {PITCH_MM[0]} and {PITCH_MM[1]}")
    form["board"] = {key: value for key, value in board.items() if key not in BOARD_PEOPLE_KEYS}
    _check_functions(form)
    for name, key in (("scanner", "bits"), ("lights", "order")):
        if name in form:
            form[name] = _with_cells(name, _subtable(form, name), key, board["files"], board["ranks"])
    return form


def _subtable(form, name):
    if not isinstance(form.get(name), dict):
        raise ProfileError(f"missing key {name}" if name not in form else f"{name} is not a table")
    return form[name]


def _with_cells(name, table, key, files, ranks):
    """Replace the square names under `key` by `cells`."""
    if key not in table:
        raise ProfileError(f"missing key {name}.{key}")
    if "cells" in table:
        raise ProfileError(f"unknown key {name}.cells; squares are named under {name}.{key}")
    rows = table[key] if isinstance(table[key], list) else [table[key]]
    if not all(isinstance(row, str) for row in rows):
        raise ProfileError(f"{name}.{key} is not a list of texts with square names")
    try:
        cells = [NONE if word == "-" else parse_square(word, files, ranks) for row in rows for word in row.split()]
    except ProfileError as error:
        raise ProfileError(f"{name}.{key}: {error}") from None
    return {**{other: value for other, value in table.items() if other != key}, "cells": pack_cells(cells)}


def _pico_function(bus, key, number):
    """Whether GPIO `number` of an RP2040 can be line `key` of SPI or I2C bus `bus`."""
    if key in ("sda", "scl"):
        return number % 2 == ("sda", "scl").index(key) and number // 2 % 2 == bus
    return number % 4 == {"miso": 0, "sck": 2, "mosi": 3}[key] and number // 8 % 2 == bus


# On a Raspberry Pi the kernel brings each bus out on pins of its own.
PI_LINES = {"spi": ({"miso": 9, "sck": 11, "mosi": 10}, {"miso": 19, "sck": 21, "mosi": 20}), "i2c": ({"sda": 0, "scl": 1}, {"sda": 2, "scl": 3})}
PI_LAMP_PINS = (10, 20)


def _check_functions(form):
    """ProfileError for a bus line on a GPIO that the controller can't connect to that bus."""
    for name in ("scanner", "lights", "display"):
        table = form.get(name)
        if not isinstance(table, dict):
            continue
        for bus, keys in (("spi", ("sck", "mosi", "miso")), ("i2c", ("sda", "scl"))):
            for key in keys:
                number = table.get(key)
                if table.get(bus) not in (0, 1) or not isinstance(number, int):
                    continue
                if form.get("mcu") == "pi":
                    fits = PI_LINES[bus][table[bus]][key] == number
                else:
                    fits = _pico_function(table[bus], key, number)
                if not fits:
                    raise ProfileError(f"{name}.{key}: GPIO {number} can't be {key.upper()} of {bus.upper()} {table[bus]}")
        if form.get("mcu") == "pi" and table.get("driver") == "ws2812" and table.get("pin") not in PI_LAMP_PINS:
            raise ProfileError(f"{name}.pin: a Raspberry Pi sends to WS2812 lamps from GPIO 10 or 20 only")
