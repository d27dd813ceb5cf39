"""SSD1306 displays: a stand-in for micropython-lib's driver of that name, and the chip itself on its I2C bus."""

from framebuf import MONO_VLSB, FrameBuffer

# The set-up that micropython-lib's driver sends for a display with a charge pump of its own; the multiplex ratio and the
# pin configuration depend on the size.
_MEMORY_MODE, _COLUMNS, _PAGES = 0x20, 0x21, 0x22
_CONTRAST, _CHARGE_PUMP, _SELECT_CURRENT = 0x81, 0x8D, 0xAD
_NORMAL, _OFF, _ON = 0xA6, 0xAE, 0xAF
_PIN_CONFIG, _MULTIPLEX = 0xDA, 0xA8


class SSD1306(FrameBuffer):
    """A frame buffer of `width` x `height` and the commands of the display; a subclass sends them."""

    def __init__(self, width, height, external_vcc):
        self.width = width
        self.height = height
        self.external_vcc = external_vcc
        self.pages = height // 8
        self.buffer = bytearray(self.pages * width)
        super().__init__(self.buffer, width, height, MONO_VLSB)
        self.init_display()

    def init_display(self):
        """Set the chip up, clear and show."""
        setup = (
            (_OFF, _MEMORY_MODE, 0x00, 0x40, 0xA1)
            + (_MULTIPLEX, self.height - 1, 0xC8, 0xD3, 0x00)
            + (_PIN_CONFIG, 0x02 if self.width > 2 * self.height else 0x12)
            + (0xD5, 0x80, 0xD9, 0x22 if self.external_vcc else 0xF1, 0xDB, 0x30)
            + (_CONTRAST, 0xFF, 0xA4, _NORMAL, _SELECT_CURRENT, 0x30)
            + (_CHARGE_PUMP, 0x10 if self.external_vcc else 0x14, _ON)
        )
        for command in setup:
            self.write_cmd(command)
        self.fill(0)
        self.show()

    def poweroff(self):
        """Dark."""
        self.write_cmd(_OFF)

    def poweron(self):
        """Lit."""
        self.write_cmd(_ON)

    def contrast(self, contrast):
        """Brightness, 0 to 255."""
        self.write_cmd(_CONTRAST)
        self.write_cmd(contrast)

    def invert(self, invert):
        """Dark on light, or light on dark."""
        self.write_cmd(_NORMAL | (invert & 1))

    def rotate(self, rotate):
        """Turn it half round."""
        self.write_cmd(0xC0 | ((rotate & 1) << 3))
        self.write_cmd(0xA0 | (rotate & 1))

    def show(self):
        """Send the whole buffer."""
        for command in (_COLUMNS, 0, self.width - 1, _PAGES, 0, self.pages - 1):
            self.write_cmd(command)
        self.write_data(self.buffer)


class SSD1306_I2C(SSD1306):
    """The display on an I2C bus."""

    def __init__(self, width, height, i2c, addr=0x3C, external_vcc=False):
        self.i2c = i2c
        self.addr = addr
        self.temp = bytearray(2)
        self.write_list = [b"\x40", None]
        super().__init__(width, height, external_vcc)

    def write_cmd(self, cmd):
        """Send one command byte."""
        self.temp[0] = 0x80  # one command, and nothing after it
        self.temp[1] = cmd
        self.i2c.writeto(self.addr, self.temp)

    def write_data(self, buf):
        """Send bytes for the display's memory."""
        self.write_list[1] = buf
        self.i2c.writevto(self.addr, self.write_list)


# How many bytes follow a command that has some.
_ARGUMENTS = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}


class Ssd1306Chip:
    """The chip with its 128x64 panel.

    `pixel(x, y)` is what a person sees.  `unknown` counts commands that the model does not know.
    """

    def __init__(self):
        self.memory = bytearray(1024)
        self.unknown = 0
        self.reset()

    def reset(self):
        """As after power-on: dark, page addressing; the memory holds anything (here: what it held)."""
        self._on = self._pump = self._inverted = self._mirrored = self._upside_down = False
        self._mode = 2
        self._window = [0, 127, 0, 7]
        self._column = self._page = 0
        self._control = None
        self._command = None
        self._arguments = []

    def start(self):
        """A start: a control byte is next."""
        self._control = None

    def take(self, byte):
        """A byte from the bus."""
        if self._control is None:
            self._control = byte
            return
        if self._control & 0x40:
            self._data(byte)
        else:
            self._command_byte(byte)
        if self._control & 0x80:  # a control byte before each
            self._control = None

    def give(self):
        """A byte for the bus: busy never, off or on."""
        return 0 if self._on else 0x40

    def pixel(self, x, y):
        """1 where the panel glows at column x from the left, row y from the top."""
        if not (self._on and self._pump):
            return 0
        # The panel is mounted so that both directions have to be turned round.
        column = x if self._mirrored else 127 - x
        row = y if self._upside_down else 63 - y
        level = self.memory[(row >> 3) * 128 + column] >> (row & 7) & 1
        return level ^ (1 if self._inverted else 0)

    def _command_byte(self, byte):
        if self._command is None:
            self._command = byte
            self._arguments = []
        else:
            self._arguments.append(byte)
        if len(self._arguments) == _ARGUMENTS.get(self._command, 0):
            self._do(self._command, self._arguments)
            self._command = None

    def _do(self, command, arguments):
        if command == 0x20:
            self._mode = arguments[0] & 3
        elif command == 0x21:
            self._window[0], self._window[1] = arguments
            self._column = arguments[0]
        elif command == 0x22:
            self._window[2], self._window[3] = arguments
            self._page = arguments[0]
        elif command == 0x8D:
            self._pump = bool(arguments[0] & 4)
        elif command & 0xFE == 0xA0:
            self._mirrored = bool(command & 1)
        elif command & 0xFE == 0xA6:
            self._inverted = bool(command & 1)
        elif command & 0xFE == 0xAE:
            self._on = bool(command & 1)
        elif command & 0xF7 == 0xC0:
            self._upside_down = bool(command & 8)
        elif command not in _ARGUMENTS and command & 0xC0 != 0x40 and command != 0xA4:
            self.unknown += 1

    def _data(self, byte):
        """A byte for the memory, in horizontal addressing: along the columns of the window, then on to the next page."""
        self.memory[self._page * 128 + self._column] = byte
        if self._mode != 0:
            self._column = (self._column + 1) % 128
            return
        self._column += 1
        if self._column > self._window[1]:
            self._column = self._window[0]
            self._page = self._page + 1 if self._page < self._window[3] else self._window[2]


class Screen:
    """The display of a board.  Faults: `kill()` and `revive()`; those of its bus are at `bus`."""

    def __init__(self, bus, address):
        self.bus = bus
        self.chip = Ssd1306Chip()
        self._address = address
        bus.attach(address, self.chip)

    def pixel(self, x, y):
        """1 where the panel glows."""
        return self.chip.pixel(x, y)

    def kill(self):
        """The display is unplugged."""
        self.bus.detach(self._address, self.chip)

    def revive(self):
        """It is back, as after power-on."""
        self.chip.reset()
        self.bus.attach(self._address, self.chip)


def attach_display(mcu, table):
    """The display that a profile's `display` table describes, on the wires of `mcu`."""
    return Screen(mcu.i2c_bus(table["sda"], table["scl"]), table["address"])
