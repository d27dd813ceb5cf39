"""Buttons and buzzer in tables of time, input and output; on both runtimes."""

from tests.drivers.boards import Board, form
from tests.mp.check import locked

from board_drivers import buzzer

# (ms, levels of the buttons, what is read, when to look again)
BOUNCES = (
    (0, 0, 0, None),
    (10, 1, 1, 30),  # believed at once
    (12, 0, 1, 30),  # bouncing
    (14, 1, 1, 30),
    (29, 0, 1, 30),
    (30, 0, 0, 50),  # what it is when the bouncing must be over
    (31, 1, 0, 50),
    (50, 1, 1, 70),
    (70, 1, 1, None),
    (500, 1, 1, None),
    (501, 0, 0, 521),
    (600, 0, 0, None),
)


def run(table):
    """Play a table of (ms, levels, read, due) to a fresh board's buttons."""
    board = Board(form())
    for now, levels, expected, due in table:
        board.bench.press(levels)
        assert board.parts.buttons.read(now) == expected, now
        assert board.parts.buttons.due == due, now


def test_bounces():
    """The same for each of the three buttons."""
    for place in range(3):
        run([(now, levels << place, expected << place, due) for now, levels, expected, due in BOUNCES])


def test_buttons_do_not_disturb_each_other():
    """One bounces while another one is pressed and the third is held."""
    run(
        (
            (0, 4, 4, 20),
            (5, 5, 5, 20),
            (7, 4, 5, 20),
            (9, 7, 7, 20),
            (20, 6, 7, 25),
            (25, 6, 6, 29),
            (29, 6, 6, 45),
            (45, 6, 6, None),
        )
    )


def test_a_press_shorter_than_the_bouncing_is_not_lost():
    """Down and up between two looks of 20 ms: seen down, then up."""
    run(((0, 0, 0, None), (2, 2, 2, 22), (4, 0, 2, 22), (22, 0, 0, 42), (42, 0, 0, None)))


def test_jumping_time_reads_the_same():
    """The result depends on what is pressed at the times it is looked at, not on how often."""
    run(((0, 0, 0, None), (100000, 1, 1, 100020), (500000, 1, 1, None)))


def test_reading_allocates_nothing():
    """Pressed or not."""
    board = Board(form())
    locked(board.parts.buttons.read, 5)
    board.bench.press(7)
    locked(board.parts.buttons.read, 7)
    assert board.parts.buttons.read(9) == 7


def tones(board):
    """(ms, hertz) of all that was heard."""
    return [(us // 1000, hertz) for us, hertz in board.bench.tones()]


def play_to_the_end(board, now):
    """Step whenever a tune is due; the time at which it is silent."""
    while board.parts.buzzer.due is not None:
        now = board.parts.buzzer.due
        board.bench.clock.advance_to(now * 1000)
        board.parts.buzzer.step(now)
    return now


def test_tunes():
    """Each tune sounds as written and ends in silence."""
    for tune in range(len(buzzer.TUNES)):
        board = Board(form())
        board.parts.buzzer.play(tune, 0)
        end = play_to_the_end(board, 0)
        expected, at = [], 0
        for place in range(0, len(buzzer.TUNES[tune]), 2):
            expected.append((at, buzzer.TUNES[tune][place]))
            at += buzzer.TUNES[tune][place + 1]
        if expected:
            expected.append((at, 0))
        assert tones(board) == expected
        assert end == at


def test_a_tune_that_is_not_there():
    """Silence, no error."""
    board = Board(form())
    for tune in (-1, 0, 99):
        board.parts.buzzer.play(tune, 0)
        assert board.parts.buzzer.due is None
    assert tones(board) == []


def test_a_new_tune_ends_the_old_one():
    """And begins at once."""
    board = Board(form())
    board.parts.buzzer.play(buzzer.END, 0)
    board.bench.clock.advance_to(50000)
    board.parts.buzzer.play(buzzer.CLICK, 50)
    assert play_to_the_end(board, 50) == 80
    assert tones(board) == [(0, 880), (50, 2400), (80, 0)]


def test_stepping_late_skips_nothing_in_length():
    """A step that comes late plays on from where the tune should be."""
    board = Board(form())
    board.parts.buzzer.play(buzzer.END, 0)
    board.parts.buzzer.step(1000)
    assert board.parts.buzzer.due is None
    assert tones(board)[-1][1] == 0


def test_boards_without_a_buzzer():
    """Have none."""
    assert Board(form(buzzer=None)).parts.buzzer is None
