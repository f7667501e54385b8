"""What each rule chooses in exact arithmetic: trees of fractions, and the moves that tie for the best in them."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

from overthink.rules.implicit_minimax import ALPHA
from tests import oracles
from tests.sketches import Sketch

Exact = Callable[[Sketch, int], Fraction]  # to Max, of a node looked at this many plies deep


def to_max(rule: Callable[[Sketch, int], oracles.Opinion]) -> Exact:
    """Max's probability of a win, from a value and an error to the player to move."""

    def chance(node: Sketch, depth: int) -> Fraction:
        wins = oracles.chance_to_win(*rule(node, depth))
        return wins if node.mover > 0 else 1 - wins

    return chance


def voted(kid: Sketch, depth: int) -> Fraction:
    return sum((Fraction(oracles.minimax(kid, plies)) for plies in range(depth + 1)), Fraction(0))


def mean(n: Sketch, d: int) -> Fraction:
    values = [Fraction(value) for value in oracles.all_evaluations(n, d)]
    return sum(values, Fraction(0)) / len(values)


def mixed(n: Sketch, d: int) -> Fraction:
    alpha = Fraction(str(ALPHA))  # two fifths, not the nearest number in binary
    return (1 - alpha) * mean(n, d) + alpha * Fraction(oracles.minimax(n, d))


RULES: dict[str, Exact] = {
    "mean": mean,
    "implicit-minimax": mixed,
    "minimax": lambda n, d: Fraction(oracles.minimax(n, d)),
    "vote": voted,
    "althofer": lambda n, d: Fraction(n.mover * oracles.althofer_eq_2(n, d)),
    "emm": to_max(oracles.emm_figure_4),
    "emm-value": lambda n, d: Fraction(n.mover * oracles.emm_figure_4(n, d)[0]),
    "emm-no-flip": to_max(lambda n, d: oracles.emm_figure_4(n, d, flip=False)),
    "emm-slides": to_max(oracles.emm_slides),
    "emm-true-types": to_max(oracles.emm_true_types),
    "product": oracles.product_for_max,
    "bayes": lambda n, d: oracles.bayes_odds(n, d) if n.mover > 0 else 1 - oracles.bayes_odds(n, d),
    "tempered": lambda n, d: oracles.tempered_odds(n, d) if n.mover > 0 else 1 - oracles.tempered_odds(n, d),
    "heir": lambda n, d: oracles.heir(n, d) if n.mover > 0 else 1 - oracles.heir(n, d),
    "minimin": lambda n, d: -(Fraction(n.cost) + Fraction(oracles.cheapest(n, d))),
    "maximax": lambda n, d: Fraction(oracles.richest(n, d)) - Fraction(n.cost),
}
ONE_PLAYER = ("minimin", "maximax")


def best_moves(root: Sketch, rule: str, depth: int) -> tuple[int, ...]:
    """All moves at the root that are best in exact arithmetic."""
    side = 1 if rule in ONE_PLAYER else root.mover
    scores = [side * RULES[rule](kid, depth - 1) for kid in root.kids]
    return tuple(i for i, score in enumerate(scores) if score == max(scores))


VALUES: dict[str, Callable[[Random], Fraction]] = {
    "signs": lambda random: Fraction(random.choice([-1, 1])),
    "signs and draws": lambda random: Fraction(random.choice([-1, 1, 0])),
    "tenths": lambda random: Fraction(random.randint(-10, 10), 10),
    "thirds": lambda random: Fraction(random.randint(-9, 9), 3),
    "scales": lambda random: Fraction(random.randint(-9, 9)) * Fraction(10) ** random.randint(-4, 4),
}
ERRORS: dict[str, Callable[[Random], Fraction]] = {
    "one": lambda random: Fraction(3, 10),
    "twentieths": lambda random: Fraction(random.randint(0, 10), 20),
    "sevenths": lambda random: Fraction(random.randint(0, 3), 7),
    "thousandths": lambda random: Fraction(random.randint(1, 500), 1000),
    "small": lambda random: Fraction(random.randint(1, 9), 10 ** random.randint(2, 5)),
    "certain": lambda random: Fraction(random.choice([0, 0, 1, 2]), 5),
}


def random_tree(random: Random, depth: int, width: int, value: str, error: str) -> Sketch:
    """Any shape: forced moves, draws, and in half of the trees passes and games that end anywhere. One error or one of
    its own for each node, and children now and then repeated, in another order, so that there are ties to lose."""
    often = random.choice([0.0, 0.1])

    def grown(depth: int, mover: int) -> Sketch:
        node = Sketch(
            VALUES[value](random), ERRORS[error](random) if one is None else one, mover,
            cost=Fraction(random.randint(0, 8), 10), truth=random.choice([-1, 1]),
        )  # fmt: skip
        if depth == 0 or random.random() < often:
            node.utility = VALUES[value](random) if often and random.random() < 0.5 else None
            return node
        for _ in range(1 if random.random() < 0.2 else random.randint(1, width)):
            if node.kids and random.random() < 0.3:
                node.kids.append(shuffled(random, random.choice(node.kids)))
            else:
                node.kids.append(grown(depth - 1, mover if random.random() < often else -mover))
        return node

    while True:
        one = ERRORS[error](random) if random.random() < 0.5 else None
        root = grown(depth, random.choice([1, -1]))
        if len(root.kids) > 1 and (value.startswith("signs") or any(node.error for node in nodes_of(root))):
            return root  # without any error, only results are rules on errors given


def nodes_of(node: Sketch) -> list[Sketch]:
    return [node, *(below for kid in node.kids for below in nodes_of(kid))]


def shuffled(random: Random, node: Sketch) -> Sketch:
    """The same tree with moves in another order everywhere."""
    kids = [shuffled(random, kid) for kid in node.kids]
    random.shuffle(kids)
    return replace(node, kids=kids)


def in_floats(node: Sketch) -> Sketch:
    """The tree as the package is given it."""
    return replace(
        node,
        static=float(node.static),
        error=float(node.error),
        kids=[in_floats(kid) for kid in node.kids],
        utility=None if node.utility is None else float(node.utility),
        cost=float(node.cost),
        truth=float(node.truth),
    )
