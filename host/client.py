"""The host's side of the serial line: a client that keeps a mirror of the board's game and outlives a pulled cable.

Requests that change the game (`ORDERS`) are made one after another, each again until it is answered; the board does one that comes twice
only once. Everything else is asked for anew when the mirror is not in step.
"""

import collections
import random

from firmware import link
from host.errors import UserError
from host.mirror import Mirror
from host.transport import LineGone, Transport, connect

HELLO_S = 3.0
RETRY_S = 0.5
ASK_AGAIN_S = 0.7
PRESENT_S = 4.0  # a board keeps its heartbeat up while it hears from us at least every 15 s
ORDER_S = 10.0
LOG = 200
ORDERS = ("press", "answer", "takeback", "new", "fault", "light")


class Refused(Exception):
    """The board answered a request by `err`; the text is its reason."""


class Client:
    """A board at the other end of a port, and the mirror of its game.

    port: a Transport, or a name for `connect`, or a callable that returns a Transport (it is called again when the cable was pulled);
    `tell(text)` is called with short messages for a person (cable pulled, back again). `log`: the last lines of text that were no frames.
    `on_line(bytes)` is called with every line that comes. Raises UserError if the port can't be opened.
    """

    def __init__(self, port, game=None, tell=None, connect=connect):
        self._connect = port if callable(port) else (lambda: port if isinstance(port, Transport) else connect(port))
        self.mirror = Mirror(game, random.randrange(1, link.TOP // 2))
        self.tell = tell or (lambda text: None)
        self.log = collections.deque(maxlen=LOG)
        self.on_line = None
        self.delay_s = None  # what the last order took to be answered
        self.reopened = 0
        self._refusals = {}
        self._lines = link.LineBuffer()
        self._orders = collections.deque()  # lines of orders; the first is on its way once `_ordered_at` is set
        self._ordered_at = None
        self._order_began = None
        self._retry_at = 0.0
        self._asked_at = None
        self._spoke_at = 0.0
        self._told_boot = None
        self._greeted = False
        self._transport = None
        self.mirror.listeners.append(self._hear)
        self._open()

    def clock(self):
        """Return the seconds by which waiting is measured: the wall's, or a simulated board's."""
        return self._clock.clock()

    # the port

    def _open(self):
        transport = self._connect()
        self.port = transport.name
        self._transport = self._clock = transport
        self._lines = link.LineBuffer()
        self._asked_at = self._ordered_at = None
        self._greeted = False  # whether the board has said hello since
        self.mirror.resynchronise()

    @property
    def connected(self):
        """Whether the port is open."""
        return self._transport is not None

    def close(self):
        """Close the port."""
        if self._transport is not None:
            self._transport.close()
            self._transport = None

    def _lost(self, error):
        self.tell(f"the board at {self.port} is gone ({error}); waiting for it")
        self.close()
        self._retry_at = self._clock.clock() + RETRY_S

    def _reopen(self, seconds):
        """Try the port again, not more often than every RETRY_S; return whether it is open."""
        pause = self._retry_at - self._clock.clock()
        if pause > 0:
            self._clock.pause(min(pause, seconds))
            return False
        self._retry_at = self._clock.clock() + RETRY_S
        try:
            self._open()
        except (UserError, LineGone):
            return False
        self.reopened += 1
        self.tell("the board is back; reading how the game stands")
        return True

    # the conversation

    def greet(self, seconds=HELLO_S, meanwhile=None):
        """Wait until the board has said what it is and how the game stands. Raises UserError if it does not answer.

        meanwhile: called again and again while waiting; what it raises ends the waiting.
        """
        end = self._clock.clock() + seconds
        while not self.mirror.in_step:
            if self._clock.clock() > end:
                raise UserError(f"no board answers at {self.port}: it did not say hello within {seconds:g} s; is it running reedboard?")
            if meanwhile:
                meanwhile()
            self.poll(0.05)

    def poll(self, seconds=0.0):
        """Wait up to `seconds` for the board to say something; take it; return the frames, [(verb, rest)].

        When the cable is pulled it says so, and tries again at each call until the port is back.
        """
        if self._transport is None and not self._reopen(seconds):
            return []
        try:
            self._send()
            frames = self._take(self._transport.read(seconds))
            self._ask_again()
            self._send()
        except LineGone as error:
            self._lost(error)
            return []
        return frames

    def _send(self):
        """Send what waits: everything but orders at once, orders one by one."""
        mirror = self.mirror
        while mirror.to_send:
            line = mirror.to_send[0]
            if link.decode(line)[1].split(" ", 1)[0] in ORDERS:
                self._orders.append(line)
            else:
                self._write(line)
            mirror.to_send.pop(0)
        now = self._clock.clock()
        if now > self._spoke_at + PRESENT_S:
            mirror.send("ack")
            self._write(mirror.to_send.pop())
        self._drive_orders(now)

    def _write(self, line):
        self._transport.write(line)
        self._spoke_at = self._clock.clock()

    def _drive_orders(self, now):
        """Send the first order, again if it is not answered in time, and the next when it is."""
        unanswered = self.mirror.unanswered
        while self._orders and link.decode(self._orders[0])[0] not in unanswered:
            self._orders.popleft()
            if self._order_began is not None:
                self.delay_s = now - self._order_began
            self._ordered_at = self._order_began = None
        if self._orders and self._greeted and (self._ordered_at is None or now > self._ordered_at + ASK_AGAIN_S):
            self._order_began = self._order_began if self._order_began is not None else now
            self._ordered_at = now
            self._write(self._orders[0])

    def _ask_again(self):
        """What has been asked for and does not come is asked for again: lines get lost."""
        now = self._clock.clock()
        if self.mirror.in_step and self._greeted or self._asked_at is None:
            self._asked_at = now
        elif now > self._asked_at + ASK_AGAIN_S:
            self._asked_at = now
            self.mirror.resynchronise()

    def _take(self, data):
        frames = []
        for line in self._lines.feed(data):
            if self.on_line:
                self.on_line(line)
            frame = self.mirror.feed(line)
            if frame:
                frames.append(frame)
            elif line and not line.startswith(b"!"):
                self.log.append(line.decode("utf-8", "replace"))
        return frames

    def _hear(self, verb, rest):
        if verb == "hello":
            boot = self.mirror.hello.get("boot")
            if self._told_boot not in (None, boot) and self._order_began is not None:
                self._drop_order()
            self._told_boot = boot
            self._greeted = True
        elif verb == "err":
            number, _, text = rest.partition(" ")
            self._refusals[number] = text
            while len(self._refusals) > LOG:
                del self._refusals[next(iter(self._refusals))]

    def _drop_order(self):
        """The board was restarted while an order was on its way: nobody knows whether it was carried out."""
        number, payload = link.decode(self._orders.popleft())
        self.mirror.unanswered.pop(number, None)
        self._order_began = self._ordered_at = None
        self._refusals[str(number)] = "the board was restarted meanwhile"
        self.tell(f"the board was restarted while it was told '{payload}': look whether it did that")

    # questions and orders

    def order(self, payload, seconds=ORDER_S):
        """Make the request `payload` and wait until the board has answered. Raises Refused with its reason, UserError if it does not answer."""
        number = self.mirror.send(payload)
        end = self._clock.clock() + seconds
        while number in self.mirror.unanswered:
            if self._clock.clock() > end:
                self.mirror.unanswered.pop(number, None)
                raise UserError(f"the board at {self.port} does not answer to '{payload}'")
            self.poll(0.05)
        refusal = self._refusals.pop(str(number), None)
        if refusal is not None:
            raise Refused(refusal)

    def query(self, payload, seconds=2.0, tries=3):
        """Ask for what does not touch the game (`trace`, `why`, `stat`); return the rest of the answer.

        Raises Refused with the board's reason, UserError if it does not answer.
        """
        verb, answers = payload.split(" ", 1)[0], []

        def hear(said, rest):
            if said == verb or said == "err" and rest.startswith(f"0 {verb}:"):
                answers.append((said, rest))

        self.mirror.listeners.append(hear)
        try:
            for _ in range(tries):
                if self._transport is not None:
                    self._ask(payload)
                end = self._clock.clock() + seconds / tries
                while not answers and self._clock.clock() < end:
                    self.poll(0.02)
                if answers:
                    break
        finally:
            self.mirror.listeners.remove(hear)
        if not answers:
            raise UserError(f"the board at {self.port} does not answer to '{payload}'")
        said, rest = answers[0]
        if said == "err":
            raise Refused(rest.partition(": ")[2])
        return rest

    def _ask(self, payload):
        try:
            self._write(link.encode(0, payload))
        except LineGone as error:
            self._lost(error)
