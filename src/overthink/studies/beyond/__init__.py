"""Questions that the papers leave open."""

from __future__ import annotations

from overthink.studies.beyond import (
    all_nodes,
    bounded_proof_number,
    bounded_scout,
    bounded_search,
    ceiling,
    cure,
    cure_games,
    depth,
    doctor_power,
    epsilon_equilibrium,
    epsilon_spend,
    equal_cost,
    graded,
    heredity,
    law,
    learned,
    play,
    surface_1m,
    traps,
    uct_cure,
    uct_games,
)
from overthink.studies.engine.study import Study

STUDIES: tuple[Study, ...] = (
    all_nodes.STUDY,
    ceiling.STUDY,
    graded.STUDY,
    learned.STUDY,
    heredity.STUDY,
    cure.STUDY,
    cure_games.STUDY,
    epsilon_spend.STUDY,
    epsilon_equilibrium.STUDY,
    bounded_search.STUDY,
    bounded_scout.STUDY,
    bounded_proof_number.STUDY,
    doctor_power.STUDY,
    depth.STUDY,
    surface_1m.STUDY,
    law.STUDY,
    uct_cure.STUDY,
    uct_games.STUDY,
    uct_games.TIME,
    traps.STUDY,
    traps.CHESS,
    equal_cost.STUDY,
    play.STUDY,
)
