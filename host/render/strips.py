"""The strips above and below the board: whose side it is, whose turn, and what each side has beside the board."""

from . import palette
from .figures import kind_of, place
from .lettering import fit, text_mask, write
from .shapes import Stencil, circle, rounded, stamp


def draw_strip(image, layout, game, side, label, said):
    """Draw the strip of `side` with the name `label`; `said` of it ("to move") lights it up, "" does not."""
    top, height, unit = layout.strip_of(side), layout.strip, layout.unit
    left, right = layout.frame[0], layout.frame[2]
    middle, size = top + height // 2, round(unit * 0.34)
    radius = height * 0.29
    label = fit(label, size, (right - left) * 2 // 5, True)
    x_text = left + round(height * 0.92)
    end = x_text + text_mask(label, size, True).width
    if said:
        tail = text_mask(said, size)
        end += round(size * 0.35) + tail.width
        pill = Stencil(layout.width, height).fill(rounded(left, height * 0.06, end + height * 0.42, height * 0.94, height * 0.44))
        stamp(image, palette.TURN, pill.mask(), (0, top))
        write(image, (end - tail.width, middle), said, size, palette.INK)
    write(image, (x_text, middle), label, size, palette.INK, bold=True)
    _disc(image, left + height * 0.5, middle, radius, side)
    _stock(image, layout, game, side, round(end + height * 0.7), right, top)


def _disc(image, x, y, radius, side):
    """The little disc in the colour of a side."""
    px = round(radius * 2 + 4)
    light, _, outline, _ = palette.BLACK_THING if side else palette.WHITE_THING
    corner = (round(x - px / 2), round(y - px / 2))
    stamp(image, outline, Stencil(px, px).fill(circle(px / 2, px / 2, radius)).mask(), corner)
    if not side:
        stamp(image, light, Stencil(px, px).fill(circle(px / 2, px / 2, radius * 0.82)).mask(), corner)


def _stock(image, layout, game, side, left, right, top):
    """The tray with what lies beside the board, closer together when there is much, and its number where that is the score."""
    things = stock(game, side)
    if not things:
        return
    px = round(layout.strip * 0.92)
    if game.name in ("football", "alquerque"):
        count = str(sum(there for _, _, there in things))
        size = round(layout.unit * 0.38)
        width = max(text_mask(count, size, True).width, size)
        write(image, (right - width // 2, top + layout.strip // 2), count, size, palette.INK, bold=True, anchor="m")
        right -= width + round(layout.unit * 0.1)
    paces = [px * _PACE.get(kind, 0.95) for kind, _, _ in things]
    tight = min(1.0, (right - left) / sum(paces))
    start = x = right - sum(paces) * tight
    tray = Stencil(layout.width, layout.strip)
    tray.fill(rounded(start - px * 0.06, layout.strip * 0.02, right + px * 0.06, layout.strip * 0.98, layout.strip * 0.2))
    stamp(image, palette.TRAY, tray.mask(), (0, top))
    for (kind, owner, there), pace in zip(things, paces, strict=True):
        corner = (round(x + (pace * tight - px) / 2), top + round((layout.strip - px) / 2))
        place(image, kind, owner, corner, px, shaded=False, strength=1.0 if there else 0.2)
        x += pace * tight


# How much of a figure's square it needs in the tray
_PACE = {"pawn": 0.66, "ball": 0.74, "stone": 0.8}


def stock(game, side):
    """What `side` has beside the board, as (kind, side of the thing, is it there) for the strip.

    FOLKY: its eight pawns, those already placed as "not there"; football: its goals out of those agreed on; Alquerque and
    courier chess: what it has taken from the other side.
    """
    if game.name == "folky":
        hand = game.extra[side]
        return [("pawn", side, index < hand) for index in range(8)]
    if game.name == "football":
        scored, goals = game.extra[side], game.options.get("goals", 0)
        shown = max(scored, goals if goals <= 8 else 0)
        return [("ball", 0, index < scored) for index in range(min(shown, 12))]
    return [(kind, 1 - side, True) for kind in captured(game, 1 - side)]


def captured(game, side):
    """Kinds of the things that `side` has lost since the first position, the most valuable first.

    A pawn that became a fers is not lost.
    """
    letters = game.LETTERS.upper() if side == 0 else game.LETTERS.lower()
    start = game.START.split()[0]
    now = [game.letter(code) for code in game.board[:game.n] if code]
    missing = {letter: start.count(letter) - now.count(letter) for letter in letters[1:]}
    pawn, fers = "pP"[side == 0], "fF"[side == 0]
    if missing.get(fers, 0) < 0:
        missing[pawn] += missing[fers]
    return [kind_of(game.name, letter) for letter in letters[1:] for _ in range(max(0, missing[letter]))]
