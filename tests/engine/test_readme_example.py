"""The made-up game of engine/README.md: what the document shows is what happens, and nothing but its file is needed to play it."""

import importlib.util
import random
import sys

import engine
import pytest
from engine import gamefile, notation
from host.client import Mirror
from host.sim import board as boards
from host.sim import hands
from host.sim.runtimes import CPythonRuntime

from tests.engine import documents
from tests.mprun import MicroPythonMissing, run_micropython

README = "engine/README.md"

BOARD = """
name = "three"
title = "Three by three"
mcu = "pico"
board = { files = 3, ranks = 3, pitch_mm = 50 }
buttons = { white = 13, black = 14, menu = 15 }
games = { ford = "a1" }

[scanner]
driver = "hc165"
spi = 0
sck = 18
mosi = 19
miso = 16
load = 17
chips = 2
loop = true
bits = "a1 b1 c1 a2 b2 c2 a3 b3 c3"
"""


@pytest.fixture
def ford(tmp_path, monkeypatch):
    """The module in the README's block, from a file of that name; what it registers is forgotten afterwards."""
    (source,) = documents.blocks(README, "python")
    path = tmp_path / "ford.py"
    path.write_text(source)
    spec = importlib.util.spec_from_file_location("ford", path)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "ford", module)
    monkeypatch.setattr(engine, "_extra", {})
    spec.loader.exec_module(module)
    return module


def test_the_session(ford):
    """Every line of the session shows what the README says."""
    (session,) = documents.blocks(README, "pycon")
    documents.run_session(session, README)


def test_the_session_on_micropython(ford, tmp_path):
    """The same file and the same session under real MicroPython."""
    (session,) = documents.blocks(README, "pycon")
    program, shown = documents.as_program(session)
    script = tmp_path / "session.py"
    script.write_text(program)
    try:
        done = run_micropython(script, path=[tmp_path])
    except MicroPythonMissing as missing:
        pytest.skip(str(missing))
    assert done.stdout.splitlines() == shown


def test_the_file_is_a_small_one():
    """A game should stay within 200 lines; the example stays well below."""
    (source,) = documents.blocks(README, "python")
    assert source.count("\n") <= 120


def naive_turns(game):
    """The texts of the legal turns, found by trying every two squares against the rules as the game's docstring words them."""
    at = {game.square(cell): game.letter(game.board[cell]) for cell in range(9) if game.board[cell]}
    squares = [file + rank for file in "abc" for rank in "123"]
    letters, ahead, home, far = ("NP", 1, "1", "3") if game.side == 0 else ("np", -1, "3", "1")
    if any(at.get(f + "3") == "P" or at.get(f + "1") == "p" for f in "abc"):
        return []
    texts = ["@" + f + home for f in "abc" if f + home not in at and game.extra[game.side]]
    for s in squares:
        for t in squares:
            wide, deep = ord(t[0]) - ord(s[0]), int(t[1]) - int(s[1])
            own = t in at and at[t].isupper() == letters.isupper()
            if at.get(s) == letters[0] and {abs(wide), abs(deep)} == {1, 2} and not own:
                texts.append(s + t)
            elif at.get(s) == letters[1] and deep == ahead and (not wide and t not in at or abs(wide) == 1 and t in at and not own):
                texts.append(s + t)
    return sorted(texts)


def random_positions(seed, games):
    """Yield a game at each position of random games; some are finished."""
    rng = random.Random(seed)
    for _ in range(games):
        game = engine.new("ford")
        yield game
        while game.result() == "*":
            game.push(rng.choice(list(game.turns())))
            yield game


def test_it_plays_by_its_rules(ford):
    """Another generator finds the same turns; turns, positions and notation round-trip; undo restores all."""
    engine.register("ford", ford.Ford)
    for game in random_positions(3, 60):
        turns = list(game.turns())
        assert sorted(game.turn_text(turn) for turn in turns) == naive_turns(game)
        again = engine.new("ford", game.position_text())
        assert (again.board, again.side, again.extra) == (game.board, game.side, game.extra)
        before = game.position_text()
        for turn in turns:
            assert game.parse_turn(game.turn_text(turn)) == turn
            assert all(notation.read(game, notation.write(game, turn, lang), lang) == turn for lang in notation.LANGUAGES)
            game.push(turn)
            assert game.pop() == turn and game.position_text() == before


def test_whole_games_round_trip(ford):
    """Written to a game file and read back, in every language."""
    engine.register("ford", ford.Ford)
    for number, game in enumerate(random_positions(4, 40)):
        if game.result() != "*":
            record = gamefile.GameFile(game, notation.LANGUAGES[number % 3])
            again = gamefile.read(gamefile.write(record))
            assert (again.turns, again.result) == (game.history, game.result())


def test_it_is_played_on_a_board(ford, tmp_path):
    """Hands play the README's game on simulated switches; the controller, which never heard of it, referees."""
    engine.register("ford", ford.Ford)
    profile = tmp_path / "three.toml"
    profile.write_text(BOARD)
    game = engine.new("ford")
    mirror = Mirror(engine.new("ford"))
    board = boards.make(CPythonRuntime(), engine.new("ford"), str(profile), on_output=lambda ms, kind, data: kind == "tx" and mirror.feed(data))
    board.switch_on()
    board.wait(1000)
    for text in ("b1a3", "c3c2", "@b1", "c2b1"):
        turn = game.parse_turn(text)
        for doing in hands.plain(game, turn):
            board.do(doing)
        board.wait(1500)
        game.push(turn)
    assert mirror.record == ["b1a3", "c3c2", "@b1", "c2b1"]
    assert (mirror.result, mirror.reason) == ("0:1", "across")
