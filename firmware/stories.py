"""What may have happened on the board: rows of legal turns, followed switch by switch.

The switches tell occupancy, not identity.  A *story* is one thing that can have happened since the root, a position known to have stood on the
board: a *row* of legal turns made since then, and what stands on each square touched since.  All stories that fit what the switches have shown
are kept (`firmware.things` follows what stands where).  Wherever what stands on the board is what a legal turn makes of the row's board, as far
as that turn changes it, one more story begins, in which the turn has been made.  The one in which it is not finished yet goes on beside it.  So a
turn is seen at the moment at which it was complete, squares touched in passing and pauses on them mean what they can mean, and at rest nothing
is left to be searched.

A story is *told* when everything stands as its row says.  Things in the hand or put elsewhere do not hinder a row from going on: another may be
adjusted meanwhile, or the reply begun.  But turns begin one after the other: what a later turn moves was lifted after what an earlier one moves.

Each story has a cost: `GRAVE` for what seldom happens (a debt paid late), twice that for what hardly does (a turn that ended while the next one
stood already, or that stood no longer than a thing in passing), and below it, only to choose which stories to keep when there are many, `OWED` for
each debt left and 1 for each thing put where another had been.
"""

from engine.core import BLACK, BOX
from firmware.loops import amiss, fitting
from firmware.odd import Oddities
from firmware.rows import Row
from firmware.things import DEBT, FEW, GONE, GRAVE, OVERLAP, PASSED, SKEW, STORIES, keep, replaced
from firmware.turns import filled_from_box, landing, needs, origin, pack

CELLS = 64          # as many touched squares are followed
DEPTH = 6           # turns of a row after the one accepted last
MADE = 4            # turns generated in one unit of work
CROWD = 184         # stories that are compared at a time: which are kept is the same, but a heap in use has no room for a large dict
NOTHING = 255       # no cell: nothing was freed


