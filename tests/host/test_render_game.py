"""Animated pictures of whole games, the `render` command, and whether the README's pictures are fresh."""

import io
import os
import re
import shlex

import pytest
from PIL import Image, ImageChops, ImageStat

import engine
from engine import gamefile
from host import cli
from host.commands import render
from host.errors import UserError
from host.render import gif_bytes, render_game

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SAMPLE = os.path.join(ROOT, "host", "data", "folky-sample.txt")
PICTURES = os.path.join(ROOT, "docs", "pictures")
TWO_READINGS = """[Game "courier"]
[Position "1k8b1/12/12/12/12/12/12/R1M8K w - - 0 1"]

1. Rb1 *
"""


def record_of(name, texts, position=None, result="*", **options):
    """A `GameFile` of the machine turn `texts`."""
    record = gamefile.GameFile(engine.new(name, position, **options))
    for text in texts.split():
        record.game.push(record.game.parse_turn(text))
    record.result = result
    return record


def frames_of(data):
    """The frames of the bytes of a GIF: [(RGB picture, milliseconds)]."""
    picture, frames = Image.open(io.BytesIO(data)), []
    for index in range(picture.n_frames):
        picture.seek(index)
        frames.append((picture.convert("RGB"), picture.info["duration"]))
    return frames


def difference(one, other):
    """Mean difference of two pictures of one size, 0..255."""
    assert one.size == other.size
    return sum(ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).mean) / 3


# -- animation -----------------------------------------------------------------------------------------------------


def test_the_published_game_becomes_a_small_gif():
    record = render.read_record(SAMPLE, "folky")
    drawn = render_game(record, size=400)
    data = gif_bytes(drawn)
    frames = frames_of(data)
    assert len(drawn) == len(frames) == 45
    assert len(data) < 1_500_000
    assert frames[0][0].width == 400
    durations = [ms for _, ms in frames]
    assert set(durations[1:-1]) == {1000} and durations[-1] > 3000
    for (image, _), (shown, _) in zip(drawn, frames, strict=True):
        assert difference(image, shown) < 4, "the palette does not do"


def test_a_goal_is_seen_before_the_board_is_set_up_anew():
    position = "5k3/9/9/9/4o4/4R4/9/9/K8 w 0 0"
    record = record_of("football", "Re4*e9 Nb9-c7", position)
    assert len(render_game(record, size=200)) == 1 + 2 + 1
    record = record_of("football", "Re4*e9", position, "1:0", goals=1)
    assert len(render_game(record, size=200)) == 1 + 1


def test_a_gif_can_stop_at_a_ply():
    record = record_of("folky", "h1h7 a8a3 f1c4")
    assert len(render_game(record, size=160, plies=2)) == 3
    assert len(render_game(record, size=160, plies=0)) == 1
    with pytest.raises(engine.TextError, match="3 plies, not 4"):
        render_game(record, size=160, plies=4)


def test_the_result_of_the_file_is_told_only_at_the_end():
    given_up = record_of("folky", "h1h7 a8a3 f1c4", result="1:0")
    going_on = record_of("folky", "h1h7 a8a3 f1c4")
    one, other = (render_game(record, size=200) for record in (given_up, going_on))
    assert [difference(a, b) > 0 for (a, _), (b, _) in zip(one, other, strict=True)] == [False, False, False, True]
    assert not any(difference(a, b) for (a, _), (b, _) in zip(render_game(given_up, size=200, plies=2), other, strict=False))


# -- game files ----------------------------------------------------------------------------------------------------


