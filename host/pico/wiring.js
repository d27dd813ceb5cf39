// The wires of the board at the chip's pins: who drives them, what pulls them, who looks at them.

/** What a pin's function register selects, and which role a pin then has (RP2040 datasheet, 1.4.3). */
const FUNCTION_SPI = 1, FUNCTION_I2C = 3;
const TX_EMPTY = 1 << 4; // of the I2C controller's raw interrupts
const SPI_CONTROL = 0; // offset of the register with the polarity
const SPI_ROLES = ['miso', 'cs', 'sck', 'mosi'];

/**
 * The wire at one GPIO. `level` is what the parts of the board see; `shorts` counts drivers against each other: the low
 * one wins, as a transistor to ground does. A wire that nothing drives or pulls keeps its level.
 */
class Wire {
  constructor(pin) {
    this.pin = pin;
    this.level = 0;
    this.shorts = 0;
    this.cut = false; // between the chip and the board
    this.bus = null; // level that an SPI controller has for the pin
    this.driven = null; // what the chip puts out: 0, 1 or null
    this.ownPull = null; // the chip's own resistor
    this.drives = []; // of the parts: 0, 1 or null each
    this.parts = null; // what they come to
    this.pulls = []; // of the board's resistors
    this.pulled = null;
    this.listeners = []; // called with the level at every edge
    this.watchers = []; // called when the pin's registers have changed
    this.refresh();
    const check = pin.checkForUpdates.bind(pin);
    pin.checkForUpdates = () => { // rp2040js calls it after every change of the pin's registers
      check();
      this.refresh();
    };
  }

  /** The pin's registers have changed. */
  refresh() {
    const { pin } = this, { pullupEnabled, pulldownEnabled } = pin;
    this.driven = pin.outputEnable ? (pin.outputValue ? 1 : 0) : pin.functionSelect === FUNCTION_SPI ? this.bus : null;
    this.ownPull = pullupEnabled === pulldownEnabled ? null : pullupEnabled ? 1 : 0;
    this.settle();
    for (const watcher of this.watchers) watcher();
  }

  /** A part changes what it does: its place in `drives` or `pulls`, and 0, 1 or null. */
  change(list, place, level) {
    this[list][place] = level;
    if (list === 'drives') this.parts = this.drives.reduce((sum, one) => this.#both(sum, one), null);
    else this.pulled = this.pulls.find((one) => one !== null) ?? null;
    this.settle();
  }

  #both(a, b) {
    if (a === null || b === null) return a === null ? b : a;
    if (a !== b) this.shorts++;
    return a & b;
  }

  /** Works the levels out again; `quiet`: the chip's input register is not brought up to date. */
  settle(quiet = false) {
    const board = this.parts !== null ? this.parts : this.pulled;
    let inside, outside;
    if (this.cut) {
      inside = this.driven !== null ? this.driven : this.ownPull;
      outside = board;
    } else {
      inside = this.driven === null ? board : this.parts === null ? this.driven : this.#both(this.driven, this.parts);
      if (inside === null) inside = this.ownPull;
      outside = inside;
    }
    this.inside = inside;
    if (!quiet && inside !== null && (inside === 1) !== this.pin.rawInputValue) this.pin.setInputValue(inside === 1);
    if (outside === null || outside === this.level) return;
    this.level = outside;
    for (const listener of this.listeners) listener(outside);
  }

  /** An SPI controller, which has the pin, changes the level in the middle of a word. */
  put(level) {
    this.bus = this.driven = level;
    this.settle(true);
  }
}

/** A part's connection to a wire. */
class Port {
  constructor(wire) {
    this.wire = wire;
    this.place = wire.drives.push(null) - 1;
    this.pullPlace = wire.pulls.push(null) - 1;
  }

  /** Drives the wire to 0 or 1, or lets go with null. */
  drive(level) {
    if (this.wire.drives[this.place] !== level) this.wire.change('drives', this.place, level);
  }

  /** Pulls it through a resistor: 0, 1, or null for none. */
  pull(level) {
    this.wire.change('pulls', this.pullPlace, level);
  }

  get level() { return this.wire.level; }

  /** Has `listener(level)` called at every edge. */
  listen(listener) { this.wire.listeners.push(listener); }
}

