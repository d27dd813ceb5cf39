"""The same driver tests once more, under real MicroPython."""

from pathlib import Path

import pytest

from tests import mprun
from tests.mprun import run_tests

HERE = Path(__file__).parent
# Those that need CPython: this file, and what reads TOML or plays a Raspberry Pi.
ONLY_CPYTHON = {"test_micropython", "test_profiles", "test_rpi"}
BOTH = sorted(path.stem for path in HERE.glob("test_*.py") if path.stem not in ONLY_CPYTHON)
# Chips and drivers and their tests are compiled in the same heap: more than a board holds; most of all with the sources of the whole firmware.
USUAL = "256k"
LARGE = {"test_faults_in_play": "2m"}


@pytest.mark.parametrize("name", BOTH)
def test_under_micropython(name):
    """Every module of this folder that both runtimes can run passes there too."""
    assert run_tests(f"tests.drivers.{name}", LARGE.get(name, USUAL)) > 0


def test_a_failing_test_is_told(tmp_path):
    """Its name and its traceback are in the message; nothing passes for want of tests."""
    (tmp_path / "bad.py").write_text("def test_one():\n    assert False, 'so it is'\n")
    done = mprun.run_micropython("tests/mp/run.py", "bad", path=[tmp_path])
    assert done.returncode == 1 and "FAILED bad.test_one" in done.stdout and "so it is" in done.stdout
    with pytest.raises(AssertionError, match="no_such_module"):
        run_tests("no_such_module")


def test_a_heap_allocation_in_a_locked_call_is_told(tmp_path):
    """`locked` does lock the heap there."""
    (tmp_path / "bad.py").write_text("from tests.mp.check import locked\n\ndef test_one():\n    locked(bytearray, 100)\n")
    done = mprun.run_micropython("tests/mp/run.py", "bad", path=[tmp_path])
    assert done.returncode == 1 and "MemoryError" in done.stdout


def test_no_micropython(monkeypatch, tmp_path):
    """The error says what to install."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    with pytest.raises(mprun.MicroPythonMissing, match="reedboard"):
        mprun.find_micropython()
