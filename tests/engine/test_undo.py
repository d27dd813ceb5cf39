"""Making and taking back turns: everything is restored, generators can be left, displacements tell the whole turn."""

import engine
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.walks import GAMES, choose, play, random_games, sorted_texts, state

MATCHES = [
    *[(name, {}) for name in GAMES],
    ("football", {"goals": 1, "kickoff": "conceding"}),
    ("football", {"half_plies": 6, "second_half": "white", "goals": 0}),
    ("football", {"deadball": 2}),
    ("folky", {"repetition": 1}),
]
NUMBERS = st.lists(st.integers(0, 10_000), max_size=40)


@pytest.mark.parametrize(("name", "options"), MATCHES)
def test_pop_goes_back_the_whole_way(name, options):
    """Games are played to an end and taken back turn by turn; each state is the one that was there before."""
    states = []
    for game in random_games(name, "undo", 400, 80, **options):
        states = states[: len(game.history)] + [state(game)]
        if game.result() != "*" or len(game.history) == 79:
            while game.history:
                assert state(game) == states.pop()
                game.pop()
            assert state(game) == states[0] == state(engine.new(name, **options))


@pytest.mark.parametrize(("name", "options"), MATCHES)
def test_every_turn_is_undone(name, options):
    """At random positions every single turn is made and taken back, with `push` and with `apply`."""
    for number, game in enumerate(random_games(name, "every", 120, 60, **options)):
        if number % 4 or game.result() != "*":
            continue
        before = state(game)
        for turn in game.turns():
            game.push(turn)
            assert game.history[-1] == turn
            assert game.pop() == turn
            game.undo(turn, game.apply(turn))
        assert state(game) == before


@pytest.mark.parametrize("name", GAMES)
@given(numbers=NUMBERS, stop=st.integers(0, 50))
def test_a_generator_can_be_left(name, numbers, stop):
    """Leaving `turns` after any turn changes nothing, and the board may be changed and put back meanwhile."""
    game = play(engine.new(name), numbers)
    before = state(game)
    expected = sorted_texts(game)
    for count, _ in enumerate(game.turns()):
        if count == stop:
            break
    assert state(game) == before
    texts = []
    for turn in game.turns():
        texts.append(game.turn_text(turn))
        token = game.apply(turn)
        list(game.turns())
        game.undo(turn, token)
    assert (sorted(texts), state(game)) == (expected, before)


@pytest.mark.parametrize("name", GAMES)
@given(numbers=NUMBERS)
def test_displacements_tell_the_whole_turn(name, numbers):
    """Carrying a turn's things by hand gives the board after it; `effect` names the squares that changed."""
    game = play(engine.new(name), numbers)
    for turn in list(game.turns())[:40]:
        board = list(game.board[: game.n])
        for start, target in zip(turn[::2], turn[1::2], strict=True):
            thing = start - engine.BOX if start >= engine.BOX else board[start]
            assert thing
            if start < engine.BOX:
                board[start] = 0
            if target >= engine.BOX:
                assert target - engine.BOX == thing
            else:
                assert not board[target]
                board[target] = thing
        changed = {cell: (game.board[cell], board[cell]) for cell in range(game.n) if board[cell] != game.board[cell]}
        assert game.effect(turn) == changed
        if not is_goal(game, turn):
            token = game.apply(turn)
            assert list(game.board[: game.n]) == board
            game.undo(turn, token)


def is_goal(game, turn):
    """Tell whether a football turn scores: the first position follows it."""
    return game.name == "football" and game.turn_text(turn)[-2:] in ("e1", "e9")


@pytest.mark.parametrize("name", GAMES)
def test_no_turn_to_take_back(name):
    """An error of the engine's own, and nothing has changed."""
    game = engine.new(name)
    before = state(game)
    with pytest.raises(engine.IllegalTurn, match="take back"):
        game.pop()
    assert state(game) == before


@pytest.mark.parametrize("name", GAMES)
def test_games_do_not_share_anything(name):
    """Two games of a kind live side by side."""
    one, two = engine.new(name), engine.new(name)
    before = state(two)
    one.push(choose(one, 3))
    assert state(two) == before != state(one)


@pytest.mark.parametrize(("name", "options"), MATCHES)
def test_another_game_stands_as_it_stood(name, options):
    """`mirror` and `retreat` set up a second game as the first stands or stood, and leave the first alone."""
    second = engine.new(name, **options)
    *_, game = random_games(name, "retreat", 30, 30, **options)
    before, made = state(game), list(game.history)
    positions = [game.position_text()]
    while game.history:
        game.pop()
        positions.append(game.position_text())
    for turn in made:
        game.push(turn)
    second.mirror(game)
    assert (second.position_text(), second.history) == (positions[0], [])
    for count, position in enumerate(positions):
        second.retreat(game, count)
        assert (second.position_text(), second.history) == (position, [])
        assert sorted_texts(second) == sorted_texts(engine.new(name, position, **options)) or "half_plies" in options
    assert state(game) == before


@pytest.mark.parametrize(
    ("name", "position", "texts"),
    [
        ("football", "5k3/9/9/9/4o4/9/3N1N3/9/5K3 w 0 0", ("Nd3*c4", "Nf3*c4")),
        ("alquerque", "5/3M1/2mm1/2m2/5 w", ("d4xb2xd2xd4", "d4xd2xb2xd4")),
    ],
)
def test_turns_of_one_effect_are_two_turns(name, position, texts):
    """Two turns that change the same squares in the same way are told apart by their texts, and have one effect."""
    game = engine.new(name, position)
    one, two = (game.parse_turn(text) for text in texts)
    assert one != two
    assert game.effect(one) == game.effect(two)
    assert len(list(game.turns())) == engine.perft(game, 1) == len(set(sorted_texts(game)))


@pytest.mark.parametrize(
    ("position", "text", "displacements"),
    [
        ("5k3/9/9/9/4o4/9/3N1N3/9/5K3 w 0 0", "Nd3*c4", "d3d3 e5c4"),
        ("5k3/9/9/9/4o4/9/3N1N3/9/5K3 w 0 0", "Nd3*c4-b2", "e5c4 d3b2"),
        ("5k3/9/9/9/4o4/9/9/9/3Q1K3 w 0 0", "Qd1-d4*f6", "d1d4 e5f6"),
    ],
)
def test_football_displacements_are_in_order(position, text, displacements):
    """The footballer first or the ball first, as the turn has it; a plain kicker takes part and stays."""
    game = engine.new("football", position)
    turn = game.parse_turn(text)
    assert " ".join(game.square(turn[i]) + game.square(turn[i + 1]) for i in range(0, len(turn), 2)) == displacements
