"""At what rate the root's error falls with the height of the tree: exactly, on balanced P-games of any height.

Subtrees of a P-game are independent and alike, so the distribution of a node's valuation, given whether its player
wins, follows from that of its children: no game is drawn, and every observation is the same number. Evaluations are +1
and -1 to the player to move, with independent errors at all nodes. A valuation of 0 says nothing, and counts as half an
error. The rate is what two more plies leave of the error, at the largest heights at which it is above 10⁻¹⁰. An error
that falls at an exponential rate has a rate below 1; one that settles has a rate of 1. Print names no limit on the
evaluator's error, and there is one.
"""

from collections.abc import Iterable
from itertools import pairwise

import numpy as np

from overthink.core.estimate import Sample
from overthink.core.kinds import Column
from overthink.models.board_splitting import fixed_point
from overthink.studies.checks import Computed, MeanAt, exact_verdict
from overthink.studies.claim import AS_WRITTEN, Claim, Evidence, Reading, ReadingKind, quote
from overthink.studies.samples import Cell, Point, Samples, Setting, grid, means
from overthink.studies.study import one_figure
from overthink_papers.experiments.scaffold import own_computed, plot

BRANCHING = (2, 3, 4)
ERRORS = (0.01, 0.05, 0.1, 0.2, 0.3)
HEIGHTS = tuple(range(61))
LEAST = 1e-10
SETTLED = 0.99
RULES = {"minimax": False, "althofer": True}
TALL = Reading(ReadingKind.CLOSEST, "trees of two plies and more, balanced games")
SMALL = Reading(ReadingKind.CLOSEST, "evaluations that are wrong with probability .1 or less")
Laws = tuple[Column, Column]  # of the valuation of a lost and of a won node, over -most … most


def first_laws(e: float, most: int) -> Laws:
    """At the frontier a node is worth its evaluation."""
    right, wrong = np.zeros((2, 2 * most + 1))
    right[most + 1] = 1.0 - e
    right[most - 1] = e
    wrong[most + 1] = e
    wrong[most - 1] = 1.0 - e
    return wrong, right


def next_laws(laws: Laws, win: float, b: int, e: float, adds: bool, mixed: bool) -> Laws:
    """One ply up: a node is lost if its b children, each won with probability `win`, are all won. `adds`: the node's
    own evaluation is added (eq. 2). `mixed`: given that some children are won and some lost."""
    of_lost, of_won = (np.cumsum(law[::-1]) for law in laws)  # P(-W ≤ w) of a child
    all_won, all_lost = (win * of_won) ** b, ((1.0 - win) * of_lost) ** b
    any_kind = (win * of_won + (1.0 - win) * of_lost) ** b
    won = any_kind - all_won - (all_lost if mixed else 0.0)
    results = []
    for sign, cumulative in ((-1, all_won), (1, won)):
        law = np.maximum(np.diff(cumulative, prepend=0.0), 0.0)
        law /= law.sum()
        results.append((1.0 - e) * np.roll(law, sign) + e * np.roll(law, -sign) if adds else law)
    return results[0], results[1]


def wrong_sign(law: Column, won: bool) -> float:
    """The probability that a valuation with this distribution has the wrong sign; 0 counts one half."""
    most = len(law) // 2
    against = law[:most] if won else law[most + 1 :]
    return float(against.sum() + 0.5 * law[most])


def root_errors(b: int, heights: int, e: float, adds: bool) -> Column:
    """The probability that a search of the whole tree misjudges the root of a balanced game, for heights 0, 1, …"""
    win = 1.0 - fixed_point(b)
    laws = first_laws(e, heights + 1)
    errors = [e]
    for _ in range(heights):
        laws = next_laws(laws, win, b, e, adds, False)
        errors.append((1.0 - win) * wrong_sign(laws[0], False) + win * wrong_sign(laws[1], True))
    return np.array(errors)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """The error of each rule at the root, exact, by height: float[points, observations]."""
    errors = [root_errors(setting["b"], HEIGHTS[-1], setting["e"], adds) for adds in RULES.values()]
    points: list[Point] = [{"rule": rule, "height": height} for rule in RULES for height in HEIGHTS]
    return points, np.tile(np.concatenate(errors)[:, None], stop - start)


def _errors_of(samples: Samples, b: int, e: float) -> Sample:
    return np.array([sample[0] for sample in samples.curve("height", HEIGHTS, rule="althofer", b=b, e=e)])


