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
    0xC5 part size ...  before the next step: which chips of that part (its place in `PARTS`) do not answer, a byte a chip
"""

from array import array
from binascii import crc32

from firmware import forget, link

try:
    from firmware.tape_viper import news, plain
except ImportError:     # CPython, or a port or bytecode without the viper emitter
    from firmware.tape_plain import news, plain

SIZE = 4096         # bytes for both stretches
MARGIN = 160        # bytes that one step can need
ROOM = 200          # bytes that must be left behind a state for what happens
REQUEST, ACK, DAMAGED, FAR_BIT, BUTTONS = 112, 113, 114, 115, 120
OUT, UNSTORED, LOST, STATE, GAP, CHIPS = 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5
PARTS = ("scanner", "lights", "display")
LAST = 128
PAUSE = 63          # ms of silence before which the checksum is noted
STEPPED, PLAIN, SAME, USED, MOST, BYTES, OTHERWISE, SENT = range(8)     # the registers, see `firmware.tape_plain`
FULL, TOLD = 1, 2   # why a step must be noted otherwise: the stretch is full, the controller was told something


class Recorder:
    """Records what `controller` is told.  Call `note` before each of its steps, `after` behind it, and `work` at passes without one.

    `from_`, `at`, `end`: where in the stream the older stretch begins, the present one does, and the next byte will be.  `wants`: whether
    `work` has something to do.
    """

    def __init__(self, controller, size=SIZE):
        self.controller = controller
        self._now = bytearray(size // 2)
        self._old = bytearray(size // 2)
        self.from_ = self.at = 0
        self.wants = False
        self._mask = 0
        self._crc = 0
        self._least = 0         # bytes after which the next stretch may begin
        self._job = None        # the generator that freezes the controller
        self._froze = 0         # ms, the last step when that began
        self._state = None      # what it has made so far
        self.frame = bytearray((controller.profile.bits + 7) // 8)
        self._at = array("i", (0, 0, 0, 0, size // 2 - MARGIN, len(self.frame), 0, 0))
        while self.work(PAUSE) == PAUSE + 1:
            pass

    @property
    def end(self):
        """See the class."""
        return self.at + self._at[USED]

    def news(self, frame, mask):
        """Whether the raw `frame` or the buttons' `mask` are others than at the last step."""
        return mask != self._mask or frame != self.frame

    # -- what happens ---------------------------------------------------------------------------------------------------

    def note(self, now, frame, mask, line):
        """A step at `now` (ms) with the raw `frame`, the buttons' `mask`, and a `line` of the host's or None is about to be made."""
        at = self._at
        if line is None and mask == self._mask:
            done = plain(at, self._now, self.frame, frame, now)
            if done == 2:
                news(at, self._now, self.frame, frame, now, 0)
            if done:
                return
        self._note(now, frame, mask, line)

    def _note(self, now, frame, mask, line):
        """Note a step that is not only one of the switches, or for which something else must be noted before."""
        at = self._at
        if at[SENT] and now - at[STEPPED] >= PAUSE and not at[OTHERWISE] & TOLD:
            self._settle()
        at[OTHERWISE] &= FULL
        if at[USED] + (len(line) if line else 0) > at[MOST]:
            self._fill()
        if at[OTHERWISE]:
            at[STEPPED] = now
            self.frame[:] = frame
            self._mask = mask
            return
        if line is None and mask == self._mask:
            if plain(at, self._now, self.frame, frame, now) == 2:
                news(at, self._now, self.frame, frame, now, 0)
            return
        item = news(at, self._now, self.frame, frame, now, 1)
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
            self._at[SENT] = 1
            self.wants = self._at[USED] > self._least

    def work(self, now):
        """At a pass at `now` (ms) without a step: go on with what takes long, a piece.  Returns when to go on (ms), 0 for never.

        A new stretch begins where this one is long enough, all has been quiet for a moment and the controller can be frozen.
        """
        last = self._at[STEPPED]
        if now - last < PAUSE:
            return last + PAUSE
        controller = self.controller
        if self._job is None or self._froze != last:
            if not controller.free() or controller.debounce.due >= 0 or not controller.line.quiet():
                return now + PAUSE
            from firmware import state

            self._froze = last
            self._state = bytearray()
            self._job = state.freezing(controller, self._state)
        for _ in self._job:
            return now + 1
        self._job = None
        self._begin()
        return 0

    def _settle(self):
        """All has been quiet for a moment: note the checksum."""
        self._at[SENT] = 0
        if not self._at[OTHERWISE] & FULL:
            self._put(OUT)
            self._put(self._crc & 255)
            self._put(self._crc >> 8 & 255)

    def event(self, kind):
        """The controller is told `kind`, `UNSTORED` or `LOST`, and then makes a step.  Returns whether there was room to note it."""
        at = self._at
        if at[SENT] and not at[OTHERWISE] & TOLD:
            self._settle()
        at[OTHERWISE] |= TOLD
        if at[OTHERWISE] & FULL:
            return False
        self._put(kind)
        return True

    def chips(self, part, faults):
        """The controller is told which chips of `part` (one of `PARTS`) do not answer, `faults` (a byte a chip), and then makes a step."""
        if self.event(CHIPS):
            self._put(PARTS.index(part))
            self._text(faults)

    def read(self, start, count):
        """At most `count` bytes of the stream from `start` on; None if they are not kept (any more)."""
        if not self.from_ <= start <= self.end:
            return None
        if start < self.at:
            i = start - self.from_
            return bytes(self._old[i : min(i + count, self.at - self.from_)])
        self._at[PLAIN] = 0    # what has been read is not changed any more
        i = start - self.at
        return bytes(self._now[i : min(i + count, self._at[USED])])

    # -- entries --------------------------------------------------------------------------------------------------------

    def _put(self, byte):
        """Write one byte; returns its place."""
        at = self._at
        i = at[USED]
        self._now[i] = byte
        at[USED] = i + 1
        at[PLAIN] = 0
        return i

    def _number(self, value):
        while value > 127:
            self._put(value & 127 | 128)
            value >>= 7
        self._put(value)

    def _text(self, data):
        self._number(len(data))
        i = self._at[USED]
        self._now[i : i + len(data)] = data
        self._at[USED] = i + len(data)

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
        if not self._at[OTHERWISE] & FULL:
            self._put(GAP)
            self._at[OTHERWISE] |= FULL
            self.wants = True

    def _begin(self):
        """The controller has been frozen: begin a new stretch, if there is room for its state."""
        data, self._state = self._state, None
        at = self._at
        self.wants = False
        forget("state")
        if len(data) > at[MOST] - ROOM:
            # a very long record, or much that is being sorted out: perhaps it is less later on
            self._least = at[USED] - 1 if at[OTHERWISE] & FULL else (at[USED] + at[MOST]) // 2
            return
        if at[SENT]:
            self._settle()
        self.from_, self.at = self.at, self.end
        self._now, self._old = self._old, self._now
        at[USED] = 0
        at[OTHERWISE] &= TOLD
        self._crc = 0
        self._put(STATE)
        self._text(data)
        self._least = (at[MOST] + at[USED]) // 2


def digest(controller, crc):
    """The checksum `crc` of all that went out before, with what `controller` puts out now (apart from `hello`, which names the runtime).

    Of a frame its own checksum counts, of lamps the frame that tells of them, unless a host shows others.
    """
    for data in controller.out:
        if b" hello " not in data:
            crc = crc32(data[-9:-1], crc)
    if controller.lamps_changed:
        crc = crc32(controller.line.pattern or b"L", crc)
    if controller.text_changed:
        crc = crc32("\n".join(controller.text).encode(), crc)
    if controller.beep or controller.store:
        crc = crc32(bytes((controller.beep,)), crc)
        for data in controller.store:
            crc = crc32(data, crc)
    return crc
