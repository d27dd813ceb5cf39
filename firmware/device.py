"""What a device's shell runs on, and how it is put together: the journal's file, the USB port, what stays loaded.

A device loads this module to start and drops it then.
"""

ROOM = 96 * 1024    # bytes of free heap: as long as there are more, OFTEN is loaded to stay, ...
PLENTY = 114 * 1024 # ... and SELDOM, as long as there are so many
# Modules that a short heap has only while they are needed: what the recorder and a host need at any time; and the recorder now and then, a request,
# some verdicts.
OFTEN = ("notes", "link", "talk")
SELDOM = ("state", "verbs", "begun", "search", "unexplained", "others", "question")


class Journal:
    """A journal file at `path`; records of which the first begins a game replace what was there."""

    def __init__(self, path):
        self.path = path

    def read(self):
        """All bytes of the journal, empty if there is none."""
        try:
            with open(self.path, "rb") as file:
                return file.read()
        except OSError:
            return b""

    def append(self, data):
        """Store the records `data` (bytes); returns whether that went well."""
        try:
            with open(self.path, "wb" if data[:2] == b"G " else "ab") as file:
                file.write(data)
            return True
        except OSError:
            return False


class UsbLine:
    """The serial line over the USB port that also carries the MicroPython prompt.

    `read` gives a complete line or None and never waits; `write` takes bytes only when the port has room for them.
    """

    def __init__(self):
        import select
        import sys

        from firmware.link import LineBuffer

        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)
        self._byte = bytearray(1)
        self._buffer = LineBuffer()
        self._lines = []

    def read(self):
        """The next complete line (bytes), or None."""
        count = 0
        while count < 64 and _ready(self._readable):
            byte = self._in.read(1)
            if not byte:
                break
            count += 1
            self._lines.extend(self._buffer.feed(byte))
        return self._lines.pop(0) if self._lines else None

    def write(self, data):
        """Send `data` (bytes); returns False when the port has no room, what was sent of it is then cut short.

        The port says whether it has room, not how much. Given more than fits it waits half a second for a host that holds
        it open and does not read, so it gets one byte at a time.
        """
        byte, poll, write = self._byte, self._writable.ipoll, self._out.write
        for byte[0] in data:
            for _ in poll(0):
                break
            else:
                return False
            write(byte)
        return True


class Stopwatch:
    """Tells how long ago it was started."""

    def __init__(self):
        from board_drivers.ticks import ticks_diff, ticks_us

        self._ticks = ticks_us
        self._diff = ticks_diff
        self._at = 0

    def start(self):
        """It is now."""
        self._at = self._ticks()

    def us(self):
        """Microseconds since then."""
        return self._diff(self._ticks(), self._at)


def _ready(poll):
    """Whether the one stream of `poll` is ready; allocates nothing."""
    for _ in poll.ipoll(0):
        return True
    return False


def journal_path():
    """Where the journal lies: on `/store` if something is mounted there, else beside the programs."""
    import os

    try:
        os.stat("/store")
    except OSError:
        return "/journal.txt"
    return "/store/journal.txt"


def start():
    """The `Shell` of this device, from `/profile.json` and `/config.json` (game, position, options)."""
    import json

    from board_drivers import profile as profiles
    from board_drivers.build import build
    from firmware import forget
    from firmware.controller import Controller
    from firmware.main import Shell
    from firmware.recorder import stretches

    held = stretches()      # while the heap still has pieces as long as that
    with open("/profile.json") as file:
        profile = profiles.Profile(file.read())
    profiles.release()
    with open("/config.json") as file:
        config = json.loads(file.read())
    journal = Journal(journal_path())
    controller = Controller(profile, config, journal.read())
    parts = build(profile)
    for name in ("build", "buses", "profile", "palette", "kernels", "kernels_matrix"):   # what only builds the parts
        forget(name, "board_drivers")
    forget("loops")
    stay()
    return Shell(controller, parts.scanner, parts.lights, parts.buttons, parts.display, parts.buzzer, UsbLine(), journal, Stopwatch(), held)


def stay():
    """Load now what is seldom needed, and keep it, as long as there is room: to load a module holds a scan up by 10 to 50 ms."""
    import gc

    import firmware

    for names, room in ((OFTEN, ROOM), (SELDOM, PLENTY)):
        for name in names:
            gc.collect()
            if gc.mem_free() < room:
                return
            __import__("firmware." + name)
            firmware.resident.append(name)
