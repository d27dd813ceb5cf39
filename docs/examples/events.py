"""Prints what happens on the board, until Ctrl-C."""

import sys

import reedboard

with reedboard.Board(*sys.argv[1:2]) as board:
    print(f"{board.name} plays {board.game.name}, {len(board.record)} turns so far", flush=True)
    for event in board.events():
        print(event, flush=True)
