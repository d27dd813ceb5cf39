"""Builds the drivers of a board from its profile, importing only those that it names."""

from board_drivers.buses import Buses


class Parts:
    """What `build` made: `scanner`, `lights` (or None), `buttons`, `buzzer` (or None), `display` (or None)."""

    def __init__(self, scanner, lights, buttons, buzzer, display):
        self.scanner = scanner
        self.lights = lights
        self.buttons = buttons
        self.buzzer = buzzer
        self.display = display


def build(profile):
    """The drivers of `profile` (board_drivers.profile.Profile) as a `Parts`, each ready to use.

    A chip that does not answer is no error here: the part says so in its `faults`, and play goes on without it.
    """
    from board_drivers import buttons

    buses = Buses()
    scanner = _module(profile.scanner["driver"]).from_profile(profile.scanner, buses)
    lights = buzzer = display = None
    if profile.lights:
        lights = _module(profile.lights["driver"]).from_profile(profile.lights, profile.led_cells, buses)
    if profile.buzzer:
        buzzer = _module("buzzer").from_profile(profile.buzzer)
    if profile.display:
        display = _module("display").from_profile(profile.display, buses)
    return Parts(scanner, lights, buttons.from_profile(profile.buttons), buzzer, display)


def _module(name):
    return __import__("board_drivers." + name, None, None, ("from_profile",))
