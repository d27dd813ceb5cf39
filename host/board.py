"""A board for programs: events as they happen, how it stands, and what it can be told.

    with Board() as board:
        for event in board.events():
            if isinstance(event, Turn):
                print(event.number, event.text)

Everything goes through `host.client`; what this module adds is that events are made of what has changed in the mirror, so that they are
complete and in order even where the cable was pulled in between.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import engine
from engine.core import Game
from host import profiles
from host.client import HELLO_S, Client, Refused
from host.errors import UserError
from host.finding import Opener
from host.sim.layout import Layout
from host.transport import Transport


class Turn(NamedTuple):
    """A turn was accepted: the record now has `number` turns, the last is `text`."""

    number: int
    text: str


class TakenBack(NamedTuple):
    """The record was cut back to `number` turns."""

    number: int


class NewGame(NamedTuple):
    """A game has begun, or the record begins anew, from `position`."""

    game: str
    position: str


class Question(NamedTuple):
    """The board asks which of `turns` was made."""

    turns: tuple[str, ...]


class Fix(NamedTuple):
    """The board asks for squares to be emptied and filled."""

    empty: tuple[str, ...]
    fill: tuple[str, ...]


class AllRight(NamedTuple):
    """Nothing is asked for any more."""


class Result(NamedTuple):
    """The game has ended, or goes on after all (`*`)."""

    result: str
    reason: str


class Faults(NamedTuple):
    """The list of switches that are not believed has changed."""

    squares: tuple[str, ...]


class Toggle(NamedTuple):
    """The switch under `square` has closed or opened, `ms` after power-on. Not repeated when it was missed."""

    square: str
    closed: bool
    ms: int


class Lamps(NamedTuple):
    """The board's own lamps have changed: one code a board square."""

    codes: bytes


class Connection(NamedTuple):
    """The board is gone, or back; `text` says so in words."""

    connected: bool
    text: str


Event = Turn | TakenBack | NewGame | Question | Fix | AllRight | Result | Faults | Toggle | Lamps | Connection


class Snapshot(NamedTuple):
    """How a board stands. `occupied`: squares whose switches are closed."""

    game: str
    position: str
    record: tuple[str, ...]
    side: str
    result: str
    asked: tuple[str, ...]
    empty: tuple[str, ...]
    fill: tuple[str, ...]
    faults: tuple[str, ...]
    occupied: frozenset[str]


class _Known(NamedTuple):
    """What events have been made of already."""

    start: tuple = ()
    record: tuple = ()
    told: tuple = ()
    result: str = "*"
    faults: tuple = ()
    lamps: bytes = b""


