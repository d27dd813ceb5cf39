"""The engine agrees with the naive second implementations, which share no code with it."""

import random
from importlib import import_module

import engine
import pytest

from tests.engine.walks import GAMES, random_games, sorted_texts
from tests.naive import squares

FULL = 20_000
LONGEST = {"folky": 60, "football": 60, "alquerque": 150, "courier": 200}
KICKED = {"football": 4}  # fields compared: the last one, plies since a kick, only counts with its option


def naive_of(name):
    """Return the naive module of a game."""
    return import_module(f"tests.naive.{name}")


def fields(naive, name, position):
    """Return the fields of a position text that both sides have to agree on."""
    return naive.full(position).split()[: 1 + KICKED.get(name, 9)]


def check_turns(naive, name, game, position, rng, every):
    """Compare the turns of a position, and the positions after one random turn or after every one."""
    texts = naive.turns(position)
    assert sorted_texts(game) == texts, position
    for text in texts if every else texts and [rng.choice(texts)]:
        game.push(game.parse_turn(text))
        after = game.position_text()
        game.pop()
        assert fields(naive, name, after) == fields(naive, name, naive.apply(position, text)), (position, text)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("count", [300, pytest.param(FULL, marks=pytest.mark.proof)])
def test_random_games(name, count):
    """At every position of random games: turns, positions after them, and the result with repetition and counting."""
    naive, rng, history = naive_of(name), random.Random(name), []
    for number, game in enumerate(random_games(name, "naive", count, LONGEST[name])):
        position = game.position_text()
        history = history[: len(game.history)] + [position]
        assert game.result() == naive.result(history), history
        if game.result() == "*":
            check_turns(naive, name, game, position, rng, every=number % 50 == 7)


@pytest.mark.parametrize("name", ["folky", "football", "alquerque"])
@pytest.mark.parametrize("count", [150, pytest.param(5_000, marks=pytest.mark.proof)])
def test_scattered_positions(name, count):
    """Positions that no game would reach: things strewn about, where walls, chains and blocked balls are common."""
    naive, rng = naive_of(name), random.Random(name)
    for number in range(count):
        position = scattered(name, rng)
        game = engine.new(name, position)
        assert naive.full(game.position_text()) == naive.full(position)
        check_turns(naive, name, game, game.position_text(), rng, every=number % 50 == 7)


def scattered(name, rng):
    """Return the text of a random position with a turn for the side to move."""
    naive = naive_of(name)
    while True:
        position = SCATTER[name](rng)
        if naive.turns(position):
            return position


def strew(rng, files, ranks, letters, closed=()):
    """Return the placement of a list of letters on random squares of a board, apart from the closed ones."""
    free = [square for square in squares.all_squares(files, ranks) if square not in closed]
    return squares.board_text(dict(zip(rng.sample(free, len(letters)), letters, strict=True)), files, ranks)


def scattered_folky(rng):
    """FOLKY with some pawns placed anywhere."""
    white, black = rng.randrange(8), rng.randrange(8)
    pieces = list("RRNNBBrrnnbb" + "P" * white + "p" * black)
    return f"{strew(rng, 8, 8, pieces)} {rng.choice('wb')} {8 - white} {8 - black}"


def scattered_football(rng):
    """Football with all footballers anywhere."""
    return f"{strew(rng, 9, 9, list('oRRNNBBQKrrnnbbqk'), ('e1', 'e9'))} {rng.choice('wb')} {rng.randrange(3)} 0"


def scattered_alquerque(rng):
    """Alquerque with few White stones and many Black ones, or the other way round."""
    few, many = rng.sample("Mm", 2)
    stones = [few] * rng.randrange(1, 6) + [many] * rng.randrange(3, 13)
    return f"{strew(rng, 5, 5, stones)} {'w' if few == 'M' else 'b'} 0"


SCATTER = {"folky": scattered_folky, "football": scattered_football, "alquerque": scattered_alquerque}


@pytest.mark.parametrize("name", GAMES)
def test_the_naive_game_keeps_the_vectors(name):
    """The judge is judged: the naive turns and small perft figures are those of the vectors."""
    from tests.engine.walks import vectors

    naive = naive_of(name)
    for vector in vectors(name):
        assert naive.turns(vector["position"]) == vector.get("turns", naive.turns(vector["position"]))
        for depth, leaves in enumerate(vector["perft"], 1):
            if leaves <= 700:
                assert naive.perft(vector["position"], depth) == leaves, vector["position"]
