"""Boards for the terminal: aligned, complete, and readable without colours."""

import io
import random

import pytest
from rich.cells import cell_len
from rich.console import Console

import engine
from board_drivers import palette as lamp_codes
from engine import notation
from host.render import text
from host.words import LANGUAGES


def played(name, plies, seed=2):
    """A game after `plies` random legal turns (fewer if it ends)."""
    chance, game = random.Random(seed), engine.new(name)
    while len(game.history) < plies and game.result() == "*":
        game.push(chance.choice(list(game.turns())))
    return game


def plain(lines):
    """The lines as a terminal without colours shows them."""
    target = io.StringIO()
    console = Console(file=target, no_color=True, width=120, color_system=None)
    for line in lines:
        console.print(line)
    return target.getvalue().split("\n")[:-1]


def read_back(game, lines, lang):
    """The things (machine letters) by square name that the drawn lines show."""
    letters = {}
    for code in range(1, 32):
        kind = code & 15
        if 0 < kind < len(game.LETTERS) and code & 16 in (0, 16):
            machine = game.letter(code)
            shown = notation.letter(machine.upper(), lang) or machine.upper()
            letters[shown if machine.isupper() else shown.lower()] = machine
    if game.name == "football":
        letters["●"] = "o"
    if game.name == "alquerque":
        letters = {"○": "M", "●": "m"}
    found, pace = {}, 6 if game.name == "alquerque" else 3
    for line in lines:
        if line[:2].strip().isdigit() and line[2] == "▕":
            for file in range(game.files):
                shown = line[4 + pace * file]
                if shown in letters and line[3 + pace * file] not in " ─":
                    found[chr(97 + file) + line[:2].strip()] = letters[shown]
    return found


@pytest.mark.parametrize("name", engine.NAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_board_without_colours_tells_the_whole_position(name, lang):
    for plies in (0, 14, 40):
        game = played(name, plies)
        expected = {game.square(cell): game.letter(game.board[cell]) for cell in range(game.n) if game.board[cell]}
        last = game.history[-1] if game.history else None
        assert read_back(game, plain(text.board_lines(game, last=last, lang=lang)), lang) == expected


@pytest.mark.parametrize("name", engine.NAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_lines_are_of_one_width_whatever_is_shown(name, lang):
    chance = random.Random(5)
    for plies in (0, 30):
        game = played(name, plies)
        lamps = bytes(chance.randrange(lamp_codes.CODES) for _ in range(game.n))
        widths = [{line.cell_len for line in text.board_lines(game, last=game.history[-1] if game.history else None, lamps=shown, lang=lang)}
                  for shown in (None, lamps)]
        assert len(widths[0]) == 1 and widths[0] == widths[1]


@pytest.mark.parametrize("name, size", [("folky", (30, 13)), ("football", (34, 14)), ("alquerque", (31, 14)), ("courier", (40, 13))])
def test_boards_are_small_enough_for_a_small_terminal(name, size):
    lines = text.board_lines(engine.new(name))
    assert lines[0].cell_len <= size[0] + 4 and len(lines) <= size[1] + 1


def test_every_character_is_one_column_wide():
    drawn = "".join("".join(plain(text.board_lines(played(name, 12)))) for name in engine.NAMES)
    assert {char for char in drawn if cell_len(char) != 1} == set()


def test_flipping_turns_the_board_round():
    game = played("courier", 20)
    one, other = (plain(text.board_lines(game, flipped=flipped)) for flipped in (False, True))
    one, other = ([line for line in lines if line[2] == "▕"] for lines in (one, other))
    assert [line[:2].strip() for line in other] == ["1", "2", "3", "4", "5", "6", "7", "8"]
    turned = [line[3:39][::-1].translate(str.maketrans("▐▌()[]", "▌▐)(][")) for line in reversed(other)]
    assert [line[3:39] for line in one] == turned


@pytest.mark.parametrize("name", engine.NAMES)
def test_lamps_show_their_sign_on_both_sides(name):
    game = engine.new(name)
    signs = {code: text.LAMPS[code][0] for code in range(1, lamp_codes.CODES)}
    assert len(set(signs.values())) == len(signs)
    for code, sign in signs.items():
        lamps = bytearray(game.n)
        lamps[game.cell("c2")] = code
        rank = next(line for line in plain(text.board_lines(game, lamps=lamps)) if line.startswith(" 2▕"))
        column = 4 + (6 if name == "alquerque" else 3) * 2
        assert rank[column - 1] == rank[column + 1] == sign
        assert sum(char == sign for char in rank) == 2


def test_the_last_turn_is_bracketed():
    game = engine.new("alquerque", "4m/5/5/1m3/M4 w 0")
    game.push(game.parse_turn("a1xc3"))
    shown = "\n".join(plain(text.board_lines(game, last=game.history[-1])))
    assert "[○]" in shown and "(•)" in shown and "x•x" in shown


def test_the_strips_say_whose_turn_it_is_and_what_lies_beside_the_board():
    game = engine.new("folky", "rnb2bnr/8/8/8/8/8/8/RNB2BNR w 3 8")
    lines = plain(text.board_lines(game, lang="sk"))
    assert "Biely na ťahu" in lines[-1] and "PPP·····" in lines[-1]
    assert "Čierny" in lines[0] and "na ťahu" not in lines[0] and "PPPPPPPP" in lines[0]
    football = plain(text.board_lines(engine.new("football", "rnbq1knbr/9/9/9/4o4/9/9/9/RNBQ1KNBR b 2 1")))
    assert "Black to move" in football[0] and "●·· 1" in football[0] and "●●· 2" in football[-1]


def test_an_unknown_language_is_refused():
    with pytest.raises(ValueError, match="'xx'"):
        text.board_lines(engine.new("folky"), lang="xx")
