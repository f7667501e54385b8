"""The synthetic models: one tree in every form, their utilities, their buckets, and what they refuse."""

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from overthink.core.arithmetic import seed_key
from overthink.core.errors import OverthinkError
from overthink.measure.accuracy import p_err, right_moves
from overthink.models.board_splitting import fixed_point
from overthink.models.bottom_up import TAKE, TINY, UNSURE, BottomUp, OnePlayer, decide_leaves, taken
from overthink.models.granular import GranularModel
from overthink.models.noise import EDGES, gauss
from overthink.models.top_down import TopDown
from overthink.rules import rule_named
from overthink.search.sweep import move_scores

pytestmark = pytest.mark.usefixtures("compiled_sweeps")

SAMPLES: list[GranularModel] = [
    TopDown(b=3, g=6, s=0.0, height=3),
    TopDown(b=2, g=5, s=1.0, height=5, reading="real"),
    TopDown(b=4, g=2, s=0.0, height=3),
    BottomUp(b=2, g=7, s=0.6, height=4, sigma=0.2),
    OnePlayer(b=3, g=3, s=0.2, height=3),
    TopDown(b=2, g=9, s=0.4, height=4, normalise="fixed", boundary="printed"),
    TopDown(b=3, g=4, s=0.7, height=2, boundary="none", sigma=0.3),
    BottomUp(b=2, g=2, s=1.0, height=5),
    BottomUp(b=3, g=7, s=0.6, height=3),
    BottomUp(b=4, g=12, s=0.5, height=2, mixing="even", reading="real"),
    OnePlayer(b=2, g=3, s=0.0, height=4),
    OnePlayer(b=3, g=40, s=0.7, height=3, cap=0.8),
    OnePlayer(b=2, g=5, s=0.2, height=3, clip=True, reading="real"),
]
F = np.float32


def hashes(key: int, words: object) -> np.ndarray:
    """`mix` of one key and many words, in wrapping integers."""
    z = np.atleast_1d(np.asarray(words, np.uint64)) + np.uint64(1)
    z = np.uint64(key) + z * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def units(keys: np.ndarray) -> np.ndarray:
    return (keys >> np.uint64(11)).astype(float) / 2**53


def normals(keys: np.ndarray) -> np.ndarray:
    return np.array([gauss(key) for key in keys])


def plain_leaves(model: GranularModel, key: int) -> np.ndarray:
    """The utilities of the leaves as the paper describes them."""
    b = model.b
    n = model.b**model.height
    fresh = units(hashes(hashes(key, 3)[0], range(n))).astype(F)
    side = units(hashes(hashes(key, 4)[0], range(n)))
    five = hashes(key, 5)[0]
    if isinstance(model, TopDown):
        similar = np.zeros(1, F)
        number = 1
        for _ in range(model.height):
            keys = hashes(five, range(number, number + b * len(similar)))
            edges = normals(keys)
            while (far := abs(edges) > 3).any():
                keys[far] = [hashes(k, 6)[0] for k in keys[far]]
                edges[far] = normals(keys[far])
            number, similar = number + len(keys), np.repeat(similar, b) + edges.astype(F)
        low = similar.min()
        high = similar.max()
        if model.normalise == "fixed":
            low, high = F(-3 * model.height), F(3 * model.height)
        similar = (similar - low) / (high - low)
        return np.where(side < model.s, similar, fresh)
    gaps = -np.log(1.0 - units(hashes(five, range(n + 1))))
    similar = (gaps.cumsum()[:-1].astype(F) / gaps.cumsum()[-1]).astype(F)
    if model.s == 0:
        return fresh
    chance = model.s if model.mixing == "even" else abs(2.0 * similar - 1.0) ** ((1 - model.s) / model.s)
    return np.where(1.0 - side < chance, similar, fresh)


