"""Hands that perform a turn as people do: in any order, sliding, pushing, adjusting, changing their mind.

They know the truth and plan a whole turn at once, as steps `(gap ms, kind, squares)`: `lift`, `put`, `slide` (lift, pass over, put), `push` (lift,
pass over, and stand where the victim was pushed off) and `see` (until the switches show what was done). What they never do is written where it is
avoided: it is what nobody could tell apart.
"""

from typing import NamedTuple

from engine import BOX


class Habits(NamedTuple):
    """How often hands do what in a turn in which it is possible; chances between 0 and 1.

    Not every turn can be slid or has a square to pause on, so that of all turns a smaller part is slid or paused in.
    """

    slide: float
    push: float
    touch: float
    pause: float
    mind: float
    wrong: float
    quick: float
    takeback: float
    long_gap: float
    gap: tuple


HABITS = {
    "off": Habits(0.2, 0.1, 0.25, 0, 0, 0, 0, 0, 0, (120, 120)),
    "light": Habits(0.05, 0, 0.05, 0.01, 0.01, 0.01, 0.01, 0, 0, (80, 500)),
    "hard": Habits(0.35, 0.65, 0.28, 0.12, 0.06, 0.06, 0.06, 0.03, 0.01, (15, 800)),
}


PUTS = ("put", "slide")     # kinds of steps that put something down


class Step(NamedTuple):
    """One step of a performance: after `gap` ms do `kind` on `squares` (one name, or the squares of a way)."""

    gap: int
    kind: str
    squares: tuple

    def change(self, full):
        """Let the set `full` of the names of full squares be as it is after this step."""
        if self.kind in ("lift", "slide", "push"):
            full.discard(self.squares[0])
        if self.kind in PUTS:
            full.add(self.squares[-1])


def put_down(steps):
    """Names of the squares on which the `steps` put something down."""
    return {step.squares[-1] for step in steps if step.kind in PUTS}


class Parts:
    """What a turn asks hands to do: `moves` [(from, via, to)], `taken` cells whose things go to the box, `given` cells that the box fills.

    `movers`: cells of the things that make it, also of a pawn that is promoted and goes to the box.
    """

    def __init__(self, turn):
        self.moves, self.taken, self.given = [], [], []
        for f, t in zip(turn[::2], turn[1::2], strict=True):
            if f == t:
                continue
            if f >= BOX:
                self.given.append(t)
            elif t >= BOX:
                self.taken.append(f)
            elif self.moves and self.moves[-1][2] == f:
                start, via, _ = self.moves[-1]
                self.moves[-1] = (start, [*via, f], t)
            else:
                self.moves.append((f, [], t))
        self.movers = {f for f, _, _ in self.moves} | set(self.taken[-1:] if self.given else ())


