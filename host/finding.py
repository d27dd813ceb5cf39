"""Finding boards: which ports there are, what answers at them, and which one a name means.

    auto            the one board that answers
    id:E6614103E7   the board with this USB serial number (or, emulated, in the folder of this name)
    port:/dev/ttyACM0, or just the path
    socket:HOST:PORT, or socket://HOST:PORT

Without a name the environment variable REEDBOARD_PORT counts, and without that `auto`.
"""

import concurrent.futures
import glob
import os
import tempfile
import time
from typing import NamedTuple

from firmware import link
from host.errors import UserError
from host.mirror import fields
from host.transport import SOCKET, LineGone, connect

VARIABLE = "REEDBOARD_PORT"
ASK_S = 1.5
PICO = 0x2E8A  # USB vendor of every Pico, with MicroPython or without
FORMS = "auto, id:NUMBER, port:PATH, socket:HOST:PORT"


class Port(NamedTuple):
    """A port: what to open, the number by which it can be found again, what the system says of it."""

    path: str
    id: str
    title: str


class Answer(NamedTuple):
    """What came of asking a port: the fields of its `hello`, or None and why not."""

    port: Port
    hello: dict | None
    problem: str


def ports(every=False):
    """Return the ports at which a board may be: Picos, emulated boards, and with `every` all serial ports there are."""
    from serial.tools import list_ports

    found = []
    for info in sorted(list_ports.comports()):
        if every or info.vid == PICO:
            found.append(Port(info.device, info.serial_number or "", info.description or ""))
    for path in sorted(glob.glob(os.path.join(glob.escape(tempfile.gettempdir()), "reedboard-*", "port"))):
        if os.path.exists(path):        # an emulator that was killed leaves a link that leads nowhere
            found.append(Port(path, os.path.basename(os.path.dirname(path)), "emulated board"))
    return found


def ask(port, seconds=ASK_S):
    """Ask the Port who it is; return the Answer. Nothing is raised: what went wrong is in it."""
    try:
        transport = connect(port.path)
    except UserError as error:
        return Answer(port, None, str(error))
    try:
        return _conversation(port, transport, seconds)
    except LineGone as error:
        return Answer(port, None, str(error))
    finally:
        transport.close()


def _conversation(port, transport, seconds):
    lines, heard = link.LineBuffer(), b""
    end = time.monotonic() + seconds
    transport.write(b"\n" + link.encode(int(time.time() * 1000) % link.TOP or 1, "hello"))
    while time.monotonic() < end:
        data = transport.read(min(0.1, seconds))
        heard += data
        for line in lines.feed(data):
            frame = link.decode(line)
            if frame and frame[1].startswith("hello "):
                return Answer(port, fields(frame[1][6:]), "")
    if b">>>" in heard:
        return Answer(port, None, "a MicroPython prompt, but no reedboard: `reedboard deploy` puts it there")
    return Answer(port, None, "something talks there, but it is no reedboard" if heard else "nothing answers")


def answers(every=False, seconds=ASK_S):
    """Ask all ports at once; return their Answers in order."""
    asked = ports(every)
    if not asked:
        return []
    with concurrent.futures.ThreadPoolExecutor(len(asked)) as pool:
        return list(pool.map(lambda port: ask(port, seconds), asked))


def describe(answer):
    """Return one line about an Answer."""
    port, hello, problem = answer
    known = f"  id:{port.id}" if port.id else ""
    if hello is None:
        return f"{port.path}{known}  {port.title}: {problem}"
    runs = " ".join(hello.get(key, "") for key in ("impl", "ver")).strip()
    return f"{port.path}{known}  {hello.get('board')}, playing {hello.get('game')}, reedboard {hello.get('reedboard')} under {runs}"


def resolve(name=None):
    """Return what to open for the name `name` (see above): a path or `socket://...`.

    Raises UserError if there is no such board, or several; it lists them.
    """
    name = name or os.environ.get(VARIABLE) or "auto"
    if name == "auto":
        return _only([answer for answer in answers() if answer.hello], "answers", answers)
    if name.startswith("id:"):
        found = [port for port in ports(True) if port.id and port.id == name[3:]]
        return _only([Answer(port, None, "") for port in found], f"has the id {name[3:]}", lambda: [Answer(port, None, "") for port in ports(True)])
    if name.startswith("port:"):
        return name[5:]
    if name.startswith(SOCKET):
        return name
    if name.startswith("socket:"):
        return SOCKET + name[7:]
    if "/" in name or name.upper().startswith("COM"):
        return name
    raise UserError(f"'{name}' is no port: should be {FORMS}, or a path")


def _only(found, what, rest):
    """The path of the only Answer in `found`; otherwise an error that lists what there is."""
    if len(found) == 1:
        return found[0].port.path
    if found:
        listed = "; ".join(describe(answer) for answer in found)
        raise UserError(f"more than one board {what}: {listed}; name one of them (id:..., port:...)")
    listed = "; ".join(describe(answer) for answer in rest())
    raise UserError(f"no board {what}" + (f"; there is: {listed}" if listed else " and no port at which one could be; is it plugged in?"))


class Opener:
    """Opens the board that `name` means, and finds it again when its port has got another name. Call it for a Transport."""

    def __init__(self, name=None):
        self.name = name or os.environ.get(VARIABLE) or "auto"
        self._known = None

    def __call__(self):
        """Return a transport. Raises UserError."""
        if self._known is None:
            path = resolve(self.name)
            transport = connect(path)
            self._known = next((port for port in ports(True) if port.path == path), Port(path, "", ""))
            return transport
        try:
            return connect(self._known.path)
        except UserError:
            moved = [port for port in ports(True) if port.id and port.id == self._known.id and port.path != self._known.path]
            if len(moved) != 1:
                raise
            self._known = moved[0]
            return connect(moved[0].path)
