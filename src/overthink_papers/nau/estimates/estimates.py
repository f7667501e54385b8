"""Section 4.4: what the studies of optimistic, pessimistic and monotone estimates of one player's costs share."""

from collections.abc import Callable, Iterable, Mapping
from itertools import product

from overthink.evaluate.evaluator import Evaluator
from overthink.evaluate.spoil import optimistic, pessimistic
from overthink.studies.checks import AlwaysBetter, at
from overthink.studies.claim import Reading, ReadingKind
from overthink.studies.samples import Setting
from overthink_papers.nau.readings import degree

SECTION = "[Nau2010] section 4.4"
SIDES: Mapping[str, Callable[[Evaluator, float], Evaluator]] = {"optimistic": optimistic, "pessimistic": pessimistic}
SHALLOW = 1
LESS_PRONE = "Pessimistic functions were found to be less prone to lookahead pathology"
MONOTONE = (
    "Monotonically non-decreasing functions (the heuristic value of a node is not smaller than the heuristic value of "
    "its parent) were also found to be less prone to lookahead pathology"
)
NOISE = Reading(ReadingKind.OPEN, "the true distance with noise to one side")
MIRROR = Reading(
    ReadingKind.OPEN, "Manhattan distance and its mirror image, which never errs at depth 1, so that p has no value"
)
MIRRORED = (
    "depth worsens fewer decisions of Manhattan distance's mirror image than of itself, and the mirror image gains "
    "more, or loses less, by depth"
)
NOISY = (
    "noise: p(d, 1) is lower with the pessimistic estimate, and depth worsens fewer of its decisions than of the "
    "optimistic one's"
)


def higher_p(pairs: Iterable[tuple[Setting, Setting]], depths: Iterable[int]) -> AlwaysBetter:
    """In each pair of settings, p(depth, 1) of the first is above that of the second, at every one of these depths."""
    return AlwaysBetter(
        tuple(
            (
                degree(at(depth=deep, **one), at(depth=SHALLOW, **one)),
                degree(at(depth=deep, **other), at(depth=SHALLOW, **other)),
            )
            for (one, other), deep in product(pairs, depths)
        )
    )


FAR = (3, 5, 7)
