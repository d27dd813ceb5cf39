"""What hands do to a board, as data, and its notation: `-e2 500 +e4 press white`.

The notation is the timeline of scenario files; the emulator reads the same words on its standard input and a failed
campaign writes them down, so there is one vocabulary for "somebody did something".
"""

import re
from typing import NamedTuple

BUTTONS = ("white", "black", "menu")
LONG_PRESS_MS = 1500
SHORT_PRESS_MS = 100

_SQUARE = re.compile(r"[a-z][1-9][0-9]?$")
_TOUCH = re.compile(r"([-+])([^:]*)(?::(.*))?$")


class DoingError(ValueError):
    """A word of a timeline that cannot be read; the message names the word."""


class Doing(NamedTuple):
    """One thing that hands (or the power company) do.

    kind: `lift`, `put`, `pass` (a thing passing over a square), `wait`, `press`, `hold` (a long press), `stick`
    (a switch fault), `free`, `power`, `cable`, `host` (a request over the serial line).
    what: the square, the button, `on`/`off`, or the line. ms: how long (`pass`, `wait`), else 0.
    closed: for `stick`, whether the switch sticks closed.
    """

    kind: str
    what: str = ""
    ms: int = 0
    closed: bool = False


def lift(square):
    """Return the doing that takes the thing off `square` (a name such as `e2`)."""
    return Doing("lift", square)


def put(square):
    """Return the doing that puts a thing on `square`."""
    return Doing("put", square)


def wait(ms):
    """Return the doing that lets `ms` milliseconds pass."""
    return Doing("wait", "", ms)


def parse(text):
    """Return the list of doings that `text` (one line, without comment) spells. Raises DoingError."""
    words = text.split()
    found = []
    while words:
        found.append(take(words))
    return found


def take(words):
    """Take one doing off the front of the list `words` and return it. Raises DoingError."""
    word = words.pop(0)
    if word[0] in "+-":
        return _touch(word)
    if word.isascii() and word.isdigit():
        return wait(int(word))
    reader = _READERS.get(word)
    if reader is None:
        raise DoingError(f"'{word}' is no doing (like -e2, +e4, +e3:60, 500, press white)")
    return reader(word, words)


def _touch(word):
    sign, square, ms = _TOUCH.match(word).groups()
    _need_square(square, word)
    if ms is None:
        return lift(square) if sign == "-" else put(square)
    if sign == "-" or not (ms.isascii() and ms.isdigit() and int(ms) > 0):
        raise DoingError(f"'{word}' should be like +e3:60 (a square closed for 60 ms)")
    return Doing("pass", square, int(ms))


def _need_square(square, word):
    if not _SQUARE.match(square):
        raise DoingError(f"'{square}' in '{word}' is no square")


def _argument(word, words, allowed):
    """Take the argument of `word` off `words`; it must be one of `allowed` (None: any square)."""
    if not words:
        raise DoingError(f"'{word}' needs {' or '.join(allowed) if allowed else 'a square'} after it")
    argument = words.pop(0)
    if allowed is None:
        _need_square(argument, f"{word} {argument}")
    elif argument not in allowed:
        raise DoingError(f"'{word} {argument}': should be {' or '.join(allowed)}")
    return argument


def _button(word, words):
    return Doing(word, _argument(word, words, BUTTONS))


def _stick(word, words):
    square = _argument(word, words, None)
    return Doing("stick", square, 0, _argument(f"stick {square}", words, ("closed", "open")) == "closed")


def _free(word, words):
    return Doing("free", _argument(word, words, None))


def _power(word, words):
    return Doing("power", _argument(word, words, ("on", "off")))


def _cable(word, words):
    return Doing("cable", "off" if word == "unplug" else "on")


def _host(word, words):
    if not words:
        raise DoingError("'host' needs the request after it")
    line = " ".join(words)
    words.clear()
    return Doing("host", line)


_READERS = {
    "press": _button,
    "hold": _button,
    "stick": _stick,
    "free": _free,
    "power": _power,
    "unplug": _cable,
    "plug": _cable,
    "host": _host,
}


def text(doings):
    """Return the notation of a list of doings: `parse(text(x)) == x`."""
    return " ".join(_word(doing) for doing in doings)


def _word(doing):
    kind, what, ms, closed = doing
    if kind == "lift":
        return "-" + what
    if kind == "put":
        return "+" + what
    if kind == "pass":
        return f"+{what}:{ms}"
    if kind == "wait":
        return str(ms)
    if kind == "stick":
        return f"stick {what} {'closed' if closed else 'open'}"
    if kind == "cable":
        return "plug" if what == "on" else "unplug"
    return f"{kind} {what}"


class Truth:
    """Which squares hold a thing, kept along a timeline without any switch: finds errors in a file before it runs."""

    def __init__(self, squares, occupied):
        """squares: all square names of the game; occupied: those that hold a thing at the start."""
        self.squares = frozenset(squares)
        self.occupied = set(occupied)
        self.power = True
        self.cable = True

    def copy(self):
        """Return a Truth of its own that stands where this one stands."""
        twin = Truth(self.squares, self.occupied)
        twin.power, twin.cable = self.power, self.cable
        return twin

    def follow(self, doing):
        """Follow one doing. Raises DoingError when it can't be done (lifting from an empty square, ...)."""
        kind, what = doing.kind, doing.what
        if kind in ("lift", "put", "pass", "stick", "free") and what not in self.squares:
            raise DoingError(f"the game has no square {what}")
        if kind == "lift":
            if what not in self.occupied:
                raise DoingError(f"-{what}: nothing stands on {what}")
            self.occupied.discard(what)
        elif kind == "put":
            if what in self.occupied:
                raise DoingError(f"+{what}: something stands on {what} already")
            self.occupied.add(what)
        elif kind == "power":
            self.power = self._switched(self.power, what, "power is")
        elif kind == "cable":
            self.cable = self._switched(self.cable, what, "cable is")

    @staticmethod
    def _switched(now, what, name):
        if now == (what == "on"):
            raise DoingError(f"the {name} {what} already")
        return not now
