"""The flight recorder: all that the controller was told, byte by byte, from a state that it can be set up in again.

The bytes form one endless stream, of which the last two stretches are kept; each begins with the state at that moment.  The stream is
a row of entries; the first byte says what an entry is (numbers are `firmware.state.varint`s):

    00dddddd        a step, d ms after the one before, at which nothing was new; d = 63: 63 more than the number that follows
    01dddnnn        such a step after d ms, and n more at the same moment
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

from firmware import forget

try:
    from firmware.tape_viper import news, plain
except ImportError:     # CPython, or a port or bytecode without the viper emitter
    from firmware.tape_plain import news, plain

SIZE = 5120         # bytes for both stretches
MARGIN = 160        # bytes that one step can need
ROOM = 200          # bytes that must be left behind a state for what happens
REQUEST, ACK, DAMAGED, FAR_BIT, BUTTONS = 112, 113, 114, 115, 120
OUT, UNSTORED, LOST, STATE, GAP, CHIPS = 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5
PARTS = ("scanner", "lights", "display")
LAST = 128
PAUSE = 63          # ms of silence before which the checksum is noted
STEPPED, ROW, USED, MOST, BYTES, OTHERWISE, SENT = range(7)     # the registers, see `firmware.tape_plain`
MS = 0x3FFFFFFF     # the bits of a time that the first of them holds
FULL, TOLD = 1, 2   # why a step must be noted otherwise: the stretch is full, the controller was told something


def stretches(size=SIZE):
    """Room for both stretches: two bytearrays of half of `size` bytes."""
    return bytearray(size // 2), bytearray(size // 2)


class Recorder:
    """Records what `controller` is told.  Call `note` before its step, `after` where that has put something out, `again` where it was one of several
    at that moment, and `work` at passes without a step.

    `from_`, `at`, `end`: where in the stream the older stretch begins, the present one does, and the next byte will be; `old`, `new`: their
    bytes; `registers`: see `firmware.tape_plain`.  `wants`: whether `work` has something to do.  What is done less often is in
    `firmware.notes`.
    """

    def __init__(self, controller, size=SIZE, held=None):
        self.controller = controller
        self.new, self.old = held or stretches(size)
        self.from_ = self.at = 0
        self.wants = False
        self.mask = 0
        self.crc = 0
        self.least = 0          # bytes after which the next stretch may begin
        self._job = None        # the generator that freezes the controller
        self._froze = 0         # ms, the last step when that began
        self.state = None       # what it has made so far
        self.frame = bytearray((controller.profile.bits + 7) // 8)
        self.registers = array("i", (0, 0, 0, size // 2 - MARGIN, len(self.frame), 0, 0))
        while self.work(PAUSE) == PAUSE + 1:
            pass

    @property
    def end(self):
        """See the class."""
        return self.at + self.registers[USED]

    def news(self, frame, mask):
        """Whether the raw `frame` or the buttons' `mask` are others than at the last step."""
        return mask != self.mask or frame != self.frame

    # -- what happens ---------------------------------------------------------------------------------------------------

    def note(self, now, frame, mask, line):
        """A step at `now` (ms) with the raw `frame`, the buttons' `mask`, and a `line` of the host's or None is about to be made."""
        at = self.registers
        if line is None and mask == self.mask:
            done = plain(at, self.new, self.frame, frame, now)
            if done == 2:
                news(at, self.new, self.frame, frame, now, 0)
            if done:
                return
        self._note(now, frame, mask, line)

    def _note(self, now, frame, mask, line):
        """Note a step that is not only one of the switches, or for which something else must be noted before."""
        at = self.registers
        if at[SENT] and self._pause(now) >= PAUSE and not at[OTHERWISE] & TOLD:
            self.settle()
        at[OTHERWISE] &= FULL
        if not at[OTHERWISE] and at[USED] + (len(line) if line else 0) > at[MOST]:
            from firmware import notes

            notes.fill(self)
        if at[OTHERWISE]:
            at[STEPPED] = now & MS
            self.frame[:] = frame
            self.mask = mask
            return
        if line is None and mask == self.mask:
            if plain(at, self.new, self.frame, frame, now) == 2:
                news(at, self.new, self.frame, frame, now, 0)
            return
        item = news(at, self.new, self.frame, frame, now, 1)
        if mask != self.mask:
            self.mask = mask
            item = self.put(BUTTONS + mask)
        if line is not None:
            from firmware import notes

            item = notes.request(self, line)
        self.new[item] |= LAST

    def after(self):
        """A step has been made: note what it has put out."""
        self.crc = digest(self.controller, self.crc)
        self.registers[SENT] = 1
        self.wants = self.registers[USED] > self.least

    def again(self, count):
        """Behind the step noted last `count` more have been made at that moment, with nothing new."""
        at = self.registers
        if at[OTHERWISE]:
            return
        if at[ROW]:
            more = min(count, 7)
            self.new[at[ROW] - 1] += more
            count -= more
        while count:
            more = min(count, 8)
            self.put(63 + more)
            count -= more

    def work(self, now):
        """At a pass at `now` (ms) without a step: go on with what takes long, a piece.  Returns when to go on (ms), 0 for never.

        A new stretch begins where this one is long enough, all has been quiet for a moment and the controller can be frozen.
        """
        pause = self._pause(now)
        if pause < PAUSE:
            return now + PAUSE - pause
        last = self.registers[STEPPED]
        controller = self.controller
        if self._job is None or self._froze != last:
            if not controller.free() or controller.debounce.due >= 0 or not controller.line.quiet():
                return now + PAUSE
            from firmware import state

            self._froze = last
            self.state = bytearray()
            self._job = state.freezing(controller, self.state)
        try:
            for _ in self._job:
                if len(self.state) <= self.registers[MOST] - ROOM:
                    return now + 1
                break
        except MemoryError:     # no piece of the heap is as long
            self.state = None
        self._job = None
        from firmware import notes

        notes.begin(self)
        forget("state")
        forget("notes")
        return 0

    def settle(self):
        """All has been quiet for a moment: note the checksum."""
        self.registers[SENT] = 0
        if not self.registers[OTHERWISE] & FULL:
            self.put(OUT)
            self.put(self.crc & 255)
            self.put(self.crc >> 8 & 255)

    def put(self, byte):
        """Write one byte; returns its place."""
        at = self.registers
        i = at[USED]
        self.new[i] = byte
        at[USED] = i + 1
        at[ROW] = 0
        return i

    def _pause(self, now):
        """How long ago, at `now`, the last step was (ms)."""
        return (now - self.registers[STEPPED]) & MS


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
