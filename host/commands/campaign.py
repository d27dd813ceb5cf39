"""`reedboard campaign`: random games by random hands on switches that lie, compared with the truth."""

import json
import os
import pathlib
import sys
import time

import engine
from host.campaign import jobs, run as parts, state
from host.campaign.report import FAILED, Report
from host.errors import UserError
from host.sim import noise

TURNS = 1000


def add(subparsers):
    """Add the parser of `campaign`."""
    parser = subparsers.add_parser(
        "campaign",
        help="random games by random hands, compared with the truth",
        description="Let random hands play random games on a simulated board and compare what it says with the truth. "
        "Status 0: nothing was wrong, missed or stuck; 1: something was; 2: a mistake in the arguments.",
    )
    option = parser.add_argument
    option("--games", default=",".join(engine.NAMES), metavar="GAMES", help="names, separated by commas (default: %(default)s)")
    option("--turns", type=int, default=TURNS, metavar="N", help="turns of each game (default: %(default)s)")
    option("--noise", choices=tuple(noise.LEVELS), default="hard", help="level of noise and of the hands' habits (default: %(default)s)")
    option("--seed", type=int, default=1, metavar="S", help="number that everything is drawn from (default: %(default)s)")
    option("--jobs", type=int, metavar="N", help="processes (default: one a processor)")
    option("--json", action="store_true", help="print one JSON object")
    option("--state", metavar="FILE", help="where to keep what has been played, to go on after an interruption (default: in the cache)")
    option("--failures", metavar="DIR", help="where to write a scenario for each failure (default: beside the state)")


def run(args):
    """Play the campaign, or the rest of it, and print its report."""
    campaign, processes = _campaign(args), _jobs(args.jobs)
    path = pathlib.Path(args.state) if args.state else state.usual_path(campaign)
    folder = pathlib.Path(args.failures) if args.failures else path.with_suffix("") / "failures"
    if folder.exists() and not folder.is_dir():
        raise UserError(f"--failures {folder}: is no folder")
    with state.State(path, campaign) as kept:
        played = _play(campaign, kept, processes)
        report = Report(campaign, played, write_failures(folder, played))
        if not args.state:
            kept.remove()       # the same command plays anew next time
    if args.json:
        print(json.dumps(report.plain()))
    else:
        print("\n".join(report.lines()))
    return report.status


def _campaign(args):
    """The Campaign that the arguments ask for. Raises UserError."""
    games = args.games.split(",")
    for game in games:
        if game not in engine.NAMES:
            raise UserError(f"--games {args.games}: unknown game '{game}'; known are {', '.join(engine.NAMES)}")
        if games.count(game) > 1:
            raise UserError(f"--games {args.games}: {game} is named twice")
    if args.turns < 1:
        raise UserError(f"--turns {args.turns}: needs a number from 1")
    return parts.Campaign(tuple(games), args.turns, args.noise, args.seed)


def _jobs(wanted):
    """How many processes to use. Raises UserError."""
    if wanted is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if wanted < 1:
        raise UserError(f"--jobs {wanted}: needs a number from 1")
    return wanted


def _play(campaign, kept, processes):
    """Play what is not yet in the state `kept`; return all that has been played, in the order of the campaign's chunks."""
    done = {(played["game"], played["index"]): played for played in kept.played}
    chunks = campaign.chunks()
    waiting = [chunk for chunk in chunks if (chunk.game, chunk.index) not in done]
    if done:
        print(f"going on from {kept.path}, {len(done)} of {len(chunks)} parts are played", file=sys.stderr)
    with Progress(campaign, done.values()) as progress:
        last = time.monotonic()
        try:
            for played in jobs.results(campaign, waiting, processes):
                now = time.monotonic()
                played["wall"] = round(now - last, 3)
                last = now
                kept.add(played)
                done[played["game"], played["index"]] = played
                progress.add(played)
        except KeyboardInterrupt:
            print(f"stopped; the same command goes on from {len(done)} of {len(chunks)} parts in {kept.path}", file=sys.stderr)
            raise
    return [done[chunk.game, chunk.index] for chunk in chunks]


class Progress:
    """A bar on standard error if that is a terminal, else nothing. A context manager."""

    def __init__(self, campaign, played):
        self._bar = None
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
            from rich.progress import Progress as Bar

            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("turns"), TimeRemainingColumn())
            self._bar = Bar(*columns, console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task("no failure", total=campaign.turns * len(campaign.games))
        self._failed = 0
        for part in played:
            self.add(part)

    def __enter__(self):
        if self._bar:
            self._bar.start()
        return self

    def __exit__(self, *error):
        if self._bar:
            self._bar.stop()

    def add(self, played):
        """Show that a chunk has been played."""
        if self._bar:
            counts = played["counts"]
            self._failed += sum(counts[kind] for kind in FAILED)
            turns = sum(counts[kind] for kind in (*FAILED, "right", "asked", "corrected"))
            words = f"[red]{self._failed} failed[/red]" if self._failed else "no failure"
            self._bar.update(self._task, advance=turns, description=words)


def write_failures(folder, played):
    """Write a scenario, or a log where no scenario shows it, for each failure into `folder`; return the paths."""
    paths = []
    for part in played:
        for number, failure in enumerate(part["failures"]):
            folder.mkdir(parents=True, exist_ok=True)
            stem = f"{part['game']}-{failure['kind']}-{part['index']:04}-{number}"
            path = folder / (stem + (".scn" if failure["scenario"] else ".log"))
            path.write_text(failure["scenario"] or failure["log"], encoding="utf-8")
            paths.append(path)
    return paths
