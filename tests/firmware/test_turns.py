"""Lists of turns packed into bytes."""

from firmware.turns import pack, unpack
from hypothesis import given
from hypothesis import strategies as st

# few cells, so that they are often the same as a length
TURNS = st.lists(st.lists(st.integers(0, 8), min_size=1, max_size=3).map(lambda cells: tuple(cells * 2)), max_size=12)


def packed(turns):
    out = bytearray()
    for turn in turns:
        pack(out, turn)
    return bytes(out)


@given(TURNS)
def test_what_was_packed(turns):
    """Comes out again, in order."""
    assert list(unpack(packed(turns))) == turns


@given(TURNS, st.integers(0, 9))
def test_with_a_cell(turns, cell):
    """Only the turns that have to do with it come, in order."""
    assert list(unpack(packed(turns), cell)) == [turn for turn in turns if cell in turn]


@given(TURNS, st.integers(0, 9), st.integers(1, 3))
def test_pauses(turns, cell, pause):
    """The same turns come, and a None after every `pause` others that are looked at."""
    found = list(unpack(packed(turns), cell, pause))
    assert [turn for turn in found if turn is not None] == [turn for turn in turns if cell in turn]
    last = max([k for k, turn in enumerate(turns) if cell in turn], default=-1)
    others = [[cell not in turn for turn in turns[:end]].count(True) // pause for end in (last + 1, len(turns))]
    assert others[0] <= found.count(None) <= others[1]
