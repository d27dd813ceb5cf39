"""What the tests of the serial line share: a board in this process with a client on it, and hands that play on it."""

import random

import engine
from host.board import Board as LineBoard
from host.sim import board as boards
from host.sim import hands
from host.sim.runtimes import CPythonRuntime
from host.transport import BoardTransport


def simulated(game="folky", position=None, **more):
    """A simulated board, switched on and looked at for its rest; `more` as for host.sim.board.make."""
    game = engine.new(game, position)
    board = boards.make(CPythonRuntime(pins=False), game, boards.default_board(game.name), **more)
    board.switch_on()
    board.wait(1000)
    return board


class Pulled(BoardTransport):
    """A line of which pulling loses what is on its way, in the middle of a frame too."""

    def lose(self, keep):
        """The cable is pulled: of what is on its way only `keep` bytes have come."""
        del self._come[keep:]


class Players:
    """Random plain hands that play on `board`, and a client that watches, with cables pulled at random moments.

    `truth`: the game as it was played; `record`: what the client's events add up to.
    """

    def __init__(self, seed, game="folky"):
        self.random = random.Random(seed)
        self.board = simulated(game, gap=0)
        self.truth = engine.new(game)
        self.record = []
        self.pulls = self.turns = self.takebacks = 0
        self.library = LineBoard(self._connect())
        self.library.client._connect = self._connect
        self.library.client.mirror._sent = self.random.randrange(1, 10**8)

    def _connect(self):
        self.transport = Pulled(self.board)
        return self.transport

    @property
    def controller(self):
        """The controller inside."""
        return self.board.runtime.device.shell.controller

    def pause(self, ms):
        """Let time pass with the client polling, and perhaps the cable going out and in."""
        end = self.board.now_ms + ms
        while self.board.now_ms < end:
            if self.random.random() < 0.2:
                self._pull_or_plug()
            step = self.random.choice((0, 2, 5, 17, 40))
            self.board.wait(step + 1)
            if self.random.random() < 0.7:
                self.poll(0.0)

    def _pull_or_plug(self):
        if self.board.cable:
            self.pulls += 1
            self.transport.lose(self.random.randrange(60))
        self.board.cable = not self.board.cable

    def poll(self, seconds):
        """Let the client take what has come, and its events add to `record`."""
        self.library._poll(seconds)
        while self.library._queue:
            self._fold(self.library._queue.popleft())

    def _fold(self, event):
        kind = type(event).__name__
        if kind == "Turn":
            assert event.number == len(self.record) + 1, f"turn {event.number} after {len(self.record)}"
            self.record.append(event.text)
        elif kind == "TakenBack":
            assert event.number < len(self.record)
            del self.record[event.number :]
        elif kind == "NewGame":
            self.record = []

    def turn(self):
        """Let the hands make a random legal turn and rest."""
        turn = self.random.choice(list(self.truth.turns()))
        for doing in hands.plain(self.truth, turn):
            self.board.do(doing)
            self.pause(self.random.choice((20, 60, 150)))
        self.truth.push(turn)
        self.turns += 1
        self.pause(500)

    def take_back(self):
        """Let the host take the last turn back, however often the cable is pulled meanwhile, and hands put things back."""
        self.library.client.mirror.send("takeback 1")
        before = hands.occupied(self.truth)
        self.truth.pop()
        self.takebacks += 1
        self.settle()
        for doing in hands.rearrange(before, hands.occupied(self.truth)):
            self.board.do(doing)
            self.pause(60)
        self.pause(500)

    def settle(self):
        """Plug the cable in and let the client come up to date."""
        self.board.cable = True
        client = self.library.client
        for _ in range(400):
            self.poll(0.02)
            if client.connected and client.mirror.in_step and not client._orders and not client.mirror.to_send:
                return
        raise AssertionError(f"the client does not come up to date: {client.mirror.__dict__}")

    def check(self):
        """AssertionError unless board, client and events all have the turns that were made."""
        self.settle()
        game = self.controller.tracker.game
        twin = engine.new(game.name)
        texts = []
        for made in self.truth.history:
            texts.append(twin.turn_text(made))
            twin.push(made)
        assert game.history == self.truth.history
        assert self.library.client.mirror.record == texts
        assert self.record == texts

    @property
    def over(self):
        """Whether the game has ended or is long enough."""
        return self.truth.result() != "*" or len(self.truth.history) > 60
