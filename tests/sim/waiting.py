"""Waiting for real input and output in tests: as short as it can be, never longer than a limit."""

import time

LIMIT_S = 20.0


def wait_for(condition, limit=LIMIT_S):
    """Call `condition()` again and again until it gives something true; return that. AssertionError after `limit` seconds."""
    end = time.monotonic() + limit
    while not (value := condition()):
        assert time.monotonic() < end, "waited in vain"
    return value
