"""Every legal turn of varied positions, in every order of its elementary doings: the right turn, or the necessary question."""

import random

import pytest

import engine
from tests.tracker import hands, judge, trial
from tests.tracker.positions import PICKED, Place, Study, places

EACH = 5                                # positions in one test
USUAL, ALL = 4, 44                      # tests a game: in every run, and with --proof
PARTS = [pytest.param(part, marks=[] if part < USUAL else pytest.mark.proof) for part in range(ALL)]
CAP = {False: 40, True: 200}            # orders of one turn; beyond that they are a seeded sample


def orders(study, turn, cap, rng):
    """Return the orders in which `turn` is to be tried, with the ways of doing it mixed."""
    found = [order for rows in turn.ways for order in hands.orders(study.board, rows, cap, rng)]
    return found if len(found) <= cap else rng.sample(found, cap)


def own_things(study):
    """Return the squares of the things that the side to move can begin a turn with by lifting them."""
    return [square for square, letter in sorted(study.board.items()) if letter != "o" and letter.isupper() == (study.side == "w")]


def try_all(place, cap):
    """Try all turns at `place` in all orders (at most `cap` a turn); return the differences."""
    study, rng = Study(place), random.Random(place.position)
    base, difference = trial.stand(place)
    differences = [difference]
    for turn in study.turns.values():
        for order in orders(study, turn, cap, rng):
            gaps = [rng.choice(trial.GAPS) for _ in order]
            differences.append(trial.Trial(study, base).turn(turn, order, gaps))
    return differences


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", engine.NAMES)
def test_every_order_of_every_turn(name, part, proof):
    assert trial.none([difference for place in places(name, part, EACH) for difference in try_all(place, CAP[proof])])


@pytest.mark.parametrize("name, position", PICKED)
def test_every_order_where_something_is_special(name, position, proof):
    assert trial.none(try_all(Place(name, position, None, None), CAP[proof]))


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", engine.NAMES)
def test_every_thing_that_may_have_pushed_another_off(name, part):
    """A thing in the hand is not a turn; after `hold` its captures are asked about, and a touch answers; so does the clock."""
    differences = []
    for place in places(name, part, EACH):
        study = Study(place)
        base, _ = trial.stand(place)
        for square in own_things(study):
            differences += [trial.Trial(study, base).push(square), trial.Trial(study, base).push_and_press(square)]
            differences += answers(study, base, square)
    assert trial.none(differences)


def answers(study, base, square):
    """Answer with each capture of the thing lifted from `square` in turn; return the differences."""
    found = []
    for (key,) in judge.pushed(study, square):
        one = trial.Trial(study, base)
        found.append(one.push(square) or one.answer(study.turns[key]))
    return found
