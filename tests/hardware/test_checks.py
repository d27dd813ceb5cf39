"""Every electrical check passes on every board, and finds what it is there for when that is wrong."""

import pytest

from host.hardware import checks, circuit, levels, power
from host.hardware.netlist import GROUND
from tests.hardware.boards import NAMES, VARIANTS, board, variant


def fresh(name):
    """A net list of one's own of a board."""
    one = board(name)
    return circuit.make(one.profile, one.pitch)


def faults(net, name, pitch=50, squares=16):
    """What the check `name` finds."""
    return checks.run(net, pitch, squares, (name,))[0].faults


def all_faults(one):
    """Everything that all checks find on a board."""
    return [(check.name, fault) for check in checks.run(one.net, one.pitch, one.files + one.ranks) for fault in check.faults]


@pytest.mark.parametrize("name", NAMES)
def test_all_boards_pass(name):
    assert all_faults(board(name)) == []


@pytest.mark.parametrize("name", VARIANTS)
def test_all_variants_pass(tmp_path, name):
    assert all_faults(variant(tmp_path, name)) == []


def one_of(net, kind):
    """The first part of a kind."""
    return net.of_kind(kind)[0]


def resistor(net, name, rail):
    """The resistor from a net to a rail."""
    return next(part for part, one, other, _ in net.links("R") if {one, other} == {name, rail})


def move(net, ref, pin, name):
    """Take a pin off its net and put it on another."""
    net.cut(ref, pin)
    net.join(name, ref, pin)


def reuse(net, pin, gpio, function):
    """Say that a controller's pin is used as another GPIO and function."""
    uses = net.controller().uses
    uses[pin] = (gpio, function, *uses[pin][2:])


# -- each wrong in one way: (board, check, what is done to the net list, what is said) --------------------------------


def no_pull_up(net):
    net.remove(resistor(net, "BUTTON_MENU", "+3V3").ref)


def no_pull_up_network(net):
    net.remove(one_of(net, "RN").ref)


def pull_down_for_pull_up(net):
    move(net, resistor(net, "BUTTON_MENU", "+3V3").ref, "2", GROUND)


def floating_common(net):
    net.remove(resistor(net, "DATA_2", "+3V3").ref)


def gate_without_level(net):
    net.remove(resistor(net, "LAMPS_3V3", GROUND).ref)
    pin = next(pin for pin, use in net.controller().uses.items() if use[3] == "data of the lamps")
    net.cut(net.controller().ref, pin)
    del net.controller().uses[pin]


def pulled_both_ways(net):
    net.two("R", "10 kΩ", "BUTTON_MENU", GROUND)


def interrupt_without_pull_up(net):
    net.remove(resistor(net, "INTERRUPT", "+3V3").ref)


def two_outputs(net):
    move(net, "U2", "Q7", "SPI0_MISO")


def output_on_rail(net):
    move(net, "U1", "Q7", "+3V3")


def output_switched_to_ground(net):
    net.two("BUTTON", "wrong", "LAMPS_3V3", GROUND)


def output_on_open_drain(net):
    uses = net.controller().uses
    pin = next(pin for pin, use in uses.items() if use[3] == "something has changed")
    uses[pin] = (*uses[pin][:2], "out", uses[pin][3])


def no_level_shift(net):
    shifter = one_of(net, "74AHCT125")
    net.remove(shifter.ref)
    resistor_ = next(part for part, one, other, _ in net.links("R") if "LAMP_1" in (one, other))
    move(net, resistor_.ref, "1", "LAMPS_3V3")


def i2c_to_5v_lamps(net):
    for line in ("SDA", "SCL"):
        move(net, one_of(net, "HT16K33").ref, line, f"I2C1_{line}")


def five_volts_into_the_pico(net):
    move(net, resistor(net, "BUTTON_MENU", "+3V3").ref, "2", "+5V")


def five_volt_chips(net):
    move(net, "U1", "VCC", "+5V")


