"""`reedboard boards`: the ports there are, and what answers at them."""

import json

from host import finding


def add(subparsers):
    """Add the parser of `boards`."""
    parser = subparsers.add_parser(
        "boards",
        help="the ports there are, and what answers at them",
        description="Lists Picos and emulated boards (with --all every serial port) and what each says when asked who it is. "
        f"Commands take one of them as PORT: {finding.FORMS}, or a path; without it the environment variable {finding.VARIABLE} counts, or auto.",
    )
    parser.add_argument("--all", action="store_true", help="every serial port, also those at which no Pico is")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")


def run(args):
    """List them; return the exit status: 0, or 1 if no board answers."""
    found = finding.answers(args.all)
    for answer in found:
        print(json.dumps(_as_dict(answer)) if args.json else finding.describe(answer))
    if not found and not args.json:
        print("no port at which a board could be (reedboard boards --all lists every serial port)")
    return 0 if any(answer.hello for answer in found) else 1


def _as_dict(answer):
    return {"port": answer.port.path, "id": answer.port.id, "title": answer.port.title, "hello": answer.hello, "problem": answer.problem}
