"""One picture of a game: the empty board and everything on it."""

from . import palette
from .board import empty_board
from .captions import SIDES, TO_MOVE, last_text, result_text, status, word
from .figures import kind_of, place
from .layout import Layout
from .lettering import fit, write
from .marks import BLACK, Trace, after, arrows, draw_lamps, ring_points, taken, tint
from .strips import draw_strip

DEFAULT_SIZE = 640


class Look:
    """How pictures of one game are to look.

    `size`: width in pixels (160 to 2000); `lang`: "en", "cs" or "sk"; `flipped`: Black sits at the bottom; `players`: names
    of White and Black to stand instead of the sides' own (None or an empty name: the side's).  ValueError for a size or a
    language there is not.
    """

    def __init__(self, game, size=DEFAULT_SIZE, lang="en", flipped=False, players=None):
        self.layout = Layout(game.files, game.ranks, size, flipped)
        self.lang = lang
        self.players = players or (None, None)
        word(TO_MOVE, lang)


def render_board(game, *, size=DEFAULT_SIZE, last=None, lamps=None, lang="en", flipped=False, players=None, caption=None, told="*"):
    """Return a picture (`PIL.Image`, RGB) of `game` as it stands.

    `last`: the turn to mark; `lamps`: one lamp code a cell of the game; `caption`: text below the board (default: the last
    turn on the record, and the result); `told`: the result a game file gives; the others as in `Look`, and its errors.
    """
    look = Look(game, size, lang, flipped, players)
    if caption is None:
        caption = "   ".join(text for text in (last_text(game, lang), result_text(game, lang, told)) if text)
    board, last = _at_rest(game, last)
    return draw(look, game, caption, last, board, lamps, told)


def _at_rest(game, last):
    """The cells and the last turn to show: after a goal the new set-up with no turn marked, at the end the ball in the goal."""
    board = bytes(game.board[:game.n])
    if last is None or not game.history or game.history[-1] != last:
        return board, last
    game.pop()
    lying = after(game, last)
    game.push(last)
    if lying == board:
        return board, last
    return (board, None) if game.result() == "*" else (lying, last)


def draw(look, game, caption, last=None, board=None, lamps=None, told="*"):
    """Draw `game`; `board` (a code a cell) instead of its own board; `told`: see `render_board`."""
    layout = look.layout
    board = bytes(game.board[:game.n]) if board is None else board
    image = empty_board(game, layout.width, layout.flipped)
    trace = Trace(game, last, board) if last else None
    if trace:
        (ring_points if game.name == "alquerque" else tint)(image, layout, trace)
        arrows(image, layout, trace, board)
    for cell in range(game.n):
        if board[cell]:
            place(image, kind_of(game.name, game.letter(board[cell])), board[cell] // BLACK & 1, layout.corner(cell), layout.square)
    if trace:
        taken(image, layout, game, trace, board)
    if lamps:
        draw_lamps(image, layout, lamps, 0.24 if game.name == "alquerque" else 0.33)
    for side in (0, 1):
        label = look.players[side] or word(SIDES[side], look.lang)
        draw_strip(image, layout, game, side, label, status(game, side, look.lang, told))
    _caption(image, layout, caption)
    return image


def _caption(image, layout, text):
    """The line below the board, cut where it would leave the sheet."""
    height = round(layout.unit * 0.33)
    text = fit(text, height, layout.frame[2] - layout.frame[0])
    write(image, (layout.width // 2, layout.caption + round(layout.unit * 0.17)), text, height, palette.INK_SOFT, anchor="m")
