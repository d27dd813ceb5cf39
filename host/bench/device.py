"""Measures from inside MicroPython: `micropython device.py TASK ARGUMENTS`; prints numbers on one line.

Our packages come from MICROPYPATH; the folder of this file comes before it, so no file here may have the name of one of
them. `rate` and `idle` run on CPython too.

- `rate GAME DEPTH`: leaves and microseconds (of processor time) of a perft from the start of the game.
- `heap GAME`: bytes of heap in use without the engine, with the game started, and at most while it is played.
- `work GAME...`: starts the games one after another and plays each (to see whether it fits into the heap).
- `idle GAME`: controller ticks and microseconds at rest.
- `firmware GAME`: bytes of heap in use without and with the firmware (no drivers), at rest.
- `drivers GAME`: bytes of heap in use without and with the drivers (the modelled chips are there in both).

For the last three standard input is the profile (JSON text) of the board on which the game's first position stands.
"""

import gc
import sys
import time

PLIES = 60
TICK_MS = 2
REST_TICKS = 2000       # until the controller has come to rest after its start
IDLE_TICKS = 20000


def cpu_us():
    """Microseconds of processor time that this process has used."""
    if hasattr(time, "process_time"):
        return int(time.process_time() * 1000000)       # CPython
    return int(time.clock() * 1000000)


def rate(name, depth):
    """`(leaves, us)` of perft `depth` from the start of the game `name`."""
    import engine

    game = engine.new(name)
    gc.collect()
    start = cpu_us()
    leaves = engine.perft(game, depth)
    return leaves, cpu_us() - start


def in_use():
    """Bytes of heap that hold something that can still be reached."""
    gc.collect()
    return gc.mem_alloc()


def heap(name):
    """`(without, started, peak)`: bytes of heap in use, see above."""
    without = in_use()
    import engine

    game = engine.new(name)
    started = in_use()
    return without, started, play(game, started)


def play(game, peak=None):
    """Play `game` for `PLIES` plies, each turn chosen by a fixed rule.

    Returns the most bytes of heap in use, beginning with `peak`; with None they are not measured.
    """
    dice = 1
    while len(game.history) < PLIES and game.result() == "*":
        count = 0
        for _ in game.turns():
            count += 1
            if peak is not None and not count % 16:
                peak = max(peak, in_use())      # in the middle of generating
        dice = dice * 75 % 65537
        turn = chosen(game, dice % count)
        if game.parse_turn(game.turn_text(turn)) != turn:
            raise ValueError("a turn's text reads as another turn")
        game.push(turn)
        game.position_text()
    return peak


def chosen(game, number):
    """The legal turn number `number`, from 0."""
    for turn in game.turns():
        if not number:
            return turn
        number -= 1


def work(names):
    """Play the games `names` one after another."""
    import engine

    for name in names:
        play(engine.new(name))
        gc.collect()


class Still:
    """A scanner whose switches never change: `frame` is what it shows."""

    faults = bytearray(0)

    def __init__(self, bits, frame):
        self.bits = bits
        self.frame = frame

    def scan(self, frame):
        """Fill `frame`."""
        frame[:] = self.frame


def started(name, text):
    """The firmware's shell with the game `name` on the board of the profile JSON `text`, at rest in the first position."""
    import engine
    from board_drivers.profile import Profile, release
    from firmware.controller import Controller
    from firmware.main import Shell

    profile = Profile(text)
    release()
    frame = first_frame(profile, engine.new(name))
    controller = Controller(profile, {"game": name, "position": None, "options": {}}, b"")
    shell = Shell(controller, Still(profile.bits, frame))
    for tick in range(REST_TICKS):
        shell.tick(tick * TICK_MS)
    return shell


def first_frame(profile, game):
    """The frame of a board that shows the position of `game`: bit i is byte i >> 3, mask 1 << (i & 7), 1 = closed."""
    frame = bytearray((profile.bits + 7) // 8)
    bits = profile.cell_bits()
    cells = profile.board_cells(game.files, game.ranks, profile.anchor(game.name))
    for cell in range(game.n):
        if game.board[cell]:
            bit = bits[cells[cell]]
            frame[bit >> 3] |= 1 << (bit & 7)
    return frame


def idle(name, text):
    """`(ticks, us)` of the controller at rest; see `started`."""
    shell = started(name, text)
    step = shell.controller.step
    frame = shell.frame
    gc.collect()
    start = cpu_us()
    for tick in range(REST_TICKS, REST_TICKS + IDLE_TICKS):
        step(tick * TICK_MS, frame, 0, None)
    return IDLE_TICKS, cpu_us() - start


def firmware(name, text):
    """`(without, started)`: bytes of heap in use, see above."""
    without = in_use()
    shell = started(name, text)
    used = in_use()
    shell.tick((REST_TICKS + 1) * TICK_MS)      # keeps the shell alive until here
    return without, used


def drivers(name, text):
    """`(without, built)`: bytes of heap in use, see above."""
    import host.virtual

    host.virtual.install()
    from board_drivers.profile import Profile, release
    from host.virtual.bench import Bench

    profile = Profile(text)
    release()
    bench = Bench(profile)
    bench.use()
    without = in_use()
    from board_drivers.build import build

    parts = build(profile)
    used = in_use()
    parts.scanner.scan(bytearray((profile.bits + 7) // 8))      # keeps the parts alive until here
    return without, used


TASKS = {"idle": idle, "firmware": firmware, "drivers": drivers}


def main(task, arguments):
    """Do `task` and print its numbers."""
    if task == "rate":
        print("%d %d" % rate(arguments[0], int(arguments[1])))
    elif task == "heap":
        print("%d %d %d" % heap(arguments[0]))
    elif task in TASKS:
        print("%d %d" % TASKS[task](arguments[0], sys.stdin.read()))
    else:
        work(arguments)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
