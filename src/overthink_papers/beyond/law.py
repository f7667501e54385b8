"""Is there one number that tells on which side of p = 1 a search will be, across b, g, s, σ and both two-player models?

The candidates were written down beforehand. R is the spread (standard deviation) of the utilities of the root's moves,
L that of siblings among the leaves, both measured on pilot trees of the model: what an engine author could measure too.
A candidate predicts by one threshold: on one side of it depth 5 is expected to decide worse than depth 1. Threshold and
side are fitted on half of the settings, the best candidate is chosen there as well, and it is judged on the other half.
Settings are drawn as a whole, with all their granularities, into one half or the other, and so are the resamples behind
the intervals. Judged are the points at which the evidence says for certain which search is the worse.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.estimate import LEVEL, Estimate, Sample
from overthink.models.bottom_up import BottomUp
from overthink.models.granular import GranularModel
from overthink.models.top_down import TopDown
from overthink.report.charts import curves
from overthink.rules.rule import PALETTE
from overthink.studies.checks import FEWEST_OBSERVATIONS, AllOf, Computed, above
from overthink.studies.claim import Evidence, Verdict
from overthink.studies.samples import Point, Row, Samples, Setting, grid
from overthink.studies.study import Picture
from overthink_papers.experiments.granularity import by_setting, errors_study, with_leaves, worse_by
from overthink_papers.experiments.scaffold import own_computed, own_seed

MODELS: Mapping[str, type[GranularModel]] = {"top-down": TopDown, "bottom-up": BottomUp}
SETTINGS = grid(model=tuple(MODELS), b=(2, 3, 4, 6, 8), s=(0.0, 0.25, 0.5, 0.75, 1.0), sigma=(0.05, 0.1, 0.2))
GRAINS = (2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 60)
LEAVES = 1 << 15  # in an observation, at least, and in the pilot trees from which spreads are measured
FINE = 1 << 20  # a granularity that leaves utilities as they are, nearly
RESAMPLES = 500


def _model_of(setting: Setting) -> GranularModel:
    return MODELS[setting["model"]](b=setting["b"], s=setting["s"], sigma=setting["sigma"])


@cache
def spreads(model: GranularModel) -> tuple[float, float]:
    """R and L: the standard deviations of utilities among the root's moves and among siblings at the leaves."""
    trees = max(40, LEAVES // model.b**model.height)
    tree = replace(model, g=FINE).draw(0, trees, own_seed("beyond/law", "pilot"))
    deviations = []
    for ply in (1, model.height):
        families = tree.truth[tree.levels[ply] : tree.levels[ply + 1]].reshape(-1, model.b)
        deviations.append(float(np.sqrt(families.var(axis=1, ddof=1).mean())))
    return deviations[0], deviations[1]


Number = Callable[[float, float, float, float, float, float], float]  # b, g, s, σ, R, L
CANDIDATES: dict[str, Number] = {
    "b": lambda b, g, s, sigma, R, L: b,
    "g": lambda b, g, s, sigma, R, L: g,
    "s": lambda b, g, s, sigma, R, L: s,
    "σ": lambda b, g, s, sigma, R, L: sigma,
    "σ·g": lambda b, g, s, sigma, R, L: sigma * g,
    "g / b": lambda b, g, s, sigma, R, L: g / b,
    "R / σ": lambda b, g, s, sigma, R, L: R / sigma,
    "L / σ": lambda b, g, s, sigma, R, L: L / sigma,
    "R / L": lambda b, g, s, sigma, R, L: R / L,
    "g·R": lambda b, g, s, sigma, R, L: g * R,
    "g·L": lambda b, g, s, sigma, R, L: g * L,
    "g·R²/ σ": lambda b, g, s, sigma, R, L: g * R * R / sigma,
    "g·R / L": lambda b, g, s, sigma, R, L: g * R / L,
}


@dataclass(frozen=True)
class Points:
    """What is predicted: one place for each setting and granularity."""

    numbers: dict[str, Sample]  # of each candidate
    log_p: Sample
    worse: Sample  # whether the deep search is for certain the worse one
    sure: Sample  # whether it is certain which is
    setting: Sample  # number of the setting
    model: list[str]
    fitted: Sample  # whether the setting is in the half to fit


@lru_cache(maxsize=1)  # every claim asks for them
def _points_of(samples: Samples) -> Points:
    rows: list[tuple[float, ...]] = []
    numbers: dict[str, list[float]] = {name: [] for name in CANDIDATES}
    models: list[str] = []
    for place, (key, errors) in enumerate(by_setting(samples).items()):
        at = dict(key)
        half = int(seed_key("beyond/law", "half", *at.values())) & 1
        R, L = spreads(_model_of({**at, "sigma": 0.1}))
        for g in GRAINS:
            deep, shallow = float(errors["deep", g].mean()), float(errors["shallow", g].mean())
            gap = worse_by(errors, g, LEVEL)
            if deep > 0.0 and shallow > 0.0:
                rows.append((np.log(deep / shallow), gap.low > 0.0, gap.low > 0.0 or gap.high < 0.0, place, half))
                models.append(at["model"])
                for name, number in CANDIDATES.items():
                    numbers[name].append(number(at["b"], g, at["s"], at["sigma"], R, L))
    log_p, worse, sure, setting, fitted = (np.array(column) for column in zip(*rows))
    arrays = {name: np.array(values, float) for name, values in numbers.items()}
    sides, certain, to_fit = (column.astype(bool) for column in (worse, sure, fitted))
    return Points(arrays, log_p, sides, certain, setting.astype(int), models, to_fit)


def threshold(numbers: Sample, worse: Sample) -> tuple[float, bool, float]:
    """The limit, whether the pathological side lies below it, and the share that it gets right, at its best."""
    limits = np.unique(numbers)
    middle = np.concatenate([[-np.inf], (limits[1:] + limits[:-1]) / 2, [np.inf]])
    below = np.array([((numbers < limit) == worse).mean() for limit in middle])
    best, other = int(below.argmax()), int(below.argmin())
    if below[best] >= 1.0 - below[other]:
        return float(middle[best]), True, float(below[best])
    return float(middle[other]), False, float(1.0 - below[other])


def resample(points: Points, kept: Sample, columns: Mapping[str, Sample]) -> dict[str, Estimate]:
    """Means over the points that are kept, and their bootstrap intervals over settings."""
    generator = np.random.default_rng(2010)
    groups = [np.flatnonzero(kept & (points.setting == place)) for place in np.unique(points.setting[kept])]
    draws = generator.integers(0, len(groups), (RESAMPLES, len(groups)))
    places = [np.concatenate([groups[i] for i in draw]) for draw in draws]
    intervals = {}
    for name, column in columns.items():
        low, high = np.quantile([column[at].mean() for at in places], [0.5 - LEVEL / 2, 0.5 + LEVEL / 2])
        intervals[name] = Estimate(float(column[kept].mean()), float(low), float(high), len(groups))
    return intervals


def sides(points: Points, name: str) -> tuple[Sample, float, float]:
    """Whether a candidate, fitted on one half, is right at each point; its limit; and how often it is on that half."""
    fit = points.sure & points.fitted
    numbers = points.numbers[name]
    limit, below, share = threshold(numbers[fit], points.worse[fit])
    return ((numbers < limit) == below) == points.worse, limit, share


def best_candidate(points: Points) -> str:
    """The one that is right most often in the half to fit."""
    return max(CANDIDATES, key=lambda name: sides(points, name)[2])


def compare_candidates(samples: Samples) -> list[Row]:
    """Every candidate: how often it was right in the half to fit and in the other."""
    points = _points_of(samples)
    fit, test = points.sure & points.fitted, points.sure & ~points.fitted
    found = {name: sides(points, name) for name in CANDIDATES}
    shares = resample(points, test, {name: right for name, (right, _, _) in found.items()})
    rows = []
    for name, (_, limit, share) in found.items():
        estimates = {"right, fitted": Estimate.exactly(share, int(fit.sum())), "right, tested": shares[name]}
        rows += [{"number": name, "limit": limit, "measure": each, **vars(e)} for each, e in estimates.items()]
    return rows


def _beats(samples: Samples, other: str) -> Evidence:
    points = _points_of(samples)
    best = best_candidate(points)
    ours, *_ = sides(points, best)
    theirs, *_ = sides(points, other)
    test = points.sure & ~points.fitted
    gap = resample(points, test, {"gap": ours.astype(float) - theirs})["gap"]
    words = f"{best} {ours[test].mean():.3f}, {other} {theirs[test].mean():.3f}"
    if len(samples.entries[0][1]) < FEWEST_OBSERVATIONS:
        return Evidence(Verdict.INCONCLUSIVE, gap, f"{words}; too few observations to judge")
    return above(gap, 0.0, words)


def draw(samples: Samples, rows: list[Row]) -> Picture:
    """p by the best candidate, of settings to fit and to test, with its limit."""
    points = _points_of(samples)
    best = best_candidate(points)
    _, limit, _ = sides(points, best)
    numbers = np.log10(np.maximum(points.numbers[best], 1e-9))
    shown = [
        {"x": float(x), "half": "to fit" if fitted else "to test", "model": model, "mean": float(np.exp(y)),
         "low": float(np.exp(y)), "high": float(np.exp(y))}
        for x, y, fitted, model in zip(numbers, points.log_p, points.fitted, points.model)
    ]  # fmt: skip
    labels = {"x": f"log10 of {best}", "y": "degree of pathology p(root, 5, 1)"}
    figure = curves(shown, "x", "model", "half", labels, "settings ", level=1.0, log=True, joined=False)
    for axis in figure.axes:
        axis.axvline(np.log10(limit), color=PALETTE["vermilion"], linewidth=1.4, zorder=30)
        axis.text(np.log10(limit), axis.get_ylim()[1], f" limit: {limit:.3g}", color=PALETTE["vermilion"], va="top")
    return figure


FEW: tuple[Point, ...] = tuple(  # spreads of large trees take long to measure
    {**setting, **point}
    for setting in SETTINGS
    if setting["b"] < 6
    for point in grid(search=("deep", "shallow"), g=GRAINS)
)


def lawful(name: str, limit: float) -> Callable[[Point], float]:
    """Made-up errors: pathology below a limit of a number, the more the farther."""

    def error(point: Point) -> float:
        if point["search"] == "shallow":
            return 0.3
        R, L = spreads(_model_of({**point, "sigma": 0.1}))
        number = CANDIDATES[name](point["b"], point["g"], point["s"], point["sigma"], R, L)
        return 0.3 * float(np.exp(np.clip(np.log(limit / number) / 4, -0.7, 0.7)))

    return error


STUDY = errors_study(
    name="beyond/law",
    title="which single number predicts pathology",
    source="Overthink",
    settings=SETTINGS,
    model=_model_of,
    draw=draw,
    caption="The number chosen on one half of the settings against the degree of pathology, on both halves. R: spread "
    "of the utilities of the root's moves; L: of siblings among the leaves.",
    claims=(
        own_computed(
            AllOf((Computed(partial(_beats, other="g"), ""), Computed(partial(_beats, other="R / σ"), ""))).judge,
            "one number beats granularity alone, and the signal at the root over the noise, R / σ, on unseen settings",
            lawful("σ·g", 1.5),
            lawful("g", 10.0),
            FEW,
        ),
    ),
    rows=compare_candidates,
    across="measure",
    scales={"quick": 40, "paper": 1000},
    grains=GRAINS,
    batches=with_leaves(LEAVES),
)
