"""Prints the checksums of random games; run under MicroPython by `test_micropython.py`."""

from tests.engine.test_both_runtimes import digests

print("\n".join(digests()))
