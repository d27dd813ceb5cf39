"""Plans at 1:1: holes, surfaces, and the pages that they are printed on."""

import io
import re

import pytest
from PIL import Image

import engine
from host.hardware import pages, plan, surfaces
from tests.hardware.boards import NAMES, board

PX_MM = 300 / 25.4


def dark(image, threshold=200):
    """The picture as "L", 255 where there is ink."""
    return image.convert("L").point(lambda level: 255 * (level < threshold))


# -- holes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_holes_lie_in_their_squares_and_apart(name):
    one = board(name)
    for square in one.squares():
        x, y = plan.middle_mm(one, square)
        found = plan.holes(one, square)
        assert [what for what, *_ in found] == ["switch", "switch", "lamp"]
        for _, hx, hy, diameter in found:
            assert abs(hx - x) + diameter / 2 < one.pitch / 2 and abs(hy - y) + diameter / 2 < one.pitch / 2
        for number, (_, ax, ay, da) in enumerate(found):
            for _, bx, by, db in found[:number]:
                assert ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 > (da + db) / 2 + 2


@pytest.mark.parametrize("name", NAMES)
def test_the_lamp_is_beside_the_base_of_a_piece(name):
    pitch = board(name).pitch
    assert plan.lamp_offset(pitch) * 2**0.5 - plan.LAMP_HOLE_MM / 2 > pitch * plan.BASE_SHARE / 2


def test_a1_is_at_the_lower_left_and_h8_at_the_upper_right():
    one = board("classic-8x8")
    assert plan.middle_mm(one, "a1") == (plan.MARGIN_MM + 25, plan.MARGIN_MM + 375)
    assert plan.middle_mm(one, "h8") == (plan.MARGIN_MM + 375, plan.MARGIN_MM + 25)


def label(canvas, text):
    """Middle x of a label."""
    box = next(box for written, box in canvas.labels if written == text)
    return (box[0] + box[2]) / 2


def test_from_below_left_and_right_are_changed_and_letters_are_not():
    one = board("classic-8x8")
    above, below = plan.draw(one), plan.draw(one, below=True)
    width = plan.size_mm(one)[0]
    for text in ("a", "h", "S1", "S64"):
        assert label(below, text) == pytest.approx(width - label(above, text), abs=0.6)
    assert {text for text, _ in above.labels} - {text for text, _ in below.labels} == {above.labels[0][0]}


# -- pages -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(440, 440), (520, 400), (100, 100), (194, 263), (194.1, 263), (281, 400), (2000, 30)])
def test_windows_cover_the_sheet_and_overlap(size):
    tiling = pages.Tiling(*size)
    wide, high = tiling.window
    windows = list(tiling.windows())
    assert len(windows) == tiling.columns * tiling.rows == pages.page_count(size)
    xs, ys = (sorted({window[k] for window in windows}) for k in (2, 3))
    for starts, window, length in ((xs, wide, size[0]), (ys, high, size[1])):
        assert starts[0] == 0 and starts[-1] + window >= length
        assert all(b - a == pytest.approx(window - pages.OVERLAP_MM) for a, b in zip(starts, starts[1:]))
        assert len(starts) == 1 or starts[-2] + window < length  # none too many


def test_a_page_is_a4_and_its_ruler_has_100_mm():
    one = board("classic-8x8")
    first = next(pages.pages(plan.size_mm(one), lambda scale, window: plan.draw(one, False, scale, window, 1), "x", False))
    assert first.size == (2480, 3508)
    low = round((297 - pages.EDGE_MM - 4) * PX_MM)
    row = dark(first.crop((0, low, 2480, low + 1)))
    box = row.getbbox()
    assert (box[2] - box[0]) / PX_MM == pytest.approx(100, abs=0.4)
    assert box[0] / PX_MM == pytest.approx(pages.EDGE_MM, abs=0.3)


def test_what_is_on_a_page_is_1_to_1():
    """Two lead holes of a8, found by their ink, are 18 mm apart and where the plan has them."""
    one = board("classic-8x8")
    first = next(pages.pages(plan.size_mm(one), lambda scale, window: plan.draw(one, False, scale, window, 1), "x", False))
    spots = []
    for _, x, y, diameter in plan.holes(one, "a8")[:2]:
        at = ((x + pages.EDGE_MM) * PX_MM, (y + pages.EDGE_MM) * PX_MM)
        # The cross of a hole: its upright line above the circle.
        y0 = round(at[1] - (diameter / 2 + 0.6) * PX_MM)
        box = dark(first.crop((round(at[0] - 8), y0, round(at[0] + 8), y0 + 2))).getbbox()
        spots.append((box[0] + box[2]) / 2 - 8 + round(at[0]))
        assert spots[-1] == pytest.approx(at[0], abs=2)
    assert (spots[1] - spots[0]) / PX_MM == pytest.approx(18, abs=0.2)