def plain_errors(model: GranularModel, number: int, seed: int, depth: int) -> float:
    """P_err of a search of one tree, by recursion over its nodes."""
    key = hashes(seed_key(model.word, seed), number)[0]
    utilities = plain_leaves(model, key)
    noise = hashes(key, 1)[0]
    g = F(model.g)
    shift = model.shift(model.g)

    def bucket(u: np.float32, clip: bool = True) -> float:
        k = math.floor(u * g - shift)
        return min(max(k, 0), model.g - 1) if clip else k

    def utility(ply: int, i: int) -> np.float32:
        if ply == model.height:
            return utilities[i]
        below = [utility(ply + 1, i * model.b + c) for c in range(model.b)]
        return max(below) if ply % 2 == 0 or not model.turns else min(below)

    def value(ply: int, i: int) -> float:
        if ply < depth:
            below = [value(ply + 1, i * model.b + c) for c in range(model.b)]
            return max(below) if ply % 2 == 0 or not model.turns else min(below)
        own = (model.b**ply - 1) // (model.b - 1) + i
        z = F(model.sigma * normals(hashes(noise, own))[0])
        if model.reading == "real":
            return bucket(utility(ply, i) + z, model.clipped)
        inside = bucket(utility(ply, i))
        k = inside + math.floor(F(0.5) + z * g)
        return min(max(k, 0), model.g - 1) if model.clipped else k

    truths = [bucket(utility(1, i)) for i in range(model.b)]
    values = [value(1, i) for i in range(model.b)]
    best = [i for i in range(model.b) if values[i] == max(values)]
    return 1.0 - sum(truths[i] == max(truths) for i in best) / len(best)


@pytest.mark.exhaustive(but=[str(SAMPLES[0])])
@pytest.mark.parametrize("model", SAMPLES, ids=str)
def test_the_fused_search_is_that_of_plain_recursion(model: GranularModel) -> None:
    for shallow in {1, model.height - 1}:
        found = model.decision_errors(2, 27, 5, shallow)
        for tree in range(25):
            expected = [plain_errors(model, 2 + tree, 5, depth) for depth in (model.height, shallow)]
            assert found[:, 0, tree].tolist() == expected, (tree, shallow)


@pytest.mark.parametrize("model", SAMPLES, ids=str)
def test_the_fused_search_and_the_tree_agree(model: GranularModel) -> None:
    tree = model.draw(0, 300, seed=1)
    rule = rule_named("minimax" if model.turns else "maximax")
    scores = move_scores(tree, rule, range(1, model.height + 1))
    right = right_moves(tree)
    for shallow in range(1, model.height):
        found = model.decision_errors(0, 300, 1, shallow, (2, model.g, 60))[:, 1]
        np.testing.assert_array_equal(found[0], p_err(tree, scores[model.height], right))
        np.testing.assert_array_equal(found[1], p_err(tree, scores[shallow], right))


@pytest.mark.parametrize("model", SAMPLES, ids=str)
def test_a_tree_depends_on_its_number_and_the_seed_alone(model: GranularModel) -> None:
    whole, part = model.draw(0, 10), model.draw(6, 10)
    for column in ("truth", "static", "key"):
        for low, high, start, stop in zip(whole.levels, whole.levels[1:], part.levels, part.levels[1:]):
            rows = getattr(whole, column)[low:high].reshape(10, -1)
            np.testing.assert_array_equal(rows[6:].ravel(), getattr(part, column)[start:stop])
    assert len(np.unique(whole.key)) == len(whole)
    errors = model.decision_errors(0, 10, granularities=range(2, 40))
    np.testing.assert_array_equal(errors[:, :, 6:], model.decision_errors(6, 10, granularities=range(2, 40)))
    np.testing.assert_array_equal(errors[:, 9], model.decision_errors(0, 10, granularities=[11])[:, 0])


@pytest.mark.parametrize("model", [type(m)(**{**vars(m), "sigma": 0.0}) for m in SAMPLES], ids=str)
def test_without_noise_no_decision_is_wrong(model: GranularModel) -> None:
    assert not model.decision_errors(0, 200, granularities=(2, 3, 17)).any()


def leaves_of(model: GranularModel, trees: int = 400) -> np.ndarray:
    values, _, _ = model._nodes(0, trees, 0)
    return values[-trees * model.b**model.height :].reshape(trees, -1)


