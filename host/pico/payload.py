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
# Mounts a block device in RAM as the place for the journal, says where in the memory its bytes lie, and puts there what was kept so far.
# As the real flash memory does, one that can't be written refuses every write.
RAM_BLOCK, RAM_BLOCKS = 512, 24
KEPT = "kept.txt"
RAM_SAYS = "journal in RAM at "
RAM_MAIN = f"""import os
from uctypes import addressof


class Ram:
    def __init__(self):
        self.data = bytearray({RAM_BLOCK * RAM_BLOCKS})
        self.writable = True

    def readblocks(self, number, buffer, offset=0):
        at = number * {RAM_BLOCK} + offset
        buffer[:] = memoryview(self.data)[at : at + len(buffer)]

    def writeblocks(self, number, buffer, offset=0):
        if not self.writable:
            raise OSError(28)
        at = number * {RAM_BLOCK} + offset
        self.data[at : at + len(buffer)] = buffer

    def ioctl(self, request, argument):
        return {{4: {RAM_BLOCKS}, 5: {RAM_BLOCK}, 6: 0}}.get(request)


ram = Ram()
os.VfsLfs2.mkfs(ram)
os.mount(ram, "/store")
with open("/{KEPT}", "rb") as kept, open("/store/journal.txt", "wb") as journal:
    journal.write(kept.read())
ram.writable = %r
print("{RAM_SAYS}%%d" %% addressof(ram.data))
"""


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
