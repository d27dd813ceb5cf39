// The host's end of the chip's USB serial port.
//
// rp2040js's host completes an empty transfer to the device as soon as it is asked for one; the firmware then does
// nothing but ask again, and runs three times slower than the chip. A real host leaves a request open until it has a
// byte to send: so does this one. It also takes what the device sends no faster than a host does, and not at all while
// the port is closed, or held open by a program that does not read.

const PACKET = 64;
const TAKE_NS = 50e3; // a bulk packet on a full-speed bus, with the host's polling

export class Serial {
  /** usb: the chip's USB controller; Cdc: rp2040js's USBCDC; onBytes(Uint8Array): what the device sends. */
  constructor(mcu, Cdc, onBytes) {
    this.usb = mcu.usbCtrl;
    this.cdc = new Cdc(this.usb);
    this.onBytes = onBytes;
    this.waiting = []; // bytes for the device
    this.asked = 0; // size of the transfer that the device has open, 0: none
    this.connected = false;
    this.open = true; // what the host tells the device (DTR)
    this.reading = true;
    this.untaken = []; // packets while nobody reads
    this.#holdReads();
    this.#paceWrites(mcu);
    this.cdc.onDeviceConnected = () => {
      this.connected = true;
      if (!this.open) this.#tell();
    };
    this.cdc.onSerialData = (bytes) => (this.taking ? this.onBytes(bytes) : this.untaken.push(bytes));
  }

  /** Sends bytes (any iterable of ints) to the device; they wait while it does not take them. */
  send(bytes) {
    for (const byte of bytes) this.waiting.push(byte);
    this.#deliver();
  }

  get taking() { return this.open && this.reading; }

  /** Opens or closes the port: the device sees whether somebody is there. A closed port loses what waits for the device. */
  setOpen(open) {
    this.open = open;
    if (!open) this.waiting.length = 0;
    if (this.connected) this.#tell();
    this.#take();
  }

  /** Whether the host takes what the device sends. */
  setReading(reading) {
    this.reading = reading;
    this.#take();
  }

  #take() {
    if (!this.taking) return;
    for (const bytes of this.untaken.splice(0)) this.onBytes(bytes);
    for (const finish of this.held.splice(0)) finish();
  }

  #tell() { this.cdc.cdcSetControlLineState(this.open ? 3 : 0); }

  #holdReads() {
    const other = this.usb.onEndpointRead;
    this.usb.onEndpointRead = (endpoint, size) => {
      if (endpoint !== this.cdc.outEndpoint) { other(endpoint, size); return; }
      this.asked = size;
      this.#deliver();
    };
  }

  #deliver() {
    if (!this.asked || !this.waiting.length) return;
    const bytes = this.waiting.splice(0, Math.min(this.asked, PACKET));
    this.asked = 0;
    this.usb.endpointReadDone(this.cdc.outEndpoint, Uint8Array.from(bytes));
  }

  #paceWrites(mcu) {
    const ready = this.usb.indicateBufferReady.bind(this.usb);
    const finish = () => ready(this.cdc.inEndpoint, false);
    const timer = mcu.clock.createAlarm(() => (this.taking ? finish() : this.held.push(finish)));
    this.held = [];
    this.usb.indicateBufferReady = (endpoint, out) => {
      if (out || endpoint !== this.cdc.inEndpoint) ready(endpoint, out);
      else timer.schedule(TAKE_NS);
    };
  }
}
