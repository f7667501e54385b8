"""`beyond/best-first`: `best_first` at equal evaluations against other searches, with nets of eight seeds.

Positions come with Overthink: 1,600 of each game from random play, and 1,600 from games between two strong nets that
are not judged (seeds 9 and 10). Each is judged by one of the eight nets of a kind. An interval is for other positions
and other nets: it takes the eight means as the observations.

The claims, and those of `beyond/best-first-play` and `beyond/best-first-models`, were written on 18 November 2026,
before the large run. What shaped them: trials of this search with two nets a game, on other positions. With strong nets
and 100 to 3,000 evaluations it was 4.9, 4.4, 4.3 and 2.0 points ahead of alpha-beta in Connect Four, 2.2, 3.1, 2.4 and
2.5 in Othello; with weak nets 1.3, -.7, -.1 and .5 in Connect Four, and 3.8, 1.9, 2.2 and 3.2 in Othello. Nothing was
seen of Kalah and Domineering, of positions between nets, or of unbounded minimax.
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

import overthink_papers
from overthink.core.arithmetic import seed_key
from overthink.core.estimate import LEVEL, Estimate, Sample, simultaneous
from overthink.core.kinds import Column, State
from overthink.report.charts import curves
from overthink.studies.checks import Computed, all_above
from overthink.studies.claim import Claim, Evidence, own_claim
from overthink.studies.samples import Point, Row, Samples, Setting, grid
from overthink.studies.study import Picture, one_figure
from overthink_papers.beyond.best_first import players
from overthink_papers.beyond.best_first.players import (
    ALL_INFLUENCE,
    BEST_FIRST,
    BY_PRODUCT,
    PLAYERS,
    PROPAGATION,
    PUCT,
    UNBOUNDED,
)
from overthink_papers.beyond.strong.players import ALPHA_BETA
from overthink_papers.beyond.strong.positions import BETWEEN, C4, LEFT_OUT, OTHELLO, RANDOM
from overthink_papers.beyond.strong.results import student
from overthink_papers.experiments.scaffold import one_by_one

NAME = "beyond/best-first"
FILE = Path(overthink_papers.__file__).parent / "shipped" / "best-first-positions.npz"
SEEDS = range(1, 9)
LIMITS = (30, 100, 300, 1000, 3000, 10000)
JUDGED = ("strong", "weak")
SEEN = (C4, OTHELLO)
POSITIONS = 1600
NO_MOVE = 9  # in the file of positions
SETTINGS = grid(game=(*SEEN, *LEFT_OUT), source=(RANDOM, BETWEEN), net=JUDGED)  # nets saturate Breakthrough
MAIN = (ALPHA_BETA, BEST_FIRST, BY_PRODUCT, PUCT, UNBOUNDED)  # in all places, with all limits


class Solved(NamedTuple):
    """A position and what each of its moves is worth."""

    state: State
    values: Column


@cache
def positions_of(name: str, source: str) -> list[Solved]:
    """The solved positions of a game."""
    with np.load(FILE) as parts:
        states, values = (parts[f"{name} {source.split()[0].replace('games', 'between')} {what}"]
                          for what in ("states", "values"))  # fmt: skip
    return [Solved(tuple(state), row[row != NO_MOVE]) for state, row in zip(states.tolist(), values)]


def limits_of(setting: Setting, player: str) -> tuple[int, ...]:
    """The evaluations with which a player decides at a place."""
    return LIMITS if player in MAIN else LIMITS[:-1] if setting["net"] == "strong" else ()


def points_of(setting: Setting) -> list[Point]:
    """What is measured at a place."""
    return [{"player": player, "limit": limit} for player in PLAYERS for limit in limits_of(setting, player)]


@one_by_one(points_of)
def run(setting: Setting, number: int, seed: int) -> list[float]:
    """Whether each player is right in a position; the seeds of nets take turns."""
    name, kind = setting["game"], setting["net"]
    state, values = positions_of(name, setting["source"])[number]
    key = seed_key(NAME, *setting.values(), seed, number)
    which = SEEDS[number % len(SEEDS)]
    found: list[float] = []
    for player in PLAYERS:
        if limits := limits_of(setting, player):
            moves = players.answers(name, kind, which, player, state, limits, key)
            found += [float(values[move] == values.max()) for move in moves]
    return found


def over_seeds(values: Sample, level: float = LEVEL) -> Estimate:
    """The mean, with an interval for other positions and other nets: the means of the eight nets are the
    observations."""
    values = values[: len(values) // len(SEEDS) * len(SEEDS)]
    by_net = values.reshape(-1, len(SEEDS)).mean(axis=0)
    half = student(level, len(SEEDS) - 1) * float(by_net.std(ddof=1)) / len(SEEDS) ** 0.5
    mean = float(values.mean())
    return Estimate(mean, mean - half, mean + half, len(values))


def lead(samples: Samples, place: Point, one: str, other: str, limits: Sequence[int], level: float = LEVEL) -> Estimate:
    """By how much one player decides better than another, in pairs, over these limits."""
    gaps = [samples(**place, player=one, limit=n) - samples(**place, player=other, limit=n) for n in limits]
    return over_seeds(np.asarray(np.mean(gaps, axis=0)), level)


def rows(samples: Samples) -> list[Row]:
    """Shares of right decisions."""
    return [{**point, **vars(over_seeds(column))} for point, column in samples.entries]


def draw(samples: Samples, rows: list[Row]) -> Picture:
    """The main players with strong nets in positions of random play."""
    shown = (BEST_FIRST, ALPHA_BETA, PUCT, UNBOUNDED)
    kept = [row for row in rows if row["net"] == "strong" and row["source"] == RANDOM and row["player"] in shown]
    return curves(kept, "limit", "player", "game", {"x": "net evaluations", "y": "share of right decisions"},
                  log_x=True)  # fmt: skip


MIDDLE = (100, 300, 1000, 3000)


def _judge(
    places: Sequence[Point], one: str, other: str, limits: Sequence[int], limit: float, samples: Samples
) -> Evidence:  # fmt: skip
    found = [lead(samples, place, one, other, limits, simultaneous(len(places))) for place in places]
    return all_above(found, limit, "measured " + " ".join(f"{each.mean:+.3f}" for each in found))


def _ahead(says: str, one: str, other: str, games: Sequence[str], by: float = 0.0, source: str = RANDOM,
           net: str = "strong", limits: Sequence[int] = MIDDLE) -> Claim:  # fmt: skip
    places = grid(game=games, source=(source,), net=(net,))
    check: Callable[[Samples], Evidence] = partial(_judge, places, one, other, limits, by)
    return own_claim(Computed(check, says))


CLAIMS = (
    _ahead("Connect Four and Othello, strong nets, random play, 100 to 3,000 evaluations: best-first decides better "
           "than alpha-beta, by more than a point", BEST_FIRST, ALPHA_BETA, SEEN, 0.01),
    _ahead("the same in Kalah and Domineering: best-first decides better than alpha-beta", BEST_FIRST, ALPHA_BETA,
           LEFT_OUT),
    _ahead("Connect Four and Othello, between nets: best-first decides better than alpha-beta", BEST_FIRST, ALPHA_BETA,
           SEEN, source=BETWEEN),
    _ahead("Kalah and Domineering, between nets: best-first decides better than alpha-beta", BEST_FIRST, ALPHA_BETA,
           LEFT_OUT, source=BETWEEN),
    _ahead("Othello, Kalah and Domineering, weak nets: best-first decides better than alpha-beta", BEST_FIRST,
           ALPHA_BETA, (OTHELLO, *LEFT_OUT), net="weak"),
    _ahead("Connect Four, weak nets: best-first is less than 2 points behind alpha-beta", BEST_FIRST, ALPHA_BETA, (C4,),
           -0.02, net="weak"),
    _ahead("all four games, strong nets: best-first is less than a point behind PUCT with a prior", BEST_FIRST, PUCT,
           (*SEEN, *LEFT_OUT), -0.01),
    _ahead("all four games, strong nets: best-first decides better than unbounded minimax", BEST_FIRST, UNBOUNDED,
           (*SEEN, *LEFT_OUT)),
    _ahead("all four games, strong nets: best-first with λ = 0 decides better than product propagation", BY_PRODUCT,
           PROPAGATION, (*SEEN, *LEFT_OUT)),
    _ahead("all four games, strong nets: one move at a time is better than all moves at once, both by influence",
           BY_PRODUCT, ALL_INFLUENCE, (*SEEN, *LEFT_OUT)),
    _ahead("all four games, strong nets: λ = .15 costs less than a point against λ = 0", BEST_FIRST, BY_PRODUCT,
           (*SEEN, *LEFT_OUT), -0.01),
)  # fmt: skip
STUDY = one_figure(
    NAME,
    "best-first at equal evaluations: nets of eight seeds, against alpha-beta, Monte Carlo and unbounded minimax",
    "Overthink",
    SETTINGS,
    run,
    {"quick": 16, "paper": 1136},
    draw,
    "The share of right decisions in solved positions of random play, over the evaluations of a strong net that a "
    "decision may cost. Intervals are for other positions and other nets.",
    CLAIMS,
    rows,
    across="player",
    block=16,
    population=POSITIONS,
)
