"""The tracker: from the position, its legal turns and the history of toggles to a verdict, when the board is at rest.

The promise, in this order:

1. What is accepted is what the player did; a turn taken too early is amended as long as its explanation can be bettered, and going back undoes it.
2. Nothing illegal is accepted.
3. A turn made in any order in which hands can make it is recognised.
4. Where two turns explain the same events, the answer is a question.
5. Where none does, the answer is the squares to empty and to fill; a board put right goes on.
6. Nothing is lost: every toggle since the turn began counts for the next verdict.

The one rule for all games: a row of legal turns explains the board when by the order of lifts and puts things can have come to where it wants them,
turn by turn, and each turn began after the one before it (`firmware.stories`).
Explanations are taken in this order, and the first kind found counts: the board is as it should be; one legal turn of the side to move,
or several in a row; other turns than the last accepted ones; the position before one or more turns; a capture that pushed its victim
(only after `hold`, and always as a question, or when the clock is pressed); in doubt, as a question, what fits by occupancy alone or with two
things exchanged earlier; a beginning of a turn; a mistake of the hands.  Of one kind those are better of which less is odd, then those
that leave less touched besides; what is then equal, or hardly odder, is asked.
"""

from engine.core import BOX
from firmware.rows import lowest
from firmware.stories import CELLS, MADE, Stories
from firmware.things import GRAVE, HARDLY
from firmware.turns import Turns, landing, origin, pack
from firmware.waiting import Waiting

STILL, TURNS, BACK, ASK, WAIT, FIX = range(6)       # kinds of verdict
RESUMED, PLACED = 1, 2      # a position is to be set up: hands may have gone on from it unseen; only it itself counts
BACKS = 12          # turns that may be taken back at once
BEHIND = 2000       # ms that following may lag behind at the most: what happens faster than that is no longer followed
DOUBTED = 4         # so much that is grave makes a row of turns unlikely


class Option:
    """One answer to a question: take `pops` turns off the record, then make `turns`; `swap` is a pair of cells exchanged, or None.

    `seen`: a story tells it; `answered`: the player has said so.
    """

    def __init__(self, pops, turns, swap=None, seen=False):
        self.seen = seen
        self.answered = False
        self.pops = pops
        self.turns = turns
        self.swap = swap


