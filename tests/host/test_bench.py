"""The benchmark measures what it says; how fast anything is, is not tested."""

import json

import pytest

import engine
from host import cli, toolbox
from host.bench import controller, memory, rates, runtime
from host.bench import device as measure
from host.commands import bench as command
from host.errors import MissingTool, UserError


@pytest.fixture
def shallow(monkeypatch):
    """Perfts of one ply, so that the whole benchmark is quick."""
    monkeypatch.setattr(rates, "DEPTHS", dict.fromkeys(engine.NAMES, 1))
    monkeypatch.setattr(rates, "CHESS_DEPTH", 1)
    monkeypatch.setattr(rates, "PYFFISH_DEPTH", 1)
    monkeypatch.setattr(memory, "STEP", 8 * 1024)
    monkeypatch.setattr(controller, "TURNS", 4)
    monkeypatch.setattr(measure, "IDLE_TICKS", 10)


@pytest.fixture
def device():
    """MicroPython; the test is skipped by name where it is missing."""
    try:
        return runtime.Device()
    except MissingTool as missing:
        pytest.skip(str(missing))


def bench(capsys, *arguments):
    """`({name: figure}, stderr)` of `reedboard bench --json`."""
    assert cli.main(["bench", "--json", *arguments]) == 0
    out, err = capsys.readouterr()
    return {figure["name"]: figure for figure in json.loads(out)["figures"]}, err


def test_leaves_are_counted_as_the_games_have_them(monkeypatch):
    monkeypatch.setattr(rates, "DEPTHS", {"folky": 2, "football": 1, "alquerque": 3, "courier": 2})
    assert {name: rates.game_leaves(name) for name in engine.NAMES} == {"folky": 1070, "football": 75, "alquerque": 6, "courier": 678}


def test_chess_leaves(monkeypatch):
    pytest.importorskip("chess", reason="python-chess is not installed")
    monkeypatch.setattr(rates, "CHESS_DEPTH", 3)
    assert rates.chess_leaves() == 8902


def test_pyffish_leaves(monkeypatch):
    pytest.importorskip("pyffish", reason="pyffish is not installed")
    monkeypatch.setattr(rates, "PYFFISH_DEPTH", 2)
    assert rates.pyffish_leaves() == 678


def test_ratios_are_medians_of_the_rounds():
    taken = [{"a": 2.0, "b": 1.0}, {"a": 30.0, "b": 10.0}, {"a": 1.0, "b": 5.0}]
    assert rates.ratio(taken, "a", "b") == 2.0


def test_bench_has_a_rate_for_every_game_and_runtime(shallow, device, capsys):
    figures, err = bench(capsys, "--rounds", "1")
    assert err == ""
    for name in engine.NAMES:
        for runtime_name in ("CPython", "MicroPython"):
            assert figures[f"{name} on {runtime_name}"]["value"] > 0
        used = [figures[f"engine with {name} {what}"]["value"] for what in ("started, heap in use", "played, peak in use", "played, smallest heap")]
        assert 0 < used[0] <= used[1] <= used[2] < 192
        assert figures[f"{name} started, heap of firmware and drivers"]["value"] > used[0]
        assert figures[f"{name}, idle tick on MicroPython"]["value"] > 0
    assert figures["all games one after another in 192 KB"]["value"] == 1
    assert figures["folky, physical turns in process"]["value"] > 0


def test_bench_without_micropython_says_so(shallow, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(toolbox, "find", lambda program: None)
    figures, err = bench(capsys, "--rounds", "1")
    assert err.startswith("reedboard bench: without MicroPython's figures: ") and err.count("\n") == 1
    assert not [name for name in figures if "MicroPython" in name or "heap" in name]
    assert figures["folky on CPython"]["value"] > 0


def test_the_hands_turns_are_all_recorded():
    assert controller.physical_turns("folky", 100) == 100       # more than one game


def test_bench_needs_a_round(capsys):
    assert cli.main(["bench", "--rounds", "0"]) == 2
    assert "--rounds 0" in capsys.readouterr().err


def test_a_game_that_does_not_fit_is_told_from_one_that_does(device):
    assert device.run(memory.HEAP, "work", "folky") == []
    assert device.run(16 * 1024, "work", "folky") is None


def test_a_failure_on_the_device_is_not_taken_for_lack_of_memory(device):
    with pytest.raises(RuntimeError, match="unknown game 'checkers'"):
        device.run(memory.HEAP, "work", "checkers")


def test_positions_from_files(tmp_path):
    """Of every game; what can't be read is named."""
    for name in engine.NAMES:
        (tmp_path / f"{name}.jsonl").write_text(json.dumps({"position": name + " position"}) + "\n\n")
    assert command.read_positions(tmp_path) == {name: [name + " position"] for name in engine.NAMES}
    for text in ("no json", "[1]", "{}"):
        (tmp_path / "courier.jsonl").write_text(text)
        with pytest.raises(UserError, match="courier.jsonl"):
            command.read_positions(tmp_path)
    (tmp_path / "courier.jsonl").unlink()
    with pytest.raises(UserError, match="courier.jsonl"):
        command.read_positions(tmp_path)
