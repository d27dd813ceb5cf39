"""The display: letters, rows, what reaches the chip, faults; on both runtimes."""

from binascii import hexlify

from tests.drivers.boards import Board, form

import host.virtual
from board_drivers.display import rows_of

host.virtual.install_display()

import framebuf  # noqa: E402

from board_drivers import glyphs  # noqa: E402

DISPLAY = {"driver": "ssd1306", "i2c": 0, "sda": 4, "scl": 5, "address": 0x3C}


def screen(board):
    """Let the display finish, and look at it."""
    steps = 0
    while board.parts.display.busy:
        board.parts.display.step()
        steps += 1
        assert steps <= 8
    return board.bench.screen()


def letter(text):
    """The pixels of a letter and of the room above it: twelve texts."""
    buffer = framebuf.FrameBuffer(bytearray(16), 8, 16, framebuf.MONO_VLSB)
    glyphs.draw(buffer, text, 0, glyphs.ASCENT)
    return ["".join(["#" if buffer.pixel(x, y) else "." for x in range(8)]) for y in range(12)]


def test_rows():
    """Broken between words, long words cut, four rows at most, an empty line is an empty row."""
    assert rows_of(["White to move", "h1h7"]) == ["White to move", "h1h7"]
    assert rows_of(["Which one moved? Touch it", ""]) == ["Which one moved?", "Touch it", ""]
    assert rows_of(["abcdefghijklmnopqrstuvw"]) == ["abcdefghijklmnop", "qrstuvw"]
    assert rows_of(["a b", "c" * 80]) == ["a b", "c" * 16, "c" * 16, "c" * 16]


def test_letters_with_marks():
    """A mark of each kind, drawn."""
    assert letter("š") == [
        "........",
        "........",
        "........",
        "..#..#..",
        "...##...",
        "........",
        "..####..",
        ".##.....",
        "..####..",
        ".....##.",
        ".#####..",
        "........",
    ]
    assert letter("Ů")[:6] == ["...##...", "..#..#..", "...##...", "........", ".##..##.", ".##..##."]
    assert letter("í")[2:8] == ["........", "....##..", "...##...", "........", "...##...", "...##..."]
    assert letter("Á")[:5] == ["........", "....##..", "...##...", "........", "...##..."]
    assert letter("ď")[4:8] == ["....##.#", "....##.#", ".#####..", "##..##.."]
    assert letter("ľ")[4:8] == ["..###.#.", "...##.#.", "...##...", "...##..."]
    assert letter("ä")[4:7] == ["..#..#..", "........", "..####.."]


def test_every_czech_and_slovak_letter_is_there():
    """Each has pixels of its own: different from all others, and from the letter without its mark."""
    seen = {}
    for text in "áčďéěíňóřšťúůýžľĺŕäô" "ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽĽĹŔÄÔ":
        pixels = "\n".join(letter(text))
        assert pixels not in seen, text
        seen[pixels] = text
    for text in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ?":
        assert "\n".join(letter(text)) not in seen, text


def test_marks_touch_no_neighbour():
    """Letters with marks side by side stay in their own eight columns and sixteen rows."""
    text = "ďťľůŮřšŤ"
    buffer = framebuf.FrameBuffer(bytearray(160), 80, 16, framebuf.MONO_VLSB)
    glyphs.draw(buffer, text, 0, glyphs.ASCENT)
    for place in range(len(text)):
        own = letter(text[place])
        drawn = ["".join(["#" if buffer.pixel(8 * place + x, y) else "." for x in range(8)]) for y in range(12)]
        assert drawn == own, text[place]


def test_unknown_letters_and_signs():
    """What no font of ours has is a question mark; typographic signs become plain ones."""
    assert letter("ж") == letter("?")
    assert letter("–") == letter("-")
    assert letter("…") == letter(".")


