"""Whole games as text: tags, turns in people's notation, comments, result; one format for all games.

It is PGN where PGN fits.  Tags come first, a line each: `[White "..."]`.  `Game` is the engine's name of the game, `Language`
the letters of the notation (`en`, `cs`, `sk`), `Position` the position it starts from if not the first one, and each
`Option` tag is one `name=value`.  Then the turns with their numbers (`1. Vh7 Va3`; a game that begins with Black `1... Va3`),
`{comments}` behind the turn they belong to (or before the first), and the result `1:0`, `0:1`, `draw` or `*` at the very end:
a text without it was cut off.
"""

import engine
from engine import notation
from engine.core import EngineError, TextError, option_value

RESULTS = {"1:0": "1:0", "0:1": "0:1", "draw": "draw", "*": "*", "1-0": "1:0", "0-1": "0:1", "1/2-1/2": "draw"}
_OWN = ("Game", "Language", "Position", "Option", "Result")


class GameFile:
    """A whole game.

    `tags`: list of (name, text) without those that the other attributes hold; `game`: the engine's game with all turns made;
    `start`: text of the position it began from; `lang`; `comments`: {number of plies made: text}; `result`.
    """

    def __init__(self, game, lang="en"):
        self.game = game
        self.lang = lang
        self.tags = []
        self.comments = {}
        self.result = game.result()
        turns = []
        while game.history:
            turns.append(game.pop())
        self.start = game.position_text()
        while turns:
            game.push(turns.pop())

    @property
    def turns(self):
        """The turns made, in order."""
        return self.game.history

    def tag(self, name, default=None):
        """Text of the tag `name`."""
        for key, text in self.tags:
            if key == name:
                return text
        return default

    def at(self, ply):
        """A new game with the first `ply` turns made; `TextError` if there are fewer."""
        if not 0 <= ply <= len(self.turns):
            raise TextError("the game has %d plies, not %d" % (len(self.turns), ply))
        game = engine.start(self.game.name, self.start, self.game.options)
        for turn in self.turns[:ply]:
            game.push(turn)
        return game


def read(text, game=None, lang=None):
    """The `GameFile` in `text`.

    `game` and `lang` stand in for the tags `Game` and `Language` where the text has none.  `TextError` and its kin name
    the line (from 1) and the token.
    """
    tokens = _tokens(text)
    tags = [token for token in tokens if token[0] == "tag"]
    found = {}
    for _, value, line in tags:
        if value[0] in found and value[0] != "Option":
            raise TextError("line %d: tag %s a second time" % (line, value[0]))
        found.setdefault(value[0], (value[1], line))
    record = _begin(tags, found, game, lang)
    _play(record, [token for token in tokens if token[0] != "tag"])
    if "Result" in found and RESULTS.get(found["Result"][0]) != record.result:
        raise TextError("line %d: tag Result says %r, the game ends with %s" % (found["Result"][1], found["Result"][0], record.result))
    return record


def _begin(tags, found, game, lang):
    name = found["Game"][0] if "Game" in found else game
    if not name:
        raise TextError("line 1: no tag Game says which game it is")
    options = {}
    line = 1
    for _, value, line in tags:
        if value[0] == "Option":
            key, equals, text = value[1].partition("=")
            if not equals or key in options:
                raise TextError("line %d: an option is name=value, once each, not %r" % (line, value[1]))
            options[key] = _placed(line, option_value, _placed(1, engine.game_class, name), key, text)
    position, line = found.get("Position", (None, 1))
    lang, at = found.get("Language", (lang or "en", line))
    if lang not in notation.LANGUAGES:
        raise TextError("line %d: no language %r; there are %s" % (at, lang, ", ".join(notation.LANGUAGES)))
    record = GameFile(_placed(line, engine.start, name, position, options), lang)
    record.tags = [value for _, value, _ in tags if value[0] not in _OWN]
    return record


def _placed(line, call, *arguments):
    """What `call` returns; its error names the line."""
    try:
        return call(*arguments)
    except EngineError as error:
        raise type(error)("line %d: %s" % (line, error))


def _play(record, tokens):
    ended = False
    line = 1
    for kind, text, line in tokens:
        if kind == "comment":
            ply = len(record.turns)
            record.comments[ply] = (record.comments[ply] + " " if ply in record.comments else "") + text
        elif ended:
            raise TextError("line %d: %r after the result" % (line, text))
        elif text in RESULTS:
            record.result = RESULTS[text]
            ended = True
        elif not _is_number(record.game, text, line):
            try:
                record.game.push(notation.read(record.game, text, record.lang))
            except EngineError as error:
                raise type(error)("line %d, ply %d: %s" % (line, len(record.turns) + 1, error))
    if not ended:
        raise TextError("line %d: the text ends without a result (1:0, 0:1, draw or *): was it cut off?" % line)
    came = record.game.result()
    if came != "*" and came != record.result:
        raise TextError("line %d: result %s, but the game ended %s (%s)" % (line, record.result, came, record.game.reason))


