"""hardware/reedboard.service: systemd can read it, and the command it starts is one that `reedboard board` understands."""

import configparser
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from host import cli, profiles
from host.commands import board

UNIT = Path(__file__).resolve().parents[2] / "hardware" / "reedboard.service"


@pytest.fixture
def unit():
    """The unit's sections (of a key that stands there more than once, the last)."""
    parser = configparser.ConfigParser(strict=False, interpolation=None, delimiters=("=",), comment_prefixes=("#",), allow_no_value=False)
    parser.optionxform = str
    parser.read_string(UNIT.read_text(encoding="utf-8"))
    return parser


def test_sections_and_settings(unit):
    """What makes it start with the system, keep its games, and come up again."""
    assert unit.sections() == ["Unit", "Service", "Install"]
    assert unit["Install"]["WantedBy"] == "multi-user.target"
    service = unit["Service"]
    assert (service["StateDirectory"], service["Restart"], service["RestartPreventExitStatus"]) == ("reedboard", "on-failure", "2")
    assert set(service["SupplementaryGroups"].split()) == {"gpio", "spi", "i2c"}
    assert service["WorkingDirectory"] == "/run/" + service["RuntimeDirectory"]


def test_the_command_is_understood(unit):
    """Its arguments are the command's, its profile is one for a Raspberry Pi, its port is the one that the comments name."""
    program, command, *words = unit["Service"]["ExecStart"].split()
    assert (Path(program).name, command) == ("reedboard", "board")
    parser = cli.Parser()
    board.add(parser.add_subparsers())
    args = parser.parse_args([command, *words])
    assert profiles.load(args.profile).mcu == board.CONTROLLER
    assert f"reedboard play --port socket://127.0.0.1:{args.tcp}\n" in UNIT.read_text(encoding="utf-8")


def test_its_comments_stand_on_lines_of_their_own():
    """systemd takes a # behind a value as part of the value."""
    lines = [line for line in UNIT.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    assert not [line for line in lines if "#" in line]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_systemd_reads_it(unit, tmp_path):
    """No unknown setting, no value that can't be; the program stands in for the one that is not installed here."""
    program = unit["Service"]["ExecStart"].split()[0]
    copy = tmp_path / UNIT.name
    copy.write_text(UNIT.read_text(encoding="utf-8").replace(f"ExecStart={program}", f"ExecStart={sys.executable}"), encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", str(copy)], capture_output=True, text=True, timeout=60, check=False)
    if "Failed to initialize manager" in done.stderr:
        pytest.skip("systemd-analyze does not work here: " + done.stderr.strip())
    assert UNIT.name not in done.stderr, done.stderr
    assert done.returncode == 0, done.stderr
