"""The WS2812 chain: pulses, colours, brightness, current limit; on both runtimes."""

from tests.drivers.boards import Board, cells, form
from tests.mp.check import Random, locked

from board_drivers import palette
from host.virtual.wire import Wire
from host.virtual.ws2812 import Ws2812Chain


def lights(limit_ma=20000, brightness=255, order=None):
    """A lights table for 64 squares."""
    return {"driver": "ws2812", "pin": 22, "cells": cells(order or range(64)), "brightness": brightness, "limit_ma": limit_ma}


def test_pulses_are_bits_green_first():
    """High 400 ns is a 0, 800 ns a 1; green, red, blue, highest bit first; shown after 50 us of low."""
    chain = Ws2812Chain(Wire("din"), 2)
    for lamp in ((0x80, 0x01, 0xFF), (0, 0, 0x10)):  # green, red, blue
        for byte in lamp:
            for shift in range(7, -1, -1):
                chain.pulse(800 if byte >> shift & 1 else 400, 450)
    assert list(chain.colours) == [0] * 6
    chain.pulse(400, 60000)  # a bit beyond the chain, and the pause
    assert list(chain.colours) == [0x01, 0x80, 0xFF, 0, 0, 0x10]
    assert chain.garbled == 0


def test_pulses_that_no_lamp_understands():
    """Pulses outside the datasheet's limits are counted, not guessed."""
    chain = Ws2812Chain(Wire("din"), 1)
    for high, low in ((580, 600), (100, 600), (1500, 600), (400, 100)):
        chain.pulse(high, low)
    assert chain.garbled == 4


def test_whole_streams_are_what_pulses_give():
    """A stream taken whole shows what its pulses one by one show, also with exchanged or wrong timings."""
    random = Random(3)
    for timing in ((400, 850, 800, 450), (800, 450, 400, 850), (800, 1700, 1600, 900), (300, 900, 700, 600)):
        one, two = Ws2812Chain(Wire("din"), 5), Ws2812Chain(Wire("din"), 5)
        for length in (15, 6, 30, 15):
            data = random.bytes(length)
            one.bitstream(timing, data)
            two._pulses(timing, data)
            assert one.colours == two.colours
            assert one.garbled == two.garbled


def test_colours_reach_their_squares():
    """Every code in every phase on every square, whatever the order of the chain."""
    for order in (list(range(64)), list(range(63, -1, -1))):
        board = Board(form(lights=lights(order=order)))
        codes = bytearray(64)
        for code in range(palette.CODES):
            for phase in range(4):
                codes[code * 3] = code
                board.parts.lights.show(codes, phase)
                expected = [palette.PHASES[codes[cell]][phase] for cell in range(64)]
                assert board.bench.lamps() == expected
        assert board.bench.lights.garbled == 0


def test_brightness_scales_every_colour():
    """Brightness 64 of 255 is a quarter of each colour, rounded down; 0 is dark."""
    codes = bytearray([palette.QUESTION] * 64)
    for brightness in (0, 1, 64, 255):
        board = Board(form(lights=lights(brightness=brightness)))
        board.parts.lights.show(codes, 0)
        expected = tuple([part * brightness // 255 for part in palette.PHASES[palette.QUESTION][0]])
        assert board.bench.lamps() == [expected] * 64


def drawn_ma(board):
    """What the lamps draw by the datasheet: 1 mA at rest and 20 mA a colour at full, each."""
    lamps = board.bench.lamps()
    return len(lamps) + sum([sum(lamp) for lamp in lamps]) * 20 / 255


def test_current_limit():
    """However many lamps are white, the whole draws no more than the limit, and little less; hues stay."""
    for limit in (100, 400, 900):
        board = Board(form(lights=lights(limit_ma=limit)))
        codes = bytearray(64)
        for count in range(65):
            if count:
                codes[count - 1] = palette.WHITE_TO_MOVE
            board.parts.lights.show(codes, 0)
            assert drawn_ma(board) <= limit
        # The loss by rounding is less than one step a colour.
        assert drawn_ma(board) > limit - 64 * 3 * 20 / 255 - 1
        lit = [lamp for lamp in board.bench.lamps() if lamp != (0, 0, 0)]
        assert len(set(lit)) == 1 and lit[0][0] == lit[0][1] == lit[0][2]


def test_nothing_is_sent_when_nothing_changes():
    """A steady picture costs no interrupt-free milliseconds."""
    board = Board(form())
    sent = []
    chain = board.bench.mcu.wire(22)

    class Spy:
        def bitstream(self, timing, data):
            """Count a stream."""
            sent.append(len(data))

    chain.pulses = Spy()
    codes = bytearray(64)
    codes[3] = palette.TARGET
    for phase in (0, 1, 2, 3, 0):
        board.parts.lights.show(codes, phase)
    assert sent == [192]
    codes[4] = palette.EMPTY
    for phase in (0, 1, 1, 2, 3, 3):
        board.parts.lights.show(codes, phase)
    assert len(sent) == 5


def test_show_allocates_nothing():
    """Neither painting nor dimming nor sending."""
    board = Board(form(lights=lights(limit_ma=100)))
    codes = bytearray([palette.WHITE_TO_MOVE] * 64)
    locked(board.parts.lights.show, codes, 1)
    assert board.bench.lamps()[5] != (0, 0, 0)


def test_unused_lamps_stay_dark():
    """A lamp of the chain that lies under no square is never lit."""
    order = list(range(32)) + [255, 255] + list(range(32, 64))
    board = Board(form(lights=lights(order=order)))
    board.parts.lights.show(bytearray([palette.TARGET] * 64), 0)
    assert bytes(board.bench.lights.colours[96:102]) == bytes(6)
    assert board.bench.lamps() == [palette.PHASES[palette.TARGET][0]] * 64


def test_broken_lamp_freezes_those_behind_it():
    """What is before it goes on."""
    board = Board(form())
    board.bench.lights.kill(10)
    board.parts.lights.show(bytearray([palette.TARGET] * 64), 0)
    assert board.bench.lamps() == [palette.PHASES[palette.TARGET][0]] * 10 + [(0, 0, 0)] * 54


def test_no_meaning_hangs_on_colour_alone():
    """Any two codes differ in rhythm, or in lightness, or are blue against yellowish: not by red against green."""

    def rhythm(code):
        phases = palette.PHASES[code]
        return [sum(colour) > 0 for colour in phases], [phases[i] == phases[(i + 1) % 4] for i in range(4)]

    def lightness(code):
        red, green, blue = palette.PHASES[code][0]
        return (2 * red + 5 * green + blue) / 8

    def bluish(code):
        red, green, blue = palette.PHASES[code][0]
        return blue > red + green / 2

    for one in range(palette.CODES):
        for two in range(one):
            told = rhythm(one) != rhythm(two) or bluish(one) != bluish(two) or abs(lightness(one) - lightness(two)) > 40
            assert told, (palette.NAMES[one], palette.NAMES[two])
