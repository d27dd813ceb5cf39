"""Makes the frames of the serial line, see `firmware.link`."""

import binascii

TOP = 1000000000    # numbers are below it


def encode(seq, payload, event=0):
    """The frame of the text `payload` as bytes with a newline; `event`: its event number, 0 for none.

    A `!` or a line break in `payload` would look like another frame's beginning or this one's end: it becomes a space.
    """
    body = ("%d.%d %s" % (seq, event, payload) if event else "%d %s" % (seq, payload)).encode()
    if b"!" in body or b"\n" in body or b"\r" in body:
        body = body.replace(b"!", b" ").replace(b"\n", b" ").replace(b"\r", b" ")
    return b"!%s*%08x\n" % (body, binascii.crc32(body) & 0xFFFFFFFF)
