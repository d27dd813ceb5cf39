"""From a game that went wrong to a scenario file that shows it: what the switches did since all was well, made as short as possible.

The hands' doings become the debounced toggles that the board has told, so the file needs no noise. If the last position alone does not
show the failure, earlier turns are played too; if nothing shows it, the whole log of the game is kept.
"""

import textwrap

import engine
from host.campaign.case import GAP, SILENT, WIDTH, Act, Case, Part, ends_as_played, needed, possible, symptom
from host.campaign.rig import HOLD, REST
from host.campaign.truth import GameRun
from host.sim import doings, hands
from host.sim.hands import occupied

TRIES = 60      # how many scenarios may be run to find one that shows a failure
WAITS = (0, 20, 60, 200, 400, 1000, 5000)       # ms that are tried in place of a longer wait


class Effort:
    """How many scenarios may still be run (`left`)."""

    def __init__(self, left):
        self.left = left

    def symptom(self, case):
        """The symptom of `case`, None if no effort is left to see it."""
        if self.left <= 0:
            return None
        self.left -= 1
        return symptom(case)


# -- from the game to a case -----------------------------------------------------------------------------------------------


def cases_since(run, back):
    """Yield `Case`s of what happened in `run` (a GameRun that has failed) since its mark number `back` from the end.

    First all of it, then in the end only the last turn's own doings and the longest time that a board may be silent; each only if its
    doings end where its turns do.
    """
    for end, wait in ((run.now, 0), (run.rested_ms, HOLD + REST)):
        if end >= run.marks[-1].ms:
            case = _case(run, run.marks[-back:], end, wait)
            if ends_as_played(case):
                yield case


def _case(run, marks, end, wait):
    """What happened since the first of `marks` until `end` (ms) and a wait of `wait` ms."""
    texts = run.texts(marks[0].ply)
    parts = []
    for i, mark in enumerate(marks):
        last = i + 1 == len(marks)
        until, ply = (end, len(run.game.history)) if last else (marks[i + 1].ms, marks[i + 1].ply)
        toggles = run.seen.toggles[mark.toggles :] if last else run.seen.toggles[mark.toggles : marks[i + 1].toggles]
        events = [(ms, doings.put(square) if closed else doings.lift(square)) for ms, square, closed in toggles if ms <= until]
        events += [(ms, doings.Doing("host", payload)) for ms, payload in run.said if mark.ms <= ms < until]
        events.sort(key=lambda event: event[0])
        if last and run.crashed:
            events += [(end, doing) for doing in _rest(run, mark, events)]
        acts = _acts([*events, (until + wait if last else until, None)])
        parts.append(Part(acts, texts[mark.ply - marks[0].ply : ply - marks[0].ply]))
    return Case(run.name, marks[0].position, parts, marks[-1].ms <= run.rested_ms <= run.answered_ms <= end)


def _acts(events):
    """The `Act`s of `events` [(ms, doing)], in order of time."""
    acts, at = [], events[0][0]
    for ms, what in events:
        acts.append(Act(ms - at, what))
        at = ms
    return acts


def _rest(run, mark, events):
    """What hands still did when the firmware had stopped: doings that lead from the full squares after `events` to those there were in the end."""
    full = occupied(engine.new(run.name, mark.position))
    for _, what in events:
        if what.kind in ("lift", "put"):
            full = full ^ {what.what}
    return hands.rearrange(full, run.world.occupied)


def reproduce(run, effort):
    """`(case, symptom)` for the failure of `run` with as few earlier turns as possible, or None if no case fails."""
    back, tried = 1, 0
    while effort.left > 0 and tried < len(run.marks):
        back = min(back, len(run.marks))
        found = _failing(run, back, effort)
        if found:
            nearer = (_failing(run, count, effort) for count in range(tried + 1, back))
            return next(filter(None, nearer), found)
        tried, back = back, back * 2
    return None


def _failing(run, back, effort):
    """`(case, symptom)` of what happened since the mark number `back` from the end, or None if that does not fail."""
    for case in cases_since(run, back):
        found = effort.symptom(case)
        if found:
            return case, found
    return None


# -- making it short -------------------------------------------------------------------------------------------------------


def shrink(case, wanted, effort):
    """The shortest `Case` found that has the symptom `wanted`, as `case` has, and in which the turns may still have been made.

    The last part of one that is answered stays as it is: what the answer was would be lost.
    """
    for number, (part, game) in reversed(list(enumerate(case.begun()))):
        last = number + 1 == len(case.parts)
        if last and case.answered and "ask" in wanted:
            continue
        holds = _condition(case, number, game, wanted, effort)
        case = case.with_part(number, _shorter(part, game, last, wanted, holds))
    return case


def _condition(case, number, game, wanted, effort):
    """Whether a part can stand for part `number` of `case`, as a function: its turns may have been made by it, and the symptom stays `wanted`."""
    part = case.parts[number]
    keep, strict = needed(part, game), possible(part, game)

    def holds(other):
        honest = keep <= other.touched() and (not strict or possible(other, game))
        return honest and effort.symptom(case.with_part(number, other)) == wanted

    return holds


