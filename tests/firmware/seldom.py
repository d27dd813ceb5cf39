"""Modules that are seldom needed: a short heap drops them, one with room keeps them; runs on CPython and MicroPython."""

import gc
import sys

import firmware
from firmware import device, talk

SHORT = sys.implementation.name == "micropython"


def test_they_are_dropped_and_come_back():
    """On a device a forgotten module is gone until it is imported again; elsewhere nothing is dropped."""
    first = talk
    firmware.forget("talk")
    assert ("firmware.talk" in sys.modules) == (not SHORT)
    from firmware import talk as again

    assert (again is first) == (not SHORT) and again.ANSWERED == 8
    firmware.forget("no_such_module")


def test_with_room_they_stay():
    """`stay` loads all of them, and then none is dropped; a short heap is left alone, one with less has what is needed often."""
    if not hasattr(gc, "mem_free"):
        return
    room = device.ROOM, device.PLENTY
    device.ROOM = 1 << 29
    device.stay()
    assert firmware.resident == []
    device.ROOM, device.PLENTY = room[0], 1 << 29
    device.stay()
    assert sorted(firmware.resident) == sorted(device.OFTEN)
    del firmware.resident[:]
    device.PLENTY = room[1]
    device.stay()
    assert sorted(firmware.resident) == sorted(device.OFTEN + device.SELDOM)
    for name in device.OFTEN + device.SELDOM:
        firmware.forget(name)
        assert "firmware." + name in sys.modules
    del firmware.resident[:]
