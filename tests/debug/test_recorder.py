"""The flight recorder: what it keeps plays back bit for bit, from every state in it, and it never takes more room than it may."""

import random

import engine
import pytest
from firmware import link, notes, recorder, state
from firmware.controller import Controller
from firmware.main import PASS, Shell
from host import profiles
from host.campaign.truth import GameRun
from host.sim import doings
from host.virtual.playback import STEP, Entries, Playback, StreamError
from host.virtual.thaw import Reader, StateError, thaw
from hypothesis import given
from hypothesis import strategies as st

from tests.debug.taping import Tape, taped_game
from tests.firmware.switches import Switches
from tests.link.lines import simulated

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.text(max_size=12) | st.binary(max_size=40) | st.binary(max_size=40).map(bytearray),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(st.integers(0, 300), inner, max_size=4)
        | st.sets(st.integers(0, 300))
    ),
    max_leaves=12,
)


@given(VALUES)
def test_values_come_back_as_they_were(value):
    out = bytearray()
    state.pack(out, value, (b"start of the game", 120_000))
    reader = Reader(bytes(out))
    reader.near = 120_000
    back = reader.take()
    assert back == value and type(back) is type(value)


@given(st.binary(max_size=60))
def test_bytes_that_are_no_value_are_refused(data):
    try:
        Reader(data).take()
    except (StateError, UnicodeDecodeError, TypeError):
        pass


def played(game, seed):
    trace = taped_game(game, seed)
    playback = Playback(trace.board())
    for entry in trace.entries:
        assert playback.play(entry) is None
    assert playback.compared > 20
    return trace


@pytest.mark.parametrize("game", engine.NAMES)
def test_games_play_back_bit_for_bit_from_every_state(game):
    states = 0
    for seed in range(3):
        trace = played(game, f"play back {seed}")
        for place, entry in enumerate(trace.entries):
            if entry[0] == recorder.STATE and place:
                states += 1
                playback = Playback(trace.board())
                assert [playback.play(later) for later in trace.entries[place:] if later] == [None] * (len(trace.entries) - place)
    assert states > 0


@pytest.mark.proof
@pytest.mark.parametrize("game", engine.NAMES)
def test_many_games_play_back(game):
    for seed in range(150):
        played(game, f"many {seed}")


def test_the_state_knows_every_part_of_the_controller():
    """Whoever gives the controller a new part that is an object must tell firmware.state of it; attributes are all made at the start.

    What rows of turns and options of a question are given comes along by itself.
    """
    run = GameRun("courier", "hard", "parts")
    controller = run.runtime.device.shell.controller
    fresh = Controller(profiles.load("universal-12x9"), {"game": "courier", "position": None, "options": {}})
    run.play(12)
    for (kind, thing), (_, new) in zip(state.parts(controller), state.parts(fresh), strict=True):
        names = state.names(kind, thing)
        assert names == state.names(kind, new), f"{kind}: all attributes must be made in __init__"
        for name in names:
            state.pack(bytearray(), getattr(thing, name))


