// Translates runs of Thumb instructions into JavaScript functions, so that an emulated second costs less.
//
// rp2040js finds each instruction by a chain of comparisons; a busy emulated second then takes five real ones. Here a
// run of instructions that has been executed often enough becomes one function, with registers in local variables and
// flags worked out only where they are looked at. Everything else stays rp2040js's: a translated run touches nothing
// but registers, flags, RAM and flash. At an instruction it does not know, or an access to anything but RAM and flash
// (a peripheral), it stops in front of that instruction and rp2040js executes it.
//
// A test steps this and rp2040js's own core side by side through a boot and several programs, and compares registers,
// flags, cycles and memory.

const RAM = 0x20000000;
const RAM_SIZE = 264 * 1024;
const FLASH_MASK = 0xffffff;
const LONGEST = 64; // instructions in a run
/** Added to the cycles that a run returns when it may have changed what is to happen next. */
export const TOUCHED = 1 << 29;
// Registers that change nothing but themselves: reads of the single-cycle block, of the timer, of the status registers
// of SPI and I2C, for which programs wait in a loop; writes to the divider.
const TIMER = 0x40054000 >>> 14, DIVIDER = 0xd0000060 >>> 5;
const STATUS = new Set([0x4003c00c, 0x4004000c, 0x40044034, 0x40044070, 0x40048034, 0x40048070]);
const FAR = 5; // cycles that an access to a peripheral takes at most
const PC = 15, LR = 14, SP = 13;

const signed = (value, bits) => (value << (32 - bits)) >> (32 - bits);

/** The text of one run while it is being written. */
class Run {
  constructor(pc) {
    this.start = this.pc = pc; // `pc`: of the instruction being translated
    this.lines = [];
    this.known = new Set(); // registers whose value is in a local variable
    this.flags = { N: null, Z: null, C: null, V: null }; // expression text, or null: as the core has it
    this.compared = null; // the two operands, if the flags are those of a difference
    this.cycles = 0; // before the instruction being translated, in this turn of a loop
    this.most = 0; // cycles that any way through can take, once through
    this.loops = false; // it jumps back to its start
    this.count = 0;
    this.halves = new Map(); // address -> halfword of what has been translated
    this.ended = false;
  }

  emit(text) { this.lines.push(text); }

  /** Text of register n's value. */
  reg(n) {
    if (n === PC) return String(this.pc + 4);
    if (!this.known.has(n)) {
      this.known.add(n);
      this.emit(`r${n}=R[${n}];`);
    }
    return `r${n}`;
  }

  set(n, expression) {
    this.known.add(n);
    this.emit(`r${n}=${expression};R[${n}]=r${n};`);
  }

  /** A constant with a name of its own, for what later text refers to. */
  name(letter, expression) {
    const name = `${letter}${this.count}`;
    this.emit(`const ${name}=${expression};`);
    return name;
  }

  /** Text of one flag. */
  flag(f) { return this.flags[f] ?? `c.${f}`; }

  /** Leaves the run: the flags go back to the core, the program counter is `to` (text), `cycles` are returned. */
  leave(to, cycles) { return `${this.handBack()}R[15]=${to};return base+${cycles};`; }

  /** Text that gives the core the flags that it has not got yet. */
  handBack() {
    return Object.entries(this.flags).filter(([, text]) => text !== null).map(([f, text]) => `c.${f}=${text};`).join('');
  }

  /** Back to the start of the run: once more, if there is time for it. */
  again(took) {
    this.loops = true;
    return `${this.handBack()}base+=${this.cycles + took};if(base+MOST<left)continue;R[15]=${this.start};return base;`;
  }

  /** Stops in front of the current instruction unless `condition` holds; rp2040js then executes it. */
  unless(condition) { this.emit(`if(!(${condition})){${this.leave(this.pc, this.cycles)}}`); }

  /** The current instruction may take `cycles`. */
  atMost(cycles) { this.most = Math.max(this.most, this.cycles + cycles); }

