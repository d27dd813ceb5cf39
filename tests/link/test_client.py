"""The client on scripted lines: what it asks, when it asks again, and what it does when the line goes."""

import engine
import pytest
from firmware import link
from host.client import Client, Refused
from host.errors import UserError
from host.transport import LineGone, Script

HELLO = "hello reedboard=0.1.0 protocol=1 board=classic-8x8 size=8x8 game=folky games=folky able=ack boot={boot} impl=x ver=1 plat=y"
START = "rnb2bnr/8/8/8/8/8/8/RNB2BNR w 8 8"
SNAP = f"snap ev=0 t=1 rec=0 n=0 game=folky board=classic-8x8 result=* side=w occ=0 pos={START}"


def greeted(boot="0000"):
    """A script on which a client has come up to date, and that client."""
    line = Script().expect("hello", [HELLO.format(boot=boot)]).expect("snap", [SNAP, "ok"]).expect("turns 0", ["start " + START])
    client = Client(line)
    client.greet(2)
    line.done()
    return line, client


def test_it_asks_who_is_there_and_how_all_stands():
    line, client = greeted()
    assert client.mirror.in_step and client.mirror.hello["board"] == "classic-8x8" and client.mirror.start == START
    assert line.heard == ["hello", "snap", "turns 0", "ack 0"] or line.heard == ["hello", "snap", "ack 0", "turns 0"]


def test_a_board_that_does_not_answer():
    class Mute(Script):
        def _answer(self, number, payload):
            pass

    line = Mute()
    with pytest.raises(UserError, match="no board answers at script"):
        Client(line).greet(2)
    assert line.heard.count("hello") == 3  # at once, and again every 0.7 s


def test_events_are_acknowledged_and_said_once_to_listeners():
    line, client = greeted()
    heard = []
    client.mirror.listeners.append(lambda verb, rest: heard.append((verb, rest)))
    line.say("turn 1 h1h7", event=1).say("turn 1 h1h7", event=1)
    client.poll(0.1)
    assert heard == [("turn", "1 h1h7")] and client.mirror.repeated == 1
    assert line.heard[-1] == "ack 1" and client.mirror.record == ["h1h7"]


def test_a_missing_event_is_asked_for():
    line, client = greeted()
    line.expect("snap", [SNAP.replace("ev=0", "ev=2").replace("n=0", "n=2").replace(START, "1nb2bnr/7R/8/8/8/r7/8/RNB2BN1 w 8 8"), "ok"])
    line.expect("turns 0", ["start " + START, "turn 1 h1h7", "turn 2 a8a3"])
    line.say("turn 2 a8a3", event=2)
    for _ in range(4):
        client.poll(0.1)
    line.done()
    assert client.mirror.record == ["h1h7", "a8a3"] and line.heard[-1] == "ack 2" or "ack 2" in line.heard


def test_an_order_is_made_until_it_is_answered_and_refusals_are_said():
    line, client = greeted()
    line.expect("takeback 1").expect("answer a1a2", ["err answer: nothing is asked"])
    client.order("takeback 1")
    with pytest.raises(Refused, match="^answer: nothing is asked$"):
        client.order("answer a1a2")
    line.done()


class Lossy(Script):
    """A line on which the first saying of every order is lost."""

    lost = frozenset()

    def write(self, data):
        for frame in data.splitlines():
            number, payload = link.decode(frame)
            if payload.split()[0] == "takeback" and number not in self.lost:
                self.lost = self.lost | {number}
                self.heard.append((number, payload))
            else:
                super().write(frame + b"\n")


def test_a_lost_order_is_made_again_with_the_same_number_and_others_wait():
    line, client = greeted()
    lossy = Lossy()
    lossy.seq = line.seq
    client._transport = client._clock = lossy
    lossy.expect("takeback 1").expect("press white")
    first = client.mirror.send("takeback 1")
    client.mirror.send("press white")
    client.poll(0.1)
    assert lossy.heard == [(first, "takeback 1")]
    for _ in range(12):
        client.poll(0.1)
    lossy.done()
    assert [word for word in lossy.heard if not str(word).startswith("ack")] == [(first, "takeback 1"), "takeback 1", "press white"]


