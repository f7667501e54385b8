"""`best_first` at equal evaluations against other searches, in solved positions, with nets of eight seeds.

`beyond/best-first` has strong and weak nets; `beyond/best-first-strengths` adds nets of three more kinds, PUCT without
a prior and larger weights λ; `beyond/best-first-larger` has larger boards. Positions come with Overthink: 1,600 of
each game from random play, and 1,600 from games between two strong nets that are not judged (seeds 9 and 10). Each is
judged by one of the eight nets of a kind. An interval is for other positions and other nets: it takes the eight means
as the observations.

The claims of `beyond/best-first`, `beyond/best-first-play` and `beyond/best-first-models` were written on 18 November
2026, before the first large run. What shaped them: trials of this search with two nets a game, on other positions. With
strong nets and 100 to 3,000 evaluations it was 4.9, 4.4, 4.3 and 2.0 points ahead of alpha-beta in Connect Four, 2.2,
3.1, 2.4 and 2.5 in Othello; with weak nets 1.3, -.7, -.1 and .5 in Connect Four, and 3.8, 1.9, 2.2 and 3.2 in Othello.
Nothing was seen of Kalah and Domineering, of positions between nets, or of unbounded minimax.

Those of the other four studies were written on 19 November 2026, before the second large run, with the first one
known: weak and strong nets, λ = 0 and λ = .15. Nothing was seen of fair, good and played nets, of larger weights and
boards, of synthetic trees, or of weaker nets in whole games.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.estimate import LEVEL, Estimate, simultaneous
from overthink.studies.checks import Computed, all_above
from overthink.studies.claim import Claim, Evidence, own_claim
from overthink.studies.samples import Point, Row, Samples, Setting, grid
from overthink.studies.study import Run, one_figure
from overthink_papers.beyond.best_first import players
from overthink_papers.beyond.best_first.players import (
    ALL_INFLUENCE,
    BEST_FIRST,
    BY_PRODUCT,
    PLAIN_PUCT,
    PLAYERS,
    PROPAGATION,
    PUCT,
    UNBOUNDED,
    WEIGHTS,
)
from overthink_papers.beyond.strong.players import ALPHA_BETA
from overthink_papers.beyond.strong.positions import (
    BETWEEN,
    C4,
    EIGHT,
    KINDS,
    LARGER,
    LEFT_OUT,
    OTHELLO,
    RANDOM,
    positions_of,
)
from overthink_papers.beyond.strong.results import over_seeds
from overthink_papers.experiments.scaffold import one_by_one, plot

NAME = "beyond/best-first"
LIMITS = (30, 100, 300, 1000, 3000, 10000)
JUDGED = ("strong", "weak")
SEEN = (C4, OTHELLO)
GAMES = (*SEEN, *LEFT_OUT)  # nets saturate Breakthrough
SETTINGS = grid(game=GAMES, source=(RANDOM, BETWEEN), net=JUDGED)
MAIN = (ALPHA_BETA, BEST_FIRST, BY_PRODUCT, PUCT, UNBOUNDED)  # in all places, with all limits
MIDDLE = (100, 300, 1000, 3000)
Limits = Mapping[str, Sequence[int]]  # the evaluations with which each player decides


def decide_all(name: str, limits_of: Callable[[Setting], Limits]) -> Run:
    """The run of a study: whether each player is right in a position. The seeds of nets take turns."""

    def points_of(setting: Setting) -> list[Point]:
        return [{"player": who, "limit": limit} for who, limits in limits_of(setting).items() for limit in limits]

    @one_by_one(points_of)
    def run(setting: Setting, number: int, seed: int) -> list[float]:
        game, kind = setting["game"], setting["net"]
        state, values = positions_of(game, setting["source"])[number]
        key = seed_key(name, *setting.values(), seed, number)
        found: list[float] = []
        for who, limits in limits_of(setting).items():
            moves = players.answers(game, kind, EIGHT[number % len(EIGHT)], who, state, limits, key)
            found += [float(values[move] == values.max()) for move in moves]
        return found

    return run


def limits_at(setting: Setting) -> Limits:
    """In `beyond/best-first`."""
    others = LIMITS[:-1] if setting["net"] == "strong" else ()
    asked = {player: LIMITS if player in MAIN else others for player in PLAYERS}
    return {player: limits for player, limits in asked.items() if limits}


def lead(samples: Samples, place: Point, one: str, other: str, limits: Sequence[int], level: float = LEVEL) -> Estimate:
    """By how much one player decides better than another, in pairs, over these limits."""
    gaps = [samples(**place, player=one, limit=n) - samples(**place, player=other, limit=n) for n in limits]
    return over_seeds(np.asarray(np.mean(gaps, axis=0)), level)


def rows(samples: Samples) -> list[Row]:
    """Shares of right decisions, or points, with intervals for other positions and other nets."""
    return [{**point, **vars(over_seeds(column))} for point, column in samples.entries]


LABELS = {"x": "net evaluations", "y": "share of right decisions"}
SHOWN = (BEST_FIRST, ALPHA_BETA, PUCT, UNBOUNDED)


def _drawn(row: Row) -> bool:
    return row["net"] == "strong" and row["source"] == RANDOM and row["player"] in SHOWN


def _judge(
    places: Sequence[Point], one: str, other: str, limit: float, samples: Samples
) -> Evidence:  # fmt: skip
    found = [lead(samples, place, one, other, MIDDLE, simultaneous(len(places))) for place in places]
    return all_above(found, limit, "measured " + " ".join(f"{each.mean:+.3f}" for each in found))


def _ahead(says: str, one: str, other: str, games: Sequence[str], by: float = 0.0, source: str | Sequence[str] = RANDOM,
           net: str | Sequence[str] = "strong") -> Claim:  # fmt: skip
    sources, nets = ((each,) if isinstance(each, str) else each for each in (source, net))
    check: Callable[[Samples], Evidence] = partial(_judge, grid(game=games, source=sources, net=nets), one, other, by)
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
    decide_all(NAME, limits_at),
    {"quick": 16, "paper": 1136},
    plot("limit", "player", "game", LABELS, keep=_drawn, log_x=True),
    "The share of right decisions in solved positions of random play, over the evaluations of a strong net that a "
    "decision may cost. Intervals are for other positions and other nets.",
    CLAIMS,
    rows,
    across="player",
    block=16,
    population=1600,
    edition=2,
)

# Nets of more kinds, and larger weights

ALL_KINDS = {"game": GAMES, "source": (RANDOM, BETWEEN), "net": KINDS}
NEW = ("fair", "good", "played")
BOTH = (RANDOM, BETWEEN)
COMPARED = (ALPHA_BETA, BEST_FIRST, *WEIGHTS, PUCT, PLAIN_PUCT, UNBOUNDED)


STRENGTHS_NAME = "beyond/best-first-strengths"
STRENGTHS = one_figure(
    STRENGTHS_NAME,
    "best-first at equal evaluations: nets of five kinds, four weights λ",
    "Overthink",
    grid(**ALL_KINDS),
    decide_all(STRENGTHS_NAME, lambda setting: dict.fromkeys(COMPARED, MIDDLE)),
    {"quick": 16, "paper": 1200},
    plot(
        "limit", "player", "{game}, {net}", LABELS, log_x=True,
        keep=lambda row: row["source"] == RANDOM and row["net"] in NEW and row["player"] in SHOWN[:3],
    ),
    "As `beyond/best-first`, with fair, good and played nets, in positions of random play.",
    (
        _ahead("Othello, Kalah and Domineering, fair and good nets, random play: best-first decides better than "
               "alpha-beta", BEST_FIRST, ALPHA_BETA, (OTHELLO, *LEFT_OUT), net=("fair", "good")),
        _ahead("the same between nets", BEST_FIRST, ALPHA_BETA, (OTHELLO, *LEFT_OUT), net=("fair", "good"),
               source=BETWEEN),
        _ahead("Connect Four, fair nets: best-first is less than 2 points behind alpha-beta", BEST_FIRST, ALPHA_BETA,
               (C4,), -0.02, net="fair"),
        _ahead("Connect Four, good nets, both kinds of positions: best-first is less than a point behind alpha-beta",
               BEST_FIRST, ALPHA_BETA, (C4,), -0.01, net="good", source=BOTH),
        _ahead("Othello and Domineering, played nets, both kinds of positions: best-first decides better than "
               "alpha-beta", BEST_FIRST, ALPHA_BETA, (OTHELLO, "domineering"), net="played", source=BOTH),
        _ahead("Connect Four and Kalah, played nets: best-first is less than a point behind alpha-beta", BEST_FIRST,
               ALPHA_BETA, (C4, "kalah"), -0.01, net="played"),
        _ahead("Othello and Kalah, fair, good and played nets: best-first decides better than unbounded minimax",
               BEST_FIRST, UNBOUNDED, (OTHELLO, "kalah"), net=NEW),
        _ahead("Othello and Kalah, fair, good and played nets: best-first decides better than PUCT without a prior",
               BEST_FIRST, PLAIN_PUCT, (OTHELLO, "kalah"), net=NEW),
        _ahead("Othello, weak and fair nets: λ = .15 decides better than λ = 1", BEST_FIRST, "best-first, λ = 1",
               (OTHELLO,), net=("weak", "fair")),
        _ahead("four games, strong nets: λ = .5 is less than a point behind λ = .15", "best-first, λ = 0.5", BEST_FIRST,
               GAMES, -0.01),
    ),
    rows,
    across="player",
    block=20,
    population=1600,
    edition=2,
)  # fmt: skip

# Larger boards

LARGER_NAME = "beyond/best-first-larger"
LARGER_BOARDS = one_figure(
    LARGER_NAME,
    "best-first at equal evaluations on larger boards: Othello 6 × 8, Domineering 7 × 7",
    "Overthink",
    grid(game=tuple(LARGER), source=(RANDOM,), net=("good",)),
    decide_all(LARGER_NAME, lambda setting: dict.fromkeys((*MAIN, PLAIN_PUCT), MIDDLE)),
    {"quick": 16, "paper": 400},
    plot("limit", "player", "game", LABELS, log_x=True),
    "The share of right decisions in solved positions of random play on larger boards, with good nets.",
    (
        _ahead("Othello 6 × 8, good nets: best-first decides better than alpha-beta", BEST_FIRST, ALPHA_BETA,
               ("othello-larger",), net="good"),
        _ahead("Domineering 7 × 7, good nets: best-first decides better than alpha-beta", BEST_FIRST, ALPHA_BETA,
               ("domineering-larger",), net="good"),
        _ahead("both: best-first is less than a point behind PUCT with a prior", BEST_FIRST, PUCT, tuple(LARGER), -0.01,
               net="good"),
    ),
    rows,
    across="player",
    block=16,
    population=400,
    edition=2,
)  # fmt: skip
