"""Trials: doings on a copy of the board, and what came of them compared with the judge's word."""

import re

from firmware.controller import BLACK, MENU, WHITE
from tests.tracker import hands, judge
from tests.tracker.positions import Place, Study
from tests.tracker.rig import HOLD_MS, REST_MS, Rig

DEBOUNCE_MS = 10
PROMPT_MS = REST_MS + DEBOUNCE_MS + 50      # by then a turn must be accepted, or asked about
QUIET_MS = 1000
GAPS = (20, 40, 120, 260)                   # ms between two doings, all below `rest`
KICK = re.compile(r"\*\w\d")
LATE = "the same by "
_VERDICTS = ("turn", "back", "ask", "fix", "ok", "result")


def stand(place):
    """Return a rig that stands at `place` with the turn before it played on it, and what went wrong with that (None if nothing)."""
    if place.before is None:
        return Rig(place.name, place.position), None
    study, turn = _before(place)
    trial = Trial(study, Rig(place.name, place.before))
    difference = trial.turn(turn, _plain(study, turn))
    if difference:
        return Rig(place.name, place.position), difference
    return trial.rig, None


def _before(place):
    """Return the Study of the position before the last turn of `place`, and that turn (a Performance)."""
    study = Study(Place(place.name, place.before, None, None))
    return study, study.turns[study.key_of[place.turn]]


def _plain(study, turn):
    """Return an order of `turn` that only this turn explains."""
    for rows in turn.ways:
        for order in hands.orders(study.board, rows, 100, None):
            if judge.explain(study, order) == {(turn.key,)}:
                return order
    raise AssertionError(f"{study.place}: no plain order of {turn.text}")


