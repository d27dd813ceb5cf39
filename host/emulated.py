"""A board without hardware for programs: the real firmware on simulated switches, in a thread, on a port like any board's."""

import os
import threading

import engine
from host.errors import UserError
from host.sim import board as boards
from host.sim import doings, runtimes
from host.sim.emulator import Emulator
from host.sim.ports import PtyPort, TcpPort
from host.sim.runtimes import DeviceCrash


class Emulated:
    """An emulated board. A context manager; `port` is what to open.

        with reedboard.Emulated("folky") as emulated, reedboard.Board(emulated.port) as board:
            emulated.hands("-h1 +h7")

    game: the name of a game, or an engine game at the position to begin with; profile: name of a board profile (None: the usual one); noise: `off`,
    `light` or `hard`, with `seed`; runtime: where the firmware runs, `cpython` or `micropython`; speed: how many times faster than the clock time
    passes there; tcp: on a TCP port of this machine instead of a pseudo-terminal; gap: ms that hands need between two doings (None: as usual).
    `messages`: what is to be said to a person about the hands. Raises reedboard.UserError.
    """

    def __init__(self, game="folky", profile=None, noise="off", seed=0, runtime="cpython", speed=1.0, tcp=False, gap=None):
        if isinstance(game, str):
            game = engine.new(game)
        self.messages = []
        self.error = None
        self._port = TcpPort(0) if tcp else PtyPort()
        self.port = self._port.name
        self._source, self._sink = os.pipe()
        try:
            pace = {} if gap is None else {"gap": gap}
            board = boards.make(runtimes.make(runtime), game, profile or boards.default_board(game.name), noise=noise, seed=seed, **pace)
            self.emulator = Emulator(board, game, [self._port], self._source, speed, self.messages.append)
        except UserError:
            self._port.close()
            self._close_pipe()
            raise
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self):
        try:
            self.emulator.run()
        except DeviceCrash as error:
            self.error = error

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *error):
        self.emulator.stop()
        self._thread.join()
        self._close_pipe()

    def _close_pipe(self):
        os.close(self._source)
        os.close(self._sink)

    def check(self):
        """Raise reedboard.UserError if the firmware has stopped."""
        if self.emulator.ended:
            self._thread.join()
        if self.error:
            raise UserError(f"the firmware stopped: {self.error}")

    def hands(self, text):
        """Let hands do what `text` says, in the notation of scenario files: -e2 lifts what is on e2, +e4 puts it down, 500 waits 500 ms, ...

        ValueError for a text that can't be read.
        """
        doings.parse(text)
        os.write(self._sink, text.encode() + b"\n")
