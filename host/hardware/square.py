"""The drawing of a single square: where switch and lamp lie, how the board is built up, and the circuit of that square."""

from host.hardware import reach, symbols
from host.hardware.canvas import FAINT, INK, SOFT, Canvas
from host.hardware.grid import DATA_INK, ROW_INK, SWITCH_INK
from host.hardware.plan import BASE_SHARE, HOLE_MM, LAMP_HOLE_MM, lamp_offset

WIDTH, HEIGHT, SCALE = 1020, 560, 1.5
GLASS = (214, 232, 240)
WOOD, TOP_INK, FELT, STEEL = (226, 205, 170), (196, 164, 118), (104, 140, 96), (150, 154, 160)
GLASS_MM = (14, 2.2)


def draw(board, square="a1"):
    """The drawing of `square` as a `Canvas`."""
    canvas = Canvas(WIDTH, HEIGHT, SCALE)
    canvas.text(24, 24, f"Square {square} of {board.name}", 20, INK, bold=True)
    canvas.text(24, 46, "All squares are built alike; the numbers of their parts are in the wiring drawing and the drilling plan.", 11, SOFT)
    _above(canvas, board, square, 24, 74, 250)
    _side(canvas, board, 24, 376)
    _circuit(canvas, board, square, 410, 74)
    return canvas


# -- from above ------------------------------------------------------------------------------------------------------


def _above(canvas, board, square, x0, y0, size):
    """The square as the drilling plan has it, larger, with its measures in mm."""
    canvas.text(x0, y0, "From above (White's side is below)", 13, INK, bold=True)
    y0 += 16
    unit = size / board.pitch
    cx, cy = x0 + size / 2, y0 + size / 2
    canvas.rect(x0, y0, x0 + size, y0 + size, fill=None, outline=INK, width=1.4)
    canvas.circle(cx, cy, board.pitch * BASE_SHARE / 2 * unit, outline=FAINT, width=1.4)
    for one, other in (((cx - 9, cy), (cx + 9, cy)), ((cx, cy - 9), (cx, cy + 9))):
        canvas.line([one, other], SOFT, 1)
    middle = cx + reach.REED_OFFSET_MM * unit
    half = reach.REED_MM / 2 * unit
    canvas.wire([(middle - half, cy), (middle + half, cy)], STEEL, 2)
    canvas.rect(
        middle - GLASS_MM[0] / 2 * unit,
        cy - GLASS_MM[1] / 2 * unit,
        middle + GLASS_MM[0] / 2 * unit,
        cy + GLASS_MM[1] / 2 * unit,
        fill=GLASS,
        width=1.2,
        radius=4,
    )
    for end in (middle - half, middle + half):
        canvas.circle(end, cy, HOLE_MM / 2 * unit, fill=(255, 255, 255), width=1.2)
    lamp = lamp_offset(board.pitch) * unit
    if board.lamps:
        symbols.lamp(canvas, cx + lamp, cy - lamp, LAMP_HOLE_MM / 2 * unit)
        canvas.text(cx + lamp - LAMP_HOLE_MM * unit, cy - lamp, board.lamps[square].ref, 11, INK, "r")
    canvas.text(middle, cy - 16, board.switches[square].ref, 11, INK, "m")
    canvas.text(cx, y0 + size - 30, f"base of a piece, {board.pitch * BASE_SHARE:.0f} mm", 10, SOFT, "m")
    _measures(canvas, board, x0, y0, size, unit, middle)


