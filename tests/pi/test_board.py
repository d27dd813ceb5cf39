"""`reedboard board`: the firmware on a Raspberry Pi's back end, over gpiozero's mock pins and the chip models."""

import importlib.util
import json
import os
import threading
from argparse import Namespace
from pathlib import Path

import engine
import pytest
from engine import gamefile
from firmware import journal, link, saved

import host
from board_drivers import palette
from host import cli, profiles
from host.client import Client, Mirror
from host.commands import board as command
from host.errors import MissingTool, UserError
from host.sim import hands
from tests.sim.waiting import wait_for

pytest.importorskip("gpiozero", reason="gpiozero is not installed")

from host.pi import back_end, runner  # noqa: E402
from tests.drivers import pi  # noqa: E402

REST_MS = 400
BETWEEN_MS = 100


class Port:
    """A port of the board with a mirror at its other end."""

    def __init__(self):
        self.mirror = Mirror(engine.new("folky"))
        self.waiting = []       # lines from the host
        self.closed = False

    def read(self):
        """What the host has sent."""
        lines, self.waiting = self.waiting + self.mirror.to_send, []
        self.mirror.to_send = []
        return lines

    def write(self, line):
        """What the host hears."""
        self.mirror.feed(line)

    def handles(self):
        """Nothing to wait for."""
        return []

    def close(self):
        """Remember it."""
        self.closed = True


class Wired(pi.PiBoard):
    """A board on a Raspberry Pi whose drivers `host.pi` makes."""

    def build(self):
        """Make them."""
        self.parts = back_end.drivers(self.profile)


@pytest.fixture
def wired(monkeypatch):
    """The board `pi-8x8` wired up: `bench` (its chips) and `parts` (its drivers)."""
    monkeypatch.setattr(pi, "PiBoard", Wired)
    with pi.pi_board(profiles.device_form(profiles.read("pi-8x8"))) as board:
        yield board


class Table:
    """A running board and the hands at it, in virtual milliseconds; `words` go to `reedboard board` as its arguments."""

    def __init__(self, wired, folder, game="folky", position=None, **options):
        self.bench = wired.bench
        self.profile = wired.profile
        self.port = Port()
        config = {"game": game, "position": position, "options": options}
        self.kept = runner.DiskJournal(folder / "state" / "pi.journal")
        self.runner = runner.Runner(self.profile, config, wired.parts, [self.port], self.kept)
        self.game = engine.new(game, position)
        self.now = 0

    def set_up(self):
        """Put the things of the game's position on the board, and let it look."""
        for square in hands.occupied(self.game):
            self.switch(square, True)
        self.wait(REST_MS)

    def cell(self, square):
        """Board cell of a square of the game."""
        cells = self.profile.board_cells(self.game.files, self.game.ranks, self.profile.anchor(self.game.name))
        return cells[self.game.cell(square)]

    def switch(self, square, closed):
        """What a magnet does."""
        self.bench.set_square(self.cell(square), closed)

    def wait(self, ms):
        """Let time pass: the board looks when something is due, and at the end."""
        end = self.now + ms
        while self.now < end:
            due = self.runner.tick(self.now)
            self.now = min(max(due, self.now + runner.SCAN_MS), end)

    def play(self, text):
        """Make a turn (machine text) by hand, and rest."""
        turn = self.game.parse_turn(text)
        for doing in hands.plain(self.game, turn):
            self.switch(doing.what, doing.kind == "put")
            self.wait(BETWEEN_MS)
        self.game.push(turn)
        self.wait(REST_MS)

    def lit(self):
        """Squares of the game whose lamps glow."""
        lamps = self.bench.lamps()
        return {self.game.square(cell) for cell in range(self.game.n) if lamps[self.cell(self.game.square(cell))] != (0, 0, 0)}


def published():
    """Turn texts of the published game."""
    text = (Path(host.__file__).parent / "data" / "folky-sample.txt").read_text(encoding="utf-8")
    record = gamefile.read(text, game="folky", lang="cs")
    return [record.at(ply).turn_text(turn) for ply, turn in enumerate(record.turns)]


