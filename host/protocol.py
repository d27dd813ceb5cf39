"""The serial line's vocabulary: every verb with its fields, as data that the page, the tests and people's programs are checked against.

`docs/PROTOCOL.md` holds what `page()` makes of it; `check` tells whether a payload is of the protocol.
"""

import re
from typing import NamedTuple

from firmware import link

HOST, BOARD, LOOK, SHOWN = "host", "board", "look", "shown"
# Kind of a field -> (pattern, what it is).
KINDS = {
    "number": (r"[0-9]+", "a whole number"),
    "ms": (r"[0-9]+", "milliseconds since power-on"),
    "bit": (r"[01]", "1 closed, 0 open"),
    "square": (r"[a-z][1-9][0-9]?", "a square of the game"),
    "squares": (r"[a-z][1-9][0-9]?( [a-z][1-9][0-9]?)*", "squares of the game, with spaces between"),
    "turn": (r"[^ ]+", "a turn text"),
    "turns": (r"[^ ]+( [^ ]+)*", "turn texts; several turns in a row are joined by +"),
    "names": (r"[a-z0-9]+( [a-z0-9]+)*", "names, with spaces between"),
    "changes": (r"[-+][a-z][1-9][0-9]?( [-+][a-z][1-9][0-9]?)*", "-c3: take away what is on c3; +b1: put something on b1"),
    "codes": (r"[0-9]+", "a lamp code a board square, a1 first, then b1"),
    "pattern": (r"[0-9]+|off", "a lamp code a board square, or off"),
    "result": (r"\*|1:0|0:1|draw", "*, 1:0, 0:1 or draw"),
    "button": (r"white|black|menu", "white, black or menu"),
    "long": (r"long", "the word long"),
    "game": (r"[a-z]+", "the name of a game"),
    "position": (r"[^ ].*", "a position text, to the end of the line"),
    "keys": (r"[a-zA-Z._]+=[^ ]*( [a-zA-Z._]+=[^ ]*)*", "key=value, with spaces between"),
    "snap": (r"([a-zA-Z._]+=[^ ]* )+pos=.*", "key=value, with spaces between; pos= comes last and reaches to the end of the line"),
    "base64": (r"[A-Za-z0-9+/]*=*", "bytes in base64"),
    "text": (r".*", "words for people"),
}


class Field(NamedTuple):
    """One field of a verb: its name, its kind (a key of KINDS), what it says, and whether it may be left out."""

    name: str
    kind: str
    text: str = ""
    optional: bool = False


class Verb(NamedTuple):
    """One verb. way: HOST (a request), BOARD (what a board says), LOOK (a request outside the numbering), SHOWN (its answer)."""

    name: str
    way: str
    fields: tuple
    text: str
    example: str
    event: bool = False
    since: str = "0.1"


