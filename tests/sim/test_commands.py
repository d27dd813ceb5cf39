"""`reedboard emulate` and `reedboard play` as a person starts them: processes, a port, standard input and output."""

import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from host import cli, toolbox
from host.client import Client

from tests.sim.waiting import LIMIT_S, wait_for

ROOT = Path(__file__).parents[2]
MISSING = toolbox.find("micropython") is None or toolbox.find("mpy-cross") is None
needs_micropython = pytest.mark.skipif(MISSING, reason="MicroPython is not installed")


def start(*words, **more):
    """Start `reedboard` with these words."""
    return subprocess.Popen([sys.executable, "-m", "host", *words], cwd=ROOT, text=True, **more)


def run(*words, **more):
    """Run `reedboard` without a terminal; return the finished process."""
    more = {"stdin": subprocess.DEVNULL, **more}
    return subprocess.run([sys.executable, "-m", "host", *words], cwd=ROOT, text=True, capture_output=True, timeout=60, **more)


@pytest.fixture
def emulate(tmp_path):
    """Start `reedboard emulate` with these words and a port link; return (process, port). Ended afterwards."""
    started = []

    def begin(*words):
        link = str(tmp_path / "port")
        process = start(
            "emulate", *words, "--port-link", link, "--speed", "20", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        started.append(process)
        assert process.stdout.readline().strip() == link
        return process, link

    yield begin
    for process in started:
        process.kill()
        process.communicate()


def do(process, line):
    process.stdin.write(line + "\n")
    process.stdin.flush()


@pytest.mark.parametrize("runtime", ["cpython", pytest.param("micropython", marks=needs_micropython)])
def test_emulate_takes_doings_and_talks_to_pyserial(emulate, runtime):
    process, port = emulate("folky", "--runtime", runtime, "--tcp", "0")
    assert process.stdout.readline().startswith("socket://127.0.0.1:")
    client = Client(port)
    client.greet(LIMIT_S)
    do(process, "1000 -h1 +h7")
    wait_for(lambda: client.poll(0.05) and client.mirror.record == ["h1h7"])
    do(process, "-h1 nonsense")
    do(process, "-a8 +a3")
    wait_for(lambda: client.poll(0.05) and client.mirror.record == ["h1h7", "a8a3"])
    client.close()
    do(process, "quit")
    assert process.wait(LIMIT_S) == 0
    assert not os.path.lexists(port)
    error = process.stderr.read()
    assert error.count("\n") == 1 and error.startswith("reedboard emulate: 'nonsense'")


def test_emulate_lives_on_when_its_input_ends_and_ends_when_told(emulate):
    process, port = emulate("alquerque", "--runtime", "cpython", "--position", "m4/5/5/5/4M b 3")
    process.stdin.close()
    client = Client(port)
    client.greet(LIMIT_S)
    assert client.mirror.game.position_text() == "m4/5/5/5/4M b 3"
    process.send_signal(signal.SIGTERM)
    assert process.wait(LIMIT_S) == 0
    assert not os.path.lexists(port)
    client.close()
    process.stdin = None


@pytest.mark.parametrize(
    "words, named",
    [
        (["emulate", "ludo"], "ludo"),
        (["emulate", "folky", "--position", "8/8"], "position"),
        (["emulate", "courier", "--profile", "classic-8x8", "--runtime", "cpython"], "classic-8x8"),
        (["emulate", "folky", "--profile", "none", "--runtime", "cpython"], "none"),
        (["emulate", "folky", "--port-link", "/no/such/place", "--runtime", "cpython"], "/no/such/place"),
        (["emulate", "folky", "--tcp", "99999", "--runtime", "cpython"], "99999"),
        (["emulate", "folky", "--speed", "0", "--runtime", "cpython"], "--speed"),
        (["play", "--port", "/no/such/port"], "/no/such/port"),
        (["play", "--game-file", "/no/such/file"], "/no/such/file"),
        (["play", "--speed", "0"], "--speed"),
        (["play", "ludo"], "ludo"),
        (["play", "courier"], "--game-file"),
        (["play", "--port", "/dev/null", "--game-file", "x"], "--port"),
    ],
)
def test_mistakes_are_one_line_and_status_2(words, named, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", open(os.devnull))
    assert cli.main(words) == 2
    out, error = capsys.readouterr()
    assert out == "" and error.count("\n") == 1 and named in error


def test_without_micropython_emulate_ends_and_play_says_so(capsys, monkeypatch):
    monkeypatch.setattr(toolbox, "find", lambda program: None)
    monkeypatch.setattr(sys, "stdin", open(os.devnull))
    assert cli.main(["emulate", "folky"]) == 2
    assert "MicroPython is not installed" in capsys.readouterr().err
    assert cli.main(["play"]) == 0
    out, error = capsys.readouterr()
    assert out.endswith("\nresult 0:1 after 44 plies\n")
    assert "CPython instead" in error and error.count("\n") == 1


def test_a_crash_of_the_firmware_is_said_by_play(capsys, monkeypatch):
    from firmware.controller import Controller

    def crash(self, now, frame, buttons=0, line=None):
        raise RuntimeError("smoke")

    monkeypatch.setattr(Controller, "step", crash)
    monkeypatch.setattr(toolbox, "find", lambda program: None)
    monkeypatch.setattr(sys, "stdin", open(os.devnull))
    assert cli.main(["play"]) == 2
    assert "the firmware stopped: RuntimeError: smoke" in capsys.readouterr().err


@needs_micropython
def test_play_without_a_terminal_plays_the_published_game_through():
    done = run("play")
    lines = done.stdout.splitlines()
    assert done.returncode == 0 and done.stderr == ""
    assert "micropython" in lines[0]
    assert lines[1:3] == ["1 h1h7", "2 a8a3"] and lines[-2:] == ["44 @e3", "result 0:1 after 44 plies"]
    assert len(lines) == 46


def test_play_reads_game_files(tmp_path):
    path = tmp_path / "goal.txt"
    path.write_text(
        '[Game "football"]\n[Position "rnbq1knbr/4o4/4K4/9/9/9/9/9/RNBQ2NBR w 0 0"]\n[Option "goals=1"]\n\n1. K*e9 1:0\n', encoding="utf-8"
    )
    done = run("play", "--game-file", str(path))
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "result 1:0 after 1 plies"), done.stderr
    path.write_text("1. Qh5 *", encoding="utf-8")
    done = run("play", "folky", "--game-file", str(path))
    assert done.returncode == 2 and str(path) in done.stderr and done.stderr.count("\n") == 1


def test_play_in_a_terminal_draws_the_board_and_takes_turns():
    """The hands' game is taken over, the person types turns, doings and mistakes, and quits."""
    seen = _talk(
        ["play", "--speed", "20"],
        [("1.", "\r"), ("taken over", "quit\r")],
    )
    assert "White to move" in seen or "Black to move" in seen
    seen = _talk(
        ["play", "folky"],
        [("is yours", "h1h7\r"), ("Rh7", "+e4\r"), ("empty e4", "fix\r"), ("-e4", "Ra9\r"), ("unreadable", "help\r"), ("takeback", "quit\r")],
    )
    assert re.search(r"result \* after 1 plies", seen)


def _talk(words, script):
    """Run `reedboard` on a terminal of 100x30; type each answer when its text is seen; return all that was shown."""
    master, slave = pty.openpty()
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "30"}
    process = start(*words, stdin=slave, stdout=slave, stderr=slave, env=env)
    os.close(slave)
    os.set_blocking(master, False)
    shown, mark = [""], 0

    def hear():
        try:
            text = os.read(master, 65536).decode("utf-8", "replace")
        except OSError:
            return process.poll() is not None
        shown[0] += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)
        return True

    for text, answer in script:
        wait_for(lambda text=text, mark=mark: hear() and text in shown[0][mark:])
        mark = len(shown[0])
        os.write(master, answer.encode())
    wait_for(lambda: hear() and process.poll() is not None)
    hear()
    os.close(master)
    assert process.returncode == 0, shown[0][-2000:]
    return shown[0]
