"""The same seed gives byte for byte the same log on CPython and on MicroPython with a device's heap."""

import engine
import pytest
from firmware import link
from host import toolbox
from host.campaign.truth import GameRun
from host.sim.runtimes import CPythonRuntime, MicroPythonRuntime

MISSING = toolbox.find("micropython") is None or toolbox.find("mpy-cross") is None


def logs(name, runtime, turns):
    """`[(seed, failure, log)]` of the games that make up `turns` turns of `name`; the log holds all that the board put out."""
    found = []
    made = 0
    while made < turns:
        seed = f"both/{name}/{len(found)}"
        run = GameRun(name, "hard", seed, runtime, keep_log=True)
        made += run.play(turns - made)
        found.append((seed, run.failed, run.log.out))
    return found


def whose(entry):
    """Whether an entry of a log is the message in which the board says what it runs on."""
    _, kind, data = entry
    return kind == "tx" and link.decode(data)[1].startswith("hello ")


@pytest.mark.skipif(MISSING, reason="MicroPython is not installed")
@pytest.mark.parametrize("name", engine.NAMES)
def test_logs_are_the_same_byte_for_byte(name, proof):
    turns = 400 if proof else 100
    ours = logs(name, CPythonRuntime(pins=False), turns)
    theirs = logs(name, MicroPythonRuntime(pins=False), turns)
    for (seed, failed, log), (_, other_failed, other) in zip(ours, theirs, strict=False):
        assert (failed, other_failed) == (None, None), seed
        assert [entry for entry in log if not whose(entry)] == [entry for entry in other if not whose(entry)], seed
        assert {kind for _, kind, _ in log} >= {"tx", "lamps", "store", "text"}
    assert len(ours) == len(theirs)