def rate(errors: Sample) -> float:
    """The most that two more plies leave of an error, at any height, as long as it differs from 0."""
    last = int(np.flatnonzero(errors > LEAST)[-1])
    return float((errors[2 : last + 1] / errors[: last - 1]).max())


def _falls_exponentially(b: int, e: float) -> Computed:
    def judge(samples: Samples) -> Evidence:
        errors = _errors_of(samples, b, e)
        factor = rate(errors)
        words = f"b = {b}, e = {e:g}: {errors[2]:.2g} at height 2, {errors[10]:.2g} at 10, {errors[60]:.2g} at 60; "
        return exact_verdict(factor < SETTLED, factor, f"{words}two plies leave {factor:.3f}")

    return Computed(judge, f"b = {b}, e = {e:g}")


def largest(checks: Iterable[Computed], says: str, holds: MeanAt, fails: MeanAt) -> Computed:
    """All of these checks at once; the largest number is shown."""
    every = tuple(checks)

    def judge(samples: Samples) -> Evidence:
        return max((check.judge(samples) for check in every), key=lambda found: found.estimate.mean)

    return Computed(judge, says, holds, fails)


def _exponential(errors: tuple[float, ...], reading: Reading) -> Claim:
    return quote(
        "the probability of an incorrect root evaluation decreases at an exponential rate as the height of the tree "
        "increases",
        largest(
            (_falls_exponentially(b, e) for b in BRANCHING for e in errors),
            f"b = 2, 3 and 4, e = {errors[0]} to {errors[-1]}: two more plies leave less than {SETTLED:g} of the error",
            holds=lambda point: 0.3 * 0.989 ** (point["height"] / 2),
            fails=lambda point: 0.3 * 0.5 ** (min(point["height"], 20) / 2 - (point["height"] == 12)),
        ),
        reading,
        tolerance=f"a rate of {SETTLED:g} and more counts as 1: an error that stays",
    )


def not_grown(b: int, first: int) -> Computed:
    """The root is misjudged no more often than any node, at this height and above."""

    def judge(samples: Samples) -> Evidence:
        most = {e: float((_errors_of(samples, b, e)[first:] / e).max()) for e in ERRORS}
        shown = ", ".join(f"{ratio:.2f}" for ratio in most.values())
        return exact_verdict(max(most.values()) <= 1.0, max(most.values()), f"b = {b}: at most {shown} of e, by e")

    return Computed(judge, f"b = {b}")


def _every_ply(samples: Samples) -> Evidence:
    rises = max(float(after / before) for before, after in pairwise(_errors_of(samples, 2, 0.1)))
    return exact_verdict(rises < 1.0, rises, f"one ply more leaves up to {rises:.2f} of the error")


STUDY = one_figure(
    name="althofer/rate",
    title="the rate at which the root's error falls with the height of the tree",
    source="[Abdelbar2012] section 2",
    settings=grid(b=BRANCHING, e=ERRORS),
    run=run,
    scales={"quick": 2, "paper": 2},
    draw=plot(
        "height",
        "{rule}, e = {e:g}",
        "b",
        {"x": "height of the tree (plies), even", "y": "probability that the root is misjudged"},
        "b = ",
        log=True,
        keep=lambda row: (
            not row["height"] % 2 and row["mean"] > LEAST and (row["rule"] == "althofer" or row["e"] == 0.1)
        ),
    ),
    caption="Balanced P-games, independent errors, exact: the probability that the root is misjudged, by the height of "
    "the tree and the error of the evaluator, on a logarithmic scale. A line that stays straight falls at an "
    "exponential rate.",
    claims=(
        _exponential(ERRORS, AS_WRITTEN),
        _exponential(ERRORS[:3], SMALL),
        quote(
            "there is a guarantee that evaluation errors will not grow to dominate the search",
            largest(
                (not_grown(b, 2) for b in BRANCHING),
                "b = 2, 3 and 4: the root is misjudged no more often than any node, at heights from 2 on",
                holds=lambda point: point["e"],
                fails=lambda point: point["e"] * (1.001 if point["height"] == 7 and point["e"] == 0.2 else 0.9),
            ),
            TALL,
            source="[Abdelbar2012] section 5",
        ),
        own_computed(
            _every_ply,
            "b = 2, e = 0.1: every single ply lowers the error, odd and even alike",
            holds=lambda point: 0.3 * 0.999 ** point["height"],
            fails=lambda point: 0.3 * 0.9 ** (4 if point["height"] == 5 else point["height"]),
        ),
    ),
    rows=means,
    across="height",
    block=2,
)
