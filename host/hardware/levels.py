"""The part of the electrical checks that is about levels: who drives a net, what pulls it, and who reads it.

Resistors up to 1 kΩ between a driver and a reader count as wire; larger ones pull.
"""

from host.hardware.netlist import GROUND
from host.hardware.power import ohms

WIRE_OHMS = 1000
DIODE_V = 0.7
LOW_SHARE = 0.2424  # what a Pico still reads as 0: 0.8 V of 3.3 V (RP2040 data sheet); the other chips stand more


class Levels:
    """What the checks ask about the nets of one net list, collected once."""

    def __init__(self, net):
        self.net, self.rails = net, net.rails()
        self.drivers = {name: [] for name in net.nets}  # pins that push and pull
        self.sinks = {name: [] for name in net.nets}  # pins that only pull low
        self.readers = {name: [] for name in net.nets}
        self.pulls = {name: [] for name in net.nets}  # (rail, ohms)
        self.wires = {name: {name} for name in net.nets}  # nets joined through small resistors
        for name, members in net.nets.items():
            for ref, pin in members:
                self._sort(name, ref, pin)
        for part, one, other, _ in net.links("R"):
            self._resistor(one, other, ohms(part))
        self._spread()

    def _sort(self, name, ref, pin):
        part = self.net.parts[ref]
        kind = part.kind.pins[pin].kind
        if kind == "gpio":
            way = part.uses[pin][2] if pin in part.uses else "in"
            kind = {"out": "out", "od": "od", "in": "in", "bus": "bus"}[way]
        if pin in part.kind.pulls:
            self.pulls[name].append((self.net.supply_net(ref), part.kind.pulls[pin]))
        if kind == "out" or (kind == "tri" and self._enabled(ref, pin)):
            self.drivers[name].append((ref, pin))
        if kind in ("od", "bus"):
            self.sinks[name].append((ref, pin))
        if kind in ("in", "bus") or (kind == "free" and pin in part.kind.pulls):
            self.readers[name].append((ref, pin))

    def _enabled(self, ref, pin):
        """Whether a gate's output ("1Y") is switched on: its enable ("/1OE") is not held high."""
        return self.net.net_of(ref, f"/{pin[0]}OE") in (None, GROUND)

    def _resistor(self, one, other, value):
        for near, far in ((one, other), (other, one)):
            if far in self.rails:
                self.pulls[near].append((far, value))
            elif near not in self.rails and value <= WIRE_OHMS:
                self.wires[near].add(far)

    def _spread(self):
        for _ in range(3):
            for name in self.wires:
                self.wires[name] = set().union(*(self.wires[other] for other in self.wires[name]))

    def driven(self, name):
        """The pins that drive a net, also through small resistors."""
        return [driver for near in self.wires[name] for driver in self.drivers[near]]

    def pulled(self, name):
        """[(rail, ohms)] of what pulls a net."""
        return [pull for near in self.wires[name] for pull in self.pulls[near]]

    def high(self, ref):
        """The level that an output of part `ref` has when it is high, in volts."""
        return self.rails.get(self.net.supply_net(ref), 0)


def defined(net):
    """Every input has a level while the firmware runs: it is on a rail, driven, or pulled to where its switch does not pull it."""
    faults, asked, count = [], Levels(net), 0
    for name in net.nets:
        if name in asked.rails or not asked.readers[name] and not asked.sinks[name]:
            continue
        count += len(asked.readers[name])
        who = ", ".join(f"{ref} {pin}" for ref, pin in asked.readers[name] or asked.sinks[name])
        pulls = {rail for rail, _ in asked.pulled(name)}
        if not asked.driven(name) and not pulls and asked.readers[name]:
            faults.append(f"{name}: nothing gives {who} a level")
        if len(pulls) > 1 and not asked.driven(name):
            faults.append(f"{name}: {who} is pulled to {' and to '.join(sorted(pulls))}")
        if asked.sinks[name] and not asked.driven(name) and not any(asked.rails.get(rail) for rail in pulls) and asked.readers[name]:
            faults.append(f"{name}: {who} is only ever pulled low")
        for rail in pulls & switched_to(net, name):
            faults.append(f"{name}: its switch and its resistor both go to {rail}")
    return faults + _commons(net, asked), f"{count} inputs"


def _commons(net, asked):
    """A multiplexer's common pin hands on a level that has to come from somewhere."""
    faults = []
    for part in net.of_kind("CD74HC4067"):
        name = net.net_of(part.ref, "COM")
        if name and not asked.pulled(name):
            faults.append(f"{name}: {part.ref} COM floats while the switch of its channel is open")
    return faults


def switched_to(net, name):
    """The rails to which switches join a net, also through a multiplexer."""
    channels = {name}
    for ref, pin in net.nets[name]:
        if net.parts[ref].kind.name == "CD74HC4067" and pin == "COM":
            channels |= {net.net_of(ref, f"I{channel}") for channel in range(16)} - {None}
    rails = set()
    for _, one, other, _ in net.links("switch"):
        if one in channels or other in channels:
            rails |= {one, other} - channels
    return rails & set(net.rails())


