"""Draws the pictures of docs/concepts.md: one small game, searched one and three moves ahead, and a thousand games; and
the pictures of the README: strong evaluators and best-first, from the cells that come with Overthink, and a fall and
its cure, from the run of emm/fig6 in a folder. What the folder lacks is run.

.venv/bin/python docs/make_concepts.py
.venv/bin/python docs/make_concepts.py results/paper
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from PIL import Image

import overthink as ot
from overthink.cli.reproduce import run_with_progress
from overthink.core.plain import Row
from overthink.report.charts import colours, name_ends, new_figure
from overthink.studies import figure_named
from overthink.studies.store import Store
from overthink.studies.verdicts import samples_of
from overthink_papers import cells
from overthink_papers.beyond.strong.positions import RANDOM, SEEDS
from overthink_papers.beyond.strong.results import over_nets, over_seeds

IMAGES = Path(__file__).resolve().parent / "images"
# Board splitting, number 152 of the lab's story: who wins, and what the evaluator guesses, in breadth-first order.
TRUTH = [1, -1, 1, 1, -1, 1, 1, -1, 1, -1, -1, -1, 1, 1, -1]
GUESS = [1, -1, 1, 1, -1, 1, 1, -1, 1, -1, 1, -1, 1, -1, -1]
WIDTH = {1: 3, 3: 8}  # of a tree, by its depth
WIN, LOSS, WRONG = "#0072B2", "#E8E8E8", "#D55E00"


def backed_up(depth: int) -> list[int]:
    """What minimax says of every node of the small game, looking so far ahead."""
    first_leaf = 2**depth - 1
    values = GUESS[: 2 ** (depth + 1) - 1]
    for node in reversed(range(first_leaf)):
        best = max if node == 0 or node in range(3, 7) else min
        values[node] = best(values[2 * node + 1], values[2 * node + 2])
    return values


def draw_tree(axes: Any, depth: int) -> None:
    from matplotlib.patches import Circle

    values = backed_up(depth)
    width = 2**depth
    place = {
        2**ply - 1 + k: ((k + 0.5) * WIDTH[depth] / 2**ply, -1.25 * ply)
        for ply in range(depth + 1)
        for k in range(2**ply)
    }
    chosen = 1 if values[1] > values[2] else 2
    for node, (x, y) in place.items():
        if node:
            above = place[(node - 1) // 2]
            bold = node == chosen
            axes.plot(
                [above[0], x], [above[1], y], color="black" if bold else "#AAAAAA", lw=3.5 if bold else 1.2, zorder=1
            )
        if node in (1, 2):
            side = -0.2 if node == 1 else 0.2
            axes.text((above[0] + x) / 2 + side, (above[1] + y) / 2 + 0.2, str(node), ha="center", fontsize=9)
    for node, (x, y) in place.items():
        wrong = node != 0 and values[node] != TRUTH[node]
        win = values[node] > 0
        edge = WRONG if wrong else "#555555"
        axes.add_patch(
            Circle((x, y), 0.36, facecolor=WIN if win else LOSS, edgecolor=edge, lw=3.5 if wrong else 1, zorder=2)
        )
        axes.text(
            x, y, "win" if win else "loss", color="white" if win else "black", ha="center", va="center", fontsize=9
        )
        if wrong and node >= width - 1:
            axes.text(x, y - 0.62, "wrong guess", color=WRONG, ha="center", va="center", fontsize=9)
    for ply, who in enumerate(["you choose", "the other\nplayer chooses", "you choose", ""][: depth + 1]):
        axes.text(-1.5, -1.25 * ply, who if ply < depth else "guesses", ha="center", va="center", fontsize=9)
    right = TRUTH[chosen] > 0
    axes.set_title(
        f"{depth} move{'s' if depth > 1 else ''} ahead:\ntakes move {chosen}, which {'wins' if right else 'loses'}",
        fontsize=11,
    )
    axes.set_xlim(-2.6, WIDTH[depth] + 0.1)
    axes.set_ylim(-1.25 * 3 - 0.8, 0.8)
    axes.set_aspect("equal", anchor="N")
    axes.axis("off")


def draw_small_game() -> Any:
    figure = new_figure(7.6, 2.9)
    for axes, depth in zip(figure.subplots(1, 2, width_ratios=(1, 1.7)), (1, 3)):
        draw_tree(axes, depth)
    return figure


def draw_thousand_games() -> Any:
    figure = new_figure(6.6, 4.0)
    axes = figure.subplots()
    games = ot.artificial(0.2)(ot.BoardSplittingModel(height=11).draw(0, 1000))
    depths = (1, 3, 5, 7, 9, 11)
    looks = colours(["minimax", "emm", "vote"])
    for rule, marker in (("minimax", "o"), ("emm", "s"), ("vote", "^")):
        accuracy = ot.accuracy(games, rule, depths)
        axes.plot(
            depths,
            [accuracy[depth].mean for depth in depths],
            color=looks[rule],
            marker=marker,
            label=ot.RULES[rule].label or rule,
        )
        axes.fill_between(
            depths, [accuracy[d].low for d in depths], [accuracy[d].high for d in depths], color=looks[rule], alpha=0.15
        )
    axes.axhline(0.5, color="#999999", ls=":")
    axes.text(1.1, 0.508, "a coin would do", color="#666666", fontsize=9)
    axes.text(9.7, 0.6, "at 11, all see the\nend of the game", fontsize=9)
    axes.set_xticks(depths)
    axes.set_xlabel("moves looked ahead")
    axes.set_ylabel("share of right decisions")
    axes.spines[["top", "right"]].set_visible(False)
    name_ends(axes)
    return figure


STORY = {
    "minimax": "minimax falls to {:.0%}",
    "emm": "EMM rises to {:.0%}",
    "althofer": "Althöfer's rule rises to {:.0%}",
}
WITHIN = (1, 3, 5, 7, 9)  # moves ahead; at 11 every rule sees the end of the game


def draw_fall_and_cure(rows: Sequence[Row]) -> Any:
    """Three rules of emm/fig6, squares 1 with probability .5, named at their ends."""
    figure = new_figure(5.8, 3.2)  # at the width of the README
    axes = figure.subplots()
    looks = colours([*STORY])
    for rule, marker in zip(STORY, "o^s"):
        shown = {row["depth"]: row for row in rows if row["rule"] == rule and row["p"] == 0.5}
        means, low, high = ([shown[depth][end] for depth in WITHIN] for end in ("mean", "low", "high"))
        axes.plot(WITHIN, means, color=looks[rule], marker=marker, linewidth=2.2, label=STORY[rule].format(means[-1]))
        axes.fill_between(WITHIN, low, high, color=looks[rule], alpha=0.15)
    axes.axhline(0.5, color="#999999", ls=":")
    axes.text(1.0, 0.505, "a coin", color="#666666", fontsize=10)
    axes.set_xticks(WITHIN)
    axes.yaxis.set_major_formatter("{x:.0%}")
    axes.set_xlabel("moves looked ahead, of 11", fontsize=11)
    axes.set_ylabel("right decisions", fontsize=11)
    axes.set_title(f"{shown[1]['n']:,} random games; one evaluation in five is wrong", fontsize=11, loc="left")
    axes.spines[["top", "right"]].set_visible(False)
    name_ends(axes)
    return figure


def write_fall_and_cure(folder: Path) -> None:
    study, figure = figure_named("emm/fig6")
    folder.mkdir(parents=True, exist_ok=True)
    with closing(Store(str(folder))) as store:
        run_with_progress(store, [study], "paper", seed=0, jobs=None)
        ((_, _, samples),) = samples_of(store, [(study, figure)], 0)
    save(draw_fall_and_cure(figure.rows(samples)), "fall-and-cure.png", 200)


GAMES = {
    "connect-four": "Connect Four",
    "othello": "Othello 6 × 6",
    "kalah": "Kalah",
    "domineering": "Domineering 6 × 6",
}
LINES = {("weak", "minimax"): "weak net, minimax", ("strong", "minimax"): "strong net, minimax",
         ("strong", "tempered 0.25"): "strong net, tempered"}  # fmt: skip


P_LINES = {"minimax": "minimax", "best-first, λ = 0": "best-first, product rule", "best-first, λ = 0.15": "best-first"}
OTHELLO_LINES = {"alpha-beta": "alpha-beta", "PUCT": "PUCT", "best-first": "best-first"}


def draw_strong() -> Any:
    """Weak and strong nets in four games by depth, from the cells that come with Overthink."""
    samples = cells.load("beyond/strong")
    figure = new_figure(8.4, 2.7)
    panels = figure.subplots(1, len(GAMES), sharey=True)
    for axes, (game, title) in zip(panels, GAMES.items()):
        for (net, rule), colour, marker in zip(LINES, ("#999999", "#0072B2", "#D55E00"), "os^"):
            place = {"game": game, "source": RANDOM, "net": net, "rule": rule}
            depths = samples.levels("depth", **place)
            found = [over_nets([samples(**place, depth=d, seed=seed) for seed in SEEDS]) for d in depths]
            axes.plot(depths, [each.mean for each in found], color=colour, marker=marker, ms=4, label=LINES[net, rule])
            axes.fill_between(depths, [e.low for e in found], [e.high for e in found], color=colour, alpha=0.15, lw=0)
        axes.set_title(title, fontsize=10)
        axes.set_xticks(depths)
        axes.spines[["top", "right"]].set_visible(False)
    panels[0].set_ylim(0.65, 1.0)
    panels[0].yaxis.set_major_formatter("{x:.0%}")
    panels[0].set_ylabel("right decisions")
    panels[-1].legend(fontsize=8, loc="lower right", frameon=False)
    figure.supxlabel("moves looked ahead", fontsize=10)
    return figure


def draw_best_first() -> Any:
    """Minimax and best-first over evaluations in P-games and in Othello, from the cells that come with Overthink."""
    figure = new_figure(8.4, 3.0)
    panels = figure.subplots(1, 2)
    models, othello = (cells.load(name) for name in ("beyond/best-first-models", "beyond/best-first"))
    here = {"game": "P-games", "inherited": 0.0}
    there = {"game": "othello", "source": RANDOM, "net": "strong"}
    for axes, samples, place, key, cost, lines, title in (
        (panels[0], models, here, "search", "evaluations", P_LINES, "P-games, one guess in five is wrong"),
        (panels[1], othello, there, "player", "limit", OTHELLO_LINES, "Othello, a strong net"),
    ):
        for (name, label), colour, marker in zip(lines.items(), ("#999999", "#0072B2", "#D55E00"), "os^"):
            spent = samples.levels(cost, **place, **{key: name})
            columns = [samples(**place, **{key: name, cost: number}) for number in spent]
            found = [over_seeds(each) if key == "player" else ot.Estimate.of_mean(each) for each in columns]
            axes.plot(spent, [each.mean for each in found], color=colour, marker=marker, ms=4, label=label)
            axes.fill_between(spent, [e.low for e in found], [e.high for e in found], color=colour, alpha=0.15, lw=0)
        axes.set_xscale("log")
        axes.set_title(title, fontsize=10)
        axes.spines[["top", "right"]].set_visible(False)
        axes.yaxis.set_major_formatter("{x:.0%}")
        axes.legend(fontsize=8, frameon=False)
    panels[0].set_ylabel("right decisions")
    figure.supxlabel("evaluations", fontsize=10)
    return figure


def save(figure: Any, name: str, dots: int = 100) -> None:
    """A small picture of 64 colours."""
    path = IMAGES / name
    figure.savefig(path, dpi=dots)
    with Image.open(path) as image:
        image.convert("RGB").quantize(64).save(path, optimize=True)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        write_fall_and_cure(Path(sys.argv[1]))
    else:
        save(draw_small_game(), "concepts-game.png", 150)
        save(draw_thousand_games(), "concepts-curve.png", 150)
        save(draw_strong(), "strong-evaluators.png", 150)
        save(draw_best_first(), "best-first.png", 150)
