"""Error-minimizing minimax: types of nodes, errors in families, nodes."""

from __future__ import annotations

from overthink.studies.samples import Point
from overthink_papers.emm.fig2 import FORMULAS
from tests.made_up import Case, MadeUp, Value

HALF = 0.8  # an accuracy between all others


def by_type(e: float, **parts: float) -> Value:
    """Errors as the formulas have them, but for some types times a factor at one e. Names of types without spaces."""
    types = {"A": "e²", "B/C": "e(1 − e)", "D": "1 − (1 − e)²", "static": "e", "D over A": "1 − (1 − e²)²"}

    def value(at: Point) -> float:
        kind = at["type"]
        right = FORMULAS[types[kind]](at["e"]) if kind in types else at["e"] * (1 - at["e"])
        return right * (parts.get(kind.replace("/", "").replace(" ", ""), 1.0) if at["e"] == e else 1.0)

    return value


def many(value: Value) -> MadeUp:
    """Enough observations for an error of 1 in 400."""
    return MadeUp(value, n=1_000_000)


def chains(step: float) -> Value:
    """Errors that change so much with every ply."""
    return lambda at: at["e"] if at["type"] == "static" else at["e"] * (0.9 + step * int(at["type"][-1]))


def along(by: float, share: str) -> Value:
    """A share that changes so much from m = 0 to 1."""
    return lambda at: 0.3 + by * at.get("m", 0.0) * (at["share"] == share)


def amounts(by: float, dent: float = 0.0) -> Value:
    """What changes so much from m = 0 to 1, and is lower half-way."""
    return lambda at: 0.3 + by * at["m"] - dent * (at["m"] == 0.5)


def costs(**accuracy: float) -> Value:
    """Alpha-beta looks two plies further with the nodes of pruned EMM. What differs from the usual accuracy is given
    by player and depth: EMM7, alphabeta9."""

    def value(at: Point) -> float:
        if at["what"] == "nodes":
            return float(at["depth"] + 2 * (at["player"] != "alpha-beta"))
        name = at["player"].replace("-", "").replace(" ", "") + str(at["depth"])
        return HALF + accuracy.get(name, 0.0)

    return value


def visits(by: float) -> Value:
    """EMM visits more nodes than pruned EMM, and that more than alpha-beta, but for some plies by so much."""
    order = {"alpha-beta": 0, "pruned EMM": 1, "EMM": 2}
    return lambda at: 100.0 + order[at["player"]] * (by if at["depth"] == 5 else 1.0)


def families(both: float, ply: int | None = None) -> Value:
    """100 pairs with 40 wrong nodes on either side, and so many pairs that are wrong on both; 20 at other plies."""

    def value(at: Point) -> float:
        wrong = both if ply in (None, at["ply"]) else 20.0
        return {"both": wrong, "first": 40.0, "second": 40.0, "pairs": 100.0}[at["count"]]

    return value


def leads(unlinked: float, artificial: float) -> Value:
    """How far EMM is ahead with each evaluator; not at all with the natural one."""
    lead = {"natural": 0.0, "unlinked": unlinked, "artificial": artificial}
    return lambda at: 0.5 + lead[at["evaluator"]] * (at["rule"] == "emm")


CASES: dict[str, list[Case]] = {
    "emm/fig2": [
        Case("type D: a search", false=by_type(0.05, D=0.5), true=by_type(0.05, D=0.53)),
        Case("type B or C: a search", false=by_type(0.5, BC=2.01), true=by_type(0.5, BC=1.99)),
        Case("type A: less than", false=by_type(0.45, A=1.24), true=by_type(0.45, A=1.2)),
        Case("type A: as often as", false=by_type(0.5, A=1.05), true=by_type(0.5, A=1.03)),
        Case("of all types, D alone", false=by_type(0.5, A=2.01), true=by_type(0.5, A=1.99)),
        Case("type A: the error", false=many(by_type(0.05, A=1.2)), true=many(by_type(0.05))),
        Case("type B/C: the error", false=many(by_type(0.3, BC=1.11)), true=many(by_type(0.3, BC=1.09))),
        Case("type D: the error", false=many(by_type(0.3, D=0.89)), true=many(by_type(0.3, D=0.91))),
    ],
    "emm/trees-of-types": [
        Case(
            "D over A: the error at the root is 1 − (1 − e)²",
            false=many(by_type(0.5)),
            true=many(lambda at: 1 - (1 - at["e"]) ** 2),
        ),
        Case(
            "D over A: the error at the root is 1 − (1 − e²)²",
            false=many(by_type(0.5, DoverA=1.11)),
            true=many(by_type(0.5)),
        ),
        Case("is less than e", false=by_type(0.5, DoverA=1.15), true=by_type(0.5, DoverA=1.14)),
        Case("no search errs more than the evaluation", false=chains(0.03), true=chains(0.02)),
        Case("no search errs more than one that is a ply shallower", false=chains(0.02), true=chains(-0.02)),
    ],
    "emm/types": [
        Case("more with m", false=amounts(0.01, dent=0.03), true=amounts(0.001)),
        Case("N- and P-games differ", false=lambda at: 0.3, true=lambda at: 0.3 + 0.001 * (at["m"] == 1.0)),
        Case("two moves have the same", false=along(-0.001, "B/C"), true=along(0.001, "B/C")),
        Case(
            "EMM takes its evaluation more often",
            false=lambda at: 0.3 - 0.001 * (at["share"] == "replaced at D"),
            true=lambda at: 0.3 + 0.001 * (at["share"] == "replaced at D"),
        ),
        Case("EMM mistakes", false=lambda at: 0.09, true=lambda at: 0.11),
        Case("has a node of type D", false=lambda at: 0.9999, true=lambda at: 1.0),
        Case("of kalah has one", false=lambda at: 0.9999, true=lambda at: 1.0),
    ],
    "emm/dependence": [
        Case("most children", false=families(19.9), true=families(20.1)),
        Case("other children, first", false=families(15.9), true=families(16.1)),
        Case("other children, at every ply", false=families(15.9, ply=5), true=families(16.1, ply=5)),
        Case("a sibling of", false=families(15.9), true=families(16.1)),
        Case("nearer to the artificial", false=leads(0.05, 0.101), true=leads(0.05, 0.099)),
    ],
    "emm/pruning": [
        Case("more nodes than alpha-beta", false=visits(-0.01), true=visits(0.01)),
        Case("fewer nodes than EMM", false=visits(-0.01), true=visits(0.01)),
        Case("beats EMM", false=costs(alphabeta9=-0.001), true=costs(alphabeta9=0.001)),
        Case("decides worse", false=costs(alphabeta9=0.001), true=costs(alphabeta9=-0.001)),
        Case("never changes", false=lambda at: 1.0 - 1e-4 * (at["depth"] == 5), true=lambda at: 1.0),
    ],
}
