"""An umpire: counts takebacks, three are allowed in a game, and tells the players what the board wants of them."""

import sys

import reedboard

ALLOWED = 3

with reedboard.Board(*sys.argv[1:2]) as board:
    print("the game is on", flush=True)
    taken = 0
    for event in board.events():
        match event:
            case reedboard.TakenBack():
                taken += 1
                print(f"takeback {taken} of {ALLOWED}" if taken <= ALLOWED else "no more takebacks: play on", flush=True)
            case reedboard.Question(turns):
                print("which was it: " + " or ".join(turns) + "? touch the piece", flush=True)
            case reedboard.Fix(empty, fill):
                print(" ".join([*("take off " + square for square in empty), *("put on " + square for square in fill)]), flush=True)
            case reedboard.NewGame():
                taken = 0
            case reedboard.Result(result, reason) if result != "*":
                print(f"over: {result} {reason}", flush=True)
