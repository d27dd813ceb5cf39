"""Bill of materials, pins, nets, and what needs a magnet."""

import csv
import io

import pytest

import engine
from engine.core import Game
from host.hardware import lists
from tests.hardware.boards import NAMES, board


def rows_of(text):
    """The rows of CSV text, without the head."""
    return list(csv.reader(io.StringIO(text)))[1:]


@pytest.mark.parametrize("name", NAMES)
def test_the_bill_counts_every_part_once(name):
    one = board(name)
    rows = [row for row in lists.bill(one) if row[3] and row[3] != "see magnets.csv"]
    refs = [ref for row in rows for ref in expanded(row[3])]
    assert sorted(refs) == sorted(one.net.parts)
    assert all(len(expanded(row[3])) == row[2] for row in rows)
    for title, value, _, references in rows:
        kinds = {(one.net.parts[ref].kind.title, one.net.parts[ref].value) for ref in expanded(references)}
        assert {kind for kind, _ in kinds} == {title} and (not value or {given for _, given in kinds} == {value})


def expanded(text):
    """'S1-S3, S7' -> ['S1', 'S2', 'S3', 'S7']."""
    found = []
    for word in text.split(", "):
        first, _, last = word.partition("-")
        prefix = first.rstrip("0123456789")
        low = int(first[len(prefix) :])
        high = int(last[len(prefix) :]) if last else low
        found += [f"{prefix}{number}" for number in range(low, high + 1)]
    return found


@pytest.mark.parametrize(
    "refs, text",
    [(["S1"], "S1"), (["S2", "S1", "S3"], "S1-S3"), (["S10", "S9", "S1"], "S1, S9-S10"), (["U1", "R2", "R1", "U3"], "R1-R2, U1, U3")],
)
def test_references_are_drawn_together(refs, text):
    assert lists.spans(refs) == text
    assert sorted(expanded(text)) == sorted(refs)


def test_what_the_classic_board_takes():
    counts = {(title.partition(" ")[0], value): number for title, value, number, _ in lists.bill(board("classic-8x8"))}
    assert counts["74HC165", ""] == 8
    assert counts["WS2812B", ""] == 64
    assert counts["Reed", ""] == 64
    assert counts["Capacitor,", "100 nF"] == 8 + 1 + 64
    assert counts["Resistor", "8 x 10 kΩ"] == 8


@pytest.mark.parametrize("name", NAMES)
def test_the_pin_list_is_the_whole_header(name):
    one = board(name)
    rows = rows_of(lists.as_csv(lists.PINS_HEAD, lists.pins(one)))
    assert [row[0] for row in rows] == [str(number) for number in range(1, 41)]
    used = {row[1] for row in rows if row[5]}
    assert used == set(one.net.controller().uses)


@pytest.mark.parametrize("name", NAMES)
def test_the_net_list_holds_every_joined_pin(name):
    one = board(name)
    rows = rows_of(lists.as_csv(lists.NETS_HEAD, lists.nets(one)))
    assert {(row[0], row[2], row[5]) for row in rows} == {(net, ref, pin) for net, members in one.net.nets.items() for ref, pin in members}
    assert len(rows) == len({(row[2], row[4]) for row in rows})


def test_tables_survive_what_is_in_them():
    rows = [("a,b", 'say "x"', 3), ("Ω|µ", "", 4)]
    assert rows_of(lists.as_csv(("1", "2", "3"), rows)) == [["a,b", 'say "x"', "3"], ["Ω|µ", "", "4"]]
    assert lists.as_markdown(("1", "2", "3"), rows).splitlines()[3] == "| Ω\\|µ |  | 4 |"


# -- magnets ---------------------------------------------------------------------------------------------------------


def count(game, *letters):
    """How many things of a game (with these letters, if any are given) need a magnet."""
    return sum(number for (_, letter), number in lists.inventory(engine.new(game)).items() if not letters or letter in letters)


def test_the_things_of_the_four_games():
    assert count("folky", *"RNBrnb") == 12 and count("folky", *"Pp") == 16 and count("folky") == 28
    assert count("football") == 17 and count("football", "o") == 1
    assert count("alquerque") == 24
    assert count("courier") == 48


def test_they_come_from_the_games_and_not_from_a_list():
    class Two(Game):
        NAME, FILES, RANKS, START, LETTERS = "two", 3, 1, "k1K w", "?K"

        def turns(self):
            return iter(())

    assert lists.inventory(Two()) == {(1, "K"): 1, (17, "k"): 1}


def test_the_list_names_sides_and_things():
    rows = lists.things(board("universal-12x9"))
    assert ("Chess football", "", "ball", 1) in rows
    assert ("Courier chess", "White", "courier", 2) in rows
    assert ("FOLKY", "Black", "pawn", 8) in rows
    assert sum(row[3] for row in rows) == 28 + 17 + 24 + 48


@pytest.mark.parametrize("name", NAMES)
def test_the_bill_has_the_magnets_of_the_board_s_games(name):
    one = board(name)
    bought = next(row for row in lists.bill(one) if row[0].startswith("Magnet"))
    assert bought[2] == sum(count(game) for game in one.games)
    assert set(one.games) == set(one.profile.games)


# -- where a switch goes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, square, path",
    [
        ("classic-8x8", "a1", "U1 D0"),
        ("classic-8x8", "h8", "U8 D7"),
        ("universal-12x9", "a1", "U2 D4"),
        ("mux-8x8", "a2", "U1 I8"),
        ("expander-9x9", "h1", "U1 GPB0"),
        ("matrix-8x8", "b3", "GP4 x GP17"),
        ("pi-8x8", "c5", "U5 D2"),
    ],
)
def test_the_way_of_a_switch_for_people(name, square, path):
    assert lists.switch_path(board(name), square) == path
