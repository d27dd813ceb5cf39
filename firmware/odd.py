"""What is odd about a turn in a story: whether hands can have made it so, and whether they would (see `firmware.stories`)."""

from engine.core import BOX
from firmware.rows import Rows
from firmware.things import CHATTER, DEBT, OVERLAP, PASSING, SKEW, SNATCH
from firmware.turns import filled_from_box, landing, origin


class Oddities(Rows):
    """The part of `firmware.stories.Stories` that weighs one turn against what the switches have shown and when."""

    def _ahead(self, key, row, others, change, began):
        """Whether what stands on the places `others` can belong to turns that began after `began`."""
        board = row.board
        for j in others:
            code = key[j + 1]
            if code != DEBT:
                for i, cell in enumerate(self.cells):
                    if not key[i + 1] and board[cell] == code and cell not in change and self.lifts[i][1] + SKEW >= began:
                        break
                else:
                    for cell in change:     # what the turn itself brought there may have gone on
                        if change[cell][1] == code:
                            break
                    else:
                        return code in row.given
        return True

    def _snatched(self, number, turn):
        """How odd it is that `turn` takes what had come to a square closed only in passing, and may have gone on.

        It had come there by the last turn of the row `number`.  2, or 1 if hands are that quick; 0 if it is not so.
        """
        row = self.rows[number]
        end = -1 if self.descends(self.here, number) else landing(row.turn)     # what was accepted had stood there
        for i in range(0, len(turn), 2):
            if turn[i] == end and turn[i + 1] >= BOX and self.touched[end]:
                longest = self._passed_for(self.touched[end] - 1, row, turn)
                return 0 if longest < 0 else 1 if longest >= SNATCH else 2
        return 0

    def _passed_for(self, j, row, turn):
        """For how long (ms) at most the `j`-th touched cell, where the turn of `row` ended, has been closed in passing; -1 if ever for longer."""
        longest = -1
        for put in self.puts[j]:
            lift = min([lift for lift in self.lifts[j] if lift >= put] or [-1])
            if put >= max(row.began, 0) and lift >= 0:
                if lift - put > PASSING or not self._went_on(row, turn, lift):
                    return -1
                longest = max(longest, lift - put)
        return longest

    def _went_on(self, row, turn, lift):
        """Whether a thing came to a square that was empty, or should be after `row`, and is not of `turn`, soon after `lift` (ms)."""
        for j, cell in enumerate(self.cells):
            put = self.puts[j][1]
            left = self.lifts[j][1]
            if lift < put <= lift + OVERLAP and (not row.board[cell] or 0 <= left < put) and cell not in turn:
                if not self._passed(j, left if left > put else self.clock, put):
                    return True
        return False

    def _exchanged_before(self, number, turn):
        """0, or how odd it is that `turn`, on top of the accepted row `number`, brings what came before all was at rest (1) or was accepted (2)."""
        board = self.rows[number].board
        odd = 0
        for cell in filled_from_box(turn) if number == self.here else ():
            if board[cell] and self.touched[cell]:
                last = self.last[self.touched[cell] - 1]
                odd = max(odd, (last <= self.fresh) + (last <= self.accepted))
        return odd

    def _hasty(self, row, turn):
        """Whether `turn` goes on with a thing that its side had moved before and that had stood there no longer than one in passing."""
        f = origin(turn)
        if f < 0 or not self.touched[f] or row.board[f] == self.game.NEUTRAL:
            return False
        i = self.touched[f] - 1
        stood = self.lifts[i][1] - self.puts[i][1]
        if not 0 <= stood <= OVERLAP:
            return False
        here = self.rows[self.here]
        while row.parent >= 0 and row is not here:
            if f == landing(row.turn):
                # if it had stood there longer than that, it has only been put straight since
                return self.puts[i][2] < row.landed or self.lifts[i][2] - self.puts[i][2] <= OVERLAP
            row = self.rows[row.parent]
        return row is here and row.parent >= 0 and f == landing(row.turn) and stood <= PASSING and self.lifts[i][2] > self.fresh

    def _flashed(self, row, turn):
        """Whether something that `turn` moves was in the hand when the turn of `row`, not accepted yet, began, and came home for a moment at most."""
        if row.depth > self.depth():
            for k in range(0, len(turn), 2):
                i = self.touched[turn[k]] if turn[k] < BOX and turn[k] != turn[k + 1] else 0
                if i:
                    _, lift, before = self.lifts[i - 1]
                    put = self.puts[i - 1][1]
                    if 0 <= before < row.began < put and put - before > PASSING and 0 <= lift - put <= PASSING:
                        return True
        return False

    def _aloft(self, row, turn, change):
        """Whether what made the turn of `row`, not accepted yet, was in the hand again when the mover of `turn` was lifted, and came back later."""
        i = self._ended(row, change)
        return i >= 0 and 0 <= self.lifts[i][1] < self._lifted(turn) - SKEW < self.puts[i][1] - 2 * SKEW

    def _ended(self, row, change):
        """Place of the touched cell where the turn of `row`, not accepted yet, left what only one side moves and `change` does not; else -1."""
        end = landing(row.turn) if row.depth > self.depth() else -1
        if end < 0 or end in change or row.board[end] == self.game.NEUTRAL:
            return -1
        return self.touched[end] - 1

    def _stood(self, key, j, since):
        """Whether what is on the `j`-th touched cell in the story `key` has come there before `since` (ms), and not only in passing."""
        return since - self.puts[j][1] > SKEW and (key[j + 1] != DEBT or not self._passed(j, self.clock))

    def _chatters(self, board, change):
        """Whether a thing was replaced by another quicker than hands do, on a switch that had closed just before."""
        for cell in change:
            if board[cell] and change[cell][1] and self.touched[cell]:
                i = self.touched[cell] - 1
                put, before = self.puts[i][1:]
                lift = self.lifts[i][1]
                if 0 <= before < lift and lift - before <= PASSING and 0 < put - lift < 2 * CHATTER:
                    return True
        return False

    def _gone_on(self, key, row, turn, change, began):
        """Whether something stood on an empty square, where the turn of `row` does not want it, when `turn` began (`began`), and left later.

        It is no debt of `turn`, which closes the neighbours of the square that it leaves.
        """
        left = [self.touched[cell] - 1 for cell in change if row.board[cell] and self.touched[cell]]
        for i, cell in enumerate(self.cells):
            if not key[i + 1] and not row.board[cell] and cell not in change and self.puts[i][1] > row.began:
                beside = any([self._beside(i, j) for j in left])
                if self.was_closed(i, began - OVERLAP if beside else began, began):
                    return True
        return False

    def _gone(self, key, row, change):
        """Whether what made the turn of `row`, not accepted yet, is in the hand again."""
        i = self._ended(row, change)
        return i >= 0 and not self.mask[self.cells[i]] and not key[i + 1] and self.clock - self.lifts[i][1] > SKEW

    def _overtakes(self, row, turn):
        """Whether what `turn` moves was lifted before all of the turn of `row` had landed: the other way round may be true.

        What both sides may move can have been moved by either.
        """
        lift = self._lifted(turn)
        return row.parent >= 0 and 0 <= lift < row.landed - SKEW and row.board[origin(turn)] != self.game.NEUTRAL

    def _lifted(self, turn):
        """When the mover of `turn` was lifted, at the latest (ms), -1 if that was not seen."""
        start = origin(turn)
        if start < 0 or not self.touched[start]:
            return -1
        end = self.touched[landing(turn)]
        put = self.puts[end - 1][1] if end else -1
        lifts = self.lifts[self.touched[start] - 1]
        return max([lift for lift in lifts if lift <= put + SKEW] or [lifts[1]])

    def _at_once(self, key, row, others, change, end):
        """Whether the turn that makes `change` was not left standing half-way until after what stands on the places `others` had come there.

        Nor if its thing had been seen on its `end` by then: the switch where that had stood may be held for a while.
        """
        put = max([self.puts[j][1] for j in others])
        if self.touched[end] and 0 <= put - self.puts[self.touched[end] - 1][1] <= OVERLAP:
            return True
        for i, cell in enumerate(self.cells):
            if not key[i + 1] and not row.board[cell] and cell not in change and self.lifts[i][1] > put:
                if self.puts[i][1] < put - OVERLAP:
                    return False
        return True
