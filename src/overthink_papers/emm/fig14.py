"""Figure 14: Kalah, EMM against minimax at the same depth, every start played twice with sides swapped.

The paper leaves open how long a game lasts, how the features are weighed, the depths, pits and seeds, whether minimax
sees the evaluation in full or, like EMM, only its extremes, and what an even evaluation is then. Settings here: 8 moves
as in [Nau2010], or 24; the features, or the stores; minimax sees `full`, `three` values (even is a third) or `two`
(even is lost for the player to move). For EMM `even` is the error of an even evaluation: .2 like any other, or .5.
`error` is the static error, .2 "found using trial and error".

Studies: `emm/fig14`, `emm/kalah-function`.
"""

import numpy as np

from overthink.core.estimate import Estimate, simultaneous
from overthink.core.plain import Fields
from overthink.evaluate.kalah import features, store_difference
from overthink.games.kalah import Kalah
from overthink.search.match import Player, play_pairs
from overthink.studies.checks import Above, AlwaysBetter, Computed, all_above, at, for_each, some_above
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind, own_claim, quote
from overthink.studies.samples import Cell, Row, Samples, Setting, grid
from overthink.studies.study import one_figure
from overthink_papers.emm.readings import BEST, CONCLUSIONS
from overthink_papers.experiments.scaffold import ahead_at, own_seed, plot

DEPTHS = (1, 2, 3, 4, 5)
PLIES = (8, 24)
ERROR = 0.2
UNDECIDED = 0.5  # an even evaluation is as likely wrong as right
HEURISTICS: Fields = {"features": features, "stores": store_difference}
# What minimax sees, and the error of an even evaluation in EMM.
SIGHTS = (("full", ERROR), ("full", UNDECIDED), ("three", UNDECIDED), ("two", ERROR), ("two", UNDECIDED))


SETTINGS: tuple[Setting, ...] = tuple(
    {**setting, "minimax": minimax, "even": even, "error": ERROR, "depth": depth}
    for setting in grid(plies=PLIES, heuristic=tuple(HEURISTICS))
    for minimax, even in SIGHTS
    for depth in DEPTHS
)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """The share of its two games that each side wins from a start: one observation a start. The rest are draws."""
    own = own_seed("emm/fig14", seed)
    game = Kalah.regularised(pits=6, seeds=4, plies=setting["plies"], outcome="win")
    opinion, depth = HEURISTICS[setting["heuristic"]], setting["depth"]
    starts = [game.random_start(number, own) for number in range(start, stop)]
    extremes = setting["even"] != UNDECIDED
    emm = Player("emm", depth, opinion(game, binary=True, even_loses=extremes), setting["error"])
    sees = setting["minimax"]
    minimax = Player("minimax", depth, opinion(game, binary=sees != "full", even_loses=sees == "two"))
    games = np.stack(play_pairs(game, starts, emm, minimax, own, start))  # points of EMM: 1, ½ or 0 a game
    return [{"wins": "emm"}, {"wins": "minimax"}], np.stack([(games == 1.0).mean(axis=0), (games == 0.0).mean(axis=0)])


WHERE = [setting for setting in SETTINGS if setting["depth"] == DEPTHS[0]]
LABELS = {"x": "search depth of both (plies)", "y": "points won by EMM, draws half"}
SEES = {"full": "all", "three": "win, loss or even", "two": "win or loss"}


def _apart(setting: Setting) -> Setting:
    return {name: value for name, value in setting.items() if name != "depth"}


def _ahead(where: Setting, by: float = 0.0) -> AlwaysBetter:
    return ahead_at([{"depth": d, **where} for d in DEPTHS], {"wins": "emm"}, {"wins": "minimax"}, by=by)


def lead(samples: Samples, where: Setting, settings: int = 1) -> list[Estimate]:
    """EMM's wins less minimax's, at every depth; two players that are the same differ by exactly nothing."""
    level = simultaneous(len(DEPTHS) * settings)
    return [Estimate.of_mean(emm(samples) - minimax(samples), level) for emm, minimax in _ahead(where).pairs]


def _upper_hand(where: Setting) -> Computed:
    def judge(samples: Samples) -> Evidence:
        estimates = lead(samples, where)
        shown = " ".join(f"{estimate.mean:+.3f}" for estimate in estimates)
        return all_above(estimates, 0.0, f"EMM's wins less minimax's {shown} (95% for all {len(estimates)} together)")

    return Computed(judge, f"EMM wins more games at every depth from {DEPTHS[0]} to {DEPTHS[-1]}")


def _some_setting(samples: Samples) -> Evidence:
    lowest = [min(lead(samples, _apart(where), len(WHERE)), key=lambda estimate: estimate.low) for where in WHERE]
    best = max(lowest, key=lambda estimate: estimate.low)
    return some_above(lowest, f"least lead over the depths in the best of {len(WHERE)} settings {best.mean:+.3f}")


