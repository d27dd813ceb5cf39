"""Why each turn fits what the switches have shown, or does not: the tracker's evidence in words for people.

`Facts` come from a controller in this process (the monitor's twin of the board's) or from what a board answers to `why`.
"""

from typing import NamedTuple

import engine
from engine import BOX
from firmware.evidence import Evidence
from firmware.search import filled_from_box, needs
from host.virtual.thaw import Reader

KINDS = (
    "all is as it should be",
    "a turn was recognised",
    "turns were taken back",
    "it could have been several",
    "waiting for more",
    "something is wrong",
)
_SEEN = ("start", "cells", "lifts", "puts", "last", "worlds", "boxes", "given", "blind", "blurred", "partial", "events")


class Facts(NamedTuple):
    """What the tracker knows: kind of its last verdict, whether it is working, what must be set up, occupancy and mask by cell, pairs
    perhaps exchanged,
    what was seen since the position stood, and since the one before (or None)."""

    kind: int
    busy: bool
    setup: int
    occ: bytes
    mask: bytes
    exchanges: list
    now: Evidence
    before: Evidence | None


class Reason(NamedTuple):
    """One explanation: text of the turn (or what else it would be), whether it fits, why, and how far off it is (0 fits)."""

    text: str
    fits: bool
    why: str
    distance: int


def facts_of(controller):
    """The Facts of a controller in this process."""
    tracker = controller.tracker
    return Facts(
        tracker.kind,
        not controller.free(),
        tracker.setup,
        bytes(tracker.occ),
        bytes(tracker.mask),
        list(tracker.exchanges),
        tracker.now,
        tracker.before if tracker.known else None,
    )


def facts_from(game, data):
    """The Facts in the bytes `data` that a board playing the engine game `game` answered to `why`. Raises host.virtual.thaw.StateError."""
    kind, busy, setup, occ, mask, exchanges, now, before = Reader(data).take()
    return Facts(kind, busy, setup, bytes(occ), bytes(mask), exchanges, _evidence(game, now), before and _evidence(game, before))


def _evidence(game, values):
    """An Evidence that holds `values`, as firmware.watch packs them."""
    evidence = Evidence(game.n, game.files)
    for name, value in zip(_SEEN, values, strict=True):
        setattr(evidence, name, value)
    for place, cell in enumerate(evidence.cells):
        evidence.touched[cell] = 1 + place
    return evidence


def reasons(game, facts, most=8):
    """Return the explanations of what the switches show in the position of `game`, the likeliest first, at most `most`."""
    found = [_standing(game, facts, "the position as it is", 0)]
    if facts.now.events:
        found += [_of_turn(game, facts, turn) for turn in game.turns()]
    found += _earlier(game, facts)
    found.sort(key=lambda reason: (not reason.fits, reason.distance, reason.text))
    return found[:most]


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
    untouched = [cell for cell in needs(turn) if not facts.now.touched[cell] and not facts.mask[cell]]
    if untouched and not facts.now.blind:
        squares = _names(game, untouched)
        pushed = any(turn[i] in untouched and turn[i + 1] >= BOX for i in range(0, len(turn), 2))
        return Reason(text, False, f"looks so, but nothing was seen on {squares}" + (" (pushed off?)" if pushed else ""), 4)
    debts = facts.now.fits(game.board, change, filled_from_box(turn), facts.mask)
    if debts < 0:
        return Reason(text, False, "looks so, but by the order of lifts and puts other things stand there", 6)
    if facts.now.blurred or facts.now.blind:
        return Reason(text, True, "fits by what is occupied; what was done is not known any more", 1)
    return Reason(text, True, "fits" if not debts else f"fits, if {debts} put{'s were' if debts > 1 else ' was'} seen before the lift", debts)


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
