"""What the tests of all rooms share: the `--proof` option, and property tests that are the same on every run."""

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("house", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


def pytest_addoption(parser):
    """Add `--proof`; the environment variable `REEDBOARD_PROOF=1` does the same."""
    parser.addoption("--proof", action="store_true", help="run the long, exhaustive tests too (those marked `proof`)")


def pytest_configure(config):
    """Make the marker known."""
    config.addinivalue_line("markers", "proof: a long, exhaustive test, left out without --proof")


def is_proof(config):
    """Tell whether the long tests are wanted (bool)."""
    return bool(config.getoption("--proof") or os.environ.get("REEDBOARD_PROOF"))


@pytest.fixture(scope="session")
def proof(request):
    """Whether the long versions of the tests are wanted (bool)."""
    return is_proof(request.config)


def pytest_collection_modifyitems(config, items):
    """Leave out the tests marked `proof` unless they are wanted."""
    if is_proof(config):
        return
    left_out = [item for item in items if item.get_closest_marker("proof")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("proof")]
