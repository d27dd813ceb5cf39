"""The controller's whole state as bytes, so that a recording can begin anywhere: what is needed to go on bit for bit.

`freeze` makes them at a moment when nothing is being worked out; `host.virtual.thaw` makes a controller of them.  Values are
packed by kind (`pack`); the record of turns stands for the game's own state, and what follows from other things is left out: of the rows of the
tracker's stories all that their turns make of the board at the root.
"""

import binascii

from firmware.faults import PAUSE

FORMAT = 1

# Attributes that are not packed, object by object: what follows from others, is only scratch, or is an object of its own.
LEFT_OUT = {
    "controller": ("profile", "cells", "guide", "tracker", "faults", "debounce", "line", "_job", "firm", "_later", "_wanted", "_drawn",
                   "question"),
    "tracker": ("game", "twin", "stories", "turns", "options", "waiting", "_taking"),
    "waiting": ("toggles",),
    "stories": ("n", "files", "mask", "game", "twin", "touched", "rows", "told", "lent", "room"),
    "debounce": ("_since", "changed", "count"),
    "faults": ("owner", "since", "last", "count", "groups"),
    "guide": ("cells", "lamps", "shown", "changed", "_dark", "text"),
    "line": ("owner", "_saying", "_talk"),
    "question": ("options",),
    "option": (),
    "row": ("parent", "turn", "depth", "board", "boxed", "given", "turns", "movers"),
}


def parts(controller):
    """The objects that hold state, as `[(name in LEFT_OUT, object)]`."""
    tracker = controller.tracker
    return [("controller", controller), ("tracker", tracker), ("waiting", tracker.waiting), ("stories", tracker.stories),
            ("debounce", controller.debounce), ("faults", controller.faults), ("guide", controller.guide), ("line", controller.line)]


def names(kind, thing):
    """Names of the attributes of `thing` that are packed, in order."""
    out = LEFT_OUT[kind]
    return sorted([name for name in thing.__dict__ if name not in out])


def values(kind, thing):
    """Their values."""
    return [getattr(thing, name) for name in names(kind, thing)]


def quiet(controller):
    """Whether nothing is being worked out that the state would not show."""
    return controller.free() and controller.debounce.due < 0 and controller.line.quiet()


def recent(controller):
    """Runs of toggles that may still go on, as `[cell, since ms, last ms, count, ...]`; all others begin anew with the next toggle."""
    faults = controller.faults
    now = controller.line.now
    found = []
    for cell, last in enumerate(faults.last):
        if now - last < PAUSE or cell in faults.loud:
            found += [cell, faults.since[cell], last, faults.count[cell]]
    return found


def freeze(controller):
    """The state of `controller` as bytes, or None while something is being worked out."""
    if not quiet(controller):
        return None
    out = bytearray()
    for _ in freezing(controller, out):
        pass
    return bytes(out)


def freezing(controller, out):
    """Append the state of the quiet `controller` to the bytearray `out`, a piece of work a step; nothing may happen to it meanwhile."""
    tracker = controller.tracker
    game = tracker.game
    usual = (bytes(game.board[: game.n]), controller.line.now)
    turns = bytearray()
    for i in range(len(game.history)):
        turn = game.history[i]
        if len(turn) != 2 or turn[0] > 127:
            turns.append(128 + len(turn))       # an ordinary turn begins with its first cell
        turns.extend(bytes(turn))
        if i & 31 == 31:
            yield
    yield
    shape = 0
    for kind, thing in parts(controller) + [("row", tracker.stories.rows[tracker.stories.root])]:
        shape = shaped(shape, kind, thing)
        yield
    out.append(FORMAT)
    pack(out, controller.line.now)
    out.append(LIST)
    out.append(9)
    for value in (controller.config, game.name, game.options, controller.begun, shape):
        pack(out, value, usual)
    yield
    for value in (turns, recent(controller), tracker.turns is not None, options(controller.question)):
        pack(out, value, usual)
    yield
    if controller.question:
        pack(out, values("question", controller.question), usual)
        yield
    for kind, thing in parts(controller):
        kept = names(kind, thing)
        out.append(LIST)
        varint(out, len(kept))
        for i in range(len(kept)):
            pack(out, getattr(thing, kept[i]), usual)
            if i & 3 == 3:
                yield
        yield
    for _ in telling(tracker.stories.told, out):
        yield
    pack(out, rows(tracker.stories), usual)