def _measures(canvas, board, x0, y0, size, unit, middle):
    """The measures that matter, as arrows with figures."""
    cx, cy = x0 + size / 2, y0 + size / 2
    half, ink = reach.REED_MM / 2 * unit, (150, 60, 30)
    for row, left, right, name in (
        (cy + 26, middle - half, middle + half, f"{reach.REED_MM} mm from hole to hole"),
        (cy + 50, middle, cx, f"{-reach.REED_OFFSET_MM} mm left of the middle"),
    ):
        for x in (left, right):
            canvas.line([(x, cy + 9), (x, row + 4)], ink, 0.7)
        canvas.line([(left, row), (right, row)], ink, 1.2)
        canvas.line([(right, row), (x0 + size + 6, row)], ink, 0.5)
        canvas.text(x0 + size + 10, row, name, 10, ink)
    if board.lamps:
        off = lamp_offset(board.pitch)
        canvas.text(x0 + size + 10, cy - off * unit - 7, f"lamp: {off:.1f} mm right", 10, ink)
        canvas.text(x0 + size + 10, cy - off * unit + 7, f"and {off:.1f} mm up", 10, ink)
    canvas.line([(x0, y0 + size + 6), (x0 + size, y0 + size + 6)], ink, 1)
    canvas.text(x0 + size + 10, y0 + size - 4, f"{board.pitch} mm", 10, ink)


# -- from the side ---------------------------------------------------------------------------------------------------


def _side(canvas, board, x0, y0):
    """The layers, from the piece down to the wires; heights drawn 9 units a mm."""
    canvas.text(x0, y0, "From the side (a cut)", 13, INK, bold=True)
    up = 9
    y = y0 + 14
    magnet = board.magnet
    base = 26
    left, right, mid = x0, x0 + 200, x0 + 100
    canvas.rect(mid - 70, y, mid + 70, y + base, fill=WOOD, width=1.2)
    wide = magnet.diameter / 2 * 5
    canvas.rect(mid - wide, y + base - magnet.height * up, mid + wide, y + base, fill=STEEL, width=1.2)
    canvas.text(mid, y + base - magnet.height * up / 2, "N up", 10, (255, 255, 255), "m", bold=True)
    layers = (
        (1, FELT, "felt, 1 mm"),
        (3, TOP_INK, "top with the playing surface, 3 mm"),
        (4, (255, 255, 255), "gap, 4 mm, with switch and lamp"),
        (4, WOOD, "carrying board, 4 mm"),
    )
    top = y + base
    texts = [(y + 12, f"piece with a magnet {magnet.diameter:g} x {magnet.height:g} mm")]
    y = top
    for height, fill, name in layers:
        inner = 70 if fill == FELT else 100
        canvas.rect(mid - inner, y, mid + inner, y + height * up, fill=fill, width=1)
        texts.append((y + height * up / 2, name))
        y += height * up
    reed = top + reach.DEPTH_MM * up
    _reed_on_edge(canvas, mid + reach.REED_OFFSET_MM * 5, reed, y)
    if board.lamps:
        canvas.rect(right - 26, y - 4 * up - 8, right - 10, y - 4 * up, fill=(255, 236, 150), width=1)
    for at, name in texts:
        canvas.line([(right + 4, at), (right + 12, at)], SOFT, 0.8)
        canvas.text(right + 16, at, name, 10, INK)
    canvas.text(left, y + 12, "the leads go down through their holes, the wires are below", 10, SOFT)


def _reed_on_edge(canvas, middle, y, bottom):
    half = reach.REED_MM / 2 * 5
    canvas.line([(middle - half, bottom), (middle - half, y), (middle + half, y), (middle + half, bottom)], STEEL, 2)
    canvas.rect(middle - GLASS_MM[0] / 2 * 5, y - 7, middle + GLASS_MM[0] / 2 * 5, y + 7, fill=GLASS, width=1, radius=4)
    canvas.line([(middle - 22, y + 2), (middle + 4, y + 1)], INK, 1)
    canvas.line([(middle - 4, y - 2), (middle + 22, y - 1)], INK, 1)


# -- the circuit -----------------------------------------------------------------------------------------------------


def _circuit(canvas, board, square, x, y):
    canvas.text(x, y, "Its circuit", 13, INK, bold=True)
    if board.profile.scanner["driver"] == "matrix":
        _matrix_switch(canvas, board, square, x, y + 90)
    else:
        _chip_switch(canvas, board, square, x, y + 90)
    if square in board.lamps:
        part = board.lamps[square]
        (_chain_lamp if part.kind.name == "WS2812B" else _driven_lamp)(canvas, board, part, x, y + 300)


