"""What belongs on a device: the rooms' modules as bytecode, the profile, the configuration, and what starts it all."""

import json

import engine
from board_drivers.profile import Profile
from host import profiles
from host.configuration import configuration, games_for
from host.errors import UserError
from host.pico import payload

ROOMS = payload.ROOMS
# The Raspberry Pi's back end runs under CPython only.
ELSEWHERE = ("board_drivers/rpi.py",)
MAIN, PROFILE, CONFIG = "main.py", "profile.json", "config.json"
# Modules of micropython-lib that a part of the board needs: (table of the profile, driver, module).
NEEDS = (("lights", "ws2812", "neopixel"), ("display", "ssd1306", "ssd1306"))
CONTROLLER = "pico"


def modules(games=engine.NAMES):
    """Paths from the project's root of the modules that a device with these `games` needs, sorted: "engine/core.py"."""
    left_out = {f"engine/{name}.py" for name in engine.NAMES if name not in games}.union(ELSEWHERE)
    found = [path.relative_to(payload.ROOT).as_posix() for room in ROOMS for path in (payload.ROOT / room).rglob("*.py")]
    return sorted(path for path in found if path not in left_out)


class Payload:
    """Everything that goes to a board.

    `files`: dict path on the device -> bytes; `games`; `name` of the profile; `needs`: modules of micropython-lib.
    Raises UserError, MissingTool (no mpy-cross) and engine.EngineError.
    """

    def __init__(self, board, wanted=None, options=None):
        """board: name or path of a profile; wanted: list of games or None for all; options: dict of the match and the controller."""
        form = profiles.device_form(profiles.read(board))
        profile = Profile(form)
        if profile.mcu != CONTROLLER:
            raise UserError(f"board profile {profile.name} is for a Raspberry Pi: run `reedboard board --profile {board}` there")
        self.name = profile.name
        self.games = games_for(profile, wanted)
        form = {**form, "games": {name: form["games"][name] for name in self.games}}
        config = configuration(Profile(form), self.games[0], options)
        compiled = payload.compiled(ROOMS)
        self.files = {path[:-3] + ".mpy": compiled[path[:-3] + ".mpy"] for path in modules(self.games)}
        self.files[PROFILE] = _packed(form)
        self.files[CONFIG] = _packed(config)
        self.files[MAIN] = payload.MAIN.encode()
        self.needs = [module for table, driver, module in NEEDS if form.get(table, {}).get("driver") == driver]


def _packed(data):
    return json.dumps(data, separators=(",", ":"), sort_keys=True).encode()
