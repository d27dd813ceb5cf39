"""Modules that are seldom needed, on both runtimes."""

from tests import mprun
from tests.firmware import seldom


def test_on_cpython():
    seldom.test_they_are_dropped_and_come_back()


def test_on_micropython():
    assert mprun.run_tests("tests.firmware.seldom", heapsize="1M") == 2