/** All wires of the chip `mcu` (an rp2040js RP2040); hardware SPI and I2C are brought out to them. */
export class Wiring {
  constructor(mcu) {
    this.mcu = mcu;
    this.clock = mcu.clock;
    this.buses = []; // I2C buses of the board, see i2c.js
    this.wires = mcu.gpio.map((pin) => new Wire(pin));
    mcu.spi.forEach((spi, number) => this.#bringOutSpi(spi, number));
    mcu.i2c.forEach((i2c, number) => this.#bringOutI2c(i2c, number));
  }

  /** A new connection to the wire at GPIO `number`. */
  port(number) { return new Port(this.wires[number]); }

  /** Nanoseconds since the chip's power came on. */
  get nanos() { return this.clock.nanos; }

  /** A timer: {schedule(nanos), cancel()} that calls `work` once. */
  timer(work) { return this.clock.createAlarm(work); }

  /** Breaks the wire between GPIO `number` and the board, or mends it. */
  cut(number, broken) {
    this.wires[number].cut = broken;
    this.wires[number].settle();
  }

  /** The wire that has a role of a bus now, by the pins' function registers, or null. */
  #wire(selected, owns) {
    return this.wires.find((wire, gpio) => wire.pin.functionSelect === selected && owns(gpio)) ?? null;
  }

  #bringOutSpi(spi, number) {
    const can = (gpio, role) => ((gpio >> 3) & 1) === number && SPI_ROLES[gpio & 3] === role;
    const find = (role) => this.#wire(FUNCTION_SPI, (gpio) => can(gpio, role));
    const clocks = this.wires.filter((_, gpio) => can(gpio, 'sck'));
    let answer = 0;
    const done = this.timer(() => spi.completeTransmit(answer));
    spi.onTransmit = (value) => {
      answer = shiftThrough(spi, value, find('sck'), find('mosi'), find('miso'));
      done.schedule(Math.round((spi.dataBits * 1e9) / (spi.clockFrequency || 1e6)));
    };
    const write = spi.writeUint32.bind(spi);
    spi.writeUint32 = (offset, value) => {
      write(offset, value);
      if (offset !== SPI_CONTROL) return;
      for (const clock of clocks) { // the polarity shows at once
        clock.bus = idleLevel(spi);
        clock.refresh();
      }
    };
  }

  #bringOutI2c(i2c, number) {
    const selected = (bus) => bus.hasPins((gpio, role) => this.wires[gpio].pin.functionSelect === FUNCTION_I2C &&
      ((gpio >> 1) & 1) === number && (gpio & 1) === role);
    let next = () => {};
    const timer = this.timer(() => next());
    const bits = () => 1e9 * (i2c.sclHighPeriod + i2c.sclLowPeriod) / this.mcu.clkSys;
    const after = (count, work) => { next = work; timer.schedule(Math.round(count * bits())); };
    const bus = () => this.buses.find(selected);
    const begin = () => after(1, () => i2c.completeStart());
    i2c.onStart = () => { if (bus()) bus().whenFree(i2c, begin); else begin(); };
    i2c.onConnect = (address, mode) => after(9, () => {
      const acknowledged = !!bus()?.start(address, mode === 1);
      i2c.completeConnect(acknowledged);
      if (!acknowledged) i2c.setInterrupts(TX_EMPTY); // the aborted transfer has emptied the queue; rp2040js forgets to say so
    });
    i2c.onWriteByte = (value) => after(9, () => i2c.completeWrite(!!bus()?.write(value)));
    i2c.onReadByte = () => after(9, () => i2c.completeRead(bus()?.read() ?? 0xff));
    i2c.onStop = () => { bus()?.stop(); after(1, () => i2c.completeStop()); };
  }
}

/** Level of the clock between words. */
const idleLevel = (spi) => (spi.control0 & 0x40 ? 1 : 0);

/** One word of `spi.dataBits` bits through the wires, as edges in the order of the SPI mode; returns what came back. */
function shiftThrough(spi, value, sck, mosi, miso) {
  const idle = idleLevel(spi), late = spi.control0 & 0x80; // sampled at the second edge
  let back = 0;
  const sample = () => { back = (back << 1) | (miso?.inside ?? 0); };
  for (let bit = spi.dataBits - 1; bit >= 0; bit--) {
    mosi?.put((value >> bit) & 1);
    if (!late) sample();
    sck?.put(1 - idle);
    if (late) sample();
    sck?.put(idle);
  }
  for (const wire of [sck, mosi]) wire?.settle();
  return back;
}
