"""Section 4.3 and Figure 3, Luštrek: utilities are further from a threshold the lower they stand, so noise carries
fewer of them over it; exact."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product

from overthink.models.threshold import Threshold
from overthink.report.curves import curves
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Row, Samples, Setting, grid
from overthink.studies.study import Figure, Picture
from overthink_papers.experiments.exact import (
    Numbers,
    all_fall,
    all_grow,
    by_parity,
    exact_study,
    known,
    numbers,
    shown,
)

BRANCHING, SIGMAS, HEIGHT = (2, 3, 5), (0.1, 0.3), 10
LEVELS = range(HEIGHT + 1)
NOISE = tuple(product(BRANCHING, SIGMAS))
PLAIN = Reading(ReadingKind.OPEN, "b = 2 and σ = .1, as in section 5")
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


def noise(samples: Samples, of: str, chosen: Sequence[tuple[int, float]] = NOISE) -> list[list[float]]:
    """A curve over depth for each b and each size of the noise."""
    depths = LEVELS[1:] if of == "decision" else LEVELS
    return [numbers(samples, "depth", depths, of=of, b=b, sigma=sigma) for b, sigma in chosen]


def downwards(samples: Samples, of: str) -> Evidence:
    """A number that grows from the root down."""
    lines = noise(samples, of)
    return all_grow(lines, f"from the root down, b = 2: {shown(lines[0])}")


def same_side(samples: Samples) -> Evidence:
    lines = noise(samples, "mistake")
    return all_fall(lines, f"mistakes from the root down, b = 2, σ = .1: {shown(lines[0])}")


def sufficient(samples: Samples, chosen: Sequence[tuple[int, float]] = NOISE) -> Evidence:
    lines = [half for line in noise(samples, "decision", chosen) for half in by_parity(line)]
    return all_fall(lines, f"P_err, b = 2, σ = .1, odd depths: {shown(lines[0])}")


def draw(samples: Samples, rows: list[Row]) -> Picture:
    kept = [row for row in rows if row["sigma"] == SIGMAS[0] and row["of"] in ("decision", "mistake")]
    labels = {"x": "depth", "y": "probability", "decision": "P_err of a search to this depth"}
    return curves(kept, "depth", "of", "b", {**labels, "mistake": "evaluations on the wrong side"}, "b = ")


FIGURE = Figure(
    name="nau/background-threshold",
    title="Luštrek: utilities further from the threshold",
    source="[Nau2010] section 4.3",
    draw=draw,
    caption="Utilities with noise (σ = .1), won above a threshold, exact: evaluations are on the wrong side less "
    "often, the lower in the tree; whether deeper searches then decide better depends on b.",
    claims=(
        Claim(
            "utilities are further apart, the lower in the tree",
            "they are also further apart lower in the tree",
            partial(downwards, of="spread"),
        ),
        Claim(
            "the range of utilities is ever narrower towards the root",
            "Moving from terminal nodes towards the root, this results in an ever narrower range of utilities.",
            partial(downwards, of="spread"),
            tolerance="the range is taken as the standard deviation",
        ),
        Claim(
            "utility and heuristic value are on the same side more often, the lower in the tree",
            "it is more likely that both the heuristic value of a node and its utility are on the same side of the "
            "threshold lower in the game tree",
            same_side,
        ),
        Claim(
            "as the figure says, on the same side more often, the lower in the tree",
            "are more likely on the same side of the threshold lower in the game tree",
            same_side,
            "[Nau2010] Figure 3",
        ),
        Claim(
            "utilities are further from the threshold, the lower in the tree",
            "utilities lower in the tree are further apart and thus also further from the threshold",
            partial(downwards, of="distance"),
        ),
        Claim(
            "mistakes are rarer, the lower in the tree",
            "the probability of such a mistake decreases with the search depth",
            same_side,
        ),
        Claim("deeper searches decide better, b = 2, 3, 5, σ = .1 and .3", SUFFICIENT, sufficient),
        Claim(
            "deeper searches decide better, b = 2, σ = .1",
            SUFFICIENT,
            partial(sufficient, chosen=NOISE[:1]),
            reading=PLAIN,
        ),
        Claim("no pathology, b = 2, 3, 5, σ = .1 and .3", EARLIER, sufficient),
        Claim("no pathology, b = 2, σ = .1", EARLIER, partial(sufficient, chosen=NOISE[:1]), reading=PLAIN),
        Claim(
            "with evaluations that improve enough, deeper searches decide better: b = 2, σ = .1",
            "sufficiently improved evaluations deeper in the game tree can reduce or eliminate lookahead pathology",
            partial(sufficient, chosen=NOISE[:1]),
        ),
    ),
    rows=known,
)
STUDY = exact_study("nau/background-threshold", grid(b=BRANCHING, sigma=SIGMAS), measure, (FIGURE,))
