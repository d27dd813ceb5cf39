"""Pictures of positions: everything in its place, and every difference of the game a difference of the picture."""

import random

import pytest
from PIL import ImageChops, ImageStat

import engine
from board_drivers import palette as lamp_codes
from host.render import captions, marks, palette, render_board, strips
from host.render.layout import Layout

BOARDS = {"folky": (8, 8), "football": (9, 9), "alquerque": (5, 5), "courier": (12, 8)}


def played(name, plies, seed=1, **options):
    """A game after `plies` random legal turns (fewer if it ends)."""
    chance, game = random.Random(seed), engine.new(name, **options)
    while len(game.history) < plies and game.result() == "*":
        game.push(chance.choice(list(game.turns())))
    return game


def changed(one, other):
    """The box of the pixels in which two pictures differ, or None."""
    return ImageChops.difference(one, other).getbbox()


def box_of(layout, cell):
    """The pixels of `cell`: (x0, y0, x1, y1)."""
    x, y = layout.corner(cell)
    return x, y, x + layout.square, y + layout.square


def within(inner, outer):
    return inner and inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def close(image, colour, box, reach=24):
    """Number of pixels in `box` whose colour is within `reach` of `colour` in each part."""
    return sum(all(abs(a - b) <= reach for a, b in zip(pixel, colour, strict=True)) for pixel in pixels(image.crop(box)))


def pixels(image):
    """The pixels of an RGB picture as (r, g, b)."""
    data = image.tobytes()
    return zip(data[::3], data[1::3], data[2::3], strict=True)


# -- layout --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("files, ranks", BOARDS.values())
@pytest.mark.parametrize("size", [160, 255, 400, 640, 1111])
def test_layouts_fit_the_sheet(files, ranks, size):
    layout = Layout(files, ranks, size)
    x0, y0, x1, y1 = layout.board
    assert layout.width == size and x1 - x0 == files * layout.square and y1 - y0 == ranks * layout.square
    assert layout.frame[0] >= 0 and layout.frame[2] <= size and within(layout.board, layout.frame)
    top, bottom = layout.strips
    assert 0 <= top and top + layout.strip <= layout.frame[1]
    assert layout.frame[3] <= bottom and bottom + layout.strip <= layout.caption < layout.height


@pytest.mark.parametrize("files, ranks", BOARDS.values())
def test_flipping_turns_the_board_round(files, ranks):
    one, other = Layout(files, ranks, 500), Layout(files, ranks, 500, True)
    assert [one.corner(cell) for cell in range(files * ranks)] == [other.corner(cell) for cell in reversed(range(files * ranks))]
    assert one.corner(0)[1] > one.corner(files)[1], "rank 1 is not at the bottom"
    assert (one.strip_of(0), one.strip_of(1)) == (other.strip_of(1), other.strip_of(0))


@pytest.mark.parametrize("size", [0, 159, 2001, -5])
def test_a_size_out_of_reach_is_refused(size):
    with pytest.raises(ValueError, match="160 to 2000"):
        render_board(engine.new("folky"), size=size)


def test_an_unknown_language_is_refused():
    with pytest.raises(ValueError, match="'xx'"):
        render_board(engine.new("folky"), lang="xx")


# -- positions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOARDS)
def test_pictures_are_the_same_twice_and_leave_the_game_alone(name):
    game = played(name, 15)
    before = game.position_text(), list(game.history)
    one, other = (render_board(game, last=game.history[-1], size=300) for _ in range(2))
    assert one.mode == "RGB" and one.width == 300 and not changed(one, other)
    assert (game.position_text(), game.history) == before


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("flipped", [False, True])
def test_a_thing_is_drawn_on_its_own_square_and_nowhere_else(name, flipped):
    game = engine.new(name)
    whole = render_board(game, size=360, caption="", flipped=flipped)
    layout = Layout(game.files, game.ranks, 360, flipped)
    for cell in range(0, game.n, 3):
        if game.board[cell]:
            code, game.board[cell] = game.board[cell], 0
            part = render_board(game, size=360, caption="", flipped=flipped).crop(layout.frame)
            game.board[cell] = code
            box = changed(part, whole.crop(layout.frame))
            box = tuple(value + layout.frame[index % 2] for index, value in enumerate(box))
            assert within(box, box_of(layout, cell)), game.square(cell)


