"""Names for people, in English, Czech and Slovak: the games, and their pieces by machine letter."""

from engine.notation import LANGUAGES as LANGUAGES

TITLES = {
    "folky": ("FOLKY", "FOLKY", "FOLKY"),
    "football": ("Chess football", "Šachový fotbal", "Šachový futbal"),
    "alquerque": ("Alquerque", "Alquerque", "Alquerque"),
    "courier": ("Courier chess", "Kurýrní šach", "Kuriérsky šach"),
}

PIECES = {
    "K": ("king", "král", "kráľ"),
    "Q": ("queen", "dáma", "dáma"),
    "R": ("rook", "věž", "veža"),
    "N": ("knight", "jezdec", "jazdec"),
    "B": ("bishop", "střelec", "strelec"),
    "M": ("counsellor", "rádce", "radca"),
    "F": ("fers", "fers", "fers"),
    "W": ("fool", "šašek", "šašo"),
    "E": ("alfil", "alfil", "alfil"),
    "P": ("pawn", "pěšec", "pešiak"),
    "O": ("ball", "míč", "lopta"),
}

# Where a letter means another thing in one game than in the others.
GAME_PIECES = {
    ("courier", "B"): ("courier", "kurýr", "kuriér"),
    ("alquerque", "M"): ("stone", "kámen", "kameň"),
}


def title(game, lang="en"):
    """The name that people of the language `lang` give to `game` (a name of `engine.NAMES`, or the name itself if unknown)."""
    names = TITLES.get(game)
    return names[LANGUAGES.index(lang)] if names else game


def piece(game, letter, lang="en"):
    """The word for the piece with the machine `letter` (either case) of `game` in the language `lang`; the letter if unknown."""
    letter = letter.upper()
    names = GAME_PIECES.get((game, letter)) or PIECES.get(letter)
    return names[LANGUAGES.index(lang)] if names else letter
