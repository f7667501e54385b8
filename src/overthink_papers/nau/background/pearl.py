"""Sections 1 to 3.1 on Pearl's game, with the evaluator that counts squares, by branching factor and depth; exact."""

from itertools import combinations, pairwise

from overthink.report.charts import curves
from overthink.studies.checks import Computed, Measured, curve, exact_verdict
from overthink.studies.claim import Claim, Evidence
from overthink.studies.samples import Row, Samples, Setting
from overthink.studies.study import Picture
from overthink_papers.nau.background.exact_trees import ExactBoards
from overthink_papers.nau.background.similarity import over_first
from overthink_papers.nau.exact_numbers import PARITY, Numbers, evaluate, exact_evidence, exact_study, exceed, ratio

SIZES = (2, 3, 4, 5, 6, 8)  # branching factors
LOW = (4, 5, 6)  # heights
TALL = {2: 12, 3: 8, 4: 7}  # the height of one large board, by branching factor
NEAR_THE_END = 2  # depths that reach terminal nodes or their parents
FOOTNOTE = (
    "p(x, i, j) > 1 for all x such that a depth-i search reaches neither the terminal nodes (all of which are at the "
    "same depth) nor their parents"
)
BOARDS: tuple[Setting, ...] = tuple(
    {"b": b, "height": height} for b in SIZES for height in (*LOW, *((TALL[b],) if b in TALL else ()))
)


def measure(setting: Setting) -> Numbers:
    """The decision error of every depth that stays clear of the end."""
    tree = ExactBoards(setting["b"], setting["height"])
    for depth in range(1, setting["height"] - NEAR_THE_END + 1):
        yield {"depth": depth}, tree.decision_error(depth)


def all_pairs(b: int, height: int, parity: bool = False) -> list[Measured]:
    """p(i, j) of all pairs of depths that stay clear of the end."""
    line = curve("depth", range(1, height - NEAR_THE_END + 1), b=b, height=height)
    return [ratio(line[i], line[j]) for j, i in combinations(range(len(line)), 2) if not parity or (i - j) % 2 == 0]


def _large_boards(parity: bool) -> Computed:
    return exceed((p for b, height in TALL.items() for p in all_pairs(b, height, parity)), 1.0)


def _occurs(samples: Samples) -> Evidence:
    most = max(evaluate((p for b in SIZES for height in LOW for p in all_pairs(b, height)), samples))
    return exact_evidence([most - 1.0], most, f"p is up to {most:.3f}")


def _more_likely(samples: Samples) -> Evidence:
    gaps, ends, shown = [], [], []
    for height in LOW:
        ratios = [evaluate(all_pairs(b, height), samples) for b in SIZES]
        shares = [sum(p > 1.0 for p in each) / len(each) for each in ratios]
        gaps += [later - earlier for earlier, later in pairwise(shares)]
        ends.append(shares[-1] - shares[0])
        shown.append(" ".join(f"{share:.2f}" for share in shares))
    return exact_verdict(
        min(gaps) >= 0.0 and min(ends) > 0.0, min(ends), f"shares by b, heights 4, 5, 6: {'; '.join(shown)}"
    )


def draw(samples: Samples, rows: list[Row]) -> Picture:
    """p(d, 1) by branching factor, a panel for each height."""
    table = over_first([row for row in rows if row["height"] in LOW], "b", "height")
    labels = {"x": "branching factor b", "y": "degree of pathology p(d, 1)"}
    labels |= {str(d): f"d = {d}" for d in range(1, 5)}
    return curves(table, "b", "depth", "height", labels, "height ", level=1.0)


STUDY = exact_study(
    name="nau/background-pearl",
    title="Pearl's game, squares counted: pathology by branching factor",
    source="[Nau2010] section 3.1",
    settings=BOARDS,
    measure=measure,
    draw=draw,
    caption="Board splitting with independent squares, exact: how much worse depth d decides than depth 1, by b and by "
    "height of the tree. Only depths that see neither the end nor the moves before it.",
    claims=(
        Claim(
            "Pearl's game is pathological for some depths",
            "lookahead pathology occurs in mathematical models and “artificial” games such as Pearl’s game",
            Computed(_occurs, "p > 1 for some depths"),
            "[Nau2010] section 1",
        ),
        Claim(
            "the larger b, the more pairs of depths are pathological",
            "In Nau’s experiments with Pearl’s game, … lookahead pathology was indeed more likely with large branching "
            "factors",
            Computed(
                _more_likely,
                "the larger b, the more pairs",
                holds=lambda p: 0.5 + (p["b"] - 3) * 0.01 * p["depth"],
                fails=lambda p: 0.5 - (p["b"] - 3) * 0.01 * p["depth"],
            ),
        ),
        Claim("large boards: p > 1 for all pairs of depths", FOOTNOTE, _large_boards(False), "[Nau2010] section 2.1"),
        Claim(
            "large boards: p > 1 for every pair of depths of the same parity",
            FOOTNOTE,
            _large_boards(True),
            "[Nau2010] section 2.1",
            PARITY,
        ),
    ),
)
