"""Where the squares of a game lie on a board: square names to bits of the scanner's frame."""

_STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


class Layout:
    """The squares of one game on one board.

    `bit[square]`: the frame bit of the game's square. `near[square]`: the bits of the board squares around it, those
    outside the game's area too. `board_cell[square]`: its cell on the board (lights are numbered by it).
    """

    def __init__(self, profile, game):
        """profile: board_drivers.profile.Profile; game: an engine game. Raises ProfileError if it has no place there."""
        cells = profile.board_cells(game.files, game.ranks, profile.anchor(game.name))
        bits = profile.cell_bits()
        self.board_cell, self.bit, self.near = {}, {}, {}
        for cell in range(game.n):
            square = game.square(cell)
            self.board_cell[square] = cells[cell]
            self.bit[square] = bits[cells[cell]]
            self.near[square] = [bits[beside] for beside in _around(profile, cells[cell])]


def _around(profile, cell):
    """Return the board cells around board cell `cell`."""
    rank, file = divmod(cell, profile.files)
    return [
        (rank + up) * profile.files + file + right
        for right, up in _STEPS
        if 0 <= file + right < profile.files and 0 <= rank + up < profile.ranks
    ]
