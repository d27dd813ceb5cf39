"""The flight recorder's inner loops in plain Python; `tape_viper` holds the same ones, and a test says that they agree.

The registers are an array of whole numbers: 0 ms of the last step; 1 ms of the last plain step + 1, or 0 where the last entry is none; 2 place
of the count of that step repeated + 1, or 0; 3 bytes used of the stream; 4 bytes that may be; 5 bytes of a frame; 6 not 0: a step must be
noted in another way; 7 not 0: something went out since the last checksum.
"""


def plain(registers, stream, kept, frame, now):
    """Note a step at `now` (ms) if its raw `frame` is the one that was `kept`: 1; else 2, and 0 if it must be noted in another way."""
    pause = now - registers[0]
    place = registers[3]
    if registers[6] or place > registers[4] or pause >= 63 and registers[7]:
        return 0
    i = registers[5]
    while i and frame[i - 1] == kept[i - 1]:
        i -= 1
    if i:
        return 2
    registers[0] = now
    same = registers[2]
    if pause + 1 != registers[1]:
        registers[1] = pause + 1
        registers[2] = 0
        head(registers, stream, 0, pause)
    elif same and stream[same - 1] < 127:
        stream[same - 1] += 1
    else:
        stream[place] = 65
        registers[2] = registers[3] = place + 1
    return 1


def news(registers, stream, kept, frame, now, more):
    """Note a step at `now` (ms) with the raw `frame`, which `kept` becomes; with `more` the caller ends the entry.

    Returns the place of its last item.
    """
    pause = now - registers[0]
    registers[0] = now
    registers[1] = registers[2] = 0
    head(registers, stream, 128, pause)
    place = registers[3]
    item = 0
    for i in range(registers[5]):
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
    registers[3] = place
    return item


def head(registers, stream, kind, pause):
    """Begin an entry of the `kind` 0 or 128 after a `pause` (ms)."""
    place = registers[3]
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
    registers[3] = place
