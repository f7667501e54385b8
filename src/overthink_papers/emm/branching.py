"""Other branching factors: P-games with b = 3 and 4, artificial evaluator, e = .2.

The paper gives no heights. With b = 3 a P-game of p = .5 is almost never nontrivial beyond height 7, nor with b = 4
beyond height 5.
"""

from functools import partial

from overthink.models.board_splitting import BoardSplittingModel, fixed_point
from overthink.studies.checks import AllOf, Beats, for_each
from overthink.studies.claim import Claim, Reading, quote
from overthink.studies.samples import Row, Setting
from overthink_papers.emm.fig6 import INTRODUCTION, whereas
from overthink_papers.emm.readings import BALANCED, HALF, NOWHERE, ROOTS, SLIGHT, Root, nowhere
from overthink_papers.experiments.accuracy import accuracy_study, players
from overthink_papers.experiments.scaffold import DEPTH_LABELS, plot

SIMILAR = "Scenarios with different branching factors produced similar results"


def both_squares(branching: tuple[int, ...]) -> tuple[Setting, ...]:
    """A setting for each branching factor and reading of p."""
    return tuple({"b": b, "p": p} for b in branching for p in (0.5, round(fixed_point(b), 6)))


def height(setting: Setting) -> int:
    """How high trees of this setting are."""
    if setting["b"] == 2:
        return 11
    return 5 if (setting["b"], setting.get("p")) == (4, 0.5) else 7


def odd(setting: Setting) -> tuple[int, ...]:
    """The odd depths up to the end of the game."""
    return tuple(range(1, height(setting) + 1, 2))


def split(settings: tuple[Setting, ...]) -> tuple[tuple[Reading, list[Setting]], ...]:
    """Both readings of p, each with its settings."""
    half = [setting for setting in settings if setting["p"] == 0.5]
    return (HALF, half), (BALANCED, [setting for setting in settings if setting not in half])


def _game_of(row: Row) -> str:
    return f"b = {row['b']}, height {height(row)}, p = {row['p']:.3g}"


def _similar(where: Setting, emm: str) -> AllOf:
    beats = Beats(emm, "minimax", over="depth", at=odd(where)[1:-1], where=where)
    return AllOf((whereas(odd(where), emm, where), beats))


def _with_root(root: Root, settings: list[Setting], reading: Reading) -> tuple[Claim, Claim]:
    return (
        quote(SIMILAR, for_each(settings, lambda w: _similar(w, root.emm)), reading, tolerance=SLIGHT),
        quote(NOWHERE, for_each(settings, lambda w: nowhere(odd(w), w, root.emm)), reading, INTRODUCTION, SLIGHT),
    )


by_branching = partial(
    accuracy_study,
    model=lambda s: BoardSplittingModel(height=height(s), branching=s["b"], p=s["p"]),
    depths=odd,
    draw=plot("depth", "rule", _game_of, DEPTH_LABELS),
    ceiling=True,
)
STUDY = by_branching(
    name="emm/branching",
    title="P-games with other branching factors, artificial evaluator (e = .2)",
    source="[Zuckerman2018] section 5.1",
    settings=both_squares((3, 4)),
    contest=players("minimax", "emm", "emm-value", "product"),
    caption="As with b = 2, minimax decides worse the further it looks, and EMM does not if its root compares "
    "values, then errors.",
    claims=tuple(
        claim
        for reading, settings in split(both_squares((3, 4)))
        for root in ROOTS
        for claim in _with_root(root, settings, root.reading(reading))
    ),
    edition=3,
)
