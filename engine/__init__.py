"""The rule engine: games of displacements on boards of cells.

A turn is a flat tuple of displacements `(from, to, from, to, ...)` of physical things.  Values below `BOX` are
cells; `BOX + code` is the box beside the board, which the thing `code` leaves or enters.  Everything else in the
house (sensors, lights, hands, journal, serial line) speaks of turns in these words.

`new(name)` is the way in; games are loaded when first asked for.
"""

from engine.core import BOX, WALL, BLACK, NONE, EngineError, TextError, IllegalTurn, AmbiguousTurn, OptionError

NAMES = ("folky", "football", "alquerque", "courier")
_extra = {}


def register(name, game_class):
    """Make `game_class` known as `name` beside the built-in games (for tests and for games of one's own)."""
    _extra[name] = game_class


def game_class(name):
    """The class of the game `name`; loads its module on first use.  Raises `OptionError` for an unknown name."""
    if name in _extra:
        return _extra[name]
    if name not in NAMES:
        raise OptionError("unknown game %r; known are %s" % (name, ", ".join(NAMES)))
    return getattr(__import__("engine." + name, None, None, ("GAME",)), "GAME")


def new(name, position=None, **options):
    """A game `name` set up at `position` (text; None = its start) with match `options` by name.

    Raises `OptionError` for an unknown game or option and `TextError` for a position that can't be read or be.
    """
    return start(name, position, options)


def start(name, position=None, options=None):
    """As `new`, with the options as a dict."""
    return game_class(name)(position, options)


def perft(game, depth):
    """Number of turn sequences of `depth` plies from the position of `game` (draws by counting are ignored)."""
    from engine import counting

    return counting.perft(game, depth)


def divide(game, depth):
    """`[(turn text, perft after it)]`, sorted."""
    from engine import counting

    return counting.divide(game, depth)
