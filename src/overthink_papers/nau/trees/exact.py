"""Models of section 5 without local similarity, exactly.

`nau/exact`: the degree of pathology at every granularity up to 120, for trees of height 5, and what follows.

`nau/buckets`: where utilities gather and how buckets are shifted. Sections 5.1 and 5.3. The text does not say who moves
last. Where Min does, utilities gather at c_b; where Max does, as in trees of height 5 with Max at the root, at 1 - c_b.
So trees of height 6 are looked at too. From level to level of the same player, more of them lie in the bucket that
contains this value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict
from itertools import pairwise, product

from overthink.core.estimate import Estimate
from overthink.core.kinds import Column
from overthink.models.board_splitting import fixed_point
from overthink.models.bottom_up import OnePlayer
from overthink.models.exact import exact_errors, leaf_law, raised
from overthink.models.granular import BRANCHING, GRAINS, GranularModel, balance
from overthink.models.top_down import TopDown
from overthink.studies.checks import AllOf, Computed, MeanAt, Measured, curve, settled
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Point, Row, Samples, Setting, grid
from overthink_papers.experiments.granularity import by_setting
from overthink_papers.experiments.scaffold import plot
from overthink_papers.nau.exact import SAME, Numbers, at_most, exact_study, exceed, gap, grow, known
from overthink_papers.nau.readings import BUCKETED, CLOSEST, OPEN, REAL
from overthink_papers.nau.trees.surface import CLOSE, DISTANCES, MORE_WITH_B, SECTION, SIDES

HIGHEST = 120  # granularity
SHOWN = grid(b=(2, 3, 5, 8), g=(2, 3, 4, 5, 6, 8, 10, 13, 17, 23, 30, 40, 60))  # in the figure
READINGS = {REAL: OPEN.reading, BUCKETED: CLOSEST.reading}
LARGE = (12, 16, 20)  # branching factors beyond the paper's
LUSTREK = "as the branching factor increases, the granularity … required to avoid lookahead pathology also increases"
LARGER = "the few that we did build exhibited the behavior one might expect based on the smaller trees"
PLACES = grid(b=(2, 3, *LARGE), reading=(REAL, BUCKETED), search=("deep", "shallow"), g=(*range(2, 13), HIGHEST))


def measure_errors(setting: Setting) -> Numbers:
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


def rises(samples: Samples, reading: str) -> Evidence:
    heights = [border(p) for p in exact_p(samples, reading).values()]
    least, whole = min(later - earlier for earlier, later in pairwise(heights)), heights[-1] - heights[0]
    shown = ", ".join(f"b = {b}: {g}" for b, g in zip(BRANCHING, heights))
    return settled(least >= 0 and whole > 0, least, f"granularity needed: {shown}")


def more_moves(samples: Samples, reading: str) -> Evidence:
    """Where the paper's largest branching factor is no longer pathological, larger ones still are."""
    last = [p[HIGHEST] for p in exact_p(samples, reading).values()][-1]
    ratios = [p[HIGHEST] for p in exact_p(samples, reading, large=True).values()]
    shown = " ".join(f"{p:.4f}" for p in (last, *ratios))
    return settled(last <= 1.0 < min(ratios), min(ratios), f"p at g = {HIGHEST}, b = 10, 12, 16 and 20: {shown}")


def binary(samples: Samples, reading: str) -> Evidence:
    ratios = [p[2] for p in exact_p(samples, reading).values()]
    return settled(min(ratios) > 1.0, min(ratios), f"p {' '.join(f'{p:.2f}' for p in ratios)} for b = 2 to 10")


def separates(samples: Samples, reading: str) -> Evidence:
    ends = {}
    for b, p in exact_p(samples, reading).items():
        worse = {g: degree > 1.0 for g, degree in p.items() if g <= GRAINS[-1]}
        last = max((g for g in worse if worse[g]), default=min(worse) - 1)
        ends[b] = last, min((g for g in worse if not worse[g]), default=max(worse) + 1)
    least = min(first - last for last, first in ends.values())
    shown = ", ".join(f"{last} and {first}" for last, first in ends.values())
    return settled(least > 0, least, f"the last that is and the first that is not, b = 2 to 10: {shown}")


def parts_more(samples: Samples) -> Evidence:
    least, shown = [], []
    for far in DISTANCES.values():
        apart = []
        for p in exact_p(samples, BUCKETED).values():
            below, above = far(border(p))
            if below in p and above in p:
                apart.append(p[below] - p[above])
        least.append(min((later - earlier for earlier, later in pairwise(apart)), default=0.0))
        shown.append(" ".join(f"{difference:.3f}" for difference in apart) or "no boundary")
    return settled(min(least) > 0.0, min(least), f"differences by b: {'; '.join(shown)}")


def rows(samples: Samples) -> list[Row]:
    return [
        {"b": b, "reading": reading, "g": g, **asdict(Estimate.exactly(degree))}
        for reading in READINGS
        for b, p in exact_p(samples, reading).items()
        for g, degree in p.items()
    ]


