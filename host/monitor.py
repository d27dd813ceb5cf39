"""A board live: what is drawn of it, and the twin of its controller that the recorder's stream keeps in step.

The stream of the flight recorder holds all that the controller is told, so a controller in this process that is told the same is always in
the same state:
its switches, its debounce and its tracker can be looked into without asking the board. Where that can't be (another firmware) the board is
asked `why`.
"""

import base64
from collections import deque

from board_drivers.profile import NONE
from firmware import recorder
from host import explain
from host.client import Refused
from host.errors import UserError
from host.recording import Puller
from host.virtual.playback import STEP, Entries, Playback, StreamError
from host.virtual.thaw import StateError

TOGGLES = 200
WHY_S = 0.5
STAT_S = 2.0
RATE_S = 5.0


class Watched:
    """What is known of the switches and the tracker of the board behind `client`; `profile`: board_drivers.profile.Profile.

    `raw`, `cooked`: frames; `toggles`: [(ms, bit, closed, flips)], debounced, newest last, with how often the contact flipped for it;
    `facts`: explain.Facts
    or None; `in_step`: whether the twin is; `health`: what the board says to `stat`; `trouble`: why there is no twin.
    """

    def __init__(self, client, profile):
        self.client = client
        self.profile = profile
        size = (profile.bits + 7) // 8
        self.raw, self.cooked = bytearray(size), bytearray(size)
        self.toggles = deque(maxlen=TOGGLES)
        self.facts = None
        self.in_step = False
        self.health = {}
        self.trouble = ""
        self._flips = {}
        self._primed = False
        self._puller = Puller(client)
        self._playback = self._entries = None
        self._asked_at = self._health_at = float("-inf")
        self._frames = deque()

    @property
    def controller(self):
        """The twin of the board's controller, or None."""
        return self._playback.controller if self._playback else None

    @property
    def now(self):
        """Milliseconds since the board's power-on, as far as is known."""
        return self._playback.now if self._playback else 0

    def look(self):
        """Take what is new. Call it some times a second."""
        client = self.client
        if not client.connected:
            self.in_step = False
            client.poll(0.05)
            return
        try:
            self._follow()
            self._ask()
        except UserError:
            self.in_step = False  # the board does not answer; the client looks after that

    def _follow(self):
        """Play the recorder's stream to the twin, up to its end."""
        if self.trouble:
            self.in_step = False
            self.client.poll(0.05)
            return
        while True:
            anew, data = self._puller.pull()
            if anew:
                self._playback, self._entries = Playback(self.profile), Entries()
            try:
                for entry in self._entries.feed(data):
                    self._play(entry)
            except (StateError, StreamError) as error:
                self.trouble, self._playback, self.in_step = str(error), None, False
                return
            if not data:
                break
        if self.controller:
            self.facts = explain.facts_of(self.controller)

    def _play(self, entry):
        if entry[0] == STEP:
            for bit in entry[2]:
                self._flips[bit] = self._flips.get(bit, 0) + 1
        difference = self._playback.play(entry)
        if entry[0] == recorder.OUT or difference:
            self.in_step = difference is None
        if difference:
            raise StreamError(f"{difference[0]} differs from the board's")
        self.raw[:] = self._playback.frame
        if entry[0] == STEP:
            self._toggled()

    def _toggled(self):
        """Note what the debounce let through in this step; what stood on the board at power-on is no toggle."""
        debounce = self.controller.debounce
        began, self._primed = not self._primed, self.controller._primed
        for place in range(len(self.cooked)):
            changed = self.cooked[place] ^ debounce.cooked[place]
            for bit in range(8):
                if changed >> bit & 1 and not began:
                    number = 8 * place + bit
                    closed = bool(debounce.cooked[place] >> bit & 1)
                    self.toggles.append((self._playback.now, number, closed, self._flips.pop(number, 0)))
        self.cooked[:] = debounce.cooked

    def _ask(self):
        now = self.client.clock()
        if self.trouble and now > self._asked_at + WHY_S:
            self._asked_at = now
            self.facts = self._ask_why()
        if now > self._health_at + STAT_S:
            self._health_at = now
            self.health = dict(word.split("=", 1) for word in self.client.query("stat").split())

    def _ask_why(self):
        data, size = b"", 1
        while len(data) < size:
            try:
                _, size, piece = self.client.query(f"why {len(data)}").split()
            except (Refused, ValueError):
                return None
            size, data = int(size), data + base64.b64decode(piece)
        try:
            return explain.facts_from(self.client.mirror.game, data)
        except StateError:
            return None

    def rate(self):
        """Return frames a second, over the last seconds."""
        now = self.client.clock()
        self._frames.append((now, self.client.mirror.frames))
        while len(self._frames) > 2 and self._frames[0][0] < now - RATE_S:
            self._frames.popleft()
        (start, before), (end, after) = self._frames[0], self._frames[-1]
        return (after - before) / (end - start) if end > start else 0.0

    def pending(self):
        """Return the bits whose contact has changed but is not believed yet."""
        return [8 * place + bit for place in range(len(self.raw)) for bit in range(8) if (self.raw[place] ^ self.cooked[place]) >> bit & 1]

    def square(self, bit):
        """Return the board's name of the square over `bit`, or "bit7" for one that is not used."""
        cell = self.profile.bit_cells[bit]
        return self.profile.square(cell) if cell != NONE else f"bit{bit}"

    def reasons(self, most):
        """Return the explanations for what the switches show (see host.explain)."""
        return explain.reasons(self.client.mirror.game, self.facts, most) if self.facts and self.client.mirror.game else []
