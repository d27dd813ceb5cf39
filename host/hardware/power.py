"""Where the 5 V come from, and how much is drawn."""

from typing import NamedTuple

from host.hardware.controllers import CONTROLLERS
from host.hardware.netlist import GROUND

REGULATOR = 0.85  # what is left behind a Pico's regulator, of what goes in
SUPPLIES_MA = (2000, 3000, 5000, 8000, 10000)
FUSES = ((500, "500 mA"), (750, "750 mA"), (1100, "1.1 A"), (1600, "1.6 A"), (2500, "2.5 A"), (3000, "3 A"), (5000, "5 A"), (7000, "7 A"))
MARGIN = 1.25


class Draw(NamedTuple):
    """One line of a current budget: what draws, from which rail, how many mA at most."""

    what: str
    rail: str
    ma: float


def make(maker):
    """5 V for the lamps: from USB where that is enough, else from a socket of its own, and then for a Pico as well."""
    net = maker.net
    if "+5V" not in net.nets:
        return  # USB feeds the controller, and nothing else wants 5 V
    total = sum(draw.ma for draw in budget(net) if draw.rail != "+3V3")
    if total <= maker.controller.usb:
        source, bulk = "VBUS", "470 µF"
        net.join(source, maker.mcu, "VBUS" if maker.profile.mcu == "pico" else "5V")
    else:
        source, bulk = "5V_IN", "1000 µF"
        jack = net.add("JACK")
        net.join(source, jack, "+")
        net.join(GROUND, jack, "-")
        net.supply_ma = next((ma for ma in SUPPLIES_MA if ma >= MARGIN * total), SUPPLIES_MA[-1])
        net.parts[jack].value = f"5 V, {net.supply_ma / 1000:g} A"
        if maker.profile.mcu == "pico":
            diode = net.add("1N5817")
            net.join("+5V", diode, "A")
            net.join("VSYS", diode, "K")
            net.join("VSYS", maker.mcu, "VSYS")
    rail = sum(draw.ma for draw in budget(net) if draw.rail == "+5V")
    net.two("FUSE", next((text for ma, text in FUSES if ma >= MARGIN * rail), FUSES[-1][1]), source, "+5V")
    net.two("CE", bulk, "+5V", GROUND)


def budget(net):
    """The board's current budget: a list of `Draw`s; what the 3.3 V take is on the list a second time, as it reaches the 5 V."""
    controller = CONTROLLERS["pico" if net.controller().kind.name == "PICO" else "pi"]
    draws = []
    counts = {}
    for part in net.parts.values():
        if part.kind.ma:
            key = (part.kind.name, net.supply_net(part.ref))
            counts[key] = counts.get(key, 0) + 1
    for (name, rail), count in counts.items():
        ma = next(part.kind.ma for part in net.parts.values() if part.kind.name == name)
        draws.append(Draw(f"{count} x {name}", rail, count * ma))
    draws.append(Draw("pull-ups, all switches closed", "+3V3", pull_ma(net, "+3V3")))
    if pull_ma(net, "+5V"):
        draws.append(Draw("pull-ups at 5 V", "+5V", pull_ma(net, "+5V")))
    if net.demand_ma:
        draws.append(Draw("lamps, at their driver's limit", "+5V", net.demand_ma))
    if controller.own:
        draws.append(Draw("the Pico itself", "VSYS", controller.own))
        total = sum(draw.ma for draw in draws if draw.rail == "+3V3")
        draws.append(Draw("all of the 3.3 V, through its regulator", "VSYS", total * 3.3 / 5 / REGULATOR))
    return draws


def pull_ma(net, rail):
    """What all resistors from `rail` carry when their other ends are at 0 V, in mA; those inside expanders too."""
    volts = {"+3V3": 3.3, "+5V": 5.0}[rail]
    total = sum(volts / ohms(part) for part, one, other, _ in net.links("R") if rail in (one, other) and GROUND not in (one, other))
    for part in net.parts.values():
        if part.kind.pulls and net.supply_net(part.ref) == rail:
            total += sum(volts / value for pin, value in part.kind.pulls.items() if net.net_of(part.ref, pin))
    return 1000 * total


def ohms(part):
    """Resistance of a resistor, or of one of the eight in a network."""
    return part.amount if part.kind.name == "R" else 10e3
