"""Why each turn fits what the switches have shown, or does not: the tracker's stories in words for people.

`Facts` come from a controller in this process (the monitor's twin of the board's) or from what a board answers to `why`.
"""

from typing import NamedTuple

import engine
from engine import BOX
from firmware import watch
from firmware.things import GRAVE
from firmware.turns import needs
from host.virtual.thaw import Reader, after

KINDS = (
    "all is as it should be",
    "a turn was recognised",
    "turns were taken back",
    "it could have been several",
    "waiting for more",
    "something is wrong",
)


class Row(NamedTuple):
    """A row of turns: the row it goes on from (-1 for none), its last turn (None for none), what stands after it (codes by cell)."""

    parent: int
    turn: tuple | None
    board: bytes


class Seen(NamedTuple):
    """What the tracker's stories hold: toggles since the last accepted turn, whether no story is followed, cells touched (all; since that
    turn), {story: cost} as in firmware.stories, number of the accepted row, {number: Row}."""

    events: int
    blind: bool
    cells: list
    lately: list
    told: dict
    here: int
    rows: dict


class Facts(NamedTuple):
    """What the tracker knows: kind of its last verdict, whether it is working, what must be set up, occupancy and mask by cell, pairs
    perhaps exchanged, what was seen."""

    kind: int
    busy: bool
    setup: int
    occ: bytes
    mask: bytes
    exchanges: list
    seen: Seen


class Reason(NamedTuple):
    """One explanation: text of the turn (or what else it would be), whether it fits, why, and how far off it is (0 fits)."""

    text: str
    fits: bool
    why: str
    distance: int


def facts_of(controller):
    """The Facts of a controller in this process."""
    return facts_from(controller.tracker.game, watch.facts(controller))


def facts_from(game, data):
    """The Facts in the bytes `data` that a board playing the engine game `game` answered to `why`. Raises host.virtual.thaw.StateError."""
    kind, busy, setup, occ, mask, exchanges, seen = Reader(data).take()
    events, blind, cells, lately, told, here, rows = seen
    return Facts(kind, busy, setup, bytes(occ), bytes(mask), exchanges, Seen(events, blind, cells, lately, told, here, _rows(game, rows)))


def _rows(game, values):
    """The rows that firmware.state.rows made `values` of."""
    start, *values = values
    rows = {}
    while len(rows) < len(values):
        before = len(rows)
        for number, parent, turn, *_ in values:
            if number not in rows and turn is None:
                rows[number] = Row(-1, None, bytes(start))
            elif number not in rows and parent in rows:
                turn = tuple(turn)
                rows[number] = Row(parent, turn, after(game, rows[parent].board, turn))
        if len(rows) == before:
            break
    return rows


def reasons(game, facts, most=8):
    """Return the explanations of what the switches show in the position of `game`, the likeliest first, at most `most`."""
    found = [_standing(game, facts, "the position as it is", 0)]
    if facts.seen.events:
        found += [_of_turn(game, facts, turn) for turn in game.turns()]
    found += _earlier(game, facts)
    if facts.seen.events:
        found += _stories(game, facts)
    found.sort(key=lambda reason: (not reason.fits, reason.distance, reason.text))
    return found[:most]


def _ends(facts):
    """`{number: cost}` of the rows of which some story says that all stands."""
    seen, ends = facts.seen, {}
    for key, cost in seen.told.items():
        board = seen.rows[key[0]].board
        if all(code == board[cell] or facts.mask[cell] for code, cell in zip(key[1:], seen.cells, strict=True)):
            ends[key[0]] = min(cost, ends.get(key[0], cost))
    return ends


def _path(seen, number):
    """The row `number` and those that it goes on from, the last first."""
    path = [number]
    while seen.rows[path[-1]].parent in seen.rows:
        path.append(seen.rows[path[-1]].parent)
    return path


def _stories(game, facts):
    """The stories of several turns, or of others than the accepted ones, of which all stands."""
    seen, found = facts.seen, []
    mine = _path(seen, seen.here)
    for number, cost in _ends(facts).items():
        path = _path(seen, number)
        common = next(row for row in path if row in mine)
        pops, turns = mine.index(common), [seen.rows[row].turn for row in reversed(path[: path.index(common)])]
        if not turns or not pops and len(turns) == 1 or pops > len(game.history):
            continue
        twin = engine.new(game.name, game.position_text(), **game.options)
        twin.retreat(game, pops)
        texts = []
        for turn in turns:
            texts.append(twin.turn_text(turn))
            twin.apply(turn)
        text = "+".join(texts) + (f" in place of the last {pops if pops > 1 else 'one'}" if pops else "")
        found.append(Reason(text, *_weighed(cost), len(turns) + pops + 3 * (cost // GRAVE)))
    return found


def _weighed(cost):
    """Whether a story of that cost fits, and why."""
    odd = cost // GRAVE
    return True, "fits" if not odd else f"fits, if {'something' if odd == 1 else f'{odd} things'} happened that seldom {'does' if odd == 1 else 'do'}"


def _standing(game, facts, text, far):
    odd = _odd(game, facts, {})
    return Reason(text, not odd, "fits" if not odd else _shown(game, facts, odd), 0 if not odd else 10 * len(odd) + far)


def _earlier(game, facts):
    """The positions before the last turns, as takebacks."""
    twin = engine.new(game.name, game.position_text(), **game.options)
    found = []
    for count in range(1, min(3, len(game.history)) + 1):
        twin.retreat(game, count)
        reason = _standing(twin, facts, f"{count} turn{'s' if count > 1 else ''} taken back", count)
        found.append(reason)
    return found


def _of_turn(game, facts, turn):
    """Why `turn` fits or does not."""
    change = game.effect(turn)
    text = game.turn_text(turn)
    odd = _odd(game, facts, change)
    if odd:
        return Reason(text, False, _shown(game, facts, odd), 10 * len(odd) + 5)
    seen = facts.seen
    if seen.blind:
        return Reason(text, True, "fits by what is occupied; what was done is not known any more", 1)
    untouched = [cell for cell in needs(turn) if cell not in seen.lately and not facts.mask[cell]]
    if untouched:
        squares = _names(game, untouched)
        pushed = any(turn[i] in untouched and turn[i + 1] >= BOX for i in range(0, len(turn), 2))
        return Reason(text, False, f"looks so, but nothing was seen on {squares}" + (" (pushed off?)" if pushed else ""), 4)
    board = after(game, bytes(game.board[: game.n]), turn)
    costs = [cost for number, cost in _ends(facts).items() if seen.rows[number].parent == seen.here and seen.rows[number].board == board]
    if not costs:
        return Reason(text, False, "looks so, but by the order of lifts and puts other things stand there", 6)
    return Reason(text, *_weighed(costs[0]), 3 * (costs[0] // GRAVE))


def _odd(game, facts, change):
    """Cells that do not look as they should with `change` made."""
    board = game.board
    return [
        cell for cell in range(game.n) if bool(change[cell][1] if cell in change else board[cell]) != bool(facts.occ[cell]) and not facts.mask[cell]
    ]


def _shown(game, facts, odd):
    """What is wrong on the cells `odd`, in words."""
    full = [cell for cell in odd if facts.occ[cell]]
    empty = [cell for cell in odd if not facts.occ[cell]]
    parts = [f"{_names(game, cells)} {'are' if len(cells) > 1 else 'is'} {what}" for cells, what in ((empty, "empty"), (full, "full")) if cells]
    return " and ".join(parts)


def _names(game, cells):
    names = [game.square(cell) for cell in cells[:4]]
    return " ".join(names) + (f" and {len(cells) - 4} more" if len(cells) > 4 else "")
