"""`reedboard doctor [PORT]`: examine every switch, chip and wire of a board."""

import json
import os
import select
import sys

from board_drivers.profile import Profile
from host.board import Board
from host.doctor import Exam
from host.errors import UserError
from host.recording import profile_of

_HELP = """Examines a board. At rest it finds restless switches and those that the lamps disturb; in a terminal it then asks for a piece on every
square (its lamp lights; no key is needed) and finds dead, stuck, chattering and exchanged switches, ghosts, missing diodes, dead chips, lamps
and buttons.
Exit status 0: nothing is
wrong; 1: something is. The game on the board is not touched, but its pieces must be set up again afterwards."""


def add(subparsers):
    """Add the parser of `doctor`."""
    parser = subparsers.add_parser("doctor", help="examine every switch, chip and wire of a board", description=_HELP)
    parser.add_argument(
        "port", nargs="?", metavar="PORT", help="which board: auto, id:NUMBER, port:PATH, socket:HOST:PORT (default: REEDBOARD_PORT, or auto)"
    )
    parser.add_argument("--rest", action="store_true", help="only what can be seen at rest (the default without a terminal)")
    parser.add_argument("--seconds", type=float, default=6.0, metavar="N", help="how long to watch at rest, twice (default: %(default)g)")
    parser.add_argument("--profile", metavar="NAME", help="the board's profile, if it is not one of ours")
    parser.add_argument("--json", metavar="FILE", help="write the report as JSON too (- for standard output, in place of the text)")
    parser.add_argument(
        "--trial", type=int, metavar="N", help="try the doctor itself on simulated boards: one with every fault that can be injected, N healthy ones"
    )
    parser.add_argument("--seed", default="1", metavar="TEXT", help="for --trial: another seed, other boards (default: %(default)s)")
    parser.add_argument("--picture", metavar="FILE", help="write the report as a picture too (FILE.png)")


def run(args):
    """Examine; return the exit status."""
    if args.trial is not None:
        return _try(args.trial, args.seed)
    if not 0 < args.seconds <= 3600:
        raise UserError(f"--seconds {args.seconds:g}: should be between 0 and 3600")
    if args.picture and os.path.splitext(args.picture)[1].lower() != ".png":
        raise UserError(f"--picture {args.picture}: a picture's name ends in .png")
    guided = not args.rest and sys.stdin.isatty() and sys.stdout.isatty()
    with Board(args.port) as board:
        profile = Profile(json.dumps(profile_of(board.hello, args.profile)))
        try:
            report = Exam(board.client, profile, _Person()).run(guided, args.seconds)
        except KeyboardInterrupt:
            board.light(None)
            raise
    _write(args, report)
    return 1 if report.findings else 0


def _try(boards, seed):
    """Try the doctor; return the exit status."""
    if boards < 0:
        raise UserError(f"--trial {boards}: needs the number of healthy boards")
    from host.doctor import trial

    missed = 0
    for fault in trial.FAULTS:
        report = fault.examined()
        found = fault.found(report)
        missed += not found
        said = ", ".join(sorted({finding.kind for finding in report.findings})) or "nothing"
        print(f"{fault.text:48} {fault.name:16} found: {said}{'' if found else '   WRONG'}", flush=True)
    alarms = 0
    for number in range(boards):
        name, findings = trial.healthy(number, seed)
        alarms += bool(findings)
        for finding in findings:
            print(f"healthy board {number}, {name}: {finding.text}   FALSE ALARM", flush=True)
        if sys.stderr.isatty():
            print(f"\r{number + 1} of {boards} healthy boards", end="\n" if number + 1 == boards else "", file=sys.stderr, flush=True)
    print(f"{len(trial.FAULTS)} faults, {missed} of them not found; {boards} healthy boards with noise, seed {seed}: {alarms} with false alarms")
    return 1 if missed or alarms else 0


def _write(args, report):
    if args.json == "-":
        print(json.dumps(report.as_json()))
    else:
        for line in report.text():
            print(line)
    if args.json and args.json != "-":
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(report.as_json(), file, indent=1)
            file.write("\n")
    if args.picture:
        from host.doctor.picture import draw

        draw(report).save(args.picture)


class _Person:
    """A person at a terminal: reads what is asked, presses Enter."""

    def __init__(self):
        self._typed = ""
        self._answer = ()

    def begin(self, task):
        """Say what to do."""
        self._answer = ()
        hint = {"put": "  (Enter: it is there)", "press": "  (Enter: it does nothing)"}.get(task.kind, "")
        print(task.text + hint, file=sys.stderr, flush=True)

    def done(self):
        """Whether Enter was pressed."""
        if not sys.stdin.isatty() or not select.select([sys.stdin], [], [], 0)[0]:
            return False
        line = sys.stdin.readline()
        self._answer = tuple(line.split())
        return True

    def answer(self):
        """The squares that were typed."""
        return self._answer
