"""Brings a board up to date: looks what differs, copies that, and hears whether the board then says hello."""

import hashlib

from firmware import VERSION, saved
from host.deploy import files as contents
from host.deploy.device import Silence
from host.errors import UserError

# What MicroPython's bytecode and native code have to be for the files that mpy-cross makes: version, version of native code.
BYTECODE = (6, 3)
PLATFORM = "rp2"
JOURNALS = ("/journal.txt", "/store/journal.txt")
LAID_ASIDE = "journal.old"


class Plan:
    """What has to be done on a board: `copy` (dict path -> bytes), `remove` (list), `same` (how many files are as they should be)."""

    def __init__(self, files, sums):
        """files: dict path -> bytes, as they should be; sums: dict path -> SHA-256 of what is there."""
        self.copy = {path: data for path, data in files.items() if sums.get(path) != hashlib.sha256(data).hexdigest()}
        # A leftover .py would be imported instead of the .mpy beside it; nothing else lies in these folders.
        self.remove = sorted(path for path in sums if path not in files)
        self.same = len(files) - len(self.copy)

    @property
    def size(self):
        """Bytes to copy."""
        return sum(len(data) for data in self.copy.values())


class Deployment:
    """One board brought up to date.

    device: host.deploy.device.Device; payload: host.deploy.files.Payload; replace: whether another program's main.py may
    be replaced; say(text): called with lines for a person about what was unusual.
    """

    def __init__(self, device, payload, replace=False, say=None):
        self.device = device
        self.payload = payload
        self.replace = replace
        self.say = say or (lambda text: None)
        self.files = {"/" + path: data for path, data in payload.files.items()}

    def check(self):
        """Raise UserError unless the board can run the files."""
        about = self.device.about()
        port = self.device.port
        if about.name != "micropython" or about.platform != PLATFORM:
            raise UserError(f"the board at {port} runs {about.name} {about.version} on {about.platform}, not MicroPython on an RP2040: it is no Pico")
        if about.bytecode != BYTECODE:
            raise UserError(
                f"MicroPython {about.version} on the board at {port} has bytecode {about.bytecode[0]}.{about.bytecode[1]}, "
                f"the files have {BYTECODE[0]}.{BYTECODE[1]}: install a MicroPython from 1.23 on (micropython.org)"
            )

    def plan(self):
        """Look at the board and return the `Plan`. UserError if another program lives there and may not be replaced."""
        sums = self.device.sums(["/" + name for name in (*contents.ROOMS, contents.MAIN, contents.PROFILE, contents.CONFIG)])
        main = "/" + contents.MAIN
        plan = Plan(self.files, sums)
        ours = any(path.startswith("/firmware/") for path in sums)
        if main in sums and main in plan.copy and not ours and not self.replace:
            raise UserError(f"the board at {self.device.port} has a {contents.MAIN} of another program: --replace replaces it")
        return plan

    def carry_out(self, plan, written=None):
        """Copy and remove as the plan says; `written(bytes)` is called as bytes go out. Raises UserError."""
        self._lay_aside("/" + contents.CONFIG in plan.copy)
        for path in plan.remove:
            self.device.remove(path)
        # What starts the program comes last: one that was interrupted before does not start half a program.
        for path in sorted(plan.copy, key=lambda path: (path == "/" + contents.MAIN, path)):
            self.device.write(path, plan.copy[path], written)

    def _lay_aside(self, configured):
        """A game in progress that the board will not have any more, or when it is `configured` for another, is kept but not resumed."""
        games = self.payload.games[:1] if configured else self.payload.games
        for path in JOURNALS:
            data = self.device.read(path)
            state = saved.read(data) if data else None
            if state and state["game"] not in games:
                kept = path.rpartition("/")[0] + "/" + LAID_ASIDE
                self.device.rename(path, kept)
                self.say(f"the board's game of {state['game']} is laid aside: its journal is now {kept}")

    def install(self, index=None):
        """Install with mip what the board's parts need and its MicroPython has not; the modules that could not be had.

        UserError if one of them is missing without which the board can't work at all.
        """
        missing = []
        for module in self.payload.needs:
            if not self.device.has_module(module):
                try:
                    self.device.install(module, index)
                except OSError as error:
                    self.say(
                        f"{module} could not be fetched ({' '.join(str(error).split())}): where there is a network, "
                        f"run mpremote connect {self.device.port} mip install {module}"
                    )
                    missing.append(module)
        return missing

    def verify(self):
        """Restart the board and ask hello; the fields of its answer. UserError if it says none, or something else than it should."""
        port = self.device.port
        try:
            hello = self.device.start()
        except Silence as silence:
            raise UserError(f"all is copied, but the board at {port} does not say hello: {silence}") from silence
        for key, wanted in (("board", self.payload.name), ("reedboard", VERSION)):
            if hello.get(key) != wanted:
                raise UserError(f"the board at {port} says hello with {key}={hello.get(key)} instead of {wanted}")
        if hello.get("game") != self.payload.games[0]:
            self.say(f"the board goes on with its game of {hello.get('game')}; hold its menu button to lay that aside")
        return hello
