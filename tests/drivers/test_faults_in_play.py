"""Every fault that the chip models know, in the middle of a game: the whole firmware, on both runtimes.

Whatever breaks, the record is at every moment a beginning of what was played, what is wrong is named, and play comes back
when it is mended.
"""

from tests.drivers.boards import cells, hc165_table
from tests.drivers.playing import Playing, form

SOFT = {"driver": "hc165_soft", "sck": 18, "mosi": 19, "miso": 16, "load": 17, "chips": 8, "loop": True, "cells": cells(range(64))}
MATRIX = {"driver": "matrix", "rows": [2, 3, 4, 5, 6, 7, 8, 9], "columns": [10, 11, 16, 17, 18, 19, 20, 21], "cells": cells(range(64))}
MUX = {"driver": "hc4067", "select": [2, 3, 4, 5], "data": [6, 7, 8, 9], "cells": cells(range(64))}
# No switch on pins A7 and B7: 14 squares a chip.
PINS = [chip * 16 + pin for chip in range(5) for pin in range(16) if pin & 7 != 7][:64]
EXPANDERS = {"driver": "mcp23017", "i2c": 0, "sda": 4, "scl": 5, "addresses": [0x20, 0x21, 0x22, 0x23, 0x24]}
EXPANDERS["cells"] = cells([PINS.index(bit) if bit in PINS else 255 for bit in range(80)])
HEAL_MS = 9000      # longer than anything is kept from being believed, with as many scans as expanders need, ...
HEAL_PACE = 40
CALM_PACE = 8       # ... or a matrix that had two rows low


def ranks(*numbers):
    """The names of the squares of those ranks."""
    return [file + str(rank) for rank in numbers for file in "abcdefgh"]


def chips(first, last):
    """Names of chips."""
    return ["chip%d" % number for number in range(first, last + 1)]


def mend(bench):
    """Repair the scanner."""
    bench.switches.mend()


def reported(playing, broken, squares):
    """What is wrong is said, by part and by square, and shown by the lamps."""
    assert not playing.unaccounted(), "%s not told: %s" % (playing.unaccounted(), playing.show())
    if broken is not None:
        assert list(playing.broken) == broken, playing.show()
    if squares is not None:
        assert sorted(playing.faults) == sorted(squares), playing.show()
    assert playing.violet() == sorted(playing.faults), playing.show()


def check(data, break_it, broken=None, squares=None, mend_it=mend, pace=20, heal=HEAL_PACE):
    """Break a part at rest and once more in the middle of a turn; each time it is mended and play comes back.

    `broken` and `squares`: what must be reported (None: anything that names what is seen wrongly).
    """
    playing = Playing(data)
    playing.pace = pace
    assert playing.play() and playing.play()
    break_it(playing.bench)
    playing.wait(1000)
    playing.wait(4000, 2 if pace == 2 else HEAL_PACE)     # nothing new is read but noise
    reported(playing, broken, squares)
    playing.play_on(2, set(playing.faults))
    mended(playing, mend_it, heal)
    begun = playing.begin()
    break_it(playing.bench)
    playing.wait(1000)
    playing.end(begun)
    mended(playing, mend_it, heal)


def mended(playing, mend_it, pace=HEAL_PACE):
    """After the repair nothing is out of order any more, and the next turn is recorded."""
    mend_it(playing.bench)
    playing.wait(HEAL_MS, pace)
    playing.put_right()
    assert not playing.faults and not playing.broken and not playing.violet(), playing.show()
    assert playing.play(), playing.show()
    assert not playing.errors


def test_dead_chip_in_a_chain():
    """It hides those behind it; which they are is found as far as one level from a chip on tells."""
    check(form(), lambda bench: bench.switches.kill(0, 0), chips(1, 8), ranks(*range(1, 9)))
    check(form(), lambda bench: bench.switches.kill(3, 0), chips(4, 8), ranks(*range(4, 9)))
    check(form(), lambda bench: bench.switches.kill(7, 1), chips(8, 8), ranks(8))


def test_chain_that_does_not_load():
    """All chips, or one."""
    check(form(), lambda bench: bench.switches.cut_load(), chips(1, 8), ranks(*range(1, 9)))
    check(form(), lambda bench: bench.switches.cut_load(0), chips(1, 1), ranks(1))
    check(form(), lambda bench: bench.switches.cut_load(4), chips(5, 5), ranks(5))


