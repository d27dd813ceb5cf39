"""Keeps a picture of the position up to date."""

import sys

import reedboard

path = sys.argv[1] if len(sys.argv) > 1 else "board.png"
with reedboard.Board(*sys.argv[2:3]) as board:
    while True:
        reedboard.render_board(board.game, size=480).save(path)
        print(f"{path}: after {len(board.record)} turns", flush=True)
        while not isinstance(board.next_event(), (reedboard.Turn, reedboard.TakenBack, reedboard.NewGame)):
            pass
