"""Electrical checks on a net list. Each says what is wrong, by part and net, or the figures that make it right.

The checks take the net list as it is, not the profile that it was made from, so a wrong net list is found out however it
came about.
"""

from typing import NamedTuple

from host.hardware import levels, power, reach
from host.hardware.circuit import RISE_NS, capacitance_pf
from host.hardware.controllers import CONTROLLERS
from host.hardware.netlist import GROUND

ADDRESSES = range(0x08, 0x78)  # the I2C specification reserves the others
STRAPS = {"MCP23017": 0x20, "HT16K33": 0x70, "SSD1306": None}


class Check(NamedTuple):
    """One check: `name`, `title`, `faults` (texts, none if all is well) and `fact` (one line of figures)."""

    name: str
    title: str
    faults: list
    fact: str


def controller_of(net):
    """The `controllers.Controller` of a net list."""
    return CONTROLLERS["pico" if net.controller().kind.name == "PICO" else "pi"]


def joined(net):
    """Every pin that has to be joined is, and no net has one pin only."""
    faults = [f"net {name} has only {ref} {pin}" for name, members in net.nets.items() if len(members) == 1 for ref, pin in members]
    for part in net.parts.values():
        for name, pin in part.kind.pins.items():
            needed = pin.kind in ("in", "bus", "supply", "ground") or (pin.kind == "passive" and part.kind.name != "RN")
            if needed and net.net_of(part.ref, name) is None and name not in part.kind.pulls:
                faults.append(f"{part.ref} {name} is joined to nothing")
    return faults, f"{len(net.parts)} parts, {len(net.nets)} nets"


def supplies(net):
    """Every part gets a voltage that it is made for, and its ground is ground."""
    faults, rails = [], net.rails()
    for part in net.parts.values():
        for name, pin in part.kind.pins.items():
            where = net.net_of(part.ref, name)
            if pin.kind == "ground" and where not in (None, GROUND):
                faults.append(f"{part.ref} {name} is on {where}, not on {GROUND}")
            if pin.kind == "supply" and where is not None:
                volts = rails.get(where)
                low, high = part.kind.volts
                if volts is None or not low <= volts <= high:
                    got = "no power" if volts is None else f"{volts:g} V"
                    faults.append(f"{part.ref} ({part.kind.name}) gets {got} from {where}; it takes {low:g} to {high:g} V")
    return faults, ", ".join(f"{name} {volts:g} V" for name, volts in rails.items() if name != GROUND)


def functions(net):
    """Every pin of the controller can be what it is used as, and is used once."""
    faults, controller, users = [], controller_of(net), {}
    for pin, (gpio, function, _, what) in net.controller().uses.items():
        if pin != controller.pin_name(gpio):
            faults.append(f"GPIO {gpio} is not pin {pin}")
        if not controller.can(gpio, function):
            can = ", ".join(sorted(controller.functions.get(gpio, ()))) or "a plain pin"
            faults.append(f"{controller.pin_name(gpio)} can't be {function} ({what}); it can be {can}")
        if function == "PWM":
            users.setdefault(next((word for word in controller.functions.get(gpio, ()) if word.startswith("PWM")), None), []).append(pin)
    faults += [f"{' and '.join(pins)} share {name}" for name, pins in users.items() if len(pins) > 1]
    return faults, f"{len(net.controller().uses)} GPIOs"


def strapped(net, part):
    """The I2C address that a part's address pins give it, or None where it has none."""
    base = STRAPS[part.kind.name]
    if part.kind.name == "MCP23017":
        return base + sum(1 << bit for bit in range(3) if net.net_of(part.ref, f"A{bit}") == "+3V3")
    if part.kind.name == "HT16K33":
        common = net.net_of(part.ref, "C0")
        behind = {other for part_, one, other, _ in net.links("R") if common == other for other in (one,)}
        starts = {one for part_, one, other, _ in net.links("D") if part_.kind.name == "1N4148" and other in behind}
        return base + sum(1 << bit for bit in range(3) if net.net_of(part.ref, f"A{2 - bit}") in starts)
    return base


def addresses(net):
    """I2C addresses are allowed, are what the address pins say, and are there once a bus."""
    faults, homes = [], {}
    for ref, address in net.address.items():
        part = net.parts[ref]
        bus = levels.bus_of(net, net.net_of(ref, "SDA"))
        if address not in ADDRESSES:
            faults.append(f"{ref} has address 0x{address:02x}, which I2C reserves")
        told = strapped(net, part)
        if told is not None and told != address:
            faults.append(f"{ref} is called by 0x{address:02x}, but its address pins say 0x{told:02x}")
        other = homes.setdefault((bus, address), ref)
        if other != ref:
            faults.append(f"{other} and {ref} both have address 0x{address:02x} on {bus}")
        if bus != "no bus" and levels.bus_of(net, net.net_of(ref, "SCL")).rpartition("_")[0] != bus.rpartition("_")[0]:
            faults.append(f"{ref}: SDA and SCL are on different buses")
        if bus == "no bus":
            faults.append(f"{ref}: its SDA does not reach the controller")
    return faults, f"{len(net.address)} chips on I2C" if net.address else "no I2C"


