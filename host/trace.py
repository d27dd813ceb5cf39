"""Traces: what a board's flight recorder has recorded, as a file that people can read and programs can play back.

    reedboard-trace 1
    about {"reedboard": "0.1.0", "board": "classic-8x8", "impl": "micropython", ...}
    profile {...}
    state <base64>          the controller's state, from which all begins
    +1200 ^17               a step 1200 ms after the one before: bit 17 of the frame changed
    +2                      a step at which nothing was new
    +2 *11                  such a step, and eleven more at the same moment
    +2 b1                   the buttons are now 1 (white), the sum of white 1, black 2, menu 4
    +2 ack 5                the host acknowledged event 5
    +2 req 4711 takeback    request 4711 of the host
    +2 damaged              a damaged frame came in
    out 3f2a                checksum of all that went out up to here since the last state
    heard !12 turn 1 ...    a frame that the host received about here, as it came
    unstored, lost, chips scanner 0001, gap    see firmware.recorder
"""

import base64
import json
from typing import NamedTuple

from board_drivers.profile import Profile, ProfileError
from firmware import link, recorder
from firmware.state import varint
from host.errors import UserError
from host.virtual.playback import STEP, Entries, StreamError

FORMAT = 1
HEARD = -2  # kind of an entry (HEARD, line): a frame that the host received
_TITLE = "reedboard-trace"
_PLAIN = {"unstored": recorder.UNSTORED, "lost": recorder.LOST, "gap": recorder.GAP}
_NAMES = {kind: name for name, kind in _PLAIN.items()}


class Trace(NamedTuple):
    """A trace: `about` (the fields of the board's hello), `profile` (dict, the device form), `entries` (see host.virtual.playback.Entries)."""

    about: dict
    profile: dict
    entries: list

    def board(self):
        """The board profile (board_drivers.profile.Profile)."""
        return Profile(json.dumps(self.profile))


def from_stream(about, profile, data):
    """The Trace of the bytes `data` of a recorder's stream. Raises StreamError."""
    return Trace(about, profile, Entries().feed(data))


def stream(entries):
    """The bytes of a recorder's stream that mean `entries` (frames heard by the host are not in it)."""
    out = bytearray()
    for entry in entries:
        kind = entry[0]
        if kind == STEP:
            _pack_step(out, entry)
        elif kind == recorder.OUT:
            out += bytes((kind, entry[1] & 255, entry[1] >> 8))
        elif kind in (recorder.STATE, recorder.CHIPS):
            out.append(kind)
            if kind == recorder.CHIPS:
                out.append(recorder.PARTS.index(entry[2]))
            varint(out, len(entry[1]))
            out += entry[1]
        elif kind != HEARD:
            out.append(kind)
    return bytes(out)


def _pack_step(out, entry):
    _, pause, bits, mask, line, count = entry
    items = [bytes((bit,)) if bit < recorder.REQUEST else bytes((recorder.FAR_BIT, bit)) for bit in bits]
    items += [bytes((recorder.BUTTONS + mask,))] if mask >= 0 else []
    items += [_pack_line(line)] if line is not None else []
    if pause < 8 and not items:
        more = min(count, 7)
        out.append(64 | pause << 3 | more)
        count -= more
    else:
        out.append((128 if items else 0) | min(pause, 63))
        if pause >= 63:
            varint(out, pause - 63)
    if items:
        items[-1] = bytes((items[-1][0] | recorder.LAST,)) + items[-1][1:]
        out += b"".join(items)
    while count:
        more = min(count, 8)
        out.append(64 + more - 1)
        count -= more


def _pack_line(line):
    frame = link.decode(line)
    if frame is None:
        return bytes((recorder.DAMAGED,))
    out = bytearray((recorder.REQUEST,))
    words = frame[1].split()
    if words[:1] == ["ack"] and len(words) == 2 and words[1].isdigit():
        out[0] = recorder.ACK
        varint(out, int(words[1]))
        return bytes(out)
    varint(out, frame[0])
    data = frame[1].encode()
    varint(out, len(data))
    return bytes(out + data)


# -- writing -----------------------------------------------------------------------------------------------------------


def head(about, profile):
    """The first lines of a trace file, with their ends."""
    return f"{_TITLE} {FORMAT}\nabout {json.dumps(about)}\nprofile {json.dumps(profile, separators=(',', ':'))}\n"


def spell(entry):
    """The line of a trace file for `entry`, without its end."""
    kind = entry[0]
    if kind == STEP:
        return _spell_step(entry)
    if kind == HEARD:
        return "heard " + entry[1].decode("ascii", "replace").strip()
    if kind == recorder.OUT:
        return f"out {entry[1]:04x}"
    if kind == recorder.STATE:
        return "state " + base64.b64encode(entry[1]).decode()
    if kind == recorder.CHIPS:
        return f"chips {entry[2]} {entry[1].hex()}"
    return _NAMES[kind]


