"""The drawings: nothing covers anything, wires do not cross where they need not, and what is drawn is what is joined."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.hardware import canvas as canvases
from host.hardware import explain, grid, pinout, plan, square, surfaces, wiring
from host.hardware.canvas import Canvas, collisions, plain
from host.hardware.board import Board
from tests.hardware.boards import NAMES, VARIANTS, board, tiny, variant

DRAWINGS = {
    "wiring": wiring.draw,
    "square": square.draw,
    "pinout": pinout.draw,
    "drilling": plan.draw,
    "drilling from below": lambda one: plan.draw(one, below=True),
    "surfaces": surfaces.overview,
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("drawing", DRAWINGS)
def test_no_label_covers_another_one_a_wire_or_the_edge(name, drawing):
    assert collisions(DRAWINGS[drawing](board(name))) == []


@pytest.mark.parametrize("name", VARIANTS)
def test_nor_on_variants(tmp_path, name):
    one = variant(tmp_path, name)
    for draw in (wiring.draw, square.draw, pinout.draw):
        assert collisions(draw(one)) == []


def test_nor_on_a_board_with_four_squares_and_no_lamps(tmp_path):
    one = Board(tiny(tmp_path))
    for draw in DRAWINGS.values():
        assert collisions(draw(one)) == []


@pytest.mark.parametrize("name", NAMES)
def test_every_square_of_a_board_can_be_drawn(name):
    one = board(name)
    corners = [one.profile.square(cell) for cell in (0, one.files - 1, one.profile.n - one.files, one.profile.n - 1, one.profile.n // 2)]
    for name_ in corners:
        drawn = square.draw(one, name_)
        assert collisions(drawn) == []
        assert one.switches[name_].ref in [text.split()[0] for text, _ in drawn.labels]


@pytest.mark.parametrize("picture", explain.PICTURES)
def test_the_guide_s_own_pictures_are_clear_too(picture):
    assert collisions(explain.PICTURES[picture]()) == []


@pytest.mark.parametrize("name", NAMES)
def test_the_wiring_names_every_square_switch_lamp_and_part(name):
    one = board(name)
    drawn = wiring.draw(one)
    words = {word.strip(",:") for text, _ in drawn.labels for word in text.split()}
    assert set(one.squares()) <= words
    shown = [part.ref for part in one.net.parts.values() if part.kind.name not in ("C", "CE", "1N4148", "RN")]
    assert set(shown) <= words
    assert {part.ref for part in one.net.of_kind("1N4148", "RN")} <= words


def undotted(drawn):
    """Where a wire ends on one across it, between that one's ends, and there is no dot."""
    found = set()
    for x0, y0, x1, y1 in drawn.wires:
        for x, y in ((x0, y0), (x1, y1)):
            for a0, b0, a1, b1 in drawn.wires:
                if (x0 == x1) == (a0 == a1):
                    continue
                inside = a0 == a1 == x and min(b0, b1) < y < max(b0, b1) or b0 == b1 == y and min(a0, a1) < x < max(a0, a1)
                if inside and not any(abs(x - dot[0]) < 1 and abs(y - dot[1]) < 1 for dot in drawn.dots):
                    found.add((x, y))
    return sorted(found)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("drawing", ["wiring", "square"])
def test_wires_that_are_joined_have_a_dot(name, drawing):
    assert undotted(DRAWINGS[drawing](board(name))) == []


@pytest.mark.parametrize("name", VARIANTS)
def test_so_have_those_of_variants(tmp_path, name):
    assert undotted(wiring.draw(variant(tmp_path, name))) == []


def crossings(segments):
    """How many of the level segments cross one of the upright ones, ends apart."""
    level = [(min(x0, x1), max(x0, x1), y0) for x0, y0, x1, y1 in segments if y0 == y1]
    upright = [(x0, min(y0, y1), max(y0, y1)) for x0, y0, x1, y1 in segments if x0 == x1]
    return sum(left < x < right and low < y < high for left, right, y in level for x, low, high in upright)


