"""Pulling a board's flight recorder over the line, and keeping what comes."""

import base64
import binascii

from host import profiles
from host.client import Refused
from host.errors import UserError
from host.trace import Writer

PAUSE_S = 0.2  # between two looks when there is nothing new


def profile_of(hello, name=None):
    """Return the device form (dict) of the profile of the board that said `hello`: the one called `name`, or the one the board names.

    Raises UserError if there is none or if its wiring is another than the board's.
    """
    form = profiles.device_form(profiles.read(name or hello.get("board", "")))
    profile = profiles.load(name or hello.get("board", ""))
    wiring = f"{binascii.crc32(profile.bit_cells + profile.led_cells) & 0xFFFFFFFF:08x}"
    if hello.get("wiring", wiring) != wiring:
        raise UserError(
            f"the board says that its wiring is {hello['wiring']}, that of the profile {profile.name} here is {wiring}: "
            "give the board's own with --profile FILE"
        )
    return form


class Puller:
    """Reads the stream of a board's recorder through `client` (host.client.Client), from what is kept of it on.

    `place`: where in the stream the next byte is; `gaps`: how often something was missed (the board was reset, or too much happened).
    """

    def __init__(self, client):
        self.client = client
        self.place = None
        self.gaps = 0
        self._reset = False
        self._clock = 0
        client.mirror.listeners.append(self._hear)

    def _hear(self, verb, rest):
        if verb == "hello":
            self._reset = True  # perhaps; the next look tells

    def close(self):
        """Stop listening."""
        self.client.mirror.listeners.remove(self._hear)

    def pull(self):
        """Return (whether the stream begins anew, the next bytes); b"" if there are none now. Raises UserError when the board does not answer."""
        anew = self.place is None
        if anew or self._reset:
            anew = self._look(anew) or anew
        try:
            start, end, *data = self.client.query(f"trace {self.place}").split()
        except Refused:
            self.gaps += 1
            self.place = None
            return self.pull()
        found = base64.b64decode(data[0]) if data else b""
        if int(start) != self.place:
            return anew, b""
        self.place += len(found)
        return anew, found

    def _look(self, first):
        """See which part of the stream is kept; return whether it has to be begun anew."""
        self._reset = False
        kept, _, end = (int(word) for word in self.client.query("trace").split())
        if first:
            self.place = kept
            return True
        if kept <= self.place <= end and not self._restarted():
            return False
        self.gaps += 1
        self.place = kept
        return True

    def _restarted(self):
        """Whether the board's clock has begun anew since the last look."""
        fields = dict(word.split("=") for word in self.client.query("stat").split())
        before, self._clock = self._clock, int(fields["t"])
        return self._clock < before


class Recording:
    """A trace that is being written to the open text file `file`, from the board behind `client`; profile: device form.

    Lasts over pulled cables and resets; what was missed shows as a gap in the trace. `writer` counts its `steps`.
    """

    def __init__(self, client, file, profile):
        self.client = client
        self.writer = Writer(file, dict(client.mirror.hello), profile)
        self.puller = Puller(client)
        client.on_line = self._heard

    def _heard(self, line):
        if line[:1] == b"!" and line[:3] != b"!0 ":
            self.writer.heard(line)

    def step(self):
        """Take what there is; return how many bytes that was (0: nothing now, or the board is gone)."""
        if not self.client.connected:
            self.client.poll(PAUSE_S)
            return 0
        try:
            anew, data = self.puller.pull()
        except UserError:
            return 0
        if anew:
            self.writer.begin()
        self.writer.take(data)
        return len(data)

    def close(self):
        """Stop listening to the board."""
        self.client.on_line = None
        self.puller.close()
