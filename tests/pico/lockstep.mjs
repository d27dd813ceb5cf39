// Runs one program on two chips, one through translated code and one instruction by instruction in rp2040js, and
// compares all that a program can see after every millisecond. Prints a JSON object: {"checks", "translated"} or
// {"difference"}. Standard input: {"modules", "bootrom", "uf2", "program" (typed at the prompt), "ms"}.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Board } from '../../host/pico/board.js';
import { Chip } from '../../host/pico/chip.js';
import { loadFlash } from '../../host/pico/runner.js';

const request = JSON.parse(readFileSync(0, 'utf8'));
const library = createRequire(`${request.modules}/`)('rp2040js');
const bootrom = new Uint32Array(new Uint8Array(Buffer.from(request.bootrom, 'base64')).buffer);
const said = [[], []];

const chips = [true, false].map((translate, i) => new Chip(library, bootrom, loadFlash(request), (bytes) => said[i].push(...bytes), { translate }));
for (const chip of chips) new Board(chip.mcu, {}, () => {});

function seen(chip) {
  const { core } = chip.mcu;
  return {
    registers: [...core.registers], flags: [core.N, core.Z, core.C, core.V, core.PM, core.IPSR].map(Number),
    cycles: core.cycles, nanos: chip.clock.nanos, waiting: core.waiting,
  };
}

function difference() {
  const [a, b] = chips.map(seen);
  if (JSON.stringify(a) !== JSON.stringify(b)) return { translated: a, executed: b };
  if (Buffer.compare(chips[0].mcu.sram, chips[1].mcu.sram)) return { memory: true, at: a.nanos };
  return Buffer.compare(Buffer.from(said[0]), Buffer.from(said[1])) ? { said: said.map((bytes) => Buffer.from(bytes).toString()) } : null;
}

let found = null, checks = 0;
for (let ms = 1; ms <= request.ms && !found; ms++) {
  if (ms === 150) for (const chip of chips) chip.serial.send(Buffer.from(request.program));
  for (const chip of chips) chip.runUntil(ms * 1e6);
  found = difference();
  checks++;
}
const translated = chips[0].runs.filter((run) => run).length;
console.log(JSON.stringify(found ? { difference: found } : { checks, translated, said: Buffer.from(said[0]).toString() }));
