"""Runs scenario files: hands do what the file says, the serial line shows what the controller makes of it."""

from typing import NamedTuple

import engine
from host.client import Mirror
from host.errors import NotSupported
from host.sim import board as boards
from host.sim.runtimes import DeviceCrash
from host.sim.scenario_file import Expect, ScenarioError

DEFAULT_REST_MS = 300
QUIET_MS = 1000
PATIENCE_MS = 60000
SLICE_MS = 20
AGAIN_MS = 100
_NEWS = ("turn", "back", "ask", "fix", "ok", "result", "fault", "err", "hello")


class Failure(NamedTuple):
    """An expectation that did not hold: its line in the file, what was expected, what came."""

    line: int
    expected: str
    got: str


class Outcome(NamedTuple):
    """What came of one file: how many expectations it has, the failures, what is wrong with the file itself.

    `about` is what the firmware says it runs on (`implementation`, `version`, `platform`), None if it was not started.
    `late_ms`: by how much, at the most, what was expected came later than it should; only a slow runtime is waited for.
    """

    path: str
    expectations: int
    failures: list
    error: object = None
    about: object = None
    late_ms: int = 0

    @property
    def ok(self):
        """Whether all expectations hold."""
        return not self.failures and self.error is None

    @property
    def status(self):
        """The exit status: 0, 1 an expectation failed, 2 malformed, 3 something is not supported yet."""
        return self.error.status if self.error is not None else 1 if self.failures else 0


