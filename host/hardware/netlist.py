"""A net list: parts, and which of their pins are joined."""

from host.hardware.catalogue import KINDS, amount

GROUND = "GND"
RAILS = {GROUND: 0.0, "+3V3": 3.3, "+5V": 5.0, "VBUS": 5.0, "5V_IN": 5.0}

# A net behind a diode has a voltage of its own: what an ordinary silicon diode and a Schottky diode drop.
DROPS = {"1N4148": 0.7, "1N4001": 0.7, "1N5817": 0.3}


class Part:
    """One part: `ref` ("U1"), `kind` (`catalogue.Kind`), `value` ("10 kΩ", or the kind's name), `near` (the reference of the
    chip beside which it sits), `square` it lies under ("a1", or ""), `uses` {pin name: (GPIO, function, "in" | "out" | "od"
    | "bus", what for)} of a controller."""

    def __init__(self, ref, kind, value="", near="", square=""):
        self.ref, self.kind, self.value, self.near, self.square = ref, kind, value or kind.name, near, square
        self.uses = {}

    @property
    def amount(self):
        """Ohms, farads or amperes, from the value."""
        return amount(self.value)


class Netlist:
    """`parts` {reference: Part} and `nets` {name: [(reference, pin name)]}, both in the order in which they were made.

    `address` {reference: I2C address that the firmware calls it by}; `demand_ma`: what the lamps draw at most, as their
    driver promises it; `supply_ma`: what the supply on the socket gives, 0 if there is none.
    """

    def __init__(self):
        self.parts, self.nets = {}, {}
        self.address = {}
        self.demand_ma = self.supply_ma = 0
        self._pins = {}
        self._counts = {}

    def add(self, kind, value="", number=None, **more):
        """Add a part of `kind` (a `Kind` or its name) and return its reference; `number` None: the next free one."""
        kind = KINDS[kind] if isinstance(kind, str) else kind
        last = self._counts.get(kind.prefix, 0)
        number = last + 1 if number is None else number
        self._counts[kind.prefix] = max(last, number)
        part = Part(kind.prefix + str(number), kind, value, **more)
        if part.ref in self.parts:
            raise ValueError(f"two parts are called {part.ref}")
        self.parts[part.ref] = part
        return part.ref

    def join(self, net, ref, *pins):
        """Join the pins named of part `ref` to `net`; a pin is on one net only."""
        for pin in pins:
            if pin not in self.parts[ref].kind.pins:
                raise ValueError(f"{ref} has no pin {pin}")
            if self._pins.setdefault((ref, pin), net) != net:
                raise ValueError(f"{ref} {pin} is on {self._pins[ref, pin]} and on {net}")
            members = self.nets.setdefault(net, [])
            if (ref, pin) not in members:
                members.append((ref, pin))

    def cut(self, ref, pin):
        """Take a pin off its net."""
        net = self._pins.pop((ref, pin))
        self.nets[net].remove((ref, pin))

    def net_of(self, ref, pin):
        """Name of the net on which a pin is, or None."""
        return self._pins.get((ref, pin))

    def two(self, kind, value, one, other, **more):
        """Add a part with two ends, first pin on net `one`, second on net `other`; its reference."""
        ref = self.add(kind, value, **more)
        first, second = self.parts[ref].kind.pins
        self.join(one, ref, first)
        self.join(other, ref, second)
        return ref

    def remove(self, ref):
        """Take a part out."""
        for pin in self.parts.pop(ref).kind.pins:
            if (ref, pin) in self._pins:
                self.cut(ref, pin)

    def of_kind(self, *names):
        """The parts whose kind has one of these names."""
        return [part for part in self.parts.values() if part.kind.name in names]

    def controller(self):
        """The part that is the controller."""
        return self.of_kind("PICO", "PI")[0]

    def links(self, *kinds):
        """Yield `(part, net, net, kind)` for everything of these kinds ("R", "D", ...) that joins two nets through a part."""
        for part in self.parts.values():
            for one, other, kind in part.kind.links:
                if kind in kinds and (part.ref, one) in self._pins and (part.ref, other) in self._pins:
                    yield part, self._pins[part.ref, one], self._pins[part.ref, other], kind

    def rails(self):
        """{net: volts} of all nets that carry power, also those behind a diode."""
        rails = {net: volts for net, volts in RAILS.items() if net in self.nets}
        for part, one, other, _ in self.links("D"):
            if part.kind.name in DROPS and rails.get(one, 0) > 0 and other not in rails and self.takes_power(other):
                rails[other] = rails[one] - DROPS[part.kind.name]
        return rails

    def takes_power(self, net):
        """Whether a pin on `net` takes its part's power from it."""
        return any(self.parts[ref].kind.pins[pin].kind == "supply" or pin == "VSYS" for ref, pin in self.nets[net])

    def supply_net(self, ref):
        """The net from which a part takes its power, or None; a controller's pins have the level of its own 3.3 V."""
        part = self.parts[ref]
        if part is self.controller():
            return self.net_of(ref, "3V3")
        return next((self.net_of(ref, name) for name, pin in part.kind.pins.items() if pin.kind == "supply"), None)
