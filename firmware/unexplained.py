"""What to make of a board that no story explains: things in the hand, a turn that has begun, a mistake; questions of last resort.

Functions of a `firmware.tracker.Tracker`, loaded when first needed: a game played plainly never does.  Those that may be long work are generators
that yield after every unit of work; they leave `kind`, `options`, `empty` and `fill` as `Tracker.judge` does.
"""

from firmware.search import Search
from firmware.tracker import ASK, DOUBTED, FIX, TURNS, WAIT, Option
from firmware.turns import origin


def ask_replies(tracker):
    """Ask about replies that may have been made by pushing, beside the options there are; one plain option alone is none to ask about."""
    options = tracker.options
    plain = tracker.kind == TURNS
    for _ in pushes(tracker):
        yield
    tracker.offer(options + tracker.options)
    if not plain:
        tracker.kind = ASK


def pushes(tracker):
    """All turns, alone or after others, whose last thing is in the hand and may have pushed off what it captures."""
    for _ in pushed_next(tracker):
        yield
    tracker.twin.mirror(tracker.game)
    tracker.options += [Option(0, [turn]) for turn in Search(tracker).unseen(tracker.turns or ())]


def in_hand(tracker, held, pressed):
    """Nothing explains the board whole: what has begun, and what is wrong."""
    search = Search(tracker)
    only_lifts = tracker.only_lifts()
    quiet = only_lifts or leads(tracker, search) or tracker.going_on()
    unseen = search.unseen(tracker.turns) if only_lifts or max(tracker.mask) else []
    if unseen and (pressed or held):
        tracker.options = [Option(0, [turn]) for turn in unseen]
        tracker.kind = TURNS if pressed and len(unseen) == 1 else ASK
        return
    if held or not only_lifts:
        for _ in doubtful(tracker, search):
            yield
    if not tracker.options and (held or pressed):
        for _ in pushed_next(tracker):
            yield
    if tracker.options:
        return
    if quiet and not held:
        tracker.kind = WAIT
        return
    tracker.twin.mirror(tracker.game)
    begun = search.begun(tracker.turns)
    one_way = begun and (len(begun) == 1 or _same_end(tracker.twin, begun))
    if unseen or len(begun) > 1 and not only_lifts and not one_way and not held:
        tracker.kind = WAIT
        return
    # where more has happened than is followed, what stands at the end of a turn may be something else
    correct(tracker, search, begun if one_way else None if tracker.stories.cut[0] else [])


def pushed_next(tracker):
    """Turns after which the next player's thing is only in the hand: it may have pushed off what it captures.

    The turns may be more, or others than the last accepted; rows in which less is grave come first.
    """
    stories = tracker.stories
    for grave in range(DOUBTED):
        options = []
        for number in stories.lacking(grave):
            option = tracker.option(number)
            if not option.turns:
                continue
            for _ in stories.stand(number):
                yield
            if not stories.stands:
                continue
            search = Search(tracker)
            spent = [cell for turn in option.turns for cell in turn]
            for push in search.unseen(list(tracker.twin.turns(bytes(stories.cells))), spent):
                options.append(Option(option.pops, option.turns + [push]))
        if options:
            break
    tracker.options = options
    tracker.kind = ASK


def by_occupancy(tracker):
    """Turns that lead to what the switches show, whatever was where."""
    search = Search(tracker)
    for _ in search.run(tracker.turns):
        yield
    tracker.offer([Option(0, path) for path in search.found])


def doubtful(tracker, search):
    """Questions of last resort: a turn by occupancy alone, and turns with things exchanged earlier."""
    for _ in by_occupancy(tracker):
        yield
    if not tracker.options:
        for _ in exchanged(tracker, search):
            yield
    if tracker.options:
        tracker.kind = ASK


def leads(tracker, search):
    """Whether nothing was put down where it leads nowhere: what is missing for some begun turn is only in the hand."""
    for turn in tracker.turns:
        start = origin(turn)
        if (start < 0 or tracker.stories.was_lifted(start)) and search.only_fills(turn):
            return True
    return False


def exchanged(tracker, search):
    """Turns that only a thing could make that was exchanged with another earlier."""
    board = tracker.twin.board
    options = []
    for a, b in tracker.exchanges:
        tracker.twin.mirror(tracker.game)
        board[a], board[b] = board[b], board[a]
        for _ in search.run():
            yield
        options += [Option(0, path, (a, b)) for path in search.found]
    tracker.options = options


def correct(tracker, search, begun):
    """The fewest changes that lead to the end of a begun turn or back to the start; where none are needed hands were too quick: ask."""
    tracker.kind = FIX
    tracker.twin.mirror(tracker.game)
    best = None
    if begun:
        best = begun[0]
    elif begun is not None:     # the nearest end of a turn whose mover was lifted, if it is nearer than the start
        fewest = search.missing()
        for turn in tracker.turns:
            if search.left(turn):
                count = search.ending(turn)
                if count < fewest:
                    fewest = count
                    best = turn
    tracker.empty, tracker.fill = search.left_to_do(best)
    if best and not tracker.empty and not tracker.fill:
        ended = [best]
        for turn in tracker.turns:
            if search.left(turn) and search.ending(turn) == 0 and not any([_same_end(search.game, [turn, other]) for other in ended]):
                ended.append(turn)
        tracker.options = [Option(0, [turn]) for turn in ended]
        tracker.kind = ASK


def _same_end(game, turns):
    """Whether all `turns` have the same effect."""
    first = game.effect(turns[0])
    for turn in turns[1:]:
        if game.effect(turn) != first:
            return False
    return True