class Run:
    """One run of one scenario on a runtime (not started; it is stopped at the end).

    watch: told what happens, for those who want to see more than the failures; it has the methods `done(run, step)`, after
    each step, and `output(kind, data)`, for all that the device puts out. Or None.
    """

    def __init__(self, scenario, runtime, watch=None):
        self.scenario = scenario
        self.watch = watch
        game = scenario.new_game()
        self.mirror = Mirror(game)
        self.board = boards.make(
            runtime, game, scenario.board, scenario.options, scenario.noise, scenario.seed, scenario.gap, self._output
        )
        self.board.on_host = self._request
        self.before = []
        self.greeted = False  # whether the device has started since its power came on
        self.failures = []
        self.news_ms = 0
        self.late_ms = 0
        self.line = scenario.lines["game"]

    def run(self):
        """Return the failures, in order. Raises ScenarioError when the file turns out to be malformed."""
        try:
            self.board.switch_on()
            self._start()
            for line, what in self.scenario.steps:
                self.line = line
                if isinstance(what, Expect):
                    self._look(what)
                else:
                    self._do(what)
                if self.watch:
                    self.watch.done(self, what)
        except DeviceCrash as error:
            self.failures.append(Failure(self.line, "a device that runs", f"the firmware stopped: {error}"))
        finally:
            self.board.runtime.stop()
        return self.failures

    def _start(self):
        """Wait until the board has said hello and has then been looked at for its rest time: before that nobody begins to play on it."""
        while not (self.mirror.hello and self.mirror.snap) and self.board.now_ms < PATIENCE_MS:
            self.board.wait(SLICE_MS)
            self._post()
        self.board.wait(int(self.mirror.snap.get("rest", DEFAULT_REST_MS)))

    def about(self):
        """What the firmware has said that it runs on, or None."""
        hello = self.mirror.hello
        keys = {"implementation": "impl", "version": "ver", "platform": "plat"}
        return {key: hello.get(word, "") for key, word in keys.items()} if hello else None

    def _do(self, doing):
        self.board.do(doing)
        if doing.kind == "cable" and doing.what == "on":
            self.mirror.resynchronise()
        if doing.kind == "power":
            self.greeted = False

    def _request(self, payload):
        self.board.changed_ms = self.board.now_ms
        self.mirror.send(payload)
        self._post()

    # the serial line

    def _output(self, ms, kind, data):
        if self.watch:
            self.watch.output(kind, data)
        if kind == "tx":
            frame = self.mirror.feed(data)
            if frame and frame[0] == "hello":
                self.greeted = True
            if frame and frame[0] in _NEWS:
                self.news_ms = ms

    def _post(self):
        """Send what the mirror wants to send."""
        while self.mirror.to_send:
            self.board.send(self.mirror.to_send.pop(0))

    # expectations

    def _look(self, expect):
        self._settle()
        check = getattr(self, "_check_" + expect.kind)
        got = check(expect.words)
        late = 0
        while got is not None and late < self.board.runtime.lag_ms:
            self.board.wait(AGAIN_MS)
            self._post()
            late += AGAIN_MS
            got = check(expect.words)
        if got is None:
            self.late_ms = max(self.late_ms, late)
        else:
            self.failures.append(Failure(self.line, str(expect), got))
        self.before = list(self.mirror.record)
        self.board.rested()

    def _settle(self):
        """Wait until the device has started, and nothing has changed for the controller's rest time plus one second."""
        board = self.board
        quiet = int(self.mirror.snap.get("rest", DEFAULT_REST_MS)) + QUIET_MS
        limit = board.now_ms + PATIENCE_MS
        self._post()
        while board.now_ms < limit:
            target = max(board.changed_ms, self.news_ms, board.world.settled_us // 1000 + 1) + quiet
            if target <= board.now_ms and (self.greeted or not (board.power and board.cable)):
                return
            board.run_until(min(target if target > board.now_ms else board.now_ms + SLICE_MS, limit, board.now_ms + 100))
            self._post()

    def _said(self):
        """What the board says now, in the words of a scenario."""
        mirror = self.mirror
        record, before = mirror.record, self.before
        if record[: len(before)] == before:
            parts = ["turn " + " ".join(record[len(before) :])] if len(record) > len(before) else []
        elif before[: len(record)] == record:
            parts = [f"takeback {len(before) - len(record)}"]
        else:
            parts = ["the record " + " ".join(record) + " instead of " + " ".join(before)]
        if mirror.asked:
            parts.append("ask " + " ".join(mirror.asked))
        if mirror.fix:
            parts.append("fix " + " ".join(sorted(mirror.fix)))
        if mirror.faults:
            parts.append("fault " + " ".join(mirror.faults))
        if mirror.result != "*":
            parts.append("result " + mirror.result)
        return ", ".join(parts) or "nothing"

    def _check_turn(self, words):
        """None if the record is longer by exactly these turns, else what is there; like all the checks."""
        record, before = self.mirror.record, self.before
        if record[: len(before)] != before or len(record) != len(before) + len(words):
            self._readable(self.mirror.game, words)
            return self._said()
        game = self._game_at(before)
        for word, text in zip(words, record[len(before) :], strict=True):
            turn = game.parse_turn(text)
            if self._effect(game, word) != game.effect(turn):
                return self._said()
            game.push(turn)
        return None

    def _game_at(self, record):
        """Return the game from the scenario's start with the turns of `record` made."""
        game = self.scenario.new_game()
        for text in record:
            game.push(game.parse_turn(text))
        return game

    def _effect(self, game, text):
        """What the turn `text` changes, or None if it is not legal in `game`. A text that is no turn is malformed."""
        try:
            return game.effect(game.parse_turn(text))
        except engine.TextError as error:
            raise ScenarioError(self.scenario.path, self.line, str(error)) from error
        except engine.EngineError:
            return None

    def _readable(self, game, words):
        for word in words:
            self._effect(game, word)

    def _check_none(self, words):
        return None if self.mirror.record == self.before and self.mirror.result == "*" else self._said()

    def _check_ask(self, words):
        left = list(self.mirror.asked)
        for word in words:
            wanted = self._effects(word)
            match = next((asked for asked in left if asked == word or wanted and self._effects(asked) == wanted), None)
            if match is None:
                return self._said()
            left.remove(match)
        return self._said() if left else None

    def _effects(self, text):
        """What the turns in `text` (several in a row are joined by +) change, one after another; None if one is not legal."""
        game, effects = self._game_at(self.mirror.record), []
        for part in text.split("+"):
            effects.append(self._effect(game, part))
            if effects[-1] is None:
                return None
            game.push(game.parse_turn(part))
        return effects

    def _check_fix(self, words):
        return None if self.mirror.fix == set(words) else self._said()

    def _check_ok(self, words):
        return None if not self.mirror.fix and not self.mirror.asked else self._said()

    def _check_takeback(self, words):
        record, before = self.mirror.record, self.before
        return None if record == before[: len(before) - int(words[0])] and len(record) < len(before) else self._said()

    def _check_result(self, words):
        return None if self.mirror.result == words[0] else "result " + self.mirror.result

    def _check_fault(self, words):
        return None if sorted(self.mirror.faults) == sorted(words) else self._said()

    def _check_position(self, words):
        got = self._ask_position()
        if got is None:
            return "no answer to snap"
        fields = got.split()
        wanted = list(words)
        if len(wanted) > len(fields):
            wanted = self._canonical(" ".join(words)).split()
            return None if wanted == fields else "position " + got
        return None if wanted == fields[: len(wanted)] else "position " + got

    def _canonical(self, text):
        """The position `text` as the engine writes it."""
        game = self.scenario.new_game()
        try:
            game.set_position(text)
        except engine.EngineError as error:
            raise ScenarioError(self.scenario.path, self.line, str(error)) from error
        return game.position_text()

    def _ask_position(self):
        self.mirror.snap = {}
        self.mirror.send("snap")
        for _ in range(50):
            self._post()
            self.board.wait(20)
            if "pos" in self.mirror.snap:
                return self.mirror.snap["pos"]
        return None


def run(scenario, runtime, watch=None):
    """Run `scenario` (scenario_file.Scenario) on `runtime`; return its Outcome. watch: see Run."""
    one = Run(scenario, runtime, watch)
    try:
        failures, error = one.run(), None
    except ScenarioError as wrong:
        failures, error = one.failures, wrong
    except NotSupported as wrong:
        failures, error = one.failures, ScenarioError(scenario.path, one.line, str(wrong), NotSupported.status)
    return Outcome(scenario.path, scenario.expectations, failures, error, one.about(), one.late_ms)
