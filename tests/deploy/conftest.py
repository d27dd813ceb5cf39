"""A fake board on every port, and `reedboard deploy` as a function."""

import hashlib
import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
import serial

from host import cli
from tests.deploy.fake_board import FakeBoard


@pytest.fixture
def board(tmp_path, monkeypatch):
    """A new Pico with MicroPython, at the other end of every port that is opened; nobody waits long for it."""
    pytest.importorskip("mpremote", reason="mpremote is not installed")
    from host.deploy import device

    root = tmp_path / "flash"
    root.mkdir()
    made = FakeBoard(root).begin()
    monkeypatch.setattr(serial, "serial_for_url", made.port)
    monkeypatch.setattr(device, "ENTER_S", 0.02)
    monkeypatch.setattr(device, "HELLO_S", 0.1)
    return made


@pytest.fixture
def deploy(capsys):
    """A function: `reedboard deploy` with these words; (status, lines on standard output, lines on standard error)."""

    def run(*words):
        status = cli.main(["deploy", *words])
        said = capsys.readouterr()
        return status, said.out.splitlines(), said.err.splitlines()

    return run


class Index(BaseHTTPRequestHandler):
    """A package index as mip knows it, with one file in every package."""

    def do_GET(self):
        """Answer with a package's JSON or with its file."""
        server = self.server
        server.asked.append(self.path)
        if self.path.startswith("/package/"):
            name = self.path.split("/")[3]
            server.driver = b"M\x06\x00\x1f" + name.encode() * 50
            digest = hashlib.sha256(server.driver).hexdigest()[:8]
            body = json.dumps({"v": 1, "hashes": [[f"{name}.mpy", digest]], "version": "0.1"}).encode()
        else:
            body = server.driver
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        """Say nothing."""


@pytest.fixture
def mip():
    """A package index on this machine: `url`, `asked` (paths), `driver` (the file it gave last)."""
    with HTTPServer(("127.0.0.1", 0), Index) as server:
        server.url = f"http://127.0.0.1:{server.server_port}"
        server.asked = []
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()
