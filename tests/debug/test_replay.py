"""Traces as files, played back here and elsewhere, told again as scenarios."""

import engine
import pytest
from firmware import link, recorder
from host import toolbox, trace
from host.client import Client
from host.errors import UserError
from host.pico import tools
from host.recording import Recording, profile_of
from host.replay import Replay, elsewhere
from host.retelling import Retelling
from host.sim import board as boards
from host.sim import doings, scenario, scenario_file
from host.sim.runtimes import CPythonRuntime, MicroPythonRuntime
from host.transport import BoardTransport
from host.virtual.playback import STEP

from tests.debug.taping import Tape, as_trace, taped_evening, taped_game
from tests.link.lines import simulated

needs_micropython = pytest.mark.skipif(
    toolbox.find("micropython") is None or toolbox.find("mpy-cross") is None, reason="MicroPython is not installed"
)


@pytest.fixture(scope="module")
def folky():
    return taped_game("folky", "replay", 12)


def test_a_trace_is_the_same_behind_a_file(folky, tmp_path):
    path = tmp_path / "a.trace"
    trace.write(folky, path)
    assert trace.read(path) == folky
    assert trace.from_stream(folky.about, folky.profile, trace.stream(folky.entries)) == folky


@pytest.mark.parametrize(
    "entry",
    [
        (STEP, 0, [], -1, None, 0),
        (STEP, 63, [], -1, None, 0),
        (STEP, 100_000, [0, 111, 112, 200], 5, b"!", 0),
        (STEP, 7, [], 0, link.encode(0, "ack 17"), 0),
        (STEP, 7, [], -1, link.encode(99, "new folky rnb2bnr/8 w"), 0),
        (recorder.OUT, 0x0A0B),
        (recorder.LOST,),
        (recorder.UNSTORED,),
        (recorder.GAP,),
        (recorder.CHIPS, b"\x00\x01", "scanner"),
        (recorder.CHIPS, b"\x01", "display"),
        (recorder.STATE, b"state"),
    ],
    ids=str,
)
def test_entries_are_the_same_in_text_and_bytes(folky, entry, tmp_path):
    entries = [(recorder.STATE, b"x"), entry]
    trace.write(folky._replace(entries=entries), tmp_path / "a.trace")
    assert trace.read(tmp_path / "a.trace").entries == entries
    assert trace.from_stream({}, {}, trace.stream(entries)).entries == entries


def test_it_plays_back_and_says_what_was_compared(folky):
    report = Replay(folky).run()
    assert report.difference is None and report.compared > 20 and report.steps > 100 and report.ms > 10_000


def changed(known, place, entry):
    return known._replace(entries=[*known.entries[:place], entry, *known.entries[place + 1 :]])


def test_a_difference_is_found_and_shown_with_both_sides(folky):
    place, entry = next((i, e) for i, e in enumerate(folky.entries) if e[0] == STEP and len(e[2]) == 1)
    other = changed(folky, place, (STEP, entry[1], [60 if entry[2][0] != 60 else 59], *entry[3:]))
    found = Replay(other).run().difference
    assert found.what == "checksum of what went out" and found.ms > 0 and found.then != found.now


def test_frames_that_a_host_heard_are_compared_word_by_word(folky):
    said = []
    Replay(folky, lambda playback, entry, outputs: said.extend(data for kind, data in outputs if kind == "tx")).run()
    heard = [(trace.HEARD, data) for data in said]
    report = Replay(folky._replace(entries=[*folky.entries, *heard])).run()
    assert report.difference is None and report.frames == len([data for data in said if b" hello " not in data])
    number, payload = link.decode(said[-1])
    lie = link.encode(number, payload + " not")
    found = Replay(folky._replace(entries=[*folky.entries, *heard[:-1], (trace.HEARD, lie)])).run().difference
    assert (found.what, found.then, found.now) == ("a frame", lie.strip().decode(), said[-1].strip().decode())


def test_behind_a_gap_it_goes_on_from_the_state_that_follows(folky):
    states = [i for i, e in enumerate(folky.entries) if e[0] == recorder.STATE]
    second = taped_game("folky", "another", 4)
    both = folky._replace(entries=[*folky.entries[: states[0] + 40], (recorder.GAP,), *second.entries])
    report = Replay(both).run()
    assert report.difference is None and report.gaps == 1


@pytest.mark.parametrize(
    "text, problem",
    [
        ("", "not a trace"),
        ("hello\n", "not a trace"),
        ("reedboard-trace 2\n", "a trace of format 2; this version reads format 1"),
        ("reedboard-trace 1\n", "the line 'about' is missing"),
        ("reedboard-trace 1\nabout {}\n", "the line 'profile' is missing"),
        ("reedboard-trace 1\nabout {}\nprofile {}\n", "profile"),
        ("reedboard-trace 1\nabout {]\n", ":2: unreadable line 'about {]'"),
        ("reedboard-trace 1\n+5 ^x\n", ":2: unreadable"),
        ("reedboard-trace 1\n*5\n", ":2: unreadable"),
        ("reedboard-trace 1\nstate %%\n", ":2: unreadable"),
        ("reedboard-trace 1\nfly\n", ":2: unreadable line 'fly'"),
    ],
)
def test_files_that_cannot_be_read_are_named_with_their_line(text, problem, tmp_path):
    (tmp_path / "a.trace").write_text(text)
    with pytest.raises(UserError) as error:
        trace.read(tmp_path / "a.trace")
    assert problem in str(error.value) and "a.trace" in str(error.value)