  nz(t) {
    this.flags.N = `${t}<0`;
    this.flags.Z = `${t}===0`;
    this.compared = null;
  }
}

/** Text of the condition `code` (0..13) of a branch. */
function condition(run, code) {
  const { compared } = run;
  const [a, b] = compared ?? [];
  const flag = (f) => run.flag(f);
  const texts = compared ? [
    `${a}===${b}`, flag('C'), flag('N'), flag('V'), `(${a}>>>0)>(${b}>>>0)`, `${a}>=${b}`, `${a}>${b}`,
  ] : [
    flag('Z'), flag('C'), flag('N'), flag('V'), `((${flag('C')})&&!(${flag('Z')}))`, `(${flag('N')})===(${flag('V')})`,
    `((${flag('N')})===(${flag('V')})&&!(${flag('Z')}))`,
  ];
  return code & 1 ? `!(${texts[code >> 1]})` : texts[code >> 1];
}

const low = (op) => op & 7, middle = (op) => (op >> 3) & 7, upper = (op) => (op >> 6) & 7, eighth = (op) => (op >> 8) & 7;

function sum(run, a, b) {
  const x = run.name('a', a), y = run.name('b', b), t = run.name('t', `(${x}+${y})|0`);
  run.nz(t);
  run.flags.C = `(${t}>>>0)<(${x}>>>0)`;
  run.flags.V = `((${x}^${t})&(${y}^${t}))<0`;
  return t;
}

function difference(run, a, b) {
  const x = run.name('a', a), y = run.name('b', b), t = run.name('t', `(${x}-${y})|0`);
  run.nz(t);
  run.flags.C = `(${x}>>>0)>=(${y}>>>0)`;
  run.flags.V = `((${x}^${y})&(${x}^${t}))<0`;
  run.compared = [x, y];
  return t;
}

/** a + b + carry. */
function sumWithCarry(run, a, b) {
  const carry = run.name('k', `(${run.flag('C')})?1:0`);
  const x = run.name('a', a), y = run.name('b', b), t = run.name('t', `(${x}+${y}+${carry})|0`);
  run.nz(t);
  run.flags.C = `(${x}>>>0)+(${y}>>>0)+${carry}>0xffffffff`;
  run.flags.V = `((${x}^${t})&(${y}^${t}))<0`;
  return t;
}

function logic(run, expression) {
  const t = run.name('t', expression);
  run.nz(t);
  return t;
}

/** A shift by the constant n: [result, carry] as text; n is 0 only for LSL. */
const BY_CONSTANT = {
  lsl: (v, n) => (n ? [`${v}<<${n}`, `(${v}>>>${32 - n}&1)===1`] : [v, null]),
  lsr: (v, n) => (n < 32 ? [`${v}>>>${n}|0`, `(${v}>>>${n - 1}&1)===1`] : ['0', `${v}<0`]),
  asr: (v, n) => [`${v}>>${Math.min(n, 31)}`, `(${v}>>${Math.min(n - 1, 31)}&1)===1`],
};

/** A shift by the register value n (a name, 0..255): [result, carry] as text; `old` is the carry for n = 0. */
const BY_REGISTER = {
  lsl: (v, n, old) => [`${n}<32?${v}<<${n}:0`, `${n}?${n}<=32&&(${v}>>>(32-${n})&1)===1:${old}`],
  lsr: (v, n, old) => [`${n}<32?${v}>>>${n}|0:0`, `${n}?${n}<=32&&(${v}>>>(${n}-1)&1)===1:${old}`],
  asr: (v, n, old) => [`${v}>>Math.min(${n},31)`, `${n}?(${v}>>Math.min(${n}-1,31)&1)===1:${old}`],
  ror: (v, n, old) => [`${v}>>>(${n}&31)|${v}<<(32-(${n}&31))`, `${n}?(${v}>>>((${n}-1)&31)&1)===1:${old}`],
};

