"""What pruning saves: nodes of Althöfer's alpha-beta beside ordinary alpha-beta and full width, on the same trees.

Trees are board-splitting games whose every node has an evaluation: its true value, +1 or -1, with Gaussian noise.
"""

from collections.abc import Sequence
from dataclasses import replace

from overthink.evaluate.spoil import noisy, truth
from overthink.models.board_splitting import BoardSplittingModel
from overthink.rules import RULES
from overthink.search import SEARCHES
from overthink.search.look import ENDLESS_NODES, look_at
from overthink.search.subjects.tree import of_tree
from overthink.studies.checks import AlwaysBetter, Exactly
from overthink.studies.claim import own_claim, quote
from overthink.studies.samples import Setting, means
from overthink.studies.study import one_figure
from overthink_papers.experiments.scaffold import ahead_at, one_by_one, own_seed, plot

DEPTHS = {2: tuple(range(2, 13, 2)), 3: tuple(range(2, 9)), 4: tuple(range(2, 7))}
SETTINGS: tuple[Setting, ...] = tuple({"b": b, "depth": depth} for b, depths in DEPTHS.items() for depth in depths)
SIGMA = 0.5
CONTEST = {
    "full width": ("althofer", "full-width"),
    "alpha-beta": ("minimax", "alpha-beta"),
    "Althöfer alpha-beta": ("althofer", "althofer-alpha-beta"),
}


@one_by_one([*({"search": label} for label in CONTEST), {"search": "same decision"}])
def run(setting: Setting, number: int, seed: int) -> list[float]:
    """Nodes seen by each search, and whether pruning changed Althöfer's decision (1 if it did not)."""
    b = setting["b"]
    depth = setting["depth"]
    own = own_seed("althofer/nodes", seed)
    model = BoardSplittingModel(height=depth + 1, branching=b, p=0.5, nontrivial=False)
    tree = noisy(truth, SIGMA)(model.draw(number, number + 1, own), own)
    decisions = {}
    for label, (rule, search) in CONTEST.items():
        position = replace(of_tree(tree, 0, RULES[rule], depth), compiled=True)
        decisions[label], _ = look_at(position, RULES[rule], SEARCHES[search], depth, False, ENDLESS_NODES)
    full, pruned = decisions["full width"], decisions["Althöfer alpha-beta"]
    same = float(pruned.moves[0] in full.moves and pruned.value == full.value)
    return [*(float(decision.nodes.total) for decision in decisions.values()), same]


def _fewer_nodes(rival: str, settings: Sequence[Setting]) -> AlwaysBetter:
    return ahead_at(settings, {"search": rival}, {"search": "Althöfer alpha-beta"})


STUDY = one_figure(
    name="althofer/nodes",
    title="nodes of Althöfer's alpha-beta",
    source="[Abdelbar2012] section 4, Figure 4",
    settings=SETTINGS,
    run=run,
    scales={"quick": 40, "paper": 1000},
    draw=plot("depth", "search", "b", {"x": "search depth (plies)", "y": "nodes"}, "b = ", log=True),
    caption="Mean nodes of one search, on a logarithmic scale. Althöfer's alpha-beta saves as much as ordinary "
    "alpha-beta, and on these trees a little more.",
    claims=(
        quote(
            "full alpha-beta pruning can be adapted to Althöfer's algorithm",
            Exactly(tuple({"search": "same decision", **at} for at in SETTINGS), 1.0),
            source="[Abdelbar2012] section 1",
            says="pruning never changes Althöfer's value or decision",
        ),
        quote(
            "the remaining children of x are cut off",
            _fewer_nodes("full width", SETTINGS),
            says="it visits fewer nodes than full width, at every depth",
        ),
        own_claim(
            _fewer_nodes("alpha-beta", [at for at in SETTINGS if at["depth"] > 3]),
            "it visits fewer nodes than alpha-beta does for minimax, at every depth from 4 on",
        ),
    ),
    rows=lambda samples: [row for row in means(samples) if row["search"] != "same decision"],
    block=40,
)
