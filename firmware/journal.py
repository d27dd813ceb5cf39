"""The journal: what a board must know after its power was cut, as lines appended to a file.

Each line is `<text>*<crc32 of the text, 8 hex digits>\n`.  `G <game> <option=value>... <position text>` begins a game and makes all before
it obsolete, `T <turn text>` is a turn, `B <n>` cuts the record back to n turns, `X` says that the game has been laid aside, `M <squares>`
lists the squares declared faulty.  Reading stops at the first line that is damaged or cut off: what came before it holds.
"""

import binascii


def line(text):
    """The journal line of `text`, as bytes."""
    body = text.encode()
    return b"%s*%08x\n" % (body, binascii.crc32(body) & 0xFFFFFFFF)


def begin(name, options, position):
    """Line that begins a game `name` with its `options` (dict) at the text `position`."""
    return line("G %s %s%s" % (name, "".join(["%s=%s " % (key, options[key]) for key in sorted(options)]), position))


def read(data):
    """What the bytes `data` of a journal say: a dict, or None if no game is to be resumed.

    `game`, `options` (dict of texts), `position`, `turns` (list of texts), `faulty` (list of squares).
    """
    state = None
    for raw in data.split(b"\n"):
        text = _checked(raw)
        if text is None:
            if raw:
                break
            continue
        kind, _, rest = text.partition(" ")
        if kind == "G":
            state = _game(rest)
        elif kind == "X":
            state = None
        elif state is None:
            continue
        elif kind == "T":
            state["turns"].append(rest)
        elif kind == "B":
            if not rest.isdigit():
                break
            state["turns"] = state["turns"][: int(rest)]
        elif kind == "M":
            state["faulty"] = rest.split()
    return state


def _checked(raw):
    """Text of the journal line `raw`, or None if it is damaged."""
    if len(raw) < 10 or raw[-9:-8] != b"*":
        return None
    body = raw[:-9]
    return body.decode() if raw[-8:] == b"%08x" % (binascii.crc32(body) & 0xFFFFFFFF) else None


def _game(rest):
    words = rest.split(" ")
    options = {}
    i = 1
    while i < len(words) and "=" in words[i]:
        key, _, value = words[i].partition("=")
        options[key] = value
        i += 1
    return {"game": words[0], "options": options, "position": " ".join(words[i:]), "turns": [], "faulty": []}