class Tracker:
    """Watches one game.  `game` is the game played, `twin` a second one of the same kind to think with.

    `occ`: bytearray, per cell whether its switch is closed; `mask`: per cell whether that is not to be believed.
    After `judge` has run: `kind`, and for TURNS `options[0]`, for BACK `count`, for ASK `options`, for FIX `empty` and `fill`.
    """

    def __init__(self, game, twin):
        self.game = game
        self.twin = twin
        self.occ = bytearray(game.n)
        self.mask = bytearray(game.n)
        self.stories = Stories(game, twin, self.mask)
        self.brought = [[], []]             # cells on which each side's turns lately could end with a thing from the box
        self.waiting = Waiting()            # toggles not yet taken into account
        self.amended = None                 # the turn that was accepted before it was amended to the last one, None for none
        self.events = 0                     # toggles since the last accepted turn
        self.exchanges = []
        self.doubted = {}                   # see `_ends`
        self.turns = None                   # the legal turns, once `prepare` has run
        self.setup = 0                      # whether the position of the game must first be set up
        self.last_text = ""                 # text of the last turn, for the display
        self.options = []
        self.patient = False                # whether a verdict waits for `hold`
        self.kind = STILL
        self.righting = False               # whether a FIX is being followed: then occupancy is enough for a position that stood before
        self.count = 0
        self.empty = []
        self.fill = []
        self._taking = None                 # the toggle being taken into account

    # -- what happens on the board and in the game ----------------------------------------------------------------

    def toggle(self, cell, closed, now):
        """The debounced switch of `cell` closed or opened at `now` (ms)."""
        self.occ[cell] = 1 if closed else 0
        if not self.mask[cell]:
            self.events += 1
            self.waiting.add(cell, closed, now)

    def trust(self, cell, now):
        """The switch of `cell`, which was masked, is to be believed again from `now` (ms) on."""
        self.mask[cell] = 0
        if self.stories.touched[cell] or (not self.game.board[cell]) == self.occ[cell]:     # else it is as it was left
            self.toggle(cell, self.occ[cell], now)

    def follow(self, now=None):
        """Take into account the toggles that are waiting, a unit of work a step; at `now` (ms) those that are ripe, without it all."""
        while self._taking or (self.waiting.toggles if now is None else self.waiting.ripe(now)):
            if not self._taking:
                if self.waiting.span > BEHIND:
                    self.stories.lose()
                self._taking = self.stories.take(*self.waiting.pop())
            try:
                next(self._taking)
            except StopIteration:
                self._taking = None
            yield

    def idle(self):
        """Whether all toggles have been taken into account."""
        return not self.waiting.toggles and self._taking is None

    def lend(self):
        """The twin, for a moment: what is being thought about is then thought over."""
        self.stories.lent += 1
        return self.twin

    def begin(self, setup=0):
        """The game stands at a position from which everything begins anew; `setup`: 0, or `RESUMED` or `PLACED` if the board does not show it."""
        self.exchanges = []
        self._fresh(setup)
        self._drop(setup > 0)

    def _drop(self, blind):
        """Forget all stories."""
        self.waiting = Waiting()
        self._taking = None
        self.stories.begin(self.game.board, blind)
        self.stories.boxes = self._boxes()

    def _fresh(self, setup=0):
        self.setup = setup
        self.turns = None
        self.amended = None
        self.events = 0
        self.righting = False

    def _boxes(self):
        """Cells on which a thing from the box may appear, None for any: where the last turns' victims stood, where a turn ends with it."""
        cells = self.brought[0] + self.brought[1]
        for turn in self.game.history[-BACKS:]:
            cells += [turn[i] for i in range(0, len(turn), 2) if turn[i + 1] >= BOX]
        return None if self.game.GIVES or max(self.mask) else cells

    def accept(self, option):
        """Units of work: bring the game to what `option` says; yields the texts of the turns made, between them None."""
        for _ in self.follow():
            yield
        game = self.game
        stories = self.stories
        number = -1
        amended = game.history[-1] if option.pops == len(option.turns) == 1 and not option.answered else None
        if not option.swap and not self.setup:
            for _ in stories.suppose(option.pops, option.turns):
                yield
            number = stories.supposed
        for _ in range(option.pops):
            game.pop()
        if option.swap:
            a, b = option.swap
            game.board[a], game.board[b] = game.board[b], game.board[a]
            self.exchanges = []
        clean = True
        for turn in option.turns:
            yield
            text = game.turn_text(turn)
            clean = self._push(turn)
            yield text
        self._fresh(0 if clean else PLACED)
        self.amended = amended
        if number < 0 or not clean:
            self._drop(not clean)
        else:
            for _ in stories.settle(number, option.answered):
                yield
            stories.boxes = self._boxes()

    def suppose(self):
        """Units of work: the options are asked about; who goes on from one of them has answered."""
        if not self.setup:
            for option in self.options:
                if not option.swap and not option.seen:
                    for _ in self.stories.suppose(option.pops, option.turns, True):
                        yield

    def _push(self, turn):
        """Make `turn`; returns whether the board now is what its displacements make of it."""
        change = self.game.effect(turn)
        self.game.push(turn)
        self.exchanges = [pair for pair in self.exchanges if pair[0] not in change and pair[1] not in change]
        return all([self.game.board[cell] == change[cell][1] for cell in change])

    def take_back(self, count, shown=True):
        """Units of work: take `count` turns off the record; the board shows (or, if not `shown`, is still to show) the position before them.

        What was seen since the position before the last turns is kept: it may turn out that they were made after all.
        """
        for _ in self.follow():
            yield
        for _ in range(count):
            self.game.pop()
        if shown and count <= self._since() and not self.setup:
            self._fresh()
            for _ in self.stories.go_back(count):
                yield
            self.stories.boxes = self._boxes()
        else:
            self.begin(0 if shown else PLACED)

    def _since(self):
        """How many of the last turns of the record may still be amended."""
        return 0 if self.setup or self.stories.blind else self.stories.depth()

    def prepare(self):
        """Make the list of legal turns, some of them a step."""
        while True:
            turns = Turns()
            packed = bytearray()
            brought = []
            stories = self.stories
            lent = stories.lent
            self.twin.mirror(self.game)
            count = 0
            for turn in self.twin.turns():
                pack(packed, turn)
                if turn[-2] >= BOX and not self.game.GIVES:
                    brought.append(turn[-1])
                count += 1
                if count % MADE == 0:
                    yield
                    if stories.lent != lent:
                        break
            if stories.lent == lent:
                turns.packed = bytes(packed)
                self.brought[self.game.side] = brought
                if stories.boxes is not None:
                    stories.boxes += brought
                self.turns = turns
                return

    def shows(self, board):
        """Whether the switches show the occupancy of `board`."""
        for cell in range(self.game.n):
            if (not board[cell]) == self.occ[cell] and not self.mask[cell]:
                return False
        return True

    def correct(self):
        """`empty` and `fill` for the position to set up."""
        from firmware import unexplained

        self.twin.mirror(self.game)
        unexplained.correct(self, unexplained.Search(self), None)

    def distrust(self, cells):
        """Believe nothing any more of what the switches of `cells` show: things may come and go there unseen."""
        for cell in cells:
            self.mask[cell] = 1
        self.stories.boxes = None

    def at_home(self):
        """Units of work: the board is as it should be; forget what was touched, but remember things that may have been exchanged."""
        for pair in self.stories.exchanged():
            if pair not in self.exchanges and self.game.board[pair[0]] != self.game.board[pair[1]]:
                self.exchanges = self.exchanges[-3:] + [pair]
        self.events = 0
        self.righting = False
        if self.setup or len(self.stories.cells) > CELLS:
            self.setup = 0
            self._drop(False)
        else:
            for _ in self.stories.still():
                yield
            self.stories.boxes = self._boxes()

    # -- the verdict ------------------------------------------------------------------------------------------------

    def judge(self, held=False, pressed=False, over=False):
        """Reach a verdict on the board as it stands, a unit of work a step.

        `held`: it has been silent for `hold`; `pressed`: the player has pressed the clock; `over`: the game has ended, so that
        only another last turn or taking back can be meant.
        """
        for _ in self.follow():
            yield
        self.options = []
        if self.shows(self.game.board):
            if not self.setup and self.stories.strange():
                from firmware import others

                ends = {}
                for _ in self._ends(ends):
                    yield
                self.offer(others.after_all(self, ends))
            if not self.options:
                self.kind = STILL
            return
        if self.turns is None:
            for _ in self.prepare():
                yield
        ends = {}
        if not self.setup:
            for _ in self._ends(ends):
                yield
        if not over and self.setup != PLACED:
            for _ in self._forward(ends, held):
                yield
            if self.options or self.kind == WAIT:
                return
        self.patient = False
        for _ in self._backward(ends, held):
            yield
        if self.kind == BACK or self.options or over or self.patient:
            return
        self.twin.mirror(self.game)
        if self.setup:
            self.correct()
            return
        from firmware import unexplained

        for _ in unexplained.in_hand(self, held, pressed):
            yield
        if self.kind == ASK:
            self.offer(self.options + [self.option(number) for _, number in lowest(self._ahead(ends))])
            self.kind = ASK     # what was too odd to be accepted may be the answer
        self.righting = self.righting or self.kind == FIX

    def _ends(self, ends):
        """Units of work: fill the dict `ends` with `{number: (grave, turns, spare)}` of the rows of which the board shows the end.

        How much in them is grave, how many turns they are, how much was touched besides.  `doubted`: those that are not believed, only asked about.
        """
        stories = self.stories
        self.doubted = {}
        found = {}
        for _ in stories.ends(found):
            yield
        for number in found:
            grave = found[number] // GRAVE
            if grave < DOUBTED + HARDLY and self.shows(stories.rows[number].board):
                (ends if grave < DOUBTED else self.doubted)[number] = (grave, stories.rows[number].depth, stories.spare(number))
            yield

    def _ahead(self, ends):
        """Those of the rows `ends` that go on from the accepted one, as `[(score, number)]`."""
        here = self.stories.here
        return [(ends[number], number) for number in sorted(ends) if number != here and self.stories.descends(number, here)]

    def offer(self, options):
        """Give `options`: one is accepted, several are a question."""
        self.options = []
        for option in options:
            if (option.pops, option.turns) not in [(other.pops, other.turns) for other in self.options]:
                self.options.append(option)
        self.kind = TURNS if len(self.options) == 1 else ASK

    def option(self, number):
        """The row `number` as an option."""
        stories = self.stories
        made = stories.path(stories.here)
        path = stories.path(number)
        common = stories.common(number)
        return Option(len(made) - common, path[common:], None, True)

    def left_again(self):
        """Whether what made the last accepted turn, and that is no thing of nobody's, has been lifted since."""
        stories = self.stories
        row = stories.rows[stories.here]
        if not row.turn:
            return False
        end = landing(row.turn)
        if self.game.NEUTRAL and row.board[end] == self.game.NEUTRAL:
            end = row.turn[1]
        return stories.was_lifted(end)

    def _plainer(self, grave, number):
        """Give `WAIT` if something plainer than the row `number`, in which so much is `grave`, may be going on."""
        if grave or self.left_again():
            from firmware import begun

            if grave > 1 and self.stories.unsure(number) or grave and self.going_on():
                self.kind = WAIT
                return
            for found in begun.plainer(self, grave, number) if grave else begun.amending(self):
                if found:
                    self.kind = WAIT
                    return
                yield

    def _forward(self, ends, held):
        """Legal turns that explain all."""
        self.kind = STILL
        if self.stories.blind:
            from firmware import unexplained

            self.twin.mirror(self.game)
            for _ in unexplained.by_occupancy(self):
                yield
            return
        stories = self.stories
        rows = self._ahead(ends)
        best = lowest(rows)
        more = []
        if best:
            (score, number) = top = best[0]
            grave = score[0]
            for _ in self._plainer(grave, number):
                yield
            if self.kind == WAIT:
                if not held:
                    return
                if grave > 1 and (stories.unsure(number) or score[1] > stories.depth() + 2 and self.left_again()):
                    self.kind = STILL       # too much at once is odd, or the last turn may have been another: it is put right
                    return
                from firmware import unexplained

                for _ in unexplained.pushes(self):
                    yield
                more = self.options
            best = [row for row in rows + self._ahead(self.doubted) if self._as_good(row[0], row[1], top)]
            if len(ends) > 1:
                from firmware import others

                best += others.rivals(self, ends, score, number)
        self.offer([self.option(number) for _, number in best] + more)
        if len(self.options) == 1 and stories.unsure(best[0][1]) and (best[0][0][0] or stories.rested(best[0][1])):
            self.options = []       # it need not be the only one
            self.kind = STILL if held else WAIT

    def _as_good(self, score, number, best):
        """Whether the row `number`, of this `score`, is as likely as the `best` (score, number)."""
        grave, turns, spare = best[0]
        if grave or not self.game.NEUTRAL:      # what is hardly odder is as likely
            return score[0] <= grave + HARDLY
        if score[0]:        # what both sides may move may be seen late, so that the other seems to have moved it
            return score[0] <= HARDLY and score[1] == turns and self.stories.moved_before(number, best[1])
        if score[1] == turns:
            return score[2] == spare or self._rival(number, best[1])
        if score[2] < spare:        # what was touched besides may have moved, and something else have come where it stood
            return score[1] <= turns + 2
        # one side may have gone on where the other had begun
        return score[1] == turns + 1 and score[2] == spare

    def _rival(self, number, best):
        """Whether the row `best` first differs from `number` in that the same thing takes another: that may only have been adjusted."""
        for other, turn in zip(self.stories.path(number), self.stories.path(best)):
            if other != turn:
                return origin(other) == origin(turn) >= 0 and max([turn[i] for i in range(1, len(turn), 2)]) >= BOX
        return False

    def _backward(self, ends, held):
        """Other turns than the last accepted ones, or a position that stood earlier.

        While things are only in the hand nothing else is made of the accepted turns; after `hold` that is a question.
        """
        self.kind = STILL
        if not self.setup and not self._stood(ends):
            # what is in the hand may be the reply: then only the plainest is made of the accepted turns, and more is asked after `hold`
            for _ in self._otherwise(ends, held):
                yield
            if self.patient:
                return
            if self.options and (self.only_lifts() or self._replying() or self._kicked_on()) and not self._goes_on():
                if held:
                    from firmware import unexplained

                    for _ in unexplained.ask_replies(self):
                        yield
                    return
                self.options = []
                self.kind = WAIT
                self.patient = True
            if self.options or self.patient:
                return
        self.kind = WAIT
        for _ in self._earlier(ends, held or self.setup > 0):
            yield

    def _stood(self, ends):
        """Whether the board plainly shows a position that stood before the last turns."""
        here = self.stories.here
        return any([not ends[number][0] and number != here and self.stories.descends(here, number) for number in ends])

    def _earlier(self, ends, sure):
        """A position that stood before the last turns; unless `sure`, several turns back only if that can't be a reply with something in the hand."""
        game = self.game
        twin = self.twin
        stories = self.stories
        number = stories.here
        wild = []
        most = 1 if self.setup == PLACED else BACKS         # what stood earlier may look like something on the way to the position to set up
        for count in range(1, min(len(game.history), most) + 1):
            turn = game.history[-count]
            wild += [turn[i] for i in range(0, len(turn), 2) if turn[i + 1] >= BOX and turn[i] < BOX]
            if count > 1 and not self.setup and not stories.all_touched(turn):
                return      # who takes several turns back touches the things of each
            twin.retreat(game, count)
            number = stories.rows[number].parent if number >= 0 else -1
            if self.shows(twin.board) and (self.setup or self.righting or number in ends or stories.could_stand(twin.board, wild)):
                if count == 1 or sure or not self._replying():
                    self.kind = BACK
                    self.count = count
                    if number in ends and len(ends) > 1:
                        from firmware import others

                        rows = others.near(stories, others.elsewhere(self, ends), ends[number], number)
                        self.options = others.asked_beside(self, rows, 0, count)
                        self.kind = ASK if self.options else BACK
                return
            yield

    def _otherwise(self, ends, held):
        """Other turns than the last accepted ones; where something is odd about them, not while something plainer may be going on."""
        from firmware import others

        rows = [((score[0], score[2]), number) for score, number in others.elsewhere(self, ends)]
        best = lowest(rows)
        if best and len(rows) > 1:
            best += others.put_back(self, rows, best[0])
        if not best:
            return
        (grave, _), number = best[0]
        if grave:
            best = [row for row in rows if row[0][0] <= grave + 1]
            for _ in self._plainer(grave, number):
                yield
        else:
            best += [row for row in rows if row not in best and ends[row[1]][:2] == ends[number][:2] and self._rival(row[1], number)]
            before = self.stories.rows[self.stories.here].parent
            if self.stories.undone(number) > 1 and before in self.stories.lacking(0):
                self.kind = WAIT        # the last turn may only be on its way back
        plainer = self.kind == WAIT
        self.patient = plainer and not held
        if self.patient or grave and self.stories.unsure(number):
            return
        best += others.near(self.stories, rows, best[0][0], number)
        if not self.game.NEUTRAL:       # it was too odd to be believed by itself
            best += [row for row in self._ahead(ends) if row[0][0] <= grave + HARDLY]
        self.offer([self.option(number) for _, number in best])
        if plainer or others.refilled(self, number) or grave > (0 if self.options[0].pops > 1 else 1) and not self._goes_on():
            self.kind = ASK     # the evidence is weak

    def _goes_on(self):
        """Whether all that is offered is that the thing which moved last has gone on from where it was."""
        return len(self.options) == 1 and len(self.options[0].turns) == 1 and self._same_mover(self.options[0])

    def _same_mover(self, option):
        """Whether in `option` just the last turn is another, made by the same thing, which has been lifted from where it had ended."""
        last = self.game.history[-1]
        if option.pops != 1 or origin(option.turns[0]) != origin(last):
            return False
        return self.stories.was_lifted(landing(last)) and self.stories.was_put(landing(option.turns[0]))

    def going_on(self):
        """Whether the thing that moved last has plainly gone on from where it was, and the rest is in the hand."""
        stories = self.stories
        if not self._since():
            return False
        for number in stories.lacking(0):
            if stories.elsewhere(number):
                option = self.option(number)
                if len(option.turns) == 1 and self._same_mover(option):
                    return True
        return False

    def _replying(self):
        """Whether a turn of the side to move has been made but for things in the hand."""
        stories = self.stories
        return any([stories.descends(number, stories.here) for number in stories.lacking()])

    def _kicked_on(self):
        """Whether the thing of nobody's has gone on from where an accepted turn had brought it, and more turns are offered than were.

        They may be the beginning of the next turn.
        """
        game = self.game
        if not game.NEUTRAL:
            return False
        ball = bytes(game.board).find(bytes((game.NEUTRAL,)))
        if ball < 0 or not self.stories.was_lifted(ball):
            return False
        for option in self.options:
            if len(option.turns) > option.pops:
                for k in range(option.pops):
                    if ball in game.history[k - option.pops] and ball not in option.turns[k]:
                        return True
        return False

    def only_lifts(self):
        """Whether squares are empty that should be full, and none the other way round."""
        board = self.game.board
        for cell in range(self.game.n):
            if self.occ[cell] and not board[cell] and not self.mask[cell]:
                return False
        return True
