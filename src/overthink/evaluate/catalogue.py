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
from overthink.evaluate.solved import artificial, calibrate, natural, simulated
from overthink.evaluate.spoil import Mirrored, binary, flipped, granular, noisy, optimistic, pessimistic, truth

PAPER = "[Zuckerman2018] section 5.1"
EVALUATORS: dict[str, Entry] = {
    "truth": Entry("truth", "the true value", "[Nau2010] eq. 1", truth),
    "artificial": Entry(
        "artificial", "the true value, wrong with probability e, alone or in families", PAPER, artificial
    ),
    "natural": Entry("natural", "the share of squares that would win", PAPER, natural),
    "simulated": Entry("simulated", "the same, estimated by random games", PAPER, simulated),
    "kalah-stores": Entry(
        "kalah-stores", "difference of the stores, in [-1, 1]", "[Nau2010] section 6.2", store_difference
    ),
    "kalah-features": Entry(
        "kalah-features", "last seeds, seeds given, beneficial moves", "[Zuckerman2018] section 5.3", features
    ),
    "lines": Entry("lines", "Connect Four: rows of four that can still be filled", "Overthink", line_difference),
    "mobility": Entry("mobility", "Othello: moves and corners", "Overthink", mobility_difference),
    "pawns": Entry("pawns", "Breakthrough: pawns and how far they have come", "Overthink", pawn_difference),
    "places": Entry("places", "Domineering: places for dominoes", "Overthink", place_difference),
    "manhattan": Entry("manhattan", "sliding puzzle: how far tiles are from home", "[Nau2010] section 6.3", manhattan),
    "cop-distance": Entry(
        "cop-distance", "how far the cops are from the robber on average", "[Atzmon2018] Domains", cop_distance
    ),
    "critical-opinions": Entry(
        "critical-opinions", "critical win-loss games: one draw a position", "[Nguyen2024]", critical_opinions
    ),
    "win-probability": Entry(
        "win-probability", "Pig: the exact probability to win", "Neller and Presser 2004", win_probability
    ),
    "flipped": Entry("flipped", "wrapper: the opposite opinion with probability e", PAPER, flipped),
    "noisy": Entry("noisy", "wrapper: Gaussian noise", "[Nau2010] section 5", noisy),
    "granular": Entry("granular", "wrapper: only so many different values", "[Nau2010] section 3.2", granular),
    "optimistic": Entry(
        "optimistic", "wrapper: a cost that is never overestimated", "[Nau2010] section 4.4", optimistic
    ),
    "pessimistic": Entry(
        "pessimistic", "wrapper: a cost that is never underestimated", "[Nau2010] section 4.4", pessimistic
    ),
    "mirrored": Entry("mirrored", "wrapper: errors of the other sign", "[Nau2010] section 4.4", Mirrored),
    "calibrated": Entry(
        "calibrated", "wrapper: graded values as wins and losses, with how often that is wrong", "Overthink", calibrate
    ),
    "binary": Entry("binary", "wrapper: win or loss only", PAPER, binary),
}
