// Switches in rows and columns, and switches behind multiplexers: what the controller's own resistors have to pull back.

const RISE_NS = 5000; // some 60 kilohms against 80 picofarads of wire

/** A line that a switch pulls to `level` at once, and that goes back slowly when let go. */
class SlowLine {
  constructor(wiring, gpio, level) {
    this.level = level;
    this.port = wiring.port(gpio);
    this.timer = wiring.timer(() => this.port.drive(null));
    this.pulled = false;
  }

  set(pulled) {
    if (pulled === this.pulled) return;
    this.pulled = pulled;
    this.timer.cancel();
    if (pulled) this.port.drive(this.level);
    else this.timer.schedule(RISE_NS);
  }
}

/**
 * A matrix with a diode at each switch, from column to row; bit = row * columns + column. A row is selected by driving
 * it low, the columns are pulled up.
 */
export class Matrix {
  constructor(wiring, rows, columns) {
    this.width = columns.length;
    this.closed = new Uint8Array(rows.length * columns.length);
    this.mend();
    this.rows = rows.map((gpio) => wiring.wires[gpio]);
    this.columns = columns.map((gpio) => new SlowLine(wiring, gpio, 0));
    this.back = rows.map((gpio) => new SlowLine(wiring, gpio, 0)); // rows that a bridged diode pulls low
    this.broken = { rows: new Set(), columns: new Set() };
    for (const wire of this.rows) wire.watchers.push(() => this.#settle());
  }

  setSwitch(bit, closed) {
    this.closed[bit] = closed ? 1 : 0;
    this.#settle();
  }

  /** Fault: the diode at `bit` is bridged; with three closed corners it shows a fourth. */
  remove_diode(bit) {
    this.shorted.add(bit);
    this.#settle();
  }

  /** Fault: the wire of a row or a column is broken. */
  cut_row(row) { this.broken.rows.add(row); this.#settle(); }
  cut_column(column) { this.broken.columns.add(column); this.#settle(); }

  mend() {
    this.shorted = new Set();
    this.broken = { rows: new Set(), columns: new Set() };
    if (this.rows) this.#settle();
  }

  #settle() {
    const rows = this.rows.map((wire, row) => !this.broken.rows.has(row) && wire.driven === 0);
    const columns = this.columns.map(() => false);
    // Current flows from a column through a diode into a selected row; through a shorted diode also back to other rows.
    for (let before = -1, now = 0; before !== now; ) {
      before = now;
      for (let bit = 0; bit < this.closed.length; bit++) {
        const row = Math.floor(bit / this.width), column = bit % this.width;
        if (!this.closed[bit]) continue;
        if (rows[row]) columns[column] = true;
        else if (columns[column] && this.shorted.has(bit)) rows[row] = true;
      }
      now = rows.filter(Boolean).length + columns.filter(Boolean).length;
    }
    this.back.forEach((line, row) => line.set(rows[row] && this.rows[row].driven !== 0));
    this.columns.forEach((line, column) => line.set(columns[column] && !this.broken.columns.has(column)));
  }
}

/**
 * CD74HC4067 multiplexers with common select lines; bit = chip * 16 + channel. A closed switch connects its channel to
 * ground if `activeLow`, else to the supply; the data lines are pulled the other way by the controller.
 */
export class Hc4067 {
  constructor(wiring, select, data, activeLow) {
    this.closed = new Uint8Array(16 * data.length);
    this.dead = new Set();
    this.stuck = new Map(); // select line -> level
    this.select = select.map((gpio) => wiring.port(gpio));
    this.lines = data.map((gpio) => new SlowLine(wiring, gpio, activeLow ? 0 : 1));
    for (const port of this.select) port.listen(() => this.#settle());
  }

  setSwitch(bit, closed) {
    this.closed[bit] = closed ? 1 : 0;
    this.#settle();
  }

  /** Fault: chip `chip` connects nothing. */
  kill(chip) {
    this.dead.add(chip);
    this.#settle();
  }

  /** Fault: select line `line` is broken; the chips see `level`. */
  stick_select(line, level) {
    this.stuck.set(line, level);
    this.#settle();
  }

  mend() {
    this.dead.clear();
    this.stuck.clear();
    this.#settle();
  }

  #settle() {
    const channel = this.select.reduce((sum, port, line) => sum | ((this.stuck.get(line) ?? port.level) << line), 0);
    this.lines.forEach((line, chip) => line.set(this.closed[chip * 16 + channel] === 1 && !this.dead.has(chip)));
  }
}