def test_independent_leaves_are_uniform_and_the_same_in_both_ways() -> None:
    for model in (TopDown(b=3), BottomUp(b=3), OnePlayer(b=3)):
        leaves = leaves_of(model)
        assert distance(leaves.ravel(), lambda x: x) < 2.2 / math.sqrt(leaves.size)
        assert abs(np.corrcoef(leaves[:, 0], leaves[:, 1])[0, 1]) < 0.2


def test_similar_leaves() -> None:
    top_down, bottom_up = leaves_of(TopDown(b=3, s=1.0)), leaves_of(BottomUp(b=3, s=1.0))
    assert (top_down.min(axis=1) == 0).all() and (top_down.max(axis=1) == 1).all()
    families = top_down.reshape(400, 3, -1)
    assert families.std(axis=2).mean() < 0.95 * top_down.std(axis=1).mean()
    assert (np.diff(bottom_up, axis=1) >= 0).all()
    expected = np.arange(1, 244) / 244  # of the order statistics of 243 uniform numbers
    assert abs(bottom_up.mean(axis=0) - expected).max() < 5 * 0.5 / math.sqrt(245 * 400)
    fixed = leaves_of(TopDown(b=3, s=1.0, normalise="fixed"))
    assert fixed.min() > 0 and fixed.max() < 1 and abs(fixed.mean() - 0.5) < 0.01


@pytest.mark.parametrize("s", [0.2, 0.5, 0.9])
@pytest.mark.parametrize("mixing", ["extremes", "even"])
def test_mixing_takes_a_share_of_s(s: float, mixing: str) -> None:
    whole, mixed = leaves_of(BottomUp(b=4, s=1.0)), leaves_of(BottomUp(b=4, s=s, mixing=mixing))
    taken = whole == mixed
    assert abs(taken.mean() - s) < 0.01
    ends = (whole < 0.1) | (whole > 0.9)
    assert (taken[ends].mean() > s + 0.05) == (mixing == "extremes")


def distance(sample: np.ndarray, law: object) -> float:
    """Kolmogorov's distance between a sample and a distribution."""
    expected = law(np.sort(sample))
    steps = np.arange(len(sample) + 1) / len(sample)
    return float(max(abs(expected - steps[1:]).max(), abs(expected - steps[:-1]).max()))


def test_noise_is_normal() -> None:
    sample = normals(hashes(7, range(200_000)))
    law = np.vectorize(lambda x: 0.5 * math.erfc(-x / math.sqrt(2)))
    assert distance(sample, law) < 1.63 / math.sqrt(len(sample))
    tails = law(-EDGES[1]) * len(sample)
    for side in (sample < -EDGES[1], sample > EDGES[1]):
        assert abs(side.sum() - tails) < 4 * math.sqrt(tails)
    beyond = sample[sample > 3] - 3
    assert abs(beyond.mean() - 0.283) < 4 * 0.27 / math.sqrt(len(beyond))


def test_the_boundary_is_where_utilities_gather() -> None:
    assert fixed_point(2) == pytest.approx(0.381966, abs=1e-6)
    assert TopDown(b=2, height=5).anchor(10) == (pytest.approx(0.618034, abs=1e-6), 6)
    assert TopDown(b=2, height=4).anchor(10) == (pytest.approx(0.381966, abs=1e-6), 4)
    assert TopDown(b=2, height=5, boundary="printed").anchor(10) == TopDown(b=2, height=4).anchor(10)
    assert TopDown(b=10).anchor(2)[1] == 1 and TopDown(b=2, boundary="none").shift(7) == 0
    for model in (TopDown(b=2, s=0.02), BottomUp(b=2, s=0.02)):
        assert model.anchor(10)[0] == pytest.approx(0.618, abs=0.02), "pilot trees find the fixed point"
    assert BottomUp(b=3, s=1.0).anchor(2)[0] == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize("model", [TopDown(b=2), TopDown(b=3, s=0.5), BottomUp(b=3, s=0.3)], ids=str)
