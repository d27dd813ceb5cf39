"""Turns with a pause in them, turns while other things are adjusted, and turns answered before anything has settled."""

import random

import pytest

import engine
from tests.tracker import hands, trial
from tests.tracker.positions import Study, places

EACH = 4                                # positions in one test
USUAL, ALL = 1, 12                      # tests a game: in every run, and with --proof
PARTS = [pytest.param(part, marks=[] if part < USUAL else pytest.mark.proof) for part in range(ALL)]
FEW = 4                                 # orders of a turn, turns of a position, replies to a turn
SETTLED = 250                           # ms
PAUSES = (700, 700, 5500)               # ms: past `rest`, and past `hold`


def draw(things, count, rng):
    """Return `count` of the list `things` at random, all if there are fewer."""
    return rng.sample(things, min(count, len(things)))


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", engine.NAMES)
def test_a_pause_changes_nothing(name, part):
    """A turn taken too early is amended, one that has begun is waited for."""
    differences = []
    for place in places(name, f"pause {part}", EACH):
        study, rng = Study(place), random.Random(place.position)
        base, _ = trial.stand(place)
        for turn in study.turns.values():
            found = [order for rows in turn.ways for order in hands.orders(study.board, rows, 200, rng) if len(order) > 1]
            for order in draw(found, FEW, rng):
                differences.append(trial.Trial(study, base).pause(turn, order, rng.randrange(1, len(order)), rng.choice(PAUSES)))
    assert trial.none(differences)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", engine.NAMES)
def test_adjusting_changes_nothing(name, part):
    """One or two things of any side are lifted and put back while a turn is made; what can be mistaken is asked about."""
    differences = []
    for place in places(name, f"adjust {part}", EACH):
        study, rng = Study(place), random.Random(place.position)
        base, _ = trial.stand(place)
        for turn in study.turns.values():
            rows = rng.choice(turn.ways)
            order = rng.choice(hands.orders(study.board, rows + adjusting(study, rows, rng), 20, rng))
            differences.append(trial.Trial(study, base).turn(turn, order, [rng.choice(trial.GAPS) for _ in order]))
    assert trial.none(differences)


def adjusting(study, rows, rng):
    """Return rows of doings that lift one or two things apart from those in `rows` and put them back; likely such as turns lift."""
    used = {row[0][1:] for row in rows}
    still = sorted(set(study.board) - used)
    busy = sorted({row[0][1:] for turn in study.turns.values() for one in turn.ways for row in one if row[0][0] == "-"} - used)
    squares = {rng.choice(rng.choice([still, busy or still])) for _ in range(rng.randrange(1, 3))}
    return tuple(("-" + square, "+" + square) for square in sorted(squares))


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", engine.NAMES)
def test_a_turn_and_a_quick_reply(name, part):
    """Both are recorded; replies on the squares of the turn (recaptures, the ball kicked on) are tried more often."""
    differences = []
    for place in places(name, f"reply {part}", EACH):
        study, rng = Study(place), random.Random(place.position)
        base, _ = trial.stand(place)
        for turn in draw([turn for turn in study.turns.values() if not study.sets_up(turn)], FEW, rng):
            after = study.after(turn)
            if after.side != study.side:
                differences += replies(base, study, turn, after, rng)
    assert trial.none(differences)


def replies(base, study, turn, after, rng):
    """Try some replies to `turn`; return the differences."""
    all_of_them = list(after.turns.values())
    near = [reply for reply in all_of_them if set(reply.changes) & set(turn.changes)]
    differences = []
    for reply in draw(all_of_them, FEW, rng) + draw(near, FEW, rng):
        order = []
        for board, one in ((study.board, turn), (after.board, reply)):
            order += rng.choice(hands.orders(board, rng.choice(one.ways), 40, rng))
        differences.append(trial.Trial(study, base).reply(turn, reply, order, gaps(order, rng)))
    return differences


def gaps(order, rng):
    """Draw the time before each doing of `order`; nobody lifts what came to its square less than `SETTLED` ago: so a switch chatters."""
    found, now, put = [], 0, {}
    for doing in order:
        gap = rng.choice(trial.GAPS)
        if doing[0] == "-" and doing[1:] in put:
            gap = max(gap, put[doing[1:]] + SETTLED - now)
        found.append(gap)
        now += gap
        if doing[0] == "+":
            put[doing[1:]] = now
    return found
