"""What is put on the emulated Pico beside MicroPython: the project's packages as bytecode, and what starts them."""

import hashlib
import pathlib
import subprocess

from host.sim import bytecode, constants
from host.toolbox import mpy_cross

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROOMS = ("engine", "board_drivers", "firmware")
# What a stock firmware brings and this UF2 may lack, or what `mip` brings: our stand-ins with the same interface.
STAND_INS = ("neopixel", "ssd1306")
ARCH = "armv6m"
MAIN = "from firmware.main import main\n\nmain()\n"


def compiled(rooms=ROOMS):
    """The packages `rooms` as bytecode for an RP2040: dict path on the device -> bytes. MissingTool, UserError."""
    program = mpy_cross()
    version = subprocess.run([program, "--version"], capture_output=True, check=False).stdout
    texts = constants.inlined({source.relative_to(ROOT).as_posix(): source.read_text("utf-8") for source in bytecode.sources()})
    wanted = tuple(room + "/" for room in rooms)
    return {name[:-3] + ".mpy": _compiled(program, version, text.encode(), name) for name, text in texts.items() if name.startswith(wanted)}


def stand_ins():
    """Our own `neopixel` and `ssd1306`, as far as there are any: dict path on the device -> bytes."""
    program = mpy_cross()
    version = subprocess.run([program, "--version"], capture_output=True, check=False).stdout
    found = {}
    for name in STAND_INS:
        source = ROOT / "host" / "virtual" / f"{name}.py"
        if source.is_file():
            found[f"lib/{name}.mpy"] = _compiled(program, version, source.read_bytes(), f"{name}.py")
    return found


def _compiled(program, version, data, name):
    """Bytecode of the source `data` (bytes) of the file `name`, from the cache if it has been compiled before."""
    digest = hashlib.sha256(version + ARCH.encode() + name.encode() + b"\0" + data).hexdigest()[:24]
    kept = bytecode.cache_dir() / "mpy" / "objects" / f"{digest}.mpy"
    if not kept.is_file():
        kept.parent.mkdir(parents=True, exist_ok=True)
        bytecode.compiled(program, ARCH, data, name, kept)
    return kept.read_bytes()
