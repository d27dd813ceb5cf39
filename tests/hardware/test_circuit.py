"""The net lists: read as the chips read them they give the profile's bits and lamps, and the parts are whole."""

import pytest

from board_drivers.profile import NONE
from host.hardware import circuit
from host.hardware.catalogue import KINDS, amount
from host.hardware.controllers import CONTROLLERS, PI_PINS, PICO_PINS
from host.hardware.netlist import Netlist
from tests.hardware.boards import NAMES, VARIANTS, board, variant


def others(net, ref, pin):
    """The other pins on a pin's net."""
    return [member for member in net.nets.get(net.net_of(ref, pin), []) if member != (ref, pin)]


def square_at(net, ref, pin):
    """The square whose switch hangs on a chip's pin, or None."""
    squares = [net.parts[other].square for other, _ in others(net, ref, pin) if net.parts[other].kind.name == "REED"]
    return squares[0] if squares else None


def shifted_out(net):
    """The squares in the order in which a chain of 74HC165 brings them to the controller, found by following its wires."""
    mcu = net.controller()
    data = next(pin for pin, use in mcu.uses.items() if use[3] == "what the switches say")
    ref = next(ref for ref, pin in others(net, mcu.ref, data) if pin == "Q7")
    found = []
    while ref:
        found += [square_at(net, ref, f"D{7 - place}") for place in range(8)]
        ref = next((other for other, pin in others(net, ref, "DS") if pin == "Q7"), None)
    return found


def multiplexed(net):
    """The squares chip by chip and channel by channel, chips by the controller's pins."""
    mcu = net.controller()
    data = [pin for pin, use in mcu.uses.items() if use[3].startswith("data of multiplexer")]
    chips = [next(ref for ref, pin in others(net, mcu.ref, line) if pin == "COM") for line in data]
    return [square_at(net, chip, f"I{channel}") for chip in chips for channel in range(16)]


def expanded(net):
    """The squares by address and pin."""
    chips = sorted(net.of_kind("MCP23017"), key=lambda part: net.address[part.ref])
    return [square_at(net, chip.ref, f"GP{port}{pin}") for chip in chips for port in "AB" for pin in range(8)]


def crossed(net):
    """The squares row by row and column by column: a switch is where a diode joins its other end to the row."""
    mcu, found = net.controller(), {}
    for switch in net.of_kind("REED"):
        column = next(pin for ref, pin in others(net, switch.ref, "1") if ref == mcu.ref)
        diode = next(ref for ref, pin in others(net, switch.ref, "2") if pin == "A")
        row = next(pin for ref, pin in others(net, diode, "K") if ref == mcu.ref)
        found[row, column] = switch.square
    rows = [pin for pin, use in mcu.uses.items() if use[3].startswith("row")]
    columns = [pin for pin, use in mcu.uses.items() if use[3].startswith("column")]
    return [found.get((row, column)) for row in rows for column in columns]


READ = {"hc165": shifted_out, "hc165_soft": shifted_out, "hc4067": multiplexed, "mcp23017": expanded, "matrix": crossed}


def squares_of(one, cells):
    """Squares of a table of cells, None where it is unused."""
    return [None if cell == NONE else one.profile.square(cell) for cell in cells]


@pytest.mark.parametrize("name", NAMES)
def test_the_wires_bring_the_bits_that_the_profile_says(name):
    one = board(name)
    assert READ[one.profile.scanner["driver"]](one.net) == squares_of(one, one.profile.bit_cells)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_wires_of_variants_bring_the_bits_too(tmp_path, name):
    one = variant(tmp_path, name)
    assert READ[one.profile.scanner["driver"]](one.net) == squares_of(one, one.profile.bit_cells)


@pytest.mark.parametrize("name", [name for name in NAMES if board(name).lamp_chain])
def test_the_data_wire_passes_the_lamps_in_the_profile_s_order(name):
    one = board(name)
    net, found = one.net, []
    first = net.of_kind("74AHCT125")[0].ref
    resistor = next(ref for ref, _ in others(net, first, "1Y"))
    ref = next(ref for ref, pin in others(net, resistor, "2"))
    while ref:
        found.append(net.parts[ref].square)
        ref = next((other for other, pin in others(net, ref, "DOUT") if pin == "DIN"), None)
    assert found == squares_of(one, one.profile.led_cells)


