"""The flight recorder: all that the controller was told, byte by byte, from a state that it can be set up in again.

The bytes form one endless stream, of which the last two stretches are kept; each begins with the state at that moment.  The stream is
a row of entries; the first byte says what an entry is (numbers are `firmware.state.varint`s):

    00dddddd        a step, d ms after the one before, at which nothing was new; d = 63: 63 more than the number that follows
    01cccccc        that step again, c times
    10dddddd        a step with news (d as above), then its items, the last of which has bit 7 set:
                        0..111 this bit of the frame changed | 120 + mask: the buttons | 112 + number + text: a request
                        | 113 + number: `ack` of that event | 114: a damaged frame | 115 + byte: bit number byte of the frame
    0xC0 low high   what went out since the entry before, as a running checksum of all that went out in this stretch
    0xC1            before the next step: the journal could not be written
    0xC2            before the next step: frames were lost for want of room
    0xC3 size ...   a stretch begins: the state             0xC4    here steps are missing: the stretch was full too early
    0xC5 size ...   before the next step: which chips of the scanner do not answer, a byte a chip
"""

import binascii

from firmware import forget, link

SIZE = 4096         # bytes for both stretches
MARGIN = 160        # bytes that one step can need
REQUEST, ACK, DAMAGED, FAR_BIT, BUTTONS = 112, 113, 114, 115, 120
OUT, UNSTORED, LOST, STATE, GAP, CHIPS = 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5
LAST = 128
PAUSE = 63          # ms of silence before which the checksum is noted


