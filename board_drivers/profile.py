"""The board profile in the form a device reads: geometry, pins, which switch and which lamp lies under which square.

`host.profiles` makes it, as compact JSON, from `hardware/boards/NAME.toml`; the device reads it from `profile.json`.

A board cell is `rank * files + file`, both counted from 0, so a1 is cell 0. 255 means "no cell".
"""

import sys

NONE = 255


class ProfileError(ValueError):
    """A board profile that can't be used; the text names the key, square, bit or anchor that is wrong."""


def square_name(cell, files):
    """Name of board cell `cell` on a board `files` wide: 0 -> 'a1'."""
    return chr(97 + cell % files) + str(cell // files + 1)


def parse_square(text, files, ranks):
    """Board cell of square `text` ('a1' -> 0) on a board of `files` x `ranks`; ProfileError names a square that is off it."""
    if len(text) > 1 and text[1:].isdigit() and text[1] != "0":
        file = ord(text[0]) - 97
        rank = int(text[1:]) - 1
        if 0 <= file < files and 0 <= rank < ranks:
            return rank * files + file
    raise ProfileError("square %s is off the board of %d files and %d ranks" % (text, files, ranks))


def release():
    """Let go of the checker's code: on a device its memory is better used by the game (5 KB; no effect on a computer).

    It comes back by itself when another profile is made.
    """
    if sys.implementation.name == "micropython" and "board_drivers.schema" in sys.modules:
        del sys.modules["board_drivers.schema"]
        package = sys.modules["board_drivers"]
        if hasattr(package, "schema"):
            delattr(package, "schema")


class Profile:
    """One board: what is wired to which pin, and which square lies over which switch and lamp.

    `data` is the device form as a dict, its JSON text, or that text as bytes.  Raises ProfileError.

    Attributes: `name`; `mcu` ("pico" or "pi"); `files`, `ranks`, `n` (cells of the board);
    `scanner` (dict: `driver` and its own keys), `bits` (how many bits its frame has), `bit_cells` (bytearray, one board
    cell a bit); `chip_bits` (bits a chip of the scanner, or a row of the matrix, has);
    `lights` (dict, or None), `led_cells` (bytearray, one board cell a lamp); `buttons` (dict `white` `black` `menu` ->
    GPIO); `buzzer`, `display` (dict or None); `games` (dict name -> board cell on which the game's a1 lies).
    """

    def __init__(self, data):
        # Only needed here, see `release`.
        from board_drivers import schema

        schema.fill(self, data)

    def square(self, cell):
        """Name of board cell `cell`."""
        return square_name(cell, self.files)

    def cell(self, text):
        """Board cell of the square named `text`; ProfileError when it is off the board."""
        return parse_square(text, self.files, self.ranks)

    def cell_bits(self):
        """Bytearray, one frame bit a board cell: the way back from `bit_cells`."""
        bits = bytearray(self.n)
        for bit, cell in enumerate(self.bit_cells):
            if cell != NONE:
                bits[cell] = bit
        return bits

    def chip_cells(self, chip):
        """The board cells, as a list, of the switches on chip `chip` of the scanner (of a matrix: on that row)."""
        cells = self.bit_cells[chip * self.chip_bits : (chip + 1) * self.chip_bits]
        return [cell for cell in cells if cell != NONE]

    def anchor(self, game):
        """Board cell on which a1 of `game` lies; ProfileError when this board has no place for the game."""
        if game not in self.games:
            raise ProfileError("profile %s has no anchor for %s in [games]" % (self.name, game))
        return self.games[game]

    def board_cells(self, game_files, game_ranks, anchor):
        """Bytearray, one board cell a game cell, for a game of that size whose a1 lies on board cell `anchor`.

        ProfileError when the game sticks out over the edge.
        """
        file = anchor % self.files
        rank = anchor // self.files
        if file + game_files > self.files or rank + game_ranks > self.ranks:
            raise ProfileError(
                "profile %s: a game of %dx%d does not fit on a board of %dx%d with its a1 on %s"
                % (self.name, game_files, game_ranks, self.files, self.ranks, self.square(anchor))
            )
        cells = bytearray(game_files * game_ranks)
        for cell in range(len(cells)):
            cells[cell] = anchor + cell // game_files * self.files + cell % game_files
        return cells

    def game_cells(self, game_files, game_ranks, anchor):
        """Bytearray, one game cell a frame bit (255: not part of this game); arguments and errors as for `board_cells`."""
        on_board = bytearray([NONE] * self.n)
        for cell, board_cell in enumerate(self.board_cells(game_files, game_ranks, anchor)):
            on_board[board_cell] = cell
        cells = bytearray([NONE] * self.bits)
        for bit, board_cell in enumerate(self.bit_cells):
            if board_cell != NONE:
                cells[bit] = on_board[board_cell]
        return cells
