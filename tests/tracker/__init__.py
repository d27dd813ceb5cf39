"""Every legal turn in every order that hands can do it in, judged by a program that shares no code with the tracker.

- `hands`: what a turn's text means for hands (from the naive games alone), and all orders of its doings;
- `judge`: which legal turns a row of doings can have been, found by simulating what can be where;
- `positions`: positions of random games, chosen so that all kinds of turns occur;
- `rig`: the controller in virtual time, its switches and what it says.
"""
