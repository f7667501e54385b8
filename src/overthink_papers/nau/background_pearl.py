"""Pearl's game with the evaluator that counts squares, by branching factor and depth; exact. The introduction,
section 3.1, and footnote 3."""

from __future__ import annotations

from itertools import combinations, pairwise

from overthink.models.exact_boards import ExactBoards
from overthink.report.curves import curves
from overthink.studies.checks import settled
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Row, Samples, Setting
from overthink.studies.study import Figure, Picture
from overthink_papers.experiments.exact import Numbers, all_exceed, exact_study, known, numbers

BRANCHING, HEIGHTS = (2, 3, 4, 5, 6, 8), (4, 5, 6)
TALL = {2: 12, 3: 8, 4: 7}  # one large board of each
NEAR_THE_END = 2  # depths that reach terminal nodes or their parents
FOOTNOTE = (
    "p(x, i, j) > 1 for all x such that a depth-i search reaches neither the terminal nodes (all of which are at the "
    "same depth) nor their parents"
)
PARITY = Reading(ReadingKind.OPEN, "i and j of the same parity")
AVERAGE = Reading(ReadingKind.OPEN, "the mean of p over these i and j")
SETTINGS: tuple[Setting, ...] = tuple(
    {"b": b, "height": height} for b in BRANCHING for height in (*HEIGHTS, *((TALL[b],) if b in TALL else ()))
)


def measure(setting: Setting) -> Numbers:
    tree = ExactBoards(setting["b"], setting["height"])
    for depth in range(1, setting["height"] - NEAR_THE_END + 1):
        yield {"depth": depth}, tree.decision_error(depth)


def degrees(samples: Samples, b: int, height: int, parity: bool = False) -> list[float]:
    """p(i, j) of all pairs of depths that stay clear of the end."""
    curve = numbers(samples, "depth", range(1, height - NEAR_THE_END + 1), b=b, height=height)
    pairs = combinations(range(len(curve)), 2)
    return [curve[i] / curve[j] for j, i in pairs if not parity or (i - j) % 2 == 0]


def in_large_boards(samples: Samples, parity: bool = False) -> Evidence:
    ratios = [p for b, height in TALL.items() for p in degrees(samples, b, height, parity)]
    above = sum(p > 1.0 for p in ratios)
    return all_exceed(ratios, 1.0, f"p > 1 for {above} of {len(ratios)} pairs")


def on_average(samples: Samples) -> Evidence:
    means = [sum(ratios) / len(ratios) for ratios in (degrees(samples, b, height) for b, height in TALL.items())]
    return all_exceed(means, 1.0, f"mean p {' '.join(f'{mean:.3f}' for mean in means)}")


def occurs(samples: Samples) -> Evidence:
    most = max(p for b in BRANCHING for height in HEIGHTS for p in degrees(samples, b, height))
    return settled(most > 1.0, most, f"p is up to {most:.3f}")


def more_likely(samples: Samples) -> Evidence:
    """The share of pairs of depths that are pathological never falls with b, and is larger in the end."""
    gaps, ends, shown = [], [], []
    for height in HEIGHTS:
        ratios = [degrees(samples, b, height) for b in BRANCHING]
        shares = [sum(p > 1.0 for p in each) / len(each) for each in ratios]
        gaps += [later - earlier for earlier, later in pairwise(shares)]
        ends.append(shares[-1] - shares[0])
        shown.append(" ".join(f"{share:.2f}" for share in shares))
    return settled(min(gaps) >= 0.0 and min(ends) > 0.0, min(ends), f"shares by b, heights 4, 5, 6: {'; '.join(shown)}")


def draw(samples: Samples, rows: list[Row]) -> Picture:
    kept = [row for row in rows if row["height"] in HEIGHTS]
    table = []
    for row in kept:
        one = next(r for r in kept if r["depth"] == 1 and r["b"] == row["b"] and r["height"] == row["height"])
        p = row["mean"] / one["mean"]
        table.append({**row, "mean": p, "low": p, "high": p})
    labels = {
        "x": "branching factor b",
        "y": "degree of pathology p(d, 1)",
        **{str(d): f"d = {d}" for d in range(1, 5)},
    }
    return curves(table, "b", "depth", "height", labels, "height ", level=1.0)


FIGURE = Figure(
    name="nau/background-pearl",
    title="Pearl's game, squares counted: pathology by branching factor",
    source="[Nau2010] section 3.1",
    draw=draw,
    caption="Board splitting with independent squares, exact: how much worse depth d decides than depth 1, by b and by "
    "height of the tree. Only depths that see neither the end nor the moves before it.",
    claims=(
        Claim(
            "Pearl's game is pathological for some depths",
            "lookahead pathology occurs in mathematical models and “artificial” games such as Pearl’s game",
            occurs,
            "[Nau2010] section 1",
        ),
        Claim(
            "the larger b, the more pairs of depths are pathological",
            "In Nau’s experiments with Pearl’s game, … lookahead pathology was indeed more likely with large branching "
            "factors",
            more_likely,
        ),
        Claim("large boards: p > 1 for all pairs of depths", FOOTNOTE, in_large_boards, "[Nau2010] section 2.1"),
        Claim(
            "large boards: p > 1 for every pair of depths of the same parity",
            FOOTNOTE,
            lambda s: in_large_boards(s, parity=True),
            "[Nau2010] section 2.1",
            PARITY,
        ),
        Claim("large boards: p > 1 on average", FOOTNOTE, on_average, "[Nau2010] section 2.1", AVERAGE),
    ),
    rows=known,
)
STUDY = exact_study("nau/background-pearl", SETTINGS, measure, (FIGURE,))
