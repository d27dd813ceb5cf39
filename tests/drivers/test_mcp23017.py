"""The port expanders: driver against chip and bus models; on both runtimes."""

from tests.drivers.boards import Board, cells, form
from tests.mp.check import Random, locked, raises

from host.virtual import machine
from host.virtual.mcp23017 import GPIO, GPPU, INTCAP, IODIR, IPOL, OLAT, Mcp23017
from host.virtual.mcu import Mcu

CHIPS = 6
# As in a profile: no switch on pins A7 and B7, which newer chips have as outputs only.
PINS = [chip * 16 + pin for chip in range(CHIPS) for pin in range(16) if pin & 7 != 7][:81]
RETRIES = 16 * CHIPS  # scans in which every chip that failed is asked again


def board(interrupt=None, before=None):
    """A 9x9 board on six expanders."""
    order = [255] * 96
    for cell, bit in enumerate(PINS):
        order[bit] = cell
    table = {"driver": "mcp23017", "i2c": 0, "sda": 4, "scl": 5, "addresses": list(range(0x20, 0x26)), "cells": cells(order)}
    if interrupt is not None:
        table["interrupt"] = interrupt
    lights = {"driver": "ws2812", "pin": 22, "cells": cells(range(81))}
    made = Board(form(9, 9, scanner=table, lights=lights), before)
    made.faults = made.parts.scanner.faults
    made.chips = made.bench.switches
    return made


def close(made, *bits):
    """Close exactly these of the switches that there are."""
    for bit in PINS:
        made.bench.set_switch(bit, bit in bits)


def used(bits):
    """Those of the bits that have a switch."""
    return [bit for bit in bits if bit & 7 != 7]


def test_registers_of_the_chip():
    """Register numbers go up by themselves; pull-ups, inversion and outputs show in GPIO; a read of OLAT is no read of pins."""
    mcu = Mcu()
    machine.use(mcu)
    bus, chip = mcu.i2c_bus(4, 5), Mcp23017()
    bus.attach(0x21, chip)
    i2c = machine.I2C(0, sda=machine.Pin(4), scl=machine.Pin(5))
    assert i2c.scan() == [0x21]
    assert i2c.readfrom_mem(0x21, IODIR, 4) == b"\xff\xff\x00\x00"
    i2c.writeto_mem(0x21, GPPU, b"\xff\xff")
    chip.set_switch(0, True)
    chip.set_switch(9, True)
    assert i2c.readfrom_mem(0x21, GPIO, 2) == b"\xfe\xfd"
    i2c.writeto_mem(0x21, IPOL, b"\xff\x00")
    assert i2c.readfrom_mem(0x21, GPIO, 2) == b"\x01\xfd"
    i2c.writeto_mem(0x21, IODIR, b"\xfd\xff")
    i2c.writeto_mem(0x21, GPIO, b"\x02\x00")
    assert i2c.readfrom_mem(0x21, OLAT, 1) == b"\x02"
    assert i2c.readfrom_mem(0x21, GPIO, 1) == b"\x01"  # the output is high, inverted: 0
    assert i2c.readfrom_mem(0x21, INTCAP, 2) == b"\x00\x00"


def test_errors_of_the_bus():
    """Nobody there: EIO. A wire held low, or no pull-ups: ETIMEDOUT."""
    mcu = Mcu()
    machine.use(mcu)
    i2c = machine.I2C(0, sda=machine.Pin(4), scl=machine.Pin(5))
    assert raises(OSError, i2c.writeto, 0x20, b"\x00").args[0] == 110
    bus = mcu.i2c_bus(4, 5)
    bus.attach(0x20, Mcp23017())
    assert i2c.writeto(0x20, b"\x00") == 1
    assert raises(OSError, i2c.writeto, 0x21, b"\x00").args[0] == 5
    for wire in (0, 1):
        bus.stick(wire)
        assert raises(OSError, i2c.writeto, 0x20, b"\x00").args[0] == 110
        assert i2c.scan() == []
        bus.free()
    bus.scl.cut_pull()
    assert raises(OSError, i2c.writeto, 0x20, b"\x00").args[0] == 110


def test_a_message_longer_than_the_timeout():
    """As on a Pico, where the time-out is for the whole message: ETIMEDOUT. At 400 kHz a byte takes 22.5 us."""
    mcu = Mcu()
    machine.use(mcu)
    i2c = machine.I2C(0, sda=machine.Pin(4), scl=machine.Pin(5), freq=400000, timeout=2000)
    mcu.i2c_bus(4, 5).attach(0x20, Mcp23017())
    assert i2c.writeto(0x20, bytes(87)) == 87
    assert raises(OSError, i2c.writeto, 0x20, bytes(88)).args[0] == 110
    assert raises(OSError, i2c.writevto, 0x20, (bytes(1), bytes(87))).args[0] == 110
    assert raises(OSError, i2c.writeto_mem, 0x20, 0, bytes(87)).args[0] == 110
    assert raises(OSError, i2c.readfrom_mem, 0x20, 0, 88).args[0] == 110


def test_every_switch_is_its_own_bit():
    """bit = chip * 16 + pin."""
    made = board()
    for bit in PINS:
        close(made, bit)
        assert used(made.scan()) == [bit]


