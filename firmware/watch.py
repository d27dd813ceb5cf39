"""What hosts may look at without the controller noticing: the flight recorder, and what the tracker has seen.

These requests are answered by frames with the number 0; they are no inputs of the controller and are not recorded.

    trace                -> trace <from> <at> <end>         which bytes of the recorder's stream are kept, see `firmware.recorder`
    trace <start>        -> trace <start> <end> <base64>    bytes of it, at most `PIECE`; nothing after <end> if it ends there
    why                  -> why 0 <size> <base64>           what the tracker knows, see `facts`; its first bytes
    why <start>          -> why <start> <size> <base64>     the next ones
    stat                 -> stat <key=value>...             the device's own health, see `Watch.stat`
"""

import binascii
import gc

from firmware import link, notes, state
from firmware.talk import number

PIECE = 96          # bytes in one answer


class Watch:
    """Answers such requests about the `shell`'s controller and recorder."""

    def __init__(self, shell):
        self.shell = shell
        self._facts = b""

    def take(self, now, line):
        """Answer the `line` (bytes) of a host, which came at `now` (ms), if it is such a request; returns whether it was."""
        frame = link.decode(line)
        words = frame[1].split() if frame else ()
        answer = _ANSWERS.get(words[0]) if words else None
        if answer is None:
            return False
        self.shell.out.append(link.encode(0, answer(self, now, words[1:])))
        return True

    def _trace(self, now, words):
        recorder = self.shell.recorder
        if not words:
            return "trace %d %d %d" % (recorder.from_, recorder.at, recorder.end)
        start = number(words)
        data = notes.read(recorder, start, PIECE)
        if data is None:
            return "err 0 trace: byte %s is not kept, there are %d to %d" % (words[0][:10], recorder.from_, recorder.end)
        return "trace %d %d %s" % (start, recorder.end, _base64(data))

    def _why(self, now, words):
        start = number(words, 0)
        if start == 0:
            self._facts = facts(self.shell.controller)
        size = len(self._facts)
        piece = self._facts[start : start + PIECE]
        if start + PIECE >= size:
            self._facts = b""
        return "why %d %d %s" % (start, size, _base64(piece))

    def stat(self, now, words=()):
        """The device's health: `t` ms since power-on, `gap` ms the longest time between two scans since the last `stat`, `free` bytes of heap,
        `frame` what the switches read now, and which parts do not answer: `chips` of the scanner, `lamps`, `display` (a byte each, 00 is fine)."""
        gap, self.shell.gap = self.shell.gap, 0
        free = gc.mem_free() if hasattr(gc, "mem_free") else 0
        shell = self.shell
        return "stat t=%d gap=%d free=%d steps=%d frame=%s chips=%s lamps=%s display=%s" % (
            now, gap, free, shell.steps, _hex(shell.frame), _hex(shell.scanner.faults), _failed(shell.lights), _failed(shell.display))


def facts(controller):
    """What the tracker knows, packed: kind of the last verdict, whether a job runs, set-up, occupancy, mask, exchanges, and its stories: how many
    toggles since the last accepted turn, whether none are followed, which squares were touched (all, and since that turn), what is told, the
    accepted row, and the rows (`firmware.state.rows`)."""
    tracker = controller.tracker
    out = bytearray()
    state.pack(out, [tracker.kind, not controller.free(), tracker.setup, tracker.occ, tracker.mask, tracker.exchanges, seen(tracker.stories)])
    return bytes(out)


def seen(stories):
    """What `stories` hold, as `facts` says."""
    lately = [cell for cell in stories.cells if stories.was_touched(cell)]
    return [stories.events, stories.blind or stories.lost, list(stories.cells), lately, stories.told, stories.here, state.rows(stories)]


def _failed(part):
    """The faults of a driver in hexadecimal digits; empty where it can't tell."""
    return _hex(part.faults) if hasattr(part, "faults") else ""


def _hex(data):
    return binascii.hexlify(bytes(data)).decode()


def _base64(data):
    return binascii.b2a_base64(data).decode().strip()


_ANSWERS = {"trace": Watch._trace, "why": Watch._why, "stat": Watch.stat}
