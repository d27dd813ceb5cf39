"""What is wrong with a board, from what was seen in an examination: pure functions, observations in, findings out."""

from typing import NamedTuple

from board_drivers.profile import NONE

LAMP_MS = 80  # a flip so soon after the lamps changed may come from them
LONG_MS = 40  # a contact that takes longer to settle chatters
RESTLESS = 2  # flips with nobody near


class Finding(NamedTuple):
    """One thing that is wrong. kind: a word for programs; squares: names; text: what was seen; advice: what to do."""

    kind: str
    squares: tuple
    text: str
    advice: str


class Put(NamedTuple):
    """What came of putting a piece on `square`: bits that stayed closed, flips of the expected bit and ms until they ended, whether bits
    stayed closed when it left.

    `tries`: how often it was put there; `bad`: how often that chattered.
    """

    square: str
    closed: frozenset
    flips: int = 0
    settle_ms: int = 0
    tries: int = 1
    bad: int = 0
    kept: frozenset = frozenset()


def at_rest(contacts, quiet, flashing):
    """Findings from two spells with nobody near: `quiet` with steady lamps, `flashing` with changing ones; both (first flip number, end)."""
    before, during = _counts(contacts, quiet), _counts(contacts, flashing)
    restless = sorted(bit for bit in before if before[bit] >= RESTLESS)
    found = []
    if restless:
        found.append(
            Finding(
                "restless",
                _squares(contacts, restless),
                f"{_listed(contacts, restless)}: changed with nobody near ({', '.join(str(before[bit]) + ' times' for bit in restless[:4])})",
                "a missing pull-up, a loose wire, or a piece that stands at the edge of the switch's field: take the piece away and look again",
            )
        )
    shaken = sorted(bit for bit in during if bit not in restless and _with_lamps(contacts, bit, flashing) >= RESTLESS)
    if shaken:
        found.append(
            Finding(
                "lamps",
                _squares(contacts, shaken),
                f"{_listed(contacts, shaken)}: changed when the lamps did, and only then",
                "the lamps' current disturbs the switches: a thicker ground wire, a capacitor of 1000 uF at the lamps' supply, "
                "their wires away from the switches'",
            )
        )
    return found


def _counts(contacts, spell):
    found = {}
    for _, bit, _ in contacts.flips[spell[0] : spell[1]]:
        found[bit] = found.get(bit, 0) + 1
    return found


def _with_lamps(contacts, bit, spell):
    """How many flips of `bit` in the spell came right behind a change of the lamps."""
    times = [ms for ms, other, _ in contacts.flips[spell[0] : spell[1]] if other == bit]
    return sum(any(0 <= ms - lamp <= LAMP_MS for lamp in contacts.lamps) for ms in times)


