"""Sections 3 and 5.1: types of nodes in whole games, and the amount of local pathology as N-games turn into P-games.

For each game: the shares of its inner nodes at which every move wins (A), some (B, C) and none (D); the share of nodes
of a depth-5 search where EMM takes its evaluation instead, artificial evaluator with e = .2; and whether minimax
worsens at depth 5 what it decides rightly at depth 1.
"""

from dataclasses import replace

import numpy as np

from overthink.core.kinds import Column
from overthink.core.tree import Tree
from overthink.evaluate.solved import artificial
from overthink.measure.accuracy import p_opt, right_moves
from overthink.models.board_splitting import BoardSplittingModel
from overthink.rules import RULES
from overthink.search.sweep import back_up, move_scores
from overthink.studies.checks import (
    FLAT_CHANGE,
    Above,
    Better,
    Computed,
    Exactly,
    NeverFalls,
    Quantity,
    SomeBetter,
    at,
    curve,
)
from overthink.studies.claim import AS_WRITTEN, Claim, Evidence, ReadingKind, Verdict, own_claim, quote
from overthink.studies.samples import Samples, Setting, grid, shares
from overthink.studies.study import one_figure
from overthink_papers.emm.fig9 import MIXING
from overthink_papers.emm.readings import HALF, with_squares
from overthink_papers.experiments.accuracy import SQUARES
from overthink_papers.experiments.scaffold import one_by_one, own_seed, plot

ERROR = 0.2
DEPTH = 5
SETTINGS = tuple({"game": "boards", **setting} for setting in grid(m=MIXING, p=SQUARES))
TYPES = ("A", "B/C", "D")
SEARCHED = ("replaced", "replaced at D", "replaced elsewhere", "mistaken", "spoilt")
LABELS = {
    "x": "mixing factor m (0: N-game, 1: P-game)",
    "y": "share of nodes, or of games",
    "A": "type A",
    "B/C": "types B and C",
    "D": "type D",
    "replaced": "EMM replaces",
    "spoilt": "minimax worsens",
}
GREATER = (
    "we expect that our analogous game construction will generate games with a greater amount of local pathology as "
    "the mixing factor varies from 0.0 to 1.0"
)
HIDDEN = "a fall of 2 points on the way, which a figure would hardly show"
AMOUNTS = {  # what may be called local pathology
    "D": ("nodes of type D", ReadingKind.AS_WRITTEN),
    "replaced": ("nodes where EMM takes its evaluation instead of the search", ReadingKind.CLOSEST),  # at one p of two
    "spoilt": ("decisions that minimax worsens from depth 1 to 5", ReadingKind.CLOSEST),
}


def counts(tree: Tree, values: Column, nodes: Column) -> tuple[Column, Column, Column]:
    """Of each of these nodes that have moves, one after the other: its moves, those that win and those that lose."""
    moves = np.diff(tree.first)[nodes]
    edges = np.concatenate([[0], np.cumsum(moves)])
    children = tree.child[np.repeat(tree.first[nodes] - edges[:-1], moves) + np.arange(edges[-1])]
    signed = np.repeat(tree.mover[nodes], moves) * values[children]
    return moves, np.add.reduceat(signed > 0, edges[:-1]), np.add.reduceat(signed < 0, edges[:-1])


def type_shares(tree: Tree) -> tuple[float, ...]:
    """The shares of types A, B or C, and D among the inner nodes of one game."""
    moves, won, lost = counts(tree, tree.truth, np.flatnonzero(np.diff(tree.first)))
    kinds = won == moves, (won > 0) & (won < moves), lost == moves
    return tuple(float(kind.mean()) for kind in kinds)


def replacements(tree: Tree) -> list[float]:
    """Of the nodes that a depth-5 search passes: the share where EMM settles on the static evaluation, the same among
    those of type D and among the others, and the share whose type, A, B, C or D, it mistakes: it takes a won child for
    a lost one, or a lost one for won."""
    values, errors = back_up(tree, RULES["emm"], DEPTH)
    nodes = np.arange(tree.levels[DEPTH])
    static = errors[nodes] == ERROR
    moves, _, lost = counts(tree, tree.truth, nodes)
    bad = lost == moves
    children = np.arange(tree.levels[1], tree.levels[DEPTH + 1]).reshape(-1, 2)
    mistaken = (np.sign(values[children]) != tree.truth[children]).any(axis=1)
    return [float(share.mean()) for share in (static, static[bad], static[~bad], mistaken)]


