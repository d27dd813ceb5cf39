"""Boards for the doctor: simulated ones with real drivers on modelled chips, faults by name, and hands that help with the examination."""

import random

import engine
from board_drivers.profile import Profile
from host import profiles
from host.client import Client
from host.doctor.exam import Exam
from host.sim.board import Board, configuration
from host.sim.layout import Layout
from host.sim.runtimes import CPythonRuntime
from host.sim.world import World
from host.transport import BoardTransport

SLICE_S = 0.2


class Everywhere(Layout):
    """All squares of a board, whatever game is played on it."""

    def __init__(self, profile):
        bits = profile.cell_bits()
        self.board_cell = {profile.square(cell): cell for cell in range(profile.n)}
        self.bit = {square: bits[cell] for square, cell in self.board_cell.items()}
        self.near = {square: [bits[beside] for beside in _around(profile, cell)] for square, cell in self.board_cell.items()}


def _around(profile, cell):
    rank, file = divmod(cell, profile.files)
    return [
        (rank + up) * profile.files + file + right
        for up in (-1, 0, 1)
        for right in (-1, 0, 1)
        if (up or right) and 0 <= rank + up < profile.ranks and 0 <= file + right < profile.files
    ]


class Restless(Board):
    """A board whose device is made to scan even where nothing changes while its chips are noisy or a driver has rows in doubt (it counts scans
    until it believes them again); and whose lamps may disturb switches."""

    shaken = ()
    scanning = False

    def run_until(self, ms):
        while self.now_ms + 2 < ms and (self.scanning or self._doubted()):
            super().run_until(self.now_ms + 2)
            self.runtime.device.look()
        super().run_until(ms)

    def _doubted(self):
        device = self.runtime.device
        return self.runtime.pins and device is not None and any(device.shell.scanner.faults)

    def _output(self, ms, kind, data):
        super()._output(ms, kind, data)
        if kind == "lamps":
            for square in self.shaken:
                at = max(self.now_ms, ms) * 1000 + 4000
                self.world.pass_over(at, square, 12)


class Patient:
    """A board of the profile `name`, real drivers and chips if `pins`, its switches noisy by the level `noise`; `wires`: {square: square}
    exchanged wires."""

    def __init__(self, name="classic-8x8", noise="off", seed=0, pins=False, wires=None):
        self.profile = profiles.load(name)
        game = engine.new(sorted(self.profile.games)[0])
        layout = Everywhere(self.profile)
        self.world = World(layout, set(), noise, seed)
        if wires:
            bits = dict(layout.bit)
            layout.bit.update({square: bits[other] for square, other in wires.items()})
        self.board = Restless(CPythonRuntime(pins=pins), self.world, profiles.device_json(name).decode(), configuration(game), gap=0)
        self.board.switch_on()
        self.board.wait(500)

    @property
    def chips(self):
        """The chip model under the switches."""
        return self.board.runtime.device.parts.bench.switches

    @property
    def bench(self):
        """All chip models."""
        return self.board.runtime.device.parts.bench

    def examine(self, guided=True, helper=None):
        """Examine; returns the Report."""
        transport = BoardTransport(self.board)
        client = Client(transport)
        client.greet(5)
        self.helper = helper or Hands(self)
        return Exam(client, self.profile, self.helper, SLICE_S).run(guided, 2.0)


class Hands:
    """Hands that do what the doctor asks; they see lamps, and hear when the doctor asks again."""

    def __init__(self, patient, clumsy=0):
        self.world, self.board, self.patient = patient.world, patient.board, patient
        self.random = random.Random(clumsy)
        self.task = None
        self.deadline = 0
        self.tasks = []

    def _now(self):
        return self.board.now_ms * 1000 + self.random.randrange(2000)

    def begin(self, task):
        """Do it at once."""
        self.task = task
        self.tasks.append(task.kind)
        self.deadline = self.board.now_ms + {"put": 3000, "press": 500}.get(task.kind, 600)
        if task.kind in ("clear", "put", "fill"):
            self._arrange(set(task.squares))
        if task.kind == "press":
            from host.sim import doings

            self.board.do(doings.parse("press " + task.squares[0])[0])

    def _arrange(self, wanted):
        for square in sorted(self.world.occupied - wanted):
            self.world.lift(self._now(), square)
            self.board.wait(self.random.randrange(100, 400))
        for square in sorted(wanted - self.world.occupied):
            self.world.put(self._now(), square)
            self.board.wait(self.random.randrange(20, 200))

    def done(self):
        """Whether a person would have pressed Enter by now."""
        return self.board.now_ms >= self.deadline

    def answer(self):
        """The squares whose lamps are dark."""
        if not self.patient.profile.lights or not self.patient.board.runtime.pins:
            return ()
        lamps = self.patient.bench.lamps()
        return tuple(self.patient.profile.square(cell) for cell in range(self.patient.profile.n) if lamps[cell] == (0, 0, 0))


__all__ = ["Everywhere", "Hands", "Patient", "Profile", "Restless"]