def on_empty_board(contacts, closed):
    """Findings from a board that should be empty but on which the bits in `closed` read closed."""
    profile = contacts.profile
    found = []
    left = set(closed)
    for chip in range(profile.bits // profile.chip_bits):
        bits = _bits_of(profile, chip)
        if len(bits) > 2 and bits <= left:
            left -= bits
            found.append(
                Finding(
                    "closed-chip",
                    _squares(contacts, sorted(bits)),
                    f"all switches of {unit(profile, chip)} read closed on an empty board",
                    "its output or its data wire is stuck at one level, or the chip has no power",
                )
            )
    if left:
        found.append(
            Finding(
                "stuck",
                _squares(contacts, sorted(left)),
                f"{_listed(contacts, sorted(left))}: closed on an empty board",
                "a welded switch, a short between its wires, or a magnet left behind (look below the board): knock on it, then replace it",
            )
        )
    return found


def _bits_of(profile, chip):
    """The used bits of a chip (of a matrix: of a row)."""
    return {bit for bit in range(chip * profile.chip_bits, (chip + 1) * profile.chip_bits) if profile.bit_cells[bit] != NONE}


def unit(profile, chip):
    """What chip number `chip` of the scanner is called: "row 3", "chip 2"."""
    return f"row {chip + 1} of the matrix" if profile.scanner["driver"] == "matrix" else f"chip {chip + 1}"


def silent_chips(contacts, chips):
    """Findings for the chips that do not answer, by their numbers."""
    profile = contacts.profile
    if not chips:
        return []
    squares = sorted(bit for chip in chips for bit in _bits_of(profile, chip))
    names = ", ".join(unit(profile, chip) for chip in chips)
    if profile.scanner["driver"] == "matrix":
        return [
            Finding(
                "diode",
                _squares(contacts, squares),
                f"{names}: current passes both ways, so that they are read at once",
                "a diode in one of these rows is missing, bridged, or the wrong way round: let the doctor walk a piece over the board to find it",
            )
        ]
    more = (
        "; in a chain the first one that is silent, or the wire before it, is at fault"
        if profile.scanner["driver"].startswith("hc165") and len(chips) > 1
        else ""
    )
    return [
        Finding(
            "chip",
            _squares(contacts, squares),
            f"{names} of the scanner: no answer{more}",
            "look at the power, at the solder joints, and at the wires to the chips before and behind",
        )
    ]


def of_walk(contacts, puts, stuck, silent):
    """Findings from a piece that was put on every square: `puts` ({square: Put}); `stuck`: bits closed from the start; `silent`: bits of
    chips that do not answer."""
    profile = contacts.profile
    expected = {profile.square(cell): bit for bit, cell in enumerate(profile.bit_cells) if cell != NONE}
    known = {square: put for square, put in puts.items() if expected[square] not in stuck | silent}
    swapped = wiring(contacts, known, expected)
    aliased = _select_lines(contacts, known, expected)
    if aliased:
        return aliased
    dead = sorted(expected[square] for square, put in known.items() if not put.closed)
    found = _dead(contacts, dead)
    if swapped:
        found.append(_swapped(contacts, swapped, expected))
    kept = sorted({bit for put in known.values() for bit in put.kept})
    found += _doubles(contacts, known, expected, swapped, set(kept))
    found += _chattering(known)
    if kept:
        found.append(
            Finding(
                "sticks",
                _squares(contacts, kept),
                f"{_listed(contacts, kept)}: stayed closed when the piece was gone",
                "a switch that sticks: knock on it, replace it if it does it again",
            )
        )
    return found


def _dead(contacts, dead):
    """Findings for bits that never close: whole columns, rows and chips first, then single ones."""
    profile = contacts.profile
    found, left = [], set(dead)
    width = profile.chip_bits
    for chip in range(profile.bits // width):
        bits = _bits_of(profile, chip)
        if len(bits) > 2 and bits <= left:
            left -= bits
            found.append(
                Finding("dead-chip", _squares(contacts, sorted(bits)), f"no switch of {unit(profile, chip)} closes", "a broken wire, or a dead chip")
            )
    if profile.scanner["driver"] == "matrix":
        for column in range(width):
            bits = {bit for bit in range(column, profile.bits, width) if profile.bit_cells[bit] != NONE}
            if len(bits) > 2 and bits <= left | {bit for finding in found for bit in bits if contacts.square(bit) in finding.squares}:
                left -= bits
                found.append(
                    Finding(
                        "dead-column",
                        _squares(contacts, sorted(bits)),
                        f"no switch of column {column + 1} of the matrix closes",
                        "a broken column wire",
                    )
                )
    if left:
        found.append(
            Finding(
                "dead",
                _squares(contacts, sorted(left)),
                f"{_listed(contacts, sorted(left))}: never closed",
                "a broken switch or wire, a missing diode joint, or the reed's dead zone: turn the reed by a quarter, try a stronger magnet",
            )
        )
    return found


def wiring(contacts, puts, expected):
    """Return {square: bit} for squares whose piece closed just one switch, and another than theirs."""
    found = {}
    for square, put in puts.items():
        if len(put.closed) == 1 and expected[square] not in put.closed:
            (found[square],) = put.closed
    return found


def _swapped(contacts, swapped, expected):
    pairs, done = [], set()
    for square in sorted(swapped):
        other = contacts.square(swapped[square])
        if square in done:
            continue
        if swapped.get(other) == expected[square]:
            pairs.append(f"{square} and {other} are exchanged")
            done |= {square, other}
        else:
            pairs.append(f"a piece on {square} shows on {other}")
            done.add(square)
    return Finding(
        "swapped",
        tuple(sorted(swapped)),
        "; ".join(pairs[:12]) + (f"; and {len(pairs) - 12} more" if len(pairs) > 12 else ""),
        "exchange the wires, or use the corrected profile of this report",
    )


def _select_lines(contacts, puts, expected):
    """A select line of the multiplexers that is stuck: half of the channels are seen twice, the other half never."""
    profile = contacts.profile
    if profile.scanner["driver"] != "hc4067":
        return []
    for line in range(4):
        for level in (0, 1):
            hidden = {square for square in puts if (expected[square] >> line & 1) != level}
            shown = set(puts) - hidden
            if (
                hidden
                and shown
                and all(not puts[square].closed for square in hidden)
                and all(expected[square] ^ (1 << line) in puts[square].closed | _unused(profile, expected[square] ^ (1 << line)) for square in shown)
            ):
                return [
                    Finding(
                        "select",
                        tuple(sorted(hidden)),
                        f"select line S{line} of the multiplexers is always {level}: {len(hidden)} squares are never seen, the others twice",
                        f"a broken wire to S{line}, or a short of it",
                    )
                ]
    return []


def _unused(profile, bit):
    return {bit} if profile.bit_cells[bit] == NONE else set()


def _doubles(contacts, puts, expected, swapped, kept):
    """Findings for pieces that closed more than one switch; those that stay closed by themselves (`kept`) tell nothing."""
    near, ghosts = [], []
    for square, put in sorted(puts.items()):
        own = swapped.get(square, expected[square])
        for bit in sorted(put.closed - {own} - kept):
            (near if _beside(contacts.profile, square, contacts.square(bit)) else ghosts).append((square, contacts.square(bit)))
    found = []
    if ghosts:
        found.append(
            Finding(
                "ghost",
                tuple(sorted({square for pair in ghosts for square in pair})),
                "; ".join(f"a piece on {a} shows on {b} too" for a, b in ghosts[:8]) + (f"; and {len(ghosts) - 8} more" if len(ghosts) > 8 else ""),
                "a short between the two wires, or a diode that is missing or bridged",
            )
        )
    if near:
        found.append(
            Finding(
                "neighbour",
                tuple(sorted({square for pair in near for square in pair})),
                "; ".join(f"a piece on {a} closes {b} too" for a, b in near[:8]) + (f"; and {len(near) - 8} more" if len(near) > 8 else ""),
                "too strong a magnet, a switch off the middle of its square, or a short between neighbouring wires",
            )
        )
    return found


def _beside(profile, a, b):
    a, b = profile.cell(a), profile.cell(b)
    return max(abs(a % profile.files - b % profile.files), abs(a // profile.files - b // profile.files)) == 1


def _chattering(puts):
    bad = sorted(square for square, put in puts.items() if put.tries > 1 and put.bad == put.tries)
    if not bad:
        return []
    return [
        Finding(
            "chatter",
            tuple(bad),
            f"{' '.join(bad)}: takes longer than {LONG_MS} ms to settle, every time",
            "the magnet is weak or the switch off the middle: the piece stands at the edge of its field",
        )
    ]


def of_diodes(contacts, low, rows):
    """Findings from a matrix of `rows` rows one of which was filled while a piece walked along the next: `low`, the (row, column) at which it and
    the next row were low at once."""
    if not low:
        return []
    width = contacts.profile.chip_bits
    twice = {(row, column) for row, column in low if ((row - 1) % rows, column) in low}
    either = twice or low | {((row + 1) % rows, column) for row, column in low}
    used = [row * width + column for row, column in sorted(either) if contacts.profile.bit_cells[row * width + column] != NONE]
    return [
        Finding(
            "diode",
            tuple(sorted(_squares(contacts, used))),
            f"{_listed(contacts, used)}: current passes both ways, so that two rows of the matrix are read at once",
            "its diode is missing, bridged, or the wrong way round",
        )
    ]


def of_lamps(dark, faults):
    """Findings for squares whose lamp is dark, and for chips of the lamps that do not answer."""
    found = []
    if faults:
        found.append(
            Finding(
                "lamp-chip",
                (),
                f"chip {', '.join(str(number + 1) for number in faults)} of the lamps: no answer",
                "look at its power and its address",
            )
        )
    if dark:
        found.append(
            Finding(
                "dark",
                tuple(sorted(dark)),
                f"{' '.join(sorted(dark))}: the lamp stays dark",
                "in a chain of WS2812 the first dark one, or the wire to it, is at fault; all behind it are dark too",
            )
        )
    return found


def of_display(faults):
    """Findings for a display that does not answer: `faults` is what its driver says (bytes)."""
    return [Finding("display", (), "the display: no answer", "look at its power, its address and its two wires")] if any(faults) else []


def of_buttons(missing):
    """Findings for buttons (names) that were pressed but never seen."""
    return [Finding("button", (), f"the button {name} was not seen", "look at its wire to ground and to its pin") for name in missing]


def _squares(contacts, bits):
    return tuple(contacts.square(bit) for bit in bits)


def _listed(contacts, bits):
    names = _squares(contacts, bits)
    return " ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")
