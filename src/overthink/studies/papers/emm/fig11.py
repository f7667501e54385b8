"""Figure 11: P-games, artificial evaluator, EMM against minimax and the product rule, b = 2 and 3."""

from __future__ import annotations

from overthink.evaluate import artificial
from overthink.models.board_splitting import BoardSplittingModel, fixed_point
from overthink.report.curves import curves
from overthink.studies.checks import always_better, falls, never_falls
from overthink.studies.engine.study import Claim, Picture, Row, Samples, Setting
from overthink.studies.experiments.accuracy import accuracy_study, players
from overthink.studies.papers.emm.product_rule import DEPTHS, HEIGHT, RULES, depths

SETTINGS: tuple[Setting, ...] = tuple({"b": b, "p": p} for b in (2, 3) for p in (0.5, round(fixed_point(b), 6)))


def claims(b: int, p: float) -> tuple[Claim, ...]:
    at = f"b = {b}, p = {p:.3g}: "
    return (
        Claim(
            at + "EMM beats both at depth 5",
            "in depth 5, P < 0.01 in a t test against both algorithms",
            lambda s: always_better(
                [(s(rule="emm", depth=5, b=b, p=p), s(rule=rule, depth=5, b=b, p=p)) for rule in ("minimax", "product")]
            ),
        ),
        Claim(
            at + "EMM does not get worse with depth (odd depths)",
            "EMM is the only algorithm that does not exhibit pathological characteristics",
            lambda s: never_falls(s.curve("depth", DEPTHS[b], rule="emm", b=b, p=p)),
        ),
        *(worse(rule, b, p) for rule in ("minimax", "product")),
    )


def worse(rule: str, b: int, p: float) -> Claim:
    inside = DEPTHS[b][:-1]
    return Claim(
        f"b = {b}, p = {p:.3g}: {rule} gets worse with depth, up to depth {inside[-1]}",
        "EMM is the only algorithm that does not exhibit pathological characteristics",
        lambda s: falls(s.curve("depth", inside, rule=rule, b=b, p=p)),
    )


def draw(samples: Samples, rows: list[Row]) -> Picture:
    named = [{**row, "game": f"b = {row['b']}, height {HEIGHT[row['b']]}, p = {row['p']:.3g}"} for row in rows]
    return curves(named, "depth", "rule", "game", {"x": "search depth (plies)", "y": "fraction of correct decisions"})


STUDY = accuracy_study(
    name="emm/fig11",
    title="P-games: EMM, minimax and the product rule, b = 2 and 3",
    source="[Zuckerman2018] Figure 11",
    settings=SETTINGS,
    model=lambda s: BoardSplittingModel(height=HEIGHT[s["b"]], branching=s["b"], p=s["p"]),
    evaluators=lambda setting: {"artificial": artificial(0.2)},
    contest=players(*RULES),
    depths=depths,
    draw=draw,
    caption="The product rule aggregates errors as EMM does, but never lets the static value replace the search's.",
    claims=tuple(claim for s in SETTINGS for claim in claims(s["b"], s["p"])),
    edition=2,
)
