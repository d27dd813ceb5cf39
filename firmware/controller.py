"""The controller: a pure state machine from frames, buttons and host lines to lamps, texts, messages and bytes to store.

Way of the data: frame -> debounce -> toggles -> tracker -> turn -> game -> guide.  It reads no clock, no pin, no file and no random number:
time comes in as milliseconds, and each `step` says when the next one is due.  Long work is cut into units, of which a step does one; who has
time left makes another step at once.
"""

from firmware import forget, journal
from firmware.debounce import Settle
from firmware.guide import draw
from firmware.line import Line, digits
from firmware.tracker import ASK, BACK, FIX, RESUMED, STILL, TURNS
from firmware.words import say

LONG_PRESS = 800        # ms
IDLE = 60000            # ms, the longest time between two steps
REACTION = 150          # ms, no sooner can a touch be meant as an answer
WHITE, BLACK, MENU = 1, 2, 4
CLICK, WRONG, QUESTION, END = 1, 2, 3, 4      # tunes


class Controller:
    """One board playing one game.

    `profile`: board_drivers.profile.Profile; `config`: {"game", "position" (text or None), "options": {}}, options of the game and of
    `OPTIONS`; `saved`: bytes of the journal.  Errors in them are engine.EngineError.

    The shell reads `out` (list of bytes lines to send), `lamps` (bytearray, a code a board cell) when `lamps_changed`, `text` (two lines)
    when `text_changed`, `beep` (number of a tune: `CLICK`, ...), `store` (bytes to append to the journal), and empties or resets what it has taken.
    """

    def __init__(self, profile, config, saved=b""):
        self.profile = profile
        self.out = []
        self.store = []
        self.beep = 0
        self.lamps = bytearray(profile.n)
        self.lamps_changed = self.text_changed = True
        self.line = Line(self, saved)
        self.debounce = Settle(profile.bits)
        self.config = dict(config)
        self._primed = False
        self._job = None        # generator of the work in hand, a unit of it a step
        self.firm = False       # whether that brings the record up to date, and must be brought to its end
        self._later = []        # toggles seen meanwhile: (cell, closed, ms)
        self._wanted = self._drawn = 0      # how often lamps and texts were to be drawn anew; up to which of these times they have been
        self._buttons = 0
        self._pressed_at = 0
        self._long = False
        self.faults = self.tracker = None
        from firmware import opening

        opening.begin(self, saved)
        forget("opening")

    def reset(self):
        """A game begins."""
        self.mode = "play"
        self._primed = False
        self._job = None
        self.firm = False
        self._later = []
        self.told = None        # what was last asked for: payload of the ask or fix message, None for nothing
        self.question = None
        self.confirming = False
        self._press = False
        self.ready = False      # whether a turn waits for the clock to be pressed
        self._judged = self._held = False
        self._moved_at = self._asked_at = 0

    # -- the step -----------------------------------------------------------------------------------------------------

    def step(self, now, frame, buttons=0, line=None):
        """Take what there is at `now` (ms): the raw `frame`, the `buttons` (bit mask), a `line` from the host or None.

        Returns when the next step is due (ms) if nothing changes before.
        """
        if not self._primed:
            self.line.now = now
            self._prime(now, frame)
        self.line.begin(now, line)
        if buttons != self._buttons or (buttons and not self._long):
            self._button(now, buttons)
        if self.debounce.update(frame, now):
            self._toggles(now)
        if self._job is None and self._wanted != self._drawn:
            self._job = self._draw()
        if self._job is None and self.tracker.waiting.ripe(now):
            self._job = self._prepare()
        if self._job is not None:
            self._work()
        elif not self._judged:
            if now - self._moved_at >= self.options["rest"] or self._press:
                self._judge(False)
        elif not self._held and now - self._moved_at >= self.options["hold"]:
            self._judge(True)
        if self.faults.due >= 0 and now >= self.faults.due and not self.firm:
            self.faults.look(now)
        self.line.tick()
        return self._next(now)

    def _next(self, now):
        if self.busy:
            return now + 1
        due = now + IDLE
        if self.debounce.due >= 0 and self.debounce.due < due:
            due = self.debounce.due
        if self.faults.due >= 0 and self.faults.due < due:
            due = self.faults.due
        if self.line.due >= 0 and self.line.due < due:
            due = self.line.due
        if self.tracker.waiting.due >= 0:
            due = min(due, self.tracker.waiting.due)
        if not self._judged:
            due = min(due, self._moved_at + self.options["rest"])
        elif not self._held:
            due = min(due, self._moved_at + self.options["hold"])
        if self._buttons and not self._long:
            due = min(due, self._pressed_at + LONG_PRESS)
        return due

    def _prime(self, now, frame):
        """The first frame: what stands on the board now."""
        self._primed = True
        self.debounce.prime(frame)
        tracker = self.tracker
        for bit in range(len(self.cells)):
            cell = self.cells[bit]
            if cell != 255:
                tracker.occ[cell] = (frame[bit >> 3] >> (bit & 7)) & 1
        if tracker.shows(tracker.game.board):
            for _ in tracker.at_home():
                pass
        self._moved_at = now
        self.line.greet()
        self._job = self._prepare()

    def _prepare(self):
        """Job: be ready for what comes, and for a verdict at rest."""
        if self.tracker.turns is None:
            for _ in self.tracker.prepare():
                yield
            self._show()
        for _ in self._draw():
            yield
        for _ in self.tracker.follow(self.line.now):
            yield

    def _toggles(self, now):
        """Debounced switches have changed."""
        debounce = self.debounce
        moved = self.faults.chips(debounce, now)
        for i in range(debounce.count):
            bit = debounce.changed[i]
            cell = self.cells[bit]
            if cell == 255 or self.faults.silent(bit):
                continue
            closed = debounce.cooked[bit >> 3] >> (bit & 7) & 1
            moved = self.faults.toggled(cell, now) or moved
            if self.firm:
                self._later.append((cell, closed, now))
            else:
                self.tracker.toggle(cell, closed, now)
            self.say("sq %s %d %d" % (self.tracker.game.square(cell), closed, now))
            if self.question and not closed and now - self._asked_at >= REACTION:
                self.question.touch(cell)
        if moved:
            self._moved_at = now
            self._judged = self._held = self._press = self.ready = False
            self._show()
            if not self.firm:
                self._job = self._prepare()

    def _work(self):
        """A unit of the job in hand."""
        try:
            next(self._job)
        except StopIteration:
            self._job = None
            self.firm = False
        except MemoryError:     # so much was done at once that no gap in the heap is left for it
            if self.firm:
                raise
            self._job = None
            self.tracker.begin(RESUMED)
            self._moved_at = self.line.now
            self._judged = self._held = False
        if self._later and not self.firm:
            for cell, closed, at in self._later:
                self.tracker.toggle(cell, closed, at)
            self._later = []
            self._job = self._prepare()

    def undertake(self, job):
        """Change the record by the units of work `job`, before anything else is done."""
        self._job = job
        self.firm = True

    def finish(self):
        """Bring a change of the record that is under way to its end: somebody wants to see or to change it."""
        while self.firm:
            self._work()

    def _judge(self, held):
        self._judged = True
        self._held = held or not self.tracker.events and not self.tracker.setup
        self._job = self._verdict(held)

    def _verdict(self, held):
        """Job: reach a verdict and act on it."""
        tracker = self.tracker
        pressed, self._press = self._press, False
        question = self.question
        option = question.answered(tracker.occ) if question else None
        if option:
            option.answered = True
            for _ in self.accept(option):
                yield
            return
        for _ in tracker.judge(held, pressed, self.over):
            yield
        yield
        for _ in self._after_end() if self.over and tracker.kind not in (TURNS, ASK) else self._act(pressed):
            yield
        if tracker.turns is None:
            for _ in tracker.prepare():
                yield
        self._show()

    # -- acting on a verdict ------------------------------------------------------------------------------------------

    def _act(self, pressed):
        """Units of work: do what the verdict says."""
        tracker = self.tracker
        kind = tracker.kind
        if kind == STILL:
            for _ in self.firmly(tracker.at_home()):
                yield
            self.tell(None)
        elif kind == TURNS:
            if self.options["commit"] == "button" and not pressed:
                self.ready = True
                self.tell(None)
            else:
                for _ in self.accept(tracker.options[0]):
                    yield
        elif kind == BACK:
            for _ in self.take_back(tracker.count):
                yield
        elif kind == ASK:
            from firmware.question import Question  # many games are played without one

            question = Question(tracker, tracker.options)
            self.tell(question.payload(), question)
            for _ in self.firmly(tracker.suppose()):
                yield
        elif kind == FIX:
            self._fix()
        elif self.question is None:
            self.tell(None)

    def _after_end(self):
        """Units of work: do what the verdict says when the game is over."""
        from firmware import besides

        for _ in besides.after_end(self):
            yield
        forget("besides")

    def firmly(self, units):
        """The `units` of work, which must be brought to their end."""
        self.firm = True
        for _ in units:
            yield
        self.firm = False

    def accept(self, option):
        """Units of work: bring the record to `option` and tell everyone."""
        tracker = self.tracker
        self.firm = True
        self.ready = False
        if option.pops:
            self._back(option.pops)
        game = tracker.game
        count = len(game.history) - option.pops
        texts = []
        for text in tracker.accept(option):
            if text:
                texts.append(text)
            yield
        if option.swap:
            from firmware import opening

            opening.anew(self, option)
            forget("opening")
        for text in texts:
            count += 1
            self.store.append(journal.line("T " + text))
            self.say("turn %d %s" % (count, text))
            self.last_text = text
            yield
        self.beep = CLICK
        self.tell(None)
        self._ended()
        if tracker.setup and not self.over:
            tracker.correct()
            self._fix()
        self.firm = False

    def _ended(self):
        result = self.tracker.game.result()
        was, self.over = self.over, result != "*"
        if self.over:
            self.say("result %s %s" % (result, self.tracker.game.reason))
            self.beep = END
        elif was:
            self.say("result *")

    def _back(self, count):
        left = len(self.tracker.game.history) - count
        self.store.append(journal.line("B %d" % left))
        self.say("back %d" % left)
        self.last_text = ""

    def take_back(self, count, shown=True):
        """Units of work: take `count` turns off the record; `shown`: the board shows it already."""
        self.firm = True
        self._back(count)
        self.last_text = say("back", self.options["lang"])
        for _ in self.tracker.take_back(count, shown):
            yield
        self.tell(None)
        self._ended()
        if not shown:
            self._judged = False
        self.firm = False

    # -- questions and corrections --------------------------------------------------------------------------------------

    def answer(self, i):
        """Answer the question with its option number `i`."""
        option = self.question.options[i]
        option.answered = True
        self.undertake(self.accept(option))
        self._show()

    def _fix(self):
        tracker = self.tracker
        square = tracker.game.square
        words = ["-" + square(cell) for cell in tracker.empty] + ["+" + square(cell) for cell in tracker.fill]
        self.tell("fix " + " ".join(words))

    def tell(self, what, question=None):
        """Ask for `what` (a `fix` message, or that of `question`), or for nothing any more."""
        self.question = question
        if what != self.told:
            self.say(what or "ok")
            self.told = what
            self._asked_at = self.line.now
            if what:
                self.beep = QUESTION if question else WRONG

    # -- messages ---------------------------------------------------------------------------------------------------

    def say(self, payload):
        """Send the message `payload` to the host."""
        self.line.say(payload)

    @property
    def busy(self):
        """Whether there is work in hand."""
        return self._job is not None or self._wanted != self._drawn

    def free(self):
        """Whether nothing is being worked out."""
        return not self.busy and self.tracker.idle()

    def late(self):
        """Whether a verdict is due, so that a job that was lent must end."""
        return not self._judged and (self._press or self.line.now - self._moved_at >= self.options["rest"])

    def lend(self, job):
        """Run `job` (a generator), a unit of it a step, while nothing else is to be worked out; it is dropped when something happens."""
        self._job = job

    def wake(self):
        """Judge the board anew."""
        self._judged = False
        if not self.firm:
            self._job = None

    # -- lamps and texts ------------------------------------------------------------------------------------------------

    def _show(self):
        """Lamps and texts are to be drawn anew."""
        self._wanted += 1

    def _draw(self):
        """Units of work: draw lamps and texts, if there is anything new."""
        wanted = self._wanted
        if wanted == self._drawn:
            return
        for _ in draw(self):
            yield
        self._drawn = wanted
        if self.guide.changed:
            self.lamps_changed = True
            self.say("lamps " + digits(self.lamps))

    # -- buttons ----------------------------------------------------------------------------------------------------------

    def _button(self, now, buttons):
        pressed = buttons & ~self._buttons
        released = self._buttons & ~buttons
        self._buttons = buttons
        if pressed:
            self._pressed_at = now
            self._long = False
            if pressed & (WHITE | BLACK):
                self.press(pressed)
        elif buttons and not self._long and now - self._pressed_at >= LONG_PRESS:
            self._long = True
            if buttons & MENU:
                self.press(MENU, True)
        if released & MENU and not self._long:
            self.press(MENU)

    def press(self, button, long=False):
        """A button was pressed: the clock (`WHITE`, `BLACK`) ends one's turn or takes the answer shown; `MENU` see the manual."""
        self.finish()
        if button & MENU:
            from firmware import besides

            besides.menu(self, long)
            forget("besides")
        elif self.confirming:
            self.confirming = False
        elif self.question:
            self.answer(self.question.choice)
        elif button & (BLACK if self.tracker.game.side else WHITE):
            self._press = True
            self._judged = False
        self._show()
