"""The mirror of the game on the board: frames in any state of repair, and what it asks for."""

import engine
import pytest
from firmware import link
from host.client import Mirror

START = "rnb2bnr/8/8/8/8/8/8/RNB2BNR w 8 8"


class Wire:
    """A board's end of the line: says payloads to a mirror with running numbers."""

    def __init__(self, mirror):
        self.mirror = mirror
        self.seq = 0

    def say(self, *payloads):
        for payload in payloads:
            self.seq += 1
            self.mirror.feed(link.encode(self.seq, payload))

    def asked(self):
        """The requests of the mirror since the last call."""
        requests = [link.decode(line)[1] for line in self.mirror.to_send]
        self.mirror.to_send.clear()
        return requests


@pytest.fixture
def wire():
    return Wire(Mirror(engine.new("folky")))


def snap(n, position, result="*"):
    return f"snap n={n} game=folky board=b rest=300 result={result} opt.repetition=3 pos={position}"


def test_follows_turns_amendments_and_takebacks(wire):
    wire.say("turn 1 h1h6", "back 0", "turn 1 h1h7", "turn 2 a8a3", "back 1", "turn 2 a8a2")
    assert wire.mirror.record == ["h1h7", "a8a2"]
    assert wire.mirror.game.position_text() == "1nb2bnr/7R/8/8/8/8/r7/RNB2BN1 w 8 8"
    assert wire.asked() == []


def test_a_turn_said_twice_is_one(wire):
    wire.say("turn 1 h1h7", "turn 1 h1h7")
    assert wire.mirror.record == ["h1h7"]


def test_questions_fixes_faults_results_and_lamps(wire):
    mirror = wire.mirror
    wire.say("ask a1a2 a1a3")
    assert (mirror.asked, mirror.fix) == (["a1a2", "a1a3"], set())
    wire.say("fix -a3 +a1")
    assert (mirror.asked, mirror.fix) == ([], {"-a3", "+a1"})
    wire.say("ok", "fault a1 b2", "result 0:1 eighth pawn", "lamps 0129")
    assert (mirror.asked, mirror.fix, mirror.faults) == ([], set(), ["a1", "b2"])
    assert (mirror.result, mirror.reason, mirror.lamps) == ("0:1", "eighth pawn", b"\0\1\2\x09")
    wire.say("fault", "result *")
    assert (mirror.faults, mirror.result) == ([], "*")


def test_switches_that_do_not_fit_the_position(wire):
    wire.say("sq a1 0 10", "sq a2 1 20", "sq b1 0 30", "sq b1 1 40")
    assert wire.mirror.odd_squares() == (["a1"], ["a2"])
    wire.say(snap(0, START))
    assert wire.mirror.odd_squares() == ([], [])


def test_a_lost_frame_is_noticed(wire):
    wire.say("ok")
    wire.seq += 1
    wire.say("ok")
    assert wire.asked() == ["snap"]
    wire.say("turn 3 a1a2")
    assert wire.asked() == ["turns 0"]
    assert wire.mirror.record == []


def test_damaged_frames_and_log_text_are_no_frames(wire):
    frame = link.encode(1, "turn 1 h1h7")
    assert wire.mirror.feed(frame.replace(b"h7", b"h6")) is None
    assert wire.mirror.feed(b"hello there\n") is None
    assert wire.mirror.feed(b"") is None
    assert (wire.mirror.record, wire.mirror.damaged) == ([], 1)
    assert wire.mirror.feed(frame) == ("turn", "1 h1h7")


def test_a_snapshot_is_the_truth(wire):
    wire.say("turn 1 h1h7", "turn 2 a8a3")
    wire.say(snap(1, "rnb2bnr/7R/8/8/8/8/8/RNB2BN1 b 8 8"))
    assert (wire.mirror.record, wire.asked()) == (["h1h7"], [])
    wire.say(snap(3, "1nb2bnr/7R/8/8/8/r6P/8/RNB2BN1 b 7 8"))
    assert wire.asked() == ["turns 1"]
    wire.say("start " + START, "turn 2 a8a3", "turn 3 @h3")
    assert wire.mirror.record == ["h1h7", "a8a3", "@h3"]


def test_another_record_of_the_same_length_is_read_anew(wire):
    wire.say("turn 1 h1h7", snap(1, "rnb2bnr/8/8/8/8/7R/8/RNB2BN1 b 8 8"))
    assert wire.asked() == ["turns 0", "snap"]
    wire.say("start " + START, "turn 1 h1h3", snap(1, "rnb2bnr/8/8/8/8/7R/8/RNB2BN1 b 8 8"))
    assert (wire.mirror.record, wire.asked()) == (["h1h3"], [])


def test_a_board_that_contradicts_itself_is_not_asked_for_ever(wire):
    for _ in range(20):
        wire.say(snap(0, "8/8/8/8/8/8/8/RNB2BNR w 8 8"))
    assert len(wire.asked()) < 10


def test_a_mirror_that_knows_nothing_learns_the_game():
    wire = Wire(Mirror())
    wire.mirror.resynchronise()
    assert wire.asked() == ["hello", "snap"]
    start = "rnb2bnr/8/8/8/8/8/8/RNB2BNR b 8 7"
    wire.say("hello reedboard=1 game=folky board=b", "snap n=1 game=folky result=* opt.repetition=2 pos=x", "ok")
    assert wire.asked() == ["turns 0"]
    wire.say("start " + start, "turn 1 a8a3")
    assert wire.mirror.game.options["repetition"] == 2
    assert wire.mirror.record == ["a8a3"]


def test_a_new_game_replaces_the_old_one(wire):
    wire.say("turn 1 h1h7", "result 1:0 eighth pawn", "start rnb2bnr/8/8/8/8/8/8/RNB2BNR b 8 8")
    assert wire.mirror.record == []
    wire.say("snap n=0 game=folky result=* pos=rnb2bnr/8/8/8/8/8/8/RNB2BNR b 8 8")
    assert (wire.mirror.result, wire.asked()) == ("*", [])


def test_requests_are_numbered_frames(wire):
    wire.mirror.send("press white")
    wire.mirror.send("takeback")
    assert [link.decode(line) for line in wire.mirror.to_send] == [(1, "press white"), (2, "takeback")]
