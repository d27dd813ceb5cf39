"""How a game begins: at power-on, from the journal or the configuration, and when another is wanted.

All of these work on a `Controller`.  A device loads this module for that moment.
"""

import engine
from firmware import forget, journal
from firmware.faults import Faults
from firmware.guide import Guide
from firmware.tracker import RESUMED, Tracker

OPTIONS = {"rest": 300, "hold": 4000, "commit": "rest", "lang": "en"}


def begin(controller, saved):
    """Go on with the game that the journal `saved` (bytes) holds, else begin the configured one.  Errors in that are engine.EngineError."""
    from firmware.saved import read

    state = read(saved)
    forget("saved")
    try:
        start(controller, state or controller.config, bool(state))
    except (ValueError, ImportError):
        if not state:
            raise
        start(controller, controller.config, False)     # a journal of another version or board: the configured game


def start(controller, what, resumed):
    """Set up the game that `what` (a config or a journal's state) says."""
    options = dict(OPTIONS)
    rules = {}
    given = dict(controller.config.get("options") or {})
    if resumed:         # the rules are those that the game was begun with
        given = {key: given[key] for key in given if key in OPTIONS}
        given.update(what["options"])
    for key in given:
        if key in OPTIONS:
            options[key] = _option(key, given[key])
        else:
            rules[key] = given[key]
    game = engine.start(what["game"], what.get("position"), rules)
    twin = engine.start(what["game"], None, rules)
    begun = game.position_text()
    for text in what.get("turns", ()):
        game.push(game.parse_turn(text))
    controller.options = options
    _place(controller, game)
    controller.begun = begun
    controller.reset()
    controller.tracker = None       # there is not room for two trackers
    controller.tracker = Tracker(game, twin)
    before, controller.faults = controller.faults, Faults(controller)
    if before:
        from firmware import broken

        broken.begin(controller.faults, before)
    for name in what.get("faulty", ()):
        controller.tracker.mask[game.cell(name)] = 1
    controller.last_text = ""
    controller.over = game.result() != "*"
    controller.fresh = not resumed  # whether no saved game was gone on with; the Raspberry Pi's runner says so
    controller.tracker.begin(RESUMED)
    if not resumed:
        _remember(controller)
    controller.reset()
    forget("reading", "engine")


def _place(controller, game):
    """Where the cells of `game` lie on the board."""
    profile = controller.profile
    anchor = profile.anchor(game.name)
    controller.cells = profile.game_cells(game.files, game.ranks, anchor)
    controller.guide = Guide(controller.lamps, profile.board_cells(game.files, game.ranks, anchor), controller.options["lang"])
    controller.text = controller.guide.text


def _remember(controller):
    game = controller.tracker.game
    controller.store.append(journal.begin(game.name, game.options, controller.begun))


def _tell(controller):
    """The record begins anew: say with which position."""
    controller.line.records += 1
    controller.say("start " + controller.begun)


def new_game(controller, name=None, position=None):
    """Begin a new game (default: the same one from its first position); the board must then show it."""
    config = dict(controller.config)
    tracker = controller.tracker
    config["game"] = name or tracker.game.name
    config["position"] = position
    if config["game"] != tracker.game.name:
        config["options"] = {key: controller.options[key] for key in controller.options}
    mask, n = bytes(tracker.mask), tracker.game.n
    tracker = None
    start(controller, config, False)
    if n == controller.tracker.game.n:
        controller.tracker.mask[:] = mask
    _tell(controller)
    controller.faults.report()
    controller.line.snapshot()


def anew(controller, option):
    """Two things had been exchanged: the record cannot say so, so it begins anew from the corrected position."""
    game = controller.tracker.game
    turns = list(option.turns)
    for _ in turns:
        game.pop()
    controller.begun = game.position_text()
    game.set_position(controller.begun)
    for turn in turns:
        game.push(turn)
    _remember(controller)
    _tell(controller)


def _option(key, value):
    """A controller option's value; OptionError if it can't be."""
    if key == "commit" and value in ("rest", "button") or key == "lang" and value in ("en", "cs", "sk"):
        return value
    if key in ("rest", "hold") and str(value).isdigit() and 0 < int(value) <= 60000:
        return int(value)
    raise engine.OptionError("option %s can't be %r" % (key, value))
