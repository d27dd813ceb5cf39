"""`reedboard deploy` on a scripted board: mpremote's real transport, the real prompt protocol, the real controller."""

import json
import sys

import engine
import pytest
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from firmware import journal
from host import profiles, toolbox
from host.deploy import device as devices

pytestmark = pytest.mark.skipif(toolbox.find("mpy-cross") is None, reason="mpy-cross is not installed")

PORT = "/dev/ttyACM0"
CLASSIC = (PORT, "--profile", "classic-8x8")
UNIVERSAL = (PORT, "--profile", "universal-12x9")


def errors(deploy, *words):
    """The one line of the error that these words must give."""
    status, out, err = deploy(*words)
    assert (status, out, len(err)) == (2, [], 1), (status, out, err)
    assert err[0].startswith("reedboard deploy: ")
    return err[0]


def test_a_new_board(board, deploy):
    """Everything is copied, and the board says hello with the first game."""
    status, out, err = deploy(*CLASSIC)
    assert (status, err) == (0, [])
    files = board.files()
    assert json.loads(files["profile.json"]) == json.loads(profiles.device_json("classic-8x8"))
    assert json.loads(files["config.json"]) == {"game": "folky", "options": {}, "position": None}
    assert {"main.py", "engine/core.mpy", "engine/folky.mpy", "engine/alquerque.mpy", "firmware/main.mpy", "board_drivers/hc165.mpy"} <= set(files)
    assert not {"engine/courier.mpy", "engine/football.mpy", "board_drivers/rpi.mpy"} & set(files)
    assert all(data[:2] == b"M\x06" for path, data in files.items() if path.endswith(".mpy"))
    size = sum(map(len, files.values()))
    assert out == [
        f"copied {len(files)} files ({size} bytes), removed 0, left 0 as they were",
        f"classic-8x8 at {PORT} says hello: reedboard 0.1.0, cpython {out[1].split()[-3].strip(',')}, game folky",
    ]


def test_only_what_differs_is_copied(board, deploy):
    """A second time nothing is; after a change only what has changed, wherever the change was made."""
    deploy(*CLASSIC)
    board.written()
    status, out, _ = deploy(*CLASSIC)
    assert (status, board.written()) == (0, [])
    assert out[0].startswith("copied 0 files (0 bytes), removed 0, left ")
    before = board.files()
    (board.root / "engine/core.mpy").write_bytes(b"damaged")
    (board.root / "firmware/link.mpy").unlink()
    deploy(*CLASSIC)
    assert board.written() == ["/engine/core.mpy", "/firmware/link.mpy"]
    assert board.files() == before
    deploy(*CLASSIC, "--option", "repetition=5")
    assert board.written() == ["/config.json"]


def test_what_starts_the_program_is_written_last(board, deploy):
    """A board whose copying was interrupted does not start half a program."""
    deploy(*CLASSIC)
    assert board.written()[-1] == "/main.py"


def test_leftovers_are_removed(board, deploy):
    """A .py beside a .mpy would be imported instead of it; games no longer wanted go; what is not ours stays."""
    deploy(*UNIVERSAL)
    for path in ("engine/core.py", "firmware/old.mpy", "notes.txt", "lib/other.mpy"):
        (board.root / path).parent.mkdir(exist_ok=True)
        (board.root / path).write_bytes(b"x")
    status, out, _ = deploy(*UNIVERSAL, "--games", "courier,folky")
    files = board.files()
    assert status == 1      # the display's driver could not be fetched
    assert "removed 4," in out[0]
    assert not {"engine/core.py", "firmware/old.mpy", "engine/football.mpy", "engine/alquerque.mpy"} & set(files)
    assert {"notes.txt", "lib/other.mpy", "engine/courier.mpy", "engine/folky.mpy"} <= set(files)


def test_games(board, deploy):
    """The first named is the one the board begins with; the board knows only those that are on it."""
    _, out, _ = deploy(*UNIVERSAL, "--games", "courier,alquerque")
    assert json.loads(board.files()["config.json"])["game"] == "courier"
    assert json.loads(board.files()["profile.json"])["games"] == {"courier": "a1", "alquerque": "d3"}
    assert out[1].endswith("game courier")


