"""Finds the port of the board to deploy to."""

from serial.tools import list_ports

from host.errors import UserError

# What a Raspberry Pi Pico with MicroPython says it is; a Pico that has none yet, and waits for its UF2, offers no port.
PICO = (0x2E8A, 0x0005)
NEW = "a new Pico gets MicroPython first: hold BOOTSEL while you plug it in and copy the UF2 from micropython.org to it"


def find(wanted=None):
    """Path or URL of the port `wanted`: a path, a URL, `id:SERIAL`, `port:PATH`, or None (or `auto`) for the only board there is.

    UserError lists what there is when no board or several are found.
    """
    if wanted in (None, "auto"):
        return _only([port for port in _ports() if (port.vid, port.pid) == PICO])
    if wanted.startswith("id:"):
        return _only([port for port in _ports() if port.serial_number == wanted[3:]], wanted)
    return wanted.removeprefix("port:")


def _ports():
    return sorted(list_ports.comports())


def _only(boards, wanted=None):
    if len(boards) == 1:
        return boards[0].device
    if boards:
        raise UserError(f"{len(boards)} boards found: {_listed(boards)}; say which, for example reedboard deploy {boards[0].device} ...")
    what = f"no board {wanted} found" if wanted else "no board found"
    raise UserError(f"{what}; serial ports here: {_listed(_ports()) or 'none'}; {NEW}")


def _listed(ports):
    """The ports in words."""
    return ", ".join(f"{port.device} ({_about(port)})" for port in ports)


def _about(port):
    number = f"id:{port.serial_number}" if port.serial_number else ""
    if number and (port.vid, port.pid) == PICO:
        return number
    return f"{number} {port.product or port.description or 'no description'}".strip()