VERBS = (
    Verb("hello", HOST, (), "Asks the board who it is; it answers with its own `hello`.", "hello"),
    Verb("snap", HOST, (), "Asks how all stands; the board answers with a snapshot (see there).", "snap"),
    Verb(
        "turns",
        HOST,
        (Field("known", "number", "so many turns are known already"),),
        "Asks for the record; the board answers, as soon as it has time, with `start` and a `turn` for each turn after the known ones. "
        "These carry no event number.",
        "turns 0",
    ),
    Verb(
        "ack",
        HOST,
        (Field("event", "number", "the number of the last event taken", True),),
        "Acknowledges all events up to that number. It is not answered. Without a number it only says that a host is there: the line "
        "counts as in use for 15 s after anything good was heard.",
        "ack 5",
    ),
    Verb("press", HOST, (Field("button", "button"), Field("long", "long", "held down for long", True)), "Presses a button from afar.", "press white"),
    Verb("answer", HOST, (Field("turn", "turn", "one of the texts of the `ask`"),), "Answers the open question.", "answer a1a2"),
    Verb(
        "takeback",
        HOST,
        (Field("turns", "number", "how many; 1 if left out", True),),
        "Takes turns off the record. The board then asks for its pieces to be put back (`fix`).",
        "takeback 1",
    ),
    Verb(
        "new",
        HOST,
        (Field("game", "game", "the same one if left out", True), Field("position", "position", "its first one if left out", True)),
        "Begins a new game; the board says a snapshot of it.",
        "new folky",
    ),
    Verb(
        "fault",
        HOST,
        (Field("squares", "squares", "none: all switches are believed again", True),),
        "Declares switches faulty: what they show is not believed any more.",
        "fault a4",
    ),
    Verb(
        "light",
        HOST,
        (Field("codes", "pattern"),),
        "Shows these lamps in place of the board's own, until `off` or until no host has been heard for 15 s. Codes: 0 off, 1 target, 2 fill, "
        "3 empty, 4 question, 5 last turn, 6 White to move, 7 Black to move, 8 capture, 9 fault.",
        "light off",
    ),
    Verb(
        "hello",
        BOARD,
        (Field("fields", "keys"),),
        "Who the board is: at power-on, and when asked. `reedboard` version of the firmware, `protocol` version of this page, `board` profile, "
        "`size` files x ranks of the board, `game` now played, `games` it has room for, `able` what it is able to (verbs not every board need "
        "have), `wiring` checksum of which switch and lamp is where, `boot` a number that differs when something was stored since the last "
        "start, `impl` `ver` `plat` what runs the firmware.",
        "hello reedboard=0.1.0 protocol=1 board=classic-8x8 size=8x8 game=folky games=alquerque,folky able=ack,light,trace,why,stat "
        "wiring=5c8f0a11 boot=0000 impl=micropython ver=1.26.1 plat=rp2",
    ),
    Verb(
        "snap",
        BOARD,
        (Field("fields", "snap"),),
        "How all stands, all events up to `ev` included: at power-on, when asked, after frames were lost, for a new game, and every 5 s while the "
        "line is in use. `t` ms since power-on, `rec` how many records have begun anew since then, "
        "`n` turns in the record, `game`, `board`, options `rest` `hold` `commit`, `result`, `side` to "
        "move, `occ` occupancy (hexadecimal, four squares a digit, a1 first), `opt.*` the game's options, `pos` position. It is followed by "
        "`ask`, `fix` or `ok`, by `fault`, `broken`, `lamps` and, at the end of a game, `result`; these carry no event number.",
        "snap ev=3 t=120000 rec=0 n=1 game=folky board=classic-8x8 rest=300 hold=4000 commit=rest result=* side=b occ=ee00000000000001 "
        "opt.repetition=3 pos=rnb2bnr/7R/8/8/8/8/8/RNB2BN1 b 8 8",
    ),
    Verb(
        "start",
        BOARD,
        (Field("position", "position"),),
        "The record begins at this position: the first part of the answer to `turns`, and an event when it begins anew (a new game, "
        "or two pieces turned out to be exchanged).",
        "start rnb2bnr/8/8/8/8/8/8/RNB2BNR w 8 8",
        True,
    ),
    Verb(
        "turn",
        BOARD,
        (Field("number", "number", "turns in the record now"), Field("turn", "turn", "the last of them")),
        "A turn was accepted.",
        "turn 1 h1h7",
        True,
    ),
    Verb(
        "back",
        BOARD,
        (Field("number", "number", "turns in the record now"),),
        "Turns were taken off the record. A turn that is amended is a `back` and a `turn`.",
        "back 0",
        True,
    ),
    Verb(
        "result",
        BOARD,
        (Field("result", "result"), Field("reason", "text", "", True)),
        "The game has ended, or (`*`) goes on after all.",
        "result 0:1 eighth pawn",
        True,
    ),
    Verb("ask", BOARD, (Field("turns", "turns"),), "Which of these was it? It stands until the next `ask`, `fix` or `ok`.", "ask a1a2 a1a3", True),
    Verb(
        "fix", BOARD, (Field("changes", "changes"),), "What has to be put right. It stands until the next `ask`, `fix` or `ok`.", "fix -c3 +b1", True
    ),
    Verb("ok", BOARD, (), "Nothing is asked for any more.", "ok", True),
    Verb(
        "fault",
        BOARD,
        (Field("squares", "squares", "none: all is well", True),),
        "The whole list of switches that are not believed.",
        "fault a4 b4",
        True,
    ),
    Verb(
        "broken",
        BOARD,
        (Field("parts", "names", "none: all is well", True),),
        "The whole list of parts that are out of order: chips, rows and columns of the switches, lamps, display.",
        "broken chip3 display",
        True,
    ),
    Verb(
        "sq",
        BOARD,
        (Field("square", "square"), Field("closed", "bit"), Field("t", "ms")),
        "A switch has changed, bounce taken off.",
        "sq e2 1 123456",
    ),
    Verb(
        "lamps", BOARD, (Field("codes", "codes"),), "What the board's own lamps show now (a host's `light` may hide it).", "lamps " + "0" * 63 + "1"
    ),
    Verb("re", BOARD, (Field("number", "number", "of the request"),), "That request is done.", "re 4711"),
    Verb(
        "err",
        BOARD,
        (Field("number", "number", "of the request, 0 for none"), Field("text", "text")),
        "That request can't be done, or (0) something is wrong that no request was about.",
        "err 4712 unknown verb dance",
    ),
    Verb(
        "trace",
        LOOK,
        (Field("start", "number", "place in the recorder's stream", True),),
        "Asks for bytes of the flight recorder's stream, or, without a place, which ones are kept.",
        "trace 0",
    ),
    Verb(
        "why",
        LOOK,
        (Field("start", "number", "0, or where the answer before ended", True),),
        "Asks what the tracker has seen (`firmware.watch.facts`), in pieces.",
        "why 0",
    ),
    Verb("stat", LOOK, (), "Asks for the device's health.", "stat"),
    Verb(
        "trace",
        SHOWN,
        (
            Field("start", "number", "place of the first byte"),
            Field("end", "number", "place after the last byte there is"),
            Field("bytes", "base64", "at most 96; without a place asked for: a number, where the stream ends", True),
        ),
        "Bytes of the recorder's stream (`firmware.recorder` says what they mean). Without a place: where the older stretch begins, "
        "where the present one does, and the end.",
        "trace 0 3 wAAC",
    ),
    Verb(
        "why",
        SHOWN,
        (Field("start", "number"), Field("size", "number", "of the whole"), Field("bytes", "base64", "", True)),
        "What the tracker has seen.",
        "why 0 2 QEA=",
    ),
    Verb(
        "stat",
        SHOWN,
        (Field("fields", "keys"),),
        "The device's health: `t` ms since power-on, `gap` ms the longest time between two scans since the last `stat`, `free` bytes of heap, "
        "`steps` of the controller, `frame` what the switches read now (hexadecimal, bit 0 of the chain is 1 of the first byte), "
        "and which parts do not "
        "answer, a byte each, 00 is fine: `chips` of the scanner, chips of the `lamps`, the `display` (empty where it can't tell).",
        "stat t=120000 gap=3 free=101216 steps=5120 frame=e7000000000000e7 chips=0000000000000000 lamps= display=",
    ),
    Verb(
        "err",
        SHOWN,
        (Field("number", "number", "0"), Field("text", "text", "the verb, a colon, and why")),
        "A look that can't be had.",
        "err 0 trace: byte 12 is not kept, there are 4000 to 7000",
    ),
)

