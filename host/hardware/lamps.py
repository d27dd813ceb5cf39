"""The lamps' side of a circuit, one function a light driver. All run on 5 V and get their signals lifted to it."""

from board_drivers.profile import NONE
from host.hardware.netlist import GROUND

# WS2812: as the driver counts (board_drivers.ws2812): at rest, and a colour at full.
WS2812_REST_MA, WS2812_COLOUR_MA = 1, 20
# MAX7219 at 28 kΩ and lamps of 2 V: 20 mA (data sheet, table 11). HT16K33: a row output gives about as much.
PEAK_MA = 20
SEGMENTS = ("SEGG", "SEGF", "SEGE", "SEGD", "SEGC", "SEGB", "SEGA", "SEGDP")


def _lamps(maker):
    """`(number counted from 0, square)` of all lamps that lie under a square."""
    cells = maker.profile.led_cells
    return [(lamp, maker.profile.square(cell)) for lamp, cell in enumerate(cells) if cell != NONE]


def _buffer(maker, used):
    """A 74AHCT125 with its first gates on `used` [(net in, net out)] and the others put to rest; its reference."""
    net = maker.net
    ref = net.add("74AHCT125")
    net.join("+5V", ref, "VCC")
    net.join(GROUND, ref, "GND")
    for gate in range(4):
        if gate < len(used):
            net.join(GROUND, ref, f"/{gate + 1}OE")
            net.join(used[gate][0], ref, f"{gate + 1}A")
            net.join(used[gate][1], ref, f"{gate + 1}Y")
        else:
            net.join("+5V", ref, f"/{gate + 1}OE")
            net.join(GROUND, ref, f"{gate + 1}A")
    maker.bypass(ref, "+5V")
    return ref


def ws2812(maker, table):
    """One chain of WS2812: pull-down, buffer, series resistor, lamps with a capacitor each."""
    net, cells = maker.net, maker.profile.led_cells
    maker.use(table["pin"], "LAMPS_3V3", "WS2812" if maker.profile.mcu == "pi" else "GPIO", "out", "data of the lamps")
    maker.pull("LAMPS_3V3", GROUND)
    _buffer(maker, [("LAMPS_3V3", "LAMPS_5V")])
    net.two("R", "330 Ω", "LAMPS_5V", "LAMP_1")
    for lamp, cell in enumerate(cells):
        ref = net.add("WS2812B", number=lamp + 1, square="" if cell == NONE else maker.profile.square(cell))
        net.join("+5V", ref, "VDD")
        net.join(GROUND, ref, "VSS")
        net.join(f"LAMP_{lamp + 1}", ref, "DIN")
        if lamp + 1 < len(cells):
            net.join(f"LAMP_{lamp + 2}", ref, "DOUT")
        maker.bypass(ref, "+5V")
    brightest = len(cells) * (WS2812_REST_MA + 3 * WS2812_COLOUR_MA * table["brightness"] / 255)
    net.demand_ma = min(brightest, table["limit_ma"])


def max7219(maker, table):
    """A chain of MAX7219 behind a buffer that lifts its three lines to 5 V; each lamp between a digit and a segment line."""
    net = maker.net
    bus = table["spi"]
    lines = ((table["mosi"], f"SPI{bus}_MOSI", f"SPI{bus} TX"), (table["sck"], f"SPI{bus}_SCK", f"SPI{bus} SCK"), (table["cs"], "LAMPS_CS", "GPIO"))
    for gpio, name, function in lines:
        if maker.controller.pin_name(gpio) not in net.nets:  # an SPI bus that the switches share has its resistor there
            maker.use(gpio, name, function, "out", "lamps")
        maker.pull(name, "+3V3" if name == "LAMPS_CS" else GROUND)
    _buffer(maker, [(name, name + "_5V") for _, name, _ in lines])
    refs = []
    for chip in range(table["chips"]):
        ref = net.add("MAX7219")
        refs.append(ref)
        net.join("+5V", ref, "V+")
        net.join(GROUND, ref, "GND1", "GND2")
        net.join(f"SPI{bus}_MOSI_5V" if chip == 0 else f"LAMP_CHAIN_{chip}", ref, "DIN")
        net.join(f"SPI{bus}_SCK_5V", ref, "CLK")
        net.join("LAMPS_CS_5V", ref, "LOAD")
        if chip + 1 < table["chips"]:
            net.join(f"LAMP_CHAIN_{chip + 1}", ref, "DOUT")
        iset = f"ISET_{ref}"
        net.join(iset, ref, "ISET")
        net.two("R", "28 kΩ", "+5V", iset)
        maker.bypass(ref, "+5V")
        maker.bypass(ref, "+5V", "10 µF")
    for lamp, square in _lamps(maker):
        chip, digit, bit = refs[lamp // 64], lamp // 8 % 8, lamp % 8
        _lamp_between(maker, lamp, square, (chip, SEGMENTS[bit]), (chip, f"DIG{digit}"))
    duty = (2 * (table["brightness"] >> 4) + 1) / 32
    net.demand_ma = table["chips"] * 8 * PEAK_MA * duty


def _lamp_between(maker, lamp, square, anode, cathode):
    net = maker.net
    ref = net.add("LED", number=lamp + 1, square=square)
    for (chip, pin), end in ((anode, "A"), (cathode, "K")):
        name = f"{chip}_{pin}"
        net.join(name, chip, pin)
        net.join(name, ref, end)


def ht16k33(maker, table):
    """HT16K33 on the 5 V side of two transistors; each lamp between a row output (anode) and a common output (cathode)."""
    net = maker.net
    low = maker.i2c(table, "lamps")
    high = tuple(name + "_5V" for name in low)
    for one, other in zip(low, high, strict=True):
        shifter = net.add("BSS138")
        net.join("+3V3", shifter, "G")
        net.join(one, shifter, "S")
        net.join(other, shifter, "D")
    refs = []
    for address in table["addresses"]:
        ref = net.add("HT16K33")
        refs.append(ref)
        net.address[ref] = address
        net.join("+5V", ref, "VDD")
        net.join(GROUND, ref, "VSS")
        net.join(high[0], ref, "SDA")
        net.join(high[1], ref, "SCL")
        maker.bypass(ref, "+5V")
        maker.bypass(ref, "+5V", "10 µF")
        _straps(maker, ref, address)
    for name in high:
        maker.pull(name, "+5V", "3.3 kΩ")
    counts = {}
    for lamp, square in _lamps(maker):
        chip = refs[lamp // 128]
        _lamp_between(maker, lamp, square, (chip, f"A{lamp % 16}"), (chip, f"C{lamp // 16 % 8}"))
        counts[lamp // 16] = counts.get(lamp // 16, 0) + 1
    duty = ((table["brightness"] >> 4) + 1) / 16
    net.demand_ma = sum(counts.values()) / 8 * PEAK_MA * duty


def _straps(maker, ref, address):
    """Each address bit that is 1: a diode and 39 kΩ from that address pin to AD, which is C0 (data sheet: slave address)."""
    net = maker.net
    for bit in range(3):
        if address >> bit & 1:
            pin, between = f"A{2 - bit}", f"{ref}_STRAP_{bit}"
            net.join(f"{ref}_{pin}", ref, pin)
            net.join(f"{ref}_C0", ref, "C0")
            diode = net.add("1N4148")
            net.join(f"{ref}_{pin}", diode, "A")
            net.join(between, diode, "K")
            net.two("R", "39 kΩ", between, f"{ref}_C0")


MAKERS = {"ws2812": ws2812, "max7219": max7219, "ht16k33": ht16k33}