function shiftByConstant(kind) {
  return (run, op) => {
    const v = run.name('v', run.reg(middle(op)));
    const [result, carry] = BY_CONSTANT[kind](v, ((op >> 6) & 31) || (kind === 'lsl' ? 0 : 32));
    const t = logic(run, result);
    if (carry) run.flags.C = carry;
    run.set(low(op), t);
  };
}

function shiftByRegister(kind) {
  return (run, op) => {
    const v = run.name('v', run.reg(low(op))), n = run.name('n', `${run.reg(middle(op))}&255`);
    const [result, carry] = BY_REGISTER[kind](v, n, run.flag('C'));
    const c = run.name('k', carry), t = logic(run, result);
    run.flags.C = c;
    run.set(low(op), t);
  };
}

/** `work` gives the text of the result from the two low registers of the instruction. */
const twoLow = (work) => (run, op) => { run.set(low(op), work(run, run.reg(low(op)), run.reg(middle(op)))); };

const inRam = (a, bytes) => `(${a}-${RAM}>>>0)<${RAM_SIZE}${bytes > 1 ? `&&!(${a}&${bytes - 1})` : ''}`;
const inFlash = (a, bytes) => `${a}>>>26===4${bytes > 1 ? `&&!(${a}&${bytes - 1})` : ''}`;
const place = (a, offset, bytes) => (bytes === 1 ? offset : `(${offset})>>${bytes >> 1}`);

/**
 * Loads `bytes` from the address in the name `a` into register n. After a load from a peripheral's register the run is
 * left if the read may have changed what is to happen next.
 */
function read(run, n, a, bytes, extend = 0) {
  const bits = bytes * 8, extended = (text) => (extend ? `${text}<<${extend}>>${extend}` : text);
  const t = `m${run.count}`;
  run.emit(`let ${t};if(${inRam(a, bytes)})${t}=ram${bits}[${place(a, `${a}-${RAM}`, bytes)}];` +
    `else if(${inFlash(a, bytes)})${t}=flash${bits}[${place(a, `${a}&${FLASH_MASK}`, bytes)}];` +
    `else{${t}=far.read${bits}(${a},base+${run.cycles});const x=far.loads(${a});` +
    `if(x>=${TOUCHED}){R[${n}]=${extended(t)};${run.leave(run.pc + 2, `${run.cycles}+x`)}}base+=x-2;}`);
  run.set(n, extended(t));
  run.took = 2;
  run.atMost(FAR);
  run.most += FAR - 2; // for the `base` that it may move
}

function load(address, bytes, extend = 0) {
  return (run, op) => read(run, address.target(op), run.name('a', address(run, op)), bytes, extend);
}

function store(address, bytes) {
  return (run, op) => {
    const bits = bytes * 8, a = run.name('a', address(run, op)), v = run.reg(address.target(op));
    run.emit(`if(${inRam(a, bytes)})ram${bits}[${place(a, `${a}-${RAM}`, bytes)}]=${v};` +
      `else{far.write${bits}(${a},${v},base+${run.cycles});${run.leave(run.pc + 2, `${run.cycles}+far.stores(${a})`)}}`);
    run.took = 2;
    run.atMost(FAR);
  };
}

const byRegister = (run, op) => `(${run.reg(middle(op))}+${run.reg(upper(op))})|0`;
byRegister.target = low;
const byStack = (run, op) => `(${run.reg(SP)}+${(op & 0xff) << 2})|0`;
byStack.target = eighth;
const byConstant = [0, 1, 2].map((shift) => {
  const address = (run, op) => `(${run.reg(middle(op))}+${((op >> 6) & 31) << shift})|0`;
  address.target = low;
  return address;
});

const listed = (op) => [0, 1, 2, 3, 4, 5, 6, 7].filter((i) => op & (1 << i));

/** Text: words `count` long from the address in the name `a` all lie in RAM. */
const listInRam = (a, count) => `(${a}-${RAM}>>>0)<=${RAM_SIZE - 4 * count}&&!(${a}&3)`;

