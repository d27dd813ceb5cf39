"""The picture of a scenario's end: the things where the hands have put them, and the lamps and text of the firmware."""

import re
from pathlib import Path

import pytest
from PIL import Image, ImageChops

import engine
from board_drivers import palette
from host import cli
from host.render.layout import Layout
from host.sim import scenario, scenario_file
from host.sim.picture import UNKNOWN, Watch
from host.sim.runtimes import CPythonRuntime


def watched(text):
    """The Watch of the scenario `text`, after its end; all that it expects holds."""
    watch = Watch()
    outcome = scenario.run(scenario_file.parse("test.scn", text), CPythonRuntime(), watch)
    assert outcome.ok, outcome
    return watch


def letters(watch, name):
    """{square: letter} of the things where the hands have put them."""
    game = engine.new(name)
    return {square: game.letter(code) if code != UNKNOWN else "?" for square, code in watch.things.items()}


def differing(one, other, files, ranks):
    """Names of the squares in whose pixels two pictures of a board differ."""
    layout, found = Layout(files, ranks, one.width), []
    for cell in range(files * ranks):
        x, y = layout.corner(cell)
        box = (x, y, x + layout.square, y + layout.square)
        if ImageChops.difference(one.crop(box), other.crop(box)).getbbox():
            found.append("abcdefghijkl"[cell % files] + str(cell // files + 1))
    return set(found)


@pytest.mark.parametrize(
    "name, text, stand",
    [
        ("folky", "-a1 -b1 +a1 +b1\nexpect none", {"a1": "N", "b1": "R"}),
        ("folky", "-b1 +b4\nexpect none", {"b4": "N", "b1": None}),
        ("folky", "-h1 +h7\nexpect turn h1h7\n-h7 +h1\nexpect takeback 1", {"h1": "R", "h7": None}),
        ("folky", "+e4\nexpect none", {"e4": "P"}),
        ("courier", "+e4\nexpect none", {"e4": "?"}),
        ("courier", "-l1 +l2 1500 -l2 +l3\nexpect turn l1l3", {"l3": "R"}),
    ],
)
def test_things_stand_where_hands_have_put_them(name, text, stand):
    found = letters(watched(f"game {name}\n{text}"), name)
    assert {square: found.get(square) for square in stand} == stand


def test_what_the_record_makes_certain_is_taken_from_there():
    position = "3b1mkw4/rp2pp1bp1p1/3pe1fe1n2/p1p2Np2p1p/P5P4P/EPPn1Pr3P1/3PP1WPPP2/RB4K1BN1R w - - 1 28"
    found = letters(watched(f"game courier\nposition {position}\n-f5 600 -d6 600 +d6\nexpect turn f5d6"), "courier")
    assert found["d6"] == "N"


def test_lamps_and_text_are_the_firmware_s():
    watch = watched("game alquerque\n-b2\nexpect none")     # on a board of eight files, from b2 on: lamps are the board's
    at_rest = watched("game alquerque\nexpect none").draw(400)
    assert watch.text[0] == "White to move"
    differ = differing(watch.draw(400), at_rest, 5, 5)
    assert {"b2", "c3"} <= differ <= {"b2", "c3", "c4", "d3", "d4"}, "a lamp beyond its square and the glow beside it"


def test_the_command_draws_the_end(tmp_path, capsys):
    path, target = tmp_path / "one.scn", tmp_path / "one.png"
    path.write_text("game folky\n-h1 +h7\nexpect turn h1h7\n")
    assert (cli.main(["scenario", "picture", str(path), "-o", str(target), "--size", "300"]), *capsys.readouterr()) == (0, "", "")
    with Image.open(target) as drawn:
        assert drawn.width == 300


@pytest.mark.parametrize(
    "text, target, size, status, said",
    [
        ("-h1 +h7\nexpect turn h1h6", "x.png", "300", 1, "expected turn h1h6, got turn h1h7"),
        ("-h1 +h7", "x.gif", "300", 2, ".png"),
        ("-h1 +h7", "x.png", "20", 2, "160 to 2000"),
        ("-h5", "x.png", "300", 2, "nothing stands on h5"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_drawn(tmp_path, capsys, text, target, size, status, said):
    path = tmp_path / "one.scn"
    path.write_text("game folky\n" + text)
    assert cli.main(["scenario", "picture", str(path), "-o", str(tmp_path / target), "--size", size]) == status
    out, err = capsys.readouterr()
    assert said in out + err and (out + err).count("\n") == 1
    assert not (tmp_path / target).exists()


DOCS = Path(__file__).parents[2] / "docs"


def test_the_tracker_s_page_shows_every_picture_and_its_links_lead_somewhere():
    page = (DOCS / "TRACKER.md").read_text(encoding="utf-8")
    shown = set(re.findall(r'src="pictures/([^"]+)"', page))
    assert shown == {path.name for path in DOCS.glob("pictures/tracker-*.png")}
    links = re.findall(r"\]\(([^)#\s]+)", page)
    assert links and all((DOCS / link).exists() for link in links)


RHYTHMS = {"dark": 0, "steady": 15, "short flash": 1}


def test_the_tracker_s_page_tells_the_lamps_as_they_are():
    page = (DOCS / "TRACKER.md").read_text(encoding="utf-8")
    rows = [[part.strip() for part in line.split("|")[1:-1]] for line in page.splitlines() if re.match(r"\| \d \|", line) and line.count("|") == 7]
    said = [RHYTHMS[row[4]] if row[4] in RHYTHMS else sum((part == "on") << at for at, part in enumerate(row[4].split(", "))) for row in rows]
    assert [int(row[0]) for row in rows] == list(range(palette.CODES))
    assert bytes(said) == palette.RHYTHMS
    assert [row[3].startswith(("steady", "–")) for row in rows] == [palette.steady(code) for code in range(palette.CODES)]
