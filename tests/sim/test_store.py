"""Writing to the flash memory stops a Pico: when it is written, what a stall hides and what not, and a store that fails."""

import random

import engine
import pytest
from firmware import link, saved
from firmware.main import LATEST, QUIET
from host.sim import board as boards
from host.sim import hands
from host.sim.doings import parse, text
from host.sim.runtimes import CPythonRuntime
from host.virtual.device import SCAN_MS, SECTOR_MS, STALL_MS, Outside
from tests.sim.test_device import noisy_game, setting

REST_MS = 300


class Watched:
    """A FOLKY board whose scans and outputs are kept with their times."""

    def __init__(self, stall_ms=STALL_MS, **more):
        self.outputs, self.scans = [], []
        self.board = boards.make(CPythonRuntime(), engine.new("folky"), "classic-8x8", gap=0, on_output=self._output, **more)
        self.board.switch_on()
        device = self.board.runtime.device
        device.outside.stall_ms = stall_ms
        self.outside = device.outside
        tick = device.shell.tick
        device.shell.tick = lambda now: self.scans.append(now) or tick(now)
        self.board.wait(2000)

    def _output(self, ms, kind, data):
        self.outputs.append((ms, kind, bytes(data)))

    def do(self, words):
        for doing in parse(words):
            self.board.do(doing)

    def at(self, kind):
        """Times at which something of that kind went out."""
        return [ms for ms, found, _ in self.outputs if found == kind]

    def payloads(self):
        found = [link.decode(data) for _, kind, data in self.outputs if kind == "tx"]
        return [frame[1] for frame in found if frame]

    def record(self):
        """The turns said so far (nothing is taken back in these tests)."""
        return [payload.split()[2] for payload in self.payloads() if payload.startswith("turn ")]


def stalled(stall_ms):
    """A board that has just begun to write the first turn, and when it did."""
    watched = Watched(stall_ms)
    before = len(watched.at("store"))
    watched.do("-h1 200 +h7")
    while len(watched.at("store")) == before:
        watched.board.wait(2)
    return watched, watched.at("store")[-1]


@pytest.mark.parametrize("stall_ms", [STALL_MS, 400, 810])
def test_nothing_is_scanned_while_it_writes(stall_ms):
    """Not even if a switch changes."""
    watched, start = stalled(stall_ms)
    watched.do("-a8 20 +a3")
    watched.board.wait(2000)
    after = [ms for ms in watched.scans if ms > start]
    assert start + stall_ms <= min(after) <= start + stall_ms + 2


@pytest.mark.parametrize("stall_ms", [STALL_MS, 400, 810])
def test_what_is_done_during_a_stall(stall_ms):
    """A lift is seen after it, and so is a whole turn; what came and went in it is not, and does no harm."""
    watched, start = stalled(stall_ms)
    watched.do(f"-a8 {stall_ms + 100} +a3 1500")
    assert watched.record() == ["h1h7", "a8a3"]
    watched, start = stalled(stall_ms)
    watched.do("-a8 30 +a3 2500")
    assert watched.record() == ["h1h7", "a8a3"]
    watched, start = stalled(stall_ms)
    watched.do("-a8 30 +a8 2500")
    assert not [payload for payload in watched.payloads() if payload.startswith("sq a8")]
    watched.do("-a8 200 +a3 1500")
    assert watched.record() == ["h1h7", "a8a3"]


def test_one_write_for_all_that_is_gathered():
    """A turn that is amended costs one write."""
    watched = Watched()
    before = len(watched.at("store"))
    watched.do("-h1 200 +h6 350 -h6 50 +h7 2000")
    written = [data for _, kind, data in watched.outputs if kind == "store"][before:]
    assert saved.read(watched.board.saved)["turns"] == ["h1h7"]
    assert len(written) <= 2


