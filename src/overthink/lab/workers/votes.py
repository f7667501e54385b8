"""The computations of the view Votes: accuracy by the number of votes, and the worth of the best of N, each as curves
with a sentence. Nothing is drawn at random."""

import numpy as np

from overthink.core.kinds import Column
from overthink.core.plain import Fields, plain
from overthink.lab.request import Given, choice, integer, number
from overthink.measure.best_of import TAILS, best_of
from overthink.measure.votes import MOST_VOTES, best_votes, least_share, shape_of, vote_accuracy

VISIBLE_CHANGE = 0.0005  # of accuracy: a smaller change is not seen in a chart


def votes(given: Given) -> Fields:
    """Two kinds of questions, and the majority of 1, 3, 5, … votes."""
    share, easy = number(given, "share", 0.01, 0.99), number(given, "easy", 0.51, 0.99)
    hard = number(given, "hard", 0.01, 0.49)
    most = integer(given, "votes", 3, 1001)
    counts = np.unique(np.geomspace(1, most, 60).astype(int) // 2 * 2 + 1)

    def right(many: Column | list[int]) -> Column:
        return vote_accuracy([easy, hard], many, [share, 1.0 - share])

    best = best_votes(share, easy, hard)
    bound = least_share(easy, hard)
    total = round(easy + hard, 9)
    one, highest = right([1, int(min(best, MOST_VOTES))])
    end = f"with ever more votes {share:.0%}"  # all easy questions right, and no hard one
    if share > bound and total > 1.0 and highest - share > VISIBLE_CHANGE:
        words = f"Rises, then falls: best at {best:,} votes ({highest:.1%} right; one vote {one:.1%}; {end})."
    elif share > bound and total > 1.0:
        words = f"Rises from {one:.1%} to {highest:.1%} at {best:,} votes, then falls by less than .05 points."
    elif share > bound:
        words = f"Rises with every vote (one vote {one:.1%} right; {end})."
    elif total < 1.0:
        words = f"Falls, then rises; {'one vote is' if best == 1 else 'many votes are'} best ({one:.1%} right; {end})."
    else:
        words = f"{'Falls' if one - share > VISIBLE_CHANGE else 'Is flat'}: one vote is best ({one:.1%} right; {end})."
    above = ["not above", "above"]
    why = f"p₁ + p₂ is {above[total > 1.0]} 1. α is {above[share > bound]} {bound:.3f}, where 3 votes are worth one."
    curves = {"all questions": right(counts), "easy ones": vote_accuracy([easy], counts)}
    curves["hard ones"] = vote_accuracy([hard], counts)
    shown = int(best) if best <= counts[-1] else None
    return {"x": plain(counts), "curves": plain(curves), "best": shown, "says": f"{words} {why}"}


def best(given: Given) -> Fields:
    """The highest of 1 … N noisy scores."""
    error = number(given, "error", 0.1, 8.0)
    tail = choice(given, "tail", TAILS)
    levels, most = integer(given, "levels", 0, 100), integer(given, "samples", 4, 10**6)
    counts = np.unique(np.geomspace(1, most, 60).astype(int))
    chosen = best_of(counts, error, tail, levels)  # type: ignore[arg-type]
    shape = shape_of(chosen, 0.02)
    place = int(np.argmax(chosen > chosen.max() - 0.005))  # more samples add nothing that is seen, or take away
    at = int(counts[place])
    if shape != "rises":
        near = np.unique(np.linspace(counts[place], counts[min(place + 4, len(counts) - 1)], 200).astype(int))
        at = int(near[np.argmax(best_of(near, error, tail, levels))])  # type: ignore[arg-type]
    worth = f"{chosen[place]:.2f} standard deviations more than the mean sample"
    words = f"{shape.capitalize()}: the best of {at:,} is worth {worth}"
    if shape == "rises":
        words += ", and more samples add nothing that is seen." if at < most / 2 else "."
    else:
        words += f", the best of {most:,} only {chosen[-1]:.2f}."
    curves = {"the chosen": chosen, "without errors": best_of(counts, 0.0)}
    return {"x": plain(counts), "curves": plain(curves), "best": at if shape != "rises" else None, "says": words}
