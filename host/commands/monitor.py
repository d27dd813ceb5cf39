"""`reedboard monitor [PORT]`: a board live, in the terminal or as lines for other programs."""

import json
import sys
import time

from host import board as library
from host import profiles
from host.board import Board
from host.errors import UserError

_HELP = """Shows a board live: by piece and by switch, toggles as they come, what the tracker makes of them and why, lamps, and how the line is doing.
Ctrl-C ends it. Without a terminal, or with --events or --json, it prints one line an event."""


def add(subparsers):
    """Add the parser of `monitor`."""
    parser = subparsers.add_parser("monitor", help="a board live: pieces, switches, and what the tracker makes of them", description=_HELP)
    parser.add_argument(
        "port", nargs="?", metavar="PORT", help="which board: auto, id:NUMBER, port:PATH, socket:HOST:PORT (default: REEDBOARD_PORT, or auto)"
    )
    parser.add_argument("--events", action="store_true", help="print events as plain lines")
    parser.add_argument("--json", action="store_true", help="print events as JSON objects, one a line")
    parser.add_argument("--seconds", type=float, metavar="N", help="end after N seconds")
    parser.add_argument("--profile", metavar="NAME", help="the board's profile, if it is not one of ours")
    parser.add_argument("--lang", choices=("en", "cs", "sk"), default="en", help="whose letters (default: %(default)s)")


def run(args):
    """Show the board; return the exit status."""
    if args.seconds is not None and args.seconds <= 0:
        raise UserError(f"--seconds {args.seconds:g}: should be more than 0")
    end = None if args.seconds is None else time.monotonic() + args.seconds
    with Board(args.port) as board:
        if args.events or args.json or not sys.stdout.isatty():
            _print_events(board, end, as_json if args.json else as_line)
        else:
            _show(board, end, args)
    return 0


def _print_events(board, end, spell):
    print(spell(board.snapshot()), flush=True)
    while end is None or time.monotonic() < end:
        event = board.next_event(0.1)
        if event is not None:
            print(spell(event), flush=True)


_WORDS = {
    "Turn": "turn",
    "TakenBack": "back",
    "NewGame": "new",
    "Question": "ask",
    "Fix": "fix",
    "AllRight": "ok",
    "Result": "result",
    "Faults": "fault",
    "Toggle": "switch",
    "Lamps": "lamps",
    "Connection": "line",
    "Snapshot": "snapshot",
}


def as_json(event):
    """Return `event` (a NamedTuple of host.board) as a JSON text with its kind under "event"."""
    found = {"event": _WORDS[type(event).__name__]}
    for key, value in event._asdict().items():
        found[key] = sorted(value) if isinstance(value, frozenset) else list(value) if isinstance(value, (tuple, bytes)) else value
    return json.dumps(found)


def as_line(event):
    """Return `event` as one plain line: its kind, then what counts."""
    kind = _WORDS[type(event).__name__]
    if isinstance(event, library.Toggle):
        return f"{kind} {'+' if event.closed else '-'}{event.square} {event.ms}"
    if isinstance(event, library.Fix):
        return " ".join([kind, *("-" + square for square in event.empty), *("+" + square for square in event.fill)])
    if isinstance(event, library.Snapshot):
        return f"{kind} {event.game} {len(event.record)} {event.result} {event.position}"
    if isinstance(event, library.Lamps):
        return f"{kind} {''.join(str(code) for code in event.codes)}"
    if isinstance(event, library.Connection):
        return f"{kind} {'up' if event.connected else 'down'} {event.text}"
    words = [str(word) for value in event for word in (value if isinstance(value, tuple) else (value,))]
    return " ".join([kind, *words])


def _show(board, end, args):
    from host.monitor import Watched
    from host.monitor_view import MonitorView
    from rich.live import Live

    watched = Watched(board.client, profiles.load(args.profile or board.name))
    view = MonitorView(watched, args.lang)
    board.client.tell = view.say
    try:
        with Live(screen=True, auto_refresh=False) as live:
            while end is None or time.monotonic() < end:
                watched.look()
                live.update(view.draw(), refresh=True)
                board.next_event(0.08)
    except KeyboardInterrupt:
        pass  # how one ends it
