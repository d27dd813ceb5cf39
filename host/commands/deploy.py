"""`reedboard deploy [PORT] --profile P`: put the firmware on a board and hear it say hello."""

import contextlib
import sys
from pathlib import Path

from host.configuration import options_of
from host.errors import UserError

_HELP = """Compiles the firmware, copies to the board what differs from what is there, and asks it hello. PORT is a path, a URL, or
id: and the board's serial number; left out, it is the only board plugged in. What mip has to fetch (the display's driver)
takes a network; all else does not."""


def add(subparsers):
    """Add the parser of `deploy`."""
    parser = subparsers.add_parser("deploy", help="put the firmware on a board", description=_HELP)
    parser.add_argument("port", metavar="PORT", nargs="?", help="the board's port (default: the only board there is)")
    parser.add_argument("--profile", metavar="NAME", required=True, help="board profile: a name in hardware/boards or the path of a .toml file")
    parser.add_argument("--games", metavar="NAME[,NAME]", help="games to put on it, first the one it begins with (default: all that have a place)")
    parser.add_argument("--option", metavar="NAME=VALUE", action="append", default=[], help="an option of the match or of the controller; may repeat")
    parser.add_argument("--replace", action="store_true", help="replace the main.py of another program")
    parser.add_argument("--folder", metavar="DIR", help="write the files into a folder instead, for other ways onto a board")
    parser.add_argument("--mip-index", metavar="URL", help="package index for mip (default: micropython.org's)")


def run(args):
    """Deploy; 1 if all is well but for something that mip could not fetch."""
    from host.deploy.files import Payload

    games = [name for name in args.games.split(",") if name] if args.games is not None else None
    if games == []:
        raise UserError("--games: names no game")
    payload = Payload(args.profile, games, options_of(args.option))
    if args.folder is None:
        return to_board(payload, args)
    if args.port is not None:
        raise UserError(f"--folder {args.folder} and the port {args.port}: one of them")
    to_folder(payload, Path(args.folder))
    return 0


def to_folder(payload, folder):
    """Write the files of `payload` (host.deploy.files.Payload) into `folder`, which is made if it is not there."""
    for path, data in payload.files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    print(f"wrote {len(payload.files)} files ({sum(map(len, payload.files.values()))} bytes) to {folder}")


def to_board(payload, args):
    """Bring the board that `args` names up to date; the exit status."""
    from host.deploy import ports
    from host.deploy.deploying import Deployment
    from host.deploy.device import Device

    with Device(ports.find(args.port)) as device:
        work = Deployment(device, payload, args.replace, _say)
        work.check()
        plan = work.plan()
        with progress(plan.size) as written:
            work.carry_out(plan, written)
        missing = work.install(args.mip_index)
        hello = work.verify()
    print(f"copied {len(plan.copy)} files ({plan.size} bytes), removed {len(plan.remove)}, left {plan.same} as they were")
    print(f"{hello['board']} at {device.port} says hello: reedboard {hello['reedboard']}, {hello['impl']} {hello['ver']}, game {hello['game']}")
    return 1 if missing else 0


@contextlib.contextmanager
def progress(size):
    """A progress bar of `size` bytes on a terminal, nothing elsewhere; gives the function to call with bytes done."""
    if not size or not sys.stdout.isatty():
        yield lambda count: None
        return
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    with Progress(TextColumn("copying"), BarColumn(), DownloadColumn(), TimeRemainingColumn(), transient=True) as bar:
        task = bar.add_task("copying", total=size)
        yield lambda count: bar.advance(task, count)


def _say(text):
    print(f"reedboard deploy: {text}", file=sys.stderr)
