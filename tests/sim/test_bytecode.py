"""Bytecode is made once for the same files, and only what has changed is made again."""

import os
import pathlib

import pytest
from host import toolbox
from host.errors import UserError
from host.sim import bytecode

pytestmark = pytest.mark.skipif(toolbox.find("mpy-cross") is None, reason="mpy-cross is not installed")


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A small project of device files, and a cache of its own."""
    root = tmp_path / "project"
    for name, text in {"engine/one.py": "x = 1\n", "host/virtual/two.py": "y = 2\n"}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr(bytecode, "ROOT", root)
    monkeypatch.setenv("REEDBOARD_CACHE", str(tmp_path / "cache"))
    return root


def compiled(monkeypatch):
    """Count what is compiled: the list of names."""
    names = []
    real = bytecode.compiled

    def counted(program, arch, data, name, kept):
        names.append(str(name))
        real(program, arch, data, name, kept)

    monkeypatch.setattr(bytecode, "compiled", counted)
    return names


def test_compiles_once_and_then_only_changes(project, monkeypatch):
    names = compiled(monkeypatch)
    first = bytecode.tree()
    assert names == ["engine/one.py", "host/virtual/two.py"]
    assert sorted(str(path.relative_to(first)) for path in pathlib.Path(first).rglob("*.*")) == [
        "engine/one.mpy", "host/__init__.py", "host/virtual/two.mpy"
    ]  # fmt: skip
    assert bytecode.tree() == first and len(names) == 2
    (project / "engine/one.py").write_text("x = 3\n")
    assert bytecode.tree() != first
    assert names[2:] == ["engine/one.py"]


def test_a_file_that_does_not_compile_is_named(project):
    (project / "engine/one.py").write_text("def f(:\n")
    with pytest.raises(UserError, match="engine/one.py"):
        bytecode.tree()
    assert not [path for path in bytecode.cache_dir().rglob("*") if path.is_dir() and (path / "engine").exists()]


@pytest.mark.skipif(os.geteuid() == 0, reason="root can write anywhere")
def test_a_cache_that_cannot_be_written(project, monkeypatch, tmp_path):
    tmp_path.chmod(0o500)
    monkeypatch.setenv("REEDBOARD_CACHE", str(tmp_path / "no"))
    try:
        with pytest.raises(UserError, match="REEDBOARD_CACHE"):
            bytecode.tree()
    finally:
        tmp_path.chmod(0o700)


def test_a_cache_where_a_file_is(project, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("REEDBOARD_CACHE", str(tmp_path / "file"))
    with pytest.raises(UserError, match="REEDBOARD_CACHE"):
        bytecode.tree()
