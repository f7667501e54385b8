"""Exact decision errors without drawing trees: with independent leaves, the distribution of a node's values is known.

A node's utility and its heuristic value are one of g buckets each. Sisters are independent and alike, so the joint law
of both goes up a level as a power: that of "no larger than" for Max, of "no smaller than" for Min. At the root, ties
are settled in closed form. [Nau2010] section 5 with s = 0; eqs. 4 and 5
"""

from __future__ import annotations

import math

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.models.granular import GranularModel
from overthink.models.laws import Law, lift, root_error

FAR = 9.0  # standard deviations; noise exceeds this once in 10^18


def exact_errors(model: GranularModel, shallow: int = 1) -> tuple[float, float]:
    """P_err at the root of a search to the leaves and of one to depth `shallow`, averaged over all trees of a model
    without local similarity."""
    if model.similar != 0.0 or model.reading == "real":
        raise OverthinkError("Exact decision errors need independent leaves (s = 0), and a reading other than 'real'.")
    if not 1 <= shallow < model.height:
        raise OverthinkError(f"A shallow search to depth {shallow} does not fit into a tree of height {model.height}.")
    utilities, heuristics = leaf_law(model), heuristic_law(model)
    below = utilities
    for level in range(model.height, shallow, -1):
        below = raised(below, model, level)
    deep, near = utilities[:, None] * heuristics, below[:, None] * heuristics
    for level in range(model.height, 1, -1):
        deep = raised(deep, model, level)
    for level in range(shallow, 1, -1):
        near = raised(near, model, level)
    return root_error(deep, model.b), root_error(near, model.b)


def leaf_law(model: GranularModel) -> Law:
    """The probability of each bucket at a leaf: its width."""
    inner = (np.arange(1, model.g) + float(model.shift(model.g))) / model.g
    widths: Law = np.diff(np.concatenate([[0.0], np.clip(inner, 0.0, 1.0), [1.0]]))
    return widths


def heuristic_law(model: GranularModel) -> Law:
    """law[bucket, heuristic bucket]: the probability of the second, given the first."""
    g, deviation = model.g, model.sigma * model.g
    reach = math.ceil(FAR * deviation) + 1
    own = 0.5 - 0.5 * float(model.shift(g)) if model.reading == "bucket-middle" else 0.5
    law = np.zeros((g, g + 2 * reach))
    inner, outer = (
        np.diff([_normal(n - middle, deviation) for n in range(-reach, reach + 2)]) for middle in (0.5, own)
    )
    for bucket in range(g):
        law[bucket, bucket : bucket + len(inner)] = outer if bucket in (0, g - 1) else inner
    if not model.clipped:
        return law
    kept = law[:, reach : reach + g].copy()
    kept[:, 0] += law[:, :reach].sum(axis=1)
    kept[:, -1] += law[:, reach + g :].sum(axis=1)
    return kept


def raised(law: Law, model: GranularModel, level: int) -> Law:
    """The law of the parents of nodes at a level, from that of the nodes; over one value, or over two at once."""
    return lift(law, model.b, not model.turns or level % 2 == 1, tuple(range(law.ndim)))


def _normal(x: float, deviation: float) -> float:
    """The probability that normal noise does not exceed x."""
    return 0.5 * math.erfc(-x / (deviation * math.sqrt(2.0))) if deviation else float(x > 0)
