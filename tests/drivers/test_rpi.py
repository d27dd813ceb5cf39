"""The Raspberry Pi back end: the same drivers and chip models over gpiozero's mock pins; CPython only."""

import pytest

from board_drivers import palette
from host import profiles
from tests.drivers.boards import cells, form
from tests.drivers.pi import pi_board
from tests.mp.check import Random

CHAIN = {"driver": "hc165", "spi": 0, "sck": 11, "mosi": 10, "miso": 9, "load": 25, "chips": 8, "loop": True, "cells": cells(range(64))}
LAMPS = {"driver": "ws2812", "pin": 20, "cells": cells(range(64)), "brightness": 255, "limit_ma": 20000}


def pi(**tables):
    """A device form for a Raspberry Pi."""
    whole = {"mcu": "pi", "scanner": dict(CHAIN), "lights": dict(LAMPS), "buttons": {"white": 5, "black": 6, "menu": 13}}
    return form(**{**whole, **tables})


EXPANDERS = {"driver": "mcp23017", "i2c": 1, "sda": 2, "scl": 3, "addresses": [0x20, 0x21, 0x22, 0x23], "cells": cells(range(64))}
SCANNERS = {
    "hc165": CHAIN,
    "hc165_soft": {**{key: value for key, value in CHAIN.items() if key != "spi"}, "driver": "hc165_soft", "sck": 17, "mosi": 18, "miso": 22},
    "matrix": {"driver": "matrix", "rows": [4, 14, 15, 17, 18, 22, 23, 24], "columns": [7, 8, 9, 10, 11, 16, 25, 26], "cells": cells(range(64))},
    "hc4067": {"driver": "hc4067", "select": [17, 18, 22, 23], "data": [24, 25, 26, 27], "cells": cells(range(64))},
    "mcp23017": EXPANDERS,
    "mcp23017 with interrupt": {**EXPANDERS, "interrupt": 4},
}


@pytest.mark.parametrize("name", sorted(SCANNERS))
def test_scanners(name):
    """Each kind reads what the switches are."""
    random = Random(4)
    with pi_board(pi(scanner=dict(SCANNERS[name]))) as board:
        for _ in range(8):
            closed = sorted({random.below(64) for _ in range(random.below(40))})
            board.close(*closed)
            assert board.scan() == closed
        assert sum(board.parts.scanner.faults) == 0


def test_profile_pi_8x8():
    """The profile that comes with the product: switches, lamps, buttons, buzzer."""
    with pi_board(profiles.device_form(profiles.read("pi-8x8"))) as board:
        for square in ("a1", "h1", "e4", "h8"):
            cell = board.profile.cell(square)
            board.bench.set_square(cell, True)
            assert [board.profile.bit_cells[bit] for bit in board.scan()] == [cell]
            codes = bytearray(64)
            codes[cell] = palette.TARGET
            board.parts.lights.show(codes, 0)
            assert [at for at, lamp in enumerate(board.bench.lamps()) if lamp != (0, 0, 0)] == [cell]
            board.bench.set_square(cell, False)
        assert board.bench.lights.garbled == 0


def test_dead_chip_in_the_chain():
    """Reported as on a Pico."""
    with pi_board(pi()) as board:
        board.close(3, 17, 40)
        board.scan()
        board.bench.switches.kill(4)
        board.scan()
        board.close(3)
        assert board.scan() == [3, 40]
        assert list(board.parts.scanner.faults) == [0, 0, 0, 1, 1, 1, 1, 1]


def test_expander_that_does_not_answer():
    """Reported as on a Pico."""
    with pi_board(pi(scanner=dict(EXPANDERS))) as board:
        board.close(1, 20)
        board.scan()
        board.bench.switches.kill(1)
        board.close(1)
        assert board.scan() == [1, 20]
        assert list(board.parts.scanner.faults) == [0, 1, 0, 0]


