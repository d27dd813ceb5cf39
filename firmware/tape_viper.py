"""The flight recorder's inner loops as machine code; what they do is told in `tape_plain`."""

import micropython

# ruff: noqa: F821 -- ptr8 and its like are words of the viper emitter


@micropython.viper
def plain(registers: ptr32, stream: ptr8, kept: ptr8, frame: ptr8, now: int) -> int:
    """As `tape_plain.plain`."""
    pause = (now - int(registers[0])) & 0x3FFFFFFF
    place = int(registers[2])
    if int(registers[5]) or place > int(registers[3]) or pause >= 63 and int(registers[6]):
        return 0
    i = int(registers[4])
    while i and int(frame[i - 1]) == int(kept[i - 1]):
        i -= 1
    if i:
        return 2
    registers[0] = now & 0x3FFFFFFF
    if pause < 8:
        stream[place] = 64 | pause << 3
        registers[1] = place + 1
        registers[2] = place + 1
    else:
        registers[1] = 0
        head(registers, stream, 0, pause)
    return 1


@micropython.viper
def news(registers: ptr32, stream: ptr8, kept: ptr8, frame: ptr8, now: int, more: int) -> int:
    """As `tape_plain.news`."""
    pause = (now - int(registers[0])) & 0x3FFFFFFF
    registers[0] = now & 0x3FFFFFFF
    registers[1] = 0
    head(registers, stream, 128, pause)
    place = int(registers[2])
    item = 0
    for i in range(int(registers[4])):
        moved = int(frame[i]) ^ int(kept[i])
        kept[i] = int(frame[i])
        bit = 8 * i
        while moved:
            if moved & 1:
                item = place
                if bit < 112:
                    stream[place] = bit
                else:
                    stream[place] = 115
                    place += 1
                    stream[place] = bit
                place += 1
            moved >>= 1
            bit += 1
    if not more:
        stream[item] = int(stream[item]) | 128
    registers[2] = place
    return item


@micropython.viper
def head(registers: ptr32, stream: ptr8, kind: int, pause: int):
    """As `tape_plain.head`."""
    place = int(registers[2])
    if pause < 63:
        stream[place] = kind | pause
    else:
        stream[place] = kind | 63
        place += 1
        pause -= 63
        while pause > 127:
            stream[place] = pause & 127 | 128
            pause >>= 7
            place += 1
        stream[place] = pause
    registers[2] = place + 1
