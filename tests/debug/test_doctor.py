"""The doctor finds every fault that the simulator can inject, by name and place, and none on boards that are healthy however noisy."""

import json
import tomllib

import pytest
from host import profiles
from host.doctor import checks, picture, trial
from host.doctor.contacts import Contacts
from host.doctor.patients import Patient


def kinds(report):
    return sorted({finding.kind for finding in report.findings})


def one(report, kind):
    """The only finding of the report, which is of that kind."""
    assert kinds(report) == [kind], report.text()
    (finding,) = report.findings
    return finding


# -- healthy boards ----------------------------------------------------------------------------------------------------


def test_no_false_alarms_on_noisy_boards():
    assert [found for found in (trial.healthy(number, "short") for number in range(8)) if found[1]] == []


@pytest.mark.parametrize("name", ["classic-8x8", "matrix-8x8", "mux-8x8", "expander-9x9"])
def test_no_false_alarms_with_real_drivers_on_modelled_chips(name):
    report = Patient(name, "light", 3, pins=True).examine()
    assert report.findings == [], report.text()


def test_at_rest_only_it_needs_no_hands():
    patient = Patient("classic-8x8", "hard", 1)
    report = patient.examine(guided=False)
    assert report.findings == [] and patient.helper.tasks == ["hands_off"]
    assert "only looked at at rest" in "\n".join(report.text())


# -- faults --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", trial.FAULTS, ids=[fault.text for fault in trial.FAULTS])
def test_every_fault_is_found_and_nothing_else(fault):
    report = fault.examined()
    assert fault.found(report), report.text()


@pytest.mark.parametrize("kind, closed", [("stuck", True), ("dead", False)])
def test_switches_without_noise(kind, closed):
    patient = Patient()
    patient.world.stick(patient.board.now_ms * 1000, "d4", closed)
    assert one(patient.examine(), kind).squares == ("d4",)


def test_what_is_not_the_fault_is_not_found():
    """The trial itself can fail: another kind, other squares, nothing at all."""
    stuck, dead = trial.FAULTS[:2]
    report = stuck.examined()
    assert stuck.found(report) and not dead.found(report)
    assert not trial.Fault("", "stuck", ("e4",), None).found(report)
    assert not stuck.found(Patient().examine(guided=False))


def test_a_missing_diode_where_pieces_stand():
    """At rest only the two rows can be named; guided, with the pieces off and one walking, the square."""
    patient = Patient("matrix-8x8", pins=True)
    patient.chips.remove_diode(patient.world.layout.bit["d4"])
    for square in ("d2", "d4"):
        patient.world.put(patient.board.now_ms * 1000, square)
        patient.board.wait(100)
    at_rest = one(patient.examine(guided=False), "diode")
    assert at_rest.squares == tuple(file + rank for rank in "24" for file in "abcdefgh")
    assert one(patient.examine(), "diode").squares == ("d4",)


def test_which_diode_is_missing():
    """A diode shows beside both of its neighbours; on the edge of what could be examined both squares are named."""
    contacts = Contacts(profiles.load("matrix-8x8"))
    (one_of_them,) = checks.of_diodes(contacts, {(2, 3), (3, 3)}, 8)
    assert one_of_them.squares == ("d4",)
    (two,) = checks.of_diodes(contacts, {(7, 0), (0, 0), (4, 6), (5, 6)}, 8)
    assert two.squares == ("a1", "g6")
    (either,) = checks.of_diodes(contacts, {(2, 3)}, 8)
    assert either.squares == ("d3", "d4")
    assert checks.of_diodes(contacts, set(), 8) == []


@pytest.mark.parametrize("wires", [{"a1": "b1", "b1": "a1"}, {"a1": "h8", "h8": "a1", "c3": "c4", "c4": "c3"}, {"a1": "a2", "a2": "a3", "a3": "a1"}])
def test_exchanged_wires_and_the_corrected_profile(wires):
    patient = Patient(noise="hard", wires=wires)
    report = patient.examine()
    finding = one(report, "swapped")
    assert finding.squares == tuple(sorted(wires))
    right = profiles.load("classic-8x8").cell_bits()
    wanted = {square: right[patient.profile.cell(wires.get(square, square))] for square in patient.world.layout.board_cell}
    words = " ".join(report.bits).split()
    assert {square: words.index(square) for square in words} == wanted
    table = tomllib.loads("\n".join(line for line in report.text()[report.text().index("bits = [") :]))
    assert table["bits"] == report.bits


def test_the_corrected_profile_makes_the_board_right(tmp_path):
    """Written into a profile, the doctor's rows describe the board as it is wired: nothing is wrong any more."""
    wires = {"a1": "b2", "b2": "a1"}
    bits = Patient(wires=wires).examine().bits
    text = (profiles.BOARDS / "classic-8x8.toml").read_text()
    start, end = text.index("bits = ["), text.index("]", text.index("bits = ["))
    (tmp_path / "mine.toml").write_text(text[:start] + "bits = [\n" + "".join(f'    "{row}",\n' for row in bits) + text[end:])
    patient = Patient(str(tmp_path / "mine.toml"))
    right = profiles.load("classic-8x8").cell_bits()
    patient.world.layout.bit.update({square: right[patient.profile.cell(wires.get(square, square))] for square in patient.world.layout.board_cell})
    assert patient.examine().findings == []


def test_several_faults_at_once_are_told_apart():
    patient = Patient(wires={"a1": "b1", "b1": "a1"}, noise="hard")
    for square, closed in (("h4", True), ("c6", False)):
        patient.world.stick(patient.board.now_ms * 1000, square, closed)
    report = patient.examine()
    assert [(finding.kind, finding.squares) for finding in report.findings] == [("stuck", ("h4",)), ("dead", ("c6",)), ("swapped", ("a1", "b1"))]


# -- the report --------------------------------------------------------------------------------------------------------


def test_the_report_as_json_and_picture():
    patient = Patient()
    patient.world.stick(patient.board.now_ms * 1000, "h4", True)
    report = patient.examine()
    found = json.loads(json.dumps(report.as_json()))
    assert found["healthy"] is False and found["findings"][0]["kind"] == "stuck" and found["squares"]["h4"]["wrong"] == ["stuck"]
    assert len(found["squares"]) == 64 and found["squares"]["a1"]["flips"] >= 2 and found["corrected_bits"] is None
    image = picture.draw(report)
    assert image.width > 1000 and image.height > 500
    x, y = picture.MARGIN + 7 * picture.CELL + 2, picture.MARGIN + 4 * picture.CELL + 2
    assert image.getpixel((x, y)) == (123, 59, 168)
