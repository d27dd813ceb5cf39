"""What a campaign has shown: sums of what its chunks brought, rates, latencies, and how sure it makes of there being nothing wrong."""

import math
from collections import Counter

from host.campaign.truth import ASIDE, KINDS

FAILED = ("wrong", "missed", "stuck")
CONFIDENCE = 0.95
_COLUMNS = ("turns", "right", "asked", "asked_needlessly", "corrected", *FAILED)
_HEADS = ("turns", "right", "asked", "needlessly", "corrected", *FAILED, "turns/s", "median", "99 %", "max")


class Tally:
    """Sums of what host.campaign.run.play returns for chunks: `counts` by kind, `latencies` {ms: how many}, `seconds` of processor time."""

    def __init__(self, parts=()):
        self.counts = Counter()
        self.latencies = Counter()
        self.seconds = 0.0
        for played in parts:
            self.add(played)

    def add(self, played):
        """Add what has come of a chunk."""
        self.counts.update(played["counts"])
        self.latencies.update({int(ms): count for ms, count in played["latencies"].items()})
        self.seconds += played["seconds"]

    @property
    def turns(self):
        """How many turns have been made."""
        return sum(self.counts[kind] for kind in KINDS)

    @property
    def failed(self):
        """How many turns were wrong, missed or stuck."""
        return sum(self.counts[kind] for kind in FAILED)

    def plain(self):
        """The sums as a dict that JSON can hold; latencies are None where there are none."""
        counts = {kind: self.counts[kind] for kind in (*KINDS, *ASIDE)}
        rate = round(self.turns / self.seconds, 1) if self.seconds else None
        return {
            "turns": self.turns,
            **counts,
            "turns_per_second": rate,
            "latency_ms": {"median": quantile(self.latencies, 0.5), "p99": quantile(self.latencies, 0.99), "max": max(self.latencies, default=None)},
            "wrong_at_most": upper_bound(self.counts["wrong"], self.turns),
        }


def quantile(histogram, share):
    """The least value that `share` (0 to 1) of all in `histogram` ({value: how many}) do not exceed; None if it is empty."""
    left = math.ceil(share * sum(histogram.values()))
    for value in sorted(histogram):
        left -= histogram[value]
        if left <= 0:
            return value
    return None


def upper_bound(hits, trials, confidence=CONFIDENCE):
    """The rate that is exceeded with at most 1 - `confidence` if there were `hits` in `trials` (Clopper and Pearson, one-sided).

    Without a hit this is the rule of three: nearly 3 / `trials`.
    """
    if hits >= trials:
        return 1.0
    doubt = 1 - confidence
    if hits == 0:
        return -math.expm1(math.log(doubt) / trials)
    low, high = hits / trials, 1.0
    for _ in range(100):
        middle = (low + high) / 2
        if _at_most(hits, trials, middle) > doubt:
            low = middle
        else:
            high = middle
    return high


def _at_most(hits, trials, rate):
    """The chance of at most `hits` in `trials` if each is one with the chance `rate` (above 0, below 1)."""
    if rate >= 1:
        return 0.0
    total = 0.0
    for k in range(hits + 1):
        ways = math.lgamma(trials + 1) - math.lgamma(k + 1) - math.lgamma(trials - k + 1)
        total += math.exp(ways + k * math.log(rate) + (trials - k) * math.log1p(-rate))
    return total


class Report:
    """What has come of `campaign` (host.campaign.run.Campaign): `parts` as host.campaign.run.play returns them; `files` of its failures."""

    def __init__(self, campaign, parts, files=()):
        self.campaign = campaign
        self.games = {game: Tally(part for part in parts if part["game"] == game) for game in campaign.games}
        self.total = Tally(parts)
        self.files = [str(path) for path in files]
        self.elapsed = sum(part.get("wall", 0) for part in parts)

    @property
    def status(self):
        """The exit status: 1 if anything was wrong, missed or stuck."""
        return 1 if self.total.failed else 0

    def plain(self):
        """The report as a dict that JSON can hold."""
        return {
            "campaign": {**self.campaign._asdict(), "games": list(self.campaign.games)},
            "games": {game: tally.plain() for game, tally in self.games.items()},
            "total": self.total.plain(),
            "elapsed_seconds": round(self.elapsed, 1),
            "failures": self.files,
        }

    def lines(self):
        """The report as lines of text."""
        campaign, total = self.campaign, self.total.plain()
        rows = [("", *_HEADS)] + [(game, *_cells(tally.plain())) for game, tally in self.games.items()]
        if len(self.games) > 1:
            rows.append(("total", *_cells(total)))
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        yield f"noise and habits {campaign.noise}, seed {campaign.seed}; latencies in ms after rest"
        for row in rows:
            yield f"{row[0]:{widths[0]}}" + "".join(f"  {cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True))
        yield f"wrong turns: {total['wrong']} of {total['turns']}; with {CONFIDENCE:.0%} confidence at most {total['wrong_at_most']:.2g} of all"
        yield f"took {clock(self.elapsed)}"
        for path in self.files:
            yield f"failure: {path}"


def _cells(plain):
    latency = plain["latency_ms"]
    numbers = [plain[key] for key in _COLUMNS] + [plain["turns_per_second"], latency["median"], latency["p99"], latency["max"]]
    return ["-" if number is None else f"{number:.0f}" for number in numbers]


def clock(seconds):
    """A time as people say it: `12.3 s`, `5 min 12 s`, `2 h 5 min`."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes = int(seconds) // 60
    return f"{minutes} min {int(seconds) % 60} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
