"""The inner loops of the stories on both runtimes."""

import pytest

from tests import mprun
from tests.firmware import loops

TESTS = [loops.test_fitting, loops.test_amiss_and_oddity]


@pytest.mark.parametrize("test", TESTS)
def test_on_cpython(test):
    test()


def test_on_micropython():
    assert mprun.run_tests("tests.firmware.loops") == len(TESTS)
