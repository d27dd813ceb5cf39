"""Whole games played through pin-level switches on the emulated Pico, the record read over its serial port."""

import json
from pathlib import Path

import engine
import host
import pytest
from engine import gamefile
from host.client import Mirror
from host.sim import board as boards
from host.sim import doings
from host.sim.player import GamePlayer

GAMES = json.loads((Path(__file__).parent / "games.json").read_text())
START_MS = 3000
PATIENCE_MS = 30_000
SLICE_MS = 50


class Match:
    """A board on a runtime and what it says of the game: `record` and `position` are those of the longest record so far.

    After the last goal of a match hands set up the first position, with which the board begins a new game.
    """

    def __init__(self, runtime, game):
        self.mirror = Mirror()
        self.record, self.position, self.results = [], game.position_text(), []
        self.board = boards.make(runtime, game, boards.default_board(game.name), on_output=self._output)
        self.board.switch_on()
        self.wait(START_MS)

    def _output(self, ms, kind, data):
        if kind != "tx":
            return
        frame = self.mirror.feed(data)
        if frame and frame[0] == "result":
            self.results.append(frame[1].split()[0])
        if len(self.mirror.record) > len(self.record):
            self.record, self.position = list(self.mirror.record), self.mirror.game.position_text()

    def wait(self, ms):
        """Let time pass; what the mirror wants to say is sent."""
        self.board.wait(ms)
        while self.mirror.to_send:
            self.board.send(self.mirror.to_send.pop(0))

    def perform(self, text):
        """Hands do what the text says."""
        for doing in doings.parse(text):
            self.board.do(doing)

    def play(self, game, texts):
        """Play the turns from the position of `game`, each when the board has the one before."""
        turns, ahead = [], engine.new(game.name, game.position_text(), **game.options)
        for text in texts:
            turns.append(ahead.parse_turn(text))
            ahead.push(turns[-1])
        player = GamePlayer(turns, game, self.mirror, self.perform)
        waited = 0
        while not player.done:
            waited = 0 if player.step() else waited + SLICE_MS
            assert waited < PATIENCE_MS, player.trouble()
            self.wait(SLICE_MS)
        self.wait(1000)
        return ahead


def folky():
    """The published game: turn texts."""
    text = (Path(host.__file__).parent / "data" / "folky-sample.txt").read_text(encoding="utf-8")
    record = gamefile.read(text, game="folky", lang="cs")
    return [record.at(ply).turn_text(turn) for ply, turn in enumerate(record.turns)]


def check(match, ahead, result):
    """The board has had the whole game and its result."""
    mirror = match.mirror
    assert match.position == ahead.position_text()
    assert ahead.result() == result
    assert set(match.results) == (set() if result == "*" else {result})
    assert not mirror.faults and not mirror.fix


def test_six_plies(runtime):
    """The beginning of the published game."""
    game = engine.new("folky")
    match = Match(runtime, engine.new("folky"))
    ahead = match.play(game, folky()[:6])
    check(match, ahead, "*")
    assert len(match.record) == 6


@pytest.mark.proof
def test_the_published_game(runtime):
    """All 44 plies of it."""
    match = Match(runtime, engine.new("folky"))
    ahead = match.play(engine.new("folky"), folky())
    check(match, ahead, "0:1")
    assert len(match.record) == 44


@pytest.mark.proof
@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_whole_game(runtime, name):
    """From the first turn to the end of the game."""
    record = GAMES[name]
    match = Match(runtime, engine.new(name, **record["options"]))
    ahead = match.play(engine.new(name, **record["options"]), record["turns"].split())
    check(match, ahead, record["result"])
    assert len(match.record) == len(record["turns"].split())
