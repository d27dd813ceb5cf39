"""The kinds of parts that boards are built of: their pins, and those figures of their data sheets that the checks use.

Pins are written as text, `number name kind` with `;` between them.  Kinds:

    in       logic input                        bus      I2C line: reads, and pulls low
    out      output, always driving             tri      output that can be switched off
    od       output that only pulls low         gpio     a controller's pin; what it does is said where it is used
    supply   takes power                        source   gives power
    ground   0 V                                passive  neither gives nor reads a level
    free     may stay open, whatever it is
"""

from typing import NamedTuple


class Pin(NamedTuple):
    """One pin of a kind of part."""

    number: str
    name: str
    kind: str


class Kind:
    """One kind of part.

    `name`; `title` for the bill of materials; `pins` {name: Pin}; `prefix` of its references; `chip`: wants a capacitor
    of its own; `volts` (lowest, highest) supply; `ma` it draws at most; `high` the lowest voltage it reads as 1 (below 1:
    share of its supply); `stands` the highest voltage its inputs stand (None: its supply and 0.3 V); `links` what joins
    pins inside: (pin, pin, "R" | "C" | "D" | "switch" | "fuse" | "fet"), a diode from anode to cathode; `pulls` {pin: ohms}
    resistors to its supply that it has inside; `sheet`: where the figures come from.
    """

    def __init__(self, name, title, prefix, pins, **figures):
        self.name, self.title, self.prefix = name, title, prefix
        self.pins = {pin.name: pin for pin in (Pin(*word.split()) for word in pins.split(";"))}
        self.chip = figures.pop("chip", False)
        self.volts = figures.pop("volts", None)
        self.ma = figures.pop("ma", 0)
        self.high = figures.pop("high", 0.7)
        self.stands = figures.pop("stands", None)
        self.links = figures.pop("links", ())
        self.pulls = figures.pop("pulls", {})
        self.sheet = figures.pop("sheet", "")
        if figures:
            raise TypeError(f"part {name}: unknown figures {sorted(figures)}")


def _numbered(first, names, kind):
    """`names` (text with blanks) as pins numbered from `first` on."""
    return ";".join(f"{first + place} {name} {kind}" for place, name in enumerate(names.split()))


def _resistors():
    return "1 common passive;" + ";".join(f"{k + 1} R{k} passive" for k in range(1, 9))


