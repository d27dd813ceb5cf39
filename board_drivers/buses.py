"""The buses that several parts share: one `machine.SPI` or `machine.I2C` for each that a profile names."""

from machine import I2C, SPI, Pin, SoftSPI


# A bus that hangs must not hold up the scan for the 50 ms that are MicroPython's default. But a whole message has to be over in
# that time: this is enough for some 80 bytes at any frequency.
I2C_TIMEOUT_BITS = 800


class Buses:
    """Makes every bus once, at the first part that asks for it."""

    def __init__(self):
        self._made = {}

    def spi(self, table):
        """The SPI bus of a profile's table (keys `spi`, `sck`, `mosi`, perhaps `miso`, `baud`), in mode 0."""
        key = ("spi", table["spi"])
        if key not in self._made:
            self._made[key] = SPI(table["spi"], **_lines(table))
        return self._made[key]

    def soft_spi(self, table):
        """An SPI bus without hardware on any three pins, with the same keys but `spi`.

        MicroPython's reads after the first edge of the clock, hardware before it: with an idle clock that is high, a chip that shifts on
        rising edges is read between two of them.
        """
        key = ("soft", table["sck"])
        if key not in self._made:
            self._made[key] = SoftSPI(**_lines(table, 1))
        return self._made[key]

    def i2c(self, table):
        """The I2C bus of a profile's table (keys `i2c`, `sda`, `scl`, `freq`)."""
        key = ("i2c", table["i2c"])
        if key not in self._made:
            timeout = I2C_TIMEOUT_BITS * 1000000 // table["freq"]
            self._made[key] = I2C(table["i2c"], scl=Pin(table["scl"]), sda=Pin(table["sda"]), freq=table["freq"], timeout=timeout)
        return self._made[key]


def _lines(table, polarity=0):
    """The arguments that hardware and bit-banged SPI share: phase 0, the highest bit first."""
    miso = table.get("miso")
    return {
        "baudrate": table["baud"],
        "polarity": polarity,
        "phase": 0,
        "sck": Pin(table["sck"]),
        "mosi": Pin(table["mosi"]),
        "miso": None if miso is None else Pin(miso),
    }
