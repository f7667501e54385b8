"""Section 3: larger trees of known types. A node of type D over two of type A, and trees with no D at all.

`D over A` is searched two plies. `chain n` is the one kind of tree with nodes of types A, B and C alone, searched n
plies: a winning move leads to a position that as a node would be of type D, so that the search must end there, and only
the other move goes on.
"""

from __future__ import annotations

from overthink.studies.claim import Claim, Reading, ReadingKind
from overthink.studies.samples import Cell, Row, Samples, Setting, grid
from overthink.studies.study import Picture, one_figure
from overthink_papers.emm.fig2 import ERRORS, LOST, Shape, above, by_formula, draw_errors, misjudged

LONGEST = 4
ALL_LOST: Shape = (-1.0, (LOST, LOST))  # with Min to move: type A to him


def chain(length: int, mover: float = 1.0) -> Shape:
    """Nodes of types B and C, and of type A at the end, each won for the player to move."""
    leaf: Shape = (mover, None)
    return mover, (leaf, leaf if length == 1 else chain(length - 1, -mover))


SHAPES: dict[str, tuple[Shape, int]] = {
    "D over A": ((-1.0, (ALL_LOST, ALL_LOST)), 2),
    **{f"chain {depth}": (chain(LONGEST), depth) for depth in range(1, LONGEST + 1)},
}
CHAINS = [kind for kind in SHAPES if kind.startswith("chain")]
D_OVER_A = (
    "it may be that each child of a type-D node is a type-A node, in which case the error at the root will be "
    "1 - (1 - e)(1 - e), which is less than e"
)
ABC = "if the entire tree consisted of nodes of type A, B, or C, then there could not be evaluation pathology"
STEPWISE = Reading(ReadingKind.OPEN, "no search errs more than one that is a ply shallower")
SLIP = Reading(ReadingKind.CLOSEST, "a slip: the error of a node of type A, e², belongs in the place of e")


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    return misjudged("emm/trees-of-types", SHAPES, setting["e"], start, stop, seed)


def draw(samples: Samples, rows: list[Row]) -> Picture:
    labels = {f"chain {n}": f"A, B, C alone, {n} {'plies' if n > 1 else 'ply'}" for n in range(1, LONGEST + 1)}
    return draw_errors(samples, rows, ("e", "1 − (1 − e²)²", "e(1 − e)", "e(1 − e + e²)"), labels)


STUDY = one_figure(
    name="emm/trees-of-types",
    title="errors of trees of types: D over A, and no D at all",
    source="[Zuckerman2018] section 3",
    settings=grid(e=ERRORS),
    run=run,
    scales={"quick": 20_000, "paper": 1_000_000},
    draw=draw,
    caption="In a tree without nodes of type D no search errs more than the evaluation, but a search of two plies errs "
    "more than one of a single ply. Points: measured on random trees; thin lines: formulas.",
    claims=(
        by_formula("D over A", "1 − (1 − e)²", D_OVER_A),
        Claim("D over A: the error at the root is less than e", D_OVER_A, lambda s: above(s, ("static", "D over A"))),
        by_formula("D over A", "1 − (1 − e²)²", D_OVER_A, SLIP),
        Claim(
            "no D at all: no search errs more than the evaluation",
            ABC,
            lambda s: above(s, *(("static", kind) for kind in CHAINS)),
        ),
        Claim(
            "no D at all: no search errs more than one that is a ply shallower",
            ABC,
            lambda s: above(s, *zip(["static", *CHAINS], CHAINS)),
            reading=STEPWISE,
        ),
    ),
    block=4000,
)
