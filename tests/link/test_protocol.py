"""docs/PROTOCOL.md: its lists are fresh, its examples are accepted, its conversation takes place, and boards say nothing else."""

import pathlib
import re

import engine
import pytest
from board_drivers import palette
from firmware import line, link, talk, verbs, watch
from host import protocol
from host.campaign.truth import GameRun
from host.mirror import Mirror
from host.sim import doings

from tests.link.lines import simulated

PAGE = (pathlib.Path(__file__).parents[2] / "docs" / "PROTOCOL.md").read_text(encoding="utf-8")


def named(way):
    return {verb.name for verb in protocol.VERBS if verb.way == way}


def test_the_lists_in_the_page_are_fresh():
    assert PAGE.endswith(protocol.page()), (
        "docs/PROTOCOL.md is stale: put what `python -c 'from host import protocol; print(protocol.page())'` prints at its end"
    )
    assert f"Version of the protocol: {talk.PROTOCOL}." in PAGE


def test_the_verbs_are_those_of_the_firmware():
    assert named(protocol.HOST) == set(verbs._VERBS) | {"ack"}
    assert named(protocol.LOOK) == set(watch._ANSWERS)
    assert {verb.name for verb in protocol.VERBS if verb.event} == set(line.EVENTS)
    assert set(talk.ABLE.split(",")) <= named(protocol.HOST) | named(protocol.LOOK)


def test_numbers_named_in_the_page_are_the_firmware_s():
    assert f"at most {link.MAX_LINE} bytes" in PAGE
    assert f"the last {line.KEPT} that were not acknowledged" in PAGE
    assert f"remembers the last {talk.ANSWERED}:" in PAGE
    assert f"every {line.HEARTBEAT // 1000} s while" in PAGE and f"in use for {line.PRESENT // 1000} s" in PAGE
    assert (line.RESEND, line.RESEND_MOST) == (500, 8000)
    light = protocol.find("light", protocol.HOST).text
    assert [int(code) for code in re.findall(r"\b(\d) [a-zA-Z]", light)] == list(range(palette.CODES))


def test_every_frame_in_the_page_is_good():
    frames = re.findall(r"^!.+\*[0-9a-f]{8}$", PAGE, re.MULTILINE)
    assert len(frames) == len(protocol.VERBS) + 1
    assert [frame for frame in frames if link.parts(frame.encode()) is None] == []


@pytest.mark.parametrize("verb", protocol.VERBS, ids=lambda verb: f"{verb.way}-{verb.name}")
def test_examples_are_of_the_protocol(verb):
    assert protocol.check(verb.example, verb.way, 5 if verb.event else 0) is None


@pytest.mark.parametrize(
    "payload, way",
    [
        ("turn 1", "board"),
        ("turn x h1h7", "board"),
        ("sq e2 2 5", "board"),
        ("sq i e2", "board"),
        ("fix c3", "board"),
        ("ok now", "board"),
        ("press blue", "host"),
        ("takeback two", "host"),
        ("jump", "host"),
        ("trace -1", "look"),
        ("lamps 01x", "board"),
        ("result 2:0", "board"),
        ("snap n=1", "board"),
    ],
)
def test_the_check_sees_what_is_not(payload, way):
    assert protocol.check(payload, way) is not None


def test_what_is_no_event_may_not_be_numbered_as_one():
    assert protocol.check("sq e2 1 5", protocol.BOARD, 7) == "sq is no event"


@pytest.mark.parametrize("verb", [verb for verb in protocol.VERBS if verb.way == protocol.HOST], ids=lambda verb: verb.name)
def test_a_board_understands_the_requests(verb):
    board, said = simulated(), []
    for doing in doings.parse("-h1 +h7 800"):
        board.do(doing)
    board.on_output = lambda ms, kind, data: said.append(link.decode(data)[1]) if kind == "tx" else None
    board.send(protocol.example(verb).encode())
    board.wait(200)
    answers = [payload for payload in said if payload.split()[0] in ("re", "err")]
    assert answers == {"ack": [], "answer": ["err 4711 answer: nothing is asked"]}.get(verb.name, ["re 4711"])


@pytest.mark.parametrize(
    "verb", [verb for verb in protocol.VERBS if verb.way in (protocol.BOARD, protocol.SHOWN)], ids=lambda verb: f"{verb.way}-{verb.name}"
)
def test_a_host_understands_what_boards_say(verb):
    mirror, heard = Mirror(engine.new("folky")), []
    mirror.listeners.append(lambda name, rest: heard.append(name))
    if verb.event:
        mirror.feed(link.encode(16, "snap ev=4 n=0 game=folky result=* pos=" + mirror.start))
    mirror.feed(protocol.example(verb).encode())
    assert (heard[-1:], mirror.damaged) == ([verb.name], 0)


@pytest.mark.parametrize("verb", [verb for verb in protocol.VERBS if verb.way == protocol.LOOK], ids=lambda verb: verb.name)
def test_looks_are_answered_by_the_protocol(verb):
    board, said = simulated(), []
    board.on_output = lambda ms, kind, data: said.append(link.decode(data)) if kind == "tx" else None
    board.send(protocol.example(verb).encode())
    board.wait(10)
    ((number, payload),) = said
    assert number == 0 and payload.startswith(verb.name + " ")
    assert protocol.check(payload, protocol.SHOWN) is None


@pytest.mark.parametrize("game", engine.NAMES)
def test_boards_say_nothing_else(game):
    run = GameRun(game, "hard", f"protocol {game}", keep_log=True)
    run.play(25)
    frames = [link.parts(data) for _, kind, data in run.log.out if kind == "tx"]
    assert len(frames) > 100
    assert [problem for _, event, payload in frames if (problem := protocol.check(payload, protocol.BOARD, event))] == []
    assert all(event for _, event, payload in frames if payload.startswith(("turn", "back")))


def conversation():
    """The page's conversation: [(mark, text)]."""
    block = re.search(r"```talk\n(.*?)```", PAGE, re.DOTALL)[1]
    return [(row[0], row[2:]) for row in block.splitlines()]


def test_the_conversation_in_the_page_takes_place():
    board, said, number = simulated(), [], 0
    board.on_output = lambda ms, kind, data: said.append(link.decode(data)[1]) if kind == "tx" else None
    for mark, text in conversation():
        if mark == "<":
            while not said:
                board.wait(2)
                assert board.now_ms < 60_000, f"waited in vain for {text}"
            spoken = re.sub(r"^(re|err) \d+ ?", r"\1 ", said.pop(0)).strip()
            assert re.fullmatch(re.escape(text.strip()).replace(re.escape("..."), ".*"), spoken), spoken
        else:
            assert said == [], f"not in the page, before {text}"
            if mark == ">":
                number += 1
                board.send(link.encode(number, text))
                board.wait(0)
            else:
                for doing in doings.parse(text):
                    board.do(doing)


def test_the_little_reader_in_the_page_reads():
    code = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)[1]
    lines = [link.encode(1, "turn 1 h1h7", 3), b"log text\n", link.encode(2, "ok").replace(b"ok", b"no"), b"!6 rest " + link.encode(2, "ok")]
    printed = []
    code = code.replace("import binascii, serial", "import binascii").replace('serial.Serial("/dev/ttyACM0", 115200)', "lines")
    exec(code, {"lines": lines[:3], "print": printed.append})
    assert printed == ["turn 1 h1h7"]
