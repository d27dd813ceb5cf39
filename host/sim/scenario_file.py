"""Scenario files: the text form, read into steps. Everything that can be said wrong is found here, with its line."""

import re
from typing import NamedTuple

import engine
from board_drivers.profile import ProfileError
from firmware.controller import Controller
from firmware.opening import OPTIONS
from host import profiles
from host.errors import UserError
from host.sim import doings, noise
from host.sim.board import configuration, default_board
from host.sim.hands import occupied
from host.sim.layout import Layout

RESULTS = ("1:0", "0:1", "draw", "*")
DEFAULT_GAP = 120
_HEADER = ("game", "position", "option", "board", "noise", "seed", "gap")
_CHANGE = re.compile(r"[-+][a-z][1-9][0-9]?$")


class ScenarioError(UserError):
    """A malformed scenario file. `line` is the number of the line (from 1), `text` what is wrong there."""

    def __init__(self, path, line, text, status=UserError.status):
        super().__init__(f"{path}:{line}: {text}")
        self.status = status
        self.line = line
        self.text = text


class Expect(NamedTuple):
    """One expectation: its kind (`turn`, `none`, `ask`, `fix`, `ok`, `takeback`, `position`, `result`, `fault`) and words."""

    kind: str
    words: tuple = ()

    def __str__(self):
        return " ".join((self.kind,) + self.words)


class Step(NamedTuple):
    """One step of a scenario: the number of its line and a Doing or an Expect."""

    line: int
    what: object


class Scenario:
    """A scenario file as read: header values and steps, in order."""

    def __init__(self, path):
        self.path = str(path)
        self.game = ""
        self.position = None
        self.options = {}
        self.board = ""
        self.noise = "off"
        self.seed = 0
        self.gap = DEFAULT_GAP
        self.steps = []
        self.lines = {}

    @property
    def expectations(self):
        """How many expectations the file holds."""
        return sum(1 for step in self.steps if isinstance(step.what, Expect))

    def new_game(self):
        """Return the engine's game at the scenario's start. Raises engine.EngineError for a bad position or option."""
        names = engine.game_class(self.game).OPTIONS
        options = {key: value for key, value in self.options.items() if key in names}
        return engine.new(self.game, self.position, **options)


