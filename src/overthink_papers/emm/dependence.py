"""Section 6: errors of natural evaluators are correlated. How often a child, and a sibling, is misjudged as well.

For every game and ply, pairs of nodes before the end: a node and its child, and two children of one node. An even board
counts as lost for the player to move. Shares are ratios of counts over games. And is it dependence that sets the
artificial and the natural evaluator apart? `unlinked` is wrong at every ply as often as the natural evaluator, measured
on other games, but each node on its own. Minimax sees win or loss with all three, so that they differ in nothing else.
"""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from functools import cache
from itertools import product

import numpy as np

from overthink.core.arithmetic import seed_key, subkeys, uniforms
from overthink.core.estimate import Estimate, Sample
from overthink.core.kinds import Column
from overthink.core.tree import Tree
from overthink.evaluate.solved import artificial, natural
from overthink.measure.accuracy import p_opt, right_moves
from overthink.measure.paired import linearise
from overthink.models.board_splitting import BoardSplittingModel
from overthink.search.sweep import move_scores
from overthink.studies.checks import FLAT_CHANGE, Above, Better, Computed, Quantity, at, better, for_each
from overthink.studies.claim import Evidence, Reading, ReadingKind, own_claim, quote
from overthink.studies.samples import Point, Row, Samples, Setting, grid
from overthink.studies.study import one_figure
from overthink_papers.experiments.scaffold import one_by_one, own_seed, plot

GAMES = {"P-games": 1.0, "N-games": 0.0}
HEIGHT = 11
DEPTH = 5
PILOT = 500  # games that tell how often the natural evaluator errs
PLIES = range(HEIGHT - 1)  # of the node; its child, or its sibling, is not the end of the game either
PAIRS = ("child", "sibling")
COUNTS = ("both", "first", "second", "pairs")  # wrong nodes among pairs
LOOK_ALIKE = {"share": "siblings alike", "evaluator": "natural"}  # pairs with the same evaluation, win or loss


def _opinions(tree: Tree) -> Column:
    values: Column = np.where(tree.static == 0.0, -tree.mover, np.sign(tree.static))
    return values


def wrong(tree: Tree) -> Column:
    """Where the evaluator's opinion is not the truth: bool[N]."""
    marks: Column = _opinions(tree) != tree.truth
    return marks


@cache
def rates(mixing: float) -> tuple[float, ...]:
    """How often the natural evaluator is wrong at each ply, in games of the pilot's own."""
    tree = natural(BoardSplittingModel(mixing=mixing).draw(0, PILOT, own_seed("emm/dependence", "pilot")))
    marks = wrong(tree)
    return tuple(float(marks[low:high].mean()) for low, high in zip(tree.levels, tree.levels[1:]))


@dataclass(frozen=True)
class Unlinked:
    """The truth, wrong at each ply as often as the natural evaluator, every node on its own."""

    mixing: float

    def __call__(self, tree: Tree, seed: int = 0) -> Tree:
        error = np.repeat(rates(self.mixing), np.diff(tree.levels))
        flip = uniforms(subkeys(tree.key, int(seed_key("unlinked", seed)) & 0xFFFFFFFF)) < error
        return tree.opinion(np.where(flip, -tree.truth, tree.truth), np.minimum(error, 1.0 - error))


EVALUATORS: dict[str, Callable[[float], Callable[[Tree, int], Tree]]] = {
    "artificial": lambda mixing: artificial(0.2),
    "natural": lambda mixing: natural,
    "unlinked": Unlinked,
}
SETTINGS = grid(game=tuple(GAMES), evaluator=tuple(EVALUATORS))
CONTEST: list[Point] = [{"rule": rule, "depth": depth} for rule in ("minimax", "emm") for depth in (1, DEPTH)]
POINTS: list[Point] = [
    *({"pair": pair, "ply": ply, "count": count} for pair in PAIRS for ply in PLIES for count in COUNTS),
    *CONTEST,
    {"share": "siblings alike"},
]


@one_by_one(POINTS)
def run(setting: Setting, number: int, seed: int) -> list[float]:
    """Counts of pairs by who of them is wrong, P_opt of minimax and of EMM, and how many siblings look alike."""
    own = own_seed("emm/dependence", seed)
    mixing = GAMES[setting["game"]]
    evaluate = EVALUATORS[setting["evaluator"]](mixing)
    tree = evaluate(BoardSplittingModel(mixing=mixing).draw(number, number + 1, own), own)
    right = right_moves(tree)
    views = {"minimax": tree.opinion(_opinions(tree), tree.error), "emm": tree}  # minimax sees win or loss with each
    scores = {rule: move_scores(view, rule, (1, DEPTH)) for rule, view in views.items()}
    first, second = _opinions(tree)[tree.levels[1] : tree.levels[HEIGHT]].reshape(-1, 2).T
    accuracy = (p_opt(tree, scores[p["rule"]][p["depth"]], right)[0] for p in CONTEST)
    return [*_counts(tree), *accuracy, float(np.mean(first == second))]


def _counts(tree: Tree) -> list[float]:
    marks = wrong(tree).astype(float)
    counts: list[float] = []
    for pair, ply in product(PAIRS, PLIES):
        parents = marks[tree.levels[ply] : tree.levels[ply + 1]]
        below = marks[tree.levels[ply + 1] : tree.levels[ply + 2]].reshape(len(parents), 2)
        a, b = (np.repeat(parents, 2), below.ravel()) if pair == "child" else (below.ravel(), below[:, ::-1].ravel())
        counts += [float(a @ b), float(a.sum()), float(b.sum()), float(len(a))]
    return counts


