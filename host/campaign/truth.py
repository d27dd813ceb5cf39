"""What happened, against what the board says: one game of a campaign.

Every turn is counted once: *right* (accepted without a question), *asked* (accepted after a question and its true answer),
*corrected* (accepted after a fix that the hands followed), *wrong* (the record holds something else), *missed* (made, at rest, and
neither accepted nor asked nor put right), *stuck* (no way on).
"""

import random
import time
from typing import NamedTuple

import engine
from engine import BOX
from host.campaign.hands import HABITS, PUTS, Hands, Parts, put_down
from host.campaign.needless import only_one_explanation
from host.campaign.rig import HOLD, REST, Rig
from host.sim.hands import occupied
from host.sim.runtimes import DeviceCrash

KINDS = ("right", "asked", "corrected", "wrong", "missed", "stuck")
ASIDE = ("asked_needlessly", "pushed", "taken_back")    # counted beside the kinds
PLIES = 120         # a game is broken off after so many
BACKS = 12          # so many turns can be taken back at once
WHILE = 265         # ms, so long nobody moves what the other has put down, after its switch has shown it


class Failure(Exception):
    """The board has gone wrong: `kind` (wrong, missed, stuck) and the story."""

    def __init__(self, kind, story):
        super().__init__(story)
        self.kind = kind


class Mark(NamedTuple):
    """A moment at which board and hands agreed: how many toggles the board had told, the position, the length of the record, the time."""

    toggles: int
    position: str
    ply: int
    ms: int


class Made(NamedTuple):
    """A turn that hands have made, by which steps; `pushed`: the victim's square was never touched."""

    turn: tuple
    steps: list
    pushed: bool


class Broken(NamedTuple):
    """How a game went wrong: its kind, the story, and the last `Mark` before it, in pieces."""

    kind: str
    story: str
    toggles: int
    position: str
    ply: int


