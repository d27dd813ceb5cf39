"""Every program in docs/examples runs against an emulated board, and does what it says."""

import os
import pathlib
import re
import subprocess
import sys

import pytest
import reedboard

from tests.sim.waiting import wait_for

ROOT = pathlib.Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples"


class Program:
    """An example that runs; `lines`: what it has printed."""

    def __init__(self, name, *words, port, folder):
        self.process = subprocess.Popen(
            [sys.executable, str(EXAMPLES / f"{name}.py"), *words, port], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=dict(os.environ, PYTHONPATH=str(ROOT), COLUMNS="100"),
        )
        os.set_blocking(self.process.stdout.fileno(), False)
        self.text = ""

    def said(self, words):
        """Wait until it has printed `words`."""
        wait_for(lambda: self._read() or words in self.text or self.process.poll())
        self._read()
        assert words in self.text, self.text + self.process.stderr.read().decode()
        return True

    def _read(self):
        self.text += (self.process.stdout.read() or b"").decode()

    def end(self):
        """Wait until it ends by itself; its exit status."""
        status = self.process.wait(20)
        self._read()
        return status


@pytest.fixture
def board():
    with reedboard.Emulated("folky", speed=20, tcp=True) as emulated:
        yield emulated


@pytest.fixture
def begin(board, tmp_path):
    started = []

    def start(name, *words):
        started.append(Program(name, *words, port=board.port, folder=tmp_path))
        return started[-1]

    yield start
    for program in started:
        program.process.kill()
        program.process.communicate()


def test_the_list_of_examples_is_whole():
    listed = re.findall(r"\[(\w+\.py)\]\(\1\)", (EXAMPLES / "README.md").read_text())
    assert sorted(listed) == sorted(path.name for path in EXAMPLES.glob("*.py")) and len(listed) == 10
    tested = pathlib.Path(__file__).read_text()
    assert [name for name in listed if f'begin("{name[:-3]}"' not in tested] == []


def test_they_use_nothing_but_the_root_module():
    for path in EXAMPLES.glob("*.py"):
        imported = set(re.findall(r"^(?:import|from) (\w+)", path.read_text(), re.MULTILINE))
        assert imported <= {"reedboard", "sys", "os", "csv", "time", "random", "rich"}, path
        assert len(path.read_text().splitlines()) <= 40


def test_events(board, begin):
    program = begin("events")
    assert program.said("classic-8x8 plays folky, 0 turns so far")
    board.hands("1000 -h1 +h7")
    assert program.said("Turn(number=1, text='h1h7')") and program.said("Toggle(square='h7', closed=True")


def test_look(board, begin):
    program = begin("look")
    assert program.end() == 0
    assert "White to move" in program.text and "0 turns, result *" in program.text


def test_broadcast(board, begin, tmp_path):
    program = begin("broadcast", "live.txt")
    assert program.said("live.txt: 0 turns")
    board.hands("1000 -h1 +h7 700 -a8 +a3 700")
    assert program.said("live.txt: 2 turns")
    record = reedboard.read_game((tmp_path / "live.txt").read_text())
    assert [record.at(ply).turn_text(turn) for ply, turn in enumerate(record.turns)] == ["h1h7", "a8a3"]


def test_poster(board, begin, tmp_path):
    from PIL import Image

    program = begin("poster", "board.png")
    assert program.said("board.png: after 0 turns")
    first = Image.open(tmp_path / "board.png").tobytes()
    board.hands("1000 -h1 +h7 700")
    assert program.said("after 1 turns") and Image.open(tmp_path / "board.png").tobytes() != first


def test_speaker(board, begin):
    program = begin("speaker", "cs")
    assert program.said("ready")
    board.hands("1000 -h1 +h7 700")
    assert program.said("1. Vh7")


def test_wave(board, begin):
    shown = []
    record = board.emulator.board.on_output
    board.emulator.board.on_output = lambda ms, kind, data: (shown.append(data) if kind == "lamps" else None, record(ms, kind, data))
    program = begin("wave")
    assert program.end() == 0 and "the board's own lamps are back" in program.text
    assert sum(1 in lamps and 5 in lamps for lamps in shown) > 30


def test_trainer(board, begin):
    program = begin("trainer")
    assert program.said("Which turn lets White place a pawn next?")
    board.hands("500 -b1 -c1 -f1 -g1 -h1 -a8 -b8 -c8 -f8 -g8 -h8 +a7 +b6 +f2 1500 -a1 +a2 900")
    assert program.said("a1a2 is a good idea")
    board.hands("-a2 +a1 1500 -a1 +c1 900")
    assert program.said("a1c1 is right") and program.end() == 0


def test_opponent(board, begin):
    program = begin("opponent")
    assert program.said("you are White")
    board.hands("1000 -h1 +h7 900")
    assert program.said("I play ") and program.said(": please make it for me")


def test_switches(board, begin, tmp_path):
    program = begin("switches", "switches.csv")
    assert program.said("writing switches.csv")
    board.hands("1000 -h1 +h7 700 -a8")
    wait_for(lambda: (tmp_path / "switches.csv").read_text().count("\n") >= 4)
    rows = [row.split(",") for row in (tmp_path / "switches.csv").read_text().splitlines()]
    assert [row[1:3] for row in rows] == [["square", "closed"], ["h1", "0"], ["h7", "1"], ["a8", "0"]]


def test_umpire(board, begin):
    program = begin("umpire")
    assert program.said("the game is on")
    board.hands("1000 -h1 +h7 900 -h7 +h1 900 +e4 900 -e4")
    assert program.said("takeback 1 of 3") and program.said("take off e4")
