"""The hands that play a given game: turn by turn, answering, putting back after a goal, and saying what went wrong."""

import re

import engine
import pytest
from firmware import link
from host.client import Mirror
from host.sim.player import GamePlayer, PlayError


class Told:
    """A mirror that is told things, and the doings that a player asks for."""

    def __init__(self, name, position, texts):
        self.mirror = Mirror(engine.new(name, position))
        game = engine.new(name, position)
        turns = []
        for text in texts:
            turns.append(game.parse_turn(text))
            game.push(turns[-1])
        self.done = []
        self.player = GamePlayer(turns, engine.new(name, position), self.mirror, self.done.append)
        self.seq = 0

    def say(self, payload):
        self.seq += 1
        self.mirror.feed(link.encode(self.seq, payload))

    def step(self):
        """What one step of the player did."""
        self.done.clear()
        return self.player.step(), list(self.done)


def test_one_turn_at_a_time():
    told = Told("folky", None, ["h1h7", "a8a3", "@h3"])
    assert told.step() == (True, ["-h1 +h7"])
    assert told.step() == (False, [])
    told.say("turn 1 h1h7")
    assert told.step() == (True, ["-a8 +a3"])
    told.say("turn 2 a8a3")
    assert told.step() == (True, ["+h3"])
    assert not told.player.done
    told.say("turn 3 @h3")
    assert told.player.done and told.step() == (False, [])


def test_a_question_is_answered_once():
    told = Told("folky", None, ["h1h7"])
    told.step()
    told.say("ask h1h7 h1h6")
    assert told.step() == (True, []) and told.step() == (False, [])
    assert [link.decode(line)[1] for line in told.mirror.to_send] == ["answer h1h7"]


def test_the_answer_is_spelled_as_the_board_spells_it():
    told = Told("alquerque", "5/1m1m1/5/1m1m1/M4 w 0", ["a1xc3xa5"])
    told.step()
    told.say("ask a1xc3xe5 b2-c3+a1-a2 a1xc3xa5")
    told.step()
    assert [link.decode(line)[1] for line in told.mirror.to_send] == ["answer a1xc3xa5"]


def test_after_a_goal_the_things_go_back():
    told = Told("football", "rnbq1knbr/4o4/4K4/9/9/9/9/9/RNBQ2NBR w 0 0", ["Ke7*e9"])
    assert told.step() == (True, ["-e8 +e9", "1500 -e7 -e9 +e5 +f1"])


def test_a_wrong_record_is_said():
    told = Told("folky", None, ["h1h7", "a8a3"])
    told.step()
    told.say("turn 1 h1h6")
    with pytest.raises(PlayError, match="took h1h6"):
        told.step()


@pytest.mark.parametrize(
    "payload, said", [("fix -h7 +h1", r"asks to fix \+h1 -h7"), ("ask h1h7 h1h6", "asks h1h7 h1h6"), ("ok", "says nothing")]
)
def test_what_the_board_says_instead(payload, said):
    told = Told("folky", None, ["h1h7"])
    told.step()
    told.say(payload)
    assert PlayError(told.player.trouble()).args[0].startswith("ply 1 (h1h7)")
    assert re.search(said, told.player.trouble())
