"""Figures of the firmware on the emulated RP2040 at 125 MHz, in the chip's own time; the chip itself is up to 1.4 times slower.

All of them are in virtual time, so they are the same on every computer.
"""

import json
import random
import statistics

import engine
from board_drivers import schema
from host import profiles
from host.bench import Figure
from host.client import Mirror
from host.pico import payload
from host.pico.repl import Repl
from host.sim import board as boards
from host.sim import hands
from host.sim.doings import parse, text

GROUP = "pico"
READY_MS = 2500
ASKED_MS = 1000     # what the host asks for when a board has said hello is answered by then
REST_MS = 300
QUICK_MS = 60  # between two doings of hands in a hurry
LIFTS = 6
ROUNDS = 9

# The port is the prompt's here, so the firmware gets none.
_START = """
import gc, time
gc.collect()
from firmware import device
device.UsbLine = lambda: None
shell = device.start()
gc.collect()
"""
_IDLE = """
now = 0
for _ in range(600):
    now += 2
    shell.tick(now)
def idle(times):
    tick, at = shell.tick, now
    gc.collect()
    before = gc.mem_alloc()
    start = time.ticks_us()
    for _ in range(times):
        tick(at)
    took = time.ticks_diff(time.ticks_us(), start)
    return took, gc.mem_alloc() - before
def scans(times):
    scan, frame = shell.scanner.scan, shell.frame
    before = gc.mem_alloc()
    start = time.ticks_us()
    for _ in range(times):
        scan(frame)
    took = time.ticks_diff(time.ticks_us(), start)
    return took, gc.mem_alloc() - before
idle(2), scans(2)
"""
# What noting one toggle takes, and what the recorder adds to all steps that follow it (the tracker makes some fifty), against a recorder that
# does nothing but what the shell needs. Toggles are far apart, and the lamps are not sent.
_RECORDER = """
import gc, time
from firmware.recorder import Recorder
class Still:
    faults = shell.scanner.faults
    bits = shell.scanner.bits
    def __init__(self):
        self.kept = bytearray(shell.frame)
    def scan(self, frame):
        frame[:] = self.kept
class Nothing:
    frame = bytearray(len(shell.frame))
    mask = 0
    wants = False
    def news(self, frame, mask):
        return mask != self.mask or frame != self.frame
    def note(self, now, frame, mask, line):
        self.frame[:] = frame
    def after(self):
        pass
    def again(self, count):
        pass
still = shell.scanner = Still()
shell.lights = shell.display = None
def toggled(now):
    tick, kept = shell.tick, still.kept
    took = 0
    for i in range(8):
        kept[0] ^= 128 >> (i >> 1)
        gc.collect()
        start = time.ticks_us()
        for j in range(25):
            tick(now)
            now += 2
        took += time.ticks_diff(time.ticks_us(), start)
        for j in range(500):
            now += 2
            if now >= shell._due or shell.controller._job is not None:
                tick(now)
    return took // 8
def noted():
    recorder, frame = shell.recorder, bytearray(shell.recorder.frame)
    start = time.ticks_us()
    for now in range(200000, 200900, 30):
        frame[5] ^= 8
        recorder.note(now, frame, 0, None)
        recorder.after()
    return time.ticks_diff(time.ticks_us(), start) // 30
kept, costs = shell.recorder, [0, 0]
toggled(10000)
for i in range(4):
    shell.recorder = (Nothing(), kept)[i & 1]
    costs[i & 1] += toggled(40000 + 30000 * i)
gc.collect()
before = gc.mem_alloc()
another = Recorder(shell.controller)
gc.collect()
print(noted(), (costs[1] - costs[0]) // 2, gc.mem_alloc() - before)
"""
# The longest pieces of what is done between scans, with a record of 60 plies.
_PIECES = """
import gc, time
from firmware import state, talk
controller = shell.controller
game = controller.tracker.game
while len(game.history) < 60 and game.result() == "*":
    for turn in game.turns():
        break
    game.push(turn)
def longest(job):
    most = 0
    gc.collect()
    while True:
        start = time.ticks_us()
        try:
            next(job)
        except StopIteration:
            return most
        most = max(most, time.ticks_diff(time.ticks_us(), start))
print(longest(state.freezing(controller, bytearray())), longest(talk.saying(controller.line, 3)))
"""
_LISTS = """
import engine, gc, time
def turns(name, position):
    game = engine.new(name, position)
    gc.collect()
    start = time.ticks_us()
    for turn in game.turns():
        pass
    return time.ticks_diff(time.ticks_us(), start)
"""


