"""Which rows of turns are told after toggles, and how much in them is odd."""

import engine
import pytest
from firmware.stories import Stories
from firmware.things import GRAVE

BISHOPS = "1n2bbn1/r3p1Nr/B7/8/8/P6P/3B4/RN3R2 w 6 7"
PAWNS = "2b3nr/r7/7b/4n3/2B5/7P/P6R/RNB3N1 w 6 8"
ROOKS = "rnb2bnr/8/8/8/8/8/8/RNB2BNR w 8 8"

# what happened (`+` put, `-` lift, `@` ms), the rows that the board then shows: {turns: units of oddness}
TOLD = [
    (ROOKS, "-a1@0 +a3@100", {"a1a3": 0}),
    (ROOKS, "-a1@0 +a2@40 -a2@90 +a3@100", {"a1a3": 0}),                                    # a square in passing
    (ROOKS, "-a1@0 +a3@100 -a3@500 +a4@600", {"a1a4": 0}),                                  # a pause
    (ROOKS, "-a1@0 +a3@100 -a3@500 +a1@600", {"": 0}),                                      # and back
    (ROOKS, "+a3@0 -a1@2", {"a1a3": 0}),                                                    # seen there before it is missed here
    (ROOKS, "+a3@0 -a1@4", {"a1a3": 1}),                                                    # another was put straight, rather
    (ROOKS, "+a3@0 -a1@8", {"a1a3": 1}),                                                    # hardly so much before
    (ROOKS, "+a3@0 -a1@10", {}),                                                            # no scan is as slow as that
    (ROOKS, "+a2@0 -a1@100", {"a1a2": 1}),                                                  # a debt between neighbours, paid late
    (ROOKS, "+a3@0 -a1@100", {}),
    (ROOKS, "-a1@0 +a3@100 -a8@200 +a7@300", {"a1a3+a8a7": 0}),
    (ROOKS, "-a1@0 -a8@100 +a3@200 +a7@300", {"a1a3+a8a7": 2}),                             # the reply was taken up first
    (ROOKS, "-a1@0 -a8@100 +a7@200 +a3@300", {"a1a3+a8a7": 2}),                             # the reply ended first
    (ROOKS, "-a8@0 +a7@100 -a1@200 +a3@300", {}),                                           # the reply began first
    (ROOKS, "-a1@0 +a3@100 -a8@200 +a7@300 -a3@900 +a4@1000", {"a1a3+a8a7+a3a4": 0, "a1a4+a8a7": 2}),
    (ROOKS, "-a1@0 +a3@100 -a8@130 +a7@160 -a3@200 +a4@300", {"a1a3+a8a7+a3a4": 2, "a1a4+a8a7": 2}),     # no hand is as quick as that
    (ROOKS, "-b1@0 +b1@50 -a1@100 +a3@200", {"a1a3": 0}),
    (PAWNS, "+e2@0", {"@e2": 0}),
    (BISHOPS, "-a6@0 +d3@100", {"a6d3": 0}),
]


def told(position, doings):
    """`{turns joined by +: units of oddness}` of all rows told after `doings`."""
    game, twin = engine.new("folky", position), engine.new("folky", position)
    stories = Stories(game, twin, bytearray(game.n))
    for word in doings.split():
        square, ms = word[1:].split("@")
        for _ in stories.take(game.cell(square), word[0] == "+", int(ms) + 1000):
            pass
    ends = {}
    for _ in stories.ends(ends):
        pass
    return {"+".join(texts(position, stories.path(number))): ends[number] // GRAVE for number in ends}


def texts(position, turns):
    """Machine texts of `turns`, made one after the other from `position`."""
    game = engine.new("folky", position)
    found = []
    for turn in turns:
        found.append(game.turn_text(turn))
        game.push(turn)
    return found


@pytest.mark.parametrize("position, doings, rows", TOLD)
def test_told(position, doings, rows):
    assert told(position, doings) == rows


def test_what_was_dropped_for_want_of_room_is_the_oddest():
    game, twin = engine.new("folky", ROOKS), engine.new("folky", ROOKS)
    stories = Stories(game, twin, bytearray(game.n))
    ms = 1000
    for square in "a1 b1 c1 f1 g1 h1 a8 b8 c8".split():
        for _ in stories.take(game.cell(square), False, ms):
            pass
        ms += 100
    for square in "a1 b1 c1 f1 g1 h1 a8 b8 c8".split():
        for _ in stories.take(game.cell(square), True, ms):
            pass
        ms += 100
    ends = {}
    for _ in stories.ends(ends):
        pass
    assert ends[stories.here] == 0
