"""Switches without a board, for tests that drive the shell themselves."""


class Switches:
    """A scanner of switches that hands set, of a board on which the engine game `game` is played."""

    def __init__(self, profile, game):
        self.bits = profile.bits
        self.faults = bytearray(0)
        self._frame = bytearray((profile.bits + 7) // 8)
        cells = profile.game_cells(game.files, game.ranks, profile.anchor(game.name))
        self._bits = {cell: bit for bit, cell in enumerate(cells) if cell != 255}
        for cell in range(game.n):
            self.set(cell, game.board[cell])

    def set(self, cell, closed):
        bit = self._bits[cell]
        self._frame[bit >> 3] = self._frame[bit >> 3] & ~(1 << (bit & 7)) | bool(closed) << (bit & 7)

    def scan(self, frame):
        frame[:] = self._frame
