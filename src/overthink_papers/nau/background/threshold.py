"""Section 4.3, Figure 3: utilities are further from a threshold the lower they stand, so that noise carries fewer of
them over it (Luštrek); exact."""

from itertools import pairwise, product

from overthink.studies.checks import Computed, curve, for_each
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Samples, Setting, grid
from overthink_papers.experiments.scaffold import plot
from overthink_papers.nau.background.exact_trees import Threshold
from overthink_papers.nau.exact_numbers import Numbers, evaluate, exact_evidence, exact_study, rises

BRANCHING = (2, 3, 5)
SIGMAS = (0.003, 0.1, 0.3)
HEIGHT = 10
LEVELS = range(HEIGHT + 1)
NOISE = tuple(product(BRANCHING, SIGMAS))
PLAIN = Reading(ReadingKind.CLOSEST, "b = 2 and σ = .1 only")
SUFFICIENT = "This decrease is sufficient to eliminate lookahead pathology."
EARLIER = (
    "if the heuristic error is modeled appropriately, lookahead pathology disappears … even without local similarity"
)


def measure(setting: Setting) -> Numbers:
    """Decision errors by search depth; by level of the tree, how often evaluations are on the wrong side, and how far
    utilities lie apart and from the threshold."""
    tree = Threshold(setting["b"], HEIGHT, setting["sigma"])
    for depth in LEVELS[1:]:
        yield {"of": "decision", "depth": depth}, tree.decision_error(depth)
    for depth in LEVELS:
        yield {"of": "mistake", "depth": depth}, tree.mistakes(depth)
        yield {"of": "spread", "depth": depth}, tree.spread(depth)
        yield {"of": "distance", "depth": depth}, tree.distance(depth)


def _downwards(of: str, down: bool = False) -> Computed:
    return rises(tuple(curve("depth", LEVELS, of=of, b=b, sigma=sigma) for b, sigma in NOISE), down)


def _better_with_depth(b: int, sigma: float) -> Computed:
    return rises([curve("depth", LEVELS[1:], of="decision", b=b, sigma=sigma)[part::2] for part in (0, 1)], down=True)


def models_well(samples: Samples) -> Evidence:
    """At every branching factor, with some noise deeper searches decide better, whatever their parity."""
    best = {}
    for b in BRANCHING:
        lines = {s: evaluate(curve("depth", LEVELS[1:], of="decision", b=b, sigma=s), samples) for s in SIGMAS}
        best[b] = min((max(later - earlier for earlier, later in pairwise(line)), s) for s, line in lines.items())
    words = "; ".join(f"b = {b}: σ = {s:g}, largest rise {rise:+.4f}" for b, (rise, s) in best.items())
    return exact_evidence([-rise for rise, _ in best.values()], max(rise for rise, _ in best.values()), words)


SAME_SIDE = _downwards("mistake", down=True)
EVERY_NOISE = for_each(NOISE, lambda noise: _better_with_depth(*noise))
LITTLE_NOISE = _better_with_depth(BRANCHING[0], 0.1)

LINES = {"decision": "P_err of a search to this depth", "mistake": "evaluations on the wrong side"}
LABELS = {"x": "depth", "y": "probability", **LINES}
STUDY = exact_study(
    name="nau/background-threshold",
    title="Luštrek: utilities further from the threshold",
    source="[Nau2010] section 4.3",
    settings=grid(b=BRANCHING, sigma=SIGMAS),
    measure=measure,
    draw=plot("depth", "of", "b", LABELS, "b = ", keep=lambda row: row["sigma"] == 0.1 and row["of"] in LINES),
    caption="Utilities with noise (σ = .1), won above a threshold, exact: evaluations are on the wrong side less "
    "often deeper in the tree; whether deeper searches then decide better depends on b.",
    claims=(
        Claim(
            "utilities are further apart, the lower in the tree",
            "they are also further apart lower in the tree",
            _downwards("spread"),
        ),
        Claim(
            "the range of utilities is ever narrower towards the root",
            "Moving from terminal nodes towards the root, this results in an ever narrower range of utilities.",
            _downwards("spread"),
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
            _downwards("distance"),
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
            Computed(models_well, "with some noise", lambda p: 1.0 - 0.01 * p["depth"], lambda p: 0.01 * p["depth"]),
            tolerance="appropriately: some σ of those tried",
        ),
        Claim(
            "with evaluations that improve enough, deeper searches decide better: b = 2, σ = .1",
            "sufficiently improved evaluations deeper in the game tree can reduce or eliminate lookahead pathology",
            LITTLE_NOISE,
        ),
    ),
)
