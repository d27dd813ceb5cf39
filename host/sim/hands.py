"""Hands that perform a turn: the engine's displacements as doings.

This is the plain order: what leaves the board first, then the rest as the turn lists it.
"""

from engine import BOX
from host.sim.doings import lift, put


def plain(game, turn):
    """Return the doings that perform `turn` (not yet pushed) on a board that shows the position of `game`.

    Things that leave the board go first, so that no square is ever wanted twice; a thing that only takes part (a
    kicker that stays where it is) is not touched.
    """
    pairs = [(turn[i], turn[i + 1]) for i in range(0, len(turn), 2)]
    found = [lift(game.square(start)) for start, end in pairs if end >= BOX]
    for start, end in pairs:
        if end < BOX and start != end:
            if start < BOX:
                found.append(lift(game.square(start)))
            found.append(put(game.square(end)))
    return found


def occupied(game):
    """Return the set of names of the squares of `game` that hold a thing."""
    return {game.square(cell) for cell in range(game.n) if game.board[cell]}


def rearrange(now, wanted):
    """Return the doings that turn the set of full squares `now` into `wanted`: lifts first, in order of name."""
    return [lift(square) for square in sorted(now - wanted)] + [put(square) for square in sorted(wanted - now)]
