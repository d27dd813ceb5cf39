"""Lines that lie: damaged streams and random bytes for the tests of both ends."""

from host import protocol
from firmware import link


def payloads(rng, count):
    """`count` payloads as a board says them, varied in their numbers and squares."""
    board = [verb.example for verb in protocol.VERBS if verb.way == protocol.BOARD]
    found = []
    for number in range(count):
        if rng.random() < 0.6:
            found.append(f"sq {rng.choice('abcdefgh')}{rng.randrange(1, 9)} {rng.randrange(2)} {number * 7}")
        else:
            found.append(rng.choice(board))
    return found


def damaged(stream, rng, rate=0.001):
    """The bytes `stream` with `rate` of its bytes changed, dropped, or followed by another."""
    out, at = bytearray(), 0
    while True:
        step = int(rng.expovariate(rate))
        out += stream[at : at + step]
        at += step
        if at >= len(stream):
            return bytes(out)
        kind = rng.randrange(3)
        if kind == 0:
            out.append(stream[at] ^ rng.randrange(1, 256))
        elif kind == 1:
            out += bytes((stream[at], rng.randrange(256)))
        at += 1


WORDS = (
    "hello",
    "snap",
    "turns",
    "ack",
    "press",
    "answer",
    "takeback",
    "new",
    "fault",
    "light",
    "trace",
    "why",
    "stat",
    "white",
    "black",
    "menu",
    "long",
    "off",
    "folky",
    "courier",
    "alquerque",
    "a1",
    "e4",
    "h8",
    "h1h7",
    "-a1",
    "+a1",
    "0",
    "1",
    "7",
    "-1",
    "99999999",
    "123456789012",
    "\u00b2",
    "pos=",
    "n=1",
    "ev=3",
    "turn",
    "back",
    "start",
    "ask",
    "fix",
    "ok",
    "result",
    "sq",
    "lamps",
    "re",
    "err",
    "rec=2",
    "game=folky",
    "result=*",
    "*",
    "0:1",
    "rnb2bnr/8/8/8/8/8/8/RNB2BNR",
    "w",
    "8",
    "x" * 30,
    "",
)


def rubbish(rng, size):
    """About `size` bytes of which some are random, some are frames of random words with good checksums, and some are damaged frames."""
    out = bytearray()
    while len(out) < size:
        kind = rng.random()
        if kind < 0.3:
            out += rng.randbytes(rng.randrange(1, 200))
        elif kind < 0.4:
            out += rng.choice((b"\n", b"!", b"!0 ", b"\r\n", b"*", b"!1 *\n"))
        else:
            words = " ".join(rng.choice(WORDS) for _ in range(rng.randrange(0, 6)))
            frame = link.encode(rng.choice((0, 1, rng.randrange(10**9))), words, rng.choice((0, 0, 1, 2, rng.randrange(10**9))))
            out += damaged(frame, rng, 0.02) if kind < 0.6 else frame
    return bytes(out)
