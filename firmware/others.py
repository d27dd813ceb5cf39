"""Rows of turns in which the last accepted ones were others.

Functions of a `firmware.tracker.Tracker`, loaded when first needed.  A row comes as `((grave, turns, spare), number)`, see `Tracker.judge`.
"""

from engine.core import BOX
from firmware.rows import lowest
from firmware.things import HARDLY, OVERLAP, SKEW
from firmware.tracker import Option
from firmware.turns import landing, origin


def elsewhere(tracker, ends, ahead=-1):
    """Those of the rows `ends`; `ahead`: the row that goes on from the accepted one beside which they are looked at, if any.

    One of which nothing has been seen since the other was accepted is hardly what was made: the board showed another.
    """
    stories = tracker.stories
    found = []
    for number in sorted(ends):
        if stories.elsewhere(number):
            common = stories.common(number)
            turn = stories.path(stories.here)[common]       # the accepted one that is another there
            grave, turns, spare = ends[number]
            in_time = _in_time(stories, number, common, landing(turn))
            likely = in_time and _seen_since(stories, number, common, turn)
            # what both sides may move is lifted early in most turns
            if in_time or not stories.game.NEUTRAL or ahead >= 0 and not _kicked(stories, number, ahead):
                found.append(((grave if likely else grave + 2, turns, spare), number))
    return found


def rivals(tracker, ends, score, number):
    """Those of the rows `ends` that are to be asked about beside the legal turns of the row `number`, which have this `score`."""
    stories = tracker.stories
    grave, _, spare = score
    rows = elsewhere(tracker, ends, number) + (elsewhere(tracker, tracker.doubted, number) if grave else [])
    found = near(stories, rows, score, number, True)
    if grave:
        found += [row for row in rows if row[0][0] <= grave]
    elif stories.together(number):      # the order may have been another
        found += lowest(rows) + _crossed(tracker, ends, number)
    elif spare and tracker.left_again():        # what made the last turn may have gone on, with what else was touched
        found += [row for row in rows if not row[0][0] and stories.spare(row[1], True) <= spare]
    return found + begun_before(tracker, ends, score) if tracker.game.NEUTRAL and tracker.amended else found


def near(stories, rows, score, number, lately=False):
    """Those of the `rows` about which hardly more is odd than about the row `number` of this `score`.

    Where nothing is odd about that, only those with at most one odd thing that leave no more touched unexplained, or no more `lately`.
    """
    most = score[0] + HARDLY if score[0] else 1
    found = [row for row in rows if row[1] != number and row[0][0] <= most and not _kicked(stories, row[1], number)]
    if score[0]:
        return found
    return [row for row in found if (stories.spare(row[1], True) if lately else row[0][-1]) <= score[-1]]


def after_all(tracker, ends):
    """The options where the board shows what it should, but strangely: the last turns may have been others that lead to the same.

    `ends`: the rows that end so.
    """
    stories = tracker.stories
    here = stories.here
    if here not in ends:
        return []
    score = ends[here]
    rows = elsewhere(tracker, ends)
    found = near(stories, rows, score, here) + lowest([row for row in rows if row[0][0] < score[0]])
    return asked_beside(tracker, found, score[0], 0)


def asked_beside(tracker, rows, grave, count):
    """The options that the `rows` are, if any, and that just the last `count` turns were taken back, unless so much `grave` makes that unlikely."""
    options = [tracker.option(number) for _, number in rows]
    history = tracker.game.history
    if rows and len(history) > count and grave <= lowest(rows)[0][0][0] + HARDLY:
        options.append(Option(count + 1, history[len(history) - count - 1 : len(history) - count], None, True))
    return options


def _kicked(stories, number, other):
    """Whether in the first turn that two rows differ in the thing of nobody's is moved, in one of them at least.

    It and what moved it may have been on each other's squares, or it elsewhere; but where it was shown, at rest, it hardly was not.
    """
    game = stories.game
    if game.NEUTRAL:
        board = stories.rows[stories.root].board
        for turn, another in zip(stories.path(number), stories.path(other)):
            change = game.effect(turn, board)
            if turn != another:
                changes = (change, game.effect(another, board))
                return any([changed[cell][1] == game.NEUTRAL for changed in changes for cell in changed])
            board = bytearray(board)
            for cell in change:
                board[cell] = change[cell][1]
    return False


