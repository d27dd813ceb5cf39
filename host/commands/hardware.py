"""`reedboard hardware`: lists, drawings and plans of a board, made from its profile, and the electrical checks."""

import sys
from pathlib import Path

from host import profiles
from host.errors import UserError


def add(subparsers):
    """Add the parser of `hardware`."""
    parser = subparsers.add_parser(
        "hardware",
        help="lists, drawings, plans and checks of a board to build",
        description="Make what a board is built from out of its profile. Lists and checks are printed unless -o is given.",
    )
    kinds = parser.add_subparsers(dest="kind", metavar="WHAT", required=True)
    for kind, summary in (*_kinds().items(), ("all", "all of these and a page that shows them")):
        one = kinds.add_parser(kind, help=summary, description=summary[0].upper() + summary[1:] + ".")
        one.add_argument(
            "profiles", nargs="*", metavar="PROFILE", help="a profile's name or the path of its .toml (default: all that come with the product)"
        )
        one.add_argument("-o", "--output", metavar="FOLDER", help="write files into FOLDER/NAME OF THE PROFILE/")
        if kind in ("drilling", "surfaces", "all"):
            one.add_argument("--no-pdf", action="store_true", help="leave out the PDFs to print at 1:1")


def _kinds():
    from host.hardware.generate import KINDS

    return KINDS


def run(args):
    """Write or print; status 1 when an electrical check fails."""
    from host.hardware import generate
    from host.hardware.board import Board

    if args.output is None and args.kind not in generate.TEXTS:
        raise UserError(f"{args.kind} makes files: say where with -o FOLDER")
    boards = [Board(name) for name in args.profiles or profiles.names()]
    pdfs = not getattr(args, "no_pdf", False)
    failed = False
    for board in boards:
        if args.kind in ("check", "all"):
            failed |= any(check.faults for check in generate.run_checks(board))
        files = generate.everything(board, pdfs) if args.kind == "all" else generate.contents(board, args.kind, pdfs)
        if args.output is None:
            _print(board, next(iter(files.values())), len(boards) > 1)
        else:
            _write(Path(args.output) / board.name, files)
    if args.kind == "all":
        _write(Path(args.output), generate.common())
    return 1 if failed else 0


def _print(board, content, many):
    if many:
        print(f"# {board.name}")
    sys.stdout.write(content().decode())


def _write(folder, files):
    """Write files; their names go to standard output."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        path = folder / name
        path.write_bytes(content())
        print(path)
