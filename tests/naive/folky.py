"""FOLKY, naively: nothing is captured; a pawn goes where three own pieces could go."""

from . import squares as sq

START = "rnb2bnr/8/8/8/8/8/8/RNB2BNR w 8 8"
SLIDES = {"R": sq.STRAIGHT, "B": sq.DIAGONAL}


def parse(position):
    """Return (board, side, {"w": pawns in hand, "b": pawns in hand})."""
    fields = position.split()
    hands = fields[2:] + ["8", "8"][len(fields) - 2 :]
    return sq.parse_board(fields[0], 8, 8), fields[1], {"w": int(hands[0]), "b": int(hands[1])}


def reach(board, square):
    """Return the empty squares that the piece on a square could move to."""
    kind = board[square].upper()
    found = []
    if kind == "N":
        for jump in sq.KNIGHT:
            target = sq.go(square, jump, 8, 8)
            if target and target not in board:
                found.append(target)
    for step in SLIDES.get(kind, []):
        target = sq.go(square, step, 8, 8)
        while target and target not in board:
            found.append(target)
            target = sq.go(target, step, 8, 8)
    return found


def attackers(position, target, side):
    """Return how many pieces of a side attack an empty square."""
    board = parse(position)[0]
    return sum(target in reach(board, square) for square in board if sq.is_of(board[square], side))


def turns(position):
    """Return the sorted texts of all turns; a full set of placed pawns has ended the game."""
    board, side, hands = parse(position)
    if 0 in hands.values():
        return []
    found, attacks = [], {}
    for square in board:
        if sq.is_of(board[square], side):
            for target in reach(board, square):
                found.append(square + target)
                attacks[target] = attacks.get(target, 0) + 1
    found += ["@" + target for target in attacks if attacks[target] >= 3]
    return sorted(found)


def apply(position, turn):
    """Return the position text after a turn."""
    board, side, hands = parse(position)
    if turn[0] == "@":
        board[turn[1:]] = "P" if side == "w" else "p"
        hands[side] -= 1
    else:
        board[turn[2:]] = board.pop(turn[:2])
    return text(board, sq.other(side), hands)


def text(board, side, hands):
    """Return a position text with every field."""
    return f"{sq.board_text(board, 8, 8)} {side} {hands['w']} {hands['b']}"


def full(position):
    """Return the same position with every field written."""
    return text(*parse(position))


def perft(position, depth):
    """Return the number of sequences of `depth` turns."""
    return sq.count_turns(position, depth, turns, apply)


def result(history, repetition=3):
    """Return the result of a game given as its position texts."""
    _, _, hands = parse(history[-1])
    for side in "wb":
        if hands[side] == 0:
            return sq.win(side)
    if not turns(history[-1]) or (repetition and sq.occurrences(history, 4) >= repetition):
        return "draw"
    return "*"