def _is_number(game, text, line):
    digits = text.rstrip(".")
    if digits == text or not all("0" <= c <= "9" for c in digits):
        return False
    return True


def _tokens(text):
    """`[(kind, value, line)]` with kind "tag", "comment" or "word"."""
    tokens = []
    line = 1
    i = 0
    while i < len(text):
        c = text[i]
        if c == "\n":
            line += 1
            i += 1
        elif c in " \t\r\ufeff":
            i += 1
        elif c == "{":
            j = text.find("}", i)
            if j < 0:
                raise TextError("line %d: comment without an end: was the text cut off?" % line)
            tokens.append(("comment", " ".join(text[i + 1 : j].split()), line))
            line += text[i:j].count("\n")
            i = j + 1
        elif c == ";":
            j = text.find("\n", i)
            j = len(text) if j < 0 else j
            tokens.append(("comment", " ".join(text[i + 1 : j].replace("{", "(").replace("}", ")").split()), line))
            i = j
        elif c == "[":
            j = _line_end(text, i)
            tokens.append(("tag", _tag(text[i:j].strip(), line), line))
            i = j
        else:
            i = _word(text, i, line, tokens)
    return tokens


def _line_end(text, i):
    j = text.find("\n", i)
    return len(text) if j < 0 else j


def _word(text, i, line, tokens):
    """One word; a turn's number stuck to its turn (`1.Vh7`) is split off."""
    j = i
    while j < len(text) and text[j] not in " \t\r\n{;":
        j += 1
    word = text[i:j]
    k = 0
    while k < len(word) and "0" <= word[k] <= "9":
        k += 1
    dots = k
    while dots < len(word) and word[dots] == ".":
        dots += 1
    if k and dots > k and dots < len(word):
        word = word[:dots]
        j = i + dots
    if word[0] != "$":
        tokens.append(("word", word, line))
    return j


def _tag(text, line):
    name, _, rest = text[1:].partition(" ")
    rest = rest.strip()
    if len(rest) < 3 or not rest.endswith("\"]") or rest[0] != "\"" or not name or not all(c.isalpha() for c in name):
        raise TextError("line %d: a tag is [Name \"text\"], not %s" % (line, text))
    value = ""
    i = 1
    while i < len(rest) - 2:
        if rest[i] == "\\" and i + 1 < len(rest) - 2:
            i += 1
        elif rest[i] == "\"" or rest[i] == "\\":
            raise TextError("line %d: a bare %s in the tag %s" % (line, rest[i], name))
        value += rest[i]
        i += 1
    return (name, value)


def write(record):
    """`record` (a `GameFile`) as text; `read` gives it back."""
    game = record.game
    lines = [_tag_line("Game", game.name), _tag_line("Language", record.lang)]
    lines += [_tag_line(name, text) for name, text in record.tags if name not in _OWN]
    for key in sorted(game.options):
        if game.options[key] != game.OPTIONS[key]:
            lines.append(_tag_line("Option", "%s=%s" % (key, game.options[key])))
    if record.start != type(game)().position_text():
        lines.append(_tag_line("Position", record.start))
    lines.append(_tag_line("Result", record.result))
    return "\n".join(lines) + "\n\n" + "\n".join(_wrap(_words(record), 80)) + "\n"


def _tag_line(name, text):
    text = " ".join(text.split())
    return "[%s \"%s\"]" % (name, text.replace("\\", "\\\\").replace("\"", "\\\""))


def _words(record):
    replay = record.at(0)
    words = _comment(record, 0)
    number = 1
    broken = True       # a number is due: at the start, and behind a comment
    for ply, turn in enumerate(record.turns):
        if replay.side == 0:
            words.append("%d." % number)
        elif broken:
            words.append("%d..." % number)
        number += replay.side
        words.append(notation.write(replay, turn, record.lang))
        replay.push(turn)
        comment = _comment(record, ply + 1)
        broken = bool(comment)
        words += comment
    return words + [record.result]


def _comment(record, ply):
    text = record.comments.get(ply)
    return [] if text is None else ["{" + " ".join(text.replace("{", "(").replace("}", ")").split()) + "}"]


def _wrap(words, width):
    lines = []
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = line + " " + word if line else word
    return lines + [line]
