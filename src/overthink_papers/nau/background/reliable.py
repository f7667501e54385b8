"""Sections 4.2 and 4.3, Figures 2 and 3: evaluations that are better in some places, or deeper in the tree; exact.

`nau/background-reliable`: nodes that are evaluated without error, either a share of the nodes of every level, one as
likely as another, or games that end early, which stand for subtrees whose nodes all have the same value.
`nau/background-material`: heuristic values drift apart with depth, and far from 0 they are seldom wrong (Scheucher and
Kaindl; also what section 3.2 says of them). `nau/background-threshold`: utilities are further from a threshold the
lower they stand, so noise carries fewer of them over it (Luštrek).
"""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np

from overthink.studies.checks import Computed, Quantity, curve, for_each
from overthink.studies.claim import AS_WRITTEN, Claim, Evidence, Reading, ReadingKind, own_claim
from overthink.studies.samples import Samples, Setting, grid
from overthink_papers.experiments.scaffold import plot
from overthink_papers.nau.background.exact_trees import Material, Threshold, WinLoss, graded, reliable
from overthink_papers.nau.exact import (
    PARITY,
    Numbers,
    by_parity,
    evaluate,
    exact_evidence,
    exact_study,
    exceed,
    grow,
)

BRANCHING = (2, 3, 5)
ERROR = 0.1
DEPTHS = range(9)  # 0: the evaluation of the root itself
SHARES = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9)
KINDS = ("spread evenly", "spread evenly, known", "early ends")
REDUCES = (
    "If sufficiently many nodes in a game tree are evaluated reliably (i.e., without error or with a very small error) "
    "compared to other nodes on their level, minimaxing reduces the heuristic error"
)
BENEFICIAL = "which means that a larger search depth is beneficial"
EARLY_ENDS = Reading(ReadingKind.OPEN, "the reliable nodes are early ends, or lie in subtrees of one utility")


def measure(setting: Setting) -> Numbers:
    """The error of the root's value and of decisions at each depth, and how often siblings have the same utility."""
    opinions, share, kind = graded(ERROR), setting["share"], setting["kind"]
    if kind == "early ends":
        tree = WinLoss(setting["b"], opinions, ends=share)
    else:
        tree = WinLoss(setting["b"], reliable(opinions, share, known="known" in kind))
    for depth in DEPTHS:
        yield {"of": "value", "depth": depth}, tree.value_error(depth)
    for depth in DEPTHS[1:]:
        yield {"of": "decision", "depth": depth}, tree.decision_error(depth)
    yield {"of": "equal", "depth": 0}, tree.equal_siblings()


def falls(of: str, kind: str) -> Computed:
    depths = DEPTHS if of == "value" else DEPTHS[1:]
    return grow([curve("depth", depths, of=of, kind=kind, share=SHARES[-1], b=b) for b in BRANCHING], down=True)


# The more games end early, the more often siblings have the same utility.
ALIKE = grow(tuple(curve("share", SHARES, of="equal", depth=0, kind="early ends", b=b) for b in BRANCHING))


LABELS = {"x": "search depth", "y": "error of the root's value (b = 2)", **{str(s): f"share {s}" for s in SHARES}}
RELIABLE = exact_study(
    name="nau/background-reliable",
    title="reliably evaluated nodes and early ends",
    source="[Nau2010] section 4.2, Figure 2",
    settings=grid(kind=KINDS, share=SHARES, b=BRANCHING),
    measure=measure,
    draw=plot("depth", "share", "kind", LABELS, keep=lambda row: row["of"] == "value" and row["b"] == 2),
    caption="How often the root is misjudged, by depth, exact, if a share of the nodes is evaluated without error. "
    "Spread evenly, these nodes lower the error and depth still raises it; as early ends, they make depth pay.",
    claims=(
        Claim("spread evenly: the error of the root's value falls with depth", REDUCES, falls("value", KINDS[0])),
        Claim(
            "early ends: the error of the root's value falls with depth",
            REDUCES,
            falls("value", KINDS[2]),
            reading=EARLY_ENDS,
        ),
        Claim("spread evenly: deeper searches decide better", BENEFICIAL, falls("decision", KINDS[0])),
        Claim("early ends: deeper searches decide better", BENEFICIAL, falls("decision", KINDS[2]), reading=EARLY_ENDS),
        Claim(
            "reliable nodes raise local similarity: the more early ends, the more often siblings are equal",
            "reliably evaluated nodes (Subsection 4.3), maps into local similarity",
            ALIKE,
            "[Nau2010] section 4",
        ),
        Claim(
            "the more early ends, the more often siblings have the same utility",
            "Early terminal nodes may also be considered as a case of local similarity, since they can be interpreted "
            "as the roots of subtrees in which all the nodes have the same value.",
            ALIKE,
        ),
        Claim(
            "the more subtrees of one utility, the more often siblings have the same utility",
            "this is a special case of local similarity, by noticing that for nearly every node in the subtree, most "
            "or all of the nearby nodes will have the same utility",
            ALIKE,
        ),
    ),
)

