"""Board profiles as people write them: the ones that come with the product, and what is wrong with bad files."""

import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from board_drivers.profile import Profile, ProfileError
from board_drivers.schema import checked, pin_uses
from host import profiles
from host.errors import UserError

GOOD = profiles.BOARDS / "classic-8x8.toml"


def test_the_profiles_that_there_are():
    names = profiles.names()
    assert {"classic-8x8", "universal-12x9", "matrix-8x8", "mux-8x8", "expander-9x9", "pi-8x8"} <= set(names)
    for name in names:
        assert profiles.load(name).name == name == profiles.read(name)["name"]


@pytest.mark.parametrize("name", profiles.names())
def test_its_games_fit(name):
    """Every game with an anchor exists and lies on the board."""
    profile = profiles.load(name)
    assert profile.games
    for game_name in profile.games:
        game = engine.new(game_name)
        cells = profile.board_cells(game.files, game.ranks, profile.anchor(game_name))
        assert len(set(cells)) == game.files * game.ranks


def test_the_universal_board_has_all_games():
    assert set(profiles.load("universal-12x9").games) == set(engine.NAMES)


@pytest.mark.parametrize("name", profiles.names())
def test_device_json(name):
    """It is compact, says the same, and is under a kilobyte and a half."""
    data = profiles.device_json(name)
    assert b" " not in data.replace(b'", "', b"") and len(data) < 1500
    assert vars(Profile(data)) == vars(profiles.load(name))


@pytest.mark.parametrize("name", profiles.names())
def test_pins_are_each_used_once(name):
    """Or are lines of a bus that several parts share."""
    for uses in pin_uses(checked(profiles.device_form(profiles.read(name)))).values():
        assert len(uses) == 1 or all(use.split(".")[1] in ("sda", "scl", "sck", "mosi", "miso") for use in uses)


def test_a_profile_of_ones_own(tmp_path):
    """A path names a file anywhere."""
    own = tmp_path / "own.toml"
    own.write_text(GOOD.read_text().replace('"classic-8x8"', '"own"'))
    assert profiles.load(str(own)).name == "own"
    assert profiles.load(own).name == "own"


def fails(tmp_path, before, after):
    """The text of the error for the good file with one passage replaced."""
    text = GOOD.read_text()
    assert before in text
    bad = tmp_path / "bad.toml"
    bad.write_text(text.replace(before, after, 1))
    with pytest.raises(UserError) as error:
        profiles.read(bad)
    assert str(bad) in str(error.value) and "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize(
    ("before", "after", "wanted"),
    [
        ("load = 17", "laod = 17", "unknown key scanner.laod"),
        ("load = 17", "", "missing key scanner.load"),
        ("pitch_mm = 50", "", "missing key board.pitch_mm"),
        ("pitch_mm = 50", "pitch_mm = 5", "board.pitch_mm: 5 is not between"),
        ("pitch_mm = 50", 'pitch_mm = "5"', "board.pitch_mm: '5' is not a whole number"),
        ("files = 8", "fils = 8", "missing key board.files"),
        ('mcu = "pico"', 'mcu = "pico"\ncolour = 1', "unknown key colour"),
        ("title =", "tilte =", "title"),
        ("[board]", "[bord]", "missing key board"),
        ("[scanner]", "[scaner]", "unknown key scaner"),
        ("[lights]", "[light]", "unknown key light"),
        ('"h1 g1', '"h9 g1', "scanner.bits: square h9 is off the board"),
        ('"h1 g1', '"g1 g1', "square g1 has two bits"),
        ('"h1 g1', '"- g1', "square h1 has no bit"),
        ('"h1 g1', '"h1 - g1', "bit 64 is beyond the 64"),
        ('    "a1 b1', '    "b1', "lights: square a1 has no lamp"),
        ("bits = [", "cells = 1\nbits = [", "unknown key scanner.cells"),
        ("bits = [", "bit = [", "missing key scanner.bits"),
        ('alquerque = "b2"', 'alquerque = "k2"', "games.alquerque: square k2 is off"),
        ("pin = 12", "pin = 22", "GPIO 22 is used twice"),
        ("pin = 12", "pin = ", "line"),
        ("sck = 18", "sck = 20", "scanner.sck: GPIO 20 can't be SCK of SPI 0"),
        ("mosi = 19", "mosi = 11", "scanner.mosi: GPIO 11 can't be MOSI of SPI 0"),
        ("miso = 16", "miso = 8", "scanner.miso: GPIO 8 can't be MISO of SPI 0"),
    ],
)
def test_bad_files(tmp_path, before, after, wanted):
    """One line that names the file, the place and the fault."""
    text = fails(tmp_path, before, after)
    assert wanted in text


