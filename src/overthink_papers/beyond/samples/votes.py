"""More votes, and how many are best: distributions of difficulty for which accuracy rises, falls, or rises and then
falls, and the forecast of the best number from ten answers to each question, on questions that it has not seen.

Questions are drawn from a known distribution of the probability that one answer is right. Ten answers to each are drawn
as well. `ot.forecast_votes` sees these alone. What a number of votes is worth on the held-out questions is computed
exactly from their probabilities, so it has no noise of its own. Beside the forecast stand the fit of two kinds of
questions by maximum likelihood, as in [Chen2024], and the shares of right answers taken for the probabilities.
"""

from collections.abc import Sequence
from dataclasses import asdict

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.estimate import Estimate
from overthink.core.kinds import Column
from overthink.measure.votes import forecast_votes, vote_accuracy
from overthink.report.charts import dots
from overthink.studies.checks import Above, AllOf, AlwaysBetter, Better, NeverFalls, NeverRises, at, curve
from overthink.studies.claim import own_claim
from overthink.studies.samples import Point, Row, Samples, Setting, grid, means
from overthink.studies.study import Figure, Picture, Study
from overthink_papers.experiments.scaffold import ahead_at, one_by_one, own_all, plot

NAME = "beyond/votes"
ANSWERS = 10  # to each question
HELD_OUT = 400  # questions
MOST_VOTES = 101
VOTES = range(1, MOST_VOTES + 1, 2)
SHOWN = (1, 3, 5, 9, 15, 25, 51, 101)
P = (np.arange(500) + 0.5) / 500


def _beta(a: float, b: float) -> Column:
    density = P ** (a - 1.0) * (1.0 - P) ** (b - 1.0)
    return np.asarray(density / density.sum())


# The probabilities that one answer is right, and the shares of questions that have them.
KINDS: dict[str, tuple[Sequence[float] | Column, Sequence[float] | Column]] = {
    "two kinds: .9 and .4": ((0.9, 0.4), (0.5, 0.5)),
    "two kinds: .85 and .45": ((0.85, 0.45), (0.7, 0.3)),
    "two betas": (P, 0.5 * _beta(18, 2) + 0.5 * _beta(8, 12)),
    "three kinds: .95, .6, .45": ((0.95, 0.6, 0.45), (0.3, 0.2, 0.5)),
    "two kinds: .65 and .2": ((0.65, 0.2), (0.5, 0.5)),
    "beta(2, 1)": (P, _beta(2, 1)),
    "beta(1, 2)": (P, _beta(1, 2)),
}
FALLING, RISING, WIDE = tuple(KINDS)[:4], tuple(KINDS)[4:6], tuple(KINDS)[5:]
SETTINGS = grid(kind=tuple(KINDS), questions=(100, 400))
TWO_KINDS = grid(kind=FALLING[:2], questions=(400,))
FITTED, SHARES, FORECAST, BEST = "two kinds fitted", "shares of right answers", "forecast", "best possible"
PROMISED, COVERED_9, COVERED_101 = "promised by the forecast", "interval at 9 votes", "interval at 101 votes"
POINTS: list[Point] = [
    *({"choice": f"{n}", "votes": n} for n in SHOWN),
    *({"choice": choice} for choice in (FITTED, SHARES, FORECAST, BEST, PROMISED, COVERED_9, COVERED_101)),
]


def fit_two_kinds(right: Column) -> Column:
    """The accuracy by votes under the likeliest share and probabilities of two kinds of questions."""
    share, easy, hard = 0.5, 0.8, 0.3
    for _ in range(300):
        one = share * easy**right * (1.0 - easy) ** (ANSWERS - right)
        belongs = one / (one + (1.0 - share) * hard**right * (1.0 - hard) ** (ANSWERS - right))
        found = [belongs.mean(), *(np.average(right, weights=w) / ANSWERS for w in (belongs, 1.0 - belongs))]
        share, easy, hard = np.clip(found, 0.001, 0.999).tolist()
    return vote_accuracy([easy, hard], VOTES, [share, 1.0 - share])


