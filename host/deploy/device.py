"""A board with MicroPython at the other end of a serial line, through mpremote's transport."""

import ast
import contextlib
import io
import os
import struct
import time
from types import SimpleNamespace

from mpremote.commands import CommandError
from mpremote.mip import do_mip
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from firmware import link
from host.errors import UserError

ENTER_S = 10        # how long a board may take to come to its prompt
READ_S = 10         # the longest silence of a board that is at work
HELLO_S = 10        # how long it may take to say hello after a restart
ASK_S = 0.5         # how often hello is asked for
SLICE_S = 0.02
CHUNK = 1024        # bytes written at a time
LIB = "/lib"        # where mip puts what it installs

# Prints a line a file: its SHA-256 and its path.
_INVENTORY = """
import os, hashlib, binascii
def _rb_sum(path):
    total, room = hashlib.sha256(), bytearray(1024)
    with open(path, 'rb') as file:
        count = file.readinto(room)
        while count:
            total.update(memoryview(room)[:count])
            count = file.readinto(room)
    print(binascii.hexlify(total.digest()).decode(), path)
def _rb_walk(path):
    try:
        if not os.stat(path)[0] & 0x4000:
            return _rb_sum(path)
    except OSError:
        return
    for entry in os.ilistdir(path):
        _rb_walk(path + '/' + entry[0])
for path in {paths}:
    _rb_walk(path)
"""
_ABOUT = """
import sys
it = sys.implementation
print((it[0], '.'.join([str(n) for n in it[1][:3]]), sys.platform, getattr(it, '_mpy', 0)))
"""
_REBOOTED = b"soft reboot"
_PROMPT = b">>> "


class Silence(Exception):
    """The board did not say hello; the text is what it said instead, or that it said nothing."""