def read(path):
    """Return the Scenario in the file `path`. Raises UserError if it can't be read and ScenarioError if it is malformed."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: not a text file (byte {error.start} is no UTF-8)") from error
    return parse(path, text)


def parse(path, text):
    """Return the Scenario that `text` spells; `path` names it in errors. Raises ScenarioError."""
    return _Reader(path).read(text)


class _Reader:
    """Reads one file. `line` is the number of the line in hand."""

    def __init__(self, path):
        self.scenario = Scenario(path)
        self.line = 0
        self.begun = False

    def read(self, text):
        for number, raw in enumerate(text.splitlines(), 1):
            self.line = number
            words = raw.partition("#")[0].split()
            if words:
                self._line(words)
        self._finish()
        return self.scenario

    def fail(self, text, line=None):
        raise ScenarioError(self.scenario.path, line or self.line, text)

    def _line(self, words):
        if words[0] in _HEADER:
            self._header(words[0], words[1:])
            return
        while words:
            if words[0] == "expect":
                self.begun = True
                self._step(self._expect(words[1:]))
                return
            try:
                found = doings.take(words)
            except doings.DoingError as error:
                self.fail(str(error))
            self.begun = self.begun or found.kind in ("lift", "put", "pass")
            self._step(found)

    def _step(self, what):
        self.scenario.steps.append(Step(self.line, what))

    # header

    def _header(self, key, values):
        if self.begun:
            self.fail(f"'{key}' belongs in the header, before the first doing or expect")
        if not values:
            self.fail(f"'{key}' needs a value")
        if key != "option" and key in self.scenario.lines:
            self.fail(f"'{key}' is said twice (first on line {self.scenario.lines[key]})")
        self.scenario.lines[key] = self.line
        if key == "position":
            self.scenario.position = " ".join(values)
        elif key == "option":
            self._option(values)
        elif key == "noise" and len(values) == 3 and values[1] == "seed":
            self._value("noise", values[0])
            self._header("seed", values[2:])
        elif len(values) != 1:
            self.fail(f"'{key}' takes one value, not {len(values)}")
        else:
            self._value(key, values[0])

    def _value(self, key, value):
        if key in ("seed", "gap"):
            if not (value.isascii() and value.isdigit()):
                self.fail(f"'{key} {value}': should be a number")
            value = int(value)
        elif key == "noise" and value not in noise.LEVELS:
            self.fail(f"'noise {value}': should be {', '.join(noise.LEVELS)}")
        elif key == "game" and value not in engine.NAMES:
            self.fail(f"unknown game '{value}': known are {', '.join(engine.NAMES)}")
        setattr(self.scenario, key, value)

    def _option(self, values):
        if len(values) != 2:
            self.fail("'option' takes a name and a value")
        name, value = values
        if name in self.scenario.options:
            self.fail(f"option '{name}' is said twice")
        self.scenario.options[name] = int(value) if value.isascii() and value.isdigit() else value
        self.scenario.lines["option " + name] = self.line

    # expectations

    def _expect(self, words):
        if not words:
            self.fail("'expect' needs to say what")
        kind, rest = words[0], tuple(words[1:])
        check = getattr(self, "_expect_" + kind, None)
        if check is None:
            self.fail(f"'expect {kind}': should be turn, none, ask, fix, ok, takeback, position, result or fault")
        check(rest)
        return Expect(kind, rest)

    def _expect_turn(self, words):
        if not words:
            self.fail("'expect turn' needs the turns")

    def _expect_ask(self, words):
        if not words:
            self.fail("'expect ask' needs the turns that are asked about")

    def _expect_none(self, words):
        if words:
            self.fail(f"'{words[0]}' is too much here")

    _expect_ok = _expect_none

    def _expect_fix(self, words):
        if not words:
            self.fail("'expect fix' needs the squares, like -c3 +b1")
        for word in words:
            if not _CHANGE.match(word):
                self.fail(f"'{word}' is no change, like -c3 or +b1")

    def _expect_takeback(self, words):
        if len(words) != 1 or not (words[0].isascii() and words[0].isdigit() and int(words[0]) > 0):
            self.fail("'expect takeback' needs the number of turns")

    def _expect_position(self, words):
        if not words:
            self.fail("'expect position' needs the position")

    def _expect_result(self, words):
        if not words or words[0] not in RESULTS:
            self.fail(f"'expect result' needs one of {', '.join(RESULTS)}")

    def _expect_fault(self, words):
        for word in words:
            if not _CHANGE.match("+" + word):
                self.fail(f"'{word}' is no square")

    # the whole

    def _finish(self):
        scenario = self.scenario
        if not scenario.game:
            self.fail("no 'game' line", 1)
        if not scenario.board:
            scenario.board = default_board(scenario.game)
        self._check_options()
        game = self._check_game()
        self._check_board(game)
        self._check_squares(game)

    def _check_options(self):
        known = set(engine.game_class(self.scenario.game).OPTIONS) | set(OPTIONS)
        for name in self.scenario.options:
            if name not in known:
                self.fail(f"unknown option '{name}': known are {', '.join(sorted(known))}", self.scenario.lines["option " + name])

    def _check_game(self):
        """Return the game at the start, set up as the file says."""
        scenario = self.scenario
        try:
            return scenario.new_game()
        except engine.OptionError as error:
            self.fail(str(error), self._option_line(str(error)))
        except engine.EngineError as error:
            self.fail(str(error), scenario.lines.get("position", scenario.lines["game"]))

    def _check_board(self, game):
        """The board has to be there and have a place for the game; the controller's options have to be such that it starts."""
        scenario = self.scenario
        line = scenario.lines.get("board", scenario.lines["game"])
        try:
            profile = profiles.load(scenario.board)
            Layout(profile, game)
            Controller(profile, configuration(game, scenario.options))
        except UserError as error:
            self.fail(str(error), line)
        except ProfileError as error:
            self.fail(str(error), line)
        except engine.OptionError as error:
            self.fail(str(error), self._option_line(str(error)))

    def _option_line(self, text):
        """The line of the option that an error's text is about."""
        lines = [line for key, line in self.scenario.lines.items() if key.startswith("option ") and key[7:] in text]
        return lines[0] if lines else self.scenario.lines["game"]

    def _check_squares(self, game):
        """Follow the doings on squares alone: what can't be done is an error of its line."""
        truth = doings.Truth((game.square(cell) for cell in range(game.n)), occupied(game))
        for line, what in self.scenario.steps:
            if isinstance(what, Expect):
                self._check_expect(what, truth, line)
                continue
            try:
                truth.follow(what)
            except doings.DoingError as error:
                self.fail(str(error), line)

    def _check_expect(self, expect, truth, line):
        if not truth.power or not truth.cable:
            self.fail(f"'expect {expect.kind}' while the {'cable' if truth.power else 'power'} is off: nothing can be seen", line)
        if expect.kind in ("fix", "fault"):
            for word in expect.words:
                if word.lstrip("+-") not in truth.squares:
                    self.fail(f"the game has no square {word.lstrip('+-')}", line)
