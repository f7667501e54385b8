"""Section 6.1 on chess programs: in how many positions is a program right at its smallest depth and wrong deeper?

The paper counts one direction: the stronger program's move at the smallest depth, another at depth 5. Near-ties alone
bring that about, and then the reverse is as common. So both directions are counted here, for every pair of depths: a
choice is *worsened* if it is right at the smaller depth and wrong at the greater, and *improved* if it is the other
way round. Depth harms where it worsens more choices than it improves.

The positions are made on the spot, a random opening and then an engine's play; the paper's came from world championship
matches. The reference looks to depth 12, as the paper's did, and comes from another family of programs than the engine
it judges: Stockfish and Glaurung, its ancestor, are judged by Ethereal; Ethereal and GNU Chess, a child of Fruit, by
Stockfish. A move is right if it is the reference's own ("same"), or if the position after it is worth this many
hundredths of a pawn less, at most, than after the best of the moves that were named (0, 10, 30).

The depth of an engine is nominal: quiescence and extensions look further, and pruning leaves most of the tree out. So
the nodes that it visits are measured too.
"""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from importlib.util import find_spec
from itertools import combinations

import numpy as np

from overthink.adapters.uci import Engine, engine_path
from overthink.core.estimate import Estimate, Sample
from overthink.doctor.ask.chess import make_chess_position
from overthink.report.charts import curves
from overthink.studies.checks import (
    FEWEST_OBSERVATIONS,
    FLAT_CHANGE,
    AllOf,
    AlwaysBetter,
    Computed,
    Falls,
    Measured,
    above,
    curve,
)
from overthink.studies.claim import NOT_IN_PRINT, Claim, Evidence, Reading, ReadingKind, Verdict
from overthink.studies.samples import Cell, Row, Samples, Setting, grid
from overthink.studies.study import Picture, one_figure

JUDGED_BY = {  # by an engine of another family
    "stockfish": "ethereal-chess",
    "glaurung": "ethereal-chess",
    "ethereal-chess": "stockfish",
    "gnuchess": "stockfish",
}
COMMANDS = {"gnuchess": "gnuchess --uci"}
NEUTRAL: dict[str, dict[str, object]] = {"ethereal-chess": {"ContemptDrawPenalty": 0, "ContemptComplexity": 0}}
MAKER = "stockfish"  # plays the games that positions come from
MADE: dict[tuple[int, int], str] = {}  # positions by number and seed: every engine is asked about the same ones
DEPTHS = tuple(range(1, 9))
SHALLOW, DEEP = 1, 5  # the pair that the paper compares
REFERENCE_DEPTH = 12
SAME = "same"  # the reference's own move, as the paper counts
MARGINS = (SAME, "0", "10", "30")  # hundredths of a pawn
PLAIN = "10"
WORST = 10.0  # pawns; a loss counts for no more
PRINTED = (0.055, 0.092)  # of the paper's programs, which are not these
READING = Reading(
    ReadingKind.OPEN, "other programs, other positions, and for Rybka a program of another family at depth 12"
)
WORSE = "Assuming that these other moves were worse than Rybka’s (which seems likely"
TIES = "occasionally several moves are all … equally best"
SPOILS = "some depth worsens more choices of a smaller one than it improves"
DENIED = f"denied where none can by more than {FLAT_CHANGE:g}"
REMEMBERS = "glaurung"  # its node counts depend on earlier games: it is restarted for every position


def contests(name: str, start: int, stop: int, seed: int) -> Iterator[tuple[str, Engine, Engine]]:
    """Positions start … stop - 1, each with the engine of this name and the one that judges it."""
    judge = JUDGED_BY[name]
    with (
        closing(Engine(MAKER)) as maker,
        closing(Engine(judge, NEUTRAL.get(judge))) as reference,
        closing(Engine(COMMANDS.get(name, name))) as player,
    ):
        for number in range(start, stop):
            if (number, seed) not in MADE:
                MADE[number, seed] = make_chess_position(maker, number, seed)
            yield MADE[number, seed], player, reference


