"""Critical win-loss games: synthetic trees for Monte Carlo search."""

from __future__ import annotations

from overthink.evaluate.critical_win_loss import LAWS, critical_opinions
from overthink.games import CriticalWinLoss
from overthink.presets.preset import Parameter, Preset, Setup, Values


def setup(values: Values, seed: int) -> Setup:
    game = CriticalWinLoss(values["b"], values["gamma"], number=seed)
    text = f"critical win-loss game {seed}: {values['b']} moves, critical rate {values['gamma']:g}; one move is right"
    return Setup(
        game,
        game.initial(),
        critical_opinions(game, values["law"]),
        text,
        right=lambda state: _right(game, state),
        truth=game.truth,
    )


def _right(game: CriticalWinLoss, state: int) -> list[int]:
    """The moves that keep the value of the position."""
    return [move for move in game.moves(state) if game.truth(game.play(state, move)) == game.truth(state)]


CRITICAL_WIN_LOSS = Preset(
    "critical-win-loss",
    "Critical win-loss game",
    "every position is won or lost; one move in b is right at the start",
    "[Nguyen2024]",
    parameters=(
        Parameter("b", "Moves b", 5, 2, 20),
        Parameter("gamma", "Critical rate γ", 1.0, 0.0, 1.0, 0.05),
        Parameter("law", "Evaluations", "chess-random", choices={"perfect": "the truth", **{law: law for law in LAWS}}),
    ),
    setup=setup,
    deepest=6,
)
