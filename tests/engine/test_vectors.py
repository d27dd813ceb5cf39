"""Perft from the first positions; `test_vectors_both.py` has the vectors themselves."""

import engine
import pytest

from tests.engine.walks import GAMES, sorted_texts, vectors

STARTS = [("folky", 4, 1121768), ("football", 3, 389145), ("alquerque", 10, 83003), ("courier", 4, 500337)]


@pytest.mark.parametrize(("name", "depth", "leaves"), STARTS)
def test_perft_from_the_start(name, depth, leaves):
    """The first position's figure at a depth where every rule has had its say."""
    assert engine.perft(engine.new(name), depth) == leaves


@pytest.mark.parametrize("name", GAMES)
def test_divide_adds_up_to_perft(name):
    """`divide` lists every turn once, sorted, and its counts add up."""
    game = engine.new(name)
    rows = engine.divide(game, 2)
    assert [text for text, _ in rows] == sorted_texts(game)
    assert sum(count for _, count in rows) == engine.perft(game, 2) == vectors(name)[0]["perft"][1]
