"""Figures 9 and 10: the ratio of correct decisions, EMM to minimax, as games turn from N- into P-games; depth 5."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict

import numpy as np

from overthink.core.estimate import Estimate, Sample
from overthink.evaluate import artificial
from overthink.measure.paired import linearised, ratio
from overthink.models.board_splitting import BoardSplittingModel
from overthink.report.curves import curves
from overthink.studies.checks import above, beats, better, near, never_falls
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Row, Samples, Setting, grid
from overthink.studies.study import Picture
from overthink_papers.emm.natural import BINARY, CONTEST, LITERAL, RAW, Sight, closest, evaluators
from overthink_papers.emm.readings import CONCLUSIONS, best_or_nearly, with_squares
from overthink_papers.experiments.accuracy import SQUARES, accuracy_study, players

MIDDLE = 5  # m = .5
MIXING = tuple(round(0.1 * step, 1) for step in range(11))
SETTINGS = grid(m=MIXING, p=SQUARES)
DEPTH = 5


def model(setting: Setting) -> BoardSplittingModel:
    return BoardSplittingModel(height=11, branching=2, p=setting["p"], mixing=setting["m"])


def ratios(against: Mapping[str, tuple[str, str]]) -> Callable[[Samples], list[Row]]:
    """A row for each reading: EMM's correct decisions over minimax's, label to their names."""

    def rows(samples: Samples) -> list[Row]:
        return [
            {
                "m": m,
                "p": p,
                "ratio": label,
                **asdict(ratio(samples(rule=emm, m=m, p=p), samples(rule=rival, m=m, p=p))),
            }
            for p in SQUARES
            for m in MIXING
            for label, (emm, rival) in against.items()
        ]

    return rows


def draw(samples: Samples, rows: list[Row]) -> Picture:
    labels = {"x": "mixing factor m (0: N-game, 1: P-game)", "y": f"ratio of correct decisions at depth {DEPTH}"}
    return curves(rows, "m", "ratio", "p", labels, "p = ", level=1.0)


def plotted(samples: Samples, p: float, players: tuple[str, str] = ("emm", "minimax")) -> list[Sample]:
    """The ratio of the figure at every m, one number a game, so that ratios can be compared like means."""
    emm, minimax = players
    return [linearised(samples(rule=emm, m=m, p=p), samples(rule=minimax, m=m, p=p)) for m in MIXING]


def rises(samples: Samples, p: float) -> Evidence:
    """The straight line through the ratios goes up with m."""
    centred = np.array(MIXING) - np.mean(MIXING)
    slope = Estimate.of_mean(centred / np.sum(centred**2) @ np.array(plotted(samples, p)))
    shown = " ".join(f"{sample.mean():.3f}" for sample in plotted(samples, p))
    return above(slope, 0.0, f"{shown}; slope {slope.mean:+.3f} from m = 0 to 1")


def in_between(p: float, players: tuple[str, str], reading: Reading) -> tuple[Claim, ...]:
    """What sections 6 and 7 conclude from both figures. "Medium-to-high" is m = .5 and more."""

    def beneficial(samples: Samples) -> Evidence:
        ratios = plotted(samples, p, players)
        low, high = (np.mean(part, axis=0) for part in (ratios[:MIDDLE], ratios[MIDDLE:]))
        return better(high, low, words=f"ratio {high.mean():.3f} at m = .5 and more, {low.mean():.3f} below")

    return (
        Claim(
            f"{reading.words}: EMM beats minimax at every m between 0 and 1",
            "EMM performed better than minimax in games where node values were not completely independent",
            lambda s: beats(s, players, "m", MIXING[1:-1], p=p),
            "[Zuckerman2018] section 6",
            reading,
        ),
        Claim(
            f"{reading.words}: the ratio is larger from m = .5 on than below",
            "EMM will be most beneficial when used in games with a medium-to-high degree of local pathology",
            beneficial,
            CONCLUSIONS,
            reading,
        ),
        best_or_nearly(f"{reading.words}: ", lambda s: [s.curve("rule", players, m=m, p=p) for m in MIXING], reading),
    )


def artificial_claims(p: float) -> tuple[Claim, ...]:
    reading = with_squares(p)
    at, shift = f"{reading.words}: ", "it performs better as the games shift more toward P-games (m = 1.0)"
    return (
        Claim(
            at + "EMM beats minimax at every m, N-games included",
            "EMM always outperforms minimax, even in N-games",
            lambda s: beats(s, ("emm", "minimax"), "m", MIXING, p=p),
            reading=reading,
        ),
        Claim(at + "the ratio rises from N- to P-games", shift, lambda s: rises(s, p), reading=reading),
        Claim(
            at + "the ratio falls nowhere on the way",
            shift,
            lambda s: never_falls(plotted(s, p), 0.03),
            reading=reading,
            tolerance="3 points: the error of a plotted ratio with 5,000 games, twice",
        ),
        Claim(
            at + "at m = 1 EMM makes 26% more correct decisions",
            "it makes 26% more correct decisions",
            lambda s: near(ratio(s(rule="emm", m=1.0, p=p), s(rule="minimax", m=1.0, p=p)), 1.26, 0.02),
            reading=reading,
            tolerance="2 points: half a point for the digits, the rest for the error of a ratio with 5,000 games",
        ),
        *in_between(p, ("emm", "minimax"), reading),
    )


def begins(p: float, sight: Sight, first: int, *words: str) -> tuple[Claim, Claim]:
    """EMM leads from the m of this number on, and not yet two steps before."""
    kind = ReadingKind.OPEN if words and sight.kind == ReadingKind.AS_WRITTEN else sight.kind
    reading, players = with_squares(p, sight.words, *words, kind=kind), (sight.emm, sight.minimax)
    printed = "around m = 0.5 and higher is where EMM begins to outperform minimax"
    return (
        Claim(
            f"{reading.words}: EMM beats minimax at every m from {MIXING[first]} on",
            printed,
            lambda s: beats(s, players, "m", MIXING[first:], p=p),
            reading=reading,
        ),
        Claim(
            f"{reading.words}: up to m = {MIXING[first - 2]} it does not",
            printed,
            lambda s: beats(s, players[::-1], "m", MIXING[: first - 1], by=-0.01, p=p),
            reading=reading,
            tolerance="a point: a lead that the figure would hardly show",
        ),
    )


def natural_claims(p: float, sight: Sight) -> tuple[Claim, ...]:
    return (
        *begins(p, sight, 5),
        *begins(p, sight, 6, '"around": from m = .6 on'),
        *in_between(p, (sight.emm, sight.minimax), with_squares(p, sight.words, kind=sight.kind)),
    )


FIG9 = accuracy_study(
    name="emm/fig9",
    title="EMM over minimax from N- to P-games, artificial evaluator",
    source="[Zuckerman2018] Figure 9",
    settings=SETTINGS,
    model=model,
    evaluators=lambda setting: {"artificial": artificial(0.2)},
    contest=players("minimax", "emm"),
    depths=(DEPTH,),
    draw=draw,
    caption="Above the dotted line EMM decides better than minimax. Its lead grows as neighbouring values lose touch.",
    claims=tuple(claim for p in SQUARES for claim in artificial_claims(p)),
    scales={"quick": 500, "paper": 100_000},  # the paper gives no number; so many tell 26% from 28%
    rows=ratios({"EMM / minimax": ("emm", "minimax")}),
    edition=2,
)

SIGHTS = (LITERAL, BINARY, closest(RAW))
FIG10 = accuracy_study(
    name="emm/fig10",
    title="EMM over minimax from N- to P-games, natural evaluator",
    source="[Zuckerman2018] Figure 10",
    settings=SETTINGS,
    model=model,
    evaluators=lambda setting: {name: evaluators(setting)[name] for name in ("raw", "binary", "simulated", "literal")},
    contest=[player for player in CONTEST if any(player[0] in (sight.emm, sight.minimax) for sight in SIGHTS)],
    depths=(DEPTH,),
    draw=draw,
    caption="Against minimax that sees the share of squares, EMM needs games that are mostly P-games; against minimax "
    "that sees win or loss only, it leads earlier.",
    claims=tuple(claim for p in SQUARES for sight in SIGHTS for claim in natural_claims(p, sight)),
    scales={"quick": 250, "paper": 20_000},
    rows=ratios({f"EMM / minimax, {sight.words}": (sight.emm, sight.minimax) for sight in SIGHTS}),
    edition=4,
)
