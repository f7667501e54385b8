"""What the numbers of `beyond/strong` say: gains with intervals over positions and seeds of nets, what plies are worth,
how errors depend on each other, and the number that predicts which rule gains."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict

import numpy as np

from overthink.core.estimate import LEVEL, Estimate, Sample
from overthink.core.kinds import Column
from overthink.report.charts import curves
from overthink.studies.samples import Point, Row, Samples
from overthink.studies.study import Picture
from overthink_papers.beyond.strong.measure import MINIMAX, MOMENTS, PAIRS
from overthink_papers.beyond.strong.positions import ARENAS, EIGHT, KINDS, RANDOM, SEEDS
from overthink_papers.experiments.scaffold import plot

SATURATED = "breakthrough"
SHOWN = ("emm", "product", "tempered 0.25", "bayes")  # rules of the pictures


def over_nets(samples: Sequence[Sample], level: float = LEVEL) -> Estimate:
    """The mean over nets of one kind, with an interval for other positions *and* other seeds. `samples`: of each net
    the observations, paired. Variances of both kinds add up, and Student's distribution allows for three seeds."""
    together = np.mean(samples, axis=0)
    n, k = len(together), len(samples)
    places = float(np.var(together, ddof=1)) / n
    seeds = float(np.var([sample.mean() for sample in samples], ddof=1)) / k
    mean = float(together.mean())
    both = places + seeds
    freedom = both**2 / (places**2 / (n - 1) + seeds**2 / (k - 1)) if both else math.inf
    half = student(level, freedom) * math.sqrt(both)
    return Estimate(mean, mean - half, mean + half, n)


