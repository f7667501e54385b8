"""Sections 3.2 and 4.2, Figure 2: heuristic values drift apart with depth, and far from 0 they are seldom wrong; exact.

The model is Scheucher and Kaindl's.
"""

from itertools import product

import numpy as np

from overthink.studies.checks import Quantity, curve
from overthink.studies.claim import AS_WRITTEN, Claim, Reading, ReadingKind, own_claim
from overthink.studies.samples import Setting, grid
from overthink_papers.experiments.scaffold import plot
from overthink_papers.nau.background.exact_trees import Material
from overthink_papers.nau.exact_numbers import PARITY, Numbers, by_parity, exact_study, exceed, rises

BRANCHING = (2, 3, 5)
STEPS = (1, 2, 4)
DECAYS = (0.5, 1.0)
FADING, CONSTANT = DECAYS
SEARCHED = range(1, 9)
EXTREME = "the frequency of extreme values increases with the search depth"
ELIMINATES = "This depth-related decrease … was shown to be sufficient to eliminate lookahead pathology."


def measure(setting: Setting) -> Numbers:
    """Errors of decisions and of the root's value by search depth; how often evaluations are wrong, and how far apart
    they lie."""
    tree = Material(setting["b"], SEARCHED[-1], setting["step"], decay=setting["decay"])
    places = np.arange(-tree.reach, tree.reach + 1)
    for depth in SEARCHED:
        law = tree.spread(depth)
        mean = float(law @ places)
        yield {"of": "decision", "depth": depth}, tree.decision_error(depth)
        yield {"of": "two values", "depth": depth}, tree.two_values(depth)
        yield {"of": "value", "depth": depth}, tree.value_error(depth)
        yield {"of": "mistake", "depth": depth}, tree.mistakes(depth)
        yield {"of": "spread", "depth": depth}, float(np.sqrt(law @ (places - mean) ** 2))
        yield {"of": "extreme", "depth": depth}, float(law[np.abs(places) > setting["step"]].sum())


def _material(of: str, decay: float = FADING) -> list[tuple[Quantity, ...]]:
    return [curve("depth", SEARCHED, of=of, decay=decay, b=b, step=step) for b, step in product(BRANCHING, STEPS)]


def by_depth(says: str, of: str, printed: str, down: bool = True) -> tuple[Claim, Claim]:
    """What is said of search depth, of all depths and of those of the same parity."""
    return (
        Claim(f"{says} with every ply", printed, rises(tuple(_material(of)), down)),
        Claim(f"{says} with every two plies", printed, rises(by_parity(_material(of)), down), reading=PARITY),
    )


SHOWN = {
    "decision": "P_err",
    "two values": "P_err, only won, lost or even",
    "value": "error of the root's value",
    "mistake": "evaluations that are wrong",
}
STUDY = exact_study(
    name="nau/background-material",
    title="Scheucher and Kaindl: values that drift apart",
    source="[Nau2010] section 4.3",
    settings=grid(b=BRANCHING, step=STEPS, decay=DECAYS),
    measure=measure,
    draw=plot(
        "depth",
        "of",
        "b",
        {"x": "search depth", "y": "probability", **SHOWN},
        "b = ",
        keep=lambda row: row["of"] in SHOWN and row["step"] == 2 and row["decay"] == FADING,
    ),
    caption="Moves change the heuristic value by 0, 1 or 2 in favour of the player who makes them, and extreme "
    "values are seldom wrong; exact.",
    claims=(
        Claim(
            "heuristic values spread with depth",
            "As the search depth increases, the heuristic values tend to get ever further apart.",
            rises(tuple(_material("spread"))),
        ),
        *by_depth("extreme values are more frequent", "extreme", EXTREME, down=False),
        *by_depth("evaluations are wrong less often", "mistake", "the probability of a miscalculation decreases"),
        *by_depth("decisions are better", "decision", ELIMINATES),
        Claim(
            "the error of the root's value falls with depth",
            ELIMINATES,
            rises(by_parity(_material("value")), down=True),
            reading=Reading(PARITY.kind, f"the error of the root's value, not of the decision; {PARITY.words}"),
        ),
        own_claim(
            exceed(tuple(line[-1] - line[0] for line in by_parity(_material("two values")))),
            "with two values, deeper searches decide worse",
        ),
        own_claim(
            exceed(tuple(line[-1] - line[0] for line in by_parity(_material("decision", CONSTANT)))),
            "with one error for all values, deeper searches decide worse",
        ),
        *(
            Claim(
                f"with one error for all values, the deepest search {does} than with errors that fade",
                "in the work of Scheucher and Kaindl, other factors … are also important",
                exceed(tuple(one[-1] - two[-1] for one, two in zip(_material(of, CONSTANT), _material(of)))),
                "[Nau2010] section 3.3",
                reading,
            )
            for of, does, reading in (
                ("decision", "decides worse", AS_WRITTEN),
                ("value", "errs more in the root's value", Reading(ReadingKind.OPEN, "the error of the root's value")),
            )
        ),
    ),
)