@pytest.mark.parametrize("name", [name for name in NAMES if not board(name).lamp_chain])
def test_a_driven_lamp_sits_between_the_two_lines_of_its_number(name):
    one = board(name)
    for lamp, cell in enumerate(one.profile.led_cells):
        if cell == NONE:
            continue
        part = one.lamps[one.profile.square(cell)]
        anode = next(pin for ref, pin in others(one.net, part.ref, "A") if ref.startswith("U"))
        cathode = next(pin for ref, pin in others(one.net, part.ref, "K") if ref.startswith("U"))
        if one.profile.lights["driver"] == "max7219":
            # bit 7 of a digit's register is DP, bit 6 is A, ... bit 0 is G (data sheet, table 6)
            expected = ({7: "SEGDP"}.get(lamp % 8, "SEG" + "GFEDCBA."[lamp % 8]), f"DIG{lamp // 8}")
        else:
            expected = (f"A{lamp % 16}", f"C{lamp // 16}")
        assert (anode, cathode) == expected


@pytest.mark.parametrize("name", NAMES)
def test_every_square_has_one_switch_and_one_lamp(name):
    one = board(name)
    assert sorted(one.switches) == sorted(one.squares()) == sorted(one.lamps)
    assert len(one.net.of_kind("REED")) == one.profile.n


@pytest.mark.parametrize("name", NAMES)
def test_the_controller_uses_exactly_the_profile_s_gpios(name):
    one = board(name)
    named = set()
    for table in (one.profile.scanner, one.profile.lights, one.profile.buttons, one.profile.buzzer, one.profile.display):
        for key, value in (table or {}).items():
            if key in ("sck", "mosi", "miso", "load", "sda", "scl", "interrupt", "pin", "cs", "white", "black", "menu"):
                named.add(value)
            elif key in ("rows", "columns", "select", "data"):
                named |= set(value)
    assert {use[0] for use in one.net.controller().uses.values()} == named


# -- parts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind for kind in KINDS.values() if kind.prefix == "U"], ids=lambda kind: kind.name)
def test_a_chip_has_all_pins_of_its_package(kind):
    numbers = sorted(int(pin.number) for pin in kind.pins.values())
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) == {"74HC165": 16, "74AHCT125": 14, "CD74HC4067": 24, "MAX7219": 24}.get(kind.name, 28)
    assert {pin.kind for pin in kind.pins.values()} >= {"supply", "ground"} and kind.volts and kind.sheet


# As the data sheets draw the packages: names down the left side, then down the right side.
DRAWN = {
    "74HC165": ("/PL CP D4 D5 D6 D7 /Q7 GND", "VCC /CE D3 D2 D1 D0 DS Q7"),
    "CD74HC4067": ("COM I7 I6 I5 I4 I3 I2 I1 I0 S0 S1 GND", "VCC I8 I9 I10 I11 I12 I13 I14 I15 /E S2 S3"),
    "MCP23017": (
        "GPB0 GPB1 GPB2 GPB3 GPB4 GPB5 GPB6 GPB7 VDD VSS NC1 SCL SDA NC2",
        "GPA7 GPA6 GPA5 GPA4 GPA3 GPA2 GPA1 GPA0 INTA INTB /RESET A2 A1 A0",
    ),
    "74AHCT125": ("/1OE 1A 1Y /2OE 2A 2Y GND", "VCC /4OE 4A 4Y /3OE 3A 3Y"),
    "MAX7219": (
        "DIN DIG0 DIG4 GND1 DIG6 DIG2 DIG3 DIG7 GND2 DIG5 DIG1 LOAD",
        "DOUT SEGD SEGDP SEGE SEGC V+ ISET SEGG SEGB SEGF SEGA CLK",
    ),
    "HT16K33": ("VSS C0 C1 C2 C3 C4 C5 C6 C7 A15 A14 A13 A12 A11", "VDD SDA SCL A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 A10"),
    "WS2812B": ("VDD DOUT", "DIN VSS"),
    "SSD1306": ("GND VCC SCL SDA", ""),
}