@pytest.mark.parametrize("name", BOARDS)
def test_different_positions_are_different_pictures(name):
    pictures = {}
    game = engine.new(name)
    chance = random.Random(7)
    for _ in range(12):
        pictures.setdefault(game.position_text().split()[0], set()).add(render_board(game, size=200, caption="").tobytes())
        if game.result() == "*":
            game.push(chance.choice(list(game.turns())))
    drawn = [picture for same in pictures.values() for picture in same]
    assert len(pictures) > 5 and len(set(drawn)) == len(drawn)


def test_goals_and_points_are_drawn():
    layout = Layout(9, 9, 400)
    image = render_board(engine.new("football"), size=400)
    for square in ("e1", "e9"):
        box = box_of(layout, engine.new("football").cell(square))
        assert close(image, palette.GOAL_POST, box, 12) > layout.square
        assert close(image, palette.GOAL_FLOOR, box) > layout.square * 3
    game = engine.new("alquerque", "mmmmm/5/5/5/MMMMM w 0")
    layout, image = Layout(5, 5, 400), render_board(game, size=400)
    at = {square: layout.centre(game.cell(square)) for square in ("b2", "c3", "c2", "d3")}

    def near(one, other):
        """A pixel on the way from one point to another, where no other line crosses."""
        return image.getpixel(tuple(round(a + (b - a) * 0.3) for a, b in zip(at[one], at[other], strict=True)))

    assert sum(near("b2", "c3")) < 350, "no line between b2 and c3"
    assert sum(near("c2", "d3")) > 450, "a line between c2 and d3, which no line joins"


# -- the last turn -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOARDS)
def test_the_squares_of_the_last_turn_are_marked(name):
    game = played(name, 9)
    turn, layout = game.history[-1], Layout(*BOARDS[name], 400)
    box = changed(render_board(game, size=400, last=turn), render_board(game, size=400))
    assert within(box, layout.frame)
    for cell in (cell for cell in turn if cell < engine.BOX):
        x0, y0, x1, y1 = box_of(layout, cell)
        assert box[0] <= x0 + 4 + layout.square / 3 and box[2] >= x1 - 4 - layout.square / 3
        assert box[1] <= y0 + 4 + layout.square / 3 and box[3] >= y1 - 4 - layout.square / 3


def trace(name, position, text):
    """The `Trace` of the turn `text`, and the game after it."""
    game = engine.new(name, position)
    turn = game.parse_turn(text)
    game.push(turn)
    return marks.Trace(game, turn, bytes(game.board[:game.n])), game


def names(game, trace):
    """A trace with square names: (ways, taken, placed)."""
    ways = [(game.square(start) + game.square(end), ball) for start, end, ball in trace.ways]
    return ways, [game.square(cell) + game.letter(code) for cell, code in trace.taken], [game.square(cell) for cell in trace.placed]


