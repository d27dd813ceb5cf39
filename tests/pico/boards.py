"""Boards for the emulated Pico: device forms with one kind of scanner or lights each, complete with all defaults."""

from board_drivers import schema

SPI = {"spi": 0, "sck": 18, "mosi": 19}
HC165 = {"driver": "hc165", **SPI, "miso": 16, "load": 17, "chips": 8, "loop": True}
SOFT = {"driver": "hc165_soft", "sck": 18, "mosi": 19, "miso": 16, "load": 17, "chips": 8, "loop": True}
MATRIX = {"driver": "matrix", "rows": list(range(8)), "columns": [8, 9, 10, 11, 16, 17, 18, 19]}
MUX = {"driver": "hc4067", "select": [2, 3, 4, 5], "data": [6, 7, 8, 9]}
EXPANDERS = {"driver": "mcp23017", "i2c": 0, "sda": 4, "scl": 5, "addresses": [0x20, 0x21, 0x22, 0x23], "interrupt": 6}
DISPLAY = {"driver": "ssd1306", "i2c": 0, "sda": 4, "scl": 5, "address": 0x3C}
STRIP = {"driver": "ws2812", "pin": 22, "brightness": 255, "limit_ma": 20000}
HT16K33 = {"driver": "ht16k33", "i2c": 1, "sda": 26, "scl": 27, "addresses": [0x70]}
MAX7219 = {"driver": "max7219", "spi": 1, "sck": 10, "mosi": 11, "cs": 12, "chips": 1}
PLAIN = bytes(range(64)).hex()


def form(scanner=HC165, lights=STRIP, **tables):
    """The device form of an 8x8 board; squares lie over bits and lamps in plain order."""
    return {
        "name": "test",
        "mcu": "pico",
        "board": {"files": 8, "ranks": 8},
        "scanner": {**scanner, "cells": PLAIN},
        "lights": {**lights, "cells": PLAIN},
        "buttons": {"white": 13, "black": 14, "menu": 15},
        "games": {"folky": "a1"},
        **tables,
    }


def device(*args, **tables):
    """The same with all defaults filled in, as the emulator takes it."""
    return schema.checked(form(*args, **tables))
