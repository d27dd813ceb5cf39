"""`reedboard play`: play on a board, real or emulated, in the terminal."""

import signal
import sys
import time
from pathlib import Path

import engine
from engine import gamefile, notation
from rich.console import Console
from rich.live import Live

import host
from host import profiles
from host.board import Board
from host.commands.emulate import told_to_end
from host.emulated import Emulated
from host.errors import MissingTool, UserError
from host.live import Keys, View, title
from host.sim import doings, hands, runtimes
from host.sim.layout import Layout
from host.sim.player import GamePlayer, PlayError

SAMPLE = Path(host.__file__).parent / "data" / "folky-sample.txt"
SAMPLE_LANGUAGE = "cs"
FAST = 60.0  # how many times faster than the clock a game runs that nobody watches
PATIENCE_S = 15.0
PAUSE_S = 0.7
HAND_GAP_MS = 300
_YOURS = "the board is yours: type a turn (h1h7, @h3), doings (-h1 +h7), help or quit"
_HELP = (
    "h1h7, @h3, or people's notation: the hands make that turn;  -h1 +h7: they do just that",
    "fix: they do what the board asks for;  new: they set up the first position",
    "press white, hold menu, stick a1 closed, unplug, plug: as in scenario files",
    "takeback, answer TURN, new GAME: requests to the board over the line;  quit",
)


def add(subparsers):
    """Add the parser of `play`."""
    parser = subparsers.add_parser(
        "play",
        help="play on a board, real or emulated, in the terminal",
        description="Without arguments the published FOLKY game is played on an emulated board, which is then yours.",
    )
    parser.add_argument("game", metavar="GAME", nargs="?", help="name of the game (see reedboard games; default: folky)")
    parser.add_argument("--game-file", metavar="FILE", help="a game that the hands of the emulated board play first")
    parser.add_argument("--port", metavar="PORT", help="a real board: auto, id:NUMBER, port:PATH, socket:HOST:PORT (default: an emulated one)")
    parser.add_argument("--speed", metavar="X", type=float, default=1.0, help="how many times faster than usual the hands play")
    parser.add_argument("--lang", choices=notation.LANGUAGES, help="letters of the pieces, and of the game file's turns if it does not say")


def run(args):
    """Play; return the exit status."""
    if not 0.05 <= args.speed <= FAST:
        raise UserError(f"--speed {args.speed:g}: should be between 0.05 and {FAST:g}")
    watched = sys.stdin.isatty() and sys.stdout.isatty()
    if args.port:
        if args.game_file:
            raise UserError("--game-file needs hands, which only the emulated board has: leave out --port")
        with Board(args.port) as board:
            return _on_board(board, None, None, args, watched)
    record = _record(args, watched)
    game = record.at(0) if record else engine.new(args.game)
    board = Emulated(game, runtime=_runtime(), speed=args.speed if watched else FAST, gap=HAND_GAP_MS)
    with told_to_end(signal.default_int_handler), board as emulated:
        try:
            with Board(emulated.port, PATIENCE_S, emulated.check) as board:
                return _on_board(board, emulated, record, args, watched)
        except UserError:
            emulated.check()
            raise


def _record(args, watched):
    """The game that is to be played first (engine.gamefile.GameFile), or None. Raises UserError."""
    if args.game is not None:
        engine.game_class(args.game)
    path, lang = args.game_file, args.lang
    if path is None:
        if args.game not in (None, "folky") and not watched:
            raise UserError("without a terminal there has to be a game to play: --game-file FILE")
        if args.game is not None and watched:
            return None
        path, lang = SAMPLE, SAMPLE_LANGUAGE
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: not a text file (byte {error.start} is no UTF-8)") from error
    try:
        return gamefile.read(text, game=args.game or "folky", lang=lang)
    except engine.EngineError as error:
        raise UserError(f"{path}: {error}") from error


def _runtime():
    """The name of the runtime on which the emulated board's firmware runs."""
    try:
        runtimes.make("micropython")
    except MissingTool as error:
        print(f"reedboard play: {error}; running the firmware under CPython instead", file=sys.stderr)
        return "cpython"
    return "micropython"


def _on_board(board, emulated, record, args, watched):
    """Play on the board (host.board.Board), drawing it or printing its turns."""
    client = board.client
    player = _player(client.mirror, emulated, record)
    if watched:
        return _Screen(client, emulated, player, args.lang or "en", args.speed).run()
    return _print_through(client, emulated, player)


def _player(mirror, emulated, record):
    return GamePlayer(record.turns, record.at(0), mirror, emulated.hands) if record else None


# without a terminal


def _print_through(client, emulated, player):
    """Print turns as the board reports them; end when the game is through. Returns the exit status."""
    mirror = client.mirror
    client.tell = print
    print(title(mirror.hello, mirror.game.name, "en", client.port), flush=True)
    printed, moved = len(mirror.record), time.monotonic()
    try:
        while not (player.done if player else mirror.result != "*"):
            if player and player.step():
                moved = time.monotonic()
            client.poll(0.05)
            for number in range(printed, len(mirror.record)):
                print(f"{number + 1} {mirror.record[number]}", flush=True)
            printed = len(mirror.record)
            if player and time.monotonic() > moved + PATIENCE_S:
                raise PlayError(player.trouble())
            _check_alive(emulated)
        player.step()
        _await_result(client, player)
    except PlayError as error:
        print(f"reedboard play: {error}", file=sys.stderr)
        return 1
    print(f"result {mirror.result} after {len(mirror.record)} plies")
    return 0


