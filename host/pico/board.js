// The board around the chip, as a profile's device form describes it.

import { I2cBus } from './i2c.js';
import { Buttons, Buzzer } from './parts/controls.js';
import { Hc165Chain } from './parts/hc165.js';
import { Hc4067, Matrix } from './parts/matrix.js';
import { Mcp23017Bank } from './parts/mcp23017.js';
import { Ht16k33Bank, Max7219Chain, Ssd1306 } from './parts/panels.js';
import { Ws2812Chain } from './parts/ws2812.js';
import { Wiring } from './wiring.js';

const BUTTONS = ['white', 'black', 'menu']; // in the order of the mask's bits

/** One bus for all parts that name the same two pins. */
function busOf(wiring, { sda, scl }) {
  return wiring.buses.find((bus) => bus.hasPins((gpio, role) => gpio === [sda, scl][role])) ?? new I2cBus(wiring, sda, scl);
}

const chain = (wiring, s) => new Hc165Chain(wiring, { load: s.load, clock: s.sck, data: s.miso, serial: s.loop ? s.mosi : null }, s.chips, s.active_low);

const SCANNERS = {
  hc165: chain,
  hc165_soft: chain,
  matrix: (wiring, s) => new Matrix(wiring, s.rows, s.columns),
  hc4067: (wiring, s) => new Hc4067(wiring, s.select, s.data, s.active_low),
  mcp23017: (wiring, s) => new Mcp23017Bank(wiring, busOf(wiring, s), s.addresses, s.interrupt ?? null),
};

const LIGHTS = {
  ws2812: (wiring, l, emit) => new Ws2812Chain(wiring, l.pin, l.cells.length / 2, (bytes) => emit('lights', bytes)),
  ht16k33: (wiring, l, emit) => new Ht16k33Bank(busOf(wiring, l), l.addresses, (bytes) => emit('lights', bytes)),
  max7219: (wiring, l, emit) => new Max7219Chain(wiring, { clock: l.sck, data: l.mosi, select: l.cs }, l.chips, (bytes) => emit('lights', bytes)),
};

function build(kinds, table, wiring, emit) {
  const make = kinds[table.driver];
  if (!make) throw new Error(`no chip model for the driver ${table.driver}`);
  return make(wiring, table, emit);
}

/**
 * All parts of a board, freshly powered. device: the profile's device form, complete (board_drivers.schema.checked);
 * emit(kind, bytes): `lights`, `display`, `tone` as they change.
 */
export class Board {
  constructor(mcu, device, emit) {
    this.wiring = new Wiring(mcu);
    this.scanner = device.scanner ? build(SCANNERS, device.scanner, this.wiring, emit) : null;
    this.lights = device.lights ? build(LIGHTS, device.lights, this.wiring, emit) : null;
    this.buttons = new Buttons(this.wiring, device.buttons ? BUTTONS.map((name) => device.buttons[name]) : []);
    this.buzzer = device.buzzer ? new Buzzer(this.wiring, device.buzzer.pin, (bytes) => emit('tone', bytes)) : null;
    this.display = device.display
      ? new Ssd1306(busOf(this.wiring, device.display), device.display.address, (bytes) => emit('display', bytes)) : null;
  }

  /** A fault by name, or `mend`: part `scanner`, `lights`, `display`, or `wire` (cut or mend of one GPIO). */
  fault({ part, name, args = [] }) {
    if (part === 'wire') {
      this.wiring.cut(args[0], name === 'cut');
      return;
    }
    const target = { scanner: this.scanner, lights: this.lights, display: this.display }[part];
    if (typeof target?.[name] !== 'function') throw new Error(`${part} has no fault ${name}`);
    target[name](...args);
  }
}
