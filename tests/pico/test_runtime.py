"""The whole firmware on the emulated Pico as a runtime of the simulator: what goes in, what comes out, power, faults."""

from pathlib import Path

import engine
import pytest
from firmware import link

from host import profiles
from host.pico.runtime import PicoRuntime
from host.sim import board as boards
from host.sim import scenario, scenario_file
from host.sim.runtimes import DeviceCrash, make

SCENARIOS = Path(__file__).parent.parent / "scenarios"
READY_MS = 2000


class Played:
    """A FOLKY board on the runtime that has been on for two seconds; `lines` are the payloads that have come since."""

    def __init__(self, runtime, **more):
        self.outputs = []
        self.board = boards.make(runtime, engine.new("folky"), "classic-8x8", on_output=lambda *output: self.outputs.append(output), **more)
        self.board.switch_on()
        self.board.wait(READY_MS)
        self.start = self.outputs[:]
        self.outputs.clear()

    def lines(self, outputs=None):
        """Payloads of the frames among the outputs."""
        found = [link.decode(data) for _, kind, data in (self.outputs if outputs is None else outputs) if kind == "tx"]
        return [payload for payload in found if payload]

    def words(self, outputs=None):
        """The same without the sequence numbers."""
        return [payload for _, payload in self.lines(outputs)]

    def lift(self, square):
        self.board.world.lift(self.board.now_ms * 1000, square)

    def put(self, square):
        self.board.world.put(self.board.now_ms * 1000, square)


def test_power_on_to_ready(runtime):
    """Within two seconds the board has said what it is, with which MicroPython, and the lamps show whose turn it is."""
    played = Played(runtime)
    hello = next(words for words in played.words(played.start) if words.startswith("hello "))
    assert "board=classic-8x8" in hello and "game=folky" in hello and "impl=micropython" in hello and "plat=rp2" in hello
    assert any(kind == "lights" and any(data) for _, kind, data in played.start)
    assert all(ms <= READY_MS for ms, _, _ in played.start)


def test_a_turn(runtime):
    """Lifting lights the squares that can be reached within 100 ms; the turn comes within 150 ms of the rest time; the journal is written."""
    played = Played(runtime)
    lifted = played.board.now_ms
    played.lift("h1")
    played.board.wait(400)
    lit = [ms for ms, kind, _ in played.outputs if kind == "lights"]
    assert lit and lit[0] - lifted <= 100
    played.put("h7")
    put = played.board.now_ms
    played.board.wait(1500)
    turns = [ms for ms, kind, data in played.outputs if kind == "tx" and b" turn 1 h1h7*" in data]
    assert turns and turns[0] - put <= 300 + 150
    assert played.board.saved.splitlines()[-1].startswith(b"T h1h7*")
    assert any(kind == "tone" for _, kind, _ in played.outputs)


def test_power_off_and_on(runtime):
    """The game goes on from what was stored."""
    check_power_off_and_on(runtime)


def test_power_off_and_on_with_flash_memory(emulator):
    """The same with the journal where it is on a real board."""
    check_power_off_and_on(PicoRuntime(emulator=emulator, flash=True))


def check_power_off_and_on(runtime):
    """A turn, power off, power on: the turn is there."""
    played = Played(runtime)
    played.lift("h1")
    played.board.wait(300)
    played.put("h7")
    played.board.wait(1500)
    assert (runtime.emulator.state()["flash"]["programmed"] > 0) == runtime.flash
    played.board.switch_off()
    played.outputs.clear()
    played.board.wait(500)
    assert not played.outputs
    played.board.switch_on()
    played.board.wait(READY_MS)
    snap = [words for words in played.words() if words.startswith("snap ")]
    assert " n=1 " in snap[-1] and " side=b " in snap[-1]


