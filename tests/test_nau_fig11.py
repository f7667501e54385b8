"""The chess endgames' studies, on endgames of three men: which positions count, what is drawn, what is claimed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import overthink as ot
from overthink.core.randomness import seed_key
from overthink.measure.accuracy import p_opt_by_depth
from overthink.measure.similarity import clustering_factor
from overthink.studies import study_named
from overthink.studies.samples import Samples
from overthink.studies.study import Study
from overthink.studies.verdicts import judge
from overthink_papers.nau import endgame_noise, endgames, fig11

SMALL = {"KBBK": "KRK", "KQKR": "KQK"}  # stand in for the larger ones


def measured(study: Study, n: int) -> Samples:
    entries = []
    for setting in study.settings:
        points, found = study.run({**setting, "endgame": SMALL[setting["endgame"]]}, 0, n, 0)
        entries += [({**setting, **point}, sample) for point, sample in zip(points, found)]
    return Samples(entries)


@cache
def won_positions(name: str) -> list[tuple[int, int, int]]:
    """Number, distance to mate and side to move of every position with all men that White wins."""
    table, space = endgames.space_of(name)
    return [
        (n, table.distance(state), table.game.mover(state))
        for n, state in enumerate(space.states)
        if table.game.whole(state) and table.value(state) > 0
    ]


@pytest.mark.parametrize("name", ["KKR", "KRK"])
@pytest.mark.parametrize("variant", endgame_noise.VARIANTS)
def test_roots_are_wins_of_white_far_from_mate(name, variant):
    table, _ = endgames.space_of(name)
    way, found = endgame_noise.VARIANTS[variant], endgame_noise.endgame_of(name, variant)
    assert found.sigma == way.sigma / (table.longest + 1)
    tree = found.tree
    assert way.losses or ((tree.truth >= 0).all() and not (tree.utility < 0).any())
    if name == "KKR":  # nothing that White could win
        assert not len(found.roots)
        return
    wanted = [n for n, plies, mover in won_positions(name) if plies > way.near and way.side in (0, mover)]
    assert found.roots.tolist() == wanted
    if way.interval == "distances":
        running = tree.truth[np.isnan(tree.utility)]
        assert found.ends == (running.min(), running.max())


def test_errors_are_those_of_each_granularity_alone():
    endgame = endgame_noise.endgame_of("KQK", "plies")
    tree, roots = endgame.tree, endgame.roots
    points, found = study_named("nau/fig11").run({"endgame": "KQK", "variant": "plies"}, 1, 3, 7)
    assert points[: len(endgame_noise.POINTS)] == endgame_noise.POINTS
    assert found.shape == (len(points), 2) and (found[:, 0] != found[:, 1]).any()
    seen = ot.noisy(ot.truth, endgame.sigma)(tree, int(seed_key("nau/fig11", 7, 2)) >> 1)
    estimates = seen.static[np.isnan(tree.utility)]
    for g in (2, 9, 120):
        bucketed = ot.granular(lambda same, seed: same, g, estimates.min(), estimates.max())(seen)
        errors = {d: 1 - right[roots] for d, right in p_opt_by_depth(bucketed, "minimax", range(1, 6)).items()}
        for depth in (1, 5):
            at = points.index({"measure": "errors", "depth": depth, "g": g})
            assert found[at, 1] == pytest.approx(errors[depth].mean())
        for deep, shallow in fig11.PAIRS:
            errs = errors[shallow] > 0
            pair = {"depth": 5} if (deep, shallow) == (5, 1) else {"pair": f"({deep}, {shallow})"}
            ratios = errors[deep][errs] / errors[shallow][errs]
            for measure, mean in (("ratio", ratios.sum() / len(errs)), ("erring", errs.mean())):
                assert found[points.index({"measure": measure, **pair, "g": g}), 1] == pytest.approx(mean)


def test_claims_are_judged_and_the_figure_is_drawn():
    study = study_named("nau/fig11")
    samples = Samples([(point, np.tile(sample, 15)) for point, sample in measured(study, 2).entries])
    rows = study.figure.rows(samples)
    assert len(rows) == 2 * len(fig11.PAIRS) * len(study.settings) * len(fig11.GRANULARITIES)
    assert all(row["low"] <= row["mean"] <= row["high"] and row["n"] == 30 for row in rows)
    verdicts = {verdict.says: verdict for verdict in judge(study.figure, samples)}
    assert len(verdicts) == len(study.figure.claims)
    assert verdicts["plies, errors averaged, KBBK: and at none above"].verdict == "holds"
    titles = [axis.get_title() for axis in study.figure.draw(samples, rows).axes]
    assert len(list(filter(None, titles))) == 2 * len(fig11.PAIRS)
    few = Samples([(point, sample[:2]) for point, sample in samples.entries])
    assert {verdict.verdict for verdict in judge(study.figure, few)} == {"inconclusive"}


def test_variants_are_drawn():
    study = study_named("nau/endgame-variants")
    samples = measured(study, 2)
    rows = study.figure.rows(samples)
    assert len(rows) == len(study.settings) * len(endgame_noise.GRANULARITIES)
    assert len(study.figure.draw(samples, rows).axes) == 2


def test_somewhere():
    noise = np.random.default_rng(0).normal(0.0, 0.01, (4, 50))
    low, high, same, other = noise[0], 1.0 + noise[1], noise[2], noise[3]
    assert fig11.somewhere({"a": (low, high), "b": (high, low)}).verdict == "holds"
    assert fig11.somewhere({"a": (low, high), "b": (low, high)}).verdict == "fails"
    assert fig11.somewhere({"a": (low, high), "b": (same, other)}).verdict == "inconclusive"
    assert "b: 1.00" in fig11.somewhere({"a": (low, high), "b": (high, low)}).words


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
