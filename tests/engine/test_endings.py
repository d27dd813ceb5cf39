"""How games end: tables of a position, the turns made from it, and what the game then says."""

import engine
import pytest

from tests.engine.tables import ENDINGS, KEEPER
from tests.engine.walks import state
from tests.naive import squares


def turned(position):
    """Return a position with the colours exchanged and the board upside down (two fields of numbers exchanged too)."""
    placement, side, *numbers = position.split()
    rows = "/".join(placement.swapcase().split("/")[::-1]).replace("O", "o")
    if len(numbers) == 2:
        numbers.reverse()
    return " ".join([rows, squares.other(side), *numbers])


def turned_text(text, ranks):
    """Return a turn text as it is on the board upside down."""
    return "".join(str(ranks + 1 - int(char)) if char.isdigit() else char for char in text)


OPPOSITE = {"1:0": "0:1", "0:1": "1:0", "draw": "draw", "*": "*"}


def after(name, position, turns, **options):
    """Return a game with turns made, each of which was made while the game went on."""
    game = engine.new(name, position, **options)
    for text in turns.split():
        assert (text, game.result()) == (text, "*")
        game.push(game.parse_turn(text))
    return game


def check(name, position, turns, result, **options):
    """Check the result of a table's line, and that of the same line with the colours exchanged."""
    lines = [(position, turns, result)]
    if position:
        ranks = engine.new(name).ranks
        lines.append((turned(position), turned_text(turns, ranks), OPPOSITE[result]))
    for where, made, expected in lines:
        game = after(name, where, made, **options)
        assert (where, made, game.result()) == (where, made, expected)
        assert bool(game.reason) == (expected != "*")
        if expected != "*":
            before = state(game)
            game.result()
            assert state(game) == before


TABLE = [pytest.param(name, *line[1:], id=f"{name}: {line[0]}") for name in engine.NAMES for line in ENDINGS[name]]


@pytest.mark.parametrize(("name", "position", "turns", "result", "options"), TABLE)
def test_ending(name, position, turns, result, options):
    """What the game says after the turns; and again with the colours exchanged."""
    check(name, position, turns, result, **options)


@pytest.mark.parametrize(("name", "position", "turns", "result", "options"), [line for line in TABLE if line.values[3] != "*"])
def test_an_ending_is_taken_back(name, position, turns, result, options):
    """Taking back the last turn sets the game going again."""
    game = after(name, position, turns, **options)
    if game.history:
        game.pop()
        assert (game.result(), game.reason) == ("*", "")


def test_the_reasons_differ():
    """Each way to end has a reason of its own."""
    reasons = {}
    for line in TABLE:
        name, position, turns, _, options = line.values
        game = after(name, position, turns, **options)
        if game.result() != "*":
            reasons.setdefault((name, game.reason), []).append(line.id)
    counts = {name: sum(key[0] == name for key in reasons) for name in engine.NAMES}
    assert counts == {"folky": 3, "football": 1, "alquerque": 4, "courier": 6}


# -- football's goals, halves and passing over ---------------------------------------------------------------------

PLACEMENT = "rnbq1knbr/9/9/9/4o4/9/9/9/RNBQ1KNBR"
OWN_GOAL = "rnbq1knbr/9/9/9/9/9/4K4/4o4/RNBQ2NBR w"


@pytest.mark.parametrize(
    ("position", "turn", "options", "expected"),
    [
        (f"{KEEPER} 0 0", "Ke7*e9", {}, f"{PLACEMENT} b 1 0"),
        (f"{KEEPER} 0 1", "Ke7*e9", {"kickoff": "conceding"}, f"{PLACEMENT} b 1 1"),
        (f"{OWN_GOAL} 0 0", "Ke3*e1", {}, f"{PLACEMENT} b 0 1"),
        (f"{OWN_GOAL} 0 0", "Ke3*e1", {"kickoff": "conceding"}, f"{PLACEMENT} w 0 1"),
        (f"{OWN_GOAL} 0 0 2 5", "Ke3*e1", {}, f"{PLACEMENT} b 0 1 2 0"),
    ],
)
def test_after_a_goal_everything_stands_on_its_first_square(position, turn, options, expected):
    """The position after a goal: goals counted, and whose turn it is."""
    assert after("football", position, turn, **options).position_text() == expected


def test_a_goal_brings_back_footballers_that_were_missing():
    """A practice position without some footballers starts anew with all of them."""
    game = after("football", "5k3/4o4/4K4/9/9/9/9/9/9 w 0 0", "Ke7*e9")
    assert game.position_text() == f"{PLACEMENT} b 1 0"
    game.pop()
    assert game.position_text() == "5k3/4o4/4K4/9/9/9/9/9/9 w 0 0"


