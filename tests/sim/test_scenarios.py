"""Scenario files on every runtime that is there; and that an expectation that does not hold is said, with line and status."""

import json
from pathlib import Path

import pytest
from host import cli, toolbox
from host.sim import scenario, scenario_file
from host.sim.runtimes import CPythonRuntime, MicroPythonRuntime

TESTS = Path(__file__).parents[1]
FILES = sorted((TESTS / "scenarios").glob("*.scn")) + sorted((TESTS.parent / "docs" / "scenarios").glob("*.scn"))
MISSING = toolbox.find("micropython") is None or toolbox.find("mpy-cross") is None
needs_micropython = pytest.mark.skipif(MISSING, reason="MicroPython is not installed")
RUNTIMES = [
    pytest.param(lambda: CPythonRuntime(pins=False), id="cpython"),
    pytest.param(lambda: CPythonRuntime(pins=True), id="cpython-pins"),
    pytest.param(lambda: MicroPythonRuntime(pins=False), id="micropython", marks=needs_micropython),
    pytest.param(lambda: MicroPythonRuntime(pins=True), id="micropython-pins", marks=needs_micropython),
]


@pytest.mark.parametrize("runtime", RUNTIMES)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path, runtime):
    outcome = scenario.run(scenario_file.read(path), runtime())
    assert outcome.failures == [] and outcome.error is None


def write(folder, name, text):
    path = folder / name
    path.write_text(text)
    return str(path)


WRONG = [
    ("-h1 +h7\nexpect turn h1h6", 3, "turn h1h6", "turn h1h7"),
    ("-h1 +h7\nexpect none", 3, "none", "turn h1h7"),
    ("-h1 +h7\nexpect turn h1h7 a8a3", 3, "turn h1h7 a8a3", "turn h1h7"),
    ("-h1 +h7\nexpect takeback 1", 3, "takeback 1", "turn h1h7"),
    ("expect turn h1h7", 2, "turn h1h7", "nothing"),
    ("expect ask h1h7", 2, "ask h1h7", "nothing"),
    ("expect fix -a1", 2, "fix -a1", "nothing"),
    ("+e4\nexpect ok", 3, "ok", "fix -e4"),
    ("+e4\nexpect fix -e4 +a1", 3, "fix -e4 +a1", "fix -e4"),
    ("expect fault a1", 2, "fault a1", "nothing"),
    ("expect result 1:0", 2, "result 1:0", "result *"),
    ("expect position 8/8/8/8/8/8/8/RNB2BNR w", 2, "position 8/8/8/8/8/8/8/RNB2BNR w", "position rnb2bnr/8/8/8/8/8/8/RNB2BNR w 8 8"),
    ("expect position rnb2bnr/8/8/8/8/8/8/RNB2BNR b", 2, "position rnb2bnr/8/8/8/8/8/8/RNB2BNR b", "position rnb2bnr/8/8/8/8/8/8/RNB2BNR w 8 8"),
]


@pytest.mark.parametrize("text, line, expected, got", WRONG)
def test_what_does_not_hold_is_said(tmp_path, capsys, text, line, expected, got):
    path = write(tmp_path, "wrong.scn", "game folky\n" + text)
    assert cli.main(["scenario", "run", path]) == 1
    assert capsys.readouterr().out == f"{path}:{line}: expected {expected}, got {got}\n"


RIGHT = [
    "game folky\nexpect none\nexpect ok\nexpect fault\nexpect result *",
    "game folky\nexpect position rnb2bnr/8/8/8/8/8/8/RNB2BNR",
    "game folky\nexpect position rnb2bnr/8/8/8/8/8/8/RNB2BNR w 8 8",
    "game football\nexpect position rnbq1knbr/9/9/9/4o4/9/9/9/RNBQ1KNBR w 0 0 1 0",
    "game folky\n-h1 +h7\nunplug\n-a8 +a3\nplug\nexpect turn h1h7 a8a3",
    "game folky\n-h1 +h7\nexpect turn h1h7\nunplug\n-h7 +h1\nplug\nexpect takeback 1",
    "game folky\noption rest 2000\n-h1 +h6 1500 -h6 +h7\nexpect turn h1h7",
    "game folky\noption commit button\n-h1 +h7\nexpect none\npress white\nexpect turn h1h7",
    "game folky\n-h1 +h7\npower off\npower on\nexpect turn h1h7",
    "game folky\nhost press menu long\nexpect none",
]


@pytest.mark.parametrize("text", RIGHT)
def test_what_holds(tmp_path, capsys, text):
    assert cli.main(["scenario", "run", write(tmp_path, "right.scn", text)]) == 0, capsys.readouterr().out


