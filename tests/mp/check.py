"""Small helpers for tests that run on both runtimes."""

try:
    from micropython import heap_lock, heap_unlock
except ImportError:  # CPython has no heap to lock: there such a test only checks that the code runs

    def heap_lock():
        """Nothing to lock."""

    def heap_unlock():
        """Nothing to unlock."""


def raises(kind, call, *args):
    """The error of class `kind` that `call(*args)` raises; AssertionError when it raises none."""
    try:
        call(*args)
    except kind as error:
        return error
    raise AssertionError("%s was not raised" % kind.__name__)


def locked(call, first, second=None):
    """`call(first)` or `call(first, second)` with the heap locked: an allocation in it raises MemoryError (under MicroPython)."""
    heap_lock()
    try:
        # Written out: a call with *args would itself allocate.
        return call(first) if second is None else call(first, second)
    finally:
        heap_unlock()


class Random:
    """The same numbers on both runtimes: a 31-bit linear congruential generator."""

    def __init__(self, seed):
        self._state = seed

    def below(self, limit):
        """A number from 0 to limit - 1."""
        self._state = (self._state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._state >> 8) % limit

    def bytes(self, count):
        """A bytearray of `count` random bytes."""
        return bytearray([self.below(256) for _ in range(count)])
