"""Leaf rates of perft: the games on CPython and MicroPython, beside python-chess's chess and pyffish's courier chess."""

import importlib
import importlib.util
import statistics
import time

import engine
from host.bench import Figure

# Plies from the start position: large enough to time, small enough to wait for.
DEPTHS = {"folky": 4, "football": 3, "alquerque": 10, "courier": 4}
CHESS_DEPTH = 4
PYFFISH_DEPTH = 3
TICK = 1e-6                 # seconds; a clock may show no less
HEAP = 2 * 1024 * 1024      # bytes; roomy, so that the rate is not that of the garbage collector

CHESS = "chess, python-chess"
PYFFISH = "courier, pyffish"


def chess_leaves():
    """Leaves of chess perft from the start, by python-chess, the last ply counted in bulk."""
    import chess

    def perft(board, depth):
        if depth == 1:
            return board.legal_moves.count()
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += perft(board, depth - 1)
            board.pop()
        return total

    return perft(chess.Board(), CHESS_DEPTH)


def pyffish_leaves():
    """Leaves of courier perft from the start, by pyffish driven from Python, the last ply counted in bulk."""
    import pyffish

    start = engine.game_class("courier").START

    def perft(moves, depth):
        legal = pyffish.legal_moves("courier", start, moves)
        if depth == 1:
            return len(legal)
        return sum(perft([*moves, move], depth - 1) for move in legal)

    return perft([], PYFFISH_DEPTH)


def game_leaves(name):
    """Leaves of perft from the start of the game `name` on this Python."""
    return engine.perft(engine.new(name), DEPTHS[name])


def timed(count):
    """Leaves a second of processor time of `count()`, which returns how many leaves it counted."""
    start = time.process_time()
    leaves = count()
    return leaves / max(time.process_time() - start, TICK)


def on_device(device, name):
    """Leaves a second of perft of the game `name` on the MicroPython `device`."""
    leaves, microseconds = device.run(HEAP, "rate", name, str(DEPTHS[name]))
    return leaves / max(microseconds / 1e6, TICK)


def installed(package):
    """Import `package`, so that this is not timed; whether it is there."""
    if importlib.util.find_spec(package) is None:
        return False
    importlib.import_module(package)
    return True


def rounds(device, count, progress):
    """`[{program: leaves a second}]`, one dict a round; `device` may be None; `progress(text)` is told what runs."""
    measures = {}
    if installed("chess"):
        measures[CHESS] = lambda: timed(chess_leaves)
    if installed("pyffish"):
        measures[PYFFISH] = lambda: timed(pyffish_leaves)
    for name in engine.NAMES:
        measures[name, "CPython"] = lambda name=name: timed(lambda: game_leaves(name))
        if device:
            measures[name, "MicroPython"] = lambda name=name: on_device(device, name)
    taken = []
    for number in range(count):
        rates = {}
        for program, measure in measures.items():
            progress(f"perft, round {number + 1} of {count}: {program if isinstance(program, str) else ' on '.join(program)}")
            rates[program] = measure()
        taken.append(rates)
    return taken


def ratio(taken, program, other):
    """Median over the rounds of the rate of `program` in that of `other`."""
    return statistics.median(rates[program] / rates[other] for rates in taken)


def figures(device, count, progress):
    """Yield the `Figure`s of `count` interleaved rounds; see `rounds`."""
    taken = rounds(device, count, progress)
    for program in taken[0]:
        rate = statistics.median(rates[program] for rates in taken)
        name = program if isinstance(program, str) else f"{program[0]} on {program[1]}"
        yield Figure("perft", name, rate, "leaves/s")
    for name in engine.NAMES:
        if CHESS in taken[0]:
            yield Figure("perft", f"{name} on CPython / {CHESS}", ratio(taken, (name, "CPython"), CHESS), "", 2)
        if device:
            yield Figure("perft", f"{name}, MicroPython / CPython", ratio(taken, (name, "MicroPython"), (name, "CPython")), "", 2)
    if PYFFISH in taken[0]:
        yield Figure("perft", f"courier on CPython / {PYFFISH}", ratio(taken, ("courier", "CPython"), PYFFISH), "", 1)