def _worsened(tree: Tree) -> float:
    """1 if minimax decides worse at depth 5 than at depth 1, else 0."""
    scores = move_scores(tree, "minimax", (1, DEPTH))
    right = right_moves(tree)
    shallow, deep = (float(p_opt(tree, scores[depth], right)[0]) for depth in (1, DEPTH))
    return float(deep < shallow)


@one_by_one([{"share": share} for share in (*TYPES, "has D", *SEARCHED)])
def run(setting: Setting, number: int, seed: int) -> list[float]:
    """One game: shares of types, whether D is one, what `replaced` says, and whether depth worsens the choice."""
    own = own_seed("emm/types", seed)
    model = BoardSplittingModel(p=setting["p"], mixing=setting["m"])
    tree = artificial(ERROR)(model.draw(number, number + 1, own), own)
    kinds = type_shares(tree)
    return [*kinds, float(kinds[2] > 0.0), *replacements(tree), _worsened(tree)]


def grows(share: str, p: float) -> Computed:
    """The straight line through the means over m goes up, and they fall nowhere significantly by more than a figure
    would hide."""
    centred = np.array(MIXING) - np.mean(MIXING)
    weights = (centred / np.sum(centred**2)).tolist()
    slope = Quantity(tuple((weight, {"share": share, "m": m, "p": p}) for weight, m in zip(weights, MIXING)))
    steady = NeverFalls(curve("m", MIXING, share=share, p=p))
    rises = Above((slope,), 0.0)

    def judge(samples: Samples) -> Evidence:
        fall, rise = steady.judge(samples), rises.judge(samples)
        found = fall if fall.verdict == Verdict.FAILS else rise
        words = f"{fall.words}; slope {rise.estimate.mean:+.3f} from m = 0 to 1"
        return replace(found, words=words, margins=(*fall.margins, *rise.margins))

    return Computed(judge, f"{share} (p {p:g}): more with m")


def _more_with_m(share: str, p: float) -> Claim:
    words, kind = AMOUNTS[share]
    reading = with_squares(p, words, kind=kind)
    return quote(GREATER, grows(share, p), reading, tolerance=HIDDEN, says=f"{reading.words}: more with m")


P = {"p": SQUARES[0]}
ENDS = at(share="D", m=MIXING[0], **P), at(share="D", m=MIXING[-1], **P)


STUDY = one_figure(
    name="emm/types",
    title="types of nodes, and local pathology from N- to P-games",
    source="[Zuckerman2018] section 5.1",
    settings=SETTINGS,
    run=run,
    scales={"quick": 100, "paper": 5000},
    draw=plot("m", "share", "p", LABELS, "p = ", lambda row: row["share"] in LABELS),
    caption="Every game has nodes where all moves lose. There are fewer of them in P-games than in N-games. Minimax "
    "worsens more decisions there; whether EMM distrusts the search at more nodes depends on p.",
    claims=(
        *(_more_with_m(share, p) for share, p in (("D", SQUARES[0]), ("spoilt", SQUARES[0]), ("replaced", SQUARES[1]))),
        quote(
            "different games exhibit different degrees of local pathologies",
            SomeBetter((ENDS, ENDS[::-1]), FLAT_CHANGE),
            with_squares(SQUARES[0], AMOUNTS["D"][0]),
            "[Zuckerman2018] section 3",
            f"denied where they differ significantly by less than {FLAT_CHANGE:g}",
            says="p = .5, nodes of type D: N- and P-games differ",
        ),
        quote(
            "the algorithm naturally distinguishes between pathological nodes (type D) and nonpathological nodes",
            Better(at(share="replaced at D", m=1.0, **P), at(share="replaced elsewhere", m=1.0, **P)),
            HALF,
            "[Zuckerman2018] section 4",
            says="p = .5, P-games: EMM takes its evaluation more often at nodes of type D than at others",
        ),
        quote(
            "every game has pathological situations",
            Exactly(tuple({"share": "has D", **point} for point in grid(m=MIXING, p=SQUARES)), 1.0),
            AS_WRITTEN,
            "[Zuckerman2018] section 3",
            says="P- and N-games and all between: every game has nodes of type D",
        ),
        own_claim(
            Above((at(share="mistaken", m=1.0, **P),), 0.25),
            "p = .5, P-games: EMM mistakes the type, A, B, C or D, of more than a quarter of the nodes",
        ),
    ),
    rows=shares,
    across="share",
    edition=2,
)