def _spell_step(entry):
    _, pause, bits, mask, line, count = entry
    words = [f"+{pause}", *(f"^{bit}" for bit in bits)]
    if mask >= 0:
        words.append(f"b{mask}")
    if line is not None:
        frame = link.decode(line)
        words.append("damaged" if frame is None else frame[1] if frame[1].startswith("ack ") else f"req {frame[0]} {frame[1]}")
    if count:
        words.append(f"*{count}")
    return " ".join(words)


def write(trace, path):
    """Write `trace` to the file `path`. Raises UserError."""
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(head(trace.about, trace.profile))
            file.writelines(spell(entry) + "\n" for entry in trace.entries)
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error


# -- reading -----------------------------------------------------------------------------------------------------------


def read(path):
    """The Trace in the file `path`. Raises UserError, which names the file, the line, and an older or newer format by its number."""
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: not a trace (byte {error.start} is no UTF-8)") from error
    title, _, number = (lines[0] if lines else "").partition(" ")
    if title != _TITLE:
        raise UserError(f"{path}: not a trace; its first line should be '{_TITLE} {FORMAT}'")
    if number != str(FORMAT):
        raise UserError(f"{path}: a trace of format {number}; this version reads format {FORMAT}")
    found = {"about": None, "profile": None}
    entries = []
    for place, line in enumerate(lines[1:], 2):
        try:
            _take(line, found, entries)
        except (ValueError, IndexError, KeyError) as error:
            raise UserError(f"{path}:{place}: unreadable line '{line[:60]}' ({error})") from error
    return _checked(path, found, entries)


def _checked(path, found, entries):
    for key, value in found.items():
        if not isinstance(value, dict):
            raise UserError(f"{path}: the line '{key}' is missing; is the file cut short?")
    trace = Trace(found["about"], found["profile"], entries)
    try:
        trace.board()
    except ProfileError as error:
        raise UserError(f"{path}: the line 'profile': {error}") from error
    if not any(entry[0] == recorder.STATE for entry in entries):
        raise UserError(f"{path}: there is no line 'state', so it can't be played back")
    return trace


def _take(line, found, entries):
    """Add what `line` says to `found` or `entries`."""
    word, _, rest = line.partition(" ")
    if word in found:
        found[word] = json.loads(rest)
    elif word.startswith("+"):
        entries.append(_step(word, rest.split()))
    elif word == "out":
        entries.append((recorder.OUT, int(rest, 16)))
    elif word == "state":
        entries.append((recorder.STATE, base64.b64decode(rest, validate=True)))
    elif word == "chips":
        part, _, faults = rest.partition(" ")
        recorder.PARTS.index(part)
        entries.append((recorder.CHIPS, bytes.fromhex(faults), part))
    elif word == "heard":
        entries.append((HEARD, rest.encode() + b"\n"))
    elif line:
        entries.append((_PLAIN[word],))


def _step(word, words):
    bits, mask, line, count = [], -1, None, 0
    if words and words[-1][0] == "*":
        count = int(words.pop()[1:])
    while words:
        item = words.pop(0)
        if item[0] == "^":
            bits.append(int(item[1:]))
        elif item == "damaged":
            line = b"!"
        elif item in ("ack", "req"):
            number = 0 if item == "ack" else int(words.pop(0))
            line = link.encode(number, " ".join(["ack", *words] if item == "ack" else words))
            words = []
        elif item[0] == "b":
            mask = int(item[1:])
        else:
            raise ValueError(f"'{item}'")
    return (STEP, int(word[1:]), bits, mask, line, count)


# -- a trace that comes in pieces --------------------------------------------------------------------------------------


class Writer:
    """Writes a trace to the open text file `file` while it is recorded."""

    def __init__(self, file, about, profile):
        self._file = file
        self._entries = Entries()
        self.states = self.steps = 0
        file.write(head(about, profile))

    def begin(self):
        """The stream begins anew, with a state; if there was something before, some is missing in between."""
        if self.states:
            self._file.write(spell((recorder.GAP,)) + "\n")
        self._entries = Entries()

    def take(self, data):
        """Write the bytes `data` of the recorder's stream. Raises UserError when they are none."""
        try:
            entries = self._entries.feed(data)
        except StreamError as error:
            raise UserError(f"the board's recording can't be read: {error}") from error
        for entry in entries:
            self.states += entry[0] == recorder.STATE
            self.steps += entry[0] == STEP and entry[5] + 1
            self._file.write(spell(entry) + "\n")

    def heard(self, line):
        """Write the frame `line` (bytes) that the board has sent."""
        self._file.write(spell((HEARD, line)) + "\n")
