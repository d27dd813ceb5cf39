"""Framing of the serial line: printable lines with a sigil, a number and a checksum.

`!17 sq e2 1 123456*9f3a07c2` is frame 17 with the payload `sq e2 1 123456`; `!18.5 turn 3 e2e4*...` is frame 18 and carries
event 5, which is sent again until it is acknowledged.  The checksum is `binascii.crc32` of all between `!` and `*`, eight
hexadecimal digits.  A line without the sigil is log text and none of ours.  A device that nobody talks to needs only `encode`, which has
a module of its own.
"""

import binascii

from firmware.frames import TOP, encode

MAX_LINE = 2048     # bytes; a longer line is damage

__all__ = ["MAX_LINE", "TOP", "LineBuffer", "decode", "encode", "parts"]


def decode(line):
    """`(number, payload text)` of the frame in the bytes `line`, or None if there is none or it is damaged."""
    found = parts(line)
    return found and (found[0], found[2])


def parts(line):
    """`(number, event number or 0, payload text)` of the frame in the bytes `line`, or None if there is none or it is damaged.

    What stands before the last `!` is the rest of a line that was cut short.
    """
    line = line.strip()
    start = line.rfind(b"!")
    if start < 0 or len(line) > MAX_LINE or len(line) - start < 12 or line[-9:-8] != b"*":
        return None
    body = line[start + 1 : -9]
    if line[-8:] != b"%08x" % (binascii.crc32(body) & 0xFFFFFFFF):
        return None
    numbers, space, payload = body.partition(b" ")
    seq, dot, event = numbers.partition(b".")
    if not space or not _is_number(seq) or dot and not _is_number(event):
        return None
    try:
        return int(seq), int(event) if dot else 0, payload.decode()
    except (UnicodeError, ValueError):
        return None


def _is_number(digits):
    if not 0 < len(digits) < 10:
        return False
    for byte in digits:
        if not 48 <= byte <= 57:
            return False
    return True


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
