"""`reedboard bench`: figures for speed and size on this machine, all from one run."""

import json
import pathlib
import platform
import random
import sys

import engine
from host.bench import controller, memory, rates, runtime
from host.errors import MissingTool, UserError

POSITIONS = 40  # of each game, whose turns the emulated Pico lists


def add(subparsers):
    """Add the parser of `bench`."""
    parser = subparsers.add_parser(
        "bench",
        help="the figures for speed and size",
        description="Measure perft leaf rates (beside python-chess and pyffish where they are installed), memory and the firmware.",
    )
    parser.add_argument(
        "--runtime", choices=("host", "pico"), default="host", help="host: CPython and MicroPython on this machine; pico: an emulated RP2040"
    )
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="rounds of the rates; medians are printed (default: 3)")
    parser.add_argument(
        "--positions", metavar="FOLDER", help="pico: list the turns of the positions in its GAME.jsonl (default: of a random walk each)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of lines")


def run(args):
    """Print the figures as they are measured."""
    if args.rounds < 1:
        raise UserError(f"--rounds {args.rounds}: needs a number from 1")
    if not args.json:
        print(f"Python {platform.python_version()}, {platform.machine()}, {args.rounds} rounds")
    positions = read_positions(args.positions) if args.positions else None
    taken = []
    for figure in pico(positions) if args.runtime == "pico" else measured(args.rounds):
        progress("")
        taken.append(figure)
        if not args.json:
            print(f"{figure.group:8} {figure.name:45} {figure.text():>20}", flush=True)
    if args.json:
        about = {"python": platform.python_version(), "machine": platform.machine(), "rounds": args.rounds}
        print(json.dumps({**about, "figures": [figure.plain() for figure in taken]}))
    return 0


def measured(rounds):
    """Yield all `Figure`s; those that need MicroPython are left out, with a line on standard error, where it is missing."""
    try:
        device = runtime.Device()
    except MissingTool as missing:
        print(f"reedboard bench: without MicroPython's figures: {missing}", file=sys.stderr)
        device = None
    yield from rates.figures(device, rounds, progress)
    if device:
        yield from memory.figures(device, progress)
    yield from controller.figures(device, rounds, progress)


def read_positions(folder):
    """{game: [position texts]} from the files GAME.jsonl in `folder`, one object with a `position` a line. Raises UserError."""
    found = {}
    for name in engine.NAMES:
        path = pathlib.Path(folder) / f"{name}.jsonl"
        try:
            found[name] = [json.loads(line)["position"] for line in path.read_text().splitlines() if line.strip()]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise UserError(f"--positions: can't read {path}: {error}") from error
    return found


def pico(positions=None):
    """Yield the `Figure`s of the firmware on an emulated RP2040 at 125 MHz; takes a few minutes."""
    from host.pico import figures
    from host.pico.runtime import PicoRuntime

    runtime = PicoRuntime()
    try:
        yield from figures.figures(runtime, positions or _positions(), progress)
    finally:
        runtime.close()


def _positions():
    """{game: [position texts]}: a walk through each game, the same one always."""
    found = {}
    for name in engine.NAMES:
        rng = random.Random(name)
        game = engine.new(name)
        found[name] = []
        while len(found[name]) < POSITIONS:
            turns = list(game.turns())
            if game.result() != "*" or not turns:
                game = engine.new(name)
                continue
            game.push(rng.choice(turns))
            found[name].append(game.position_text())
    return found


def progress(text):
    """Show on a terminal what is being measured, in a line that the next one replaces."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
