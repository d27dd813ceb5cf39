"""Serial ports that an emulated board offers: a pseudo-terminal under a stable name, and a TCP port.

Neither ever blocks. What nobody reads is dropped by the line, as a board's USB port does; the one who reads later
sees a gap in the numbers of the frames and asks for a snapshot.
"""

import os
import pathlib
import select
import shutil
import socket
import tempfile
import tty

from firmware.link import LineBuffer
from host.errors import UserError

_READ = 4096


class _Port:
    """What both kinds of port share: whole lines out, the rest of a line that was cut short first."""

    def __init__(self):
        self._lines, self._tail = LineBuffer(), b""

    def fresh(self):
        """Forget halves of lines: somebody else is at the other end now."""
        self._lines, self._tail = LineBuffer(), b""

    def write(self, line):
        """Send one line to the host, or drop it when nobody reads."""
        if not self.open:
            self._tail = b""
            return
        if self._tail:
            self._tail = self._push(self._tail)
        if not self._tail:
            left = self._push(line)
            self._tail = left if left != line else b""


class PtyPort(_Port):
    """A pseudo-terminal. `name` is the path to open: a symbolic link that stays the same when the cable is pulled."""

    def __init__(self, link=None):
        """link: path of the link, None = one in a folder of its own. Raises UserError if it can't be made."""
        super().__init__()
        self._folder = None
        if link is None:
            self._folder = tempfile.mkdtemp(prefix="reedboard-")
            link = os.path.join(self._folder, "port")
        self.name = str(link)
        self._master = None
        self.plug()

    def plug(self):
        """Make the port appear."""
        master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        self._target = os.ttyname(slave)
        os.close(slave)
        self.fresh()
        self._master = master
        self._make_link()

    def _make_link(self):
        path = pathlib.Path(self.name)
        try:
            if path.is_symlink():
                path.unlink()
            path.symlink_to(self._target)
        except OSError as error:
            os.close(self._master)
            self._master = None
            raise UserError(f"can't make the link {self.name} to the port: {error.strerror}") from error

    def unplug(self):
        """Make the port go away, as when the cable is pulled."""
        if self._master is not None:
            os.close(self._master)
            self._master = None
            if os.path.islink(self.name) and os.readlink(self.name) == self._target:
                os.unlink(self.name)

    def close(self):
        """Take the port away for good."""
        self.unplug()
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def open(self):
        """Whether somebody has opened the port."""
        if self._master is None:
            return False
        poll = select.poll()
        poll.register(self._master, select.POLLIN)
        return not any(event & select.POLLHUP for _, event in poll.poll(0))

    def handles(self):
        """Return the file descriptors that are worth waiting for."""
        return [self._master] if self.open else []

    def read(self):
        """Return the lines that have come from the host."""
        if not self.open:
            return []
        try:
            return self._lines.feed(os.read(self._master, _READ))
        except OSError:
            return []

    def _push(self, data):
        """Write what there is room for; return the rest."""
        try:
            return data[os.write(self._master, data) :]
        except OSError:
            return data


class TcpPort(_Port):
    """A TCP port on this machine, for one host at a time; the newest connection wins."""

    def __init__(self, number):
        """number: the port's number, 0 = a free one. Raises UserError if it is taken."""
        super().__init__()
        self._listener = self._client = None
        self.number = number
        self.plug()
        self.name = f"socket://127.0.0.1:{self.number}"

    def plug(self):
        """Make the port appear."""
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(("127.0.0.1", self.number))
        except (OSError, OverflowError) as error:
            listener.close()
            reason = getattr(error, "strerror", None) or error
            raise UserError(f"can't open TCP port {self.number}: {reason}; choose another, or 0 for a free one") from error
        listener.listen(1)
        listener.setblocking(False)
        self.number = listener.getsockname()[1]
        self._listener = listener

    def unplug(self):
        """Make the port go away, as when the cable is pulled."""
        self._drop()
        if self._listener is not None:
            self._listener.close()
            self._listener = None

    close = unplug

    @property
    def open(self):
        """Whether somebody has connected."""
        return self._client is not None

    def _drop(self):
        if self._client is not None:
            self._client.close()
            self._client = None

    def handles(self):
        """Return the file descriptors that are worth waiting for."""
        return [end.fileno() for end in (self._listener, self._client) if end is not None]

    def read(self):
        """Take a new connection; return the lines that have come from the host."""
        self._accept()
        if self._client is None:
            return []
        try:
            data = self._client.recv(_READ)
        except BlockingIOError:
            return []
        except OSError:
            data = b""
        if not data:
            self._drop()
            return []
        return self._lines.feed(data)

    def _accept(self):
        if self._listener is None:
            return
        try:
            client, _ = self._listener.accept()
        except OSError:
            return
        self._drop()
        client.setblocking(False)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._client = client
        self.fresh()

    def _push(self, data):
        """Write what there is room for; return the rest."""
        try:
            return data[self._client.send(data) :]
        except BlockingIOError:
            return data
        except OSError:
            self._drop()
            return b""
