"""Where everything in a picture lies, in whole pixels.

From the top: the strip of the side that sits there, the framed board, the strip of the other side, the caption.
"""

MIN_SIZE, MAX_SIZE = 160, 2000


class Layout:
    """The geometry of one picture.

    `files`, `ranks`: the board; `size`: width of the picture in pixels; `flipped`: Black sits at the bottom.
    Attributes are pixels: `square`, `unit` (the strips' measure, never larger than a square), `board` and `frame`
    (x0, y0, x1, y1), `width`, `height`.
    """

    def __init__(self, files, ranks, size, flipped=False):
        if not MIN_SIZE <= size <= MAX_SIZE:
            raise ValueError("size is %d to %d pixels, not %r" % (MIN_SIZE, MAX_SIZE, size))
        self.files, self.ranks, self.flipped, self.width = files, ranks, flipped, size
        unit = min(size * 0.088, size / (files + 1.1))
        self.unit = round(unit)
        self.rim = round(unit * 0.4)
        margin = round(unit * 0.28)
        self.square = (size - 2 * (margin + self.rim)) // files
        across, down = self.square * files, self.square * ranks
        self.strip = round(unit * 0.62)
        gap = round(unit * 0.16)
        left = (size - across) // 2
        top = margin // 2 + self.strip + gap + self.rim
        self.board = (left, top, left + across, top + down)
        self.frame = (left - self.rim, top - self.rim, left + across + self.rim, top + down + self.rim)
        self.strips = (margin // 2, self.frame[3] + gap)
        self.caption = self.strips[1] + self.strip + gap
        self.height = self.caption + round(unit * 0.5)

    def corner(self, cell):
        """Upper left pixel (x, y) of `cell`."""
        file, rank = cell % self.files, cell // self.files
        column, row = (self.files - 1 - file, rank) if self.flipped else (file, self.ranks - 1 - rank)
        return self.board[0] + column * self.square, self.board[1] + row * self.square

    def centre(self, cell):
        """Middle (x, y) of `cell`, in pixels with a fraction."""
        x, y = self.corner(cell)
        return x + self.square / 2, y + self.square / 2

    def strip_of(self, side):
        """Top pixel row of the strip of `side` (0 White, 1 Black)."""
        return self.strips[(side == 0) != self.flipped]
