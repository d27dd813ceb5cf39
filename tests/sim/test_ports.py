"""Emulated ports, opened by pyserial as any program would."""

import os
import time

import pytest
import serial
from host.errors import UserError
from host.sim.ports import PtyPort, TcpPort

from tests.sim.waiting import LIMIT_S, wait_for

@pytest.fixture(params=["pty", "tcp"])
def port(request):
    made = PtyPort() if request.param == "pty" else TcpPort(0)
    yield made
    made.close()


def opened(port):
    """Open `port` as a host does; return the host's end."""
    host = serial.serial_for_url(port.name, timeout=LIMIT_S, write_timeout=LIMIT_S)
    wait_for(lambda: port.read() or port.open)
    return host


def test_lines_go_both_ways(port):
    with opened(port) as host:
        port.write(b"!1 hello\n")
        assert host.read_until(b"\n") == b"!1 hello\n"
        host.write(b"one\ntwo\nthr")
        lines = []
        wait_for(lambda: lines.extend(port.read()) or len(lines) == 2)
        host.write(b"ee\n")
        wait_for(lambda: lines.extend(port.read()) or len(lines) == 3)
        assert lines == [b"one", b"two", b"three"]


def test_opened_and_closed_many_times(port):
    for number in range(5 if isinstance(port, TcpPort) else 40):
        with opened(port) as host:
            port.write(b"%d\n" % number)
            assert host.read_until(b"\n") == b"%d\n" % number
        wait_for(lambda: port.read() or not port.open)
        port.write(b"nobody hears this\n")


def test_nobody_reading_never_blocks_and_costs_whole_lines(port):
    """Lines are numbered; what is read later are whole lines in order, and what was written when there was room again."""
    lines = [b"%06d" % number + b"x" * 992 + b"\n" for number in range(20_000)]
    with opened(port) as host:
        start = time.monotonic()
        for line in lines:
            port.write(line)
        assert time.monotonic() - start < LIMIT_S
        host.timeout = 0.2
        data = b""
        while more := host.read(1 << 16):
            data += more
        port.write(b"late\n")
        data += host.read(1 << 16)
    seen = data.splitlines(keepends=True)
    assert seen.pop() == b"late\n"
    assert 0 < len(seen) < len(lines)
    assert seen == [lines[number] for number in sorted({int(line[:6]) for line in seen})]


def test_a_pulled_cable_is_noticed_and_the_name_stays(port):
    host = opened(port)
    port.unplug()
    with pytest.raises((serial.SerialException, OSError)):
        wait_for(lambda: host.read(1) and None)
    host.close()
    assert port.handles() == [] and port.read() == []
    with pytest.raises((serial.SerialException, OSError)):
        serial.serial_for_url(port.name, timeout=LIMIT_S)
    name = port.name
    port.plug()
    assert port.name == name
    with opened(port) as host:
        port.write(b"back\n")
        assert host.read_until(b"\n") == b"back\n"


def test_the_link_is_where_it_should_be_and_goes_away(tmp_path):
    link = tmp_path / "board"
    os.symlink("/nowhere", link)  # left behind by one that was killed
    port = PtyPort(link)
    assert port.name == str(link) and os.readlink(link).startswith("/dev/")
    port.close()
    assert not link.is_symlink()


def test_ports_that_cannot_be_had(tmp_path):
    with pytest.raises(UserError, match="no/such"):
        PtyPort(tmp_path / "no/such/link")
    (tmp_path / "file").write_text("kept")
    with pytest.raises(UserError, match="file"):
        PtyPort(tmp_path / "file")
    assert (tmp_path / "file").read_text() == "kept"
    first = TcpPort(0)
    with pytest.raises(UserError, match=str(first.number)):
        TcpPort(first.number)
    first.close()
    with pytest.raises(UserError, match="70000"):
        TcpPort(70000)


def test_the_newest_connection_wins():
    port = TcpPort(0)
    with opened(port) as old, opened(port) as new:
        wait_for(lambda: port.read() or port.open)
        port.write(b"hi\n")
        assert new.read_until(b"\n") == b"hi\n"
        old.timeout = 0
    port.close()
