"""The switches' side of a circuit, one function a scanner driver."""

from host.hardware.netlist import GROUND


def hc165(maker, table):
    """A chain of 74HC165: each chip with a network of eight pull-ups, the last one's serial input fed back from MOSI."""
    net = maker.net
    hard = "spi" in table
    lines = {key: f"SPI{table['spi']}_{name}" if hard else name for key, name in (("sck", "SCK"), ("mosi", "MOSI"), ("miso", "MISO"))}
    functions = {key: f"SPI{table['spi']} {name}" if hard else "GPIO" for key, name in (("sck", "SCK"), ("mosi", "TX"), ("miso", "RX"))}
    maker.series(table["sck"], lines["sck"], "100 Ω", functions["sck"], "clock of the switches")
    maker.series(table["load"], "LOAD", "100 Ω", "GPIO", "load the switches' levels")
    maker.use(table["miso"], lines["miso"], functions["miso"], "in", "what the switches say")
    last = GROUND
    if table["loop"]:
        maker.use(table["mosi"], lines["mosi"], functions["mosi"], "out", "into the far end of the chain")
        last = lines["mosi"]
    pull, other = ("+3V3", GROUND) if table["active_low"] else (GROUND, "+3V3")
    for chip in range(table["chips"]):
        ref = net.add("74HC165")
        net.join("+3V3", ref, "VCC")
        net.join(GROUND, ref, "GND", "/CE")
        net.join("LOAD", ref, "/PL")
        net.join(lines["sck"], ref, "CP")
        net.join(f"CHAIN_{chip}" if chip else lines["miso"], ref, "Q7")
        net.join(last if chip == table["chips"] - 1 else f"CHAIN_{chip + 1}", ref, "DS")
        maker.bypass(ref, "+3V3")
        _eight_inputs(maker, ref, chip * 8, pull, other)
    # One for the whole chain, which is long.
    maker.net.two("CE", "10 µF", "+3V3", GROUND)


def _eight_inputs(maker, ref, first, pull, other):
    net = maker.net
    network = net.add("RN", "8 x 10 kΩ", near=ref)
    net.join(pull, network, "common")
    for place in range(8):
        cell = maker.cell_of(first + place)
        name = f"FREE_{first + place + 1}" if cell is None else maker.square_net(cell)
        net.join(name, ref, f"D{7 - place}")
        net.join(name, network, f"R{place + 1}")
        if cell is not None:
            maker.reed(first + place, name, other)


def matrix(maker, table):
    """Rows and columns on the controller's own pins; column - switch - diode - row, the diode's cathode at the row."""
    net = maker.net
    for column, gpio in enumerate(table["columns"], 1):
        maker.use(gpio, f"COLUMN_{column}", "GPIO", "in", f"column {column} of the switches")
        maker.pull(f"COLUMN_{column}", "+3V3")
    for row, gpio in enumerate(table["rows"], 1):
        maker.use(gpio, f"ROW_{row}", "GPIO", "od", f"row {row} of the switches")
    width = len(table["columns"])
    for bit in range(maker.profile.bits):
        cell = maker.cell_of(bit)
        if cell is not None:
            between = maker.square_net(cell)
            maker.reed(bit, f"COLUMN_{bit % width + 1}", between)
            diode = net.add("1N4148", number=bit + 1, square=maker.profile.square(cell))
            net.join(between, diode, "A")
            net.join(f"ROW_{bit // width + 1}", diode, "K")


def hc4067(maker, table):
    """Multiplexers that share their select lines; the common pin of each is pulled up."""
    net = maker.net
    for line, gpio in enumerate(table["select"]):
        maker.use(gpio, f"SELECT_{line}", "GPIO", "out", f"select line S{line}")
    pull, other = ("+3V3", GROUND) if table["active_low"] else (GROUND, "+3V3")
    for chip, gpio in enumerate(table["data"]):
        ref = net.add("CD74HC4067")
        maker.use(gpio, f"DATA_{chip + 1}", "GPIO", "in", f"data of multiplexer {ref}")
        maker.pull(f"DATA_{chip + 1}", pull)
        net.join("+3V3", ref, "VCC")
        net.join(GROUND, ref, "GND", "/E")
        net.join(f"DATA_{chip + 1}", ref, "COM")
        for line in range(4):
            net.join(f"SELECT_{line}", ref, f"S{line}")
        maker.bypass(ref, "+3V3")
        for channel in range(16):
            cell = maker.cell_of(16 * chip + channel)
            if cell is not None:
                net.join(maker.square_net(cell), ref, f"I{channel}")
                maker.reed(16 * chip + channel, maker.square_net(cell), other)


def mcp23017(maker, table):
    """Port expanders; their own pull-ups serve the switches, their interrupt outputs share one line."""
    net = maker.net
    sda, scl = maker.i2c(table, "switches")
    if table["interrupt"] is not None:
        maker.use(table["interrupt"], "INTERRUPT", "GPIO", "in", "something has changed")
        maker.pull("INTERRUPT", "+3V3")
    for chip, address in enumerate(table["addresses"]):
        ref = net.add("MCP23017")
        net.address[ref] = address
        net.join("+3V3", ref, "VDD", "/RESET")
        net.join(GROUND, ref, "VSS")
        net.join(sda, ref, "SDA")
        net.join(scl, ref, "SCL")
        for line in range(3):
            net.join("+3V3" if address >> line & 1 else GROUND, ref, f"A{line}")
        if table["interrupt"] is not None:
            net.join("INTERRUPT", ref, "INTA")
        maker.bypass(ref, "+3V3")
        for pin in range(16):
            cell = maker.cell_of(16 * chip + pin)
            if cell is not None:
                net.join(maker.square_net(cell), ref, f"GP{'AB'[pin // 8]}{pin % 8}")
                maker.reed(16 * chip + pin, maker.square_net(cell), GROUND)


MAKERS = {"hc165": hc165, "hc165_soft": hc165, "matrix": matrix, "hc4067": hc4067, "mcp23017": mcp23017}
