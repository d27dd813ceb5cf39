// An I2C bus on two wires: hardware I2C calls start, write, read and stop; bit-banged I2C is decoded from the edges.

const SDA = 0, SCL = 1;

/**
 * A bus with its devices. A device has `address`, `begin(reading)`, `write(byte) -> bool` (acknowledged),
 * `read() -> byte` and `end()`. Two devices with one address both answer; of what they send, zeros win.
 */
export class I2cBus {
  constructor(wiring, sda, scl) {
    this.gpios = [sda, scl];
    this.devices = [];
    this.chosen = [];
    this.dead = new Set(); // addresses of devices that do not answer
    this.waiting = new Map(); // controller -> what it does when the bus becomes free
    this.sda = wiring.port(sda);
    this.scl = wiring.port(scl);
    this.pull(true);
    new EdgeDecoder(this);
    wiring.buses.push(this);
  }

  /** Whether both of its wires fulfil `test(gpio, role)`, role 0 for data and 1 for clock. */
  hasPins(test) { return test(this.gpios[SDA], SDA) && test(this.gpios[SCL], SCL); }

  /**
   * Whether both lines get high between transfers, as they have to for one to begin. Without the board's resistors
   * they do not: the chip's own are too weak for the speed.
   */
  get free() { return this.pulled && this.sda.level === 1 && this.scl.level === 1; }

  /** Has `work()` done by hardware `controller` as soon as the bus is free. */
  whenFree(controller, work) {
    this.waiting.set(controller, work);
    this.#wake();
  }

  #wake() {
    if (!this.free) return;
    const works = [...this.waiting.values()];
    this.waiting.clear();
    for (const work of works) work();
  }

  /** The board's pull-up resistors are there, or missing. */
  pull(there) {
    this.pulled = there;
    this.sda.pull(there ? 1 : null);
    this.scl.pull(there ? 1 : null);
    this.#wake();
  }

  /** Keeps a line low for good (`sda` or `scl`), or lets it go. */
  stick(line, low) {
    this[line].drive(low ? 0 : null);
    this.#wake();
  }

  /** No fault of the bus or of its devices' power is left. */
  mend() {
    this.dead.clear();
    this.pull(true);
    this.stick('sda', false);
    this.stick('scl', false);
  }

  /** A (repeated) start with an address; true if somebody acknowledges. */
  start(address, reading) {
    this.chosen = this.devices.filter((device) => device.address === address && !this.dead.has(address));
    for (const device of this.chosen) device.begin(reading);
    return this.chosen.length > 0;
  }

  write(byte) { return this.chosen.map((device) => device.write(byte)).some(Boolean); }

  read() { return this.chosen.reduce((value, device) => value & device.read(), 0xff); }

  stop() {
    for (const device of this.chosen) device.end();
    this.chosen = [];
  }
}

/** Follows a transfer that a program makes with the pins themselves. */
class EdgeDecoder {
  constructor(bus) {
    this.bus = bus;
    this.state = 'idle'; // idle, address, write, read
    this.bits = 0;
    this.value = 0;
    bus.sda.listen((level) => { if (bus.scl.level) this.condition(level); });
    bus.scl.listen((level) => { if (this.state !== 'idle') (level ? this.rise() : this.fall()); });
  }

  /** Data changed while the clock is high: a start or a stop. */
  condition(level) {
    if (level) {
      if (this.state !== 'idle') this.bus.stop();
      this.state = 'idle';
      return;
    }
    this.state = 'address';
    this.bits = -1; // the fall that ends the start is not a bit's
    this.value = 0;
  }

  rise() {
    if (this.bits < 8 && this.state !== 'read') this.value = (this.value << 1) | this.bus.sda.level;
    if (this.bits === 8 && this.state === 'read') this.more = this.bus.sda.level === 0;
  }

  fall() {
    this.bits++;
    if (this.bits === 8) this.endOfByte();
    else if (this.bits === 9) this.endOfAcknowledge();
    else if (this.state === 'read') this.show();
  }

  endOfByte() {
    if (this.state === 'read') { this.bus.sda.drive(null); return; }
    const reading = this.value & 1;
    const taken = this.state === 'address' ? this.bus.start(this.value >> 1, reading === 1) : this.bus.write(this.value);
    this.next = !taken ? 'idle' : this.state === 'address' && reading ? 'read' : 'write';
    if (taken) this.bus.sda.drive(0);
  }

  endOfAcknowledge() {
    this.bus.sda.drive(null);
    this.state = this.state === 'read' ? (this.more ? 'read' : 'idle') : this.next;
    this.bits = 0;
    this.value = 0;
    if (this.state === 'read') {
      this.value = this.bus.read();
      this.show();
    }
  }

  show() { this.bus.sda.drive((this.value >> (7 - this.bits)) & 1 ? null : 0); }
}
