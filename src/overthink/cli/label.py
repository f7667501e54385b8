"""`overthink label`: random positions of a game, each with the true value of every move."""

from pathlib import Path

import click

from overthink.cli import options
from overthink.core.errors import OverthinkError

PLIES = options.NumberList("plies", "12-22", 0)


@click.command()
@click.argument("game", type=options.GAME, metavar="GAME")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE")
@click.option("--plies", type=PLIES, required=True, metavar="LIST",
              help="After how many random moves, such as 12-22: one is drawn for each position.")  # fmt: skip
@click.option(
    "--positions", type=options.COUNT, default=1000, show_default=True, metavar="N", help="How many positions."
)
@click.option("--nodes", type=options.COUNT, default=10_000_000, show_default=True, metavar="N",
              help="A position that needs more nodes counts as too hard.")  # fmt: skip
@options.seed("Which random positions.")
@options.threads
@options.quiet
def label(game: str, file: Path, plies: list[int], positions: int, nodes: int, seed: int, jobs: int | None) -> None:
    """Solve random positions of a GAME to its end, and keep them in FILE.

    GAME is a name of `overthink list games` without chance, with its settings if it has any, or MODULE:NAME, a game of
    your own. The command uses all cores. If you stop it, the same command resumes. A line of FILE has a position and
    what each move is worth to the player who makes it, or says that the position was too hard. The doctor reads FILE:
    --truth FILE.

    \b
    overthink label connect-four labels.jsonl --plies 8-12
    """
    from overthink.core.threads import jobs as threads_at_most
    from overthink.measure.labels import label as label_all
    from overthink.measure.labels import random_positions
    from overthink.presets import preset_with
    from overthink.report.progress import Stages

    preset, given = preset_with(game)
    if not preset.setup:
        raise OverthinkError(f"'{game}' has no positions to begin with. See `overthink list games`.")
    rules = preset.setup(preset.values(given), seed).game
    with threads_at_most(jobs), Stages() as stages:
        states = random_positions(rules, positions, plies, seed)
        labels = label_all(
            rules, states, nodes=nodes, keep=file, tell=lambda done, of: stages.show("solving", done / of)
        )
    click.echo(f"{labels}. {file}")