# -- played through the pins -----------------------------------------------------------------------------------------


def test_the_published_game(wired, tmp_path):
    """All 44 plies of it, through shift registers on SPI; the record comes over the line and lies on the disk."""
    table = Table(wired, tmp_path)
    table.set_up()
    for text in published():
        table.play(text)
    mirror = table.port.mirror
    assert mirror.record == published() and mirror.result == "0:1" and not mirror.fix
    assert saved.read(table.kept.path.read_bytes())["turns"] == published()
    assert wired.bench.lights.garbled == 0


def test_a_whole_game_of_alquerque(wired, tmp_path):
    """In the middle of the bigger board, with captures and chains, to its end."""
    game = json.loads((Path(__file__).parents[1] / "pico" / "games.json").read_text())["alquerque"]
    table = Table(wired, tmp_path, "alquerque")
    table.set_up()
    for text in game["turns"].split():
        table.play(text)
    mirror = table.port.mirror
    assert (len(mirror.record), mirror.result) == (len(table.game.history), game["result"])
    assert mirror.game.position_text() == table.game.position_text()


def test_lamps_buttons_and_buzzer(wired, tmp_path):
    """A lifted rook's squares glow; the clock's button ends a turn; it is heard."""
    table = Table(wired, tmp_path, commit="button")
    table.set_up()
    table.switch("h1", False)
    table.wait(BETWEEN_MS)
    assert {"h2", "h3", "h4", "h5", "h6", "h7"} <= table.lit()
    table.switch("h7", True)
    table.wait(2 * REST_MS)
    assert table.port.mirror.record == []
    wired.bench.press(1)
    table.wait(BETWEEN_MS)
    wired.bench.press(0)
    table.wait(BETWEEN_MS)
    assert table.port.mirror.record == ["h1h7"]
    assert any(hertz for _, hertz in wired.bench.tones())


def test_lamps_blink(wired, tmp_path):
    """A thing that is out of its place has a blinking lamp: bright in some of the phases."""
    table = Table(wired, tmp_path)
    table.set_up()
    table.switch("e4", True)
    table.wait(5000)
    colours = set()
    for _ in range(4):
        table.wait(palette.PHASE_MS)
        colours.add(table.bench.lamps()[table.cell("e4")])
    assert len(colours) > 1


def test_power_off_and_on(wired, tmp_path):
    """The game goes on where it was, and says so."""
    table = Table(wired, tmp_path)
    table.set_up()
    assert table.runner.resumed is None
    table.play("h1h7")
    again = Table(wired, tmp_path)
    assert again.runner.resumed == ("folky", 1)
    again.game.push(again.game.parse_turn("h1h7"))
    again.wait(REST_MS)
    again.play("a8a3")
    assert again.port.mirror.record == ["h1h7", "a8a3"]


def test_a_host_asks(wired, tmp_path):
    """A request through the port is answered there."""
    table = Table(wired, tmp_path)
    heard = []
    table.port.mirror.listeners.append(lambda verb, rest: heard.append((verb, rest)))
    table.set_up()
    heard.clear()
    for request in (link.encode(1, "hello"), link.encode(2, "dance")):
        table.port.waiting.append(request)
        table.wait(100)
    assert [verb for verb, _ in heard] == ["hello", "re", "err"]
    assert "board=pi-8x8" in heard[0][1] and "impl=cpython" in heard[0][1]


def test_a_dead_chip(wired, tmp_path):
    """The squares of those chips that can't be relied on any more are reported, and no turn is made of what they show."""
    table = Table(wired, tmp_path)
    table.set_up()
    wired.bench.switches.kill(7)
    table.wait(3000)
    dead = set(table.port.mirror.faults)
    assert "h8" in dead and "a1" not in dead
    assert dead == {table.profile.square(cell) for chip in range(8) if wired.parts.scanner.faults[chip] for cell in table.profile.chip_cells(chip)}
    assert table.port.mirror.record == []


