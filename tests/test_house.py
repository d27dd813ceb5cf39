"""The house's own order: which way arrows point, what a stock device has, sizes, and what the README claims."""

import ast
import functools
import os
import re
import shlex
import subprocess
import sys
import tomllib

import pytest

from host import cli, toolbox
from host.errors import MissingTool

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Modules of MicroPython that both its stock Pico build and its unix port have, and CPython too.
STOCK = {"array", "binascii", "collections", "errno", "gc", "io", "json", "math", "os", "random", "select", "struct", "sys", "time"}
MICROPYTHON = {"micropython"}
# What a device adds, or micropython-lib brings to it, and what a Raspberry Pi has.
DEVICE = {"machine", "framebuf", "rp2", "neopixel", "ssd1306", "vfs"}
RASPBERRY = {"gpiozero", "lgpio", "spidev", "smbus2"}
# What a pure state machine does not read: clocks, pins, files, chance.
IMPURE = {"machine", "os", "io", "random", "select", "time", "vfs", "rp2"}
SHELLS = {"main.py", "device.py"}

# Folder -> what its files may import. host/virtual is the simulator's side that MicroPython runs too.
MAY_IMPORT = {
    "engine": {"engine"} | MICROPYTHON,
    "board_drivers": {"board_drivers"} | STOCK | MICROPYTHON | DEVICE | RASPBERRY,
    "firmware": {"firmware", "engine", "board_drivers"} | STOCK | MICROPYTHON | DEVICE,
    "host/virtual": {"host.virtual", "firmware", "engine", "board_drivers"} | STOCK | MICROPYTHON | DEVICE | {"umachine"},
}
DEVICE_ROOMS = tuple(MAY_IMPORT)
PRODUCT_ROOMS = ("engine", "board_drivers", "firmware", "host", "hardware")
ORACLES = {"chess", "pyffish"}
BENCHMARKS = re.compile(r"host/commands/bench\.py$|host/bench/")

MAX_FILE = 600          # lines
MAX_FUNCTION = 50       # lines


def sources(*rooms):
    """Paths, from the project's folder, of all Python files in the folders `rooms`, sorted."""
    found = []
    for room in rooms:
        for folder, _, names in os.walk(os.path.join(ROOT, room)):
            if "node_modules" not in folder:
                found += [os.path.relpath(os.path.join(folder, name), ROOT) for name in names if name.endswith(".py")]
    return sorted(found)


def text_of(path):
    """The text of the project's file `path`."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def python(*words):
    """The finished process of this Python with the arguments `words`, in the project's folder; output as text."""
    return subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=120, check=False)


@functools.cache
def tree_of(path):
    """The syntax tree of the project's file `path`."""
    return ast.parse(text_of(path), path)


def imports(tree, package):
    """Yield `(line, module)` for everything that `tree` imports; `package` is the dotted name that relative imports start from."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            yield node.lineno, ".".join([*base, node.module or ""]).strip(".")
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "__import__":
            yield node.lineno, _start_of_text(node.args[0])


def _start_of_text(node):
    """The constant beginning of a text expression such as `"engine." + name` or `f"engine.{name}"`; '?' if it has none."""
    if isinstance(node, ast.BinOp):
        return _start_of_text(node.left)
    if isinstance(node, ast.JoinedStr):
        return _start_of_text(node.values[0])
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else "?"


def foreign(path, tree):
    """`path:line imports module` for each import in the device file `path` that its room may not make."""
    room = next(room for room in DEVICE_ROOMS if path.startswith(room + os.sep))
    package = os.path.dirname(path).replace(os.sep, ".")
    allowed = set(MAY_IMPORT[room])
    if room == "firmware" and os.path.basename(path) not in SHELLS:
        allowed -= IMPURE
    found = [(line, module) for line, module in imports(tree, package) if not any(inside(module, name) for name in allowed)]
    return [f"{path}:{line} imports {module}" for line, module in found]


def inside(module, package):
    """Whether the dotted name `module` is `package` or lies in it."""
    return module == package or module.startswith(package + ".")


# -- arrows --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("room", DEVICE_ROOMS)
def test_no_arrow_points_up(room):
    paths = sources(room)
    assert paths, f"the room {room} is empty"
    assert [] == [fault for path in paths for fault in foreign(path, tree_of(path))]


@pytest.mark.parametrize(
    "path, code, modules",
    [
        ("engine/x.py", "import engine.core\nfrom engine import core\nfrom . import core\nfrom .core import Game", []),
        ("engine/x.py", "def f():\n    import firmware.link", ["firmware.link"]),
        ("engine/x.py", "import time", ["time"]),
        ("engine/x.py", "from .. import host", ["?"]),
        ("engine/x.py", "__import__('engine.' + name)\n__import__(f'engine.{name}')", []),
        ("engine/x.py", "__import__(name)\n__import__('host.' + name)", ["?", "host."]),
        ("board_drivers/x.py", "import machine, time\nfrom engine import core", ["engine"]),
        ("firmware/x.py", "from engine import core\nimport board_drivers.profile, json", []),
        ("firmware/x.py", "import machine\nfrom time import ticks_ms\nimport host", ["machine", "time", "host"]),
        ("firmware/main.py", "import machine, time", []),
        ("firmware/main.py", "import dataclasses", ["dataclasses"]),
        ("host/virtual/x.py", "import host.virtual\nfrom host.virtual import mcu\nfrom firmware.main import Shell", []),
        ("host/virtual/x.py", "from host.sim import world\nfrom host import errors", ["host.sim", "host"]),
    ],
)
def test_the_check_of_arrows_sees_them(path, code, modules):
    found = [fault.split(" imports ")[1] or "?" for fault in foreign(path, ast.parse(code))]
    assert found == modules


def test_the_core_of_the_firmware_opens_no_file():
    faults = []
    for path in sources("engine", "firmware"):
        if os.path.basename(path) not in SHELLS:
            calls = [node for node in ast.walk(tree_of(path)) if isinstance(node, ast.Call)]
            faults += [f"{path}:{call.lineno}" for call in calls if getattr(call.func, "id", "") in ("open", "input", "print")]
    assert faults == []


def test_oracles_stay_out_of_the_product():
    faults = []
    for path in sources(*PRODUCT_ROOMS):
        if not BENCHMARKS.search(path):
            faults += [f"{path}:{line}" for line, module in imports(tree_of(path), "") if module.split(".")[0] in ORACLES]
    assert faults == []


# -- what a stock device has ---------------------------------------------------------------------------------------

MISSING_METHODS = {"removeprefix", "removesuffix", "bit_length", "bit_count", "casefold", "is_integer", "with_traceback"}
MISSING_KEYWORDS = {("zip", "strict"), ("print", "flush")}


def beyond_a_device(tree):
    """Yield `(line, what)` for each use of something that MicroPython's stock builds do not have."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Match):
            yield node.lineno, "match"
        elif isinstance(node, ast.arguments) and node.posonlyargs:
            yield node.posonlyargs[0].lineno, "positional-only parameters"
        elif isinstance(node, ast.Slice) and node.step:
            yield node.lineno, "a slice with a step"
        elif isinstance(node, ast.ClassDef) and node.keywords:
            yield node.lineno, "class keywords"
        elif isinstance(node, ast.TryStar):
            yield node.lineno, "except*"
        elif isinstance(node, ast.Call):
            yield from _calls_beyond(node)


