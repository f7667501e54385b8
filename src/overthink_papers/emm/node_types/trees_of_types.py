"""Section 3: errors of larger trees, made of given types of nodes.

`D over A` is searched two plies. `chain n` is the one kind of tree with nodes of types A, B and C alone, searched n
plies: a winning move leads to a position that as a node would be of type D, so that the search must end there, and only
the other move goes on.
"""

from functools import partial

from overthink.studies.claim import Reading, ReadingKind, quote
from overthink.studies.samples import grid
from overthink.studies.study import one_figure
from overthink_papers.emm.node_types.fig2 import (
    ERRORS,
    EXACT,
    LOST,
    Shape,
    by_formula,
    draw_errors,
    follows,
    larger,
    measure_errors,
)

LONGEST_CHAIN = 4
ALL_LOST: Shape = (-1.0, (LOST, LOST))  # with Min to move: type A to him


def chain(length: int, mover: float = 1.0) -> Shape:
    """Nodes of types B and C, and of type A at the end, each won for the player to move."""
    leaf: Shape = (mover, None)
    return mover, (leaf, leaf if length == 1 else chain(length - 1, -mover))


LARGER_SHAPES: dict[str, tuple[Shape, int]] = {
    "D over A": ((-1.0, (ALL_LOST, ALL_LOST)), 2),
    **{f"chain {depth}": (chain(LONGEST_CHAIN), depth) for depth in range(1, LONGEST_CHAIN + 1)},
}
CHAINS = [kind for kind in LARGER_SHAPES if kind.startswith("chain")]
D_OVER_A = (
    "each child of a type-D node is a type-A node, in which case the error at the root will be "
    "1 - (1 - e)(1 - e), which is less than e"
)
ABC = "if the entire tree consisted of nodes of type A, B, or C, then there could not be evaluation pathology"
STEPWISE = Reading(ReadingKind.OPEN, "no search errs more than one that is a ply shallower")
SLIP = Reading(ReadingKind.CLOSEST, "a slip: the error of a node of type A, e², belongs in the place of e")


CHAIN_LABELS = {f"chain {n}": f"A, B, C alone, {n} {'plies' if n > 1 else 'ply'}" for n in range(1, LONGEST_CHAIN + 1)}
STUDY = one_figure(
    name="emm/trees-of-types",
    title="errors of trees of types: D over A, and no D at all",
    source="[Zuckerman2018] section 3",
    settings=grid(e=ERRORS),
    run=partial(measure_errors, "emm/trees-of-types", LARGER_SHAPES),
    scales={"quick": 20_000, "paper": 1_000_000},
    draw=partial(draw_errors, ("e", "1 − (1 − e²)²", "e(1 − e)", "e(1 − e + e²)"), CHAIN_LABELS),
    caption="In a tree without nodes of type D no search errs more than the evaluation, but a search of two plies errs "
    "more than one of a single ply. Points: measured on random trees; thin lines: formulas.",
    claims=(
        by_formula("D over A", "1 − (1 − e)²", D_OVER_A),
        quote(D_OVER_A, larger(("static", "D over A"))),
        quote(D_OVER_A, follows("D over A", "1 − (1 − e²)²"), SLIP, tolerance=EXACT),
        quote(ABC, larger(*(("static", kind) for kind in CHAINS))),
        quote(ABC, larger(*zip(["static", *CHAINS], CHAINS)), STEPWISE),
    ),
    block=4000,
)
