"""What the tests of recordings share: everything that a board's recorder writes, kept while it is written."""

import random

import engine
from firmware import notes
from host import profiles, trace
from host.campaign.truth import GameRun
from host.sim import hands

from tests.link.lines import simulated


OFTEN = 400     # bytes of the stream


class Tape:
    """Keeps the whole stream of the recorder of `shell` (firmware.main.Shell), looking whenever `often` bytes are new.

    What has been looked at is not changed any more, so looking after every step makes other entries.
    """

    def __init__(self, shell, often=OFTEN):
        self.often = often
        self.recorder = shell.recorder
        self.data = bytearray()
        self.place = self.recorder.from_
        self._note = self.recorder.note
        self.recorder.note = self._keep

    def _keep(self, *step):
        self._note(*step)
        if self.recorder.end - self.place > self.often:
            self.take()

    def take(self):
        """Take what is new."""
        while self.place < self.recorder.end:
            piece = notes.read(self.recorder, self.place, 96)
            assert piece, "the recorder forgot something before it could be read"
            self.data += piece
            self.place += len(piece)


def taped_game(game, seed, plies=25, level="hard"):
    """A random game by random hands; returns its Trace."""
    run = GameRun(game, level, seed)
    shell = run.runtime.device.shell
    tape = Tape(shell)
    run.play(plies)
    tape.take()
    return as_trace(shell.controller, tape.data)


def as_trace(controller, data):
    """The Trace of the bytes `data` of the recorder of `controller`."""
    form = profiles.device_form(profiles.read(controller.profile.name))
    return trace.from_stream({"reedboard": "0.1.0", "board": controller.profile.name}, form, bytes(data))


def taped_evening(hours, seed, game="folky"):
    """People who play game after game for so many hours, thinking as long as people do, with a host that listens; returns the Trace."""
    rng, board = random.Random(seed), simulated(game, noise="hard", seed=7)
    shell = board.runtime.device.shell
    tape = Tape(shell)
    number = 0
    truth = engine.new(game)
    end = board.now_ms + hours * 3_600_000
    while board.now_ms < end:
        steps = hands.plain(truth, rng.choice(list(truth.turns())))
        for doing in steps:
            board.do(doing)
            board.wait(rng.randrange(50, 900))
        thinking = board.now_ms + rng.randrange(2_500, 40_000)
        while board.now_ms < thinking:
            number += 1
            board.send(trace.link.encode(number, f"ack {shell.controller.line.event}"))
            board.wait(min(4000, thinking - board.now_ms))
        truth = _as_the_board_has_it(board, shell.controller)
    tape.take()
    return as_trace(shell.controller, tape.data)


LONGEST = 200       # plies, then people begin anew: random turns seldom end a game


def _as_the_board_has_it(board, controller):
    """The game as the controller has it; at its end, or where something went wrong, all is set up anew."""
    if controller.question:
        board.send(trace.link.encode(controller.line.now % 100000 + 1, f"answer {controller.question.names[0]}"))
        board.wait(1000)
    game = controller.tracker.game
    if game.result() != "*" or controller.told or len(game.history) >= LONGEST:
        first = engine.new(game.name)
        for doing in hands.rearrange(set(board.world.occupied), hands.occupied(first)):
            board.do(doing)
        if game.result() == "*":
            board.send(trace.link.encode(controller.line.now % 100000 + 1, f"new {game.name}"))
        board.wait(3000)
        game = controller.tracker.game
    return engine.new(game.name, game.position_text(), **game.options)