Share = Callable[[Samples], Sample]


def shares(pair: str, plies: Iterable[int], **where: object) -> tuple[Share, Share]:
    """How often the second of a pair is wrong where the first is wrong, and where it is right."""
    listed = tuple(plies)

    def counts(samples: Samples) -> list[Sample]:
        return [np.sum([samples(pair=pair, ply=ply, count=c, **where) for ply in listed], axis=0) for c in COUNTS]

    def where_wrong(samples: Samples) -> Sample:
        both, first, _, _ = counts(samples)
        return linearise(both, first)

    def where_right(samples: Samples) -> Sample:
        both, first, second, pairs = counts(samples)
        return linearise(second - both, pairs - first)

    return where_wrong, where_right


def rows(samples: Samples) -> list[Row]:
    """How often a relative is wrong where the other is wrong and where it is right, ply by ply."""
    table: list[Row] = []
    for setting, pair, ply in product(SETTINGS, PAIRS, PLIES):
        for words, share in zip(("is wrong", "is right"), shares(pair, (ply,), **setting)):
            line = f"{pair} is wrong where the {'parent' if pair == 'child' else 'other'} {words}"
            table.append({**setting, "share": line, "ply": ply, **asdict(Estimate.of_mean(share(samples)))})
    return table


FAMILIES = "when they are wrong about 1 game state, they are likely to also be wrong about children of that game state"
SIBLINGS = "given our independence assumption and the strong dependence among N-game siblings"
PRIMARY = "that is the primary difference between the performance of the artificial and natural evaluators"
SEARCHED = range(DEPTH)  # plies whose nodes and children a depth-5 search sees
MORE = Reading(ReadingKind.OPEN, f"likelier than where it is right, in the first {DEPTH} plies")


def made_up_count(point: Point) -> float:
    """Made-up counts: of 100 pairs, 40 wrong on either side, 20 on both."""
    return {"both": 20.0, "first": 40.0, "second": 40.0, "pairs": 100.0}[point["count"]]


def made_up_lead(point: Point) -> float:
    """A made-up accuracy: EMM leads, most with the artificial evaluator."""
    lead = {"artificial": 0.6, "unlinked": 0.5, "natural": 0.3}[point["evaluator"]]
    return lead if point["rule"] == "emm" else 0.0


def _more_often(pair: str, plies: Iterable[int], game: str, by: float = 0.0) -> Computed:
    check = Better(*shares(pair, plies, game=game, evaluator="natural"), by)
    words = f"{game}, natural evaluator: a {pair} of a misjudged node is more often misjudged"
    return Computed(check.judge, words + (f", by more than {by:g}" if by else ""), begin=made_up_count)


def _performance(evaluator: str, game: str) -> Quantity:
    where = {"depth": DEPTH, "game": game, "evaluator": evaluator}
    return at(rule="emm", **where) - at(rule="minimax", **where)


def _primary(game: str) -> Computed:
    def judge(samples: Samples) -> Evidence:
        one, linked, unlinked = (_performance(e, game)(samples) for e in ("artificial", "natural", "unlinked"))
        steps = [abs(float(a.mean() - b.mean())) for a, b in ((unlinked, linked), (one, unlinked))]
        signs = [1.0 if a.mean() >= b.mean() else -1.0 for a, b in ((unlinked, linked), (one, unlinked))]
        words = (
            f"EMM's lead: natural {linked.mean():+.3f}, unlinked {unlinked.mean():+.3f}, artificial {one.mean():+.3f}"
        )
        return better(
            signs[0] * (unlinked - linked),
            signs[1] * (one - unlinked),
            words=f"{words}; {steps[0]:.3f} against {steps[1]:.3f}",
        )

    says = f"{game}: without dependence the natural evaluator is nearer to the artificial one than to itself"
    return Computed(judge, says, begin=made_up_lead)


STUDY = one_figure(
    name="emm/dependence",
    title="errors of parents, children and siblings",
    source="[Zuckerman2018] section 6",
    settings=SETTINGS,
    run=run,
    scales={"quick": 100, "paper": 5000},
    draw=plot("ply", "share", "{game}, {evaluator}", {"x": "ply of the first node", "y": "share of wrong evaluations"}),
    caption="With the natural evaluator a node is misjudged more often if its parent, or its sibling, is; with the "
    "artificial one that makes no difference.",
    claims=(
        quote(
            FAMILIES,
            for_each(GAMES, lambda game: Above((shares("child", SEARCHED, game=game, evaluator="natural")[0],), 0.5)),
            says=f"P- and N-games, natural evaluator: most children of a misjudged node are, first {DEPTH} plies",
        ),
        quote(FAMILIES, for_each(GAMES, lambda game: _more_often("child", SEARCHED, game)), MORE),
        quote(SIBLINGS, _more_often("sibling", PLIES, "N-games", FLAT_CHANGE), source="[Zuckerman2018] section 5.1"),
        own_claim(
            Better(at(game="N-games", **LOOK_ALIKE), at(game="P-games", **LOOK_ALIKE)),
            "natural evaluator: more siblings of N- than of P-games have the same evaluation, win or loss",
        ),
        quote(PRIMARY, for_each(GAMES, _primary)),
    ),
    rows=rows,
    across="ply",
    edition=3,
)
