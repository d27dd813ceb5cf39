"""A board that is wired to a Raspberry Pi: the firmware under CPython, over gpiozero, spidev and smbus2."""