# Scheucher and Kaindl

STEPS, DECAYS = (1, 2, 4), (0.5, 1.0)
FADING, CONSTANT = DECAYS
SEARCHED = range(1, 9)
EXTREME = "the frequency of extreme values increases with the search depth"
ELIMINATES = "This depth-related decrease … was shown to be sufficient to eliminate lookahead pathology."


def measure_material(setting: Setting) -> Numbers:
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


def material(of: str, decay: float = FADING) -> list[tuple[Quantity, ...]]:
    return [curve("depth", SEARCHED, of=of, decay=decay, b=b, step=step) for b, step in product(BRANCHING, STEPS)]


def by_depth(says: str, of: str, printed: str, down: bool = True) -> tuple[Claim, Claim]:
    """What is said of search depth, of all depths and of those of the same parity."""
    return (
        Claim(f"{says} with every ply", printed, grow(tuple(material(of)), down)),
        Claim(f"{says} with every two plies", printed, grow(by_parity(material(of)), down), reading=PARITY),
    )


SHOWN = {
    "decision": "P_err",
    "two values": "P_err, only won, lost or even",
    "value": "error of the root's value",
    "mistake": "evaluations that are wrong",
}
MATERIAL = exact_study(
    name="nau/background-material",
    title="Scheucher and Kaindl: values that drift apart",
    source="[Nau2010] section 4.3",
    settings=grid(b=BRANCHING, step=STEPS, decay=DECAYS),
    measure=measure_material,
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
            grow(tuple(material("spread"))),
        ),
        *by_depth("extreme values are more frequent", "extreme", EXTREME, down=False),
        *by_depth("evaluations are wrong less often", "mistake", "the probability of a miscalculation decreases"),
        *by_depth("decisions are better", "decision", ELIMINATES),
        Claim(
            "the error of the root's value falls with depth",
            ELIMINATES,
            grow(by_parity(material("value")), down=True),
            reading=Reading(PARITY.kind, f"the error of the root's value, not of the decision; {PARITY.words}"),
        ),
        own_claim(
            exceed(tuple(line[-1] - line[0] for line in by_parity(material("two values")))),
            "with two values, deeper searches decide worse",
        ),
        own_claim(
            exceed(tuple(line[-1] - line[0] for line in by_parity(material("decision", CONSTANT)))),
            "with one error for all values, deeper searches decide worse",
        ),
        *(
            Claim(
                f"with one error for all values, the deepest search {does} than with errors that fade",
                "in the work of Scheucher and Kaindl, other factors … are also important",
                exceed(tuple(one[-1] - two[-1] for one, two in zip(material(of, CONSTANT), material(of)))),
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

# Luštrek

SIGMAS, HEIGHT = (0.003, 0.1, 0.3), 10
LEVELS = range(HEIGHT + 1)
NOISE = tuple(product(BRANCHING, SIGMAS))
PLAIN = Reading(ReadingKind.CLOSEST, "b = 2 and σ = .1 only")
SUFFICIENT = "This decrease is sufficient to eliminate lookahead pathology."
EARLIER = (
    "if the heuristic error is modeled appropriately, lookahead pathology disappears … even without local similarity"
)


def measure_threshold(setting: Setting) -> Numbers:
    """Decision errors by search depth; by level of the tree, how often evaluations are on the wrong side, and how far
    utilities lie apart and from the threshold."""
    tree = Threshold(setting["b"], HEIGHT, setting["sigma"])
    for depth in LEVELS[1:]:
        yield {"of": "decision", "depth": depth}, tree.decision_error(depth)
    for depth in LEVELS:
        yield {"of": "mistake", "depth": depth}, tree.mistakes(depth)
        yield {"of": "spread", "depth": depth}, tree.spread(depth)
        yield {"of": "distance", "depth": depth}, tree.distance(depth)


def downwards(of: str, down: bool = False) -> Computed:
    return grow(tuple(curve("depth", LEVELS, of=of, b=b, sigma=sigma) for b, sigma in NOISE), down)


def better_with_depth(b: int, sigma: float) -> Computed:
    return grow([curve("depth", LEVELS[1:], of="decision", b=b, sigma=sigma)[part::2] for part in (0, 1)], down=True)


def modelled_well(samples: Samples) -> Evidence:
    """At every branching factor, with some noise deeper searches decide better, whatever their parity."""
    best = {}
    for b in BRANCHING:
        lines = {s: evaluate(curve("depth", LEVELS[1:], of="decision", b=b, sigma=s), samples) for s in SIGMAS}
        best[b] = min((max(later - earlier for earlier, later in pairwise(line)), s) for s, line in lines.items())
    words = "; ".join(f"b = {b}: σ = {s:g}, largest rise {rise:+.4f}" for b, (rise, s) in best.items())
    return exact_evidence([-rise for rise, _ in best.values()], max(rise for rise, _ in best.values()), words)


SAME_SIDE = downwards("mistake", down=True)
EVERY_NOISE = for_each(NOISE, lambda noise: better_with_depth(*noise))
LITTLE_NOISE = better_with_depth(BRANCHING[0], 0.1)


LINES = {"decision": "P_err of a search to this depth", "mistake": "evaluations on the wrong side"}
THRESHOLD_LABELS = {"x": "depth", "y": "probability", **LINES}
THRESHOLD = exact_study(
    name="nau/background-threshold",
    title="Luštrek: utilities further from the threshold",
    source="[Nau2010] section 4.3",
    settings=grid(b=BRANCHING, sigma=SIGMAS),
    measure=measure_threshold,
    draw=plot(
        "depth", "of", "b", THRESHOLD_LABELS, "b = ", keep=lambda row: row["sigma"] == 0.1 and row["of"] in LINES
    ),
    caption="Utilities with noise (σ = .1), won above a threshold, exact: evaluations are on the wrong side less "
    "often deeper in the tree; whether deeper searches then decide better depends on b.",
    claims=(
        Claim(
            "utilities are further apart, the lower in the tree",
            "they are also further apart lower in the tree",
            downwards("spread"),
        ),
        Claim(
            "the range of utilities is ever narrower towards the root",
            "Moving from terminal nodes towards the root, this results in an ever narrower range of utilities.",
            downwards("spread"),
            tolerance="the range is taken as the standard deviation",
        ),
        Claim(
            "utility and heuristic value are on the same side more often, the lower in the tree",
            "it is more likely that both the heuristic value of a node and its utility are on the same side of the "
            "threshold lower in the game tree",
            SAME_SIDE,
        ),
        Claim(
            "utilities are further from the threshold, the lower in the tree",
            "utilities lower in the tree are further apart and thus also further from the threshold",
            downwards("distance"),
        ),
        Claim(
            "mistakes are rarer, the lower in the tree",
            "the probability of such a mistake decreases with the search depth",
            SAME_SIDE,
        ),
        Claim("deeper searches decide better, b = 2, 3, 5, σ = .003, .1 and .3", SUFFICIENT, EVERY_NOISE),
        Claim("deeper searches decide better, b = 2, σ = .1", SUFFICIENT, LITTLE_NOISE, reading=PLAIN),
        Claim(
            "at every b, with some noise every deeper search decides better",
            EARLIER,
            Computed(modelled_well, "with some noise", lambda p: 1.0 - 0.01 * p["depth"], lambda p: 0.01 * p["depth"]),
            tolerance="appropriately: some σ of those tried",
        ),
        Claim(
            "with evaluations that improve enough, deeper searches decide better: b = 2, σ = .1",
            "sufficiently improved evaluations deeper in the game tree can reduce or eliminate lookahead pathology",
            LITTLE_NOISE,
        ),
    ),
)