@pytest.mark.parametrize(
    "name, position, text, expected",
    [
        ("folky", None, "h1h7", ([("h1h7", False)], [], [])),
        ("folky", "r7/8/8/8/8/8/8/RR5R w 8 8", "a1a7", ([("a1a7", False)], [], [])),
        ("folky", "r7/8/8/8/8/3B4/8/R6R w 8 8", "@f1", ([], [], ["f1"])),
        ("alquerque", "5/5/5/2m2/1M3 w 0", "b1-a1", ([("b1a1", False)], [], [])),
        ("alquerque", "5/1m3/5/2m2/2M2 w 0", "c1xc3xa5", ([("c1c3", False), ("c3a5", False)], ["c2m", "b4m"], [])),
        ("alquerque", "4m/3M1/2mm1/2m2/5 w 0", "d4xb2xd2xd4",
         ([("d4b2", False), ("b2d2", False), ("d2d4", False)], ["c3m", "c2m", "d3m"], [])),
        ("courier", "5k6/1P10/12/12/12/12/2r9/R5K5 w - - 0 1", "b7b8f", ([("b7b8", False)], [], [])),
        ("courier", "2r2k6/1P10/12/12/12/12/2r9/R5K5 w - - 0 1", "b7c8f", ([("b7c8", False)], ["c8r"], [])),
        ("courier", "5k6/12/12/12/12/12/r7p3/R5K5 w - - 0 1", "a1a2", ([("a1a2", False)], ["a2r"], [])),
        ("football", None, "Qd1-d4*f6", ([("d1d4", False), ("e5f6", True)], [], [])),
        ("football", "3k5/9/9/9/4o4/4R4/9/9/K8 w 0 0", "Re4*e7", ([("e5e7", True)], [], [])),
        ("football", "5k3/9/9/9/4o4/4R4/9/9/K8 w 0 0", "Re4*e9", ([("e5e9", True)], [], [])),
    ],
)
def test_traces_say_what_a_turn_did(name, position, text, expected):
    found, game = trace(name, position, text)
    assert names(game, found) == expected


def test_a_kick_is_a_dashed_arrow_of_its_own_colour():
    game = engine.new("football", "3k5/9/9/9/4o4/4R4/9/9/K8 w 0 0")
    game.push(game.parse_turn("Re4*e8"))
    layout = Layout(9, 9, 500)
    image = render_board(game, size=500, last=game.history[-1])
    x, below = round(layout.centre(game.cell("e6"))[0]), layout.corner(game.cell("e8"))[1] + layout.square
    column = [image.getpixel((x, y)) for y in range(below, layout.corner(game.cell("e5"))[1])]
    inked = [all(abs(a - b) < 60 for a, b in zip(pixel, palette.KICK, strict=True)) for pixel in column]
    assert sum(a != b for a, b in zip(inked, inked[1:], strict=False)) >= 4, "not dashed"
    assert not close(image, palette.ARROW, layout.board, 40)


def test_taken_things_are_crossed_out():
    game = engine.new("alquerque", "4m/5/5/1m3/M4 w 0")
    game.push(game.parse_turn("a1xc3"))
    layout = Layout(5, 5, 400)
    box = box_of(layout, game.cell("b2"))
    assert close(render_board(game, size=400, last=game.history[-1]), palette.TAKEN, box, 40) > 60
    assert not close(render_board(game, size=400), palette.TAKEN, box, 40)


def test_after_a_goal_the_new_set_up_is_shown_and_at_the_end_the_ball_in_the_goal():
    for goals, marked in ((3, False), (1, True)):
        game = engine.new("football", "5k3/9/9/9/4o4/4R4/9/9/K8 w 0 0", goals=goals)
        game.push(game.parse_turn("Re4*e9"))
        layout = Layout(9, 9, 400)
        image = render_board(game, size=400, last=game.history[-1])
        ball = close(image, palette.BALL_PATCH, box_of(layout, game.cell("e9" if marked else "e5")))
        assert ball > 50
        assert bool(changed(image, render_board(game, size=400))) == marked


# -- lamps ---------------------------------------------------------------------------------------------------------


