"""Courier chess against Fairy-Stockfish: the turns and the results of random positions.

Three things differ by the rules and are left to other tests: king against king (played on there), repetition and
fifty moves (claimed there).
"""

import random

import engine
import pytest

from tests.engine.walks import sorted_texts
from tests.naive import squares

pyffish = pytest.importorskip("pyffish", reason="pyffish (the oracle for courier chess) is not installed")


def fairy(position):
    """Return (sorted turns, result) as Fairy-Stockfish sees a position; "*" while the game goes on."""
    turns = sorted(pyffish.legal_moves("courier", position, []))
    if turns:
        return turns, "*"  # when the rules end a game at once it lists none
    over, value = pyffish.is_immediate_game_end("courier", position, [])
    if not over:
        value = pyffish.game_result("courier", position, [])
    white_wins = (value > 0) == (position.split()[1] == "w")
    return turns, "1:0" if white_wins else "0:1"


def is_kings_only(position):
    """Tell whether only the two kings are left."""
    return not set(position.split()[0]) - set("Kk/0123456789")


def compare(game):
    """Check one position; return its result."""
    position = game.position_text()
    turns, result = fairy(position)
    assert sorted_texts(game) == turns, position
    assert game.result() == result, position
    return result


def random_game(game, rng, longest):
    """Play one game at random, comparing every position; yield each result.

    Captures come up more often than chance has them, so that endings with few pieces are reached.
    """
    while not is_kings_only(game.position_text()) and len(game.history) < longest:
        result = compare(game)
        yield result
        if result != "*":
            return
        turns = sorted(game.turns())
        captures = [turn for turn in turns if max(turn) >= 192]
        game.push(rng.choice(captures if captures and rng.random() < 0.4 else turns))


def compare_games(count, seed, start, longest):
    """Compare `count` positions of random games from `start(rng)`; return how often each result came up."""
    rng, seen = random.Random(seed), {}
    while sum(seen.values()) < count:
        game = engine.new("courier", start(rng), repetition=0, quiet=0)
        for result in random_game(game, rng, longest):
            seen[result] = seen.get(result, 0) + 1
    return seen


def few_pieces(rng):
    """Return a position with the kings and one to four other pieces, in which the side to move gives no check."""
    while True:
        letters = ["K", "k"] + rng.choices("RNEBMFWPrnebmfwp", k=rng.randrange(1, 5))
        board = dict(zip(rng.sample(squares.all_squares(12, 8), len(letters)), letters, strict=True))
        if any(letter in "Pp" and square[1] in "18" for square, letter in board.items()):
            continue
        placement, side = squares.board_text(board, 12, 8), rng.choice("wb")
        if not pyffish.gives_check("courier", f"{placement} {squares.other(side)} - - 0 1", []):
            return f"{placement} {side} - - 0 1"


@pytest.mark.parametrize("count", [2_000, pytest.param(20_000, marks=pytest.mark.proof)])
def test_random_games_from_the_start(count):
    """Whole games: every list of turns and every result."""
    assert set(compare_games(count, "start", lambda rng: None, 300)) == {"*", "1:0", "0:1"}


@pytest.mark.parametrize("count", [1_000, pytest.param(20_000, marks=pytest.mark.proof)])
def test_random_games_from_few_pieces(count):
    """Endings, where kings are bared, mated and left without a turn."""
    seen = compare_games(count, "few", few_pieces, 8)
    assert min(seen["1:0"], seen["0:1"]) > count // 40, seen


@pytest.mark.parametrize("depth", [1, 2, pytest.param(3, marks=pytest.mark.proof)])
def test_divide(depth):
    """The figures below every first turn."""
    game = engine.new("courier")
    for text, leaves in engine.divide(game, depth):
        game.push(game.parse_turn(text))
        assert leaves == engine.perft(game, depth - 1)
        assert sorted_texts(game) == sorted(pyffish.legal_moves("courier", engine.new("courier").START, [text]))
        game.pop()
