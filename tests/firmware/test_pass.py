"""However little a pass of the shell has time for: the same is played, and nothing is lost."""

import gc

import engine
import pytest
from firmware import link
from firmware.controller import Controller
from firmware.main import PASS, Shell
from host import profiles
from host.pico.figures import quiet_row
from host.sim import hands

from tests.firmware.switches import Switches

PLIES = {"folky": 4, "football": 4, "alquerque": 1, "courier": 4}
GAPS = (60, 400)  # ms between two doings: in a hurry, and with a rest after each


class Late:
    """A stopwatch that says so after `times` questions of each pass."""

    def __init__(self, times):
        self.times = times
        self.left = 0

    def start(self):
        self.left = self.times

    def us(self):
        self.left -= 1
        return PASS if self.left < 0 else 0


class Port:
    """A serial line."""

    def __init__(self):
        self.sent = b""
        self.lines = []

    def read(self):
        return self.lines.pop(0) if self.lines else None

    def write(self, data):
        self.sent += data
        return True


def played(name, gap, watch, full=0):
    """Payloads that a board says while quiet turns of a game are made, what its lamps then show, and its last payload."""
    game = engine.new(name)
    profile = profiles.load("universal-12x9")
    switches, port = Switches(profile, game), Port()
    shell = Shell(Controller(profile, {"game": name, "position": None, "options": {}}), switches, line=port, watch=watch)
    shell.full = full
    now = 0

    def wait(ms):
        nonlocal now
        for _ in range(0, ms, 2):
            shell.tick(now)
            now += 2

    wait(2000)
    for turn in quiet_row(name, PLIES[name]):
        for doing in hands.plain(game, turn):
            switches.set(game.cell(doing.what), doing.kind == "put")
            wait(gap)
        game.push(turn)
        wait(400 if gap > 300 else 0)
    wait(6000)
    payloads = [link.decode(line)[1] for line in port.sent.splitlines()]
    assert shell.controller.tracker.game.position_text() == game.position_text()
    kept = [payload for payload in payloads if payload.split()[0] in ("sq", "turn", "result", "ask", "fix")]
    return kept, bytes(shell.controller.lamps), payloads[-1]


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("name", engine.NAMES)
def test_a_pass_without_time(name, gap):
    said = played(name, gap, None)
    assert len([payload for payload in said[0] if payload.startswith("turn")]) >= PLIES[name]
    for times in (0, 2, 5):
        assert played(name, gap, Late(times)) == said


@pytest.mark.parametrize("name", engine.NAMES)
def test_garbage_is_collected_between_two_scans_only_when_the_heap_is_full(name, monkeypatch):
    collected = []
    monkeypatch.setattr(gc, "collect", lambda: collected.append(1))
    said = played(name, 60, Late(5), full=1 << 62)
    assert not collected
    assert played(name, 60, Late(5), full=1) == said
    assert collected


def test_what_a_host_only_looks_at_waits_for_the_frame_that_is_being_sent():
    profile = profiles.load("classic-8x8")
    port = Port()
    controller = Controller(profile, {"game": "folky", "position": None, "options": {}})
    shell = Shell(controller, Switches(profile, engine.new("folky")), line=port, watch=Late(0))
    for now in range(0, 2000, 2):
        if now < 100:
            port.lines.append(link.encode(0, "stat"))
        shell.tick(now)
    frames = [link.decode(line) for line in port.sent.splitlines()]
    assert None not in frames and len([number for number, _ in frames if number == 0]) == 50
    assert {"hello", "snap", "lamps"} <= {payload.split()[0] for _, payload in frames}


def test_a_message_is_sent_in_pieces():
    """When there is time for nothing but one piece a pass, each message still comes whole."""
    lines = played("courier", 400, Late(1))[0]
    assert lines == played("courier", 400, None)[0]