@pytest.mark.parametrize("name", engine.NAMES)
@pytest.mark.parametrize("seed", range(4))
def test_no_write_while_switches_change(name, seed):
    """In noisy games every write has `QUIET` ms without a change that a scan saw before it, or what it writes has waited for `LATEST`."""
    transitions, inputs, end = noisy_game(name, seed)
    runtime = CPythonRuntime()
    runtime.start(*setting(name), b"")
    news, writes = None, 0
    outputs = runtime.advance(end, transitions, inputs)
    changes = [-(-us // 1000) for us, _, _ in transitions]
    for ms, kind, data in outputs:
        if kind == "tx" and link.decode(data)[1].split()[0] in ("turn", "back", "fault") and news is None:
            news = ms
        elif kind == "store":
            quiet = ms - max([change for change in changes if change <= ms], default=0)
            assert quiet >= QUIET - SCAN_MS or news is not None and ms - news >= LATEST, (ms, quiet, news)
            news, writes = None, writes + 1
    assert writes > 3


def test_no_record_waits_for_ever():
    """Hands that never rest, from the moment of the turn on, hold it up for two seconds."""
    watched = Watched()
    stored = len(watched.at("store"))
    watched.do("-h1 200 +h7")
    while not watched.record():
        watched.board.wait(2)
    said = watched.board.now_ms
    assert len(watched.at("store")) == stored
    while len(watched.at("store")) == stored:
        assert watched.board.now_ms < said + 10_000
        watched.do("-g8 20 +g8 20")
    assert LATEST - 10 <= watched.at("store")[-1] - said <= LATEST + 10


def test_what_a_write_costs():
    """As counted on a Pico: a sector erased for each, two for every sixteenth; a test may say otherwise."""
    outside = Outside()
    costs = []
    for _ in range(48):
        before = outside.stalled_ms
        outside.append(b"")
        costs.append(outside.stalled_ms - before)
    assert [k for k, cost in enumerate(costs, 1) if cost == STALL_MS] == [16, 32, 48]
    assert set(costs) == {SECTOR_MS, STALL_MS}
    outside.stall_ms = 400
    outside.append(b"")
    assert outside.stalled_ms == sum(costs) + 400


@pytest.mark.parametrize("stall_ms", [STALL_MS, 810])
@pytest.mark.parametrize("name", engine.NAMES)
def test_games_with_the_longest_stalls(name, stall_ms):
    """Twenty turns of every game by hands that wait for nobody: with stalls as the data sheet allows them the record is right."""
    dice = random.Random(stall_ms)
    game = engine.new(name)
    said = []
    board = boards.make(
        CPythonRuntime(), engine.new(name), boards.default_board(name), gap=180,
        on_output=lambda ms, kind, data: said.append(link.decode(data)[1]) if kind == "tx" else None,
    )
    board.switch_on()
    board.runtime.device.outside.stall_ms = stall_ms
    board.wait(2000)
    made = []
    while len(made) < 20 and game.result() == "*":
        turn = dice.choice(list(game.turns()))
        for doing in parse(text(hands.plain(game, turn))):
            board.do(doing)
        board.wait(900)
        made.append(game.effect(turn))
        game.push(turn)
    board.wait(5000)
    record = {}
    for payload in said:
        words = payload.split()
        if words[0] == "turn":
            record[int(words[1])] = words[2]
        elif words[0] == "back":
            record = {number: turn for number, turn in record.items() if number <= int(words[1])}
    replay = engine.new(name)
    for number, effect in enumerate(made, 1):
        turn = replay.parse_turn(record[number])
        assert replay.effect(turn) == effect
        replay.push(turn)
    assert saved.read(board.saved)["turns"] == [record[number] for number in sorted(record)]


def test_a_store_that_fails_and_works_again():
    """It is reported and play goes on; the first write that works makes the journal whole."""
    watched = Watched()
    watched.outside.writable = False
    watched.do("-h1 200 +h7 1500 -a8 200 +a3 1500")
    assert watched.record() == ["h1h7", "a8a3"]
    assert [payload for payload in watched.payloads() if payload.startswith("err 0 the journal")]
    assert saved.read(watched.board.saved)["turns"] == []
    watched.outside.writable = True
    watched.do("-h7 200 +h1 1500")
    assert watched.record() == ["h1h7", "a8a3", "h7h1"]
    assert saved.read(watched.board.saved)["turns"] == ["h1h7", "a8a3", "h7h1"]
