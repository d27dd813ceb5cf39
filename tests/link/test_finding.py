"""Finding boards by every kind of name; several, none, moved, taken, and not ours: each is said."""

import os
import pty
import threading
from types import SimpleNamespace

import pytest
import reedboard
from host import finding
from host.errors import UserError
from host.transport import SerialTransport, TcpTransport, connect
from serial.tools import list_ports


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """Emulated boards of others on this machine are not ours."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.delenv(finding.VARIABLE, raising=False)
    monkeypatch.setattr(list_ports, "comports", lambda: [])


def usb(path, serial_number, vid=finding.PICO):
    return SimpleNamespace(device=path, serial_number=serial_number, description="Board in FS mode", vid=vid, __lt__=None)


class Info(SimpleNamespace):
    def __lt__(self, other):
        return self.device < other.device


@pytest.fixture
def two_boards(own_folder):
    with reedboard.Emulated("folky", speed=10) as one, reedboard.Emulated("alquerque", speed=10) as two:
        yield one, two


def test_the_only_board_there_is_found_by_itself():
    with reedboard.Emulated("folky", speed=10) as emulated:
        assert finding.resolve() == finding.resolve("auto") == emulated.port
        (answer,) = finding.answers()
        assert answer.hello["game"] == "folky" and "classic-8x8, playing folky" in finding.describe(answer)
        with reedboard.Board() as board:
            assert board.name == "classic-8x8"


def test_no_board_and_several_are_errors_that_list_them(two_boards):
    with pytest.raises(UserError, match="more than one board answers") as error:
        finding.resolve()
    for emulated in two_boards:
        assert emulated.port in str(error.value)
    assert "playing folky" in str(error.value) and "playing alquerque" in str(error.value)


def test_no_board_at_all():
    with pytest.raises(UserError, match="no board answers and no port at which one could be; is it plugged in"):
        finding.resolve()


def test_names(two_boards, monkeypatch):
    one, two = two_boards
    number = os.path.basename(os.path.dirname(one.port))
    assert finding.resolve(f"id:{number}") == finding.resolve(f"port:{one.port}") == finding.resolve(one.port) == one.port
    assert finding.resolve("socket:127.0.0.1:7") == finding.resolve("socket://127.0.0.1:7") == "socket://127.0.0.1:7"
    monkeypatch.setenv(finding.VARIABLE, two.port)
    assert finding.resolve() == two.port and finding.resolve(one.port) == one.port
    with pytest.raises(UserError, match="no board has the id 77; there is: .*emulated board"):
        finding.resolve("id:77")
    with pytest.raises(UserError, match="'folky' is no port: should be auto, id:NUMBER"):
        finding.resolve("folky")


def test_picos_are_asked_and_other_serial_ports_only_on_request(monkeypatch):
    monkeypatch.setattr(
        list_ports, "comports", lambda: [Info(**usb("/dev/ttyACM7", "E66").__dict__), Info(**usb("/dev/ttyUSB0", "x", 0x1234).__dict__)]
    )
    assert [port.path for port in finding.ports()] == ["/dev/ttyACM7"]
    assert [port.path for port in finding.ports(True)] == ["/dev/ttyACM7", "/dev/ttyUSB0"]
    (answer,) = finding.answers(seconds=0.1)
    assert answer.hello is None and "/dev/ttyACM7" in answer.problem
    assert finding.resolve("id:E66") == "/dev/ttyACM7"


@pytest.mark.parametrize("says, problem", [(b"", "nothing answers"), (b"T:21.3 /0.0\n", "it is no reedboard"), (b"\r\n>>> ", "a MicroPython prompt")])
def test_what_is_no_board(says, problem):
    master, slave = pty.openpty()
    over = threading.Event()

    def talk():
        while not over.wait(0.02):
            os.write(master, says)

    talker = threading.Thread(target=talk)
    talker.start()
    answer = finding.ask(finding.Port(os.ttyname(slave), "", ""), 0.3)
    over.set()
    talker.join()
    assert answer.hello is None and problem in answer.problem
    os.close(master)
    os.close(slave)


def test_a_port_that_another_program_has_open():
    with reedboard.Emulated("folky", speed=10) as emulated, reedboard.Board(emulated.port) as board:
        with pytest.raises(UserError, match="another program has it open"):
            SerialTransport(emulated.port)
        assert board.snapshot().game == "folky"


def test_on_tcp_the_newest_program_wins_and_the_older_one_is_told():
    with reedboard.Emulated("folky", speed=10, tcp=True) as emulated, reedboard.Board(emulated.port) as first:
        told = []
        first.client.tell = told.append
        first.client._connect = lambda: (_ for _ in ()).throw(UserError("not again"))
        with reedboard.Board(emulated.port) as second:
            while first.connected:
                first.next_event(0.05)
            assert "another program has taken it" in told[0]
            assert second.snapshot().game == "folky"


def test_a_board_whose_port_has_another_name_now(tmp_path, monkeypatch):
    """The cable goes into another socket: the same number under another path."""
    first, second = tmp_path / "ttyACM0", tmp_path / "ttyACM1"
    here = [Info(**usb(str(first), "E661").__dict__)]
    monkeypatch.setattr(list_ports, "comports", lambda: list(here))
    with reedboard.Emulated("folky", speed=10) as emulated:
        first.symlink_to(os.path.realpath(emulated.port))
        with reedboard.Board(f"port:{first}") as board:
            board.client.tell = lambda text: None
            emulated.hands("unplug 100 plug")
            while board.connected:
                board.next_event(0.05)
            first.unlink()
            while not os.path.exists(emulated.port):
                board.next_event(0.02)
            second.symlink_to(os.path.realpath(emulated.port))
            here[:] = [Info(**usb(str(second), "E661").__dict__)]
            while not board.connected:
                board.next_event(0.05)
            assert board.client.port == str(second) and board.snapshot().game == "folky"


def test_a_board_that_is_switched_off_and_on_is_the_same_game():
    with reedboard.Emulated("folky", speed=20) as emulated, reedboard.Board(emulated.port) as board:
        emulated.hands("1000 -h1 +h7 800 power off 500 power on 800 -a8 +a3")
        turns = []
        while len(turns) < 2:
            event = board.next_event(20)
            assert event is not None
            if isinstance(event, (reedboard.Turn, reedboard.TakenBack)):
                turns.append(event)
        assert turns == [reedboard.Turn(1, "h1h7"), reedboard.Turn(2, "a8a3")]


@pytest.mark.parametrize(
    "name, problem",
    [
        ("socket://127.0.0.1", "should be socket://HOST:PORT"),
        ("socket://127.0.0.1:1", "can't open the port socket://127.0.0.1:1"),
        ("/dev/no-such-port", "can't open the port /dev/no-such-port"),
        ("socket://127.0.0.1:99999", "can't open"),
    ],
)
def test_ports_that_cannot_be_opened(name, problem):
    with pytest.raises(UserError, match=problem):
        connect(name)


def test_a_tcp_line_that_is_closed_from_the_other_side():
    import socket

    from host.transport import LineGone

    listener = socket.create_server(("127.0.0.1", 0))
    line = TcpTransport(f"socket://127.0.0.1:{listener.getsockname()[1]}")
    end, _ = listener.accept()
    threading.Thread(target=end.close).start()
    with pytest.raises(LineGone, match="closed"):
        while True:
            line.read(0.1)
    line.close()
    listener.close()
