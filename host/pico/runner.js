// The program that node runs: one JSON request a line on standard input, one JSON answer a line on standard output.
//
//   {"cmd": "start", "modules", "bootrom", "uf2", "image", "imageAt", "device", "options"}   -> {"ok": true}
//   {"cmd": "run", "until": us, "events": [[us, kind, ...]], "stop": hex}                    -> {"us", "out", "stopped", ...}
//   {"cmd": "watch", "address", "size"}: from now on changes of that memory are told          -> {"memory"}
//   {"cmd": "power"}: off and on again, the flash memory keeps what it holds                 -> {"ok": true}
//   {"cmd": "state"}: counters and what the parts hold; the longest gap between scans since then  -> {...}
//
// Events: "switch" bit closed, "buttons" mask, "serial" hex, "open" bool, "reading" bool, "fault" request.
// What comes out: [us, kind, hex] with kind serial, lights, display, tone, reset. Anything that fails -> {"error": text}.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { deflateSync, inflateSync } from 'node:zlib';
import { Board } from './board.js';
import { Chip } from './chip.js';
import { BLOCK } from './flash.js';

const RAM_START = 0x20000000;
const FLASH_SIZE = 2 * 1024 * 1024;
const hex = (bytes) => Buffer.from(bytes).toString('hex');

/** The flash memory as it leaves the workshop: the UF2's blocks and, behind them, the file system. */
export function loadFlash({ uf2, image, imageAt }) {
  const flash = new Uint8Array(FLASH_SIZE).fill(0xff), file = readFileSync(uf2);
  for (let at = 0; at + 512 <= file.length; at += 512) {
    if (file.readUInt32LE(at) !== 0x0a324655) throw new Error(`${uf2} is not a UF2 file`);
    const address = file.readUInt32LE(at + 12) - 0x10000000, size = file.readUInt32LE(at + 16);
    if (address >= 0 && address + size <= FLASH_SIZE) flash.set(file.subarray(at + 32, at + 32 + size), address);
  }
  if (image) flash.set(inflateSync(Buffer.from(image, 'base64')), imageAt);
  return flash;
}

/** A board with its chip through power-offs and resets. Times are microseconds since it was first switched on. */
class Session {
  constructor(request) {
    const require = createRequire(`${request.modules}/`);
    this.library = require('rp2040js');
    this.bootrom = new Uint32Array(new Uint8Array(Buffer.from(request.bootrom, 'base64')).buffer);
    this.device = request.device;
    this.options = request.options ?? {};
    this.epoch = 0; // nanoseconds at the last power-on
    this.flash = loadFlash(request);
    this.switches = new Map();
    this.mask = 0;
    this.faults = [];
    this.open = this.reading = true;
    this.out = [];
    this.changed = new Set(); // blocks of flash memory written since they were last told
    this.mark = null; // bytes from the device at which to stop
    this.tail = Buffer.alloc(0); // where the mark is looked for
    this.seen = false;
    this.window = null; // memory whose changes are told
    this.powerOn();
  }

  get nanos() { return this.epoch + this.chip.clock.nanos; }

  powerOn() {
    const emit = (kind, bytes) => this.out.push([Math.floor(this.nanos / 1000), kind, hex(bytes)]);
    const onBytes = (bytes) => {
      emit('serial', bytes);
      if (this.mark) this.look(bytes);
    };
    const chip = new Chip(this.library, this.bootrom, this.flash, onBytes, { ...this.options, changed: this.changed });
    this.chip = chip;
    this.board = new Board(chip.mcu, this.device, emit);
    for (const [bit, closed] of this.switches) this.board.scanner?.setSwitch(bit, closed);
    this.board.buttons.set(this.mask);
    this.faults.forEach((fault) => this.board.fault(fault));
    chip.serial.setOpen(this.open);
    chip.serial.setReading(this.reading);
  }

  /** Off and on: what is in RAM is gone; the clock of the session goes on. `reason`: of a reset, for the watchdog's register. */
  restart(reason = null) {
    const before = this.chip;
    this.epoch = this.nanos;
    this.flash = before.takeFlash();
    this.powerOn();
    if (!reason) return;
    const old = before.mcu.peripherals[0x40058], watchdog = this.chip.mcu.peripherals[0x40058];
    watchdog.reason = old.reason;
    watchdog.scratchData.set(old.scratchData);
    this.out.push([Math.floor(this.nanos / 1000), 'reset', '']);
  }

