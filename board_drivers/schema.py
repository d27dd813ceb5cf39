"""What a board profile may hold: every table, every key, its kind and its default; and the check against that.

A kind is a pair (lowest, highest) for a whole number, or one of the words below.  A key with no default is required.
"""

import json
from binascii import hexlify, unhexlify

from board_drivers.profile import NONE, ProfileError, parse_square, square_name

PIN = "pin"  # one GPIO number
PINS = "pins"  # a list of GPIO numbers
FLAG = "flag"  # true or false
TEXT = "text"
CELLS = "cells"  # a board cell (two hexadecimal digits) a bit or lamp, ff = unused
ADDRESSES = "addresses"  # a list of I2C addresses
BUS = (0, 1)
ADDRESS = (8, 119)
HERTZ = (1000, 20000000)

SPI_LINES = {"sck": PIN, "mosi": PIN, "baud": HERTZ}
SPI = {"spi": BUS, "sck": PIN, "mosi": PIN, "baud": HERTZ}
I2C = {"i2c": BUS, "sda": PIN, "scl": PIN, "freq": HERTZ}
SWITCHES = {"driver": TEXT, "cells": CELLS, "active_low": FLAG}
LAMPS = {"driver": TEXT, "cells": CELLS, "brightness": (0, 255)}


def _join(*tables):
    whole = {}
    for table in tables:
        whole.update(table)
    return whole


SCANNERS = {
    "hc165": _join(SWITCHES, SPI, {"miso": PIN, "load": PIN, "chips": (1, 24), "loop": FLAG}),
    "hc165_soft": _join(SWITCHES, SPI_LINES, {"miso": PIN, "load": PIN, "chips": (1, 24), "loop": FLAG}),
    "matrix": {"driver": TEXT, "cells": CELLS, "rows": PINS, "columns": PINS, "settle_us": (0, 1000)},
    "hc4067": _join(SWITCHES, {"select": PINS, "data": PINS, "settle_us": (0, 1000)}),
    "mcp23017": _join(I2C, {"driver": TEXT, "cells": CELLS, "addresses": ADDRESSES, "interrupt": PIN}),
}
# The key that says how many chips (of a matrix: rows) there are: a number, or a list with one entry a chip.
CHIPS = {"hc165": "chips", "hc165_soft": "chips", "matrix": "rows", "hc4067": "data", "mcp23017": "addresses"}
LIGHTS = {
    "ws2812": _join(LAMPS, {"pin": PIN, "limit_ma": (20, 20000)}),
    "ht16k33": _join(LAMPS, I2C, {"addresses": ADDRESSES}),
    "max7219": _join(LAMPS, SPI, {"cs": PIN, "chips": (1, 8)}),
}
DISPLAYS = {"ssd1306": _join(I2C, {"driver": TEXT, "address": ADDRESS})}
BUTTONS = {"white": PIN, "black": PIN, "menu": PIN}
BUZZER = {"pin": PIN}
BOARD = {"files": (2, 16), "ranks": (2, 16)}
TOP = ("name", "mcu", "board", "scanner", "lights", "buttons", "buzzer", "display", "games")
OPTIONAL = ("lights", "buzzer", "display")
DEFAULTS = {
    "active_low": True,
    "loop": False,
    "baud": 1000000,
    "freq": 400000,
    "settle_us": 10,
    "brightness": 64,
    "limit_ma": 400,
    "interrupt": None,
}
MCU_PINS = {
    "pico": (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 26, 27, 28),
    "pi": tuple(range(2, 28)),
}
MAX_CELLS = 192


def fill(profile, data):
    """Give the Profile `profile` its attributes from the device form `data`, a dict or JSON text.  Raises ProfileError."""
    if isinstance(data, (str, bytes)):
        try:
            data = json.loads(data)
        except ValueError as error:
            raise ProfileError("profile is not JSON: %s" % error)
    data = checked(data)
    profile.name = data["name"]
    profile.mcu = data["mcu"]
    profile.files = data["board"]["files"]
    profile.ranks = data["board"]["ranks"]
    profile.n = profile.files * profile.ranks
    profile.scanner = data["scanner"]
    profile.bits = scanner_bits(profile.scanner)
    profile.chip_bits = scanner_chip_bits(profile.scanner)
    profile.bit_cells = bytearray([NONE] * profile.bits)
    for bit, cell in enumerate(unhexlify(profile.scanner.pop("cells"))):
        profile.bit_cells[bit] = cell
    profile.lights = data.get("lights")
    profile.led_cells = bytearray(unhexlify(profile.lights.pop("cells")) if profile.lights else 0)
    profile.buttons = data["buttons"]
    profile.buzzer = data.get("buzzer")
    profile.display = data.get("display")
    profile.games = data["games"]


