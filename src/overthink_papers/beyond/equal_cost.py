"""Rules at full width against each other at equal depth, and against alpha-beta at equal cost, in seven real games.

Two of the games are large. Cost is evaluations, or time (`solved_games` says how). All choose in positions that are
solved: P_opt is the share of right moves among those that tie for the best, and regret what such a move loses.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import product

from overthink.core.arithmetic import seed_key
from overthink.report.charts import curves
from overthink.studies.checks import AllOf, Better, Quantity, at, for_each
from overthink.studies.claim import own_claim
from overthink.studies.samples import Point, Row, Samples, Setting, grid, means
from overthink.studies.study import Figure, Picture, Study
from overthink_papers.beyond.solved_games import (
    KINDS,
    LEARNED,
    ODDS,
    RULES,
    SMALL,
    as_long,
    as_often,
    by_odds,
    choices,
    engine,
    regret,
    share_right,
    solved_position,
)
from overthink_papers.experiments.scaffold import ahead_at, one_by_one, own_all

NAME = "beyond/equal-cost"
SHALLOW = 4  # plies
DEEPEST = {  # plies at which full width reads about 100,000 evaluations
    "connect-four": 8,
    "kalah": 11,
    "othello": 7,
    "breakthrough": 5,
    "domineering": 5,
    "connect-four 7 × 6": 7,
    "othello 8 × 6": 7,
}
ALPHA_BETA, ALPHA_BETA_ODDS = "alpha-beta", "alpha-beta on odds"
IN_TIME = {1: "alpha-beta in the same time", 2: "alpha-beta in the same time, two cores"}  # by the number of cores
EVALUATIONS, REACHED = "evaluations", "depth of alpha-beta"
PLAYERS = (*RULES, ODDS, ALPHA_BETA, ALPHA_BETA_ODDS, *IN_TIME.values())
P_OPT, REGRET, COUNT = "P_opt", "regret", "count"
WRONG = "share of wrong decisions, 1 - P_opt"
GAMES = grid(game=tuple(KINDS))
FRESH = 1730  # positions that were not looked at before the claims were written


def _depths_of(name: str) -> Sequence[int]:
    return range(1, DEEPEST[name] + 1)


def _points_of(setting: Setting) -> list[Point]:
    lines = [*product(PLAYERS, (P_OPT,)), *product(PLAYERS, (REGRET,)), (EVALUATIONS, COUNT), (REACHED, COUNT)]
    depths = _depths_of(setting["game"])
    return [{"rule": line, "depth": depth, "measure": measure} for line, measure in lines for depth in depths]


@one_by_one(_points_of)
def run(setting: Setting, number: int, seed: int) -> list[float]:
    """P_opt of each player and depth, then regret; then evaluations, and how deep alpha-beta looked with as many."""
    name = setting["game"]
    state, values = solved_position(name, seed_key(NAME, FRESH + seed, name, number))
    chosen, costs = choices(name, state, _depths_of(name))
    limits = as_often(costs)
    searches = [engine(name, state, limit) for limit in limits]
    chosen[ALPHA_BETA] = [decision.moves for decision in searches]
    chosen[ALPHA_BETA_ODDS] = [engine(name, state, limit, by_odds(name)).moves for limit in limits]
    for cores, line in IN_TIME.items():
        chosen[line] = [engine(name, state, as_long(name, cost, cores)).moves for cost in costs]
    shares = [judge(moves, values) for judge in (share_right, regret) for line in PLAYERS for moves in chosen[line]]
    evaluations = [float(limit.evaluations or 0) for limit in limits]
    return [*shares, *evaluations, *(float(decision.depth) for decision in searches)]


def _some(lines: Sequence[str], measures: Sequence[str], samples: Samples) -> Samples:
    return Samples([(p, sample) for p, sample in samples.entries if p["rule"] in lines and p["measure"] in measures])


def as_errors(rows: Iterable[Row]) -> list[Row]:
    """The share of wrong decisions, for a logarithmic axis: games differ by ten. No error is drawn as half an error."""
    flipped = ((row, {"mean": row["mean"], "low": row["high"], "high": row["low"]}) for row in rows)
    return [{**row, **{e: max(1.0 - p, 0.5 / row["n"]) for e, p in ends.items()}} for row, ends in flipped]


def draw(samples: Samples, rows: list[Row]) -> Picture:
    """Errors by depth, without regret."""
    shown = as_errors(row for row in rows if row.get("measure") != REGRET)
    labels = {"x": "plies that the rules look ahead", "y": WRONG, IN_TIME[1]: f"{IN_TIME[1]}, one core"}
    return curves(shown, "depth", "rule", "game", labels, log=True)


def draw_by_cost(samples: Samples, rows: list[Row]) -> Picture:
    """Without the searches on odds, which are apart from the others in Kalah alone."""
    costs = {(row["game"], row["depth"]): row["mean"] for row in rows if row["rule"] == EVALUATIONS}
    shown = as_errors(
        {**row, EVALUATIONS: costs[row["game"], row["depth"]]}
        for row in rows
        if row["rule"] in (*RULES, ALPHA_BETA) and row["measure"] == P_OPT
    )
    labels = {"x": "evaluations, on average", "y": WRONG}
    return curves(shown, EVALUATIONS, "rule", "game", labels, log=True, log_x=True)


def _line(game: str, depth: int, rule: str, measure: str = P_OPT) -> Quantity:
    return at(game=game, depth=depth, rule=rule, measure=measure)


def _ahead(winner: str, losers: Sequence[str], games: Iterable[str], deepest: bool) -> AllOf:
    places = [{"game": g, "depth": DEEPEST[g] if deepest else SHALLOW, "measure": P_OPT} for g in games]
    return for_each(places, lambda place: ahead_at([place], {"rule": winner}, *grid(rule=losers)))


def _gains(game: str) -> Better:
    deep, shallow = (_line(game, d, ALPHA_BETA) - _line(game, d, LEARNED) for d in (DEEPEST[game], SHALLOW))
    return Better(deep, shallow)


def _less_regret(game: str, depth: int) -> Better:
    return Better(_line(game, depth, "minimax", REGRET), _line(game, depth, "product", REGRET))


AT = {False: f"depth {SHALLOW}", True: "the largest depth"}

EQUAL_COST = Figure(
    NAME,
    "rules at full width against alpha-beta with equally many evaluations",
    "Overthink",
    draw_by_cost,
    "Errors of rules that read every position n plies ahead, and of alpha-beta with a table and ordered moves "
    "that may evaluate equally many positions. Product, bayes and learned, and searches on odds, read fitted "
    "probabilities of a win. Positions come from random play, are solved, and have right and wrong moves.",
    (
        *(
            own_claim(
                _ahead(ALPHA_BETA, RULES, DEEPEST, deepest),
                f"every game, evaluations of {words}: alpha-beta decides better than every rule",
            )
            for deepest, words in AT.items()
        ),
        own_claim(
            for_each(DEEPEST, _gains),
            f"every game: alpha-beta gains on learned odds from the evaluations of depth {SHALLOW} to those of the "
            "largest depth",
        ),
    ),
    means,
    part=partial(_some, (*RULES, ODDS, ALPHA_BETA, ALPHA_BETA_ODDS, EVALUATIONS, REACHED), (P_OPT, REGRET, COUNT)),
)
EQUAL_TIME = Figure(
    "beyond/equal-time",
    "rules at full width against alpha-beta in equal time",
    "Overthink",
    draw,
    "Errors of rules that read every position n plies ahead, and of alpha-beta with a table and ordered moves in "
    "as much time as learned odds need, the slowest of the rules: on one core, and on two, of which alpha-beta uses "
    "one.",
    tuple(
        own_all(
            f"every game, the time of {words}, on one core and on two: alpha-beta decides better than every rule",
            *(_ahead(player, RULES, DEEPEST, deepest) for player in IN_TIME.values()),
        )
        for deepest, words in AT.items()
    ),
    lambda samples: [{name: row[name] for name in row if name != "measure"} for row in means(samples)],
    part=partial(_some, (*RULES, *IN_TIME.values()), (P_OPT,)),
)
EQUAL_DEPTH = Figure(
    "beyond/equal-depth",
    "rules at equal depth in seven solved games, P_opt and regret",
    "Overthink",
    draw,
    "Errors of rules that read every position n plies ahead. Product, bayes and learned read fitted "
    "probabilities of a win.",
    (
        *(
            own_all(
                f"the five small games, {' and '.join(AT.values())}: {words} better than minimax",
                *(_ahead(rule, ("minimax",), SMALL, deepest) for deepest in AT),
            )
            for rule, words in (("product", "the product rule decides"), (LEARNED, "learned odds decide"))
        ),
        own_all(
            f"the five small games, {' and '.join(AT.values())}: product has less regret than minimax",
            *(_less_regret(game, depth) for game in SMALL for depth in (SHALLOW, DEEPEST[game])),
        ),
    ),
    means,
    part=partial(_some, RULES, (P_OPT, REGRET)),
)
STUDY = Study(NAME, GAMES, run, {"quick": 2, "paper": 1000}, (EQUAL_COST, EQUAL_TIME, EQUAL_DEPTH), block=10, edition=4)
