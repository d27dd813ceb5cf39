"""What is kept in hardware/generated is fresh and complete, and `reedboard hardware` writes it."""

import io
import os

import pytest
from PIL import Image, ImageChops
from PIL.PngImagePlugin import PngInfo

from host import cli
from host.hardware import explain, generate
from host.hardware.canvas import Canvas, png_bytes
from host.hardware.board import Board
from tests.hardware.boards import NAMES, ROOT, board, text_of, tiny

KEPT = os.path.join(ROOT, "hardware", "generated")
STALE = "stale: reedboard hardware all --no-pdf -o hardware/generated"
BLOCK, MOST = 8, 20  # pixels; levels by which the mean of a block may differ: other releases of the drawing library smooth otherwise


def kept(*names):
    """The bytes of a kept file."""
    with open(os.path.join(KEPT, *names), "rb") as file:
        return file.read()


def differ(data, canvas):
    """Whether a picture's bytes differ from a canvas: in what was drawn, or by more than smoothing in the mean of some small block."""
    picture = Image.open(io.BytesIO(data))
    if picture.size != canvas.size or picture.text["drawing"] != f"{canvas.digest:08x}":
        return True
    blocks = [one.convert("RGB").reduce(BLOCK) for one in (picture, canvas.image())]
    return max(high for _, high in ImageChops.difference(*blocks).getextrema()) > MOST


TEXTS = [(name, file) for name in NAMES for file in ("README.md", "bom.csv", "bom.md", "nets.csv", "pins.csv", "magnets.csv", "checks.txt")]
PICTURES = [(name, file) for name in NAMES for file in ("wiring.png", "square.png", "pinout.png", "drilling.png", "surfaces.png")]


@pytest.mark.parametrize("name", NAMES)
def test_lists_are_fresh(name):
    files = generate.everything(board(name))
    for file in [file for one, file in TEXTS if one == name]:
        assert kept(name, file).decode() == files[file]().decode(), STALE


@pytest.mark.parametrize("name, file", PICTURES)
def test_pictures_are_fresh(name, file):
    assert not differ(kept(name, file), generate.DRAWINGS[file](board(name))), STALE


@pytest.mark.parametrize("file", generate.common())
def test_the_guide_s_pictures_are_fresh(file):
    assert not differ(kept(file), explain.PICTURES[file]()), STALE


def test_nothing_else_is_kept():
    there = {os.path.relpath(os.path.join(folder, name), KEPT) for folder, _, names in os.walk(KEPT) for name in names}
    wanted = {os.path.join(name, file) for name in NAMES for file in generate.everything(board(name))} | set(generate.common())
    assert there - wanted == {".gitignore"} and wanted <= there
    assert set(generate.everything(board(NAMES[0]))) == {file for name, file in TEXTS + PICTURES if name == NAMES[0]}


def test_what_is_kept_is_small():
    sizes = {os.path.join(folder, name): os.path.getsize(os.path.join(folder, name)) for folder, _, names in os.walk(KEPT) for name in names}
    assert max(sizes.values()) < 200_000
    assert sum(sizes.values()) < 2_500_000


@pytest.mark.parametrize("old, new", [("S1", "S7"), ("10k", "1k"), ("GP18", "GP19")])
def test_a_changed_label_is_a_difference(old, new):
    canvases = []
    for text in (old, old, new):
        canvas = Canvas(200, 120)
        canvas.rect(20, 20, 180, 100)
        canvas.text(60, 60, text, 10, (110, 114, 122))
        canvases.append(canvas)
    assert not differ(png_bytes(canvases[0]), canvases[1])
    assert differ(png_bytes(canvases[0]), canvases[2])


@pytest.mark.parametrize("change", ["line", "circle", "rect", "polygon", "colour"])
def test_a_changed_stroke_is_a_difference(change):
    def picture(changed):
        canvas = Canvas(100, 60)
        canvas.line([(5, 5), (40, 5 + (changed == "line"))])
        canvas.circle(20, 30, 8 + (changed == "circle"))
        canvas.rect(40, 20, 60, 40, radius=2 + (changed == "rect"))
        canvas.polygon([(70, 20), (90, 20), (80, 40 + (changed == "polygon"))], fill=(200, 30, 30 + (changed == "colour")))
        return canvas

    assert not differ(png_bytes(picture("")), picture(""))
    assert differ(png_bytes(picture("")), picture(change))


