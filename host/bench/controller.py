"""The firmware's figures: an idle tick, its heap on MicroPython, and how many physical turns the simulator makes."""

import random
import statistics
import time

import engine
from firmware import link
from host import profiles
from host.bench import Figure
from host.bench import device as measure
from host.sim import board as boards
from host.sim import hands, runtimes
from host.sim.doings import wait

HEAP = 256 * 1024       # bytes: a Pico's 192 KB, and more because pointers are twice as long here
ROOMY = 1024 * 1024     # bytes; where modelled chips, which a board has not in memory, need room too
TURNS = 400             # physical turns a round
LONGEST = 80            # plies, then a new game
SETTLE_MS = 700         # from the last doing until the turn is accepted, with room


def profile_text(name):
    """The device form (JSON text) of the profile on which the game `name` is usually played."""
    return profiles.device_json(boards.default_board(name)).decode()


class Recorder:
    """Counts the turns that a board's firmware reports as its record's."""

    def __init__(self):
        self.turns = 0

    def take(self, ms, kind, data):
        """Look at one output of the board (see `host.sim.board.Board`)."""
        frame = link.decode(data) if kind == "tx" else None
        if frame and frame[1].startswith("turn "):
            self.turns += 1


def physical_turns(name, wanted, seed=1):
    """Let hands make `wanted` turns of the game `name` on a simulated board; return how many the firmware recorded."""
    chance = random.Random(seed)
    recorder = Recorder()
    made = 0
    while made < wanted:
        game = engine.new(name)
        board = boards.make(runtimes.make("cpython"), game, boards.default_board(name), noise="light", seed=made, on_output=recorder.take)
        board.switch_on()
        board.wait(SETTLE_MS)
        while made < wanted and len(game.history) < LONGEST and game.result() == "*":
            turn = chance.choice(sorted(game.turns()))
            for doing in hands.plain(game, turn):
                board.do(doing)
            board.do(wait(SETTLE_MS))
            board.rested()
            game.push(turn)
            made += 1
        board.switch_off()
    return recorder.turns


def turns_rate(name):
    """Recorded physical turns of the game `name` a second of processor time."""
    start = time.process_time()
    recorded = physical_turns(name, TURNS)
    return recorded / (time.process_time() - start)


def idle_cost(ticks, microseconds):
    """Microseconds that one tick takes."""
    return microseconds / ticks


def figures(device, rounds, progress):
    """Yield the `Figure`s; `device` (MicroPython) may be None; `progress(text)` is told what runs."""
    progress("physical turns")
    rate = statistics.median(turns_rate("folky") for _ in range(rounds))
    yield Figure("firmware", "folky, physical turns in process", rate, "turns/s")
    for name in engine.NAMES:
        progress(f"idle tick: {name}")
        text = profile_text(name)
        yield Figure("firmware", f"{name}, idle tick on CPython", idle_cost(*measure.idle(name, text)), "us", 2)
        if device:
            yield from on_device(device, name, text)


def on_device(device, name, text):
    """Yield the figures of the game `name` on MicroPython, on the board of the profile JSON `text`."""
    idle = device.run(HEAP, "idle", name, text=text)
    if idle:
        yield Figure("firmware", f"{name}, idle tick on MicroPython", idle_cost(*idle), "us", 2)
    without, used = device.run(ROOMY, "drivers", name, text=text)
    drivers = used - without
    heap = device.run(HEAP, "firmware", name, text=text)
    if heap:
        yield Figure("firmware", f"{name} started, heap of firmware and drivers", (heap[1] - heap[0] + drivers) / 1024, "KB", 1)
