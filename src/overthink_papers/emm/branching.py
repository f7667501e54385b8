"""Section 5.1: "Scenarios with different branching factors produced similar results." Figure 6 with b = 3 and 4.

The paper says no more of them. p is .5, or such that neither side is favoured. Games have 7 turns, and 5 with b = 4 and
p = .5, where hardly any longer game is nontrivial.
"""

from __future__ import annotations

from overthink.evaluate.artificial import artificial
from overthink.models.board_splitting import BoardSplittingModel, fixed_point
from overthink.report.curves import curves
from overthink.studies.checks import beats, falls, never_falls
from overthink.studies.claim import Claim
from overthink.studies.samples import Row, Samples, Setting
from overthink.studies.study import Picture
from overthink_papers.emm.readings import SLIGHT, half_or_balanced, nowhere
from overthink_papers.experiments.accuracy import accuracy_study, players

SETTINGS: tuple[Setting, ...] = tuple({"b": b, "p": p} for b in (3, 4) for p in (0.5, round(fixed_point(b), 6)))
SIMILAR = "Scenarios with different branching factors produced similar results"


def height(setting: Setting) -> int:
    return 5 if (setting["b"], setting["p"]) == (4, 0.5) else 7


def odd(setting: Setting) -> tuple[int, ...]:
    return tuple(range(1, height(setting) + 1, 2))


def claims(where: Setting) -> tuple[Claim, ...]:
    """What Figure 6 shows for b = 2."""
    depths, at = odd(where), f"b = {where['b']}, p = {where['p']:.3g}: "
    reading = half_or_balanced(where["p"])
    return (
        Claim(
            f"{at}EMM does not get worse with depth (odd depths)",
            SIMILAR,
            lambda s: never_falls(s.curve("depth", depths, rule="emm", **where)),
            reading=reading,
            tolerance=SLIGHT,
        ),
        nowhere(
            at,
            lambda s: (
                s.curve("depth", depths, rule="emm", **where),
                s.curve("depth", depths[:-1], rule="minimax", **where),
            ),
            reading,
        ),
        Claim(
            f"{at}minimax gets worse with depth, up to depth {depths[-2]}",
            SIMILAR,
            lambda s: falls(s.curve("depth", depths[:-1], rule="minimax", **where)),
            reading=reading,
        ),
        Claim(
            f"{at}EMM beats minimax at depth {' and '.join(map(str, depths[1:-1]))}",
            SIMILAR,
            lambda s: beats(s, ("emm", "minimax"), "depth", depths[1:-1], **where),
            reading=reading,
        ),
    )


def draw(samples: Samples, rows: list[Row]) -> Picture:
    named = [{**row, "game": f"b = {row['b']}, height {height(row)}, p = {row['p']:.3g}"} for row in rows]
    return curves(named, "depth", "rule", "game", {"x": "search depth (plies)", "y": "fraction of correct decisions"})


STUDY = accuracy_study(
    name="emm/branching",
    title="P-games with other branching factors, artificial evaluator (e = .2)",
    source="[Zuckerman2018] section 5.1",
    settings=SETTINGS,
    model=lambda s: BoardSplittingModel(height=height(s), branching=s["b"], p=s["p"]),
    evaluators=lambda setting: {"artificial": artificial(0.2)},
    contest=players("minimax", "emm", "product"),
    depths=odd,
    draw=draw,
    caption="As with b = 2, minimax decides worse the further it looks, and EMM does not.",
    claims=tuple(claim for setting in SETTINGS for claim in claims(setting)),
    edition=2,
    ceiling=True,
)