def test_neighbours_show_the_same_where_they_overlap():
    one = board("classic-8x8")
    made = list(pages.pages(plan.size_mm(one), lambda scale, window: plan.draw(one, False, scale, window, 1), "x", False))
    tiling = pages.Tiling(*plan.size_mm(one))
    left, right = dark(made[0]), dark(made[1])
    edge, wide = pages.EDGE_MM * PX_MM, tiling.window[0] * PX_MM
    strip = pages.OVERLAP_MM * PX_MM
    top, low = round(edge) + 400, round(edge) + 2500
    one_ = left.crop((round(edge + wide - strip) + 12, top, round(edge + wide) - 12, low))
    other = right.crop((round(edge) + 12, top, round(edge + strip) - 12, low))
    common = min(one_.width, other.width)
    same = sum(
        a == b for a, b in zip(one_.crop((0, 0, common, one_.height)).tobytes(), other.crop((0, 0, common, one_.height)).tobytes(), strict=True)
    )
    assert one_.getbbox() is not None and same / (common * one_.height) > 0.97


def test_pdfs_have_a4_pages_and_say_what_they_are():
    one = board("matrix-8x8")
    size = plan.size_mm(one)
    data = pages.pdf_bytes(size, lambda scale, window: plan.draw(one, False, scale, window, 1), "matrix-8x8: drilling plan")
    assert data.startswith(b"%PDF") and len(data) < 400_000
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", data)
    assert len(boxes) == pages.page_count(size)
    assert all(
        float(wide) == pytest.approx(210 / 25.4 * 72, abs=0.5) and float(high) == pytest.approx(297 / 25.4 * 72, abs=0.5) for wide, high in boxes
    )


def test_small_sheets_in_colour_too():
    one = board("classic-8x8")
    data = pages.pdf_bytes((190, 200), lambda scale, window: surfaces.draw(one, "board", scale, window, 1), "x", colour=True)
    assert len(re.findall(rb"/MediaBox", data)) == 1


# -- surfaces --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_there_is_a_surface_for_the_board_and_each_of_its_games(name):
    one = board(name)
    assert surfaces.names(one) == ("board", *[game for game in engine.NAMES if game in one.profile.games])


def pixel(one, name, x, y, scale=4.0):
    """The colour of a surface at (x, y) mm."""
    return surfaces.draw(one, name, scale).image().getpixel((round(x * scale), round(y * scale)))


@pytest.mark.parametrize("name, game", [("universal-12x9", "courier"), ("universal-12x9", "folky"), ("classic-8x8", "folky")])
def test_a_game_s_own_a1_is_dark_and_where_the_profile_has_it(name, game):
    one = board(name)
    file, rank, files, ranks = one.area(game)
    x, y = plan.middle_mm(one, one.profile.square(one.profile.anchor(game)))
    assert pixel(one, game, x, y) == surfaces.DARK
    assert pixel(one, game, x + one.pitch, y) == surfaces.LIGHT
    if file:
        assert pixel(one, game, x - one.pitch, y + 5) == (255, 255, 255)


def test_football_s_goals_are_on_e1_and_e9():
    one = board("universal-12x9")
    for rank in (0, 8):
        x, y = plan.middle_mm(one, one.profile.square(one.profile.anchor("football") + 4 + 12 * rank))
        assert pixel(one, "football", x + 2, y + 2) == surfaces.GOAL


def test_alquerque_s_lines_are_those_that_its_stones_step_along():
    """A point is drawn between two neighbours exactly where the game's steps join them."""
    one = board("classic-8x8")
    game = engine.new("alquerque")
    image = surfaces.draw(one, "alquerque", 4.0).image()
    joined = set()
    for cell in range(25):
        for other in range(cell):
            (ax, ay), (bx, by) = (surfaces._middle(one, one.area("alquerque"), spot) for spot in (cell, other))
            if max(abs(cell % 5 - other % 5), abs(cell // 5 - other // 5)) == 1:
                at = (ax + (bx - ax) * 0.38, ay + (by - ay) * 0.38)
                if image.getpixel((round(at[0] * 4), round(at[1] * 4))) != surfaces.LIGHT:
                    joined.add((other, cell))
    steps = set()
    for cell in range(25):
        game.set_position(position(cell))
        steps |= {tuple(sorted(turn)) for turn in game.turns() if len(turn) == 2}
    assert joined == steps


def position(cell):
    """Alquerque with one white stone on `cell` and a black one out of its way."""
    other = 24 if cell % 5 < 3 and cell // 5 < 3 else 0
    stones = {cell: "M", other: "m"}
    rows = []
    for rank in range(4, -1, -1):
        row = "".join(stones.get(rank * 5 + file, ".") for file in range(5))
        rows.append(re.sub(r"\.+", lambda run: str(len(run.group())), row))
    return "/".join(rows) + " w 0"


def test_the_overview_shows_all_surfaces():
    one = board("universal-12x9")
    text = {text for text, _ in surfaces.overview(one).labels}
    assert {f"universal-12x9: {name}" for name in ("FOLKY", "Chess football", "Alquerque", "Courier chess")} <= text


def test_lamps_have_rings_on_every_surface():
    one = board("classic-8x8")
    x, y = plan.middle_mm(one, "c3")
    off = plan.lamp_offset(one.pitch)
    for name in surfaces.names(one):
        assert pixel(one, name, x + off, y - off) == (255, 255, 255)


def test_pages_can_be_read_back():
    one = board("classic-8x8")
    data = pages.pdf_bytes((100, 100), lambda scale, window: surfaces.draw(one, "board", scale, window, 1), "x", colour=True)
    jpeg = data[data.index(b"\xff\xd8") :]
    assert Image.open(io.BytesIO(jpeg)).size == (2480, 3508)
