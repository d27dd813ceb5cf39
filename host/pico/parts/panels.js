// What shows something: HT16K33 and MAX7219 lamp matrices, an SSD1306 display.

const same = (a, b) => a.length === b.length && a.every((value, i) => value === b[i]);

/** Red green blue a lamp for lamps of one colour: `levels` has one byte a lamp. */
function reds(levels) {
  const colours = new Uint8Array(levels.length * 3);
  levels.forEach((level, lamp) => { colours[lamp * 3] = level; });
  return colours;
}

/** HT16K33 on I2C: 16 bytes of lamps, lamp `row * 16 + column`. */
class Ht16k33 {
  constructor(address, changed) {
    this.address = address;
    this.changed = changed;
    this.ram = new Uint8Array(16);
    this.running = this.on = false;
    this.dimming = 15;
  }

  /** One byte a lamp, 0 for dark. */
  get levels() {
    const lit = this.running && this.on;
    return Array.from({ length: 128 }, (_, lamp) => (lit && (this.ram[lamp >> 3] >> (lamp & 7)) & 1 ? 17 * this.dimming : 0));
  }

  begin() {
    this.first = true;
    this.before = this.levels;
  }

  end() { if (!same(this.before, this.levels)) this.changed(); }

  read() { return 0; }

  write(byte) {
    if (!this.first) this.ram[this.at++ & 15] = byte;
    else if (byte < 0x10) this.at = byte;
    else if (byte >> 4 === 2) this.running = (byte & 1) === 1;
    else if (byte >> 4 === 8) this.on = (byte & 1) === 1;
    else if (byte >> 4 === 14) this.dimming = byte & 15;
    this.first = false;
    return true;
  }
}

/** Several HT16K33: lamp `chip * 128 + row * 16 + column`, chips in the order of `addresses`. */
export class Ht16k33Bank {
  constructor(bus, addresses, emit) {
    const changed = () => emit(this.colours);
    this.bus = bus;
    this.chips = addresses.map((address) => new Ht16k33(address, changed));
    bus.devices.push(...this.chips);
  }

  get colours() { return reds(this.chips.flatMap((chip) => chip.levels)); }

  /** Fault: chip `chip` does not answer. */
  kill(chip) { this.bus.dead.add(this.chips[chip].address); }

  /** Fault of the bus: `sda` or `scl` is held low. */
  stick(line) { this.bus.stick(line, true); }

  mend() { this.bus.mend(); }
}

const DECODE = 9, INTENSITY = 10, SCAN_LIMIT = 11, SHUTDOWN = 12, TEST = 15;

/** MAX7219 in a chain on SPI: 16 bits each, taken over when chip select rises; the first word sent ends in the last chip. */
export class Max7219Chain {
  constructor(wiring, { clock, data, select }, chips, emit) {
    this.emit = emit;
    this.registers = Array.from({ length: chips }, () => new Uint8Array(16));
    this.shift = new Uint8Array(chips * 16); // bit 0 is the newest
    this.alive = chips;
    this.data = wiring.port(data);
    wiring.port(clock).listen((level) => {
      if (!level) return;
      this.shift.copyWithin(1, 0);
      this.shift[0] = this.data.level;
    });
    wiring.port(select).listen((level) => { if (level) this.#take(); });
  }

  /** Red green blue a lamp; lamp `chip * 64 + digit * 8 + bit`. */
  get colours() {
    return reds(this.registers.flatMap((r, chip) => Array.from({ length: 64 }, (_, lamp) => {
      if (chip >= this.alive || !(r[SHUTDOWN] & 1)) return 0;
      const digit = lamp >> 3, shown = digit <= r[SCAN_LIMIT] && !r[DECODE] && (r[1 + digit] >> (lamp & 7)) & 1;
      return r[TEST] & 1 || shown ? 15 + 16 * (r[INTENSITY] & 15) : 0;
    })));
  }

  /** Fault: chip `chip` breaks: it and those behind it are dark. */
  kill(chip) { this.alive = chip; }

  mend() { this.alive = this.registers.length; }

  #take() {
    const before = this.colours;
    this.registers.slice(0, this.alive).forEach((registers, chip) => {
      let word = 0;
      for (let bit = 15; bit >= 0; bit--) word = (word << 1) | this.shift[chip * 16 + bit];
      registers[(word >> 8) & 15] = word & 0xff;
    });
    if (!same(before, this.colours)) this.emit(this.colours);
  }
}

const ARGUMENTS = { 0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8d: 1, 0xa8: 1, 0xd3: 1, 0xd5: 1, 0xd9: 1, 0xda: 1, 0xdb: 1 };

/** SSD1306, 128 x 64, on I2C: a byte is eight pixels of a column, the top one in bit 0; 128 bytes a page. */
export class Ssd1306 {
  constructor(bus, address, emit) {
    this.bus = bus;
    this.address = address;
    this.emit = emit;
    this.ram = new Uint8Array(1024);
    this.on = this.inverted = false;
    this.contrast = 0x7f;
    this.mode = 2; // page addressing
    this.columns = [0, 127];
    this.pages = [0, 7];
    this.column = this.page = 0;
    this.command = [];
    bus.devices.push(this);
  }

  get shown() { return this.on ? this.ram : new Uint8Array(1024); }

  /** Fault: the display does not answer. */
  kill() { this.bus.dead.add(this.address); }

  mend() { this.bus.dead.delete(this.address); }

  begin() {
    this.control = null;
    this.before = this.shown.slice();
  }

  end() { if (!same(this.before, this.shown)) this.emit(this.shown); }

  read() { return this.on ? 0 : 0x40; }

  write(byte) {
    if (this.control === null) {
      this.control = byte;
      return true;
    }
    if (this.control & 0x40) this.#data(byte);
    else this.#take(byte);
    if (this.control & 0x80) this.control = null; // one byte only, then the next control byte
    return true;
  }

  #data(byte) {
    this.ram[this.page * 128 + this.column] = byte;
    if (this.mode === 1) this.#step('page', 'pages', 'column', 'columns');
    else if (this.mode === 0) this.#step('column', 'columns', 'page', 'pages');
    else this.column = (this.column + 1) & 127;
  }

  #step(inner, innerRange, outer, outerRange) {
    if (this[inner]++ < this[innerRange][1]) return;
    this[inner] = this[innerRange][0];
    this[outer] = this[outer] < this[outerRange][1] ? this[outer] + 1 : this[outerRange][0];
  }

  #take(byte) {
    this.command.push(byte);
    const [code, a, b] = this.command;
    if (this.command.length <= (ARGUMENTS[code] ?? 0)) return;
    this.command = [];
    if (code < 0x10) this.column = (this.column & 0xf0) | code;
    else if (code < 0x20) this.column = ((code & 7) << 4) | (this.column & 15);
    else if (code === 0x20) this.mode = a & 3;
    else if (code === 0x21) { this.columns = [a & 127, b & 127]; this.column = a & 127; }
    else if (code === 0x22) { this.pages = [a & 7, b & 7]; this.page = a & 7; }
    else if (code === 0x81) this.contrast = a;
    else if ((code & ~1) === 0xa6) this.inverted = (code & 1) === 1;
    else if ((code & ~1) === 0xae) this.on = (code & 1) === 1;
    else if (code >= 0xb0 && code < 0xb8) this.page = code & 7;
  }
}