def _chip_switch(canvas, board, square, x, y):
    """Ground - switch - chip, with the pull-up where it is."""
    net = board.net
    part = board.switches[square]
    name = net.net_of(part.ref, "1")
    ref, pin = next((ref, pin) for ref, pin in net.nets[name] if ref.startswith("U"))
    chip = net.parts[ref]
    other = net.net_of(part.ref, "2")
    canvas.wire([(x + 20, y), (x + 102, y)])
    canvas.wire([(x + 136, y), (x + 400, y)], SWITCH_INK)
    symbols.rail(canvas, x + 20, y, other)
    symbols.switch(canvas, x + 104, y)
    canvas.text(x + 118, y + 16, f"{part.ref} reed switch", 11, INK, "m")
    canvas.text(x + 300, y + (16 if other == "GND" else -14), name, 11, SOFT, "m")
    symbols.chip(canvas, x + 400, y - 44, x + 520, y + 60)
    canvas.text(x + 400, y - 54, f"{ref}  {chip.kind.name}", 12, INK, bold=True)
    canvas.text(x + 406, y, f"{chip.kind.pins[pin].number} {pin}", 11, INK)
    network = next((part_ for part_ in net.of_kind("RN") if part_.near == ref), None)
    if network:
        element = next(pin_ for ref_, pin_ in net.nets[name] if ref_ == network.ref)
        symbols.pull(
            canvas, x + 210, y, net.net_of(network.ref, "common"), f"1/8 {network.ref} 10k (pin {network.kind.pins[element].number})", SWITCH_INK
        )
    elif pin in chip.kind.pulls:
        canvas.text(x + 406, y + 20, "pull-up inside (100k),", 10, SOFT)
        canvas.text(x + 406, y + 34, "the driver turns it on", 10, SOFT)
    else:
        _common(canvas, board, chip, x, y)


def _common(canvas, board, chip, x, y):
    """A multiplexer's common pin and its pull-up."""
    net = board.net
    data = net.net_of(chip.ref, "COM")
    pull, one, other, _ = next(link for link in net.links("R") if data in link[1:3])
    rail = one if other == data else other
    mcu = next(pin for ref, pin in net.nets[data] if ref == net.controller().ref)
    canvas.text(x + 514, y + 40, f"COM {chip.kind.pins['COM'].number}", 11, INK, "r")
    canvas.wire([(x + 520, y + 40), (x + 576, y + 40)])
    symbols.pull(canvas, x + 540, y + 40, rail, f"{pull.ref} {pull.value}")
    canvas.text(x + 576, y + (28 if rail == "GND" else 56), f"to {mcu}", 11, INK, "r")
    canvas.text(x + 520, y + 76, "S0 to S3 choose the switch that COM is joined to", 10, SOFT, "r")


def _matrix_switch(canvas, board, square, x, y):
    """Column - switch - diode - row."""
    net = board.net
    part = board.switches[square]
    column, between = net.net_of(part.ref, "1"), net.net_of(part.ref, "2")
    diode = next(ref for ref, pin in net.nets[between] if net.parts[ref].kind.name == "1N4148")
    row = net.net_of(diode, "K")
    pull, one, other, _ = next(link for link in net.links("R") if column in link[1:3])
    canvas.wire([(x + 60, y), (x + 202, y)], SWITCH_INK)
    symbols.pull(canvas, x + 110, y, one if other == column else other, f"{pull.ref} {pull.value} (one a column)", SWITCH_INK)
    symbols.switch(canvas, x + 204, y)
    canvas.wire([(x + 236, y), (x + 420, y)], INK)
    canvas.wire([(x + 320, y), (x + 420, y)], ROW_INK)
    symbols.diode(canvas, x + 300, y)
    canvas.text(x + 219, y + 18, f"{part.ref} reed switch", 11, INK, "m")
    canvas.text(x + 306, y - 18, f"{diode} 1N4148", 11, INK, "m")
    canvas.text(x + 326, y + 18, "stripe to the right", 10, SOFT, "m")
    for net_name, at, anchor in ((column, x + 54, "r"), (row, x + 426, "l")):
        mcu = next(pin for ref, pin in net.nets[net_name] if ref == net.controller().ref)
        canvas.text(at, y - 7, net_name, 11, INK, anchor)
        canvas.text(at, y + 8, f"to {mcu}", 11, SOFT, anchor)