def test_a_state_of_another_firmware_is_refused_by_name():
    controller = Controller(profiles.load("classic-8x8"), {"game": "folky", "position": None, "options": {}})
    data = state.freeze(controller)
    assert thaw(controller.profile, data).tracker.game.name == "folky"
    with pytest.raises(StateError, match="format 9"):
        thaw(controller.profile, b"\x09" + data[1:])
    controller.new_attribute = 1
    with pytest.raises(StateError, match="another firmware"):
        thaw(controller.profile, state.freeze(controller))
    for size in (0, 1, 5, len(data) // 2):
        with pytest.raises((StateError, engine.EngineError)):
            thaw(controller.profile, data[:size])


def test_nothing_is_frozen_while_something_is_worked_out():
    board = simulated()
    controller = board.runtime.device.shell.controller
    assert state.freeze(controller)
    board.world.lift(board.now_ms * 1000, "h1")
    board.wait(2)
    assert controller.debounce.due >= 0 and state.freeze(controller) is None


def test_the_recorder_takes_its_room_and_no_more():
    run = GameRun("football", "hard", "room")
    kept = run.runtime.device.shell.recorder
    run.play(60)
    assert len(kept.new) + len(kept.old) == recorder.SIZE <= 8192
    assert kept.end > recorder.SIZE and kept.end - kept.at <= len(kept.new) and kept.at - kept.from_ <= len(kept.old)
    assert notes.read(kept, kept.from_, 1) == notes.read(kept, kept.at, 1) == bytes((recorder.STATE,))
    assert notes.read(kept, kept.from_ - 1, 1) is None and notes.read(kept, kept.end + 1, 1) is None and notes.read(kept, kept.end, 9) == b""


def test_what_is_kept_of_a_long_game_plays_back():
    run = GameRun("folky", "hard", "tail")
    kept = run.runtime.device.shell.recorder
    run.play(80)
    playback, place, entries = Playback(kept.controller.profile), kept.from_, Entries()
    while place < kept.end:
        piece = notes.read(kept, place, 50)
        place += len(piece)
        for entry in entries.feed(piece):
            assert playback.play(entry) is None
    assert playback.compared > 10


def test_a_storm_leaves_a_gap_and_then_it_goes_on():
    """A switch that never rests lets no new stretch begin: the recorder says that something is missing and goes on when it can."""
    board = simulated()
    tape = Tape(board.runtime.device.shell)
    rng = random.Random(4)
    for _ in range(4000):
        square = rng.choice("cdef") + "4"
        if square in board.world.occupied:
            board.world.lift(board.now_ms * 1000, square)
        else:
            board.world.put(board.now_ms * 1000, square)
        board.wait(6)
    for square in list(board.world.occupied - {s for s in board.world.occupied if s[1] != "4"}):
        board.world.lift(board.now_ms * 1000, square)
    board.wait(8000)
    tape.take()
    entries = Entries().feed(bytes(tape.data))
    kinds = [entry[0] for entry in entries]
    assert kinds.count(recorder.GAP) >= 1 and kinds[kinds.index(recorder.GAP) + 1] == recorder.STATE
    playback = Playback(board.runtime.device.shell.controller.profile)
    assert [difference for entry in entries if (difference := playback.play(entry))] == []


def test_requests_buttons_and_failures_are_recorded():
    board = simulated()
    shell = board.runtime.device.shell
    tape = Tape(shell)
    for text in ("-h1 +h7 500 press black", "hold menu 300 hold menu"):
        for doing in doings.parse(text):
            board.do(doing)
    for number, payload in (
        (5, "takeback"),
        (70_000, "turns 0"),
        (6, "ack 1"),
        (7, "new folky rnb2bnr/8/8/8/8/8/8/RNB2BNR b 8 7"),
        (8, "dance\u0165"),
    ):
        board.send(link.encode(number, payload))
        board.wait(50)
    board.send(b"!9 damaged")
    board.wait(50)
    shell.store.append = lambda record: False
    board.send(link.encode(9, "fault c3"))
    shell._watched = [("scanner", bytearray((0, 0, 0, 1, 0, 0, 0, 0)), bytearray(8)), ("display", b"\1", bytearray(1))]
    for doing in doings.parse("-a8 +a3 900"):
        board.do(doing)
    write, shell.line.write = shell.line.write, lambda data: False
    for doing in doings.parse("-a3 900"):
        board.do(doing)
    shell.line.write = write
    board.wait(2000)
    tape.take()
    entries = Entries().feed(bytes(tape.data))
    lines = [entry[4] for entry in entries if entry[0] == STEP and entry[4]]
    assert lines[0] == link.encode(5, "takeback") and b"!" in lines and link.encode(8, "dance\u0165") in lines
    assert {entry[3] for entry in entries if entry[0] == STEP} >= {0, 2, 4}
    assert {recorder.UNSTORED, recorder.LOST, recorder.CHIPS} <= {entry[0] for entry in entries}
    playback = Playback(shell.controller.profile)
    assert [difference for entry in entries if (difference := playback.play(entry))] == []


def test_reading_changes_nothing_that_was_read():
    """A host reads after every step, while the last entry may still grow."""
    board = simulated()
    kept = board.runtime.device.shell.recorder
    tape = Tape(board.runtime.device.shell, often=0)
    for doing in doings.parse("-h1 +h7 900"):
        board.do(doing)
    assert b"@@@@" in tape.data and notes.read(kept, kept.from_, len(tape.data)) == tape.data


class Unsteady:
    """A stopwatch by which passes have time for anything between nothing and all there is to do."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def start(self):
        self.likely = self.random.choice((0, 0.1, 0.5, 1))

    def us(self):
        return PASS if self.random.random() < self.likely else 0


@pytest.mark.parametrize("game", engine.NAMES)
def test_however_many_steps_a_pass_had_time_for(game, monkeypatch):
    """How many were made at one moment is recorded: who plays it back has other time."""
    monkeypatch.setattr("firmware.main.PIECE", 1000)    # the hands want whole frames
    run = GameRun(game, "hard", "unsteady")
    shell = run.runtime.device.shell
    tape = Tape(shell)
    shell.watch = Unsteady(game)
    run.play(12)
    tape.take()
    entries = Entries().feed(bytes(tape.data))
    rows = {entry[5] for entry in entries if entry[0] == STEP}
    assert {0, 1, 7} <= rows
    playback = Playback(shell.controller.profile)
    assert [difference for entry in entries if (difference := playback.play(entry))] == []
    assert playback.compared > 20
    assert playback.steps == shell.steps or (recorder.GAP,) in entries


def test_a_board_that_is_on_for_months():
    """The recorder keeps the lowest 30 bits of a time; the rest is made of the pauses."""
    game = engine.new("folky")
    profile = profiles.load("classic-8x8")
    switches = Switches(profile, game)
    shell = Shell(Controller(profile, {"game": "folky", "position": None, "options": {}}), switches)
    tape = Tape(shell)
    now = 0
    for _ in range(60):
        for closed in (False, True):
            switches.set(game.cell("h1"), closed)
            for _ in range(500):
                now += 2
                shell.tick(now)
        now += 86_400_000
    tape.take()
    assert now > 1 << 32
    playback = Playback(profile)
    assert [difference for entry in Entries().feed(bytes(tape.data)) if (difference := playback.play(entry))] == []
    assert playback.steps == shell.steps and playback.compared > 60


def test_bytes_that_are_no_stream():
    with pytest.raises(StreamError, match="byte 0 .* 200"):
        Entries().feed(b"\xc8")
    with pytest.raises(StateError, match="does not begin with a state"):
        Playback(profiles.load("classic-8x8")).play((STEP, 1, [], -1, None, 0))
