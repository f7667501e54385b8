"""[Nau2010]: when is it better not to look ahead."""

from __future__ import annotations

from overthink.studies.engine.study import Study
from overthink.studies.papers.nau import (
    background_beal,
    background_clustering,
    background_errors,
    background_fig1,
    background_granularity,
    background_graphs,
    background_material,
    background_pearl,
    background_reliable,
    background_similarity,
    background_threshold,
    background_trees,
    buckets,
    champions,
    depth_pairs,
    endgame_variants,
    endgames,
    exact,
    factors,
    fig10,
    fig11,
    fig12,
    fig13,
    fig14,
    introduction,
    one_player_trees,
    path_finding,
    pessimism,
    puzzle,
    puzzle_factors,
    similarity,
    surface,
)

BACKGROUND: tuple[Study, ...] = (
    *(module.STUDY for module in (introduction, background_errors, background_beal, background_pearl)),
    *(module.STUDY for module in (background_granularity, background_trees, background_similarity)),
    *(module.STUDY for module in (background_clustering, background_graphs, background_fig1)),
    *(module.STUDY for module in (background_reliable, background_material, background_threshold)),
    *(module.STUDY for module in (one_player_trees, path_finding, pessimism)),
)
STUDIES: tuple[Study, ...] = (
    *BACKGROUND,
    similarity.STUDY,
    buckets.STUDY,
    *(fig10.STUDY, surface.FIG8, surface.FIG9),
    *(module.STUDY for module in (factors, depth_pairs, exact, fig11, endgame_variants, endgames, champions)),
    *(module.STUDY for module in (fig12, fig13, fig14, puzzle, puzzle_factors)),
)
