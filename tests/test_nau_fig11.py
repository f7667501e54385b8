"""The chess endgames' studies, on endgames of three men: which positions count, what is drawn, what is claimed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import overthink as ot
from overthink.core.randomness import seed_key
from overthink.measure.accuracy import p_opt_by_depth
from overthink.measure.similarity import clustering_factor
from overthink.studies import study_named
from overthink.studies.engine.study import Samples, Study
from overthink.studies.engine.verdicts import judge
from overthink.studies.papers.nau import endgames, fig11

SMALL = {"KBBK": "KRK", "KQKR": "KQK"}  # stand in for the larger ones


def measured(study: Study, n: int) -> Samples:
    entries = []
    for name, small in SMALL.items():
        points, found = study.run({"endgame": small}, 0, n, 0)
        entries += [({"endgame": name, **point}, sample) for point, sample in zip(points, found)]
    return Samples(entries)


@pytest.mark.parametrize("name", ["KKR", "KRK"])
def test_roots_are_wins_of_white_more_than_five_plies_from_mate(name):
    table, space = endgames.space_of(name)
    tree, _, roots, sigma = fig11.wins(name)
    assert sigma == 2 / (table.longest + 1)
    assert (tree.truth >= 0).all() and not (tree.utility < 0).any()
    if name == "KKR":  # nothing that White could win
        assert not len(roots)
        return
    wanted = [
        n for n, state in enumerate(space.states)
        if table.game.whole(state) and table.value(state) > 0 and table.distance(state) > 5
    ]  # fmt: skip
    assert roots.tolist() == wanted


def test_errors_are_those_of_each_granularity_alone():
    tree, _, roots, sigma = fig11.wins("KQK")
    points, found = fig11.run({"endgame": "KQK"}, 1, 3, 7)
    assert points == fig11.POINTS and found.shape == (len(points), 2) and (found[:, 0] != found[:, 1]).any()
    seen = ot.noisy(ot.truth, sigma)(tree, int(seed_key("nau/fig11", 7, 2)) >> 1)
    estimates = seen.static[np.isnan(tree.utility)]
    for g in (2, 9, 120):
        bucketed = ot.granular(lambda same, seed: same, g, estimates.min(), estimates.max())(seen)
        right = p_opt_by_depth(bucketed, "minimax", (1, 5))
        for depth in (1, 5):
            assert found[points.index({"depth": depth, "g": g}), 1] == pytest.approx(1 - right[depth][roots].mean())


def test_claims_are_judged_and_the_figure_is_drawn():
    study = study_named("nau/fig11")
    samples = measured(study, 30)
    rows = study.figure.rows(samples)
    assert len(rows) == len(fig11.PAIRS) * 2 * len(fig11.GRANULARITIES)
    assert all(row["low"] <= row["mean"] <= row["high"] and row["n"] == 30 for row in rows)
    verdicts = {verdict.says: verdict for verdict in judge(study.figure, samples)}
    assert len(verdicts) == len(study.figure.claims)
    assert verdicts["KBBK: depth pays more at g = 120 than at g = 10"].verdict == "holds"
    assert len(study.figure.draw(samples, rows).axes) == len(fig11.PAIRS)
    few = Samples([(point, sample[:2]) for point, sample in samples.entries])
    assert {verdict.verdict for verdict in judge(study.figure, few)} == {"inconclusive"}


def test_somewhere():
    noise = np.random.default_rng(0).normal(0.0, 0.01, (4, 50))
    low, high, same, other = noise[0], 1.0 + noise[1], noise[2], noise[3]
    assert fig11.somewhere({"a": (low, high), "b": (high, low)}).verdict == "holds"
    assert fig11.somewhere({"a": (low, high), "b": (low, high)}).verdict == "fails"
    assert fig11.somewhere({"a": (low, high), "b": (same, other)}).verdict == "inconclusive"
    assert "b: 1.00" in fig11.somewhere({"a": (low, high), "b": (high, low)}).seen


def test_factors_of_an_endgame_against_a_slow_count():
    table, space = endgames.space_of("KQK")
    found = endgames.factors("KQK")
    widths: dict[int, list[int]] = {1: [], -1: []}
    for state in space.states[: space.whole : 7]:
        widths[table.game.mover(state)].append(len(table.game.children(state)))
    assert found["b"] == pytest.approx(np.mean([np.mean(widths[1]), np.mean(widths[-1])]), rel=0.02)
    won, apart = space.tree.truth > 0, []
    parents = np.flatnonzero(won[: space.whole])
    for n in parents:
        siblings = np.array([space.tree.truth[child] for child in space.tree.children(n) if won[child]])
        apart += (siblings - siblings.mean()).tolist() if len(siblings) > 1 else []
    assert found[endgames.WON] == pytest.approx(np.std(apart) / space.tree.truth[parents].std())
    whole = np.arange(len(won)) < space.whole
    assert found[f"1 - {endgames.ALL}"] == 1 - clustering_factor(space.tree, whole)


def test_factors_are_judged_and_drawn():
    study = study_named("nau/endgames")
    samples = measured(study, 2)
    assert {verdict.verdict for verdict in judge(study.figure, samples)} <= {"holds", "fails"}
    right = Samples([(point, np.full(2, endgames.PRINTED["b"][point["endgame"]])) for point, _ in samples.entries])
    assert [verdict.verdict for verdict in judge(study.figure, right)][:2] == ["holds", "holds"]
    assert len(study.figure.draw(samples, study.figure.rows(samples)).axes) == 1


def test_what_is_not_known_is_left_out_of_a_clustering_factor():
    tree = ot.solved(ot.Tree.literal([[1, 3, 5], [2, 6]], terminal=True))
    truth = tree.truth.copy()
    truth[3] = np.nan  # the leaf worth 1
    groups = [[3, 5], [2, 6], [1, 2]]
    spread = np.sqrt(np.mean([np.var(group) for group in groups]))  # as many siblings in each
    assert clustering_factor(replace(tree, truth=truth)) == pytest.approx(spread / np.nanstd(truth))
