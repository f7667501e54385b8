"""`overthink survey`: every position of a game, searched to several depths."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from overthink.cli import options
from overthink.cli.console import print_json, progress
from overthink.core.errors import OverthinkError, require
from overthink.core.threads import jobs as at_most

if TYPE_CHECKING:
    from overthink.presets import Preset

SHOWN = 3  # positions that depth worsens most


@click.command()
@click.argument("game", type=options.WHOLE_GAME, metavar="GAME")
@click.option("--depths", type=options.DEPTHS, default="1-5", show_default=True, metavar="A-B",
              help="Plies to look ahead: 1-5, or 1,3,5.")  # fmt: skip
@click.option("--noise", type=options.Finite(0), metavar="SIGMA",
              help="Evaluate by the true value with Gaussian noise, in moves, seeds or plies to mate. "
              "[default: 2; 8-puzzle: Manhattan distance instead]")  # fmt: skip
@click.option("--granularity", type=options.GRANULARITIES, metavar="G",
              help="The number of different evaluations; 2-10,20 for a table of several. [default: any]")  # fmt: skip
@click.option(
    "--rule",
    type=options.RULE,
    metavar="RULE",
    help="How values are backed up; see `list rules`, or "
    "MODULE:NAME of your own. [default: minimax; 8-puzzle: minimin]",
)
@click.option("--error", type=float, default=0.2, show_default=True,
              help="How often evaluations are wrong, for rules that use it, such as emm.")  # fmt: skip
@options.seed("The seed of all noise.")
@options.device
@options.threads
@options.report_file
@options.quiet
@options.as_json
def survey(game: str, depths: list[int], noise: float | None, granularity: list[int] | None, rule: str | None,
           error: float, seed: int, device: str, jobs: int | None, out: str | None, as_json: bool) -> None:  # fmt: skip
    """Search every position of a GAME to several depths, and compare each choice with the truth.

    GAME is 8-puzzle, kalah-3x3, connect-four, othello, breakthrough or domineering (each on a small board), or a chess
    endgame of up to four pieces: KRK, KBBK, KQKR, …; or MODULE:NAME, a small game of your own or an ot.Preset. The
    decision error is the probability that a search chooses a wrong move. Where the deeper search has the larger one,
    looking further ahead made that decision worse; the worst of these positions are listed.

    \b
    overthink survey 8-puzzle
    overthink survey 8-puzzle --noise 2 --granularity 5
    overthink survey KRK --depths 1-7 --out krk.html
    overthink survey KQKR --granularity 2-10,20,50,100 --device gpu
    """
    from overthink.core.tree import check_error
    from overthink.presets.preset import evaluator_of, grade
    from overthink.report.charts import check_drawing
    from overthink.rules import rule_named
    from overthink.search.sweep import usual_rule
    from overthink.whole_games.survey import survey as survey_

    grains = sorted(set(granularity or []))
    preset = preset_of(game)
    check_error(error)
    if out:
        check_drawing()
    if device == "gpu":
        from overthink.gpu.device import require as require_gpu

        require_gpu()
    if rule is not None:
        rule_named(rule)
    if len(grains) > 1:
        alone = (
            "Several granularities give a table of minimax, without --rule or --out. Give one granularity to use them."
        )
        require(rule in (None, "minimax") and not out, alone)
        with at_most(jobs):
            table(preset, depths, noise, grains, seed, device, as_json)
        return
    assert preset.whole
    with progress() as show, at_most(jobs):
        whole = preset.whole(preset.values({}), show)
        evaluate, opinion = evaluator_of(whole, noise)
        title = f"{whole.text}, {opinion}{f', {grains[0]} buckets' if grains else ''}"
        judge = grade(whole.space, evaluate, grains[0] if grains else None, error)
        usual = usual_rule(whole.space.tree)
        rule = rule or (usual.name if usual.goal else preset.rules[0])
        result = survey_(whole.space, judge, depths, rule, seed=seed, device=device, progress=show)
        worsened = result.worst(n=SHOWN)
        page = result.report(out, title=title) if out else None
    if as_json:
        numbers = {"positions": result.positions, "branching": result.branching, "clustering": result.clustering}
        errors = {str(d): e for d, e in result.mean_errors.items()}
        pair = asdict(result.compare())
        lines = [asdict(position) for position in worsened]
        print_json({"game": game, **numbers, "mean_errors": errors, "comparison": pair, "worst": lines})
        return
    click.secho(title, bold=True)
    click.echo(str(result))
    for position in worsened:
        click.echo(f"\n{position}")
    if page:
        click.echo(f"\nreport: {page}")


def preset_of(name: str) -> Preset:
    """A game all of whose positions can be searched."""
    from overthink.presets import PRESETS, preset_with

    preset, given = preset_with(name)
    require(
        not given,
        f"A survey of {preset.name} has one board, without parameters. For another, use "
        "ot.survey(ot.state_space(game), …) in Python.",
    )
    if not preset.whole:
        small = [preset.name for preset in PRESETS.values() if preset.whole and preset.name != "chess-endgame"]
        raise OverthinkError(
            f"A survey searches all positions of a game, and the preset '{name}' does not list them (whole=). Use "
            f"{', '.join(small)} or KRK."
        )
    return preset


def table(
    preset: Preset, depths: list[int], noise: float | None, grains: list[int], seed: int, device: str, as_json: bool
) -> None:
    """Prints the mean decision errors at several granularities."""
    from overthink.presets.preset import evaluator_of
    from overthink.whole_games.granularities import ONE_PLAYER, by_granularity

    assert preset.whole
    require(preset.players != 1, ONE_PLAYER)
    with progress() as show:
        whole = preset.whole(preset.values({}), show)
        evaluate, opinion = evaluator_of(whole, noise)
        result = by_granularity(whole.space, evaluate, grains, depths, seed=seed, device=device, progress=show)
    if as_json:
        print_json({"game": preset.name, "positions": result.positions, "mean_errors": result.mean_errors})
        return
    click.secho(f"{whole.text}, {opinion}", bold=True)
    click.echo(str(result))
