"""Section 5 without local similarity, exactly: the degree of pathology at every granularity up to 120, for trees of
height 5, and what follows."""

from collections.abc import Callable
from dataclasses import asdict
from itertools import pairwise

from overthink.core.estimate import Estimate
from overthink.models.granular import BRANCHING, GRAINS
from overthink.models.top_down import TopDown
from overthink.studies.checks import Computed, MeanAt, exact_verdict
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Point, Row, Samples, Setting, grid
from overthink_papers.experiments.exact_errors import exact_errors
from overthink_papers.experiments.granularity import by_setting
from overthink_papers.experiments.scaffold import plot
from overthink_papers.nau.exact_numbers import Numbers, exact_study
from overthink_papers.nau.readings import BUCKETED, CLOSEST, OPEN, REAL
from overthink_papers.nau.trees.border import CLOSE, DISTANCES
from overthink_papers.nau.trees.surface import MORE_WITH_B, SECTION, SIDES

HIGHEST = 120  # granularity
SHOWN = grid(b=(2, 3, 5, 8), g=(2, 3, 4, 5, 6, 8, 10, 13, 17, 23, 30, 40, 60))  # in the figure
READINGS = {REAL: OPEN.reading, BUCKETED: CLOSEST.reading}
LARGE = (12, 16, 20)  # branching factors beyond the paper's
LUSTREK = "as the branching factor increases, the granularity … required to avoid lookahead pathology also increases"
LARGER = "the few that we did build exhibited the behavior one might expect based on the smaller trees"
PLACES = grid(b=(2, 3, *LARGE), reading=(REAL, BUCKETED), search=("deep", "shallow"), g=(*range(2, 13), HIGHEST))


def measure(setting: Setting) -> Numbers:
    """P_err of a search to depth 5 and of one to depth 1, at each granularity."""
    for g in (HIGHEST,) if setting["b"] in LARGE else range(2, HIGHEST + 1):
        errors = exact_errors(TopDown(b=setting["b"], g=g, reading=setting["reading"]))
        yield from (({"search": search, "g": g}, error) for search, error in zip(("deep", "shallow"), errors))


def exact_p(samples: Samples, reading: str, large: bool = False) -> dict[int, dict[int, float]]:
    """p by b and g; of the paper's branching factors, or of larger ones."""
    groups = by_setting(Samples(samples.select(reading=reading)))
    return {
        b: {g: float(e["deep", g][0] / e["shallow", g][0]) for g in sorted({g for _, g in e})}
        for key, e in groups.items()
        if ((b := dict(key)["b"]) in LARGE) == large
    }


def border(p: dict[int, float]) -> int:
    """The smallest granularity plus all that are pathological."""
    return 2 + sum(degree > 1.0 for degree in p.values())


def _rises(samples: Samples, reading: str) -> Evidence:
    heights = [border(p) for p in exact_p(samples, reading).values()]
    least = min(later - earlier for earlier, later in pairwise(heights))
    whole = heights[-1] - heights[0]
    shown = ", ".join(f"b = {b}: {g}" for b, g in zip(BRANCHING, heights))
    return exact_verdict(least >= 0 and whole > 0, least, f"granularity needed: {shown}")


def more_moves(samples: Samples, reading: str) -> Evidence:
    """Where the paper's largest branching factor is no longer pathological, larger ones still are."""
    last = [p[HIGHEST] for p in exact_p(samples, reading).values()][-1]
    ratios = [p[HIGHEST] for p in exact_p(samples, reading, large=True).values()]
    shown = " ".join(f"{p:.4f}" for p in (last, *ratios))
    return exact_verdict(last <= 1.0 < min(ratios), min(ratios), f"p at g = {HIGHEST}, b = 10, 12, 16 and 20: {shown}")


def _binary(samples: Samples, reading: str) -> Evidence:
    ratios = [p[2] for p in exact_p(samples, reading).values()]
    return exact_verdict(min(ratios) > 1.0, min(ratios), f"p {' '.join(f'{p:.2f}' for p in ratios)} for b = 2 to 10")


def _separates(samples: Samples, reading: str) -> Evidence:
    ends = {}
    for b, p in exact_p(samples, reading).items():
        worse = {g: degree > 1.0 for g, degree in p.items() if g <= GRAINS[-1]}
        last = max((g for g in worse if worse[g]), default=min(worse) - 1)
        ends[b] = last, min((g for g in worse if not worse[g]), default=max(worse) + 1)
    least = min(first - last for last, first in ends.values())
    shown = ", ".join(f"{last} and {first}" for last, first in ends.values())
    return exact_verdict(least > 0, least, f"the last that is and the first that is not, b = 2 to 10: {shown}")


