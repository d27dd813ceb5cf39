"""The two controllers: which pin of the module is which GPIO, and what each GPIO can be.

Raspberry Pi Pico: pins from the Pico data sheet, functions from the RP2040 data sheet (GPIO functions, table 2).
Raspberry Pi: pins and functions from Raspberry Pi's documentation of the 40-pin header (the functions that a bus of the
kernel has in its usual place).
"""

from host.hardware.catalogue import Kind

PICO_PINS = (
    "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15 "
    "GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 AGND GP28 ADC_VREF 3V3 3V3_EN GND VSYS VBUS"
).split()
PI_PINS = (
    "3V3 5V GPIO2 5V GPIO3 GND GPIO4 GPIO14 GND GPIO15 GPIO17 GPIO18 GPIO27 GND GPIO22 GPIO23 3V3 GPIO24 GPIO10 GND "
    "GPIO9 GPIO25 GPIO11 GPIO8 GND GPIO7 GPIO0 GPIO1 GPIO5 GND GPIO6 GPIO12 GPIO13 GND GPIO19 GPIO16 GPIO26 GPIO20 GND GPIO21"
).split()

# GPIO: SPI, I2C, PWM, one line a GPIO as in the RP2040 data sheet.
_RP2040 = """
0: SPI0 RX, I2C0 SDA, PWM0 A
1: SPI0 CSn, I2C0 SCL, PWM0 B
2: SPI0 SCK, I2C1 SDA, PWM1 A
3: SPI0 TX, I2C1 SCL, PWM1 B
4: SPI0 RX, I2C0 SDA, PWM2 A
5: SPI0 CSn, I2C0 SCL, PWM2 B
6: SPI0 SCK, I2C1 SDA, PWM3 A
7: SPI0 TX, I2C1 SCL, PWM3 B
8: SPI1 RX, I2C0 SDA, PWM4 A
9: SPI1 CSn, I2C0 SCL, PWM4 B
10: SPI1 SCK, I2C1 SDA, PWM5 A
11: SPI1 TX, I2C1 SCL, PWM5 B
12: SPI1 RX, I2C0 SDA, PWM6 A
13: SPI1 CSn, I2C0 SCL, PWM6 B
14: SPI1 SCK, I2C1 SDA, PWM7 A
15: SPI1 TX, I2C1 SCL, PWM7 B
16: SPI0 RX, I2C0 SDA, PWM0 A
17: SPI0 CSn, I2C0 SCL, PWM0 B
18: SPI0 SCK, I2C1 SDA, PWM1 A
19: SPI0 TX, I2C1 SCL, PWM1 B
20: SPI0 RX, I2C0 SDA, PWM2 A
21: SPI0 CSn, I2C0 SCL, PWM2 B
22: SPI0 SCK, I2C1 SDA, PWM3 A
26: SPI1 SCK, I2C1 SDA, PWM5 A
27: SPI1 TX, I2C1 SCL, PWM5 B
28: SPI1 RX, I2C0 SDA, PWM6 A
"""
_BCM = """
0: I2C0 SDA
1: I2C0 SCL
2: I2C1 SDA
3: I2C1 SCL
9: SPI0 RX
10: SPI0 TX, WS2812
11: SPI0 SCK
12: PWM0 A
13: PWM1 A
18: PWM0 A
19: SPI1 RX, PWM1 A
20: SPI1 TX, WS2812
21: SPI1 SCK
"""


def _functions(text):
    table = {}
    for line in text.split("\n"):
        number, _, rest = line.partition(":")
        if rest:
            table[int(number)] = {word.strip() for word in rest.split(",")}
    return table


class Controller:
    """One controller: `kind` (its part), `functions` {GPIO: set of what it can be beside a plain pin}, `gpio` (prefix of
    pin names), and its limits in mA: `own` it draws itself, `rail_3v3` it can give at 3.3 V, `usb` it gets at 5 V, `pin` and
    `pins` that one output and all outputs together may carry."""

    def __init__(self, kind, functions, prefix, **limits):
        self.kind, self.functions, self.prefix = kind, functions, prefix
        self.own, self.rail_3v3, self.usb = limits["own"], limits["rail_3v3"], limits["usb"]
        self.pin, self.pins = limits["pin"], limits["pins"]

    def pin_name(self, gpio):
        """Name of the pin on which GPIO number `gpio` is."""
        return self.prefix + str(gpio)

    def can(self, gpio, function):
        """Whether GPIO number `gpio` is there and can be `function` ("SPI0 SCK", "PWM", "GPIO")."""
        if self.pin_name(gpio) not in self.kind.pins:
            return False
        if function == "GPIO":
            return True
        return any(word == function or word.split()[0].rstrip("0123456789") == function for word in self.functions.get(gpio, ()))


def _pins(names, kinds):
    """Pin text of a header; of pins with the same name all but the first get their number behind it (GND, GND8, ...)."""
    seen, words = set(), []
    for number, name in enumerate(names, 1):
        kind = next((kinds[word] for word in kinds if name.startswith(word)), "gpio")
        words.append(f"{number} {name + str(number) if name in seen else name} {kind}")
        seen.add(name)
    return ";".join(words)


def _pico():
    kinds = {
        "GND": "ground",
        "AGND": "ground",
        "RUN": "free",
        "ADC_VREF": "free",
        "3V3_EN": "free",
        "3V3": "source",
        "VSYS": "free",
        "VBUS": "source",
    }
    return Kind("PICO", "Raspberry Pi Pico (or Pico H, with pins)", "A", _pins(PICO_PINS, kinds), sheet="Raspberry Pi Pico; RP2040")


def _pi():
    kinds = {"GND": "ground", "3V3": "source", "5V": "source"}
    pulls = {"GPIO2": 1800.0, "GPIO3": 1800.0}
    return Kind(
        "PI",
        "Raspberry Pi with a 40-pin header",
        "A",
        _pins(PI_PINS, kinds),
        pulls=pulls,
        sheet="Raspberry Pi documentation: GPIO and the 40-pin header",
    )


# What a Pico draws itself: people measure 20 to 40 mA with MicroPython. RP2040: 50 mA at most through all pins together;
# 4 mA a pin is the drive strength after a reset. 300 mA is what the Pico data sheet recommends at most from 3V3. A
# Raspberry Pi has a supply of its own; the 500 mA and 50 mA are cautious, its documentation gives no limit of the header.
CONTROLLERS = {
    "pico": Controller(_pico(), _functions(_RP2040), "GP", own=60, rail_3v3=300, usb=500, pin=4, pins=50),
    "pi": Controller(_pi(), _functions(_BCM), "GPIO", own=0, rail_3v3=50, usb=500, pin=8, pins=50),
}