function storeList(run, a, registers) {
  const values = registers.map((n) => run.reg(n));
  run.unless(listInRam(a, registers.length));
  const p = run.name('p', `(${a}-${RAM})>>2`);
  values.forEach((value, i) => run.emit(`ram32[${p}+${i}]=${value};`));
}

function loadList(run, a, registers) {
  const p = run.name('p', `(${a}-${RAM})>>2`);
  registers.forEach((n, i) => run.set(n, `ram32[${p}+${i}]`));
}

function push(run, op) {
  const registers = listed(op).concat(op & 0x100 ? [LR] : []);
  const a = run.name('a', `(${run.reg(SP)}-${4 * registers.length})|0`);
  storeList(run, a, registers);
  run.set(SP, a);
  run.took = 1 + listed(op).length;
}

function pop(run, op) {
  const registers = listed(op), back = op & 0x100 ? 1 : 0, count = registers.length + back;
  const a = run.name('a', run.reg(SP));
  run.unless(listInRam(a, count));
  const to = back ? run.name('q', `ram32[((${a}-${RAM})>>2)+${registers.length}]`) : null;
  if (back) run.unless(`${to}>>>28!==15`); // the end of an exception is rp2040js's
  loadList(run, a, registers);
  run.set(SP, `(${a}+${4 * count})|0`);
  run.took = 1 + registers.length;
  if (back) finish(run, `${to}&~1`, 3 + registers.length);
}

function storeMany(run, op) {
  const registers = listed(op), n = eighth(op), a = run.name('a', run.reg(n));
  if (op & (1 << n)) return false; // the base in its own list: rare, and left to rp2040js
  storeList(run, a, registers);
  run.set(n, `(${a}+${4 * registers.length})|0`);
  run.took = 1 + registers.length;
  return true;
}

function loadMany(run, op) {
  const registers = listed(op), n = eighth(op), a = run.name('a', run.reg(n));
  run.unless(listInRam(a, registers.length));
  loadList(run, a, registers);
  if (!(op & (1 << n))) run.set(n, `(${a}+${4 * registers.length})|0`);
  run.took = 1 + registers.length;
}

/** Ends the run: on to `to` (text). */
function finish(run, to, took) {
  run.emit(run.leave(to, run.cycles + took));
  run.atMost(took);
  run.ended = true;
}

function branchIf(run, op) {
  const code = (op >> 8) & 15;
  if (code > 13) return false;
  const to = run.pc + 4 + (signed(op & 0xff, 8) << 1);
  run.emit(`if(${condition(run, code)}){${to === run.start ? run.again(2) : run.leave(to, run.cycles + 2)}}`);
  run.atMost(2);
  return true;
}

/** The run goes on at `to`. */
function goOn(run, to, took) {
  run.took = took;
  run.next = to;
}

const PRIMASK = 16;

/** Instructions of two halfwords: calls, barriers, the interrupt mask; other special registers are rp2040js's. */
function wide(run, op, next) {
  if ((next & 0xd000) === 0xd000) return call(run, op, next);
  run.took = 3;
  run.next = run.pc + 4;
  if (op === 0xf3bf) return true; // a barrier: nothing here is out of order
  if (op === 0xf3ef && next >> 12 === 8 && (next & 0xff) === PRIMASK) return run.set((next >> 8) & 15, 'c.PM?1:0');
  if (op >> 4 !== 0xf38 || next !== (0x8800 | PRIMASK)) return false;
  return mask(run, `!!(${run.reg(op & 15)}&1)`);
}

/** Sets the interrupt mask; the run is left, for an interrupt may be waiting. */
function mask(run, text) {
  run.emit(`c.PM=${text};c.interruptsUpdated=true;${run.leave(run.next, run.cycles + run.took + TOUCHED)}`);
  run.atMost(run.took);
  run.ended = true;
}

/** CPSID, CPSIE and NOP. */
function hints(run, op) {
  if (op === 0xb672) return run.emit('c.PM=true;');
  if (op === 0xb662) return mask(run, 'false');
  return op === 0xbf00 ? undefined : false;
}

