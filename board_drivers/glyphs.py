"""Czech and Slovak letters for displays: `framebuf`'s ASCII letters of 8x8 pixels with marks of our own over them."""

# Letter, its ASCII letter, its mark.
_LETTERS = (
    "áa1ée1íi1óo1úu1ýy1ĺl1ŕr1ÁA1ÉE1ÍI1ÓO1ÚU1ÝY1ĹL1ŔR1"
    "čc2ěe2ňn2řr2šs2žz2ČC2ĎD2ĚE2ŇN2ŘR2ŠS2ŤT2ŽZ2"
    "ůu3ŮU3äa4ÄA4ôo5ÔO5"
    "ďd6ťt7ľl7ĽL7"
)
# Rows of the marks from the top down, the leftmost pixel in the lowest bit: acute, caron, ring, diaeresis, circumflex.
_MARKS = (
    b"\x30\x18",
    b"\x24\x18",
    b"\x18\x24\x18",
    b"\x24",
    b"\x18\x24",
)
_BESIDE = 6  # marks from here on are an apostrophe beside the letter
_NARROWED = 6  # and for this one the letter moves a pixel to the left to make room

# Other signs that texts may have, and what stands for them.
_SIGNS = {"–": "-", "—": "-", "−": "-", "…": ".", "’": "'", "„": '"', "“": '"', "”": '"', "×": "x", "·": ".", "\xa0": " "}

WIDTH = 8
ASCENT = 4  # pixels above the letter's box that a mark may need


def draw(buffer, text, x, y, colour=1):
    """Draw `text` into a `framebuf.FrameBuffer` with the box of its first letter at (x, y).

    Marks need `ASCENT` pixels above y.  Letters that are neither ASCII nor Czech nor Slovak come out as "?".
    """
    for letter in text:
        letter = _SIGNS.get(letter, letter)
        at = -1 if letter < "\x80" else _LETTERS.find(letter)
        if at >= 0:
            _draw_marked(buffer, _LETTERS[at + 1], int(_LETTERS[at + 2]), x, y, colour)
        else:
            buffer.text(letter if " " <= letter <= "~" else "?", x, y, colour)
        x += WIDTH


def _draw_marked(buffer, letter, mark, x, y, colour):
    buffer.text(letter, x - 1 if mark == _NARROWED else x, y, colour)
    if mark >= _BESIDE:
        buffer.fill_rect(x + (7 if mark == _NARROWED else 6), y, 1, 2, colour)
        return
    if letter == "i":
        buffer.fill_rect(x, y, WIDTH, 2, 0 if colour else 1)  # its dot makes room for the mark
    rows = _MARKS[mark - 1]
    # One row stays free between a mark and its letter; small letters begin two rows lower.
    tall = letter < "a" or letter == "l"
    top = y - len(rows) - 1 if tall else y - len(rows) + 1
    for row in range(len(rows)):
        for column in range(WIDTH):
            if rows[row] >> column & 1:
                buffer.pixel(x + column, top + row, colour)
