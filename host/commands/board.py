"""`reedboard board --profile NAME`: run a board that is wired to this Raspberry Pi."""

import os
import pathlib
import sys

from host.configuration import configuration, games_for, options_of
from host.errors import UserError

_HELP = """Runs the firmware of a board whose switches, lamps and buttons are wired to this Raspberry Pi. The first line printed is the
port that `reedboard play --port` and other programs open. The game is kept in a folder, one for every board and game, and
goes on when the board is started again. hardware/reedboard.service starts it with the system."""
CONTROLLER = "pi"


def add(subparsers):
    """Add the parser of `board`."""
    parser = subparsers.add_parser("board", help="run a board that is wired to this Raspberry Pi", description=_HELP)
    parser.add_argument("--profile", metavar="NAME", required=True, help="board profile: a name in hardware/boards or the path of a .toml file")
    parser.add_argument("--game", metavar="GAME", help="the game to begin with (default: the first that has a place on the board)")
    parser.add_argument("--position", metavar="TEXT", help="position text (default: the start of the game)")
    parser.add_argument("--option", metavar="NAME=VALUE", action="append", default=[], help="an option of the match or of the controller; may repeat")
    parser.add_argument("--port-link", metavar="PATH", help="symbolic link to the port (default: one in a temporary folder)")
    parser.add_argument("--tcp", metavar="PORT", type=int, help="a TCP port too, on this machine (0: a free one)")
    parser.add_argument("--state", metavar="DIR", help="where games are kept (default: systemd's folder for it, else the user's)")


def state_folder(wanted=None):
    """Where games are kept: `wanted`, else what systemd gives, else the user's folder for such things."""
    home = os.environ.get("XDG_STATE_HOME") or os.path.join(os.path.expanduser("~"), ".local", "state")
    return pathlib.Path(wanted or os.environ.get("STATE_DIRECTORY") or os.path.join(home, "reedboard"))


def run(args):
    """Run the board until it is told to end."""
    from host.commands.emulate import open_ports, told_to_end

    runner = make(args, open_ports)
    for port in runner.ports:
        print(port.name, flush=True)
    if runner.resumed:
        print("reedboard board: going on with the game of {}, {} turns made".format(*runner.resumed), file=sys.stderr, flush=True)
    with told_to_end(lambda number, frame: runner.stop()):
        runner.run()
    return 0


def make(args, open_ports):
    """The Runner that the arguments ask for; `open_ports(link, tcp)` makes its ports, last. Raises UserError and engine.EngineError."""
    from host import profiles
    from host.pi import back_end
    from host.pi.runner import DiskJournal, Runner

    profile = profiles.load(args.profile)
    if profile.mcu != CONTROLLER:
        raise UserError(f"board profile {profile.name} is for a Raspberry Pi Pico: reedboard deploy --profile {args.profile} puts the firmware on it")
    game = games_for(profile, [args.game] if args.game else None)[0]
    config = configuration(profile, game, options_of(args.option), args.position)
    parts = back_end.drivers(profile)
    kept = DiskJournal(state_folder(args.state) / f"{profile.name}-{game}.journal")
    return Runner(profile, config, parts, open_ports(args.port_link, args.tcp), kept)
