"""Sensor scanner: a chain of 74HC165 shift registers on any four pins, bit by bit; else as `hc165`."""

from board_drivers.hc165 import on_bus


def from_profile(table, buses):
    """The scanner of a profile's `scanner` table."""
    return on_bus(table, buses.soft_spi(table))