def prompt(emulator, board=None, game=None):
    """A prompt on a freshly started chip with the project's bytecode and, if named, the files of a board and a game."""
    files = {**payload.compiled(), **payload.stand_ins()}
    device = {}
    if board is not None:
        profile = profiles.device_json(board)
        device = schema.checked(json.loads(profile))
        files["profile.json"] = profile
        files["config.json"] = json.dumps({"game": game, "position": None, "options": {}})
    emulator.start(files, device)
    return Repl(emulator)


def scan_figures(emulator, progress):
    """Full scans of all boards of the project that a Pico runs."""
    for name in profiles.names():
        profile = profiles.load(name)
        if profile.mcu != "pico":
            continue
        progress(f"scan: {name}")
        repl = prompt(emulator, name, next(iter(profile.games)))
        repl.run(_START + _IDLE, limit_us=120_000_000)
        # interrupts fall into some of the rounds
        rounds = [repl.run("print(*scans(50))", limit_us=120_000_000).split() for _ in range(ROUNDS)]
        took = statistics.median(int(took) for took, _ in rounds)
        yield Figure(GROUP, f"scan of {profile.n} squares, {name}", took / 50_000, "ms", 3)
        yield Figure(GROUP, f"scan, {name}, heap taken", max(int(allocated) for _, allocated in rounds), "bytes")


def firmware_figures(emulator, progress):
    """The firmware with each game on its usual board: heap, an idle tick, a cold start."""
    for name in engine.NAMES:
        board = boards.default_board(name)
        progress(f"firmware: {name}")
        repl = prompt(emulator, board, name)
        repl.run(_START, limit_us=60_000_000)
        yield Figure(GROUP, f"{name} started, heap free", repl.heap_free() / 1024, "KB", 1)
        took, allocated = map(int, repl.run(_IDLE + "print(*idle(50))", limit_us=120_000_000).split())
        yield Figure(GROUP, f"{name}, idle tick with scan and debounce", took / 50_000, "ms", 3)
        yield Figure(GROUP, f"{name}, idle tick, heap taken", allocated, "bytes")


def recorder_figures(emulator, progress):
    """The flight recorder on FOLKY's usual board: what it costs, and its memory (without its code)."""
    progress("recorder")
    repl = prompt(emulator, boards.default_board("folky"), "folky")
    repl.run(_START, limit_us=60_000_000)
    noted, followed, heap = map(int, repl.run(_IDLE + _RECORDER, limit_us=240_000_000).split())
    yield Figure(GROUP, "flight recorder, noting a toggle", noted / 1000, "ms", 3)
    yield Figure(GROUP, "flight recorder, all steps that follow a toggle", followed / 1000, "ms", 3)
    yield Figure(GROUP, "flight recorder, heap", heap / 1024, "KB", 1)
    repl = prompt(emulator, boards.default_board("courier"), "courier")
    repl.run(_START, limit_us=60_000_000)
    freezing, saying = map(int, repl.run(_IDLE + _PIECES, limit_us=240_000_000).split())
    yield Figure(GROUP, "courier, 60 plies, longest piece of freezing", freezing / 1000, "ms", 1)
    yield Figure(GROUP, "courier, 60 plies, longest piece of a snapshot", saying / 1000, "ms", 1)


def list_figures(emulator, positions, progress):
    """All legal turns of positions: `positions` is a dict game -> list of position texts."""
    for name, texts in positions.items():
        progress(f"turn lists: {name}")
        repl = prompt(emulator)
        repl.run(_LISTS)
        took = [int(repl.run(f"print(turns({name!r}, {position!r}))")) / 1000 for position in texts]
        yield Figure(GROUP, f"{name}, all turns of a position, median of {len(took)}", statistics.median(took), "ms", 1)
        yield Figure(GROUP, f"{name}, all turns of a position, most", max(took), "ms", 1)


