"""A wave of light that runs over the board, three times; then the board's own lamps are back."""

import sys
import time

import reedboard

BLUE, WHITE = 1, 5

with reedboard.Board(*sys.argv[1:2]) as board:
    files, ranks = (int(number) for number in board.hello["size"].split("x"))
    for step in range(3 * (files + ranks)):
        front = step % (files + ranks)
        distance = [front - file - rank for rank in range(ranks) for file in range(files)]
        board.light(bytes(BLUE if gap == 0 else WHITE if gap == 1 else 0 for gap in distance))
        time.sleep(0.05)
    board.light(None)
    print("the board's own lamps are back")
