"""Sections 5.1 and 5.3: where utilities gather and how buckets are shifted; without local similarity, exactly.

The text does not say who moves last. Where Min does, utilities gather at c_b; where Max does, as in trees of height 5
with Max at the root, at 1 - c_b. So trees of height 6 are looked at too. From level to level of the same player, more
of them lie in the bucket that contains this value.
"""

from collections.abc import Iterator
from itertools import product

from overthink.core.kinds import Column
from overthink.models.board_splitting import fixed_point
from overthink.models.bottom_up import OnePlayer
from overthink.models.granular import BRANCHING, GranularModel, balance
from overthink.models.top_down import TopDown
from overthink.studies.checks import AllOf, Computed, Measured, curve
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Samples, Setting, grid
from overthink_papers.experiments.exact_errors import law_of_parents, leaf_law
from overthink_papers.experiments.scaffold import plot
from overthink_papers.nau.exact_numbers import SAME, Numbers, at_most, exact_study, exceed, gap, known, rises

SMALL = (2, 3, 4, 5)  # granularities
SHIFTED = (*SMALL, 10, 20, 60)
ONE_PLAYER = (*SHIFTED, 300)
HEIGHTS = (5, 6)
HALF = 0.5
DIGITS = 0.005  # half of the last published digit
REASONABLE = 0.1  # a chance
ONE = "[Nau2010] section 5.3"
ALL_TREES = tuple(product(BRANCHING, HEIGHTS))


def levels(model: GranularModel) -> Iterator[tuple[int, Column]]:
    """The distribution of utilities at each level, from the leaves to the root's moves."""
    law = leaf_law(model)
    yield model.height, law
    for level in range(model.height, 1, -1):
        law = law_of_parents(law, model, level)
        yield level - 1, law


def measure(setting: Setting) -> Numbers:
    """c_b; the share of utilities in one bucket, by level; how often both sides of c_b are among the root's moves."""
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
    return rises(
        curve("level", range(start, 0, -2), b=b, measure="gathered", boundary=boundary, height=height, g=g)
        for b, height in ALL_TREES
        for g in SMALL
        for start in (height, height - 1)
    )


def _both_sides(boundary: str) -> Computed:
    lines = (curve("g", SHIFTED, b=b, measure="both", boundary=boundary, height=h) for b, h in ALL_TREES)
    return exceed(tuple(x for line in lines for x in line), REASONABLE)


def _not_shifted(b: int) -> tuple[Measured, ...]:
    return curve("g", SMALL, b=b, measure="largest, not shifted")


def _more_than_two_players(samples: Samples) -> Evidence:
    gaps = []
    for b in BRANCHING:
        two = curve("g", SMALL, b=b, measure="gathered", boundary="parity", height=HEIGHTS[0], level=1)
        gaps += [gap(m, t) for m, t in zip(_not_shifted(b), two) if float(t(samples)[0]) < 1.0 - SAME]
    return exceed(tuple(gaps), SAME).judge(samples)


def _to_the(power: int, share: Measured) -> Measured:
    return lambda samples: share(samples) ** power


STUDY = exact_study(
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
                    rises((C,), down=True),
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
                _both_sides(boundary),
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
            Computed(_more_than_two_players, "one player's share less two players'"),
            ONE,
        ),
        Claim(
            "not shifted, g = 2 to 5: every move leads to the largest utility in more than half of the trees",
            "every decision at the root of the tree leads to at least one terminal node with the maximal utility, "
            "which is quite likely if the granularity is not large",
            exceed(tuple(_to_the(b, share) for b in BRANCHING for share in _not_shifted(b)), HALF),
            ONE,
            tolerance="quite likely: more than half",
        ),
    ),
    rows=lambda samples: [{"boundary": "", "height": "", "g": "", "level": "", **row} for row in known(samples)],
    across="b",
    edition=2,
)
