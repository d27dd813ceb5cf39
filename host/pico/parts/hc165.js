// 74HC165 shift registers in a chain, edge by edge.

/**
 * `chips` parallel-in shift registers. pins: GPIO numbers `load` (low copies the inputs), `clock` (a rising edge
 * shifts), `data` (output of the chip nearest to the controller), `serial` (input of the farthest one, or null: ground).
 * Bits are counted as they come out, bit 0 first. A closed switch pulls its input low if `activeLow`, else high.
 */
export class Hc165Chain {
  constructor(wiring, { load, clock, data, serial = null }, chips, activeLow) {
    this.open = activeLow ? 1 : 0;
    this.inputs = new Uint8Array(chips * 8).fill(this.open);
    this.register = new Uint8Array(chips * 8);
    this.head = 0; // the bit of the ring `register` that is at the output
    this.wiring = wiring;
    this.loaded = null; // when the inputs were copied last, in nanoseconds
    this.gap = 0; // the longest time between two copies, until somebody asks
    this.mend();
    this.load = wiring.port(load);
    this.data = wiring.port(data);
    this.serial = serial === null ? null : wiring.port(serial);
    this.load.listen((level) => { if (!level) this.#fall(); });
    wiring.port(clock).listen((level) => { if (level) this.#shift(); });
    this.#show();
  }

  setSwitch(bit, closed) {
    this.inputs[bit] = closed ? 1 - this.open : this.open;
    if (!this.load.level) this.#take();
  }

  /** Fault: chip `chip` (0 is the nearest) is dead or cut off; its output stays at `level`. */
  kill(chip, level = 1) {
    this.dead = { from: chip * 8, level };
    if (this.data) this.#show();
  }

  /** Fault: the resistor of input `bit` is missing; while its switch is open it reads noise. */
  float_input(bit) { this.floating = bit; }

  /** Fault: the load wire is broken. */
  cut_load() { this.loadCut = true; }

  mend() {
    this.dead = null;
    this.floating = null;
    this.loadCut = false;
    this.noise = 1;
  }

  /** The longest gap between two scans since the last call, in microseconds. */
  takeGap() {
    const { gap } = this;
    this.gap = 0;
    return Math.round(gap / 1000);
  }

  #fall() {
    const now = this.wiring.nanos;
    if (this.loaded !== null) this.gap = Math.max(this.gap, now - this.loaded);
    this.loaded = now;
    this.#take();
  }

  #take() {
    if (this.loadCut) return;
    this.register.set(this.inputs);
    this.head = 0;
    if (this.floating !== null && this.inputs[this.floating] === this.open) {
      this.noise = (this.noise >> 1) | (((this.noise ^ (this.noise >> 1)) & 1) << 14);
      this.register[this.floating] = this.noise & 1;
    }
    if (this.dead) this.register.fill(this.dead.level, this.dead.from);
    this.#show();
  }

  #shift() {
    if (!this.load.level && !this.loadCut) return;
    this.register[this.head] = this.dead ? this.dead.level : this.serial ? this.serial.level : 0;
    this.head = (this.head + 1) % this.register.length;
    this.#show();
  }

  #show() { this.data.drive(this.dead?.from === 0 ? this.dead.level : this.register[this.head]); }
}
