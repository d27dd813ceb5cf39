"""A scenario in the making: what was done since hands and board agreed, part by part, and how the board fails at it."""

import textwrap
from typing import NamedTuple

import engine
from host.campaign import needless
from host.errors import UserError
from host.sim import doings, scenario, scenario_file
from host.sim.hands import occupied
from host.sim.runtimes import CPythonRuntime

GAP = scenario_file.DEFAULT_GAP
PATH = "found"
WIDTH = 100
SILENT = ("nothing",)


class Act(NamedTuple):
    """One doing after a wait of `ms`; `what` is None at the end of a part, where nothing is done after the wait."""

    ms: int
    what: object

    @property
    def square(self):
        """Name of the square that is lifted from or put on, else None."""
        return self.what.what if self.what and self.what.kind in ("lift", "put") else None


class Part(NamedTuple):
    """Doings between two moments of rest: the list of `Act`s, the last of them a wait, and the texts of the turns made by them."""

    acts: list
    turns: list

    def lines(self):
        """The lines of the scenario, with what is expected."""
        words = []
        for i, (ms, what) in enumerate(self.acts):
            if what is None and ms or what and i and ms != GAP:
                words.append(str(ms))
            if what and what.kind == "host":        # takes the rest of its line
                words.append("\n" + doings.text([what]) + "\n")
            elif what:
                words.append(doings.text([what]))
        lines = [line for part in " ".join(words).split("\n") for line in textwrap.wrap(part, WIDTH, break_on_hyphens=False)]
        return [*lines, "expect turn " + " ".join(self.turns) if self.turns else "expect none"]

    def touched(self):
        """Names of the squares that something is lifted from or put on."""
        return {act.square for act in self.acts} - {None}


class Case(NamedTuple):
    """A scenario: the game, its first position, and a list of one or more `Part`s.

    answered: whether the acts end with the answer to a question, which must then be a question no more.
    """

    game: str
    position: str
    parts: list
    answered: bool = False

    def head(self):
        """The lines before the last part."""
        lines = [line for part in self.parts[:-1] for line in part.lines()]
        return [f"game {self.game}", f"position {self.position}", *lines]

    def text(self):
        """The scenario file."""
        return "\n".join([*self.head(), *self.parts[-1].lines(), "expect ok", ""])

    def begun(self):
        """`[(part, game)]`: each part with the engine's game as it stands before it."""
        game = engine.new(self.game, self.position)
        found = []
        for part in self.parts:
            found.append((part, engine.new(self.game, game.position_text())))
            for text in part.turns:
                game.push(game.parse_turn(text))
        return found

    def with_part(self, number, part):
        """The same with another part number `number`."""
        return self._replace(parts=[*self.parts[:number], part, *self.parts[number + 1 :]])


def symptom(case):
    """How the board fails in the last part of `case`: a tuple of words that is equal for like failures; None if it does not fail there.

    A question with the true answer among its turns is no failure before it has been answered.
    """
    try:
        read = scenario_file.parse(PATH, case.text())
    except UserError:
        return None
    outcome = scenario.run(read, CPythonRuntime(pins=False))
    if outcome.error or not outcome.failures or outcome.failures[0].line <= len(case.head()):
        return None
    got = outcome.failures[0].got
    if got.startswith("the firmware stopped"):
        return ("stopped", got.split(":")[1].strip())
    said = [part.split() for part in got.split(", ")]
    for verb, *words in said:
        if verb == "ask" and not case.answered and any(_is_end(option.split("+"), case) for option in words):
            return None
    return tuple(verb for verb, *_ in said)


def _is_end(texts, case):
    """Whether the last turns of `case` are `texts`."""
    turns = [text for part in case.parts for text in part.turns]
    return turns[len(turns) - len(texts) :] == texts


def ends_as_played(case):
    """Whether after each part those squares are full that are after its turns, before or after what the rules then put elsewhere."""
    for part, game in case.begun():
        full = occupied(game)
        for act in part.acts:
            if act.square:
                full = full ^ {act.square}
        shown = occupied(game)
        for text in part.turns:
            turn = game.parse_turn(text)
            shown = occupied(game)
            for cell, (_, after) in game.effect(turn).items():
                shown = shown | {game.square(cell)} if after else shown - {game.square(cell)}
            game.push(turn)
        if full not in (shown, occupied(game)):
            return False
    return True


def possible(part, game):
    """Whether the turns of `part` can have been made by its doings, as far as things with names could tell; False also if that is too much.

    game: as it stands before the part.
    """
    steps = [(act.ms, act.what.kind, (act.square,)) for act in part.acts if act.square]
    return needless.can_be(game.name, game.position_text(), steps, _turns(part, game))


def needed(part, game):
    """Names of the squares that the turns of `part` are about and that its doings touch."""
    squares = {game.square(cell) for turn in _turns(part, game) for cell in turn if cell < engine.BOX}
    return squares & part.touched()


def _turns(part, game):
    """The engine's turns of `part`, in order; `game`: as it stands before the part."""
    turns = []
    for text in part.turns:
        turns.append(game.parse_turn(text))
        game.push(turns[-1])
    for _ in turns:
        game.pop()
    return turns