def lacking() -> str:
    """One sentence on what is not installed here; nothing if all is."""
    if find_spec("chess") is None:
        return 'nau/champions needs the package chess: pip install "overthink[chess]".'
    absent = [name for name in JUDGED_BY if engine_path(name) is None]
    if not absent:
        return ""
    return (
        f"nau/champions needs chess engines that are not installed here: {', '.join(absent)} "
        f"(on Debian, 'apt-get install --no-install-recommends {' '.join(absent)}')."
    )


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """Positions start … stop - 1: at each depth, whether the choice is right by each margin, what it loses in pawns,
    and the nodes visited."""
    observations = []
    for fen, player, reference in contests(setting["engine"], start, stop, seed):
        if setting["engine"] == REMEMBERS:
            player.close()
        observations.append(observe(player, reference, fen))
    points = [{"measure": measure, "depth": depth} for depth in DEPTHS for measure in (*MARGINS, "loss", "nodes")]
    return points, np.array(observations).T


def observe(player: Engine, reference: Engine, fen: str) -> list[float]:
    """At each depth of one position: whether the move is right at each margin, its loss, and the nodes visited."""
    answers = player.through(fen, DEPTHS)
    own = reference.best(fen, REFERENCE_DEPTH).move
    named = dict.fromkeys([own, *(answer.move for answer in answers.values())])
    values = reference.after(fen, named, REFERENCE_DEPTH)
    best = max(values.values())
    measures = list[float]()
    for depth in DEPTHS:
        answer = answers[depth]
        loss = best - values[answer.move]
        within = [round(100 * loss) <= int(margin) for margin in MARGINS[1:]]
        measures += [answer.move == own, *within, min(loss, WORST), answer.nodes]
    return measures


def _outcomes(samples: Samples, engine: str, margin: str, shallow: int, deep: int) -> dict[str, Sample]:
    before, after = (samples(engine=engine, measure=margin, depth=depth) for depth in (shallow, deep))
    return {"worsened": before * (1.0 - after), "improved": (1.0 - before) * after}


def rows(samples: Samples) -> list[Row]:
    """Shares of choices worsened and improved for every pair of depths; and, with no shallower depth, the share of
    right choices, the mean loss and the mean number of nodes."""
    table: list[Row] = []
    for engine in samples.levels("engine"):
        for deep in DEPTHS:
            alone = {"engine": engine, "shallow": 0, "deep": deep}
            for margin in MARGINS:
                right = Estimate.share(samples(engine=engine, measure=margin, depth=deep))
                table.append({**alone, "margin": margin, "outcome": "right", **asdict(right)})
            for measure in ("loss", "nodes"):
                mean = Estimate.of_mean(samples(engine=engine, measure=measure, depth=deep))
                table.append({**alone, "margin": "-", "outcome": measure, **asdict(mean)})
        for margin in MARGINS:
            for shallow, deep in combinations(DEPTHS, 2):
                pair = {"engine": engine, "shallow": shallow, "deep": deep, "margin": margin}
                for outcome, sample in _outcomes(samples, engine, margin, shallow, deep).items():
                    table.append({**pair, "outcome": outcome, **asdict(Estimate.share(sample))})
    return table


def summary(samples: Samples) -> list[Row]:
    """How each depth does alone, and against the smallest, as in the paper: it counts "worsened-same"."""
    table = []
    for row in (row for row in rows(samples) if row["shallow"] <= SHALLOW):
        outcome = row["outcome"] if row["margin"] == "-" else f"{row['outcome']}-{row['margin']}"
        rest = {key: value for key, value in row.items() if key not in ("engine", "outcome", "margin", "shallow")}
        table.append({"engine": row["engine"], "outcome": outcome, **rest})
    return table


def draw(samples: Samples, rows: list[Row]) -> Picture:
    """Worsened and improved choices by depth, above the band of published shares."""
    worsened, improved = f"worsened-{SAME}", f"improved-{SAME}"
    shown = [row for row in rows if row["outcome"] in (worsened, improved)]
    labels = {
        "x": "greater depth (nominal plies)",
        "y": f"share of positions, against depth {SHALLOW}",
        worsened: f"worse: right at depth {SHALLOW}, wrong deeper",
        improved: f"better: wrong at depth {SHALLOW}, right deeper",
    }
    figure = curves(shown, "deep", "outcome", "engine", labels)
    for axis in figure.axes:
        axis.axhspan(*PRINTED, color="#E69F00", alpha=0.25, zorder=0)
    return figure


