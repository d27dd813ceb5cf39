"""What the host may say, and how the controller answers.

Every request is a frame of `firmware.link`; its payload begins with the verb.  An unknown verb, and one that can't be done now, is answered
by `err`.
"""

import sys

from firmware import VERSION, link

BUTTONS = {"white": 1, "black": 2, "menu": 4}


def handle(controller, line, now):
    """Do what the host's `line` (bytes) asks for at `now` (ms)."""
    controller.finish()
    frame = link.decode(line)
    if frame is None:
        if line[:1] == b"!":
            controller.say("err damaged frame")
        return
    words = frame[1].split()
    verb = _VERBS.get(words[0]) if words else None
    if verb is None:
        controller.say("err unknown verb " + (words[0] if words else "(none)"))
        return
    problem = verb(controller, words[1:])
    if problem:
        controller.say("err %s: %s" % (words[0], problem))


def hello(controller, words=()):
    """Say who this is."""
    game = controller.tracker.game
    version = ".".join([str(part) for part in sys.implementation.version[:3]])
    controller.say("hello reedboard=%s protocol=1 board=%s game=%s games=%s impl=%s ver=%s plat=%s" % (
        VERSION, controller.profile.name, game.name, ",".join(sorted(controller.profile.games)), sys.implementation.name, version,
        sys.platform))


def snapshot(controller, words=()):
    """Say how all stands: record, options, position, what is asked for, faults, lamps."""
    tracker = controller.tracker
    game = tracker.game
    options = " ".join(["opt.%s=%s" % (key, game.options[key]) for key in sorted(game.options)])
    controller.say("snap n=%d game=%s board=%s rest=%d hold=%d commit=%s result=%s side=%s occ=%s %s pos=%s" % (
        len(game.history), game.name, controller.profile.name, controller.options["rest"], controller.options["hold"],
        controller.options["commit"], "*" if not controller.over else game.result(), "b" if game.side else "w", _hex(tracker.occ), options,
        game.position_text()))
    controller.repeat()


def _hex(occ):
    """The occupancy as hexadecimal digits, four cells each, a1 in the highest bit of the first."""
    digits = ""
    for i in range(0, len(occ), 4):
        value = 0
        for j in range(4):
            value = value * 2 + (occ[i + j] if i + j < len(occ) else 0)
        digits += "%x" % value
    return digits


def turns(controller, words):
    """Say the record from the turn after number `from` on."""
    if len(words) != 1 or not words[0].isdigit():
        return "needs the number of turns already known"
    controller.tell_turns(int(words[0]))


def press(controller, words):
    """Press a button from afar."""
    if not words or words[0] not in BUTTONS or words[1:] not in ([], ["long"]):
        return "needs white, black or menu"
    controller.press(BUTTONS[words[0]], len(words) > 1)


def answer(controller, words):
    """Answer the question with one of the texts it named."""
    if not controller.question:
        return "nothing is asked"
    names = controller.question.names
    if len(words) != 1 or words[0] not in names:
        return "needs one of " + " ".join(names)
    controller.answer(names.index(words[0]))


def takeback(controller, words):
    """Take turns back; the board must then be made to show it."""
    count = int(words[0]) if words and words[0].isdigit() else 1
    if not 0 < count <= len(controller.tracker.game.history):
        return "the record has %d turns" % len(controller.tracker.game.history)
    controller.undertake(controller.take_back(count, False))


def new(controller, words):
    """Begin a new game: `new [game [position]]`."""
    name = words[0] if words else None
    if name and name not in controller.profile.games:
        return "this board has no place for %s" % name
    try:
        controller.new_game(name, " ".join(words[1:]) or None)
    except ValueError as error:
        return str(error)


def fault(controller, words):
    """Declare squares faulty, or, with no square, believe all again."""
    game = controller.tracker.game
    try:
        cells = [game.cell(word) for word in words]
    except ValueError as error:
        return str(error)
    if not cells:
        tracker = controller.tracker
        for cell in range(game.n):
            if tracker.mask[cell]:
                tracker.trust(cell, tracker.stories.clock)
    controller.declare(cells)


_VERBS = {"hello": hello, "snap": snapshot, "turns": turns, "press": press, "answer": answer, "takeback": takeback, "new": new,
          "fault": fault}
