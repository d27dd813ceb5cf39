"""What the flight recorder notes less often, and what is read of it.  All of these work on a `firmware.recorder.Recorder`.

A device loads this module when it is needed.
"""

from firmware import link
from firmware.recorder import ACK, CHIPS, DAMAGED, FULL, GAP, MOST, OTHERWISE, PARTS, REQUEST, ROOM, ROW, SENT, STATE, TOLD, USED


def event(recorder, kind):
    """The controller is told `kind`, `UNSTORED` or `LOST`, and then makes a step.  Returns whether there was room to note it."""
    at = recorder.registers
    if at[SENT] and not at[OTHERWISE] & TOLD:
        recorder.settle()
    at[OTHERWISE] |= TOLD
    if at[OTHERWISE] & FULL:
        return False
    recorder.put(kind)
    return True


def chips(recorder, part, faults):
    """The controller is told which chips of `part` (one of `PARTS`) do not answer, `faults` (a byte a chip), and then makes a step."""
    if event(recorder, CHIPS):
        recorder.put(PARTS.index(part))
        _text(recorder, faults)


def read(recorder, start, count):
    """At most `count` bytes of the stream from `start` on; None if they are not kept (any more)."""
    if not recorder.from_ <= start <= recorder.end:
        return None
    if start < recorder.at:
        i = start - recorder.from_
        return bytes(recorder.old[i : min(i + count, recorder.at - recorder.from_)])
    recorder.registers[ROW] = 0      # what has been read is not changed any more
    i = start - recorder.at
    return bytes(recorder.new[i : min(i + count, recorder.registers[USED])])


def _number(recorder, value):
    while value > 127:
        recorder.put(value & 127 | 128)
        value >>= 7
    recorder.put(value)


def _text(recorder, data):
    _number(recorder, len(data))
    i = recorder.registers[USED]
    recorder.new[i : i + len(data)] = data
    recorder.registers[USED] = i + len(data)


def request(recorder, line):
    """Note the `line` (bytes) of a host; returns the place of the item."""
    frame = link.decode(line)
    if frame is None:
        return recorder.put(DAMAGED)
    seq, payload = frame
    words = payload.split()
    if len(words) == 2 and payload == "ack " + words[1] and words[1].isdigit() and len(words[1]) < 9:
        item = recorder.put(ACK)
        _number(recorder, int(words[1]))
        return item
    data = payload.encode()
    item = recorder.put(REQUEST)
    _number(recorder, seq)
    _text(recorder, data)
    return item


def fill(recorder):
    """No room is left: what comes is not recorded until a new stretch can begin."""
    if not recorder.registers[OTHERWISE] & FULL:
        recorder.put(GAP)
        recorder.registers[OTHERWISE] |= FULL
        recorder.wants = True


def begin(recorder):
    """The controller has been frozen: begin a new stretch, if there is room for its state."""
    data, recorder.state = recorder.state, None
    at = recorder.registers
    recorder.wants = False
    if data is None or len(data) > at[MOST] - ROOM:
        # a very long record, or much that is being sorted out: perhaps it is less later on
        recorder.least = at[USED] - 1 if at[OTHERWISE] & FULL else (at[USED] + at[MOST]) // 2
        return
    if at[SENT]:
        recorder.settle()
    recorder.from_, recorder.at = recorder.at, recorder.end
    recorder.new, recorder.old = recorder.old, recorder.new
    at[USED] = 0
    at[OTHERWISE] &= TOLD
    recorder.crc = 0
    recorder.put(STATE)
    _text(recorder, data)
    recorder.least = (at[MOST] + at[USED]) // 2
