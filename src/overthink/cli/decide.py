"""`overthink decide`: ask a rule for its move."""

import json
from dataclasses import asdict, dataclass
from typing import Any

import click

from overthink.cli import options
from overthink.cli.console import announced, print_json
from overthink.core.errors import OverthinkError, as_sentence, require
from overthink.core.plain import Fields
from overthink.core.threads import jobs as at_most

LIMITS: dict[str, Fields] = {"uct": {"simulations": 1000}, "best-first": {"evaluations": 300}}


@dataclass(frozen=True)
class DecisionTask:
    """A tree, or a game with a position; what evaluates it, what to print, and the moves that are truly best."""

    subject: Any
    text: str
    state: Any = None
    evaluate: Any = None
    right: tuple[Any, ...] | None = None


@click.command()
@click.argument("subject", type=options.GAME)
@click.option("--rule", type=options.RULE, metavar="RULE", help="How values are backed up; see `list rules`, or "
              "MODULE:NAME of your own.  [default: minimax; mean for uct; tempered (λ = .15) for best-first]"
              )  # fmt: skip
@click.option("--search", type=options.SEARCH, metavar="SEARCH", default="full-width", show_default=True,
              help="Which nodes to visit; see `list searches`.")  # fmt: skip
@click.option("--depth", type=int, help="Plies to look ahead.  [default: 3]")
@click.option("--ties/--no-ties", default=True, help="--no-ties: a search that prunes gives one best move, not all, "
              "and visits fewer nodes.")  # fmt: skip
@click.option("--simulations", type=options.COUNT, help="For uct: how often to simulate.  [default: 1000]")
@click.option("--exploration", type=float, help="For uct: the weight of moves that were rarely tried.  [default: 1]")
@click.option("--evaluations", type=options.COUNT, help="For best-first: how many positions to evaluate.  [default: "
              "300]")  # fmt: skip
@options.evaluate
@click.option("--error", type=float, default=0.2, show_default=True, help="Probability that an evaluation is wrong.")
@click.option("--static", metavar="JSON", help="Evaluations of a tree's internal nodes: one number, or a list in "
              "breadth-first order.")  # fmt: skip
@click.option("--mover", type=click.Choice(["1", "-1"]), default="1", show_default=True,
              help="Who moves at a tree's root.")  # fmt: skip
@options.seed("Which random game.")
@options.threads
@click.option("--explain", is_flag=True, help="Print the values of the rule at every node of a tree.")
@options.as_json
def decide(subject: str, rule: str | None, search: str, depth: int | None, ties: bool, simulations: int | None,
           exploration: float | None, evaluations: int | None, evaluate: options.EvaluatorName | None, error: float,
           static: str | None, mover: str, seed: int, jobs: int | None, explain: bool,
           as_json: bool) -> None:  # fmt: skip
    """Ask a rule for its move, on a tree or in a game.

    SUBJECT is a tree of evaluations as nested lists, "[[1, 1], [1, -1]]", or a game: kalah, board-splitting,
    chess-endgame, 8-puzzle; see `overthink list games`; MODULE:NAME, a game of your own (mygame:MyGame in
    mygame.py) or an ot.Preset; or openspiel:connect_four.

    \b
    overthink decide "[[1, 1], [1, -1]]" --rule emm --depth 2 --error 0.1 --static 1 --explain
    overthink decide board-splitting --rule emm --depth 5
    overthink decide kalah --search alpha-beta --no-ties --depth 8
    overthink decide mygame:MyGame --evaluate mygame:my_eval --depth 4
    overthink decide kalah --search uct --simulations 10000
    overthink decide "critical-win-loss(b=2,gamma=.5)" --search uct
    overthink decide board-splitting --search best-first --evaluations 300
    """
    from overthink.cli.tables import print_seen
    from overthink.search.decide import decide as decide_
    from overthink.search.explain import explain as explain_

    grows = search in LIMITS
    prunes = ties or not (grows or search == "full-width")
    require(prunes, f"--no-ties is for a search that prunes, such as --search alpha-beta; '{search}' visits all moves.")
    if subject.lstrip().startswith("["):
        require(not evaluate, "--evaluate is for a game; --static gives the evaluations of a tree.")
        question = tree_question(subject, int(mover), static, error)
    else:
        question = game_question(subject, evaluate, static, error, seed)
    opinion = {"evaluate": question.evaluate, "error": error} if question.evaluate else {}
    require(not grows or not explain, f"--explain shows a search to a depth. Leave it out with --search {search}.")
    limits: Fields = {
        "depth": depth, "simulations": simulations, "exploration": exploration, "evaluations": evaluations
    }  # fmt: skip
    limits = {name: value for name, value in limits.items() if value is not None}
    limits = {**LIMITS.get(search, {"depth": 3}), **({"seed": seed} if search == "uct" else {}), **limits}
    thoughts = explain_(question.subject, rule or "minimax", limits["depth"]) if explain else ()
    with at_most(jobs), announced("still searching. Ctrl-C stops it."):
        asked: Fields = {"rule": rule, "search": search, "ties": ties, **limits, **opinion}
        decision = decide_(question.subject, question.state, **asked)
    if as_json:
        settings = {"subject": subject, "rule": rule, "search": search}
        print_json({**settings, **asdict(decision), "right": question.right})
        return
    click.echo(question.text)
    click.echo(decision)
    if question.right is not None:
        click.echo(f"truly best: {', '.join(map(str, question.right))}")
    if explain:
        print_seen(thoughts)


