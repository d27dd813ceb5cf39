"""The engine under real MicroPython: the tests that both runtimes run."""

import pytest

from tests.engine import test_both_runtimes, test_vectors_both
from tests.mprun import run_micropython, run_tests


@pytest.mark.parametrize(("module", "heapsize"), [(test_vectors_both, "192k"), (test_both_runtimes, "512k")])
def test_under_micropython(module, heapsize):
    """All vectors (the four games one after another in a Pico's heap); endings, bad texts and the published game."""
    tests = [name for name in dir(module) if name.startswith("test_")]
    assert run_tests(module.__name__, heapsize) == len(tests)


def test_both_runtimes_play_the_same():
    """Random games have the same positions, notation and results on both."""
    done = run_micropython("tests/engine/digest.py", heapsize="512k")
    assert done.returncode == 0, done.stdout
    assert done.stdout.split("\n")[:-1] == test_both_runtimes.digests()