def lamps_at_3v3(net):
    move(net, "LED1", "VDD", "+3V3")


def ground_on_3v3(net):
    move(net, "U3", "GND", "+3V3")


def clock_on_a_wrong_pin(net):
    reuse(net, "GP18", 18, "SPI0 TX")


def wrong_bus(net):
    reuse(net, "GP4", 4, "I2C1 SDA")


def no_such_pin(net):
    reuse(net, "GP22", 23, "GPIO")


def two_tones_on_one_slice(net):
    reuse(net, "GP12", 12, "PWM")
    reuse(net, "GP13", 13, "PWM")
    net.controller().uses["GP20"] = (28, "PWM", "out", "second tone")


def same_address(net):
    net.address["U2"] = net.address["U1"]


def same_straps(net):
    move(net, "U2", "A0", GROUND)


def reserved_address(net):
    net.address["DS1"] = 0x03


def not_on_the_bus(net):
    move(net, "DS1", "SDA", "elsewhere")


def crossed_buses(net):
    move(net, "DS1", "SCL", "I2C0_SCL")


def weak_bus(net):
    for line in ("SDA", "SCL"):
        resistor(net, f"I2C0_{line}", "+3V3").value = "47 kΩ"


def strong_bus(net):
    resistor(net, "I2C0_SDA", "+3V3").value = "470 Ω"


def unpulled_bus(net):
    net.remove(resistor(net, "I2C0_SCL", "+3V3").ref)


def no_bypass(net):
    net.remove(next(part.ref for part in net.of_kind("C") if part.near == "U4"))


def bypass_on_the_wrong_rail(net):
    move(net, next(part.ref for part in net.of_kind("C") if part.near == "U4"), "1", "+5V")


def small_bypass(net):
    next(part for part in net.of_kind("C") if part.near == "U4").value = "1 nF"


def no_series_resistor(net):
    next(part for part, one, other, _ in net.links("R") if "LAMP_1" in (one, other)).value = "1 Ω"


def no_bulk(net):
    net.remove(next(part.ref for part in net.of_kind("CE") if part.amount > 1e-4))


def small_bulk(net):
    next(part for part in net.of_kind("CE") if part.amount > 1e-4).value = "47 µF"


def no_diode(net):
    net.remove("D7")
    move(net, "S7", "2", "ROW_1")


def diode_turned_round(net):
    anode, cathode = net.net_of("D7", "A"), net.net_of("D7", "K")
    net.cut("D7", "A")
    net.cut("D7", "K")
    net.join(cathode, "D7", "A")
    net.join(anode, "D7", "K")


def shared_diode(net):
    net.remove("D7")
    net.cut("S7", "2")
    net.join("SQ_H1", "S7", "2")
    net.remove("D8")


def too_much_light(net):
    net.demand_ma = 600


def dark_lamps(net):
    net.demand_ma = 60


def weak_supply(net):
    net.supply_ma = 1000


def much_from_3v3(net):
    for _ in range(15):
        display = net.add("SSD1306")
        net.join("+3V3", display, "VCC")
        net.join(GROUND, display, "GND")


def small_fuse(net):
    one_of(net, "FUSE").value = "100 mA"


def large_fuse(net):
    one_of(net, "FUSE").value = "7 A"


def no_fuse(net):
    net.remove(one_of(net, "FUSE").ref)


def loud_buzzer(net):
    next(part for part, one, other, _ in net.links("R") if "BUZZER" in (one, other)).value = "100 Ω"


def heavy_row(net):
    for column in range(1, 9):
        resistor(net, f"COLUMN_{column}", "+3V3").value = "1.5 kΩ"


def open_pin(net):
    net.cut("U1", "/CE")


def lonely_net(net):
    net.cut("U3", "Q7")


