"""The controller: a pure state machine from frames, buttons and host lines to lamps, texts, messages and bytes to store.

Way of the data: frame -> debounce -> toggles -> tracker -> turn -> game -> guide.  It reads no clock, no pin, no file and no random number:
time comes in as milliseconds, and each `step` says when the next one is due.  Long work is cut into units, of which a step does one; who has
time left makes another step at once.
"""

import engine
from firmware import journal, verbs
from firmware.debounce import Settle
from firmware.faults import Faults
from firmware.guide import Guide, digits, draw
from firmware.link import encode
from firmware.tracker import ASK, BACK, FIX, RESUMED, STILL, TURNS, Tracker
from firmware.words import say

OPTIONS = {"rest": 300, "hold": 4000, "commit": "rest", "lang": "en"}
LONG_PRESS = 800        # ms
IDLE = 60000            # ms, the longest time between two steps
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
        self.seq = 0
        self.debounce = Settle(profile.bits)
        self.config = dict(config)
        self._primed = False
        self._job = None        # generator of the work in hand, a unit of it a step
        self._firm = False      # whether that brings the record up to date, and must be brought to its end
        self._later = []        # toggles seen meanwhile: (cell, closed, ms)
        self._wanted = self._drawn = 0      # how often lamps and texts were to be drawn anew; up to which of these times they have been
        self._buttons = 0
        self._pressed_at = 0
        self._long = False
        self.faults = None
        state = journal.read(saved)
        try:
            self._start(state or self.config, bool(state))
        except (ValueError, ImportError):
            if not state:
                raise
            self._start(self.config, False)     # a journal of another version or board: the configured game

    # -- starting a game ------------------------------------------------------------------------------------------

    def _start(self, what, resumed):
        """Set up the game that `what` (a config or a journal's state) says."""
        options = dict(OPTIONS)
        rules = {}
        given = dict(self.config.get("options") or {})
        if resumed:         # the rules are those that the game was begun with
            given = {key: given[key] for key in given if key in OPTIONS}
            given.update(what["options"])
        for key in given:
            if key in OPTIONS:
                options[key] = _option(key, given[key])
            else:
                rules[key] = given[key]
        game = engine.start(what["game"], what.get("position"), rules)
        twin = engine.start(what["game"], None, rules)
        begun = game.position_text()
        for text in what.get("turns", ()):
            game.push(game.parse_turn(text))
        self.options = options
        self._place(game)
        self.begun = begun
        self.tracker = Tracker(game, twin)
        before, self.faults = self.faults, Faults(self)
        self.faults.begin(before)
        for name in what.get("faulty", ()):
            self.tracker.mask[game.cell(name)] = 1
        self.last_text = ""
        self.over = game.result() != "*"
        self.fresh = not resumed    # whether no saved game was gone on with; the Raspberry Pi's runner says so
        self.tracker.begin(RESUMED)
        if not resumed:
            self._remember()
        self.mode = "play"
        self._primed = False
        self._reset()

    def _place(self, game):
        """Where the cells of `game` lie on this board."""
        profile = self.profile
        anchor = profile.anchor(game.name)
        self.cells = profile.game_cells(game.files, game.ranks, anchor)
        self.guide = Guide(self.lamps, profile.board_cells(game.files, game.ranks, anchor), self.options["lang"])
        self.text = self.guide.text

    def _remember(self):
        game = self.tracker.game
        self.store.append(journal.begin(game.name, game.options, self.begun))

    def _reset(self):
        self._job = None
        self._firm = False
        self._later = []
        self.told = None       # what was last asked for: payload of the ask or fix message, None for nothing
        self.question = None
        self.confirming = False
        self._press = False
        self.ready = False     # whether a turn waits for the clock to be pressed
        self._judged = self._held = False
        self._moved_at = 0

    def new_game(self, name=None, position=None):
        """Begin a new game (default: the same one from its first position); the board must then show it."""
        config = dict(self.config)
        config["game"] = name or self.tracker.game.name
        config["position"] = position
        if config["game"] != self.tracker.game.name:
            config["options"] = {key: self.options[key] for key in self.options}
        kept = bytes(self.tracker.mask), self.tracker.game.n
        self._start(config, False)
        if kept[1] == self.tracker.game.n:
            self.tracker.mask[:] = kept[0]
        self.faults.report()
        verbs.snapshot(self)

    # -- the step -----------------------------------------------------------------------------------------------------

    def step(self, now, frame, buttons=0, line=None):
        """Take what there is at `now` (ms): the raw `frame`, the `buttons` (bit mask), a `line` from the host or None.

        Returns when the next step is due (ms) if nothing changes before.
        """
        if not self._primed:
            self._prime(now, frame)
        if line is not None:
            verbs.handle(self, line, now)
        if buttons != self._buttons or (buttons and not self._long):
            self._button(now, buttons)
        if self.debounce.update(frame, now):
            self._toggles(now)
        if self._job is None and self._wanted != self._drawn:
            self._job = self._draw()
        if self._job is not None:
            self._work()
        elif not self._judged:
            if now - self._moved_at >= self.options["rest"] or self._press:
                self._judge(False)
        elif not self._held and now - self._moved_at >= self.options["hold"]:
            self._judge(True)
        if self.faults.due >= 0 and now >= self.faults.due and not self._firm:
            self.faults.look(now)
        return self._next(now)

    def _next(self, now):
        if self.busy:
            return now + 1
        due = now + IDLE
        if self.debounce.due >= 0 and self.debounce.due < due:
            due = self.debounce.due
        if self.faults.due >= 0 and self.faults.due < due:
            due = self.faults.due
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
        verbs.hello(self)
        verbs.snapshot(self)
        self._job = self._prepare()

    def _prepare(self):
        """Job: be ready for what comes, and for a verdict at rest."""
        if self.tracker.turns is None:
            for _ in self.tracker.prepare():
                yield
            self._show()
        for _ in self._draw():
            yield
        for _ in self.tracker.follow():
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
            if self._firm:
                self._later.append((cell, closed, now))
            else:
                self.tracker.toggle(cell, closed, now)
            self.say("sq %s %d %d" % (self.tracker.game.square(cell), closed, now))
            if self.question:
                self.question.touch(cell)
        if moved:
            self._moved_at = now
            self._judged = self._held = self._press = self.ready = False
            self._show()
            if not self._firm:
                self._job = self._prepare()

    def _work(self):
        """A unit of the job in hand."""
        try:
            next(self._job)
        except StopIteration:
            self._job = None
            self._firm = False
        if self._later and not self._firm:
            for cell, closed, at in self._later:
                self.tracker.toggle(cell, closed, at)
            self._later = []
            self._job = self._prepare()

    def undertake(self, job):
        """Change the record by the units of work `job`, before anything else is done."""
        self._job = job
        self._firm = True

    def finish(self):
        """Bring a change of the record that is under way to its end: somebody wants to see or to change it."""
        while self._firm:
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
            for _ in self._firmly(tracker.at_home()):
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
            from firmware.question import Question      # many games are played without one

            question = Question(tracker, tracker.options)
            self.tell(question.payload(), question)
            for _ in self._firmly(tracker.suppose()):
                yield
        elif kind == FIX:
            self._fix()
        elif self.question is None:
            self.tell(None)

    def _firmly(self, units):
        """The `units` of work, which must be brought to their end."""
        self._firm = True
        for _ in units:
            yield
        self._firm = False

    def accept(self, option):
        """Units of work: bring the record to `option` and tell everyone."""
        tracker = self.tracker
        self._firm = True
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
            self._swapped(option)
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
        self._firm = False

    def _swapped(self, option):
        """Two things had been exchanged: the record cannot say so, so it begins anew from the corrected position."""
        game = self.tracker.game
        turns = list(option.turns)
        for _ in turns:
            game.pop()
        self.begun = game.position_text()
        game.set_position(self.begun)
        for turn in turns:
            game.push(turn)
        self._remember()
        self.say("start " + self.begun)

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
        self._firm = True
        self._back(count)
        self.last_text = say("back", self.options["lang"])
        for _ in self.tracker.take_back(count, shown):
            yield
        self.tell(None)
        self._ended()
        if not shown:
            self._judged = False
        self._firm = False

    def _after_end(self):
        """Units of work: the game is over; it can be taken back, or the first position begins a new one."""
        tracker = self.tracker
        if tracker.events and tracker.shows(type(tracker.game)().board):
            self.new_game()
        elif tracker.kind == BACK:
            for _ in self.take_back(tracker.count):
                yield
        elif tracker.kind == STILL:
            for _ in self._firmly(tracker.at_home()):
                yield

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
            if what:
                self.beep = QUESTION if question else WRONG

    # -- messages ---------------------------------------------------------------------------------------------------

    def say(self, payload):
        """Send the message `payload` to the host."""
        self.seq += 1
        self.out.append(encode(self.seq, payload))

    def repeat(self):
        """Say again what is asked for, which squares are faulty and what the lamps show."""
        self.say(self.told or "ok")
        tracker = self.tracker
        self.say("fault " + " ".join([tracker.game.square(c) for c in range(tracker.game.n) if tracker.mask[c]]))
        self.say("broken " + self.faults.broken())
        self.say("lamps " + digits(self.lamps))
        if self.over:
            self.say("result %s %s" % (tracker.game.result(), tracker.game.reason))

    def tell_turns(self, start):
        """Say with which position the record began, and its turns after the first `start`."""
        game = self.tracker.game
        self.say("start " + self.begun)
        twin = self.tracker.lend()
        for k in range(start, len(game.history)):
            twin.retreat(game, len(game.history) - k)
            self.say("turn %d %s" % (k + 1, twin.turn_text(game.history[k])))

    def stored(self, ok):
        """The shell has stored what `store` held, or could not (`ok` False): reported, and play goes on."""
        if not ok:
            self.say("err store: the journal could not be written")
            self.text[1] = say("store", self.options["lang"])
            self.text_changed = True

    @property
    def busy(self):
        """Whether there is work in hand."""
        return self._job is not None or self._wanted != self._drawn

    def whole(self):
        """All that the journal should hold: a list of its lines."""
        self.finish()
        tracker = self.tracker
        game = tracker.game
        lines = [journal.begin(game.name, game.options, self.begun)]
        twin = tracker.lend()
        for k in range(len(game.history)):
            twin.retreat(game, len(game.history) - k)
            lines.append(journal.line("T " + twin.turn_text(game.history[k])))
        lines.append(self.faults.line())
        if self.over and game.result() == "*":
            lines.append(journal.line("X"))
        return lines

    def resend(self):
        """Messages were lost for want of room: say all anew."""
        self.finish()
        verbs.snapshot(self)

    def chips(self, kind, faults, now):
        """The driver of the part `kind` ("scanner", "lights", "display") says which of its chips do not answer: a byte a chip, 0 is fine."""
        self.finish()
        if kind == "scanner":
            self.faults.drivers(faults, self.debounce, now)
        else:
            self.faults.others(kind, faults)

    def wake(self):
        """Judge the board anew."""
        self._judged = False
        if not self._firm:
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
            self._menu(long)
        elif self.confirming:
            self.confirming = False
        elif self.question:
            self.answer(self.question.choice)
        elif button & (BLACK if self.tracker.game.side else WHITE):
            self._press = True
            self._judged = False
        self._show()

    def _menu(self, long):
        if self.confirming:
            self.confirming = False
            if not long:
                self.abandon()
        elif long:
            self.confirming = True
        elif self.question:
            self.question.choice = (self.question.choice + 1) % len(self.question.options)
        elif self.told is not None:
            self.declare(self.tracker.empty + self.tracker.fill)

    def abandon(self):
        """Lay the game aside; the first position then begins a new one."""
        self.store.append(journal.line("X"))
        self.over = True
        self.tell(None)
        self.say("result * abandoned")
        self._judged = False

    def declare(self, cells):
        """Declare the switches under `cells` faulty: nothing they show is believed any more."""
        self.finish()
        self.tracker.distrust(cells)
        self.faults.report()
        self.wake()


def _option(key, value):
    """A controller option's value; OptionError if it can't be."""
    if key == "commit" and value in ("rest", "button") or key == "lang" and value in ("en", "cs", "sk"):
        return value
    if key in ("rest", "hold") and str(value).isdigit() and 0 < int(value) <= 60000:
        return int(value)
    raise engine.OptionError("option %s can't be %r" % (key, value))
