"""Votes: how often the answer that most of n votes give is right, exactly; how many votes are best; and a forecast of
that from a few answers to each question.

Two more votes change the majority of 2k - 1 only where it was decided by one vote: C(2k - 1, k) q^k (2p - 1) is what a
question that is answered right with probability p gains, with q = p (1 - p). Everything here is a sum of such terms
(docs/votes.md has the derivation).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.errors import Unchecked, is_whole, parse_number, parse_seed, parse_whole, require
from overthink.core.estimate import Estimate
from overthink.core.kinds import Column
from overthink.core.plain import Result, Row, plain
from overthink.core.tree import parse_column

WHOLE = np.dtype(np.int64)
MOST_VOTES = 10_001  # of a majority
PROBABILITIES_AT_ONCE = 1000  # probabilities at once
MOST_PLURALITY, MOST_WRONG = 501, 50  # votes and wrong answers of a plurality, which takes longer


def vote_accuracy(
    p: Iterable[float], votes: Iterable[int], weights: Iterable[float] | None = None, wrong: int = 1
) -> Column:
    """How often the most frequent of n answers is right, exactly: float64[votes].

    Answers are independent. Among answers with equally many votes one is drawn.

    Args:
        p: The probability that one answer is right, for each kind of question.
        votes: The numbers n.
        weights: How many questions there are of each kind; without them, equally many.
        wrong: The number of wrong answers to a question, all equally likely; with one, the majority decides.

    >>> ot.vote_accuracy([0.9, 0.4], votes=[1, 3, 5, 7], weights=[0.5, 0.5]).round(3)
    array([0.65 , 0.662, 0.654, 0.644])
    """
    chances = parse_column("The probabilities", p, ends=(0.0, 1.0))
    require(len(chances), "The probabilities must be a list with at least one.")
    wrong = parse_whole("The number of wrong answers", wrong, 1, MOST_WRONG)
    most = MOST_VOTES if wrong == 1 else MOST_PLURALITY
    counts = parse_column("The numbers of votes", votes, kind=WHOLE, ends=(1, most))
    require(len(counts), "The numbers of votes must be a list with at least one.")
    shares = _shares(weights, len(chances))
    parts = [slice(i, i + PROBABILITIES_AT_ONCE) for i in range(0, len(chances), PROBABILITIES_AT_ONCE)]
    return np.asarray(sum(shares[part] @ _by_difficulty(chances[part], counts, wrong) for part in parts))


def _by_difficulty(p: Column, counts: Column, wrong: int) -> Column:
    """The accuracy for each p: float64[p, votes]."""
    if wrong == 1:
        return np.asarray(_majority(p, int(counts.max()))[:, (counts - 1) // 2])
    return np.column_stack([_binomial(p, n) @ won for n, won in zip(counts, _plurality(counts, wrong))])


def _shares(weights: Iterable[float] | None, size: int) -> Column:
    if weights is None:
        return np.full(size, 1.0 / size)
    shares = parse_column("The weights", weights, size, ends=(0.0, math.inf))
    require(0.0 < shares.sum() < math.inf, "The weights must have a sum above 0.")
    return np.asarray(shares / shares.sum())


def _majority(p: Column, most: int) -> Column:
    """For each p, the probability that 1, 3, 5, … votes have a majority for what is right."""
    k = np.arange(1.0, (most - 1) // 2 + 1)
    q = (p * (1.0 - p))[:, None]
    decided_by_one = np.cumprod(q * np.where(k > 1, 2.0 * (2.0 * k - 1.0) / k, 1.0), axis=1)  # C(2k - 1, k) q^k
    return np.asarray(np.column_stack([p, (2.0 * p[:, None] - 1.0) * decided_by_one]).cumsum(axis=1))


def _binomial(p: Column, n: int) -> Column:
    """For each p, the probability of 0 … n right answers among n."""
    right = np.arange(n + 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.array([math.lgamma(n + 1) - math.lgamma(r + 1) - math.lgamma(n - r + 1) for r in right])
        logs = logs + np.where(right, right * np.log(p)[:, None], 0.0)
        return np.asarray(np.exp(logs + np.where(n - right, (n - right) * np.log1p(-p)[:, None], 0.0)))


def _plurality(counts: Column, wrong: int) -> list[Column]:
    """For each n, the probability that r right votes of n win, r = 0 … n, where the others fall on wrong answers alike.

    Ties are settled by a random order of the answers: if i wrong answers stand before the right one, these may have as
    many as r - 1 votes and the others r. Votes of each answer are Poisson, given their sum, so the probability is a
    coefficient of a product of polynomials, all of whose terms are positive."""
    most = int(counts.max())
    mean = most / wrong
    chance = np.exp([j * math.log(mean) - mean - math.lgamma(j + 1) for j in range(most + 1)])
    total = np.exp([j * math.log(most) - most - math.lgamma(j + 1) for j in range(most + 1)])
    won = np.zeros((most + 1, most + 1))  # [right votes, other votes]
    for r in range(1, most + 1):
        size = most - r + 1
        fewer = np.where(np.arange(most + 1) < r, chance, 0.0)[:size]
        same = np.where(np.arange(most + 1) <= r, chance, 0.0)[:size]
        power, sums = np.eye(1, size)[0], np.eye(1, size)[0]
        for _ in range(wrong):
            power = np.convolve(power, fewer)[:size]
            sums = np.convolve(sums, same)[:size] + power
        won[r, :size] = sums / (wrong + 1) / total[:size]
    return [np.array([won[r, n - r] for r in range(n + 1)]) for n in counts]


def least_share(easy: float, hard: float) -> float:
    """The share of easy questions above which three votes are better than one: 1 - 1/t with
    t = 1 + (1/2 - p2) q2 / ((p1 - 1/2) q1)."""
    gain, loss = (easy - 0.5) * easy * (1.0 - easy), (0.5 - hard) * hard * (1.0 - hard)
    return loss / (gain + loss) if gain + loss else 0.5


def best_votes(share: float, easy: float, hard: float) -> float:
    """The odd number of votes with the highest accuracy, where some questions are easy and the others hard. Infinite if
    more are always better, or if that is where the accuracy ends above that of one vote.

    Accuracy rises and then falls if and only if easy + hard > 1 and the share is above 1 - 1/t (docs/votes.md).

    `easy`: the probability, above 1/2, that an easy question is answered right. `hard`: that of a hard one, below 1/2.
    `share`: of the questions that are easy.

    >>> ot.best_votes(share=0.5, easy=0.9, hard=0.4), ot.best_votes(share=0.5, easy=0.6, hard=0.1)
    (3, inf)
    """
    share = parse_number("The share of easy questions", share, 0.0, 1.0)
    easy = parse_number("The probability of easy questions", easy, 0.5, 1.0)
    hard = parse_number("The probability of hard questions", hard, 0.0, 0.5)
    rises, falls = share * (easy - 0.5), (1.0 - share) * (0.5 - hard)
    q1, q2 = easy * (1.0 - easy), hard * (1.0 - hard)
    if rises * q1 <= falls * q2 and (easy + hard >= 1.0 or share <= share * easy + (1.0 - share) * hard):
        return 1  # the first two votes do not help, and later ones not enough
    if easy + hard <= 1.0 or not falls * q2:
        return math.inf
    return 2 * math.ceil(math.log(rises / falls) / math.log(q2 / q1)) - 1


def shape_of(accuracy: Sequence[float] | Column, least: float = 1e-9) -> str:
    """A curve in words: "rises", "falls", "rises, then falls", "falls, then rises" and so on, or "is flat". Changes in
    one direction that add up to less than `least` are not seen."""
    words: list[str] = []
    top = bottom = accuracy[0]
    for value in accuracy:
        top, bottom = max(top, value), min(bottom, value)
        word = "rises" if value > bottom + least else "falls" if value < top - least else ""
        if word and word == (words[-1] if words else ""):
            top = bottom = value
        elif word:
            words.append(word)
            top = bottom = value
    return ", then ".join(words) or "is flat"


# A forecast from a few answers to each question

GRID = np.linspace(0.0, 1.0, 101)  # of difficulties
MOST_STEPS = 100  # of expectation and maximisation; more fit chance too (docs/votes.md)
RESAMPLES = 200  # twice as many take twice as long
FEWEST_QUESTIONS = 20  # questions
WRONG_ANSWERS = (1, 2, 3, 5, 10, 30)  # wrong answers to a question, all equally likely, where their number is fitted
LEAST_GAIN = 0.001  # of accuracy: a smaller gain is not worth more votes


@dataclass(frozen=True, repr=False)
class VoteForecast(Result):
    """What `forecast_votes` found.

    >>> forecast = ot.forecast_votes([9] * 200 + [4] * 200, answers=10)
    >>> forecast.best, forecast.gain
    (3, <Estimate: 0.0125 [0.0071, 0.0179] (n = 400)>)
    """

    best: int  #: votes
    votes: tuple[int, ...]  #: the numbers of votes that were looked at
    accuracy: tuple[Estimate, ...]  #: of each number of votes
    gain: Estimate  #: of the best number over one vote
    loss: Estimate  #: of the largest number under the best one
    answers: int  #: the most to a question: beyond as many votes the forecast rests on the fitted difficulties alone

    @property
    def sentence(self) -> str:
        """The forecast in words."""
        at = dict(zip(self.votes, self.accuracy))
        most = self.votes[-1]
        if self.gain.low < LEAST_GAIN and self.loss.low < LEAST_GAIN:
            return f"No number of votes up to {most} is significantly better than another."
        words = f"Best: {self.best} vote{'s' * (self.best > 1)} ({at[self.best].mean:.1%} right"
        words += f", one vote {at[1].mean:.1%}" if self.best > 1 else ""
        words += f", {most} votes {at[most].mean:.1%})" if self.best < most else ")"
        unsure = ["one vote"] if self.best > 1 and self.gain.low < LEAST_GAIN else []
        unsure += [f"{most} votes"] if self.best < most and self.loss.low < LEAST_GAIN else []
        words += f"; not significantly better than {' or '.join(unsure)}" if unsure else ""
        beyond = f" Beyond {self.answers} votes this rests on the fitted difficulties alone."
        return f"{words}.{beyond if self.best > self.answers else ''}"

    def __repr__(self) -> str:
        return f"<VoteForecast: {self.sentence}>"

    def rows(self) -> list[Row]:
        """A row for each number of votes."""
        return [{"votes": n, **plain(estimate)} for n, estimate in zip(self.votes, self.accuracy)]


def forecast_votes(
    right: Iterable[int], answers: int | Iterable[int] = 10, most: int = 101,
    wrong: int | Iterable[Iterable[int]] = 1, seed: int = 0,
) -> VoteForecast:  # fmt: skip
    """How many votes a question should get, from a few answers to each.

    The distribution of difficulty over questions is fitted by maximum likelihood, without a form given in advance, and
    the accuracy of every odd number of votes follows from it. The best number is the smallest within a thousandth of
    the highest accuracy. Intervals are from resampled questions, for the best number as it was found. As many votes as
    there are answers can be forecast from what was seen; beyond that the fit decides (docs/votes.md).

    Args:
        right: How many answers to each question were right.
        answers: How many there were.
        most: The largest number of votes.
        wrong: That of `vote_accuracy`; or, for each question, how often each wrong answer was given: then
            the number of wrong answers that are equally likely is fitted too, and the most frequent answer decides.
        seed: Of the resampling.

    >>> ot.forecast_votes([9] * 200 + [4] * 200, answers=10)
    <VoteForecast: Best: 3 votes (66.2% right, one vote 65.0%, 101 votes 51.3%).>
    """
    kinds_of_wrong: Sequence[Unchecked] = WRONG_ANSWERS if _are_lists(wrong) else (wrong,)
    most = parse_whole("The most votes", most, 1, MOST_VOTES if kinds_of_wrong == (1,) else MOST_PLURALITY)
    counts = parse_column("The numbers of right answers", right, kind=WHOLE)
    given = [parse_whole("The number of answers", answers, 1)] * len(counts) if is_whole(answers) else answers
    asked = parse_column("The numbers of answers", given, len(counts), kind=WHOLE)
    needed = f"A forecast needs at least {FEWEST_QUESTIONS} questions"
    require(len(counts) >= FEWEST_QUESTIONS, f"{needed}; {len(counts)} were given.")
    fine = asked.min() > 0 and counts.min() >= 0 and (counts <= asked).all()
    require(fine, "Every question needs at least one answer, and from 0 to all of its answers are right.")
    different = _different(wrong, counts, asked)
    kinds, which = np.unique(np.column_stack([counts, asked, different]), axis=0, return_inverse=True)
    seen = np.bincount(which.ravel(), minlength=len(kinds)).astype(float)
    random = np.random.default_rng(int(seed_key("votes", parse_seed(seed))))
    again = random.multinomial(int(seen.sum()), seen / seen.sum(), size=RESAMPLES)
    votes = np.arange(1, most + 1, 2)
    many = [parse_whole("The number of wrong answers", n, 1, MOST_WRONG) for n in kinds_of_wrong]
    worth = np.vstack([_by_difficulty(GRID, votes, n) for n in many])
    curves = fit_difficulty(kinds, np.vstack([seen, again]), many) @ worth
    place = int(np.argmax(curves[0] > curves[0].max() - LEAST_GAIN))
    return VoteForecast(
        int(votes[place]),
        tuple(votes.tolist()),
        tuple(_estimate(curves[:, i], len(counts)) for i in range(len(votes))),
        _estimate(curves[:, place] - curves[:, 0], len(counts)),
        _estimate(curves[:, place] - curves[:, -1], len(counts)),
        int(asked.max()),
    )


def _distinct(wrong: int, given: int, different: int) -> float:
    """How likely it is that so many wrong answers are of so many kinds, up to a factor that does not depend on how
    many there could be."""
    return math.perm(wrong, different) / float(wrong) ** given if different else 1.0


def _estimate(values: Column, n: int) -> Estimate:
    low, high = np.quantile(values[1:], (0.025, 0.975))
    return Estimate(float(values[0]), float(min(low, values[0])), float(max(high, values[0])), n)


def _are_lists(wrong: object) -> bool:
    return isinstance(wrong, Iterable) and not isinstance(wrong, str | bytes)


def _different(wrong: Unchecked, right: Column, asked: Column) -> Column:
    """How many different wrong answers each question got; 0 if that is not known."""
    if not _are_lists(wrong):
        return np.zeros(len(right), np.int64)
    given = [[parse_whole("How often an answer was given", n, 1) for n in (each if _are_lists(each) else [0])]
             for each in wrong]  # fmt: skip
    fine = len(given) == len(right) and all(sum(g) <= n - r for g, r, n in zip(given, right, asked))
    require(fine, "Give, for each question, how often each wrong answer was given: not more than were not right.")
    return np.array([len(each) for each in given], np.int64)


def fit_difficulty(kinds: Column, seen: Column, wrong: Sequence[int] = (1,)) -> Column:
    """The shares of the difficulties in `GRID` under which what was seen is likeliest: float64[samples, grid]. `kinds`
    has right answers, all answers and different wrong answers of each kind of question, `seen` the questions of each
    kind, a row a sample. With several numbers of equally likely `wrong` answers, the grid is repeated for each."""
    likely = np.array([
        np.concatenate([_binomial(GRID, n)[:, r] * _distinct(w, n - r, k) for w in wrong]) for r, n, k in kinds.tolist()
    ])  # [kinds, grid]; a factor for each kind cancels  # fmt: skip
    shares = np.full((len(seen), likely.shape[1]), 1.0 / likely.shape[1])
    for _ in range(MOST_STEPS):
        shares *= (seen / np.maximum(shares @ likely.T, 1e-300)) @ likely / seen.sum(axis=1, keepdims=True)
    return shares


# Answers that were given

MOST_GIVEN = 256  # answers to one question of which all choices are counted


def most_frequent(
    given: Sequence[int], scores: Sequence[float], votes: Iterable[int], silent: int = 0, nothing: float = 0.0
) -> Column:
    """The mean score of the most frequent of n answers to one question, over all choices of n of them: float64[votes].

    `given` says how often each answer was given, and `scores` what it is worth. Answers with equally many votes share
    the win. `silent` more answers have no vote; a choice of these alone is worth `nothing`."""
    total = sum(given) + silent
    counts = list(votes)
    require(total <= MOST_GIVEN, f"A question has {total:,} answers; votes are counted for at most {MOST_GIVEN}.")
    shares = _shares_of_wins(tuple(sorted(given)), silent)
    worth = np.bincount(given, scores) if len(given) else np.zeros(1)
    ways = np.array([math.comb(total, n) for n in counts], float)
    won = sum((worth[c] * shares[c][counts] for c in shares), np.zeros(len(counts)))
    means = won / ways + [nothing * math.comb(silent, n) / math.comb(total, n) for n in counts]
    least = min([nothing, *scores])
    largest = max([nothing, *scores])
    return np.asarray(np.clip(means, least, largest))  # rounding differs between processors: 1 is not to be exceeded


@lru_cache(maxsize=100_000)
def _shares_of_wins(given: tuple[int, ...], silent: int) -> dict[int, Column]:
    """In how many choices of n = 0, 1, … answers an answer that was given so often wins, ties shared. The choices are
    coefficients of a product over the others: fewer votes than m, or y times m votes. A tie of t + 1 counts the
    integral of y^t from 0 to 1, which Gauss's points give exactly."""
    size = sum(given) + silent + 1
    points, weights = np.polynomial.legendre.leggauss(max(1, (len(given) + 1) // 2))
    points, weights = 0.5 * (points + 1.0), 0.5 * weights
    found = dict[int, Column]()
    for own in set(given):
        others = Counter(given)
        others[own] -= 1
        found[own] = np.zeros(size)
        for m in range(1, own + 1):
            rest = np.zeros((len(points), size))
            rest[:] = [math.comb(silent, n) for n in range(size)]
            for count, times in others.items():
                for _ in range(times):
                    after = rest.copy()
                    for k in range(1, min(count, m) + 1):
                        factor = math.comb(count, k) * (points[:, None] if k == m else 1.0)
                        after[:, k:] += factor * rest[:, :-k]
                    rest = after
            found[own][m:] += math.comb(own, m) * (weights @ rest)[: size - m]
    return found