def tree_question(text: str, mover: int, static: str | None, error: float) -> DecisionTask:
    from overthink.core.tree import Tree

    opinions = None if static is None else _parse_json(static, "list of static values")
    fits = opinions is None or isinstance(opinions, int | float | list)
    require(fits, "Static values are one number for all internal nodes, or a list in breadth-first order.")
    tree = Tree.literal(_parse_json(text, "tree"), mover, opinions, error)
    return DecisionTask(tree, f"a tree of {len(tree)} nodes")


def game_question(
    name: str, evaluate: options.EvaluatorName | None, static: str | None, error: float, seed: int
) -> DecisionTask:
    """A game from the registry, with its evaluator or yours."""
    import numpy as np

    from overthink.core.tree import check_error
    from overthink.measure.accuracy import right_moves
    from overthink.presets import preset_with

    preset, given = preset_with(name)
    require(static is None, "--static gives the evaluations of a tree; a game has its own evaluator.")
    check_error(error)
    values = preset.values({"error": error, **given})
    if preset.draw:
        require(not evaluate, f"--evaluate is for a game; the trees of {preset.name} have their own evaluations.")
        tree = preset.draw(values, 0, seed)(seed, seed + 1)
        best = tuple(int(move) for move in np.flatnonzero(right_moves(tree)))
        return DecisionTask(tree, preset.describe(values, seed), right=best)
    if not preset.setup:
        raise OverthinkError(f"'{name}' has no position to decide in. It may be one for `overthink survey`.")
    setup = preset.setup(values, seed)
    with as_sentence("The function right of a setup does not give a list of moves ({}).", TypeError):
        right = tuple(setup.right(setup.start)) if setup.right else None
    opinion, text = setup.evaluate, setup.text
    if evaluate:
        opinion = evaluate.load(setup.game)
        text = f"{text.partition('; evaluated ')[0]}; evaluated by {evaluate.name}"
    return DecisionTask(setup.game, f"{setup.board}\n{text}".lstrip("\n"), setup.start, opinion, right)


def _parse_json(text: str, name: str) -> Any:
    wrong = as_sentence(f"The {name} is not valid JSON ({{}}). Write [[1, 1], [1, -1]].", ValueError)
    with wrong, as_sentence(f"The {name} is nested too deeply.", RecursionError):
        return json.loads(text)
