// Push buttons to ground, and the buzzer.

const SILENCE_NS = 20e6;

/** Buttons on `gpios`; bit i of the mask is `gpios[i]`. */
export class Buttons {
  constructor(wiring, gpios) { this.ports = gpios.map((gpio) => wiring.port(gpio)); }

  set(mask) { this.ports.forEach((port, i) => port.drive(mask & (1 << i) ? 0 : null)); }
}

/** A buzzer on GPIO `gpio`: `emit(bytes)` gets the tone in hertz (two bytes, high first) when it starts or changes, 0 at its end. */
export class Buzzer {
  constructor(wiring, gpio, emit) {
    this.wiring = wiring;
    this.emit = emit;
    this.hertz = 0;
    this.last = null; // rising edge
    this.silence = wiring.timer(() => this.#listen());
    wiring.port(gpio).listen((level) => { if (level) this.#rise(); });
  }

  #rise() {
    const now = this.wiring.nanos;
    if (this.last === null) this.silence.schedule(SILENCE_NS);
    else this.#tone(Math.round(1e9 / (now - this.last)));
    this.last = now;
  }

  #listen() {
    const quiet = this.wiring.nanos - this.last;
    if (quiet < SILENCE_NS) {
      this.silence.schedule(SILENCE_NS - quiet);
      return;
    }
    this.last = null;
    this.#tone(0);
  }

  #tone(hertz) {
    if (hertz && Math.abs(hertz - this.hertz) * 20 <= this.hertz) return; // an interrupt's jitter is no new tone
    if (hertz === this.hertz) return;
    this.hertz = hertz;
    this.emit(Uint8Array.of(Math.min(hertz, 0xffff) >> 8, Math.min(hertz, 0xffff) & 0xff));
  }
}
