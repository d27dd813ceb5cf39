"""`reedboard scenario run FILE...` and `reedboard scenario picture FILE`: hands' doings and what must come of them."""

import io
import json
import os
import sys

from host.errors import UserError
from host.sim import runtimes, scenario, scenario_file

PICTURE_SIZE = 480      # pixels


def add(subparsers):
    """Add the command to the command line."""
    parser = subparsers.add_parser("scenario", help="run scenario files: hands' doings and what must come of them")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    run_parser = verbs.add_parser("run", help="run files; status 0: all holds, 1: an expectation fails, 2: malformed, 3: not supported yet")
    run_parser.add_argument("files", nargs="+", metavar="FILE")
    run_parser.add_argument("--runtime", choices=runtimes.NAMES, default="cpython", help="where the firmware runs (default: %(default)s)")
    run_parser.add_argument("--json", action="store_true", help="print one JSON object instead of lines")
    run_parser.set_defaults(act=_run)
    picture_parser = verbs.add_parser("picture", help="run a file and draw the board at its end, with the lamps that the firmware shows")
    picture_parser.add_argument("file", metavar="FILE")
    picture_parser.add_argument("--size", type=int, default=PICTURE_SIZE, metavar="PX", help="width of the picture in pixels (default: %(default)s)")
    picture_parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the picture: FILE.png")
    picture_parser.set_defaults(act=_picture)


def run(args):
    """Run the files, or one for its picture; return the exit status."""
    return args.act(args)


def _picture(args):
    """Draw the picture of a file, if all that the file expects holds."""
    from host.sim.picture import Watch

    if os.path.splitext(args.output)[1].lower() != ".png":
        raise UserError(f"-o {args.output}: a picture of a scenario has a name that ends in .png")
    watch = Watch()
    outcome = scenario.run(scenario_file.read(args.file), runtimes.make("cpython"), watch)
    _report(outcome)
    if outcome.ok:
        data = io.BytesIO()
        try:
            watch.draw(args.size).save(data, "PNG", optimize=True)
        except ValueError as error:
            raise UserError(f"--size {args.size}: {error}") from error
        with open(args.output, "wb") as file:
            file.write(data.getvalue())
    return outcome.status


def _run(args):
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
        late = max(outcome.late_ms for outcome in outcomes)
        told = f", {late} ms late at the most" if late else ""
        print(f"{_count(len(outcomes), 'file')}, {_count(sum(outcome.expectations for outcome in outcomes), 'expectation')}: all hold{told}")
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
    return {"file": outcome.path, "ok": outcome.ok, "expectations": outcome.expectations, "failures": failures, "late_ms": outcome.late_ms}


def _count(number, word):
    return f"{number} {word}{'' if number == 1 else 's'}"
