"""What hands do to make a turn: its displacements from its text, the ways of doing it, and every order of the doings.

Everything comes from turn texts and the naive boards (dicts from squares to letters), nothing from the engine. A doing
is a text like `-e2` (lift what is there) or `+e4` (put a thing there).
"""

from typing import NamedTuple

from tests.naive import squares as sq

GOALS = ("e1", "e9")


class Performance(NamedTuple):
    """A legal turn as hands see it.

    `text`: its machine text. `changes`: {square: (letter before, letter after)}, None for an empty square, of the
    squares that differ in the end. `ways`: for each way of doing it a tuple of rows of doings, one row a thing, each to
    be done in its order. `mover`: the square on which the thing that made the turn stands at its end. `box`: letters of
    things that the turn brings from the box. `pushes`: the square from which alone anything is lifted when the victim
    is pushed off, or None.
    """

    text: str
    changes: dict
    ways: list
    mover: str
    box: str = ""
    pushes: object = None

    @property
    def key(self):
        """What tells turns apart for hands and switches: the changes as a frozenset of (square, letter after)."""
        return frozenset((square, after) for square, (_, after) in self.changes.items())


def perform(name, board, side, text):
    """Return the Performance of the turn `text` of the game `name` on the naive `board`, with `side` ("w", "b") to move."""
    return _PERFORM[name](board, side, text)


def changes(board, after):
    """Return {square: (before, after)} of the squares that differ between two boards."""
    return {square: (board.get(square), after.get(square)) for square in set(board) | set(after) if board.get(square) != after.get(square)}


def _folky(board, side, text):
    after = dict(board)
    if text[0] == "@":
        pawn = "P" if side == "w" else "p"
        after[text[1:]] = pawn
        return Performance(text, changes(board, after), [(("+" + text[1:],),)], text[1:], pawn)
    start, end = text[:2], text[2:]
    after[end] = after.pop(start)
    return Performance(text, changes(board, after), [(("-" + start, "+" + end),)], end)


def _courier(board, side, text):
    start, end = text[:2], text[2:4]
    after = dict(board)
    after[end] = after.pop(start)
    victim = (("-" + end,),) if end in board else ()
    pushes = start if victim else None
    if text[4:] != "f":
        return Performance(text, changes(board, after), [(("-" + start, "+" + end),) + victim], end, "", pushes)
    fers = after[end] = "F" if side == "w" else "f"
    ways = [(("-" + start,), ("+" + end,)) + victim, (("-" + start, "+" + end, "-" + end), ("+" + end,)) + victim]
    return Performance(text, changes(board, after), ways, end, fers, pushes)


def _alquerque(board, side, text):
    path = text.replace("-", "x").split("x")
    after = dict(board)
    stone = after.pop(path[0])
    jumped = [_between(a, b) for a, b in zip(path, path[1:], strict=False)] if "x" in text else []
    for square in jumped:
        del after[square]
    after[path[-1]] = stone
    stones = tuple(("-" + square,) for square in jumped)
    ways = [(tuple(mover),) + stones for mover in _touching(path)]
    return Performance(text, changes(board, after), ways, path[-1])


def _between(a, b):
    (file, rank), (file2, rank2) = sq.place(a), sq.place(b)
    return sq.name((file + file2) // 2, (rank + rank2) // 2)


def _touching(path):
    """Yield the rows of doings of a stone that goes along `path`, with every choice of points on which it is put down."""
    middle = path[1:-1]
    for choice in range(1 << len(middle)):
        row = ["-" + path[0]]
        for i, point in enumerate(middle):
            if choice >> i & 1:
                row += ["+" + point, "-" + point]
        yield row + ["+" + path[-1]]


def _football(board, side, text):
    start, todo = text[1:3], text[3:]
    ball = next(square for square, letter in board.items() if letter == "o")
    target, kicked = start, ball
    while todo:
        if todo[0] == "-":
            target = todo[1:3]
        else:
            kicked = todo[1:3]
        todo = todo[3:]
    after = dict(board)
    footballer, thing = after.pop(start), after.pop(ball)
    after[target], after[kicked] = footballer, thing
    rows = [("-" + start, "+" + target)] if target != start else []
    rows += [("-" + ball, "+" + kicked)] if kicked != ball else []
    return Performance(text, changes(board, after), [tuple(rows)], target)


_PERFORM = {"folky": _folky, "courier": _courier, "alquerque": _alquerque, "football": _football}


def orders(board, rows, cap, rng):
    """Return the orders of the doings in `rows` that hands can do on `board`, as lists of doings.

    All of them in a fixed sequence if they are at most `cap`, else `cap` of them drawn with `rng` (a random.Random).
    """
    found = []
    for order in _interleavings(rows, tuple(0 for _ in rows), _owners(board, rows)):
        found.append(order)
        if len(found) > cap:
            return _some(board, rows, cap, rng)
    return found


def _owners(board, rows):
    """Who stands where: {square: number of the row whose thing it is}, -1 for things that the turn does not lift."""
    owners = {square: -1 for square in board}
    for i, row in enumerate(rows):
        if row[0][0] == "-":
            owners[row[0][1:]] = i
    return owners


def _possible(row, place, owners, i):
    """Whether the next doing of row `i` can be done now: its own thing is lifted, and put on an empty square only."""
    if place == len(row):
        return False
    square = row[place][1:]
    return owners.get(square) == i if row[place][0] == "-" else square not in owners


def _after(row, place, owners, i):
    """The owners after the next doing of row `i`."""
    owners = dict(owners)
    if row[place][0] == "-":
        del owners[row[place][1:]]
    else:
        owners[row[place][1:]] = i
    return owners


def _interleavings(rows, places, owners):
    """Yield every order that ends with all rows done."""
    if all(place == len(row) for row, place in zip(rows, places, strict=True)):
        yield []
        return
    for i, row in enumerate(rows):
        if _possible(row, places[i], owners, i):
            moved = places[:i] + (places[i] + 1,) + places[i + 1 :]
            for rest in _interleavings(rows, moved, _after(row, places[i], owners, i)):
                yield [row[places[i]]] + rest


def _some(board, rows, cap, rng):
    """Return `cap` different orders at random."""
    found = {}
    for _ in range(20 * cap):
        order = _one(rows, _owners(board, rows), rng)
        if order:
            found[tuple(order)] = order
        if len(found) >= cap:
            break
    return list(found.values())


def _one(rows, owners, rng):
    """Return one order at random, or None where it came to a dead end."""
    places = [0] * len(rows)
    order = []
    while True:
        choice = [i for i, row in enumerate(rows) for _ in range(len(row) - places[i]) if _possible(row, places[i], owners, i)]
        if not choice:
            return order if all(place == len(row) for row, place in zip(rows, places, strict=True)) else None
        i = rng.choice(choice)
        order.append(rows[i][places[i]])
        owners = _after(rows[i], places[i], owners, i)
        places[i] += 1
