"""Tests of the engine, on CPython and on MicroPython."""
