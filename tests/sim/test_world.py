"""The world: truth at once, switches with noise, the same for the same seed."""

import random

import engine
import pytest
from host import profiles
from host.sim.hands import occupied
from host.sim.layout import Layout
from host.sim.noise import LEVELS
from host.sim.world import World, WorldError

SECOND = 1_000_000


def layout(board="classic-8x8", game="folky"):
    return Layout(profiles.load(board), engine.new(game))


def world(noise="off", seed=0, full=("a1", "b1"), **kinds):
    return World(layout(**kinds), full, noise, seed)


def names(place, transitions):
    back = {bit: square for square, bit in place.layout.bit.items()}
    return [(us, back[bit], closed) for us, bit, closed in transitions]


def test_without_noise_switches_follow_at_once():
    place = world()
    place.lift(1000, "a1")
    place.put(5000, "a2")
    place.pass_over(6000, "c3", 60)
    place.pass_over(7000, "b1", 60)  # over a full square: nothing to see
    assert names(place, place.take(50_000)) == [(1000, "a1", False), (5000, "a2", True), (6000, "c3", True)]
    assert place.next_us() == 66_000
    assert names(place, place.take(SECOND)) == [(66_000, "c3", False)]
    assert place.next_us() is None
    assert place.occupied == {"a2", "b1"}


def test_what_cannot_be_done():
    place = world()
    with pytest.raises(WorldError, match="nothing stands on c1"):
        place.lift(0, "c1")
    with pytest.raises(WorldError, match="something stands on a1"):
        place.put(0, "a1")
    with pytest.raises(WorldError, match="no square k1"):
        place.put(0, "k1")
    place.take(2000)
    with pytest.raises(WorldError, match="gone by"):
        place.lift(1000, "a1")


def test_a_stuck_switch_hides_the_truth_and_a_freed_one_shows_it():
    place = world()
    place.stick(1000, "a1", True)
    place.lift(2000, "a1")
    place.stick(3000, "c3", True)
    place.free(4000, "a1")
    place.free(5000, "c3")
    place.stick(6000, "b1", False)
    assert names(place, place.take(SECOND)) == [(3000, "c3", True), (4000, "a1", False), (5000, "c3", False), (6000, "b1", False)]
    assert place.occupied == {"b1"}
    assert place.levels() == []


def test_a_slide_closes_the_squares_between():
    place = world(full=("a1",))
    end = place.slide(1000, ["a1", "a2", "a3", "a4"])
    seen = names(place, place.take(end))
    assert seen == [
        (1000, "a1", False), (1000, "a2", True), (61_000, "a2", False), (61_000, "a3", True),
        (121_000, "a3", False), (end, "a4", True),
    ]  # fmt: skip
    assert place.occupied == {"a4"}


def test_neighbours_outside_the_game_can_close_too():
    place = layout("universal-12x9", "folky")
    assert place.bit["a1"] == profiles.load("universal-12x9").cell_bits()[2]  # FOLKY's a1 lies on the board's c1
    assert len(place.near["a1"]) == 5  # two of them beside the game's area
    assert len(place.near["d4"]) == 8


def session(place, seed, count):
    """Do `count` random things; return all transitions in order."""
    chance = random.Random(seed)
    squares = sorted(place.layout.bit)
    at, seen = 0, []
    for _ in range(count):
        at += chance.choice((0, 2000, 15_000, 120_000, 800_000))
        seen += place.take(at)
        square = chance.choice(squares)
        if chance.random() < 0.1:
            place.pass_over(at, square, chance.randint(1, 90))
        elif square in place.occupied:
            place.lift(at, square)
        else:
            place.put(at, square)
    return at, seen


@pytest.mark.parametrize("noise", LEVELS)
def test_the_same_seed_gives_the_same_world(noise):
    runs = [session(world(noise, seed), 5, 400)[1] for seed in (3, 3, 4)]
    assert runs[0] == runs[1]
    assert (runs[0] != runs[2]) == (noise != "off")


@pytest.mark.parametrize("noise", LEVELS)
@pytest.mark.parametrize("seed", range(12))
def test_noise_settles_to_the_truth_within_two_seconds(noise, seed):
    place = world(noise, seed)
    last, seen = session(place, seed, 300)
    assert place.settled_us <= last + 2 * SECOND
    seen += place.take(place.settled_us)
    assert place.next_us() is None
    assert place.levels() == sorted(place.layout.bit[square] for square in place.occupied)
    assert [us for us, _, _ in seen] == sorted(us for us, _, _ in seen)
    level = {place.layout.bit[square]: True for square in ("a1", "b1")}
    for _, bit, closed in seen:
        assert level.get(bit, False) != closed  # every transition is one
        level[bit] = closed


def test_hard_noise_does_all_that_switches_do():
    """Lifts bounce up to 5 ms; puts chatter, read empty at first, close a neighbour, each about as often as the level says."""
    longest, counts, puts = 0, {"late": 0, "long": 0, "near": 0}, 4000
    place = world("hard", 1, full=("d4",))
    d4 = place.layout.bit["d4"]
    for turn in range(puts):
        start = turn * 5 * SECOND
        place.lift(start, "d4")
        lifted = place.take(start + 2 * SECOND)
        place.put(start + 2 * SECOND, "d4")
        seen = place.take(start + 4 * SECOND + 999_999)
        own = [us - start for us, bit, _ in lifted if bit == d4]
        longest = max(longest, own[-1] - own[0])
        own = [us - start - 2 * SECOND for us, bit, _ in seen if bit == d4]
        counts["late"] += own[0] > 50_000
        counts["long"] += own[0] <= 50_000 < own[-1]
        counts["near"] += any(bit != d4 for _, bit, _ in seen)
    assert 4000 < longest <= 5000
    assert 0.005 * puts < counts["late"] < 0.02 * puts
    assert 0.02 * puts < counts["long"] < 0.045 * puts
    assert 0.035 * puts < counts["near"] < 0.07 * puts


def test_occupied_squares_of_a_game_close_their_switches():
    game = engine.new("courier")
    place = World(Layout(profiles.load("universal-12x9"), game), occupied(game))
    assert len(place.levels()) == 48
    assert place.take(SECOND) == []
