"""`reedboard emulate GAME`: a board without hardware on a serial port, its hands on standard input."""

import contextlib
import signal
import sys

from host.commands.turns import add_position, set_up
from host.errors import UserError
from host.sim import board as boards
from host.sim import runtimes
from host.sim.emulator import Emulator
from host.sim.ports import PtyPort, TcpPort
from host.sim.runtimes import DeviceCrash

_HELP = """The first line printed is the port to open, as a board's USB port. Standard input takes what hands do, in the
notation of scenario files: -e2 lifts what is on e2, +e4 puts a thing on e4, +e3:60 closes e3 for 60 ms, 500 waits 500 ms,
`press white`, `hold menu`, `stick a1 closed`, `free a1`, `power off`, `power on`, `unplug`, `plug`; `quit` ends."""


def add(subparsers):
    """Add the parser of `emulate`."""
    parser = subparsers.add_parser("emulate", help="a board without hardware on a serial port", description=_HELP)
    add_position(parser)
    parser.add_argument("--runtime", choices=runtimes.NAMES, default="micropython", help="where the firmware runs (default: %(default)s)")
    parser.add_argument("--port-link", metavar="PATH", help="symbolic link to the port (default: one in a temporary folder)")
    parser.add_argument("--tcp", metavar="PORT", type=int, help="a TCP port too (0: a free one)")
    parser.add_argument("--profile", metavar="NAME", help="board profile (default: the usual one for the game)")
    parser.add_argument("--noise", choices=("off", "light", "hard"), default="off", help="how much the switches lie (default: off)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the noise")
    parser.add_argument("--speed", type=float, default=1.0, metavar="X", help="how many times faster than the clock time passes there")


def run(args):
    """Run the board until it is interrupted or told to quit."""
    if not 0.01 <= args.speed <= 1000:
        raise UserError(f"--speed {args.speed:g}: should be between 0.01 and 1000")
    game = set_up(args)
    profile = args.profile or boards.default_board(args.game)
    board = boards.make(runtimes.make(args.runtime), game, profile, noise=args.noise, seed=args.seed)
    ports = open_ports(args.port_link, args.tcp)
    emulator = Emulator(board, game, ports, source=sys.stdin.fileno(), speed=args.speed, say=_complain)
    for port in ports:
        print(port.name, flush=True)
    try:
        with told_to_end(lambda number, frame: emulator.stop()):
            emulator.run()
    except DeviceCrash as error:
        raise UserError(f"the firmware stopped: {error}") from error
    return 0


@contextlib.contextmanager
def told_to_end(handler):
    """For the time of the block `handler(number, frame)` takes the signals by which a process is told to end."""
    kept = {number: signal.signal(number, handler) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, before in kept.items():
            signal.signal(number, before)


def open_ports(link=None, tcp=None):
    """Return the ports that `--port-link` and `--tcp` ask for; a pseudo-terminal always. Raises UserError."""
    ports = [PtyPort(link)]
    try:
        if tcp is not None:
            ports.append(TcpPort(tcp))
    except UserError:
        ports[0].close()
        raise
    return ports


def _complain(text):
    print(f"reedboard emulate: {text}", file=sys.stderr, flush=True)