function call(run, op, next) {
  const s = (op >> 10) & 1, i1 = 1 - (s ^ ((next >> 13) & 1)), i2 = 1 - (s ^ ((next >> 11) & 1));
  const offset = ((s ? 0xff : 0) << 24) | (i1 << 23) | (i2 << 22) | ((op & 0x3ff) << 12) | ((next & 0x7ff) << 1);
  run.set(LR, String((run.pc + 4) | 1));
  goOn(run, run.pc + 4 + offset, 3);
}

function branchTo(run, op) {
  const to = run.name('q', run.reg((op >> 3) & 15));
  run.unless(`${to}>>>28!==15`);
  if (op & 0x80) run.set(LR, String((run.pc + 2) | 1));
  finish(run, `${to}&~1`, 2);
}

const high = (op) => ((op >> 4) & 8) | (op & 7);

function moveHigh(run, op, value) {
  const d = high(op);
  if (d === PC) finish(run, `(${value})&~1`, 2);
  else run.set(d, d === SP ? `(${value})&~3` : `(${value})|0`);
}

/** A word of the program itself: what flash holds is known when the run is translated. */
function loadLiteral(run, op, next, code) {
  const address = ((run.pc + 4) & ~3) + ((op & 0xff) << 2);
  const value = code.literal(address);
  run.took = 2;
  if (value === null) read(run, eighth(op), run.name('a', String(address)), 4);
  else run.set(eighth(op), String(value));
}

/** Leading bits of an instruction -> what writes it; false from a writer: not translated. */
const WRITERS = {
  '00000': shiftByConstant('lsl'), '00001': shiftByConstant('lsr'), '00010': shiftByConstant('asr'),
  '0001100': (r, op) => r.set(low(op), sum(r, r.reg(middle(op)), r.reg(upper(op)))),
  '0001101': (r, op) => r.set(low(op), difference(r, r.reg(middle(op)), r.reg(upper(op)))),
  '0001110': (r, op) => r.set(low(op), sum(r, r.reg(middle(op)), String(upper(op)))),
  '0001111': (r, op) => r.set(low(op), difference(r, r.reg(middle(op)), String(upper(op)))),
  '00100': (r, op) => r.set(eighth(op), logic(r, String(op & 0xff))),
  '00101': (r, op) => { difference(r, r.reg(eighth(op)), String(op & 0xff)); },
  '00110': (r, op) => r.set(eighth(op), sum(r, r.reg(eighth(op)), String(op & 0xff))),
  '00111': (r, op) => r.set(eighth(op), difference(r, r.reg(eighth(op)), String(op & 0xff))),
  '0100000000': twoLow((r, a, b) => logic(r, `${a}&${b}`)),
  '0100000001': twoLow((r, a, b) => logic(r, `${a}^${b}`)),
  '0100000010': shiftByRegister('lsl'), '0100000011': shiftByRegister('lsr'), '0100000100': shiftByRegister('asr'),
  '0100000101': twoLow((r, a, b) => sumWithCarry(r, a, b)),
  '0100000110': twoLow((r, a, b) => sumWithCarry(r, a, `~${b}`)),
  '0100000111': shiftByRegister('ror'),
  '0100001000': (r, op) => { logic(r, `${r.reg(low(op))}&${r.reg(middle(op))}`); },
  '0100001001': twoLow((r, a, b) => difference(r, '0', b)),
  '0100001010': (r, op) => { difference(r, r.reg(low(op)), r.reg(middle(op))); },
  '0100001011': (r, op) => { sum(r, r.reg(low(op)), r.reg(middle(op))); },
  '0100001100': twoLow((r, a, b) => logic(r, `${a}|${b}`)),
  '0100001101': twoLow((r, a, b) => logic(r, `Math.imul(${a},${b})`)),
  '0100001110': twoLow((r, a, b) => logic(r, `${a}&~${b}`)),
  '0100001111': twoLow((r, a, b) => logic(r, `~${b}`)),
  '01000100': (r, op) => moveHigh(r, op, `${r.reg(high(op))}+${r.reg((op >> 3) & 15)}`),
  '01000101': (r, op) => { difference(r, r.reg(high(op)), r.reg((op >> 3) & 15)); },
  '01000110': (r, op) => moveHigh(r, op, r.reg((op >> 3) & 15)),
  '01000111': branchTo,
  '01001': loadLiteral,
  '0101000': store(byRegister, 4), '0101001': store(byRegister, 2), '0101010': store(byRegister, 1),
  '0101011': load(byRegister, 1, 24), '0101100': load(byRegister, 4), '0101101': load(byRegister, 2),
  '0101110': load(byRegister, 1), '0101111': load(byRegister, 2, 16),
  '01100': store(byConstant[2], 4), '01101': load(byConstant[2], 4), '01110': store(byConstant[0], 1),
  '01111': load(byConstant[0], 1), '10000': store(byConstant[1], 2), '10001': load(byConstant[1], 2),
  '10010': store(byStack, 4), '10011': load(byStack, 4),
  '10100': (r, op) => r.set(eighth(op), String(((r.pc + 4) & ~3) + ((op & 0xff) << 2))),
  '10101': (r, op) => r.set(eighth(op), `(${r.reg(SP)}+${(op & 0xff) << 2})|0`),
  '101100000': (r, op) => r.set(SP, `(${r.reg(SP)}+${(op & 0x7f) << 2})|0`),
  '101100001': (r, op) => r.set(SP, `(${r.reg(SP)}-${(op & 0x7f) << 2})|0`),
  '1011001000': (r, op) => r.set(low(op), `${r.reg(middle(op))}<<16>>16`),
  '1011001001': (r, op) => r.set(low(op), `${r.reg(middle(op))}<<24>>24`),
  '1011001010': (r, op) => r.set(low(op), `${r.reg(middle(op))}&65535`),
  '1011001011': (r, op) => r.set(low(op), `${r.reg(middle(op))}&255`),
  '1011010': push, '1011110': pop, '11000': storeMany, '11001': loadMany,
  '1101': branchIf,
  '11100': (r, op) => goOn(r, r.pc + 4 + (signed(op & 0x7ff, 11) << 1), 2),
  '11110': wide,
  '1011011001': hints, '1011111100': hints,
};

