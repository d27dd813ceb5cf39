"""The controller of a board: a pure state machine, and the shell that runs it on a device."""

import sys

VERSION = "0.1.0"

resident = []   # names of modules that stay loaded although they are seldom needed: a device with room fills it


def forget(name, room="firmware"):
    """Drop our module `name` on a device unless it is resident; it comes back by itself when it is needed next."""
    full = room + "." + name
    if sys.implementation.name == "micropython" and name not in resident and full in sys.modules:
        del sys.modules[full]
        package = sys.modules[room]
        if hasattr(package, name):
            delattr(package, name)
