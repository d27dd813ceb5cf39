"""Frames: there and back, with event numbers, in dirty surroundings, and damaged in every way."""

import random

import pytest
from firmware import link
from hypothesis import given
from hypothesis import strategies as st

from tests.link.noise import damaged, payloads


@given(st.integers(0, 999_999_999), st.text("abc 019-+*=.é\u0165", max_size=80), st.integers(0, 999_999_999))
def test_frames_come_back_as_they_were(seq, payload, event):
    frame = link.encode(seq, payload, event)
    assert frame.endswith(b"\n") and frame.count(b"!") == 1
    assert link.parts(frame) == (seq, event, payload)
    assert link.decode(frame) == (seq, payload)


def test_a_payload_cannot_look_like_a_frame():
    assert link.decode(link.encode(3, "err 0 Halt!\n!4 ok*")) == (3, "err 0 Halt   4 ok*")


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"!",
        b"!*",
        b"hello",
        b"!1 ok",
        b"!1 ok*00000000",
        b"!1*d9e80d2c",
        b"! ok*3610a686",
        b"!-1 ok*2e1f0d6c",
        b"!1. ok*5cd4e8c1",
        b"!12345678901 ok*8f4e2c11",
    ],
)
def test_what_is_no_frame(line):
    assert link.parts(line) is None


def test_numbers_must_be_digits_even_with_a_good_checksum():
    for body in (b" ok", b"x ok", b"1.x ok", b"1. ok", b".1 ok", b"1234567890 ok", b"1.1.1 ok", b"+1 ok", b"\xc2\xb2 ok", b"1"):
        assert link.parts(b"!%s*%08x" % (body, link.binascii.crc32(body))) is None


def test_bytes_that_are_no_text_are_refused():
    body = b"1 \xff\xfe"
    assert link.parts(b"!%s*%08x" % (body, link.binascii.crc32(body))) is None


def test_a_frame_is_found_behind_the_rest_of_another_line():
    frame = link.encode(7, "turn 1 h1h7")
    for rubbish in (b"Traceback (most", b"!6 sq e2 1 12", b"!!!", b"\x00\xff"):
        assert link.decode(rubbish + frame) == (7, "turn 1 h1h7")


def test_lines_come_out_whole_however_they_are_cut():
    data = b"".join(link.encode(number, "sq e2 1 %d" % number) for number in range(50))
    for seed in range(20):
        rng, buffer, found, at = random.Random(seed), link.LineBuffer(), [], 0
        while at < len(data):
            step = rng.randrange(1, 40)
            found += buffer.feed(data[at : at + step])
            at += step
        assert [link.decode(line)[0] for line in found] == list(range(50))


def test_a_line_without_end_does_not_fill_the_memory():
    buffer = link.LineBuffer()
    for _ in range(100):
        assert buffer.feed(b"x" * 1000) == []
        assert len(buffer._bytes) <= link.MAX_LINE + 1000
    assert buffer.feed(b"rest of it\nnext\n") == [b"next"]


def wrong_ones(count, seed):
    """How many of `count` frames, damaged on their way, were taken for something that was not said, and how many got through."""
    rng, buffer, wrong, good = random.Random(seed), link.LineBuffer(), 0, 0
    said = dict(enumerate(payloads(rng, count), 1))
    for first in range(1, count + 1, 500):
        stream = b"".join(link.encode(number, said[number]) for number in range(first, min(first + 500, count + 1)))
        for line in buffer.feed(damaged(stream, rng)):
            frame = link.decode(line)
            if frame:
                good += 1
                wrong += said.get(frame[0]) != frame[1]
    return wrong, good


def test_damaged_frames_are_never_taken():
    wrong, good = wrong_ones(20_000, "short")
    assert wrong == 0 and 17_000 < good < 20_000


@pytest.mark.proof
def test_a_million_damaged_frames():
    wrong, good = wrong_ones(1_000_000, "long")
    print(f"1,000,000 frames with 0.1 % of bytes damaged, dropped or inserted: {good} came through, {wrong} wrong ones were taken")
    assert wrong == 0