@pytest.mark.parametrize("name", DRAWN)
def test_pins_lie_around_the_package_as_the_data_sheet_draws_it(name):
    left, right = (side.split() for side in DRAWN[name])
    assert [pin.name for pin in sorted(KINDS[name].pins.values(), key=lambda pin: int(pin.number))] == [*left, *reversed(right)]


def test_headers_have_their_well_known_pins():
    pico = {int(pin.number): pin.name for pin in CONTROLLERS["pico"].kind.pins.values()}
    assert [pico[number] for number in (1, 20, 21, 29, 34, 36, 39, 40)] == ["GP0", "GP15", "GP16", "GP22", "GP28", "3V3", "VSYS", "VBUS"]
    assert [number for number, name in enumerate(PICO_PINS, 1) if name in ("GND", "AGND")] == [3, 8, 13, 18, 23, 28, 33, 38]
    pi = {int(pin.number): pin.name for pin in CONTROLLERS["pi"].kind.pins.values()}
    assert [pi[number] for number in (1, 2, 3, 5, 8, 12, 19, 21, 23, 24, 32, 38, 40)] == [
        "3V3", "5V", "GPIO2", "GPIO3", "GPIO14", "GPIO18", "GPIO10", "GPIO9", "GPIO11", "GPIO8", "GPIO12", "GPIO20", "GPIO21",
    ]  # fmt: skip
    assert [number for number, name in enumerate(PI_PINS, 1) if name == "GND"] == [6, 9, 14, 20, 25, 30, 34, 39]


@pytest.mark.parametrize("mcu, names, gpios", [("pico", PICO_PINS, 26), ("pi", PI_PINS, 28)])
def test_a_controller_s_header_has_forty_pins(mcu, names, gpios):
    kind = CONTROLLERS[mcu].kind
    assert [pin.number for pin in kind.pins.values()] == [str(number) for number in range(1, 41)]
    assert sum(pin.kind == "gpio" for pin in kind.pins.values()) == gpios
    assert sum(name.startswith(("GND", "AGND")) for name in names) == 8


def test_the_pico_s_functions_follow_the_rp2040_s_pattern():
    pico = CONTROLLERS["pico"]
    for gpio, words in pico.functions.items():
        spi = f"SPI{gpio // 8 % 2} {('RX', 'CSn', 'SCK', 'TX')[gpio % 4]}"
        i2c = f"I2C{gpio // 2 % 2} {('SDA', 'SCL')[gpio % 2]}"
        assert words == {spi, i2c, f"PWM{gpio // 2 % 8} {'AB'[gpio % 2]}"}
    assert len(pico.functions) == 26
    assert pico.can(18, "SPI0 SCK") and not pico.can(17, "SPI0 SCK") and not pico.can(18, "SPI1 SCK")
    assert pico.can(12, "PWM") and pico.can(0, "GPIO") and not pico.can(23, "GPIO")


@pytest.mark.parametrize(
    "text, value", [("10 kΩ", 10e3), ("330 Ω", 330), ("100 nF", 100e-9), ("470 µF", 470e-6), ("750 mA", 0.75), ("1.6 A", 1.6), ("22 pF", 22e-12)]
)
def test_values_are_read(text, value):
    assert amount(text) == pytest.approx(value)


# -- the net list itself ---------------------------------------------------------------------------------------------


def test_a_pin_is_on_one_net_only():
    net = Netlist()
    ref = net.add("R", "10 kΩ")
    net.join("A", ref, "1")
    net.join("A", ref, "1")
    assert net.nets["A"] == [(ref, "1")]
    with pytest.raises(ValueError, match="R1 1 is on A and on B"):
        net.join("B", ref, "1")
    with pytest.raises(ValueError, match="R1 has no pin 3"):
        net.join("B", ref, "3")


def test_parts_can_be_taken_out_again():
    net = Netlist()
    ref = net.two("C", "100 nF", "+5V", "GND")
    net.remove(ref)
    assert not net.parts and net.nets == {"+5V": [], "GND": []}


def test_the_longer_a_bus_the_stronger_its_pull_ups():
    assert [circuit.i2c_pull(pf, 400000) for pf in (50, 100, 150, 230, 330, 1000)] == ["4.7 kΩ", "3.3 kΩ", "2.2 kΩ", "1.5 kΩ", "1 kΩ", "1 kΩ"]
    assert circuit.i2c_pull(150, 100000) == "4.7 kΩ"