def test_no_such_profile():
    """The ones that there are are listed."""
    for name in ("clasic", "../classic-8x8", "/nowhere/x.toml"):
        with pytest.raises(UserError, match="classic-8x8"):
            profiles.read(name)


def test_a_file_that_is_no_text(tmp_path):
    bad = tmp_path / "bad.toml"
    bad.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UserError, match="bad.toml"):
        profiles.read(bad)


@pytest.mark.parametrize(
    ("name", "table", "key", "number", "wanted"),
    [
        ("universal-12x9", "display", "sda", 6, "display.sda: GPIO 6 can't be SDA of I2C 0"),
        ("expander-9x9", "lights", "scl", 2, "lights.scl: GPIO 2 can't be SCL of I2C 1"),
        ("pi-8x8", "scanner", "sck", 21, "scanner.sck: GPIO 21 can't be SCK of SPI 0"),
        ("pi-8x8", "lights", "pin", 18, "GPIO 10 or 20"),
    ],
)
def test_pins_that_have_not_the_function(name, table, key, number, wanted):
    """As the virtual Pico and the Pi's back end would refuse them when the board starts."""
    data = profiles.read(name)
    data[table][key] = number
    with pytest.raises(ProfileError) as error:
        profiles.device_form(data)
    assert wanted in str(error.value)


def test_bits_may_be_one_text():
    """A list of texts, or one."""
    table = profiles.read("classic-8x8")
    as_list = profiles.device_form(table)
    table["scanner"]["bits"] = " ".join(table["scanner"]["bits"])
    assert profiles.device_form(table) == as_list
    table["scanner"]["bits"] = [1]
    with pytest.raises(ProfileError, match="scanner.bits"):
        profiles.device_form(table)


def test_the_device_form_has_nothing_for_people():
    """No title, no pitch, no square names but the anchors'."""
    data = json.loads(profiles.device_json("classic-8x8"))
    assert "title" not in data and "pitch_mm" not in data["board"] and "bits" not in data["scanner"]
    assert data["games"] == {"folky": "a1", "alquerque": "b2"}


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 300) | st.floats(allow_nan=False) | st.text("ah19-_ f", max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["pin", "cells", "driver", "x"]), inner, max_size=3),
    max_leaves=6,
)


def paths(table, before=()):
    """Every way to a value in nested tables and lists."""
    for key, value in table.items() if isinstance(table, dict) else enumerate(table):
        yield (*before, key)
        if isinstance(value, (dict, list)):
            yield from paths(value, (*before, key))


@pytest.mark.parametrize("form", [lambda table: table, profiles.device_form], ids=["people", "device"])
@given(data=st.data())
def test_nothing_but_profile_errors(form, data):
    """Whatever stands in a profile instead of what should, the error is a ProfileError of one line, or the profile is good."""
    table = copy.deepcopy(form(profiles.read(data.draw(st.sampled_from(profiles.names())))))
    for _ in range(data.draw(st.integers(1, 2))):
        *way, last = data.draw(st.sampled_from(sorted(paths(table), key=str)))
        place = table
        for key in way:
            place = place[key]
        if data.draw(st.booleans()):
            place[last] = data.draw(VALUES)
        else:
            del place[last]
    try:
        Profile(json.dumps(table if form is profiles.device_form else profiles.device_form(table)))
    except ProfileError as error:
        assert "\n" not in str(error)


def test_wheels_carry_the_profiles():
    """The build configuration names the package and the files, so that an installed command finds them."""
    import tomllib

    root = profiles.BOARDS.parents[1]
    config = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["setuptools"]
    assert "hardware" in config["packages"]["find"]["include"]
    assert "boards/*.toml" in config["package-data"]["hardware"]
    assert (root / "hardware" / "__init__.py").exists()