class Device:
    """A board at its MicroPython prompt. A context manager; leaving it closes the port.

    Paths are those on the device, from its root. Whatever goes wrong on the line or on the board is a UserError that
    names the port.
    """

    def __init__(self, port):
        self.port = port
        try:
            self._transport = SerialTransport(port, timeout=READ_S)
        except TransportError as error:
            raise UserError(f"can't open the port {port}: is it there, and does no other program use it?") from error
        except (OSError, ValueError) as error:
            raise UserError(f"can't open the port {port}: {_reason(error)}") from error
        self._folders = set()
        try:
            with self._told("answers at no MicroPython prompt", quiet=True):
                self._transport.enter_raw_repl(timeout_overall=ENTER_S)
        except UserError:
            self.close()
            raise

    @contextlib.contextmanager
    def _told(self, what, quiet=False):
        """Make a UserError of what mpremote raises; `quiet`: its reason says nothing more to a person."""
        try:
            with contextlib.redirect_stdout(io.StringIO()):     # mpremote prints what it did not expect
                yield
        except (TransportError, OSError, struct.error, SyntaxError, ValueError) as error:
            reason = "" if quiet else f": {_reason(error)}"
            raise UserError(f"the board at {self.port} {what}{reason}") from error

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def close(self):
        """Give the port back; a board whose program was interrupted, and not started again, goes on with it."""
        with contextlib.suppress(OSError):
            if self._transport.in_raw_repl:
                self._restart()
            self._transport.close()

    def _restart(self):
        self._transport.exit_raw_repl()
        self._transport.serial.write(b"\x04")

    # what is there

    def about(self):
        """What runs there: a namespace with `name`, `version`, `platform` and `bytecode` (version, version of native code)."""
        with self._told("does not say what it is"):
            name, version, platform, mpy = ast.literal_eval(self._transport.exec(_ABOUT).decode())
        return SimpleNamespace(name=name, version=version, platform=platform, bytecode=(mpy & 255, mpy >> 8 & 3))

    def sums(self, paths):
        """SHA-256 (hex) of all files at `paths` and in the folders among them: dict path -> sum. What is not there is left out."""
        with self._told("can't read its files"):
            printed = self._transport.exec(_INVENTORY.format(paths=sorted(paths))).decode()
        return {line.partition(" ")[2]: line.partition(" ")[0] for line in printed.splitlines()}

    def read(self, path):
        """The bytes of a file, or None if there is none."""
        with self._told(f"can't read {path}"):
            try:
                return bytes(self._transport.fs_readfile(path, CHUNK))
            except FileNotFoundError:
                return None

    def has_module(self, name):
        """Whether a module of that name can be imported there."""
        with self._told(f"can't look for {name}"):
            try:
                self._transport.exec(f"import {name}")
            except TransportExecError as error:
                if "ImportError" not in error.error_output:
                    raise
                return False
            return True

    # changing it

    def write(self, path, data, written=None):
        """Write the bytes `data` to `path`, making its folders; `written(count)` is called as bytes go out."""
        gone = 0

        def tell(so_far, total):
            nonlocal gone
            if written:
                written(so_far - gone)
            gone = so_far

        with self._told(f"can't write {path}"):
            self._make_folders(path)
            self._transport.fs_writefile(path, data, CHUNK, tell)

    def _make_folders(self, path):
        parts = path.split("/")[:-1]
        for depth in range(1, len(parts) + 1):
            folder = "/".join(parts[:depth])
            if folder and folder not in self._folders:
                with contextlib.suppress(FileExistsError):
                    self._transport.fs_mkdir(folder)
                self._folders.add(folder)

    def remove(self, path):
        """Remove a file."""
        with self._told(f"can't remove {path}"):
            self._transport.fs_rmfile(path)

    def rename(self, path, other):
        """Rename a file; another one of that name is replaced."""
        with self._told(f"can't rename {path}"):
            self._transport.exec(f"import os\nos.rename({path!r}, {other!r})")

    def install(self, module, index=None):
        """Install a module of micropython-lib with mip into `LIB`; `index`: address of the package index. OSError tells why it can't be."""
        state = SimpleNamespace(transport=self._transport, did_action=lambda: None, ensure_raw_repl=lambda: None)
        args = SimpleNamespace(command=["install"], packages=[module], index=index, target=LIB, mpy=True)
        with contextlib.redirect_stdout(io.StringIO()):
            try:
                do_mip(state, args)
            except CommandError as error:
                raise OSError(str(error)) from error
            except TransportError as error:
                raise UserError(f"the board at {self.port} can't take {module}: {_reason(error)}") from error

    # starting it

    def start(self):
        """Restart MicroPython, so that main.py runs, and ask hello; the fields of the answer (dict). Raises Silence, UserError."""
        with self._told("is gone"):
            self._restart()
            return self._hello(self._transport.serial)

    def _hello(self, serial):
        heard, lines, asked = b"", link.LineBuffer(), 0
        now = time.monotonic()
        end, due = now + HELLO_S, now + ASK_S
        while time.monotonic() < end:
            data = serial.read(serial.in_waiting) if serial.in_waiting else b""
            heard += data
            for line in lines.feed(data):
                frame = link.decode(line)
                if frame and frame[1].startswith("hello "):
                    return dict(word.partition("=")[::2] for word in frame[1].split()[1:])
            said = heard.partition(_REBOOTED)[2]
            if _PROMPT in said:
                raise Silence(_last_words(said))
            if time.monotonic() >= due:
                asked += 1
                due += ASK_S
                serial.write(link.encode(asked, "hello"))
            if not data:
                time.sleep(SLICE_S)
        raise Silence(f"nothing that could be understood within {HELLO_S:g} s")


def _last_words(said):
    """The error with which a program ended, from what the board printed up to its prompt."""
    text = said.partition(_PROMPT)[0].decode("utf-8", "replace")
    lines = [line for line in text.partition("Traceback")[2].splitlines() if line and not line.startswith((" ", "MicroPython ", "Type "))]
    return lines[-1] if lines else "its program ended without a word"


def _reason(error):
    """The short text of an error: of one on the board, its last line."""
    if isinstance(error, OSError) and error.errno:
        return os.strerror(error.errno)     # mpremote puts the path where the reason belongs
    text = error.error_output if isinstance(error, TransportExecError) else str(error)
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip() if lines else type(error).__name__
