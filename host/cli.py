"""The `reedboard` command line: finds the command's module, parses, runs, and turns errors into one line and a status."""

import argparse
import importlib
import importlib.util
import os
import sys

from host import VERSION
from host.errors import MissingTool, UserError

# In the order in which --help lists them; a name without a module in host/commands is left out.
COMMANDS = (
    ("games", "the games, their boards and pieces"),
    ("turns", "the legal turns of a position"),
    ("perft", "count the turn sequences of a position"),
    ("render", "draw a position or a game as a picture"),
    ("play", "play on a board, real or emulated, in the terminal"),
    ("emulate", "a board without hardware on a serial port"),
    ("boards", "the ports there are, and what answers at them"),
    ("monitor", "a board live: pieces, switches, and what the tracker makes of them"),
    ("record", "write down what a board's switches and buttons do"),
    ("replay", "play a recording back and compare"),
    ("trace", "what can be made of a recording"),
    ("doctor", "examine every switch, chip and wire of a board"),
    ("scenario", "run scenario files: hands' doings and what must come of them"),
    ("campaign", "random games by random hands, compared with the truth"),
    ("deploy", "put the firmware on a board"),
    ("board", "run a board that is wired to a Raspberry Pi"),
    ("hardware", "lists, drawings, plans and checks of a board to build"),
    ("bench", "the figures for speed and size"),
)

# Import name -> what pip calls it, where they differ.
DISTRIBUTIONS = {"serial": "pyserial", "PIL": "Pillow", "littlefs": "littlefs-python"}
ROOMS = ("engine", "board_drivers", "firmware", "host", "hardware")

INTERRUPTED = 130       # 128 + SIGINT
PIPE_CLOSED = 141       # 128 + SIGPIPE, as programs end that the signal kills


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message):
        """Print `message` on standard error as one line and exit with status 2."""
        line = message.replace("\n", " ")
        self.exit(2, f"{self.prog}: {line} (see {self.prog} --help)\n")


def available():
    """`[(name, summary)]` of the commands whose modules are there."""
    return [(name, summary) for name, summary in COMMANDS if importlib.util.find_spec(f"host.commands.{name}")]


def command_in(argv):
    """The command that `argv` calls: its first word that is no option, or None."""
    return next((word for word in argv if not word.startswith("-")), None)


def build_parser(called=None):
    """`(parser, module)`: the whole parser, and the module of the command `called` (None if there is none such).

    Only the module of `called` is imported; the other commands are listed by their summaries.
    """
    parser = Parser(prog="reedboard", description="Referee, simulator and tools for boards with a reed switch under every square.")
    parser.add_argument("--version", action="version", version=f"reedboard {VERSION}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    module = None
    for name, summary in available():
        if name == called:
            module = importlib.import_module(f"host.commands.{name}")
            module.add(commands)
        else:
            commands.add_parser(name, help=summary)
    return parser, module


def main(argv=None):
    """Run the command line `argv` (default: the process's own) and return the exit status.

    0 success; 1 the command's own "no"; 2 a user's mistake, said in one line on standard error; 3 not supported yet;
    130 interrupted; 141 the reader of standard output went away.
    """
    argv = sys.argv[1:] if argv is None else argv
    called = command_in(argv)
    name = "reedboard"
    try:
        parser, module = build_parser(called)
        args = parser.parse_args(argv)
        name = f"reedboard {called}"
        status = module.run(args)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _abandon_stdout()
        return PIPE_CLOSED
    except Exception as error:
        known = as_user_error(error)
        if known is None:
            raise
        print(f"{name}: {' '.join(str(known).split())}", file=sys.stderr)
        return known.status


def as_user_error(error):
    """`error` as a `UserError` when it is a user's to put right, else None (it is then a fault of the program)."""
    if isinstance(error, UserError):
        return error
    if isinstance(error, ModuleNotFoundError):
        package = (error.name or "").partition(".")[0]
        if package and package not in ROOMS:
            wanted = DISTRIBUTIONS.get(package, package)
            return MissingTool(f"needs the Python package {package}, which is not installed: pip install {wanted}")
    if isinstance(error, OSError) and error.filename is not None:
        return UserError(f"{error.filename}: {error.strerror}")
    engine = sys.modules.get("engine")      # not imported here, so that --help stays quick
    if engine is not None and isinstance(error, engine.EngineError):
        return UserError(str(error))
    return None


def _abandon_stdout():
    """Point standard output at nothing, so that the interpreter's own flush at exit does not complain."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        pass        # standard output is no file (captured by a test, say): nothing to flush