def test_json_has_all_files(tmp_path, capsys):
    paths = [
        write(tmp_path, "right.scn", "game folky\nexpect none\nexpect ok"),
        write(tmp_path, "wrong.scn", "game folky\nexpect fix -a1\nexpect ok"),
        write(tmp_path, "broken.scn", "game folky\nexpect ok\nexpect joy"),
    ]
    assert cli.main(["scenario", "run", "--json", *paths]) == 2
    found = json.loads(capsys.readouterr().out)
    assert set(found["runtime"]) == {"implementation", "version", "platform"}
    assert found["runtime"]["implementation"] == "cpython"
    assert [(row["file"], row["ok"], row["expectations"]) for row in found["files"]] == [
        (paths[0], True, 2), (paths[1], False, 2), (paths[2], False, 0)
    ]  # fmt: skip
    assert found["files"][0]["failures"] == []
    assert found["files"][1]["failures"] == [{"line": 2, "expected": "fix -a1", "got": "nothing"}]
    assert found["files"][2]["failures"][0]["line"] == 3


@needs_micropython
def test_json_names_micropython_as_the_firmware_does(tmp_path, capsys):
    path = write(tmp_path, "right.scn", "game folky\nexpect none")
    assert cli.main(["scenario", "run", "--json", "--runtime", "micropython", path]) == 0
    assert json.loads(capsys.readouterr().out)["runtime"]["implementation"] == "micropython"


@pytest.mark.parametrize(
    "text, line, named",
    [("game folky\n-e4", 2, "nothing stands on e4"), ("game folky\nexpect turn e2", 2, "e2"), ("game folky\nboard none\n", 2, "none")],
)
def test_malformed_files_end_with_2_and_the_line(tmp_path, capsys, text, line, named):
    path = write(tmp_path, "broken.scn", text)
    assert cli.main(["scenario", "run", path]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"reedboard scenario: {path}:{line}: ") and named in error
    assert error.count("\n") == 1


def test_a_game_too_large_for_the_board_is_an_error_of_the_file(tmp_path, capsys):
    path = write(tmp_path, "broken.scn", "game courier\n\nboard classic-8x8\n")
    assert cli.main(["scenario", "run", path]) == 2
    assert f"{path}:3: " in capsys.readouterr().err


def test_a_missing_runtime_is_2_and_no_other_stands_in(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(toolbox, "find", lambda program: None)
    path = write(tmp_path, "right.scn", "game folky\nexpect none")
    assert cli.main(["scenario", "run", "--runtime", "micropython", path]) == 2
    out, error = capsys.readouterr()
    assert out == "" and "MicroPython is not installed" in error and error.count("\n") == 1


def test_a_missing_file_is_2(capsys):
    assert cli.main(["scenario", "run", "no-such.scn"]) == 2
    assert "no-such.scn" in capsys.readouterr().err


def test_a_crash_of_the_firmware_is_a_failure(tmp_path, capsys, monkeypatch):
    from firmware.controller import Controller

    def crash(self, now, frame, buttons=0, line=None):
        raise RuntimeError("smoke")

    monkeypatch.setattr(Controller, "step", crash)
    path = write(tmp_path, "right.scn", "game folky\nexpect none")
    assert cli.main(["scenario", "run", path]) == 1
    assert "the firmware stopped: RuntimeError: smoke" in capsys.readouterr().out


class Late(CPythonRuntime):
    """Firmware that takes 1.7 s to start, as on a Pico: before that it sees nothing and says nothing."""

    BOOT_MS = 1700

    def start(self, *args):
        """As CPythonRuntime.start."""
        super().start(*args)
        self._waiting = []

    def advance(self, until_ms, transitions=(), inputs=()):
        """As CPythonRuntime.advance, later."""
        boot = self.BOOT_MS
        self._waiting += [(max(0, us - boot * 1000), bit, closed) for us, bit, closed in transitions]
        if until_ms < boot:
            return []
        waiting, self._waiting = self._waiting, []
        late = [(max(0, ms - boot), kind, data) for ms, kind, data in inputs]
        return [(ms + boot, kind, data) for ms, kind, data in super().advance(until_ms - boot, waiting, late)]


def test_nobody_plays_before_the_board_is_ready():
    """Hands wait for its hello and for its rest time after that."""
    script = scenario_file.parse("start.scn", "game folky\n-h1 +h7 350 -a8 +a3\nexpect turn h1h7 a8a3\nexpect ok\n")
    outcome = scenario.run(script, Late())
    assert outcome.ok, (outcome.failures, outcome.error)
