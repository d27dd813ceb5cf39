"""The few words in pictures and terminal drawings, in English, Czech and Slovak."""

from engine import IllegalTurn, notation
from host.words import LANGUAGES

SIDES = (("White", "Bílý", "Biely"), ("Black", "Černý", "Čierny"))
TO_MOVE = ("to move", "na tahu", "na ťahu")
WINS = ("wins", "vyhrává", "vyhráva")
GOAL = ("Goal!", "Gól!", "Gól!")
DRAW = ("draw", "remíza", "remíza")

# The engine's words for why a game has ended
REASONS = {
    "eighth pawn": ("eighth pawn placed", "položen osmý pěšec", "položený ôsmy pešiak"),
    "no piece can move": ("no piece can move", "žádná figura nemá tah", "žiadna figúra nemá ťah"),
    "repetition": ("third repetition", "třetí opakování", "tretie opakovanie"),
    "quiet": ("too long without a capture", "příliš dlouho bez braní", "pridlho bez brania"),
    "no turn left": ("no turn left", "není žádný tah", "niet ťahu"),
    "no stones left": ("no stones left", "nezbyl žádný kámen", "nezostal žiadny kameň"),
    "checkmate": ("checkmate", "mat", "mat"),
    "stalemate": ("stalemate", "pat", "pat"),
    "bare king": ("bare king", "osamocený král", "osamelý kráľ"),
    "king against king": ("king against king", "král proti králi", "kráľ proti kráľovi"),
    "time": ("time is up", "čas vypršel", "čas vypršal"),
    "nobody can move": ("nobody can move", "nikdo nemá tah", "nikto nemá ťah"),
}


def word(table, lang):
    """The entry of a three-language `table` for `lang`; ValueError for a language there is not."""
    if lang not in LANGUAGES:
        raise ValueError("no language %r; there are %s" % (lang, ", ".join(LANGUAGES)))
    return table[LANGUAGES.index(lang)]


def describe(game, turn, ply, lang):
    """Text of the legal `turn` as ply number `ply` (from 1) before it is made: `22... Vh7`."""
    number = (ply + 1) // 2 if game.side == (ply - 1) % 2 else ply // 2 + 1
    return "%d.%s %s" % (number, ".." if game.side else "", notation.write(game, turn, lang))


def last_text(game, lang):
    """Text of the last turn on the record of `game`, or "" if there is none.  The game is left as it was."""
    try:
        turn = game.pop()
    except IllegalTurn:
        return ""
    text = describe(game, turn, len(game.history) + 1, lang)
    game.push(turn)
    return text


def status(game, side, lang, told="*"):
    """What is to be said of `side` beside its name: that it is to move, that it wins, or nothing ("").

    `told`: the result that the game's file gives, for games that ended by agreement or resignation.
    """
    result = game.result()
    result = told if result == "*" else result
    if result == "*":
        return word(TO_MOVE, lang) if game.side == side else ""
    return word(WINS, lang) if result == ("1:0", "0:1")[side] else ""


def result_text(game, lang, told="*"):
    """How the game stands, for people: "" while it goes on, `0:1, eighth pawn placed`, `draw, third repetition`,
    football its score.

    `told`: the result that the game's file gives, for games that ended by agreement or resignation.
    """
    result = game.result()
    if result == "*":
        return word(DRAW, lang) if told == "draw" else "" if told == "*" else told
    shown = word(DRAW, lang) if result == "draw" else result
    if game.name == "football":
        shown = "%d:%d" % (game.extra[0], game.extra[1])
        if game.reason == "goals":
            return shown
    reason = REASONS.get(game.reason)
    return shown + ", " + (word(reason, lang) if reason else game.reason)
