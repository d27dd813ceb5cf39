"""The drivers of a board on a Raspberry Pi, and what is missing where they can't be had."""

import importlib.util
import os
import sys
import warnings

from host.errors import MissingTool, UserError

_TABLES = ("scanner", "lights", "display")
_WITHOUT = "to try a board without hardware, reedboard emulate"


def packages(profile):
    """Names of the Python packages that the board of `profile` (Profile) needs for its pins and buses."""
    tables = [table for table in (getattr(profile, name) for name in _TABLES) if table]
    needed = ["gpiozero"] if _factory_chosen() else ["gpiozero", "lgpio"]
    if any("spi" in table or table["driver"] == "ws2812" for table in tables):
        needed.append("spidev")
    if any("i2c" in table for table in tables):
        needed.append("smbus2")
    return needed


def _factory_chosen():
    """Whether somebody has chosen another way to the pins than lgpio, in gpiozero's own ways of choosing."""
    gpiozero = sys.modules.get("gpiozero")
    return bool(os.environ.get("GPIOZERO_PIN_FACTORY")) or gpiozero is not None and gpiozero.Device.pin_factory is not None


def _is_there(name):
    return name in sys.modules or importlib.util.find_spec(name) is not None


def check(profile):
    """Raise MissingTool for Python packages that are not installed, UserError where there are no pins."""
    missing = [name for name in packages(profile) if not _is_there(name)]
    if missing:
        raise _missing(missing)
    from gpiozero import Device

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")     # gpiozero tells one by one what it has tried in vain
        try:
            Device.ensure_pin_factory()
        except Exception as error:      # each of its ways to the pins has errors of its own
            raise UserError(f"no GPIO pins here ({_first_line(error)}): this has to run on a Raspberry Pi; {_WITHOUT}") from error


def _missing(names):
    what = "package" if len(names) == 1 else "packages"
    return MissingTool(f"needs the Python {what} {' and '.join(names)}, not installed here: pip install 'reedboard[pi]' ({_WITHOUT})")


def _first_line(error):
    lines = str(error).splitlines()
    return lines[0].strip() if lines else type(error).__name__


def drivers(profile):
    """The drivers of `profile` (Profile) as board_drivers.build makes them, over the Raspberry Pi's pins and buses.

    To be called once, before anything else has imported a driver.  Raises MissingTool and UserError.
    """
    check(profile)
    import host.virtual
    from board_drivers import rpi

    # The stand-ins with micropython-lib's interfaces work over any machine's pins and buses.
    host.virtual.install(rpi)
    if profile.display:
        host.virtual.install_display()
    from board_drivers.build import build

    try:
        return build(profile)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise UserError(
            f"can't open a bus of board profile {profile.name} ({where}{error.strerror or error}): switch on SPI and I2C (raspi-config; for a "
            "second SPI dtoverlay=spi1-1cs in config.txt) and be in the groups gpio, spi and i2c"
        ) from error