def test_lamp_colours():
    """SPI bits become pulses within the lamps' datasheet; every colour arrives."""
    with pi_board(pi()) as board:
        codes = bytearray(cell % palette.CODES for cell in range(64))
        for phase in range(4):
            board.parts.lights.show(codes, phase)
            assert board.bench.lamps() == [palette.PHASES[code][phase] for code in codes]
        assert board.bench.lights.garbled == 0


def test_lamps_on_a_pin_without_spi():
    """The error says which pins can do it."""
    with pytest.raises(ValueError, match="GPIO 10 or 20"), pi_board(pi(lights={**LAMPS, "pin": 18})):
        pass


@pytest.mark.parametrize("table", [{**CHAIN, "sck": 17}, {**EXPANDERS, "scl": 17}])
def test_bus_pins_are_the_kernels(table):
    """The error names the pins that there are."""
    with pytest.raises(ValueError, match="GPIO"), pi_board(pi(scanner=dict(table))):
        pass


def test_buttons():
    """Pulled up inside, pressed to ground."""
    with pi_board(pi()) as board:
        assert board.parts.buttons.read(0) == 0
        for step, mask in enumerate((1, 0, 2, 0, 4, 7)):
            board.bench.press(mask)
            assert board.parts.buttons.read(100 + 30 * step) == mask


def test_buzzer():
    """Tones start and end."""
    with pi_board(pi()) as board:
        board.parts.buzzer.play(1, 0)
        board.parts.buzzer.step(30)
        heard = [hertz for _, hertz in board.bench.tones()]
        assert heard[-2:] == [2400, 0]


def test_display():
    """On the same bus as the expanders."""
    display = {"driver": "ssd1306", "i2c": 1, "sda": 2, "scl": 3, "address": 0x3C}
    with pi_board(pi(scanner=dict(EXPANDERS), display=display)) as board:
        board.parts.display.show(["Bílý"])
        while board.parts.display.busy:
            board.parts.display.step()
        assert "#" in "".join(board.bench.screen()[:16]) and "#" not in "".join(board.bench.screen()[16:])
        board.close(9)
        assert board.scan() == [9]


def test_max7219():
    """Single-colour lamps by SPI."""
    lights = {"driver": "max7219", "spi": 1, "sck": 21, "mosi": 20, "cs": 16, "chips": 1, "cells": cells(range(64))}
    with pi_board(pi(lights=lights)) as board:
        codes = bytearray(64)
        codes[10] = palette.TARGET
        board.parts.lights.show(codes, 0)
        assert [at for at, lamp in enumerate(board.bench.lamps()) if lamp != (0, 0, 0)] == [10]


def test_pins():
    """Open drain, interrupts, toggling; two objects for one GPIO are one pin."""
    with pi_board(pi()) as board:
        rpi, wire = board.rpi, board.bench.mcu.wire(23)
        outside = wire.port()
        pin, heard = rpi.Pin(23, rpi.Pin.IN, rpi.Pin.PULL_UP), []
        assert pin() == 1
        pin.irq(heard.append, rpi.Pin.IRQ_FALLING)
        wire.drive(outside, 0)
        wire.drive(outside, None)
        assert heard == [pin]
        pin.irq(None)
        pin.init(rpi.Pin.OPEN_DRAIN, value=1)
        assert pin() == 1
        pin.off()
        assert wire.level == 0
        pin.on()
        wire.drive(outside, 0)
        assert pin() == 0 and wire.shorts == 0
        wire.drive(outside, None)
        rpi.Pin(23, rpi.Pin.OUT, value=0)
        again = rpi.Pin(23)
        again.toggle()
        assert wire.level == 1 and again.mode() == rpi.Pin.OUT


def test_time_goes_on():
    """Sleeps last at least as long as asked for, in both units."""
    with pi_board(pi()) as board:
        before = board.rpi.ticks_us()
        board.rpi.sleep_us(20)
        assert board.rpi.ticks_us() >= before + 20
        assert abs(board.rpi.ticks_ms() - board.rpi.ticks_us() // 1000) <= 1