def test_text_reaches_the_panel():
    """What a person sees is the text, row by row, the right way up; nothing else glows."""
    board = Board(form(display=DISPLAY))
    assert screen(board) == ["." * 128] * 64
    board.parts.display.show(["Bílý na tahu", "věž h1–h7"])
    seen = screen(board)
    buffer = framebuf.FrameBuffer(bytearray(1024), 128, 64, framebuf.MONO_VLSB)
    glyphs.draw(buffer, "Bílý na tahu", 0, 4)
    glyphs.draw(buffer, "věž h1-h7", 0, 20)
    assert seen == ["".join(["#" if buffer.pixel(x, y) else "." for x in range(128)]) for y in range(64)]
    assert seen[5][:9] == ".##..##.." and seen[4][:7] == ".#####."
    assert board.bench.display.chip.unknown == 0
    board.parts.display.show(["", ""])
    assert screen(board) == ["." * 128] * 64


def test_it_is_sent_in_eighths():
    """One step sends one page: a scan is never held up for the whole screen."""
    board = Board(form(display=DISPLAY))
    screen(board)
    board.parts.display.show(["M" * 16] * 4)
    board.parts.display.step()
    seen = board.bench.screen()
    assert "#" in "".join(seen[:8]) and "#" not in "".join(seen[8:])


def test_a_new_text_in_the_middle_of_the_old_one():
    """The newer one is what stands there in the end, whole."""
    board = Board(form(display=DISPLAY))
    board.parts.display.show(["first text"])
    board.parts.display.step()
    board.parts.display.step()
    board.parts.display.show(["second"])
    seen = screen(board)
    board.parts.display.show([""])
    screen(board)
    board.parts.display.show(["second"])
    assert screen(board) == seen


def check_absent(break_it, mend_it):
    """No display is no reason to stop: it is reported, tried again, and shows the latest text when it is back."""
    board = Board(form(display=DISPLAY), break_it)
    display = board.parts.display
    assert display.faults[0] == 1
    display.show(["hello"])
    for _ in range(600):
        display.step()
    assert display.faults[0] == 1 and display.busy
    mend_it(board.bench)
    for _ in range(600):
        display.step()
    assert display.faults[0] == 0 and not display.busy
    assert [row for row in board.bench.screen() if "#" in row]


def test_absent_display():
    """Unplugged, a bus that hangs, or no pull-ups, from the start."""
    check_absent(lambda bench: bench.display.kill(), lambda bench: bench.display.revive())
    check_absent(lambda bench: bench.display.bus.stick(0), lambda bench: bench.display.bus.free())
    check_absent(lambda bench: bench.display.bus.scl.cut_pull(), lambda bench: bench.display.bus.scl.mend_pull(1))


def test_display_that_goes_and_comes():
    """Pulled out while it shows something; back again it shows what is to be shown then."""
    board = Board(form(display=DISPLAY))
    board.parts.display.show(["one"])
    screen(board)
    board.bench.display.kill()
    board.parts.display.show(["two"])
    board.parts.display.step()
    assert board.parts.display.faults[0] == 1
    board.bench.display.revive()
    for _ in range(600):
        board.parts.display.step()
    fresh = Board(form(display=DISPLAY))
    fresh.parts.display.show(["two"])
    assert board.bench.screen() == screen(fresh)


def drawing():
    """A buffer after all kinds of drawing, in hexadecimal; both runtimes must give the same."""
    memory = bytearray(60)
    buffer = framebuf.FrameBuffer(memory, 20, 24, framebuf.MONO_VLSB)
    buffer.text("Aq~\x7f", -3, 1)
    buffer.text("ž", 11, 20)
    buffer.fill_rect(5, 5, 4, 9, 0)
    buffer.rect(-2, 3, 9, 30, 1)
    buffer.rect(12, 4, 5, 5, 1, True)
    buffer.hline(0, 22, 50, 1)
    buffer.vline(18, -4, 40, 1)
    buffer.pixel(19, 23, 1)
    buffer.pixel(25, 3, 1)
    small = framebuf.FrameBuffer(bytearray(8), 8, 8, framebuf.MONO_VLSB)
    small.text("g", 0, 0)
    buffer.blit(small, 9, 12)
    buffer.blit(small, -3, 16, 0)
    return hexlify(memory).decode()


def test_drawing():
    """The stand-in for framebuf draws as MicroPython's own, which gave this text."""
    assert drawing() == (
        "1e1efcf80808f8180848f8f8f0f0f4f6f206ff06000000000000ff00000081c14141c1c10100ff00e4e4fc7c4040ff40404049eb5aea5fe750e0ffe0"
    )