@pytest.fixture
def write(tmp_path):
    """A function that writes a text or bytes to a file and returns its path."""

    def to(content, name="game.txt"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return to


@pytest.mark.parametrize("lang", [None, "en", "cs", "sk"])
def test_a_file_that_tells_no_language_is_read_in_the_one_that_fits(lang):
    record = render.read_record(SAMPLE, "folky", lang)
    assert len(record.turns) == 44 and record.result == "0:1"
    assert record.lang == (lang if lang in ("cs", "sk") else "cs")


def test_a_file_that_means_different_turns_is_not_guessed_at(write):
    path = write(TWO_READINGS)
    with pytest.raises(UserError, match="--lang"):
        render.read_record(path, "courier")
    turns = {lang: render.read_record(path, "courier", lang).turns for lang in ("en", "cs", "sk")}
    assert turns["cs"] == turns["sk"] != turns["en"]


# -- the command ---------------------------------------------------------------------------------------------------


def run(capsys, *words):
    """`(status, standard error)` of `reedboard render *words`; nothing may be printed on standard output."""
    try:
        status = cli.main(["render", *words])
    except SystemExit as stop:
        status = stop.code
    out, err = capsys.readouterr()
    assert not out
    return status, err


def picture(path):
    with Image.open(path) as image:
        image.load()
        return image.convert("RGB")


def test_a_position_becomes_a_png(capsys, tmp_path):
    target = str(tmp_path / "a.png")
    assert run(capsys, "courier", "-o", target, "--size", "480") == (0, "")
    assert picture(target).width == 480
    other = str(tmp_path / "b.PNG")
    assert run(capsys, "courier", "-o", other, "--size", "480", "--flip")[0] == 0
    assert difference(picture(target), picture(other)) > 5


@pytest.mark.parametrize("game", engine.NAMES)
def test_every_game_is_rendered(capsys, tmp_path, game):
    for suffix in (".png", ".gif"):
        target = str(tmp_path / (game + suffix))
        assert run(capsys, game, "-o", target) == (0, "")
        assert picture(target).width == 640


def test_plies_and_languages_of_a_game_file_make_different_pictures(capsys, tmp_path):
    pictures = []
    for words in (["--ply", "0"], ["--ply", "10"], ["--ply", "11"], [], ["--lang", "en"], ["--lang", "sk"]):
        target = str(tmp_path / "x.png")
        assert run(capsys, "folky", "--game-file", SAMPLE, "-o", target, "--size", "300", *words) == (0, "")
        pictures.append(picture(target).tobytes())
    assert len(set(pictures)) == len(pictures)


@pytest.mark.parametrize(
    "words, said",
    [
        (["folky", "-o", "x.jpg"], ".png or .gif"),
        (["folky", "-o", "x"], ".png or .gif"),
        (["folky"], "-o"),
        (["chess", "-o", "x.png"], "'chess'"),
        (["folky", "-o", "x.png", "--size", "5"], "160 to 2000"),
        (["folky", "-o", "x.png", "--size", "big"], "--size"),
        (["folky", "-o", "x.png", "--lang", "de"], "--lang"),
        (["folky", "-o", "x.png", "--ply", "3"], "--game-file"),
        (["folky", "-o", "x.png", "--position", "8/8 w"], "2 ranks instead of 8"),
        (["folky", "-o", "x.png", "--game-file", SAMPLE, "--position", "8 w"], "--position"),
        (["folky", "-o", "x.png", "--game-file", SAMPLE, "--ply", "45"], "44 plies, not 45"),
        (["folky", "-o", "x.gif", "--game-file", SAMPLE, "--ply", "-1"], "44 plies, not -1"),
        (["folky", "-o", "x.png", "--game-file", "no-such-file"], "no-such-file"),
        (["folky", "-o", "no-such-folder/x.png"], "no-such-folder"),
        (["football", "-o", "x.png", "--game-file", os.path.join(PICTURES, "courier.txt")], "a game of courier, not of football"),
    ],
)
def test_bad_input_is_one_line_and_no_picture(capsys, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    status, err = run(capsys, *words)
    assert status == 2 and said in err and err.count("\n") == 1 and "Traceback" not in err
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "content, said",
    [("1. Rh7 Ra3 2. h3", "cut off"), ("1. Rh7 Rh7 *", "ply 2"), (b"\xff\xfe\x00", "UTF-8"), ("1. Xh7 *", "'Xh7'"), ("", "result")],
)
def test_a_bad_game_file_is_named_with_the_place(capsys, tmp_path, write, content, said):
    path = write(content)
    status, err = run(capsys, "folky", "--game-file", path, "-o", str(tmp_path / "x.png"))
    assert status == 2 and path in err and said in err and err.count("\n") == 1
    assert not (tmp_path / "x.png").exists()


# -- the pictures of the README ------------------------------------------------------------------------------------


def commands():
    """The words of every command in docs/pictures/README.md."""
    with open(os.path.join(PICTURES, "README.md"), encoding="utf-8") as file:
        return [shlex.split(line)[1:] for line in re.findall(r"^reedboard (?:render|scenario picture) .*$", file.read(), re.MULTILINE)]


def test_every_picture_has_its_command():
    drawn = {os.path.basename(words[-1]) for words in commands()}
    assert drawn == {name for name in os.listdir(PICTURES) if name.endswith((".png", ".gif"))}


@pytest.mark.parametrize("words", commands(), ids=lambda words: os.path.basename(words[-1]))
def test_pictures_are_fresh(capsys, tmp_path, monkeypatch, words):
    monkeypatch.chdir(ROOT)
    kept, target = words[-1], str(tmp_path / os.path.basename(words[-1]))
    assert (cli.main([*words[:-1], target]), *capsys.readouterr()) == (0, "", "")
    with open(kept, "rb") as one, open(target, "rb") as other:
        frames = [frames_of(file.read()) if kept.endswith(".gif") else [(Image.open(file).convert("RGB"), 0)] for file in (one, other)]
    assert [ms for _, ms in frames[0]] == [ms for _, ms in frames[1]]
    for (drawn, _), (again, _) in zip(*frames, strict=True):
        assert difference(drawn, again) < 1.5, "stale: make pictures"
