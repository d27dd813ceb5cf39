// MCP23017 port expanders on I2C: the registers (IOCON.BANK = 0), the pull-ups, the interrupt outputs.

const IODIR = 0x00, IPOL = 0x02, GPINTEN = 0x04, DEFVAL = 0x06, INTCON = 0x08, IOCON = 0x0a, GPPU = 0x0c, INTF = 0x0e;
const INTCAP = 0x10, GPIO = 0x12, OLAT = 0x14, REGISTERS = 0x16;
const ODR = 4, INTPOL = 2, SEQOP = 0x20;

/** One chip; `closed` (16 switches to ground, port A first). `interrupt`: called when its interrupt output changes. */
export class Mcp23017 {
  constructor(address, interrupt = () => {}) {
    this.address = address;
    this.interrupt = interrupt;
    this.closed = [0, 0];
    this.noPull = 0; // mask of inputs whose pull-up is missing, by fault
    this.reset();
  }

  /** As after power-on: all pins inputs, nothing pulled up, nothing inverted, no interrupts. */
  reset() {
    this.registers = new Uint8Array(REGISTERS);
    this.registers[IODIR] = this.registers[IODIR + 1] = 0xff;
    this.pointer = 0;
    this.expectPointer = false;
    this.seen = [this.#levels(0), this.#levels(1)];
    this.interrupt(this);
  }

  setSwitch(input, closed) {
    const port = input >> 3, mask = 1 << (input & 7);
    this.closed[port] = closed ? this.closed[port] | mask : this.closed[port] & ~mask;
    this.#changed(port);
  }

  begin(reading) { this.expectPointer = !reading; }

  end() {}

  write(byte) {
    if (this.expectPointer) {
      this.pointer = byte % REGISTERS;
      this.expectPointer = false;
      return true;
    }
    this.#set(this.pointer, byte);
    this.#next();
    return true;
  }

  read() {
    const value = this.#get(this.pointer);
    this.#next();
    return value;
  }

  /** Level of the interrupt outputs (mirrored or not, any port): true while one is active. */
  get interrupted() { return (this.registers[INTF] | this.registers[INTF + 1]) !== 0; }

  #next() {
    if (this.registers[IOCON] & SEQOP) this.pointer ^= 1; // byte mode: to and fro between the ports
    else this.pointer = (this.pointer + 1) % REGISTERS;
  }

  /** Levels at the pins of a port: outputs drive, a closed switch is low, an open one high if something pulls it. */
  #levels(port) {
    const r = this.registers, inputs = r[IODIR + port], pulled = r[GPPU + port] & ~(this.noPull >> (8 * port));
    return ((inputs & pulled & ~this.closed[port]) | (~inputs & r[OLAT + port])) & 0xff;
  }

  #get(register) {
    const port = register & 1, r = this.registers, base = register & ~1;
    if (base === INTCAP || base === GPIO) {
      const value = base === GPIO ? this.#levels(port) ^ r[IPOL + port] : r[INTCAP + port];
      r[INTF + port] = 0; // reading ends the interrupt
      this.seen[port] = this.#levels(port);
      this.interrupt(this);
      return value;
    }
    return r[register];
  }

  #set(register, value) {
    const port = register & 1, base = register & ~1;
    if (base === INTF || base === INTCAP) return; // read only
    if (base === GPIO) this.registers[OLAT + port] = value;
    else if (base === IOCON) this.registers[IOCON] = this.registers[IOCON + 1] = value;
    else this.registers[register] = value;
    this.#changed(port);
  }

  #changed(port) {
    const r = this.registers, now = this.#levels(port);
    const against = (r[INTCON + port] & r[DEFVAL + port]) | (~r[INTCON + port] & this.seen[port]);
    const fresh = (now ^ against) & r[GPINTEN + port] & r[IODIR + port] & 0xff;
    this.seen[port] = now;
    if (!fresh || r[INTF + port]) return;
    r[INTF + port] = fresh;
    r[INTCAP + port] = now ^ r[IPOL + port];
    this.interrupt(this);
  }

  /** How the interrupt output is driven while active and while not: [active, idle], null for let go. */
  get interruptLevels() {
    if (this.registers[IOCON] & ODR) return [0, null];
    return this.registers[IOCON] & INTPOL ? [1, 0] : [0, 1];
  }
}

/** The expanders of one board; bit = chip * 16 + input. Their interrupt outputs meet on GPIO `interrupt`, if given. */
export class Mcp23017Bank {
  constructor(wiring, bus, addresses, interrupt) {
    this.bus = bus;
    this.line = interrupt === null ? null : wiring.port(interrupt);
    this.chips = null;
    this.chips = addresses.map((address) => new Mcp23017(address, () => this.#interrupt()));
    bus.devices.push(...this.chips);
  }

  setSwitch(bit, closed) { this.chips[bit >> 4].setSwitch(bit & 15, closed); }

  /** Fault: chip `chip` does not answer any more. */
  kill(chip) { this.bus.dead.add(this.chips[chip].address); }

  /** The chip is back, as after power-on. */
  revive(chip) {
    this.bus.dead.delete(this.chips[chip].address);
    this.chips[chip].reset();
  }

  /** Fault: the chip forgets all that it was told. */
  brown_out(chip) { this.chips[chip].reset(); }

  /** Fault: a broken address wire: the chip answers at `address`, perhaps with another one. */
  move(chip, address) { this.chips[chip].address = address; }

  /** Fault: the interrupt wire is broken. */
  cut_interrupt() {
    this.line?.drive(null);
    this.line = null;
  }

  /** Fault: nothing pulls input `bit` up. */
  float_input(bit) { this.chips[bit >> 4].noPull |= 1 << (bit & 15); }

  /** Fault: `sda` or `scl` stays low. */
  stick(line) { this.bus.stick(line, true); }

  /** Fault: the bus has no pull-up resistors. */
  cut_pull() { this.bus.pull(false); }

  mend() {
    this.bus.mend();
    for (const chip of this.chips) chip.noPull = 0;
  }

  #interrupt() {
    if (!this.line || !this.chips) return;
    const active = this.chips.find((chip) => chip.interrupted);
    const [on, off] = (active ?? this.chips[0]).interruptLevels;
    this.line.drive(active ? on : off);
  }
}
