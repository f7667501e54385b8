"""Where utilities gather and how buckets are shifted, without local similarity: exact. Sections 5.1 and 5.3

In trees of height 5 Max moves last, and utilities gather at 1 - c_b; where Min moves last, at c_b. So trees of height 6
are looked at too. From level to level of the same player, more of them lie in the bucket that contains this value.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from overthink.core.estimate import Estimate
from overthink.core.kinds import Column
from overthink.models import OnePlayer, TopDown
from overthink.models.board_splitting import fixed_point
from overthink.models.exact import leaf_law, raised
from overthink.models.granular import BRANCHING, GranularModel
from overthink.report.curves import curves
from overthink.studies.checks import near, settled
from overthink.studies.claim import Claim, Evidence
from overthink.studies.samples import Row, Samples, Setting, grid
from overthink.studies.study import Figure, Picture
from overthink_papers.experiments.exact import (
    SAME,
    Numbers,
    all_exceed,
    all_fall,
    all_grow,
    exact_study,
    known,
    numbers,
)

SMALL = (2, 3, 4, 5)  # granularities
GRAINS = (*SMALL, 10, 20, 60)
ONE_PLAYER = (*GRAINS, 300)
HEIGHTS = (5, 6)
HALF, DIGITS, REASONABLE = 0.5, 0.005, 0.1
GATHER = (
    "in trees with local similarity s = 0, at small granularities there is a tendency for the values towards the root "
    "of the tree to converge to a single bucket containing the value c_b"
)
SLOWLY = "c_2 … 0.38 and then c_b slowly decreases with increasing b"
BOTH = (
    "no single bucket contains the value c_b and thus at least the two buckets on each side of c_b have a reasonable "
    "chance of being represented at the root"
)
ONE = "[Nau2010] section 5.3"
PRONOUNCED = "even more pronounced in one-player games than in two-player games"
LIKELY = (
    "every decision at the root of the tree leads to at least one terminal node with the maximal utility, which is "
    "quite likely if the granularity is not large"
)
LIMIT = "limiting the probability of the maximal utility being reached by each decision at the root to at most 50%"


def levels(model: GranularModel) -> Iterator[tuple[int, Column]]:
    """The law of utilities at each level, from the leaves to the root's moves."""
    law = leaf_law(model)
    yield model.height, law
    for level in range(model.height, 1, -1):
        law = raised(law, model, level)
        yield level - 1, law


def measure(setting: Setting) -> Numbers:
    b = setting["b"]
    yield {"measure": "c"}, fixed_point(b)
    for height in HEIGHTS:
        c = fixed_point(b) if height % 2 == 0 else 1.0 - fixed_point(b)
        for g in SMALL:
            for level, law in levels(TopDown(b=b, g=g, height=height, boundary="none")):
                yield {"measure": "gathered", "height": height, "g": g, "level": level}, float(law[int(c * g)])
        for g in GRAINS:
            model = TopDown(b=b, g=g, height=height)
            *_, (_, law) = levels(model)
            below = float(law[: model.anchor(g)[1]].sum())
            yield {"measure": "both", "height": height, "g": g}, 1.0 - below**b - (1.0 - below) ** b
    for g in ONE_PLAYER:
        for name, cap in (("largest", HALF), ("largest, not shifted", 1.0)):
            *_, (_, law) = levels(OnePlayer(b=b, g=g, cap=cap))
            yield {"measure": name, "g": g}, float(law[-1])


def second(samples: Samples) -> Evidence:
    c = Estimate.exactly(float(samples(b=2, measure="c")[0]), 30)
    return near(c, 0.38, 0.005, f"{c.mean:.4f}")


def decreases(samples: Samples) -> Evidence:
    curve = numbers(samples, "b", BRANCHING, measure="c")
    return all_fall([curve], f"c_b {' '.join(f'{c:.3f}' for c in curve)}")


