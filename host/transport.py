"""Ways for bytes to reach a board and come back, behind one small interface.

A transport has `name` (for people), `read(seconds)`, `write(data)`, `clock()` and `close()`; see `Transport`. There are four: a serial
port, a TCP connection, a simulated board in this very process on virtual time, and a script for tests.
"""

import collections
import contextlib
import os
import select
import socket
import termios
import time

import serial

from firmware import link
from host.errors import UserError

BAUD = 115200
WRITE_S = 1.0
SLICE_S = 0.02
SOCKET = "socket://"
_TAKEN = "the board closed the connection, or another program has taken it"


class LineGone(Exception):
    """The line to the board has broken: the cable was pulled, the device reset, or another program has taken it."""


class Transport:
    """What every transport does; a base for those that run on the wall's clock."""

    name = ""

    def read(self, seconds):
        """Return the bytes that have come, waiting up to `seconds` for the first; b"" if none came. Raises LineGone."""
        raise NotImplementedError

    def write(self, data):
        """Send the bytes `data`. Raises LineGone."""
        raise NotImplementedError

    def clock(self):
        """Return the seconds by which waiting is measured."""
        return time.monotonic()

    def pause(self, seconds):
        """Let `seconds` pass."""
        time.sleep(seconds)

    def close(self):
        """Give the line up. May be called twice."""


class SerialTransport(Transport):
    """A serial port, for this program alone. Raises UserError if it can't be opened."""

    def __init__(self, path):
        self.name = path
        try:
            self._port = serial.Serial(path, baudrate=BAUD, timeout=SLICE_S, write_timeout=WRITE_S, exclusive=True)
        except (serial.SerialException, OSError, ValueError, termios.error) as error:  # termios: gone while it was being opened
            raise UserError(_why_not(path, error)) from error

    def read(self, seconds):
        """See Transport."""
        end = time.monotonic() + seconds
        try:
            while True:
                waiting = self._port.in_waiting
                data = self._port.read(min(waiting, 4096)) if waiting else self._port.read(1) if seconds else b""
                if data or time.monotonic() >= end:
                    return data
        except (serial.SerialException, OSError, TypeError) as error:  # TypeError: closed from another thread
            raise LineGone(reason(error)) from error

    def write(self, data):
        """See Transport."""
        try:
            self._port.write(data)
        except (serial.SerialException, OSError) as error:
            raise LineGone(reason(error)) from error

    def close(self):
        """See Transport."""
        with contextlib.suppress(OSError):
            self._port.close()


def _why_not(path, error):
    """One line that says why `path` can't be opened and what to do."""
    text = reason(error)
    if "lock" in text or getattr(error, "errno", None) in (11, 16):
        return f"can't open the port {path}: another program has it open; close that one (a monitor, another terminal) first"
    if "Permission denied" in text:
        return f"can't open the port {path}: permission denied; add yourself to its group (often `sudo usermod -aG dialout $USER`) and log in again"
    text = os.strerror(error.errno) if getattr(error, "errno", None) else text
    return f"can't open the port {path}: {text}; is the board plugged in? `reedboard boards` lists what is there"


class TcpTransport(Transport):
    """A TCP connection, `socket://host:port`. Raises UserError if nobody answers there."""

    def __init__(self, name):
        self.name = name
        host, colon, port = name.removeprefix(SOCKET).rpartition(":")
        if not colon or not port.isdigit():
            raise UserError(f"'{name}' should be {SOCKET}HOST:PORT")
        try:
            self._socket = socket.create_connection((host, int(port)), timeout=5)
        except (OSError, OverflowError) as error:
            raise UserError(f"can't open the port {name}: {reason(error)}; is the board there?") from error
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.settimeout(WRITE_S)

    def read(self, seconds):
        """See Transport."""
        try:
            if not select.select([self._socket], [], [], seconds)[0]:
                return b""
            data = self._socket.recv(4096)
        except (OSError, ValueError) as error:
            raise LineGone(_TAKEN if isinstance(error, ConnectionError) else reason(error)) from error
        if not data:
            raise LineGone(_TAKEN)
        return data

    def write(self, data):
        """See Transport."""
        try:
            self._socket.sendall(data)
        except OSError as error:
            raise LineGone(_TAKEN if isinstance(error, ConnectionError) else reason(error)) from error

    def close(self):
        """See Transport."""
        self._socket.close()


