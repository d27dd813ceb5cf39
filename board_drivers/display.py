"""A display of 128x64 pixels: SSD1306 on I2C, over micropython-lib's `ssd1306` and MicroPython's `framebuf`."""

from board_drivers import glyphs

WIDTH = 128
HEIGHT = 64
COLUMNS = WIDTH // glyphs.WIDTH  # letters in a row
ROWS = 4
_ROW_PIXELS = HEIGHT // ROWS
_PAGES = HEIGHT // 8

_SET_COLUMNS = 0x21
_SET_PAGES = 0x22
_RETRY_STEPS = 500
_PIECE = 32  # bytes for the display's memory in one message: a bus that hangs is noticed after little more than that takes


def from_profile(table, buses):
    """The display of a profile's `display` table."""
    return Display(buses.i2c(table), table["address"])


class _Pieces:
    """An I2C bus for micropython-lib's driver, which sends a whole screen as one message: here it goes in pieces."""

    def __init__(self, i2c):
        self.writeto = i2c.writeto
        self._writevto = i2c.writevto

    def writevto(self, address, vector):
        """Send what the first buffer of `vector` announces (one control byte) and the second holds."""
        control, data = vector
        data = memoryview(data)
        for start in range(0, len(data), _PIECE):
            self._writevto(address, (control, data[start : start + _PIECE]))


class Display:
    """`show(lines)` draws a list of texts; `step()` sends it, an eighth of the screen at a time.

    `busy` is True while there is something left for `step` to do; one step takes about 3 ms on a 400 kHz bus.  `faults`
    is a bytearray of one byte, 1 while the display does not answer (or its module `ssd1306` is not installed): it is then tried again now and then.
    """

    def __init__(self, i2c, address):
        self.faults = bytearray(1)
        self.busy = False
        self._i2c = i2c
        self._address = address
        self._lines = ()
        self._panel = None
        self._parts = ()
        self._page = 0
        self._pause = 0
        self._start()

    def show(self, lines):
        """Draw `lines` (texts); each takes as many rows as it needs, broken between words, up to four rows in all."""
        self._lines = list(lines)
        self.busy = True
        if not self.faults[0]:
            self._draw()

    def step(self):
        """Send the next part; `busy` says whether to come again."""
        if self.faults[0]:
            self._pause -= 1
            if self._pause <= 0:
                self._start()
        elif self.busy:
            self._send(self._page)

    def _start(self):
        """Set the panel up, which clears it, and draw what is to be shown."""
        try:
            # Imported here: only a board with a display is given this module.
            from ssd1306 import SSD1306_I2C

            self._panel = SSD1306_I2C(WIDTH, HEIGHT, _Pieces(self._i2c), self._address)
        except (ImportError, OSError):
            self._fail()
            return
        view = memoryview(self._panel.buffer)
        self._parts = [view[WIDTH * page : WIDTH * (page + 1)] for page in range(_PAGES)]
        self.faults[0] = 0
        self._draw()

    def _draw(self):
        panel = self._panel
        panel.fill(0)
        for row, text in enumerate(rows_of(self._lines)):
            glyphs.draw(panel, text, 0, row * _ROW_PIXELS + glyphs.ASCENT)
        self._page = 0

    def _send(self, page):
        panel = self._panel
        try:
            for command in (_SET_COLUMNS, 0, WIDTH - 1, _SET_PAGES, page, page):
                panel.write_cmd(command)
            panel.write_data(self._parts[page])
        except OSError:
            self._fail()
            return
        self._page = page + 1
        self.busy = self._page < _PAGES

    def _fail(self):
        self.faults[0] = 1
        self.busy = True
        self._pause = _RETRY_STEPS


def rows_of(lines):
    """The rows of letters, at most four of sixteen, that `lines` come to; words longer than a row are cut."""
    rows = []
    for line in lines:
        row = ""
        for word in line.split():
            if row and len(row) + 1 + len(word) > COLUMNS:
                rows.append(row)
                row = ""
            row = row + " " + word if row else word
            while len(row) > COLUMNS:
                rows.append(row[:COLUMNS])
                row = row[COLUMNS:]
        rows.append(row)
    return rows[:ROWS]
