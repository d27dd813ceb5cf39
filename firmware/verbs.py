"""What a host may ask for, and how the controller does it.

`do` takes the words of a request.  A verb's function returns None when it is done, or a short text that says why it is not.
`docs/PROTOCOL.md` has every verb with its fields.  A device loads this module with the first request.
"""

from firmware import forget
from firmware.line import HELLO
from firmware.talk import number

BUTTONS = {"white": 1, "black": 2, "menu": 4}


def do(controller, words):
    """Do what `words` (the payload of a request, split) ask for; returns None, or what is wrong (text)."""
    verb = _VERBS.get(words[0]) if words else None
    if verb is None:
        return "unknown verb " + (words[0][:20] if words else "(none)")
    problem = verb(controller, words[1:])
    return words[0] + ": " + problem if problem else None


def _hello(controller, words):
    controller.line.wanted |= HELLO


def _snap(controller, words):
    controller.line.snapshot()


def _turns(controller, words):
    start = number(words)
    if start < 0:
        return "needs the number of turns already known"
    controller.line.start = start       # told when there is time for it


def _press(controller, words):
    if not words or words[0] not in BUTTONS or words[1:] not in ([], ["long"]):
        return "needs white, black or menu, and perhaps long"
    controller.press(BUTTONS[words[0]], len(words) > 1)


def _answer(controller, words):
    controller.finish()
    if not controller.question:
        return "nothing is asked"
    texts = controller.question.names
    if len(words) != 1 or words[0] not in texts:
        return "needs one of " + " ".join(texts)
    controller.answer(texts.index(words[0]))


def _takeback(controller, words):
    controller.finish()
    count = number(words) if words else 1
    known = len(controller.tracker.game.history)
    if not 0 < count <= known:
        return "the record has %d turns" % known
    controller.undertake(controller.take_back(count, False))


def _new(controller, words):
    controller.finish()
    name = words[0] if words else None
    if name and name not in controller.profile.games:
        return "this board has no place for " + name[:20]
    from firmware import opening

    try:
        opening.new_game(controller, name, " ".join(words[1:]) or None)
    except ValueError as error:
        return str(error)
    finally:
        forget("opening")


def _fault(controller, words):
    controller.finish()
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
    from firmware import broken

    broken.declare(controller.faults, cells)


def _light(controller, words):
    if words == ["off"]:
        controller.line.show(None)
        return None
    count = controller.profile.n
    if len(words) != 1 or len(words[0]) != count or [code for code in words[0] if not "0" <= code <= "9"]:
        return "needs a digit for each of the board's %d squares, or off" % count
    controller.line.show(bytearray([ord(code) - 48 for code in words[0]]))


_VERBS = {"hello": _hello, "snap": _snap, "turns": _turns, "press": _press, "answer": _answer, "takeback": _takeback, "new": _new,
          "fault": _fault, "light": _light}
