"""What the engine asks of a device: no module but its own, no name that MicroPython lacks, small numbers, small files."""

import ast
import builtins
import subprocess

import pytest

from host import toolbox
from tests.mprun import ROOT, run_micropython

FILES = sorted((ROOT / "engine").rglob("*.py"))
MPY_LIMIT = 40 * 1024  # bytes, all games together
GAME_LIMIT = 250  # lines of a game's file
SMALL_INT = 1 << 30  # the RP2040's small integers end here; beyond it every operation allocates
HAS = """
import builtins, sys
things = (builtins, "", b"", bytearray(), [], (), {}, set(), 0, sys)
print(" ".join([name for name in sys.argv[1:] if not any([hasattr(thing, name) for thing in things])]))
"""


def trees():
    """Yield (file name, syntax tree) of the engine's files."""
    for path in FILES:
        yield path.name, ast.parse(path.read_text())


def imported(tree):
    """Yield the names of the modules that a syntax tree imports, and "?" for what cannot be told."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "engine" if node.level == 1 else "?" if node.level else node.module
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "__import__":
            yield "engine" if ast.unparse(node.args[0]).startswith("'engine.'") else "?"


def test_the_engine_imports_nothing_but_itself():
    """Not even what both runtimes have."""
    assert FILES
    for name, tree in trees():
        assert [module for module in imported(tree) if module.split(".")[0] != "engine"] == [], name


@pytest.mark.parametrize(
    ("code", "module"),
    [
        ("import sys", "sys"),
        ("def f():\n    from micropython import const", "micropython"),
        ("from .. import host", "?"),
        ("__import__(name)", "?"),
        ("from . import core", "engine"),
        ("import engine.core", "engine.core"),
        ("__import__('engine.' + name)", "engine"),
    ],
)
def test_the_search_for_imports_finds_them(code, module):
    """The test above would fail for these."""
    assert list(imported(ast.parse(code))) == [module]


def borrowed(tree):
    """Return the names of builtins and of builtin types' methods that a syntax tree uses."""
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and hasattr(builtins, node.id)}
    types = (str, bytes, bytearray, list, tuple, dict, set, int)
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return names | {name for name in attributes if any(hasattr(kind, name) for kind in types)}


def lacking(names, tmp_path):
    """Return those of the names that MicroPython has neither as a builtin nor as a method of a builtin type."""
    script = tmp_path / "has.py"
    script.write_text(HAS)
    done = run_micropython(script, *sorted(names))
    assert done.returncode == 0, done.stdout
    return done.stdout.split()


def test_the_engine_uses_what_micropython_has(tmp_path):
    """Every builtin and every method of texts, lists and so on is there in real MicroPython."""
    names = set().union(*(borrowed(tree) for _, tree in trees()))
    assert {"bytearray", "find"} <= names
    assert lacking(names, tmp_path) == []


def test_the_search_for_names_finds_them(tmp_path):
    """The test above would fail for these."""
    code = "aiter(x)\n'a'.removeprefix('a')\n(1).bit_count()\n'ab'.swapcase()\nlen(x)"
    assert lacking(borrowed(ast.parse(code)), tmp_path) == ["aiter", "bit_count", "removeprefix", "swapcase"]


def test_numbers_are_small():
    """No number in the engine needs more than the 31 bits of a small integer."""
    for name, tree in trees():
        numbers = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, int)]
        assert [number for number in numbers if abs(number) >= SMALL_INT] == [], name
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, float)], name


def test_compiled_files_are_small(tmp_path):
    """All .mpy files of the engine together."""
    total = 0
    for path in FILES:
        out = tmp_path / f"{path.stem}.mpy"
        subprocess.run([toolbox.mpy_cross(), "-o", str(out), str(path)], check=True, timeout=60)
        total += out.stat().st_size
    assert 0 < total <= MPY_LIMIT


@pytest.mark.parametrize("name", ["folky", "football", "alquerque", "courier"])
def test_a_game_is_a_short_file(name):
    """A game adds only what is its own."""
    assert len((ROOT / "engine" / f"{name}.py").read_text().splitlines()) <= GAME_LIMIT


def test_no_game_is_named_outside_its_file():
    """A new game touches its own file and the registry; the rest knows none by its name."""
    games = {"folky", "football", "alquerque", "courier"}
    for name, tree in trees():
        if name != "__init__.py":
            words = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
            assert words & (games - {name[:-3]}) == set(), name