def test_the_end_leaves_nothing_lit(wired, tmp_path):
    """`run` goes dark and gives its ports back, also when it ends at once."""
    table = Table(wired, tmp_path)
    table.set_up()
    table.switch("h1", False)
    table.wait(BETWEEN_MS)
    assert table.lit()
    table.runner.stop()
    table.runner.run()
    assert not table.lit() and table.port.closed


# -- the journal -----------------------------------------------------------------------------------------------------


def test_the_journal_on_the_disk(tmp_path):
    """Records are added; one that begins a game replaces all before it."""
    path = tmp_path / "deep" / "game.journal"
    kept = runner.DiskJournal(path)
    assert kept.saved == b""
    first, turn, second = journal.begin("folky", {}, "x w"), journal.line("T h1h7"), journal.begin("alquerque", {}, "y w")
    assert kept.append(first) and kept.append(turn)
    assert path.read_bytes() == first + turn == runner.DiskJournal(path).saved
    assert kept.append(second)
    assert path.read_bytes() == second
    assert os.listdir(path.parent) == ["game.journal"]


def test_what_is_gathered_is_stored_at_the_end(wired, tmp_path):
    """Who stops the board in the moment of a turn finds the turn in the journal."""
    table = Table(wired, tmp_path)
    table.set_up()
    for square, closed in (("h1", False), ("h7", True)):
        table.switch(square, closed)
        table.wait(BETWEEN_MS)
    while not table.port.mirror.record:
        table.wait(runner.SCAN_MS)
    assert saved.read(table.kept.path.read_bytes())["turns"] == []
    table.runner.stop()
    table.runner.run()
    assert saved.read(table.kept.path.read_bytes())["turns"] == ["h1h7"]


def test_a_journal_that_can_not_be_written(tmp_path):
    """Play goes on without; a folder that can't be made is said at once."""
    kept = runner.DiskJournal(tmp_path / "state" / "game.journal")
    kept.path.parent.rmdir()
    assert kept.append(journal.line("T h1h7")) is False
    assert kept.append(journal.begin("folky", {}, "x w")) is False
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="--state"):
        runner.DiskJournal(tmp_path / "file" / "game.journal")


def test_where_the_journal_lies(monkeypatch):
    """As told, or where systemd says, or in the user's folder."""
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/reedboard")
    assert command.state_folder("/x") == Path("/x")
    assert command.state_folder() == Path("/var/lib/reedboard")
    monkeypatch.delenv("STATE_DIRECTORY")
    monkeypatch.setenv("XDG_STATE_HOME", "/home/x/state")
    assert command.state_folder() == Path("/home/x/state/reedboard")


# -- the command -----------------------------------------------------------------------------------------------------


def arguments(*words):
    """What the command's parser makes of these words."""
    parser = cli.Parser()
    command.add(parser.add_subparsers())
    return parser.parse_args(["board", *words])


def test_the_whole_command(wired, tmp_path):
    """On the computer's own clock, with real ports; a second start goes on with the game."""
    from host.commands.emulate import open_ports

    words = ["--profile", "pi-8x8", "--game", "folky", "--tcp", "0", "--state", str(tmp_path), "--option", "rest=50"]
    # The drivers of the fixture: another set of them on the same wires would be in their way.
    made = []
    for turns in ([], ["h1h7"]):
        make_drivers, back_end.drivers = back_end.drivers, lambda profile: wired.parts
        try:
            made.append(command.make(arguments(*words), open_ports))
        finally:
            back_end.drivers = make_drivers
        assert made[-1].resumed == (("folky", 1) if turns else None)
        for square in hands.occupied(engine.new("folky")) if not turns else ():
            wired.bench.set_square(wired.profile.cell(square), True)
        thread = threading.Thread(target=made[-1].run)
        thread.start()
        try:
            client = Client(made[-1].ports[1].name)
            client.greet(20)
            if not turns:
                wired.bench.set_square(wired.profile.cell("h1"), False)
                wait_for(lambda client=client: client.poll(0.05) is not None and any(code == 1 for code in client.mirror.lamps))
                wired.bench.set_square(wired.profile.cell("h7"), True)
            wait_for(lambda client=client: client.poll(0.05) is not None and client.mirror.record == ["h1h7"])
            client.close()
        finally:
            made[-1].stop()
            thread.join()
    assert [path.name for path in tmp_path.iterdir()] == ["pi-8x8-folky.journal"]


