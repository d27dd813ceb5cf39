"""Random games for tests: the same seed gives the same games, and a list of numbers chooses turns."""

import json
import random
from pathlib import Path

import engine

VECTORS = Path(__file__).parent.parent / "vectors"
GAMES = engine.NAMES


def vectors(name):
    """Return the vectors of a game: dicts with `position`, `perft` (from depth 1) and perhaps `turns` (sorted)."""
    return [json.loads(line) for line in (VECTORS / f"{name}.jsonl").read_text().splitlines()]


def sorted_texts(game):
    """Return the sorted machine texts of all turns of the side to move."""
    return sorted(game.turn_text(turn) for turn in game.turns())


def choose(game, number):
    """Return the turn that a number chooses (sorted by text, so that it does not hang on the generator's order)."""
    texts = {game.turn_text(turn): turn for turn in game.turns()}
    return texts[sorted(texts)[number % len(texts)]]


def play(game, numbers):
    """Push one turn for each number until the game is over; return the game."""
    for number in numbers:
        if game.result() != "*":
            break
        game.push(choose(game, number))
    return game


def random_games(name, seed, count, longest, **options):
    """Yield a game `count` times, once at every position of random games of at most `longest` plies.

    The caller may push and pop, but has to leave the game as it was. A game that is over is yielded too.
    """
    rng = random.Random(f"{name} {seed}")
    while count > 0:
        game = engine.new(name, **options)
        for _ in range(longest):
            yield game
            count -= 1
            if count <= 0 or game.result() != "*":
                break
            game.push(choose(game, rng.randrange(1 << 30)))


def state(game):
    """Return everything that undoing a turn has to restore."""
    return (bytes(game.board), game.side, list(game.extra), list(game.history), game.position_text(), game.result())
