"""The engine's tests that run on CPython and, by `test_micropython.py`, on real MicroPython: no test library in here."""

from binascii import crc32

import engine
from engine import gamefile, notation
from tests.engine.tables import BAD_POSITIONS, ENDINGS, ILLEGAL, READABLE, UNREADABLE
from tests.mp.check import Random, raises

HERE = __file__.rsplit("/", 1)[0]


def test_endings():
    """The tables of endings."""
    for name in engine.NAMES:
        for what, position, turns, result, options in ENDINGS[name]:
            game = engine.new(name, position, **options)
            for text in turns.split():
                assert game.result() == "*", what
                game.push(game.parse_turn(text))
            assert game.result() == result, what


def test_bad_positions():
    """Positions that can't be are refused, and a game in progress goes on as it was."""
    for name, text, _ in BAD_POSITIONS:
        game = engine.new(name)
        raises(engine.TextError, game.set_position, text)
        assert game.position_text() == engine.new(name).position_text()


def test_positions_with_fields_left_out():
    """Fields at the end have their starting values."""
    for name, text, written in READABLE:
        if written is None:
            raises(engine.TextError, engine.new, name, text)
        else:
            assert engine.new(name, text).position_text() == written


def test_bad_turns():
    """Turns of the wrong form and illegal ones are told apart."""
    for kind, table in ((engine.TextError, UNREADABLE), (engine.IllegalTurn, ILLEGAL)):
        for name, texts in table:
            game = engine.new(name)
            for text in texts:
                assert type(raises(kind, game.parse_turn, text)) is kind, text


def test_published_game():
    """The published game, read in Czech letters and written in each language."""
    with open(HERE + "/../data/folky-sample.txt") as file:
        record = gamefile.read(file.read(), "folky", "cs")
    assert (len(record.turns), record.result, record.game.result()) == (44, "0:1", "0:1")
    for lang in notation.LANGUAGES:
        record.lang = lang
        assert gamefile.read(gamefile.write(record)).turns == record.turns


def digest(name, plies):
    """A checksum of a random game: texts of its positions, turns and results, and of taking it all back."""
    game = engine.new(name)
    numbers = Random(7)
    total = 0
    for _ in range(plies):
        if game.result() != "*":
            break
        turns = {game.turn_text(turn): turn for turn in game.turns()}
        texts = sorted(turns)
        turn = turns[texts[numbers.below(len(texts))]]
        written = notation.write(game, turn, notation.LANGUAGES[numbers.below(3)])
        game.push(turn)
        total = crc32(" ".join([game.position_text(), written, str(len(texts))]).encode(), total)
    total = crc32((game.result() + " " + game.reason).encode(), total)
    while game.history:
        game.pop()
    assert game.position_text() == engine.new(name).position_text()
    return total


def digests():
    """A line a game with the checksum of a random game of it; `python -m` prints them for the other runtime."""
    return ["%s %d" % (name, digest(name, 60)) for name in engine.NAMES]


def test_random_games():
    """Random games run on this runtime; that both give the same is checked where both are at hand."""
    assert len(digests()) == len(engine.NAMES)