def test_options_reach_the_board(board, deploy):
    """Those of the match and those of the controller."""
    deploy(*CLASSIC, "--option", "repetition=4", "--option", "rest=500", "--option", "lang=cs")
    assert board.controller.options["rest"] == 500 and board.controller.options["lang"] == "cs"
    assert board.controller.tracker.game.options == {"repetition": 4}


@pytest.mark.parametrize(
    "words, part",
    [
        (["--profile", "nonsense"], "nonsense"),
        (["--profile", "pi-8x8"], "reedboard board --profile pi-8x8"),
        (["--profile", "classic-8x8", "--games", "ludo"], "ludo"),
        (["--profile", "classic-8x8", "--games", "folky,courier"], "no place for courier"),
        (["--profile", "classic-8x8", "--games", ","], "no game"),
        (["--profile", "classic-8x8", "--option", "rest"], "'rest'"),
        (["--profile", "classic-8x8", "--option", "rest=never"], "rest"),
        (["--profile", "classic-8x8", "--option", "goals=2"], "goals"),
    ],
)
def test_mistakes_are_found_before_the_board_is_touched(board, deploy, words, part):
    """One line, status 2, nothing written."""
    assert part in errors(deploy, PORT, *words)
    assert board.log == []


def test_a_running_board_is_interrupted(board, deploy):
    """The program that runs there gives way, and runs again afterwards."""
    deploy(*CLASSIC)
    board.log.clear()
    deploy(*CLASSIC)
    assert board.log == ["interrupted", "soft reset", "main.py", "closed"]


# -- other programs, games in progress -------------------------------------------------------------------------------


def test_another_program_is_not_replaced_unasked(board, deploy):
    """A Pico with a main.py of its own keeps it, unless --replace is given."""
    (board.root / "main.py").write_text("print('my weather station')\n")
    board.begin()
    assert "--replace" in errors(deploy, *CLASSIC)
    assert board.files() == {"main.py": b"print('my weather station')\n"}
    assert board.log[-2:] == ["main.py", "closed"]      # and goes on running
    assert deploy(*CLASSIC, "--replace")[0] == 0
    assert b"firmware.main" in board.files()["main.py"]


def saved(game, *turns):
    """A journal with these turns of the game."""
    lines = [journal.begin(game, engine.new(game).options, engine.new(game).position_text())]
    return b"".join(lines + [journal.line("T " + turn) for turn in turns])


def test_a_game_in_progress_goes_on(board, deploy):
    """New firmware is no reason to lose a game."""
    deploy(*CLASSIC)
    (board.root / "journal.txt").write_bytes(saved("folky", "h1h7"))
    assert deploy(*CLASSIC)[2] == []
    assert len(board.controller.tracker.game.history) == 1


def test_a_game_the_board_still_has_goes_on(board, deploy):
    """It is said when that is another one than the configured."""
    deploy(*CLASSIC)
    (board.root / "journal.txt").write_bytes(saved("alquerque", "c2-c3"))
    status, out, err = deploy(*CLASSIC)
    assert status == 0 and out[1].endswith("game alquerque")
    assert len(err) == 1 and "goes on with its game of alquerque" in err[0]


@pytest.mark.parametrize("games", ["folky", "folky,alquerque"])
def test_a_game_that_is_not_wanted_any_more_is_laid_aside(board, deploy, games):
    """Its journal is kept under another name, and it is said."""
    deploy(*CLASSIC, "--games", "alquerque,folky")
    kept = saved("alquerque", "c2-c3")
    (board.root / "journal.txt").write_bytes(kept)
    status, out, err = deploy(*CLASSIC, "--games", games)
    assert status == 0 and out[1].endswith("game folky")
    assert len(err) == 1 and "alquerque is laid aside" in err[0] and "/journal.old" in err[0]
    assert board.files()["journal.old"] == kept


# -- the display's driver --------------------------------------------------------------------------------------------


def test_without_a_network(board, deploy):
    """The board plays without its display; one line says how to get the driver, and the status is 1."""
    status, out, err = deploy(*UNIVERSAL, "--mip-index", "http://127.0.0.1:1")
    assert status == 1
    assert len(err) == 1 and "ssd1306 could not be fetched" in err[0] and f"mpremote connect {PORT} mip install ssd1306" in err[0]
    assert len(out) == 2 and "says hello" in out[1]


