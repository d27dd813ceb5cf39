"""The vocabulary of doings: read, written, and followed for what can be done."""

import pytest
from host.sim import doings
from host.sim.doings import Doing, DoingError, Truth

LINES = [
    ("-e2 +e3", [Doing("lift", "e2"), Doing("put", "e3")]),
    ("-l12 500 +l12", [Doing("lift", "l12"), Doing("wait", "", 500), Doing("put", "l12")]),
    ("+e3:60", [Doing("pass", "e3", 60)]),
    ("press white -a1", [Doing("press", "white"), Doing("lift", "a1")]),
    ("hold menu", [Doing("hold", "menu")]),
    ("stick a1 closed free a1", [Doing("stick", "a1", 0, True), Doing("free", "a1")]),
    ("stick b2 open", [Doing("stick", "b2", 0, False)]),
    ("power off power on unplug plug", [Doing("power", "off"), Doing("power", "on"), Doing("cable", "off"), Doing("cable", "on")]),
    ("host answer e4d5", [Doing("host", "answer e4d5")]),
    ("", []),
]


@pytest.mark.parametrize("line, expected", LINES)
def test_reads_and_writes(line, expected):
    assert doings.parse(line) == expected
    assert doings.parse(doings.text(expected)) == expected


@pytest.mark.parametrize(
    "line, named",
    [
        ("e2", "'e2'"),
        ("-e2:60", "-e2:60"),
        ("+e3:0", "+e3:0"),
        ("+e3:x", "+e3:x"),
        ("-", "''"),
        ("-E2", "'E2'"),
        ("+e0", "'e0'"),
        ("-e2+e3", "'e2+e3'"),
        ("press", "white or black or menu"),
        ("press red", "press red"),
        ("stick", "square"),
        ("stick a1", "closed or open"),
        ("stick a1 shut", "closed or open"),
        ("stick 5 closed", "'5'"),
        ("power", "on or off"),
        ("power up", "power up"),
        ("host", "request"),
        ("٣", "'٣'"),
        ("-5", "'5'"),
    ],
)
def test_names_what_it_cannot_read(line, named):
    with pytest.raises(DoingError, match=".*") as caught:
        doings.parse(line)
    assert named in str(caught.value)


def follow(truth, line):
    for doing in doings.parse(line):
        truth.follow(doing)


def test_truth_follows_things():
    truth = Truth(["a1", "a2", "b1"], ["a1"])
    follow(truth, "-a1 +a2 +b1 +a1:50 -b1 power off power on unplug plug")
    assert truth.occupied == {"a2"}


@pytest.mark.parametrize(
    "line",
    ["-a2", "+a1", "-a1 -a1", "-c3", "+c3:50", "stick c3 open", "power on", "power off power off", "plug", "unplug unplug"],
)
def test_truth_refuses_what_cannot_be_done(line):
    with pytest.raises(DoingError):
        follow(Truth(["a1", "a2"], ["a1"]), line)


def test_a_copy_goes_its_own_way():
    truth = Truth(["a1", "a2"], ["a1"])
    twin = truth.copy()
    follow(twin, "-a1 power off unplug")
    assert (truth.occupied, truth.power, truth.cable) == ({"a1"}, True, True)
    assert (twin.occupied, twin.power, twin.cable) == (set(), False, False)
