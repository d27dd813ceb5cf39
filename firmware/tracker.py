"""The tracker: from the position, its legal turns and the history of toggles to a verdict, when the board is at rest.

The promise, in this order:

1. What is accepted is what the player did: a turn taken too early (a slide that paused) is amended as long as its explanation can
   be bettered, and going back makes nothing of it.
2. Nothing illegal is accepted.
3. A turn made in any order in which hands can make it is recognised.
4. Where two turns explain the same events, the answer is a question.
5. Where none does, the answer is the squares to empty and to fill; a board put right goes on.
6. Nothing is lost: every toggle since the turn began counts for the next verdict.

The one rule for all games: a row of legal turns explains the board when it leads to the occupancy that the switches show, when every
square that its displacements need was touched, and when, by the order of lifts and puts, the right things can be where they then are.
Explanations are looked for in this order, and the first kind found counts: the board is as it should be; one legal turn of the side to move,
or several in a row (the fewest, in the order of events, with the least touched besides); other turns than the last accepted ones; the position
before one or more turns; a capture that pushed its victim (only after `hold`, and always as a question, or when the clock is pressed); in doubt,
as a question, what fits by occupancy alone or with two things exchanged earlier; a beginning of a turn; a mistake of the hands.  Where an
amended turn and what came after it can also be explained without the amendment, that is asked.
"""

from engine.core import BOX
from firmware.evidence import Evidence
from firmware.search import MADE, Search, Turns, filled_from_box, landing, origin

STILL, TURNS, BACK, ASK, WAIT, FIX = range(6)       # kinds of verdict
RESUMED, PLACED = 1, 2      # a position is to be set up: hands may have gone on from it unseen; only it itself counts
DEPTH = 6           # turns in a row that are sorted out of one unbroken run of doings
BACKS = 12          # turns that may be taken back at once


