"""Was a question needed? A check that shares nothing with the tracker.

It follows what the switches told (debounced, as the board reports it) on things with names: what is lifted is held, what is put down is one of the
things held or one from the box. What legal rows of turns end in an arrangement that is possible then?
"""

import engine
from engine import BOX

PASSING_MS = 150
TOGETHER_MS = 8         # what is seen within so long may have happened the other way round
MOST = 100000           # turns looked at; where there are more, nobody can say


def only_one_explanation(name, position, toggles, count):
    """Whether at most one row of up to `count` legal turns of the game `name` from `position` fits the `toggles` [(ms, square, closed)]."""
    game = engine.new(name, position)
    toggles = _lifts_first(toggles)
    events = [(game.cell(square), closed) for _, square, closed in toggles]
    arrangements = _arrangements(game, events, _passing(toggles))
    if arrangements is None:
        return False
    ends = set()
    for looked, _ in enumerate(_rows(game, count, _Boards(arrangements), {square for _, square, _ in toggles}, (), ends)):
        if len(ends) > 1 or looked > MOST:
            return False
    return len(ends) <= 1


def can_be(name, position, steps, turns):
    """Whether `turns`, made one after the other from `position`, can have left what `steps` show; False also if there is too much to follow."""
    game = engine.new(name, position)
    arrangements = _arrangements(game, _events(game, steps))
    fresh = []
    for turn in turns:
        fresh += [t for f, t in zip(turn[::2], turn[1::2], strict=True) if f >= BOX and t < BOX]
        game.push(turn)
    return arrangements is not None and _Boards(arrangements).show(game.board[: game.n], fresh)


def _events(game, steps):
    """`[(cell, put)]`: what the steps do to the switches at their ends."""
    events = []
    for _, kind, squares in steps:
        if kind in ("lift", "slide", "push"):
            events.append((game.cell(squares[0]), False))
        if kind in ("put", "slide"):
            events.append((game.cell(squares[-1]), True))
    return events


def _lifts_first(toggles):
    """The toggles with each lift moved before the puts on other squares that came just before it: more can be explained so, nothing less."""
    found = []
    for ms, square, closed in toggles:
        at = len(found)
        while not closed and at and found[at - 1][2] and found[at - 1][1] != square and ms - found[at - 1][0] <= TOGETHER_MS:
            at -= 1
        found.insert(at, (ms, square, closed))
    return found


def _passing(toggles):
    """Numbers of the toggles that close a square so briefly that only a magnet may have passed."""
    found = set()
    for i, (ms, square, closed) in enumerate(toggles):
        later = next((t for t in toggles[i + 1 :] if t[1] == square), None)
        if closed and later and later[0] - ms <= PASSING_MS:
            found.add(i)
    return found


def _arrangements(game, events, passing=()):
    """Set of possible boards (bytes) after `events`, those numbered in `passing` perhaps nothing; None if there are too many to follow."""
    start = bytes(game.board[: game.n])
    worlds = {(start, ())}
    anything, nothing = 255, 254
    for number, (cell, put) in enumerate(events):
        found = set()
        for board, hand in worlds:
            if not put and board[cell] == nothing:
                found.add((board[:cell] + b"\0" + board[cell + 1 :], hand))
                continue
            if number in passing:
                found.add((board[:cell] + bytes((nothing,)) + board[cell + 1 :], hand))
            if not put:
                found.add((board[:cell] + b"\0" + board[cell + 1 :], tuple(sorted((*hand, board[cell])))))
                continue
            for thing in set(hand):
                left = list(hand)
                left.remove(thing)
                found.add((board[:cell] + bytes((thing,)) + board[cell + 1 :], tuple(left)))
            if not hand or game.name in ("folky", "courier"):
                found.add((board[:cell] + bytes((anything,)) + board[cell + 1 :], hand))
        worlds = found
        if len(worlds) > 3000:
            return None
    return {board for board, _ in worlds}


def _rows(game, count, arrangements, touched, path, ends):
    """Add to `ends` the rows, of boards, that end in one of the `arrangements`; a turn looked at a step."""
    for turn in game.turns():
        yield
        cells = [c for c in turn if c < BOX]
        board = bytearray(game.board[: game.n])
        fresh = []
        for f, t in zip(turn[::2], turn[1::2], strict=True):
            thing = f - BOX if f >= BOX else board[f]
            if f < BOX:
                board[f] = 0
            if t < BOX:
                board[t] = thing
                if f >= BOX:
                    fresh.append(t)
        moved = {game.square(c) for c in cells if board[c] != game.board[c]}
        if not moved <= touched:
            continue
        if arrangements.show(board, fresh):
            ends.add((*path, bytes(board)))
        if count > 1:
            token = game.apply(turn)
            yield from _rows(game, count - 1, arrangements, touched, (*path, bytes(board)), ends)
            game.undo(turn, token)


class _Boards:
    """Many possible boards, to look one up among them; those with unknown things are kept by the places of these."""

    def __init__(self, worlds):
        self._worlds = worlds
        self._by_unknown = {}
        for world in worlds:
            places = tuple(i for i, thing in enumerate(world) if thing == 255)
            self._by_unknown.setdefault(places, set()).add(world)

    def show(self, board, fresh):
        """Whether one of them can be `board` (a bytearray); `fresh`: cells on which a thing from the box stands."""
        if fresh:
            return any(_alike(board, world, fresh) for world in self._worlds)
        for places, worlds in self._by_unknown.items():
            if all(board[i] for i in places):
                masked = bytearray(board)
                for i in places:
                    masked[i] = 255
                if bytes(masked) in worlds:
                    return True
        return False


def _alike(board, world, fresh):
    """Whether `world` can be `board`; what comes from the box has no name."""
    return all(a == b or b == 255 and a or i in fresh and b for i, (a, b) in enumerate(zip(board, world, strict=True)))