def bus_pulls(net, pitch_mm, squares):
    """The pull-ups of every I2C line are strong enough for its speed and not stronger than 3 mA."""
    faults, facts, asked = [], [], levels.Levels(net)
    for name in [name for name in net.nets if levels.is_bus_line(net, name)]:
        strength, volts = levels.bus_pull(asked, name)
        if volts is None:
            faults.append(f"{name} has no pull-up")
            continue
        ns = 0.8473 * capacitance_pf(net, name, pitch_mm * squares) / strength / 1000
        ma = (volts - 0.4) * strength * 1000
        if ns > RISE_NS[400000]:
            faults.append(f"{name} rises in {ns:.0f} ns, more than {RISE_NS[400000]}: its pull-up is too weak")
        if ma > 3:
            faults.append(f"{name} has {ma:.1f} mA to pull down, more than 3: its pull-up is too strong")
        facts.append(f"{name} {1 / strength / 1000:.1f} kΩ, {ns:.0f} ns")
    return faults, "; ".join(facts) or "no I2C"


def bypasses(net):
    """Every chip has a capacitor of 100 nF beside it, from its supply to ground."""
    faults, near = [], {}
    for part, one, other, _ in net.links("C"):
        if part.near:
            near.setdefault(part.near, []).append((part, {one, other}))
    chips = [part for part in net.parts.values() if part.kind.chip]
    for chip in chips:
        wanted = {net.supply_net(chip.ref), GROUND}
        if not any(cap.kind.name == "C" and cap.amount >= 90e-9 and nets == wanted for cap, nets in near.get(chip.ref, ())):
            faults.append(f"{chip.ref} ({chip.kind.name}) has no capacitor of 100 nF between its supply and ground")
    return faults, f"{len(chips)} chips and lamps"


def lamp_line(net):
    """A chain of WS2812 has a resistor of 100 to 1000 Ω before its first lamp and a large capacitor on its supply."""
    lamps = net.of_kind("WS2812B")
    if not lamps:
        return [], "no WS2812"
    faults = []
    fed = {net.net_of(lamp.ref, "DOUT") for lamp in lamps}
    for lamp in lamps:
        line = net.net_of(lamp.ref, "DIN")
        if line not in fed and line is not None:
            ends = [part for part, one, other, _ in net.links("R") if line in (one, other) and 100 <= power.ohms(part) <= 1000]
            if not ends:
                faults.append(f"{lamp.ref}: no resistor of 100 to 1000 Ω before the first lamp")
    supply = {net.supply_net(lamp.ref) for lamp in lamps}
    bulk = [part for part, one, other, _ in net.links("C") if part.amount >= 390e-6 and {one, other} & supply and GROUND in (one, other)]
    if not bulk:
        faults.append("no capacitor of 470 µF or more between the lamps' supply and ground")
    return faults, f"{len(lamps)} lamps, {bulk[0].value} at their supply" if bulk else ""


def diodes(net):
    """In a matrix every switch has a diode of its own, all the same way round: without it three closed corners show a ghost fourth."""
    faults, count = [], 0
    paths = {}
    for part, one, other, _ in net.links("D"):
        if part.kind.name == "1N4148" and part.square:
            paths.setdefault(one, []).append(other)
    outputs = {net.net_of(net.controller().ref, pin) for pin, use in net.controller().uses.items() if use[2] == "od"}
    for part, one, other, _ in net.links("switch"):
        if part.kind.name != "REED" or {one, other} & set(net.rails()):
            continue
        count += 1
        ends = paths.get(one, []) + paths.get(other, [])
        if len(ends) != 1 or ends[0] not in outputs:
            faults.append(f"{part.ref} ({part.square}) has no diode towards its row")
    return faults, f"{count} switches with a diode each" if count else "no matrix"


