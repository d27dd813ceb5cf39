"""What the controller says to a host that is there, and who it is and how all stands; a device loads it when it is needed.

All of these work on a `firmware.line.Line`.
"""

import binascii
import sys

from firmware import VERSION, link
from firmware.line import HEARTBEAT, HELLO, RESEND_MOST, SNAP, digits

PROTOCOL = 1
ABLE = "ack,light,trace,why,stat"   # what not every board need be able
ANSWERED = 8        # requests whose answers are remembered


def hear(line, data):
    """A host sent `data` (bytes, a line with a "!" in it)."""
    frame = link.decode(data)
    if frame is None:
        line.tell("err 0 damaged frame")
        return
    line.heard = line.now
    if line.beat < 0:
        line.beat = line.now + HEARTBEAT
    if line.again < 0:
        line.hurry()
    words = frame[1].split()
    if words and words[0] == "ack":
        _acknowledged(line, number(words[1:], 0))
    else:
        _take(line, frame[0], words)


def _acknowledged(line, event):
    """The host has heard all events up to `event`."""
    while line.kept and line.kept[0][0] <= event:
        del line.kept[0]
    line.hurry()


def resend(line):
    """Say again what has not been acknowledged."""
    for event, payload in line.kept:
        line.tell(payload, event)
    line.pause = min(2 * line.pause, RESEND_MOST)
    line.again = line.now + line.pause


def _take(line, seq, words):
    """The host's request number `seq` came: do what its `words` ask for, unless that has been done already."""
    for known, answer in line.answers:
        if known == seq:
            line.answer(answer)
            return
    from firmware import verbs

    problem = verbs.do(line.owner, words)
    answer = "err %d %s" % (seq, problem) if problem else "re %d" % seq
    line.answers.append((seq, answer))
    if len(line.answers) > ANSWERED:
        del line.answers[0]
    line.answer(answer)


def saying(line, what):
    """Say `what` (bits HELLO, SNAP), a piece of work a step."""
    if what & HELLO:
        hello(line)
        yield
    if what & SNAP:
        for _ in snapshot(line):
            yield


def snapshot(line):
    """Say how all stands; all events so far are in it.  A piece of work a step."""
    owner = line.owner
    event = -1
    occ = None
    while event != line.event or occ != owner.tracker.occ:      # something happened while this was put together: begin anew
        event = line.event
        game = owner.tracker.game
        rows = []
        for rank in range(game.ranks - 1, -1, -1):
            rows.append(game.rank_text(rank))
            if not rank & 3:
                yield
        position = game.position_of(rows)
        options = "".join(["opt.%s=%s " % (key, game.options[key]) for key in sorted(game.options)])
        yield
        occ = bytes(owner.tracker.occ)
        closed = occupancy(occ)
        yield
    line.tell(snap(line, game, closed, options, position))
    yield
    tracker = owner.tracker
    line.tell(owner.told or "ok")
    line.tell("fault " + " ".join([tracker.game.square(cell) for cell in range(tracker.game.n) if tracker.mask[cell]]))
    line.tell("broken " + owner.faults.named)
    yield
    line.tell("lamps " + digits(owner.lamps))
    if owner.over:
        line.tell("result %s %s" % (owner.tracker.game.result(), owner.tracker.game.reason))


def telling(line):
    """Job of the controller: tell the record from where it is wanted, a turn a unit of work; it goes on later where it was broken off."""
    owner = line.owner
    game = owner.tracker.game
    twin = owner.tracker.lend()
    line.start = min(line.start, len(game.history))
    line.tell("start " + owner.begun)
    twin.retreat(game, len(game.history) - line.start)
    while line.start < len(game.history):
        yield
        if owner.late():
            return
        turn = game.history[line.start]
        line.start += 1
        line.tell("turn %d %s" % (line.start, twin.turn_text(turn)))
        twin.apply(turn)
    line.start = -1


def number(words, default=-1):
    """The number that `words` consists of, `default` if it is none (below 100,000,000; only digits)."""
    if len(words) != 1 or not 0 < len(words[0]) < 9:
        return default
    for letter in words[0]:
        if not "0" <= letter <= "9":
            return default
    return int(words[0])


def hello(line):
    """Say who this is."""
    controller = line.owner
    game = controller.tracker.game
    profile = controller.profile
    version = ".".join([str(part) for part in sys.implementation.version[:3]])
    line.tell("hello reedboard=%s protocol=%d board=%s size=%dx%d game=%s games=%s able=%s wiring=%08x boot=%04x impl=%s ver=%s plat=%s" % (
        VERSION, PROTOCOL, profile.name, profile.files, profile.ranks, game.name, ",".join(sorted(profile.games)), ABLE,
        binascii.crc32(profile.bit_cells + profile.led_cells) & 0xFFFFFFFF, line.boot, sys.implementation.name, version, sys.platform))


def snap(line, game, closed, options, position):
    """The frame that says how record, options and position stand; what is asked for, faults and lamps follow in frames of their own."""
    controller = line.owner
    return "snap ev=%d t=%d rec=%d n=%d game=%s board=%s rest=%d hold=%d commit=%s result=%s side=%s occ=%s %spos=%s" % (
        line.event, line.now, line.records, len(game.history), game.name, controller.profile.name, controller.options["rest"],
        controller.options["hold"], controller.options["commit"], "*" if not controller.over else game.result(),
        "b" if game.side else "w", closed, options, position)


def occupancy(occ):
    """The occupancy as hexadecimal digits, four cells each, a1 in the highest bit of the first."""
    text = ""
    for i in range(0, len(occ), 4):
        value = 0
        for j in range(4):
            value = value * 2 + (occ[i + j] if i + j < len(occ) else 0)
        text += "%x" % value
    return text
