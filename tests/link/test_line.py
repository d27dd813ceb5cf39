"""The board's end of the line, in virtual time: tables of what a host says and when, and what the board then says."""

import pytest
from firmware import link
from firmware.line import HEARTBEAT, PRESENT, RESEND

from tests.link.lines import simulated


class Talk:
    """A board, what it says as (ms, number, event, payload), and what a host says to it."""

    def __init__(self, **more):
        self.board = simulated(**more)
        self.board.runtime.device.outside.stall_ms = 0
        self.said = []
        self.number = 1000
        self.board.on_output = self._output

    def _output(self, ms, kind, data):
        if kind == "tx" and data.strip():
            self.said.append((ms, *link.parts(data)))

    def ask(self, payload, number=None):
        """Let a host say `payload` now; returns the number it carried."""
        self.number += 1
        self.board.send(link.encode(number or self.number, payload))
        self.board.wait(20)
        return number or self.number

    def do(self, text):
        """Let hands do what `text` says, and wait until it has been judged."""
        from host.sim import doings

        for doing in doings.parse(text):
            self.board.do(doing)
        self.board.wait(400)

    def heard(self, *verbs):
        """Take what was said with one of `verbs` (any, if there are none): payloads."""
        said, self.said = self.said, []
        return [payload for _, _, _, payload in said if not verbs or payload.split()[0] in verbs]


@pytest.fixture
def talk():
    return Talk()


def test_frames_are_numbered_without_a_gap(talk):
    talk.do("-h1 +h7")
    talk.ask("snap")
    numbers = [number for _, number, _, _ in talk.said]
    assert len(numbers) > 5 and numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def test_only_events_carry_event_numbers_and_they_are_counted(talk):
    talk.do("-h1 +h7")
    talk.do("+e4")
    talk.do("-e4")
    assert [(event, payload) for _, _, event, payload in talk.said if event] == [(1, "turn 1 h1h7"), (2, "fix -e4"), (3, "ok")]


def test_events_are_said_again_only_while_a_host_is_there(talk):
    talk.do("-h1 +h7")
    talk.board.wait(60_000)
    assert talk.heard("turn") == ["turn 1 h1h7"]


def test_events_are_said_again_until_they_are_acknowledged(talk):
    talk.ask("ack")
    talk.do("-h1 +h7")
    first = talk.said[-1][0] if talk.said[-1][3].startswith("turn") else next(ms for ms, _, _, payload in talk.said if payload.startswith("turn"))
    talk.board.wait(4000)
    times = [ms - first for ms, _, event, payload in talk.said if payload == "turn 1 h1h7"]
    assert times == pytest.approx([0, RESEND, 3 * RESEND, 7 * RESEND], abs=6)
    assert {event for _, _, event, payload in talk.said if payload == "turn 1 h1h7"} == {1}
    talk.heard()
    talk.ask("ack 1")
    talk.board.wait(10_000)
    assert talk.heard("turn") == []


def test_an_acknowledgement_covers_all_before_it(talk):
    talk.ask("ack")
    talk.do("-h1 +h7")
    talk.do("+e4")
    talk.ask("ack 1")
    talk.heard()
    talk.board.wait(3000)
    assert {payload for _, _, event, payload in talk.said if event} == {"fix -e4"}
    talk.ask("ack 2")
    talk.heard()
    talk.board.wait(3000)
    assert [payload for _, _, event, payload in talk.said if event] == []


def test_nothing_is_kept_without_end(talk):
    for _ in range(30):
        talk.ask("ack")
        talk.do("+e4")
        talk.do("-e4")
    kept = talk.board.runtime.device.shell.controller.line.kept
    assert len(kept) == 16
    talk.board.wait(PRESENT + 100)
    assert kept == []


def test_the_heartbeat_beats_while_the_line_is_in_use(talk):
    talk.board.wait(20_000)
    assert talk.heard("snap") == []
    began = talk.board.now_ms
    talk.ask("ack")
    talk.board.wait(PRESENT + 2 * HEARTBEAT)
    times = [ms - began for ms, _, _, payload in talk.said if payload.startswith("snap")]
    assert times == pytest.approx([HEARTBEAT, 2 * HEARTBEAT, 3 * HEARTBEAT], abs=16)


def test_a_snapshot_says_all_that_counts():
    talk = Talk()
    talk.do("-h1 +h7")
    talk.do("+e4")
    talk.ask("fault a4")
    talk.heard()
    number = talk.ask("snap")
    heard = talk.heard()
    fields = dict(word.split("=", 1) for word in heard[0].split()[1:] if "=" in word)
    assert fields["n"] == "1" and fields["ev"] == "3" and fields["side"] == "b" and fields["result"] == "*" and fields["rec"] == "0"
    assert heard[0].endswith(" pos=rnb2bnr/7R/8/8/8/8/8/RNB2BN1 b 8 8")
    assert [payload.split()[0] for payload in heard[1:]] == ["fix", "fault", "broken", "lamps", "re"]
    assert heard[1] == "fix -e4" and heard[2] == "fault a4" and heard[-1] == f"re {number}"


