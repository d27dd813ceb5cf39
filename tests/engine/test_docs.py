"""docs/NOTATION.md, docs/GAMEFILE.md: every example and every session in them is what the engine does."""

import engine
import pytest
from engine import gamefile, notation

from tests.engine import documents

NOTATION, GAMEFILE = "docs/NOTATION.md", "docs/GAMEFILE.md"
EXAMPLES = documents.rows(NOTATION, "game")
TURNS = [row for row in EXAMPLES if len(row) == 6]
STARTS = [row for row in EXAMPLES if len(row) == 3]
FILES = documents.blocks(GAMEFILE, "text")


@pytest.mark.parametrize("row", TURNS, ids=lambda row: f"{row[0]} {row[2]}")
def test_a_turn_in_all_its_ways(row):
    """Each text of the row is written and read as the same turn of the position."""
    name, position, machine, *texts = row
    game = engine.new(name, None if position == "start" else position)
    turn = game.parse_turn(machine)
    assert game.turn_text(turn) == machine
    for lang, text in zip(("en", "cs", "sk"), texts, strict=True):
        assert notation.write(game, turn, lang) == text
        assert notation.read(game, text, lang) == turn


def test_there_are_turns_of_every_game():
    """Four games, and all four kinds of turn of chess football."""
    assert {row[0] for row in TURNS} == set(engine.NAMES)
    shapes = {"".join(sign for sign in row[2] if sign in "-*") for row in TURNS if row[0] == "football"}
    assert shapes == {"-", "*", "-*", "*-"}


def test_the_letters():
    """The table has every figure of every game, with its letters."""
    table = {row[1]: row[2:] for row in documents.rows(NOTATION, "figure")}
    for name in engine.NAMES:
        for figure in engine.game_class(name).FIGURES:
            assert table[figure] == [notation.letter(figure, lang) for lang in notation.LANGUAGES]
    assert table["P"] == [notation.letter("P", lang) for lang in notation.LANGUAGES] == ["", "", ""]


def test_the_first_positions():
    """The table of positions has each game's first one, as the engine writes it."""
    assert [(row[0], row[1]) for row in STARTS] == [(name, engine.new(name).position_text()) for name in engine.NAMES]


def test_football_forms():
    """The table of chess football's texts has a text for every form that the game knows."""
    texts = [text for _, text in documents.rows(NOTATION, "turn")]
    forms = [text[0].replace("K", "L") + engine.new("football").squares(text[1:])[1] for text in texts]
    assert forms == list(engine.game_class("football").FORMS)


def test_figures_may_be_read_with_more_or_less():
    """What the document says is read beside what is written: own squares, no `x`, marks."""
    game = engine.new("courier", "k11/12/12/11p/12/12/5r6/K4R6 w")
    turn = game.parse_turn("f1f2")
    for text in ("Rxf2", "Rf2", "Rfxf2", "R1f2", "Rf1xf2", "Rxf2+", "Rxf2!?", "Rf2#"):
        assert notation.read(game, text) == turn


def test_a_file_by_hand_is_the_file_by_program():
    """The first example is what a person writes, the second what the program makes of it."""
    assert gamefile.write(gamefile.read(FILES[0])) == FILES[1]


@pytest.mark.parametrize("text", FILES[1:], ids=lambda text: text.split('"')[1])
def test_a_file_is_written_as_it_was_read(text):
    """Nothing is lost or changed."""
    assert gamefile.write(gamefile.read(text)) == text


def test_there_is_a_file_of_every_game():
    """All four."""
    assert {gamefile.read(text).game.name for text in FILES} == set(engine.NAMES)


@pytest.mark.parametrize("name", [NOTATION, GAMEFILE])
def test_sessions(name):
    """What is shown at the prompt is what comes."""
    for session in documents.blocks(name, "pycon"):
        documents.run_session(session, name)


def test_the_tags():
    """The table names exactly the tags that the reader takes for itself."""
    assert sorted(row[0] for row in documents.rows(GAMEFILE, "tag")) == sorted(gamefile._OWN)