KINDS = {
    kind.name: kind
    for kind in (
        Kind(
            "74HC165",
            "74HC165 shift register, 8 inputs (DIP-16)",
            "U",
            "1 /PL in;2 CP in;3 D4 in;4 D5 in;5 D6 in;6 D7 in;7 /Q7 free;8 GND ground;9 Q7 out;10 DS in;"
            "11 D0 in;12 D1 in;13 D2 in;14 D3 in;15 /CE in;16 VCC supply",
            chip=True,
            volts=(2.0, 6.0),
            ma=1.0,
            sheet="Nexperia 74HC165",
        ),
        Kind(
            "CD74HC4067",
            "CD74HC4067 multiplexer, 16 channels (DIP-24 or a carrier board)",
            "U",
            "1 COM passive;"
            + _numbered(2, "I7 I6 I5 I4 I3 I2 I1 I0", "free")
            + ";10 S0 in;11 S1 in;12 GND ground;13 S3 in;14 S2 in;15 /E in;"
            + _numbered(16, "I15 I14 I13 I12 I11 I10 I9 I8", "free")
            + ";24 VCC supply",
            chip=True,
            volts=(2.0, 6.0),
            ma=1.0,
            sheet="Texas Instruments CD74HC4067",
        ),
        Kind(
            "MCP23017",
            "MCP23017 port expander, 16 pins on I2C (DIP-28)",
            "U",
            _numbered(1, "GPB0 GPB1 GPB2 GPB3 GPB4 GPB5 GPB6", "in")
            + ";8 GPB7 free;9 VDD supply;10 VSS ground;11 NC1 free;12 SCL bus;13 SDA bus;14 NC2 free;"
            "15 A0 in;16 A1 in;17 A2 in;18 /RESET in;19 INTB free;20 INTA od;"
            + _numbered(21, "GPA0 GPA1 GPA2 GPA3 GPA4 GPA5 GPA6", "in")
            + ";28 GPA7 free",
            chip=True,
            volts=(1.8, 5.5),
            ma=1.0,
            high=0.8,
            pulls={f"GP{port}{pin}": 100e3 for port in "AB" for pin in range(8)},
            sheet="Microchip MCP23017/MCP23S17",
        ),
        Kind(
            "74AHCT125",
            "74AHCT125 four buffers, lift 3.3 V signals to 5 V (DIP-14)",
            "U",
            "1 /1OE in;2 1A in;3 1Y tri;4 /2OE in;5 2A in;6 2Y tri;7 GND ground;"
            "8 3Y tri;9 3A in;10 /3OE in;11 4Y tri;12 4A in;13 /4OE in;14 VCC supply",
            chip=True,
            volts=(4.5, 5.5),
            ma=2.0,
            high=2.0,
            stands=5.5,
            sheet="Nexperia 74AHC125; 74AHCT125",
        ),
        Kind(
            "WS2812B",
            "WS2812B lamp, red green blue, 5 x 5 mm (on a strip or a carrier board)",
            "LED",
            "1 VDD supply;2 DOUT out;3 VSS ground;4 DIN in",
            chip=True,
            volts=(3.7, 5.3),
            sheet="Worldsemi WS2812B",
        ),
        Kind(
            "MAX7219",
            "MAX7219 driver for 64 lamps (DIP-24)",
            "U",
            "1 DIN in;2 DIG0 free;3 DIG4 free;4 GND1 ground;5 DIG6 free;6 DIG2 free;7 DIG3 free;8 DIG7 free;9 GND2 ground;10 DIG5 free;11 DIG1 free;"
            "12 LOAD in;13 CLK in;14 SEGA free;15 SEGF free;16 SEGB free;17 SEGG free;18 ISET passive;19 V+ supply;20 SEGC free;21 SEGE free;"
            "22 SEGDP free;23 SEGD free;24 DOUT out",
            chip=True,
            volts=(4.0, 5.5),
            ma=8.0,
            high=3.5,
            sheet="Maxim MAX7219/MAX7221",
        ),
        Kind(
            "HT16K33",
            "HT16K33 driver for 128 lamps on I2C (SOP-28 or a carrier board)",
            "U",
            "1 VSS ground;"
            + _numbered(2, "C0 C1 C2 C3 C4 C5 C6 C7", "free")
            + ";"
            + _numbered(10, "A15 A14 A13 A12 A11 A10 A9 A8 A7 A6 A5 A4 A3 A2 A1 A0", "free")
            + ";26 SCL bus;27 SDA bus;28 VDD supply",
            chip=True,
            volts=(4.5, 5.5),
            ma=2.0,
            sheet="Holtek HT16K33",
        ),
        Kind(
            "SSD1306",
            "SSD1306 display module, 128 x 64, four pins (GND VCC SCL SDA)",
            "DS",
            "1 GND ground;2 VCC supply;3 SCL bus;4 SDA bus",
            volts=(3.0, 5.0),
            ma=25.0,
            sheet="Solomon Systech SSD1306",
        ),
        Kind(
            "BSS138",
            "BSS138 transistor (SOT-23), or one channel of a 3.3 V / 5 V I2C shifter board",
            "Q",
            "1 G passive;2 S passive;3 D passive",
            links=(("S", "D", "fet"),),
            sheet="onsemi BSS138; NXP AN10441",
        ),
        Kind("1N4148", "1N4148 diode", "D", "1 K passive;2 A passive", links=(("A", "K", "D"),), sheet="Vishay 1N4148"),
        Kind("1N5817", "1N5817 Schottky diode, 1 A", "D", "1 K passive;2 A passive", links=(("A", "K", "D"),), sheet="Vishay 1N5817"),
        Kind("1N4001", "1N4001 diode, 1 A", "D", "1 K passive;2 A passive", links=(("A", "K", "D"),), sheet="Vishay 1N4001"),
        Kind("R", "Resistor, 0.25 W", "R", "1 1 passive;2 2 passive", links=(("1", "2", "R"),)),
        Kind(
            "RN",
            "Resistor network, 8 resistors with one common pin (SIP-9)",
            "RN",
            _resistors(),
            links=tuple(("common", f"R{k}", "R") for k in range(1, 9)),
        ),
        Kind("C", "Capacitor, ceramic", "C", "1 1 passive;2 2 passive", links=(("1", "2", "C"),)),
        Kind("CE", "Capacitor, electrolytic", "C", "1 + passive;2 - passive", links=(("+", "-", "C"),)),
        Kind("REED", "Reed switch, normally open, glass 2 x 14 mm, 15 to 25 AT", "S", "1 1 passive;2 2 passive", links=(("1", "2", "switch"),)),
        Kind("BUTTON", "Push button, normally open", "SW", "1 1 passive;2 2 passive", links=(("1", "2", "switch"),)),
        Kind("PIEZO", "Piezo buzzer without electronics (passive)", "BZ", "1 1 passive;2 2 passive"),
        Kind("LED", "Lamp: light-emitting diode, 3 mm, red, 2 V", "LED", "1 K passive;2 A passive", links=(("A", "K", "D"),)),
        Kind("FUSE", "Resettable fuse (PTC), hold current", "F", "1 1 passive;2 2 passive", links=(("1", "2", "fuse"),)),
        Kind("JACK", "Socket for a 5 V supply", "J", "1 + source;2 - ground"),
    )
}


def amount(text):
    """The number in a value as parts have it printed: '10 kΩ' -> 10000.0, '100 nF' -> 1e-07, '500 mA' -> 0.5."""
    number, _, unit = text.partition(" ")
    factor = {"": 1, "k": 1e3, "M": 1e6, "m": 1e-3, "µ": 1e-6, "n": 1e-9, "p": 1e-12}
    return float(number) * factor[unit[:-1]]
