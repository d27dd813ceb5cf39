// The flash memory's writing side. rp2040js has none: the boot ROM's erase and program routines would talk to a memory
// that does not answer. Here they are carried out when the program counter reaches them, and take the datasheet's time
// (W25Q16JV, typical values), during which the chip does nothing else, as on the real one.

export const BLOCK = 4096;
const PAGE = 256;
export const ERASE_BLOCK_NS = 45e6;
export const PROGRAM_PAGE_NS = 400e3;
const FUNCTION_TABLE = 0x14; // halfword in the boot ROM that points to the table of routines
const code = (letters) => letters.charCodeAt(0) | (letters.charCodeAt(1) << 8);

/** Address of the boot ROM's routine with that two-letter code. */
function routine(mcu, letters) {
  for (let at = mcu.readUint16(FUNCTION_TABLE); ; at += 4) {
    const found = mcu.readUint16(at);
    if (found === code(letters)) return mcu.readUint16(at + 2) & ~1;
    if (!found) throw new Error(`the boot ROM has no routine ${letters}`);
  }
}

/** Erase and program for one chip; `stats` counts them, the set `changed` gets the numbers of the blocks they touched. */
export class FlashWriter {
  constructor(chip, changed) {
    this.mcu = chip.mcu;
    this.changed = changed;
    this.stats = { erased: 0, programmed: 0, nanos: 0 };
    const R = this.mcu.core.registers;
    chip.hook(routine(this.mcu, 'RE'), () => this.erase(R[0], R[1]));
    chip.hook(routine(this.mcu, 'RP'), () => this.program(R[0], R[1], R[2]));
  }

  /** Sets `count` bytes from `offset` on; returns the nanoseconds that it takes. */
  erase(offset, count) {
    this.mcu.flash.fill(0xff, offset, offset + count);
    const blocks = this.touch(offset, count);
    this.stats.erased += blocks;
    return this.took(blocks * ERASE_BLOCK_NS);
  }

  /** Clears the bits that are 0 in `count` bytes of memory at `source`. */
  program(offset, source, count) {
    const { flash } = this.mcu;
    for (let i = 0; i < count; i++) flash[offset + i] &= this.mcu.readUint8(source + i);
    this.touch(offset, count);
    const pages = Math.ceil(count / PAGE);
    this.stats.programmed += pages;
    return this.took(pages * PROGRAM_PAGE_NS);
  }

  touch(offset, count) {
    const first = Math.floor(offset / BLOCK), last = Math.ceil((offset + count) / BLOCK);
    for (let block = first; block < last; block++) this.changed.add(block);
    return last - first;
  }

  took(nanos) {
    this.stats.nanos += nanos;
    return nanos;
  }
}
