"""What the emulated Pico needs: pinned, found, or named as missing with what to do."""

import json

import pytest

from host.errors import MissingTool, UserError
from host.pico import install, tools


@pytest.fixture
def bare(monkeypatch, tmp_path):
    """An empty cache and no UF2."""
    monkeypatch.setenv("REEDBOARD_CACHE", str(tmp_path))
    monkeypatch.delenv("REEDBOARD_UF2", raising=False)
    return tmp_path


def test_rp2040js_is_pinned():
    """One version, by its hash, and no registry's address."""
    package = json.loads((tools.HERE / "package.json").read_text())
    lock = json.loads((tools.HERE / "package-lock.json").read_text())
    assert package["dependencies"] == {"rp2040js": "1.4.1"}
    entry = lock["packages"]["node_modules/rp2040js"]
    assert entry["version"] == "1.4.1" and entry["integrity"].startswith("sha512-")
    assert "resolved" not in json.dumps(lock)
    assert set(lock["packages"]) == {"", "node_modules/rp2040js"}


def test_without_rp2040js(bare):
    """The message says how to get it."""
    with pytest.raises(MissingTool, match="make setup-pico"):
        tools.modules()


def test_with_another_version(bare):
    """What was installed for another lock file is not taken."""
    modules = tools.modules_home() / "node_modules" / "rp2040js"
    modules.mkdir(parents=True)
    (modules / "package.json").write_text("{}")
    (tools.modules_home() / "package-lock.json").write_text("{}")
    with pytest.raises(MissingTool, match="not the version"):
        tools.modules()


def test_without_node(bare, monkeypatch):
    """No node on the PATH."""
    monkeypatch.setenv("PATH", str(bare))
    with pytest.raises(MissingTool, match="node"):
        tools.check()
    assert "node" in tools.missing()


def test_without_npm(bare, monkeypatch):
    """node alone can't install."""
    (bare / "node").write_text("#!/bin/sh\n")
    (bare / "node").chmod(0o755)
    monkeypatch.setenv("PATH", str(bare))
    with pytest.raises(MissingTool, match="npm"):
        install.install()


def test_npm_that_fails(bare, monkeypatch, capsys):
    """Its first line of complaint is passed on."""
    for name, text in (("node", ""), ("npm", "echo 'npm error code ENOTFOUND' >&2; exit 1")):
        (bare / name).write_text(f"#!/bin/sh\n{text}\n")
        (bare / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{bare}:/bin:/usr/bin")
    monkeypatch.setattr(install, "find", lambda name: str(bare / name))
    assert install.main() == 2
    assert "ENOTFOUND" in capsys.readouterr().err


def test_without_a_uf2(bare):
    """The variable's name is in the message."""
    with pytest.raises(MissingTool, match="REEDBOARD_UF2"):
        tools.uf2()


@pytest.mark.parametrize("content", [None, b"", b"print(1)\n" * 100])
def test_what_is_no_uf2(bare, monkeypatch, content):
    """A path that leads nowhere or to something else is a mistake, not a reason to skip."""
    path = bare / "firmware.uf2"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setenv("REEDBOARD_UF2", str(path))
    with pytest.raises(UserError, match="REEDBOARD_UF2") as error:
        tools.uf2()
    assert not isinstance(error.value, MissingTool)