def _shorter(part, game, last, wanted, holds):
    """The shortest part found like `part` of which `holds(part)` is true; `last`: whether it is the last one, where the board fails."""
    plain = _plain(part, game)
    if not last and (part == plain or holds(plain)):
        return plain
    before = None
    while part != before:
        before = part
        part = _fewer(part, occupied(game), holds)
        part = _quicker(part, last and wanted == SILENT, holds)
    return part


def _plain(part, game):
    """The turns of `part` made in the plainest way."""
    made = []
    for text in part.turns:
        turn = game.parse_turn(text)
        made += hands.plain(game, turn)
        game.push(turn)
    for _ in part.turns:
        game.pop()
    return Part([*(Act(GAP if i else 0, doing) for i, doing in enumerate(made)), Act(0, None)], part.turns)


def _fewer(part, full, holds):
    """Leave out pairs of toggles of a square that come to nothing, as many at a time as possible."""
    size = len(_pairs(part.acts, full))
    while size:
        start = 0
        while start < len(_pairs(part.acts, full)):
            shorter = part._replace(acts=_without(part.acts, _pairs(part.acts, full)[start : start + size]))
            if shorter.acts != part.acts and holds(shorter):
                part = shorter
            else:
                start += size
        size //= 2
    return part


def _pairs(acts, full):
    """`[(i, j)]`: numbers of two acts that toggle a square one after the other.

    Not a lift and the next put on a square that is not in `full`, the squares full at first: what only passed there, twice, must not seem to
    have stood there all the time.
    """
    found, last = [], {}
    for j, act in enumerate(acts):
        if act.square:
            if act.square in last and (act.square in full or act.what.kind == "lift"):
                found.append((last[act.square], j))
            last[act.square] = j
    return found


def _without(acts, pairs):
    """`acts` without those in `pairs` (pairs that share an act apart); later acts keep their time."""
    dropped = set()
    for pair in pairs:
        if not dropped & set(pair):
            dropped |= set(pair)
    kept, owed = [], 0
    for i, (ms, what) in enumerate(acts):
        if i in dropped:
            owed += ms
        else:
            kept.append(Act(ms + owed if kept or what is None else 0, what))
            owed = 0
    return kept


def _quicker(part, silent, holds):
    """Make the waits plain: all of them the usual gap, else each for itself as short as one of `WAITS`.

    silent: whether the board says nothing at the end; then the wait for it stays, since the shorter it is, the more does a board say nothing.
    """
    *acts, end = part.acts
    for changed in [[Act(GAP, what) for _, what in acts], [Act(min(ms, GAP), what) for ms, what in acts]]:
        plain = part._replace(acts=[Act(0, changed[0].what), *changed[1:], end] if acts else [end])
        if plain != part and holds(plain):
            part = plain
            break
    for i in range(1, len(part.acts) - silent):
        ms, what = part.acts[i]
        for shorter in (GAP, *WAITS) if what else WAITS:
            if shorter == ms:
                break
            changed = part._replace(acts=[*part.acts[:i], Act(shorter, what), *part.acts[i + 1 :]])
            if (shorter < ms or shorter == GAP) and holds(changed):
                part = changed
                break
    return part


# -- the whole ---------------------------------------------------------------------------------------------------------------


def failure(run, effort):
    """What there is to tell about `run`, a GameRun that has failed: a dict that JSON can hold.

    `kind`, `story`, `seed`; `scenario`: text of a scenario file, None if no scenario fails; `log`: in that case everything that went in
    and out in the game, as text. effort: Effort for the shrinking; when it is spent, scenarios stay as long as they are.
    """
    kind, story, *_ = run.failed
    about = {"kind": kind, "story": story, "seed": run.seed, "scenario": None, "log": None}
    found = reproduce(run, Effort(TRIES))
    if not found:
        return {**about, "log": whole_log(run)}
    case, wanted = found
    text = shrink(case, wanted, effort).text()
    comment = textwrap.wrap(f"{kind}: {story}. Hands of seed {run.seed!r} at {run.level}.", WIDTH)
    return {**about, "scenario": "\n".join(["# " + line for line in comment]) + "\n" + text}


def whole_log(run):
    """Everything that went in and out in the game of `run`, played once more: switches (µs), host and board (ms), in order of time."""
    again = GameRun(run.name, run.level, run.seed, keep_log=True)
    again.play(run.turns)
    lines = [(us / 1000, 0, f"switch {bit} {'closed' if closed else 'open'}") for us, bit, closed in again.log.raw]
    lines += [(ms, 1, "host " + data.decode().strip()) for ms, data in again.log.lines]
    lines += [(ms, 2, f"{kind} {_readable(kind, data)}") for ms, kind, data in again.log.out]
    head = f"# {run.failed.kind}: {run.failed.story}\n# {run.name}, hands of seed {run.seed!r} at {run.level}; no scenario without noise shows it\n"
    return head + "".join(f"{ms:.3f} {text}\n" for ms, _, text in sorted(lines))


def _readable(kind, data):
    return data.hex() if kind in ("lamps", "beep") else " | ".join(data.decode().split("\n")).strip(" |")