const TABLE = new Array(1024).fill(null);
for (const [bits, writer] of Object.entries(WRITERS)) {
  const free = 10 - bits.length, base = parseInt(bits, 2) << free;
  for (let i = 0; i < 1 << free; i++) TABLE[base + i] = writer;
}

/** Writes the instructions from `pc` on into a Run, through branches and calls; never twice the same. */
function write(pc, code) {
  const run = new Run(pc);
  while (!run.ended && run.count < LONGEST && !run.halves.has(run.pc)) {
    const op = code.half(run.pc), following = code.half(run.pc + 2), writer = TABLE[op >> 6], mark = run.lines.length;
    run.took = 1;
    run.next = run.pc + 2;
    if (!writer || writer(run, op, following, code) === false) {
      run.lines.length = mark;
      break;
    }
    run.halves.set(run.pc, op);
    if (op >> 11 === 30) run.halves.set(run.pc + 2, following);
    run.count++;
    run.atMost(run.took);
    run.cycles += run.took;
    run.pc = run.next;
  }
  if (!run.ended) run.emit(run.count && run.pc === run.start ? run.again(0) : run.leave(run.pc, run.cycles));
  return run;
}

/** Text that leaves with -1 if RAM does not hold the program any more that a run was made from. */
function check(run) {
  const tests = [...run.halves].filter(([a]) => a >= RAM).map(([a, half]) => `ram16[${(a - RAM) >> 1}]!==${half}`);
  return tests.length ? `if(${tests.join('||')})return -1;` : '';
}

