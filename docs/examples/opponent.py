"""Plays Black against you: any legal turn, shown by the lamps; make it on the board for it."""

import random
import sys

import reedboard

TARGET, FILL = 1, 2

with reedboard.Board(*sys.argv[1:2]) as board:
    print("you are White", flush=True)
    for event in board.events():
        if not isinstance(event, reedboard.Turn):
            continue
        board.light(None)
        game = board.game
        if game.side == 0 or game.result() != "*":
            continue
        turn = random.choice(list(game.turns()))
        board.light({game.square(cell): TARGET if place % 2 else FILL for place, cell in enumerate(turn) if cell < game.n})
        print(f"I play {game.turn_text(turn)}: please make it for me", flush=True)