def test_the_driver_is_installed_once(board, deploy, mip):
    """It comes from the index through mip into /lib; the second time it is there."""
    status, _, err = deploy(*UNIVERSAL, "--mip-index", mip.url)
    assert (status, err) == (0, [])
    assert board.files()["lib/ssd1306.mpy"] == mip.driver
    assert mip.asked[0] == "/package/6/ssd1306/latest.json"
    mip.asked.clear()
    assert deploy(*UNIVERSAL, "--mip-index", mip.url)[0] == 0
    assert mip.asked == []


def test_a_firmware_without_neopixel(board, deploy, mip):
    """A MicroPython built without it gets it in the same way; without a network the board can't start, and says why."""
    board.frozen.clear()
    assert "no module named 'neopixel'" in " ".join(deploy(*CLASSIC, "--mip-index", "http://127.0.0.1:1")[2])
    assert deploy(*CLASSIC, "--mip-index", mip.url)[0] == 0
    assert "lib/neopixel.mpy" in board.files()


def test_a_display_that_the_profile_has_not_needs_nothing(board, deploy, mip):
    """Nothing is fetched that is not needed."""
    assert deploy(*CLASSIC, "--mip-index", mip.url)[0] == 0
    assert mip.asked == []


# -- boards that can't ------------------------------------------------------------------------------------------------


def test_a_board_that_does_not_answer(board, deploy):
    """No prompt within the time."""
    board.silent = True
    assert "no MicroPython prompt" in errors(deploy, *CLASSIC)
    assert board.log[-1] == "closed"


def test_another_kind_of_board(board, deploy):
    """An ESP32 is told apart before anything is written."""
    board.platform = "esp32"
    assert "esp32" in errors(deploy, *CLASSIC)
    assert board.files() == {}


@pytest.mark.parametrize("mpy", [5 | 3 << 8, 6 | 2 << 8, 0])
def test_another_bytecode(board, deploy, mpy):
    """A MicroPython that can't load the files is named with its version."""

    class Old(type(board.implementation)):
        _mpy = mpy

    board.implementation = Old(("micropython", (1, 19, 1)))
    line = errors(deploy, *CLASSIC)
    assert "1.19.1" in line and "1.23" in line
    assert board.files() == {}


def test_a_full_board(board, deploy):
    """The file that no longer fits is named."""
    board.full = 50_000
    line = errors(deploy, *CLASSIC)
    assert "can't write /" in line and "space" in line


def test_a_cable_that_is_pulled(board, deploy):
    """One line, and the next time the rest is copied."""
    board.pulled = 60_000
    assert PORT in errors(deploy, *CLASSIC)
    assert "main.py" not in board.files()
    board.pulled = None
    board.state = "friendly"
    board.input.clear()
    status, out, _ = deploy(*CLASSIC)
    assert status == 0 and "left 0 as" not in out[0]


def test_a_program_that_does_not_come_up(board, deploy):
    """What it says about that is passed on."""
    board.crash = "the profile is odd"
    line = errors(deploy, *CLASSIC)
    assert "does not say hello" in line and "ValueError: the profile is odd" in line


def test_a_program_that_says_nothing(board, deploy, monkeypatch):
    """Silence after the restart is an error, too."""
    monkeypatch.setattr(board, "_build", lambda: None)
    monkeypatch.setattr(board, "_step", lambda line: None)
    assert "nothing that could be understood" in errors(deploy, *CLASSIC)


def test_another_board_answers(board, deploy, monkeypatch):
    """Hello must come with the profile's name and this version."""
    monkeypatch.setattr(devices.Device, "start", lambda self: {"board": "matrix-8x8", "reedboard": "0.1.0"})
    assert "board=matrix-8x8 instead of classic-8x8" in errors(deploy, *CLASSIC)