def shown(row: Row) -> bool:
    return {"b": row["b"], "g": row["g"]} in SHOWN


def with_p(p: Callable[[Point], float]) -> MeanAt:
    return lambda at: p(at) if at["search"] == "deep" else 1.0


def up_to(border: Callable[[Point], float], p: float = 1.5) -> MeanAt:
    return with_p(lambda at: p if at["g"] < border(at) else 0.5)


FIRST = up_to(lambda at: 4 + at["b"] + HIGHEST * (at["b"] in LARGE))
NONE = up_to(lambda at: 0)
HOLE = with_p(lambda at: 0.5 if at["g"] in (3, 11, 12) else 1.5)  # a granularity between that is not pathological
APART = with_p(lambda at: 1.2 + 0.1 * at["b"] if at["g"] < 7 else 0.5)
CLOSER = with_p(lambda at: 1.9 - 0.1 * at["b"] if at["g"] < 7 else 0.5)
STATEMENTS: tuple[tuple[str, str, Callable[[Samples, str], Evidence], MeanAt], ...] = (
    (
        "with two values there is pathology at every branching factor, exactly",
        "lookahead pathology occurs when s = 0 and g = 2",
        binary,
        NONE,
    ),
    ("the granularity needed rises with b, and falls at no step, exactly", MORE_WITH_B, rises, NONE),
    ("b = 2 to 10: the granularity needed never falls, and rises from end to end", LUSTREK, rises, NONE),
    (
        f"at g = {HIGHEST}, b = 10 is not pathological, and b = 12, 16 and 20 are, exactly",
        LARGER,
        more_moves,
        NONE,
    ),
    ("all pathological granularities are below all others, up to 60, exactly", SIDES, separates, HOLE),
)
ELSEWHERE = {LUSTREK: "[Nau2010] section 3.2", LARGER: "[Nau2010] section 5"}


def claim(says: str, printed: str, judge: Callable[[Samples, str], Evidence], fails: MeanAt, reading: str) -> Claim:
    check = Computed(lambda samples: judge(samples, reading), says, FIRST, fails, PLACES)
    return Claim(f"{reading}: {says}", printed, check, ELSEWHERE.get(printed, ""), READINGS[reading])


EXACT_LABELS = {"x": "granularity g", "y": "degree of pathology p(root, 5, 1)"}
EXACT = exact_study(
    name="nau/exact",
    title="the degree of pathology without local similarity, exact",
    source=SECTION,
    settings=grid(b=(*BRANCHING, *LARGE), reading=tuple(READINGS)),
    measure=measure_errors,
    draw=plot("g", "reading", "b", EXACT_LABELS, "b = ", keep=shown, level=1.0, log=True),
    caption="Independent leaves, two players: the distribution of utilities and heuristic values is carried up the "
    "tree; no trees are drawn. Above the dotted line, depth 5 decides worse than depth 1. The readings differ in where "
    "noise is added: to the real utility, or to the middle of its bucket.",
    claims=(
        *(claim(*statement, reading) for statement in STATEMENTS for reading in READINGS),
        Claim(
            "points two below the boundary and one above, or a fifth of it below and above: every step of b takes them "
            "farther apart, exactly",
            CLOSE,
            Computed(parts_more, "farther apart", APART, CLOSER, PLACES),
            reading=READINGS[BUCKETED],
        ),
    ),
    rows=rows,
    across="g",
    edition=5,
)

# Buckets

SMALL = (2, 3, 4, 5)  # granularities
SHIFTED = (*SMALL, 10, 20, 60)
ONE_PLAYER = (*SHIFTED, 300)
HEIGHTS = (5, 6)
HALF, DIGITS, REASONABLE = 0.5, 0.005, 0.1
ONE = "[Nau2010] section 5.3"
ALL_TREES = tuple(product(BRANCHING, HEIGHTS))


def levels(model: GranularModel) -> Iterator[tuple[int, Column]]:
    """The distribution of utilities at each level, from the leaves to the root's moves."""
    law = leaf_law(model)
    yield model.height, law
    for level in range(model.height, 1, -1):
        law = raised(law, model, level)
        yield level - 1, law


def measure(setting: Setting) -> Numbers:
    b = setting["b"]
    yield {"measure": "c"}, fixed_point(b)
    for height in HEIGHTS:
        for boundary, c in (("printed", fixed_point(b)), ("parity", balance(TopDown.leaves, b, height, 0.0, 0))):
            where = {"boundary": boundary, "height": height}
            for g in SMALL:
                for level, law in levels(TopDown(b=b, g=g, height=height, boundary="none")):
                    yield {"measure": "gathered", **where, "g": g, "level": level}, float(law[int(c * g)])
            for g in SHIFTED:
                model = TopDown(b=b, g=g, height=height, boundary=boundary)
                *_, (_, law) = levels(model)
                below = float(law[: model.anchor(g)[1]].sum())
                yield {"measure": "both", **where, "g": g}, 1.0 - below**b - (1.0 - below) ** b
    for g in ONE_PLAYER:
        for name, cap in (("largest", HALF), ("largest, not shifted", 1.0)):
            *_, (_, law) = levels(OnePlayer(b=b, g=g, cap=cap))
            yield {"measure": name, "g": g}, float(law[-1])