class Recorder:
    """Records what `controller` is told.  Call `note` before each of its steps and `after` behind it.

    `from_`, `at`, `end`: where in the stream the older stretch begins, the present one does, and the next byte will be.
    """

    def __init__(self, controller, size=SIZE):
        self.controller = controller
        self._now = bytearray(size // 2)
        self._old = bytearray(size // 2)
        self.from_ = self.at = self.end = 0
        self._used = 0
        self._full = False
        self._told = False      # whether the controller was told something since its last step
        self._mask = 0
        self._same = -1         # place of the count of the last plain step repeated, -1: there is none
        self._pause = -1        # ms of the last plain step, -1: the last entry is no plain step
        self._last = 0
        self._crc = 0
        self._sent = False      # whether something went out that no checksum in the stream has
        self._least = 0         # bytes after which the next stretch may begin
        self.frame = bytearray((controller.profile.bits + 7) // 8)
        self._begin()

    def news(self, frame, mask):
        """Whether the raw `frame` or the buttons' `mask` are others than at the last step."""
        return mask != self._mask or frame != self.frame

    # -- what happens ---------------------------------------------------------------------------------------------------

    def note(self, now, frame, mask, line):
        """A step at `now` (ms) with the raw `frame`, the buttons' `mask`, and a `line` of the host's or None is about to be made."""
        pause = now - self._last
        if pause >= PAUSE and not self._told:
            self._settle()
        self._told = False
        if self._used > len(self._now) - MARGIN - (len(line) if line else 0):
            self._fill()
        self._last = now
        if line is None and not self.news(frame, mask):
            if not self._full:
                self._plain(pause)
            return
        if self._full:
            self.frame[:] = frame
            self._mask = mask
            return
        self._step(pause, 128)
        self._pause = -1
        item = self._used
        if frame != self.frame:
            item = self._toggles(frame)
        if mask != self._mask:
            self._mask = mask
            item = self._put(BUTTONS + mask)
        if line is not None:
            item = self._line(line)
        self._now[item] |= LAST

    def after(self):
        """The step has been made: note what goes out."""
        controller = self.controller
        if controller.out or controller.lamps_changed or controller.text_changed or controller.beep or controller.store:
            self._crc = digest(controller, self._crc)
            self._sent = True

    def _settle(self):
        """All has been quiet for a moment: note the checksum, and begin a new stretch where this one is long enough."""
        if self._sent and not self._full:
            self._sent = False
            self._put(OUT)
            self._put(self._crc & 255)
            self._put(self._crc >> 8 & 255)
            self._pause = -1
        if self._used > self._least:
            self._begin()

    def event(self, kind):
        """The controller is told `kind`, `UNSTORED`, `LOST` or the scanner's faults (bytes), and then makes a step."""
        if not self._told:
            self._settle()
        self._told = True
        if not self._full:
            self._pause = -1
            if isinstance(kind, int):
                self._put(kind)
            else:
                self._put(CHIPS)
                self._text(kind)

    def read(self, start, count):
        """At most `count` bytes of the stream from `start` on; None if they are not kept (any more)."""
        if not self.from_ <= start <= self.end:
            return None
        if start < self.at:
            i = start - self.from_
            return bytes(self._old[i : min(i + count, self.at - self.from_)])
        self._pause = -1        # what has been read is not changed any more
        i = start - self.at
        return bytes(self._now[i : min(i + count, self._used)])

    # -- entries --------------------------------------------------------------------------------------------------------

    def _put(self, byte):
        """Write one byte; returns its place."""
        i = self._used
        self._now[i] = byte
        self._used = i + 1
        self.end += 1
        return i

    def _step(self, pause, kind):
        if pause < 63:
            self._put(kind | pause)
        else:
            self._put(kind | 63)
            self._number(pause - 63)

    def _number(self, value):
        while value > 127:
            self._put(value & 127 | 128)
            value >>= 7
        self._put(value)

    def _text(self, data):
        self._number(len(data))
        self._now[self._used : self._used + len(data)] = data
        self._used += len(data)
        self.end += len(data)

    def _plain(self, pause):
        if pause != self._pause:
            self._step(pause, 0)
            self._pause = pause
            self._same = -1
        elif self._same >= 0 and self._now[self._same] < 127:
            self._now[self._same] += 1
        else:
            self._same = self._put(65)

    def _toggles(self, frame):
        kept = self.frame
        item = i = 0
        for byte in frame:
            moved = byte ^ kept[i]
            if moved:
                kept[i] = byte
                bit = 8 * i
                while moved:
                    if moved & 1:
                        item = self._put(bit if bit < REQUEST else FAR_BIT)
                        if bit >= REQUEST:
                            self._put(bit)
                    moved >>= 1
                    bit += 1
                if kept == frame:
                    break
            i += 1
        return item

    def _line(self, line):
        frame = link.decode(line)
        if frame is None:
            return self._put(DAMAGED)
        seq, payload = frame
        words = payload.split()
        if len(words) == 2 and payload == "ack " + words[1] and words[1].isdigit() and len(words[1]) < 9:
            item = self._put(ACK)
            self._number(int(words[1]))
            return item
        data = payload.encode()
        item = self._put(REQUEST)
        self._number(seq)
        self._text(data)
        return item

    # -- stretches ------------------------------------------------------------------------------------------------------

    def _fill(self):
        """No room is left: what comes is not recorded until a new stretch can begin."""
        if not self._full:
            self._full = True
            self._put(GAP)

    def _begin(self):
        """Begin a new stretch if the controller can be frozen now and there is room for its state."""
        controller = self.controller
        if not controller.free() or controller.debounce.due >= 0:
            return
        from firmware import state

        data = state.freeze(controller)
        forget("state")
        if data is None:
            return
        if len(data) > len(self._now) - 4 * MARGIN:
            self._least = self._used + MARGIN       # a very long record; perhaps some of it is taken back
            return
        self.from_, self.at = self.at, self.end
        self._now, self._old = self._old, self._now
        self._used = 0
        self._full = False
        self._crc = 0
        self._sent = False
        self._pause = -1
        self._put(STATE)
        self._text(data)
        self._least = (len(self._now) + self._used) // 2


def digest(controller, crc):
    """The checksum `crc` of all that went out before, with what `controller` puts out now (apart from `hello`, which names the runtime)."""
    for data in controller.out:
        if b" hello " not in data:
            crc = binascii.crc32(data, crc)
    if controller.lamps_changed:
        crc = binascii.crc32(controller.line.pattern or controller.lamps, binascii.crc32(b"L", crc))
    if controller.text_changed:
        crc = binascii.crc32("\n".join(controller.text).encode(), binascii.crc32(b"T", crc))
    if controller.beep:
        crc = binascii.crc32(bytes((controller.beep,)), crc)
    for data in controller.store:
        crc = binascii.crc32(data, crc)
    return crc
