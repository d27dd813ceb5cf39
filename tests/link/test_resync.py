"""After damage in both directions one snapshot puts the host's mirror in step again; turns are neither lost nor invented meanwhile."""

import random

import engine
import pytest
from firmware import link
from host.client import Client
from host.sim import hands
from host.transport import BoardTransport

from tests.link.lines import simulated
from tests.link.noise import damaged


class Rough(BoardTransport):
    """A line that damages `rate` of the bytes that go either way."""

    def __init__(self, board, rng):
        super().__init__(board)
        self.rng, self.rate = rng, 0.0
        self._ears = link.LineBuffer()

    def _spoil(self, data):
        return damaged(data, self.rng, self.rate) if self.rate else data

    def read(self, seconds):
        """See Transport."""
        return self._spoil(super().read(seconds))

    def write(self, data):
        """See Transport."""
        self._check()
        for line in self._ears.feed(self._spoil(data)):
            self.board.send(line)


def snapshots_needed(seed, rate, plies):
    """Play with `rate` of all bytes damaged, then without: how many snapshots came until the mirror was in step, and how many frames had been
    damaged. AssertionError if the mirror then has other turns than were made."""
    rng = random.Random(seed)
    game = ("folky", "courier")[rng.randrange(2)]
    board, truth = simulated(game, gap=0), engine.new(game)
    line = Rough(board, rng)
    client = Client(line)
    client.greet(5)
    line.rate = rate
    for _ in range(plies):
        turn = rng.choice(list(truth.turns()))
        for doing in hands.plain(truth, turn):
            board.do(doing)
            client.poll(0.1)
        truth.push(turn)
        for _ in range(10):
            client.poll(0.1)
        if truth.result() != "*":
            break
    line.rate = 0.0
    client.poll(0)      # what was still on its way
    mirror, taken = client.mirror, []
    mirror.listeners.append(lambda verb, rest: taken.append(verb))
    end = board.now_ms + 20_000
    while not (mirror.in_step and len(mirror.record) == len(truth.history) and mirror.game.position_text() == truth.position_text()):
        assert board.now_ms < end, f"not in step after 20 s: {mirror.record}"
        client.poll(0.1)
    assert mirror.game.history == truth.history
    return taken.count("snap"), mirror.damaged + mirror.gaps


def test_one_snapshot_is_enough():
    found = [snapshots_needed(f"short {number}", rate, 6) for number, rate in enumerate([0.001, 0.003, 0.01] * 6)]
    assert max(needed for needed, _ in found) <= 1 and sum(damage for _, damage in found) > 20, found


@pytest.mark.proof
def test_one_snapshot_is_enough_in_many_games():
    found = [snapshots_needed(f"long {number}", 0.001, 40) for number in range(500)]
    print(f"500 games with 0.1 % of bytes damaged: {sum(damage for _, damage in found)} damaged or missing frames, at most "
          f"{max(needed for needed, _ in found)} snapshots to be in step")
    assert max(needed for needed, _ in found) <= 1
