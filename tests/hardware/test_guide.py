"""The build guide: its tables are what the checks say, its links and commands are there, and its tests run on virtual boards."""

import os
import re

import pytest

import host.virtual
from host import cli, words
from host.hardware import checks, lists, reach
from tests.hardware.boards import NAMES, ROOT, board

host.virtual.install()

from host.virtual.bench import Bench  # noqa: E402

with open(os.path.join(ROOT, "docs", "BUILD.md"), encoding="utf-8") as _file:
    GUIDE = _file.read()
CODE = re.findall(r"^```python\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)


def rows(head):
    """The rows of the table that begins with `head`, as lists of fields."""
    lines = GUIDE[GUIDE.index(head) :].split("\n\n")[0].split("\n")[2:]
    return [[field.strip() for field in line.strip("|").split("|")] for line in lines]


def test_the_table_of_boards_says_what_they_are():
    found = {}
    for link, games, squares, read, lamps, power in rows("| board | games |"):
        found[re.match(r"\[(.*?)\]", link).group(1)] = (games, squares, read, lamps, power)
    assert set(found) == set(NAMES)
    for name in NAMES:
        one = board(name)
        games, squares, read, lamps, power = found[name]
        assert games == ", ".join(words.title(game) for game in one.games)
        assert squares == f"{one.files} x {one.ranks} of {one.pitch} mm"
        count, kind = read.split(" x ")
        assert len(one.net.of_kind(kind)) == int(count)
        assert lamps == f"{len(one.lamps)} x WS2812B" if one.lamp_chain else lamps == f"{len(one.lamps)} single-colour"
        jack = one.net.of_kind("JACK")
        assert power == (jack[0].value if jack else "USB")


def test_the_table_of_currents_is_the_checks():
    found = {row[0]: row[1:] for row in rows("| board | 3.3 V |")}
    assert set(found) == set(NAMES)
    for name in NAMES:
        one = board(name)
        facts = checks.run(one.net, one.pitch, names=("current",))[0].fact.split("; ")
        assert found[name] == [facts[0].removeprefix("3.3 V: "), facts[1].removeprefix("5 V "), one.net.of_kind("FUSE")[0].value]


def test_figures_in_the_text():
    assert f"**{-reach.REED_OFFSET_MM} mm to the left**" in GUIDE
    assert f"up to {reach.OFF_CENTRE_MM} mm off" in GUIDE and f"calculated with {reach.DEPTH_MM} mm" in GUIDE
    assert "a white lamp draws 16 mA" in GUIDE and round(1 + 60 * 64 / 255) == 16
    total = {game: sum(lists.inventory(played).values()) for game, played in board("universal-12x9").games.items()}
    assert "FOLKY takes 28" in GUIDE and total["folky"] == 28
    assert "chess football 17" in GUIDE and total["football"] == 17
    assert "Alquerque 24, courier chess 48" in GUIDE and (total["alquerque"], total["courier"]) == (24, 48)
    assert reach.magnet_for(45).text() != reach.magnet_for(44).text()


def test_links_and_pictures_are_there():
    links = [link for link in re.findall(r"\]\(([^)#\s]+)", GUIDE) if "://" not in link]
    assert len(links) > 15
    assert [] == [link for link in links if not os.path.exists(os.path.join(ROOT, "docs", link))]


def test_commands_are_there():
    called = set(re.findall(r"^reedboard (\w+)", GUIDE, re.MULTILINE))
    assert called == {"hardware", "deploy", "play"}
    assert called <= {name for name, _ in cli.available()}


# -- what the builder types ------------------------------------------------------------------------------------------


class Prompt:
    """The guide's lines typed on a virtual board: `say(line)` runs one and gives what it printed."""

    def __init__(self, name, capsys):
        self.profile = board(name).profile
        self.bench = Bench(self.profile)
        self.bench.use()
        self.names = {"open": lambda path: _Text(board(name))}
        self.capsys = capsys
        for code in CODE:
            exec(compile(code, "docs/BUILD.md", "exec"), self.names)
        capsys.readouterr()

    def say(self, line):
        exec(line, self.names)
        return self.capsys.readouterr().out.splitlines()


class _Text:
    """What `open("/profile.json")` gives on the device."""

    def __init__(self, one):
        self.one = one

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def read(self):
        from host import profiles

        return profiles.device_json(self.one.name).decode()


@pytest.fixture(params=[name for name in NAMES if board(name).profile.mcu == "pico"])
def prompt(request, capsys):
    """A `Prompt` of each board with a Pico."""
    return Prompt(request.param, capsys)


def test_looking_names_the_closed_squares(prompt):
    assert prompt.say("look()") == ["closed:", "faulty chips:"]
    prompt.bench.set_square(prompt.profile.cell("c3"), True)
    assert prompt.say("look()") == ["closed: c3", "faulty chips:"]


def test_looking_names_a_dead_chip_once_there_are_pieces(capsys):
    prompt = Prompt("classic-8x8", capsys)
    prompt.bench.switches.kill(2)
    assert prompt.say("look()")[1] == "faulty chips: 1 2 3 4 5 6 7 8"
    for rank in range(1, 9):
        prompt.bench.set_square(prompt.profile.cell(f"b{rank}"), True)
    assert prompt.say("look()")[1] == "faulty chips: 3 4 5 6 7 8"


def test_lamps_light_up(prompt):
    cell = prompt.profile.cell("a1")
    prompt.say('lamp("a1")')
    lit = prompt.bench.lamps()
    assert lit[cell] != (0, 0, 0) and all(colour == (0, 0, 0) for other, colour in enumerate(lit) if other != cell)
    prompt.say("dark()")
    assert set(prompt.bench.lamps()) == {(0, 0, 0)}


def test_sounds_and_buttons(prompt):
    prompt.say("sounds()")
    assert [hertz for _, hertz in prompt.bench.tones() if hertz] == [880, 1175, 1760]
    assert prompt.say("buttons()") == ["pressed:"]
    prompt.bench.press(5)
    prompt.names["sleep_ms"](50)
    assert prompt.say("buttons()") == ["pressed: white menu"]


@pytest.mark.parametrize("name", [name for name in NAMES if board(name).profile.display])
def test_words_reach_the_display(capsys, name):
    prompt = Prompt(name, capsys)
    prompt.say('words("reedboard", "žluťoučký kůň")')
    assert not prompt.names["parts"].display.busy and not prompt.names["parts"].display.faults[0]
