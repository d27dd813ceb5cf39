"""Draws the board in the terminal, once."""

import sys

import reedboard
from rich.console import Console

with reedboard.Board(*sys.argv[1:2]) as board:
    now = board.snapshot()
    for line in reedboard.board_lines(board.game):
        Console().print(line)
    print(f"{len(now.record)} turns, result {now.result}", *(["put right:", *now.empty, *now.fill] if now.empty or now.fill else []))
