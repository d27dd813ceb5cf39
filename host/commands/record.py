"""`reedboard record [PORT] -o FILE`: write down what a board's switches and buttons do."""

import sys
import time

from host.board import Board
from host.errors import UserError
from host.recording import PAUSE_S, Recording, profile_of

_HELP = """Writes the board's flight recorder to a file: first what the board has kept (its last turns), then what happens, until Ctrl-C.
`reedboard replay FILE` plays it back."""


def add(subparsers):
    """Add the parser of `record`."""
    parser = subparsers.add_parser("record", help="write down what a board's switches and buttons do", description=_HELP)
    parser.add_argument(
        "port", nargs="?", metavar="PORT", help="which board: auto, id:NUMBER, port:PATH, socket:HOST:PORT (default: REEDBOARD_PORT, or auto)"
    )
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the trace to write")
    parser.add_argument("--seconds", type=float, metavar="N", help="end after N seconds")
    parser.add_argument("--pull", action="store_true", help="only what the board has kept, then end")
    parser.add_argument("--profile", metavar="NAME", help="the board's profile, if it is not one of ours")


def run(args):
    """Record; return the exit status."""
    if args.seconds is not None and args.seconds <= 0:
        raise UserError(f"--seconds {args.seconds:g}: should be more than 0")
    with Board(args.port) as board:
        profile = profile_of(board.hello, args.profile)
        with open(args.output, "w", encoding="utf-8") as file:
            recording = Recording(board.client, file, profile)
            board.client.tell = _complain
            try:
                _record(recording, file, args)
            except KeyboardInterrupt:
                pass  # how one ends a recording
            finally:
                recording.close()
    print(f"{args.output}: {recording.writer.steps} steps, {recording.puller.gaps} gaps")
    return 0


def _record(recording, file, args):
    """Record until the time is up, or there is nothing more to pull."""
    end = None if args.seconds is None else time.monotonic() + args.seconds
    while end is None or time.monotonic() < end:
        if recording.step():
            continue
        file.flush()
        if args.pull:
            return
        recording.client.poll(PAUSE_S)


def _complain(text):
    print(f"reedboard record: {text}", file=sys.stderr)