class GameRun(Rig):
    """One random game of `name` on a simulated board; `level` names noise and habits, `seed` is any text.

    `counts`: how many turns were what (`KINDS` and `ASIDE`); `latencies`: ms from the end of rest to the commit, of turns accepted without
    more ado; `marks`: see `Mark`; `rested_ms`: when the hands last waited for the board's judgement; `answered_ms`: when
    they last answered a question, or -1; `failed`: `Broken` or None; `crashed`: whether the firmware has stopped.
    """

    def __init__(self, name, level, seed, runtime=None, keep_log=False):
        self.name = name
        self.level = level
        self.seed = seed
        self.turns = 0          # how many were wanted
        self.game = engine.new(name)
        self._twin = engine.new(name)       # stands where the game stood some turns ago
        rng = random.Random(seed)
        self.hands = Hands(HABITS[level], rng)
        super().__init__(self.game, level, rng, runtime, keep_log)
        self.counts = dict.fromkeys((*KINDS, *ASIDE), 0)
        self.latencies = []
        self.marks = []
        self.rested_ms = 0
        self.answered_ms = -1
        self._record = []       # as it was at the last mark
        self.failed = None
        self.crashed = False
        self.checking = 0.0     # s of processor time spent on checking whether questions were needed
        self._last = ()         # how the last turn of the spell in hand was counted

    # -- a game --------------------------------------------------------------------------------------------------------

    @property
    def made(self):
        """How many turns have been made and judged."""
        return sum(self.counts[kind] for kind in KINDS)

    def play(self, turns):
        """Make up to `turns` turns; returns the number made and judged."""
        self.turns = turns
        try:
            while self.made < turns and self.game.result() == "*" and len(self.game.history) < PLIES:
                self._spell(turns - self.made)
        except Failure as failure:
            self._fail(failure.kind, str(failure))
        except DeviceCrash as crash:
            self.crashed = True
            self._fail("stuck", f"the firmware stopped: {crash}")
        self.stop()
        return self.made

    def _fail(self, kind, story):
        """Count the turn in hand as `kind`, whatever it had been counted as before something went wrong after it."""
        for key in self._last:
            self.counts[key] -= 1
        self.counts[kind] += 1
        mark = self.marks[-1]
        self.failed = Broken(kind, story, mark.toggles, mark.position, mark.ply)

    def _spell(self, most):
        """One turn, or a turn and quick replies to it; then the judgement."""
        self._last = ()
        self.marks.append(Mark(len(self.seen.toggles), self.game.position_text(), len(self.game.history), self.now))
        self._record = list(self.seen.record)
        questions = self.seen.questions
        pending, clean = self._perform(most)
        self._judge(pending, questions)
        if not clean:
            self._set_up()
        elif self.hands.chance(self.hands.habits.takeback) and self.game.result() == "*" and not self._kicked():
            self._take_back()
        self.run(self.now + self.rng.randint(0, 1500))

    def _perform(self, most):
        """Let hands make a turn and perhaps quick replies, up to `most`; returns `([Made], whether the last leaves the board as it should be)`."""
        pending = []
        been = set()        # cells where the thing of nobody's has been
        shown = [occupied(self.game)]       # what the switches have shown
        while True:
            turn = self._choose()
            if self.game.NEUTRAL:
                way = self._neutral_way(turn)
                if pending and way[-1:] and way[-1] in been:
                    break       # back where it was: nobody could tell that from nothing
                been.update(way)
            after, clean = self._after(turn)
            if pending and (after in shown or after in self._shown_before()):
                break       # nor whether a run that leads back to where it was is one
            shown.append(after)
            steps, pushed = self.hands.perform(self.game, turn, [(made.turn, made.steps) for made in pending])
            lead = self._lead(pending, turn, steps)
            pending.append(Made(turn, steps, pushed))
            self.game.push(turn)
            if len(pending) > 1:        # a quick reply begins within 100 ms
                steps = [steps[0]._replace(gap=self.rng.randint(0, 30 if lead == WHILE else 90)), *steps[1:]]
            shown += _shown(self.world.occupied, steps)
            self.do(steps)
            assert not clean or self.world.occupied == occupied(self.game), (steps, self._texts(), self.world.occupied ^ occupied(self.game))
            if pushed or not clean or len(pending) >= most or self.game.result() != "*":
                break
            if not self.hands.chance(self.hands.habits.quick):
                break
        return pending, clean

    def _shown_before(self):
        """What the switches showed before each of the last turns accepted at the last mark: sets of the names of full squares."""
        ply = self.marks[-1].ply
        return [occupied(self._back_at(count)) for count in range(max(0, ply - BACKS), ply)]

    def _lead(self, pending, turn, steps):
        """Let time pass before `turn` follows the turns `pending` at once by `steps`; returns how much (ms) after all is seen, at least.

        What is lifted before its switch has shown it leaves no trace.
        """
        put = _put(pending)
        lead = 0
        if put & {self.game.square(f) for f, _, _ in Parts(turn).moves}:
            lead = WHILE
        elif put & {step.squares[0] for step in steps if step.squares} or pending and self._goes_on_behind(turn):
            lead = 110
        if lead:
            self.run(self.settled() + lead)
        return lead

    def _goes_on_behind(self, turn):
        """Whether `turn` moves what its side moved last, behind a thing from the box: seen too late, that would come after an amendment."""
        history = self.game.history
        if len(history) < 2 or not Parts(history[-1]).given:
            return False
        return bool({f for f, _, _ in Parts(turn).moves} & {t for _, _, t in Parts(history[-2]).moves})

    def _neutral_way(self, turn):
        """Cells from which and to which `turn` moves the thing of nobody's, if it does."""
        board = self.game.board
        pairs = zip(turn[::2], turn[1::2], strict=True)
        return [cell for f, t in pairs if f < BOX and f != t and board[f] == self.game.NEUTRAL for cell in (f, t)]

    def _kicked(self):
        """Whether the last turn moved the thing of nobody's: back again, it could as well have been kicked."""
        turn = self.game.history[-1]
        return bool(self.game.NEUTRAL) and any(self.game.board[cell] == self.game.NEUTRAL for cell in turn if cell < BOX)

    def _choose(self):
        """A legal turn; one that takes, gives or kicks more often than chance would have it."""
        turns = list(self.game.turns())
        lively = [turn for turn in turns if len(turn) > 2 or turn[0] > 191]
        return self.rng.choice(lively if lively and self.rng.random() < 0.5 else turns)

    def _after(self, turn):
        """`(full, clean)`: names of the squares that are full after `turn`; whether it leaves what its displacements make of the board."""
        change = self.game.effect(turn)
        token = self.game.apply(turn)
        full = occupied(self.game)
        clean = all(self.game.board[cell] == after for cell, (_, after) in change.items())
        self.game.undo(turn, token)
        return full, clean

    # -- judgement -----------------------------------------------------------------------------------------------------

    def _judge(self, pending, questions):
        settled = self.settled()
        self.rest()
        self.rested_ms = self.now
        kind = "right"
        pushed = pending[-1].pushed
        if not self._agrees():
            self.run(self.now + (HOLD if pushed else 200))
        if not self._agrees():
            kind = self._talk()
        if kind == "right" and self.seen.questions > questions:
            kind = "asked"
        if kind == "right" and not pushed and self.seen.committed_ms >= settled:
            self.latencies.append(max(0, self.seen.committed_ms - settled - REST))
        for made in pending[:-1]:
            self._count("right", made.pushed)
        self._count(kind, pushed, kind == "asked" and not pushed and self._check(settled))

    def _count(self, kind, pushed, needless=False):
        self._last = (kind, *["pushed"] * pushed, *["asked_needlessly"] * needless)
        for key in self._last:
            self.counts[key] += 1

    def _check(self, done_ms):
        """`_needless`, with the time it takes noted in `checking`."""
        start = time.process_time()
        needless = self._needless(done_ms)
        self.checking += time.process_time() - start
        return needless

    def _needless(self, done_ms):
        """Whether the question asked last had one possible answer only, by a check of its own.

        One asked before the hands had finished (at `done_ms`) has another: the thing is still in the hand. What was accepted just before may still be
        amended, so the two turns before count as well.
        """
        if self.seen.asked_ms < done_ms:
            return False
        for mark in self.marks[-3:]:
            toggles = self.seen.toggles[mark.toggles : self.seen.asked_after]
            count = len(self.game.history) - mark.ply + 1      # a pause on the way may have been a turn
            if not only_one_explanation(self.name, mark.position, toggles, count):
                return False
        return True

    def _agrees(self):
        """Whether the record is what was played."""
        return len(self.seen.record) == len(self.game.history) and not self.seen.asked and self._same_record()

    def _same_record(self):
        """Whether the record's turns have the effects of those played."""
        begin = self._known()
        return self._same(begin, self.seen.record[begin:])

    def _same(self, ply, texts):
        """Whether the turns played after the first `ply` have one by one the effects of the turns `texts`."""
        return len(texts) == len(self.game.history) - ply and self._same_effects(ply, texts)

    def _same_effects(self, ply, texts):
        """Whether the turns `texts` are the first that were played after `ply` turns."""
        game = self._back_at(ply)
        for turn, text in zip(self.game.history[ply:], texts, strict=False):
            if game.turn_text(turn) != text and game.effect(turn) != _effect(game, text):
                return False
            game.apply(turn)
        return True

    def _back_at(self, ply):
        """The game as it stood after `ply` turns, without its record; good until the next call."""
        self._twin.retreat(self.game, len(self.game.history) - ply)
        return self._twin

    def texts(self, ply):
        """Texts of the turns played after the first `ply`."""
        game = self._back_at(ply)
        texts = []
        for turn in self.game.history[ply:]:
            texts.append(game.turn_text(turn))
            game.apply(turn)
        return texts

    def _texts(self):
        return self.texts(self.marks[-1].ply)

    # -- when the board has not taken the turn -------------------------------------------------------------------------

    def _story(self):
        seen = self.seen
        return f"played {self._texts()}, recorded {seen.record[self.marks[-1].ply:]}, fix {seen.fix}, asked {seen.asked}"

    def _talk(self):
        """Answer the board, or follow it; returns how the turn is counted."""
        for attempt in range(4):
            mine = self._fitting()
            if mine:
                self._answer(mine, attempt > 0)
                if self._agrees():
                    return "asked"
            elif self.seen.fix:
                return self._follow()
            else:
                self.run(self.now + HOLD)
                if self._agrees():
                    return "right"
                if not self._fitting() and not self.seen.fix:
                    break
        raise Failure("wrong" if len(self.seen.record) >= len(self.game.history) else "missed", self._story())

    def _fitting(self):
        """Of the turns that the board asks about (lists of texts) the one that was played, or None."""
        total = len(self.game.history)
        options = [option.split("+") for option in self.seen.asked]
        fitting = [option for option in options if len(option) <= total and self._same(total - len(option), option)]
        return max(fitting, key=len) if fitting else None       # a longer one says more of what went before

    def _answer(self, mine, by_host):
        """Answer with the turns `mine` by touching the piece that moved, where it stands now, or over the host."""
        options = [option.split("+") for option in self.seen.asked]
        total = len(self.game.history)
        others = {square for option in options if option != mine for square in self._stands(option, total - len(mine))}
        own = self._places(mine, total - len(mine))
        square = next((square for square in reversed(own) if square not in others and square in self.world.occupied), None)
        self.answered_ms = self.now
        if square and not by_host:
            self.do([(200, "lift", (square,)), (250, "put", (square,))])
        else:       # no piece tells the answers apart: the host (or a button) answers
            self.say("answer " + "+".join(mine))
        self.rest()

    def _places(self, texts, ply):
        """Squares of the pieces that make the turns `texts`, where they then stand, if they begin after `ply` turns or end with the last one."""
        squares = []
        for begin in {ply, len(self.game.history) - len(texts)}:
            if begin >= 0:
                squares += _places(engine.new(self.name, self._back_at(begin).position_text()), texts)
        return squares

    def _stands(self, texts, ply):
        """`_places` of turns that were not made: they begin there, or somewhere among the last turns of the record."""
        squares = self._places(texts, ply)
        begin = self.marks[-1].ply
        for earlier in range(max(0, begin - 2), begin + 1):     # turns accepted before may have been others
            game = engine.new(self.name, self._back_at(earlier).position_text())
            for text in ["", *self.seen.record[earlier:]]:
                if text:
                    try:
                        game.push(game.parse_turn(text))
                    except engine.EngineError:
                        break
                squares += _places(engine.new(self.name, game.position_text()), texts)
        return squares

    def _follow(self):
        """Do what a fix says; where that leads back to the start of the turn, or further, make what is missing once more, plainly."""
        for _ in range(6):
            fix = list(self.seen.fix)
            if fix:
                full = set(self.world.occupied)
                wanted = (full - {w[1:] for w in fix if w[0] == "-"}) | {w[1:] for w in fix if w[0] == "+"}
                self.do(self.hands.rearrange(full, wanted))
                self.rest(100)
            elif self.seen.asked:
                if not self._answer_beginning():
                    break
            else:
                break
        if self._agrees():
            return "corrected"
        self._withdraw()
        for ply in range(len(self.seen.record), len(self.game.history)):
            self._plainly(self._back_at(ply), self.game.history[ply])
        if not self._agrees() and not self._fitting():
            self.run(self.now + HOLD)
        mine = self._fitting()
        if mine:
            self._answer(mine, True)
        if self._agrees():
            return "corrected"
        raise Failure("stuck", self._story())

    def _answer_beginning(self):
        """Answer the open question with turns that were made, if it offers such, whatever was made after them; returns whether it did."""
        ply = len(self.seen.record)
        for option in self.seen.asked:
            for begin in range(max(0, ply - 2), ply + 1):
                if begin + len(option.split("+")) <= len(self.game.history) and self._same_effects(begin, option.split("+")):
                    self.say("answer " + option)
                    self.rest(100)
                    return True
        return False

    def _withdraw(self):
        """Take back over the host turns in the record that were not made; make the board as it was when the first missing turn began."""
        taken = False
        while not self._same_start() and self.seen.record:
            before = len(self.seen.record)
            self.say("takeback")
            self.rest(100)
            taken = True
            if len(self.seen.record) >= before:
                raise Failure("stuck", self._story())
        self.counts["taken_back"] += taken
        start = occupied(self._back_at(min(len(self.seen.record), len(self.game.history))))
        if taken or len(self.seen.record) < len(self.game.history) and self.world.occupied != start:
            self.do(self.hands.rearrange(set(self.world.occupied), start))
            self.rest(100)

    def _same_start(self):
        """Whether all turns in the record are ones that were played."""
        count = len(self.seen.record)
        begin = self._known()
        return count <= len(self.game.history) and self._same_effects(begin, self.seen.record[begin:])

    def _known(self):
        """How many turns of the record need no comparison: those before the turn in hand, if they are as they were then."""
        ply = self.marks[-1].ply
        return ply if self.seen.record[:ply] == self._record else 0

    def _plainly(self, game, turn):
        """Make `turn` in the plainest order."""
        parts = Parts(turn)
        steps = [(200, "lift", (game.square(cell),)) for cell in parts.taken]
        for f, _, t in parts.moves:
            steps += [(200, "lift", (game.square(f),)), (200, "put", (game.square(t),))]
        steps += [(200, "put", (game.square(cell),)) for cell in parts.given]
        try:
            self.do(steps)
        except ValueError as error:
            raise Failure("stuck", f"the board is not as before the turn: {error}") from error
        self.rest()

    # -- between turns ---------------------------------------------------------------------------------------------------

    def _set_up(self):
        """Put everything where the rules want it (after a goal)."""
        if self.game.result() != "*":
            return
        wanted = occupied(self.game)
        goal = occupied(self._back_at(len(self.game.history) - 1))
        for _ in range(2):
            self.do(self._around(goal, wanted))
            self.rest()
            if not self.seen.fix and not self.seen.asked:
                return
        raise Failure("stuck", f"set up, but fix {self.seen.fix} asked {self.seen.asked}")

    def _around(self, avoided, wanted):
        """Steps that make the board look as `wanted` (names of full squares), never as `avoided` on the way: that would take the goal back."""
        while True:
            full = set(self.world.occupied)
            steps = self.hands.rearrange(full, wanted)
            for step in steps:
                full ^= set(step.squares)
                if full == avoided:
                    break
            else:
                return steps

    def _take_back(self):
        """Take the last turn back with the hands, and answer if the board asks which turn is left."""
        turn = self.game.history[-1]
        before = len(self.game.history)
        steps = self.hands.undo(self.game, turn)
        self.game.pop()
        self.do(steps)
        self.rest(250)
        mine = self._fitting()
        if mine:
            self._answer(mine, False)
        if not self._agrees() or self.seen.fix:
            story = f"took back turn {before}, record has {len(self.seen.record)}, fix {self.seen.fix}, asked {self.seen.asked}"
            raise Failure("stuck" if self.seen.fix else "wrong", story)


def _shown(full, steps):
    """What the switches show, as sets of the names of full squares, whenever one of the `steps` has put something down; `full`: at first."""
    full = set(full)
    shown = []
    for step in steps:
        step.change(full)
        if step.kind in PUTS:
            shown.append(frozenset(full))
    return shown


def _put(pending):
    """Names of the squares on which the turns `pending` ([Made]) put something."""
    return {square for made in pending for square in put_down(made.steps)}


def _effect(game, text):
    """The effect of the turn `text` in `game`, None if it is none there."""
    try:
        return game.effect(game.parse_turn(text))
    except engine.EngineError:
        return None


def _places(game, texts):
    """Squares of the pieces that make the turns `texts` from `game`, where they then stand; none if one is illegal.

    `game` is brought to their end. A footballer that only kicks stands where it stood.
    """
    squares = []
    for text in texts:
        try:
            turn = game.parse_turn(text)
        except engine.EngineError:
            return []
        pairs = list(zip(turn[::2], turn[1::2], strict=True))
        own = [t for f, t in pairs if t < BOX and not (f < BOX and game.NEUTRAL and game.board[f] == game.NEUTRAL)]
        squares.append(game.square(own[-1]))
        game.push(turn)
    return squares
