"""End to end over a real port: hands on an emulated board, the firmware, a pseudo-terminal, pyserial, the mirror."""

import os
import threading

import engine
import pytest
from firmware import link
from host import toolbox
from host.client import Client
from host.errors import UserError
from host.sim import board as boards
from host.sim.emulator import Emulator
from host.sim.ports import PtyPort, TcpPort
from host.sim.runtimes import CPythonRuntime, MicroPythonRuntime

from tests.sim.waiting import wait_for

MISSING = toolbox.find("micropython") is None or toolbox.find("mpy-cross") is None
SPEED = 30.0


class Rig:
    """An emulated board in a thread, its hands' pipe, and what it complains about."""

    def __init__(self, runtime, ports, game="folky", position=None):
        self.ports = ports
        self.said = []
        self._read, self._write = os.pipe()
        game = engine.new(game, position)
        board = boards.make(runtime, game, boards.default_board(game.name))
        self.emulator = Emulator(board, game, ports, self._read, SPEED, self.said.append)
        self.thread = threading.Thread(target=self.emulator.run)
        self.thread.start()

    def do(self, text):
        os.write(self._write, text.encode() + b"\n")

    def end(self):
        self.emulator.stop()
        self.thread.join()
        os.close(self._read)
        os.close(self._write)


@pytest.fixture(params=["cpython", pytest.param("micropython", marks=pytest.mark.skipif(MISSING, reason="MicroPython is not installed"))])
def rig(request):
    made = Rig(CPythonRuntime() if request.param == "cpython" else MicroPythonRuntime(), [PtyPort(), TcpPort(0)])
    yield made
    made.end()


def opened(rig, port=0, told=None):
    client = Client(rig.ports[port].name, tell=(told.append if told is not None else None))
    client.greet(20)
    return client


def until(client, condition):
    wait_for(lambda: client.poll(0.05) and False or condition())


def test_a_game_is_seen_over_the_line(rig):
    client = opened(rig)
    assert client.mirror.hello["game"] == "folky"
    assert client.mirror.hello["impl"] == rig.emulator.board.runtime.name
    rig.do("1000 -h1 +h7")
    until(client, lambda: client.mirror.record == ["h1h7"])
    rig.do("-a8")
    until(client, lambda: any(client.mirror.lamps))
    rig.do("+a3")
    until(client, lambda: client.mirror.record == ["h1h7", "a8a3"])
    rig.do("+e4")
    until(client, lambda: client.mirror.fix == {"-e4"})
    rig.do("-e4")
    until(client, lambda: not client.mirror.fix)
    client.close()


def test_two_hosts_and_many_openings(rig):
    rig.do("1000 -h1 +h7")
    for _ in range(10):
        client = opened(rig)
        client.close()
    first, second = opened(rig), opened(rig, 1)
    for client in (first, second):
        until(client, lambda client=client: client.mirror.record == ["h1h7"])
    rig.do("-a8 +a3")
    for client in (first, second):
        until(client, lambda client=client: client.mirror.record == ["h1h7", "a8a3"])
        client.close()


def test_a_pulled_cable_is_said_survived_and_made_good(rig):
    told = []
    client = opened(rig, told=told)
    rig.do("1000 -h1 +h7")
    until(client, lambda: client.mirror.record == ["h1h7"])
    rig.do("unplug -a8 +a3 1000 -a3 +a8 1000 -h7 +h1 1000 -h1 +h5")
    until(client, lambda: not client.connected)
    rig.do("plug")
    until(client, lambda: client.mirror.record == ["h1h5"])
    assert "gone" in told[0] and "back" in told[1] and len(told) == 2
    client.close()


def test_power_off_takes_the_port_away_and_the_game_is_there_again(rig):
    client = opened(rig)
    rig.do("1000 -h1 +h7 1000")
    until(client, lambda: client.mirror.record == ["h1h7"])
    rig.do("power off")
    until(client, lambda: not client.connected)
    rig.do("power on 1000 -a8 +a3")
    until(client, lambda: client.mirror.record == ["h1h7", "a8a3"])
    client.close()


def test_requests_from_the_host_are_answered(rig):
    client = opened(rig)
    frames = []
    client.mirror.listeners.append(lambda verb, rest: frames.append((verb, rest)))
    client.mirror.send("dance")
    until(client, lambda: any(verb == "err" and "dance" in rest for verb, rest in frames))
    client.close()


def test_bad_lines_of_doings_are_said_and_nothing_of_them_done(rig):
    client = opened(rig)
    rig.do("-h1 +h9\n-h1 jump\n-e4\nexpect none\nhost snap\n\xff")
    wait_for(lambda: len(rig.said) == 6)
    rig.do("1000 -h1 +h7")
    until(client, lambda: client.mirror.record == ["h1h7"])
    client.close()


def test_quit_ends_it():
    rig = Rig(CPythonRuntime(), [PtyPort()])
    rig.do("quit")
    rig.thread.join(20)
    assert not rig.thread.is_alive()
    assert not os.path.lexists(rig.ports[0].name)
    rig.end()


def test_a_request_that_was_lost_is_made_again():
    port = TcpPort(0)
    client = Client(port.name)
    heard = []
    wait_for(lambda: heard.extend(port.read()) or client.poll(0.01) or len(heard) == 2)  # hello and snap, which nobody answers
    heard.clear()
    wait_for(lambda: heard.extend(port.read()) or client.poll(0.01) or len(heard) == 2)
    assert [link.decode(line)[1] for line in heard] == ["hello", "snap"]
    port.write(link.encode(1, "hello game=folky"))
    port.write(link.encode(2, "snap n=0 game=folky result=* pos=rnb2bnr/8/8/8/8/8/8/RNB2BNR w 8 8"))
    port.write(link.encode(3, "start rnb2bnr/8/8/8/8/8/8/RNB2BNR w 8 8"))
    wait_for(lambda: client.poll(0.01) and client.mirror.in_step)
    client.close()
    port.close()


def test_ports_without_a_board():
    with pytest.raises(UserError, match="/no/such/port"):
        Client("/no/such/port")
    silent = TcpPort(0)
    client = Client(silent.name)
    with pytest.raises(UserError, match="no board answers"):
        client.greet(0.3)
    client.close()
    silent.close()