def others_within(samples: Samples, margin: str) -> Estimate:
    """Of the positions in which a program leaves the reference's move, all programs together, the share in which its
    other move is worth less by this margin at most."""
    worsened = np.concatenate([_outcomes(samples, engine, SAME, SHALLOW, DEEP)["worsened"] for engine in JUDGED_BY])
    close = np.concatenate([samples(engine=engine, measure=margin, depth=DEEP) for engine in JUDGED_BY])
    kept = close[worsened > 0.0]
    return Estimate.share(kept) if len(kept) else Estimate(0.5, 0.0, 1.0, 0)


def _worse(samples: Samples) -> Evidence:
    share = others_within(samples, MARGINS[1])
    return above(Estimate(1 - share.mean, 1 - share.high, 1 - share.low, share.n), 0.5)


def _comparable(samples: Samples) -> Evidence:
    share = others_within(samples, PLAIN)
    words = f"{share.mean:.3f}, wanted some, and fewer than half"
    enough = share.n >= FEWEST_OBSERVATIONS
    holds = enough and share.low > 0.0 and share.mean > 0.0 and share.high < 0.5
    verdict = Verdict.of(holds, enough and (share.mean == 0.0 or share.low >= 0.5))
    return Evidence(verdict, share, words, (share.mean, 0.5 - share.mean))


def _outcome(engine: str, margin: str, which: str) -> Measured:
    return lambda samples: _outcomes(samples, engine, margin, SHALLOW, DEEP)[which]


def _more_worsened(engine: str) -> AlwaysBetter:
    return AlwaysBetter(tuple((_outcome(engine, m, "worsened"), _outcome(engine, m, "improved")) for m in MARGINS))


def _some_pair(engine: str, margin: str) -> Falls:
    return Falls(curve("depth", DEPTHS, engine=engine, measure=margin), 0.0)


STUDY = one_figure(
    name="nau/champions",
    title="chess programs: choices that depth worsens, and choices that it improves",
    source="[Nau2010] section 6.1",
    settings=grid(engine=tuple(JUDGED_BY)),
    run=run,
    scales={"quick": 12, "paper": 1000},
    draw=draw,
    caption=f"Positions in which a greater depth chooses worse, or better, than depth {SHALLOW}, the right move being "
    f"that of a reference of another family at depth {REFERENCE_DEPTH}. Shaded: the share of worsened choices that "
    f"the paper gives, for depth {DEEP}; it does not say how many improve.",
    claims=(
        Claim(
            "in most of these positions the move at depth 5 is worth less",
            WORSE,
            Computed(_worse, "most of the other moves are worth less"),
            reading=READING,
        ),
        Claim(
            "in some of these positions, and fewer than half, it is worth as much",
            TIES,
            Computed(_comparable, "some of the other moves are worth as much"),
            reading=READING,
            tolerance="equally: within a tenth of a pawn",
        ),
        Claim(
            f"every program: by every margin, depth {DEEP} worsens more choices of depth {SHALLOW} than it improves",
            NOT_IN_PRINT,
            AllOf(tuple(map(_more_worsened, JUDGED_BY))),
        ),
        *(
            Claim(
                f"{engine}: {SPOILS} (counted as in the paper; {DENIED})",
                NOT_IN_PRINT,
                _some_pair(engine, SAME),
            )
            for engine in JUDGED_BY
        ),
        Claim(
            f"every program: {SPOILS} (a margin of {PLAIN}; {DENIED})",
            NOT_IN_PRINT,
            AllOf(tuple(_some_pair(engine, PLAIN) for engine in JUDGED_BY)),
        ),
    ),
    rows=rows,
    summary=summary,
    block=25,
    across="deep",
    missing=lacking,
)