def _calls_beyond(node):
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if isinstance(node.func, ast.Attribute) and name in MISSING_METHODS:
        yield node.lineno, f".{name}()"
    for keyword in node.keywords:
        if (name, keyword.arg) in MISSING_KEYWORDS:
            yield node.lineno, f"{name}({keyword.arg}=)"


def test_device_files_use_only_what_a_stock_device_has():
    assert [] == [f"{path}:{line} uses {what}" for path in sources(*DEVICE_ROOMS) for line, what in beyond_a_device(tree_of(path))]


@pytest.mark.parametrize(
    "code, what",
    [
        ("match x:\n    case 1: pass", "match"),
        ("def f(a, /): pass", "positional-only parameters"),
        ("s[::-1]", "a slice with a step"),
        ("t[1::2]", "a slice with a step"),
        ("class A(metaclass=B): pass", "class keywords"),
        ("try:\n    f()\nexcept* E:\n    g()", "except*"),
        ("'a'.removeprefix('b')", ".removeprefix()"),
        ("n.bit_length()", ".bit_length()"),
        ("zip(a, b, strict=True)", "zip(strict=)"),
        ("print(flush=True)", "print(flush=)"),
    ],
)
def test_the_check_of_stock_python_sees_it(code, what):
    assert [found for _, found in beyond_a_device(ast.parse(code))] == [what]


def tool(find):
    """The program that `find` of `host.toolbox` finds; the test is skipped by name where there is none."""
    try:
        return find()
    except MissingTool as missing:
        pytest.skip(str(missing))


@pytest.mark.parametrize("path", sources(*DEVICE_ROOMS))
def test_device_files_compile_for_a_device(path, tmp_path):
    program = [tool(toolbox.mpy_cross), "-march=armv6m", "-o", str(tmp_path / "out.mpy"), path]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


IMPORT_ALL = """
import sys
sys.path.insert(0, sys.argv[1])
for name in sys.argv[2:]:
    __import__(name)
print("loaded", len(sys.argv) - 2)
"""


