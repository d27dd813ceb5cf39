"""Positions and turns of random games, and what a performance does to the squares."""

import random

import engine


def turns_of(name, seed, count):
    """Yield (game, turn) `count` times along random games of `name`; the game stands before the turn."""
    chance = random.Random(f"{name}/{seed}")
    game = engine.new(name)
    for _ in range(count):
        if game.result() != "*":
            game = engine.new(name)
        turns = list(game.turns())
        lively = [turn for turn in turns if len(turn) > 2 or turn[0] >= engine.BOX]
        turn = chance.choice(lively if lively and chance.random() < 0.5 else turns)
        yield game, turn
        game.push(turn)


def displaced(game, turn):
    """Names of the squares that are full after the displacements of `turn`, before the rules put anything elsewhere."""
    effect = game.effect(turn)
    return {game.square(cell) for cell in range(game.n) if effect.get(cell, (0, game.board[cell]))[1]}


def follow(full, steps):
    """The set of full squares after `steps`, beginning with `full`. AssertionError for a step that can't be done."""
    full = set(full)
    for _, kind, squares in steps:
        if kind in ("lift", "slide", "push"):
            assert squares[0] in full, f"nothing stands on {squares[0]}"
            full.remove(squares[0])
        if kind in ("slide", "push"):
            between = squares[1:-1] if kind == "slide" else squares[1:]
            assert not full & set(between), f"something stands on the way {squares}"
        if kind in ("put", "slide"):
            assert squares[-1] not in full, f"something stands on {squares[-1]}"
            full.add(squares[-1])
    return full