def test_an_order_that_is_never_answered():
    line, client = greeted()
    line._answer = lambda number, payload: None
    with pytest.raises(UserError, match="does not answer to 'press white'"):
        client.order("press white", 2)


def test_it_says_now_and_then_that_it_is_there():
    line, client = greeted()
    line.heard.clear()
    for _ in range(100):
        client.poll(0.1)
    assert line.heard == ["ack", "ack"]


def reconnecting(first, second):
    """A client whose port gives the line `first`, and when that is gone `second`; and what it tells people."""
    lines, told = [first, second], []

    def connect():
        if not lines:
            raise UserError("no port")
        return lines.pop(0)

    client = Client(connect, tell=told.append)
    client.greet(2)
    return client, told


def script(boot):
    return Script().expect("hello", [HELLO.format(boot=boot)]).expect("snap", [SNAP, "ok"]).expect("turns 0", ["start " + START])


def test_a_pulled_cable_is_said_and_the_board_found_again():
    first, second = script("0000"), Script().expect("hello", [HELLO.format(boot="0000")]).expect("snap", [SNAP, "ok"])
    client, told = reconnecting(first, second)
    first.pull("the cable was pulled")
    client.poll(0.1)
    assert not client.connected and told == ["the board at script is gone (the cable was pulled); waiting for it"]
    for _ in range(10):
        client.poll(0.2)
    second.done()
    assert client.connected and told[1] == "the board is back; reading how the game stands" and client.reopened == 1


@pytest.mark.parametrize("boot, again", [("0000", True), ("1234", False)])
def test_an_order_over_a_pulled_cable_is_made_again_unless_the_board_was_restarted(boot, again):
    """A board that was not restarted knows the number of the order; one that was restarted does not, so nobody makes it twice."""
    first = script("0000")
    second = Script().expect("hello", [HELLO.format(boot=boot)]).expect("snap", [SNAP, "ok"])
    if again:
        second.expect("takeback 1")
    client, told = reconnecting(first, second)
    first._answer = lambda number, payload: None
    number = client.mirror.send("takeback 1")
    client.poll(0.1)
    first.pull()
    for _ in range(12):
        client.poll(0.2)
    second.done()
    assert number not in client.mirror.unanswered
    assert ("the board was restarted while it was told 'takeback 1': look whether it did that" in told) != again


def test_looks_are_asked_again_and_refusals_are_said():
    line, client = greeted()
    answers = [None, "stat t=5 gap=2"]

    def answer(number, payload):
        assert (number, payload) == (0, "stat")
        if text := answers.pop(0):
            line.send(link.encode(0, text))

    line._answer = answer
    assert client.query("stat") == "t=5 gap=2"
    line._answer = lambda number, payload: line.send(link.encode(0, "err 0 trace: byte 5 is not kept, there are 7 to 9"))
    with pytest.raises(Refused, match="byte 5 is not kept"):
        client.query("trace 5")
    line._answer = lambda number, payload: None
    with pytest.raises(UserError, match="does not answer to 'why'"):
        client.query("why")


def test_log_text_is_kept_for_people_but_not_without_end():
    line, client = greeted()
    line.send(b"Traceback (most recent call last):\r\nMemoryError\n" + b"x\n" * 500)
    client.poll(0.1)
    assert len(client.log) == 200
    line.send(b"log without end " + link.encode(line.seq + 1, "ok"))
    line.seq += 1
    client.poll(0.1)
    assert client.mirror.gaps == 0


def test_a_line_that_is_gone_at_once():
    line = Script()
    line.pull("gone")
    with pytest.raises(LineGone):
        line.read(1)
    client = Client(lambda: line)
    client.poll(0.1)
    assert not client.connected
    with pytest.raises(UserError):
        client.query("stat", 0.2)


def test_a_hello_that_is_lost_is_asked_for_again_although_the_snapshot_came():
    line = Script().expect("hello").expect("snap", [SNAP, "ok"])
    line.expect("hello", [HELLO.format(boot="0000")]).expect("snap", [SNAP, "ok"]).expect("takeback 1")
    client = Client(line, engine.new("folky"))
    client.mirror.hello = {"boot": "0000"}      # known from before the cable was pulled
    client.order("takeback 1", 5)
    line.done()
