"""The live view and its line of input, without a terminal."""

import engine
from firmware import link
from host.client import Mirror
from host.live import Keys, View, fix_words, title
from rich.console import Console


def drawn(view, typed="", width=90, height=30):
    """The text that a terminal of that size would show."""
    console = Console(width=width, height=height, record=True, file=open("/dev/null", "w"), force_terminal=True)
    console.print(view.draw(typed, "(help, quit)", height))
    return console.export_text()


def view_after(*payloads, lamps=None):
    mirror = Mirror(engine.new("folky"))
    for number, payload in enumerate(payloads, 1):
        mirror.feed(link.encode(number, payload))
    return View(mirror, lamps, "en", "the title")


def test_shows_turns_side_and_messages():
    view = view_after("turn 1 h1h7", "turn 2 a8a3", "turn 3 @h3")
    view.say("a message")
    text = drawn(view, "h1h")
    for part in ("the title", "Rh7", "Ra3", "h3", "Black to move", "a message", "> h1h", "(help, quit)"):
        assert part in text
    view.mirror.feed(link.encode(4, "back 1"))
    assert view.notation() == ["Rh7"]


def test_shows_what_the_board_asks_for():
    assert "Put right: empty e4, fill a1" in drawn(view_after("fix -e4 +a1"))
    assert "Which turn was it? h1h7 h1h6" in drawn(view_after("ask h1h7 h1h6"))
    assert "Faulty switches: c4" in drawn(view_after("fault c4"))
    assert "0:1  eighth pawn" in drawn(view_after("result 0:1 eighth pawn"))
    assert "-h1 +h4" in drawn(view_after("sq h1 0 5", "sq h4 1 9"))


def test_lamps_lie_on_the_squares_of_the_game():
    lamps = ["0"] * 108
    lamps[2] = "4"
    view = view_after("lamps " + "".join(lamps), lamps=[rank * 12 + file + 2 for rank in range(8) for file in range(8)])
    assert "?R?" in drawn(view)


def test_long_games_show_their_end():
    game = engine.new("folky")
    payloads = []
    for number in range(60):
        turn = sorted(game.turns())[number % 3]
        payloads.append(f"turn {number + 1} {game.turn_text(turn)}")
        game.push(turn)
    text = drawn(view_after(*payloads), height=24)
    assert "30." in text and "\n 1." not in text
    assert len(text.splitlines()) <= 24


def test_keys():
    keys = Keys(handle=-1)
    assert keys.take("h1h") == [] and keys.text == "h1h"
    assert keys.take("x\x7f7\r") == ["h1h7"]
    assert keys.take("one\ntwo\n") == ["one", "two"]
    assert keys.take("junk\x15ok\r") == ["ok"]
    keys.take("\x1b[A")
    assert keys.text == "ok"
    keys.take("\x15")
    assert keys.take("\x1b[D") == [] and keys.take("\x04") == [None]


def test_words():
    assert fix_words({"+b1", "-c3", "-a2"}) == "empty a2 c3, fill b1"
    hello = {"board": "b", "impl": "micropython", "ver": "1.28"}
    assert title(hello, "folky", "en", "/dev/x") == "FOLKY on b, firmware under micropython 1.28, /dev/x"
    assert "unknown" in title({}, "folky", "en", "x")