def complaint(capsys, *words):
    """The one line with which `reedboard board` ends at these words."""
    assert cli.main(["board", *words]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1
    return said.err


@pytest.mark.parametrize(
    "words, part",
    [
        (["--profile", "nonsense"], "nonsense"),
        (["--profile", "classic-8x8"], "reedboard deploy --profile classic-8x8"),
        (["--profile", "pi-8x8", "--game", "ludo"], "ludo"),
        (["--profile", "pi-8x8", "--game", "courier"], "no place for courier"),
        (["--profile", "pi-8x8", "--position", "8/8 w"], "2 ranks"),
        (["--profile", "pi-8x8", "--option", "rest"], "'rest'"),
        (["--profile", "pi-8x8", "--option", "goals=3"], "goals"),
    ],
)
def test_mistakes(capsys, words, part):
    """One line, status 2, before any pin is touched."""
    assert part in complaint(capsys, *words)


PACKAGES = ("gpiozero", "lgpio", "spidev", "smbus2")


@pytest.fixture
def away(monkeypatch):
    """A function: let these packages be missing, and the others be there."""
    find = importlib.util.find_spec

    def leave_out(*names):
        def look(name, *more):
            if name in names:
                return None
            return find("os" if name in PACKAGES else name, *more)

        monkeypatch.setattr(back_end, "sys", Namespace(modules={}))
        monkeypatch.setattr(back_end.importlib.util, "find_spec", look)

    return leave_out


@pytest.mark.parametrize("names", [("gpiozero",), ("lgpio",), ("spidev",), ("gpiozero", "lgpio", "spidev")])
def test_packages_that_are_missing(away, capsys, monkeypatch, names):
    """All are named at once, with what installs them."""
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    away(*names)
    line = complaint(capsys, "--profile", "pi-8x8")
    assert " and ".join(names) + ", not installed here: pip install 'reedboard[pi]'" in line


def test_which_packages_a_board_needs(monkeypatch):
    """Those of the buses that its profile uses; lgpio unless another way to the pins is chosen."""
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    profile = profiles.load("pi-8x8")
    assert back_end.packages(profile) == ["gpiozero", "lgpio", "spidev"]
    profile.display = {"driver": "ssd1306", "i2c": 1}
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    assert back_end.packages(profile) == ["gpiozero", "spidev", "smbus2"]


def test_not_on_a_raspberry_pi(monkeypatch, capsys):
    """gpiozero finds no pins: one line instead of its warnings."""
    from gpiozero import Device

    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "native")
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setattr(back_end, "_is_there", lambda name: True)
    assert "has to run on a Raspberry Pi" in complaint(capsys, "--profile", "pi-8x8")


@pytest.mark.parametrize("error", [FileNotFoundError(2, "No such file or directory"), PermissionError(13, "Permission denied", "/dev/i2c-1")])
def test_a_bus_that_is_not_switched_on(monkeypatch, error):
    """What to switch on is said."""
    with pytest.raises(UserError, match="switch on SPI and I2C") as caught:
        with pi.pi_board(profiles.device_form(profiles.read("pi-8x8"))) as board:

            def refuse(*_):
                raise error

            monkeypatch.setattr("board_drivers.build.build", refuse)
            back_end.drivers(board.profile)
    assert error.strerror in str(caught.value) and (error.filename or "") in str(caught.value)


def test_missing_is_a_missing_tool(monkeypatch):
    """The error has the house's class."""
    monkeypatch.setattr(back_end, "_is_there", lambda name: False)
    with pytest.raises(MissingTool):
        back_end.check(profiles.load("pi-8x8"))
