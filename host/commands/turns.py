"""`reedboard turns`: the legal turns of a position, as machine text."""

import engine
from host.errors import UserError


def add(subparsers):
    """Add the parser of `turns`."""
    parser = subparsers.add_parser(
        "turns", help="the legal turns of a position", description="Print the legal turns of a position, sorted, one a line."
    )
    add_position(parser)


def add_position(parser):
    """Add to `parser` the arguments that `set_up` reads: GAME, --position, --option."""
    parser.add_argument("game", metavar="GAME", help="name of the game (see reedboard games)")
    parser.add_argument("--position", metavar="TEXT", help="position text (default: the start of the game)")
    parser.add_argument("--option", metavar="NAME=VALUE", action="append", default=[], help="an option of the match; may repeat")


def set_up(args):
    """The engine's game that the arguments of `add_position` describe; `UserError` or `engine.EngineError` if they can't be."""
    options = {}
    for text in args.option:
        key, equals, value = text.partition("=")
        if not (key and equals and value):
            raise UserError(f"--option {text!r}: needs the form NAME=VALUE")
        options[key] = value
    return engine.new(args.game, args.position, **options)


def run(args):
    """Print the turns."""
    game = set_up(args)
    for text in sorted(game.turn_text(turn) for turn in game.turns()):
        print(text)
    return 0
