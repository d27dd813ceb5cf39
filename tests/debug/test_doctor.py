"""The doctor finds every fault that the simulator can inject, by name and place, and none on boards that are healthy however noisy."""

import json
import tomllib

import pytest
from host import profiles
from host.doctor import picture

from tests.debug.patients import Hands, Patient


def kinds(report):
    return sorted({finding.kind for finding in report.findings})


def one(report, kind):
    """The only finding of the report, which is of that kind."""
    assert kinds(report) == [kind], report.text()
    (finding,) = report.findings
    return finding


# -- healthy boards ----------------------------------------------------------------------------------------------------


def false_alarms(boards, seed):
    """Findings on so many healthy boards with switches and hands at their noisiest."""
    found = []
    for number in range(boards):
        name = ("classic-8x8", "universal-12x9", "mux-8x8", "expander-9x9")[number % 4]
        patient = Patient(name, "hard", f"{seed} {number}")
        report = patient.examine(helper=Hands(patient, number))
        found += [(name, number, finding) for finding in report.findings]
    return found


def test_no_false_alarms_on_noisy_boards():
    assert false_alarms(8, "short") == []


@pytest.mark.proof
def test_no_false_alarms_on_a_thousand_noisy_boards():
    found = false_alarms(1000, "long")
    print(f"1,000 healthy boards at the level hard, every square of each tried: {len(found)} false alarms")
    assert found == []


@pytest.mark.parametrize("name", ["classic-8x8", "matrix-8x8", "mux-8x8", "expander-9x9"])
def test_no_false_alarms_with_real_drivers_on_modelled_chips(name):
    report = Patient(name, "light", 3, pins=True).examine()
    assert report.findings == [], report.text()


def test_at_rest_only_it_needs_no_hands():
    patient = Patient("classic-8x8", "hard", 1)
    report = patient.examine(guided=False)
    assert report.findings == [] and patient.helper.tasks == ["hands_off"]
    assert "only looked at at rest" in "\n".join(report.text())


# -- switches ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("noise", ["off", "hard"])
def test_a_switch_that_sticks_closed(noise):
    patient = Patient(noise=noise)
    patient.world.stick(patient.board.now_ms * 1000, "d4", True)
    assert one(patient.examine(), "stuck").squares == ("d4",)


@pytest.mark.parametrize("noise", ["off", "hard"])
def test_a_switch_that_never_closes(noise):
    patient = Patient(noise=noise)
    patient.world.stick(patient.board.now_ms * 1000, "d4", False)
    assert one(patient.examine(), "dead").squares == ("d4",)


def test_a_switch_that_sticks_when_the_piece_has_gone():
    patient = Patient()
    lift = patient.world.lift

    def sticky(at, square):
        lift(at, square)
        if square == "c3":
            patient.world.stick(at, "c3", True)

    patient.world.lift = sticky
    report = patient.examine()
    assert ("sticks", ("c3",)) in [(finding.kind, finding.squares) for finding in report.findings]


def test_a_piece_at_the_edge_of_a_switch_s_field():
    patient = Patient()
    put = patient.world.put

    def weak(at, square):
        put(at, square)
        if square == "f6":
            bit = patient.world.layout.bit["f6"]
            patient.world._flicker(at, at + 300_000, bit, True, (500, 20_000))
            patient.world._plan(at + 300_000, bit, "level", True)

    patient.world.put = weak
    assert one(patient.examine(), "chatter").squares == ("f6",)


def test_a_magnet_that_closes_the_neighbour_too():
    patient = Patient()
    put, lift, bits = patient.world.put, patient.world.lift, patient.world.layout.bit

    def strong(at, square):
        put(at, square)
        if square == "e5":
            patient.world._change(at, bits["e6"], True)

    def gone(at, square):
        lift(at, square)
        if square == "e5":
            patient.world._change(at, bits["e6"], False)

    patient.world.put, patient.world.lift = strong, gone
    finding = one(patient.examine(), "neighbour")
    assert finding.squares == ("e5", "e6") and "a piece on e5 closes e6 too" in finding.text


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


