// WS2812 lamps in a chain, decoded from the lengths of the pulses on their wire.

// Datasheet limits in nanoseconds: how long the line is high for a 0 and for a 1, the shortest low in between.
const ZERO = [200, 550], ONE = [600, 1000], LOW = 250, RESET = 50000;

/** `count` lamps on GPIO `gpio`; `emit(bytes)` gets their colours (red green blue a lamp) whenever they change. */
export class Ws2812Chain {
  constructor(wiring, gpio, count, emit) {
    this.wiring = wiring;
    this.emit = emit;
    this.colours = new Uint8Array(count * 3);
    this.shift = new Uint8Array(count * 3);
    this.alive = count;
    this.garbled = 0; // pulses that are neither a 0 nor a 1
    this.frames = 0;
    this.bits = 0;
    this.rose = 0;
    this.fell = -RESET;
    this.latch = wiring.timer(() => this.#latch());
    wiring.port(gpio).listen((level) => (level ? this.#rise() : this.#fall()));
  }

  /** Fault: lamp `lamp` breaks: it and those behind it keep what they show. */
  kill(lamp) { this.alive = lamp; }

  mend() { this.alive = this.colours.length / 3; }

  #rise() {
    const now = this.wiring.nanos;
    if (this.bits && now - this.fell < LOW) this.garbled++;
    this.rose = now;
    if (!this.bits) this.latch.schedule(RESET);
  }

  #fall() {
    const now = this.wiring.nanos, high = now - this.rose;
    this.fell = now;
    const bit = high >= ZERO[0] && high <= ZERO[1] ? 0 : high >= ONE[0] && high <= ONE[1] ? 1 : -1;
    if (bit < 0) {
      if (this.bits || high < RESET) this.garbled++;
      return;
    }
    const at = this.bits >> 3, mask = 128 >> (this.bits & 7);
    if (at < this.shift.length) this.shift[at] = bit ? this.shift[at] | mask : this.shift[at] & ~mask;
    this.bits++;
  }

  /** The line has been low for long enough, or not yet: then look again. */
  #latch() {
    const quiet = this.wiring.nanos - Math.max(this.fell, this.rose);
    if (quiet < RESET) {
      this.latch.schedule(RESET - quiet);
      return;
    }
    const before = this.colours.slice(), lamps = Math.min(Math.floor(this.bits / 24), this.alive);
    for (let i = 0; i < lamps * 3; i += 3) {
      this.colours[i] = this.shift[i + 1]; // green comes first on the wire
      this.colours[i + 1] = this.shift[i];
      this.colours[i + 2] = this.shift[i + 2];
    }
    this.bits = 0;
    this.frames++;
    if (this.colours.some((value, i) => value !== before[i])) this.emit(this.colours);
  }
}