def _chain_lamp(canvas, board, part, x, y):
    """A WS2812 with its neighbours in the chain and its capacitor."""
    net = board.net
    symbols.chip(canvas, x + 180, y - 40, x + 330, y + 40)
    canvas.text(x + 255, y - 12, part.ref, 13, INK, "m", bold=True)
    canvas.text(x + 255, y + 10, "WS2812B", 11, INK, "m")
    canvas.wire([(x + 60, y), (x + 180, y)], DATA_INK)
    canvas.wire([(x + 330, y), (x + 440, y)], DATA_INK)
    canvas.text(x + 186, y, f"{part.kind.pins['DIN'].number} DIN", 10, INK)
    canvas.text(x + 324, y, f"{part.kind.pins['DOUT'].number} DOUT", 10, INK, "r")
    before, after = _ends(net, part.ref, "DIN"), _ends(net, part.ref, "DOUT")
    canvas.text(x + 54, y, f"from {before}", 11, INK, "r")
    canvas.text(x + 446, y, f"to {after}" if after else "(the last one)", 11, INK)
    for way, pin, net_name in ((-1, "VDD", net.supply_net(part.ref)), (1, "VSS", "GND")):
        ink = INK if way > 0 else symbols.V5
        canvas.wire([(x + 255, y + way * 40), (x + 255, y + way * 62), (x + 566, y + way * 62)], ink)
        canvas.text(x + 249, y + way * 51, f"{part.kind.pins[pin].number} {pin}", 10, INK, "r")
        canvas.dot(x + 530, y + way * 62, 3, ink)
        symbols.rail(canvas, x + 566, y + way * 62, net_name)
    cap = next(other for other in net.of_kind("C") if other.near == part.ref)
    canvas.wire([(x + 530, y - 62), (x + 530, y + 62)])
    symbols.capacitor(canvas, x + 530, y)
    canvas.text(x + 546, y, f"{cap.ref}", 11, INK)
    canvas.text(x + 546, y + 15, cap.value, 11, INK)


def _ends(net, ref, pin):
    """Who else is on the net of a pin, as text."""
    name = net.net_of(ref, pin)
    return " and ".join(f"{other}" for other, _ in net.nets.get(name, ()) if other != ref)


def _driven_lamp(canvas, board, part, x, y):
    """A plain lamp between two outputs of its driver."""
    net = board.net
    anode, cathode = net.net_of(part.ref, "A"), net.net_of(part.ref, "K")
    ref, a_pin = next((ref, pin) for ref, pin in net.nets[anode] if ref.startswith("U"))
    k_pin = next(pin for ref_, pin in net.nets[cathode] if ref_ == ref)
    chip = net.parts[ref]
    symbols.chip(canvas, x + 40, y - 50, x + 170, y + 50)
    canvas.text(x + 40, y - 60, f"{ref}  {chip.kind.name}", 12, INK, bold=True)
    canvas.text(x + 164, y - 26, f"{a_pin} {chip.kind.pins[a_pin].number}", 11, INK, "r")
    canvas.text(x + 164, y + 26, f"{k_pin} {chip.kind.pins[k_pin].number}", 11, INK, "r")
    canvas.wire([(x + 170, y - 26), (x + 300, y - 26), (x + 300, y + 26), (x + 170, y + 26)], DATA_INK)
    canvas.polygon([(x + 292, y - 7), (x + 308, y - 7), (x + 300, y + 7)], fill=(255, 236, 150), width=1.4)
    canvas.line([(x + 292, y + 7), (x + 308, y + 7)], INK, 1.8)
    canvas.text(x + 316, y - 6, part.ref, 12, INK, bold=True)
    canvas.text(x + 316, y + 10, "long leg (anode) above", 10, SOFT)
    canvas.text(x + 40, y + 64, "Each of the two wires serves a whole row of lamps; no resistor: the driver limits the current.", 10, SOFT)
