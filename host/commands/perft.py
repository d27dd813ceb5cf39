"""`reedboard perft`: how many turn sequences of a given length a position has."""

import sys

import engine
from host.commands.turns import add_position, set_up
from host.errors import UserError


def add(subparsers):
    """Add the parser of `perft`."""
    parser = subparsers.add_parser(
        "perft",
        help="count the turn sequences of a position",
        description="Count the turn sequences of DEPTH plies. The total is the last line. Draws by counting are ignored.",
    )
    add_position(parser)
    parser.add_argument("depth", metavar="DEPTH", type=int, help="number of plies, from 0")
    parser.add_argument("--divide", action="store_true", help="print the count after each turn first, sorted by turn")


def run(args):
    """Print the counts."""
    if args.depth < 0:
        raise UserError(f"DEPTH {args.depth}: needs a number of plies from 0")
    game = set_up(args)
    if args.depth == 0:
        print(1)
        return 0
    counts = sorted(_shown(_counts(game, args.depth), sum(1 for _ in game.turns())))
    if args.divide:
        for text, count in counts:
            print(f"{text}: {count}")
    print(sum(count for _, count in counts))
    return 0


def _counts(game, depth):
    """Yield `(turn text, count)` for each turn of `game` as it is counted."""
    for turn in game.turns():
        text = game.turn_text(turn)
        token = game.apply(turn)
        count = engine.perft(game, depth - 1)
        game.undo(turn, token)
        yield text, count


def _shown(counts, total):
    """Pass `counts` on, with a line on standard error that says how far it is if that is a terminal."""
    if not sys.stderr.isatty():
        yield from counts
        return
    try:
        for done, (text, count) in enumerate(counts, 1):
            sys.stderr.write(f"\r\x1b[K{done}/{total} {text}")
            sys.stderr.flush()
            yield text, count
    finally:
        sys.stderr.write("\r\x1b[K")
