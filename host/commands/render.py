"""`reedboard render`: a position or a whole game as a picture."""

import io
import os

import engine
from engine import gamefile
from host.commands.turns import add_position, set_up
from host.errors import UserError
from host.words import LANGUAGES

SUFFIXES = (".png", ".gif")


def add(subparsers):
    """Add the parser of `render`."""
    parser = subparsers.add_parser(
        "render", help="draw a position or a game as a picture",
        description="Draw a position as a PNG, or a whole game as an animated GIF.")
    add_position(parser)
    parser.add_argument("--game-file", metavar="FILE", help="draw this game: its last position as a PNG, or all of it as a GIF")
    parser.add_argument("--ply", type=int, metavar="N", help="with --game-file: draw the position after N plies, or the game up to there")
    parser.add_argument("--lang", choices=LANGUAGES, help="language of the words and letters (default: the game file's, else en)")
    parser.add_argument("--size", type=int, metavar="PX", help="width of the picture in pixels (default: 640, a game as a GIF 400)")
    parser.add_argument("--flip", action="store_true", help="draw the board from Black's side")
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the picture: FILE.png or FILE.gif")
    parser.set_defaults(run=run)


def run(args):
    """Draw the picture and write it."""
    suffix = os.path.splitext(args.output)[1].lower()
    if suffix not in SUFFIXES:
        raise UserError(f"-o {args.output}: a picture's name ends in .png or .gif")
    _check(args)
    look = {"flipped": args.flip, "lang": args.lang or "en"}
    if args.size is not None:
        look["size"] = args.size
    try:
        data = _of_game(args, suffix, look) if args.game_file else _still(set_up(args), suffix, look)
    except engine.EngineError:
        raise
    except ValueError as error:
        raise UserError(str(error)) from error
    with open(args.output, "wb") as file:
        file.write(data)
    return 0


def _check(args):
    """Refuse arguments that contradict one another."""
    if args.game_file and (args.position or args.option):
        raise UserError("--game-file brings its own position and options: leave out --position and --option")
    if args.ply is not None and not args.game_file:
        raise UserError("--ply needs a --game-file")


def _of_game(args, suffix, look):
    """The bytes of the picture of a game file."""
    from host.render import gif_bytes, render_game

    record = read_record(args.game_file, args.game, args.lang)
    look["lang"] = args.lang or record.lang
    look["players"] = (record.tag("White"), record.tag("Black"))
    if suffix == ".gif":
        return gif_bytes(render_game(record, plies=args.ply, **look))
    plies = len(record.turns) if args.ply is None else args.ply
    look["told"] = record.result if plies == len(record.turns) else "*"
    return _still(record.at(plies), suffix, look)


def _still(game, suffix, look):
    """The bytes of a picture of `game` as it stands."""
    from host.render import render_board

    target = io.BytesIO()
    last = game.history[-1] if game.history else None
    render_board(game, last=last, **look).save(target, suffix[1:].upper(), optimize=True)
    return target.getvalue()


def read_record(path, name, lang=None):
    """The `engine.gamefile.GameFile` in the file `path`, a game of `name`.

    A file without the tag `Language` is read in `lang`; where it can't be, or none is told, in the one language in which
    it can.  `UserError` for another game, a file that is no text, or one that several languages read differently;
    `engine.EngineError` with the file's name for what is wrong in it; OSError if it can't be opened.
    """
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: is no game file: byte {error.start} is not UTF-8 text") from error
    record = _read(path, text, name, lang)
    if record.game.name != name:
        raise UserError(f"{path}: is a game of {record.game.name}, not of {name}")
    return record


def _read(path, text, name, lang):
    """Read `text` in `lang`, else in whichever other languages it is legal in, if they agree."""
    records, errors = [], []
    for language in ([lang] if lang else []) + [other for other in LANGUAGES if other != lang]:
        try:
            records.append(gamefile.read(text, name, language))
        except engine.EngineError as error:
            errors.append(error)
        if lang and not errors:
            break       # the language that was told will do
    if not records:
        raise type(errors[0])(f"{path}: {errors[0]}")
    if any(record.turns != records[0].turns for record in records):
        raise UserError(f"{path}: means different turns in different languages: tell its language with --lang or a tag Language")
    return records[0]
