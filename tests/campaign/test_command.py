"""`reedboard campaign` as a person or a program starts it."""

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from firmware.controller import Controller
from host import cli
from host.campaign import run as parts
from host.campaign import state
from host.campaign.run import Campaign

from tests.sim.waiting import LIMIT_S, wait_for

ROOT = Path(__file__).parents[2]
COUNTS = ("turns", "right", "asked", "asked_needlessly", "corrected", "wrong", "missed", "stuck")


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """The cache of these tests; also that of the processes they start."""
    monkeypatch.setenv("REEDBOARD_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def run(capsys, *words):
    """`(status, standard output, standard error)` of the command in this process."""
    try:
        status = cli.main(["campaign", *words])
    except SystemExit as stop:
        status = stop.code
    out, err = capsys.readouterr()
    return status, out, err


def counts(text):
    """The counts of a JSON report, by game, and the total."""
    plain = json.loads(text)
    return {name: [tally[key] for key in COUNTS] for name, tally in [*plain["games"].items(), ("total", plain["total"])]}


FEW = ("--games", "alquerque,folky", "--turns", "40", "--noise", "light", "--seed", "5", "--jobs", "1")


def test_json_is_one_object(capsys, cache):
    status, out, err = run(capsys, *FEW, "--json")
    assert (status, err) == (0, "")
    plain = json.loads(out)
    assert list(plain["games"]) == ["alquerque", "folky"]
    for tally in (*plain["games"].values(), plain["total"]):
        assert set(tally) >= {*COUNTS, "turns_per_second"}
        assert tally["turns"] == tally["right"] + tally["asked"] + tally["corrected"]
    assert plain["games"]["folky"]["turns"] == 40 and plain["total"]["turns"] == 80
    assert plain["failures"] == []
    assert not list(cache.rglob("*.jsonl")), "a campaign that is over leaves no state in the cache"


def test_lines_for_people(capsys):
    status, out, err = run(capsys, *FEW)
    assert (status, err) == (0, "")
    rows = {line.split()[0]: line.split()[1:] for line in out.splitlines()[2:5]}
    assert list(rows) == ["alquerque", "folky", "total"]
    assert rows["total"][:1] == ["80"]
    assert "wrong turns: 0 of 80" in out and "\x1b" not in out


def test_the_seed_decides_and_the_jobs_do_not(capsys):
    one = counts(run(capsys, *FEW, "--json")[1])
    assert counts(run(capsys, *FEW[:-1], "2", "--json")[1]) == one


def broken(self, *words, **more):
    """A board that stops when a turn is taken back."""
    raise IndexError("gone")


def test_failures_are_files_and_status_1(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(Controller, "take_back", broken)
    monkeypatch.setattr(parts, "EFFORT", 20)
    folder = tmp_path / "found"
    words = ("--games", "alquerque", "--turns", "150", "--seed", "2", "--jobs", "1", "--failures", str(folder))
    status, out, _ = run(capsys, *words, "--json")
    plain = json.loads(out)
    assert status == 1 and plain["total"]["stuck"] == len(plain["failures"]) > 0
    assert sorted(plain["failures"]) == sorted(str(path) for path in folder.iterdir())
    assert cli.main(["scenario", "run", *plain["failures"]]) == 1
    capsys.readouterr()
    status, out, _ = run(capsys, *words)
    assert status == 1 and all(f"failure: {path}" in out for path in plain["failures"])
    monkeypatch.undo()
    assert cli.main(["scenario", "run", *plain["failures"]]) == 0


def test_failures_go_beside_the_state(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(Controller, "take_back", broken)
    monkeypatch.setattr(parts, "EFFORT", 20)
    words = ("--games", "alquerque", "--turns", "150", "--seed", "2", "--jobs", "1", "--state", str(tmp_path / "mine.jsonl"))
    _, out, _ = run(capsys, *words, "--json")
    assert {Path(path).parent for path in json.loads(out)["failures"]} == {tmp_path / "mine" / "failures"}


BAD = [
    (("--games", "checkers"), "unknown game 'checkers'"),
    (("--games", ""), "unknown game ''"),
    (("--games", "folky,folky"), "named twice"),
    (("--turns", "0"), "--turns 0"),
    (("--turns", "-5"), "--turns -5"),
    (("--turns", "many"), "many"),
    (("--noise", "loud"), "loud"),
    (("--seed", "x"), "'x'"),
    (("--jobs", "0"), "--jobs 0"),
    (("extra",), "extra"),
    (("--state", "/dev/null/state"), "/dev/null"),
    (("--failures", __file__), "is no folder"),
    (("--state", __file__), "not the state of a campaign"),
]


@pytest.mark.parametrize("words, named", BAD, ids=[" ".join(words)[:40] for words, _ in BAD])
def test_bad_arguments_are_one_line_and_status_2(capsys, words, named):
    before = Path(__file__).read_bytes()
    status, out, err = run(capsys, *words)
    assert (status, out) == (2, "")
    assert err.startswith("reedboard") and err.count("\n") == 1
    assert named in err
    assert Path(__file__).read_bytes() == before


def test_a_finished_state_is_reported_again(capsys, tmp_path):
    path = tmp_path / "state"
    first = run(capsys, *FEW, "--json", "--state", str(path))
    again = run(capsys, *FEW, "--json", "--state", str(path))
    assert first[1] == again[1] and path.exists()
    assert again[2] == f"going on from {path}, 2 of 2 parts are played\n"


# -- interruption --------------------------------------------------------------------------------------------------------------

PARTS = 12      # so many that a campaign is not over before a signal reaches it
LONG = ("--games", "alquerque", "--turns", str(250 * PARTS), "--noise", "off", "--seed", "9")


def start(*words):
    """Start the command as a process that Ctrl-C interrupts, whether that interrupts the tests or not."""
    words = [sys.executable, "-m", "host", "campaign", *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(words, cwd=ROOT, text=True, stdout=pipe, stderr=pipe, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))


def children(process):
    """Process numbers of the children of `process`, as far as /proc tells."""
    path = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return [int(word) for word in path.read_text().split()] if path.exists() else []


def gone(number):
    """Whether the process is no more (or only waits to be buried)."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return True


@pytest.mark.parametrize("number, count", [(signal.SIGKILL, "1"), (signal.SIGKILL, "2"), (signal.SIGINT, "2")])
def test_an_interrupted_campaign_goes_on(capsys, tmp_path, number, count):
    path = tmp_path / "state.jsonl"
    process = start(*LONG, "--jobs", count, "--state", str(path))
    wait_for(lambda: path.exists() and path.read_bytes().count(b"\n") > 1)
    jobs = children(process)
    process.send_signal(number)
    _, err = process.communicate(timeout=LIMIT_S)
    assert len(jobs) == (0 if count == "1" else int(count))
    wait_for(lambda: all(gone(job) for job in jobs))
    played = path.read_bytes().count(b"\n") - 1
    assert 0 < played < PARTS
    if number == signal.SIGINT:
        assert process.returncode == 130
        assert err == f"stopped; the same command goes on from {played} of {PARTS} parts in {path}\n"
    status, out, err = run(capsys, *LONG, "--jobs", "1", "--json", "--state", str(path))
    assert status == 0 and f"{played} of {PARTS} parts are played" in err
    assert counts(out) == whole(capsys)


_WHOLE = {}


def whole(capsys):
    """The counts of the campaign `LONG` without an interruption."""
    if not _WHOLE:
        _WHOLE.update(counts(run(capsys, *LONG, "--jobs", "1", "--json")[1]))
    return _WHOLE


def test_the_usual_state_is_found_again(capsys, cache):
    campaign = Campaign(("alquerque", "folky"), 40, "light", 5)
    with state.State(state.usual_path(campaign), campaign) as kept:
        assert cache in kept.path.parents
    status, _, err = run(capsys, *FEW)
    assert (status, err) == (0, "")
    assert not kept.path.exists()


# -- a terminal ----------------------------------------------------------------------------------------------------------------


def test_a_terminal_sees_a_bar():
    master, slave = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    process = subprocess.Popen([sys.executable, "-m", "host", "campaign", *FEW], cwd=ROOT, stdout=subprocess.PIPE, stderr=slave, env=environment)
    os.close(slave)
    shown = b""
    try:
        while piece := os.read(master, 4096):
            shown += piece
    except OSError:     # how a terminal says that the other end is closed
        pass
    os.close(master)
    out, _ = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 0
    assert b"no failure" in shown and b"/80" in shown
    assert b"\x1b" not in out
