"""What a real board is configured with: which games it has, which it begins with, options; tried out before a board sees it."""

import engine
from board_drivers.profile import ProfileError
from firmware.controller import Controller
from host.errors import UserError


def games_for(profile, wanted=None):
    """The games for the board of `profile` (Profile), first the one it begins with: those `wanted`, or all that have a place there.

    UserError for one that there is not, or that has no place on the board.
    """
    placed = [name for name in engine.NAMES if name in profile.games]
    if not placed:
        raise UserError(f"board profile {profile.name} has a place for no game: add one to its table [games]")
    for name in wanted or ():
        if name not in engine.NAMES:
            raise UserError(f"unknown game {name}; there are {', '.join(engine.NAMES)}")
        if name not in placed:
            raise UserError(f"board profile {profile.name} has no place for {name}; it has for {', '.join(placed)}")
    return list(dict.fromkeys(wanted)) if wanted else placed


def options_of(texts):
    """The dict that a list of texts NAME=VALUE means; UserError for another form."""
    options = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not (key and equals and value):
            raise UserError(f"--option {text!r}: needs the form NAME=VALUE")
        options[key] = value
    return options


def configuration(profile, game, options=None, position=None):
    """The device's configuration (dict) for `game` with `options` (dict: of the match and of the controller), tried out.

    `profile` is the Profile of the board.  Raises engine.EngineError or UserError for what the board would refuse.
    """
    config = {"game": game, "position": position, "options": dict(options or {})}
    try:
        Controller(profile, config)
    except ProfileError as error:
        raise UserError(str(error)) from error
    return config
