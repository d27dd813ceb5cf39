"""A controller made of the bytes of `firmware.state.freeze`: it goes on bit for bit where the frozen one stood."""

from firmware import opening, state
from firmware.controller import Controller
from firmware.question import Question
from firmware.rows import Row
from firmware.tracker import Option
from firmware.turns import Turns, pack


class StateError(ValueError):
    """Bytes that are no state of this firmware's; the text says why."""


def thaw(profile, data):
    """The Controller on `profile` (a Profile) whose state the bytes `data` hold. Raises StateError."""
    if not data or data[0] != state.FORMAT:
        raise StateError("a state of format %s, not %d" % (data[0] if data else "none", state.FORMAT))
    reader = Reader(data, 1)
    reader.near = reader.take()
    config, name, options, begun, shape, turns, recent, ready, asked = reader.take()
    controller = Controller(profile, config)
    opening.start(controller, {"game": name, "options": options, "position": begun}, True)
    if shape != state.shape(controller):
        raise StateError("a state of another firmware: its parts are %04x, here they are %04x" % (shape, state.shape(controller)))
    tracker = controller.tracker
    at = 0
    while at < len(turns):
        size = 2
        if turns[at] > 127:
            size = turns[at] - 128
            at += 1
        tracker.game.push(tuple(turns[at : at + size]))
        at += size
    tracker.game.result()
    reader.start = bytes(tracker.game.board[: tracker.game.n])
    controller.question = _question(tracker, asked, reader) if asked else None
    for kind, thing in state.parts(controller):
        _fill(thing, state.names(kind, thing), reader.take())
    for i in range(0, len(recent), 4):
        faults = controller.faults
        faults.since[recent[i]], faults.last[recent[i]], faults.count[recent[i]] = recent[i + 1 : i + 4]
    tracker.stories.told = _told(reader, 1 + len(tracker.stories.cells))
    fill_rows(tracker.stories, reader.take())
    for number in tracker.stories.rows:
        _generate(tracker.stories, number)
    if ready:
        tracker.twin.mirror(tracker.game)
        tracker.turns = Turns()
        tracker.turns.packed = _packed(tracker.twin.turns())
    return controller


def _told(reader, size):
    """The stories that `firmware.state.telling` packed, each of `size` bytes. Raises StateError."""
    told = {}
    key = b""
    try:
        for _ in range(reader.varint()):
            same = reader.bytes(1)[0]
            key = key[:same] + reader.bytes(size - same)
            told[key] = reader.varint()
    except IndexError:
        raise StateError("a state that is cut short after %d bytes" % len(reader.data))
    return told


def fill_rows(stories, values):
    """Make the rows of `stories` (firmware.stories.Stories, all else of which is there) of what `firmware.state.rows` made of them."""
    for cell in range(stories.n):
        stories.touched[cell] = 0
    for place, cell in enumerate(stories.cells):
        stories.touched[cell] = place + 1
    stories.rows.clear()
    waiting = {value[0]: value[1:] for value in values[1:]}
    parent, _, movers, *rest = waiting.pop(stories.root)
    _row(stories, stories.root, Row(parent, None, 0, bytes(values[0])), movers, rest)
    while waiting:
        for number in sorted(waiting):
            if waiting[number][0] in stories.rows:
                parent, turn, movers, *rest = waiting.pop(number)
                turn = tuple(turn)
                board = after(stories.game, stories.rows[parent].board, turn)
                _row(stories, number, stories.rows[parent].following(parent, turn, board, -1), movers, rest)
                break
        else:
            raise StateError("a state with a row of turns that goes on from none")


def after(game, board, turn):
    """What `turn` of `game` makes of `board` (bytes, codes by cell)."""
    change = game.effect(turn, board)
    return bytes([change[cell][1] if cell in change else board[cell] for cell in range(len(board))])


def _row(stories, number, row, movers, rest):
    _fill(row, state.names("row", row), rest)
    row.movers = b"" if movers is None else movers
    row.turns = None if movers is None else b""
    stories.rows[number] = row


def _generate(stories, number):
    """Make the list of turns of a row that had one."""
    row = stories.rows[number]
    if row.turns is None:
        return
    for _ in stories.stand(number):
        pass
    if stories.stands:
        row.turns = _packed(stories.twin.turns(row.movers))


def _packed(turns):
    out = bytearray()
    for turn in turns:
        pack(out, turn)
    return bytes(out)


def _question(tracker, asked, reader):
    """The open question with the options that `asked` lists."""
    options = []
    for values in asked:
        option = Option(0, ())
        _fill(option, state.names("option", option), values)
        options.append(option)
    question = Question(tracker, options)
    _fill(question, state.names("question", question), reader.take())
    return question


def _fill(thing, names, values):
    """Set the attributes `names` of `thing`; buffers that others share are filled in place."""
    for name, value in zip(names, values):
        old = getattr(thing, name)
        both = isinstance(old, bytearray) and isinstance(value, bytearray) and len(old) == len(value)
        if both or isinstance(old, list) and isinstance(value, list):
            old[:] = value
        else:
            setattr(thing, name, value)


class Reader:
    """Reads values that `firmware.state.pack` packed, from `data` at `at` on."""

    def __init__(self, data, at=0):
        self.data = data
        self.at = at
        self.start = b""
        self.near = 0

    def take(self):
        """The next value. Raises StateError where the bytes end too soon or mean nothing."""
        try:
            return self._value()
        except IndexError:
            raise StateError("a state that is cut short after %d bytes" % len(self.data))

    def _value(self):
        kind = self.data[self.at]
        self.at += 1
        if kind >= state.SMALL_FROM:
            return kind - state.SMALL
        if kind == state.NONE:
            return None
        if kind in (state.FALSE, state.TRUE):
            return kind == state.TRUE
        if kind == state.START:
            return self.start
        if kind > state.BITS:
            raise StateError("a state with an unknown kind of value, %d, at byte %d" % (kind, self.at - 1))
        size = self.varint()
        if kind == state.INT:
            return self.near - (-(size + 1) // 2 if size & 1 else size // 2)
        if kind in (state.STR, state.BYTES, state.ARRAY):
            return self._text(kind, size)
        if kind in (state.SPARSE, state.BITS):
            return self._sparse(size) if kind == state.SPARSE else self._bits(size)
        return self._many(kind, size)

    def varint(self):
        """The next number."""
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7

    def bytes(self, size):
        """The next `size` bytes."""
        if self.at + size > len(self.data):
            raise IndexError
        self.at += size
        return bytes(self.data[self.at - size : self.at])

    def _text(self, kind, size):
        found = self.bytes(size)
        if kind == state.STR:
            return found.decode()
        return found if kind == state.BYTES else bytearray(found)

    def _bits(self, size):
        bits = self.bytes((size + 7) // 8)
        return bytearray([bits[i >> 3] >> (i & 7) & 1 for i in range(size)])

    def _sparse(self, size):
        found = bytearray(size)
        for _ in range(self.varint()):
            i, value = self.bytes(2)
            found[i] = value
        return found

    def _many(self, kind, size):
        if kind == state.DICT:
            found = {}
            for _ in range(size):
                key = self._value()
                found[key] = self._value()
            return found
        found = [self._value() for _ in range(size)]
        if kind == state.TUPLE:
            return tuple(found)
        return set(found) if kind == state.SET else found