def test_engine_and_core_load_on_real_micropython(tmp_path):
    paths = [path for path in sources("engine", "firmware") if os.path.basename(path) not in SHELLS]
    modules = [path[:-3].replace(os.sep, ".").replace(".__init__", "") for path in paths]
    script = tmp_path / "load.py"
    script.write_text(IMPORT_ALL)
    program = [tool(toolbox.micropython), "-X", "heapsize=1m", str(script), ROOT, *modules]
    done = subprocess.run(program, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == f"loaded {len(modules)}\n", done.stderr


# -- sizes and habits ----------------------------------------------------------------------------------------------


def test_files_are_not_long():
    lengths = {path: text_of(path).count("\n") for path in sources(*PRODUCT_ROOMS)}
    assert {} == {path: length for path, length in lengths.items() if length > MAX_FILE}


def functions(tree):
    """All functions and methods in `tree`."""
    return [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]


def test_functions_are_not_long():
    faults = []
    for path in sources(*PRODUCT_ROOMS):
        for node in functions(tree_of(path)):
            length = node.end_lineno - node.lineno + 1
            if length > MAX_FUNCTION:
                faults.append(f"{path}:{node.lineno} {node.name} has {length} lines")
    assert faults == []


def test_no_bare_except():
    nodes = [(path, node) for path in sources(*PRODUCT_ROOMS, "tests") for node in ast.walk(tree_of(path))]
    assert [] == [f"{path}:{node.lineno}" for path, node in nodes if isinstance(node, ast.ExceptHandler) and node.type is None]


def public(tree):
    """Yield `(name, node, may_override)` for the public classes, functions and methods of `tree`."""
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and not node.name.startswith("_"):
            yield node.name, node, False
            for inner in node.body if isinstance(node, ast.ClassDef) else ():
                if isinstance(inner, ast.FunctionDef) and not inner.name.startswith("_"):
                    yield f"{node.name}.{inner.name}", inner, bool(node.bases)


def test_what_is_public_has_a_docstring():
    documented = set()
    bare = []
    for path in sources(*PRODUCT_ROOMS):
        tree = tree_of(path)
        bare += [] if ast.get_docstring(tree) else [(path, "the module", False)]
        for name, node, may_override in public(tree):
            if ast.get_docstring(node):
                documented.add(name.split(".")[-1])
            else:
                bare.append((path, name, may_override))
    # A method that overrides has its contract where it is first defined.
    faults = [f"{path}: {name}" for path, name, may_override in bare if not (may_override and name.split(".")[-1] in documented)]
    assert faults == []


def test_tests_do_not_sleep():
    pattern = re.compile(r"\b(?:time|asyncio)\.sleep\(")
    assert [] == [path for path in sources("tests") if path != "tests/test_house.py" and pattern.search(text_of(path))]


# -- what goes into the wheel --------------------------------------------------------------------------------------


def project():
    """pyproject.toml as a dict."""
    return tomllib.loads(text_of("pyproject.toml"))


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    """The set of paths that a wheel would hold (built files as setuptools lays them out)."""
    target = tmp_path_factory.mktemp("build")
    script = "from setuptools import setup; setup()"
    done = python("-c", script, "-q", "egg_info", "--egg-base", str(target), "build_py", "--build-lib", str(target / "lib"))
    assert done.returncode == 0, done.stderr
    return {os.path.relpath(os.path.join(folder, name), target / "lib") for folder, _, names in os.walk(target / "lib") for name in names}


def test_the_wheel_holds_every_module_of_every_room(packed):
    assert set(sources(*PRODUCT_ROOMS)) <= packed


def test_the_wheel_holds_the_data(packed):
    wanted = set()
    for package, patterns in project()["tool"]["setuptools"]["package-data"].items():
        for pattern in patterns:
            folder = os.path.join(package, os.path.dirname(pattern))
            suffix = os.path.basename(pattern).lstrip("*")
            names = os.listdir(os.path.join(ROOT, folder)) if os.path.isdir(os.path.join(ROOT, folder)) else []
            paths = [os.path.join(folder, name) for name in names if name.endswith(suffix)]
            wanted |= {path for path in paths if os.path.isfile(os.path.join(ROOT, path))}
    assert wanted <= packed
    assert any(path.startswith("hardware/boards/") for path in wanted)


def test_the_wheel_holds_no_tests(packed):
    assert {path.split(os.sep)[0] for path in packed} <= {*PRODUCT_ROOMS, "reedboard.py"}


# -- the README's claims -------------------------------------------------------------------------------------------

README = text_of("README.md")
BLOCKS = re.findall(r"^```console\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def claims():
    """`[(command, output)]` of the README's console blocks: a line `$ reedboard ...` and the lines below it."""
    found = []
    for block in BLOCKS:
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, output = part.partition("\n")
            found.append((line, output))
    return found


@pytest.mark.parametrize("line, output", [claim for claim in claims() if claim[1]])
def test_commands_in_the_readme_print_what_it_says(line, output):
    name, *arguments = shlex.split(line)
    assert name == "reedboard"
    done = python("-m", "host", *arguments)
    assert (done.returncode, done.stdout) == (0, output)


def test_commands_in_the_readme_are_there():
    called = set(re.findall(r"(?:^|`|\$ )reedboard ([a-z]+)", README, re.MULTILINE))
    assert called
    assert called <= {name for name, _ in cli.available()}


def test_make_targets_in_the_readme_are_there():
    targets = set(re.findall(r"^([a-z-]+):", text_of("Makefile"), re.MULTILINE))
    named = set(re.findall(r"(?:^|`)make ([a-z-]+)", README, re.MULTILINE))
    assert {"play", "test"} <= named
    assert named <= targets


def test_links_in_the_readme_lead_somewhere():
    links = [link for link in re.findall(r"\]\(([^)#\s]+)", README) if "://" not in link]
    assert links
    assert [] == [link for link in links if not os.path.exists(os.path.join(ROOT, link))]