def test_lines_and_buttons(runtime):
    """The host asks, the board answers; a button reaches the firmware."""
    played = Played(runtime)
    played.board.send(link.encode(1, "snap"))
    played.board.wait(200)
    assert any(words.startswith("snap ") and " n=0 " in words for words in played.words())
    played.outputs.clear()
    played.board.send(b"not a frame")
    played.board.send(link.encode(2, "nonsense"))
    played.board.wait(200)
    assert any(words.startswith("err ") for words in played.words())


@pytest.mark.parametrize("flash", [False, True])
def test_a_store_that_fails(emulator, flash):
    """It is reported and play goes on."""
    played = Played(PicoRuntime(writable=False, emulator=emulator, flash=flash))
    played.lift("h1")
    played.board.wait(300)
    played.put("h7")
    played.board.wait(1500)
    said = played.words(played.start) + played.words()
    assert any(words.startswith("turn 1 h1h7") for words in said)
    assert any(words.startswith("err") and "journal" in words for words in said)
    assert not played.board.saved


def test_a_host_that_does_not_read(runtime):
    """The scan goes on while nobody reads; who reads again is told all."""
    played = Played(runtime)
    chip = runtime.emulator
    chip.run(chip.us, [(chip.us, "reading", False)])
    chip.state()
    for turn in ("h1h7", "a8a3"):
        played.lift(turn[:2])
        played.board.wait(300)
        played.put(turn[2:])
        played.board.wait(1000)
    assert chip.state()["scanGap"] < 100_000
    assert not any(words.startswith("turn 2 ") for words in played.words())
    chip.run(chip.us, [(chip.us, "reading", True)])
    played.board.wait(1000)
    assert any(words.startswith("snap ") and " n=2 " in words for words in played.words())


def test_firmware_that_does_not_come_up(runtime):
    """Its own account of the error is what is reported."""
    runtime.start(profiles.device_json("classic-8x8").decode(), {"game": "ludo", "position": None, "options": {}})
    with pytest.raises(DeviceCrash) as crash:
        runtime.advance(READY_MS)
    assert "ludo" in crash.value.report
    assert "Traceback" in crash.value.report


def test_what_it_says_it_runs_on(runtime):
    """By name, from the chip itself."""
    about = runtime.describe()
    assert (about["implementation"], about["platform"]) == ("micropython", "rp2")
    assert about["version"].startswith("1.")


def test_it_is_known_by_name(emulator):
    """`--runtime pico` is this one."""
    made = make("pico")
    assert made.name == "pico"
    made.close()


@pytest.mark.parametrize("name", ["folky-plain", "football-goal"])
def test_scenarios(runtime, name):
    """Scenario files hold here as in the other runtimes."""
    outcome = scenario.run(scenario_file.read(str(SCENARIOS / f"{name}.scn")), runtime)
    assert outcome.ok, (outcome.failures, outcome.error)
    assert outcome.about["platform"] == "rp2"


# What they tell lies in an order of few milliseconds, or in a switch that is closed for 10 to 20: a Pico scans less often, the more so the more it
# has to work out.
TOO_FINE = (
    "a-pawn-put-straight-as-another-piece-is-lifted",
    "chatter-as-the-reply-is-lifted",
    "crossed-and-one-late-behind-a-magnet-that-passed",
    "kicked-twice-and-the-second-footballer-pauses",
    "pause-then-on-and-a-quick-pawn",
    "placement-seen-before-the-lift",
    "placement-seen-before-the-lift-in-a-slide",
    "three-odd-turns-behind-one-that-went-on",
    "three-things-in-hand-and-a-switch-that-chatters",
)


@pytest.mark.proof
@pytest.mark.parametrize("path", [path for path in sorted(SCENARIOS.glob("*.scn")) if path.stem not in TOO_FINE], ids=lambda path: path.stem)
def test_all_scenarios(runtime, path):
    """Every scenario file of the project but those that are too fine."""
    outcome = scenario.run(scenario_file.read(str(path)), runtime)
    assert outcome.ok, (outcome.failures, outcome.error)