class Trial:
    """One trial at the position `study`, on a copy of the rig `base`. Its methods return what differs as a text, or None."""

    def __init__(self, study, base):
        self.study = study
        self.base = base
        self.rig = base.copy()
        self.done = []      # (ms since the last, doing)

    # what is tried

    def turn(self, turn, order, gaps=None):
        """Perform `turn` in `order`: it must be accepted, or asked about where the judge knows other explanations.

        Where what made the last turn is lifted and put back besides, a question with the right answer will do: that turn may be corrected.
        """
        rows = judge.explain(self.study, order)
        assert (turn.key,) in rows, (self.study.place, order)
        last = self._perform(order, gaps or [120] * len(order))
        if len(rows) == 1:
            if self.rig.wanted[:1] == ["ask"] and turn.text in self.rig.wanted[1:] and self._last_adjusted(turn, order):
                return self.answer(turn)
            return self._accepted((turn.key,)) or self._late(last)
        return self._asked(rows) or self._late(last) or self.answer(turn)

    def pause(self, turn, order, at, ms):
        """Perform `turn` in `order` with a pause of `ms` before its doing number `at`; it must be accepted.

        Nothing is tried where what came before the pause, or all, can have been something else, and where the rest can
        have been a turn of the other side, which then has the right of way. What came before the pause may also look like
        a correction of the turn before; then a question will do in the end.
        """
        early = judge.explain(self.study, order[:at])
        after = [self.study.after(self.study.turns[row[0]]) for row in early]
        if len(early) > 1 or any(judge.explain(one, order[at:]) for one in after) or judge.explain(self.study, order) != {(turn.key,)}:
            return None
        gaps = [120] * len(order)
        gaps[at] = ms
        last = self._perform(order, gaps)
        corrected = "+".join(self.base.record[-1:] + [turn.text])
        if not early and self.rig.wanted[:1] == ["ask"] and corrected in self.rig.wanted[1:]:
            return None
        return self._accepted((turn.key,)) or self._late(last)

    def reply(self, turn, reply, order, gaps):
        """Perform `turn` and its `reply` in one run of doings, `order`: both must be accepted.

        Where there are other explanations, if far-fetched ones, a question with the right answer will do (the doings of
        two turns may overlap, and an empty square touched in passing says something, but nobody knows how much; and what both sides
        move may have been moved on by the other). Nothing
        is tried that leaves all as it was: so does a change of mind.
        """
        row = (turn.key, reply.key)
        rows = judge.explain(self.study, order)
        if row not in rows or self.study.after(turn).board_after(reply) == self.study.board:
            return None
        self._perform(order, gaps)
        offered = {self._row(text.split("+")) for text in self.rig.wanted[1:]}
        possible = judge.explain(self.study, order, True) | judge.gone_on(self.study, order, row)
        if self.rig.wanted[:1] == ["ask"] and row in offered and offered <= possible and self._made() == ():
            return None
        return self._accepted(row)

    def push(self, square):
        """Lift the thing on `square` and leave it so: nothing at rest, after `hold` a question with its captures if it has any."""
        self._perform(["-" + square], [120])
        if self.rig.wanted or self._made() != ():
            return self.report("nothing at rest")
        rows = judge.pushed(self.study, square)
        self.rig.wait(HOLD_MS)
        if not rows:
            return self.report("no question") if self._made() != () or self.rig.wanted[:1] == ["ask"] else None
        return self._asked(rows)

    def push_and_press(self, square):
        """Lift the thing on `square` and press the clock: a single capture is made at once, more are asked about."""
        rows = judge.pushed(self.study, square)
        self._perform(["-" + square], [120], 200)
        self._press_clock()
        if len(rows) == 1:
            return self._accepted(list(rows)[0])
        return self._asked(rows) if rows else None

    def answer(self, turn):
        """Touch the thing that made `turn`, where it stands now: the turn must be accepted.

        Where another answer ends with a thing on the same square the touch tells nothing; then the buttons answer.
        """
        asked = list(self.rig.wanted)
        self._perform(["-" + turn.mover, "+" + turn.mover], [120, 120])
        if any(turn.mover in KICK.sub("", text.split("+")[-1]) for text in asked[1:] if text != turn.text):
            if self.rig.wanted != asked:
                return self.report(" ".join(asked))
            for _ in range(asked.index(turn.text) - 1):
                self.rig.press(MENU)
            self._press_clock()
        return self._accepted((turn.key,))

    # how it is done

    def _press_clock(self):
        """Press the clock button of the side to move, and let the board take it."""
        self.rig.press(WHITE if self.study.side == "w" else BLACK)
        self.rig.wait(100)

    def _last_adjusted(self, turn, order):
        """Whether what made the last turn before `turn` is lifted in `order`, though `turn` does not move it."""
        place = self.study.place
        mover = place.before and _before(place)[1].mover
        return f"-{mover}" in order and mover not in turn.changes

    def _perform(self, order, gaps, wait=PROMPT_MS + QUIET_MS):
        """Do the `order` and wait; return when the last doing was done (ms)."""
        self.done += zip(gaps, order, strict=True)
        self.rig.play(order, gaps)
        last = self.rig.now
        self.rig.wait(wait)
        self.done.append((wait, ""))
        return last

    # what has come

    def _accepted(self, row):
        """The turns must be in the record, and nothing may be asked for but the set-up after a goal."""
        sets_up = self.study.sets_up(self.study.turns[row[0]])
        if len(row) > 1:
            after = self.study.after(self.study.turns[row[0]])
            sets_up = after.sets_up(after.turns[row[1]])
        if self._made() == row and (self.rig.wanted[:1] == ["fix"] if sets_up else not self.rig.wanted):
            return None
        return self.report(self._text(row) + (", fix ..." if sets_up else ""))

    def _asked(self, rows):
        """A question must be open that offers exactly these `rows`, each once, and nothing may be in the record."""
        offered = [self._row(text.split("+")) for text in self.rig.wanted[1:]]
        if self.rig.wanted[:1] == ["ask"] and len(offered) == len(rows) and set(offered) == rows and self._made() == ():
            return None
        return self.report("ask " + " ".join(sorted(self._text(row) for row in rows)))

    def _late(self, last):
        """The verdict must have come soon after the `last` doing (ms)."""
        verdicts = [ms for ms, payload in self.rig.said if ms > last and payload.split()[0] in ("turn", "ask")]
        if verdicts and verdicts[0] > last + PROMPT_MS:
            return self.report(f"{LATE}{PROMPT_MS} ms after the last doing, not {verdicts[0] - last}")
        return None

    def _made(self):
        """The row of the turns by which the record is longer than that of the base, None if it is not."""
        count = len(self.base.record)
        return self._row(self.rig.record[count:]) if self.rig.record[:count] == self.base.record else None

    def _row(self, texts):
        """The row of keys of turn texts, None for one that is not legal."""
        row, study = (), self.study
        for text in texts:
            row += (study.key_of.get(text) if study else None,)
            study = study.after(study.turns[row[-1]]) if row[-1] else None
        return row

    def _text(self, row):
        """The turn texts of a row, joined by `+`."""
        texts, study = [], self.study
        for key in row:
            texts.append(study.turns[key].text)
            study = study.after(study.turns[key])
        return "+".join(texts)

    def report(self, expected):
        """Return the text that tells of a difference; what was said with its time, in ms since the base."""
        place, start = self.study.place, self.base.now
        before = [f"before: {place.before} {place.turn}"] if place.before else []
        said = [f"{payload} ({ms - start})" for ms, payload in self.rig.said if ms > start and payload.split()[0] in _VERDICTS]
        doings = " ".join(f"{ms} {doing}".strip() for ms, doing in self.done)
        parts = [f"{place.name} {place.position}", *before, "doings: " + doings, "expected: " + expected, "got: " + (", ".join(said) or "nothing")]
        return "\n  ".join(parts)


def none(differences):
    """Whether there is no difference in the list (of texts and None); the first few are printed, those of time last."""
    found = sorted((difference for difference in differences if difference), key=lambda difference: LATE in difference)
    if found:
        late = sum(LATE in difference for difference in found)
        print(f"{len(found)} of {len(differences)} differ, {late} of them only in time, for example")
        print("\n\n".join(found[:5]))
    return not found