def test_with_it_both_values_are_seen_at_the_root(model: GranularModel) -> None:
    binary = type(model)(**{**vars(model), "g": 2})
    truth = binary.draw(0, 2000).truth[: 2000 * (1 + model.b)][2000:]
    assert 0.2 < (truth == 0.75).mean() < 0.8


@pytest.mark.parametrize("g", [2, 10, 30])
def test_no_decision_of_one_player_reaches_the_top_more_often_than_the_cap(g: int) -> None:
    for cap, expected in ((0.5, 0.5), (0.1, 0.1), (1.0, 1.0 - (1 - 1 / g) ** 81)):
        tree = OnePlayer(b=3, g=g, cap=cap).draw(0, 1500)
        share = (tree.truth[1500:6000] == (g - 0.5) / g).mean()
        assert abs(share - expected) < 0.035


def test_one_player_may_hope_for_more_than_there_is() -> None:
    free, kept = OnePlayer(b=2, g=10).draw(0, 200), OnePlayer(b=2, g=10, clip=True).draw(0, 200)
    assert free.static.max() > 1 and kept.static.max() < 1 and kept.static.min() > 0
    np.testing.assert_array_equal(free.truth, kept.truth)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"g": 1}, "g must be a whole number, 2 or more, not 1"),
        ({"s": 1.5}, "s must be a number from 0 to 1, not 1.5"),
        ({"s": float("nan")}, "s must be a number.* not nan"),
        ({"b": 1}, "b must be a whole number, 2 or more, not 1"),
        ({"height": 0}, "height must be a whole number from 1 to 26, not 0"),
        ({"b": 10, "height": 9}, "do not fit into memory"),
        ({"sigma": -0.1}, "sigma must be a number, 0 or more, not -0.1"),
        ({"reading": "both"}, "no reading 'both'; known: bucketed, real"),
    ],
)
@pytest.mark.parametrize("model", [TopDown, BottomUp, OnePlayer])
def test_bad_input_is_one_sentence(model: type[GranularModel], options: dict, said: str) -> None:
    with pytest.raises(OverthinkError, match=said):
        model(**options)


def test_bad_input_of_one_model() -> None:
    for make in (
        lambda: TopDown(normalise="no"),
        lambda: TopDown(boundary="no"),
        lambda: BottomUp(mixing="no"),
        lambda: OnePlayer(cap=0.0),
        lambda: TopDown().draw(3, 3),
        lambda: TopDown().decision_errors(-1, 3),
        lambda: TopDown().decision_errors(0, 3, shallow=5),
        lambda: TopDown().decision_errors(0, 3, granularities=[1]),
    ):
        with pytest.raises(OverthinkError):
            make()


@settings(max_examples=400)
@example(368, 0.875)
@given(st.integers(0, 2**63), st.one_of(st.floats(0.01, 0.99), st.sampled_from([k / 20 for k in range(1, 20)])))
def test_what_powers_tell_of_a_leaf_is_what_logarithms_say(key, similar):
    side = np.uint64(key)
    random = np.random.default_rng(key)
    chances = 1.0 - units(hashes(key, np.arange(400)))
    edge = chances ** (similar / (1.0 - similar))  # where it turns; the second half is on it, or as good as on it
    extreme = np.where(
        np.arange(400) < 200, random.random(400), edge * (1.0 + random.choice([-1e-13, 0.0, 1e-13], 400))
    )
    take = np.zeros(400, np.uint8)
    decide_leaves(side, similar, (1.0 + extreme) / 2.0, take)
    sure = take != UNSURE
    seen = np.abs(2.0 * ((1.0 + extreme) / 2.0) - 1.0)
    logs = np.log(chances), np.log(np.maximum(seen, TINY))
    said = [taken(*one, similar) for one in zip(chances, seen, *logs)]
    np.testing.assert_array_equal(take[sure] == TAKE, np.array(said)[sure])
    clear = np.abs(np.log(chances) - (1.0 - similar) / similar * np.log(np.maximum(seen, 1e-300))) > 1e-6
    whole = max((1.0 - similar) / similar, similar / (1.0 - similar))
    if abs(whole - round(whole)) < 1e-12 and whole < 15:
        assert sure[clear].all()
