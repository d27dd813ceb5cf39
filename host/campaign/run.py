"""What a campaign is, and how it is cut into chunks that can be played anywhere, in any order, with the same outcome.

A chunk's games draw everything from the campaign's seed, the game's name and the numbers of the chunk and of the game in it. So the
totals depend on the campaign alone: not on how many jobs play it, nor on how often it was interrupted.
"""

import time
from collections import Counter
from typing import NamedTuple

from host.campaign import shrink
from host.campaign.truth import ASIDE, KINDS, GameRun

CHUNK = 250     # turns
EFFORT = 600    # how many scenarios the shrinking of one chunk's failures may run


class Campaign(NamedTuple):
    """A campaign: names of games, turns of each, level of noise and habits, seed (int)."""

    games: tuple
    turns: int
    noise: str
    seed: int

    def chunks(self):
        """The list of its `Chunk`s."""
        return [
            Chunk(game, index, min(CHUNK, self.turns - index * CHUNK)) for index in range(-(-self.turns // CHUNK)) for game in self.games
        ]

    def text(self):
        """The campaign as options of the command."""
        return f"--games {','.join(self.games)} --turns {self.turns} --noise {self.noise} --seed {self.seed}"


class Chunk(NamedTuple):
    """Part number `index` of one game's share: so many turns, in as many games as that takes."""

    game: str
    index: int
    turns: int


def play(campaign, chunk):
    """Play `chunk` of `campaign`; returns a dict that JSON can hold.

    `game`, `index`; `counts`: how many turns were what (see host.campaign.truth); `latencies`: {ms as text: how many}; `seconds`: of
    processor time, without the shrinking and the check of questions; `failures`: [{`kind`, `story`, `seed`, `scenario`, `log`}], see
    host.campaign.shrink.
    """
    counts = Counter(dict.fromkeys((*KINDS, *ASIDE), 0))
    latencies = Counter()
    broken = []
    start = time.process_time()
    made = number = 0
    checking = 0.0
    while made < chunk.turns:
        seed = f"{campaign.seed}/{chunk.game}/{chunk.index}/{number}"
        run = _game(chunk.game, campaign.noise, seed, chunk.turns - made)
        made += run.made
        number += 1
        checking += run.checking
        counts.update(run.counts)
        latencies.update(run.latencies)
        if run.failed:
            broken.append(run)
    seconds = time.process_time() - start - checking
    effort = shrink.Effort(EFFORT)
    return {
        "game": chunk.game,
        "index": chunk.index,
        "counts": dict(counts),
        "latencies": {str(ms): count for ms, count in sorted(latencies.items())},
        "seconds": round(seconds, 3),
        "failures": [shrink.failure(run, effort) for run in broken],
    }


def _game(name, level, seed, turns):
    """One game of at most `turns` turns, played; whatever goes wrong in the program itself says in which game."""
    try:
        run = GameRun(name, level, seed)
        run.play(turns)
    except Exception as error:
        error.add_note(f"in the game {name} with seed {seed!r} at {level}")
        raise
    return run
