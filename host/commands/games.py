"""`reedboard games`: the games, their boards and pieces."""

import sys

import engine
from host import words

COLUMNS = ("name", "game", "board", "pieces")


def add(subparsers):
    """Add the parser of `games`."""
    parser = subparsers.add_parser(
        "games",
        help="the games, their boards and pieces",
        description="List the games: name on the command line, name for people, board, pieces. Piped, one game a line with tabs between.",
    )
    parser.add_argument("--lang", choices=words.LANGUAGES, default="en", help="language of the names (default: en)")


def rows(lang):
    """`[(name, title, board, pieces)]` of all games in the language `lang`; the board is `files x ranks` as text."""
    table = []
    for name in engine.NAMES:
        game = engine.new(name)
        pieces = ", ".join(words.piece(name, letter, lang) for letter in game.LETTERS[1:])
        table.append((name, words.title(name, lang), f"{game.files}x{game.ranks}", pieces))
    return table


def run(args):
    """Print the table: drawn on a terminal, bare otherwise."""
    table = rows(args.lang)
    if sys.stdout.isatty():
        _draw(table)
    else:
        for row in table:
            print("\t".join(row))
    return 0


def _draw(table):
    from rich.console import Console
    from rich.table import Table

    drawn = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for column in COLUMNS:
        drawn.add_column(column, style="bold" if column == "name" else None, no_wrap=column != "pieces")
    for row in table:
        drawn.add_row(*row)
    Console().print(drawn)
