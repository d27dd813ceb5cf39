"""The examination: asks hands for what it needs, watches what the switches make of it, and collects findings."""

from typing import NamedTuple

from board_drivers.profile import NONE
from host.doctor import checks
from host.doctor.contacts import Contacts, chips
from host.doctor.report import Report
from host.recording import Puller
from host.virtual.playback import Entries

REST_S = 6.0
STABLE_MS = 400
LATE_MS = 2200  # a piece over a reed's dead zone may show as late as this
CALM_S = 4.0  # so long a matrix may still name rows for what its switches showed before
TRIES = 5
ODD_TRIES = 2
FLASH_S = 0.25
BUTTONS = {"white": 1, "black": 2, "menu": 4}


class Task(NamedTuple):
    """What hands are asked for. kind: hands_off, clear, put (the one piece, moved from where it was), fill (these squares and no others),
    lamps (which are
    dark?), press; squares: names on the board; text: for a person."""

    kind: str
    squares: tuple
    text: str


class Exam:
    """An examination of the board behind `client` (host.client.Client), of the profile `profile`.

    helper: who helps; `helper.begin(task)` asks for something, `helper.done()` says that it has been done (a person pressed Enter; some tasks end by
    themselves), `helper.answer()` gives the squares that were the answer to a `lamps` task. slice_s: how often the board is looked at.
    """

    def __init__(self, client, profile, helper, slice_s=0.05):
        self.client = client
        self.profile = profile
        self.helper = helper
        self.slice_s = slice_s
        self.contacts = Contacts(profile)
        self.findings = []
        self.puts = {}
        self.health = {}
        self._puller = Puller(client)
        self._entries = Entries()
        self.stuck, self.silent = set(), set()
        self.expected = {profile.square(cell): bit for bit, cell in enumerate(profile.bit_cells) if cell != NONE}

    def run(self, guided=True, rest_s=REST_S):
        """Examine: always at rest, and if `guided` with a piece on every square; return the Report."""
        self._start()
        self._rest(rest_s)
        if guided:
            self._lamps()
            self._empty()
            self._walk()
            if self._matrix():
                self._diodes()
            self._buttons()
        self._light("off")
        self._puller.close()
        return Report.of(self, guided)

    def _matrix(self):
        return self.profile.scanner["driver"] == "matrix"

    # looking

    def look(self):
        """Take what the switches did since the last look; time passes."""
        self.client.poll(self.slice_s)
        while True:
            anew, data = self._puller.pull()
            if anew:
                self._entries = Entries()
            self.contacts.take(self._entries.feed(data))
            if not data:
                return

    def _stat(self):
        self.health = dict(word.split("=", 1) for word in self.client.query("stat").split())
        return self.health

    def _start(self):
        """Begin with what the switches read now; what the recorder has from before does not count."""
        self.look()
        while True:
            before = self.contacts.now
            frame = bytes.fromhex(self._stat()["frame"])
            self.look()
            if frame == bytes.fromhex(self._stat()["frame"]) or self.contacts.now - before > 5000:
                break
        self.contacts.begin(frame)
        self.contacts.flips.clear()
        self.contacts.pressed = 0
        self._silence()

    def _silence(self):
        """Note which chips do not answer, in place of what was noted before."""
        silent, width = chips(self._stat()), self.profile.chip_bits
        self.findings = [finding for finding in self.findings if finding.kind not in ("chip", "diode")] + checks.silent_chips(self.contacts, silent)
        self.silent = {bit for chip in silent for bit in range(chip * width, (chip + 1) * width)}

    def _wait(self, seconds):
        end = self.client.clock() + seconds
        while self.client.clock() < end:
            self.look()

    def _until(self, condition):
        """Wait until `condition()` or the helper says that it is done; return whether the condition held."""
        while not condition():
            if self.helper.done():
                return condition()
            self.look()
        return True

    def _ask(self, kind, text, *squares):
        self.helper.begin(Task(kind, squares, text))

    def _light(self, codes):
        """Show the lamps `codes` (text of digits, or "off")."""
        if self.profile.lights:
            self.client.order(f"light {codes}")

    def _lit(self, *squares, code=1):
        """The lamps that show just these board squares."""
        cells = {self.profile.cell(square) for square in squares}
        return "".join(str(code) if cell in cells else "0" for cell in range(self.profile.n))

    # at rest

    def _rest(self, seconds):
        self._ask("hands_off", "Leave the board alone for a moment.")
        first = len(self.contacts.flips)
        self._wait(seconds)
        middle = len(self.contacts.flips)
        end = self.client.clock() + seconds
        on = True
        while self.client.clock() < end and self.profile.lights:
            self._light(("3" if on else "0") * self.profile.n)
            on = not on
            self._wait(FLASH_S)
        self._light("off")
        self.look()
        self.findings += checks.at_rest(self.contacts, (first, middle), (middle, len(self.contacts.flips)))

    def _lamps(self):
        dark = ()
        if self.profile.lights:
            self._light("1" * self.profile.n)
            self._ask("lamps", "All lamps should shine. Which are dark? (squares, or just Enter)")
            self._until(lambda: False)
            dark = self.helper.answer()
        self._stat()
        faults = [number for number, fault in enumerate(bytes.fromhex(self.health.get("lamps", ""))) if fault]
        self.findings += checks.of_lamps(dark, faults) + checks.of_display(bytes.fromhex(self.health.get("display", "")))

    # piece by piece

    def _empty(self):
        """The board without pieces: what reads closed is stuck."""
        self._light("0" * self.profile.n)
        self._ask("clear", "Take everything off the board, then press Enter.")
        self._until(lambda: False)
        self._settled()
        if self.silent and self._matrix():      # it can read its rows again where nothing stands on them
            self._lasting()
            self._silence()
        self.stuck = self.contacts.closed() - self.silent
        restless = {self.expected[square] for finding in self.findings if finding.kind == "restless" for square in finding.squares}
        self.findings += checks.on_empty_board(self.contacts, self.stuck - restless)
        self.stuck |= restless

    def _settled(self, ms=STABLE_MS):
        """Wait until no switch has changed for `ms`, restless ones apart; at most ten times as long."""
        end = self.client.clock() + ms / 100
        start = self.client.clock()
        while self.client.clock() < end:
            self.look()
            if self.client.clock() - start >= ms / 1000 and self.contacts.now - self._last_flip() >= ms:
                return

    def _last_flip(self):
        for ms, bit, _ in reversed(self.contacts.flips):
            if bit not in self.stuck:
                return ms
        return 0

    def _walk(self):
        """One piece on every square in turn."""
        for rank in range(self.profile.ranks):
            files = range(self.profile.files) if rank % 2 == 0 else range(self.profile.files - 1, -1, -1)
            for file in files:
                square = self.profile.square(rank * self.profile.files + file)
                if square in self.expected and self.expected[square] not in self.silent:
                    self.puts[square] = self._put(square)
        self._ask("clear", "Take the piece off, then press Enter.")
        self._until(lambda: False)
        self._settled()
        self._note_kept()
        self._silence()
        self.findings += checks.of_walk(self.contacts, self.puts, self.stuck, self.silent)

    def _put(self, square):
        """Let the piece be put on `square`, again where that looks odd; return the Put."""
        put = self._put_once(square)
        while self._doubtful(square, put):
            self._ask("clear", f"Take the piece off {square} once more, then press Enter.")
            self._until(lambda: not self._here())
            self._settled()
            again = self._put_once(square)
            put = checks.Put(
                square,
                put.closed & again.closed or again.closed,
                put.flips + again.flips,
                max(put.settle_ms, again.settle_ms),
                put.tries + 1,
                put.bad + again.bad,
                put.kept,
            )
        return put

    def _doubtful(self, square, put):
        """Whether that should be tried once more: any healthy switch may chatter now and then, few do so five times running."""
        if put.closed == {self.expected[square]}:
            return put.bad == put.tries < TRIES
        return put.tries < ODD_TRIES

    def _here(self):
        """Bits that read closed, stuck and silent ones apart."""
        return self.contacts.closed() - self.stuck - self.silent

    def _put_once(self, square):
        """Let the piece be put on `square` and watch; return the Put of this one time."""
        before = self._here()
        first = len(self.contacts.flips)
        self._light(self._lit(square))
        self._ask("put", f"Put the piece on {square} ({len(self.puts) + 1} of {len(self.expected)}).", square)
        self._until(lambda: self._arrived(before))
        if not self._arrived(before):
            self._wait_late()
        self._settled()
        closed = frozenset(self._here())
        if before and before & closed and closed - before:
            self._settled(STABLE_MS * 2)
            closed = frozenset(self._here())
        mine = self.expected[square]
        bursts = [burst for burst in self.contacts.bursts(mine, first)] if mine in closed else []
        settle = max((ms for _, ms, _ in bursts), default=0)
        return checks.Put(square, closed, sum(flips for _, _, flips in bursts), settle, 1, int(settle > checks.LONG_MS or len(bursts) > 2))

    def _arrived(self, before):
        """Whether the piece has come to rest somewhere: something new is closed, what it left is open, and nothing has moved for a while."""
        here = self._here()
        return bool(here - before) and not here & before and self.contacts.now - self._last_flip() >= STABLE_MS

    def _wait_late(self):
        """Somebody says that the piece is there, but nothing shows: give a dead zone its time."""
        end = self.client.clock() + LATE_MS / 1000
        while self.client.clock() < end and not self._here():
            self.look()

    def _note_kept(self):
        """Bits that are still closed although everything has been taken off again."""
        kept = frozenset(self._here())
        if kept:
            self.puts = {square: put._replace(kept=put.closed & kept) for square, put in self.puts.items()}

    # diodes of a matrix

    def _diodes(self):
        """Fill one row of the matrix and walk along the next: where a diode is missing the driver sees both rows low at once and says so.

        Both squares of that column may be the one; each is asked about once more, beside its other neighbour.
        """
        profile = self.profile
        width = profile.chip_bits
        count = profile.bits // width
        rows = [[bit for bit in range(row * width, (row + 1) * width) if profile.bit_cells[bit] != NONE] for row in range(count)]
        low = set()  # (row, column): it and the next row were low at once
        for number, row in enumerate(rows):
            after = (number + 1) % count
            full = {bit for bit in row if bit not in self.stuck | self.silent}
            for walker in rows[after]:
                squares = sorted(self.contacts.square(bit) for bit in full | {walker})
                self._light(self._lit(*squares))
                self._ask("fill", f"Pieces on {' '.join(squares)} and nowhere else, then press Enter.", *squares)
                self._until(lambda: False)
                self._wait(LATE_MS / 1000)
                if {number, after} <= self._lasting():
                    low.add((number, walker % width))
        self.findings += checks.of_diodes(self.contacts, low, count)

    def _lasting(self):
        """Rows of the matrix that the driver can't read; what it says of an earlier arrangement is given its time to pass."""
        end = self.client.clock() + CALM_S
        while True:
            silent = set(chips(self._stat()))
            if not silent or self.client.clock() >= end:
                return silent
            self._wait(STABLE_MS / 1000)

    def _buttons(self):
        missing = []
        for name, bit in BUTTONS.items():
            self._ask("press", f"Press the button {name}.", name)
            if not self._until(lambda bit=bit: self.contacts.pressed & bit):
                missing.append(name)
        self.findings += checks.of_buttons(missing)