  event([, kind, ...values]) {
    if (kind === 'switch') {
      this.switches.set(values[0], !!values[1]);
      this.board.scanner?.setSwitch(values[0], !!values[1]);
    } else if (kind === 'buttons') {
      this.mask = values[0];
      this.board.buttons.set(this.mask);
    } else if (kind === 'serial') {
      this.chip.serial.send(Buffer.from(values[0], 'hex'));
    } else if (kind === 'open') {
      this.open = !!values[0];
      this.chip.serial.setOpen(this.open);
    } else if (kind === 'reading') {
      this.reading = !!values[0];
      this.chip.serial.setReading(this.reading);
    } else if (kind === 'fault') {
      this.faults = values[0].name === 'mend' ? [] : [...this.faults, values[0]];
      this.board.fault(values[0]);
    } else {
      throw new Error(`unknown event ${kind}`);
    }
  }

  /** Runs until `nanos` or until the mark has been seen; a reset on the way is carried out. */
  runUntil(nanos) {
    while (this.nanos < nanos && !this.seen) {
      this.chip.runUntil(nanos - this.epoch);
      const { fell } = this.chip;
      this.chip.fell = null;
      if (fell === 'reset') this.restart('watchdog');
      else if (fell === 'break') throw new Error(`the chip stopped at a breakpoint; ${this.chip.log.lines.slice(-3).join('; ')}`);
    }
  }

  /** Looks for the mark in what has come from the device. */
  look(bytes) {
    this.tail = Buffer.concat([this.tail.subarray(-this.mark.length), bytes]);
    if (!this.tail.includes(this.mark)) return;
    this.seen = true;
    this.chip.fell ??= 'mark';
  }

  run({ until, events = [], stop = null }) {
    this.mark = stop === null ? null : Buffer.from(stop, 'hex');
    this.tail = Buffer.alloc(0);
    this.seen = false;
    for (const event of events) {
      this.runUntil(event[0] * 1000);
      this.event(event);
    }
    this.runUntil(until * 1000);
    return {
      us: Math.floor(this.nanos / 1000), out: this.out.splice(0), stopped: this.seen, flash: this.changedBlocks(), memory: this.changedMemory(),
    };
  }

  /** From now on `size` bytes of RAM at `address` are told, after a run that changed them and now. */
  watch({ address, size }) {
    this.window = { address, size, told: null };
    return { memory: this.changedMemory() };
  }

  /** The bytes of the watched window, deflated base64, if they are others than when they were last told; else null. */
  changedMemory() {
    if (!this.window) return null;
    const { address, size, told } = this.window, at = address - RAM_START;
    const now = Buffer.from(this.chip.mcu.sram.subarray(at, at + size));
    if (told && now.equals(told)) return null;
    this.window.told = now;
    return deflateSync(now).toString('base64');
  }

  /** The blocks of flash memory that have been written since the last time: [[number, deflated base64], ...]. */
  changedBlocks() {
    const { flash } = this.chip.mcu;
    const blocks = [...this.changed].map((block) => [block,
      deflateSync(flash.subarray(block * BLOCK, (block + 1) * BLOCK)).toString('base64')]);
    this.changed.clear();
    return blocks;
  }

  state() {
    const { scanner, lights, display, wiring } = this.board;
    return {
      us: Math.floor(this.nanos / 1000), cycles: this.chip.mcu.core.cycles, flash: this.chip.writer?.stats ?? null,
      lights: lights ? hex(lights.colours) : null, garbled: lights?.garbled ?? 0, frames: lights?.frames ?? 0,
      display: display ? hex(display.shown) : null, scanGap: scanner?.takeGap?.() ?? null,
      shorts: wiring.wires.map((wire, gpio) => [gpio, wire.shorts]).filter(([, count]) => count), log: this.chip.log.lines,
    };
  }
}

let session = null;

function answer(request) {
  if (request.cmd === 'start') {
    session = new Session(request);
    return { ok: true };
  }
  if (request.cmd === 'run') return session.run(request);
  if (request.cmd === 'watch') return session.watch(request);
  if (request.cmd === 'state') return session.state();
  if (request.cmd === 'power') {
    session.restart();
    return { ok: true };
  }
  throw new Error(`unknown request ${request.cmd}`);
}

function serve() {
  console.log = console.info = console.debug = console.error; // standard output is for answers
  createInterface({ input: process.stdin }).on('line', (line) => {
    let reply;
    try {
      reply = answer(JSON.parse(line));
    } catch (error) {
      reply = { error: error.message, where: error.stack };
    }
    process.stdout.write(`${JSON.stringify(reply)}\n`);
  }).on('close', () => process.exit(0));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) serve();
