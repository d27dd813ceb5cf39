// One RP2040 from power-on to power-off: rp2040js's chip, run in virtual time through translated code.

import { FlashWriter } from './flash.js';
import { Serial } from './serial.js';
import { TOUCHED, translator } from './translate.js';

const XIP = 0x10000000;
const FLASH_SIZE = 2 * 1024 * 1024;
const LONGEST_STRETCH = 1e6; // cycles
const HOT = 250; // executions after which a run of instructions is worth translating
const GRAIN = 1024; // time is counted in whole parts of a nanosecond, so that sums are exact in any order
const PC = 15, LR = 14;

/** Places that were hot on any chip of this program. */
const KNOWN = new Set();

/** A place in the tables of translated code for every halfword of flash, RAM and boot ROM; the last one is for the rest. */
const RAM_PLACE = FLASH_SIZE >> 1, ROM_PLACE = RAM_PLACE + 0x40000, NOWHERE = ROM_PLACE + 0x2000;
function place(pc) {
  if (pc >>> 26 === 4) return (pc & (FLASH_SIZE - 1)) >> 1;
  if (pc >>> 24 === 0x20) return RAM_PLACE + ((pc & 0x7ffff) >> 1);
  return pc >>> 0 < 0x4000 ? ROM_PLACE + (pc >> 1) : NOWHERE;
}

/** rp2040js logs what it does not model; the last lines are kept for a report. */
class Log {
  constructor() { this.lines = []; }
  debug() {}
  info() {}
  warn(part, text) { this.#keep(`${part}: ${text}`); }
  error(part, text) { this.#keep(`${part}: ${text}`); }
  #keep(line) {
    this.lines.push(line);
    if (this.lines.length > 50) this.lines.shift();
  }
}

/**
 * A chip whose power has just come on.
 *
 * library: rp2040js; bootrom: its 4096 words; flash: Uint8Array with what the flash memory holds, copied; onBytes(bytes): what
 * comes over USB serial; options: `translate` (default true), `writable` flash (default true), `changed`: a set that gets
 * the numbers of the flash blocks that are written.
 */
export class Chip {
  constructor(library, bootrom, flash, onBytes, { translate = true, writable = true, changed = new Set() } = {}) {
    this.mcu = new library.RP2040();
    this.log = this.mcu.logger = new Log();
    this.mcu.loadBootrom(bootrom);
    this.mcu.flash.set(flash);
    this.clock = this.mcu.clock;
    this.R = new Int32Array(this.mcu.core.registers.buffer);
    this.time = { start: 0, spent: 0, cycleNanos: 8 }; // of the stretch being executed, see translate.js
    this.translate = translate ? translator(this.mcu, this.time) : () => null;
    this.runs = new Array(NOWHERE + 1).fill(undefined); // undefined: cold, null: rp2040js's, else see translate.js
    this.runs[NOWHERE] = null;
    this.heat = new Uint8Array(NOWHERE + 1);
    this.entry = true; // whether the next instruction is one that others jump to
    this.fell = null; // why it stopped before its time: 'reset', 'break', or what others put there
    this.mcu.addClockListener((hertz) => { this.time.cycleNanos = Math.round(1e9 * GRAIN / hertz) / GRAIN; });
    this.mcu.onBreak = () => { this.fell = 'break'; };
    this.mcu.peripherals[0x40058].onWatchdogTrigger = () => { this.fell = 'reset'; };
    this.writer = writable ? new FlashWriter(this, changed) : null;
    this.serial = new Serial(this.mcu, library.USBCDC, onBytes);
    this.mcu.core.PC = XIP;
  }

  /** A copy of the flash memory, for the next power-on. */
  takeFlash() { return this.mcu.flash.slice(0, FLASH_SIZE); }

  /** Has `work()` done instead of the routine at `address`; it returns the nanoseconds that it takes. */
  hook(address, work) {
    const go = () => {
      const nanos = work();
      this.R[PC] = this.R[LR] & ~1;
      return TOUCHED + Math.max(1, Math.round(nanos / this.time.cycleNanos));
    };
    this.runs[place(address)] = { go, most: 0 };
  }

  /** Runs until `until` nanoseconds since power-on (a hooked routine may overrun it), or until something sets `fell`. */
  runUntil(until) {
    const { core } = this.mcu, { clock } = this;
    while (this.fell === null && clock.nanosCounter < until) {
      if (core.waiting) {
        this.sleep(until);
        continue;
      }
      if (core.interruptsUpdated && core.checkForInterrupts()) core.waiting = false;
      const alarm = clock.nextAlarm;
      const limit = alarm !== null && alarm.nanos < until ? alarm.nanos : until;
      const start = clock.nanosCounter, { cycleNanos } = this.time;
      const nanos = this.stretch(Math.min(LONGEST_STRETCH, (limit - start) / cycleNanos)) * cycleNanos;
      const next = clock.nextAlarm; // an instruction may have set one
      clock.nanosCounter = start;
      if (next !== null && next.nanos <= start + nanos) clock.tick(nanos);
      else clock.nanosCounter = start + nanos;
    }
  }

  /** Waiting for an interrupt: on to what happens next. */
  sleep(until) {
    const alarm = this.clock.nextAlarm;
    const to = alarm !== null && alarm.nanos < until ? alarm.nanos : until;
    this.clock.tick(Math.ceil(to) - this.clock.nanosCounter);
  }

  /**
   * Executes runs one after another, which together take less than `cycles`, up to the first that touched a peripheral;
   * where there is none, one instruction. Returns the cycles taken.
   */
  stretch(cycles) {
    const { R, runs, time } = this;
    time.start = this.clock.nanosCounter;
    let spent = 0, bailed = false;
    for (;;) {
      const at = place(R[PC]), run = runs[at];
      if (run === undefined || run === null || run.most >= cycles - spent) break;
      time.spent = spent;
      const took = run.go(cycles - spent);
      if (took > 0 && took < TOUCHED) {
        spent += took;
        continue;
      }
      if (took >= TOUCHED) return this.ran(spent + took - TOUCHED);
      if (took < 0) runs[at] = undefined;
      bailed = took === 0;
      break;
    }
    return spent ? this.ran(spent) : this.single(bailed);
  }

  /** Books the cycles of a stretch of runs. */
  ran(cycles) {
    this.entry = true;
    this.mcu.core.cycles += cycles;
    return cycles;
  }

  /** Executes one instruction by rp2040js, `bailed` if a run stopped in front of it; returns its cycles. */
  single(bailed) {
    const { R } = this, pc = R[PC], at = place(pc), run = this.runs[at];
    if (run === undefined && this.entry && (++this.heat[at] > HOT || KNOWN.has(at))) this.learn(at, pc);
    const cycles = this.mcu.core.executeInstruction();
    this.entry = bailed || run === null || R[PC] !== pc + 2;
    return cycles;
  }

  /** Translates what begins at `pc`. */
  learn(at, pc) {
    this.heat[at] = 0;
    KNOWN.add(at);
    this.runs[at] = this.translate(pc);
  }
}