def test_the_record_is_told_in_order_when_there_is_time(talk):
    for text in ("-h1 +h7", "-a8 +a3", "-h7 +h1"):
        talk.do(text)
    talk.heard()
    number = talk.ask("turns 1")
    talk.board.wait(50)
    assert talk.heard() == [f"re {number}", "start rnb2bnr/8/8/8/8/8/8/RNB2BNR w 8 8", "turn 2 a8a3", "turn 3 h7h1"]


def test_a_request_that_comes_twice_is_done_once_and_answered_twice(talk):
    talk.do("-h1 +h7")
    talk.do("-a8 +a3")
    talk.heard()
    number = talk.ask("takeback 1")
    assert talk.heard("back", "re", "err") == ["back 1", f"re {number}"]
    talk.ask("takeback 1", number)
    assert talk.heard("back", "re", "err") == [f"re {number}"]
    assert talk.ask("takeback 1") != number
    assert talk.heard("back") == ["back 0"]


@pytest.mark.parametrize(
    "payload, answer",
    [
        ("dance", "unknown verb dance"),
        ("", "unknown verb (none)"),
        ("turns", "turns: needs the number of turns already known"),
        ("turns -1", "turns: needs the number of turns already known"),
        ("turns 12345678901", "turns: needs the number of turns already known"),
        ("press", "press: needs white, black or menu, and perhaps long"),
        ("press white twice", "press: needs white, black or menu, and perhaps long"),
        ("answer a1a2", "answer: nothing is asked"),
        ("takeback", "takeback: the record has 0 turns"),
        ("takeback x", "takeback: the record has 0 turns"),
        ("new courier", "new: this board has no place for courier"),
        ("new folky 8/8 w", "new: *"),
        ("fault a9", "fault: *"),
        ("light 12", "light: needs a digit for each of the board's 64 squares, or off"),
        ("light", "light: needs a digit for each of the board's 64 squares, or off"),
    ],
)
def test_what_cannot_be_done_is_said(talk, payload, answer):
    number = talk.ask(payload)
    (said,) = talk.heard("err", "re")
    assert said.startswith(f"err {number} " + answer.rstrip("*"))


def test_damaged_frames_are_said_and_other_lines_ignored(talk):
    talk.board.send(b"!7 takeback*00000000")
    talk.board.wait(4)
    assert talk.heard() == ["err 0 damaged frame"]
    talk.board.send(b"import this")
    talk.board.wait(4)
    assert talk.heard() == []


def test_a_host_s_lamps_hide_the_board_s_until_it_is_gone(talk):
    shown = []
    talk.board.on_output = lambda ms, kind, data: shown.append((ms, bytes(data))) if kind == "lamps" else None
    pattern = "0123456789" * 6 + "0123"
    began = talk.board.now_ms
    talk.ask("light " + pattern)
    assert shown[-1][1] == bytes(int(code) for code in pattern)
    own = bytes(talk.board.runtime.device.shell.controller.lamps)
    talk.board.wait(PRESENT + 100)
    assert shown[-1][1] == own and PRESENT <= shown[-1][0] - began <= PRESENT + 10
    talk.ask("light " + pattern)
    talk.ask("light off")
    assert shown[-1][1] == own


def test_looks_are_answered_outside_the_numbering(talk):
    before = talk.ask("snap")
    last = talk.said[-1][1]
    talk.heard()
    for payload, answer in (
        ("stat", "stat t="),
        ("trace", "trace 0 0 "),
        ("why", "why 0 "),
        ("trace 999999", "err 0 trace: byte 999999 is not kept"),
    ):
        talk.board.send(link.encode(0, payload))
        talk.board.wait(4)
        (said,) = talk.said
        assert said[1] == 0 and said[3].startswith(answer)
        talk.heard()
    talk.ask("hello")
    assert talk.said[0][1] == last + 1 and before


def test_full_lines_cost_frames_but_never_events():
    """A host that does not read: nothing blocks, what was dropped is made good by a snapshot, and events come again."""
    talk = Talk()
    shell = talk.board.runtime.device.shell
    outside, room = shell.line, [True]
    write = outside.write
    outside.write = lambda data: room[0] and write(data)
    talk.ask("ack")
    room[0] = False
    talk.do("-h1 +h7")
    talk.do("-a8 +a3")
    assert talk.heard() == []
    room[0] = True
    talk.board.wait(600)
    said = talk.said
    assert [payload.split()[0] for _, _, _, payload in said][:2] == ["snap", "ok"]
    assert " n=2 " in said[0][3] and " ev=2 " in said[0][3]
    assert [(event, payload) for _, _, event, payload in said if event] == [(1, "turn 1 h1h7"), (2, "turn 2 a8a3")]


def test_a_store_that_fails_is_reported_and_play_goes_on():
    talk = Talk()
    talk.board.runtime.device.shell.store.append = lambda record: False
    talk.do("-h1 +h7")
    assert "err 0 the journal could not be written" in talk.heard()
    talk.do("-a8 +a3")
    assert talk.heard("turn") == ["turn 2 a8a3"]
