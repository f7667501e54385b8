"""Error-minimizing minimax."""

from __future__ import annotations

from overthink.studies.samples import Point
from tests.counterexamples import emm_errors
from tests.made_up import Case, Value

HALF = 0.8  # an accuracy between all others


def shifted(by: float, rule: str = "emm", **where: object) -> Value:
    """The same accuracy everywhere, but for the rules of this name at these points."""

    def value(at: Point) -> float:
        there = str(at["rule"]).startswith(rule) and all(at.get(name) == place for name, place in where.items())
        return HALF + by * there

    return value


BEATS = Case("EMM beats", false=shifted(-0.001, depth=5), true=shifted(0.001))
NEARLY = Case("EMM is at most 2 points below", false=shifted(-0.021, depth=5), true=shifted(-0.019, depth=5))
STEADY = Case("EMM does not get worse", false=shifted(-0.021, depth=5), true=shifted(-0.019, depth=5))
WORSE = Case("minimax gets worse", false=shifted(-0.019, "minimax", depth=3), true=shifted(-0.021, "minimax", depth=3))


def whereas(by: float) -> Value:
    """Minimax gets worse, and EMM by so much at depth 3."""
    falls = {"minimax": 0.1, "emm": -by}
    return lambda at: HALF - falls[at["rule"]] * (at["depth"] == 3)


NOWHERE = Case("EMM stays as good where minimax falls", false=whereas(-0.021), true=whereas(-0.019))


def tenth(shallow: float) -> Value:
    """Minimax at depth 7 beside depths 1 and 4."""
    return lambda at: 0.6 if at["depth"] == 7 else shallow


def ratio_of(line: float, at_end: float = 0.0) -> Value:
    """EMM over minimax along m: 1.26 at m = 0, a slope, and something more at m = 1."""

    def value(at: Point) -> float:
        return 0.5 * (1.26 + line * at["m"] + at_end * (at["m"] == 1.0)) if at["rule"] == "emm" else 0.5

    return value


def halves(by: float) -> Value:
    """EMM's lead changes so much at m = .5."""
    return lambda at: HALF + by * (str(at["rule"]).startswith("emm") and at["m"] >= 0.5)


LARGER = Case("the ratio is larger from m = .5 on", false=halves(-0.001), true=halves(0.001))


def wins(lead: float, **where: object) -> Value:
    """Both sides win the same number of games, but for EMM at these points."""
    return lambda at: 0.4 + lead * (at["wins"] == "emm" and all(at[name] == place for name, place in where.items()))


def gains(by: float) -> Value:
    """EMM gains more than minimax from depth 1 on, but by so much at depth 7."""
    return lambda at: 0.5 + (at["depth"] > 1) * (0.01 + (by if at["depth"] == 7 else 0.1) * ("emm" in at["rule"]))


CASES: dict[str, list[Case]] = {
    **emm_errors.CASES,
    "emm/fig6": [
        BEATS,
        STEADY,
        WORSE,
        NOWHERE,
        NEARLY,
        Case(
            "over 20% more",
            false=lambda at: 0.5 * 1.199 if at["rule"] == "emm" else 0.5,
            true=lambda at: 0.5 * 1.201 if at["rule"] == "emm" else 0.5,
        ),
        Case("both are always right", false=lambda at: 1.0 - 1e-4 * (at["rule"] == "emm"), true=lambda at: 1.0),
        Case("EMM decides worse at depth 9", false=shifted(0.001, depth=9), true=shifted(-0.001, depth=9)),
        Case(
            "true node types give better results",
            false=shifted(-0.001, "emm-true", depth=9),
            true=shifted(0.001, "emm-true"),
        ),
        Case(
            "with true node types there is no drop",
            false=shifted(-0.011, "emm-true", depth=9),
            true=shifted(-0.009, "emm-true", depth=9),
        ),
    ],
    "emm/fig7": [
        Case("EMM beats", false=shifted(-0.001, depth=7), true=shifted(0.001)),
        STEADY,
        WORSE,
        NEARLY,
        Case("loses about a tenth", false=tenth(0.6 / 0.951), true=tenth(0.6 / 0.949)),
    ],
    "emm/fig8": [
        STEADY,
        NEARLY,
        Case(
            "minimax does not get worse",
            false=shifted(-0.021, "minimax", depth=5),
            true=shifted(-0.019, "minimax", depth=5),
        ),
        Case("is comparable", false=shifted(0.051), true=shifted(0.049)),
    ],
    "emm/fig9": [
        Case("EMM beats minimax at every m", false=shifted(-0.001, m=0.3), true=shifted(0.001)),
        LARGER,
        Case("the ratio rises", false=ratio_of(-0.001), true=ratio_of(0.001)),
        Case("the ratio falls nowhere", false=ratio_of(0.0, -0.031), true=ratio_of(0.0, -0.029)),
        Case("26% more", false=ratio_of(0.0, 0.021), true=ratio_of(0.0, 0.019)),
        Case("EMM is at most 2 points below", false=shifted(-0.021, m=0.3), true=shifted(-0.019, m=0.3)),
    ],
    "emm/fig10": [
        Case("EMM beats minimax at every m", false=shifted(-0.001, m=0.8), true=shifted(0.001)),
        LARGER,
        Case("it does not", false=shifted(0.011, m=0.3), true=shifted(0.009, m=0.3)),
        Case("EMM is at most 2 points below", false=shifted(-0.021, m=0.3), true=shifted(-0.019, m=0.3)),
    ],
    "emm/fig11": [
        BEATS,
        STEADY,
        WORSE,
        NEARLY,
        Case("product gets worse", false=shifted(-0.019, "product", depth=3), true=shifted(-0.021, "product", depth=3)),
    ],
    "emm/fig12": [
        Case("EMM beats", false=shifted(-0.001, depth=5), true=shifted(0.001)),
        STEADY,
        NEARLY,
        Case("the product rule beat", false=shifted(0.001, "minimax", depth=5), true=shifted(-0.001, "minimax")),
    ],
    "emm/every-depth": [STEADY, WORSE],
    "emm/branching": [
        Case("EMM beats", false=shifted(-0.001, depth=3), true=shifted(0.001)),
        Case("EMM does not get worse", false=shifted(-0.021, depth=3), true=shifted(-0.019, depth=3)),
        Case(": minimax gets worse", false=WORSE.false, true=WORSE.true),
        NOWHERE,
    ],
    "emm/fig14": [
        Case("EMM wins more games at every depth from", false=wins(0.0), true=wins(0.001)),
        Case("EMM wins at most 2 in 100", false=wins(-0.021, depth=3), true=wins(-0.019, depth=3)),
        Case("in some of these settings", false=wins(0.1, depth=3), true=wins(0.001)),
        Case("no other static error", false=wins(0.011, error=0.4), true=wins(0.009, error=0.4)),
    ],
    "emm/slides-p": [
        Case("EMM, artificial evaluator, does not", false=shifted(-0.021, depth=5), true=shifted(-0.019, depth=5)),
        Case("EMM, natural evaluator, does not", false=shifted(-0.021, depth=5), true=shifted(-0.019, depth=5)),
        WORSE,
        BEATS,
    ],
    "emm/slides-n": [
        Case("EMM gains more", false=gains(-0.001), true=gains(0.001)),
        Case("minimax, ", false=shifted(-0.021, "minimax", depth=5), true=shifted(-0.019, "minimax", depth=5)),
        Case("EMM is more accurate", false=shifted(-0.001), true=shifted(0.001, depth=9)),
        BEATS,
    ],
}  # fmt: skip
