"""Are the errors of chess engines' evaluations correlated?

An evaluation is what a search of one ply says, with its quiescence, in pawns to White. The truth stands for itself as
far as it can: a search of ten plies by an engine of another family. An error is an evaluation less what a straight line
predicts from that, because engines have scales of their own. An observation is a position of engines' play, with two
different random moves of it. Correlations are over positions. `nau/champions` asks whether these engines decide worse
when they look deeper.
"""

import math
from dataclasses import asdict
from functools import partial
from statistics import NormalDist

import numpy as np

from overthink.adapters.uci import Engine
from overthink.core.arithmetic import mix, seed_key
from overthink.core.errors import OverthinkError
from overthink.core.estimate import LEVEL, Estimate, Sample, simultaneous
from overthink.report.charts import dots
from overthink.studies.checks import AllOf, Computed, all_above
from overthink.studies.claim import Evidence, own_claim
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, grid
from overthink.studies.study import one_figure
from overthink_papers.experiments.engines import JUDGED_BY, contests, lacking

NAME = "beyond/chess-heredity"
SHALLOW, DEEP = 1, 10  # plies of an evaluation, and of what stands for the truth
MOST_PAWNS = 10.0  # pawns; more counts as this
TRIES = 100
MEASURES = ("evaluation", "truth")
PLACES = ("parent", "child", "sibling")
PAIRS = {"parent and child": ("parent", "child"), "siblings": ("child", "sibling")}
ENGINES = grid(engine=tuple(JUDGED_BY))
FRESH = 1650  # positions that were not looked at before the claims were written


def family(fen: str, key: np.uint64) -> list[str]:
    """A position, and two after its moves in which the game goes on."""
    import chess

    children = list[str]()
    moves = [move.uci() for move in chess.Board(fen).legal_moves]
    for number in range(TRIES):
        board = chess.Board(fen)
        board.push_uci(moves[int(mix(key, number) % np.uint64(len(moves)))])
        if not board.is_game_over() and board.fen() not in children:
            children.append(board.fen())
        if len(children) == 2:
            return [fen, *children]
    raise OverthinkError(f"No two moves of {fen} go on with the game.")


def worth(engine: Engine, fen: str, depth: int) -> float:
    """The value to White, in pawns."""
    value = max(engine.values(fen, depth, 1).values())
    return max(-MOST_PAWNS, min(MOST_PAWNS, value if " w " in fen else -value))


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """What the engine and its reference say of a position and two moves of it: float[points, observations]."""
    rows = []
    for number, fen, player, reference in contests(setting["engine"], start, stop, FRESH + seed):
        fens = family(fen, seed_key(NAME, FRESH + seed, number))
        depths = ((player, SHALLOW), (reference, DEEP))
        rows.append([worth(engine, place, depth) for engine, depth in depths for place in fens])
    points: list[Point] = [{"measure": measure, "place": place} for measure in MEASURES for place in PLACES]
    return points, np.array(rows).T


def errors_of_engine(samples: Samples, engine: str) -> dict[str, Sample]:
    """The error of each evaluation: it less what a straight line through all positions predicts from the truth."""
    seen, true = ({p: samples(engine=engine, measure=measure, place=p) for p in PLACES} for measure in MEASURES)
    slope, shift = np.polyfit(np.concatenate([*true.values()]), np.concatenate([*seen.values()]), 1)
    return {place: seen[place] - shift - slope * true[place] for place in PLACES}


def correlation(a: Sample, b: Sample, level: float = LEVEL) -> Estimate:
    """With an interval by Fisher's transformation."""
    r = float(np.corrcoef(a, b)[0, 1])
    n = len(a)
    half = NormalDist().inv_cdf(0.5 + level / 2.0) / math.sqrt(n - 3) if n > 3 else math.inf
    middle = math.atanh(max(-0.999999, min(0.999999, r)))
    return Estimate(r, math.tanh(middle - half), math.tanh(middle + half), n)


def rows(samples: Samples) -> list[Row]:
    """The correlation of errors of each engine and pair."""
    table = []
    for engine in samples.levels("engine"):
        error = errors_of_engine(samples, engine)
        for pair, (a, b) in PAIRS.items():
            table.append({"engine": engine, "pair": pair, **asdict(correlation(error[a], error[b]))})
    return table


def _engines_related(limit: float, side: float = 1.0) -> Computed:
    def judge(samples: Samples) -> Evidence:
        level = simultaneous(len(JUDGED_BY))
        by_engine = [errors_of_engine(samples, engine) for engine in JUDGED_BY]
        checks = []
        for a, b in PAIRS.values():
            estimates = [correlation(side * error[a], error[b], level) for error in by_engine]
            words = " ".join(f"{side * estimate.mean:.3f}" for estimate in estimates)
            checks.append(Computed(lambda _, e=estimates, w=words: all_above(e, side * limit, w), ""))  # type: ignore[misc]
        return AllOf(tuple(checks)).judge(samples)

    words = f"{'above' if side > 0 else 'below'} {limit:g}"
    says = f"every engine: errors of parent and child, and of siblings, have a correlation {words}"
    alike, apart = made_up_family(1.0), made_up_family(-1.0)
    return Computed(judge, says, *((alike, apart) if side > 0 else (apart, alike)))


def made_up_family(sign: float) -> Samples:
    """Errors that are the same for a position and its moves, or opposite between one member and the next."""
    error = np.tile([1.0, -1.0], 200)
    truth = np.repeat([2.0, -2.0], 200)
    sides = {"parent": 1.0, "child": sign, "sibling": 1.0}
    return Samples(
        [
            ({"engine": engine, "measure": measure, "place": place}, truth + (measure == "evaluation") * side * error)
            for engine in JUDGED_BY
            for measure in MEASURES
            for place, side in sides.items()
        ]
    )


STUDY = one_figure(
    NAME,
    "errors of chess engines' evaluations: are they correlated?",
    "Overthink",
    ENGINES,
    run,
    {"quick": 4, "paper": 120},
    lambda samples, rows: dots(rows, "engine", "pair", {"x": "correlation of errors"}, level=0.0),
    "The correlation of the errors of evaluations of one ply, between a position and one after a random move, and "
    "between two such positions. A search of ten plies by an engine of another family stands for the truth.",
    (own_claim(_engines_related(0.0)), own_claim(_engines_related(0.5, -1.0))),
    rows,
    across="pair",
    block=10,
    missing=partial(lacking, NAME),
)
