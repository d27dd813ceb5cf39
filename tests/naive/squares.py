"""Squares as names, boards as dicts: what the naive games have in common."""

STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def name(file, rank):
    """Return the square name of a file and a rank, both counted from 1."""
    return "abcdefghijkl"[file - 1] + str(rank)


def place(square):
    """Return (file, rank) of a square name, both counted from 1."""
    return "abcdefghijkl".index(square[0]) + 1, int(square[1:])


def all_squares(files, ranks):
    """Return the names of all squares of a board, from its lower left corner on."""
    return [name(file, rank) for rank in range(1, ranks + 1) for file in range(1, files + 1)]


def go(square, step, files, ranks):
    """Return the square one step (files, ranks) away, or None off the board."""
    file, rank = place(square)
    file, rank = file + step[0], rank + step[1]
    if 1 <= file <= files and 1 <= rank <= ranks:
        return name(file, rank)
    return None


def parse_board(text, files, ranks):
    """Return {square: letter} for the placement field of a position text."""
    board = {}
    rows = text.split("/")
    assert len(rows) == ranks, text
    for rank, row in zip(range(ranks, 0, -1), rows, strict=True):
        file, number = 1, ""
        for char in row + " ":
            if char.isdigit():
                number += char
                continue
            file, number = file + int(number or 0), ""
            if char != " ":
                board[name(file, rank)] = char
                file += 1
        assert file == files + 1, text
    return board


def board_text(board, files, ranks):
    """Return the placement field of a position text."""
    rows = []
    for rank in range(ranks, 0, -1):
        row, empty = "", 0
        for file in range(1, files + 1):
            letter = board.get(name(file, rank))
            if letter is None:
                empty += 1
                continue
            row += (str(empty) if empty else "") + letter
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows)


def is_of(letter, side):
    """Tell whether a letter is a piece of a side ("w" or "b"); None and the ball belong to nobody."""
    if letter is None or letter == "o":
        return False
    return letter.isupper() if side == "w" else letter.islower()


def other(side):
    """Return the other side."""
    return "b" if side == "w" else "w"


def win(side):
    """Return the result text of a win of a side."""
    return "1:0" if side == "w" else "0:1"


def occurrences(history, fields):
    """Return how often the last position stands in a history, judged by its first fields only."""
    last = history[-1].split()[:fields]
    return sum(position.split()[:fields] == last for position in history)


def count_turns(position, depth, turns, apply):
    """Return the number of sequences of `depth` turns from a position."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(turns(position))
    return sum(count_turns(apply(position, turn), depth - 1, turns, apply) for turn in turns(position))
