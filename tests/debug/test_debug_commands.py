"""`reedboard boards`, `monitor`, `record`, `replay`, `trace` and `doctor` as a person starts them."""

import json
import os
import pathlib
import pty
import re
import subprocess
import sys

import pytest
import reedboard
from host import cli
from PIL import Image

from tests.sim.waiting import wait_for

ROOT = pathlib.Path(__file__).parents[2]


def run(*words, **more):
    """Run `reedboard` without a terminal; the finished process."""
    environment = dict(os.environ, **more)
    return subprocess.run(
        [sys.executable, "-m", "host", *words], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, env=environment
    )


@pytest.fixture
def board():
    with reedboard.Emulated("folky", speed=15, tcp=True, noise="light") as emulated:
        yield emulated


@pytest.fixture(scope="module")
def taped(tmp_path_factory):
    """A trace recorded by `reedboard record` while two turns were made, and what the command printed."""
    path = tmp_path_factory.mktemp("taped") / "game.trace"
    with reedboard.Emulated("folky", speed=15, tcp=True, noise="light") as emulated:
        process = subprocess.Popen(
            [sys.executable, "-m", "host", "record", emulated.port, "-o", str(path), "--seconds", "3"], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        wait_for(lambda: path.exists() and "state" in path.read_text())
        emulated.hands("500 -h1 +h7 900 -a8 +a3 1500 +e4 1500 -e4")
        printed = process.communicate(timeout=30)[0]
    return path, printed


def test_boards_are_listed(tmp_path):
    found = run("boards", TMPDIR=str(tmp_path))
    assert (found.returncode, found.stdout) == (1, "no port at which a board could be (reedboard boards --all lists every serial port)\n")


def test_boards_that_answer_are_listed_with_what_they_say(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with reedboard.Emulated("folky", speed=10) as emulated:
        found = run("boards", "--json", TMPDIR=str(tmp_path))
        (answer,) = [json.loads(line) for line in found.stdout.splitlines()]
        assert found.returncode == 0 and answer["port"] == emulated.port and answer["hello"]["game"] == "folky"
        assert run("monitor", "--seconds", "0.2", TMPDIR=str(tmp_path), REEDBOARD_PORT="").returncode == 0


def test_the_monitor_prints_events(board):
    process = subprocess.Popen(
        [sys.executable, "-m", "host", "monitor", board.port, "--events", "--seconds", "4"], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline().startswith("snapshot folky 0 * ")
    board.hands("500 -h1 +h7 900")
    text = process.communicate(timeout=20)[0]
    assert "switch -h1 " in text and "turn 1 h1h7\n" in text


def test_the_monitor_draws_in_a_terminal(board):
    master, slave = pty.openpty()
    os.set_blocking(master, False)
    process = subprocess.Popen(
        [sys.executable, "-m", "host", "monitor", board.port, "--seconds", "2.5"],
        cwd=ROOT,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=dict(os.environ, COLUMNS="130", LINES="40", TERM="xterm-256color"),
    )
    os.close(slave)
    text = b""

    def read():
        nonlocal text
        try:
            text += os.read(master, 65536)
        except (BlockingIOError, OSError):
            pass
        return process.poll() is not None

    wait_for(read)
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text.decode("utf-8", "replace"))
    assert process.returncode == 0 and "switches" in plain and "what the tracker makes of it" in plain and "in step with the board" in plain
    os.close(master)


def test_record_and_replay(taped):
    path, printed = taped
    assert re.fullmatch(r".*game\.trace: \d+ steps, 0 gaps\n", printed)
    found = run("replay", str(path))
    assert found.returncode == 0 and re.search(r"\d+ checksums and \d+ frames are the same under cpython", found.stdout), found.stdout
    assert "heard !" in path.read_text()


def test_replay_step_by_step_until_something_happens_with_a_picture(taped, tmp_path):
    path, _ = taped
    found = run("replay", str(path), "--step", "--until", "turn 2", "--gif", str(tmp_path / "out.gif"))
    assert (
        found.returncode == 0
        and re.search(r"0:\d\d\.\d{3}  -h1 ", found.stdout)
        and "turn 1 h1h7" in found.stdout
        and "White to move" in found.stdout
    )
    assert "are the same under cpython so far" in found.stdout
    with Image.open(tmp_path / "out.gif") as film:
        assert film.n_frames > 3
    assert run("replay", str(path), "--until", "result").returncode == 2


def test_a_difference_is_shown_with_both_sides_and_is_status_1(taped, tmp_path):
    path, _ = taped
    text = path.read_text()
    other = tmp_path / "other.trace"
    other.write_text(re.sub(r"(heard !\d+\.\d+ turn 2 )a8a3", r"\1a8a4", text))
    frame = re.search(r"!(\d+\.\d+ turn 2 a8a4)\*", other.read_text())[1]
    import binascii

    other.write_text(re.sub(r"(turn 2 a8a4\*)[0-9a-f]{8}", rf"\g<1>{binascii.crc32(frame.encode()):08x}", other.read_text()))
    found = run("replay", str(other))
    assert found.returncode == 1 and "a frame" in found.stdout and "turn 2 a8a4" in found.stdout and "turn 2 a8a3" in found.stdout


def test_a_trace_becomes_a_scenario_that_holds(taped, tmp_path):
    path, _ = taped
    made = run("trace", "to-scenario", str(path), "-o", str(tmp_path / "told.scn"))
    assert made.returncode == 0
    text = (tmp_path / "told.scn").read_text()
    assert "expect turn h1h7 a8a3" in text and "expect fix -e4" in text
    found = run("scenario", "run", str(tmp_path / "told.scn"))
    assert (found.returncode, found.stdout.split(":")[1]) == (0, " all hold\n"), found.stdout


def test_pulling_only_what_is_kept(board, tmp_path):
    found = run("record", board.port, "-o", str(tmp_path / "kept.trace"), "--pull")
    assert found.returncode == 0 and run("replay", str(tmp_path / "kept.trace")).returncode == 0


def test_the_doctor_at_rest(board, tmp_path):
    found = run("doctor", board.port, "--seconds", "0.5", "--json", str(tmp_path / "report.json"), "--picture", str(tmp_path / "report.png"))
    assert found.returncode == 0 and "nothing is wrong" in found.stdout and "only looked at at rest" in found.stdout
    assert json.loads((tmp_path / "report.json").read_text())["healthy"] is True
    with Image.open(tmp_path / "report.png") as picture:
        assert picture.width > 900
    found = run("doctor", board.port, "--seconds", "0.3", "--json", "-")
    assert json.loads(found.stdout)["board"] == "classic-8x8"


@pytest.mark.parametrize(
    "words, problem",
    [
        (("monitor", "/dev/no-such-port"), "can't open the port /dev/no-such-port"),
        (("monitor", "folky"), "'folky' is no port"),
        (("monitor", "port:/dev/null"), "/dev/null"),
        (("record", "socket:127.0.0.1:1", "-o", "x.trace"), "can't open the port socket://127.0.0.1:1"),
        (("replay", "no-such-file.trace"), "no-such-file.trace: No such file"),
        (("replay", "README.md"), "README.md: not a trace"),
        (("replay", "README.md", "--gif", "x.png", "--runtime", "micropython"), "go with --runtime cpython only"),
        (("trace", "to-scenario", "README.md"), "not a trace"),
        (("doctor", "--picture", "x.jpg"), "a picture's name ends in .png"),
        (("doctor", "--seconds", "0"), "--seconds 0: should be between"),
        (("monitor", "--seconds", "-1"), "--seconds -1: should be more than 0"),
    ],
)
def test_mistakes_are_one_line_and_status_2(words, problem):
    found = run(*words)
    assert found.returncode == 2 and found.stderr.count("\n") == 1 and problem in found.stderr and "Traceback" not in found.stderr, found.stderr


def test_the_commands_are_listed():
    names = {name for name, _ in cli.available()}
    assert {"boards", "monitor", "record", "replay", "trace", "doctor"} <= names
