"""The monitor: what it knows of a board, why turns fit or not, what it draws, and what it prints for pipes and programs."""

import io
import json

import engine
import pytest
from host import explain, profiles
from host.board import Board
from host.commands import monitor as command
from host.monitor import Watched
from host.monitor_view import MonitorView
from host.sim import doings
from host.transport import BoardTransport
from rich.console import Console

from tests.link.lines import simulated


class Bedside:
    """A simulated board, a library client on it, and the monitor beside them."""

    def __init__(self, game="folky", position=None, **more):
        self.sim = simulated(game, position, **more)
        self.board = Board(BoardTransport(self.sim))
        self.watched = Watched(self.board.client, profiles.load(self.board.name))
        self.watched.look()

    def do(self, text, ms=500):
        for doing in doings.parse(text):
            self.sim.do(doing)
        self.sim.wait(ms)
        self.watched.look()

    def why(self, most=30):
        return {reason.text: reason for reason in self.watched.reasons(most)}

    def drawn(self, width=130):
        view = MonitorView(self.watched)
        target = Console(file=io.StringIO(), width=width, height=45, color_system=None, force_terminal=False, _environ={})
        target.print(view.draw())
        return target.file.getvalue()


def test_the_twin_is_in_step_with_the_board_whatever_happens():
    bed = Bedside(noise="hard", seed=5)
    for text in ("-h1 +h7", "-a8 +a3", "+e4", "-e4", "-b1", "+b1"):
        bed.do(text, 900)
        assert bed.watched.in_step and bed.watched.trouble == ""
        real, twin = bed.sim.runtime.device.shell.controller, bed.watched.controller
        assert twin.tracker.game.position_text() == real.tracker.game.position_text() and twin.tracker.occ == real.tracker.occ
        assert bed.watched.cooked == real.debounce.cooked and twin.line.seq <= real.line.seq
    assert bed.watched.facts.seen.told == real.tracker.stories.told


def test_toggles_come_with_their_bounce():
    bed = Bedside(noise="light", seed=1)
    bed.do("-h1 +h7")
    assert [(bed.watched.square(bit), closed) for _, bit, closed, _ in bed.watched.toggles][-2:] == [("h1", False), ("h7", True)]
    assert all(flips >= 1 for *_, flips in list(bed.watched.toggles)[-2:])


def test_a_contact_that_has_changed_but_is_not_believed_yet():
    bed = Bedside()
    assert bed.watched.pending() == []
    bit = bed.watched.profile.cell_bits()[7]
    bed.watched.raw[bit >> 3] ^= 1 << (bit & 7)
    assert [bed.watched.square(bit) for bit in bed.watched.pending()] == ["h1"]
    assert " ◐ " in next(line for line in bed.drawn().splitlines() if "│  1 " in line)


def test_why_turns_fit_or_not():
    bed = Bedside()
    bed.do("-h1 +g3", 200)
    why = bed.why()
    assert not why["the position as it is"].fits and why["the position as it is"].why == "h1 is empty and g3 is full"
    assert "h1h3" in why and why["h1h3"].why == "h3 is empty and g3 is full"
    bed.do("-g3 +h5", 100)
    assert bed.why()["h1h5"].fits and bed.why(1).popitem()[0] == "h1h5"


def test_why_knows_the_order_of_lifts_and_puts_and_what_was_not_touched():
    bed = Bedside("courier", "5k6/12/12/4p7/3P8/12/12/5K6 w - - 0 1")
    bed.do("-d4", 100)
    assert bed.why()["d4e5"].why == "looks so, but nothing was seen on e5 (pushed off?)" and not bed.why()["d4e5"].fits
    bed = Bedside()
    bed.do("-h1 100 -g1 100 +g1 100 +h3", 50)  # the rook is on g1 or on h3, says the order; only one of them is legal
    assert bed.why()["h1h3"].fits and bed.why()["g1h3"].why.startswith(("looks so, but", "h1"))


def test_why_knows_takebacks():
    bed = Bedside()
    bed.do("-h1 +h7", 900)
    bed.do("-h7 +h1", 100)
    assert bed.why()["1 turn taken back"].fits


def test_a_board_of_another_firmware_is_asked_why():
    bed = Bedside()
    bed.watched.trouble, bed.watched._playback = "a state of another firmware", None
    bed.do("-h1 +h5", 100)
    for _ in range(3):
        bed.sim.wait(600)
        bed.watched.look()
    asked = bed.watched.facts
    real = explain.facts_of(bed.sim.runtime.device.shell.controller)
    assert asked == real and real.seen.told
    assert "another firmware" in bed.drawn()


@pytest.mark.parametrize("game", engine.NAMES)
def test_the_screen_shows_pieces_and_switches(game):
    bed = Bedside(game)
    text = bed.drawn()
    assert f"on {bed.board.name}, firmware under cpython" in text and "switches" in text and "what the tracker makes of it" in text
    assert text.count("●") >= sum(map(bool, bed.watched.client.mirror.game.board[: bed.watched.client.mirror.game.n]))
    assert "in step with the board" in text and "frames/s" in text
    assert max(len(line.rstrip()) for line in text.splitlines()) <= 130


def test_the_screen_shows_what_is_wrong():
    bed = Bedside()
    bed.do("-a1 +e4", 900)
    text = bed.drawn()
    assert "empty e4, fill a1" in text
    row = next(line for line in text.splitlines() if "│  4 " in line)
    assert " + " in row
    bed.do("stick c6 closed", 100)
    bed.board.distrust("c6")
    bed.watched.look()
    assert " ! " in next(line for line in bed.drawn().splitlines() if "│  6 " in line)


def printed(spell, bed, *texts):
    out = [spell(bed.board.snapshot())]
    for text in texts:
        bed.do(text, 900)
        bed.board.client.poll(0.1)
    while (event := bed.board.next_event(0.05)) is not None:
        out.append(spell(event))
    return out


def test_events_as_plain_lines():
    lines = printed(command.as_line, Bedside(), "-h1 +h7", "+e4", "-e4", "-h7 +h1")
    lines = [line for line in lines if not line.startswith(("lamps", "switch"))]
    assert lines == [
        "snapshot folky 0 * rnb2bnr/8/8/8/8/8/8/RNB2BNR w 8 8", "turn 1 h1h7", "fix -e4", "ok", "back 0",
    ]
    assert "switch -h1 " in "\n".join(printed(command.as_line, Bedside(), "-h1 +h7"))


def test_events_as_json():
    found = [json.loads(line) for line in printed(command.as_json, Bedside(), "-h1 +h7", "+e4")]
    assert found[0]["event"] == "snapshot" and found[0]["occupied"][:2] == ["a1", "a8"]
    assert {"event": "turn", "number": 1, "text": "h1h7"} in found and {"event": "fix", "empty": ["e4"], "fill": []} in found
    assert [event["square"] for event in found if event["event"] == "switch"] == ["h1", "h7", "e4"]