def test_broken_wires_of_a_chain():
    """Without the clock nothing is shifted. Without the serial input all switches are read, but nothing proves the chain."""
    check(form(), lambda bench: bench.switches.cut_clock(), chips(1, 8), ranks(*range(1, 9)))
    check(form(), lambda bench: bench.switches.cut_serial(), [], [])


def test_missing_pull_up_in_a_chain():
    """One square is noise, on an empty square and on a full one: it is masked after three seconds."""
    check(form(), lambda bench: bench.switches.float_input(30), pace=2)
    check(form(), lambda bench: bench.switches.float_input(3), pace=2)


def test_chain_without_a_loop():
    """Nothing proves the chain: what fails shows by whole ranks that read the same at a stroke, or is asked to be put right."""
    data = form(scanner=hc165_table(8, range(64), loop=False))
    check(data, lambda bench: bench.switches.kill(0, 0), chips(1, 8), ranks(*range(1, 9)))
    check(data, lambda bench: bench.switches.kill(3, 0), chips(4, 8), ranks(*range(4, 9)))
    check(data, lambda bench: bench.switches.kill(3, 1))
    check(data, lambda bench: bench.switches.kill(7, 0))
    check(data, lambda bench: bench.switches.cut_load())
    check(data, lambda bench: bench.switches.cut_load(0))


def test_chain_read_bit_by_bit():
    """The same chips on other pins."""
    data = form(scanner=SOFT)
    check(data, lambda bench: bench.switches.kill(3, 0), chips(4, 8), ranks(*range(4, 9)))
    check(data, lambda bench: bench.switches.cut_load(4), chips(5, 5), ranks(5))
    check(data, lambda bench: bench.switches.float_input(30), pace=2)


def test_bridged_diodes():
    """The rows that show each other's switches are told and not believed."""
    data = form(scanner=MATRIX)
    check(data, lambda bench: bench.switches.remove_diode(0), ["row1", "row8"], ranks(1, 8), heal=CALM_PACE)
    check(data, lambda bench: bench.switches.remove_diode(9), heal=CALM_PACE)


def test_broken_wires_of_a_matrix():
    """A row or column with many pieces is told at once; where few stand it looks like things in the hand, and is asked for."""
    data = form(scanner=MATRIX)
    check(data, lambda bench: bench.switches.cut_row(0), ["row1"], ranks(1))
    check(data, lambda bench: bench.switches.cut_row(7), ["row8"], ranks(8))
    check(data, lambda bench: bench.switches.cut_row(3))
    check(data, lambda bench: bench.switches.cut_column(0))
    check(data, lambda bench: bench.switches.cut_column(4))


def without_pull(number):
    """The two halves of a fault: the controller's own pull-up on that GPIO is gone, and there again."""
    return (
        lambda bench: bench.mcu.wire(number).pull(bench.mcu.gpio(number).port, None),
        lambda bench: bench.mcu.wire(number).pull(bench.mcu.gpio(number).port, 1),
    )


def test_missing_pull_up_of_a_column():
    """A column of noise is one fault, long before each of its switches is one."""
    break_it, mend_it = without_pull(18)
    check(form(scanner=MATRIX), break_it, ["column5"], [file + str(rank) for rank in range(1, 9) for file in "e"], mend_it, 2)


def test_dead_multiplexer():
    """Two ranks; where few things stand they look like things in the hand."""
    data = form(scanner=MUX)
    check(data, lambda bench: bench.switches.kill(0), chips(1, 1), ranks(1, 2))
    check(data, lambda bench: bench.switches.kill(3), chips(4, 4), ranks(7, 8))
    check(data, lambda bench: bench.switches.kill(1))


def stuck_select(line, level):
    """A fault: that select wire at that level."""
    return lambda bench: bench.switches.stick_select(line, level)


def stuck(part, wire):
    """A fault of the bus of `part`: that wire low."""
    return lambda bench: getattr(bench, part).bus.stick(wire)


def held(place):
    """A fault: that button down for ever."""
    return lambda bench: bench.press(1 << place)


