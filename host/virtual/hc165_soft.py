"""The chain of 74HC165 behind a bit-banged bus: the same chips."""

from host.virtual.hc165 import attach_scanner

__all__ = ("attach_scanner",)