def _parts_more(samples: Samples) -> Evidence:
    least, shown = [], []
    for far in DISTANCES.values():
        apart = []
        for p in exact_p(samples, BUCKETED).values():
            below, above = far(border(p))
            if below in p and above in p:
                apart.append(p[below] - p[above])
        least.append(min((later - earlier for earlier, later in pairwise(apart)), default=0.0))
        shown.append(" ".join(f"{difference:.3f}" for difference in apart) or "no boundary")
    return exact_verdict(min(least) > 0.0, min(least), f"differences by b: {'; '.join(shown)}")


def rows(samples: Samples) -> list[Row]:
    """p of each reading, branching factor and granularity."""
    return [
        {"b": b, "reading": reading, "g": g, **asdict(Estimate.exactly(degree))}
        for reading in READINGS
        for b, p in exact_p(samples, reading).items()
        for g, degree in p.items()
    ]


def _shown(row: Row) -> bool:
    return {"b": row["b"], "g": row["g"]} in SHOWN


def _with_p(p: Callable[[Point], float]) -> MeanAt:
    return lambda at: p(at) if at["search"] == "deep" else 1.0


def _up_to(border: Callable[[Point], float]) -> MeanAt:
    return _with_p(lambda at: 1.5 if at["g"] < border(at) else 0.5)


FIRST = _up_to(lambda at: 4 + at["b"] + HIGHEST * (at["b"] in LARGE))
NONE = _up_to(lambda at: 0)
HOLE = _with_p(lambda at: 0.5 if at["g"] in (3, 11, 12) else 1.5)  # a granularity between that is not pathological
APART = _with_p(lambda at: 1.2 + 0.1 * at["b"] if at["g"] < 7 else 0.5)
CLOSER = _with_p(lambda at: 1.9 - 0.1 * at["b"] if at["g"] < 7 else 0.5)
STATEMENTS: tuple[tuple[str, str, Callable[[Samples, str], Evidence], MeanAt], ...] = (
    (
        "with two values there is pathology at every branching factor, exactly",
        "lookahead pathology occurs when s = 0 and g = 2",
        _binary,
        NONE,
    ),
    ("the granularity needed rises with b, and falls at no step, exactly", MORE_WITH_B, _rises, NONE),
    ("b = 2 to 10: the granularity needed never falls, and rises from end to end", LUSTREK, _rises, NONE),
    (
        f"at g = {HIGHEST}, b = 10 is not pathological, and b = 12, 16 and 20 are, exactly",
        LARGER,
        more_moves,
        NONE,
    ),
    ("all pathological granularities are below all others, up to 60, exactly", SIDES, _separates, HOLE),
)
ELSEWHERE = {LUSTREK: "[Nau2010] section 3.2", LARGER: "[Nau2010] section 5"}


def _claim(says: str, printed: str, judge: Callable[[Samples, str], Evidence], fails: MeanAt, reading: str) -> Claim:
    check = Computed(lambda samples: judge(samples, reading), says, FIRST, fails, PLACES)
    kept = READINGS[reading]
    if printed == LARGER:  # print has granularities up to 60; this one was chosen because it fits
        kept = Reading(ReadingKind.CLOSEST, f"{kept.words}; g = {HIGHEST}")
    return Claim(f"{reading}: {says}", printed, check, ELSEWHERE.get(printed, ""), kept)


LABELS = {"x": "granularity g", "y": "degree of pathology p(root, 5, 1)"}
STUDY = exact_study(
    name="nau/exact",
    title="the degree of pathology without local similarity, exact",
    source=SECTION,
    settings=grid(b=(*BRANCHING, *LARGE), reading=tuple(READINGS)),
    measure=measure,
    draw=plot("g", "reading", "b", LABELS, "b = ", keep=_shown, level=1.0, log=True),
    caption="Independent leaves, two players: the distribution of utilities and heuristic values is carried up the "
    "tree; no trees are drawn. Above the dotted line, depth 5 decides worse than depth 1. The readings differ in where "
    "noise is added: to the real utility, or to the middle of its bucket.",
    claims=(
        *(_claim(*statement, reading) for statement in STATEMENTS for reading in READINGS),
        Claim(
            "points two below the boundary and one above, or a fifth of it below and above: every step of b takes them "
            "farther apart, exactly",
            CLOSE,
            Computed(_parts_more, "farther apart", APART, CLOSER, PLACES),
            reading=READINGS[BUCKETED],
        ),
    ),
    rows=rows,
    across="g",
    edition=5,
)
