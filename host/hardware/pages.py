"""Sheets larger than a printer's paper, cut into A4 pages at 1:1: a PDF to print, cut and glue together.

A page shows a window of the sheet. Neighbours share a strip; dashed lines say where the neighbour's window begins and
ends, and the crosses on them lie over each other when the pages are glued right. Every page has a ruler of 100 mm.
"""

import io

from host.hardware.canvas import INK, SOFT, Canvas

PAGE_MM = (210.0, 297.0)
DPI = 300
SCALE = DPI / 25.4
EDGE_MM = 8.0  # what printers leave white
FOOT_MM = 14.0  # below the window: ruler and name
OVERLAP_MM = 10.0
RULER_MM = 100


class Tiling:
    """How a sheet of `width` x `height` mm is cut: `turned` (pages lie on their sides), `columns`, `rows`, `window` (w, h)."""

    def __init__(self, width, height):
        choices = []
        for turned in (False, True):
            page = PAGE_MM[::-1] if turned else PAGE_MM
            window = (page[0] - 2 * EDGE_MM, page[1] - 2 * EDGE_MM - FOOT_MM)
            columns, rows = (_pieces(length, space) for length, space in zip((width, height), window, strict=True))
            choices.append((columns * rows, turned, columns, rows, window, page))
        _, self.turned, self.columns, self.rows, self.window, self.page = min(choices)

    def windows(self):
        """Yield (column, row, x, y) of all pages, row by row."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield column, row, column * (self.window[0] - OVERLAP_MM), row * (self.window[1] - OVERLAP_MM)


def _pieces(length, space):
    count = 1
    while space + (count - 1) * (space - OVERLAP_MM) < length:
        count += 1
    return count


def pages(size, draw, title, colour):
    """Yield the pages as pictures. `draw(scale, window)` gives the `Canvas` of a window (x, y, width, height in mm)."""
    tiling = Tiling(*size)
    for column, row, x, y in tiling.windows():
        sheet = draw(SCALE, (x, y, *tiling.window))
        page = _frame(tiling, column, row, title)
        image = page.image()
        _marks(tiling, column, row, image, sheet)
        yield image if colour else image.convert("L").point(lambda level: 255 if level > 160 else 0).convert("1")


def _frame(tiling, column, row, title):
    """A page with its foot: ruler, name, place."""
    canvas = Canvas(*tiling.page, SCALE, oversample=1)
    low = tiling.page[1] - EDGE_MM
    left = EDGE_MM
    canvas.line([(left, low - 4), (left + RULER_MM, low - 4)], INK, 0.3)
    for mm in range(0, RULER_MM + 1, 10):
        canvas.line([(left + mm, low - 4), (left + mm, low - (8 if mm % 50 == 0 else 6.5))], INK, 0.3)
    canvas.text(left + RULER_MM / 2, low - 1, f"{RULER_MM} mm: measure it; if it is not, print again at 100 %, unscaled", 2.8, INK, "m")
    right = tiling.page[0] - EDGE_MM
    canvas.text(right, low - 7, title, 3.2, INK, "r", bold=True)
    place = f"page {row * tiling.columns + column + 1} of {tiling.columns * tiling.rows}: column {column + 1} from the left, row {row + 1} from above"
    canvas.text(right, low - 2.2, place, 2.8, SOFT, "r")
    return canvas


def _marks(tiling, column, row, image, sheet):
    """Lay the window on the page, and on it the lines where the neighbours' windows begin and end, and the crosses."""
    marked = Canvas(*tiling.window, SCALE, oversample=1)
    marked.under(sheet.image())
    width, height = tiling.window
    for number, count, length, upright in ((column, tiling.columns, width, True), (row, tiling.rows, height, False)):
        across = height if upright else width
        for there, edge, seam in ((number > 0, 0.0, OVERLAP_MM), (number + 1 < count, length, length - OVERLAP_MM)):
            if there:
                for at in (edge, seam):
                    marked.line([(at, 0), (at, across)] if upright else [(0, at), (across, at)], SOFT, 0.2, dash=(2, 3))
                for share in (1 / 3, 2 / 3):
                    place = ((edge + seam) / 2, across * share) if upright else (across * share, (edge + seam) / 2)
                    _cross(marked, *_clear(sheet, place, upright))
    image.paste(marked.image(), (round(EDGE_MM * SCALE), round(EDGE_MM * SCALE)))


def _clear(sheet, place, upright):
    """The nearest place along a seam where a cross covers no label; the same one on both of its pages."""
    for step in (0, 4, -4, 8, -8, 12, -12, 16, -16):
        x, y = (place[0], place[1] + step) if upright else (place[0] + step, place[1])
        at_x, at_y = x + sheet.left, y + sheet.top
        if not any(x0 - 3 < at_x < x1 + 3 and y0 - 3 < at_y < y1 + 3 for _, (x0, y0, x1, y1) in sheet.labels):
            return x, y
    return place


def _cross(canvas, x, y):
    """A cross that lies on the same spot of both neighbours."""
    canvas.line([(x - 2.5, y), (x + 2.5, y)], INK, 0.3)
    canvas.line([(x, y - 2.5), (x, y + 2.5)], INK, 0.3)
    canvas.circle(x, y, 1.5, fill=None, width=0.25)


def pdf_bytes(size, draw, title, colour=False):
    """The PDF of a sheet of `size` (mm); see `pages`. Without `colour` it is black and white, sharp and small."""
    out = io.BytesIO()
    first, *others = pages(size, draw, title, colour)
    first.save(out, "PDF", save_all=True, append_images=others, resolution=DPI, title=title, **({"quality": 88} if colour else {}))
    return out.getvalue()


def page_count(size):
    """How many pages a sheet of that size takes."""
    tiling = Tiling(*size)
    return tiling.columns * tiling.rows
