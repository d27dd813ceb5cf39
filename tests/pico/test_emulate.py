"""`reedboard emulate --runtime pico` as a person uses it: a port that any program opens, hands on standard input."""

import os
import subprocess
import sys
import time

import pytest

from host.client import Client

PATIENCE_S = 120


@pytest.fixture
def program(emulator):
    """The program and the port that it names."""
    command = [sys.executable, "-m", "host", "emulate", "folky", "--runtime", "pico"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=dict(os.environ))
    try:
        yield process, process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait()


def wait_for(client, what):
    """Listen until `what(mirror)` is true."""
    end = time.monotonic() + PATIENCE_S
    while not what(client.mirror):
        assert time.monotonic() < end, client.log
        client.poll(0.1)


def test_a_turn_over_the_port(program):
    """The board says hello, hands make a turn, the power goes off and on, the turn is there again; `quit` ends it."""
    process, port = program
    client = Client(port)
    client.greet(PATIENCE_S)
    assert client.mirror.hello["plat"] == "rp2" and client.mirror.snap["n"] == "0"
    process.stdin.write("-h1 400 +h7\n")
    process.stdin.flush()
    wait_for(client, lambda mirror: mirror.record == ["h1h7"])
    process.stdin.write("power off 500 power on\n")
    process.stdin.flush()
    client.mirror.hello = {}
    # it was stored, or it was not yet and the board shows it
    wait_for(client, lambda mirror: mirror.hello and mirror.in_step and mirror.record == ["h1h7"])
    client.close()
    process.stdin.write("quit\n")
    process.stdin.flush()
    assert process.wait(PATIENCE_S) == 0
