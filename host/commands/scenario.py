"""`reedboard scenario run FILE...`: hands' doings and what must come of them."""

import json
import sys

from host.sim import runtimes, scenario, scenario_file


def add(subparsers):
    """Add the command to the command line."""
    parser = subparsers.add_parser("scenario", help="run scenario files: hands' doings and what must come of them")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    run_parser = verbs.add_parser("run", help="run files; status 0: all holds, 1: an expectation fails, 2: malformed, 3: not supported yet")
    run_parser.add_argument("files", nargs="+", metavar="FILE")
    run_parser.add_argument("--runtime", choices=runtimes.NAMES, default="cpython", help="where the firmware runs (default: %(default)s)")
    run_parser.add_argument("--json", action="store_true", help="print one JSON object instead of lines")


def run(args):
    """Run the files; return the exit status."""
    runtime = runtimes.make(args.runtime)
    outcomes, about = [], None
    for path in args.files:
        outcome = _one(path, runtime)
        about = outcome.about or about
        outcomes.append(outcome)
        if not args.json:
            _report(outcome)
    if args.json:
        print(json.dumps({"runtime": about or runtime.describe(), "files": [_as_json(outcome) for outcome in outcomes]}))
    elif all(outcome.ok for outcome in outcomes):
        print(f"{_count(len(outcomes), 'file')}, {_count(sum(outcome.expectations for outcome in outcomes), 'expectation')}: all hold")
    return max((outcome.status for outcome in outcomes), key=_GRAVITY.index)


_GRAVITY = (0, 3, 1, 2)


def _one(path, runtime):
    try:
        read = scenario_file.read(path)
    except scenario_file.ScenarioError as error:
        return scenario.Outcome(path, 0, [], error)
    return scenario.run(read, runtime)


def _report(outcome):
    """One line for each failure on standard output; what is wrong with a file itself on standard error."""
    for line, expected, got in outcome.failures:
        print(f"{outcome.path}:{line}: expected {expected}, got {_one_line(got)}")
    if outcome.error is not None:
        print(f"reedboard scenario: {outcome.error}", file=sys.stderr)


def _one_line(text):
    return " | ".join(line.strip() for line in text.splitlines() if line.strip())


def _as_json(outcome):
    failures = [{"line": line, "expected": expected, "got": got} for line, expected, got in outcome.failures]
    if outcome.error is not None:
        failures.append({"line": outcome.error.line, "expected": "a well-formed file", "got": outcome.error.text})
    return {"file": outcome.path, "ok": outcome.ok, "expectations": outcome.expectations, "failures": failures}


def _count(number, word):
    return f"{number} {word}{'' if number == 1 else 's'}"
