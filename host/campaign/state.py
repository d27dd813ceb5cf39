"""The state of a campaign on disk: one JSON line for what it is, then one for each chunk that has been played.

A line is written when its chunk is done, in whatever order that comes; a line that was cut short by a sudden end is dropped and its
chunk played again.
"""

import fcntl
import functools
import hashlib
import json
import os
import pathlib

from host.campaign.run import CHUNK
from host.errors import UserError
from host.sim import bytecode

_ROOMS = ("engine", "board_drivers", "firmware", "hardware", "host/virtual", "host/sim", "host/campaign")


@functools.cache
def sources():
    """Digest of everything that the outcome of a campaign depends on: a campaign is not continued by another program."""
    digest = hashlib.sha256()
    for room in _ROOMS:
        for path in sorted((bytecode.ROOT / room).rglob("*")):
            if path.suffix in (".py", ".toml"):
                digest.update(f"{path.relative_to(bytecode.ROOT)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:24]


def header(campaign):
    """The first line's object: what the lines after it belong to."""
    about = dict(campaign._asdict(), games=list(campaign.games))
    return {"campaign": about, "chunk": CHUNK, "sources": sources()}


def usual_path(campaign):
    """Where the state of `campaign` is kept if nobody says where: in the cache, named by what it is."""
    name = hashlib.sha256(json.dumps(header(campaign), sort_keys=True).encode()).hexdigest()[:16]
    return bytecode.cache_dir() / "campaign" / f"{name}.jsonl"


class State:
    """The state of `campaign` in the file `path`, locked while it is open. A context manager.

    `played`: what has been played already, as host.campaign.run.play returns it, in the order of the file. Raises UserError if the file
    holds something else or another process has it open, OSError if it can't be written.
    """

    def __init__(self, path, campaign):
        self.path = pathlib.Path(path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = open(self.path, "a+b")
        try:
            self._lock()
            self.played = self._read(header(campaign))
        except BaseException:
            self._file.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self._file.close()

    def _lock(self):
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UserError(f"{self.path}: another campaign is writing to it; wait for that one, or name another file by --state") from None

    def _read(self, wanted):
        """The objects of all whole lines but the first, which has to be `wanted`; what comes after the last whole line is cut off."""
        self._file.seek(0)
        data = self._file.read()
        whole = data.rfind(b"\n") + 1
        first = _line(wanted)
        if not whole and first.startswith(data):
            self._file.truncate(0)
            self._write(first)
            return []
        objects = [self._object(number, line) for number, line in enumerate(data[:whole].splitlines(), 1)]
        if not objects or not isinstance(objects[0], dict) or "campaign" not in objects[0]:
            raise UserError(f"{self.path}: not the state of a campaign; name another file by --state")
        if objects[0] != wanted:
            raise UserError(f"{self.path}: {_difference(objects[0], wanted)}; delete it to begin anew, or name another file by --state")
        self._file.truncate(whole)
        return objects[1:]

    def _object(self, number, line):
        try:
            return json.loads(line)
        except ValueError:
            raise UserError(f"{self.path}:{number}: not the state of a campaign; name another file by --state") from None

    def add(self, played):
        """Add what has been played; once this returns it is not lost if the process ends."""
        self._write(_line(played))

    def _write(self, data):
        self._file.write(data)
        self._file.flush()

    def remove(self):
        """Delete the file: the campaign is over."""
        os.unlink(self.path)


def _line(value):
    return json.dumps(value, sort_keys=True).encode() + b"\n"


def _difference(there, wanted):
    """Say in which way the campaign of the file is another."""
    for key, value in wanted["campaign"].items():
        if there["campaign"].get(key) != value:
            return f"holds another campaign ({key} is {_plain(there['campaign'].get(key))}, not {_plain(value)})"
    return "was written by another version of the program"


def _plain(value):
    return ",".join(value) if isinstance(value, list) else value
