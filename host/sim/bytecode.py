"""The device's files as MicroPython bytecode, compiled once and kept in a cache named by their contents."""

import hashlib
import os
import pathlib
import shutil
import subprocess
import tempfile

from host.errors import UserError
from host.sim import constants
from host.toolbox import mpy_cross

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROOMS = ("engine", "board_drivers", "firmware", "host/virtual")
ARCH = "x64"  # for functions marked native or viper


def sources():
    """Return the paths of the device's files below ROOT, sorted."""
    return sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))


def cache_dir():
    """Return the folder for caches: REEDBOARD_CACHE, else reedboard in the user's cache folder."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return pathlib.Path(os.environ.get("REEDBOARD_CACHE") or os.path.join(home, "reedboard"))


def tree():
    """Return the path of a folder with the bytecode of all device files, made if need be. Raises UserError."""
    program = mpy_cross()
    files = [(path, path.read_bytes()) for path in sources()]
    base = hashlib.sha256(_version(program) + pathlib.Path(constants.__file__).read_bytes())
    whole = base.copy()
    for path, data in files:
        whole.update(f"{path.relative_to(ROOT)}\0{len(data)}\0".encode() + data)
    target = cache_dir() / "mpy" / whole.hexdigest()[:24]
    if not target.is_dir():
        try:
            _build(program, base, files, target)
        except OSError as error:
            raise UserError(f"can't write bytecode to {target}: {error.strerror}; set REEDBOARD_CACHE to a folder that can be written") from error
    return str(target)


def _version(program):
    return subprocess.run([program, "--version"], capture_output=True, check=False).stdout + ARCH.encode()


def _build(program, base, files, target):
    """Compile into a folder beside `target` and put it in its place in one step; whoever comes second gives way."""
    objects = target.parent / "objects"
    objects.mkdir(parents=True, exist_ok=True)
    work = pathlib.Path(tempfile.mkdtemp(dir=target.parent))
    try:
        texts = constants.inlined({path.relative_to(ROOT).as_posix(): data.decode() for path, data in files})
        for path, _ in files:
            name = path.relative_to(ROOT)
            data = texts[name.as_posix()].encode()
            digest = base.copy()
            digest.update(f"{name}\0".encode() + data)
            kept = objects / (digest.hexdigest()[:24] + ".mpy")
            if not kept.exists():
                compiled(program, ARCH, data, name, kept)
            place = (work / name).with_suffix(".mpy")
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(kept, place)
        (work / "host" / "__init__.py").write_text("")
        try:
            work.rename(target)
        except OSError:
            if not target.is_dir():
                raise
    finally:
        shutil.rmtree(work, ignore_errors=True)


def compiled(program, arch, data, name, kept):
    """Compile the source `data` (bytes) of the file `name` (its path from the root) to the file `kept`. Raises UserError."""
    handle, made = tempfile.mkstemp(dir=kept.parent)
    os.close(handle)
    with tempfile.NamedTemporaryFile(suffix=".py") as source:
        source.write(data)
        source.flush()
        command = [program, "-O3", "-march=" + arch, "-s", str(name), "-o", made, source.name]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        os.unlink(made)
        raise UserError(f"mpy-cross can't compile {name}: {done.stderr.strip().splitlines()[-1] if done.stderr.strip() else done.returncode}")
    os.replace(made, kept)