_WAYS = {HOST: "Requests", BOARD: "What a board says", LOOK: "Looks", SHOWN: "Answers to looks"}
EXAMPLE_NUMBERS = {HOST: 4711, BOARD: 17, LOOK: 0, SHOWN: 0}


def find(name, way):
    """The Verb `name` of that `way`, or None."""
    return next((verb for verb in VERBS if verb.name == name and verb.way == way), None)


def check(payload, way, event=0):
    """What is wrong with `payload` as something said that `way` (text), or None; event: its event number."""
    name, _, rest = payload.partition(" ")
    verb = find(name, way)
    if verb is None:
        return f"unknown verb {name}"
    if event and not verb.event:
        return f"{name} is no event"
    if not re.fullmatch(_pattern(verb), rest):
        return f"{name}: '{rest}' should be {usage(verb)}"
    return None


def _pattern(verb):
    """The pattern of what follows the verb's name; optional fields may be left out from the end only."""
    pattern = ""
    for field in reversed(verb.fields):
        own = f"({KINDS[field.kind][0]})"
        after = f"( {pattern})?" if pattern and pattern.endswith("?") else f" {pattern}" if pattern else ""
        pattern = own + after
        if field.optional:
            pattern = f"({pattern})?"
    return pattern


def usage(verb):
    """The verb and its fields as one line: `press <button> [<long>]`."""
    words = [f"[<{field.name}>]" if field.optional else f"<{field.name}>" for field in verb.fields]
    return " ".join([verb.name, *words])


def example(verb):
    """The whole frame (text) of the verb's example."""
    return link.encode(EXAMPLE_NUMBERS[verb.way], verb.example, 5 if verb.event else 0).decode().strip()


def page():
    """The part of docs/PROTOCOL.md that lists the verbs (Markdown text)."""
    parts = []
    for way, title in _WAYS.items():
        parts.append(f"## {title}\n")
        parts += [_section(verb) for verb in VERBS if verb.way == way]
    return "\n".join(parts)


def _section(verb):
    marks = [f"since {verb.since}"] + (["event"] if verb.event else [])
    lines = [f"### `{usage(verb)}`", "", f"*{', '.join(marks)}.* {verb.text}", ""]
    for field in verb.fields:
        note = f": {field.text}" if field.text else ""
        lines.append(f"- `{field.name}`{note} ({KINDS[field.kind][1]}{'; may be left out' if field.optional else ''})")
    if verb.fields:
        lines.append("")
    return "\n".join([*lines, "```", example(verb), "```", ""])