@pytest.mark.parametrize("name", [name for name in NAMES if board(name).profile.scanner["driver"] != "matrix"])
def test_no_wire_of_a_switch_crosses_another(name):
    work = wiring.Wiring(board(name))
    work.draw()
    segments = []
    for one in board(name).squares():
        x, start, end = work.ways[one]
        points = [(0, start), (x, start), (x, end), *work.grid.entry(one)]
        segments += [(*a, *b) for a, b in zip(points, points[1:])]
    assert len(segments) == 4 * board(name).profile.n
    assert crossings(segments) == 0


@st.composite
def falling(draw):
    """Two lists of heights, each growing by at least 4, of one length."""
    count = draw(st.integers(1, 24))
    steps = st.lists(st.integers(4, 30), min_size=count, max_size=count)
    sides = []
    for _ in range(2):
        y, heights = draw(st.integers(0, 200)), []
        for step in draw(steps):
            y += step
            heights.append(y)
        sides.append(heights)
    return list(zip(*sides, strict=True))


@given(falling())
def test_rivers_never_cross(wires):
    uprights, count = grid.rivers(wires, 100, 4)
    segments = []
    for (start, end), x in zip(wires, uprights, strict=True):
        segments += [(0, start, x, start), (x, start, x, end), (x, end, 1000, end)]
    assert crossings(segments) == 0
    assert max(uprights) == 100 + 4 * (count - 1)
    spans = [(x, *sorted(wire)) for x, wire in zip(uprights, wires, strict=True)]
    for number, (x, low, high) in enumerate(spans):
        assert not any(x == other and low <= high_ and low_ <= high for other, low_, high_ in spans[:number])


# -- the canvas ------------------------------------------------------------------------------------------------------


def test_collisions_are_seen():
    canvas = Canvas(200, 100)
    canvas.text(20, 50, "one", 12)
    canvas.wire([(10, 20), (190, 20)])
    assert collisions(canvas) == []
    canvas.text(25, 52, "two", 12)
    canvas.text(60, 20, "three", 12)
    canvas.text(190, 80, "four", 12)
    assert {(text, other.partition(" from")[0]) for text, other in collisions(canvas)} == {
        ("one", "two"),
        ("three", "the wire"),
        ("four", "the edge of the sheet"),
    }


def test_a_label_is_where_its_ink_is():
    canvas = Canvas(200, 200, scale=2)
    canvas.text(100, 60, "middle", 20, anchor="m")
    canvas.text(40, 150, "up", 20, anchor="m", turned=True)
    ink = canvas.image().convert("L").point(lambda level: 255 * (level < 128))
    for _, (x0, y0, x1, y1) in canvas.labels:
        box = ink.crop((round(2 * x0), round(2 * y0), round(2 * x1), round(2 * y1))).getbbox()
        assert box is not None and box[2] >= 2 * (x1 - x0) - 2 and box[3] >= 2 * (y1 - y0) - 2
    x0, _, x1, _ = canvas.labels[0][1]
    assert (x0 + x1) / 2 == pytest.approx(100, abs=1)
    assert ink.getbbox()[0] >= 2 * min(box[0] for _, box in canvas.labels) - 1


def test_a_window_is_a_part_of_the_sheet():
    def draw(window=None):
        canvas = Canvas(100, 80, 4, window)
        canvas.rect(30, 30, 60, 50, fill=(10, 120, 200))
        canvas.line([(0, 0), (100, 80)])
        canvas.text(45, 40, "in", 8, (255, 255, 255), "m")
        return canvas.image()

    assert draw((20, 25, 50, 30)).tobytes() == draw().crop((80, 100, 280, 220)).tobytes()


def test_pictures_keep_their_colours():
    canvas = Canvas(60, 60)
    canvas.rect(10, 10, 50, 50, fill=(176, 40, 30), outline=None)
    import io

    from PIL import Image

    picture = Image.open(io.BytesIO(canvases.png_bytes(canvas))).convert("RGB")
    assert picture.getpixel((30, 30)) == (176, 40, 30) and picture.getpixel((2, 2)) == (255, 255, 255)


@pytest.mark.parametrize("text, said", [("10 kΩ", "10k"), ("330 Ω", "330 ohm"), ("470 µF", "470 uF"), ("R1 2.2 kΩ", "R1 2.2k"), ("GP18", "GP18")])
def test_signs_that_the_font_lacks_are_written_out(text, said):
    assert plain(text) == said
