"""The flight recorder's stream, read and played back to a controller: on CPython, and on a device as well.

`Entries` cuts the stream (see `firmware.recorder`) into entries, `Playback` does to a controller what they say and compares what
goes out with what went out then.
"""

import sys
from binascii import a2b_base64

from board_drivers.profile import Profile, release
from firmware import besides, link, recorder, state

from host.virtual.thaw import Reader, StateError, thaw

STEP = -1           # kind of the entry of a step; the others are those of `firmware.recorder`
AGAIN = (STEP, 0, (), -1, None, 0)


class StreamError(ValueError):
    """Bytes that are no stream of a recorder; the text names the place."""


class Entries:
    """Cuts a stream that comes in pieces into entries.

    An entry is a tuple whose first item is its kind: (STEP, ms since the step before, [bits that changed], mask of the buttons or -1, line
    or None, how many more steps follow at the same moment), (OUT, checksum), (STATE, bytes), (CHIPS, bytes, part), and (UNSTORED,), (LOST,), (GAP,).
    """

    def __init__(self):
        self.place = 0          # in the stream, of the next entry
        self._data = b""

    def feed(self, data):
        """Take the bytes `data`; returns the entries that are complete. Raises StreamError."""
        reader = Reader(self._data + data)
        found = []
        done = 0
        while reader.at < len(reader.data):
            try:
                entry = self._entry(reader)
            except IndexError:
                break
            found.append(entry)
            self.place += reader.at - done
            done = reader.at
        self._data = reader.data[done:]
        return found

    def _entry(self, reader):
        head = reader.bytes(1)[0]
        if head < 0xC0:
            return self._step(head, reader)
        if head == recorder.OUT:
            low, high = reader.bytes(2)
            return (head, low | high << 8)
        if head == recorder.STATE:
            return (head, reader.bytes(reader.varint()))
        if head == recorder.CHIPS:
            part = recorder.PARTS[reader.bytes(1)[0]]
            return (head, reader.bytes(reader.varint()), part)
        if head in (recorder.UNSTORED, recorder.LOST, recorder.GAP):
            return (head,)
        raise StreamError("byte %d of the recording, %d, begins no entry" % (self.place, head))

    def _step(self, head, reader):
        if 64 <= head < 128:
            return (STEP, head >> 3 & 7, [], -1, None, head & 7)
        pause = head & 63
        if pause == 63:
            pause += reader.varint()
        if head < 64:
            return (STEP, pause, [], -1, None, 0)
        return self._news(pause, reader)

    def _news(self, pause, reader):
        bits = []
        mask = -1
        line = None
        while True:
            item = reader.bytes(1)[0]
            kind = item & 127
            if kind < recorder.REQUEST:
                bits.append(kind)
            elif kind == recorder.FAR_BIT:
                bits.append(reader.bytes(1)[0])
            elif kind >= recorder.BUTTONS:
                mask = kind - recorder.BUTTONS
            else:
                line = self._line(kind, reader)
            if item & recorder.LAST:
                return (STEP, pause, bits, mask, line, 0)

    def _line(self, kind, reader):
        if kind == recorder.DAMAGED:
            return b"!"
        number = reader.varint()
        if kind == recorder.ACK:
            return link.encode(0, "ack %d" % number)
        if kind != recorder.REQUEST:
            raise StreamError("byte %d of the recording: no such item, %d" % (self.place, kind))
        return link.encode(number, reader.bytes(reader.varint()).decode())


