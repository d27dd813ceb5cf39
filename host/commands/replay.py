"""`reedboard replay FILE`: play a recording back to the controller and compare all that goes out, bit for bit."""

import os
import sys

from host import trace
from host.errors import UserError
from host.replay import Replay, elsewhere, spoken
from host.virtual.playback import STEP

RUNTIMES = ("cpython", "micropython", "pico")
_HELP = """Plays FILE (see `reedboard record`) back. Status 0: all went out as it did then; 1:
something was different, and the first difference is shown."""


def add(subparsers):
    """Add the parser of `replay`."""
    parser = subparsers.add_parser("replay", help="play a recording back and compare", description=_HELP)
    parser.add_argument("file", metavar="FILE", help="the trace")
    parser.add_argument("--runtime", choices=RUNTIMES, default="cpython", help="where the controller runs (default: %(default)s)")
    parser.add_argument(
        "--until", metavar="EVENT", help="stop behind the first message that begins so ('turn 12', 'ask', 'fix', 'result'), and show the board"
    )
    parser.add_argument("--step", action="store_true", help="show every step that puts something out; in a terminal, Enter goes on and q ends")
    parser.add_argument("--gif", metavar="OUT", help="draw what happened as an animated picture")
    parser.add_argument("--lang", choices=("en", "cs", "sk"), default="en", help="whose letters (default: %(default)s)")


def run(args):
    """Play back; return the exit status."""
    if args.runtime != "cpython" and (args.until or args.step or args.gif):
        raise UserError("--until, --step and --gif go with --runtime cpython only")
    known = trace.read(args.file)
    if args.runtime != "cpython":
        return _tell(args, elsewhere(known, args.runtime, _progress if sys.stderr.isatty() else None))
    if args.gif and os.path.splitext(args.gif)[1].lower() != ".gif":
        raise UserError(f"--gif {args.gif}: a moving picture's name ends in .gif")
    show = _Show(args)
    replay = Replay(known, show.step)
    for _ in replay.steps():
        if show.ended:
            break
    if args.gif:
        show.write_gif()
    if show.found:
        show.board(replay.controller)
    if args.until and not show.found and not replay.difference:
        raise UserError(f"--until {args.until}: no message of this trace begins so")
    return _tell(args, replay.report(), stopped=show.ended)


def _progress(done, whole):
    print(f"\r{100 * done // whole} %", end="\n" if done == whole else "", file=sys.stderr, flush=True)


def _tell(args, report, stopped=False):
    """Say what came of it; return the exit status."""
    difference = report.difference
    if difference:
        print(f"{args.file}: different at {_time(difference.ms)}: {difference.what}")
        print(f"  then: {difference.then}")
        print(f"  now:  {difference.now}")
        return 1
    gaps = f", {report.gaps} gap{'s' if report.gaps > 1 else ''}" if report.gaps else ""
    print(
        f"{args.file}: {report.steps} steps, {_time(report.ms)} of play{gaps}; {report.compared} checksums and {report.frames} frames are "
        f"the same under {args.runtime}{' so far' if stopped else ''}"
    )
    return 0


def _time(ms):
    minutes, rest = divmod(ms, 60_000)
    return f"{minutes}:{rest / 1000:06.3f}"


class _Show:
    """What is shown of a replay: steps, the board at the end, a moving picture."""

    def __init__(self, args):
        self.args = args
        self.ended = self.found = False
        self._asks = args.step and sys.stdin.isatty() and sys.stdout.isatty()
        self._film = None
        if args.gif:
            from host.film import Film

            self._film = Film(args.lang)

    def step(self, playback, entry, outputs):
        """Take one step of the replay."""
        if self._film:
            self._film.step(playback.now, playback.controller, outputs)
        if self.args.step and (outputs or entry[2] or entry[3] >= 0 or entry[4]):
            self._print(playback, entry, outputs)
        if self.args.until and any(kind == "tx" and trace.link.decode(data)[1].startswith(self.args.until) for kind, data in outputs):
            self.ended = self.found = True

    def _print(self, playback, entry, outputs):
        _, _, bits, mask, line, _ = entry
        closed = [f"{'+' if playback.frame[bit >> 3] >> (bit & 7) & 1 else '-'}{_square(playback, bit)}" for bit in bits]
        news = closed + ([f"buttons {mask}"] if mask >= 0 else []) + ([trace.spell((STEP, 0, [], -1, line, 0))[3:]] if line else [])
        print(f"{_time(playback.now)}  {' '.join(news) or '-':<24}  {spoken(outputs) if outputs else ''}", flush=True)
        if self._asks and input() in ("q", "quit"):
            self.ended = True

    def board(self, controller):
        """Print the board as the controller sees it."""
        from rich.console import Console

        from host.render.text import board_lines

        game = controller.tracker.game
        lamps = bytes(controller.lamps[cell] for cell in controller.guide.cells)
        for line in board_lines(game, last=game.history[-1] if game.history else None, lamps=lamps, lang=self.args.lang):
            Console().print(line)

    def write_gif(self):
        """Write the moving picture. Raises OSError."""
        with open(self.args.gif, "wb") as file:
            file.write(self._film.gif())


def _square(playback, bit):
    """The board's name of the square over `bit`."""
    cell = playback.profile.bit_cells[bit]
    return playback.profile.square(cell) if cell != 255 else f"bit{bit}"
