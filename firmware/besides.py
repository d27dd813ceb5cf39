"""What is done with a game besides playing it: the menu, what may follow its end, a journal that failed.

All of these work on a `Controller`.  A device loads this module when it is needed.
"""

from firmware import forget, journal
from firmware.tracker import BACK, STILL
from firmware.words import say


def menu(controller, long):
    """The menu button was pressed, or (`long`) is held."""
    if controller.confirming:
        controller.confirming = False
        if not long:
            abandon(controller)
    elif long:
        controller.confirming = True
    elif controller.question:
        controller.question.choice = (controller.question.choice + 1) % len(controller.question.options)
    elif controller.told is not None:
        from firmware import broken

        broken.declare(controller.faults, controller.tracker.empty + controller.tracker.fill)


def abandon(controller):
    """Lay the game aside; the first position then begins a new one."""
    controller.store.append(journal.line("X"))
    controller.over = True
    controller.tell(None)
    controller.say("result * abandoned")
    controller.wake()


def after_end(controller):
    """Units of work, a verdict after the end: the game can be taken back, or the first position begins a new one."""
    tracker = controller.tracker
    if tracker.events and tracker.shows(type(tracker.game)().board):
        from firmware import opening

        opening.new_game(controller)
        forget("opening")
    elif tracker.kind == BACK:
        for _ in controller.take_back(tracker.count):
            yield
    elif tracker.kind == STILL:
        for _ in controller.firmly(tracker.at_home()):
            yield


def unstored(controller):
    """What `store` held could not be stored: reported, and play goes on."""
    controller.say("err 0 the journal could not be written")
    controller.text[1] = say("store", controller.options["lang"])
    controller.text_changed = True


def whole(controller):
    """All that the journal should hold: a list of its lines."""
    controller.finish()
    tracker = controller.tracker
    game = tracker.game
    lines = [journal.begin(game.name, game.options, controller.begun)]
    twin = tracker.lend()
    for k in range(len(game.history)):
        twin.retreat(game, len(game.history) - k)
        lines.append(journal.line("T " + twin.turn_text(game.history[k])))
    lines.append(journal.line("M " + " ".join(controller.faults.stored or ())))
    if controller.over and game.result() == "*":
        lines.append(journal.line("X"))
    return lines
