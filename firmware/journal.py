"""The journal: what a board must know after its power was cut, as lines appended to a file.

Each line is `<text>*<crc32 of the text, 8 hex digits>\n`.  `G <game> <option=value>... <position text>` begins a game and makes all before
it obsolete, `T <turn text>` is a turn, `B <n>` cuts the record back to n turns, `X` says that the game has been laid aside, `M <squares>`
lists the squares declared faulty.  `firmware.saved` reads them.
"""

import binascii


def line(text):
    """The journal line of `text`, as bytes."""
    body = text.encode()
    return b"%s*%08x\n" % (body, binascii.crc32(body) & 0xFFFFFFFF)


def begin(name, options, position):
    """Line that begins a game `name` with its `options` (dict) at the text `position`."""
    return line("G %s %s%s" % (name, "".join(["%s=%s " % (key, options[key]) for key in sorted(options)]), position))