class Board:
    """A board, real or emulated. A context manager.

    port: a name (`auto`, `id:...`, `port:...`, `socket:...`, a path), None for the environment's REEDBOARD_PORT or else `auto`, or a
    transport (host.transport); timeout: seconds within which it must answer, and `meanwhile` is called again and again until then.
    Raises reedboard.UserError if there is no such board, if several fit, or if it does not answer.
    """

    def __init__(self, port: str | Transport | None = None, timeout: float = HELLO_S, meanwhile: Callable[[], None] | None = None):
        self._queue: deque[Event] = deque()
        self._known = _Known()
        self._layout = None
        self.client = Client(port if isinstance(port, Transport) else Opener(port), tell=self._tell)
        self.client.mirror.listeners.append(self._heard)
        try:
            self.client.greet(timeout, meanwhile)
        except UserError:
            self.client.close()
            raise
        self._notice()
        self._queue.clear()

    def __enter__(self) -> "Board":
        return self

    def __exit__(self, *error) -> None:
        self.close()

    def close(self) -> None:
        """Give the board up; it plays on by itself."""
        self.client.close()

    # how it stands

    @property
    def name(self) -> str:
        """The name of the board's profile."""
        return self.client.mirror.hello.get("board", "")

    @property
    def hello(self) -> Mapping[str, str]:
        """What the board says of itself: `reedboard`, `board`, `size`, `game`, `games`, `impl`, `ver`, `plat`, ..."""
        return dict(self.client.mirror.hello)

    @property
    def game(self) -> Game:
        """The game with all turns of the record made, a copy of one's own."""
        known = self.client.mirror.game
        game = engine.new(known.name, self.client.mirror.start, **known.options)
        for turn in known.history:
            game.push(turn)
        return game

    @property
    def record(self) -> tuple[str, ...]:
        """The turns so far."""
        return tuple(self.client.mirror.record)

    @property
    def start(self) -> str:
        """The position from which the record begins."""
        return self.client.mirror.start

    @property
    def connected(self) -> bool:
        """Whether the line is open."""
        return self.client.connected

    def snapshot(self) -> Snapshot:
        """Ask the board how it stands and return that. Raises UserError if it does not answer."""
        self.client.order("snap")
        while not self.client.mirror.in_step:
            self._poll(0.05)
        mirror = self.client.mirror
        empty, fill = _changes(mirror.fix)
        occ = mirror.snap["occ"]
        occupied = frozenset(mirror.game.square(cell) for cell in range(mirror.game.n) if int(occ[cell // 4], 16) >> (3 - cell % 4) & 1)
        return Snapshot(mirror.game.name, mirror.game.position_text(), self.record, mirror.snap["side"], mirror.result, tuple(mirror.asked),
                        empty, fill, tuple(mirror.faults), occupied)

    # what happens

    def events(self, timeout: float | None = None) -> Iterator[Event]:
        """Yield events as they happen; end when none has come for `timeout` seconds (None: never)."""
        while (event := self.next_event(timeout)) is not None:
            yield event

    def next_event(self, timeout: float | None = None) -> Event | None:
        """Return the next event, or None if none comes within `timeout` seconds (None: wait for ever)."""
        clock = self.client.clock
        end = None if timeout is None else clock() + timeout
        while not self._queue:
            left = 0.1 if end is None else min(0.1, end - clock())
            if left <= 0:
                return None
            self._poll(left)
        return self._queue.popleft()

    def _poll(self, seconds: float) -> None:
        self.client.poll(seconds)
        self._notice()

    # what it can be told; each raises reedboard.Refused with the board's reason, UserError if it does not answer

    def press(self, button: str, long: bool = False) -> None:
        """Press the button `white`, `black` or `menu` from afar."""
        self._order(f"press {button}" + (" long" if long else ""))

    def answer(self, turn: str) -> None:
        """Answer the board's question with one of its texts."""
        self._order(f"answer {turn}")

    def take_back(self, turns: int = 1) -> None:
        """Take turns off the record; the board then asks for its pieces to be put back."""
        self._order(f"takeback {turns}")

    def new_game(self, game: str | None = None, position: str | None = None) -> None:
        """Begin a new game, from its first position or from another; the board then asks for it to be set up."""
        self._order(" ".join(["new", game or self.client.mirror.game.name, *([position] if position else [])]))

    def distrust(self, *squares: str) -> None:
        """Declare the switches under `squares` faulty; without squares: believe all again."""
        self._order(" ".join(["fault", *squares]))

    def light(self, codes: bytes | Mapping[str, int] | None) -> None:
        """Show other lamps than the board's own: a code a board square, or {square of the game: code}; None ends it.

        ValueError for a square that the game does not have.
        """
        if isinstance(codes, Mapping):
            codes = self._placed(codes)
        self._order("light off" if codes is None else "light " + "".join(str(code) for code in codes))

    def _placed(self, lamps: Mapping[str, int]) -> bytes:
        """The codes of all board squares, with `lamps` on squares of the game."""
        mirror = self.client.mirror
        layout = Layout(profiles.load(self.name), mirror.game)
        files, _, ranks = mirror.hello["size"].partition("x")
        codes = bytearray(int(files) * int(ranks))
        for square, code in lamps.items():
            if square not in layout.board_cell:
                raise ValueError(f"{mirror.game.name} has no square {square}")
            codes[layout.board_cell[square]] = code
        return bytes(codes)

    def _order(self, payload: str) -> None:
        try:
            self.client.order(payload)
        finally:
            self._notice()

    # events

    def _tell(self, text: str) -> None:
        self._queue.append(Connection(self.client.connected, text))

    def _heard(self, verb: str, rest: str) -> None:
        if verb == "sq":
            square, closed, ms = rest.split()
            self._queue.append(Toggle(square, closed == "1", int(ms)))
        elif self.client.mirror.in_step:
            self._notice()

    def _notice(self) -> None:
        """Make events of what has changed in the mirror."""
        mirror, known = self.client.mirror, self._known
        if mirror.game is None or mirror.start is None:
            return  # nothing is known yet, or another record whose beginning is on its way
        told = ("ask", *mirror.asked) if mirror.asked else ("fix", *sorted(mirror.fix)) if mirror.fix else ()
        now = _Known((mirror.games, mirror.game.name, mirror.start), tuple(mirror.record), told, mirror.result, tuple(mirror.faults), mirror.lamps)
        self._known = now
        self._queue.extend(_changed(known, now, mirror))


def _changed(known, now, mirror):
    """Yield the events that lead from `known` to `now`."""
    record = known.record
    if now.start != known.start:
        yield NewGame(*now.start[1:])
        record = ()
    common = 0
    while common < min(len(record), len(now.record)) and record[common] == now.record[common]:
        common += 1
    if common < len(record):
        yield TakenBack(common)
    for number in range(common, len(now.record)):
        yield Turn(number + 1, now.record[number])
    if now.told != known.told:
        yield _told(now.told)
    if now.result != known.result:
        yield Result(now.result, mirror.reason)
    if now.faults != known.faults:
        yield Faults(now.faults)
    if now.lamps != known.lamps:
        yield Lamps(now.lamps)


def _told(told):
    if not told:
        return AllRight()
    if told[0] == "ask":
        return Question(told[1:])
    return Fix(*_changes(told[1:]))


def _changes(fix):
    """Split changes such as "-c3" into (squares to empty, squares to fill)."""
    return tuple(sorted(c[1:] for c in fix if c[0] == "-")), tuple(sorted(c[1:] for c in fix if c[0] == "+"))


__all__ = ["Board", "Snapshot", "Refused", "Event", "Turn", "TakenBack", "NewGame", "Question", "Fix", "AllRight", "Result", "Faults", "Toggle",
           "Lamps", "Connection"]
