"""Boards for the tests of what is generated: those of the product, and variants of them."""

import functools
import os

from host import profiles
from host.hardware.board import Board

NAMES = profiles.names()
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

TINY = """
name = "tiny"
title = "four squares"
mcu = "pico"
[board]
files = 2
ranks = 2
pitch_mm = 40
[scanner]
driver = "hc165"
spi = 0
sck = 18
mosi = 19
miso = 16
load = 17
chips = 1
bits = "b2 a2 b1 a1"
[buttons]
white = 13
black = 14
menu = 15
[games]
"""

# name -> (profile, (text of its file, what stands there instead), ...)
VARIANTS = {
    "bit-banged": ("classic-8x8", ('driver = "hc165"\nspi = 0', 'driver = "hc165_soft"')),
    "no loop": ("classic-8x8", ("loop = true ", "loop = false")),
    "switches to 3.3 V": ("classic-8x8", ("active_low = true", "active_low = false")),
    "no buzzer": ("classic-8x8", ("[buzzer]\npin = 12", "")),
    "multiplexers to 3.3 V": ("mux-8x8", ("active_low = true ", "active_low = false")),
    "no interrupt": ("expander-9x9", ("interrupt = 6", "")),
    "all on one bus": (
        "expander-9x9",
        ('[display]\ndriver = "ssd1306"\ni2c = 1\nsda = 2\nscl = 3', '[display]\ndriver = "ssd1306"\ni2c = 0\nsda = 4\nscl = 5'),
    ),
    "much light": ("classic-8x8", ("limit_ma = 400", "limit_ma = 3000"), ("brightness = 64", "brightness = 255")),
    "little light on a Pi": ("pi-8x8", ("limit_ma = 900", "limit_ma = 300")),
}


@functools.lru_cache
def board(name):
    """The `Board` of a profile that comes with the product; it is shared, so leave it as it is."""
    return Board(name)


def text_of(name):
    """The text of a profile's file."""
    return profiles.path_of(name).read_text(encoding="utf-8")


def variant(folder, name):
    """The `Board` of one of the `VARIANTS`, its file written to `folder`."""
    base, *changes = VARIANTS[name]
    return changed(folder, base, *changes)


def changed(folder, base, *changes):
    """The `Board` of profile `base` with some of its text replaced."""
    text = text_of(base)
    for old, new in changes:
        assert old in text, f"{base} has no {old!r}"
        text = text.replace(old, new)
    path = folder / "variant.toml"
    path.write_text(text, encoding="utf-8")
    return Board(str(path))


def tiny(folder):
    """The path of a profile with four squares, quick to draw."""
    path = folder / "tiny.toml"
    path.write_text(TINY, encoding="utf-8")
    return path
