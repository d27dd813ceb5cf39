"""The page's figures can be made again: each names a command that there is."""

import pathlib
import re

import pytest
from host import cli

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "DEBUGGING.md").read_text()
ROWS = [row.strip("| ").split(" | ") for row in PAGE[PAGE.index("## Figures") :].splitlines() if row.startswith("| ")][1:]


@pytest.mark.parametrize("what, measured, command", ROWS, ids=[row[0] for row in ROWS])
def test_every_figure_has_its_command(what, measured, command):
    command = command.strip("`")
    if command.startswith("PYTEST "):
        _, path, *choice = command.split()
        names = re.findall(r"^def (test_\w+)", (ROOT / path).read_text(), re.MULTILINE)
        assert [name for name in names if not choice or choice[0] == "-k" and choice[1] in name]
    elif command != "the same":
        parsed = cli.build_parser("bench")[0].parse_args(command.split()[1:])
        assert parsed.command == "bench"


def test_the_trial_of_the_doctor_can_be_made_again():
    for command in re.findall(r"`reedboard (doctor --trial [^`]+)`", PAGE):
        assert cli.build_parser("doctor")[0].parse_args(command.split()).trial == 1000
