"""Chess football, naively: moves, kicks, and the two ways of doing one after the other."""

from functools import lru_cache

from . import squares as sq

PLACEMENT = "rnbq1knbr/9/9/9/4o4/9/9/9/RNBQ1KNBR"
START = PLACEMENT + " w 0 0 1 0"
GOALS = {"e1": "b", "e9": "w"}  # whose goal it is when the ball stops there
WAYS = {"R": sq.STRAIGHT, "B": sq.DIAGONAL, "Q": sq.STRAIGHT + sq.DIAGONAL, "K": sq.STRAIGHT + sq.DIAGONAL}


def parse(position):
    """Return (board, side, [goals of White, goals of Black, half, plies since a kick])."""
    fields = position.split()
    numbers = fields[2:] + ["0", "0", "1", "0"][len(fields) - 2 :]
    return sq.parse_board(fields[0], 9, 9), fields[1], [int(number) for number in numbers]


def go(square, step):
    """Return the square one step away, or None off the board."""
    return sq.go(square, step, 9, 9)


def moves(board, square):
    """Return the squares that the footballer on a square may move to."""
    kind, found = board[square].upper(), []
    if kind == "N":
        found = [go(square, jump) for jump in sq.KNIGHT]
        return [target for target in found if target and target not in board and target not in GOALS]
    for step in WAYS[kind]:
        target = go(square, step)
        while target and target not in board and target not in GOALS:
            found.append(target)
            target = None if kind == "K" else go(target, step)
    return found


def knight_kicks(board, square, ball):
    """Return where a knight can kick the ball to: one straight over an empty square, then one diagonally outward."""
    if ball not in [go(square, jump) for jump in sq.KNIGHT]:
        return []
    found = []
    for straight in sq.STRAIGHT:
        middle = go(ball, straight)
        if middle is None or middle in board:
            continue
        for diagonal in sq.DIAGONAL:
            if diagonal[0] * straight[0] + diagonal[1] * straight[1] == 1:
                found.append(go(middle, diagonal))
    return [target for target in found if target and target not in board]


def kicks(board, square):
    """Return the squares to which the footballer on a square can kick the ball."""
    ball = ball_square(board)
    kind, found = board[square].upper(), []
    if kind == "N":
        return knight_kicks(board, square, ball)
    for step in WAYS[kind]:
        if go(square, step) != ball:
            continue
        target = go(ball, step)
        while target and target not in board:
            found.append(target)
            target = None if kind == "K" or target in GOALS else go(target, step)
    return found


def ball_square(board):
    """Return the square of the ball."""
    return next(square for square, letter in board.items() if letter == "o")


def shifted(board, start, target):
    """Return a copy of a board with one thing moved."""
    copy = dict(board)
    copy[target] = copy.pop(start)
    return copy


@lru_cache(maxsize=256)
def turns(position):
    """Return the sorted texts of all turns of the side to move."""
    board, side, _ = parse(position)
    ball, found = ball_square(board), []
    for square in [square for square in board if sq.is_of(board[square], side)]:
        letter = board[square].upper()
        for target in moves(board, square):
            found.append(f"{letter}{square}-{target}")
            for goal in kicks(shifted(board, square, target), target):
                found.append(f"{letter}{square}-{target}*{goal}")
        for target in kicks(board, square):
            found.append(f"{letter}{square}*{target}")
            if target not in GOALS:
                for end in moves(shifted(board, ball, target), square):
                    found.append(f"{letter}{square}*{target}-{end}")
    return sorted(found)


def apply(position, turn):
    """Return the position text after a turn; after a goal the first placement, and a blocked side is passed over."""
    board, side, numbers = parse(position)
    mover, kicked, todo = turn[1:3], False, turn[3:]
    while todo:
        what, target, todo = todo[0], todo[1:3], todo[3:]
        if what == "-":
            board = shifted(board, mover, target)
            mover = target
        else:
            board, kicked = shifted(board, ball_square(board), target), True
    numbers[3] = 0 if kicked else numbers[3] + 1
    if ball_square(board) in GOALS:
        numbers[0 if GOALS[ball_square(board)] == "w" else 1] += 1
        board = sq.parse_board(PLACEMENT, 9, 9)
    after = text(board, sq.other(side), numbers)
    return after if turns(after) else text(board, side, numbers)


def text(board, side, numbers):
    """Return a position text with every field."""
    return " ".join([sq.board_text(board, 9, 9), side] + [str(number) for number in numbers])


def full(position):
    """Return the same position with every field written."""
    return text(*parse(position))


def perft(position, depth):
    """Return the number of sequences of `depth` turns."""
    return sq.count_turns(position, depth, turns, apply)


def result(history, goals=3):
    """Return the result of a match without a clock given as its position texts."""
    _, _, numbers = parse(history[-1])
    for side, scored in zip("wb", numbers, strict=False):
        if goals and scored >= goals:
            return sq.win(side)
    return "*"
