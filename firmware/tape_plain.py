"""The flight recorder's inner loops in plain Python; `tape_viper` holds the same ones, and a test says that they agree.

The registers are an array of whole numbers: 0 ms of the last step, its lowest 30 bits; 1 place + 1 of the last entry if it is a step with nothing
new that others at its moment can be added to, or 0; 2 bytes used of the stream; 3 bytes that may be; 4 bytes of a frame; 5 not 0: a step must be
noted in another way; 6 not 0: something went out since the last checksum.
"""

MS = 0x3FFFFFFF     # so many bits of a time are kept: an array's numbers have 32, and a board may be on for months


def plain(registers, stream, kept, frame, now):
    """Note a step at `now` (ms) if its raw `frame` is the one that was `kept`: 1; else 2, and 0 if it must be noted in another way."""
    pause = (now - registers[0]) & MS
    place = registers[2]
    if registers[5] or place > registers[3] or pause >= 63 and registers[6]:
        return 0
    i = registers[4]
    while i and frame[i - 1] == kept[i - 1]:
        i -= 1
    if i:
        return 2
    registers[0] = now & MS
    if pause < 8:
        stream[place] = 64 | pause << 3
        registers[1] = registers[2] = place + 1
    else:
        registers[1] = 0
        head(registers, stream, 0, pause)
    return 1


def news(registers, stream, kept, frame, now, more):
    """Note a step at `now` (ms) with the raw `frame`, which `kept` becomes; with `more` the caller ends the entry.

    Returns the place of its last item.
    """
    pause = (now - registers[0]) & MS
    registers[0] = now & MS
    registers[1] = 0
    head(registers, stream, 128, pause)
    place = registers[2]
    item = 0
    for i in range(registers[4]):
        moved = frame[i] ^ kept[i]
        kept[i] = frame[i]
        bit = 8 * i
        while moved:
            if moved & 1:
                item = place
                stream[place] = bit if bit < 112 else 115
                place += 1
                if bit >= 112:
                    stream[place] = bit
                    place += 1
            moved >>= 1
            bit += 1
    if not more:
        stream[item] |= 128
    registers[2] = place
    return item


def head(registers, stream, kind, pause):
    """Begin an entry of the `kind` 0 or 128 after a `pause` (ms)."""
    place = registers[2]
    stream[place] = kind | min(pause, 63)
    place += 1
    if pause >= 63:
        pause -= 63
        while pause > 127:
            stream[place] = pause & 127 | 128
            pause >>= 7
            place += 1
        stream[place] = pause
        place += 1
    registers[2] = place
