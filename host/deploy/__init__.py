"""Puts the firmware on a board: what belongs on it, how it gets there, and whether it then says hello."""