class Option:
    """One answer to a question: take `pops` turns off the record, then make `turns`; `swap` is a pair of cells exchanged, or None.

    `kept`: it was found with the longer evidence, which goes back before the last turns; `original`: it goes on from what was accepted
    before it was amended.
    """

    def __init__(self, pops, turns, swap=None, kept=False):
        self.kept = kept
        self.original = False
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
        self.now = Evidence(game.n, game.files)         # since the position of the game stood on the board
        self.before = Evidence(game.n, game.files)      # since the position before the last accepted turns did
        self.known = False                  # whether `before` holds something
        self.since = 0                      # how many of the last turns of the record that was
        self.amended = False                # whether the last of them was accepted in place of another
        self.first = []                     # effects of the turns accepted first, before any was amended
        self.exchanges = []
        self.earlier = None                 # the legal turns of the position from which `before` goes on
        self.turns = None                   # the legal turns, once `prepare` has run
        self.gives = game.GIVES             # whether things may come from the box by themselves
        self.setup = 0                      # whether the position of the game must first be set up
        self.asked = []                     # options of an open question
        self.undone = None                  # the turn that was taken back last
        self.last_text = ""                 # text of the last turn, for the display
        self.options = []
        self.kind = STILL
        self.count = 0
        self.empty = []
        self.fill = []

    # -- what happens on the board and in the game ----------------------------------------------------------------

    def toggle(self, cell, closed, now):
        """The debounced switch of `cell` closed or opened at `now` (ms)."""
        self.occ[cell] = 1 if closed else 0
        if not self.mask[cell]:
            self.now.toggle(cell, closed, now)
            if self.known:
                self.before.toggle(cell, closed, now)

    def begin(self, setup=0):
        """The game stands at a position from which everything begins anew; `setup`: 0, or `RESUMED` or `PLACED` if the board does not show it."""
        self.known = False
        self.earlier = None
        self.exchanges = []
        self._fresh(setup)

    def _fresh(self, setup=0):
        self.setup = setup
        self.turns = None
        self.now.begin(self.game.board, setup > 0, self._boxes())

    def _boxes(self):
        """Cells on which a thing from the box may appear, None for any: where the last turns' victims stood, where the box gives."""
        cells = []
        for turn in self.game.history[-BACKS:]:
            cells += [turn[i] for i in range(0, len(turn), 2) if turn[i + 1] >= BOX]
        return None if self.gives or max(self.mask) else cells

    def accept(self, option):
        """Bring the game to what `option` says; returns how many turns were taken off and the texts of those made."""
        game = self.game
        for _ in range(option.pops):
            game.pop()
        if option.swap:
            a, b = option.swap
            game.board[a], game.board[b] = game.board[b], game.board[a]
            self.exchanges = []
        texts = []
        clean = True
        given = []
        effects = []
        for turn in option.turns:
            texts.append(game.turn_text(turn))
            given += [(turn[i + 1], turn[i] - BOX) for i in range(0, len(turn), 2) if turn[i] >= BOX]
            effects.append(game.effect(turn))
            clean = self._push(turn)
        if option.kept:
            self.since += len(option.turns) - option.pops
        else:
            self.now, self.before = self.before, self.now
            self.earlier = self.turns
            self.since = len(option.turns)
            self.first = effects
        self.amended = option.kept
        for cell, code in given:
            self.before.name(cell, code)
        self.known = True
        self._fresh(0 if clean else PLACED)
        return texts

    def _push(self, turn):
        """Make `turn`; returns whether the board now is what its displacements make of it."""
        change = self.game.effect(turn)
        self.game.push(turn)
        for cell in change:
            if self.game.board[cell] != change[cell][1]:
                return False
        return True

    def take_back(self, count, shown=True):
        """Take `count` turns off the record; the board shows (or, if not `shown`, is still to show) the position before them.

        What was seen since the position before the last turns is kept: it may turn out that they were made after all.
        """
        for _ in range(count):
            self.undone = self.game.pop()
        if shown and self.known and count <= self.since and not self.setup:
            self.since -= count
            self._fresh()
        else:
            self.begin(0 if shown else PLACED)

    def prepare(self):
        """Make the list of legal turns, some of them a step."""
        turns = Turns()
        self.twin.mirror(self.game)
        for turn in self.twin.turns():
            turns.append(turn)
            if self.now.boxes is not None and turn[-2] >= BOX:
                self.now.boxes.append(turn[-1])
            if len(turns) % MADE == 0:
                yield
        self.turns = turns

    def shows(self, board):
        """Whether the switches show the occupancy of `board`."""
        for cell in range(self.game.n):
            if (not board[cell]) == self.occ[cell] and not self.mask[cell]:
                return False
        return True

    def correct(self):
        """`empty` and `fill` for the position to set up."""
        self._correct(Search(self.twin, self.now, self.occ, self.mask), None)

    def distrust(self, cells):
        """Believe nothing any more of what the switches of `cells` show: things may come and go there unseen."""
        for cell in cells:
            self.mask[cell] = 1
        self.now.boxes = self.before.boxes = None

    def at_home(self):
        """The board is as it should be: forget what was touched, but remember things that may have been exchanged."""
        for pair in self.now.exchanged():
            if pair not in self.exchanges and self.game.board[pair[0]] != self.game.board[pair[1]]:
                self.exchanges = self.exchanges[-3:] + [pair]
        if self.setup:
            self.known = False
        self.setup = 0
        self.now.begin(self.game.board, False, self._boxes())

    # -- the verdict ------------------------------------------------------------------------------------------------

    def judge(self, held=False, pressed=False, over=False):
        """Reach a verdict on the board as it stands, a unit of work a step.

        `held`: it has been silent for `hold`; `pressed`: the player has pressed the clock; `over`: the game has ended, so that
        only another last turn or taking back can be meant.
        """
        self.options = []
        search = Search(self.twin, self.now, self.occ, self.mask)
        self.twin.mirror(self.game)
        missing = search.missing()
        if not missing:
            self.kind = STILL
            return
        if self.turns is None:
            for _ in self.prepare():
                yield
        if not over and self.setup != PLACED:
            for _ in self._forward(search):
                yield
            if self.options:
                return
        for _ in self._backward(held):
            yield
        if self.kind == BACK or self.options or over:
            return
        if self.setup:
            self._correct(search, None)
            return
        self.twin.mirror(self.game)
        for _ in self._in_hand(search, held, pressed):
            yield

    def _forward(self, search):
        """Legal turns that explain all."""
        depth = 1 if self.now.blind else DEPTH
        for _ in search.run(depth, self.turns):
            yield
        self._offer(search.found)
        if not self.options and self.asked:
            for _ in self._going_on():
                yield
        if self.options and self.known and (self.amended or not search.in_order()):
            options = self.options
            for _ in self._otherwise(False, len(search.found[0]) if search.found else 0):
                yield
            if self.options is not options:     # what was amended may have been right, or this is not what was meant
                known = [(option.pops, option.turns) for option in options]
                others = [option for option in self.options if option.original or not search.in_order()]
                options = options + [option for option in others if (option.pops, option.turns) not in known]
            self.options = options
            self.kind = TURNS if len(options) == 1 else ASK

    def _going_on(self):
        """Turns that go on from one of the answers to the open question: an answer as well, if only one of them allows it."""
        options = []
        for option in self.asked:
            twin = self.twin
            twin.retreat(self.game, option.pops)
            if option.swap:
                continue
            for turn in option.turns:
                twin.apply(turn)
            search = Search(twin, self.now, self.occ, self.mask)
            for _ in search.run(2):
                yield
            options += [Option(option.pops, option.turns + path, None, option.kept) for path in search.found]
        self.options = options
        self.kind = TURNS if len(options) == 1 else ASK
        self.twin.mirror(self.game)

    def _offer(self, found):
        """Turn the rows of turns in `found` into options; one is accepted, several are a question."""
        self.options = [Option(0, path) for path in found]
        self.kind = TURNS if len(found) == 1 else ASK

    def _backward(self, held):
        """Other turns than the last accepted ones, or a position that stood earlier.

        While things are only in the hand nothing else is made of the accepted turns; after `hold` that is a question.
        """
        game = self.game
        twin = self.twin
        self.kind = WAIT
        if self.known and not self.setup:
            # what is in the hand may be the reply: then only the plainest is made of the accepted turns, and more is asked after `hold`
            lifted = self._only_lifts() or bool(self._complete_but_for_lifts(0, self.now))
            for _ in self._otherwise():
                yield
            if lifted and self.options and not self._goes_on():
                if held:
                    for _ in self._ask_replies():
                        yield
                    return
                self.options = []
                self.kind = WAIT
            if self.options:
                return
        wild = []
        search = Search(twin, self.now, self.occ, self.mask)
        for count in range(1, min(len(game.history), BACKS) + 1):
            turn = game.history[-count]
            wild += [turn[i] for i in range(0, len(turn), 2) if turn[i + 1] >= BOX and turn[i] < BOX]
            if count > 1 and not self.setup and not search.touches(turn):
                return      # who takes several turns back touches the things of each
            twin.retreat(game, count)
            search = Search(twin, self.now, self.occ, self.mask)
            if not search.missing() and self._stood(twin.board, wild, count):
                self.kind = BACK
                self.count = count
                return
            yield

    def _goes_on(self):
        """Whether all that is offered is that the thing which moved last has gone on from where it was."""
        if len(self.options) > 1:
            return False
        option = self.options[0]
        last = self.game.history[-1] if self.since else None
        return last is not None and option.pops == 1 and len(option.turns) == 1 and self._same_mover(option.turns[0], last)

    def _same_mover(self, turn, last):
        """Whether `turn` is made by the thing that made `last`, which has been lifted from where that ended."""
        return origin(turn) == origin(last) and self.before.was_lifted(landing(last))

    def _ask_replies(self):
        """Ask about replies that may have been made by pushing, beside the options there are."""
        options = self.options
        for _ in self._pushed_next():
            yield
        self.twin.mirror(self.game)
        pushed = Search(self.twin, self.now, self.occ, self.mask).unseen(self.turns or ())
        self.options = options + self.options + [Option(0, [turn]) for turn in pushed]
        self.kind = ASK

    def _otherwise(self, rough=False, depth=0):
        """Other turns than the last accepted ones, by all that was seen since the position before them.

        Where they were taken back, the same ones and more: they were made after all.  `rough`: by occupancy alone; `depth`: so many turns
        and one more may be needed.
        """
        game = self.game
        twin = self.twin
        twin.retreat(game, self.since)
        made = []
        for turn in game.history[len(game.history) - self.since :]:
            made.append(twin.effect(turn))
            twin.apply(turn)
        twin.retreat(game, self.since)
        search = Search(twin, self.before, self.occ, self.mask)
        search.rough = search.rough or rough
        search.lenient = self.amended
        for _ in search.run(min(max(3, self.since + (2 if self.since < 3 else 1), depth + self.since), DEPTH), self.earlier):
            yield
        best = -1
        options = []
        first = []
        ordered = search.ended_in_order()
        for path, row in zip(search.found, search.rows):
            common = _common(made, row)
            if not self._can_replace(path, common, search.rough or not ordered):
                continue
            option = Option(self.since - common, path[common:], None, True)
            if self.amended and len(row) > len(self.first) and _common(self.first, row) == len(self.first):
                option.original = True
                first.append(option)        # what was accepted first was right, and the side to move has gone on from it
            elif common >= best:
                if common > best:
                    options = []
                best = common
                options.append(option)
        if options or first:
            self.options = options + first
            self.kind = TURNS if len(self.options) == 1 else ASK

    def _can_replace(self, path, common, strict):
        """Whether the row `path`, of which the first `common` turns were accepted, may take the place of what was."""
        if not self.since:
            return len(path) > 1 and path[0] == self.undone
        if common == self.since or common == len(path):
            return False
        if strict:      # the evidence is weak: only if the thing that moved last has gone on from where it was
            return common == self.since - 1 and self._same_mover(path[common], self.game.history[-1])
        return True

    def _stood(self, board, wild, count):
        """Whether things can stand as in `board`, the position of `count` turns ago."""
        if self.setup or self._returned(self.now, board, wild):
            return True
        return count <= self.since and self.known and self._returned(self.before, board, wild)

    def _returned(self, seen, board, wild):
        """Whether `seen` allows that the things of the game's position went to where they are in `board`."""
        now = self.game.board
        for cell in range(self.game.n):
            if board[cell] != now[cell] and not seen.touched[cell] and not self.mask[cell]:
                return False
        return seen.fits(board, {}, wild, self.mask) >= 0

    def _in_hand(self, search, held, pressed):
        """Nothing explains the board whole: what has begun, and what is wrong."""
        only_lifts = self._only_lifts()
        quiet = only_lifts or self._leads(search)
        unseen = search.unseen(self.turns) if only_lifts or max(self.mask) else []
        if unseen and (pressed or held):
            self.options = [Option(0, [turn]) for turn in unseen]
            self.kind = TURNS if pressed and len(unseen) == 1 else ASK
            return
        if held or not only_lifts:
            for _ in self._doubtful(search):
                yield
        if not self.options and (held or pressed):
            for _ in self._pushed_next():
                yield
        if self.options:
            return
        if quiet and not held:
            self.kind = WAIT
            return
        self.twin.mirror(self.game)
        begun = search.begun(self.turns)
        one_way = begun and (len(begun) == 1 or _same_end(self.twin, begun))
        if unseen or len(begun) > 1 and not only_lifts and not one_way and not held:
            self.kind = WAIT
            return
        self._correct(search, begun if one_way else [])

    def _pushed_next(self):
        """Turns after which the next player's thing is only in the hand: it may have pushed off what it captures.

        The turn may be one more, or another one than the last accepted.
        """
        options = []
        for pops in (0, 1) if self.known and self.since == 1 else (0,):
            seen = self.before if pops else self.now
            for turn in self._complete_but_for_lifts(pops, seen):
                self.twin.retreat(self.game, pops)
                self.twin.apply(turn)
                yield
                search = Search(self.twin, seen, self.occ, self.mask)
                options += [Option(pops, [turn, push], None, pops > 0) for push in search.unseen(list(self.twin.turns(seen.cells)))]
            if options:
                break
        self.options = options
        self.kind = ASK

    def _complete_but_for_lifts(self, pops, seen):
        """Turns (from `pops` turns ago) whose end the board shows, but for things that are in the hand."""
        twin = self.twin
        twin.retreat(self.game, pops)
        last = twin.effect(self.game.history[-1]) if pops else None
        found = []
        if not pops:
            twin.mirror(self.game)
        for turn in (self.earlier if pops else self.turns) or ():
            search = Search(twin, seen, self.occ, self.mask)
            if not search.touches(turn) or not search.only_fills(turn):
                continue
            change = twin.effect(turn)
            mask = bytearray(self.mask)
            for cell in search.left_to_do(turn)[1]:
                mask[cell] = 1
            if change != last and seen.fits(twin.board, change, filled_from_box(turn), mask) >= 0:
                found.append(turn)
        return found

    def _doubtful(self, search):
        """Questions of last resort: a turn by occupancy alone, and turns with things exchanged earlier."""
        search.rough = True
        for _ in search.run(3 if self.now.partial else 1, self.turns):
            yield
        self._offer(search.found)
        if not self.options and self.known and self.since and self.before.partial:
            for _ in self._otherwise(True):
                yield
            self.twin.mirror(self.game)
        if not self.options:
            for _ in self._exchanged(search):
                yield
        if self.options:
            self.kind = ASK

    def _only_lifts(self):
        """Whether squares are empty that should be full, and none the other way round."""
        board = self.game.board
        for cell in range(self.game.n):
            if self.occ[cell] and not board[cell] and not self.mask[cell]:
                return False
        return True

    def _leads(self, search):
        """Whether nothing was put down where it leads nowhere: what is missing for some begun turn is only in the hand."""
        for turn in self.turns:
            start = origin(turn)
            if (start < 0 or self.now.was_lifted(start)) and search.only_fills(turn):
                return True
        return False

    def _exchanged(self, search):
        """Turns that only a thing could make that was exchanged with another earlier."""
        board = self.twin.board
        options = []
        search.rough = True
        for a, b in self.exchanges:
            self.twin.mirror(self.game)
            board[a], board[b] = board[b], board[a]
            for _ in search.run(1):
                yield
            options += [Option(0, path, (a, b)) for path in search.found]
        self.options = options

    def _correct(self, search, begun):
        """The fewest changes that lead to the end of a begun turn or back to the start."""
        self.kind = FIX
        self.twin.mirror(self.game)
        best = None
        if begun:
            best = begun[0]
        elif begun is not None:     # the nearest end of a turn whose mover was lifted, if it is nearer than the start
            fewest = search.missing()
            for turn in self.turns:
                start = origin(turn)
                if start >= 0 and self.now.was_lifted(start):
                    count = search.ending(turn)
                    if count < fewest:
                        fewest = count
                        best = turn
        self.empty, self.fill = search.left_to_do(best)


def _common(made, row):
    """How many turns at the beginning of two rows of effects are the same."""
    count = 0
    while count < len(made) and count < len(row) and made[count] == row[count]:
        count += 1
    return count


def _same_end(game, turns):
    """Whether all `turns` have the same effect."""
    first = game.effect(turns[0])
    for turn in turns[1:]:
        if game.effect(turn) != first:
            return False
    return True


def places(game, turn):
    """Cells on which the things that made `turn` of `game` then stand: capturer, stone, placed pawn, footballer (also one that only kicked)."""
    cells = []
    for i in range(0, len(turn), 2):
        f = turn[i]
        t = turn[i + 1]
        if t < BOX and not (game.NEUTRAL and f < BOX and game.board[f] == game.NEUTRAL):
            if f in cells:
                cells.remove(f)
            cells.append(t)
    return cells or [turn[1]]
