"""The idle pass on both runtimes; under MicroPython with the heap locked."""

from tests import mprun
from tests.firmware import idle


def test_on_cpython():
    idle.test_idle_pass()


def test_on_micropython_with_the_heap_locked():
    # a heap in which the whole firmware can be compiled from its sources
    assert mprun.run_tests("tests.firmware.idle", "320k") == 1