def test_broken_select_wire():
    """Half the board shows the other half."""
    data = form(scanner=MUX)
    for line, level in ((0, 1), (2, 0), (3, 1)):
        bad = [square for square in ranks(*range(1, 9)) if (cell_of(square) >> line & 1) != level]
        check(data, stuck_select(line, level), ["select%d" % line], bad)


def cell_of(square):
    """Cell of a square on an 8x8 board."""
    return (int(square[1]) - 1) * 8 + ord(square[0]) - 97


def test_missing_pull_up_of_a_multiplexer():
    """Two ranks of noise."""
    break_it, mend_it = without_pull(7)
    check(form(scanner=MUX), break_it, chips(2, 2), ranks(3, 4), mend_it, 2)


def test_dead_expander():
    """Without and with an interrupt line."""
    for more in ({}, {"interrupt": 6}):
        data = form(scanner=dict(EXPANDERS, **more))
        squares = [square for square in ranks(*range(1, 9)) if cell_of(square) // 14 == 4]
        check(data, lambda bench: bench.switches.kill(4), chips(5, 5), squares, lambda bench: bench.switches.revive(4))
        squares = [square for square in ranks(*range(1, 9)) if cell_of(square) // 14 == 0]
        check(data, lambda bench: bench.switches.kill(0), chips(1, 1), squares, lambda bench: bench.switches.revive(0))


def test_missing_pull_up_at_an_expander():
    """One square is noise."""
    floating = PINS[30]
    break_it, mend_it = lambda bench: bench.switches.float_input(floating), lambda bench: bench.switches.mend_input(floating)
    check(form(scanner=EXPANDERS), break_it, [], ["g4"], mend_it, pace=2)


def test_expanders_on_one_address():
    """Both are told."""
    squares = [square for square in ranks(*range(1, 9)) if cell_of(square) // 14 in (1, 2)]
    break_it, mend_it = lambda bench: bench.switches.move(1, 0x22), lambda bench: bench.switches.move(1, 0x21)
    check(form(scanner=EXPANDERS), break_it, chips(2, 3), squares, mend_it)


def test_expanders_with_a_bus_that_hangs():
    """Either wire low, or no pull-ups: nothing is seen, and nothing is lost but what was done meanwhile."""
    for more in ({}, {"interrupt": 6}):
        data = form(scanner=dict(EXPANDERS, **more))
        for wire in (0, 1):
            free = lambda bench: bench.switches.bus.free()  # noqa: E731
            check(data, stuck("switches", wire), chips(1, 5), ranks(*range(1, 9)), free)
    pull = lambda bench: bench.switches.bus.sda.mend_pull(1)  # noqa: E731
    check(form(scanner=EXPANDERS), lambda bench: bench.switches.bus.sda.cut_pull(), chips(1, 5), ranks(*range(1, 9)), pull)


def test_expanders_that_heal_by_themselves():
    """A drop of power, garbled messages, a broken interrupt wire: at rest nobody notices."""
    nothing = lambda bench: None  # noqa: E731
    for more in ({}, {"interrupt": 6}):
        data = form(scanner=dict(EXPANDERS, **more))
        check(data, lambda bench: bench.switches.brown_out(1), [], [], nothing)
        check(data, lambda bench: bench.switches.bus.garble(7), [], [], nothing)
    check(form(scanner=dict(EXPANDERS, interrupt=6)), lambda bench: bench.switches.cut_interrupt(), [], [], nothing)


def test_faults_from_the_start():
    """A chip that is dead when the board is switched on is told, and taken in when it comes."""
    playing = Playing(form(), before=lambda bench: bench.switches.kill(7, 0))
    assert list(playing.broken) == chips(8, 8) and sorted(playing.faults) == sorted(ranks(8))
    playing.play_on(2, ranks(8))
    mended(playing, mend)
    playing = Playing(form(scanner=EXPANDERS), before=lambda bench: bench.switches.kill(4))
    assert list(playing.broken) == chips(5, 5) and len(playing.faults) == 8
    mended(playing, lambda bench: bench.switches.revive(4))


def test_a_fault_outlives_its_game():
    """A new game begins with the same squares masked, and they heal in it."""
    playing = Playing(form())
    playing.bench.switches.cut_load(4)
    playing.wait(2000)
    assert list(playing.broken) == chips(5, 5)
    playing.say("new folky")
    assert list(playing.broken) == chips(5, 5) and sorted(playing.faults) == sorted(ranks(5))
    assert playing.play(ranks(5)), playing.show()
    mended(playing, mend)


HT16K33 = {"driver": "ht16k33", "i2c": 1, "sda": 26, "scl": 27, "addresses": [0x70], "cells": cells(range(64))}
MAX7219 = {"driver": "max7219", "spi": 1, "sck": 10, "mosi": 11, "cs": 9, "chips": 1, "cells": cells(range(64))}
SCREEN = {"driver": "ssd1306", "i2c": 1, "sda": 26, "scl": 27, "address": 0x3C}


def check_sights(data, break_it, mend_it, broken):
    """Lamps or display fail: the game goes on as if nothing were, it is told which, and they come back."""
    playing = Playing(data)
    assert playing.play() and playing.play()
    break_it(playing.bench)
    for _ in range(3):
        assert playing.play(), playing.show()
    assert list(playing.broken) == broken, playing.show()
    assert not playing.faults and not playing.fix
    mend_it(playing.bench)
    playing.wait(HEAL_MS)
    assert playing.play(), playing.show()
    assert not playing.broken, playing.show()
    lit = [square for square, colour in zip(ranks(*range(1, 9)), playing.bench.lamps()) if colour != (0, 0, 0)]
    for square in playing.lit_squares():
        assert square in lit, "%s is dark, %s are lit" % (square, lit)
    if playing.bench.display:
        assert [row for row in playing.bench.screen() if "#" in row]


def test_lamps_and_display_on_a_bus_that_hangs():
    """Either wire of their bus low, or no pull-ups."""
    data = form(lights=HT16K33, display=SCREEN)
    for wire in (0, 1):
        check_sights(data, stuck("lights", wire), lambda bench: bench.lights.bus.free(), ["display", "lights"])
    check_sights(
        data, lambda bench: bench.lights.bus.sda.cut_pull(), lambda bench: bench.lights.bus.sda.mend_pull(1), ["display", "lights"]
    )


def test_dead_chips_of_lamps_and_display():
    """One at a time."""
    data = form(lights=HT16K33, display=SCREEN)
    check_sights(data, lambda bench: bench.lights.kill(0), lambda bench: bench.lights.revive(0), ["lights"])
    check_sights(data, lambda bench: bench.display.kill(), lambda bench: bench.display.revive(), ["display"])


def test_lamps_that_say_nothing_of_themselves():
    """Chains that only listen: play goes on."""
    check_sights(form(lights=MAX7219), lambda bench: bench.lights.kill(0), lambda bench: bench.lights.mend(), [])
    check_sights(form(), lambda bench: bench.lights.kill(2), lambda bench: bench.lights.mend(), [])


def test_all_on_one_bus_that_hangs():
    """Switches, lamps and display: nothing is seen and nothing shown; all come back."""
    data = form(
        scanner=EXPANDERS,
        lights=dict(HT16K33, i2c=0, sda=4, scl=5),
        display=dict(SCREEN, i2c=0, sda=4, scl=5),
    )
    for wire in (0, 1):
        check(
            data,
            stuck("switches", wire),
            chips(1, 5) + ["display", "lights"],
            ranks(*range(1, 9)),
            lambda bench: bench.switches.bus.free(),
        )


def test_buttons_that_are_stuck_or_float():
    """Each held down for ever, or noise: turns are recorded, the game is not laid aside, no square is declared faulty."""
    for place in range(3):
        check_buttons(held(place), lambda bench: bench.press(0), 10)
    for number in (13, 14, 15):
        break_it, mend_it = without_pull(number)
        check_buttons(break_it, mend_it, 2)


def check_buttons(break_it, mend_it, pace):
    """Three turns with broken buttons, two with mended ones."""
    playing = Playing(form())
    assert playing.play() and playing.play()
    break_it(playing.bench)
    playing.pace = pace
    for _ in range(3):
        assert playing.play(), playing.show()
    mend_it(playing.bench)
    playing.wait(2000)
    assert playing.play() and playing.play(), playing.show()
    assert not playing.faults and not playing.broken and not playing.errors
