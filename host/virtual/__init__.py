"""A board without hardware: a stand-in for `machine`, and the chips of a board modelled behind its pins.

The real drivers and the real firmware run unchanged on it, under CPython and under MicroPython:

    import host.virtual
    host.virtual.install()                      # before anything imports `machine`
    from host.virtual.bench import Bench
    bench = Bench(profile)                      # the chips, lamps, buttons that `profile` (board_drivers.profile) names
    bench.use()                                 # from now on `machine.Pin(n)` is a pin of this board
    parts = board_drivers.build.build(profile)  # the real drivers
    bench.set_switch(bit, True)
"""

import sys


def install(machine=None):
    """Put the stand-ins where `import machine` and `import neopixel` find them.

    `machine` is the module to use as `machine`; default: `host.virtual.machine`.  Drivers bind these names when they are
    imported, so call it first.
    """
    if machine is None:
        from host.virtual import machine
    sys.modules["machine"] = machine
    from host.virtual import neopixel

    sys.modules["neopixel"] = neopixel


def install_display():
    """Put the stand-ins where `import ssd1306` and, on CPython, `import framebuf` find them; for boards with a display."""
    if sys.implementation.name == "cpython":
        from host.virtual import framebuf

        sys.modules["framebuf"] = framebuf
    from host.virtual import ssd1306

    sys.modules["ssd1306"] = ssd1306