def gathers(samples: Samples) -> Evidence:
    """Over the levels of the same player, the share in the one bucket grows towards the root."""
    lines = [
        numbers(samples, "level", range(start, 0, -2), b=b, measure="gathered", height=height, g=g)
        for b, height, g in product(BRANCHING, HEIGHTS, SMALL)
        for start in (height, height - 1)
    ]
    return all_grow(lines, f"share of moves of the root in one bucket {min(line[-1] for line in lines):.2f} or more")


def represented(samples: Samples) -> Evidence:
    """In a tenth of the trees at least, both sides are among the root's moves."""
    shares = [
        x for b in BRANCHING for h in HEIGHTS for x in numbers(samples, "g", GRAINS, b=b, measure="both", height=h)
    ]
    return all_exceed(shares, REASONABLE, f"both sides in {min(shares):.2f} to {max(shares):.2f} of trees")


def at_most_half(samples: Samples) -> Evidence:
    shares = [x for b in BRANCHING for x in numbers(samples, "g", ONE_PLAYER, b=b, measure="largest")]
    return settled(max(shares) <= HALF + DIGITS, max(shares), f"{min(shares):.2f} to {max(shares):.2f}")


def more_than_two_players(samples: Samples) -> Evidence:
    """At small granularities, more of one player's moves lie in one bucket than of two players', unless all do."""
    gaps = []
    for b in BRANCHING:
        one = numbers(samples, "g", SMALL, b=b, measure="largest, not shifted")
        two = numbers(samples, "g", SMALL, b=b, measure="gathered", height=HEIGHTS[0], level=1)
        gaps += [mine - theirs for mine, theirs in zip(one, two) if theirs < 1.0 - SAME]
    return all_exceed(gaps, SAME, "one player's share less two players'")


def every_move(samples: Samples) -> Evidence:
    """At small granularities, all moves of the root lead to the largest utility in more than half of the trees."""
    chances = [
        share**b for b in BRANCHING for share in numbers(samples, "g", SMALL, b=b, measure="largest, not shifted")
    ]
    return all_exceed(chances, HALF, "all moves lead to the largest utility with probability")


def rows(samples: Samples) -> list[Row]:
    empty = {"height": "", "g": "", "level": ""}
    return [{**empty, **row} for row in known(samples)]


def draw(samples: Samples, rows: list[Row]) -> Picture:
    shown = [row for row in rows if row["measure"] == "gathered" and row["height"] == HEIGHTS[0] and row["b"] < 7]
    labels = {"x": "level (0 is the root)", "y": "share of utilities in one bucket"}
    return curves([{**row, "g": f"g = {row['g']}"} for row in shown], "level", "g", "b", labels, "b = ")


FIGURE = Figure(
    name="nau/buckets",
    title="where utilities gather, and shifted buckets",
    source="[Nau2010] section 5.1",
    draw=draw,
    caption="Independent leaves, Max and Min in turn, buckets not shifted: the share of utilities in the bucket that "
    "contains 1 - c_b. Trees of height 5.",
    claims=(
        Claim("c_2 is 0.38", SLOWLY, second, tolerance="half of the last digit in print"),
        Claim("c_b falls at every step of b", SLOWLY, decreases),
        Claim("at g = 2 to 5, every level nearer to the root has more in one bucket than the last of the same player",
              GATHER, gathers),
        Claim("both sides are among the root's moves in one tree of ten or more, at every b and g", BOTH, represented,
              tolerance="a reasonable chance: one in ten"),
        Claim("one player: a move leads to the largest utility with probability one half at most, at every b and g",
              LIMIT, at_most_half, ONE, tolerance="half of the last digit in print"),
        Claim("not shifted, g = 2 to 5: more moves of the root lie in one bucket with one player than with two, or all",
              PRONOUNCED, more_than_two_players, ONE),
        Claim("not shifted, g = 2 to 5: every move leads to the largest utility in more than half of the trees",
              LIKELY, every_move, ONE, tolerance="quite likely: more than half"),
    ),
    rows=rows,
    across="b",
)  # fmt: skip
STUDY = exact_study("nau/buckets", grid(b=BRANCHING), measure, (FIGURE,))
