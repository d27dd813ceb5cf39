"""A Pico with MicroPython, scripted: a serial port in memory with the real prompt protocol, a file system in a folder, our firmware.

What is sent to its raw prompt is run by CPython in a world that looks like the board's; after a restart it starts main.py as far
as anyone can hear it: the real controller answers on the real frames.
"""

import builtins
import errno
import json
import os
import struct
import types

import serial

from board_drivers.profile import Profile
from firmware.controller import Controller
from firmware.link import LineBuffer
from firmware.device import Journal

WINDOW = 128
RAW = b"raw REPL; CTRL-B to exit\r\n"
BANNER = b"MicroPython v1.26.1 on 2025-09-11; Raspberry Pi Pico with RP2040\r\nType \"help()\" for more information.\r\n>>> "


class Implementation(tuple):
    """`sys.implementation`: a tuple with a field."""

    _mpy = 6 | 3 << 8 | 4 << 10


class FakeBoard:
    """The board. `root`: folder with its files; `frozen`: modules of its firmware.

    For a test to set: `silent` (answers nothing), `crash` (text of the error with which main.py ends), `full` (bytes that can
    still be written), `pulled` (bytes until the cable is out), `platform`, `implementation`.
    `log`: what happened, in words.
    """

    def __init__(self, root, frozen=("neopixel",)):
        self.root = root
        self.frozen = set(frozen)
        self.silent = False
        self.crash = None
        self.full = 1 << 20
        self.pulled = None
        self.platform = "rp2"
        self.implementation = Implementation(("micropython", (1, 26, 1, "")))
        self.log = []
        self.state = "friendly"
        self.controller = None
        self.now = 0
        self.input, self.output = bytearray(), bytearray()
        self.names = {}

    def begin(self):
        """Start main.py if there is one, as at power-on."""
        self._start_main()
        return self

    def port(self, url, **options):
        """What serial.serial_for_url gives for this board."""
        self.url = url
        return Port(self)

    # the prompt

    def take(self, data):
        """Bytes come from the host."""
        if self.pulled is not None:
            self.pulled -= len(data)
            if self.pulled <= 0:
                raise serial.SerialException("device disconnected")
        if self.silent:
            return
        self.input += data
        while self.input and getattr(self, "_in_" + self.state)():
            pass

    def _in_program(self):
        data = bytes(self.input)
        self.input.clear()
        before, interrupt, after = data.partition(b"\x03")
        for line in self.lines.feed(before):
            self._step(line)
        if interrupt:
            self.log.append("interrupted")
            self.output += b"Traceback (most recent call last):\r\nKeyboardInterrupt: \r\n" + BANNER
            self.state = "friendly"
            self.input += after
        return True

    def _in_friendly(self):
        byte = self.input.pop(0)
        if byte == 0x01:
            self.state = "raw"
            self.output += RAW + b">"
        elif byte == 0x04:
            self.output += b"\r\nMPY: soft reboot\r\n"
            self._start_main()
        return True

    def _in_raw(self):
        if self.input.startswith(b"\x05A\x01"):
            del self.input[:3]
            self.state = "paste"
            self.pasted = bytearray()
            self.output += b"R\x01" + struct.pack("<H", WINDOW) + b"\x01"
        elif self.input[:1] == b"\x02":
            self.input.pop(0)
            self.state = "friendly"
            self.output += b"\r\n" + BANNER
        elif self.input[:1] == b"\x04":
            self.input.pop(0)
            self.names = {}
            self.log.append("soft reset")
            self.output += b"OK\r\nMPY: soft reboot\r\n" + RAW + b">"
        elif self.input[:1] in b"\r\x01\x03":
            self.input.pop(0)
        else:
            raise AssertionError(f"not expected at the raw prompt: {bytes(self.input)!r}")
        return True

    def _in_paste(self):
        byte = self.input.pop(0)
        if byte != 0x04:
            self.pasted.append(byte)
            if not len(self.pasted) % WINDOW:
                self.output += b"\x01"
            return True
        self.state = "raw"
        printed, error = self._run(self.pasted.decode())
        self.output += b"\x04" + printed + b"\x04" + error + b"\x04>"
        return True

    # what runs there

    def _run(self, source):
        """Run source text; return what it prints and its traceback, as bytes."""
        printed = []

        def show(*words, end="\n"):
            printed.append((" ".join(map(str, words)) + end).replace("\n", "\r\n"))

        world = {**vars(builtins), "print": show, "open": self._open, "__import__": self._import}
        self.names["__builtins__"] = world
        error = ""
        try:
            exec(compile(source, "<stdin>", "exec"), self.names)
        except OSError as raised:
            error = f"OSError: [Errno {raised.errno}] {errno.errorcode[raised.errno]}"
        except Exception as raised:
            error = f"{type(raised).__name__}: {raised}"
        if error:
            error = f'Traceback (most recent call last):\r\n  File "<stdin>", line 1, in <module>\r\n{error}\r\n'
        return "".join(printed).encode(), error.encode()

    def _place(self, path):
        return self.root / path.lstrip("/")

    def _open(self, path, mode="r"):
        return File(self, path, open(self._place(path), mode)) if "w" in mode else open(self._place(path), mode)

    def _import(self, name, *args):
        if name in ("hashlib", "binascii"):
            return __import__(name)
        if name == "sys":
            return types.SimpleNamespace(implementation=self.implementation, platform=self.platform, path=["", ".frozen", "/lib"])
        if name == "os":
            return self._os()
        self.need(name)
        return types.SimpleNamespace()

    def need(self, module):
        """ImportError unless there is a module of that name, frozen or in a file."""
        found = [self._place(folder + module + end) for folder in ("", "lib/") for end in (".py", ".mpy")]
        if module not in self.frozen and not any(path.exists() for path in found):
            raise ImportError(f"no module named '{module}'")

    def _os(self):
        def ilistdir(path):
            for entry in sorted(os.scandir(self._place(path)), key=lambda entry: entry.name):
                yield (entry.name, 0x4000 if entry.is_dir() else 0x8000, 0, entry.stat().st_size)

        def remove(path):
            self.log.append(f"remove {path}")
            os.remove(self._place(path))

        def rename(path, other):
            self.log.append(f"rename {path} {other}")
            os.replace(self._place(path), self._place(other))

        return types.SimpleNamespace(
            ilistdir=ilistdir, remove=remove, rename=rename,
            mkdir=lambda path: os.mkdir(self._place(path)),
            stat=lambda path: tuple(os.stat(self._place(path))),
        )

    # main.py

    def _start_main(self):
        self.controller, self.lines = None, LineBuffer()
        if not self._place("main.py").exists():
            self.output += BANNER
            self.state = "friendly"
            return
        self.log.append("main.py")
        if b"firmware.main" not in self._place("main.py").read_bytes():
            self.state = "program"      # another program, which says nothing
            return
        try:
            self._build()
        except (ValueError, ImportError, OSError) as error:
            text = f"{type(error).__name__}: {error}"
            self.output += f'Traceback (most recent call last):\r\n  File "main.py", line 3, in <module>\r\n{text}\r\n'.encode() + BANNER
            self.state = "friendly"
        else:
            self.state = "program"
            self._step(None)

    def _build(self):
        if self.crash:
            raise ValueError(self.crash)
        for module in ("firmware/main.mpy", "engine/core.mpy", "board_drivers/build.mpy"):
            if not self._place(module).exists():
                raise ImportError(f"no module named '{module}'")
        profile = Profile(self._place("profile.json").read_bytes())
        if profile.lights and profile.lights["driver"] == "ws2812":
            self.need("neopixel")
        config = json.loads(self._place("config.json").read_text())
        self.controller = Controller(profile, config, Journal(self._place("journal.txt")).read())
        self.frame = bytearray((profile.bits + 7) // 8)

    def _step(self, line):
        if self.controller is None:
            return
        self.now += 2
        self.controller.step(self.now, self.frame, 0, line)
        for data in self.controller.out:
            self.output += data
        del self.controller.out[:]

    # for tests

    def files(self):
        """All its files: dict path -> bytes."""
        return {path.relative_to(self.root).as_posix(): path.read_bytes() for path in sorted(self.root.rglob("*")) if path.is_file()}

    def written(self):
        """Paths that have been written, in order, since the last call; forgotten then."""
        paths = [entry[6:] for entry in self.log if entry.startswith("write ")]
        self.log.clear()
        return paths


class File:
    """An open file that takes room."""

    def __init__(self, board, path, file):
        self._board, self._file = board, file
        board.log.append(f"write {path}")

    def write(self, data):
        self._board.full -= len(data)
        if self._board.full < 0:
            raise OSError(errno.ENOSPC, "full")
        return self._file.write(data)

    def close(self):
        self._file.close()


class Port:
    """The host's end of the line, as pyserial has it."""

    rts = dtr = True
    timeout = None

    def __init__(self, board):
        self._board = board

    def isOpen(self):
        return True

    @property
    def in_waiting(self):
        return len(self._board.output)

    def inWaiting(self):
        return self.in_waiting

    def read(self, count=1):
        data = bytes(self._board.output[:count])
        del self._board.output[:count]
        return data

    def write(self, data):
        self._board.take(bytes(data))
        return len(data)

    def close(self):
        self._board.log.append("closed")
