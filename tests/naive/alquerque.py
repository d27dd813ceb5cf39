"""Alquerque, naively: stones on points, steps along lines, compulsory complete chains of short jumps."""

from . import squares as sq

START = "mmmmm/mmmmm/mm1MM/MMMMM/MMMMM w 0"


def parse(position):
    """Return (board, side, plies since a capture)."""
    fields = position.split()
    return sq.parse_board(fields[0], 5, 5), fields[1], int(fields[2]) if len(fields) > 2 else 0


def lines(point):
    """Return the directions of the lines that run through a point."""
    file, rank = sq.place(point)
    return sq.STRAIGHT + (sq.DIAGONAL if (file + rank) % 2 == 0 else [])


def chains(board, point, side):
    """Return the paths (lists of points) of all complete chains of a stone that has been lifted from the board."""
    found = []
    for line in lines(point):
        over = sq.go(point, line, 5, 5)
        landing = over and sq.go(over, line, 5, 5)
        if landing and landing not in board and sq.is_of(board.get(over), sq.other(side)):
            rest = dict(board)
            del rest[over]
            for path in chains(rest, landing, side) or [[landing]]:
                found.append([point] + path if path[0] == landing else [point, landing] + path)
    return found


def turns(position):
    """Return the sorted texts of all turns: all captures if there are any, else all steps."""
    board, side, _ = parse(position)
    captures, steps = [], []
    for point in [square for square in board if sq.is_of(board[square], side)]:
        lifted = {square: stone for square, stone in board.items() if square != point}
        captures += ["x".join(path) for path in chains(lifted, point, side)]
        for line in lines(point):
            target = sq.go(point, line, 5, 5)
            if target and target not in board:
                steps.append(f"{point}-{target}")
    return sorted(captures or steps)


def apply(position, turn):
    """Return the position text after a turn."""
    board, side, quiet = parse(position)
    if "-" in turn:
        start, target = turn.split("-")
        board[target] = board.pop(start)
        return text(board, sq.other(side), quiet + 1)
    path = turn.split("x")
    stone = board.pop(path[0])
    for start, landing in zip(path, path[1:], strict=False):
        (file, rank), (file2, rank2) = sq.place(start), sq.place(landing)
        del board[sq.name((file + file2) // 2, (rank + rank2) // 2)]
    board[path[-1]] = stone
    return text(board, sq.other(side), 0)


def text(board, side, quiet):
    """Return a position text with every field."""
    return f"{sq.board_text(board, 5, 5)} {side} {quiet}"


def full(position):
    """Return the same position with every field written."""
    return text(*parse(position))


def perft(position, depth):
    """Return the number of sequences of `depth` turns."""
    return sq.count_turns(position, depth, turns, apply)


def result(history, repetition=3, quiet=50):
    """Return the result of a game given as its position texts."""
    _, side, plies = parse(history[-1])
    if not turns(history[-1]):
        return sq.win(sq.other(side))
    if (repetition and sq.occurrences(history, 2) >= repetition) or (quiet and plies >= 2 * quiet):
        return "draw"
    return "*"
