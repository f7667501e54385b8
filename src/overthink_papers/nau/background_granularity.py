"""Section 3.2, what was known of granularity; exact. Two models: games that are won or lost, seen by an evaluator of g
values (Pearl, Bratko and Gams), and utilities of g values (Luštrek and others, the model of section 5.1)."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from overthink.models import TopDown
from overthink.models.exact import exact_errors
from overthink.models.win_loss import WinLoss, graded
from overthink.report.curves import curves
from overthink.studies.checks import settled
from overthink.studies.claim import Claim, Evidence
from overthink.studies.samples import Row, Samples, Setting, grid
from overthink.studies.study import Figure, Picture
from overthink_papers.experiments.exact import Numbers, all_exceed, all_fall, exact_study, known, number, numbers, shown

GRAINS = (2, 4, 8, 16, 32, 64)
BRANCHING, ERRORS = (2, 5, 10), (0.01, 0.1, 0.3)
DEEP, SHALLOW = 5, 1
WIDTHS = (2, 3, 4, 5, 6, 8)
FINE = tuple(range(2, 61))
SETTINGS = (
    *({"utilities": "won or lost", **setting} for setting in grid(b=BRANCHING, e=ERRORS)),
    *({"utilities": "of g values", **setting} for setting in grid(b=WIDTHS, e=(0.0,))),
)


def measure(setting: Setting) -> Numbers:
    """P_err of the deep and of the shallow search at every granularity; and how often moves of different worth look
    the same."""
    if setting["utilities"] == "of g values":
        for g in FINE:
            errors = exact_errors(TopDown(b=setting["b"], g=g, height=DEEP), SHALLOW)
            yield from (({"of": of, "g": g}, error) for of, error in zip(("deep", "shallow"), errors))
        return
    for g in GRAINS:
        tree = WinLoss(setting["b"], graded(setting["e"], g))
        for of, depth in (("deep", DEEP), ("shallow", SHALLOW)):
            yield {"of": of, "g": g}, tree.decision_error(depth)
            yield {"of": f"{of} blind", "g": g}, tree.blindness(depth)


def degrees(samples: Samples, **where: object) -> list[float]:
    """p(5, 1) of a model by granularity."""
    deep, shallow = (numbers(samples, "g", GRAINS, of=of, **where) for of in ("deep", "shallow"))
    return [far / near for far, near in zip(deep, shallow)]


def not_prevented(samples: Samples) -> Evidence:
    ratios = [p for b in BRANCHING for e in ERRORS for p in degrees(samples, utilities="won or lost", b=b, e=e)]
    return all_exceed(ratios, 1.0, f"p(5, 1), g = 2 to {GRAINS[-1]}")


def needed(samples: Samples, b: int) -> int:
    """The smallest granularity without pathology."""
    where = {"utilities": "of g values", "b": b, "e": 0.0}
    pairs = ((g, [number(samples, of=of, g=g, **where) for of in ("deep", "shallow")]) for g in FINE)
    return next((g for g, (deep, shallow) in pairs if deep <= shallow), FINE[-1] + 1)


def more_needed(samples: Samples) -> Evidence:
    needs = [needed(samples, b) for b in WIDTHS]
    steps = [later - earlier for earlier, later in pairwise(needs)]
    return all_exceed([float(step) for step in steps], 0.0, f"b = {WIDTHS}: {', '.join(map(str, needs))}")


def prevented(samples: Samples) -> Evidence:
    needs = [needed(samples, b) for b in WIDTHS]
    return settled(max(needs) <= FINE[-1], max(needs), f"needed, b = {WIDTHS}: {', '.join(map(str, needs))}")


def falls_with_g(samples: Samples, of: str) -> Evidence:
    """A probability is no larger at any higher granularity, and smaller at the highest."""
    where = [{"utilities": "won or lost", "b": b, "e": e} for b in BRANCHING for e in ERRORS]
    lines = [numbers(samples, "g", GRAINS, of=of, **each) for each in where]
    return all_fall(lines, f"b = 2, e = .1, by g: {shown(lines[1])}")


def draw(samples: Samples, rows: list[Row]) -> Picture:
    table = []
    for b in BRANCHING:
        for e in ERRORS:
            for g, p in zip(GRAINS, degrees(samples, utilities="won or lost", b=b, e=e)):
                table.append({"b": b, "line": f"won or lost, e = {e}", "g": g, "mean": p, "low": p, "high": p})
        for g in FINE[::4]:
            if b in WIDTHS:
                far, near = (
                    number(samples, utilities="of g values", b=b, e=0.0, of=of, g=g) for of in ("deep", "shallow")
                )
                p = far / near
                table.append({"b": b, "line": "utilities of g values", "g": g, "mean": p, "low": p, "high": p})
    labels = {"x": "granularity g", "y": "degree of pathology p(5, 1)"}
    return curves(table, "g", "line", "b", labels, "b = ", level=1.0, log=True)


FIGURE = Figure(
    name="nau/background-granularity",
    title="granularity, where games are won or lost and where utilities have g values",
    source="[Nau2010] section 3.2",
    draw=draw,
    caption="How much worse depth 5 decides than depth 1, exact. Where positions are won or lost, no granularity of "
    "the evaluator prevents pathology; where utilities are as fine as heuristic values, a high one does.",
    claims=(
        Claim(
            "the larger b, the more granularity is needed",
            "as the branching factor increases, the granularity … required to avoid lookahead pathology also increases",
            more_needed,
        ),
        Claim(
            "the smaller g, the more often positions of different worth get the same value",
            "decreasing the granularity of an evaluation function makes it less able to distinguish among situations "
            "that are similar but not identical",
            partial(falls_with_g, of="shallow blind"),
        ),
        Claim(
            "the smaller g, the more often a search to depth 5 gives all moves the same value",
            "makes it more likely that a deeper search will return the same value for every child of the current node",
            partial(falls_with_g, of="deep blind"),
        ),
        Claim(
            "the smaller g, the worse a search to depth 5 decides",
            "making it less likely that the search will tell us which of the children are actually better",
            partial(falls_with_g, of="deep"),
        ),
        Claim(
            "won or lost: pathology at every granularity",
            "concluded that higher granularities do not prevent lookahead pathology",
            not_prevented,
        ),
        Claim(
            "utilities of g values: a high granularity prevents pathology",
            "not in print",
            prevented,
        ),
    ),
    rows=known,
    across="g",
)
STUDY = exact_study("nau/background-granularity", SETTINGS, measure, (FIGURE,))
