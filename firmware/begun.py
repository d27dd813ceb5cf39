"""What has begun in a story but is not done: a turn on its way, a thing beside its square.

Functions of `firmware.stories.Stories`, loaded when first needed: where all is plain nobody asks.
"""

from firmware.things import GRAVE
from firmware.turns import landing, origin, unpack


def underway(stories, key):
    """Whether in the story `key` a legal turn has begun and its thing stands where it ends or on its way, but not all of it is done."""
    row = stories.rows[key[0]]
    odd = stories.amiss(key, row.board)
    full = [i for i in odd if key[i + 1]]
    if full:
        for turn in unpack(row.turns or b"", stories.cells[full[0]]):
            if _begins(stories, key, turn, row.board, odd):
                return True
    return False


def _begins(stories, key, turn, board, odd):
    """Whether what is `odd` in the story `key` is part of what `turn` does, its thing on the way or at the end, and something is left to do."""
    change = stories.game.effect(turn, board)
    start = origin(turn)
    end = landing(turn)
    stands = 0
    for i in odd:
        cell = stories.cells[i]
        code = key[i + 1]
        if cell in change and change[cell][1] == code:
            stands += cell == end
        elif code and start >= 0 and code == board[start] and cell in [turn[j] for j in range(1, len(turn), 2)]:
            stands += 1     # on its way
        else:
            return False
    i = stories.touched[end]
    return stands == 1 and (len(change) > len(odd) or not i or not key[i])


def strayed(stories, key, number):
    """Whether in the story `key` all is done but for one thing, which stands on a wrong square, and not all as the row `number` (if any) says."""
    board = stories.rows[key[0]].board
    odd = stories.amiss(key, board)
    if len(odd) != 2 or number >= 0 and not stories.amiss(key, stories.rows[number].board):
        return False
    full, empty = odd if key[odd[0] + 1] else (odd[1], odd[0])
    return key[full + 1] == board[stories.cells[empty]] and not key[empty + 1]


def in_hand(stories, key, number):
    """Whether in the story `key` things in the hand alone are missing for what its row says.

    That is the row `number` but for its last turn, or has other turns after the accepted one, or none, or the last accepted ones were taken back.
    """
    here = stories.here
    near = stories.descends(key[0], here) or key[0] == stories.rows[number].parent or stories.descends(here, key[0])
    return near and stories.wanting(key)


def plainer(tracker, grave, number):
    """A step a story: yields whether in one less grave a turn is under way, or a thing in the hand or on a wrong square, not as `number` says."""
    stories = tracker.stories
    for key in sorted(stories.told):
        if stories.told[key] // GRAVE < grave:
            odd = grave > 1 and key[0] != stories.here and stories.descends(key[0], stories.here)
            yield underway(stories, key) or strayed(stories, key, -1 if odd else number) or in_hand(stories, key, number)


def amending(tracker):
    """A step a story: yields whether in a plain one what made the last accepted turn has gone on, and the next turn is properly under way."""
    stories = tracker.stories
    for key in sorted(stories.told):
        if stories.told[key] < GRAVE and stories.elsewhere(key[0]):
            yield stories.was_put(landing(tracker.option(key[0]).turns[0])) and underway(stories, key)
