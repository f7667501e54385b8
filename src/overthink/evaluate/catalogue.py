"""Every evaluator, and every wrapper that adds errors to one, by its name."""

from __future__ import annotations

from overthink.core.plain import Entry
from overthink.evaluate.games import (
    cop_distance,
    critical_opinions,
    line_difference,
    manhattan,
    mobility_difference,
    pawn_difference,
    place_difference,
    win_probability,
)
from overthink.evaluate.kalah import features, store_difference
from overthink.evaluate.solved import artificial, by_threshold, natural, simulated
from overthink.evaluate.spoil import Mirrored, binary, flipped, granular, noisy, optimistic, pessimistic, truth

PAPER = "[Zuckerman2018] section 5.1"
EVALUATORS: dict[str, Entry] = {
    entry.name: entry
    for entry in (
        Entry("truth", "the true value", "[Nau2010] eq. 1", truth),
        Entry("artificial", "the true value, wrong with probability e, independently or inherited", PAPER, artificial),
        Entry("natural", "the share of squares that would win", PAPER, natural),
        Entry("simulated", "the same, estimated by random games", PAPER, simulated),
        Entry("kalah-stores", "difference of the stores, in [-1, 1]", "[Nau2010] section 6.2", store_difference),
        Entry("kalah-features", "last seeds, seeds given, beneficial moves", "[Zuckerman2018] section 5.3", features),
        Entry("lines", "Connect Four: rows of four that can still be filled", "Overthink", line_difference),
        Entry("mobility", "Othello: moves and corners", "Overthink", mobility_difference),
        Entry("pawns", "Breakthrough: pawns and how far they have come", "Overthink", pawn_difference),
        Entry("places", "Domineering: places for dominoes", "Overthink", place_difference),
        Entry("manhattan", "sliding puzzle: how far tiles are from home", "[Nau2010] section 6.3", manhattan),
        Entry("cop-distance", "how far the cops are from the robber on average", "[Atzmon2018] Domains", cop_distance),
        Entry("critical-opinions", "critical win-loss games: one draw a position", "[Nguyen2024]", critical_opinions),
        Entry("win-probability", "Pig: the exact probability to win", "Neller and Presser 2004", win_probability),
        Entry("flipped", "wrapper: the opposite opinion with probability e", PAPER, flipped),
        Entry("noisy", "wrapper: Gaussian noise", "[Nau2010] section 5", noisy),
        Entry("granular", "wrapper: only `levels` different values", "[Nau2010] section 3.2", granular),
        Entry("optimistic", "wrapper: a cost that is never overestimated", "[Nau2010] section 4.4", optimistic),
        Entry("pessimistic", "wrapper: a cost that is never underestimated", "[Nau2010] section 4.4", pessimistic),
        Entry("mirrored", "wrapper: errors of the other sign", "[Nau2010] section 4.4", Mirrored),
        Entry(
            "by-threshold",
            "wrapper: graded values as wins and losses, with how often that is wrong",
            "Overthink",
            by_threshold,
        ),
        Entry("binary", "wrapper: win or loss only", PAPER, binary),
    )
}
