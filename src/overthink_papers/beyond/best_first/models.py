"""Where does best-first overthink? The papers' own games, with errors that are independent or inherited.

Evaluations of P-games, N-games and games between them say who wins, and are wrong with probability .2. With
probability h a position has inherited whether its evaluation is wrong; otherwise that is drawn anew. Errors of a
position and of the one below it have the correlation h. Minimax searches at full width; a ply costs its leaves.
Synthetic trees [Nau2010], `beyond/best-first-trees`, are read as wins and losses: of values above and below the middle
between both first moves.

The weight λ that the dependence of errors makes best comes from the moves of these games: the log-odds of a search of
two plies below a move, and those of the move's own evaluation (`beyond/strong-why`).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.estimate import Estimate, Sample, simultaneous
from overthink.core.tree import Tree
from overthink.models.board_splitting import BoardSplittingModel, fixed_point
from overthink.models.bottom_up import BottomUp
from overthink.models.granular import GranularModel
from overthink.models.top_down import TopDown
from overthink.rules.minimax import MINIMAX
from overthink.rules.tempered import tempered
from overthink.search.best_first import Growth
from overthink.search.subjects.tree import of_tree
from overthink.search.sweep import move_scores
from overthink.studies.checks import Computed, all_above
from overthink.studies.claim import Claim, Evidence, own_claim
from overthink.studies.samples import Point, Row, Samples, Setting, grid
from overthink.studies.study import one_figure
from overthink_papers.beyond.strong.measure import LOOKED, MOMENTS, moments
from overthink_papers.beyond.strong.results import best_weight
from overthink_papers.beyond.strong.strong import made_up
from overthink_papers.experiments.scaffold import one_by_one, plot

NAME = "beyond/best-first-models"
HEIGHT = 15
ERROR = 0.2
WEIGHTS = (0.0, 0.05, 0.15, 0.25, 0.5, 0.75, 1.0)
STOPS = (8, 16, 32, 64, 128, 256, 512, 1024, 2048)
DEPTHS = range(1, 12)
GAMES = {"P-games": 1.0, "half": 0.5, "N-games": 0.0}
SYNTHETIC: dict[str, GranularModel] = {
    "synthetic, s = 0": TopDown(b=2, g=256, s=0.0, height=HEIGHT),
    "top-down, s = 0.5": TopDown(b=2, g=256, s=0.5, height=HEIGHT),
    "bottom-up, s = 0.2": BottomUp(b=2, g=256, s=0.2, height=HEIGHT),
}
SETTINGS = grid(game=tuple(GAMES), inherited=(0.0, 0.25, 0.5, 0.75))
TREES = grid(game=tuple(SYNTHETIC), inherited=(0.0, 0.5))
POINTS: list[Point] = [
    *({"search": f"best-first, λ = {weight:g}", "evaluations": stop} for weight in WEIGHTS for stop in STOPS),
    *({"search": "minimax", "evaluations": 2**depth} for depth in DEPTHS),
    *({"measure": measure} for measure in MOMENTS),
]


def spoil(tree: Tree, inherited: float, random: np.random.Generator) -> Tree:
    """The truth, wrong with probability ERROR; whether it is wrong is inherited with this probability."""
    wrong = random.random(len(tree)) < ERROR
    heirs = random.random(len(tree)) < inherited
    for low, high in zip(tree.levels[1:-1].tolist(), tree.levels[2:].tolist()):
        above = (np.arange(low, high) - low) // 2 + int(tree.levels[np.searchsorted(tree.levels, low) - 1])
        wrong[low:high] = np.where(heirs[low:high], wrong[above], wrong[low:high])
    return tree.opinion(np.where(wrong, -tree.truth, tree.truth), ERROR)


def synthetic(name: str, number: int, seed: int) -> Tree:
    """A synthetic tree of wins and losses in which one first move wins and the other loses."""
    model = SYNTHETIC[name]
    attempt = 0
    while True:
        tree = model.draw(number, number + 1, seed=int(seed_key(NAME, name, seed, attempt)) >> 1)
        first, second = tree.truth[tree.children(0)]
        if first != second:
            truth = np.where(tree.truth > 0.5 * (first + second), 1.0, -1.0)
            ends = np.diff(tree.first) == 0
            return replace(tree, truth=truth, utility=np.where(ends, truth, np.nan))
        attempt += 1


@one_by_one(POINTS)
def run(setting: Setting, number: int, seed: int) -> list[float]:
    """P_opt of each search in one game, and the moments of its moves."""
    name = setting["game"]
    if name in GAMES:
        drawn = BoardSplittingModel(HEIGHT, 2, fixed_point(2), GAMES[name]).draw(number, number + 1, seed=seed)
    else:
        drawn = synthetic(name, number, seed)
    tree = spoil(drawn, setting["inherited"], np.random.default_rng(int(seed_key(NAME, *setting.values(), number))))
    moves = tree.children(0)
    worth = tree.truth[moves]
    right = worth == worth.max()
    shares = []
    for weight in WEIGHTS:
        growth = Growth(of_tree(tree, 0, tempered(weight), 0), lambda node: range(2), tempered(weight), 1)
        for stop in STOPS:
            best = growth.advance(stop).moves
            shares.append(float(np.mean([right[move] for move in best])))
    shares += [float(right[scores == scores.max()].mean()) for scores in move_scores(tree, MINIMAX, DEPTHS).values()]
    search = np.log(move_scores(tree, "product", (LOOKED,))[LOOKED])
    own = tree.static[moves] * np.log((1.0 - ERROR) / ERROR)
    return [*shares, *moments(worth, own, np.asarray(search))]


def rows(samples: Samples) -> list[Row]:
    """Shares of right decisions."""
    return [{**point, **vars(Estimate.of_mean(sample))} for point, sample in samples.entries if "search" in point]


def best_of_errors(samples: Samples, setting: Setting) -> float:
    """The weight λ that the dependence of errors makes best."""
    return float(best_weight({measure: float(samples(**setting, measure=measure).mean()) for measure in MOMENTS}))


def share(samples: Samples, setting: Setting, weight: float, evaluations: int = 1024) -> Sample:
    """Right decisions of best-first with this weight."""
    return samples(**setting, search=f"best-first, λ = {weight:g}", evaluations=evaluations)


def nearest(weight: float) -> float:
    """The weight of WEIGHTS that is nearest to this one."""
    return min(WEIGHTS, key=lambda each: abs(each - weight))


def _rises(setting: Setting, weight: float, by: float, sign: int, samples: Samples) -> Evidence:
    gap = sign * (share(samples, setting, weight) - share(samples, setting, weight, STOPS[0]))
    estimate = Estimate.of_mean(gap)
    return all_above([estimate], by, f"measured {estimate.mean:+.3f}")


def _minimax_falls(samples: Samples) -> Evidence:
    place = {"game": "P-games", "inherited": 0.0, "search": "minimax"}
    estimate = Estimate.of_mean(samples(**place, evaluations=2) - samples(**place, evaluations=512))
    return all_above([estimate], 0.0, f"measured {-estimate.mean:+.3f}")


def _predicted(settings: Sequence[Setting], evaluations: int, by: float, samples: Samples) -> Evidence:
    found = []
    words = []
    for setting in settings:
        weight = nearest(best_of_errors(samples, setting))
        best = max(WEIGHTS, key=lambda each: float(share(samples, setting, each, evaluations).mean()))
        gap = share(samples, setting, weight, evaluations) - share(samples, setting, best, evaluations)
        found.append(Estimate.of_mean(gap, simultaneous(len(settings))))
        words.append(f"{weight:g} {found[-1].mean:+.3f}")
    return all_above(found, -by, "measured " + ", ".join(words))


def _none_falls(samples: Samples) -> Evidence:
    gaps = [share(samples, setting, 0.15) - share(samples, setting, 0.15, STOPS[0]) for setting in TREES]
    found = [Estimate.of_mean(gap, simultaneous(len(gaps))) for gap in gaps]
    return all_above(found, -0.01, "measured " + " ".join(f"{each.mean:+.3f}" for each in found))


def _made_up(predicted: float) -> Callable[[Point], float]:
    """Means of which λ* is 1, and decides right as often as this; other weights are right in 90%."""
    measures = made_up()
    return lambda point: measures(point) if "measure" in point else predicted if "λ = 1" in point["search"] else 0.9


def _claim(says: str, setting: Setting, weight: float, by: float = 0.0, sign: int = 1) -> Claim:
    return own_claim(Computed(partial(_rises, setting, weight, by, sign), says))


LABELS = {"x": "evaluations", "y": "share of right decisions"}
SHOWN = ("minimax", "best-first, λ = 0", "best-first, λ = 0.15", "best-first, λ = 1")


ALONE, SHARED = ({"game": "P-games", "inherited": h} for h in (0.0, 0.5))
CLAIMS = (
    _claim("P-games, independent errors: best-first with λ = 0 overthinks: 1,024 evaluations are worse than 8", ALONE,
           0.0, sign=-1),
    _claim("the same with λ = .15: 1,024 evaluations decide better than 8, by .05 or more", ALONE, 0.15, 0.05),
    own_claim(Computed(_minimax_falls, "the same by minimax at full width: 512 evaluations decide worse than 2")),
    _claim("P-games, errors inherited with probability .5: λ = .15 decides better with 1,024 evaluations than with 8",
           SHARED, 0.15),
    _claim("N-games, independent errors: λ = 0 decides at most a point worse with 1,024 evaluations than with 8",
           {"game": "N-games", "inherited": 0.0}, 0.0, -0.01),
    own_claim(Computed(partial(_predicted, SETTINGS, 1024, 0.01), "in all twelve models, the λ that the dependence of "
                       "errors makes best is at most a point behind the best of seven, 1,024 evaluations",
                       _made_up(0.9), _made_up(0.8))),
)  # fmt: skip
STUDY = one_figure(
    NAME,
    "best-first in the papers' own games: where does it overthink, by which weight λ?",
    "Overthink",
    SETTINGS,
    run,
    {"quick": 20, "paper": 580},
    plot(
        "evaluations",
        "search",
        "inherited with probability {inherited:g}",
        LABELS,
        log_x=True,
        keep=lambda row: row["game"] == "P-games" and row["search"] in SHOWN,
    ),
    f"The share of right decisions in P-games over evaluations, by how often the error of an evaluation, {ERROR:g}, is "
    "inherited from the position above.",
    CLAIMS,
    rows,
    across="search",
    block=20,
)
TREES_STUDY = one_figure(
    "beyond/best-first-trees",
    "best-first in synthetic trees: where does it overthink, by which weight λ?",
    "Overthink",
    TREES,
    run,
    {"quick": 20, "paper": 580},
    plot(
        "evaluations", "search", "game", LABELS, log_x=True,
        keep=lambda row: not row["inherited"] and row["search"] in SHOWN,
    ),
    f"The share of right decisions in synthetic trees with independent errors, {ERROR:g} of all evaluations.",
    (
        _claim("synthetic trees without similarity, independent errors: λ = 0 decides worse with 1,024 evaluations "
               "than with 8", {"game": "synthetic, s = 0", "inherited": 0.0}, 0.0, sign=-1),
        own_claim(Computed(_none_falls, "six models of synthetic trees: λ = .15 decides at most a point worse with "
                           "1,024 evaluations than with 8")),
        own_claim(Computed(partial(_predicted, TREES, 64, 0.02), "in these six models, the λ that the dependence of "
                           "errors makes best is at most two points behind the best of seven, 64 evaluations",
                           _made_up(0.9), _made_up(0.8))),
    ),
    rows,
    across="search",
    block=20,
)  # fmt: skip