@one_by_one(POINTS)
def run(setting: Setting, number: int, seed: int) -> list[float]:
    """What numbers of votes are worth on fresh questions, what was promised, and whether intervals cover the truth."""
    generator = np.random.default_rng(int(seed_key(NAME, seed, setting["kind"], setting["questions"], number)))
    chances, shares = (np.asarray(part, float) for part in KINDS[setting["kind"]])
    drawn = np.searchsorted(np.cumsum(shares)[:-1], generator.random(setting["questions"] + HELD_OUT))
    seen, held_out = np.split(chances[drawn], [setting["questions"]])
    right = (generator.random((ANSWERS, len(seen))) < seen).sum(axis=0)
    forecast = forecast_votes(right, ANSWERS, MOST_VOTES, seed=number)
    truth = vote_accuracy(chances, VOTES, shares)
    worth = vote_accuracy(held_out, VOTES)
    places = {
        FITTED: int(np.argmax(fit_two_kinds(right))),
        SHARES: int(np.argmax(vote_accuracy(right / ANSWERS, VOTES))),
        FORECAST: forecast.best // 2,
        BEST: int(np.argmax(truth)),
    }
    covered = [forecast.accuracy[n // 2].low <= truth[n // 2] <= forecast.accuracy[n // 2].high for n in (9, 101)]
    promised = forecast.accuracy[forecast.best // 2].mean
    return [*(worth[n // 2] for n in SHOWN), *(worth[place] for place in places.values()), promised, *covered]


def _by_votes(samples: Samples) -> list[Row]:
    rows = [row for row in means(samples) if "votes" in row and row["questions"] == 400]
    return [{name: value for name, value in row.items() if name != "choice"} for row in rows]


def losses(samples: Samples) -> list[Row]:
    """What each choice loses against the best number, in points; and the other measured shares as they are."""
    rows: list[Row] = []
    for point, sample in (entry for entry in samples.entries if entry[0].get("votes") in (None, 1, MOST_VOTES)):
        where = {"kind": point["kind"], "questions": point["questions"]}
        compared = point["choice"] not in (PROMISED, COVERED_9, COVERED_101)
        values = 100.0 * (samples(choice=BEST, **where) - sample) if compared else sample
        rows.append({**where, "choice": point["choice"], **asdict(Estimate.of_mean(values))})
    return rows


SHORT = {"1": "one vote", f"{MOST_VOTES}": f"{MOST_VOTES} votes", FITTED: FITTED, FORECAST: FORECAST}


def _draw_losses(samples: Samples, rows: list[Row]) -> Picture:
    shown = [
        {**row, "choice": SHORT[row["choice"]], "questions": f"{row['questions']} questions"}
        for row in rows
        if row["choice"] in SHORT
    ]
    return dots(shown, "kind", "choice", {"x": "points lost against the best number"}, "questions", 0.0)


def _peak(kind: str, best: int, over_one: float, over_most: float) -> AllOf:
    first, top, last = curve("votes", (1, best, MOST_VOTES), kind=kind, questions=400)
    return AllOf((Better(top, first, over_one), Better(top, last, over_most)))


def _forecast_ahead(kinds: Sequence[str], other: str, by: float, *questions: int) -> AlwaysBetter:
    places = grid(kind=kinds, questions=questions or (100, 400))
    return ahead_at(places, {"choice": FORECAST}, {"choice": other}, by=by)


CURVES = Figure(
    NAME,
    "accuracy by the number of votes, for seven distributions of difficulty",
    "Overthink",
    plot("votes", "kind", None, {"x": "votes", "y": "fraction of right answers"}, log_x=True),
    "The answer that most votes give is right more often, and then less often, where easy questions are far from one "
    "half and hard ones near it. With one beta distribution accuracy only rises or only falls.",
    (
        own_all(
            "accuracy rises and then falls: .9 and .4 has its best at 3 votes, 10 points above 101; .85 and .45 at 9, "
            "5 points above one vote and 4 above 101; two betas at 3, 4 points above 101",
            *(_peak(FALLING[0], 3, 0.005, 0.1), _peak(FALLING[1], 9, 0.05, 0.04), _peak(FALLING[2], 3, 0.0, 0.04)),
        ),
        own_all(
            "one beta distribution never turns, although it has easy and hard questions: (2, 1) rises, (1, 2) falls",
            NeverFalls(curve("votes", SHOWN, kind="beta(2, 1)", questions=400), 0.001),
            NeverRises(curve("votes", SHOWN, kind="beta(1, 2)", questions=400), 0.001),
        ),
    ),
    rows=_by_votes,
    across="votes",
)
FORECASTS = Figure(
    "beyond/votes-forecast",
    "the best number of votes, forecast from ten answers to each question",
    "Overthink",
    _draw_losses,
    "What held-out questions lose if the number of votes is the forecast one, that of two fitted kinds, one, or 101. "
    "The fit of two kinds is best where there are two kinds, and wrong by points where difficulty varies smoothly.",
    (
        own_claim(_forecast_ahead(tuple(KINDS), BEST, -0.015, 400), "400 questions: within 1.5 points of the best"),
        own_claim(_forecast_ahead(tuple(KINDS), BEST, -0.045, 100), "100 questions: within 4.5 points of the best"),
        own_all(
            "1.5 points above 101 votes where many votes hurt, and above one vote where they help, any setting",
            _forecast_ahead(FALLING, f"{MOST_VOTES}", 0.015),
            _forecast_ahead(RISING, "1", 0.015),
        ),
        own_all(
            "400 questions: with beta(2, 1) and beta(1, 2) the forecast is 1.5 points above the fit of two kinds; "
            "where there are two kinds, the fit is at most half a point below the forecast",
            _forecast_ahead(WIDE, FITTED, 0.015, 400),
            ahead_at(TWO_KINDS, {"choice": FITTED}, {"choice": FORECAST}, by=-0.005),
        ),
        own_claim(
            _forecast_ahead(FALLING[1:2], SHARES, 0.02, 400),
            "two kinds, .85 and .45, 400 questions: 2 points above taking shares of right answers for probabilities",
        ),
        own_claim(
            _forecast_ahead(tuple(KINDS), PROMISED, -0.03, 400),
            "400 questions: the forecast promises at most 3 points more than held-out questions give",
        ),
        own_claim(
            Above(tuple(at(choice=COVERED_9, **s) for s in SETTINGS), 0.85, share=True),
            "its 95% intervals for 9 votes hold the true accuracy in over 85 of 100 runs, any setting",
        ),
        own_claim(
            Above(tuple(-1.0 * at(choice=COVERED_101, **place) for place in TWO_KINDS), -0.85),
            "beyond ten votes they are too narrow: with two kinds and 400 questions, those for 101 votes hold the true "
            "accuracy in fewer than 85 of 100 runs",
        ),
    ),
    rows=losses,
    across="choice",
)
STUDY = Study(NAME, SETTINGS, run, {"quick": 20, "paper": 400}, (CURVES, FORECASTS), block=20)
