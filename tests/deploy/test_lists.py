"""The three lists of what belongs on a device agree: `reedboard deploy`, package.json for mip, manifest.py for freezing."""

import json
from pathlib import Path

import pytest

from host import toolbox
from host.deploy import lists
from host.deploy.files import ROOMS, Payload, modules

ROOT = Path(__file__).resolve().parents[2]


def packaged():
    """What mip would install: dict path on the device -> path of the source; and what that requires."""
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    return {place: source for place, source in package["urls"]}, [name for name, _ in package["deps"]]


def frozen():
    """What would be frozen, as MicroPython's build reads a manifest: paths, and what that requires."""
    paths, required, included = [], [], []

    def package(name, files=None):
        paths.extend(f"{name}/{file}" for file in files)

    source = (ROOT / "manifest.py").read_text(encoding="utf-8")
    exec(compile(source, "manifest.py", "exec"), {"package": package, "require": required.append, "include": included.append})
    assert included == ["$(PORT_DIR)/boards/manifest.py"]
    return paths, required


def test_fresh():
    """python -m host.deploy.lists would write the same."""
    for name, text in (("package.json", lists.package_json()), ("manifest.py", lists.manifest())):
        assert (ROOT / name).read_text(encoding="utf-8") == text, f"{name} is not fresh: python -m host.deploy.lists"


def test_they_agree_with_each_other_and_with_the_folders():
    """Every module of the device's rooms, but for the one that runs on a Raspberry Pi only."""
    there = {path.relative_to(ROOT).as_posix() for room in ROOMS for path in (ROOT / room).rglob("*.py")}
    places, _ = packaged()
    paths, _ = frozen()
    assert set(paths) == set(places) == set(places.values()) == set(modules()) == there - {"board_drivers/rpi.py"}
    assert len(paths) == len(set(paths))
    assert all(place == source for place, source in places.items())


def test_they_require_the_same():
    """micropython-lib's neopixel and ssd1306."""
    assert packaged()[1] == frozen()[1] == ["neopixel", "ssd1306"]


@pytest.mark.skipif(toolbox.find("mpy-cross") is None, reason="mpy-cross is not installed")
def test_deploy_copies_them_all():
    """A board with all games gets exactly these, as bytecode, and its own three files."""
    payload = Payload("universal-12x9")
    own = {"main.py", "profile.json", "config.json"}
    assert own <= set(payload.files)
    assert {path[:-4] + ".py" for path in payload.files if path not in own} == set(packaged()[0])
    assert payload.needs == ["neopixel", "ssd1306"]


@pytest.mark.skipif(toolbox.find("mpy-cross") is None, reason="mpy-cross is not installed")
@pytest.mark.parametrize("games", [["folky"], ["courier", "alquerque"]])
def test_fewer_games_are_fewer_files(games):
    """Only the modules of the games that are left out are missing."""
    left_out = {"folky", "football", "alquerque", "courier"} - set(games)
    missing = set(Payload("universal-12x9").files) - set(Payload("universal-12x9", games).files)
    assert missing == {f"engine/{name}.mpy" for name in left_out}