def currents(net):
    """No more is drawn than the supplies give, and no pin of the controller carries more than it may."""
    faults, controller, draws = [], controller_of(net), power.budget(net)
    low = sum(draw.ma for draw in draws if draw.rail == "+3V3")
    rail = sum(draw.ma for draw in draws if draw.rail == "+5V")
    own = sum(draw.ma for draw in draws if draw.rail == "VSYS")
    facts = [f"3.3 V: {low:.0f} of {controller.rail_3v3} mA"]
    if low > controller.rail_3v3:
        faults.append(f"3.3 V: {low:.0f} mA are more than the {controller.rail_3v3} mA that the controller gives")
    if net.supply_ma:
        whole = rail + own
        facts.append(f"5 V from its own supply: {whole:.0f} of {net.supply_ma} mA")
        if whole > net.supply_ma:
            faults.append(f"5 V: {whole:.0f} mA are more than the supply's {net.supply_ma} mA")
    elif rail + own:
        facts.append(f"5 V from {'USB' if controller.own else 'the header'}: {rail + own:.0f} of {controller.usb} mA")
        if rail + own > controller.usb:
            faults.append(f"5 V: {rail + own:.0f} mA are more than {controller.usb} mA")
    lamps = len(net.of_kind("WS2812B"))
    if lamps and net.demand_ma <= lamps:
        faults.append(f"lamps: {lamps} WS2812 draw {lamps} mA when dark, the limit is {net.demand_ma:.0f} mA: they would stay dark")
    faults += _fuses(net, rail)
    more, worst = _pins(net, controller)
    return faults + more, "; ".join([*facts, f"strongest pin {worst:.1f} of {controller.pin} mA"])


def _fuses(net, rail):
    faults = []
    for part in net.of_kind("FUSE"):
        hold = 1000 * part.amount
        if hold < rail:
            faults.append(f"{part.ref} holds {hold:.0f} mA, {rail:.0f} mA flow through it")
        if net.supply_ma and hold > net.supply_ma:
            faults.append(f"{part.ref} holds {hold:.0f} mA, more than the supply gives: it never trips")
    if rail and not net.of_kind("FUSE"):
        faults.append("no fuse before the 5 V of the lamps")
    return faults


def _pins(net, controller):
    """Faults, and the most that one output of the controller carries, in mA."""
    faults, carried, asked = [], {}, levels.Levels(net)
    mcu = net.controller()
    for pin, (_, _, way, _) in mcu.uses.items():
        name = net.net_of(mcu.ref, pin)
        if way in ("out", "od") and name:
            carried[pin] = levels.load_ma(asked, name)
    for pin, ma in carried.items():
        if ma > controller.pin:
            faults.append(f"{pin} carries {ma:.1f} mA, more than {controller.pin}")
    if sum(carried.values()) > controller.pins:
        faults.append(f"all pins together carry {sum(carried.values()):.0f} mA, more than {controller.pins}")
    return faults, max(carried.values(), default=0)


def magnets(pitch_mm):
    """A piece closes the switch of its own square, even up to 6 mm off the middle, and no neighbour's."""
    magnet = reach.magnet_for(pitch_mm)
    own, other = reach.weakest_mt(magnet), reach.neighbour_mt(magnet, pitch_mm)
    faults = []
    if own < reach.CLOSES_MT:
        faults.append(f"own square: {own:.2f} mT, {reach.CLOSES_MT} mT are needed")
    if other > reach.STAYS_OPEN_MT:
        faults.append(f"a neighbour feels {other:.2f} mT, more than {reach.STAYS_OPEN_MT} mT")
    return faults, f"{magnet.diameter:g} x {magnet.height:g} mm: own square at least {own:.1f} mT, a neighbour at most {other:.2f} mT"


# (name, title, function of the net list, the pitch in mm and how many squares the longest bus runs along)
CHECKS = (
    ("joined", "every pin is joined", lambda net, pitch, squares: joined(net)),
    ("supply", "every part gets its voltage", lambda net, pitch, squares: supplies(net)),
    ("defined", "every input has a defined level", lambda net, pitch, squares: levels.defined(net)),
    ("drives", "no output drives another", lambda net, pitch, squares: levels.fights(net)),
    ("levels", "every level is understood and stood", lambda net, pitch, squares: levels.understood(net)),
    ("functions", "pin functions exist", lambda net, pitch, squares: functions(net)),
    ("addresses", "I2C addresses are unique", lambda net, pitch, squares: addresses(net)),
    ("pullups", "I2C pull-ups fit the speed", bus_pulls),
    ("bypass", "a capacitor beside every chip", lambda net, pitch, squares: bypasses(net)),
    ("lamps", "lamps: series resistor, large capacitor", lambda net, pitch, squares: lamp_line(net)),
    ("diodes", "matrix: a diode a switch", lambda net, pitch, squares: diodes(net)),
    ("current", "current within limits", lambda net, pitch, squares: currents(net)),
    ("magnets", "magnets reach their own square only", lambda net, pitch, squares: magnets(pitch)),
)


def run(net, pitch_mm, squares=16, names=None):
    """The checks on a net list (only those called `names`, if given) as a list of `Check`."""
    wanted = [check for check in CHECKS if names is None or check[0] in names]
    return [Check(name, title, *function(net, pitch_mm, squares)) for name, title, function in wanted]
