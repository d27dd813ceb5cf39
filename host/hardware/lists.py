"""The lists: bill of materials, pins, nets, things that need a magnet."""

import csv
import io
import re

import engine
from engine import BOX
from host import words

BLACK = 16


def as_csv(head, rows):
    """A table as CSV text, lines ended by a newline."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue()


def as_markdown(head, rows):
    """A table as Markdown text."""
    lines = ["| " + " | ".join(str(field).replace("|", "\\|") for field in row) + " |" for row in (head, ["---"] * len(head), *rows)]
    return "\n".join(lines) + "\n"


# -- bill of materials -----------------------------------------------------------------------------------------------

BOM_HEAD = ("part", "value", "quantity", "references")


def bill(board):
    """Rows of the bill of materials: what is soldered, in the order of the references, then what else is needed."""
    groups = {}
    for part in board.net.parts.values():
        value = "" if part.value == part.kind.name else part.value
        groups.setdefault((part.kind.title, value), []).append(part.ref)
    rows = [(title, value, len(refs), spans(refs)) for (title, value), refs in groups.items()]
    rows.sort(key=lambda row: (re.match("[A-Z]+", row[3]).group(), row[2] == 1, row[1]))
    return rows + _loose(board)


def _loose(board):
    """What has no reference."""
    count = sum(number for game, side, thing, number in things(board))
    magnets = ("Magnet for a piece", board.magnet.text(), count, "see magnets.csv")
    usb = [] if board.profile.mcu == "pi" else [("USB cable with data lines", "to the socket of the Pico", 1, "")]
    across, up = board.files * board.pitch, board.ranks * board.pitch
    return [
        magnets,
        ("Board that carries switches and lamps", f"plywood or acrylic 4 mm, {across + 40} x {up + 40} mm or larger", 1, ""),
        ("Top with the playing surface", f"at most 3 mm, not steel, {across + 40} x {up + 40} mm", 1, ""),
        *usb,
    ]


def spans(refs):
    """References with runs drawn together: S1 S2 S3 S7 -> 'S1-S3, S7'."""
    found = sorted((re.match("[A-Z]+", ref).group(), int(re.search(r"\d+$", ref).group())) for ref in refs)
    runs = []
    for prefix, number in found:
        if runs and runs[-1][0] == prefix and runs[-1][2] == number - 1:
            runs[-1][2] = number
        else:
            runs.append([prefix, number, number])
    return ", ".join(f"{prefix}{first}" if first == last else f"{prefix}{first}-{prefix}{last}" for prefix, first, last in runs)


# -- pins and nets ---------------------------------------------------------------------------------------------------

PINS_HEAD = ("pin", "name", "function", "direction", "net", "what for")
NETS_HEAD = ("net", "volts", "part", "value", "pin", "pin name", "square")
_WAYS = {"in": "input", "out": "output", "od": "pulls low or lets go", "bus": "both ways"}


def pins(board):
    """Rows for all pins of the controller, in the order of the header."""
    mcu, rows = board.net.controller(), []
    for name, pin in mcu.kind.pins.items():
        _, function, way, what = mcu.uses.get(name, ("", "", "", ""))
        shown = {"ground": "ground", "source": "supply"}.get(pin.kind, function)
        rows.append((pin.number, re.sub(r"^(GND|3V3|5V)\d+$", r"\1", name), shown, _WAYS.get(way, ""), board.net.net_of(mcu.ref, name) or "", what))
    return rows


def nets(board):
    """Rows for every pin of every net."""
    net, rows = board.net, []
    rails = net.rails()
    for name, members in net.nets.items():
        for ref, pin in members:
            part = net.parts[ref]
            rows.append((name, f"{rails[name]:g}" if name in rails else "", ref, part.value, part.kind.pins[pin].number, pin, part.square))
    return rows


# -- what needs a magnet ---------------------------------------------------------------------------------------------

MAGNETS_HEAD = ("game", "side", "thing", "number")


def things(board):
    """Rows (game, side, thing, number) of everything that stands on a switch, from the games' own first positions."""
    rows = []
    for name, game in board.games.items():
        for (code, letter), number in sorted(inventory(game).items()):
            side = "" if code == game.NEUTRAL else ("White", "Black")[code // BLACK]
            rows.append((words.title(name), side, words.piece(name, letter), number))
    return rows


def inventory(game):
    """{(code, letter): number} of a game's things: those on the board and those that wait in the box."""
    counts = {}
    for code in game.board[: game.n]:
        if code:
            counts[code] = counts.get(code, 0) + 1
    for code, number in in_hand(game).items():
        counts[code] = counts.get(code, 0) + number
    return {(code, game.letter(code)): number for code, number in counts.items()}


def in_hand(game):
    """{code: number} of what may come from the box with nothing leaving the board for it (FOLKY's pawns).

    The engine keeps it in `extra`, the number of each side; what comes is what the turns bring: it is looked for in the
    turns of short games, because at first nothing may be placed.
    """
    if not game.GIVES:
        return {}
    codes = brought(game)
    return {code: game.extra[code // BLACK] for code in codes}


def brought(game):
    """The codes that turns of `game` bring from the box, both sides'."""
    trial = engine.new(game.name)
    for _ in range(200):
        turns = list(trial.turns())
        found = {turn[0] - BOX for turn in turns if turn[0] >= BOX}
        if found:
            return {code % BLACK + side * BLACK for code in found for side in (0, 1)}
        if not turns:
            break
        trial.push(turns[len(trial.history) * 7 % len(turns)])
    return set()


# -- checks ----------------------------------------------------------------------------------------------------------


def check_lines(checks):
    """The checks as lines of text: a mark, the title and the figures, below it what is wrong."""
    lines = []
    for check in checks:
        lines.append(f"{'FAIL' if check.faults else 'ok':4}  {check.title}{': ' + check.fact if check.fact else ''}")
        lines += ["      " + fault for fault in check.faults]
    return lines


def switch_path(board, square):
    """Where the switch of a square goes, as text for people: 'U1 D0', 'GP2 x GP16'."""
    net, switch = board.net, board.switches[square]
    ends = [net.net_of(switch.ref, pin) for pin in ("1", "2")]
    chips = [(ref, pin) for end in ends for ref, pin in net.nets[end] if ref.startswith("U")] if not is_matrix(board) else []
    if chips:
        return f"{chips[0][0]} {chips[0][1]}"
    mcu = net.controller()
    column = next(pin for ref, pin in net.nets[ends[0]] if ref == mcu.ref)
    diode = next(ref for ref, pin in net.nets[ends[1]] if net.parts[ref].kind.name == "1N4148")
    row = next(pin for ref, pin in net.nets[net.net_of(diode, "K")] if ref == mcu.ref)
    return f"{row} x {column}"


def is_matrix(board):
    """Whether the switches are a matrix on the controller's own pins."""
    return board.profile.scanner["driver"] == "matrix"
