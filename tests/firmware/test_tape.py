"""The flight recorder's inner loops on both runtimes."""

import pytest

from tests import mprun
from tests.firmware import tape


@pytest.mark.parametrize("test", [tape.test_the_twins_agree, tape.test_what_they_write])
def test_on_cpython(test):
    test()


def test_on_micropython():
    assert mprun.run_tests("tests.firmware.tape") == 2
