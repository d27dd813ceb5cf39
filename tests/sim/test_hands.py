"""Hands perform any turn of any game with doings that can be done, and end where the rules end."""

import random

import engine
import pytest
from host.sim import hands
from host.sim.doings import Truth, lift, put


def turns_of_random_games(name, count):
    """Yield (game, turn) along random games."""
    chance = random.Random(name)
    while count:
        game = engine.new(name)
        while game.result() == "*" and count:
            turns = list(game.turns())
            turn = chance.choice([turn for turn in turns if len(turn) > 2] or turns) if chance.random() < 0.5 else chance.choice(turns)
            yield game, turn
            game.push(turn)
            count -= 1


@pytest.mark.parametrize("name", engine.NAMES)
def test_every_turn_ends_where_the_rules_say(name):
    for game, turn in turns_of_random_games(name, 400):
        truth = Truth([game.square(cell) for cell in range(game.n)], hands.occupied(game))
        effect = game.effect(turn)
        for doing in hands.plain(game, turn):
            truth.follow(doing)
        expected = {game.square(cell) for cell in range(game.n) if effect.get(cell, (0, game.board[cell]))[1]}
        assert truth.occupied == expected, game.turn_text(turn)


@pytest.mark.parametrize(
    "name, position, text, expected",
    [
        ("folky", None, "h1h7", [lift("h1"), put("h7")]),
        ("folky", "rnb2bnr/8/8/8/8/8/8/RNB2BNR w 8 8", "@a3", [put("a3")]),
        ("courier", "4rk6/P11/12/12/12/12/12/R4K6 w - - 0 1", "a7a8f", [lift("a7"), put("a8")]),
        ("football", None, "Kf1-g2", [lift("f1"), put("g2")]),
        ("alquerque", "m1mmM/m4/1mm1m/2MM1/1MMMM w 0", "d2xb4xb2", [lift("c3"), lift("b3"), lift("d2"), put("b4"), lift("b4"), put("b2")]),
    ],
)
def test_the_plain_order(name, position, text, expected):
    game = engine.new(name, position)
    assert hands.plain(game, game.parse_turn(text)) == expected


def test_a_kicker_that_stays_is_not_touched():
    game = engine.new("football", "rnbq1knbr/4o4/4K4/9/9/9/9/9/RNBQ2NBR w 0 0")
    assert hands.plain(game, game.parse_turn("Ke7*e9")) == [lift("e8"), put("e9")]


def test_rearranging():
    assert hands.rearrange({"a1", "b1"}, {"b1", "c1", "a2"}) == [lift("a1"), put("a2"), put("c1")]
