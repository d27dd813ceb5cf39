"""A whole game as an animated picture."""

import io

from PIL import Image

from . import palette
from .captions import GOAL, describe, result_text, word
from .marks import after
from .scene import Look, draw

START_MS, PLY_MS, GOAL_MS, END_MS = 1200, 1000, 1400, 4500
GIF_SIZE = 400
COLOURS = 96


def render_game(record, *, size=GIF_SIZE, lang=None, flipped=False, players=None, plies=None):
    """Return the frames of a game: a list of (`PIL.Image`, milliseconds).

    `record`: an `engine.gamefile.GameFile`; `plies`: how many plies to show (default all); `lang`: default the record's; the
    others as in `Look`.  One frame for the start, one a ply, and one more wherever the board is set up anew and play goes
    on (after a goal).  `engine.TextError` if the game has fewer plies; ValueError as from `Look`.
    """
    lang = lang or record.lang
    whole = plies is None or plies == len(record.turns)
    turns = record.turns if plies is None else record.turns[:record.at(plies) and plies]
    game = record.at(0)
    look = Look(game, size, lang, flipped, players)
    frames = [(draw(look, game, ""), START_MS)]
    for ply, turn in enumerate(turns, 1):
        over = whole and ply == len(turns) and record.result != "*"
        frames += _ply(look, game, turn, ply, record.result if over else "*")
    return frames[:-1] + [(frames[-1][0], END_MS)]


def _ply(look, game, turn, ply, told):
    """Make `turn` on `game` and return its frames."""
    caption = describe(game, turn, ply, look.lang)
    goals = game.extra[:2]
    board = after(game, turn)
    game.push(turn)
    ending = result_text(game, look.lang, told)
    if ending or board == bytes(game.board[:game.n]):
        return [(draw(look, game, _joined(caption, ending), turn, board, told=told), PLY_MS)]
    shout = word(GOAL, look.lang) if game.extra[:2] != goals else ""
    return [(draw(look, game, _joined(caption, shout), turn, board), GOAL_MS),
            (draw(look, game, caption), PLY_MS)]


def _joined(*texts):
    return "   ".join(text for text in texts if text)


def gif_bytes(frames):
    """The frames of `render_game` as the bytes of a GIF that repeats for ever."""
    pictures = [image for image, _ in frames]
    sample = pictures[::max(1, len(pictures) // 6)][:7] + pictures[-1:]
    width, height = pictures[0].size
    sheet = Image.new("RGB", (width, height * len(sample) + height // 6))
    for index, picture in enumerate(sample):
        sheet.paste(picture, (0, index * height))
    marks = (palette.ARROW, palette.KICK, palette.TAKEN, palette.LAST, palette.LAST_EDGE)
    for index, colour in enumerate(marks):      # rare in the pictures, but what the eye looks for
        sheet.paste(colour, (width * index // len(marks), height * len(sample), width * (index + 1) // len(marks), sheet.height))
    colours = sheet.quantize(COLOURS, method=Image.Quantize.MEDIANCUT)
    indexed = [picture.quantize(palette=colours, dither=Image.Dither.NONE) for picture in pictures]
    target = io.BytesIO()
    indexed[0].save(target, "GIF", save_all=True, append_images=indexed[1:], duration=[ms for _, ms in frames], loop=0, optimize=True)
    return target.getvalue()
