"""Failures become scenario files: short, failing on the board that failed and passing on one that works."""

import engine
import pytest
from firmware.controller import Controller
from firmware.tracker import Tracker
from host.campaign import case as cases
from host.campaign import shrink
from host.campaign.case import GAP, Act, Case, Part
from host.campaign.shrink import Effort
from host.campaign.truth import GameRun
from host.sim import doings, scenario, scenario_file
from host.sim.hands import occupied, rearrange
from host.sim.runtimes import CPythonRuntime

START = "rnb2bnr/8/8/8/8/8/8/RNB2BNR w 8 8"


def acts(text):
    """The acts that a line of a scenario spells."""
    found, ms = [], GAP
    for doing in doings.parse(text):
        if doing.kind == "wait":
            ms = doing.ms
        else:
            found.append(Act(ms if found else 0, doing))
            ms = GAP
    return [*found, Act(ms if text.split()[-1].isdigit() else 0, None)]


def case(text, *turns, game="folky", position=START):
    """A Case of one part."""
    return Case(game, position, [Part(acts(text), list(turns))])


def more(made, *doing):
    """`made` with more acts at its end."""
    part = made.parts[-1]
    return made.with_part(len(made.parts) - 1, part._replace(acts=[*part.acts[:-1], *doing]))


def outcome(text):
    """What comes of the scenario `text`."""
    return scenario.run(scenario_file.parse("test", text), CPythonRuntime(pins=False))


# -- cases -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["-h1 +h7", "-h1 500 +h7", "-h1 0 +h7 400", "-a1 -b1 60 +a1 +b1", "-h1 +h7 4500"])
def test_a_case_spells_its_acts(line):
    made = case(line, "h1h7")
    assert line in made.text().split("\n")
    read = scenario_file.parse("test", made.text())
    assert [step.what for step in read.steps][:-2] == doings.parse(line)


def test_a_long_line_is_folded_and_a_request_has_a_line_of_its_own():
    made = case("-a1 +a1 " * 30 + "-h1 +h7", "h1h7")
    assert max(len(line) for line in made.text().split("\n")) <= 100
    made = more(made, Act(300, doings.Doing("host", "answer h1h7")), Act(50, None))
    read = scenario_file.parse("test", made.text())
    assert [step.what.kind for step in read.steps][-5:] == ["wait", "host", "wait", "turn", "ok"]


@pytest.mark.parametrize(
    "made, expected",
    [
        (case("-h1 +h7", "h1h7"), None),
        (case("-h1 +h7", "h1h6"), ("turn",)),
        (case("-h1 +h7"), ("turn",)),
        (case("-h1 +h7 400 -a1 +a1", "h1h7"), None),
        (case("+e4", "h1h7"), ("fix",)),
        (case("-h1 +h1", "h1h7"), ("nothing",)),
        (case("-h1 -h1", "h1h7"), None),
    ],
)
def test_symptoms(made, expected):
    assert cases.symptom(made) == expected


COURIER = "1n1bmk2be1r/1pppppwp1pp1/4e3B3/p4r2P2p/P10P/4E1NE1PP1/1PPM1P1P4/R5K1W1N1 b - - 0 20"


def test_a_question_with_the_true_answer_is_no_failure():
    assert cases.symptom(case("-f5 5000", "f5f2", game="courier", position=COURIER)) is None
    assert cases.symptom(case("-f5 5000", "f5f3", game="courier", position=COURIER)) == ("ask",)


@pytest.mark.parametrize(
    "made, good",
    [
        (case("-h1 +h7", "h1h7"), True),
        (case("-h1 +h6", "h1h7"), False),
        (case("-h1 +h7 -h7 +h1"), True),
        (case("-h1 +h7"), False),
        (case("-f5", "f5f2", game="courier", position=COURIER), True),
    ],
)
def test_doings_end_as_the_turns_do(made, good):
    assert cases.ends_as_played(made) == good


GOAL = "9/4o4/4Q4/9/1k7/9/9/4K4/9 w 0 0"


@pytest.mark.parametrize("line, good", [("-e8 +e9", True), ("-e8 +f9", False), ("-e8 +e9 -e9 +e5 -e7 +d1 -e2 +f1 -b5 +f9", False)])
def test_a_goal_is_shown_before_the_things_are_put_back(line, good):
    assert cases.ends_as_played(case(line, "Qe7*e9", game="football", position=GOAL)) == good


