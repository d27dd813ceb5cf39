"""The published annotated FOLKY game, and what its annotator says about it."""

from pathlib import Path

import engine
import pytest
from engine import gamefile, notation

from tests.naive import folky as naive

SAMPLE = (Path(__file__).parent.parent / "data" / "folky-sample.txt").read_text()
PLACEMENTS = {
    0: {"h3": 3, "h2": 3, "d2": 4, "e1": 3, "e2": 3, "h4": 4, "e4": 3},
    1: {"a6": 3, "c8": 3, "d4": 3, "g6": 3, "f6": 3, "b4": 3, "e7": 3, "e3": 3},
}


@pytest.fixture(scope="module")
def record():
    """The game as the engine reads it."""
    return gamefile.read(SAMPLE, game="folky", lang="cs")


def attackers(game, square, side):
    """Count a side's attackers of an empty square by the engine's turns: whose piece could move there."""
    placement, _, *hands = game.position_text().split()
    there = engine.new("folky", " ".join([placement, "wb"[side], *hands]))
    return sum(turn[1] == there.cell(square) for turn in there.turns() if turn[0] < engine.BOX)


def attacked(game, square, side):
    """The same, and the naive game says so too."""
    count = attackers(game, square, side)
    assert count == naive.attackers(game.position_text(), square, "wb"[side])
    return count


def test_the_game_is_legal_to_its_end(record):
    """44 plies, the last of which places Black's eighth pawn; White has placed seven."""
    assert (len(record.turns), record.result, record.game.result()) == (44, "0:1", "0:1")
    assert record.game.position_text().split()[2:] == ["1", "0"]
    assert all(record.at(ply).result() == "*" for ply in range(44))


def test_attackers_at_the_placements(record):
    """How many pieces attack the square of each pawn when it is placed."""
    counted = {0: {}, 1: {}}
    for ply, turn in enumerate(record.turns):
        game = record.at(ply)
        if turn[0] >= engine.BOX:
            counted[game.side][game.square(turn[1])] = attacked(game, game.square(turn[1]), game.side)
    assert counted == PLACEMENTS


def test_after_another_first_turn_of_black(record):
    """After 1...Va6 (instead of Va3) Black would attack h6 three times."""
    game = record.at(1)
    game.push(notation.read(game, "Va6", "cs"))
    assert attacked(game, "h6", 1) == 3


def test_after_two_turns_of_white(record):
    """After 4.Ve7 and Jf3 White attacks e5 three times."""
    game = record.at(6)
    for text in ("Ve7", "Jf3"):
        game = engine.new("folky", game.position_text().replace(" b ", " w "))
        game.push(notation.read(game, text, "cs"))
    assert attacked(game, "e5", 0) == 3


def test_a_knight_without_a_move(record):
    """After 8...Sc3 the knight on b1 has no move."""
    game = record.at(15)
    game.push(notation.read(game, "Sc3", "cs"))
    knight = game.cell("b1")
    assert game.letter(game.board[knight]) == "N"
    assert not [turn for turn in game.turns() if turn[0] == knight]


def test_three_squares_at_once(record):
    """After 16...Vd7 Black attacks e7, c7 and b8 three times each."""
    game = record.at(31)
    game.push(notation.read(game, "Vd7", "cs"))
    assert [attacked(game, square, 1) for square in ("e7", "c7", "b8")] == [3, 3, 3]


def test_what_white_has_at_the_end(record):
    """At the end White attacks f7 three times, one turn too late."""
    game = record.game
    assert naive.attackers(game.position_text(), "f7", "w") == 3
    before = record.at(43)
    assert attacked(before, "f7", 0) == 3
    assert not list(game.turns())


@pytest.mark.parametrize("lang", notation.LANGUAGES)
def test_the_game_in_each_language(record, lang):
    """Written in another language's letters it is the same game; in Czech it is the published text."""
    record.lang = lang
    text = gamefile.write(record)
    assert gamefile.read(text).turns == record.turns
    if lang == "cs":
        words = [word for word in text[text.index("1.") :].split() if not word[0].isdigit() or ":" in word]
        published = [word.split(".")[-1] for word in SAMPLE.split()]
        assert words == published
