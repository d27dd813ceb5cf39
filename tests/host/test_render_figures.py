"""Shapes, figures and lettering: what they are made of, and that nobody takes one for another."""

import itertools
import unicodedata

import pytest
from PIL import Image, ImageChops, ImageStat

import engine
from host import words
from host.render import captions, figures, palette
from host.render.lettering import text_mask
from host.render.shapes import Stencil, circle, parse_path

KINDS = [*figures.FIGURES, "stone", "ball"]
ACCENTED = "áčďéěíňóřšťúůýžľĺŕôäÁČĎÉĚÍŇÓŘŠŤÚŮÝŽĽĹŔÔ"


def difference(one, other):
    """Mean difference of two pictures of one size, 0..255."""
    stat = ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB")))
    return sum(stat.mean) / 3


def on_square(kind, side, px=40, ground=palette.LIGHT):
    """A square of the board, `px` wide, with a figure on it."""
    image = Image.new("RGB", (px, px), ground)
    figures.place(image, kind, side, (0, 0), px)
    return image


# -- shapes --------------------------------------------------------------------------------------------------------


def test_paths_become_points():
    assert parse_path("M 0 0 L 10 0 10 10 Z") == [[(0, 0), (10, 0), (10, 10), (0, 0)]]
    curve = parse_path("M 0 0 Q 10 0 10 10")[0]
    assert curve[0] == (0, 0) and curve[-1] == (10, 10) and len(curve) > 5
    assert all(0 <= x <= 10 and 0 <= y <= 10 for x, y in curve)


def test_a_path_without_a_command_is_refused():
    with pytest.raises(ValueError, match="'3'"):
        parse_path("M 0 0 Z 3 4")


def test_edges_are_smooth_and_areas_right():
    mask = Stencil(40, 40).fill(circle(20, 20, 15)).mask()
    assert mask.getpixel((20, 20)) == 255 and mask.getpixel((1, 1)) == 0
    assert sum(mask.histogram()[1:255]) > 40, "no grey pixels: the edge is not smooth"
    assert ImageStat.Stat(mask).sum[0] / 255 == pytest.approx(3.14159 * 15 ** 2, rel=0.02)


# -- figures -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("one, other", list(itertools.combinations(KINDS, 2)))
@pytest.mark.parametrize("side", [0, 1])
def test_no_figure_looks_like_another_at_40_pixels(one, other, side):
    assert difference(on_square(one, side), on_square(other, side)) > 8


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "ball"])
@pytest.mark.parametrize("ground", [palette.LIGHT, palette.DARK, palette.PITCH_DARK, palette.POINT_BOARD])
def test_white_and_black_differ_in_lightness_alone(kind, ground):
    alpha = figures.sprite(kind, 0, 40).getchannel("A")
    white, black = (ImageStat.Stat(on_square(kind, side, ground=ground).convert("L"), alpha.point(lambda v: v // 255)).mean[0] for side in (0, 1))
    assert white - black > 90


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("side", [0, 1])
def test_figures_stay_inside_their_square_and_stand_out_from_it(kind, side):
    left, top, right, bottom = figures.sprite(kind, side, 100).getchannel("A").getbbox()
    assert left > 0 and top > 0 and right < 100 and bottom < 100
    assert difference(on_square(kind, side), Image.new("RGB", (40, 40), palette.DARK)) > 12


@pytest.mark.parametrize("game", words.TITLES)
def test_every_thing_of_every_game_has_its_own_figure(game):
    letters = engine.game_class(game).LETTERS[1:]
    kinds = [figures.kind_of(game, letter) for letter in letters]
    assert len(set(kinds)) == len(letters)
    assert all(figures.kind_of(game, letter.lower()) == kind for letter, kind in zip(letters, kinds, strict=True))


def test_a_letter_without_a_figure_stands_for_itself():
    assert figures.kind_of("a game of one's own", "x") == "X"
    assert figures.kind_of("a game of one's own", "r") == "rook"
    for side in (0, 1):
        one, other, bare = (on_square(kind, side) for kind in ("X", "Y", "stone"))
        assert difference(one, other) > 2 and difference(one, bare) > 2


# -- lettering -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("char", ACCENTED)
def test_accents_are_drawn(char):
    plain = unicodedata.normalize("NFD", char)[0]
    masks = [text_mask(text, 24) for text in (char, plain)]
    box = (0, 0, max(mask.width for mask in masks), masks[0].height)
    accent = ImageChops.difference(*(mask.crop(box) for mask in masks)).getbbox()
    assert accent, "the same as without accent"
    assert accent[1] >= 0 and masks[0].getbbox()[1] > 0, "the accent is cut off at the top"
    assert accent[3] < masks[0].height * 0.75, "the accent is not above the letter"


def test_accents_are_not_one_another():
    for chars in ("ěéë", "ďd", "šś", "ůúû", "ôóö", "ľĺ", "řŕ"):
        masks = [text_mask(char, 24) for char in chars]
        for one, other in itertools.combinations(masks, 2):
            assert one.size != other.size or difference(one, other) > 1


def test_the_font_has_every_character_that_pictures_use():
    unknown = text_mask("\uffff", 20).tobytes()
    texts = [*captions.SIDES, captions.TO_MOVE, captions.WINS, captions.GOAL, captions.DRAW, *captions.REASONS.values()]
    used = set("".join(text for table in texts for text in table) + "0123456789:.*-x=+#… abcdefghijklmnopqrstuvwxyzKQRNBMFWADVJSŠ")
    assert [] == sorted(char for char in used - {" "} if text_mask(char, 20).tobytes() == unknown)


def test_masks_of_one_height_line_up():
    assert len({text_mask(text, 20).height for text in ("a", "Ěg", "…", "Č")}) == 1
    assert text_mask("mm", 20).width > text_mask("m", 20).width
    assert text_mask("White", 20, True).width > text_mask("White", 20).width
