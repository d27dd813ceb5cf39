"""The vectors on both runtimes: on CPython, and by `test_micropython.py` on MicroPython; no test library in here."""

import json

import engine

HERE = __file__.rsplit("/", 1)[0]


def check_vectors(name):
    """Every position of a game's vectors: turn texts, and perft."""
    count = 0
    with open(HERE + "/../vectors/" + name + ".jsonl") as lines:
        for line in lines:
            vector = json.loads(line)
            game = engine.new(name, vector["position"])
            if "turns" in vector:
                assert sorted([game.turn_text(turn) for turn in game.turns()]) == vector["turns"], vector["position"]
            counted = [engine.perft(game, depth + 1) for depth in range(len(vector["perft"]))]
            assert counted == vector["perft"], (vector["position"], counted)
            count += 1
    assert count == 40


def test_vectors_alquerque():
    """Alquerque's vectors."""
    check_vectors("alquerque")


def test_vectors_courier():
    """Courier chess's vectors."""
    check_vectors("courier")


def test_vectors_folky():
    """FOLKY's vectors."""
    check_vectors("folky")


def test_vectors_football():
    """Chess football's vectors."""
    check_vectors("football")
