"""Garbage for the four parsers: only the engine's own errors come out, and what is accepted can be played.

Two kinds of garbage: any characters at all, and good texts with a few characters changed.
"""

from importlib import import_module

import engine
import pytest
from engine import gamefile, notation
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.engine.walks import GAMES, play, sorted_texts, state, vectors

LIKELY = "abcdefghijklmnopqrstuvwxyzRNBQKMFWEPrnbqkmfweo0123456789/ -x*@=+#!?.:;{}[]\"\\\n\t"
ANY = st.integers(0, 0x10FFFF).filter(lambda code: not 0xD800 <= code <= 0xDFFF).map(chr)
CHARACTER = st.sampled_from(LIKELY) | ANY
GARBAGE = st.text(CHARACTER, max_size=80)
EDITS = st.lists(st.tuples(st.sampled_from(["drop", "put", "swap", "cut", "twice"]), st.integers(0, 500), CHARACTER), min_size=1, max_size=6)
NUMBERS = st.lists(st.integers(0, 10_000), max_size=30)
LANGUAGE = st.sampled_from(notation.LANGUAGES)


def edited(text, edits):
    """Return a text with edits made: a character dropped, put in, or changed; a stretch cut out or doubled."""
    for what, where, char in edits:
        at = where % (len(text) + 1)
        end = at + 1 + where % 7
        if what == "drop":
            text = text[:at] + text[at + 1 :]
        elif what == "put":
            text = text[:at] + char + text[at:]
        elif what == "swap":
            text = text[:at] + char + text[at + 1 :]
        elif what == "cut":
            text = text[:at] + text[end:]
        else:
            text = text[:end] + text[at:]
    return text


def try_position(name, text):
    """Set up a text that may be garbage: an error of the engine's and an unchanged game, or a game that works."""
    game = play(engine.new(name), [3, 1, 4])
    before = state(game)
    try:
        game.set_position(text)
    except engine.EngineError as error:
        assert "\n" not in str(error) or "\n" in text
        assert state(game) == before
        return
    written = game.position_text()
    again = engine.new(name, written)
    assert again.position_text() == written
    assert game.result() in ("*", "1:0", "0:1", "draw")
    if game.result() == "*":
        assert sorted_texts(game) == import_module(f"tests.naive.{name}").turns(written)
        play(game, [5, 9, 2, 6])
        while game.history:
            game.pop()
        assert game.position_text() == written


@pytest.mark.parametrize("name", GAMES)
@given(text=GARBAGE)
@example(text="\ud800")
@example(text="9" * 5000)
@example(text="/" * 5000)
@example(text="8/8/8/8/8/8/8/8 w 8 8")
@example(text="9/9/9/9/9/9/9/9/9 w")
@example(text="5/5/5/5/5 w")
@example(text="12/12/12/12/12/12/12/12 w")
def test_garbage_as_position(name, text):
    """Any characters."""
    try_position(name, text)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=150)
@given(number=st.integers(0, 39), edits=EDITS)
def test_edited_positions(name, number, edits):
    """Good positions with a few characters changed."""
    try_position(name, edited(vectors(name)[number]["position"], edits))


def try_turn(game, read, text):
    """Read a turn that may be garbage."""
    before = state(game)
    try:
        turn = read(text)
    except engine.EngineError as error:
        assert type(error) in (engine.TextError, engine.IllegalTurn, engine.AmbiguousTurn)
    else:
        assert turn in list(game.turns())
    assert state(game) == before


@pytest.mark.parametrize("name", GAMES)
@given(text=GARBAGE, lang=LANGUAGE)
@example(text="\ud800", lang="en")
@example(text="x." * 2000, lang="en")
def test_garbage_as_turn(name, text, lang):
    """Any characters, as machine text and as people's notation."""
    game = engine.new(name)
    try_turn(game, game.parse_turn, text)
    try_turn(game, lambda text: notation.read(game, text, lang), text)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=100)
@given(numbers=NUMBERS, chosen=st.integers(0, 10_000), edits=EDITS, lang=LANGUAGE)
def test_edited_turns(name, numbers, chosen, edits, lang):
    """Legal turns with a few characters changed, as machine text and as people's notation."""
    game = play(engine.new(name), numbers)
    turns = list(game.turns())
    if turns:
        turn = turns[chosen % len(turns)]
        try_turn(game, game.parse_turn, edited(game.turn_text(turn), edits))
        try_turn(game, lambda text: notation.read(game, text, lang), edited(notation.write(game, turn, lang), edits))


def try_file(text, **known):
    """Read a game file that may be garbage: an error that names a line, or a record that is written and read again."""
    try:
        record = gamefile.read(text, **known)
    except engine.EngineError as error:
        assert "line " in str(error)
        return
    written = gamefile.write(record)
    again = gamefile.read(written)
    assert (again.turns, again.result, again.start, again.game.options) == (record.turns, record.result, record.start, record.game.options)
    assert gamefile.write(again) == written


@given(text=GARBAGE, name=st.none() | st.sampled_from(GAMES), lang=st.none() | LANGUAGE)
@example(text="*", name="folky", lang=None)
@example(text="[[[", name="folky", lang=None)
@example(text='[Game "folky"]\n[Option "board=1"]\n*', name=None, lang=None)
@example(text='[Game "folky"]\n[Position ""]\n*', name=None, lang=None)
@example(text='[Game "folky"]\n[Language ""]\n*', name=None, lang=None)
@example(text="1." * 2000 + "*", name="folky", lang=None)
@example(text="\ud800", name="folky", lang=None)
def test_garbage_as_game_file(text, name, lang):
    """Any characters."""
    try_file(text, game=name, lang=lang)


TAG = st.tuples(st.sampled_from(["Game", "Language", "Position", "Option", "Result", "White", "X"]), st.text(CHARACTER, max_size=12))
WORD = st.sampled_from(["1.", "1...", "*", "1:0", "0-1", "draw", "Rh7", "{a}", "{", ";b\n", "$1", "[", "]", "h3", "\n"]) | GARBAGE


@settings(max_examples=150)
@given(tags=st.lists(TAG, max_size=4), words=st.lists(WORD, max_size=8), name=st.sampled_from(GAMES))
def test_likely_game_files(tags, words, name):
    """Tags and words in any order."""
    heads = [f'[{key} "{value}"]\n' for key, value in [("Game", name), *tags]]
    try_file("".join(heads) + " ".join(words))


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=80)
@given(numbers=NUMBERS, edits=EDITS, lang=LANGUAGE)
def test_edited_game_files(name, numbers, edits, lang):
    """Good game files with a few characters changed."""
    record = gamefile.GameFile(engine.new(name, quiet=9) if name in ("courier", "alquerque") else engine.new(name), lang)
    play(record.game, numbers)
    record.tags, record.comments, record.result = [("White", "A")], {1: "so"}, record.game.result()
    try_file(edited(gamefile.write(record), edits))
