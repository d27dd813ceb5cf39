"""A picture of a scenario's end: the things where hands have put them, and the lamps that the firmware shows.

Switches tell nothing of what a thing is, so the watch follows the hands: what is lifted last is put down first. Whatever
the record makes certain is taken from there.
"""

from host import profiles
from host.render import palette
from host.render.figures import kind_of, place
from host.render.marks import BLACK, draw_lamps
from host.render.scene import Look, draw
from host.render.shapes import Stencil, circle, stamp
from host.sim.layout import Layout
from host.sim.scenario_file import Expect

FAINT = 0.45         # strength of a thing that should stand where the switches see nothing
UNKNOWN = 255       # a thing from the box, of which nothing tells what it is


class Watch:
    """Follows a scenario's run (see host.sim.scenario.Run) and can draw how it has ended.

    `things`: {square: piece code} as hands have left the board. `lamps`: the lamp codes shown, one a board cell. `text`:
    the two lines on the display.
    """

    def __init__(self):
        self.things = {}
        self.lamps = b""
        self.text = []
        self._hand = []
        self._record = None
        self._run = None

    def output(self, kind, data):
        """Take what the device puts out."""
        if kind == "lamps":
            self.lamps = data
        elif kind == "text":
            self.text = data.decode().split("\n")

    def done(self, run, step):
        """Follow one step of `run`, a Doing or an Expect."""
        if self._run is None:
            self._begin(run)
        if isinstance(step, Expect):
            if run.mirror.record != self._record:
                self._agree()
        elif step.kind == "lift":
            self._hand.append(self.things.pop(step.what))
        elif step.kind == "put":
            self.things[step.what] = self._hand.pop() if self._hand else self._from_box()

    def _begin(self, run):
        self._run = run
        self._record = []
        self.things = _stands(run.scenario.new_game())

    def _agree(self):
        """A turn was accepted or taken back: what stands where the record has something is that."""
        mirror = self._run.mirror
        self._record = list(mirror.record)
        stands = _stands(mirror.game)
        self.things = {square: stands.get(square, code) for square, code in self.things.items()}
        self._hand = []

    def _from_box(self):
        """The code of a thing that comes from the box while nothing is in the hand."""
        game = self._run.mirror.game
        return game.LETTERS.index("P") + BLACK * game.side if game.GIVES else UNKNOWN

    def draw(self, size):
        """Return the picture (`PIL.Image`), `size` pixels wide. ValueError for a size out of reach.

        What the record has but no switch sees is faint.
        """
        run = self._run
        game = run.mirror.game
        look = Look(game, size)
        codes = [self.things.get(game.square(cell), 0) for cell in range(game.n)]
        known = bytes(0 if code == UNKNOWN else code for code in codes)
        image = draw(look, game, "display:  " + "   ".join(self.text), board=known)
        for cell, code in enumerate(codes):
            if code == UNKNOWN:
                _disc(image, look.layout, cell)
            elif not code and game.board[cell]:
                code = game.board[cell]
                place(image, kind_of(game.name, game.letter(code)), code // BLACK & 1, look.layout.corner(cell), look.layout.square, False, FAINT)
        draw_lamps(image, look.layout, self._lamps(), 0.24 if game.name == "alquerque" else 0.33)
        return image

    def _lamps(self):
        """The lamp codes by cell of the game."""
        game = self._run.mirror.game
        cells = Layout(profiles.load(self._run.scenario.board), game).board_cell
        return bytes(self.lamps[cells[game.square(cell)]] for cell in range(game.n))


def _stands(game):
    """Return {square: code} of what stands on the board of `game`."""
    return {game.square(cell): game.board[cell] for cell in range(game.n) if game.board[cell]}


def _disc(image, layout, cell):
    """Draw a thing of which nothing is known but that it is there."""
    stamp(image, palette.INK_SOFT, Stencil(layout.width, layout.height).fill(circle(*layout.centre(cell), layout.square * 0.27)).mask())