def test_a_goal_is_shown_after_the_things_are_put_back():
    made = case("-e8", "Qe7*e9", game="football", position=GOAL)
    game = engine.new("football", GOAL)
    full = occupied(game)
    game.push(game.parse_turn("Qe7*e9"))
    rest = [Act(100, doing) for doing in rearrange(full - {"e8"}, occupied(game))]
    assert cases.ends_as_played(more(made, *rest, Act(0, None)))


TWO = Case("folky", START, [Part(acts("-h1 +h7"), ["h1h7"]), Part(acts("-a8 +a3"), ["a8a3"])])


def test_parts_are_expected_one_by_one():
    assert TWO.text().split("\n")[2:] == ["-h1 +h7", "expect turn h1h7", "-a8 +a3", "expect turn a8a3", "expect ok", ""]
    assert outcome(TWO.text()).status == 0


@pytest.mark.parametrize("number, expected", [(0, None), (1, ("turn",))])
def test_only_a_failure_of_the_last_part_counts(number, expected):
    assert cases.symptom(TWO.with_part(number, TWO.parts[number]._replace(turns=["h1h6", "a8a4"][number : number + 1]))) == expected


def test_each_part_has_to_end_as_played():
    assert cases.ends_as_played(TWO)
    assert not cases.ends_as_played(TWO.with_part(0, Part(acts("-h1 +h6"), ["h1h7"])))
    assert [game.position_text().split()[1] for _, game in TWO.begun()] == ["w", "b"]


# -- making them short ---------------------------------------------------------------------------------------------------------


def test_pairs_are_left_out_and_later_doings_keep_their_time():
    made = acts("-h1 100 -a1 200 +a1 300 +h7")
    assert shrink._pairs(made, {"a1", "h1"}) == [(1, 2)]
    assert shrink._without(made, [(1, 2)]) == acts("-h1 600 +h7")
    assert shrink._without(acts("-a1 200 +a1 300 -h1 +h7"), [(0, 1)]) == acts("-h1 +h7")


def test_what_passed_twice_is_not_made_to_stay():
    made = acts("+c3 -c3 +c3 -c3")
    assert shrink._pairs(made, set()) == [(0, 1), (2, 3)]
    assert shrink._pairs(acts("-c3 +c3 -c3 +c3"), {"c3"}) == [(0, 1), (1, 2), (2, 3)]


def test_what_plays_no_part_is_left_out(monkeypatch):
    def wrong(made):
        names = made.parts[-1].touched()
        return ("turn",) if "c1" in names and "h7" in names else None

    monkeypatch.setattr(shrink, "symptom", wrong)
    made = case("-a1 350 +a1 -h1 90 -b1 10 +b1 700 -c1 +c1 -g1 +g1 +h7 333 -a8 +a8 900", "h1h7")
    short = shrink.shrink(made, ("turn",), Effort(500))
    assert short.text().split("\n")[2] == "-h1 -c1 +c1 +h7"


def test_earlier_parts_become_plain(monkeypatch):
    monkeypatch.setattr(shrink, "symptom", lambda made: ("turn",))
    made = TWO.with_part(0, Part(acts("-b1 55 +b1 -h1 300 +h6 500 -h6 +h7 900"), ["h1h7"]))
    assert shrink.shrink(made, ("turn",), Effort(500)) == TWO


def test_waits_that_matter_stay_but_become_plain(monkeypatch):
    monkeypatch.setattr(shrink, "symptom", lambda made: ("turn",) if made.parts[-1].acts[1].ms >= 310 else None)
    short = shrink.shrink(case("-h1 731 +h7 900", "h1h7"), ("turn",), Effort(500))
    assert short.text().split("\n")[2] == "-h1 400 +h7"


def test_a_silent_board_is_waited_for_as_long_as_before(monkeypatch):
    monkeypatch.setattr(shrink, "symptom", lambda made: cases.SILENT)
    short = shrink.shrink(case("-h1 731 +h7 4700", "h1h7"), cases.SILENT, Effort(500))
    assert short.text().split("\n")[2] == "-h1 +h7 4700"


