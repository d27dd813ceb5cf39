# ruff: noqa: F821
"""Freezes the firmware into MicroPython: make BOARD=RPI_PICO FROZEN_MANIFEST=.../manifest.py in its ports/rp2.

Written by `python -m host.deploy.lists`. The board's own files, which `reedboard deploy --folder` makes, stay in its file system:
main.py, profile.json, config.json.
"""

include("$(PORT_DIR)/boards/manifest.py")
require("neopixel")
require("ssd1306")
package("engine", (
    "__init__.py",
    "alquerque.py",
    "core.py",
    "courier.py",
    "folky.py",
    "football.py",
    "gamefile.py",
    "notation.py",
))
package("board_drivers", (
    "__init__.py",
    "build.py",
    "buses.py",
    "buttons.py",
    "buzzer.py",
    "display.py",
    "glyphs.py",
    "hc165.py",
    "hc165_soft.py",
    "hc4067.py",
    "ht16k33.py",
    "kernels.py",
    "kernels_plain.py",
    "kernels_viper.py",
    "matrix.py",
    "max7219.py",
    "mcp23017.py",
    "palette.py",
    "profile.py",
    "schema.py",
    "sweep.py",
    "sweep_plain.py",
    "sweep_viper.py",
    "ticks.py",
    "ws2812.py",
))
package("firmware", (
    "__init__.py",
    "begun.py",
    "controller.py",
    "debounce.py",
    "faults.py",
    "guide.py",
    "journal.py",
    "link.py",
    "main.py",
    "others.py",
    "question.py",
    "rows.py",
    "search.py",
    "stories.py",
    "things.py",
    "tracker.py",
    "turns.py",
    "unexplained.py",
    "verbs.py",
    "words.py",
))
