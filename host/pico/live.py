"""The emulated chip's USB port as a pseudo-terminal that any program opens, in the time of the wall's clock or faster."""

import os
import select
import threading
import time
import tty

from host.pico.process import EmulatorError

SLICE_US = 20_000
_READ = 4096


class LivePort:
    """Runs an Emulator, already started, in a thread of its own; `name` is the path of the port. A context manager.

    pace: how many times faster than the wall's clock the chip's time runs; None: as fast as it goes. While it runs
    nobody else may use the emulator. `error` is what ended it, if anything did.
    """

    def __init__(self, emulator, pace=1.0):
        self.emulator = emulator
        self.pace = pace
        self.error = None
        self._master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(self._master, False)
        self.name = os.ttyname(slave)
        self._slave = slave  # kept open, so that the port outlives the programs that use it
        self._unsent = b""
        self._stopped = False
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stopped = True
        self._thread.join()
        os.close(self._master)
        os.close(self._slave)

    def _run(self):
        begun, first = time.monotonic(), self.emulator.us
        try:
            while not self._stopped:
                self._exchange()
                if self.pace is None:
                    continue
                due = begun + (self.emulator.us - first) / 1e6 / self.pace
                ahead = due - time.monotonic()
                if ahead > 0:
                    select.select([self._master], [], [], ahead)
                else:
                    begun -= ahead  # a computer that can't keep up does not run after the time lost
        except EmulatorError as error:
            self.error = error

    def _exchange(self):
        """One slice of the chip's time, with what the host has written, and then what it may read."""
        emulator = self.emulator
        events = [(emulator.us, "serial", data)] if (data := self._read()) else []
        out = emulator.run(emulator.us + SLICE_US, events)
        self._unsent += b"".join(chunk for _, kind, chunk in out if kind == "serial")
        if self._unsent:
            try:
                self._unsent = self._unsent[os.write(self._master, self._unsent) :]
            except BlockingIOError:
                pass

    def _read(self):
        try:
            return os.read(self._master, _READ)
        except BlockingIOError:
            return b""