def _setting_of(plies: int, heuristic: str, sees: str, even: float) -> Setting:
    return {"plies": plies, "heuristic": heuristic, "minimax": sees, "even": even, "error": ERROR}


# Print maps values to their extremes "for the EMM case": literally not for minimax, and an even one like others, with
# the one static error. Of the other 19 combinations of moves, heuristic, sight and error only two are held.
WRITTEN = [_setting_of(PLIES[0], "features", "full", ERROR)]
FITS = [_setting_of(plies, "stores", "two", UNDECIDED) for plies in PLIES]
LITERALLY = Reading(words="8 moves, features, minimax sees all, error of even 0.2")
CLOSEST = Reading(ReadingKind.CLOSEST, "8 and 24 moves, stores, minimax sees win or loss, error of even 0.5")


def _upper_hands(settings: list[Setting], reading: Reading) -> tuple[Claim, Claim]:
    nearly = for_each(settings, lambda where: _ahead(where, -0.02))
    hand = for_each(settings, _upper_hand)
    return (
        quote("EMM has the upper hand across all depths", hand, reading, says=f"{reading.words}: {hand.checks[0]}"),
        quote(
            BEST,
            nearly,
            reading,
            CONCLUSIONS,
            says=f"{reading.words}: EMM wins at most 2 in 100 games fewer than minimax",
        ),
    )


def rows(samples: Samples) -> list[Row]:
    """The wins of each side in 100 games, as printed, and EMM's points, a draw being half a win."""
    table: list[Row] = []
    for setting in SETTINGS:
        emm, minimax = (samples(wins=side, **setting) for side in ("emm", "minimax"))
        for what, sample in (("EMM", emm), ("minimax", minimax), ("points", 0.5 * (1.0 + emm - minimax))):
            table.append({**setting, "share": what, **vars(Estimate.share(sample))})
    return table


def _line_of(row: Row) -> str:
    return f"{SEES[row['minimax']]}, even {row['even']:g}"


STUDY = one_figure(
    name="emm/fig14",
    title="Kalah: EMM against minimax",
    source="[Zuckerman2018] Figure 14",
    settings=SETTINGS,
    run=run,
    scales={"quick": 50, "paper": 5000},
    draw=plot(
        "depth", _line_of, "{heuristic}, {plies} moves", LABELS, keep=lambda row: row["share"] == "points", level=0.5
    ),
    caption="Above the dotted line EMM wins more. Lines: what minimax sees, and the error that EMM gives an even "
    "position. By the store difference, against minimax that sees only win or loss, "
    "EMM has the upper hand at every depth if it can tell an even position from a lost one; against minimax that sees "
    "the full evaluation, it has not.",
    claims=(
        *_upper_hands(WRITTEN, LITERALLY),
        *_upper_hands(FITS, CLOSEST),
        quote(
            "show a setting in which it performs better than minimax for all depths",
            Computed(
                _some_setting,
                "in some of these settings EMM wins more games at every depth",
                holds=lambda point: 0.4 + 0.001 * (point["wins"] == "emm"),
                fails=lambda point: 0.4 + 0.1 * (point["wins"] == "emm" and point["depth"] == 3),
            ),
            source="[Zuckerman2018] section 1",
        ),
    ),
    rows=rows,
    block=50,
    edition=3,
)


def run_real(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """The points of the features against the store difference, minimax with either, in whole games."""
    game = Kalah.real(pits=6, seeds=4, outcome="win")
    own = own_seed("emm/kalah-function", seed)
    ours, theirs = (Player("minimax", setting["depth"], opinion(game)) for opinion in (features, store_difference))
    starts = [game.random_start(number, own) for number in range(start, stop)]
    return [{}], np.mean(play_pairs(game, starts, ours, theirs, own, start), axis=0)[None]


FUNCTION = one_figure(
    name="emm/kalah-function",
    title="Kalah: the features of the text against seeds won",
    source="[Zuckerman2018] section 5.3",
    settings=grid(depth=DEPTHS),
    run=run_real,
    scales={"quick": 50, "paper": 300},
    draw=plot("depth", lambda row: "features", None, {"x": LABELS["x"], "y": "points of the features"}, level=0.5),
    caption="Points of minimax with the three features of the text, weighted equally, against minimax that counts the "
    "seeds won so far: whole games of Kalah by its real rules, every start played twice.",
    claims=(
        own_claim(
            Above(tuple(at(depth=depth) for depth in DEPTHS), 0.5, share=True),
            "real Kalah: the features, weighed equally, get more than half of the points against seeds won, at every "
            "depth",
        ),
    ),
    block=50,
)