def test_a_picture_that_was_painted_over_is_a_difference():
    canvas = Canvas(100, 60)
    canvas.rect(40, 20, 60, 40)
    data = png_bytes(canvas)
    image = Image.open(io.BytesIO(data))
    about = PngInfo()
    about.add_text("drawing", image.text["drawing"])
    image.paste(1, (10, 10, 30, 30))
    out = io.BytesIO()
    image.save(out, "PNG", pnginfo=about)
    assert not differ(data, canvas)
    assert differ(out.getvalue(), canvas)


# -- the command -----------------------------------------------------------------------------------------------------


def run(capsys, *words):
    """(status, stdout, stderr) of `reedboard hardware ...`."""
    try:
        status = cli.main(["hardware", *words])
    except SystemExit as stop:
        status = stop.code
    out, err = capsys.readouterr()
    return status, out, err


def test_all_writes_what_is_kept(capsys, tmp_path):
    path = tiny(tmp_path)
    status, out, err = run(capsys, "all", str(path), "--no-pdf", "-o", str(tmp_path / "out"))
    assert (status, err) == (0, "")
    written = {os.path.relpath(line, tmp_path / "out") for line in out.splitlines()}
    assert written == {os.path.join("tiny", file) for name, file in TEXTS + PICTURES if name == NAMES[0]} | set(generate.common())
    files = generate.everything(Board(path))
    assert all((tmp_path / "out" / "tiny" / file).read_bytes() == files[file]() for file in files)


def test_plans_come_with_pdfs(capsys, tmp_path):
    for kind, names in (("drilling", ["drilling.pdf", "drilling-from-below.pdf"]), ("surfaces", ["surface-board.pdf"])):
        status, out, _ = run(capsys, kind, str(tiny(tmp_path)), "-o", str(tmp_path))
        assert status == 0
        assert {os.path.basename(line) for line in out.splitlines()} == {kind + ".png", *names}
        assert all((tmp_path / "tiny" / name).read_bytes().startswith(b"%PDF") for name in names)


def test_surfaces_have_a_pdf_each():
    files = generate.contents(board("universal-12x9"), "surfaces", pdfs=True)
    assert set(files) == {"surfaces.png", *(f"surface-{name}.pdf" for name in ("board", "folky", "football", "alquerque", "courier"))}


@pytest.mark.parametrize("kind", generate.TEXTS)
def test_lists_are_printed(capsys, kind):
    status, out, err = run(capsys, kind, "classic-8x8")
    assert (status, err) == (0, "")
    assert out.encode() == kept("classic-8x8", {"check": "checks.txt"}.get(kind, kind + ".csv"))


def test_without_a_name_all_boards_are_meant(capsys):
    status, out, _ = run(capsys, "check")
    assert status == 0
    assert [line[2:] for line in out.splitlines() if line.startswith("# ")] == NAMES


def test_a_board_that_fails_a_check_has_status_1(capsys, tmp_path):
    path = tmp_path / "small.toml"
    path.write_text(text_of("classic-8x8").replace("pitch_mm = 50", "pitch_mm = 30"), encoding="utf-8")
    status, out, _ = run(capsys, "check", str(path))
    assert status == 1
    assert "FAIL  magnets reach their own square only" in out and "a neighbour feels" in out


@pytest.mark.parametrize(
    "words, said",
    [
        (["wiring", "classic-8x8"], "-o FOLDER"),
        (["all"], "-o FOLDER"),
        (["check", "nothing"], "there are classic-8x8"),
        (["check", "no/such.toml"], "no/such.toml"),
        (["paint"], "paint"),
        ([], "WHAT"),
        (["check", "classic-8x8", "--no-pdf"], "--no-pdf"),
    ],
)
def test_bad_input_is_one_line(capsys, words, said):
    status, out, err = run(capsys, *words)
    assert status == 2 and out == "" and said in err and err.count("\n") == 1


def test_a_game_that_sticks_out_is_told(capsys, tmp_path):
    path = tmp_path / "wrong.toml"
    path.write_text(text_of("classic-8x8").replace('alquerque = "b2"', 'alquerque = "e2"'), encoding="utf-8")
    status, _, err = run(capsys, "magnets", str(path))
    assert status == 2 and "games.alquerque" in err and "does not fit" in err and err.count("\n") == 1


def test_a_file_that_can_t_be_written_is_told(capsys, tmp_path):
    (tmp_path / "file").write_text("")
    status, _, err = run(capsys, "bom", "classic-8x8", "-o", str(tmp_path / "file"))
    assert status == 2 and str(tmp_path / "file") in err and err.count("\n") == 1
