"""Figures that are shown on slides: games are rows of dots, costs and counts a logarithmic axis."""

from __future__ import annotations

from overthink.studies.samples import Row, Samples
from overthink_papers.beyond import equal_cost, learned, play

NOTHING = Samples([])


def row(mean: float, **point: str | int) -> Row:
    return {**point, "mean": mean, "low": mean - 0.1, "high": mean + 0.1, "n": 30}


def test_whole_games_are_dots_beside_the_names_of_games() -> None:
    rows = [row(0.5, **setting) for setting in play.SETTINGS]
    axes = play.draw(NOTHING, rows).axes
    assert [axis.get_title() for axis in axes] == ["equal evaluations", "equal time"]
    assert [label.get_text() for label in axes[0].get_yticklabels()] == list(equal_cost.DEEPEST)
    assert all(line.get_linestyle() == "None" for bars in axes[0].containers for line in bars.lines[:1])


def test_learned_rules_have_a_panel_for_each_game() -> None:
    rows = [row(0.5, rule="learned", depth=depth, **setting) for setting in learned.SETTINGS for depth in (2, 3)]
    axes = learned.draw(NOTHING, rows).axes
    assert [axis.get_title() for axis in axes] == list(learned.GAMES)
    assert axes[0].get_xscale() == "log"


def test_equal_cost_is_drawn_over_evaluations() -> None:
    lines = (("minimax", "P_opt", 0.7), ("minimax", "regret", 0.2), ("evaluations", "count", 10.0))
    rows = [row(mean, rule=rule, measure=kind, game="kalah", depth=1) for rule, kind, mean in lines]
    (axis,) = equal_cost.draw_by_cost(NOTHING, rows).axes
    assert axis.containers[0].lines[0].get_xydata().tolist() == [[10.0, 0.7]]