WRONG = (
    ("classic-8x8", "defined", no_pull_up, "BUTTON_MENU: nothing gives A1 GP15 a level"),
    ("classic-8x8", "defined", no_pull_up_network, "SQ_H1: nothing gives U1 D7 a level"),
    ("classic-8x8", "defined", pull_down_for_pull_up, "BUTTON_MENU: its switch and its resistor both go to GND"),
    ("mux-8x8", "defined", floating_common, "DATA_2: U2 COM floats"),
    ("classic-8x8", "defined", gate_without_level, "LAMPS_3V3: nothing gives U9 1A a level"),
    ("classic-8x8", "defined", pulled_both_ways, "BUTTON_MENU: A1 GP15 is pulled to +3V3 and to GND"),
    ("expander-9x9", "defined", interrupt_without_pull_up, "INTERRUPT: nothing gives A1 GP6 a level"),
    ("classic-8x8", "drives", two_outputs, "SPI0_MISO: U1 Q7 and U2 Q7 drive each other"),
    ("classic-8x8", "drives", output_on_rail, "+3V3: U1 Q7 is an output on a rail"),
    ("classic-8x8", "drives", output_switched_to_ground, "SW4 closed: LAMPS_3V3 is an output and gets joined to GND"),
    ("expander-9x9", "drives", output_on_open_drain, "INTERRUPT: A1 GP6 drives what U1 INTA pulls low"),
    ("classic-8x8", "levels", no_level_shift, "LED1 DIN takes 3.50 V and more for a 1, it gets 3.30 V: lift the level"),
    ("expander-9x9", "levels", i2c_to_5v_lamps, "U7 SDA takes 3.50 V and more for a 1, it gets 3.30 V"),
    ("classic-8x8", "levels", five_volts_into_the_pico, "A1 GP15 stands 3.60 V, it gets 5.00 V"),
    ("classic-8x8", "levels", five_volt_chips, "takes 3.50 V and more for a 1"),
    ("classic-8x8", "supply", lamps_at_3v3, "LED1 (WS2812B) gets 3.3 V from +3V3; it takes 3.7 to 5.3 V"),
    ("classic-8x8", "supply", ground_on_3v3, "U3 GND is on +3V3, not on GND"),
    ("classic-8x8", "functions", clock_on_a_wrong_pin, "GP18 can't be SPI0 TX (clock of the switches); it can be I2C1 SDA, PWM1 A, SPI0 SCK"),
    ("universal-12x9", "functions", wrong_bus, "GP4 can't be I2C1 SDA (display)"),
    ("classic-8x8", "functions", no_such_pin, "GPIO 23 is not pin GP22"),
    ("classic-8x8", "functions", two_tones_on_one_slice, "GP12 and GP20 share PWM6 A"),
    ("expander-9x9", "addresses", same_address, "U1 and U2 both have address 0x20 on I2C0_SDA"),
    ("expander-9x9", "addresses", same_straps, "U2 is called by 0x21, but its address pins say 0x20"),
    ("expander-9x9", "addresses", reserved_address, "DS1 has address 0x03, which I2C reserves"),
    ("expander-9x9", "addresses", not_on_the_bus, "DS1: its SDA does not reach the controller"),
    ("expander-9x9", "addresses", crossed_buses, "DS1: SDA and SCL are on different buses"),
    ("universal-12x9", "pullups", weak_bus, "I2C0_SDA rises in"),
    ("universal-12x9", "pullups", strong_bus, "mA to pull down, more than 3"),
    ("universal-12x9", "pullups", unpulled_bus, "I2C0_SCL has no pull-up"),
    ("classic-8x8", "bypass", no_bypass, "U4 (74HC165) has no capacitor of 100 nF"),
    ("classic-8x8", "bypass", bypass_on_the_wrong_rail, "U4 (74HC165) has no capacitor of 100 nF"),
    ("classic-8x8", "bypass", small_bypass, "U4 (74HC165) has no capacitor of 100 nF"),
    ("classic-8x8", "lamps", no_series_resistor, "LED1: no resistor of 100 to 1000 Ω"),
    ("classic-8x8", "lamps", no_bulk, "no capacitor of 470 µF"),
    ("classic-8x8", "lamps", small_bulk, "no capacitor of 470 µF"),
    ("matrix-8x8", "diodes", no_diode, "S7 (g1) has no diode towards its row"),
    ("matrix-8x8", "diodes", diode_turned_round, "S7 (g1) has no diode towards its row"),
    ("matrix-8x8", "diodes", shared_diode, "S8 (h1) has no diode towards its row"),
    ("classic-8x8", "current", too_much_light, "mA are more than 500 mA"),
    ("classic-8x8", "current", dark_lamps, "64 WS2812 draw 64 mA when dark, the limit is 60 mA"),
    ("universal-12x9", "current", weak_supply, "are more than the supply's 1000 mA"),
    ("classic-8x8", "current", much_from_3v3, "are more than the 300 mA that the controller gives"),
    ("classic-8x8", "current", small_fuse, "F1 holds 100 mA, 402 mA flow through it"),
    ("universal-12x9", "current", large_fuse, "it never trips"),
    ("classic-8x8", "current", no_fuse, "no fuse before the 5 V of the lamps"),
    ("classic-8x8", "current", loud_buzzer, "GP12 carries 33.0 mA, more than 4"),
    ("matrix-8x8", "current", heavy_row, "GP2 carries 17.6 mA, more than 4"),
    ("classic-8x8", "joined", open_pin, "U1 /CE is joined to nothing"),
    ("classic-8x8", "joined", lonely_net, "net CHAIN_2 has only U2 DS"),
)


