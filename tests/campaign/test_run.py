"""Chunks, state and jobs: a campaign has one outcome, however it is cut up, spread out or interrupted."""

import json

import pytest
from firmware.controller import Controller
from host.campaign import jobs, run, state
from host.campaign.report import Report
from host.campaign.run import CHUNK, Campaign, Chunk
from host.errors import UserError

SMALL = Campaign(("alquerque", "folky"), 30, "hard", 3)


def timeless(played):
    """What has been played, without how long it took."""
    return {key: value for key, value in played.items() if key not in ("seconds", "wall")}


# -- chunks --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turns, sizes", [(1, [1]), (CHUNK, [CHUNK]), (CHUNK + 1, [CHUNK, 1]), (1000, [CHUNK] * 4)])
def test_chunks_have_all_turns(turns, sizes):
    chunks = Campaign(("folky", "courier"), turns, "off", 1).chunks()
    for game in ("folky", "courier"):
        own = [chunk for chunk in chunks if chunk.game == game]
        assert [chunk.index for chunk in own] == list(range(len(own)))
        assert [chunk.turns for chunk in own] == sizes


def test_a_chunk_is_the_same_whenever_it_is_played():
    first = run.play(SMALL, Chunk("folky", 0, 30))
    run.play(SMALL, Chunk("folky", 1, 30))
    again = run.play(SMALL, Chunk("folky", 0, 30))
    assert timeless(first) == timeless(again)
    assert sum(first["counts"][kind] for kind in ("right", "asked", "corrected", "wrong", "missed", "stuck")) == 30
    assert json.loads(json.dumps(first)) == first


@pytest.mark.parametrize("other", [SMALL._replace(seed=4), SMALL._replace(noise="light")])
def test_seed_and_noise_matter(other):
    assert run.play(SMALL, Chunk("folky", 0, 30))["latencies"] != run.play(other, Chunk("folky", 0, 30))["latencies"]


def test_short_games_are_played_until_there_are_enough_turns():
    played = run.play(Campaign(("alquerque",), 200, "off", 1), Chunk("alquerque", 0, 200))
    assert sum(played["counts"].values()) - played["counts"]["asked_needlessly"] - played["counts"]["taken_back"] == 200


def test_failures_are_told_with_their_scenario(monkeypatch):
    def broken(self, *words, **more):
        raise IndexError("gone")

    monkeypatch.setattr(Controller, "take_back", broken)
    monkeypatch.setattr(run, "EFFORT", 20)
    played = run.play(SMALL, Chunk("alquerque", 0, 150))
    assert played["counts"]["stuck"] == len(played["failures"]) > 0
    for failure in played["failures"]:
        assert failure["kind"] == "stuck" and failure["seed"].startswith("3/alquerque/0/") and failure["scenario"].startswith("# stuck")


def test_a_fault_of_the_program_says_in_which_game(monkeypatch):
    monkeypatch.setattr(run.GameRun, "_choose", lambda self: 1 / 0)
    with pytest.raises(ZeroDivisionError) as caught:
        run.play(SMALL, Chunk("folky", 7, 30))
    assert "folky" in caught.value.__notes__[0] and "'3/folky/7/0'" in caught.value.__notes__[0]


# -- state ---------------------------------------------------------------------------------------------------------------------


def part(game, index):
    """Something that has been played."""
    return {"game": game, "index": index, "counts": {"right": 5}, "latencies": {"1": 5}, "seconds": 0.5, "failures": []}


def test_what_was_added_is_there_again(tmp_path):
    path = tmp_path / "folder" / "state.jsonl"
    with state.State(path, SMALL) as kept:
        assert kept.played == []
        kept.add(part("folky", 1))
        kept.add(part("folky", 0))
    with state.State(path, SMALL) as kept:
        assert kept.played == [part("folky", 1), part("folky", 0)]
        kept.remove()
    assert not path.exists()