def check_random_boards(interrupt):
    """Any set of closed switches, changed now and then, is what the scans show."""
    random = Random(9)
    made = board(interrupt)
    for _ in range(30):
        closed = sorted(set([PINS[random.below(81)] for _ in range(random.below(60))]))
        close(made, *closed)
        for _ in range(1 + random.below(4)):
            assert used(made.scan()) == closed
    assert sum(made.faults) == 0


def test_random_boards():
    """With all chips asked at every scan."""
    check_random_boards(None)


def test_random_boards_with_interrupt():
    """With the chips asked only when they report a change."""
    check_random_boards(8)


def test_interrupt_saves_the_bus():
    """While nothing changes the bus is quiet but for one look in fifty scans; a change is seen in the scan after it."""
    made = board(8)
    made.scan()
    made.scan()
    bus = made.chips.bus
    before = bus.transfers
    for _ in range(100):
        made.scan()
    assert 0 < bus.transfers - before <= 2 * CHIPS * 3
    made.bench.set_switch(PINS[40], True)
    assert used(made.scan()) == [PINS[40]]
    made.bench.set_switch(PINS[40], False)
    assert used(made.scan()) == []


def test_broken_interrupt_wire():
    """Changes come late, then the wire is no longer believed and they come at once; none is lost."""
    made = board(8)
    close(made, PINS[3])
    made.scan()
    made.chips.cut_interrupt()
    for turn in range(3):
        close(made, PINS[10 + turn])
        for _ in range(52):
            seen = used(made.scan())
        assert seen == [PINS[10 + turn]]
    close(made, PINS[20])
    assert used(made.scan()) == [PINS[20]]


def test_one_bad_message_is_tried_again():
    """Two failures in a row go unnoticed; three are a fault, which heals by itself. No bit ever changes for it."""
    made = board()
    close(made, PINS[0], PINS[50])
    made.scan()
    for count in (1, 2):
        made.chips.bus.garble(count)
        assert used(made.scan()) == [PINS[0], PINS[50]]
        assert sum(made.faults) == 0
    made.chips.bus.garble(3)
    assert used(made.scan()) == [PINS[0], PINS[50]]
    assert list(made.faults) == [1, 0, 0, 0, 0, 0]
    for _ in range(RETRIES):
        assert used(made.scan()) == [PINS[0], PINS[50]]
    assert sum(made.faults) == 0


def test_dead_chip():
    """It is reported by number, its bits stay, the others go on; when it is back it is set up again and read."""
    made = board()
    close(made, 2, 20, 40)
    made.scan()
    made.chips.kill(1)
    close(made, 3, 40)
    assert used(made.scan()) == [3, 20, 40]
    assert list(made.faults) == [0, 1, 0, 0, 0, 0]
    made.chips.revive(1)
    for _ in range(RETRIES + 1):
        seen = used(made.scan())
    assert seen == [3, 40] and sum(made.faults) == 0


def test_chip_missing_from_the_start():
    """The board starts, says which chip is missing, and takes it in when it comes."""
    made = board(before=lambda bench: bench.switches.kill(5))
    close(made, 4, 80)
    assert used(made.scan()) == [4]
    assert list(made.faults) == [0, 0, 0, 0, 0, 1]
    made.chips.revive(5)
    for _ in range(RETRIES + 1):
        seen = used(made.scan())
    assert seen == [4, 80] and sum(made.faults) == 0


def test_brown_out_is_noticed_at_once():
    """A chip that forgot its set-up would read inverted noise: it is set up again before a bit of it is believed."""
    for interrupt in (None, 8):
        made = board(interrupt)
        close(made, 1, 17, 33)
        made.scan()
        for chip in range(CHIPS):
            made.chips.brown_out(chip)
            for _ in range(60):
                assert used(made.scan()) == [1, 17, 33]
            assert sum(made.faults) == 0
        close(made, 2)
        assert used(made.scan()) == [2]


def test_bus_stuck_or_without_pull_ups():
    """Nothing answers: all chips are reported, all bits stay; when the bus is well again so is all."""
    for break_it, mend_it in (
        (lambda bus: bus.stick(0), lambda bus: bus.free()),
        (lambda bus: bus.stick(1), lambda bus: bus.free()),
        (lambda bus: bus.sda.cut_pull(), lambda bus: bus.sda.mend_pull(1)),
    ):
        made = board()
        close(made, 1, 17, 33)
        made.scan()
        break_it(made.chips.bus)
        close(made, 5)
        for _ in range(20):
            assert used(made.scan()) == [1, 17, 33]
        assert list(made.faults) == [1] * CHIPS
        mend_it(made.chips.bus)
        for _ in range(RETRIES + 1):
            seen = used(made.scan())
        assert seen == [5] and sum(made.faults) == 0


def test_address_clash():
    """A chip whose address wire breaks answers on another's address: both are reported, no bit of either changes."""
    for chip in range(CHIPS):
        for other in range(CHIPS):
            if chip == other:
                continue
            made = board()
            close(made, 1, 17, 33, 49, 65, 81, 4, 20)
            before = used(made.scan())
            made.chips.move(chip, 0x20 + other)
            for _ in range(RETRIES + 1):
                assert used(made.scan()) == before
            assert [number for number in range(CHIPS) if made.faults[number]] == sorted([chip, other])


def test_scan_allocates_nothing():
    """Neither driver nor model, asked or quiet."""
    for interrupt in (None, 8):
        made = board(interrupt)
        close(made, 5, 50)
        locked(made.parts.scanner.scan, made.frame)
        locked(made.parts.scanner.scan, made.frame)
        assert used(made.scan()) == [5, 50]