class Hands:
    """Hands with the `habits` of a level, drawing from `rng` (random.Random)."""

    def __init__(self, habits, rng):
        self.habits = habits
        self.rng = rng
        self._current = None
        self._instead = set()       # cells of what could have gone where the unbroken run brings something from the box
        self._been = set()          # squares on which the unbroken run has put something

    def chance(self, p):
        """True with chance `p`."""
        return p > 0 and self.rng.random() < p

    def gap(self):
        """Time between two doings (ms), mostly short."""
        low, high = self.habits.gap
        if self.chance(self.habits.long_gap):
            return self.rng.randint(high, 6000)
        return int(low * (high / low) ** self.rng.random())

    def perform(self, game, turn, before=()):
        """`(steps, pushed)` for `turn` of `game` (not yet pushed); `pushed`: the victim's square is never touched.

        `before`: [(turn, steps)] of an unbroken run that this one follows; behind more than one, or one in which something was touched that
        this one's mover could take, they don't push.
        """
        parts = Parts(turn)
        push = self._pushable(parts) and self.chance(self.habits.push) and len(before) < 2
        push = push and not any(self._touches_prey(game, turn, made, set(turn) & set(other)) for other, made in before)
        steps = []
        self._been = {square for _, made in before for square in put_down(made)}
        self._instead = (self._instead if before else set()) | self._rivals(game, parts)
        if not push and self.chance(self.habits.mind):
            steps += self._change_of_mind(game, turn)
        stands = {move[2] for move in parts.moves} | set(parts.given)
        tracks = [[(self._step("lift", game, cell),)] for cell in parts.taken if not (push and cell in stands)]
        mover_tracks = [self._move(game, turn, parts, move, push) for move in parts.moves]
        tracks += mover_tracks
        tracks += self._given(game, parts, push)
        if not push and self.chance(self.habits.touch):
            tracks += self._touches(game, turn, [made for made, _ in before])
        woven = self._weave(game, tracks)
        if game.NEUTRAL and len(parts.moves) > 1 or self._touches_prey(game, turn, steps + woven) or self._touches_prey_of_prey(game, turn, woven):
            # a footballer set down, and the ball left alone for a rest, is a turn; the kick would then be the opponent's.
            # A thing in the hand, and something it could take (or could have taken instead) touched and left alone for a rest, is a capture
            woven = [Step(0 if step.kind == "wait" else min(step.gap, 200), step.kind, step.squares) for step in woven]
        return steps + woven, push

    def _step(self, kind, game, *cells):
        return Step(self.gap(), kind, tuple(game.square(cell) for cell in cells))

    @staticmethod
    def _pushable(parts):
        """A capture whose mover comes to stand where the victim stood, with nothing else to touch."""
        ends = [move[2] for move in parts.moves] + parts.given
        return len(parts.taken) - (1 if parts.given else 0) == 1 and len(parts.moves) + len(parts.given) == 1 and ends[0] in parts.taken

    def _touches_prey_of_prey(self, game, turn, steps):
        """Whether the steps touch something that a victim could have taken: by the last turn, which it made, or behind a turn that ended early."""
        parts = Parts(turn)
        last = game.history[-1] if game.history else ()
        if {t for _, _, t in Parts(last).moves} & set(parts.taken):
            game.pop()
            touches = self._touches_prey(game, last, steps)
            game.push(last)
            if touches:
                return True
        put = put_down(steps)
        for early in list(game.turns()) if parts.taken else ():
            moves = Parts(early).moves
            if early != turn and any(f in parts.movers and game.square(t) in put for f, _, t in moves):
                game.push(early)
                touches = self._take_touched(game, set(parts.taken), steps, turn)
                game.pop()
                if touches:
                    return True
        return False

    def _touches_prey(self, game, turn, steps, needed=None):
        """Whether the steps touch something that the mover of `turn` could take, beside the cells `needed` (those of the turn, if left out)."""
        return self._take_touched(game, Parts(turn).movers, steps, turn if needed is None else needed)

    @staticmethod
    def _take_touched(game, movers, steps, needed):
        """Whether one of `movers` (cells) could take something that the steps touch and that is none of the cells `needed`."""
        touched = {square for step in steps if step.kind in ("lift", "put") for square in step.squares}
        for other in game.turns():
            parts = Parts(other)
            prey = set(parts.taken) - parts.movers - set(needed)
            if parts.movers & movers and any(game.square(cell) in touched for cell in prey):
                return True
        return False

    # -- the moving thing -------------------------------------------------------------------------------------------

    def _move(self, game, turn, parts, move, push):
        """Track of one thing from square to square: a list of groups of steps that stay together."""
        f, via, t = move
        stops = [cell for cell in via if self.chance(0.5)]
        ball = game.NEUTRAL and game.board[f] == game.NEUTRAL     # both sides kick it: a stop may read as a kick, and the way on as the reply
        if not via and not push and not ball and self.chance(self.habits.wrong):
            stops += self._wrong_square(game, parts, t)
        elif not via and not push and not ball and self.chance(self.habits.pause):
            stops += self._pause_square(game, turn, f, t)
        track = []
        at = f
        for cell in [*stops, t]:
            between = self._between(game, parts, at, cell)
            if push and cell == t:
                slid = between and self.chance(0.5)
                track.append((self._step("push", game, at, *between) if slid else self._step("lift", game, at),))
            elif between is not None and not (ball and between) and self.chance(self.habits.slide):
                track.append((self._step("slide", game, at, *between, cell),))
            else:
                track.append((self._step("lift", game, at),))
                track.append((self._step("put", game, cell),))
            if stops and cell == stops[-1] and not via and cell != t:
                track.append((Step(self.rng.choice((0, 200, 450, 900)), "wait", ()),))
            at = cell
        return track

    def _between(self, game, parts, a, b):
        """Cells passed on the straight way from `a` to `b`, or None where it isn't straight or something is in the way."""
        df, dr = b % game.files - a % game.files, b // game.files - a // game.files
        if not (df == 0 or dr == 0 or abs(df) == abs(dr)) or a == b:
            return None
        sf, sr = (df > 0) - (df < 0), (dr > 0) - (dr < 0)
        cells = []
        cell = a + sf + sr * game.files
        while cell != b:
            if game.board[cell] or cell in parts.given or any(cell in (m[2], *m[1]) for m in parts.moves):
                return None
            cells.append(cell)
            cell += sf + sr * game.files
        return cells

    def _free(self, game, parts):
        """Cells that are empty and play no part in the turn, nor has the unbroken run put anything there."""
        used = {cell for f, via, t in parts.moves for cell in (f, t, *via)} | set(parts.given)
        return [cell for cell in range(game.n) if not game.board[cell] and cell not in used and game.square(cell) not in self._been]

    def _wrong_square(self, game, parts, t):
        free = [c for c in self._free(game, parts) if max(abs(c % game.files - t % game.files), abs(c // game.files - t // game.files)) == 1]
        return [self.rng.choice(free)] if free else []

    def _pause_square(self, game, turn, f, t):
        legal = [u[1] for u in game.turns() if len(u) == 2 and u[0] == f and u[1] != t and not game.board[u[1]]]
        legal = [c for c in legal if c not in turn and game.square(c) not in self._been]
        return [self.rng.choice(legal)] if legal else []

    # -- what comes from the box -------------------------------------------------------------------------------------

    def _given(self, game, parts, push):
        if push:
            return []
        found = []
        for cell in parts.given:
            track = []
            if not parts.taken and self.chance(self.habits.wrong):
                left = self._way(game)      # a pawn where a piece has just been: it could be the piece put back
                free = [c for c in self._free(game, parts) if c != cell and c not in left]
                wrong = game.square(self.rng.choice(free))
                track += [(Step(self.gap(), "put", (wrong,)),), (Step(self.rng.choice((100, 500, 900)), "lift", (wrong,)),)]
            found.append([*track, (self._step("put", game, cell),)])
        return found

    def _way(self, game):
        """Cells on which what made the last turn of `game` has been, or over which it came."""
        cells = set()
        last = game.history[-1] if game.history else ()
        for f, t in zip(last[::2], last[1::2], strict=True):
            cells |= {f, t}
            if f < BOX and t < BOX:
                cells |= set(self._between(game, Parts(()), f, t) or ())
        return cells

    @staticmethod
    def _rivals(game, parts):
        """Cells of what could have gone where a turn brings something from the box: in the hand, it looks as if it had.

        If that is where the last turn began, also of what made that: lifted, it is taken back.
        """
        given = set(parts.given)
        if not given or parts.taken:
            return set()
        last = set(game.history[-1] if game.history else ())
        return {f for other in game.turns() for f, _, t in Parts(other).moves if t in given} | (last if given & last else set())

    # -- what has nothing to do with the turn ---------------------------------------------------------------------------

    def _touches(self, game, turn, before):
        """Other things lifted and put back, one to three of them.

        Not what the run has just moved: the board may be asking about that; nor what the last turn brought from the box: lifted, it is taken back;
        nor what could have gone where the run brings something from the box.
        """
        used = set(turn).union(self._instead, *before, *[Parts(last).given for last in game.history[-1:]])
        others = [cell for cell in range(game.n) if game.board[cell] and cell not in used]
        if not others:
            return []
        tracks = []
        for cell in self.rng.sample(others, min(len(others), self.rng.choice((1, 1, 1, 2, 3)))):
            tracks.append([(self._step("lift", game, cell),), (self._step("put", game, cell),)])
        return tracks

    def _change_of_mind(self, game, turn):
        """Begin another turn, perhaps rest on its square, and take it back."""
        others = [u for u in game.turns() if u != turn and not (game.NEUTRAL and len(u) > 2)]
        other = self.rng.choice(others) if others else None
        if other is None or game.NEUTRAL and game.board[other[0]] == game.NEUTRAL:
            return []
        parts = Parts(other)
        steps = []
        if parts.moves and not parts.taken:
            f, _, t = parts.moves[0]
            steps.append(self._step("lift", game, f))
            if self.chance(0.5):
                steps.append(self._step("put", game, t))
                steps.append(Step(self.rng.choice((60, 250, 600)), "lift", (game.square(t),)))
            steps.append(self._step("put", game, f))
        elif parts.moves and len(parts.taken) == 1:
            f, _, t = parts.moves[0]
            steps += [self._step("lift", game, f), self._step("lift", game, parts.taken[0])]
            back = [self._step("put", game, parts.taken[0]), self._step("put", game, f)]
            steps += [step._replace(gap=min(step.gap, 200)) for step in back]       # left alone in between, it is the capture
            steps.append(Step(120, "see", ()))
        return steps

    # -- one time line ---------------------------------------------------------------------------------------------------

    def _weave(self, game, tracks):
        """Interleave the tracks in a random order in which nothing is put on a full square."""
        full = {game.square(cell) for cell in range(game.n) if game.board[cell]}
        tracks = [list(track) for track in tracks]
        steps = []
        while any(tracks):
            ready = [track for track in tracks if track and self._possible(track[0], full)]
            if not ready:       # a thing that was touched lies in the way of a slide: it is carried over
                tracks = [self._carried(track) for track in tracks]
                continue
            going_on = [track for track in ready if track is self._current]
            # mostly one thing after the other
            track = going_on[0] if going_on and self.chance(0.6) else self.rng.choice(ready)
            self._current = track
            for step in track.pop(0):
                steps.append(step)
                step.change(full)
        return steps

    @staticmethod
    def _carried(track):
        """`track` with its first step, a slide or a push, made without sliding."""
        if not track:
            return track
        gap, kind, squares = track[0][0]
        assert kind in ("slide", "push"), track
        put = [(Step(gap, "put", squares[-1:]),)] if kind == "slide" else []
        return [(Step(gap, "lift", squares[:1]),), *put, *track[1:]]

    @staticmethod
    def _possible(group, full):
        for step in group:
            if step.kind in PUTS and step.squares[-1] in full - {step.squares[0] if step.kind == "slide" else ""}:
                return False
            if step.kind in ("slide", "push") and any(square in full for square in step.squares[1:-1]):
                return False
            if step.kind in ("lift", "slide", "push") and step.squares[0] not in full:
                return False
        return True

    # -- back and anew -----------------------------------------------------------------------------------------------------

    def rearrange(self, full, wanted):
        """Steps from the set of full squares `full` to `wanted`, in a random order, each thing going straight to its place."""
        lifts, puts = sorted(full - wanted), sorted(wanted - full)
        self.rng.shuffle(lifts)
        self.rng.shuffle(puts)
        steps = []
        hand = 0
        while lifts or puts:
            if lifts and (not hand or not puts or self.chance(0.3)):
                steps.append(Step(self.gap(), "lift", (lifts.pop(),)))
                hand += 1
            else:
                steps.append(Step(self.gap(), "put", (puts.pop(),)))
                hand = max(0, hand - 1)
        return steps

    def undo(self, game, turn):
        """Steps that take `turn` (the last one made in `game`, which stands after it) back."""
        parts = Parts(turn)
        steps = [self._step("lift", game, cell) for cell in parts.given]
        moves = [(f, t) for f, _, t in parts.moves]
        self.rng.shuffle(moves)
        first = [self._step("lift", game, t) for f, t in moves]
        steps += first + [self._step("put", game, f) for f, t in moves if f not in parts.taken]
        steps += [self._step("put", game, cell) for cell in parts.taken]
        return steps
