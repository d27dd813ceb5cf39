"""Playing a trace back: to the controller in this process, under MicroPython, or on the emulated Pico, comparing all that goes out."""

import base64
import json
import subprocess
from typing import NamedTuple

from firmware import link, recorder
from host.errors import UserError
from host.trace import HEARD, stream
from host.virtual.playback import STEP, Playback
from host.virtual.thaw import StateError

PIECE = 96
_PLAYER = ("host/virtual/thaw.mpy", "host/virtual/playback.mpy")


class Difference(NamedTuple):
    """The first difference: when (ms of the board's clock), what it is about, what went out then and now (texts)."""

    ms: int
    what: str
    then: str
    now: str


class Report(NamedTuple):
    """What came of a replay: steps made, checksums and frames compared, ms of the board's clock from first to last step, gaps, first
    Difference or None."""

    steps: int
    compared: int
    frames: int
    ms: int
    gaps: int
    difference: Difference | None


class Replay:
    """Plays `trace` (host.trace.Trace) in this process. `on_step(playback, entry, outputs)` is called behind every step.

    `controller`, `playback`: what it is played to.
    """

    def __init__(self, trace, on_step=None):
        self.trace = trace
        self.on_step = on_step
        self.playback = Playback(trace.board(), self._step)
        self.frames = self.gaps = self.ms = 0
        self.difference = None
        self._heard = {}
        self._entry = None
        self._outputs = []
        self._began = None

    @property
    def controller(self):
        """The controller that is played to, None before the trace's first state."""
        return self.playback.controller

    def run(self):
        """Play all of it, up to the first difference; return the Report. Raises UserError for a trace that can't be played here."""
        for _ in self.steps():
            pass
        return self.report()

    def report(self):
        """Return the Report of what has been played so far."""
        playback = self.playback
        return Report(playback.steps, playback.compared, self.frames, self.ms, self.gaps, self.difference)

    def steps(self):
        """Play, yielding behind each entry; ends at the first difference. Raises UserError."""
        entries = self.trace.entries
        self._hear(0)
        for place, entry in enumerate(entries):
            if entry[0] == HEARD:
                continue
            if entry[0] == recorder.GAP:
                self.gaps += 1
                self._hear(place + 1)
            self._play(entry)
            if self.difference:
                return
            yield entry

    def _hear(self, start):
        """Collect the frames that the host heard from entry `start` on up to the next gap, by number."""
        self._heard = {}
        for entry in self.trace.entries[start:]:
            if entry[0] == recorder.GAP:
                return
            if entry[0] == HEARD and (frame := link.parts(entry[1])):
                self._heard[frame[0]] = entry[1].strip()

    def _play(self, entry):
        self._entry = entry
        before = self.playback.now
        try:
            found = self.playback.play(entry)
        except StateError as error:
            about = self.trace.about
            raise UserError(
                f"this trace was recorded by reedboard {about.get('reedboard', 'of an unknown version')} and can't be played here: {error}"
            ) from error
        if entry[0] == STEP:
            self.ms += self.playback.now - before
        if found and not self.difference:
            what, then, now = found
            self.difference = Difference(
                self.playback.now, what, f"{then:x}" if isinstance(then, int) else str(then), f"{now:x}, behind: {spoken(self._outputs)}"
            )

    def _step(self, outputs):
        if outputs:
            self._outputs = outputs
        for kind, data in outputs:
            if kind == "tx":
                self._compare(data.strip())
        if self.on_step:
            self.on_step(self.playback, self._entry, outputs)

    def _compare(self, frame):
        """Compare a frame that went out now with the one of its number that the host heard then."""
        then = self._heard.get(link.parts(frame)[0])
        if then is None or b" hello " in then:  # it names the runtime
            return
        self.frames += 1
        if then != frame and not self.difference:
            self.difference = Difference(self.playback.now, "a frame", then.decode(), frame.decode())


