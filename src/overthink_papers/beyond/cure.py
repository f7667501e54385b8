"""Do EMM, the product rule, Althöfer, vote and bayes cure the pathology of the synthetic models, and of the games, of
[Nau2010]? The models come from one line of papers and the rules from two others, and were never put together.

`beyond/cure`: trees, noise and buckets are those of [Nau2010]; every rule searches the same trees to depth 5. Rules
that ask for a win or a loss read a heuristic value as a win if it lies above a threshold, the boundary of buckets that
cuts the values of the roots' moves most nearly in half, and are told how often such a reading is wrong, counted on
pilot trees. The number is a rule's decision error at depth 5 over that of looking one move ahead, where all rules
decide as minimax does: above 1, looking ahead did harm.

`beyond/cure-games`: the truth with Gaussian noise that belongs to the position, in g buckets over the interval in which
the estimates lie: the endgame KBBK and the 8-puzzle, all positions at once, and regularised kalah, 6 pits, 12 seeds, 8
moves, without capture, random boards. The threshold is the median of the true values. An observation is one draw of
noise over all positions, or this many boards.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import cache

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.tree import Column, Tree
from overthink.evaluate.solved import by_threshold, reading
from overthink.evaluate.spoil import granular, noisy, truth
from overthink.games.chess.table import endgame
from overthink.games.kalah import Kalah, grown, scatter
from overthink.games.sliding_puzzle import SlidingPuzzle
from overthink.measure.accuracy import p_opt_by_depth
from overthink.measure.paired import ratio
from overthink.models.bottom_up import BottomUp, OnePlayer
from overthink.models.granular import GranularModel
from overthink.models.top_down import TopDown
from overthink.studies.checks import AllOf, for_each
from overthink.studies.claim import own_claim
from overthink.studies.samples import Point, Row, Samples, Setting, grid
from overthink.studies.study import Picture, one_figure
from overthink_papers.experiments.scaffold import ahead_at, one_by_one, own_seed, plot
from overthink_papers.experiments.surfaces import winners

CURES = ("product", "althofer", "emm", "vote", "bayes")
RULES = ("minimax", *CURES)
DEEP = 5
LINES: list[Point] = [{"rule": "minimax", "depth": 1}, *({"rule": rule, "depth": DEEP} for rule in RULES)]


def right_shares(tree: Tree) -> list[Column]:
    """P_opt of every position, looking one move ahead and by each rule at depth 5."""
    return [p_opt_by_depth(tree, line["rule"], (line["depth"],))[line["depth"]] for line in LINES]


def ratios(samples: Samples, settings: Iterable[Setting], resamples: int = 2000) -> list[Row]:
    """Errors at depth 5 over those at depth 1, where there are any at depth 1."""
    table = []
    for setting in settings:
        shallow = samples(rule="minimax", depth=1, **setting)
        for rule in RULES:
            if shallow.any():
                estimate = ratio(samples(rule=rule, depth=DEEP, **setting), shallow, resamples=resamples)
                table.append({**setting, "rule": rule, **asdict(estimate)})
    return table


def _beats(rules: Iterable[str], settings: Sequence[Setting], depth: int = DEEP) -> AllOf:
    minimax = {"rule": "minimax", "depth": depth}
    return for_each(rules, lambda rule: ahead_at(settings, minimax, {"rule": rule, "depth": DEEP}))


# The synthetic models

MODELS: Mapping[str, type[GranularModel]] = {"top-down": TopDown, "bottom-up": BottomUp, "one player": OnePlayer}
GRAINS = (2, 4, 8, 16, 32)
SIMILARITIES = (0.0, 0.25, 0.5, 0.75, 1.0)
BRANCHING = (2, 4, 6)
SETTINGS = grid(model=tuple(MODELS), b=BRANCHING, s=SIMILARITIES, g=GRAINS)
LEAVES = 4096  # an observation is one tree, or as many small ones as have this many leaves together
PILOT = 40  # observations from which the rules learn how far to trust a value


def trees(setting: Setting) -> tuple[GranularModel, int]:
    """The model, and how many of its trees make one observation."""
    model = MODELS[setting["model"]](b=setting["b"], g=setting["g"], s=setting["s"], height=DEEP)
    return model, max(1, LEAVES // model.b**model.height)


@one_by_one(LINES)
def run(setting: Setting, number: int, seed: int) -> list[float]:
    """The mean decision error of each of LINES on a batch of trees."""
    model, each = trees(setting)
    own = own_seed("beyond/cure", seed)
    tree = reading(model, PILOT * each)(model.draw(number * each, (number + 1) * each, own))
    return [float(1.0 - share.mean()) for share in right_shares(tree)]


def _draw_winners(samples: Samples, rows: list[Row]) -> Picture:
    named = [{**row, "panel": f"{row['model']}, b = {row['b']}"} for row in rows]
    labels = {"x": "local similarity s", "y": "granularity g", "althofer": "Althöfer"}
    return winners(named, "s", "g", "panel", "rule", labels)


def _fitting(**fixed: object) -> list[Setting]:
    return [s for s in SETTINGS if s["g"] > 2 and all(s[name] == value for name, value in fixed.items())]


STUDY = one_figure(
    name="beyond/cure",
    title="which rule cures the pathology of the synthetic models",
    source="Overthink",
    settings=SETTINGS,
    run=run,
    scales={"quick": 6, "paper": 600},
    draw=_draw_winners,
    caption="Each square has the colour and initial of the rule that decides best at depth 5, and its error over that "
    "of looking one move ahead; below, the same for minimax. Framed: minimax is pathological there. White: no errors "
    "at depth 1.",
    claims=(
        *(
            own_claim(
                _beats(rules, [s for s in _fitting(s=0.0) if s["g"] in (4, 8)], depth=1),
                f"{words}: without similarity, at g = 4 and 8, depth 5 decides better than depth 1, every model and b",
            )
            for rules, words in (
                (("product",), "product cures"),
                (("althofer",), "althofer cures"),
                (("emm", "vote", "bayes"), "emm, vote and bayes cure"),
            )
        ),
        own_claim(
            _beats(("emm", "althofer", "bayes"), _fitting(model="top-down", s=0.5)),
            "top-down, s = .5, at every g above 2: emm, althofer and bayes decide better than minimax at depth 5",
        ),
        own_claim(
            _beats(("emm", "bayes"), _fitting(model="bottom-up", s=1.0, b=4)),
            "bottom-up, s = 1, b = 4, at every g above 2: emm and bayes decide better than minimax at depth 5",
        ),
    ),
    rows=lambda samples: ratios(samples, SETTINGS, 400),
    block=50,
    edition=2,
)

# Games

GAMES = ("kalah", "8-puzzle", "KBBK")
GAME_GRAINS = (3, 5, 10, 20, 40)
FAR = 10  # plies from mate: nearer positions are not asked about
PITS = 6
SEEDS = 12
MOVES = 8
BOARDS = 40
GAMES_NAME = "beyond/cure-games"
LABELS = {"x": "granularity g", "y": "error at depth 5 over that at depth 1", "althofer": "Althöfer"}


@cache
def whole(game: str) -> tuple[Tree, Column, float]:
    """All positions, which of them are asked about, and the noise in units of the truth."""
    if game == "8-puzzle":
        tree = SlidingPuzzle().state_space().tree
        tree = replace(tree, edge=np.zeros(len(tree.child)))  # every move costs the same, and rules for two count none
        return tree, tree.truth > 0.0, 2.0
    table = endgame(game)
    tree = table.state_space().tree
    ply = 1.0 / (table.longest + 1)
    return tree, (tree.truth > 0.0) & (tree.truth < 1.0 - FAR * ply), 2.0 * ply


@cache
def _kalah() -> Kalah:
    return Kalah.regularised(PITS, SEEDS // (2 * PITS), MOVES, capture=False)


def boards(number: int, seed: int) -> Iterator[tuple[Tree, Column, float]]:
    """What can come of each board of an observation; only the board itself is asked about."""
    for board in range(BOARDS):
        pits = np.zeros(2 * PITS, np.int64)
        scatter(seed_key(GAMES_NAME, seed, number, board), SEEDS, pits)
        tree = grown(_kalah(), _kalah().position(pits[:PITS].tolist(), pits[PITS:].tolist())).tree
        yield tree, np.ones(1, np.bool_), 0.9


def errors(tree: Tree, positions: Column, sigma: float, seed: int) -> Column:
    """P_err of looking one move ahead and of each rule at depth 5, by granularity. Rules learn how far to trust a value
    from another draw of noise over the same positions."""
    table = np.empty((len(GAME_GRAINS), len(LINES)))
    view, other = (noisy(truth, sigma)(tree, each) for each in (seed, seed ^ 1))
    low, high = float(view.static.min()), float(view.static.max())
    for row, g in zip(table, GAME_GRAINS):
        opinions, pilot = (granular(lambda tree, seed: tree, g, low, high)(each) for each in (view, other))
        opinions = by_threshold(pilot, threshold(tree, low, high, g))(opinions)
        row[:] = [1.0 - share[positions].mean() for share in right_shares(opinions)]
    return table


def threshold(tree: Tree, low: float, high: float, g: int) -> float:
    """The boundary of buckets nearest to the median of the true values."""
    width = (high - low) / g
    return low + width * min(max(round((float(np.median(tree.truth)) - low) / width), 1), g - 1)


@one_by_one([{"g": g, **line} for g in GAME_GRAINS for line in LINES])
def _run_games(setting: Setting, number: int, seed: int) -> Column:
    own = own_seed(GAMES_NAME, "noise", seed, number)
    subjects = boards(number, seed) if setting["game"] == "kalah" else [whole(setting["game"])]
    return np.ravel(np.mean([errors(*subject, own) for subject in subjects], axis=0))


def _grains_of(*games: str) -> list[Setting]:
    return [{"game": game, "g": g} for game in games for g in GAME_GRAINS]


GAMES_STUDY = one_figure(
    name=GAMES_NAME,
    title="which rule cures pathology in an endgame, the 8-puzzle and kalah",
    source="Overthink",
    settings=grid(game=GAMES),
    run=_run_games,
    scales={"quick": 2, "paper": 30},
    draw=plot("g", "rule", "game", LABELS, level=1.0),
    caption="Above the dotted line a search to depth 5 decides worse than looking one move ahead. Noise of two moves "
    "(8-puzzle), two plies (KBBK) and .9 seeds (kalah).",
    claims=(
        own_claim(
            _beats(CURES, _grains_of("kalah", "8-puzzle")),
            "kalah and the 8-puzzle, at every granularity: every rule decides better than minimax at depth 5",
        ),
        own_claim(
            _beats(("althofer", "vote"), _grains_of("KBBK")),
            "KBBK, at every granularity: althofer and vote decide better than minimax at depth 5",
        ),
        own_claim(
            _beats(("product", "emm", "bayes"), _grains_of("KBBK")),
            "KBBK, at every granularity: product, emm and bayes decide better than minimax at depth 5",
        ),
    ),
    rows=lambda samples: ratios(samples, _grains_of(*samples.levels("game"))),
    block=1,
    edition=2,
)
