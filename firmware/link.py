"""Framing of the serial line: printable lines with a sigil, a sequence number and a checksum.

`!17 sq e2 1 123456*9f3a07c2` is message 17 with the payload `sq e2 1 123456`; the checksum is `binascii.crc32` of all
between `!` and `*`, eight hexadecimal digits.  A line without the sigil is log text and none of ours.
"""

import binascii

MAX_LINE = 1024     # bytes; a longer line is damage


def encode(seq, payload):
    """The frame of the text `payload` (no newline in it) as bytes with a newline."""
    body = ("%d %s" % (seq, payload)).encode()
    return b"!%s*%08x\n" % (body, binascii.crc32(body) & 0xFFFFFFFF)


def decode(line):
    """`(sequence number, payload text)` of the frame in the bytes `line`, or None if it is none or is damaged."""
    line = line.strip()
    if len(line) > MAX_LINE or len(line) < 12 or line[:1] != b"!" or line[-9:-8] != b"*":
        return None
    body = line[1:-9]
    if line[-8:] != b"%08x" % (binascii.crc32(body) & 0xFFFFFFFF):
        return None
    number, space, payload = body.partition(b" ")
    if not space or not 0 < len(number) < 10:
        return None
    for byte in number:
        if not 48 <= byte <= 57:
            return None
    try:
        return int(number), payload.decode()
    except (UnicodeError, ValueError):
        return None


class LineBuffer:
    """Cuts a stream of bytes into lines; a line that grows past `MAX_LINE` is thrown away."""

    def __init__(self):
        self._bytes = bytearray()
        self._skipping = False

    def feed(self, data):
        """Take the bytes `data`; returns the list of lines completed by them, without their ends."""
        lines = []
        self._bytes.extend(data)
        while True:
            i = self._bytes.find(b"\n")
            if i < 0:
                break
            if not self._skipping:
                lines.append(bytes(self._bytes[:i]).strip())
            self._skipping = False
            self._bytes = self._bytes[i + 1 :]
        if len(self._bytes) > MAX_LINE:
            self._bytes = bytearray()
            self._skipping = True
        return lines