def fights(net):
    """No two outputs on one net, none on a rail, and none that a closed switch joins to a rail or to another output."""
    faults, asked = [], Levels(net)
    for name in net.nets:
        drivers = asked.drivers[name]
        who = [f"{ref} {pin}" for ref, pin in drivers]
        if len(drivers) > 1:
            faults.append(f"{name}: {' and '.join(who)} drive each other")
        if drivers and name in asked.rails:
            faults.append(f"{name}: {who[0]} is an output on a rail")
        if drivers and asked.sinks[name]:
            ref, pin = asked.sinks[name][0]
            faults.append(f"{name}: {who[0]} drives what {ref} {pin} pulls low")
    for part, one, other, _ in net.links("switch"):
        for near, far in ((one, other), (other, one)):
            if asked.drivers[near] and (far in asked.rails or asked.drivers[far]):
                faults.append(f"{part.ref} closed: {near} is an output and gets joined to {far}")
    outputs = sum(len(drivers) for drivers in asked.drivers.values())
    return sorted(set(faults)), f"{outputs} outputs"


def understood(net):
    """A 1 is high enough for whoever reads it, no pin gets more than it stands, and a 0 through a diode is still a 0."""
    faults, asked, tightest = [], Levels(net), None
    for name in net.nets:
        for ref, pin in asked.readers[name]:
            highs = [asked.high(driver) for driver, _ in asked.driven(name)] or [
                asked.rails[rail] for rail, _ in asked.pulled(name) if asked.rails.get(rail)
            ]
            if name in asked.rails or not highs:
                continue
            needs, stands = wants(asked, ref)
            if min(highs) < needs:
                faults.append(f"{name}: {ref} {pin} takes {needs:.2f} V and more for a 1, it gets {min(highs):.2f} V: lift the level")
            if max(highs) > stands:
                faults.append(f"{name}: {ref} {pin} stands {stands:.2f} V, it gets {max(highs):.2f} V")
            if tightest is None or min(highs) - needs < tightest[0]:
                tightest = (min(highs) - needs, f"{ref} {pin}")
    faults += _lows(net, asked)
    return faults, f"least margin {tightest[0]:.2f} V, at {tightest[1]}" if tightest else ""


def wants(asked, ref):
    """Volts that an input of part `ref` takes for a 1, and volts that it stands."""
    kind, supply = asked.net.parts[ref].kind, asked.high(ref)
    return (kind.high * supply if kind.high < 1 else kind.high), (kind.stands or supply + 0.3)


def _lows(net, asked):
    """Columns of a matrix are pulled low through a diode: what is left has to be a 0."""
    faults = []
    rows = {one: other for part, one, other, _ in net.links("D") if part.kind.name == "1N4148" and part.square}
    for part, one, other, _ in net.links("switch"):
        column = one if other in rows else other if one in rows else None
        if column and asked.readers[column] and DIODE_V > LOW_SHARE * asked.high(asked.readers[column][0][0]):
            faults.append(f"{part.ref}: {DIODE_V} V are left of a 0 on {column}")
    return faults


def load_ma(asked, name):
    """What an output on net `name` has to carry at most, in mA: all pulls, and what small resistors let through (`asked`: `Levels`)."""
    net = asked.net
    total = sum(3.3 / value for near in asked.wires[name] for rail, value in asked.pulls[near])
    for _, one, other, _ in net.links("D"):
        if other == name:
            # A row of a matrix: all its columns at once.
            total += sum(3.3 / value for _, a, b, _ in net.links("switch") if one in (a, b) for _, value in asked.pulled(b if a == one else a))
    for part, one, other, _ in net.links("R"):
        if name in (one, other) and any(net.parts[ref].kind.name == "PIEZO" for ref, _ in net.nets[other if one == name else one]):
            total += 3.3 / ohms(part)
    return 1000 * total


def is_bus_line(net, name):
    """Whether a net is a line of an I2C bus."""
    return any(net.parts[ref].kind.pins[pin].kind == "bus" for ref, pin in net.nets[name])


def bus_of(net, name):
    """The controller's net that belongs to an I2C line, also through a shifter; "no bus" when none does."""
    seen, edge = set(), {name}
    shifters = [(one, other) for _, one, other, _ in net.links("fet")]
    while edge:
        near = edge.pop()
        seen.add(near)
        edge |= {other for pair in shifters if near in pair for other in pair} - seen
    mcu = net.controller()
    return next((line for pin in mcu.uses for line in [net.net_of(mcu.ref, pin)] if line in seen), "no bus")


def bus_pull(asked, name):
    """How an I2C line is pulled up: (siemens, volts), (0, None) if it is not (`asked`: `Levels`)."""
    ups = [(asked.rails[rail], value) for rail, value in asked.pulls[name] if asked.rails.get(rail)]
    return sum(1 / value for _, value in ups), max((volts for volts, _ in ups), default=None)