/** Reads the program of the chip `mcu`; addresses outside flash, RAM and boot ROM read as an unknown instruction. */
function program(mcu) {
  const flash32 = new Int32Array(mcu.flash.buffer), ram16 = new Uint16Array(mcu.sram.buffer);
  const rom16 = new Uint16Array(mcu.bootrom.buffer);
  const inFlash = (a) => a >>> 26 === 4;
  return {
    half: (a) => (inFlash(a) ? mcu.flash16[(a & FLASH_MASK) >> 1] : a >= RAM && a < RAM + RAM_SIZE ? ram16[(a - RAM) >> 1]
      : a < rom16.length * 2 ? rom16[a >> 1] : 0xffff),
    literal: (a) => (inFlash(a) ? flash32[(a & FLASH_MASK) >> 2] : null),
  };
}

/** Accesses to peripherals from inside a run, `cycles` after its beginning: rp2040js sees the time that it is then. */
function peripherals(mcu, time) {
  const { clock } = mcu, at = (cycles) => { clock.nanosCounter = time.start + (time.spent + cycles) * time.cycleNanos; };
  return {
    read32: (a, cycles) => { at(cycles); return mcu.readUint32(a >>> 0) | 0; },
    read16: (a, cycles) => { at(cycles); return mcu.readUint16(a >>> 0); },
    read8: (a, cycles) => { at(cycles); return mcu.readUint8(a >>> 0); },
    write32: (a, value, cycles) => { at(cycles); mcu.writeUint32(a >>> 0, value >>> 0); },
    write16: (a, value, cycles) => { at(cycles); mcu.writeUint16(a >>> 0, value & 0xffff); },
    write8: (a, value, cycles) => { at(cycles); mcu.writeUint8(a >>> 0, value & 0xff); },
    loads: (a) => (a >>> 28 === 13 ? 1 : a >>> 14 === TIMER || STATUS.has(a) ? 4 : TOUCHED + (a >>> 28 === 4 ? 4 : 2)),
    stores: (a) => (a >>> 5 === DIVIDER ? 1 : TOUCHED + (a >>> 28 === 13 ? 1 : a >>> 28 === 4 ? FAR : 2)),
  };
}

/** Text of a run -> the function that makes it for a chip: the next chip in this program runs what is compiled already. */
const MADE = new Map();

/**
 * A translator for the chip `mcu` (an rp2040js RP2040).
 *
 * time: {start, spent, cycleNanos}, kept by the caller: when the runs executed one after another began, in nanoseconds,
 * how many cycles of them are over, and how long a cycle is. `translate(pc)` returns {go, most}, or null where there is
 * nothing to translate: `go(left)` executes from `pc`, in less than `left` cycles, and returns what it took, 0 if the very first instruction is
 * rp2040js's, -1 if RAM has changed since, and `TOUCHED` more if a peripheral or the interrupt mask was touched; `most`
 * is the greatest number of cycles that it can take once through: `left` has to be more.
 */
export function translator(mcu, time) {
  const code = program(mcu), { buffer } = mcu.sram, flash = mcu.flash.buffer;
  const inside = {
    c: mcu.core, far: peripherals(mcu, time), R: new Int32Array(mcu.core.registers.buffer),
    ram8: new Uint8Array(buffer), ram16: new Uint16Array(buffer), ram32: new Int32Array(buffer),
    flash8: new Uint8Array(flash), flash16: new Uint16Array(flash), flash32: new Int32Array(flash),
  };
  const names = Object.keys(inside), values = Object.values(inside);
  return function translate(pc) {
    const run = write(pc, code);
    if (!run.count) return null;
    const registers = [...run.known].map((n) => `r${n}`);
    const body = { locals: registers.length ? `let ${registers.join(',')};` : '', lines: run.lines.join('\n') };
    const work = run.loops ? `for(;;){${body.lines}}`.replaceAll('MOST', run.most) : body.lines;
    const text = `return function run(left){${check(run)}let base=0;${body.locals}${work}}`;
    if (!MADE.has(text)) MADE.set(text, new Function(...names, text));
    return { go: MADE.get(text)(...values), most: run.most };
  };
}