def test_every_lamp_has_a_colour_and_a_sign_of_its_own():
    game, codes = engine.new("folky"), range(1, lamp_codes.CODES)
    layout = Layout(8, 8, 640)
    pictures = {}
    for code in codes:
        lamps = bytearray(64)
        lamps[game.cell("d4")] = code
        image = render_board(game, size=640, lamps=lamps)
        pictures[code] = image.crop(box_of(layout, game.cell("d4"))).convert("L")
        dark = render_board(game, size=640).crop(box_of(layout, game.cell("d4"))).convert("L")
        assert changed(pictures[code], dark), code
    for one in codes:
        for other in range(one + 1, lamp_codes.CODES):
            stat = ImageStat.Stat(ImageChops.difference(pictures[one], pictures[other]))
            assert stat.extrema[0][1] > 40, (lamp_codes.NAMES[one], lamp_codes.NAMES[other])


# -- strips and captions -------------------------------------------------------------------------------------------


def test_pawns_in_hand_lie_beside_the_board():
    game = engine.new("folky", "rnb2bnr/8/8/8/8/8/8/RNB2BNR w 3 7")
    assert [sum(there for _, _, there in strips.stock(game, side)) for side in (0, 1)] == [3, 7]
    layout = Layout(8, 8, 400)
    other = engine.new("folky", "rnb2bnr/8/8/8/8/8/8/RNB2BNR w 3 6")
    box = changed(render_board(game, size=400), render_board(other, size=400))
    assert box[3] <= layout.frame[1], "only the strip of Black may differ"


def test_goals_and_captures_are_counted():
    game = engine.new("football", "rnbq1knbr/9/9/9/4o4/9/9/9/RNBQ1KNBR w 2 1")
    assert [sum(there for _, _, there in strips.stock(game, side)) for side in (0, 1)] == [2, 1]
    assert len(strips.stock(game, 0)) == 3, "three goals were agreed on"
    game = engine.new("alquerque", "mmmmm/2mmm/mm1MM/MMM2/MMMMM w 0")
    assert [len(strips.stock(game, side)) for side in (0, 1)] == [2, 2]
    assert strips.captured(engine.new("courier", "5k6/12/12/12/12/12/r7p3/RFF3K5 w - - 0 1"), 0).count("fers") == 0
    whole = engine.new("courier")
    assert strips.stock(whole, 0) == strips.stock(whole, 1) == []


def test_who_is_to_move_and_who_wins_is_said():
    game = engine.new("folky")
    assert [captions.status(game, side, "cs") for side in (0, 1)] == ["na tahu", ""]
    assert [captions.status(game, side, "en", "0:1") for side in (0, 1)] == ["", "wins"]
    over = engine.new("alquerque", "5/5/5/5/MMMMM b 0")
    assert [captions.status(over, side, "sk") for side in (0, 1)] == ["vyhráva", ""]
    assert captions.result_text(over, "en") == "1:0, no stones left"
    assert captions.result_text(game, "sk", "draw") == "remíza"


@pytest.mark.parametrize("reason", captions.REASONS.values())
def test_reasons_are_in_three_languages(reason):
    assert len(reason) == len(captions.LANGUAGES) == 3 and all(reason)


def test_the_last_turn_is_told_with_its_number():
    game = engine.new("folky")
    assert captions.last_text(game, "en") == ""
    for text, said in (("h1h7", "1. Vh7"), ("a8a3", "1... Va3"), ("f1c4", "2. Sc4")):
        game.push(game.parse_turn(text))
        assert captions.last_text(game, "cs") == said
    game = engine.new("folky", "rnb2bnr/8/8/8/8/8/8/RNB2BNR b 8 8")
    for text, said in (("a8a3", "1... Ra3"), ("h1h7", "2. Rh7")):
        game.push(game.parse_turn(text))
        assert captions.last_text(game, "en") == said


def test_long_names_and_captions_are_cut():
    game = engine.new("folky")
    image = render_board(game, size=300, players=("x" * 200, "y" * 200), caption="z" * 300)
    layout = Layout(8, 8, 300)
    margin = image.crop((layout.frame[2] + layout.unit // 4, 0, 300, image.height))
    assert not close(margin, palette.INK, (0, 0, *margin.size), 40)
