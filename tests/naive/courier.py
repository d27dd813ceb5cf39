"""Courier chess, naively: every turn is tried out, and it is legal when the own king cannot be taken afterwards."""

from functools import lru_cache

from . import squares as sq

START = "rnebmk1wbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1WBENR w - - 0 1"
LEAPS = {
    "K": sq.STRAIGHT + sq.DIAGONAL,
    "M": sq.STRAIGHT + sq.DIAGONAL,
    "N": sq.KNIGHT,
    "F": sq.DIAGONAL,
    "W": sq.STRAIGHT,
    "E": [(2 * file, 2 * rank) for file, rank in sq.DIAGONAL],
}
SLIDES = {"R": sq.STRAIGHT, "B": sq.DIAGONAL}


def parse(position):
    """Return (board, side, plies without a capture or a pawn move, number of the full move)."""
    fields = position.split()
    fields += ["w", "-", "-", "0", "1"][len(fields) - 1 :]
    return sq.parse_board(fields[0], 12, 8), fields[1], int(fields[4]), int(fields[5])


def go(square, step):
    """Return the square one step away, or None off the board."""
    return sq.go(square, step, 12, 8)


def targets(board, square):
    """Return the squares that the piece on a square moves to or takes on, not asking about its own king."""
    letter = board[square]
    side, kind = ("w" if letter.isupper() else "b"), letter.upper()
    if kind == "P":
        return pawn_targets(board, square, side)
    found = [go(square, leap) for leap in LEAPS.get(kind, [])]
    for step in SLIDES.get(kind, []):
        target = go(square, step)
        while target:
            found.append(target)
            target = None if target in board else go(target, step)
    return [target for target in found if target and not sq.is_of(board.get(target), side)]


def pawn_targets(board, square, side):
    """Return the squares that a pawn moves to or takes on."""
    up = 1 if side == "w" else -1
    found = [go(square, (0, up))]
    found = [target for target in found if target and target not in board]
    for file in (-1, 1):
        target = go(square, (file, up))
        if target and sq.is_of(board.get(target), sq.other(side)):
            found.append(target)
    return found


def in_check(board, side):
    """Tell whether the king of a side can be taken."""
    king = next((square for square, letter in board.items() if letter == ("K" if side == "w" else "k")), None)
    return any(king in targets(board, square) for square in board if sq.is_of(board[square], sq.other(side)))


def count(board, side):
    """Return how many pieces a side has, its king included."""
    return sum(sq.is_of(letter, side) for letter in board.values())


def bare_king(board, side):
    """Return the result that bare kings give with `side` to move, or None."""
    own, theirs = count(board, side), count(board, sq.other(side))
    if own == 1 and theirs == 1:
        return "draw"
    if theirs == 1:
        return sq.win(side)
    if own == 1 and theirs >= 3:
        return sq.win(sq.other(side))
    return None


def played(board, turn):
    """Return the board after a turn."""
    after = dict(board)
    start, target = split(turn)
    after[target] = after.pop(start)
    if turn[-1] == "f" and turn[-2].isdigit():
        after[target] = "F" if after[target].isupper() else "f"
    return after


def split(turn):
    """Return the two squares of a turn text."""
    return turn[:2], turn[2:4]


@lru_cache(maxsize=256)
def turns(position):
    """Return the sorted texts of all turns; bare kings may have ended the game."""
    board, side, _, _ = parse(position)
    if bare_king(board, side):
        return []
    found = []
    for square in [square for square in board if sq.is_of(board[square], side)]:
        for target in targets(board, square):
            last = board[square] in "Pp" and target[1:] in ("1", "8")
            turn = square + target + ("f" if last else "")
            if not in_check(played(board, turn), side):
                found.append(turn)
    return sorted(found)


def apply(position, turn):
    """Return the position text after a turn."""
    board, side, quiet, number = parse(position)
    start, target = split(turn)
    quiet = 0 if target in board or board[start] in "Pp" else quiet + 1
    number += side == "b"
    return text(played(board, turn), sq.other(side), quiet, number)


def text(board, side, quiet, number):
    """Return a position text with every field."""
    return f"{sq.board_text(board, 12, 8)} {side} - - {quiet} {number}"


def full(position):
    """Return the same position with every field written."""
    return text(*parse(position))


def perft(position, depth):
    """Return the number of sequences of `depth` turns."""
    return sq.count_turns(position, depth, turns, apply)


def result(history, repetition=3, quiet=50):
    """Return the result of a game given as its position texts."""
    board, side, plies, _ = parse(history[-1])
    bare = bare_king(board, side)
    if bare:
        return bare
    if not turns(history[-1]):
        return sq.win(sq.other(side))
    if (repetition and sq.occurrences(history, 2) >= repetition) or (quiet and plies >= 2 * quiet):
        return "draw"
    return "*"
