"""The emulated Pico for the tests: one program a session, a new chip a test."""

from pathlib import Path

import pytest

from host.errors import UserError
from host.pico import tools
from host.pico.process import Emulator
from host.pico.repl import Repl
from host.pico.runtime import PicoRuntime


HERE = Path(__file__).parent


def pytest_collection_modifyitems(config, items):
    """Skip, by name and with the reason, what needs the emulated Pico where it is not there."""
    wanted = [item for item in items if HERE in item.path.parents and "emulator" in item.fixturenames]
    try:
        reason = tools.missing() if wanted else None
    except UserError as error:
        raise pytest.UsageError(str(error)) from None
    if reason:
        for item in wanted:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def emulator():
    """An Emulator; a test calls `start` on it."""
    with Emulator() as made:
        yield made


@pytest.fixture
def runtime(emulator):
    """The runtime on that emulator; each `start` is a new board."""
    return PicoRuntime(emulator=emulator)


@pytest.fixture
def chip(emulator):
    """A function: switch on a chip with `files`, `device` and other arguments of Emulator.start, and return its prompt (Repl)."""

    def start(files=None, device=None, **more):
        emulator.start(files if files is not None else {}, device, **more)
        return Repl(emulator)

    return start