def test_squares_of_the_turn_stay_touched(monkeypatch):
    monkeypatch.setattr(shrink, "symptom", lambda made: ("turn",))
    start = "1n1b1m4n1/7p3r/1ppp1k6/r4f5p/2N6P1P/10P1/1P1P1PKPN3/2E2E1WR3 w - - 0 31"
    short = shrink.shrink(case("-c4 -b6 +b6 -a5 +a5", "c4a5", game="courier", position=start), ("turn",), Effort(500))
    assert short.text().split("\n")[2] == "-c4 -a5 +a5"


def test_effort_ends():
    effort = Effort(3)
    shrink.shrink(case("-a1 350 +a1 -b1 90 +b1 -h1 20 +h7", "h1h7"), ("turn",), effort)
    assert effort.left == 0


# -- the whole way -------------------------------------------------------------------------------------------------------------


def first_failure(name, level="hard", games=30):
    """The first GameRun of `name` that fails."""
    for i in range(games):
        run = GameRun(name, level, f"shrink{i}")
        run.play(120)
        if run.failed:
            return run
    raise AssertionError("no game failed")


def check(text, monkeypatch, most):
    """The scenario fails now, holds on a board that works, and is short."""
    timeline = [line for line in text.split("\n") if line[:1] in ("-", "+") or line[:1].isdigit()]
    doing = [word for line in timeline for word in line.split() if not word.isdigit()]
    assert len(doing) <= most, text
    assert outcome(text).status == 1, text
    monkeypatch.undo()
    assert outcome(text).status == 0, text


def test_firmware_that_stops_on_a_takeback(monkeypatch):
    def broken(self, *words, **more):
        raise IndexError("list index out of range")

    monkeypatch.setattr(Controller, "take_back", broken)
    run = first_failure("folky")
    found = shrink.failure(run, Effort(600))
    assert found["kind"] == "stuck" and found["log"] is None and found["seed"] == run.seed
    assert found["scenario"].startswith("# stuck: the firmware stopped: IndexError")
    check(found["scenario"], monkeypatch, 4)


def test_a_board_that_guesses(monkeypatch):
    def tell(self, what, question=None):
        if question:
            for _ in self.accept(question.options[-1]):
                pass
        else:
            original(self, what)

    original = Controller.tell
    monkeypatch.setattr(Controller, "tell", tell)
    run = first_failure("courier")
    found = shrink.failure(run, Effort(600))
    assert found["kind"] == "wrong"
    text = found["scenario"]
    assert outcome(text).status == 1
    monkeypatch.undo()
    assert "ask" in outcome(text).failures[0].got       # a board that works asks here, with the true answer among its turns


def test_a_board_that_explains_nothing(monkeypatch):
    monkeypatch.setattr(Tracker, "_ends", lambda self, ends: iter(()))
    run = first_failure("courier")
    found = shrink.failure(run, Effort(60))
    assert found["kind"] in ("missed", "stuck") and outcome(found["scenario"]).status == 1
    check(found["scenario"], monkeypatch, 20)


def test_a_failure_that_needs_earlier_turns(monkeypatch):
    def accept(self, option):
        if len(self.tracker.game.history) == 6:
            raise IndexError("six")
        return original(self, option)

    original = Controller.accept
    monkeypatch.setattr(Controller, "accept", accept)
    run = first_failure("folky", "off")
    found = shrink.failure(run, Effort(600))
    assert found["scenario"].count("\nexpect turn ") == 7
    check(found["scenario"], monkeypatch, 20)


def test_what_no_scenario_shows_is_written_down_in_full(monkeypatch):
    def step(self, now, frame, buttons=0, line=None):
        if now > 40_000:
            raise IndexError("late")
        return original(self, now, frame, buttons, line)

    original = Controller.step
    monkeypatch.setattr(Controller, "step", step)
    run = GameRun("alquerque", "hard", "late")
    run.play(120)
    monkeypatch.setattr(shrink, "symptom", lambda made: None)
    found = shrink.failure(run, Effort(600))
    assert found["scenario"] is None
    lines = found["log"].split("\n")
    assert lines[0].startswith("# stuck: the firmware stopped: IndexError: late") and "no scenario" in lines[1]
    times = [float(line.split()[0]) for line in lines[2:-1]]
    assert times == sorted(times) and times[-1] >= 39_000
    assert {line.split()[1] for line in lines[2:-1]} >= {"switch", "tx", "lamps", "store", "text"}
