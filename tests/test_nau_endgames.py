"""The chess endgames' studies, on endgames of three pieces: which positions count, what is drawn, what is claimed."""

from functools import cache

import numpy as np
import pytest

import overthink as ot
from overthink.core.arithmetic import seed_key
from overthink.measure.accuracy import clustering_factor, p_opt_by_depth
from overthink.studies import study_named
from overthink_papers.experiments.endgames import space_of
from overthink_papers.nau import endgames, fig11


@cache
def won_positions(name: str) -> list[tuple[int, int]]:
    """Number and distance to mate of every position with all pieces that White wins."""
    table, space = space_of(name)
    return [
        (n, table.distance(state))
        for n, state in enumerate(space.states)
        if table.game.whole(state) and table.value(state) > 0
    ]


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["KKR", "KRK"])
@pytest.mark.parametrize("variant", fig11.UNITS)
def test_roots_are_wins_of_white_far_from_mate(name, variant):
    table, _ = space_of(name)
    found = fig11.endgame_of(name, variant)
    assert found.sigma == fig11.SIGMA[variant] / (table.longest + 1)
    tree = found.tree
    assert (tree.truth >= 0).all() and not (tree.utility < 0).any()
    if name == "KKR":  # nothing that White could win
        assert not len(found.roots)
        return
    wanted = [n for n, plies in won_positions(name) if plies > fig11.NEAR[variant]]
    assert found.roots.tolist() == wanted


def test_errors_are_those_of_each_granularity_alone():
    endgame = fig11.endgame_of("KQK", "plies")
    tree, roots = endgame.tree, endgame.roots
    points, found = study_named("nau/fig11").run({"endgame": "KQK", "variant": "plies"}, 1, 3, 7)
    assert points[: len(fig11.POINTS)] == fig11.POINTS
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


def test_factors_of_an_endgame_against_a_slow_count():
    table, space = space_of("KQK")
    found = endgames.factors("KQK")
    widths: dict[int, list[int]] = {1: [], -1: []}
    for state in space.states[: space.whole : 7]:
        widths[table.game.mover(state)].append(len(table.game.children(state)))
    assert found["b"] == pytest.approx(np.mean(widths[1] + widths[-1]), rel=0.02)
    assert found[endgames.BOTH_SIDES] == pytest.approx(np.mean([np.mean(widths[1]), np.mean(widths[-1])]), rel=0.02)
    won = space.tree.truth > 0
    apart = []
    parents = np.flatnonzero(won[: space.whole])
    for n in parents:
        siblings = np.array([space.tree.truth[child] for child in space.tree.children(n) if won[child]])
        apart += (siblings - siblings.mean()).tolist() if len(siblings) > 1 else []
    assert found[endgames.WON] == pytest.approx(np.std(apart) / space.tree.truth[parents].std())
    assert found[endgames.REST] == 1 - found[endgames.WON]
    whole = np.arange(len(won)) < space.whole
    assert found[endgames.ALL] == clustering_factor(space.tree, whole)
    families = [space.tree.truth[space.tree.children(n)] for n in range(space.whole)]
    spreads = [family.std() for family in families if len(family)]
    assert found[endgames.BY_POSITION] == pytest.approx(np.mean(spreads) / space.tree.truth[whole].std())
