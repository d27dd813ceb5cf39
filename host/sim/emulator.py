"""A board without hardware, on the wall's clock: serial ports on one side, hands' doings as text on the other."""

import collections
import os
import select
import time

from host.sim import doings

SLICE_S = 0.02
_BEHIND = 10  # slices; a computer that can't keep up loses the time beyond that


class Emulator:
    """Paces a Board to the wall's clock and joins it to ports and to a stream of doings.

    board: host.sim.board.Board, not yet switched on; game: the engine game that it is set up with; ports: see
    host.sim.ports; source: file descriptor with lines of doings, or None; speed: how many times faster than the wall's
    clock its time runs; say(text): called with short messages about bad input.
    """

    def __init__(self, board, game, ports, source=None, speed=1.0, say=None):
        self.board = board
        self.ports = ports
        self.source = source
        self.speed = speed
        self.say = say or (lambda text: None)
        squares = [game.square(cell) for cell in range(game.n)]
        self.truth = doings.Truth(squares, board.world.occupied)
        self.stopped = False
        self.ended = False
        self._partial = b""
        self._agenda = collections.deque()
        self._busy_until = 0
        self._plugged = True
        board.on_output = self._output

    def run(self):
        """Run until `stop` is called or a line says `quit`. Raises DeviceCrash when the firmware stops with an error."""
        try:
            self.board.switch_on()
            self._zero = time.monotonic()
            while not self.stopped:
                self._wait()
                self._listen()
                self._pass_time()
        finally:
            self.ended = True
            self.board.runtime.stop()
            for port in self.ports:
                port.close()

    def stop(self):
        """End `run` at its next slice (from any thread or signal handler)."""
        self.stopped = True

    # time

    def _pass_time(self):
        """Let the board's time catch up with the wall's, doing on the way what is on the agenda."""
        board = self.board
        target = int((time.monotonic() - self._zero) * 1000 * self.speed)
        most = board.now_ms + max(1, int(SLICE_S * 1000 * self.speed * _BEHIND))
        if target > most:
            self._zero += (target - most) / 1000 / self.speed
            target = most
        while self._agenda and self._due() <= target:
            ms = max(self._due(), board.now_ms)
            board.run_until(ms)
            self._busy_until = ms
            self._agenda.popleft()[1]()
            self._follow_cable()
        if target > board.now_ms:
            board.run_until(target)

    def _due(self):
        return self._busy_until + self._agenda[0][0]

    def _follow_cable(self):
        """Ports go away with the cable or the power, and come back with them."""
        plugged = self.board.cable and self.board.power
        if plugged != self._plugged:
            self._plugged = plugged
            for port in self.ports:
                if plugged:
                    port.plug()
                else:
                    port.unplug()

    # in and out

    def _wait(self):
        handles = [self.source] if self.source is not None else []
        for port in self.ports:
            handles += port.handles()
        select.select(handles, [], [], SLICE_S)

    def _listen(self):
        for port in self.ports:
            for line in port.read():
                self.board.send(line)
        if self.source is not None and select.select([self.source], [], [], 0)[0]:
            self._take_words(os.read(self.source, 4096))

    def _output(self, ms, kind, data):
        if kind == "tx":
            for port in self.ports:
                port.write(data)

    def _take_words(self, data):
        if not data:
            self.source = None
            data = b"\n" if self._partial else b""
        lines = (self._partial + data).split(b"\n")
        self._partial = lines.pop()
        for line in lines:
            self.command(line.decode("utf-8", "replace"))

    def command(self, line):
        """Put a line of doings on the agenda, the whole of it or, if something in it can't be done, nothing."""
        words = line.partition("#")[0].strip()
        if words == "quit":
            self.stop()
            return
        truth = self.truth.copy()
        try:
            planned = doings.parse(words)
            for doing in planned:
                if doing.kind == "host":
                    raise doings.DoingError("'host': requests go over the port")
                truth.follow(doing)
        except doings.DoingError as error:
            self.say(f"{error}; nothing of this line was done")
            return
        self.truth = truth
        if not self._agenda:
            self._busy_until = max(self._busy_until, self.board.now_ms - self.board.gap)
        for doing in planned:
            self._agenda.extend(self.board.plan(doing))
