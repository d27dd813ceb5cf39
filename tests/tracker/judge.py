"""Which legal turns a run of doings can have been: every possibility of what can be where is followed through.

A lift takes what stands on the square into the hands; a put sets down anything that is in the hands, or a thing from the
box that a legal turn brings from there. What is in the hands at the end goes to the box. A row of turns (one, or a turn
and the other side's reply) explains the doings if the board it leads to is among those that can stand at the end, and if
the reply neither began nor ended before the turn did. Of all rows those stay in which the fewest things were lifted and
put back for nothing. Nothing here knows the tracker or the engine.
"""


def explain(study, doings, hasty=False):
    """Return the set of rows that can have been made by `doings`: tuples of one or two keys (hands.Performance.key).

    study: positions.Study of the position before them; hasty: whether to believe in replies that begin or end before the
    turn does, too.
    """
    touched = {doing[1:] for doing in doings}
    replied = {}
    for key, turn in study.turns.items():
        if set(turn.changes) <= touched and _others(study, turn, touched):
            replied[key] = study.after(turn)
    box = "".join(turn.box for one in [study, *replied.values()] for turn in one.turns.values())
    ends = _ends(study.board, doings, "".join(sorted(set(box))))
    found = {(key,): ends[key] for key in study.turns if key in ends}
    for key, after in replied.items():
        found.update(_pairs(study, study.turns[key], after, doings, ends, hasty))
    fewest = min(found.values(), default=0)
    return {row for row, cost in found.items() if cost == fewest}


def gone_on(study, doings, row):
    """Return the rows of three turns of which the last moves the ball, made by `doings`, that end where the two turns `row` end."""
    touched = {doing[1:] for doing in doings}
    first, second = (study.turns[row[0]], study.after(study.turns[row[0]]))
    end = second.board_after(second.turns[row[1]])
    found = set()
    for key, reply in second.turns.items():
        if set(reply.changes) <= touched:
            third = second.after(reply)
            for last, turn in third.turns.items():
                if "o" in [now for _, now in turn.changes.values()] and set(turn.changes) <= touched and third.board_after(turn) == end:
                    found.add((first.key, key, last))
    return found


def _others(study, turn, touched):
    """Whether the other side has anything to move on the `touched` squares after `turn`, or anything in the box."""
    after = study.board_after(turn)
    own = str.isupper if study.side == "w" else str.islower
    return study.has_box or any(square in after and (after[square] == "o" or not own(after[square])) for square in touched)


def _pairs(study, turn, after, doings, ends, hasty):
    """Return {(key, key): cost} of `turn` and the replies to it that can stand at the end."""
    touched = {doing[1:] for doing in doings}
    found = {}
    for key, reply in after.turns.items():
        if after.side == study.side or not set(reply.changes) <= touched or not hasty and _hasty(doings, reply, turn):
            continue
        board = after.board_after(reply)
        whole = frozenset((square, board.get(square)) for square in touched if board.get(square) != study.board.get(square))
        if whole in ends:
            back = [square for square in set(turn.changes) | set(reply.changes) if board.get(square) == study.board.get(square) is not None]
            found[turn.key, key] = ends[whole] - len(back)
    return found


def _hasty(doings, reply, turn):
    """Whether by its doings `reply` began before `turn` had begun, or ended before it had ended: nobody replies so."""
    begun, ended = _span(doings, turn, min)
    began, ends = _span(doings, reply, max)
    return began < begun or ends < ended


def _span(doings, turn, which):
    """Return when the things of `turn` were lifted and put down, as places in `doings`.

    which: min or max, for the first or the last time that something was done on a square (two turns may share squares).
    """
    lifts, puts = [], []
    for square, (_, after) in turn.changes.items():
        sign, times = ("+", puts) if after else ("-", lifts)
        on_it = [i for i, doing in enumerate(doings) if doing == sign + square]
        times += [which(on_it)] if on_it else []
    return min(lifts or puts, default=0), max(puts, default=0)


def _ends(board, doings, box):
    """Return {key: how many things have been lifted and put back where they were} of all ends of the doings."""
    squares, ends = boards(board, doings, box)
    found = {}
    for end in ends:
        pairs = list(zip(squares, end, strict=True))
        key = frozenset((square, thing) for square, thing in pairs if thing != board.get(square))
        found[key] = sum(1 for square, thing in pairs if thing is not None and thing == board.get(square))
    return found


def boards(board, doings, box=""):
    """Return the set of what can stand on the touched squares in the end, and those squares.

    board: {square: letter} before the doings; box: letters of the things that may come from the box. The result is
    (squares, set of tuples of a letter or None each).
    """
    squares = []
    for doing in doings:
        if doing[1:] not in squares:
            squares.append(doing[1:])
    states = {(tuple(board.get(square) for square in squares), ())}
    for doing in doings:
        i = squares.index(doing[1:])
        step = _lift if doing[0] == "-" else _put
        states = {after for state in states for after in step(state, i, box)}
    return squares, {content for content, _ in states}


def _lift(state, i, box):
    content, hands = state
    if content[i] is not None:
        yield content[:i] + (None,) + content[i + 1 :], tuple(sorted(hands + (content[i],)))


def _put(state, i, box):
    content, hands = state
    if content[i] is not None:
        return
    for thing in sorted(set(hands)):
        left = list(hands)
        left.remove(thing)
        yield content[:i] + (thing,) + content[i + 1 :], tuple(left)
    for thing in sorted(set(box) - set(hands)):
        yield content[:i] + (thing,) + content[i + 1 :], hands


def pushed(study, square):
    """Return the rows of the captures that the thing lifted from `square` can have made by pushing its victim off."""
    return {(key,) for key, turn in study.turns.items() if turn.pushes == square}