def checked(data):
    """A copy of device form `data` with defaults filled in; ProfileError names the first thing that is wrong in it."""
    _keys("", data, TOP, OPTIONAL)
    pins = MCU_PINS.get(data["mcu"]) if isinstance(data["mcu"], str) else None
    if pins is None:
        raise ProfileError("mcu: %r is none of %s" % (data["mcu"], ", ".join(sorted(MCU_PINS))))
    board = _table("board", data["board"], BOARD, pins)
    files, n = board["files"], board["files"] * board["ranks"]
    if n > MAX_CELLS:
        raise ProfileError("board: %d squares are more than %d" % (n, MAX_CELLS))
    if not isinstance(data["name"], str):
        raise ProfileError("name: %r is not a text" % data["name"])
    whole = {"name": data["name"], "mcu": data["mcu"], "board": board, "games": _games(data["games"], board)}
    scanner = whole["scanner"] = _driver("scanner", data["scanner"], SCANNERS, pins)
    if scanner["driver"] == "hc4067" and len(scanner["select"]) != 4:
        raise ProfileError("scanner.select: a multiplexer has 4 select lines, not %d" % len(scanner["select"]))
    _cells("scanner", scanner["cells"], scanner_bits(scanner), "bit", files, n)
    if "lights" in data:
        lights = whole["lights"] = _driver("lights", data["lights"], LIGHTS, pins)
        _cells("lights", lights["cells"], lights_lamps(lights), "lamp", files, n)
    whole["buttons"] = _table("buttons", data["buttons"], BUTTONS, pins)
    if "buzzer" in data:
        whole["buzzer"] = _table("buzzer", data["buzzer"], BUZZER, pins)
    if "display" in data:
        whole["display"] = _driver("display", data["display"], DISPLAYS, pins)
    pin_uses(whole)
    _addresses(whole)
    return whole


def _games(table, board):
    """The anchors as board cells."""
    if not isinstance(table, dict):
        raise ProfileError("games is not a table")
    anchors = {}
    for game, square in table.items():
        if not isinstance(square, str):
            raise ProfileError("games.%s: %r is not a text" % (game, square))
        try:
            anchors[game] = parse_square(square, board["files"], board["ranks"])
        except ProfileError as error:
            raise ProfileError("games.%s: %s" % (game, error))
    return anchors


def scanner_chip_bits(scanner):
    """How many frame bits one chip (of a matrix: one row) of the checked `scanner` table has."""
    driver = scanner["driver"]
    if driver == "matrix":
        return len(scanner["columns"])
    return 8 if driver in ("hc165", "hc165_soft") else 16


def scanner_bits(scanner):
    """How many bits the frame of the checked `scanner` table has."""
    chips = scanner[CHIPS[scanner["driver"]]]
    return scanner_chip_bits(scanner) * (chips if isinstance(chips, int) else len(chips))


def lights_lamps(lights):
    """How many lamps the checked `lights` table has room for."""
    driver = lights["driver"]
    if driver == "ht16k33":
        return 128 * len(lights["addresses"])
    return 64 * lights["chips"] if driver == "max7219" else MAX_CELLS + 64


def pin_uses(data):
    """Dict GPIO -> list of uses ("scanner.load") of the checked device form; ProfileError when two uses exclude each other.

    Parts on the same bus share its pins, if both call them the same.
    """
    uses = {}
    for name in ("scanner", "lights", "buttons", "buzzer", "display"):
        table = data.get(name)
        if table:
            for key, kind in _kinds(name, table).items():
                if kind in (PIN, PINS) and table[key] is not None:
                    for pin in table[key] if kind == PINS else (table[key],):
                        uses.setdefault(pin, []).append(name + "." + key)
    for pin, names in uses.items():
        if len(names) > 1 and len(set(_bus_role(data, use) for use in names)) > 1:
            raise ProfileError("GPIO %d is used twice: %s" % (pin, " and ".join(names)))
    _one_bus_one_pin(uses, data)
    return uses


def _one_bus_one_pin(uses, data):
    homes = {}
    for pin in sorted(uses):
        for use in uses[pin]:
            role = _bus_role(data, use)
            if role != use and homes.setdefault(role, pin) != pin:
                raise ProfileError("%s: bus %s is on GPIO %d and on GPIO %d" % (use, role, homes[role], pin))


