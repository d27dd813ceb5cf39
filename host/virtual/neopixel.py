"""A stand-in for micropython-lib's `neopixel`: same interface, same bytes out of `machine.bitstream`."""

from machine import bitstream


class NeoPixel:
    """A chain of `n` lamps on `pin`; `buf` holds what `write` sends, `bpp` bytes a lamp in the order green, red, blue, white."""

    ORDER = (1, 0, 2, 3)

    def __init__(self, pin, n, bpp=3, timing=1):
        self.pin = pin
        self.n = n
        self.bpp = bpp
        self.buf = bytearray(n * bpp)
        self.pin.init(pin.OUT)
        if timing == 1:
            timing = (400, 850, 800, 450)  # 800 kHz
        elif timing == 0:
            timing = (800, 1700, 1600, 900)  # 400 kHz
        self.timing = timing

    def __len__(self):
        return self.n

    def __getitem__(self, lamp):
        start = lamp * self.bpp
        return tuple([self.buf[start + self.ORDER[colour]] for colour in range(self.bpp)])

    def __setitem__(self, lamp, colours):
        start = lamp * self.bpp
        for colour in range(self.bpp):
            self.buf[start + self.ORDER[colour]] = colours[colour]

    def fill(self, colours):
        """Set all lamps to one colour."""
        for lamp in range(self.n):
            self[lamp] = colours

    def write(self):
        """Send the buffer to the lamps."""
        bitstream(self.pin, 0, self.timing, self.buf)
