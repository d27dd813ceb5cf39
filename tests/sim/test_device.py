"""One firmware, three ways to run it: in process, in process behind pins, under MicroPython. The same comes out of all."""

import random

import engine
import pytest
from firmware import link
from host import profiles, toolbox
from host.sim import board as boards
from host.sim import doings, hands
from host.sim.layout import Layout
from host.sim.runtimes import CPythonRuntime, DeviceCrash, MicroPythonRuntime
from host.sim.world import World
from host.virtual.device import Device

needs_micropython = pytest.mark.skipif(
    toolbox.find("micropython") is None or toolbox.find("mpy-cross") is None, reason="MicroPython is not installed"
)


def noisy_game(name, seed, turns=12):
    """Raw transitions and inputs of a session of hard noise, with good turns, idle touches, a fault, buttons and requests."""
    game = engine.new(name)
    profile = profiles.load(boards.default_board(name))
    world = World(Layout(profile, game), hands.occupied(game), "hard", seed)
    chance = random.Random(seed)
    start = [(0, bit, True) for bit in world.levels()]
    at, inputs = 1_000_000, []
    for number in range(turns):
        turn = chance.choice(list(game.turns()))
        for doing in hands.plain(game, turn):
            getattr(world, doing.kind)(at, doing.what)
            at += chance.randint(30_000, 900_000)
        if chance.random() < 0.3:
            world.touch(at, chance.choice(sorted(world.occupied)), chance.randint(20, 400))
            at += 600_000
        if number == 5:
            inputs += [(at // 1000, "buttons", 1), (at // 1000 + 90, "buttons", 0), (at // 1000 + 200, "line", link.encode(1, "snap"))]
            inputs += [(at // 1000 + 200, "line", link.encode(2, "turns 0")), (at // 1000 + 201, "line", b"garbage")]
            world.stick(at, "a1", True)
        game.push(turn)
        at += chance.randint(100_000, 2_000_000)
    end = at + 6_000_000
    return start + world.take(end), inputs, end // 1000


def without_hello(outputs):
    """The outputs but for the frame that says which runtime it is; every data as bytes."""
    return [(ms, kind, bytes(data)) for ms, kind, data in outputs if b" hello " not in data]


def setting(name):
    return profiles.device_json(boards.default_board(name)).decode(), {"game": name, "position": None, "options": {}}


def run(runtime, name, session, step=None):
    """The outputs of a session on a runtime, in one go or in steps of that many ms."""
    transitions, inputs, end = session
    runtime.start(*setting(name), b"")
    try:
        if step is None:
            return without_hello(runtime.advance(end, transitions, inputs))
        out = []
        for until in range(step, end + step, step):
            out += runtime.advance(until, [t for t in transitions if until - step < t[0] / 1000 <= until or until == step and not t[0]],
                                   [i for i in inputs if until - step < i[0] <= until])  # fmt: skip
        return without_hello(out)
    finally:
        runtime.stop()


@pytest.mark.parametrize("name", engine.NAMES)
def test_real_drivers_on_pins_see_what_is_there(name):
    session = noisy_game(name, 11)
    straight = run(CPythonRuntime(pins=False), name, session)
    assert run(CPythonRuntime(pins=True), name, session) == straight
    assert sum(kind == "tx" for _, kind, _ in straight) > 40


@needs_micropython
@pytest.mark.parametrize("name", engine.NAMES)
def test_micropython_gives_the_same_to_the_byte(name):
    session = noisy_game(name, 7)
    assert run(MicroPythonRuntime(), name, session) == run(CPythonRuntime(), name, session)


@pytest.mark.parametrize("name", engine.NAMES)
def test_pieces_of_time_make_no_difference(name):
    session = noisy_game(name, 3, 6)
    whole = run(CPythonRuntime(), name, session)
    assert run(CPythonRuntime(), name, session, step=37) == whole
    assert run(CPythonRuntime(), name, session, step=20) == whole


@pytest.mark.parametrize("name", engine.NAMES)
def test_scans_left_out_change_nothing(name):
    """A device that makes every scan puts out the same, at the same times."""
    transitions, inputs, end = noisy_game(name, 5, 4)
    profile, config = setting(name)
    lazy = Device(profile, config, b"", pins=False)
    eager = Device(profile, config, b"", pins=False)
    expected = lazy.run(end, transitions, inputs)
    eager._transitions, eager._inputs = list(transitions), list(inputs)
    found = []
    for until in range(0, end + 1, 2):
        eager.due = 0
        found += eager.run(until)
    assert found == expected


def test_two_lines_at_once_are_both_answered():
    device = Device(*setting("folky"), b"", pins=False)
    device.run(1000)
    out = device.run(1100, [], [(1020, "line", link.encode(1, "turns 0")), (1020, "line", link.encode(2, "turns 0"))])
    assert [ms for ms, kind, data in out if kind == "tx" and b" start " in data] == [1020, 1022]


@needs_micropython
def test_a_crash_of_the_firmware_is_reported_with_its_traceback():
    runtime = MicroPythonRuntime()
    profile, _ = setting("folky")
    with pytest.raises(DeviceCrash, match="unknown game") as caught:
        runtime.start(profile, {"game": "ludo", "position": None, "options": {}}, b"")
    assert "Traceback" in caught.value.report
    with pytest.raises(DeviceCrash, match="unknown game"):
        CPythonRuntime().start(profile, {"game": "ludo", "position": None, "options": {}}, b"")


@needs_micropython
def test_runtimes_say_what_they_are():
    micropython = MicroPythonRuntime()
    micropython.start(*setting("folky"), b"")
    about = micropython.describe()
    micropython.stop()
    assert about["implementation"] == "micropython" and about["version"] and about["platform"] == "linux"
    assert CPythonRuntime().describe()["implementation"] == "cpython"


def test_the_board_is_the_same_after_power_off(tmp_path):
    """What the store held is there again: record and faults."""
    game = engine.new("folky")
    board = boards.make(CPythonRuntime(), game, "classic-8x8")
    lines = []
    board.on_output = lambda ms, kind, data: lines.append(data) if kind == "tx" else None
    board.switch_on()
    for doing in doings.parse("1000 -h1 +h7 1000 -a8 +a3 1000 power off 100 power on"):
        board.do(doing)
    lines.clear()
    board.send(link.encode(1, "turns 0"))
    board.wait(1000)
    texts = [link.decode(line)[1] for line in lines]
    assert [text for text in texts if text.startswith("turn ")] == ["turn 1 h1h7", "turn 2 a8a3"]
