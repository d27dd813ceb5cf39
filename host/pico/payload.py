"""What is put on the emulated Pico beside MicroPython: the project's packages as bytecode, and what starts them."""

import hashlib
import os
import pathlib
import subprocess
import tempfile

from host.errors import UserError
from host.sim.bytecode import cache_dir
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
    files = {}
    for room in rooms:
        for source in sorted((ROOT / room).rglob("*.py")):
            name = source.relative_to(ROOT).as_posix()
            files[name[:-3] + ".mpy"] = _compiled(program, version, source, name)
    return files


def stand_ins():
    """Our own `neopixel` and `ssd1306`, as far as there are any: dict path on the device -> bytes."""
    program = mpy_cross()
    version = subprocess.run([program, "--version"], capture_output=True, check=False).stdout
    found = {}
    for name in STAND_INS:
        source = ROOT / "host" / "virtual" / f"{name}.py"
        if source.is_file():
            found[f"lib/{name}.mpy"] = _compiled(program, version, source, f"{name}.py")
    return found


def _compiled(program, version, source, name):
    """Bytecode of one file, from the cache if it has been compiled before."""
    data = source.read_bytes()
    digest = hashlib.sha256(version + ARCH.encode() + name.encode() + b"\0" + data).hexdigest()[:24]
    kept = cache_dir() / "mpy" / "objects" / f"{digest}.mpy"
    if not kept.is_file():
        kept.parent.mkdir(parents=True, exist_ok=True)
        handle, made = tempfile.mkstemp(dir=kept.parent)
        os.close(handle)
        command = [program, "-O3", f"-march={ARCH}", "-s", name, "-o", made, str(source)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            os.unlink(made)
            lines = done.stderr.strip().splitlines()
            raise UserError(f"mpy-cross can't compile {name}: {lines[-1] if lines else done.returncode}")
        os.replace(made, kept)
    return kept.read_bytes()