# -- chips and wires ---------------------------------------------------------------------------------------------------

FAULTS = [
    ("classic-8x8", lambda chips: chips.kill(3, 0), "chip", 40),
    ("classic-8x8", lambda chips: chips.kill(5, 1), "chip", 64),  # on an empty board it can't be told which
    ("classic-8x8", lambda chips: chips.cut_load(), "chip", 64),
    ("classic-8x8", lambda chips: chips.cut_load(2), "chip", 8),
    ("classic-8x8", lambda chips: chips.float_input(13), "restless", 1),
    ("matrix-8x8", lambda chips: chips.cut_row(2), "dead-chip", 8),
    ("matrix-8x8", lambda chips: chips.cut_column(5), "dead-column", 8),
    ("matrix-8x8", lambda chips: chips.remove_diode(27), "diode", 1),
    ("mux-8x8", lambda chips: chips.kill(1), "dead-chip", 16),
    ("mux-8x8", lambda chips: chips.stick_select(2, 0), "select", 32),
    ("expander-9x9", lambda chips: chips.kill(1), "chip", 14),
    ("expander-9x9", lambda chips: chips.move(0, 0x27), "chip", 14),
    ("expander-9x9", lambda chips: chips.bus.stick(0), "chip", 81),
    ("expander-9x9", lambda chips: chips.bus.stick(1), "chip", 81),
    ("expander-9x9", lambda chips: chips.bus.sda.cut_pull(), "chip", 81),
]


@pytest.mark.parametrize("name, inject, kind, squares", FAULTS, ids=[f"{name}-{number}-{kind}" for number, (name, _, kind, _) in enumerate(FAULTS)])
def test_faults_of_chips_and_wires(name, inject, kind, squares):
    patient = Patient(name, pins=True)
    inject(patient.chips)
    patient.board.scanning = kind == "restless"
    patient.board.wait(100)
    patient.board.runtime.device._dirty = True
    patient.board.wait(20)
    finding = one(patient.examine(guided=kind != "restless"), kind)
    assert squares is None or len(finding.squares) == squares


@pytest.mark.parametrize(
    "inject",
    [lambda chips: chips.brown_out(0), lambda chips: chips.cut_interrupt(), lambda chips: chips.bus.garble(3)],
    ids=["brown-out", "interrupt", "garbled"],
)
def test_what_the_driver_of_the_expanders_mends_by_itself(inject):
    patient = Patient("expander-9x9", pins=True)
    inject(patient.chips)
    patient.board.scanning = True       # the driver counts scans, also those at which nothing is new
    assert patient.examine().findings == []


@pytest.mark.parametrize("name, kind", [("mux-8x8", "dark"), ("expander-9x9", "lamp-chip")])
def test_lamp_chips_that_are_dead(name, kind):
    patient = Patient(name, pins=True)
    patient.bench.lights.kill(0)
    found = kinds(patient.examine())
    assert kind in found and set(found) <= {"dark", "lamp-chip"}


def test_a_display_that_does_not_answer():
    patient = Patient("universal-12x9", pins=True)
    patient.bench.display.kill()
    patient.board.send(b"")
    from host.sim import doings

    for doing in doings.parse("press menu 300"):
        patient.board.do(doing)
    assert kinds(patient.examine(helper=Hands(patient))) == ["display"]


def test_lamps_that_disturb_switches():
    patient = Patient()
    patient.board.shaken = ("b2", "g7")
    finding = one(patient.examine(guided=False), "lamps")
    assert finding.squares == ("b2", "g7")


def test_a_lamp_that_stays_dark():
    patient = Patient(pins=True)
    patient.bench.lights.kill(60)
    report = patient.examine()
    assert one(report, "dark").squares == ("a8", "b8", "c8", "d8")


def test_a_button_that_does_nothing():
    class Lazy(Hands):
        def begin(self, task):
            if task.kind != "press" or task.squares != ("black",):
                super().begin(task)
            else:
                self.deadline = self.board.now_ms + 200

    patient = Patient()
    assert "black" in one(patient.examine(helper=Lazy(patient)), "button").text


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
