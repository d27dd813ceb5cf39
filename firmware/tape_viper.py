"""The flight recorder's inner loops as machine code; what they do is told in `tape_plain`."""

import micropython

# ruff: noqa: F821 -- ptr8 and its like are words of the viper emitter


@micropython.viper
def plain(registers: ptr32, stream: ptr8, kept: ptr8, frame: ptr8, now: int) -> int:
    """As `tape_plain.plain`."""
    pause = now - int(registers[0])
    place = int(registers[3])
    if int(registers[6]) or place > int(registers[4]) or pause >= 63 and int(registers[7]):
        return 0
    i = int(registers[5])
    while i and int(frame[i - 1]) == int(kept[i - 1]):
        i -= 1
    if i:
        return 2
    registers[0] = now
    same = int(registers[2])
    if pause + 1 != int(registers[1]):
        registers[1] = pause + 1
        registers[2] = 0
        head(registers, stream, 0, pause)
    elif same and int(stream[same - 1]) < 127:
        stream[same - 1] = int(stream[same - 1]) + 1
    else:
        stream[place] = 65
        registers[2] = place + 1
        registers[3] = place + 1
    return 1


@micropython.viper
def news(registers: ptr32, stream: ptr8, kept: ptr8, frame: ptr8, now: int, more: int) -> int:
    """As `tape_plain.news`."""
    pause = now - int(registers[0])
    registers[0] = now
    registers[1] = 0
    registers[2] = 0
    head(registers, stream, 128, pause)
    place = int(registers[3])
    item = 0
    for i in range(int(registers[5])):
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
    registers[3] = place
    return item


@micropython.viper
def head(registers: ptr32, stream: ptr8, kind: int, pause: int):
    """As `tape_plain.head`."""
    place = int(registers[3])
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
    registers[3] = place + 1