class BoardTransport(Transport):
    """A simulated board (host.sim.board.Board, switched on) in this process; its virtual time passes while it is read.

    Its `on_output` is taken over. The line is gone while cable or power are off.
    """

    def __init__(self, board, name="in-process"):
        self.name = name
        self.board = board
        self._come = bytearray()
        self._open = True
        board.on_output = self._output

    def _output(self, ms, kind, data):
        if kind == "tx":
            self._come += data

    def _check(self):
        if not (self._open and self.board.cable and self.board.power):
            raise LineGone("the cable is out" if self.board.power else "the board is off")

    def read(self, seconds):
        """See Transport; the board's own time passes."""
        self._check()
        end = self.board.now_ms + (max(1, round(seconds * 1000)) if seconds > 0 else 0)
        while not self._come and self.board.now_ms < end:
            self.board.run_until(min(end, self.board.now_ms + 10))
        data, self._come = bytes(self._come), bytearray()
        return data

    def write(self, data):
        """See Transport."""
        self._check()
        for line in data.splitlines():
            self.board.send(line)

    def clock(self):
        """Return the seconds of the board's virtual time."""
        return self.board.now_ms / 1000

    def pause(self, seconds):
        """Let the board's time pass."""
        self.board.wait(max(1, round(seconds * 1000)))

    def close(self):
        """See Transport."""
        self._open = False


class Script(Transport):
    """A board that answers by a script, for tests: `expect` says what will be asked, in order, and what is answered then.

        line = Script().expect("hello", ["hello reedboard=1 game=folky"]).expect("snap", ["snap n=0 ..."])

    Every expected request is answered by `re` with its number as well, unless the script answers `err`. Acknowledgements need not be expected.
    Time passes only while somebody waits in `read`.
    """

    name = "script"

    def __init__(self):
        self.seq = 0
        self.heard = []
        self._expected = collections.deque()
        self._come = bytearray()
        self._gone = None
        self._now = 0.0

    def expect(self, payload, answers=()):
        """Expect the request `payload`; answer it with the payloads `answers`. Returns the script."""
        self._expected.append((payload, answers))
        return self

    def say(self, *payloads, event=0):
        """Let the board say `payloads`, the first as event number `event` and so on. Returns the script."""
        for place, payload in enumerate(payloads):
            self.seq += 1
            self._come += link.encode(self.seq, payload, event and event + place)
        return self

    def send(self, data):
        """Let the bytes `data` come as they are. Returns the script."""
        self._come += data
        return self

    def pull(self, why="the cable was pulled"):
        """Let the line be gone from now on."""
        self._gone = why

    def done(self):
        """AssertionError if something expected was not asked."""
        assert not self._expected, f"not asked: {[payload for payload, _ in self._expected]}"

    def read(self, seconds):
        """See Transport."""
        if self._gone:
            raise LineGone(self._gone)
        if not self._come:
            self._now += seconds
        data, self._come = bytes(self._come), bytearray()
        return data

    def write(self, data):
        """See Transport. AssertionError for what was not expected."""
        if self._gone:
            raise LineGone(self._gone)
        for line in data.splitlines():
            number, payload = link.decode(line)
            self.heard.append(payload)
            if not payload.startswith("ack"):
                self._answer(number, payload)

    def _answer(self, number, payload):
        assert self._expected, f"asked without being expected: {payload}"
        expected, answers = self._expected.popleft()
        assert payload == expected, f"asked {payload}, expected {expected}"
        failed = [answer for answer in answers if answer.startswith("err ")]
        self.say(*(answer for answer in answers if answer not in failed))
        self.say(f"err {number} {failed[0][4:]}" if failed else f"re {number}")

    def clock(self):
        """Return the seconds that have passed in `read` and `pause`."""
        return self._now

    def pause(self, seconds):
        """Let `seconds` pass."""
        self._now += seconds


def connect(name):
    """Return the transport to the port `name`: a path of a serial port, or `socket://HOST:PORT`. Raises UserError."""
    return TcpTransport(name) if name.startswith(SOCKET) else SerialTransport(name)


def reason(error):
    """The short text of an error of pyserial or the system."""
    text = getattr(error, "strerror", None) or str(error)
    return " ".join(text.split())
