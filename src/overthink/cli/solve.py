"""`overthink solve`: what a position is worth, proven to within ε."""

import sys
from dataclasses import replace

import click

from overthink.cli import options
from overthink.cli.console import print_json
from overthink.core.errors import OverthinkError
from overthink.stopping import COMMAND

ENDLESS = 1 << 60


@click.command()
@click.argument("game", type=options.GAME, metavar="GAME")
@click.option("--epsilon", type=options.Finite(), required=True, metavar="E",
              help="How wide the proven interval may be; 0 for the exact value.")  # fmt: skip
@click.option("--depth", type=int, metavar="D",
              help="Moves of players to look ahead; chance does not count. [default: 3 to 8, by the game]")  # fmt: skip
@click.option(
    "--low",
    type=options.Finite(),
    metavar="L",
    help="The least possible value. [default: by the game; -1 for your own]",
)
@click.option("--high", type=options.Finite(), metavar="H",
              help="The greatest possible value. [default: by the game; 1 for your own]")  # fmt: skip
@options.seed("Which random tree or board.")
@options.evaluate
@click.option("--budget", type=options.COUNT, metavar="NODES", help="Expand at most this many nodes.")
@click.option("--seconds", type=options.Finite(), metavar="S", help="Search at most this long.")
@click.option("--spend", default="uniform", show_default=True, metavar="WAY",
              help="How ε is divided among the outcomes of chance: uniform, carry, equal, or 0 (equal) to 1 (carry).",
              )  # fmt: skip
@options.quiet
@options.as_json
def solve(game: str, epsilon: float, depth: int | None, low: float | None, high: float | None, seed: int,
          evaluate: options.EvaluatorName | None, budget: int | None, seconds: float | None, spend: str,
          as_json: bool) -> None:  # fmt: skip
    """Prove what a position of a GAME is worth, to within E.

    GAME is random-tree, cops-and-robbers, pig, kalah or another game of two players; see `overthink list games`; or
    MODULE:NAME, a game of your own (mygame:MyGame in mygame.py) or an ot.Preset; or openspiel:NAME. The answer is an
    interval that holds the true value, no wider than E, and the moves that are safe: they lose no more than E. A larger
    E is often, but not always, much cheaper. Where the search stops before the game is over, the true value is that of
    the searched tree, with the evaluator's opinion at its leaves. You see the interval close. If --budget or --seconds
    runs out first, the interval is wider, and still proven.

    \b
    overthink solve random-tree --epsilon 10
    overthink solve cops-and-robbers --epsilon 1 --spend equal
    overthink solve pig --epsilon 0.01 --depth 8
    overthink solve kalah --epsilon 0.25 --depth 12 --seconds 20
    """
    from overthink.core.checked import parse_depth
    from overthink.core.decision import Limit
    from overthink.presets import preset_with
    from overthink.report.progress import Closing
    from overthink.search.bounds import Bounds, anytime, parse_epsilon, parse_range, spending

    preset, given = preset_with(game)
    if not preset.setup or preset.players < 2:
        raise OverthinkError(f"'{game}' is not a game of two players that can be solved. Use kalah or pig.")
    epsilon = parse_epsilon(epsilon)
    way = float(spend) if spend.replace(".", "", 1).isdecimal() else spend
    spending(way)
    limit = Limit(nodes=budget or ENDLESS, seconds=seconds)
    depth = parse_depth(preset.depth if depth is None else depth)
    setup = preset.setup(preset.values({"height": depth, **given}), seed)
    setup = replace(setup, evaluate=evaluate.load(setup.game)) if evaluate else setup
    low = setup.low if low is None else low
    high = high if high is not None else max(setup.high, depth) if setup.timed else setup.high
    low, high = parse_range(low, high)
    bounds = Bounds(low, high, (), 0, 0)
    stopped = False
    with Closing(low, high) as closing:

        def show(narrower: Bounds) -> None:
            nonlocal bounds
            bounds = narrower
            closing.show(narrower)

        try:
            bounds = anytime(
                setup.game, setup.start, limit=limit, low=low, high=high, epsilon=epsilon, depth=depth,
                evaluate=setup.evaluate, spend=way, tell=show,
            )  # fmt: skip
        except KeyboardInterrupt:
            stopped = COMMAND.said = True
    bounds = replace(bounds, opinions=bounds.opinions and setup.error > 0.0)  # an evaluator may be exact
    close = bounds.width <= epsilon * (1 + 1e-9) + 1e-12 * (high - low)
    if as_json:
        proven = close and not bounds.opinions
        question = {"game": game, "seed": seed, "depth": depth, "epsilon": epsilon, "spend": way, "proven": proven}
        interval = {"low": bounds.low, "high": bounds.high, "width": bounds.width, "moves": bounds.moves}
        nodes = {"expanded": bounds.expanded, "leaves": bounds.leaves, "range": [low, high]}
        moves = [{"move": option.move, "low": option.low, "high": option.high} for option in bounds.options]
        print_json({**question, "opinions": bounds.opinions, **interval, **nodes, "options": moves})
    else:
        click.secho(f"{setup.board}\n{setup.text}".lstrip("\n"), bold=True)
        click.echo(bounds)
        why = "stopped" if stopped else "the limit was reached"
        far = f"Not within ε = {epsilon:g}: {why} at a width of {bounds.width:.4g}."
        near = f"{'Within' if bounds.opinions else 'Proven to within'} ε = {epsilon:g}, {depth} moves ahead."
        click.echo(near if close else far if bounds.opinions else f"{far} It is proven all the same.")
        if bounds.opinions:
            click.echo("This holds if the evaluator is right where the search stops before the game is over.")
    if stopped:
        sys.exit(130)
