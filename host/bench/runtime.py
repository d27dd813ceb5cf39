"""MicroPython for the benchmark: our packages as bytecode, and one process for each measure."""

import os
import pathlib
import subprocess

from host import toolbox
from host.sim import bytecode

SCRIPT = pathlib.Path(__file__).parent / "device.py"


class Device:
    """MicroPython's unix port with the device's files, compiled, on its path; `MissingTool` if it or mpy-cross is missing."""

    def __init__(self):
        self._program = toolbox.micropython()
        self._path = bytecode.tree()

    def size(self, room):
        """Bytes that the .mpy files of the folder `room` take together."""
        return sum(path.stat().st_size for path in (pathlib.Path(self._path) / room).rglob("*.mpy"))

    def run(self, heap, task, *arguments, text=""):
        """The numbers that `task` of device.py prints with a heap of `heap` bytes; None if it does not fit into that.

        `text` is its standard input (an argument can't be long: MicroPython makes names of them).

        Raises `RuntimeError` with MicroPython's report for any other failure.
        """
        done = subprocess.run(
            [self._program, "-X", f"heapsize={heap}", str(SCRIPT), task, *arguments],
            input=text,
            cwd=self._path,     # as on a device, where a module's file has a short name
            env={**os.environ, "MICROPYPATH": "."},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        if done.returncode == 0:
            return [int(word) for word in done.stdout.split()]
        report = done.stderr + done.stdout
        if "Traceback" in report and "MemoryError" not in report:
            raise RuntimeError(report)
        return None         # out of memory, perhaps before there was room for a traceback
