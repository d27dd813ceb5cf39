"""The guide: lamps and short texts that show people the way.

Lamps are one code a board cell; what colours and patterns a code has is the light driver's affair (each code differs from the others in
both, for people who see colours differently).  Texts are two lines.
"""

from engine.core import BOX
from firmware.turns import unpack
from firmware.words import say

READ = 8            # turns looked at in one unit of work, ...
PASSED = 32         # ... or so many passed by
OFF, TARGET, FILL, EMPTY, QUESTION, LAST, WHITE, BLACK, TAKE, FAULT = range(10)


class Guide:
    """Draws into `lamps` (bytearray, a code a board cell) and `text`; `board_cells`: board cell of each game cell.

    `changed`: whether the last drawing changed a lamp.
    """

    def __init__(self, lamps, board_cells, lang):
        self.shown = lamps
        self.lamps = bytearray(len(lamps))      # what is being drawn
        self.changed = False
        self._dark = bytes(len(lamps))
        self.cells = board_cells
        self.lang = lang
        self.text = ["", ""]

    def draw(self, tracker, mode, note="", question=None):
        """Units of work: draw the state `mode` ("play", "fix", "setup", "ask", "over"); what is lit changes with the last of them."""
        lamps = self.lamps
        lamps[:] = self._dark
        game = tracker.game
        self._last(game)
        if mode == "play":
            for _ in self._lifted(tracker):
                yield
            self._say(say("black" if game.side else "white", self.lang), note or tracker.last_text)
        elif mode == "over":
            self._say(say("over", self.lang), note)
        elif mode == "ask":
            self._say(say("ask", self.lang), note)
        else:
            self._mark(tracker.empty, EMPTY)
            self._mark(tracker.fill, FILL)
            self._say(say(mode, self.lang), note)
        if max(tracker.mask):
            self._mark([cell for cell in range(game.n) if tracker.mask[cell]], FAULT)
        if mode == "ask":       # the answer squares over all else
            for cells in question.cells:
                self._mark(cells, QUESTION)
        self.changed = self.shown != lamps
        self.shown[:] = lamps

    def _say(self, first, second):
        self.text[0] = first
        self.text[1] = second

    def _mark(self, cells, code):
        for cell in cells:
            self.lamps[self.cells[cell]] = code

    def _last(self, game):
        """The last turn, dim, and on the mover's own corners whose turn it is."""
        corners = (0, game.files - 1) if game.side == 0 else (game.n - game.files, game.n - 1)
        self._mark(corners, BLACK if game.side else WHITE)
        if game.history:
            self._mark([c for c in game.history[-1] if c < BOX], LAST)

    def _lifted(self, tracker):
        """Units of work: where a lifted thing may go, what a chain still takes off, or where something lifted idly goes back."""
        board = tracker.game.board
        occ = tracker.occ
        lifted = [c for c in range(len(occ)) if board[c] and not occ[c] and not tracker.mask[c]]
        if not lifted:
            return
        shown = False
        count = 0
        for turn in unpack(tracker.turns.packed, lifted[0], PASSED) if tracker.turns else ():
            count += 1
            if turn is None or count % READ == 0:
                yield
            if turn and _takes_up(turn, lifted):
                shown = True
                self._targets(board, tracker.occ, turn)
        if not shown:
            self._mark(lifted, FILL)

    def _targets(self, board, occ, turn):
        lamps = self.lamps
        cells = self.cells
        for i in range(0, len(turn), 2):
            f = turn[i]
            t = turn[i + 1]
            if t < BOX:
                if f != t:
                    lamps[cells[t]] = TAKE if board[t] else TARGET
            elif f < BOX and occ[f] and lamps[cells[f]] != TARGET:
                lamps[cells[f]] = TAKE


def _takes_up(turn, lifted):
    """Whether `turn` takes something up from each of the cells `lifted`."""
    for cell in lifted:
        for i in range(0, len(turn), 2):
            if turn[i] == cell != turn[i + 1]:
                break
        else:
            return False
    return True


def draw(controller):
    """Units of work: draw lamps and texts of `controller` as it stands."""
    tracker = controller.tracker
    lang = controller.options["lang"]
    note = _trouble(controller, lang)
    mode = "play"
    if controller.over:
        mode = "over"
        result = tracker.game.result()
        note = say("new", lang) if result == "*" else say("draw", lang) if result == "draw" else result
    elif controller.question:
        mode = "ask"
        note = controller.question.notes[controller.question.choice]
    elif controller.told is not None:
        mode = "setup" if tracker.setup else "fix"
        from firmware import ways

        note = ways.note(tracker)
    tracker.last_text = controller.last_text
    yield
    for _ in controller.guide.draw(tracker, mode, note, controller.question):
        yield
    if controller.confirming:
        controller.text[0] = say("abandon", lang)
    controller.text_changed = True


def _trouble(controller, lang):
    """What the second line says in place of the last turn: switches out of order, or that the clock must be pressed."""
    tracker = controller.tracker
    if controller.faults.dead:
        return say("dead", lang)
    if max(tracker.mask):
        return say("fault", lang) + " " + " ".join([tracker.game.square(cell) for cell in range(tracker.game.n) if tracker.mask[cell]])
    return say("press", lang) if controller.ready else ""