def spoken(outputs):
    """Return outputs [(kind, bytes)] as one line of text."""
    words = []
    for kind, data in outputs:
        text = link.decode(data)[1] if kind == "tx" else "lamps " + "".join(str(code) for code in data)
        if kind in ("tx", "lamps"):
            words += [text] if text not in words else []
        else:
            words.append(f"{kind} {data.decode('utf-8', 'replace')!r}" if kind != "beep" else f"beep {data[0]}")
    return "; ".join(words) or "nothing"


# -- elsewhere ---------------------------------------------------------------------------------------------------------


def elsewhere(trace, runtime, progress=None):
    """Play `trace` on another runtime, `micropython` or `pico`; return the Report.

    `progress(done, whole)` is called with bytes. Raises UserError (host.errors.MissingTool where the runtime is not there).
    """
    data = stream(trace.entries)
    profile = json.dumps(trace.profile, separators=(",", ":"))
    with _Unix(profile) if runtime == "micropython" else _pico(profile) as player:
        answer = "0 0 0"
        for start in range(0, len(data), PIECE):
            answer = player.feed(base64.b64encode(data[start : start + PIECE]).decode())
            if progress:
                progress(min(start + PIECE, len(data)), len(data))
            if "|" in answer:
                break
    head, *parts = [part.strip() for part in answer.split(" | ")]
    steps, compared, ms = (int(word) for word in head.split())
    difference = Difference(ms, parts[0], _hex(parts[1]), f"{_hex(parts[2])}, behind: {parts[3]}") if parts else None
    return Report(steps, compared, 0, ms, sum(entry[0] == recorder.GAP for entry in trace.entries), difference)


def _hex(number):
    return f"{int(number):x}"


class _Unix:
    """The player under MicroPython's unix port, with a heap in which all that a recording may need can be loaded beside the player."""

    def __init__(self, profile):
        from host.sim import bytecode
        from host.toolbox import micropython

        self._profile = profile
        self._command = [micropython(), "-X", "heapsize=512k", "-c", "import host.virtual.playback as p; p.serve()"]
        self._tree = bytecode.tree()

    def __enter__(self):
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={"MICROPYPATH": self._tree + ":.frozen"}
        )
        self._process.stdin.write(self._profile.encode() + b"\n")
        return self

    def __exit__(self, *error):
        self._process.kill()
        self._process.communicate()

    def feed(self, text):
        """Play one piece; return the player's answer. Raises UserError when it has ended."""
        said = b""
        try:
            self._process.stdin.write(text.encode() + b"\n")
            self._process.stdin.flush()
            said = self._process.stdout.readline()
        except BrokenPipeError:
            pass
        if not said.startswith(b"="):
            rest = (said + self._process.stdout.read()).decode("utf-8", "replace").strip().splitlines()
            raise UserError(f"MicroPython can't play this trace: {rest[-1] if rest else 'it ended'}")
        return said[1:].decode().strip()


def _pico(profile):
    from host.pico import payload, tools
    from host.pico.process import Emulator
    from host.pico.repl import Repl, SnippetError

    tools.check()

    class Pico:
        """The player on the emulated chip, at its prompt."""

        def __enter__(self):
            self._emulator = Emulator()
            self._emulator.__enter__()
            more = payload.compiled(("host/virtual",))
            files = {**payload.compiled(), **{path: more[path] for path in _PLAYER}, "profile.json": profile}
            self._emulator.start(files, {})
            self._repl = Repl(self._emulator)
            self._repl.run("from host.virtual.playback import Remote\nwith open('profile.json') as f:\n r = Remote(f.read())\n")
            return self

        def __exit__(self, *error):
            self._emulator.__exit__(*error)

        def feed(self, text):
            """Play one piece; return the player's answer. Raises UserError when it can't."""
            try:
                return self._repl.run(f"print(r.feed('{text}'))").strip()
            except SnippetError as error:
                raise UserError(f"the emulated Pico can't play this trace: {str(error).splitlines()[-1]}") from error

    return Pico()
