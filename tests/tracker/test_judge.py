"""The judge is judged: what hands do to make a turn, in which orders, and what those can have been, on tables made by hand."""

import random

import pytest

from tests.tracker import hands, judge
from tests.tracker.positions import Place, Study

COURIER = "3b1mkw4/rp2pp1bp1p1/3pe1fe1n2/p1p2Np2p1p/P5P4P/EPPn1Pr3P1/3PP1WPPP2/RB4K1BN1R w - - 1 28"
PROMOTIONS = "3r1n5k/P3P7/12/12/12/12/7p4/2K3B1R3 w - - 0 1"
CHAIN = "m1mmM/m4/1mm1m/2MM1/1MMMM w 0"
BALL = "2o4br/4n4/n2q5/9/2b1rk3/N8/2R1B4/6K2/1Q4NBR b 0 0"
KINGS = "rnbq2nbr/9/4k4/9/4o4/4K4/9/9/RNBQ2NBR w 0 0"
FOLKY = "1nb2bnr/7R/8/8/8/r7/8/RNB2BN1 w 8 8"

# game, position, turn, its ways (rows of doings), how many orders each way has
TURNS = [
    ("folky", FOLKY, "h7a7", ["-h7 +a7"], [1]),
    ("folky", FOLKY, "@h3", ["+h3"], [1]),
    ("courier", COURIER, "f5g7", ["-f5 +g7"], [1]),
    ("courier", COURIER, "f5d6", ["-f5 +d6, -d6"], [2]),
    ("courier", PROMOTIONS, "a7a8f", ["-a7, +a8", "-a7 +a8 -a8, +a8"], [2, 1]),
    ("courier", PROMOTIONS, "e7d8f", ["-e7, +d8, -d8", "-e7 +d8 -d8, +d8, -d8"], [3, 2]),
    ("alquerque", CHAIN, "c2xc4", ["-c2 +c4, -c3"], [3]),
    ("alquerque", CHAIN, "d2xb4xb2", ["-d2 +b2, -c3, -b3", "-d2 +b4 -b4 +b2, -c3, -b3"], [12, 30]),
    ("football", KINGS, "Ke4-f5", ["-e4 +f5"], [1]),
    ("football", KINGS, "Ke4*e6", ["-e5 +e6"], [1]),
    ("football", KINGS, "Ke4-f5*d5", ["-e4 +f5, -e5 +d5"], [6]),
    ("football", KINGS, "Ke4*e6-e5", ["-e4 +e5, -e5 +e6"], [5]),
]

# game, position, doings, the turns that they can have been
EXPLAINED = [
    ("folky", FOLKY, "-h7 +a7", ["h7a7"]),
    ("folky", FOLKY, "-h7 +h5 -h5 +a7", ["h7a7"]),
    ("folky", FOLKY, "-h7 +h7", []),
    ("folky", FOLKY, "+h3", ["@h3"]),
    ("folky", FOLKY, "+e4", []),
    ("folky", FOLKY, "-a3 +a3 +h3", ["@h3"]),
    ("folky", FOLKY, "-h7 +a7 -h8 +h7", ["h7a7+h8h7"]),
    ("folky", FOLKY, "-h8 +h5 -h7 +h8", []),
    ("courier", COURIER, "-d6 -f5 +d6", ["f5d6"]),
    ("courier", COURIER, "-f5 -d6 +d6", ["f5d6"]),
    ("courier", COURIER, "-f5", []),
    ("courier", COURIER, "-d6 +d6 -f5", []),
    ("courier", COURIER, "-f5 -e7 +e7 -d6 +d6", ["f5d6", "f5e7"]),
    ("courier", COURIER, "-e7 +e7 -f5 -d6 +d6", ["f5d6"]),
    ("courier", COURIER, "-d6 -f5 +d6 -d6 -e7 +d6", ["f5d6+e7d6"]),
    ("courier", PROMOTIONS, "-a7 +a8", ["a7a8f"]),
    ("courier", PROMOTIONS, "+a8 -a7", ["a7a8f"]),
    ("courier", PROMOTIONS, "-d8 +d8 -e7", ["e7d8f"]),
    ("alquerque", CHAIN, "-d2 -c3 -b3 +b2", ["d2xb4xb2"]),
    ("alquerque", CHAIN, "-d2 -c3 +b4", []),
    ("football", BALL, "-d7 +d9 -c9 +b9", ["Qd7-d9*b9"]),
    ("football", BALL, "-d7 +b9 -c9 +d9", ["Qd7-b9*d9"]),
    ("football", BALL, "-d7 -c9 +b9 +d9", ["Qd7-d9*b9", "Qd7-b9*d9"]),
    ("football", KINGS, "-e4 -e5 +e5 +e6", ["Ke4*e6-e5"]),
    ("football", KINGS, "-e5 +e6 -e6 +e5", ["Ke4*e6+Ke7*e5"]),
]


def text(study, row):
    """Return the turn texts of a row of keys, joined by `+`."""
    texts = []
    for key in row:
        texts.append(study.turns[key].text)
        study = study.after(study.turns[key])
    return "+".join(texts)


def study_of(name, position):
    return Study(Place(name, position, None, None))


@pytest.mark.parametrize("name, position, turn, ways, counts", TURNS)
def test_ways_and_orders(name, position, turn, ways, counts):
    study = study_of(name, position)
    performance = study.turns[study.key_of[turn]]
    assert [", ".join(" ".join(row) for row in rows) for rows in performance.ways] == ways
    found = [hands.orders(study.board, rows, 1000, None) for rows in performance.ways]
    assert [len(orders) for orders in found] == counts
    for orders in found:
        assert len({tuple(order) for order in orders}) == len(orders)
        for order in orders:
            assert (performance.key,) in judge.explain(study, order)


@pytest.mark.parametrize("name, position, doings, turns", EXPLAINED)
def test_explanations(name, position, doings, turns):
    study = study_of(name, position)
    rows = judge.explain(study, doings.split())
    assert {frozenset(text(study, row).split("+")) for row in rows} == {frozenset(turn.split("+")) for turn in turns}


@pytest.mark.parametrize("square, captures", [("f5", ["f5g3", "f5d6", "f5h6", "f5e7"]), ("h2", ["h2g3"]), ("c3", [])])
def test_pushes(square, captures):
    study = study_of("courier", COURIER)
    assert {text(study, row) for row in judge.pushed(study, square)} == set(captures)


def test_a_sample_of_orders_is_a_sample():
    study = study_of("alquerque", CHAIN)
    rows = study.turns[study.key_of["d2xb4xb2"]].ways[1]
    every = {tuple(order) for order in hands.orders(study.board, rows, 30, None)}
    some = [tuple(order) for order in hands.orders(study.board, rows, 10, random.Random(1))]
    assert len(every) == 30 and len(set(some)) == 10 and set(some) <= every
