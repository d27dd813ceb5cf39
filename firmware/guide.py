"""The guide: lamps and short texts that show people the way.

Lamps are one code a board cell; what colours and patterns a code has is the light driver's affair (each code differs from the others in
both, for people who see colours differently).  Texts are two lines.
"""

from engine.core import BOX
from firmware.turns import unpack
from firmware.words import say

OFF, TARGET, FILL, EMPTY, QUESTION, LAST, WHITE, BLACK, TAKE, FAULT = range(10)


class Guide:
    """Draws into `lamps` (bytearray, a code a board cell) and `text`; `board_cells`: board cell of each game cell."""

    def __init__(self, lamps, board_cells, lang):
        self.lamps = lamps
        self.kept = bytearray(len(lamps))
        self.cells = board_cells
        self.lang = lang
        self.text = ["", ""]

    def draw(self, tracker, mode, note=""):
        """Draw the state `mode` ("play", "fix", "setup", "ask", "over"); returns whether a lamp changed."""
        lamps = self.lamps
        self.kept[:] = lamps
        for i in range(len(lamps)):
            lamps[i] = OFF
        game = tracker.game
        self._last(game)
        if mode == "play":
            self._lifted(tracker)
            self._say(say("black" if game.side else "white", self.lang), note or tracker.last_text)
        elif mode == "over":
            self._say(say("over", self.lang), note)
        elif mode == "ask":
            self._say(say("ask", self.lang), note)
        else:
            self._mark(tracker.empty, EMPTY)
            self._mark(tracker.fill, FILL)
            self._say(say(mode, self.lang), note)
        self._mark([cell for cell in range(game.n) if tracker.mask[cell]], FAULT)
        return self.kept != lamps

    def question(self, cells):
        """Light the answer squares of a question over what `draw` drew."""
        self._mark(cells, QUESTION)

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
        """Where a lifted thing may go, what a chain still takes off, or where something lifted idly goes back."""
        board = tracker.game.board
        lifted = [c for c in range(tracker.game.n) if board[c] and not tracker.occ[c] and not tracker.mask[c]]
        if not lifted:
            return
        shown = False
        for turn in unpack(tracker.turns.packed, lifted[0]) if tracker.turns else ():
            froms = [turn[i] for i in range(0, len(turn), 2) if turn[i] != turn[i + 1]]
            if all([c in froms for c in lifted]):
                shown = True
                self._targets(tracker, turn)
        if not shown:
            self._mark(lifted, FILL)

    def _targets(self, tracker, turn):
        board = tracker.game.board
        for i in range(0, len(turn), 2):
            f = turn[i]
            t = turn[i + 1]
            if t < BOX:
                if f != t:
                    self._mark((t,), TAKE if board[t] else TARGET)
            elif f < BOX and tracker.occ[f] and self.lamps[self.cells[f]] not in (TAKE, TARGET):
                self._mark((f,), TAKE)
