"""The clock a driver waits by: `ticks_ms`, `ticks_us`, `ticks_diff`, `sleep_ms`, `sleep_us`, as MicroPython's `time` has them.

A `machine` that brings a clock of its own (the simulator's, the Raspberry Pi back end's) is asked first.
"""

try:
    from machine import sleep_ms, sleep_us, ticks_diff, ticks_ms, ticks_us
except ImportError:
    from time import sleep_ms, sleep_us, ticks_diff, ticks_ms, ticks_us

__all__ = ("sleep_ms", "sleep_us", "ticks_diff", "ticks_ms", "ticks_us")
