"""Exact decision errors: against every tree there is, where there are few, and against simulation over a grid."""

import math
from functools import partial
from itertools import product

import numpy as np
import pytest

from overthink.core.errors import OverthinkError
from overthink.models.bottom_up import BottomUp, OnePlayer
from overthink.models.granular import GranularModel
from overthink.models.top_down import TopDown
from overthink_papers.experiments import exact_errors as exact
from overthink_papers.experiments.exact_errors import exact_errors, heuristic_law, leaf_law

TREES = 3000


def enumerated(model: GranularModel) -> tuple[float, float]:
    """Every tree of height 2 and every error: the heuristic's at the leaves, and at the moves."""
    b = model.b
    utilities = leaf_law(model)
    heuristics = heuristic_law(model)
    cells = [(k, h) for k, h in product(*map(range, heuristics.shape)) if utilities[k] * heuristics[k, h] > 1e-9]
    below = max if not model.turns else min
    deep = shallow = 0.0
    for leaves in product(cells, repeat=b * b):
        chance = np.prod([utilities[k] * heuristics[k, h] for k, h in leaves])
        families = [leaves[i * b : (i + 1) * b] for i in range(b)]
        truths = [below(k for k, _ in family) for family in families]
        deep += chance * error(truths, [below(h for _, h in family) for family in families])
    for leaves in product(range(model.g), repeat=b * b):
        truths = [below(leaves[i * b : (i + 1) * b]) for i in range(b)]
        for seen in product(range(heuristics.shape[1]), repeat=b):
            chance = np.prod(utilities[list(leaves)]) * np.prod([heuristics[k, h] for k, h in zip(truths, seen)])
            shallow += chance * error(truths, seen)
    return deep, shallow


def error(truths: list[float], seen: list[float]) -> float:
    """P_err of Max's choice among moves. eq. 5"""
    best = [i for i in range(len(seen)) if seen[i] == max(seen)]
    return 1.0 - sum(truths[i] == max(truths) for i in best) / len(best)


@pytest.mark.parametrize(
    "model",
    [
        TopDown(b=2, g=3, height=2, sigma=0.2),
        TopDown(b=2, g=2, height=2, sigma=0.4, boundary="none"),
        OnePlayer(b=2, g=2, height=2, sigma=0.05),
        OnePlayer(b=2, g=3, height=2, sigma=0.2, clip=True),
    ],
    ids=str,
)
def test_against_every_tree(model: GranularModel) -> None:
    assert exact_errors(model) == pytest.approx(enumerated(model), abs=1e-6)


@pytest.mark.exhaustive
def test_against_simulation() -> None:
    """Over a grid, the deviations in standard errors are those of chance: root mean square near 1."""
    deviations = []
    grains = (2, 3, 5, 8, 13, 21, 34, 60)
    for make, height, shallow, b in (
        (TopDown, 5, 1, 2), (TopDown, 5, 1, 3), (TopDown, 4, 2, 4), (BottomUp, 3, 2, 6),
        (OnePlayer, 5, 1, 2), (OnePlayer, 4, 3, 3), (TopDown, 6, 2, 2),
        (partial(TopDown, reading="real"), 4, 1, 3), (partial(OnePlayer, reading="real"), 4, 2, 2),
    ):  # fmt: skip
        for g in grains[::2] if isinstance(make, partial) else grains:
            model = make(b=b, g=g, height=height)
            errors = model.decision_errors(0, TREES, g, shallow)[:, 0]  # trees of its own for each granularity
            for found, expected in zip(errors, exact_errors(model, shallow)):
                if found.std():
                    deviations.append((found.mean() - expected) / (found.std(ddof=1) / np.sqrt(TREES)))
    assert len(deviations) > 100
    assert 0.8 < np.sqrt(np.mean(np.square(deviations))) < 1.2
    assert abs(np.mean(deviations)) < 0.4 and np.abs(deviations).max() < 4.5


@pytest.mark.parametrize("model", [TopDown(b=4, g=7), OnePlayer(b=3, g=5)], ids=str)
def test_laws_add_up(model: GranularModel) -> None:
    assert leaf_law(model).sum() == pytest.approx(1.0) and (leaf_law(model) >= 0).all()
    np.testing.assert_allclose(heuristic_law(model).sum(axis=1), 1.0)


AT_MOST = {  # the probability that noise of mean 0 and standard deviation 1 does not exceed x
    "flat": lambda x: min(max(0.5 + x / math.sqrt(12.0), 0.0), 1.0),
    "peaked": lambda x: 0.5 * math.exp(2**0.5 * x) if x < 0.0 else 1.0 - 0.5 * math.exp(-(2**0.5) * x),
    "skewed": lambda x: 1.0 - math.exp(-1.0 - x) if x > -1.0 else 0.0,
}


@pytest.mark.parametrize("noise", AT_MOST)
def test_noise_has_the_law_that_it_is_said_to_have(noise: str) -> None:
    found = np.sort(TopDown(b=2, height=12, sigma=2.0, noise=noise)._nodes(0, 4, 0)[1]) / 2.0
    law = np.array([AT_MOST[noise](x) for x in found])
    assert abs(found.mean()) < 0.03 and abs(found.std() - 1.0) < 0.03
    assert np.abs(law - (np.arange(len(law)) + 0.5) / len(law)).max() < 1.63 / np.sqrt(len(law))  # Kolmogorov, 1%


def test_cells_of_real_utilities_are_narrow_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    model = TopDown(b=3, g=4, reading="real")
    found = exact_errors(model)
    monkeypatch.setattr(exact, "UTILITY_CELLS", 2 * exact.UTILITY_CELLS)
    assert found == pytest.approx(exact_errors(model), abs=1e-6)


def test_without_noise_no_decision_is_wrong() -> None:
    assert exact_errors(TopDown(b=3, g=6, sigma=0.0)) == pytest.approx((0.0, 0.0), abs=1e-12)


def test_two_values_without_similarity_are_pathological_at_every_branching_factor() -> None:
    for b in range(2, 11):
        deep, shallow = exact_errors(TopDown(b=b, g=2))
        assert deep > shallow


def test_bad_input_is_one_sentence() -> None:
    for model, shallow in ((TopDown(s=0.5), 1), (TopDown(), 5), (TopDown(), 0)):
        with pytest.raises(OverthinkError):
            exact_errors(model, shallow)
