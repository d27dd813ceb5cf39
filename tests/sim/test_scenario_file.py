"""Scenario files: what is read, and that every mistake is named with its line."""

import pytest
from host.errors import UserError
from host.sim import scenario_file
from host.sim.doings import Doing
from host.sim.scenario_file import Expect, ScenarioError, Step

WHOLE = """# a comment
game courier
position 5k6/12/12/12/12/12/12/R4K6 w - - 0 1   # and another
option quiet 10
option rest 200
board universal-12x9
noise hard
seed 7
gap 80

-a1 +a2 500 press white
+b2:60
expect turn a1a2 k8k7
expect fix -c3 +b1
expect takeback 2
expect position 5k6/12/12/12/12/12/12/R4K6 w
expect result 0:1 by mate
expect fault
"""


def parse(text):
    return scenario_file.parse("f.scn", text)


def test_reads_everything():
    scenario = parse(WHOLE)
    assert scenario.game == "courier"
    assert scenario.position == "5k6/12/12/12/12/12/12/R4K6 w - - 0 1"
    assert scenario.options == {"quiet": 10, "rest": 200}
    assert (scenario.board, scenario.noise, scenario.seed, scenario.gap) == ("universal-12x9", "hard", 7, 80)
    assert scenario.steps[:5] == [
        Step(11, Doing("lift", "a1")),
        Step(11, Doing("put", "a2")),
        Step(11, Doing("wait", "", 500)),
        Step(11, Doing("press", "white")),
        Step(12, Doing("pass", "b2", 60)),
    ]
    assert [step.what for step in scenario.steps[5:]] == [
        Expect("turn", ("a1a2", "k8k7")),
        Expect("fix", ("-c3", "+b1")),
        Expect("takeback", ("2",)),
        Expect("position", ("5k6/12/12/12/12/12/12/R4K6", "w")),
        Expect("result", ("0:1", "by", "mate")),
        Expect("fault"),
    ]
    assert scenario.expectations == 6
    assert scenario.new_game().options["quiet"] == 10


@pytest.mark.parametrize(
    "game, board", [("folky", "classic-8x8"), ("alquerque", "classic-8x8"), ("football", "universal-12x9"), ("courier", "universal-12x9")]
)
def test_defaults(game, board):
    scenario = parse(f"game {game}\n")
    assert (scenario.board, scenario.noise, scenario.seed, scenario.gap, scenario.position) == (board, "off", 0, 120, None)


def test_seed_on_the_line_of_noise():
    scenario = parse("game folky\nnoise light seed 12\n")
    assert (scenario.noise, scenario.seed) == ("light", 12)


def test_faults_of_switches_may_come_before_the_header_ends():
    assert parse("game folky\nstick e5 closed\ngap 50\n-a1").gap == 50


MALFORMED = [
    ("", 1, "no 'game'"),
    ("-a1", 1, "no 'game'"),
    ("game chess", 1, "unknown game 'chess'"),
    ("game folky\ngame folky", 2, "twice"),
    ("game", 1, "needs a value"),
    ("game folky courier", 1, "takes one value"),
    ("game folky\ngap x", 2, "number"),
    ("game folky\nseed -1", 2, "number"),
    ("game folky\nnoise loud", 2, "loud"),
    ("game folky\nnoise hard speed 3", 2, "one value"),
    ("game folky\noption goals 1", 2, "unknown option 'goals'"),
    ("game folky\noption repetition", 2, "a name and a value"),
    ("game folky\noption repetition many", 2, "repetition"),
    ("game folky\noption rest 200\noption rest 300", 3, "twice"),
    ("game folky\noption rest 0", 2, "rest"),
    ("game folky\n\noption commit never", 3, "commit"),
    ("game folky\nboard ouija-3x3", 2, "ouija-3x3"),
    ("game courier\n\nboard classic-8x8", 3, "classic-8x8"),
    ("game folky\nposition 8/8 w", 2, "ranks"),
    ("game folky\n-a1\ngap 50", 3, "header"),
    ("game folky\nexpect none\nnoise off", 3, "header"),
    ("game folky\n-a1 e4", 2, "'e4'"),
    ("game folky\nlift e4", 2, "'lift'"),
    ("game folky\n-e4", 2, "nothing stands on e4"),
    ("game folky\n-a1 +b1", 2, "something stands on b1"),
    ("game folky\n\n-a1 # up\n-a1", 4, "nothing stands on a1"),
    ("game folky\n+e9", 2, "no square e9"),
    ("game folky\nexpect", 2, "say what"),
    ("game folky\nexpect joy", 2, "joy"),
    ("game folky\nexpect turn", 2, "turns"),
    ("game folky\nexpect none at all", 2, "'at'"),
    ("game folky\nexpect ok yes", 2, "'yes'"),
    ("game folky\nexpect ask", 2, "asked"),
    ("game folky\nexpect fix", 2, "squares"),
    ("game folky\nexpect fix e4", 2, "'e4'"),
    ("game folky\nexpect fix -e9", 2, "no square e9"),
    ("game folky\nexpect takeback", 2, "number"),
    ("game folky\nexpect takeback 0", 2, "number"),
    ("game folky\nexpect position", 2, "position"),
    ("game folky\nexpect result 2:0", 2, "1:0"),
    ("game folky\nexpect fault x", 2, "'x'"),
    ("game folky\npower off\nexpect none", 3, "power is off"),
    ("game folky\nunplug\nexpect none", 3, "cable is off"),
    ("game folky\npower on", 2, "power is on already"),
    ("game folky\nhost", 2, "request"),
]


@pytest.mark.parametrize("text, line, named", MALFORMED)
def test_a_mistake_is_named_with_its_line(text, line, named):
    with pytest.raises(ScenarioError) as caught:
        parse(text)
    assert str(caught.value).startswith(f"f.scn:{line}: ")
    assert named in str(caught.value)
    assert caught.value.status == 2


def test_unreadable_files(tmp_path):
    with pytest.raises(UserError, match="no-such"):
        scenario_file.read(tmp_path / "no-such.scn")
    binary = tmp_path / "binary.scn"
    binary.write_bytes(b"game \xff")
    with pytest.raises(UserError, match="byte 5"):
        scenario_file.read(binary)
