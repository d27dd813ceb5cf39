"""Random bytes into both ends: no exception, no growth, and afterwards everything still works."""

import random
import sys

import pytest
from firmware import link
from host.client import Client
from host.transport import Script

from tests.link.lines import simulated
from tests.link.noise import rubbish

PIECE = 4000


class Deaf(Script):
    """A board that does not answer and takes whatever is asked."""

    def _answer(self, number, payload):
        pass


def size_of(thing, seen=None):
    """Bytes that `thing` and all that hangs on it take."""
    seen = seen if seen is not None else set()
    if id(thing) in seen or isinstance(thing, type) or callable(thing):
        return 0
    seen.add(id(thing))
    parts = []
    if isinstance(thing, dict):
        parts = [*thing.keys(), *thing.values()]
    elif isinstance(thing, (list, tuple, set)) or type(thing).__name__ == "deque":
        parts = list(thing)
    elif hasattr(thing, "__dict__"):
        parts = list(thing.__dict__.values())
    return sys.getsizeof(thing) + sum(size_of(part, seen) for part in parts)


def feed_board(count, seed):
    """Let a board hear `count` random bytes; returns how much bigger it is afterwards than after a tenth of them."""
    rng, board, buffer = random.Random(seed), simulated(), link.LineBuffer()
    shell = board.runtime.device.shell
    sizes, heard = [], 0
    while heard < count:
        data = rubbish(rng, PIECE)
        heard += len(data)
        for line in buffer.feed(data):
            board.send(line)
            board.wait(2)
        if heard >= count // 10 * (1 + len(sizes) * 9) and len(sizes) < 2:
            sizes.append(size_of(shell.controller) + size_of(shell.recorder) + size_of(buffer))
    said = [b" err "]
    board.on_output = lambda ms, kind, data: said.append(data)
    while any(b" err " in line for line in said):       # what it has not come to yet
        said.clear()
        board.wait(1000)
    board.send(link.encode(5, "hello"))
    board.wait(10)
    assert any(b" hello reedboard=" in line for line in said)
    assert shell.controller.line.records > 2, "the rubbish never began a new game: it does not get deep enough"
    return sizes[-1] - sizes[0]


def feed_host(count, seed):
    """The same for a client."""
    rng, line = random.Random(seed), Deaf()
    client = Client(line)
    sizes, heard = [], 0
    while heard < count:
        data = rubbish(rng, PIECE)
        heard += len(data)
        line.send(data)
        client.poll(0.01)
        line.heard.clear()
        if heard >= count // 10 * (1 + len(sizes) * 9) and len(sizes) < 2:
            sizes.append(size_of(client.mirror) + size_of(client.log) + size_of(client._orders) + size_of(client._refusals) + size_of(client._lines))
    return sizes[-1] - sizes[0]


GROWTH = 60_000     # bytes; a longer record or fuller lists, not a leak


def test_a_board_survives_rubbish():
    assert feed_board(150_000, "short") < GROWTH


def test_a_host_survives_rubbish():
    assert feed_host(300_000, "short") < GROWTH


@pytest.mark.proof
@pytest.mark.parametrize("feed", [feed_board, feed_host])
def test_ten_million_bytes(feed):
    growth = feed(10_000_000, "long")
    print(f"{feed.__name__}: 10,000,000 random bytes: no exception; {growth} bytes bigger")
    assert growth < GROWTH