def test_without_mpremote(board, deploy, monkeypatch):
    """The package is named, with what installs it."""
    for name in [name for name in sys.modules if name.startswith(("mpremote", "host.deploy.de"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mpremote", None)
    assert "pip install mpremote" in errors(deploy, *CLASSIC)


def test_a_port_that_can_not_be_opened(board, deploy, monkeypatch):
    """It is named."""

    def refuse(url, **options):
        raise OSError(13, "Permission denied")

    monkeypatch.setattr("serial.serial_for_url", refuse)
    assert f"can't open the port {PORT}" in errors(deploy, *CLASSIC)


# -- which board --------------------------------------------------------------------------------------------------------


def listed(device, vid=0x2E8A, pid=5, number=None, product=None):
    """A port as pyserial lists it."""
    port = ListPortInfo(device)
    port.vid, port.pid, port.serial_number, port.product = vid, pid, number, product
    return port


@pytest.fixture
def ports(monkeypatch):
    """The list of serial ports that there are, to be filled by a test."""
    made = []
    monkeypatch.setattr(list_ports, "comports", lambda: made)
    return made


def test_the_only_board(board, deploy, ports):
    """Needs no name; other serial ports do not matter."""
    ports += [listed("/dev/ttyS0", None, None), listed("/dev/ttyACM7", number="E661")]
    assert deploy("--profile", "classic-8x8")[0] == 0
    assert board.url == "/dev/ttyACM7"


def test_several_boards(board, deploy, ports):
    """All are listed, with what names them."""
    ports += [listed("/dev/ttyACM0", number="E661"), listed("/dev/ttyACM1", number="E662"), listed("/dev/ttyUSB0", 0x10C4, 0xEA60, "1", "CP2102")]
    line = errors(deploy, "--profile", "classic-8x8")
    assert "2 boards found: /dev/ttyACM0 (id:E661), /dev/ttyACM1 (id:E662)" in line and "CP2102" not in line
    assert deploy("id:E662", "--profile", "classic-8x8")[0] == 0
    assert board.url == "/dev/ttyACM1"
    assert deploy("port:/dev/ttyACM0", "--profile", "classic-8x8")[0] == 0
    assert board.url == "/dev/ttyACM0"


def test_no_board(board, deploy, ports):
    """The ports that there are are listed, and how a new Pico becomes a board."""
    line = errors(deploy, "--profile", "classic-8x8")
    assert "no board found; serial ports here: none" in line and "BOOTSEL" in line
    ports.append(listed("/dev/ttyUSB0", 0x10C4, 0xEA60, "1", "CP2102"))
    assert "/dev/ttyUSB0 (id:1 CP2102)" in errors(deploy, "--profile", "classic-8x8")
    assert "no board id:E661 found" in errors(deploy, "id:E661", "--profile", "classic-8x8")
    assert board.log == []


# -- into a folder -------------------------------------------------------------------------------------------------------


def test_into_a_folder(board, deploy, tmp_path):
    """The same files as on a board, and no board is touched."""
    status, out, _ = deploy("--profile", "classic-8x8", "--folder", str(tmp_path / "new" / "out"))
    assert status == 0 and len(out) == 1
    assert board.log == []
    deploy(*CLASSIC)
    made = {path.relative_to(tmp_path / "new" / "out").as_posix(): path.read_bytes() for path in (tmp_path / "new").rglob("*") if path.is_file()}
    assert made == board.files()
    assert "one of them" in errors(deploy, PORT, "--profile", "classic-8x8", "--folder", "x")


# -- the bar ------------------------------------------------------------------------------------------------------------


def test_progress_is_counted_in_bytes(board):
    """What the bar is told adds up to what is copied."""
    from host.deploy.deploying import Deployment
    from host.deploy.files import Payload

    with devices.Device(PORT) as device:
        work = Deployment(device, Payload("classic-8x8", ["folky"]))
        plan = work.plan()
        counted = []
        work.carry_out(plan, counted.append)
    assert sum(counted) == plan.size == sum(map(len, board.files().values()))
    assert max(counted) <= devices.CHUNK


def test_a_bar_only_on_a_terminal(board, deploy, monkeypatch):
    """Escape codes on a terminal, none in a file."""
    assert not [line for line in deploy(*CLASSIC)[1] if "\x1b" in line]
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    (board.root / "main.py").unlink()
    (board.root / "engine/core.mpy").unlink()
    assert "copying" in "\n".join(deploy(*CLASSIC)[1])