def test_a_trace_without_a_state_and_one_of_another_firmware(folky, tmp_path):
    trace.write(folky._replace(entries=folky.entries[1:5]), tmp_path / "a.trace")
    with pytest.raises(UserError, match="no line 'state'"):
        trace.read(tmp_path / "a.trace")
    state = bytearray(folky.entries[0][1])
    state[0] = 77
    with pytest.raises(UserError, match=r"recorded by reedboard 0.1.0 and can't be played here: a state of format 77"):
        Replay(changed(folky, 0, (recorder.STATE, bytes(state)))).run()


def scenario_holds(text):
    """Run the scenario `text`; its failures."""
    outcome = scenario.run(scenario_file.parse("told again", text), CPythonRuntime(pins=False))
    assert outcome.error is None and outcome.expectations
    return outcome.failures


@pytest.mark.parametrize("game", engine.NAMES)
def test_a_game_told_again_is_a_scenario_that_holds(game):
    board, gaps = simulated(game), (300, 900, 2000)
    tape = Tape(board.runtime.device.shell)
    truth = engine.new(game)
    from host.sim import hands

    for number in range(8):
        turn = sorted(truth.turns(), key=truth.turn_text)[number * 7 % 11 % len(list(truth.turns()))]
        for doing in hands.plain(truth, turn):
            board.do(doing)
        truth.push(turn)
        board.wait(gaps[number % 3])
    board.wait(3000)
    tape.take()
    text = Retelling(as_trace(board.runtime.device.shell.controller, tape.data)).text()
    assert text.startswith(f"# from a trace of {board.runtime.device.shell.controller.profile.name}") and f"\ngame {game}\n" in text
    assert scenario_holds(text) == []


def test_faults_buttons_requests_and_questions_are_told_again():
    board = simulated(options={"hold": 1500})
    tape = Tape(board.runtime.device.shell)
    for text in ("-h1 +h7 2000", "+e4 2000", "-e4 900", "hold menu 200 hold menu 2500"):
        for doing in doings.parse(text):
            board.do(doing)
    board.send(link.encode(5, "fault a4"))
    board.wait(2000)
    tape.take()
    text = Retelling(as_trace(board.runtime.device.shell.controller, tape.data)).text()
    for line in ("option hold 1500", "expect turn h1h7", "expect fix -e4", "host fault a4"):
        assert line + "\n" in text
    assert "hold menu" in text
    piece = Retelling(as_trace(board.runtime.device.shell.controller, tape.data), first=1).text()
    assert "position rnb2bnr/7R/8/8/8/8/8/RNB2BN1 b 8 8\n" in piece and "expect turn" not in piece
    with pytest.raises(UserError, match="does not come to turn 9"):
        Retelling(as_trace(board.runtime.device.shell.controller, tape.data), first=9).text()


@needs_micropython
def test_it_plays_back_under_micropython(folky):
    report = elsewhere(folky, "micropython")
    assert report.difference is None and (report.steps, report.compared) == (Replay(folky).run().steps, Replay(folky).run().compared)
    place, entry = next((i, e) for i, e in enumerate(folky.entries) if e[0] == STEP and len(e[2]) == 1)
    found = elsewhere(changed(folky, place, (STEP, entry[1], [60 if entry[2][0] != 60 else 59], *entry[3:])), "micropython").difference
    assert found.what == "checksum of what went out" and found.then != found.now


def recorded_under_micropython(path):
    """A game on a board under MicroPython, recorded over its line as `reedboard record` does; returns the Trace."""
    game = engine.new("folky")
    board = boards.make(MicroPythonRuntime(pins=False), game, "classic-8x8", noise="hard", seed=5)
    board.switch_on()
    client = Client(BoardTransport(board))
    client.greet(5)
    assert client.mirror.hello["impl"] == "micropython"
    with open(path, "w", encoding="utf-8") as file:
        recording = Recording(client, file, profile_of(client.mirror.hello))
        for doing in doings.parse("600 -h1 +h7 900 -a8 +a3 1500 +e4 1500 -e4 900 press menu -g1 1200 +g1 900"):
            board.do(doing)
            client.poll(0.02)
            while recording.step():
                pass
        for _ in range(40):
            client.poll(0.1)
            while recording.step():
                pass
        recording.close()
    board.switch_off()
    return trace.read(path)


@needs_micropython
def test_a_trace_recorded_under_micropython_plays_back_everywhere(tmp_path):
    known = recorded_under_micropython(tmp_path / "a.trace")
    reports = [Replay(known).run(), elsewhere(known, "micropython")]
    if not tools.missing():
        reports.append(elsewhere(known, "pico"))
    assert [report.difference for report in reports] == [None] * len(reports)
    assert len({(report.steps, report.compared, report.ms) for report in reports}) == 1 and reports[0].compared > 8 and reports[0].steps > 60


def test_it_plays_back_on_the_emulated_pico(folky):
    if problem := tools.missing():
        pytest.skip(problem)
    report = elsewhere(taped_game("folky", "replay", 3), "pico")
    assert report.difference is None and report.compared > 5


def evening(hours, seed):
    """How a recorded evening of so many hours plays back: its Report, and the seconds that took."""
    import time

    known = taped_evening(hours, seed)
    began = time.perf_counter()
    report = Replay(known).run()
    assert report.difference is None and report.gaps == 0 and report.ms > hours * 3_590_000
    return report, time.perf_counter() - began


def test_a_quarter_of_an_hour_plays_back():
    report, _ = evening(0.25, "short")
    assert report.compared > 200


@pytest.mark.proof
def test_ten_hours_play_back():
    report, seconds = evening(10, "long")
    print(f"ten hours: {report.steps} steps, {report.compared} checksums, played back in {seconds:.1f} s")
