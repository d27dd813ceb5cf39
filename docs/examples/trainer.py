"""A puzzle: sets up a position, and waits for the turn that solves it; other turns are taken back."""

import sys

import reedboard

GAME, POSITION, SOLUTION = "folky", "8/N7/1N6/8/8/8/5B2/R7 w 8 8", "a1c1"  # three pieces then attack c8

with reedboard.Board(*sys.argv[1:2]) as board:
    board.new_game(GAME, POSITION)
    print("Which turn lets White place a pawn next?", flush=True)
    for event in board.events():
        if isinstance(event, reedboard.Turn):
            if event.text == SOLUTION:
                print(f"{event.text} is right", flush=True)
                break
            print(f"{event.text} is a good idea, but not the best one: put it back", flush=True)
            board.take_back()
