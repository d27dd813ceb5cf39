"""`reedboard trace to-scenario FILE`: what can be made of a recording."""

from host import trace
from host.errors import UserError
from host.retelling import Retelling


def add(subparsers):
    """Add the parser of `trace`."""
    parser = subparsers.add_parser("trace", help="what can be made of a recording")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    scenario = verbs.add_parser("to-scenario", help="a scenario file of it, for `reedboard scenario run`")
    scenario.add_argument("file", metavar="FILE", help="the trace")
    scenario.add_argument("--from", dest="first", type=int, metavar="N", help="begin behind turn N (default: where the trace begins)")
    scenario.add_argument("--to", dest="last", type=int, metavar="N", help="end behind turn N (default: where the trace ends)")
    scenario.add_argument("-o", "--output", metavar="FILE", help="the scenario file (default: standard output)")


def run(args):
    """Make it; return the exit status."""
    if args.first is not None and args.first < 0 or args.last is not None and args.last < (args.first or 0):
        raise UserError("--from and --to are numbers of turns, the first not behind the last")
    text = Retelling(trace.read(args.file), args.first, args.last).text()
    if args.output is None:
        print(text, end="")
        return 0
    with open(args.output, "w", encoding="utf-8") as file:
        file.write(text)
    return 0
