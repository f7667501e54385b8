"""Section 6: what EMM's errors cost. Nodes of pruned EMM and of alpha-beta, and both at equal cost.

The paper says that alpha-beta is a challenge for EMM, and leaves a pruned EMM to others. The pruned EMM here never
changes a decision. Nodes are those of a search for one best move; accuracy counts all moves that tie. At equal cost,
EMM at depth 7 plays against alpha-beta at the greatest depth that needs no more nodes than pruned EMM, both on average.
Evaluators: artificial, e = .2, and natural, where minimax sees the share.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from overthink.core.decision import Decision
from overthink.core.tree import Tree
from overthink.evaluate.solved import artificial, natural
from overthink.measure.accuracy import right_moves
from overthink.models.board_splitting import BoardSplittingModel
from overthink.rules import RULES
from overthink.search import SEARCHES
from overthink.search.look import ENDLESS_NODES, look_at
from overthink.search.subjects.tree import of_tree
from overthink.studies.checks import FLAT_CHANGE, AllOf, Beats, Computed, Exactly, better, for_each
from overthink.studies.claim import Evidence, Reading, ReadingKind, own_claim, quote
from overthink.studies.samples import Point, Samples, Setting, grid, means
from overthink.studies.study import one_figure
from overthink_papers.experiments.scaffold import one_by_one, own_seed, plot

DEPTHS = tuple(range(1, 11))
DEEP = 7
GAMES = {"P-games": 1.0, "N-games": 0.0}
EVALUATORS: dict[str, Callable[[Tree, int], Tree]] = {"artificial": artificial(0.2), "natural": natural}
PLAYERS = {"EMM": ("emm", "full-width"), "pruned EMM": ("emm", "pruned-emm"), "alpha-beta": ("minimax", "alpha-beta")}
LABELS = {"x": "search depth (plies)", "y": "nodes"}
SETTINGS = grid(game=tuple(GAMES), evaluator=tuple(EVALUATORS))
MEASURES = (*((player, what) for player in PLAYERS for what in ("nodes", "accuracy")), ("pruned EMM", "same decision"))
POINTS: list[Point] = [{"player": player, "what": what, "depth": d} for d in DEPTHS for player, what in MEASURES]


@one_by_one(POINTS)
def run(setting: Setting, number: int, seed: int) -> list[float]:
    """For every depth: nodes and P_opt of each player, and whether pruning changed EMM's decision (1 if not)."""
    own = own_seed("emm/pruning", seed)
    model = BoardSplittingModel(mixing=GAMES[setting["game"]])
    tree = EVALUATORS[setting["evaluator"]](model.draw(number, number + 1, own), own)
    return [value for depth in DEPTHS for value in _observe(tree, depth)]


def _observe(tree: Tree, depth: int) -> list[float]:
    right = np.flatnonzero(right_moves(tree))
    decisions = {player: _search_root(tree, depth, *how, ties=True) for player, how in PLAYERS.items()}
    values: list[float] = []
    for player, decision in decisions.items():
        nodes = _search_root(tree, depth, *PLAYERS[player], ties=False).nodes.total
        values += [nodes, sum(move in right for move in decision.moves) / len(decision.moves)]
    return [*values, decisions["EMM"].moves == decisions["pruned EMM"].moves]


def _search_root(tree: Tree, depth: int, rule: str, search: str, ties: bool) -> Decision:
    position = replace(of_tree(tree, 0, RULES[rule], depth), compiled=True)
    return look_at(position, RULES[rule], SEARCHES[search], depth, ties, ENDLESS_NODES)[0]


def affordable(samples: Samples, player: str, depth: int, where: Setting) -> int:
    """The greatest depth at which alpha-beta needs no more nodes on average than this player at this depth."""
    budget = float(samples(player=player, what="nodes", depth=depth, **where).mean())
    costs = {d: float(samples(player="alpha-beta", what="nodes", depth=d, **where).mean()) for d in DEPTHS}
    return max((d for d, cost in costs.items() if cost <= budget), default=DEPTHS[0])


def _at_equal_cost(samples: Samples, depth: int, where: Setting) -> Evidence:
    deeper = affordable(samples, "pruned EMM", depth, where)
    emm = samples(player="EMM", what="accuracy", depth=depth, **where)
    minimax = samples(player="alpha-beta", what="accuracy", depth=deeper, **where)
    words = f"alpha-beta at depth {deeper} {minimax.mean():.3f}, EMM at depth {depth} {emm.mean():.3f}"
    return better(minimax, emm, FLAT_CHANGE, words)


def _degrades(samples: Samples, depth: int, where: Setting) -> Evidence:
    deeper = affordable(samples, "pruned EMM", depth, where)
    shallow, deep = samples.curve("depth", (depth, deeper), player="alpha-beta", what="accuracy", **where)
    return better(shallow, deep, words=f"{shallow.mean():.3f} at depth {depth}, {deep.mean():.3f} at depth {deeper}")


def _more_nodes(more: str, fewer: str, first: int) -> AllOf:
    return for_each(
        SETTINGS,
        lambda where: Beats(
            more, fewer, over="depth", at=DEPTHS[first - 1 :], where={"what": "nodes", **where}, column="player"
        ),
    )


P, N = {"game": "P-games", "evaluator": "artificial"}, {"game": "N-games", "evaluator": "natural"}
STUDY = one_figure(
    name="emm/pruning",
    title="nodes of pruned EMM and of alpha-beta",
    source="[Zuckerman2018] section 6",
    settings=SETTINGS,
    run=run,
    scales={"quick": 50, "paper": 10_000},  # 2,000 left open how serious the disadvantage is
    draw=plot("depth", "player", "{game}, {evaluator}", LABELS, keep=lambda row: row["what"] == "nodes", log=True),
    caption="Mean nodes of one search, on a logarithmic scale. EMM needs the errors of nodes, so little can be pruned.",
    claims=(
        quote(
            "EMM will be at a serious disadvantage if a game tree does not contain pathological nodes",
            Computed(
                lambda s: _at_equal_cost(s, DEEP, N),
                f"N-games, natural evaluator: alpha-beta with as many nodes beats EMM of depth {DEEP} "
                f"by over {FLAT_CHANGE:g}",
            ),
            Reading(ReadingKind.OPEN, "games in which minimax gains from depth; no game of two plies lacks such nodes"),
        ),
        quote(
            "the deeper searches performed by minimax with alpha-beta can actually degrade performance",
            Computed(
                lambda s: _degrades(s, DEEP, P),
                f"P-games, artificial evaluator: alpha-beta with as many nodes decides worse than at depth {DEEP}",
            ),
        ),
        own_claim(
            Exactly(
                tuple(
                    {"player": "pruned EMM", "what": "same decision", "depth": d, **w} for w in SETTINGS for d in DEPTHS
                ),
                1.0,
            ),
            "pruning never changes EMM's decision",
        ),
        own_claim(_more_nodes("EMM", "pruned EMM", 3), "pruned EMM visits fewer nodes than EMM, from depth 3 on"),
        own_claim(
            _more_nodes("pruned EMM", "alpha-beta", 2), "pruned EMM visits more than alpha-beta, from depth 2 on"
        ),
    ),
    rows=means,
    block=50,
    edition=2,
)
