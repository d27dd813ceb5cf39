"""Counts the turns there are: what rule engines are compared by."""


def perft(game, depth):
    """Number of turn sequences of `depth` plies from the position of `game` (draws by counting are ignored)."""
    if depth < 1:
        return 1
    total = 0
    if depth == 1:
        for _ in game.turns():
            total += 1
        return total
    for turn in game.turns():
        token = game.apply(turn)
        total += perft(game, depth - 1)
        game.undo(turn, token)
    return total


def divide(game, depth):
    """`[(turn text, perft after it)]`, sorted."""
    rows = []
    for turn in game.turns():
        text = game.turn_text(turn)
        token = game.apply(turn)
        rows.append((text, perft(game, depth - 1)))
        game.undo(turn, token)
    rows.sort()
    return rows