@pytest.mark.parametrize("name, check, wrong, said", WRONG, ids=lambda value: getattr(value, "__name__", None))
def test_what_is_wrong_is_found(name, check, wrong, said):
    net = fresh(name)
    assert faults(net, check) == []
    wrong(net)
    found = faults(net, check)
    assert any(said in fault for fault in found), found


def test_each_check_has_a_wrong_net_list():
    assert {name for name, _, _ in checks.CHECKS} - {"magnets"} == {check for _, check, _, _ in WRONG}


@pytest.mark.parametrize("pitch, said", [(22, "a neighbour feels")])
def test_squares_can_be_too_small(pitch, said):
    found, _ = checks.magnets(pitch)
    assert said in found[0]


def test_a_diode_before_the_first_lamp_is_another_way_to_lift_the_level():
    """The lamp behind a diode has 4.3 V and takes 3.3 V for a 1; what it hands on is high enough for the others."""
    net = fresh("classic-8x8")
    no_level_shift(net)
    net.cut("LED1", "VDD")
    diode = net.add("1N4001")
    net.join("+5V", diode, "A")
    net.join("LAMP_SUPPLY", diode, "K")
    net.join("LAMP_SUPPLY", "LED1", "VDD")
    assert faults(net, "levels") == []
    assert faults(net, "supply") == []


def test_the_budget_names_every_rail_and_adds_up():
    net = fresh("classic-8x8")
    draws = {draw.what: draw for draw in power.budget(net)}
    assert draws["lamps, at their driver's limit"].ma == 400
    assert draws["8 x 74HC165"].ma == 8
    assert draws["pull-ups, all switches closed"].ma == pytest.approx(1000 * 3.3 * 67 / 10e3)
    assert {draw.rail for draw in draws.values()} == {"+3V3", "+5V", "VSYS"}


@pytest.mark.parametrize("name, source", [("classic-8x8", "VBUS"), ("universal-12x9", "5V_IN"), ("pi-8x8", "5V_IN"), ("mux-8x8", "VBUS")])
def test_a_supply_of_its_own_is_there_where_usb_is_not_enough(name, source):
    net = board(name).net
    assert bool(net.of_kind("JACK")) == (source == "5V_IN")
    assert any({one, other} == {source, "+5V"} for _, one, other, _ in net.links("fuse"))


def test_a_matrix_s_row_carries_all_its_columns():
    net = board("matrix-8x8").net
    assert levels.load_ma(levels.Levels(net), "ROW_3") == pytest.approx(8 * 0.33, abs=0.01)