class Session:
    """A board on the emulated Pico whose outputs are timed. `mirror` follows the game; `asked_gap`: `gap` while its first request was answered."""

    def __init__(self, runtime, name):
        self.mirror = Mirror()
        self.lights = []
        self.turns = []  # (ms, number of turns in the record)
        self.hello_ms = None
        self.game = engine.new(name)
        self.board = boards.make(runtime, self.game, boards.default_board(name), gap=0, on_output=self._output)
        self.board.switch_on()
        self.wait(READY_MS)
        self.gap()
        self.wait(ASKED_MS)
        self.asked_gap = self.gap()

    def _output(self, ms, kind, data):
        if kind == "lights":
            self.lights.append(ms)
        elif kind == "tx":
            frame = self.mirror.feed(data)
            if frame and frame[0] == "hello" and self.hello_ms is None:
                self.hello_ms = ms
            if frame and frame[0] == "turn":
                self.turns.append((ms, len(self.mirror.record)))

    def gap(self):
        """The longest time between two scans since it was last asked for (ms)."""
        return self.board.runtime.emulator.state()["scanGap"] / 1000

    def wait(self, ms):
        """Let time pass."""
        self.board.wait(ms)
        while self.mirror.to_send:
            self.board.send(self.mirror.to_send.pop(0))

    def do(self, doings_text, pause=0):
        """Hands do what the text says, with a pause after each doing."""
        for doing in parse(doings_text):
            self.board.do(doing)
            self.wait(pause)

    def lift_to_lights(self, square):
        """Milliseconds from lifting what stands on `square` to the next change of the lamps; None if there is none within a second."""
        start, known = self.board.now_ms, len(self.lights)
        self.do(f"-{square}")
        self.wait(1000)
        found = self.lights[known] - start if len(self.lights) > known else None
        self.do(f"+{square}")
        self.wait(1500)
        return found

    def rest_to_commit(self, turns):
        """Milliseconds from the end of the rest time to when all `turns` of the game, made in a hurry, are in the record."""
        ahead = engine.new(self.game.name)
        for turn in turns:
            self.do(text(hands.plain(ahead, turn)), QUICK_MS)
            ahead.push(turn)
        last, wanted = self.board.now_ms - QUICK_MS, len(turns)
        self.wait(3000)
        found = [ms for ms, count in self.turns if count >= wanted]
        return found[0] - last - REST_MS if found else None


def quiet_row(name, count, seed=1):
    """`count` turns from the start in which nothing leaves the board and no square is used twice."""
    dice = random.Random(seed)
    while True:
        game, used, row = engine.new(name), set(), []
        while len(row) < count:
            fitting = [turn for turn in game.turns() if len(turn) == 2 and max(turn) < engine.BOX and not used & set(turn)]
            if not fitting:
                break
            row.append(dice.choice(fitting))
            used |= set(row[-1])
            game.push(row[-1])
        if len(row) == count:
            return row


def latency_figures(runtime, progress):
    """From hands to record and lights, per game."""
    for name in engine.NAMES:
        progress(f"latency: {name}")
        session = Session(runtime, name)
        yield Figure(GROUP, f"{name}, cold start to ready", session.hello_ms, "ms")
        squares = sorted({session.game.square(turn[0]) for turn in session.game.turns() if turn[0] < engine.BOX})
        took = [ms for ms in map(session.lift_to_lights, squares[:LIFTS]) if ms is not None]
        yield Figure(GROUP, f"{name}, lift to lights, most of {len(took)}", max(took, default=float("nan")), "ms")
        yield Figure(GROUP, f"{name}, first request of a host, longest gap between scans", session.asked_gap, "ms", 1)
        for count in (1, 4):
            if name == "alquerque" and count > 1:
                continue  # its captures are compulsory: no four quiet turns follow each other
            session = Session(runtime, name)
            took = session.rest_to_commit(quiet_row(name, count))
            label = "rest to commit" if count == 1 else "four quick plies, rest to record"
            yield Figure(GROUP, f"{name}, {label}", float("nan") if took is None else took, "ms")
            yield Figure(GROUP, f"{name}, {label}, longest gap between scans", session.gap(), "ms", 1)
        session.board.runtime.stop()


def figures(runtime, positions, progress):
    """Yield all `Figure`s. runtime: a host.pico.runtime.PicoRuntime; positions: see `list_figures`; progress(text): told what runs."""
    emulator = runtime.emulator
    yield from scan_figures(emulator, progress)
    yield from firmware_figures(emulator, progress)
    yield from recorder_figures(emulator, progress)
    yield from list_figures(emulator, positions, progress)
    yield from latency_figures(runtime, progress)
