"""The MicroPython prompt of an emulated Pico: run a piece of Python there and get what it printed, and how long it took."""

from host.pico.process import EmulatorError

_INTERRUPT, _RAW, _DO, _FRIENDLY = b"\x03", b"\x01", b"\x04", b"\x02"
_PROMPT = b"raw REPL; CTRL-B to exit\r\n>"
_ENTER_US = 2_000_000
_END = b"\x04>"


class SnippetError(Exception):
    """What was run raised; the text is MicroPython's traceback."""


class Repl:
    """Runs source text on the emulator's chip, one piece after another; names stay defined from piece to piece."""

    def __init__(self, emulator):
        self.emulator = emulator
        self._enter()

    def _enter(self):
        emulator = self.emulator
        emulator.run(emulator.us + 50_000)
        self._talk(_INTERRUPT + _RAW, _PROMPT, _ENTER_US, "MicroPython does not answer at its prompt")

    def _talk(self, data, stop, limit_us, failed):
        emulator = self.emulator
        out = emulator.run(emulator.us + limit_us, [(emulator.us, "serial", data)], stop)
        text = b"".join(chunk for _, kind, chunk in out if kind == "serial")
        if stop not in text:
            raise EmulatorError(f"{failed} within {limit_us} us of its time; it said {text[-200:]!r}")
        return text

    def run(self, source, limit_us=60_000_000):
        """Run `source`; return what it printed (text). SnippetError if it raised, EmulatorError if it took too long."""
        text = self._talk(source.encode() + _DO, _END, limit_us, "the piece did not end")
        answer = text[text.index(b"OK") + 2 : -len(_END)]
        printed, _, error = answer.partition(b"\x04")
        if error.strip():
            raise SnippetError(error.decode("utf-8", "replace").replace("\r\n", "\n").strip())
        return printed.decode("utf-8", "replace").replace("\r\n", "\n")

    def microseconds(self, source, times=1, setup=""):
        """Time of `source` on the chip in microseconds (float): the mean of `times` runs in a loop, less the loop itself.

        `setup` is run once before. Both become a function, so names in them are fast local variables.
        """
        inner = [" " + line for line in source.splitlines() or ["pass"]]
        body = "\n ".join([*setup.splitlines(), "t=time.ticks_us()", f"for _ in range({times}):", *inner])
        whole = f"import time\ndef _measured():\n {body}\n return time.ticks_diff(time.ticks_us(),t)\n"
        empty = f"def _empty():\n t=time.ticks_us()\n for _ in range({times}):\n  pass\n return time.ticks_diff(time.ticks_us(),t)\n"
        took, loop = self.run(whole + empty + "print(_measured(), _empty())\n").split()
        return (int(took) - int(loop)) / times

    def heap_free(self):
        """Bytes of heap that are free after a collection."""
        return int(self.run("import gc\ngc.collect()\nprint(gc.mem_free())\n"))
