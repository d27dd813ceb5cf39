"""People's notation, in English, Czech and Slovak letters.

* FOLKY and courier chess: algebraic (`Nf3`, `Nbxd2`, `exf4`, `a8=F`, a placement is the bare square `h3`); courier
  adds `+` and `#`.
* Chess football: `Kg2` for a move, `K*e4` for a kick, `Kg2*e2` and `K*e4-g2` for both.
* Alquerque: step `c2-c3`, capture `d4xd2`, with the whole path `d4xb2xd2` where that is needed.

A figure's own file, rank or square follows its letter where it must (`Jbc6`).  The language is told, never guessed: R is a
rook in English and the counsellor in Czech.
"""

from engine.core import BOX, AmbiguousTurn, IllegalTurn, TextError

LANGUAGES = ("en", "cs", "sk")
_MACHINE = "KQRNBMFWE"
_LETTERS = {"en": "KQRNBMFWA", "cs": "KDVJSRFŠA", "sk": "KDVJSRFŠA"}


def letter(machine, lang):
    """The letter for people of the machine letter `machine` (upper case); empty for a pawn and a stone."""
    i = _MACHINE.find(machine)
    return _table(lang)[i] if i >= 0 and machine else ""


def _table(lang):
    if lang not in _LETTERS:
        raise TextError("no language %r; there are %s" % (lang, ", ".join(LANGUAGES)))
    return _LETTERS[lang]


def write(game, turn, lang="en"):
    """The shortest text for the legal `turn` of `game` that no other legal turn shares.

    The squares of a figure's own are added in the usual order: none, file, rank, both.
    """
    text = ""
    for text in _forms(game, turn, lang):
        if not any(text in _forms(game, other, lang) for other in game.turns() if other != turn):
            break
    return text + _check_mark(game, turn)


def read(game, text, lang="en"):
    """The legal turn of `game` that `text` means in the letters of `lang`.

    Marks of check and comment (`+ # ! ?`) may follow.  `TextError`: no turn text; `IllegalTurn`: no such turn here;
    `AmbiguousTurn`: several, which it names.
    """
    bare = text
    while bare and bare[-1] in "+#!?":
        bare = bare[:-1]
    known = _letters_of(game, lang)
    if not _readable(game, bare, known):
        raise TextError("unreadable %s turn %r (letters: %s)" % (game.name, text, " ".join(known) or "none"))
    hits = [turn for turn in game.turns() if bare in _forms(game, turn, lang)]
    if not hits:
        raise IllegalTurn("illegal turn %r" % text)
    if len(hits) > 1:
        raise AmbiguousTurn("ambiguous turn %r: %s" % (text, ", ".join([game.turn_text(turn) for turn in hits])))
    return hits[0]


def _letters_of(game, lang):
    return [letter(c, lang) for c in game.FIGURES]


def _readable(game, text, known):
    """Whether `text` has the form of a turn at all: an own letter, then squares and the signs between them."""
    rest = text[1:] if text[:1] in known and text else text
    cells, skeleton = game.squares(rest)
    if not cells:
        return False
    if skeleton[0] != "." and len(skeleton) > 1 and skeleton[1] in ".x-*":
        files = "abcdefghijklmnopqrstuvwxyz"[: game.files]
        if skeleton[0] in files or skeleton[0] in "123456789":
            skeleton = skeleton[1:]
    if skeleton[-2:-1] == "=" and skeleton[-1] in known:
        skeleton = skeleton[:-2]
    skeleton = skeleton.replace("x", "").replace("-", "").replace("*", "")
    return len(skeleton) == len(cells) and all(c == "." for c in skeleton)


def _forms(game, turn, lang):
    """All texts of `turn`, shortest first."""
    if hasattr(game, "forms"):
        return game.forms(turn, lambda machine: letter(machine, lang))
    return _algebraic(game, turn, lang)


def _algebraic(game, turn, lang):
    to = game.square(turn[-1])
    promoted = turn[-2] >= BOX and len(turn) > 2
    if turn[0] >= BOX:
        return [to]
    s = turn[-4] if promoted else turn[-2]
    own = game.square(s)
    takes = "x" if turn[0] != s else ""
    machine = game.letter(game.board[s]).upper()
    if machine == "P":
        tail = "=" + letter(game.letter(turn[-2] - BOX).upper(), lang) if promoted else ""
        return [(own[0] + "x" if takes else "") + to + tail]
    head = letter(machine, lang)
    forms = [head + dis + takes + to for dis in ("", own[0], own[1:], own)]
    if takes:
        forms += [head + dis + to for dis in ("", own[0], own[1:], own)]
    return forms


def _check_mark(game, turn):
    if not hasattr(game, "check"):
        return ""
    token = game.apply(turn)
    mark = ""
    if game.check():
        mark = "#" if not game.any_turn() and game.result() in ("1:0", "0:1") and game.reason == "checkmate" else "+"
    game.undo(turn, token)
    return mark
