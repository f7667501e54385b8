"""Monte Carlo tree search on critical win-loss games."""

from __future__ import annotations

from overthink_papers.beyond.equal_cost import IN_TIME, SHALLOW
from tests.made_up import Case, Point


def grows(step: float):
    """Accuracy that changes by so much from 10 simulations to the last."""
    return lambda at: 0.5 + step * (at["simulations"] > 10)


def deeper(step: float):
    """The same from level 0 to the last."""
    return lambda at: 0.5 + step * (at["level"] > 0)


def one_rises(at: Point) -> float:
    return 0.5 + (0.001 if at["c"] == 10.0 else -0.1) * (at["simulations"] > 10)


def one_falls(at: Point) -> float:
    return 0.5 - (0.001 if at["c"] == 10.0 else -0.1) * (at["simulations"] > 10)


def implicit(step: float):
    """A score that is higher by so much with implicit minimax backups."""
    return lambda at: 0.5 + step * (at["rule"] != "mean")


def budget(step: float):
    """A share that is higher by so much beyond the smallest budget."""
    return lambda at: 0.5 + step * (at["budget"] > 30)


def careful(step: float):
    """A share that is higher by so much for alpha-beta."""
    return lambda at: 0.5 + step * (at["player"] == "alpha-beta")


def one_worse(at: Point) -> float:
    return 0.5 - (0.1 if at["budget"] == 1_000 else -0.001) * (at["player"] == "alpha-beta")


def player(name: str, by: float):
    """One player is ahead of all others by so much."""
    return lambda at: 0.5 + by * (at["rule"] == name)


def deep_player(name: str, by: float):
    """One player is ahead of all others by so much where searches are deep."""
    return lambda at: 0.5 + by * (at["rule"] == name and at["depth"] > SHALLOW)


def wider(step: float):
    """Accuracy that is higher by so much where exploration has an end."""
    return lambda at: 0.5 + step * (at["c"] < 1e6)


CASES: dict[str, list[Case]] = {
    "cwl/fig5": [
        Case("decide worse than 10", false=one_rises, true=grows(-0.001)),
        Case("flat, within .05", false=grows(-0.051), true=grows(-0.049)),
        Case("decide better than 10", false=one_falls, true=grows(0.001)),
    ],
    "cwl/minimax-backup": [
        Case("means decide worse", false=grows(0.001), true=grows(-0.001)),
        Case("minimax decides worse", false=grows(0.001), true=grows(-0.001)),
        Case("minimax decides better", false=grows(-0.001), true=grows(0.001)),
    ],
    "cwl/evaluators": [
        Case("decide worse than 10", false=grows(0.001), true=grows(-0.001)),
        Case("decide better than 10", false=grows(-0.001), true=grows(0.001)),
    ],
    "cwl/p-games": [
        Case("10,000 simulations decide better than 10", false=grows(-0.001), true=grows(0.001)),
        Case("c = 1 decides better", false=wider(-0.001), true=wider(0.001)),
    ],
    "beyond/uct-cure": [
        Case("means decide worse", false=grows(0.001), true=grows(-0.001)),
        Case("decides no worse", false=grows(-0.021), true=grows(-0.019)),
    ],
    "beyond/uct-games": [
        Case("implicit minimax backups score more", false=implicit(-0.001), true=implicit(0.001)),
        Case("alpha-beta scores more than half", false=lambda at: 0.501, true=lambda at: 0.499),
    ],
    "beyond/uct-time": [Case("alpha-beta scores more than half", false=lambda at: 0.501, true=lambda at: 0.499)],
    "beyond/equal-cost": [
        Case("alpha-beta decides better", false=player("alpha-beta", -0.001), true=player("alpha-beta", 0.001)),
        Case("gains on learned odds", false=deep_player("alpha-beta", -0.001), true=deep_player("alpha-beta", 0.001)),
    ],
    "beyond/equal-time": [
        *(
            Case(f"{word}: alpha-beta decides better", false=player(IN_TIME[n], -0.001), true=player(IN_TIME[n], 0.001))
            for n, word in ((1, "one core"), (2, "two cores"))
        ),
    ],
    "beyond/equal-depth": [
        Case("the product rule decides better", false=player("product", -0.001), true=player("product", 0.001)),
        Case("learned odds decide better", false=player("learned", -0.001), true=player("learned", 0.001)),
        Case("less regret", false=player("product", 0.001), true=player("product", -0.001)),
    ],
    "beyond/play": [Case("alpha-beta scores more than half", false=lambda at: 0.501, true=lambda at: 0.499)],
    "beyond/traps": [
        Case("UCT falls less often", false=budget(0.001), true=budget(-0.001)),
        Case("alpha-beta falls less often than UCT", false=one_worse, true=careful(-0.001)),
    ],
    "beyond/chess-traps": [
        Case("UCT falls less often", false=budget(0.001), true=budget(-0.001)),
        Case("alpha-beta falls less often than UCT", false=one_worse, true=careful(-0.001)),
    ],
    "cwl/threshold": [
        Case("decides worse", false=deeper(0.001), true=deeper(-0.001)),
        Case("decides better", false=deeper(-0.001), true=deeper(0.001)),
    ],
}
