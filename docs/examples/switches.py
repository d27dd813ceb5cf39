"""Writes every change of a switch into a table (CSV), for a spreadsheet: when, which square, closed or open, and after how many turns."""

import csv
import sys

import reedboard

path = sys.argv[1] if len(sys.argv) > 1 else "switches.csv"
with reedboard.Board(*sys.argv[2:3]) as board, open(path, "w", newline="", encoding="utf-8") as file:
    table = csv.writer(file)
    table.writerow(["ms", "square", "closed", "turns"])
    print(f"writing {path}", flush=True)
    for event in board.events():
        if isinstance(event, reedboard.Toggle):
            table.writerow([event.ms, event.square, int(event.closed), len(board.record)])
            file.flush()
