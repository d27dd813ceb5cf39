"""Tests by room; `tests.naive` holds second implementations of the games."""
