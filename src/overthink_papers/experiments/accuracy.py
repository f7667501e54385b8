"""The experiment behind most figures: the fraction of correct decisions, by rule and depth, on random games."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from overthink.core.estimate import Sample
from overthink.core.tree import Column, Tree
from overthink.evaluate.solved import Artificial, artificial
from overthink.measure.accuracy import p_opt, right_moves
from overthink.measure.ceiling import heir_by_depth
from overthink.models.board_splitting import BoardSplittingModel, fixed_point
from overthink.search.sweep import move_scores
from overthink.studies.samples import Cell, Point, Setting
from overthink.studies.study import Draw, Knob, Study, one_figure
from overthink_papers.experiments.scaffold import DEPTH_LABELS, own_seed, plot

AT_ONCE = 100_000  # games that a GPU is given
PUBLISHED_ERROR = 0.2
BATCH = 50  # games side by side: as many as the processor's cache holds

Evaluators = Mapping[str, Callable[[Tree, int], Tree]]
Player = tuple[str, str, str]  # label, rule, evaluator
SQUARES = (0.5, round(fixed_point(2), 6))  # both readings of p: as the text suggests, and where P-games stay balanced
CEILING = (
    "The line heir is the ceiling in P-games: the best that any rule could decide by the evaluations below a move."
)
ODD = (1, 3, 5, 7, 9, 11)


def players(*rules: str) -> tuple[Player, ...]:
    """Rules that all see the artificial evaluator, under their own names."""
    return tuple((rule, rule, "artificial") for rule in rules)


def accuracy_study(
    name: str,
    model: Callable[[Setting], BoardSplittingModel],
    contest: Sequence[Player],
    depths: Callable[[Setting], Sequence[int]] | Sequence[int],
    caption: str,
    evaluators: Callable[[Setting], Evaluators] | None = None,
    error: float = PUBLISHED_ERROR,
    ceiling: bool = False,
    **figure: Any,
) -> Study:
    """P_opt of every player at every depth, on every game. Without `evaluators`, the artificial one with this error.
    With `ceiling`, one line more in P-games: the rule `heir` with the true parameters of the artificial evaluator, the
    best that any rule could decide. `figure`: the rest of `one_figure`."""
    settings = figure["settings"]
    knobs: dict[str, Knob] = {}
    if not callable(depths) and len(depths) > 1:
        knobs["depths"] = Knob(tuple(depths), 1, min(model(setting).height for setting in settings), whole=True)
    if evaluators is None:
        knobs["error"] = Knob((error,), 0.0, 0.5, several=False)
    opinion = evaluators or (lambda setting: {"artificial": artificial(error)})

    def remake(**changes: Any) -> Study:
        given = {"depths": depths, "error": error, **changes}
        return accuracy_study(
            name, model, contest, caption=printed, evaluators=evaluators, ceiling=ceiling, **given, **figure
        )

    def limited(setting: Setting) -> bool:
        return ceiling and model(setting).mixing == 1.0

    def plan(setting: Setting, seed: int) -> tuple[int, tuple[int, ...], list[Point]]:
        """The seed of the study's own games, the depths, and what is measured."""
        looked = tuple(depths(setting) if callable(depths) else depths)
        lines = [*(label for label, _, _ in contest), *(["heir"] if limited(setting) else [])]
        points: list[Point] = [{"rule": line, "depth": depth} for line in lines for depth in looked]
        return own_seed(name, seed), looked, points

    def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
        own, looked, points = plan(setting, seed)
        parts = []
        first = settings.index(setting) * len(contest) // len(settings)  # so that workers compile different rules
        for begin in range(start, stop, BATCH):
            tree = model(setting).draw(begin, min(begin + BATCH, stop), own)
            right = right_moves(tree)
            opinions = {label: evaluate(tree, own) for label, evaluate in opinion(setting).items()}
            in_turn = (*contest[first:], *contest[:first])
            scored = {label: _p_opt_by_depth(opinions[e], rule, looked, right) for label, rule, e in in_turn}
            lines = [scored[label] for label, _, _ in contest]
            if limited(setting):
                lines.append(best_possible(setting, opinions["artificial"], looked))
            parts.append(np.concatenate(lines))
        return points, np.concatenate(parts, axis=1)

    def best_possible(setting: Setting, tree: Tree, looked: Sequence[int]) -> Sample:
        evaluator = opinion(setting)["artificial"]
        assert isinstance(evaluator, Artificial)
        return np.stack([*heir_by_depth(tree, model(setting), evaluator, looked).values()])

    def together(chosen: Sequence[Setting], start: int, stop: int, seed: int) -> Iterator[tuple[int, Cell]]:
        from overthink.gpu.games import p_opt_on_gpu  # needs a GPU

        pairs = [(rule, evaluator) for _, rule, evaluator in contest]
        for number, setting in enumerate(chosen):
            own, looked, points = plan(setting, seed)
            games = model(setting), start, stop, own
            shares = p_opt_on_gpu(*games, opinion(setting), pairs, looked, limited(setting))
            yield number, (points, shares.reshape(-1, stop - start))

    printed = caption
    if ceiling:
        caption = f"{caption} {CEILING}"
    options = {"scales": {"quick": 1000, "paper": 5000}, "together": together, "at_once": AT_ONCE, **figure}
    options |= {"knobs": knobs, "remake": remake}
    return one_figure(name=name, run=run, caption=caption, same_bits=True, **options)


def accuracy_curves(panel: str | None = "p", panel_title: str = "p = ", **labels: str) -> Draw:
    """Draws P_opt by depth: a line for each rule, a panel for each value of a column, `labels` as words for lines."""
    words = {**DEPTH_LABELS, **{label.replace("_", "-"): text for label, text in labels.items()}}
    return plot("depth", "rule", panel, words, panel_title)


def _p_opt_by_depth(tree: Tree, rule: str, depths: Sequence[int], right: Column) -> Sample:
    scores = move_scores(tree, rule, depths)
    return np.stack([p_opt(tree, scores[depth], right) for depth in depths])
