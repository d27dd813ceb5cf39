"""Reads a journal, see `firmware.journal`.  Reading stops at the first line that is damaged or cut off: what came before it holds."""

import binascii


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
