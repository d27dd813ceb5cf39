"""Random hands do what can be done, end where the turn ends, and keep to what their level says of them."""

import random
from collections import Counter
from pathlib import Path

import engine
import pytest
from host.campaign import needless
from host.campaign.hands import HABITS, Habits, Hands, Parts
from host.sim.hands import occupied
from host.sim.noise import LEVELS
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.campaign.games import displaced, follow, turns_of

GAMES = st.sampled_from(engine.NAMES)
HABIT = st.sampled_from(sorted(HABITS))
SEEDS = st.integers(0, 1 << 30)


def performances(name, level, seed, count=12):
    """Yield (game, turn, steps, pushed); the game stands before the turn."""
    hands = Hands(HABITS[level], random.Random(seed))
    for game, turn in turns_of(name, seed, count):
        yield game, turn, *hands.perform(game, turn)


@given(GAMES, HABIT, SEEDS)
@settings(max_examples=100)
def test_a_performance_ends_where_the_turn_does(name, level, seed):
    for game, turn, steps, _ in performances(name, level, seed):
        assert follow(occupied(game), steps) == displaced(game, turn), game.turn_text(turn)


@given(GAMES, HABIT, SEEDS)
@settings(max_examples=40)
def test_every_thing_gets_to_its_own_square(name, level, seed):
    for game, turn, steps, pushed in performances(name, level, seed):
        clean = displaced(game, turn) == occupied(engine.new(name, after(game, turn)))
        too_much = needless._arrangements(game, needless._events(game, steps)) is None
        if not pushed and clean and not too_much:
            assert needless.can_be(name, game.position_text(), steps, [turn]), game.turn_text(turn)


def after(game, turn):
    """The text of the position after `turn`."""
    game.push(turn)
    text = game.position_text()
    game.pop()
    return text


@given(GAMES, HABIT, SEEDS)
@settings(max_examples=30)
def test_the_same_seed_gives_the_same_steps(name, level, seed):
    def steps():
        return [(list(steps), pushed) for _, _, steps, pushed in performances(name, level, seed)]

    assert steps() == steps()


@given(SEEDS)
@settings(max_examples=60)
def test_who_pushes_touches_nothing_but_the_capturer(seed):
    for game, turn, steps, pushed in performances("courier", "hard", seed):
        if pushed:
            assert {step.kind for step in steps} <= {"lift", "push", "slide", "put", "wait"}
            own = {game.square(f) for f, _, _ in Parts(turn).moves}
            assert {step.squares[0] for step in steps if step.kind in ("lift", "push", "slide")} == own
            assert game.square(turn[1]) not in {step.squares[-1] for step in steps if step.kind in ("put", "slide")}


@given(GAMES, HABIT, SEEDS)
@settings(max_examples=60)
def test_gaps_are_those_of_the_level(name, level, seed):
    low, high = HABITS[level].gap
    for _, _, steps, _ in performances(name, level, seed):
        for step in steps:
            assert 0 <= step.gap <= (6000 if HABITS[level].long_gap else max(high, 900))
            if step.kind == "slide":
                assert step.gap >= min(low, 200)


@given(GAMES, SEEDS)
@settings(max_examples=60)
def test_taking_back_leads_to_the_position_before(name, seed):
    hands = Hands(HABITS["hard"], random.Random(seed))
    for game, turn in turns_of(name, seed, 12):
        before, full = occupied(game), displaced(game, turn)
        game.push(turn)
        steps = hands.undo(game, turn)
        game.pop()
        assert follow(full, steps) == before, game.turn_text(turn)


@given(st.sets(st.sampled_from("abcdefgh")), st.sets(st.sampled_from("abcdefgh")), SEEDS)
def test_rearranging_takes_and_puts_only_what_differs(full, wanted, seed):
    steps = Hands(HABITS["hard"], random.Random(seed)).rearrange(full, wanted)
    assert follow(full, steps) == wanted
    assert len(steps) == len(full ^ wanted)


def test_every_level_of_noise_has_habits():
    assert set(HABITS) == set(LEVELS)


@pytest.mark.parametrize("key, least", [("slide", 0.2), ("push", 0.1), ("touch", 0.25), ("pause", 0.05), ("mind", 0.04), ("wrong", 0.04),
                                        ("quick", 0.05), ("takeback", 0.02)])
def test_hard_habits_are_at_least_those_that_are_promised(key, least):
    assert getattr(HABITS["hard"], key) >= least


SHARES = [("slide", 20), ("touch", 25), ("pause", 5), ("mind", 4), ("wrong", 4)]


@pytest.mark.parametrize("name", engine.NAMES)
def test_of_all_turns_at_hard_so_many_are_made_so(name, monkeypatch):
    made = Counter()
    methods = {"touch": "_touches", "pause": "_pause_square", "mind": "_change_of_mind", "wrong": "_wrong_square"}
    for habit, method in methods.items():
        monkeypatch.setattr(Hands, method, counting(getattr(Hands, method), habit, made))
    turns = 3000
    hands = Hands(HABITS["hard"], random.Random(name))
    for game, turn in turns_of(name, "shares", turns):
        steps, pushed = hands.perform(game, turn)
        made.update(slide=any(step.kind == "slide" for step in steps), push=pushed)
    for habit, percent in [*SHARES, *[("push", 10)] * (name == "courier")]:
        assert made[habit] >= turns * percent / 100, habit


def counting(method, habit, made):
    """`method`, counted in `made` when something comes of it."""

    def counted(*words):
        found = method(*words)
        made[habit] += bool(found)
        return found

    return counted


DOCS = (Path(__file__).parents[2] / "docs" / "CAMPAIGN.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("habit", Habits._fields)
def test_the_documentation_has_the_numbers(habit):
    row = next(line for line in DOCS.split("\n") if line.startswith(f"| {habit.replace('_', ' ')} |"))
    assert [cell.strip() for cell in row.split("|")[2:5]] == [spoken(getattr(HABITS[level], habit)) for level in ("off", "light", "hard")]


def spoken(value):
    """A habit's number as the documentation says it."""
    if isinstance(value, tuple):
        return f"{value[0]} ms" if value[0] == value[1] else f"{value[0]}–{value[1]} ms"
    return f"{value:.0%}".replace("%", " %") if value else "–"


def test_a_turn_in_parts():
    game = engine.new("courier", "4rk6/P11/12/12/12/12/12/R4K6 w - - 0 1")
    parts = Parts(game.parse_turn("a7a8f"))
    assert [(f, t) for f, _, t in parts.moves] == [] and [game.square(cell) for cell in parts.given] == ["a8"]
    assert [game.square(cell) for cell in parts.taken] == ["a7"]
    game = engine.new("alquerque", "2mmm/m1mmm/2mm1/1MM1M/1M1MM b 1")
    chain = next(turn for turn in game.turns() if len(turn) >= 8)
    parts = Parts(chain)
    (start, via, end), = parts.moves
    assert [start, *via, end] == [chain[0], *[t for f, t in zip(chain[::2], chain[1::2], strict=True) if t < engine.BOX]]
