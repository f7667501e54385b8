"""What rules gain on minimax at equal depth, with nets as evaluators.

The claims were written on 18 November 2026, before the large run.

Three small runs shaped them, of the first seed of every kind of net, on positions of random play that the large run
does not use: 300 of Connect Four after 12 to 16 moves, 125 after 14 to 20 moves, 350 of Othello after 18 to 24 moves.
There, over depths 2 to 5, tempered 0.25 gained 1.3 ± 1.1 and .9 ± .8 points on minimax with strong nets, bayes was
ahead of product in Connect Four (strong: .8 ± .5) and behind it in Othello (weak: 2.1 ± 1.0), and four plies were worth
-.3 points to minimax with a strong net in Connect Four, 6.9 in Othello. Nothing was seen of positions of games between
nets, of learned rules, of Breakthrough, and of the two games that are left out: Kalah and Domineering.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from overthink.core.estimate import Estimate, simultaneous
from overthink.studies.checks import Computed, all_above
from overthink.studies.claim import Claim, Evidence, own_claim
from overthink.studies.samples import Point, Samples, grid
from overthink.studies.study import Figure, Study
from overthink_papers.beyond.strong.measure import MINIMAX, NAME, run
from overthink_papers.beyond.strong.positions import ARENAS, BETWEEN, C4, KINDS, LEFT_OUT, OTHELLO, RANDOM
from overthink_papers.beyond.strong.results import (
    draw_gains,
    draw_plies,
    draw_why,
    gain,
    gain_rows,
    right_rows,
    statistic_of,
    why_rows,
    worth_of_plies,
)

#
FOUR = (C4, OTHELLO, *LEFT_OUT)  # games that nets do not saturate
TEMPERED = "tempered 0.25"
SETTINGS = tuple(
    place
    for place in grid(game=tuple(ARENAS), source=(RANDOM, BETWEEN))
    if place != {"game": "breakthrough", "source": BETWEEN}  # most are too hard to solve
)
Measure = Callable[[Samples, Point, float], Estimate]


def at(games: Iterable[str], kinds: Iterable[str] = ("strong",), source: str = RANDOM) -> tuple[Point, ...]:
    """The places of these games and kinds of net."""
    return grid(game=games, source=(source,), net=kinds)


def above(places: Sequence[Point], measure: Measure, limit: float, samples: Samples) -> Evidence:
    """What is measured is above the limit at every place."""
    found = [measure(samples, place, simultaneous(len(places))) for place in places]
    return all_above(found, limit, "measured " + " ".join(f"{each.mean:+.3f}" for each in found))


def claim(says: str, places: Sequence[Point], measure: Measure, limit: float = 0.0) -> Claim:
    """A question of our own: the measure is above the limit at all these places."""
    return own_claim(Computed(partial(above, places, measure, limit), says))


def ahead(rule: str, over: str = MINIMAX, **depth: int) -> Measure:
    """The mean gain over all depths from 2 on, or at this depth."""
    return lambda samples, place, level: gain(samples, {**place, **depth}, {"rule": rule}, {"rule": over}, level)


def _minus(measure: Measure) -> Measure:
    def turned(samples: Samples, place: Point, level: float) -> Estimate:
        found = measure(samples, place, level)
        return Estimate(-found.mean, -found.high, -found.low, found.n)

    return turned


def claim_on(name: str, says: str, places: Sequence[Point], limit: float, below: bool = False) -> Claim:
    """One of STATISTICS is above a limit, or below it."""

    def measure(samples: Samples, place: Point, level: float) -> Estimate:
        return statistic_of(samples, place, name, level)

    low, high = made_up(shared=-0.1), made_up(shared=0.3)
    if name == "best weight":
        low, high = made_up(shared=0.8, own=0.2), made_up()
    check = partial(above, places, _minus(measure) if below else measure, -limit if below else limit)
    return own_claim(Computed(check, says, *((low, high) if below else (high, low))))


def made_up(shared: float = 0.0, own: float = 0.5) -> Callable[[Point], float]:
    """Means of PAIRS and MOMENTS. `shared`: all correlations of errors. `own`: what a node's own evaluation tells,
    where the search tells .5; λ* is (own - shared / 2) / (.5 - shared × own)."""
    means = {"positions": 1.0, "parent²": 1.0, "child²": 1.0, "parent × child": shared, "child × sibling": shared,
             "1": 1.0, "t own": own, "t search": 0.5, "own²": 1.0 + own**2, "search²": 1.25,
             "own search": shared + 0.5 * own}  # fmt: skip
    return lambda point: means.get(point["measure"], 0.0)


DEPTH_CLAIMS = (
    claim("Connect Four and Othello, strong nets, random play: tempered 0.25 gains on minimax over depths 2 to 5",
          at((C4, OTHELLO)), ahead(TEMPERED)),
    claim("the same in positions of games between nets", at((C4, OTHELLO), source=BETWEEN), ahead(TEMPERED)),
    claim("the same in the games left out, Kalah and Domineering, random play", at(LEFT_OUT), ahead(TEMPERED)),
    claim("Connect Four, strong nets: bayes is ahead of product over depths 2 to 5", at((C4,)),
          ahead("bayes", "product")),
    claim("Othello, nets of every kind: product gains on minimax over depths 2 to 5", at((OTHELLO,), KINDS),
          ahead("product")),
    claim("Othello, weak nets: bayes is behind product by more than half a point", at((OTHELLO,), ("weak",)),
          ahead("product", "bayes"), 0.005),
    claim("Connect Four and Othello, weak nets: Althöfer's rule is behind minimax", at((C4, OTHELLO), ("weak",)),
          _minus(ahead("althofer"))),
    claim("Connect Four, strong nets: Althöfer's rule gains on minimax", at((C4,)), ahead("althofer")),
    claim("four games, strong nets: the learned weight is at most a point behind tempered 0.25", at(FOUR),
          ahead("learned weight", TEMPERED), -0.01),
    claim("Connect Four and Othello, strong nets: log-odds twice as large cost product less than a point",
          at((C4, OTHELLO)), ahead("sharp product", "product"), -0.01),
    claim("Connect Four and Othello, weak nets: log-odds twice as large cost product less than a point",
          at((C4, OTHELLO), ("weak",)), ahead("sharp product", "product"), -0.01),
)  # fmt: skip
PLIES_CLAIMS = (
    claim("Connect Four, strong nets: four more plies of minimax are worth less than a point", at((C4,)),
          _minus(worth_of_plies), -0.01),
    claim("Othello, strong nets: four more plies of minimax are worth more than four points", at((OTHELLO,)),
          worth_of_plies, 0.04),
    claim("Connect Four and Othello, weak nets: four more plies of minimax are worth more than eight points",
          at((C4, OTHELLO), ("weak",)), worth_of_plies, 0.08),
)  # fmt: skip
WHY_CLAIMS = (
    claim_on("siblings", "four games, nets of every kind: the errors of siblings have a correlation above .05",
             at(FOUR, KINDS), 0.05),
    claim_on("parent and child", "four games, nets of every kind: the errors of parent and child have a positive "
             "correlation", at(FOUR, KINDS), 0.0),
    claim_on("best weight", "Connect Four, strong nets: λ* is above -.3", at((C4,)), -0.3),
    claim_on("best weight", "Othello, weak nets: λ* is below -.3", at((OTHELLO,), ("weak",)), -0.3, below=True),
)  # fmt: skip

STUDY = Study(
    NAME,
    SETTINGS,
    run,
    {"quick": 2, "paper": 60},
    (
        Figure(
            NAME,
            "what rules gain on minimax at equal depth, with nets as evaluators",
            "Overthink",
            draw_gains,
            "Points gained on minimax at the same depth, strong nets (three seeds), positions of random play in which "
            "some moves are wrong. Intervals are for other positions and other seeds.",
            DEPTH_CLAIMS,
            gain_rows,
            lambda samples: [row for row in gain_rows(samples) if row["net"] == "strong"],
        ),
        Figure(
            "beyond/strong-plies",
            "what a ply is worth to minimax, by the strength of the net",
            "Overthink",
            draw_plies,
            "Share of right decisions of minimax by depth, nets of five kinds, positions of random play.",
            PLIES_CLAIMS,
            right_rows,
        ),
        Figure(
            "beyond/strong-why",
            "what predicts whether a node's own evaluation should count",
            "Overthink",
            draw_why,
            "A point is a game and a kind of net: the weight λ that the dependence of errors makes best, and how far "
            "bayes (λ = 1) is ahead of the product rule (λ = 0), over all depths from 2 on.",
            WHY_CLAIMS,
            why_rows,
            across="net",
        ),
    ),
    block=1,
)