def begun_before(tracker, ends, score):
    """Those of the rows `ends` in which the last turn stayed as it was before it was amended, and the next turn is as plain as `score`.

    What was taken for the last turn gone on may have been the beginning of the next one: both sides may move what moved.
    """
    stories = tracker.stories
    found = []
    for number in sorted(ends):
        row = stories.rows[number]
        if row.depth == stories.depth() + 1 and ends[number][0] <= score[0] and row.parent != stories.here:
            before = stories.rows[row.parent]
            if before.parent == stories.rows[stories.here].parent and before.turn == tracker.amended:
                found.append((ends[number], number))
    return found


def put_back(tracker, rows, best):
    """Those of the `rows` (`((grave, spare), number)`) as odd as the `best`, and a turn or two shorter.

    In them something was put back where by the `best` there is a thing from the box, or the same one after turns of its own.
    """
    depth = tracker.stories.rows[best[1]].depth
    odd, spare = best[0]
    return [row for row in rows if row[0][0] == odd and row[0][1] > spare and 1 <= depth - tracker.stories.rows[row[1]].depth <= 2]


def refilled(tracker, number):
    """Whether nothing but things in the hand was asked for, all of it is there, and the row `number` says that it is something else."""
    if not tracker.righting or tracker.empty or not all([tracker.occ[cell] for cell in tracker.fill]):
        return False
    board = tracker.stories.rows[number].board
    return any([board[cell] not in (0, tracker.game.board[cell]) for cell in tracker.fill])


def _crossed(tracker, ends, number):
    """Those of the rows `ends` in which the same things are moved as in the row `number`, which has two turns, but to each other's squares."""
    stories = tracker.stories
    turns = tracker.option(number).turns
    found = []
    for other in sorted(ends):
        if other != number and stories.descends(other, stories.here):
            crossed = tracker.option(other).turns
            if len(turns) == len(crossed) == 2 and [origin(turn) for turn in turns] == [origin(turn) for turn in crossed]:
                if [landing(turn) for turn in turns] == [landing(crossed[1]), landing(crossed[0])]:
                    found.append((ends[other], other))
    return found


def _seen_since(stories, number, common, turn):
    """Whether anything was seen since the accepted `turn` was of the one that is made instead in the row `number`, behind `common`.

    That what made it came back to where it began was, and that it left where it ended, unless it never came to the other square.
    """
    path = stories.path(number)[common:]
    end = landing(turn)
    start = origin(turn)
    if not path or start >= 0 and stories.was_put(start) and not stories.game.NEUTRAL:
        return True
    other = landing(path[0])
    if stories.was_lifted(end) and (stories.game.NEUTRAL or stories.was_touched(other) or stories.mask[other] or not _shown(stories, common)):
        return True         # else it was only taken off where it stood
    if not stories.game.NEUTRAL and other != end:
        return False        # what made it still stands there
    later = [cell for turn in path[1:] for cell in turn]
    cells = [cell for cell in path[0] if cell not in later] if _shown(stories, common) else later
    return any([stories.was_touched(cell) for cell in cells if cell < BOX])


def _shown(stories, common):
    """Whether the board once stood still behind the accepted turn that is the next after `common`: else the next was seen with it."""
    number = stories.here
    while stories.rows[number].depth > common + 1:
        number = stories.rows[number].parent
    return stories.rows[number].shown


def _in_time(stories, number, common, end):
    """Whether what made the accepted turn that is another in the row `number`, behind `common`, had left `end` before that row's next turn began."""
    i = stories.touched[end] - 1
    if i < 0 or stories.lifts[i][1] <= stories.fresh:
        return True
    first, last, _ = stories.lifts[i]
    gone = first if first > stories.fresh and stories.puts[i][1] > stories.fresh else last      # something may stand there again
    j = stories.touched[landing(stories.path(number)[common])] - 1
    if j >= 0 and 0 <= gone - stories.puts[j][1] <= OVERLAP:
        gone = stories.puts[j][1]       # it had been seen where it went
    while stories.rows[number].depth > common + 2:
        number = stories.rows[number].parent
    row = stories.rows[number]
    began = max(row.began, row.lifted)
    if row.depth < common + 2 or began + SKEW >= gone:
        return True
    if _shown(stories, common):
        return False
    return stories.puts[i][1] + OVERLAP >= began and gone <= row.landed + OVERLAP       # what came there may be of the next turn