def step(game):
    """Push a step of the side's rook on the outermost file towards the other side."""
    file, letter, up = ("a", "R", 1) if game.side == 0 else ("i", "r", -1)
    rank = next(rank for rank in range(1, 10) if game.letter(game.board[game.cell(f"{file}{rank}")]) == letter)
    game.push(game.parse_turn(f"R{file}{rank}-{file}{rank + up}"))


@pytest.mark.parametrize(
    ("options", "plies", "side", "result"),
    [
        ({"half_plies": 3}, 2, 0, "*"),
        ({"half_plies": 3}, 3, 1, "*"),
        ({"half_plies": 2}, 2, 1, "*"),
        ({"half_plies": 3, "second_half": "white"}, 3, 0, "*"),
        ({"half_plies": 2, "second_half": "white"}, 2, 0, "*"),
        ({"half_plies": 2, "second_half": "white"}, 3, 1, "*"),
        ({"half_plies": 2, "second_half": "white"}, 4, 0, "draw"),
    ],
)
def test_halves_by_plies(options, plies, side, result):
    """The second half begins from the first position, with Black unless it is told otherwise; then the match ends."""
    game = engine.new("football", f"{PLACEMENT} w 1 1", **options)
    for ply in range(plies):
        step(game)
        if ply + 1 == options["half_plies"]:
            assert game.position_text() == f"{PLACEMENT} {'wb'[game.side]} 1 1 2 0"
    assert (game.side, game.result()) == (side, result)


@pytest.mark.parametrize(("score", "result"), [("2 1", "1:0"), ("1 2", "0:1"), ("0 0", "draw"), ("2 2", "draw")])
def test_time_decides_by_goals(score, result):
    """When the second half is over the goals decide, and equal goals are a draw."""
    game = after("football", f"{PLACEMENT} b {score} 2 0", "Ra9-a8 Ra1-a2", half_plies=2)
    assert game.result() == result
    assert not list(game.turns())
    game.pop()
    assert game.result() == "*"


@pytest.mark.parametrize(
    ("position", "turns", "expected"),
    [
        ("5k3/9/9/9/9/2o6/9/9/R4K3 w 0 0 1 0", "Ra1-a2 Kf9-f8", "5k3/9/9/9/9/2o6/9/9/R4K3"),
        ("5k3/9/9/9/9/2o6/9/9/R4K3 w 0 0 1 0", "Ra1-a2 Kf9-f8 Ra2-a1", "o"),
        ("5k3/9/9/9/9/2o6/9/9/R4K3 w 0 0 1 2", "Ra1-a2", "o"),
    ],
)
def test_dead_ball(position, turns, expected):
    """Three plies without a kick bring the ball back to e5, and not before."""
    game = after("football", position, turns, deadball=3)
    at = game.square(bytes(game.board[:81]).find(bytes((game.code("o"),))))
    assert at == ("e5" if expected == "o" else "c4")


def test_a_kick_keeps_the_ball_alive():
    """The count begins anew with every kick."""
    game = after("football", "5k3/9/9/9/9/1Ro6/9/9/5K3 w 0 0 1 2", "Rb4*h4 Kf9-f8 Kf1-f2", deadball=3)
    assert game.position_text() == "9/5k3/9/9/9/1R5o1/9/5K3/9 b 0 0 1 2"


BLOCKED = "kN7/RB7/9/9/4o4/9/9/9/5K3"  # Black's king has nowhere to go


def test_a_blocked_side_is_passed_over():
    """No turn of the blocked side is written down, and taking back goes to the turn before."""
    game = after("football", f"{BLOCKED} w 0 0", "Kf1-g2")
    assert (game.side, len(game.history), game.result()) == (0, 1, "*")
    game.push(game.parse_turn("Kg2-f1"))
    assert (game.side, game.position_text()) == (0, f"{BLOCKED} w 0 0")
    game.push(game.parse_turn("Nb9-c7"))
    assert (game.side, len(game.history)) == (1, 3)
    for side in (0, 0, 0):
        game.pop()
        assert game.side == side


def test_a_blocked_side_in_a_position_text_is_passed_over():
    """The same when a position is set up with the blocked side to move."""
    game = engine.new("football", f"{BLOCKED} b 0 0")
    assert game.side == 0
    assert list(game.turns())


def test_no_turns_after_the_end():
    """A match that is over lists no turns."""
    by_goals = after("football", f"{KEEPER} 0 0", "Ke7*e9", goals=1)
    by_time = after("football", f"{PLACEMENT} b 0 0 2 0", "Ra9-a8", half_plies=1)
    for game in (by_goals, by_time):
        assert game.result() != "*"
        assert list(game.turns()) == []