def test_a_state_that_was_cut_short_anywhere_is_good_for_its_whole_lines(tmp_path):
    path = tmp_path / "state"
    with state.State(path, SMALL) as kept:
        for i in range(3):
            kept.add(part("folky", i))
    whole = path.read_bytes()
    for length in range(len(whole) + 1):
        path.write_bytes(whole[:length])
        lines = max(0, whole[:length].count(b"\n") - 1)
        with state.State(path, SMALL) as kept:
            assert kept.played == [part("folky", i) for i in range(lines)]
            kept.add(part("folky", lines))
        assert path.read_bytes() == b"".join(whole.splitlines(keepends=True)[: lines + 1]) + state._line(part("folky", lines))


@pytest.mark.parametrize("content", [b"my diary\n", b"my diary", b"{}\n", b"[1]\n", b'{"x": 1}\n{"y": 2}\n', b"\x00\xff\n"])
def test_another_file_is_not_touched(tmp_path, content):
    path = tmp_path / "state"
    path.write_bytes(content)
    with pytest.raises(UserError, match="not the state of a campaign; name another"):
        state.State(path, SMALL)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "other, named",
    [
        (SMALL._replace(seed=4), "seed is 3, not 4"),
        (SMALL._replace(turns=31), "turns is 30, not 31"),
        (SMALL._replace(noise="off"), "noise is hard, not off"),
        (SMALL._replace(games=("folky",)), "games is alquerque,folky, not folky"),
    ],
)
def test_another_campaign_does_not_go_on_from_it(tmp_path, other, named):
    path = tmp_path / "state"
    with state.State(path, SMALL):
        pass
    with pytest.raises(UserError, match=named):
        state.State(path, other)
    assert state.usual_path(SMALL) != state.usual_path(other)


def test_another_program_does_not_go_on_from_it(tmp_path, monkeypatch):
    path, usual = tmp_path / "state", state.usual_path(SMALL)
    with state.State(path, SMALL):
        pass
    monkeypatch.setattr(state, "sources", lambda: "others")
    with pytest.raises(UserError, match="another version of the program"):
        state.State(path, SMALL)
    assert state.usual_path(SMALL) != usual


def test_two_campaigns_do_not_share_a_state(tmp_path):
    with state.State(tmp_path / "state", SMALL), pytest.raises(UserError, match="another campaign is writing"):
        state.State(tmp_path / "state", SMALL)


# -- jobs ----------------------------------------------------------------------------------------------------------------------


def test_the_number_of_jobs_changes_nothing():
    campaign = SMALL._replace(games=("alquerque",), turns=CHUNK + 20)
    chunks = campaign.chunks()

    def outcome(count):
        played = sorted(jobs.results(campaign, chunks, count), key=lambda part: (part["game"], part["index"]))
        return [timeless(part) for part in played]

    alone = outcome(1)
    assert len(alone) == len(chunks) == 2
    assert outcome(2) == outcome(9) == alone


def test_a_rest_gives_the_same_totals():
    campaign = SMALL._replace(turns=CHUNK + 20)
    chunks = campaign.chunks()
    first = list(jobs.results(campaign, chunks[2:], 1))
    second = list(jobs.results(campaign, chunks[:2], 1))
    ours = Report(campaign, second + first).plain()
    theirs = Report(campaign, list(jobs.results(campaign, chunks, 1))).plain()
    for plain in (ours, theirs):
        for tally in (*plain["games"].values(), plain["total"]):
            del tally["turns_per_second"]
    assert ours == theirs


@pytest.mark.parametrize(
    "program, error, text",
    [
        ("import os; os.kill(os.getpid(), 9)", UserError, "killed by signal 9: start the same campaign again"),
        ("raise SystemExit(3)", RuntimeError, "ended with status 3"),
    ],
)
def test_a_job_that_ends_by_itself_is_an_error(monkeypatch, program, error, text):
    monkeypatch.setattr(jobs, "_PROGRAM", program)
    with pytest.raises(error, match=text):
        list(jobs.results(SMALL, SMALL.chunks(), 2))
