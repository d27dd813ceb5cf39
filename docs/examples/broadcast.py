"""Keeps a file with the game so far (in reedboard's PGN-like format), written anew after every turn: a live broadcast for whoever reads it."""

import os
import sys

import reedboard

path = sys.argv[1] if len(sys.argv) > 1 else "live.txt"
with reedboard.Board(*sys.argv[2:3]) as board:
    while True:
        record = reedboard.GameFile(board.game)
        record.tags.append(("Site", board.name))
        with open(path + ".new", "w", encoding="utf-8") as file:
            file.write(reedboard.write_game(record))
        os.replace(path + ".new", path)  # readers never see half a file
        print(f"{path}: {len(board.record)} turns", flush=True)
        while not isinstance(board.next_event(), (reedboard.Turn, reedboard.TakenBack, reedboard.NewGame)):
            pass
