"""Switches that chatter: what of the toggles reaches the stories, and when."""

from hypothesis import given
from hypothesis import strategies as st

import pytest
from firmware.things import CHATTER
from firmware.waiting import Waiting

# toggles (`+` closes, `-` opens, the cell, `@` ms), and what of them is taken into account
TAKEN = [
    ("-1@100 +2@200", "-1@100 +2@200"),
    ("+2@200 -2@230 +2@250", "+2@200"),                                         # it chatters
    ("+2@200 -2@230 +2@250 -2@300 +2@340", "+2@200"),                           # and goes on chattering
    ("+2@200 -2@230 +2@250 -2@400", "+2@200 -2@400"),                           # what chattered is lifted
    ("+2@200 -2@230 +2@250 -2@300", "+2@200 -2@300"),                           # soon
    ("+2@200 -2@261 +2@280", "+2@200 -2@261 +2@280"),                           # closed too long for that
    ("+2@200 -2@230 +2@291", "+2@200 -2@230 +2@291"),                           # open too long
    ("-2@200 +2@230 -2@250", "-2@200 +2@230 -2@250"),                           # opened first, and is open: no chatter of what was put down
    ("+2@200 -2@230 -1@240 +2@250", "+2@200 -2@230 -1@240 +2@250"),             # a magnet passed, then what was lifted came there
    ("+2@200 -1@220 -2@230 +2@250", "+2@200 -1@220 -2@230 +2@250"),
    ("+2@200 -2@230 +2@250 -2@280 -1@290 +2@300", "+2@200 -1@290"),             # that has chattered before: nothing but it stands there
    ("+2@200 -1@205 -2@211 +2@250", "+2@200 -1@205"),                           # closed too briefly for a magnet
    ("+2@200 -1@205 -2@212 +2@250", "+2@200 -1@205 -2@212 +2@250"),
    ("+2@200 -2@230 +2@250 -2@370 +2@490", "+2@200"),                           # that has chattered before: more is believed of it
    ("+2@200 -2@230 +2@250 -2@371 +2@400", "+2@200 -2@371 +2@400"),
    ("+2@200 -2@230 +2@250 -2@370 +2@491", "+2@200 -2@370 +2@491"),
    ("+2@200 -2@230 +3@240 +2@250", "+2@200 +3@240"),
    ("+2@200 +3@205 -2@230 -3@232 +2@250 +3@252", "+2@200 +3@205"),             # two at once
    ("-1@190 +2@200 -2@230 +2@250", "-1@190 +2@200"),
]


def toggles(text):
    """`[(cell, closed, ms)]` of a text as in `TAKEN`."""
    return [(int(word[1:].split("@")[0]), word[0] == "+", int(word.split("@")[1])) for word in text.split()]


def taken(events):
    """What of the toggles `events` is taken into account, in order, by one who looks every ms."""
    waiting, found = Waiting(), []
    for now in range(max([ms for _, _, ms in events], default=0) + 3 * CHATTER):
        for event in events:
            if event[2] == now:
                waiting.add(*event)
        while waiting.ripe(now):
            found.append(waiting.pop())
    assert waiting.due == -1
    return found


@pytest.mark.parametrize("events, expected", TAKEN)
def test_taken(events, expected):
    assert taken(toggles(events)) == toggles(expected)


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(4 * CHATTER + 1, 999)), max_size=8),
    st.lists(st.lists(st.integers(9, 30), max_size=6), min_size=8, max_size=8),
)
def test_chatter_makes_no_difference(doings, flips):
    """Whatever is lifted and put down one after the other: what chatters then is taken as if it did not."""
    plain, noisy, closed, now = [], [], set(), 0
    for (cell, wait), waits in zip(doings, flips, strict=False):
        now += wait
        event = (cell, cell not in closed, now)
        plain.append(event)
        noisy.append(event)
        closed ^= {cell}
        if event[1]:
            for i, more in enumerate(waits[: len(waits) // 2 * 2]):
                now += more
                noisy.append((cell, i % 2 == 1, now))
    assert taken(noisy) == plain


@pytest.mark.parametrize("events", [events for events, _ in TAKEN])
def test_the_board_is_always_as_the_switches_say(events):
    """What is taken into account leaves each switch as it is."""
    last = {cell: closed for cell, closed, _ in toggles(events)}
    assert {cell: closed for cell, closed, _ in taken(toggles(events))} == last