def _await_result(client, player):
    """Wait for the result that the board reports, when the game has ended."""
    end = time.monotonic() + PATIENCE_S
    while player and player.game.result() != client.mirror.result:
        if time.monotonic() > end:
            raise PlayError(f"the game has ended {player.game.result()}, but the board says {client.mirror.result}")
        client.poll(0.05)


def _check_alive(emulated):
    if emulated:
        emulated.check()


# in the terminal


class _Screen:
    """The board drawn live, the hands' game first, then the person's own."""

    def __init__(self, client, emulated, player, lang, speed):
        self.client = client
        self.mirror = client.mirror
        self.emulated = emulated
        self.player = player
        self.speed = speed
        self.lang = lang
        game = self.mirror.game
        self.view = View(self.mirror, _lamp_cells(self.mirror), lang, title(self.mirror.hello, game.name, lang, client.port))
        client.tell = self.view.say
        self._next = time.monotonic() + PAUSE_S
        self._over = False

    def run(self):
        """Draw and listen until the person quits; return the exit status."""
        console = Console()
        if not self.player:
            self._hand_over()
        with Keys() as keys, Live(console=console, screen=True, auto_refresh=False) as live:
            while not self._over:
                self.client.poll(0.04)
                for line in keys.lines():
                    self.command(line)
                self._play()
                self._gather()
                live.update(self.view.draw(keys.text, self._hint(), console.height), refresh=True)
        print(f"result {self.mirror.result} after {len(self.mirror.record)} plies")
        return 0

    def _hint(self):
        return "(Enter: take over, quit)" if self.player else "(help, quit)"

    def _gather(self):
        _check_alive(self.emulated)
        if self.emulated:
            while self.emulated.messages:
                self.view.say(self.emulated.messages.pop(0))

    def _play(self):
        """Let the hands go on with their game."""
        if not self.player or time.monotonic() < self._next:
            return
        try:
            if self.player.done and not self.player.step():
                self.view.say(f"played through: {self.mirror.result} after {len(self.mirror.record)} plies")
                self._hand_over()
            elif self.player.step():
                self._next = time.monotonic() + PAUSE_S / self.speed
        except PlayError as error:
            self.view.say(str(error))
            self._hand_over()

    def _hand_over(self):
        self.player = None
        if self.emulated and self.mirror.result != "*":
            self._set_up()
        self.view.say(_YOURS if self.emulated else "make your turns on the board")

    def _set_up(self):
        """Let the hands set up the first position, which begins a new game."""
        first = engine.new(self.mirror.game.name)
        made = hands.rearrange(set(self.emulated.emulator.truth.occupied), hands.occupied(first))
        self._perform(doings.text([doings.wait(1500), *made]))

    def _perform(self, text):
        self.view.doing = text if len(text) <= 34 else text[:31] + "..."
        self.emulated.hands(text)

    # what the person types

    def command(self, line):
        """Do what a typed line says."""
        if line is None or line in ("quit", "q", "exit"):
            self._over = True
        elif self.player:
            self.view.say("taken over from the hands")
            self.player = None
            if line:
                self.command(line)
        elif line == "help":
            for text in _HELP:
                self.view.say(text)
        elif line:
            self._order(line)

    def _order(self, line):
        words = line.split()
        if words[0] in ("takeback", "answer") or words[0] == "new" and len(words) > 1:
            self.mirror.send(line)
        elif self.emulated is None:
            self._order_real(line, words)
        elif line == "new":
            self._set_up()
        elif line == "fix":
            self._perform(" ".join(sorted(self.mirror.fix, reverse=True)) or "1")
        else:
            self._order_hands(line)

    def _order_real(self, line, words):
        if words[0] == "press":
            self.mirror.send(line)
        else:
            self.view.say("this board is real: make the turn on it (press, answer, takeback, new GAME can be typed)")

    def _order_hands(self, line):
        try:
            doings.parse(line)
        except doings.DoingError as unreadable:
            if line[0] in "+-" or line.split()[0] in ("press", "hold", "stick", "free", "power"):
                self.view.say(str(unreadable))
                return
            self._turn(line)
            return
        self._perform(line)

    def _turn(self, text):
        """Let the hands make the turn `text`, machine text or people's notation."""
        game = self.mirror.game
        try:
            turn = _read_turn(game, text, self.lang)
        except engine.EngineError as error:
            self.view.say(str(error))
            return
        self._perform(doings.text(hands.plain(game, turn)))


def _read_turn(game, text, lang):
    """The turn that `text` means, as machine text or in people's notation. Raises engine.EngineError."""
    try:
        return game.parse_turn(text)
    except engine.TextError:
        return notation.read(game, text, lang)


def _lamp_cells(mirror):
    """The board cell of each cell of the game, or None if the board's profile is not known here."""
    try:
        layout = Layout(profiles.load(mirror.hello.get("board", "")), mirror.game)
    except (UserError, ValueError):
        return None
    return [layout.board_cell[mirror.game.square(cell)] for cell in range(mirror.game.n)]