class Playback:
    """Plays entries to a controller on `profile` (a Profile).

    `now`: ms of the last step; `steps`, `compared`: how many steps have been made, how many checksums compared.  `on_step(outputs)`, if given, is
    called behind each step with [(kind, bytes)]; kinds tx lamps text beep store.
    """

    def __init__(self, profile, on_step=None):
        self.profile = profile
        self.on_step = on_step
        self.controller = None
        self.frame = bytearray((profile.bits + 7) // 8)
        self.mask = 0
        self.now = self.steps = self.compared = 0
        self.crc = 0
        self._told = []
        self._gap = False

    def play(self, entry):
        """Do what `entry` says; returns None, or how it went otherwise than then: (what, then, now), texts and numbers. Raises StateError."""
        kind = entry[0]
        if kind == STEP:
            self._step(entry)
            for _ in range(entry[5]):
                self._step(AGAIN)
        elif kind == recorder.OUT:
            self.compared += 1
            if self.crc & 0xFFFF != entry[1]:
                return ("checksum of what went out", entry[1], self.crc & 0xFFFF)
        elif kind == recorder.STATE:
            return self._stretch(entry[1])
        elif kind == recorder.GAP:
            self._gap = True
        else:
            self._told.append(entry)
        return None

    def _stretch(self, data):
        """A stretch begins: with the controller as it is, or, at first and behind a gap, with one made of the state."""
        if self.controller is not None and not self._gap:
            mine = state.freeze(self.controller)
            self.crc = 0
            return None if mine == data else ("state of the controller", len(data), len(mine) if mine else 0)
        self.controller = thaw(self.profile, data)
        self._gap = False
        self.frame[:] = self.controller.debounce.raw
        self.mask = self.controller._buttons
        self.now = self.controller.line.now
        self.crc = 0
        return None

    def _step(self, entry):
        _, pause, bits, mask, line, _ = entry
        controller = self.controller
        if controller is None:
            raise StateError("the recording does not begin with a state")
        self.now += pause
        self.steps += 1
        if mask >= 0:
            self.mask = mask
        for bit in bits:
            self.frame[bit >> 3] ^= 1 << (bit & 7)
        self._tell()
        controller.step(self.now, self.frame, self.mask, line)
        self.crc = recorder.digest(controller, self.crc)
        outputs = taken(controller)
        if self.on_step:
            self.on_step(outputs)

    def _tell(self):
        while self._told:
            entry = self._told.pop(0)
            if entry[0] == recorder.LOST:
                self.controller.line.lost()
            elif entry[0] == recorder.UNSTORED:
                besides.unstored(self.controller)
            else:
                self.controller.faults.word(entry[2], entry[1], self.now)


def taken(controller):
    """What `controller` puts out, [(kind, bytes)], taken from it as the shell does."""
    found = [("tx", data) for data in controller.out]
    controller.out = []
    if controller.lamps_changed:
        controller.lamps_changed = False
        found.append(("lamps", bytes(controller.line.pattern or controller.lamps)))
    if controller.text_changed:
        controller.text_changed = False
        found.append(("text", "\n".join(controller.text).encode()))
    if controller.beep:
        found.append(("beep", bytes((controller.beep,))))
        controller.beep = 0
    found += [("store", data) for data in controller.store]
    controller.store = []
    return found


class Remote:
    """Plays a stream that comes as lines of text, for whoever sits at the other end of a pipe or a prompt; `profile` is JSON text."""

    def __init__(self, profile):
        self._entries = Entries()
        profile = Profile(profile)
        release()
        self._playback = Playback(profile, self._keep)
        self._outputs = []

    def _keep(self, outputs):
        if outputs:
            self._outputs = outputs

    def feed(self, text):
        """Play the base64 `text` of a piece of the stream; returns `<steps> <compared> <ms>`, and behind it `| <what> | <then> | <now> | <outputs>`
        where it went otherwise than then."""
        playback = self._playback
        for entry in self._entries.feed(a2b_base64(text)):
            difference = playback.play(entry)
            if difference:
                outputs = " ; ".join(["%s %s" % (kind, data) for kind, data in self._outputs]) or "nothing"
                return "%d %d %d | %s | %s | %s | %s" % ((playback.steps, playback.compared, playback.now) + difference + (outputs,))
        return "%d %d %d" % (playback.steps, playback.compared, playback.now)


def serve():
    """Play what standard input says: a line with the profile, then pieces of the stream in base64, each answered by a line that begins with `=`."""
    remote = Remote(sys.stdin.readline())
    while True:
        line = sys.stdin.readline()
        if not line:
            return
        print("=" + remote.feed(line))