class Stories(Oddities):
    """All that may have happened in `game` (the one played), with `twin` to think with; `mask`: per cell whether its switch is not believed."""

    def __init__(self, game, twin, mask):
        Oddities.__init__(self, game.n, game.files, mask)
        self.game = game
        self.twin = twin
        self.known = 0          # how much is touched and masked
        self.supposed = -1      # see `suppose`
        self.stands = False     # see `stand`
        self.sure = -1          # number of the row that an answer last said was made, -1 if none did
        self.lent = 0           # how often the twin was used by somebody else
        self.begin(game.board)

    # -- where it begins ------------------------------------------------------------------------------------------

    def begin(self, board, blind=False):
        """Forget all; the things now stand as in `board` (codes by cell).

        `blind`: hands may have done anything unseen (power was off, a new position is being set up); until the next `begin` no stories are followed.
        """
        self.blind = self.lost = blind      # lost: no story is left that fits
        self.forget()
        self.root = self.here = 0
        self.sure = -1
        self.side = self.game.side          # to move at the root
        self.rows = {0: Row(-1, None, 0, bytes(board[: self.n]))}
        self.told = {b"\0": 0}              # story (number of its row, then what stands on each of `cells`) -> what it costs

    def lose(self):
        """No stories are followed until the board is as it should be, or something is answered or put right."""
        self.lost = True
        self.told = {}

    # -- what the switches show -----------------------------------------------------------------------------------------

    def take(self, cell, closed, now):
        """Go on with all stories: the switch under `cell` closed or opened at `now` (ms).  A unit of work a step."""
        self.events += 1
        self.clock = now
        if self.blind:
            return
        if not self.touched[cell]:
            for _ in self._touch(cell):
                yield
        i = self.touched[cell] - 1
        self.last[i] = now
        self.known = len(self.cells) + CELLS * 2 * sum(self.mask)
        if not self.lost:
            told = {}
            freed = {}      # stories in which something has `GONE`, or only `PASSED`, or has come to the cell by a debt paid
            board = self.rows[self.root].board
            start = [board[c] for c in self.cells if board[c]]
            lifting = None if closed else self._lifting(i, now)
            for count, key in enumerate(sorted(self.told)):
                if closed:
                    self._put(told, key, i, start)
                else:
                    self._lift(told, key, i, lifting, freed)
                if len(told) > CROWD:
                    before = self.told
                    for _ in self._choose(told, now):
                        yield
                    told = self.told
                    self.told = before
                if count % 4 == 3:
                    yield
            for _ in self._choose(told, now):
                yield
            yield
        if closed and self._all_home(i):
            self.lifts[i][0] = -1       # what left here begins anew
        times = (self.puts if closed else self.lifts)[i]
        times[2] = times[1]
        times[1] = now
        if times[0] < 0:        # where a magnet had only passed, it was the lift before that
            times[0] = times[2] if not closed and times[2] >= 0 and self._passed(i, now) else now
        yield
        if not self.lost:
            for _ in self._grow_all(cell, freed, self._refilled(cell) if closed else ()):
                yield
            for _ in self._cheapest(self.told):
                yield
            yield
            self._sweep()
            self.lost = not self.told or len(self.cells) > CELLS

    def _choose(self, told, now):
        """Units of work: tell of the stories `told` those that can be and are likeliest."""
        self._bury(told, now)
        if len(told) > STORIES // 2:
            yield
        for _ in self._cheapest(told):
            yield

    # -- turns that have been made ----------------------------------------------------------------------------------------

    def _grow_all(self, cell, freed, refilled):
        """Let all stories grow in which a legal turn has to do with `cell`, where something has just happened.

        `freed`: see `take`; `refilled`: see `_refilled`, if something was put there.
        """
        for count, key in enumerate(sorted(self.told)):
            row = self.rows[key[0]]
            free = freed.get(key, NOTHING)
            if free != NOTHING or row.known != self.known or self._fitting(key, row, 0, cell) >= 0:
                for _ in self._grow(key, self.told[key], cell, free):
                    yield
                yield
            elif count % FEW == 0:
                yield
            for i in refilled:
                code = key[self.touched[cell]]
                if key[i + 1] != code == row.board[self.cells[i]] != row.board[cell]:
                    for _ in self._grow_late(key, row, i, cell):
                        yield

    def _refilled(self, cell):
        """Places among `cells` on which something was put that stands there, but for that of `cell`."""
        places = range(len(self.cells))
        return [i for i in places if self.puts[i][1] > self.lifts[i][1] and self.cells[i] != cell and not self.mask[self.cells[i]]]

    def _grow_late(self, key, row, i, cell):
        """Let the story `key` grow by turns seen late: what left the `i`-th touched cell is on `cell` only now, and something has come after it."""
        if row.depth - self.depth() >= DEPTH:
            return
        if row.known != self.known:
            for _ in self._generate(key[0]):
                yield
        emptied = replaced(key, i, 0)       # as it was before
        odd = self.amiss(emptied, row.board)
        at = self._fitting(emptied, row, 0, cell)
        while at >= 0:
            after = at + 1 + row.turns[at]
            turn = tuple(row.turns[at + 1 : after])
            made = self._made(emptied, self.told[key] + 2 * GRAVE, turn, odd, self.clock) if origin(turn) == self.cells[i] else None
            if made:
                again = replaced(made, i, key[i + 1])
                keep(self.told, again, self.told.pop(made))
                yield
                for _ in self._grow(again, self.told[again]):
                    yield
            yield
            at = self._fitting(emptied, row, after, cell)

    def _grow(self, key, cost, last=-1, freed=NOTHING):
        """Add the stories in which, on top of the story `key`, one more legal turn has been made, or several.

        `last`: the cell on which something has just happened, -1 if turns were just made.  A turn that has nothing to do with it would have been seen
        before, unless a debt was paid just now on its cell `freed`, what stood in its way has `GONE`, or a magnet that `PASSED` hid it; then it
        is odd.
        """
        row = self.rows[key[0]]
        board = row.board
        odd = self.amiss(key, board)
        if not odd or row.depth - self.depth() >= DEPTH or not self._landed(row, key, odd):
            return
        if row.known != self.known:
            for _ in self._generate(key[0]):
                yield
            yield
        since = self.clock if last >= 0 else -1
        if freed == PASSED:
            since = self.puts[self.touched[last] - 1][1]
        cell = last if freed == NOTHING else -1
        packed = row.turns
        at = self._fitting(key, row, 0, cell)
        while at >= 0:
            after = at + 1 + packed[at]
            turn = tuple(packed[at + 1 : after])
            at = self._fitting(key, row, after, cell)
            late = last >= 0 and last not in turn and freed not in turn and not (freed == PASSED and self._hidden(turn, last))
            if freed == GONE and last == origin(turn):
                late = 2        # it was something else that stood there until now
            made = self._made(key, cost + GRAVE * late, turn, odd, since)
            yield
            if made:
                for _ in self._grow(made, self.told[made]):
                    yield

    def _hidden(self, turn, cell):
        """Whether something of what `turn` does was seen while a magnet passed `cell`."""
        since = self.puts[self.touched[cell] - 1][1] - SKEW
        for c in turn:
            if c < BOX and self.touched[c] and self.last[self.touched[c] - 1] >= since:
                return True
        return False

    def _all_home(self, i):
        """Whether in all stories that know what stands on the `i`-th touched cell it is what their rows want there."""
        cell = self.cells[i]
        for key in self.told:
            if key[i + 1] != DEBT and key[i + 1] != self.rows[key[0]].board[cell]:
                return False
        return True

    def _fitting(self, key, row, at, cell):
        """Place in the list of turns after `row`, from `at` on, of the next that has to do with `cell` (-1: any) and shows as made, or -1."""
        return fitting(row.turns, len(row.turns), at, cell, key, row.board, self.touched, self.mask, self.room)

    def amiss(self, key, board):
        """Places among `cells` on which, in the story `key`, something else stands than on `board`, as far as switches are believed."""
        count = amiss(self.room, key, board, self.cells, self.mask, len(self.cells))
        return bytes(self.room[:count]) if count else b""

    def _landed(self, row, key, odd):
        """Whether a thing that the side to move can have moved stands on one of the places `odd`."""
        game = self.game
        if game.JUMPS:
            return True
        black = BLACK if self.side ^ (row.depth & 1) else 0
        for i in odd:
            code = key[i + 1]
            if code and (code == DEBT or code == game.NEUTRAL or code & BLACK == black):
                return True
        return False

    def _generate(self, number):
        """Make the list of the legal turns after the row `number` of the things that have been touched."""
        row = self.rows[number]
        board = row.board
        while True:
            known = self.known
            if row.known == known:
                return
            movers = self.cells if known < CELLS * 2 else range(self.n)
            movers = bytes(sorted([cell for cell in movers if board[cell] and (self.touched[cell] or self.mask[cell])]))
            if row.turns is not None and all([cell in row.movers for cell in movers]):
                row.known = known
                return
            for _ in self.stand(number):
                yield
            lent = self.lent
            turns = bytearray()
            if self.stands:
                count = 0
                for turn in self.twin.turns(movers):
                    pack(turns, turn)
                    if self.boxes is not None and turn[-2] >= BOX and turn[-1] not in self.boxes:
                        self.boxes.append(turn[-1])
                    count += 1
                    if count % MADE == 0:
                        yield
                        if self.lent != lent:
                            break
            if self.lent == lent:
                row.turns = bytes(turns)        # MicroPython looks for a number in bytes only
                row.movers = movers
                row.known = known

    def stand(self, number):
        """Units of work: bring the twin to the end of the row `number`.

        `stands` is then whether a turn can follow: not if the board is set up anew after it.
        """
        twin = self.twin
        common = self.common(number)
        lent = -1
        while lent != self.lent:        # from the beginning if the twin was used by somebody else meanwhile
            lent = self.lent
            twin.retreat(self.game, self.depth() - common)
            for turn in self.path(number)[common:]:
                twin.apply(turn)
                yield
                if lent != self.lent:
                    break
        self.stands = bytes(twin.board[: self.n]) == self.rows[number].board

    def _made(self, key, cost, turn, odd, since):
        """Add the story in which `turn`, which shows as made, has been on top of the story `key`; returns it, None if it has not or adds nothing.

        `since`: ms, from when on it can have been found, -1 if it stood already when the turn before it was at last found.
        """
        first = since >= 0
        row = self.rows[key[0]]
        board = row.board
        change = self.game.effect(turn, board)
        end = landing(turn)
        if end in change and key[self.touched[end]] != change[end][1] and end not in filled_from_box(turn) and not self.mask[origin(turn)]:
            return None         # something else has come there, and where the turn began is seen
        times = self._times(turn, row)
        if times is None:
            return None
        others = [i for i in odd if self.cells[i] not in change and key[i + 1]]
        if others and not (self._ahead(key, row, others, change, times) and self._at_once(key, row, others, change, end)):
            return None
        number = self._child(key[0], turn, change, times)
        if number < 0:
            return None
        made = bytearray(key)
        made[0] = number
        for cell in change:
            if not self.mask[cell]:
                made[self.touched[cell]] = change[cell][1]
        made = bytes(made)
        if first and [j for j in others if self._stood(key, j, since)]:
            cost += 2 * GRAVE
        elif first and self._gone_on(key, row, turn, change, times):
            cost += GRAVE
        if first and (self._overtakes(row, turn) or self._gone(key, row, change)):
            cost += 2 * GRAVE
        if self._hasty(row, turn) or self.denied(number):
            cost += 2 * GRAVE
        cost += GRAVE * (self._snatched(key[0], turn) + self._exchanged_before(key[0], turn))
        if self._chatters(board, change) or cost < GRAVE and (self._flashed(row, turn) or self._aloft(row, turn, change)):
            cost += GRAVE
        if made in self.told and self.told[made] <= cost:
            return None
        self.told[made] = cost
        return made

    def _times(self, turn, row):
        """When `turn` began at the earliest (ms), None if that, or its end, was before the turn of `row`, the one before it, began."""
        after = row.began
        began = -1
        landed = []
        for i in range(0, len(turn), 2):
            f = turn[i]
            t = turn[i + 1]
            if t < BOX and f != t:
                if f < BOX and f not in landed and self.touched[f]:
                    first, last, _ = self.lifts[self.touched[f] - 1]
                    if last + SKEW < after:
                        return None
                    if last >= 0:
                        at = first if 0 <= first and first + SKEW >= after and (first == last or first > self._came(row, f)) else last
                        began = at if began < 0 else min(began, at)
                landed.append(t)
        for cell in needs(turn):
            if not self.mask[cell] and not self.touched[cell]:
                return None
        i = self.touched[landing(turn)]
        if i:
            first, last, _ = self.puts[i - 1]
            boxed = filled_from_box(turn)
            if last < after or not boxed and last >= 0 and not self._reached(turn, after, last):
                return None
            if last >= 0 and boxed and began < 0:       # nobody sees what is taken from the box until it is put down
                began = first if first >= after else last
        return max(after, began)

    def _came(self, row, cell):
        """When the turns of `row` had brought what stands on `cell` (ms), -1 if it has stood there from the beginning."""
        while row.parent >= 0:
            if cell in row.turn and row.board[cell]:
                return row.landed
            row = self.rows[row.parent]
        return -1

    def _reached(self, turn, after, put):
        """Whether the mover of `turn` was lifted after `after` and can have been put down at `put` (ms)."""
        start = origin(turn)
        if start < 0 or not self.touched[start]:
            return True
        lifts = [lift for lift in self.lifts[self.touched[start] - 1] if lift + SKEW >= after]
        return not lifts or min(lifts) <= put + OVERLAP

    def _child(self, parent, turn, change, began, doubt=False):
        """Number of the row `parent` and then `turn`, made if there is none yet; -1 if there is no room."""
        row = self.rows[parent]
        board = bytearray(row.board)
        for cell in change:
            board[cell] = change[cell][1]
        board = bytes(board)
        number = 0
        for k in sorted(self.rows):
            other = self.rows[k]
            if other.parent == parent and other.board == board and other.doubt == doubt:
                return k
            if k == number:
                number += 1
        if number > 255:
            return -1
        made = self.rows[number] = row.following(parent, turn, board, began)
        made.landed = max([self.puts[self.touched[cell] - 1][1] for cell in change if change[cell][1] and self.touched[cell]] or [-1])
        made.lifted = self._lifted(turn)
        return number

    def suppose(self, pops, turns, doubt=False):
        """Units of work: add the story that, `pops` turns before the end of the accepted row, `turns` were made, whether that was seen or not.

        `doubt`: it is only a possibility, never told by itself.  `supposed` is then the number of its row, -1 if there is no room, or if
        it began before the root.
        """
        self.supposed = -1
        number = self.here
        if pops > self.depth():
            return
        for _ in range(pops):
            number = self.rows[number].parent
        for k, turn in enumerate(turns):
            change = self.game.effect(turn, self.rows[number].board)
            number = self._child(number, turn, change, self.clock, doubt and k == len(turns) - 1)
            if number < 0:
                return
            for cell in change:
                if not self.touched[cell] and not self.mask[cell]:
                    for _ in self._touch(cell):
                        yield
                    self.last[-1] = self.clock
            yield
        self.rows[number].doubt = doubt
        home = self._at_home(number)
        self.told[home] = 2 * GRAVE if doubt else self.told.get(home, 0)
        self.supposed = number

    # -- what there is to say --------------------------------------------------------------------------------------------

    def ends(self, found):
        """Units of work: fill the dict `found` with `{number: cost}` of the rows that can have been made, everything standing as they say."""
        for count, key in enumerate(self.told):
            number = key[0]
            row = self.rows[number]
            if not row.doubt and not self.amiss(key, row.board):
                found[number] = min(found.get(number, self.told[key]), self.told[key])
            if count % FEW == FEW - 1:
                yield

    def strange(self):
        """Whether in the story in which nothing is made after the accepted row something was grave since then."""
        return not self.lost and self.told.get(self._at_home(self.here), 0) >= GRAVE

    def lacking(self, most=255):
        """Numbers of the rows, other than the accepted one, in which at `most` so much is grave and all stands but for things to be put down."""
        found = []
        for key in sorted(self.told):
            number = key[0]
            row = self.rows[number]
            if number not in found and number != self.here and not row.doubt and self.told[key] // GRAVE <= most and self.wanting(key):
                found.append(number)
        return found

    def wanting(self, key):
        """Whether in the story `key` all stands as its row says but for things to be put down."""
        odd = self.amiss(key, self.rows[key[0]].board)
        return bool(odd) and not any([key[i + 1] for i in odd])

    def together(self, number):
        """Whether in the row `number` a turn began so soon after the one before it had begun or landed that it could be otherwise."""
        while self.rows[number].parent >= 0 and number != self.here:
            row = self.rows[number]
            before = self.rows[row.parent]
            if row.parent != self.here and (row.began - before.began <= SKEW or 0 <= row.lifted <= self._put_by(before, row.lifted + SKEW) + SKEW):
                return True
            number = row.parent
        return False

    def rested(self, number):
        """Whether in the row `number` something stood elsewhere while nothing but the thing of nobody's was on its way.

        The other side may have gone on with it from there.
        """
        board = self.rows[number].board
        flown = []      # (ms, ms), when that was lifted and put down
        held = []       # likewise for the others
        while self.game.NEUTRAL and number != self.here and self.rows[number].parent >= 0:
            turn = self.rows[number].turn
            number = self.rows[number].parent
            for k in range(0, len(turn), 2):
                i = self.touched[turn[k]] if turn[k] < BOX else 0
                j = self.touched[turn[k + 1]] if turn[k + 1] < BOX else 0
                if i and j and i != j:
                    times = flown if self.rows[number].board[turn[k]] == self.game.NEUTRAL else held
                    times.append((self.lifts[i - 1][1], self.puts[j - 1][1]))
        for i, cell in enumerate(self.cells) if flown else ():
            put, lift = self.puts[i][1], self.lifts[i][1]
            if lift - put > OVERLAP and not board[cell] and not self.rows[number].board[cell]:
                if any([a < put and lift < b for a, b in flown]) and not any([a < lift and put < b for a, b in held]):
                    return True
        return False

    def _put_by(self, row, until):
        """When the last turn of `row` had landed (ms): where its thing had only passed at first, when it was put there last before `until`."""
        i = self.touched[landing(row.turn)]
        put = self.puts[i - 1][1] if i else -1
        return put if row.landed < put <= until else row.landed

    def could_stand(self, board, wild):
        """Whether in some story things stand as in `board` (codes by cell); cells in `wild` may hold anything."""
        if self.lost:
            return True
        now = self.rows[self.here].board
        for cell in range(self.n):
            if board[cell] != now[cell] and not self.touched[cell] and not self.mask[cell]:
                return False
        for key in self.told:
            if all([self.cells[i] in wild for i in self.amiss(key, board)]):
                return True
        return False

    def exchanged(self):
        """Pairs of touched cells that hold each other's things in some story in which nothing else has happened."""
        pairs = []
        board = self.rows[self.here].board
        for key in sorted(self.told):
            if key[0] == self.here:
                odd = [i for i, cell in enumerate(self.cells) if key[i + 1] != board[cell]]
                if len(odd) == 2:
                    a, b = self.cells[odd[0]], self.cells[odd[1]]
                    if key[odd[0] + 1] == board[b] and key[odd[1] + 1] == board[a] and board[a] and board[b]:
                        pairs.append((a, b))
        return pairs

    def spare(self, number, lately=False):
        """How many things were touched that no turn of the row `number` asks for (what passes over an empty square touches nothing).

        Where the row goes on from the accepted one, or if asked for `lately`, only since that stood.
        """
        asked = set()
        ahead = self.descends(number, self.here)
        begin = self.here if ahead else self.root
        for turn in self.path(number)[self.rows[begin].depth :]:
            asked.update(needs(turn))
        start = self.rows[begin].board
        lately = lately or ahead
        return len([cell for i, cell in enumerate(self.cells) if start[cell] and cell not in asked and (not lately or self.last[i] > self.fresh)])