def _addresses(data):
    """ProfileError when two chips on one I2C bus have the same address."""
    taken = {}
    for name in ("scanner", "lights", "display"):
        table = data.get(name)
        if table and "i2c" in table:
            for address in table.get("addresses") or (table["address"],):
                other = taken.setdefault((table["i2c"], address), name)
                if other != name:
                    raise ProfileError("I2C %d has two chips at 0x%02x: %s and %s" % (table["i2c"], address, other, name))


def _bus_role(data, use):
    """What a pin is to its bus ("spi 0 sck"); for a pin that is on none, the use itself."""
    name, key = use.split(".")
    for bus, keys in (("spi", ("sck", "mosi", "miso")), ("i2c", ("sda", "scl"))):
        if key in keys and bus in data[name]:
            return "%s %d %s" % (bus, data[name][bus], key)
    return use


def _kinds(name, table):
    if name == "buttons":
        return BUTTONS
    if name == "buzzer":
        return BUZZER
    return {"scanner": SCANNERS, "lights": LIGHTS, "display": DISPLAYS}[name][table["driver"]]


def _keys(path, table, known, optional):
    if not isinstance(table, dict):
        raise ProfileError("%s is not a table" % (path or "profile"))
    dot = path + "." if path else ""
    for key in table:
        if key not in known:
            raise ProfileError("unknown key %s%s; known are %s" % (dot, key, ", ".join(sorted(known))))
    for key in sorted(known):
        if key not in table and key not in optional:
            raise ProfileError("missing key %s%s" % (dot, key))


def _driver(path, table, drivers, pins):
    driver = table.get("driver") if isinstance(table, dict) else None
    if not isinstance(driver, str) or driver not in drivers:
        raise ProfileError("%s.driver: %r is none of %s" % (path, driver, ", ".join(sorted(drivers))))
    return _table(path, table, drivers[driver], pins)


def _table(path, table, kinds, pins):
    _keys(path, table, kinds, DEFAULTS)
    whole = {}
    for key, kind in kinds.items():
        value = whole[key] = table[key] if key in table else DEFAULTS[key]
        fault = None if key not in table else _fault(value, kind, pins)
        if fault:
            raise ProfileError("%s.%s: %r %s" % (path, key, value, fault))
    return whole


def _fault(value, kind, pins):
    """What is wrong with a value of that kind, or None."""
    if kind in (TEXT, CELLS):
        return None if isinstance(value, str) else "is not a text"
    if kind == FLAG:
        return None if value is True or value is False else "is neither true nor false"
    if kind == PINS or kind == ADDRESSES:
        return _list_fault(value, PIN if kind == PINS else ADDRESS, pins)
    if not isinstance(value, int) or value is True or value is False:
        return "is not a whole number"
    if kind == PIN:
        return None if value in pins else "is no GPIO of this controller"
    return None if kind[0] <= value <= kind[1] else "is not between %d and %d" % kind


def _list_fault(values, kind, pins):
    if not isinstance(values, (list, tuple)) or not values:
        return "is not a list with something in it"
    for value in values:
        fault = _fault(value, kind, pins)
        if fault:
            return "%r %s" % (value, fault)
    return None if len(set(values)) == len(values) else "names one thing twice"


def _cells(path, text, room, what, files, n):
    """Check a table of cells: no more than there is room for, every square of the board exactly once."""
    try:
        cells = unhexlify(text)
    except ValueError:
        raise ProfileError("%s.cells is not hexadecimal" % path)
    if len(cells) > room:
        raise ProfileError("%s: %s %d is beyond the %d that its chips have" % (path, what, len(cells) - 1, room))
    places = {}
    for place, cell in enumerate(cells):
        if cell == NONE:
            continue
        if cell >= n:
            raise ProfileError("%s: %s %d lies on cell %d, off the board of %d" % (path, what, place, cell, n))
        if cell in places:
            raise ProfileError("%s: square %s has two %ss, %d and %d" % (path, square_name(cell, files), what, places[cell], place))
        places[cell] = place
    for cell in range(n):
        if cell not in places:
            raise ProfileError("%s: square %s has no %s" % (path, square_name(cell, files), what))


def pack_cells(cells):
    """The hexadecimal text of a sequence of cells (255 = unused), as a profile's device form has it."""
    return hexlify(bytes(cells)).decode()
