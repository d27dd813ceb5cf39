"""Positions that can't be, turns of the wrong form and unknown options: an error that names the part, and nothing changed."""

import engine
import pytest
from engine import notation

from tests.engine.tables import BAD_POSITIONS, ILLEGAL, READABLE, UNREADABLE
from tests.engine.walks import GAMES, choose, state


@pytest.mark.parametrize(("name", "text", "part"), BAD_POSITIONS)
def test_a_position_that_cannot_be(name, text, part):
    """A new game refuses it; a game in progress refuses it and goes on as it was."""
    game = engine.new(name)
    game.push(choose(game, 5))
    before = state(game)
    with pytest.raises(engine.TextError, match=part):
        game.set_position(text)
    assert state(game) == before
    with pytest.raises(engine.TextError, match=part):
        engine.new(name, text)


@pytest.mark.parametrize(("name", "text", "written"), READABLE)
def test_fields_may_be_left_out(name, text, written):
    """Fields at the end have their starting values; what is written may be none of our ways of writing."""
    if written is None:
        with pytest.raises(engine.TextError):
            engine.new(name, text)
    else:
        assert engine.new(name, text).position_text() == written


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in UNREADABLE for text in texts])
def test_a_turn_of_the_wrong_form(name, text):
    """A text that is no turn of the game is told apart from an illegal turn, and is named."""
    game = engine.new(name)
    before = state(game)
    with pytest.raises(engine.TextError) as caught:
        game.parse_turn(text)
    assert repr(text) in str(caught.value)
    assert state(game) == before


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in ILLEGAL for text in texts])
def test_an_illegal_turn(name, text):
    """A readable turn that the rules do not allow is an illegal turn, and is named."""
    game = engine.new(name)
    before = state(game)
    with pytest.raises(engine.IllegalTurn) as caught:
        game.parse_turn(text)
    assert repr(text) in str(caught.value)
    assert state(game) == before


def test_a_courier_turn_into_check():
    """A pinned piece, a king that steps into an attack, and a turn that does not answer a check."""
    pinned = engine.new("courier", "k3r7/12/12/12/12/12/4B7/4K7 w - - 0 1")
    with pytest.raises(engine.IllegalTurn):
        pinned.parse_turn("e2f3")
    king = engine.new("courier", "k3r7/12/12/12/12/12/12/3K2R5 w - - 0 1")
    with pytest.raises(engine.IllegalTurn):
        king.parse_turn("d1e1")
    checked = engine.new("courier", "k3r7/12/12/12/12/12/6R5/4K7 w - - 0 1")
    with pytest.raises(engine.IllegalTurn):
        checked.parse_turn("g2g3")
    assert checked.parse_turn("g2e2")


AMBIGUOUS = [
    ("folky", "rnb2bnr/8/8/8/8/2N5/8/R1B2BNR w 8 8", "Ne2", "c3e2 g1e2"),
    ("football", "5k3/9/9/9/4o4/9/9/1N3N3/5K3 w 0 0", "Nd3", "Nb2-d3 Nf2-d3"),
    ("football", "5k3/9/9/9/4o4/9/3N1N3/9/5K3 w 0 0", "N*c4", "Nd3*c4 Nf3*c4"),
    ("alquerque", "5/3M1/2mm1/2m2/5 w", "d4xd4", "d4xb2xd2xd4 d4xd2xb2xd4"),
    ("courier", "5k6/5p6/12/12/12/12/12/K1N3N5 w - - 0 1", "Ne2", "c1e2 g1e2"),
]


@pytest.mark.parametrize(("name", "position", "text", "turns"), AMBIGUOUS)
def test_an_ambiguous_turn(name, position, text, turns):
    """A text that fits several turns names all of them."""
    with pytest.raises(engine.AmbiguousTurn) as caught:
        notation.read(engine.new(name, position), text)
    assert all(turn in str(caught.value) for turn in [text, *turns.split()])


BAD_OPTIONS = [
    *[(name, {"colour": 1}, "colour") for name in GAMES],
    *[(name, {"reptition": 3}, "reptition.*repetition") for name in ("folky", "alquerque", "courier")],
    ("folky", {"quiet": 50}, "quiet"),
    ("football", {"repetition": 3}, "repetition"),
    ("folky", {"repetition": -1}, "repetition.*-1"),
    ("folky", {"repetition": "three"}, "repetition.*'three'"),
    ("folky", {"repetition": ""}, "repetition.*''"),
    ("folky", {"repetition": 2.5}, "repetition.*2.5"),
    ("folky", {"repetition": None}, "repetition.*None"),
    ("folky", {"repetition": True}, "repetition.*True"),
    ("courier", {"quiet": "٣"}, "quiet.*'٣'"),
    ("football", {"kickoff": "white"}, "kickoff.*alternate.*conceding.*'white'"),
    ("football", {"second_half": "nobody"}, "second_half.*'nobody'"),
    ("football", {"kickoff": 1}, "kickoff.*1"),
    ("football", {"goals": "-1"}, "goals.*'-1'"),
    ("football", {"deadball": 10**9}, "deadball"),
    ("folky", {"self": 1}, "self"),
    ("folky", {"position_text": 1}, "position_text"),
]


@pytest.mark.parametrize(("name", "options", "part"), BAD_OPTIONS)
def test_a_bad_option(name, options, part):
    """An unknown option, and a value that an option can't have."""
    with pytest.raises(engine.OptionError, match=part):
        engine.new(name, None, **options)


@pytest.mark.parametrize("name", ["", "chess", "Folky", "core", "engine.folky", "../folky", "gamefile"])
def test_an_unknown_game(name):
    """The error names what was asked for and what there is."""
    with pytest.raises(engine.OptionError, match="folky, football, alquerque, courier") as caught:
        engine.new(name)
    assert repr(name) in str(caught.value)


DEFAULTS = {
    "folky": {"repetition": 3},
    "football": {"goals": 3, "kickoff": "alternate", "second_half": "black", "half_plies": 0, "deadball": 0},
    "alquerque": {"repetition": 3, "quiet": 50},
    "courier": {"repetition": 3, "quiet": 50},
}


@pytest.mark.parametrize("name", GAMES)
def test_options_and_their_defaults(name):
    """The options of the rules with their defaults; numbers may come as text, and one game's choice is not another's."""
    assert engine.new(name).options == DEFAULTS[name]
    for option, value in DEFAULTS[name].items():
        if isinstance(value, int):
            assert engine.new(name, **{option: "7"}).options[option] == engine.new(name, **{option: 7}).options[option] == 7
    assert engine.new(name).options == DEFAULTS[name]


def test_errors_are_value_errors_of_one_family():
    """A caller can tell them apart, and can catch them all."""
    kinds = [engine.TextError, engine.IllegalTurn, engine.AmbiguousTurn, engine.OptionError]
    assert all(issubclass(kind, engine.EngineError) for kind in kinds)
    assert issubclass(engine.EngineError, ValueError)
    assert not any(issubclass(one, two) for one in kinds for two in kinds if one is not two)
