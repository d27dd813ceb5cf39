"""Deliberately naive second implementations of the games, written from the rules alone.

They share no code with `engine/`: a board is a dict from square names to letters, a turn is its text, and applying
a turn makes a new position text. They are slow and obvious, and exist to disagree with the engine when it is wrong.

Each game's module offers

- `START`: the text of the first position, every field written;
- `turns(position)`: the sorted texts of all turns, empty when the game is over by the position alone;
- `apply(position, turn)`: the position text after the turn, every field written;
- `full(position)`: the same position with every field written;
- `perft(position, depth)`: how many sequences of that many turns there are (draws by counting are ignored);
- `result(history)`: "1:0", "0:1", "draw" or "*" for a list of position texts, the last one being the current one.
"""