C = curve("b", BRANCHING, measure="c")
WHERE = {  # utilities gather, as the boundaries of the model have it
    "printed": Reading(words="at c_b, whoever moves last"),
    "parity": Reading(ReadingKind.OPEN, "at c_b where Min moves last, and at 1 - c_b where Max does"),
}


def gathers(boundary: str) -> Computed:
    """Over the levels of the same player, the share in the one bucket grows towards the root."""
    return grow(
        curve("level", range(start, 0, -2), b=b, measure="gathered", boundary=boundary, height=height, g=g)
        for b, height in ALL_TREES
        for g in SMALL
        for start in (height, height - 1)
    )


def both_sides(boundary: str) -> Computed:
    lines = (curve("g", SHIFTED, b=b, measure="both", boundary=boundary, height=h) for b, h in ALL_TREES)
    return exceed(tuple(x for line in lines for x in line), REASONABLE)


def not_shifted(b: int) -> tuple[Measured, ...]:
    return curve("g", SMALL, b=b, measure="largest, not shifted")


def more_than_two_players(samples: Samples) -> Evidence:
    gaps = []
    for b in BRANCHING:
        two = curve("g", SMALL, b=b, measure="gathered", boundary="parity", height=HEIGHTS[0], level=1)
        gaps += [gap(m, t) for m, t in zip(not_shifted(b), two) if float(t(samples)[0]) < 1.0 - SAME]
    return exceed(tuple(gaps), SAME).judge(samples)


def to_the(power: int, share: Measured) -> Measured:
    return lambda samples: share(samples) ** power


BUCKETS = exact_study(
    name="nau/buckets",
    title="where utilities gather, and shifted buckets",
    source="[Nau2010] section 5.1",
    settings=grid(b=BRANCHING),
    measure=measure,
    draw=plot(
        "level",
        "g = {g}",
        "b",
        {"x": "level (0 is the root)", "y": "share of utilities in one bucket"},
        "b = ",
        keep=lambda row: (row["measure"], row["boundary"], row["height"]) == ("gathered", "parity", 5) and row["b"] < 7,
    ),
    caption="Independent leaves, Max and Min in turn, buckets not shifted: the share of utilities in the bucket that "
    "contains 1 - c_b. Trees of height 5.",
    claims=(
        Claim(
            "c_2 is 0.38, and c_b falls at every step of b",
            "c_2 … 0.38 and then c_b slowly decreases with increasing b",
            AllOf(
                (
                    exceed(C[:1], 0.38 - DIGITS, lambda p: 0.4 - 0.01 * p["b"]),
                    at_most(C[:1], 0.38 + DIGITS),
                    grow((C,), down=True),
                )
            ),
            tolerance="half of the last published digit",
        ),
        *(
            Claim(
                f"{way.words}: g = 2 to 5, every level nearer to the root has more in one bucket than the last of the "
                "same player",
                "in trees with local similarity s = 0, at small granularities there is a tendency for the values "
                "towards the root of the tree to converge to a single bucket containing the value c_b",
                gathers(boundary),
                reading=way,
            )
            for boundary, way in WHERE.items()
        ),
        *(
            Claim(
                f"boundary {way.words}: both sides are among the root's moves in one tree of ten or more, at every b "
                "and g",
                "no single bucket contains the value c_b and thus at least the two buckets on each side of c_b have a "
                "reasonable chance of being represented at the root",
                both_sides(boundary),
                reading=way,
                tolerance="a reasonable chance: one in ten",
            )
            for boundary, way in WHERE.items()
        ),
        Claim(
            "one player: a move leads to the largest utility with probability one half at most, at every b and g",
            "limiting the probability of the maximal utility being reached by each decision at the root to at most 50%",
            at_most(tuple(x for b in BRANCHING for x in curve("g", ONE_PLAYER, b=b, measure="largest")), HALF + DIGITS),
            ONE,
            tolerance="half of the last published digit",
        ),
        Claim(
            "not shifted, g = 2 to 5: more moves of the root lie in one bucket with one player than with two, or all",
            "even more pronounced in one-player games than in two-player games",
            Computed(more_than_two_players, "one player's share less two players'"),
            ONE,
        ),
        Claim(
            "not shifted, g = 2 to 5: every move leads to the largest utility in more than half of the trees",
            "every decision at the root of the tree leads to at least one terminal node with the maximal utility, "
            "which is quite likely if the granularity is not large",
            exceed(tuple(to_the(b, share) for b in BRANCHING for share in not_shifted(b)), HALF),
            ONE,
            tolerance="quite likely: more than half",
        ),
    ),
    rows=lambda samples: [{"boundary": "", "height": "", "g": "", "level": "", **row} for row in known(samples)],
    across="b",
    edition=2,
)