def telling(told, out):
    """Append the stories `told` to `out`, some a step: their number, then of each how many bytes it begins with that the one before began with, the
    others, and its cost."""
    varint(out, len(told))
    before = b""
    for count, key in enumerate(sorted(told)):
        same = 0
        while same < len(before) and key[same] == before[same]:
            same += 1
        out.append(same)
        out.extend(key[same:])
        varint(out, told[key])
        before = key
        if count & 3 == 3:
            yield


def options(question):
    """The options of `question` as lists of values, None if nothing is asked."""
    return question and [values("option", option) for option in question.options]


def rows(stories):
    """The rows of `stories` as one list, each `[number, parent, turn, movers]` and its `values`, behind what stands at the root.

    The turns of a row are made again of its movers (None where there are none yet).
    """
    found = [stories.rows[stories.root].board]
    for number in sorted(stories.rows):
        row = stories.rows[number]
        turn = None if row.turn is None else bytes(row.turn)
        found.append([number, row.parent, turn, None if row.turns is None else row.movers] + values("row", row))
    return found


def shape(controller):
    """A number for which attributes the state consists of: a state fits only a firmware with the same."""
    crc = 0
    stories = controller.tracker.stories
    for kind, thing in parts(controller) + [("row", stories.rows[stories.root])]:
        crc = shaped(crc, kind, thing)
    return crc


def shaped(crc, kind, thing):
    """The number `crc` of the parts before, with the part `thing`."""
    return binascii.crc32((kind + ":" + ",".join(names(kind, thing))).encode(), crc) & 0xFFFF


# -- values ------------------------------------------------------------------------------------------------------------

(NONE, FALSE, TRUE, START, INT, STR, BYTES, ARRAY, LIST, TUPLE, DICT, SET, SPARSE, BITS) = range(14)
SMALL = 64          # SMALL + v is the number v, from -1 on
SMALL_FROM = 63
SMALL_MOST = 191


def pack(out, value, usual=(None, 0)):
    """Append `value` to the bytearray `out`: None, bool, int, str, bytes, bytearray, and lists, tuples, dicts, sets of such.

    `usual`: bytes that take one byte wherever they occur, and a number near which numbers are short.  TypeError for anything else.
    """
    if value is None:
        out.append(NONE)
    elif value is True or value is False:
        out.append(TRUE if value else FALSE)
    elif isinstance(value, int):
        if -1 <= value <= SMALL_MOST:
            out.append(SMALL + value)
        else:
            out.append(INT)
            value = usual[1] - value
            varint(out, 2 * value if value >= 0 else -2 * value - 1)
    elif isinstance(value, bytes):
        if value == usual[0]:
            out.append(START)
        else:
            _pack_bytes(out, BYTES, value)
    elif isinstance(value, bytearray):
        _pack_array(out, value)
    elif isinstance(value, str):
        _pack_bytes(out, STR, value.encode())
    else:
        _pack_many(out, value, usual)


def _pack_bytes(out, kind, value):
    out.append(kind)
    varint(out, len(value))
    out.extend(value)


def _pack_array(out, value):
    """A bytearray: as bits if there are only 0 and 1 in it, as its few bytes that are not 0, or as it is."""
    size = len(value)
    filled = [i for i in range(size) if value[i]]
    if size > 4 and max(value) < 2:
        out.append(BITS)
        varint(out, size)
        bits = bytearray((size + 7) // 8)
        for i in filled:
            bits[i >> 3] |= 1 << (i & 7)
        out.extend(bits)
    elif 2 * len(filled) < size:
        out.append(SPARSE)
        varint(out, size)
        varint(out, len(filled))
        for i in filled:
            out.append(i)
            out.append(value[i])
    else:
        _pack_bytes(out, ARRAY, value)


def _pack_many(out, value, usual):
    if isinstance(value, dict):
        out.append(DICT)
        varint(out, len(value))
        for key in sorted(value):       # the order of a dict differs from runtime to runtime
            pack(out, key, usual)
            pack(out, value[key], usual)
        return
    if isinstance(value, set):
        kind = SET
        value = sorted(value)
    elif isinstance(value, (list, tuple)):
        kind = LIST if isinstance(value, list) else TUPLE
    else:
        raise TypeError("can't pack a %s" % type(value).__name__)
    out.append(kind)
    varint(out, len(value))
    for item in value:
        pack(out, item, usual)


def varint(out, value):
    """Append the number `value` (0 or more) to `out`, seven bits a byte, the lowest first."""
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