def over_seeds(values: Sample, level: float = LEVEL) -> Estimate:
    """The mean, with an interval for other positions and other nets, where nets of eight seeds took turns: their means
    are the observations."""
    values = values[: len(values) // len(EIGHT) * len(EIGHT)]
    by_net = values.reshape(-1, len(EIGHT)).mean(axis=0)
    half = student(level, len(EIGHT) - 1) * float(by_net.std(ddof=1)) / len(EIGHT) ** 0.5
    mean = float(values.mean())
    return Estimate(mean, mean - half, mean + half, len(values))


def student(level: float, freedom: float) -> float:
    """How many standard errors an interval of Student's distribution reaches: the integral of a power of the cosine."""
    freedom = min(freedom, 1000.0)
    angles = np.linspace(0.0, np.pi / 2, 20_001)
    area = np.cumsum(np.cos(angles) ** (freedom - 1.0))
    return math.sqrt(freedom) * math.tan(float(np.interp(level, area / area[-1], angles)))


def deeper(game: str) -> range:
    """The depths at which rules differ."""
    return range(2, ARENAS[game].depth + 1)


def gain(samples: Samples, place: Point, a: Point, b: Point, level: float = LEVEL) -> Estimate:
    """By how much the first decides better than the second, in pairs: the same positions and nets. Where neither names
    a depth, the mean over all depths from 2 on."""
    depths = [{}] if "depth" in {**place, **a} else [{"depth": depth} for depth in deeper(place["game"])]

    def mean(which: Point, seed: int) -> Sample:
        return np.asarray(np.mean([samples(**place, **which, **depth, seed=seed) for depth in depths], axis=0))

    return over_nets([mean(a, seed) - mean(b, seed) for seed in SEEDS], level)


def places_of(samples: Samples) -> Iterator[Point]:
    """Every game, source of positions and kind of net."""
    for game in samples.levels("game"):
        for source in samples.levels("source", game=game):
            yield from ({"game": game, "source": source, "net": kind} for kind in KINDS)


def gain_rows(samples: Samples) -> list[Row]:
    """What each rule gains on minimax at the same depth, in points of a hundred."""
    rows = []
    for place in places_of(samples):
        for rule in samples.levels("rule", **place):
            for depth in samples.levels("depth", **place):
                if rule != MINIMAX and depth > 1:
                    found = gain(samples, {**place, "depth": depth}, {"rule": rule}, {"rule": MINIMAX})
                    rows.append({**place, "rule": rule, "depth": depth, **_in_points(found)})
    return rows


def _in_points(found: Estimate) -> Row:
    return {**{end: 100.0 * getattr(found, end) for end in ("mean", "low", "high")}, "n": found.n}


def right_rows(samples: Samples) -> list[Row]:
    """The share of right decisions of minimax by depth: what plies are worth."""
    rows = []
    for place in places_of(samples):
        for depth in samples.levels("depth", **place):
            found = over_nets([samples(**place, rule=MINIMAX, depth=depth, seed=seed) for seed in SEEDS])
            rows.append({**place, "depth": depth, **asdict(found)})
    return rows


Means = dict[str, float | Column]
Statistic = Callable[[Means], float | Column]


def estimate_statistic(
    samples: Samples, place: Point, measures: Sequence[str], statistic: Statistic, level: float = LEVEL
) -> Estimate:
    """A function of the means of some measures over positions and nets, with the jackknife's interval over groups of
    positions."""
    columns = {m: np.mean([samples(**place, measure=m, seed=seed) for seed in SEEDS], axis=0) for m in measures}
    n = len(columns[measures[0]])
    without = {m: (column.sum() - column) / (n - 1) for m, column in columns.items()}
    found = float(statistic({m: float(column.mean()) for m, column in columns.items()}))
    half = student(level, n - 1) * math.sqrt((n - 1) * float(np.var(statistic(without))))
    return Estimate(found, found - half, found + half, n)


def parent_and_child(known: Means) -> float | Column:
    """The correlation of the errors of a node and of the nodes below it, from the means of PAIRS."""
    n = known["positions"]
    parent, child = known["parent"] / n, known["child"] / n
    above, below = known["parent²"] / n - parent**2, known["child²"] / n - child**2
    return (known["parent × child"] / n - parent * child) / np.sqrt(above * below)


def siblings(known: Means) -> float | Column:
    """The correlation of the errors of two moves of one position, from the means of PAIRS."""
    n = known["positions"]
    child = known["child"] / n
    return (known["child × sibling"] / n - child**2) / (known["child²"] / n - child**2)


def best_weight(known: Means) -> float | Column:
    """The weight λ of a node's own evaluation beside a search of two plies below it, for which results are told apart
    best, if both log-odds are normal given the result; from the means of MOMENTS. With calibrated log-odds it is
    (1 − ρ/r) / (1 − ρr)."""
    n = known["1"]

    def covariance(a: str, b: str, both: str) -> float | Column:
        return known[both] / n - known[a] / n * known[b] / n

    spread = 1.0 - (known["t"] / n) ** 2
    searched, owned = (covariance("t", a, f"t {a}") / spread for a in ("search", "own"))
    search, own = (covariance(a, a, f"{a}²") - told**2 * spread for a, told in (("search", searched), ("own", owned)))
    shared = covariance("own", "search", "own search") - searched * owned * spread
    return (owned * search - shared * searched) / (searched * own - shared * owned)


STATISTICS: dict[str, tuple[Sequence[str], Statistic]] = {
    "parent and child": (PAIRS, parent_and_child),
    "siblings": (PAIRS, siblings),
    "best weight": (MOMENTS, best_weight),
}


def statistic_of(samples: Samples, place: Point, name: str, level: float = LEVEL) -> Estimate:
    """One of STATISTICS at a place, with its interval."""
    return estimate_statistic(samples, place, *STATISTICS[name], level)


def worth_of_plies(samples: Samples, place: Point, level: float = LEVEL) -> Estimate:
    """What the plies from depth 1 to the largest depth are worth to minimax: the share of right decisions gained."""
    deep, shallow = ({"rule": MINIMAX, "depth": depth} for depth in (ARENAS[place["game"]].depth, 1))
    return gain(samples, place, deep, shallow, level)


def lean(samples: Samples, place: Point) -> Estimate:
    """By how much bayes decides better than product: whether a node's own evaluation should count."""
    return gain(samples, place, {"rule": "bayes"}, {"rule": "product"})


def why_rows(samples: Samples) -> list[Row]:
    """Of each kind of net: what plies are worth, the correlations of errors, the weight that they make best, and by how
    much bayes is ahead of product, in points of a hundred."""
    rows = []
    for place in places_of(samples):
        numbers = {name: statistic_of(samples, place, name).mean for name in STATISTICS}
        plies = 100.0 * worth_of_plies(samples, place).mean
        rows.append({**place, "plies": plies, **numbers, **_in_points(lean(samples, place))})
    return rows


def _drawn(row: Row) -> bool:
    """Positions of random play, without the game in which strong nets do not err."""
    return bool(row["source"] == RANDOM and row["game"] != SATURATED)


draw_gains = plot(
    "depth", "rule", "game", {"x": "search depth (plies)", "y": "points gained on minimax"}, level=0.0,
    keep=lambda row: _drawn(row) and row["net"] == "strong" and row["rule"] in SHOWN,
)  # fmt: skip
PLIES_LABELS = {"x": "search depth (plies)", "y": "share of right decisions, minimax"}
draw_plies = plot("depth", "net", "game", PLIES_LABELS, keep=_drawn)


def draw_why(samples: Samples, rows: list[Row]) -> Picture:
    """How far bayes is ahead of product, by the best weight λ."""
    shown = [row for row in rows if _drawn(row)]
    labels = {"x": "λ that the dependence of errors makes best", "y": "bayes ahead of product, in points"}
    return curves(shown, "best weight", "game", None, labels, level=0.0, joined=False)
