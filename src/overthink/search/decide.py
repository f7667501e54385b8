"""`ot.decide`: asks a rule and a search for a decision, on a tree or in a game."""

from __future__ import annotations

from typing import Unpack

from overthink.core.checked import parse_depth
from overthink.core.decision import Decision
from overthink.core.errors import OverthinkError, require
from overthink.core.game import Evaluate
from overthink.core.kinds import State
from overthink.core.tree import TreeOrGame
from overthink.rules import rule_named
from overthink.rules.mean import MEAN
from overthink.rules.rule import Rule
from overthink.search.best_first import BEST_FIRST, best_first, check_effort
from overthink.search.look import add_scores, check_decision, check_opinions, search_named, search_to
from overthink.search.monte_carlo import UCT, MonteCarlo, Simulation, Simulations
from overthink.search.subjects.bind import has_chance, rule_for, subject_of


def decide(
    subject: TreeOrGame,
    state: State = None,
    *,
    rule: str | Rule | None = None,
    search: str = "full-width",
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    error: float = 0.0,
    ties: bool = True,
    evaluations: int | None = None,
    **monte_carlo: Unpack[Simulations],
) -> Decision:
    """The best moves at the root of a tree, or in a state of a game, looking `depth` plies ahead.

    Args:
        subject: The tree or the game.
        state: The position, the start if None; on a tree of many roots, the root's number.
        rule: Its name or an `ot.Rule`; by default minimax, or minimin or maximax if one player pays for moves.
        search: A name of `ot.SEARCHES`, "uct" or "best-first". With "uct", a tree grows by simulations in place of a
            depth, and the rule is the mean if none is given.
        depth: Plies to look ahead.
        evaluate: `evaluate(state)` gives a value to Max, or a value and the probability that it is wrong. Without
            it, a new position of "uct" is worth the result of a random game.
        error: That probability, for an evaluator that gives none.
        ties: With `ties=False` a search that prunes gives one best move, not all that tie with it: in five board games
            it then visits 6 to 32% fewer nodes, and an eighth of them in Dots and Boxes, where most moves tie.
        evaluations: With `search="best-first"`, how many `ot.best_first` may make.
        simulations: How many, with `search="uct"`, as are the next four.
        exploration: Weighs what was rarely tried; 1 by default.
        final: The move is chosen by "value", the default, or by "visits".
        solver: True keeps what is proven won (a utility of 1 or more) or lost.
        seed: The same one gives the same tree.

    >>> tree = ot.Tree.literal([[1, 1], [1, -1]], static=1, error=0.1)
    >>> print(ot.decide(tree, rule="emm", depth=2))
    best move 0   value 1   error 0.091   depth 2   7 nodes (3 internal, 4 frontier, 0 terminal)
     *        0   value 1   error 0.1
              1   value -1   error 0.09
    """
    check_effort(search, evaluations, depth)
    if search == UCT:
        require(depth is None, "The search 'uct' has no depth. Give simulations= instead.")
        return by_simulation(subject, state, rule_named(rule or MEAN), evaluate, error, **monte_carlo)
    if evaluations is not None:
        return best_first(subject, state, evaluations=evaluations, evaluate=evaluate, error=error, rule=rule)
    require(not monte_carlo, f"{', '.join(monte_carlo)} is for search='uct', not for '{search}'.")
    require(depth is not None, f"The search '{search}' needs a depth: how many plies to look ahead.")
    rule = rule_named(rule or rule_for(subject, state))
    found = search_named(search, rule, UCT, BEST_FIRST)
    depth = parse_depth(depth)
    position = subject_of(subject, state, rule, depth, evaluate, error)
    check_opinions(subject, position, depth)
    if not rule.sums_depths:
        return search_to(position, rule, found, depth, ties)
    votes = add_scores([search_to(position, rule, found, ply, ties) for ply in range(1, depth + 1)])
    check_decision(votes, position, rule)
    return votes


def by_simulation(
    subject: TreeOrGame,
    state: State,
    rule: Rule,
    evaluate: Evaluate | None,
    error: float,
    **monte_carlo: Unpack[Simulations],
) -> Decision:
    """The best moves by Monte Carlo search."""
    if "simulations" not in monte_carlo:
        raise OverthinkError("The search 'uct' needs a number of simulations: simulations=1000, for example.")
    if has_chance(subject) and rule is not MEAN:
        raise OverthinkError(f"The rule '{rule.name}' does not say what chance makes of its outcomes. Use 'mean'.")
    settings = MonteCarlo(**monte_carlo)
    pays = settings.solver and rule_for(subject, state).goal
    require(not pays, "solver=True keeps who wins, and here one player pays for moves. Leave it out.")
    simulation = Simulation(subject_of(subject, state, rule, 0, evaluate, error), rule, settings)
    simulation.advance(settings.simulations)
    return simulation.decision()
