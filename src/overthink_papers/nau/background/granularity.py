"""Section 3.2: evaluators of g values on games that are won or lost (Pearl, Bratko and Gams); exact.

What is said of utilities of g values (Luštrek and others) is judged in `nau/exact`.
"""

from itertools import product

from overthink.report.charts import curves
from overthink.studies.checks import Computed, at, curve
from overthink.studies.claim import Claim
from overthink.studies.samples import Row, Samples, Setting, grid
from overthink.studies.study import Picture
from overthink_papers.nau.background.exact_trees import WinLoss, graded
from overthink_papers.nau.exact_numbers import Numbers, evaluate, exact_row, exact_study, exceed, ratio, rises

GRAINS = (2, 4, 8, 16, 32, 64)
DEEP, SHALLOW = 5, 1
EVALUATED: tuple[Setting, ...] = grid(b=(2, 5, 10), e=(0.01, 0.1, 0.3))


def measure(setting: Setting) -> Numbers:
    """P_err of the deep and of the shallow search at every granularity; and how often moves of different worth look
    the same."""
    for g in GRAINS:
        tree = WinLoss(setting["b"], graded(setting["e"], g))
        for of, depth in (("deep", DEEP), ("shallow", SHALLOW)):
            yield {"of": of, "g": g}, tree.decision_error(depth)
            yield {"of": f"{of} blind", "g": g}, tree.blindness(depth)


def _fall_with_g(of: str) -> Computed:
    return rises(tuple(curve("g", GRAINS, of=of, **setting) for setting in EVALUATED), down=True)


def draw(samples: Samples, rows: list[Row]) -> Picture:
    """p(5, 1) by granularity, a line for each error and a panel for each b."""
    table = []
    for setting, g in product(EVALUATED, GRAINS):
        deep, shallow = evaluate(curve("of", ("deep", "shallow"), g=g, **setting), samples)
        table.append(exact_row(deep / shallow, b=setting["b"], line=f"e = {setting['e']}", g=g))
    labels = {"x": "granularity g", "y": "degree of pathology p(5, 1)"}
    return curves(table, "g", "line", "b", labels, "b = ", level=1.0, log=True)


STUDY = exact_study(
    name="nau/background-granularity",
    title="granularity, where games are won or lost",
    source="[Nau2010] section 3.2",
    settings=EVALUATED,
    measure=measure,
    draw=draw,
    caption="How much worse depth 5 decides than depth 1, exact. Where positions are won or lost, no granularity of "
    "the evaluator prevents pathology.",
    claims=(
        Claim(
            "the smaller g, the more often positions of different worth get the same value",
            "decreasing the granularity of an evaluation function makes it less able to distinguish among situations "
            "that are similar but not identical",
            _fall_with_g("shallow blind"),
        ),
        Claim(
            "the smaller g, the more often a search to depth 5 gives all moves the same value",
            "makes it more likely that a deeper search will return the same value for every child of the current node",
            _fall_with_g("deep blind"),
        ),
        Claim(
            "the smaller g, the worse a search to depth 5 decides",
            "making it less likely that the search will tell us which of the children are actually better",
            _fall_with_g("deep"),
        ),
        Claim(
            "won or lost: pathology at every granularity",
            "concluded that higher granularities do not prevent lookahead pathology",
            exceed(
                tuple(ratio(at(of="deep", g=g, **s), at(of="shallow", g=g, **s)) for s in EVALUATED for g in GRAINS),
                1.0,
            ),
        ),
    ),
    across="g",
)
