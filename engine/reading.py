"""Reads the text of a position."""

from engine.core import TextError


def position(game, text):
    """Set up board, side to move and counters of `game` from the position `text`.  Raises TextError; some of it may have been set up then."""
    fields = text.split()
    if len(fields) < 2:
        raise TextError("position %r: needs the ranks and the side to move" % text)
    rows = fields[0].split("/")
    if len(rows) != game.ranks:
        raise TextError("position: %d ranks instead of %d" % (len(rows), game.ranks))
    for cell in range(game.n):
        game.board[cell] = 0
    for i in range(game.ranks):
        _rank(game, rows[i], game.ranks - 1 - i)
    if fields[1] not in ("w", "b"):
        raise TextError("position: side to move is w or b, not %r" % fields[1])
    game.side = 0 if fields[1] == "w" else 1
    game.extra = game._read_fields(fields[2:])


def _rank(game, text, rank):
    file = i = 0
    while i < len(text):
        c = text[i]
        if "0" <= c <= "9":
            j = i + 1
            while j < len(text) and "0" <= text[j] <= "9":
                j += 1
            if c == "0" or j - i > 2:
                raise TextError("position, rank %d: %r is no count of empty squares" % (rank + 1, text[i:j]))
            file += int(text[i:j])
            i = j
        else:
            code = game.code(c)
            if not code:
                raise TextError("position, rank %d: no piece %r in %s" % (rank + 1, c, game.NAME))
            if file < game.files:
                game.board[rank * game.files + file] = code
            file += 1
            i += 1
    if file != game.files:
        raise TextError("position, rank %d: %d files instead of %d in %r" % (rank + 1, file, game.files, text))
