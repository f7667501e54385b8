"""What a search is bound to: a tree, a game made of kernels, or any Python game with its evaluator.

Every kind answers the same vocabulary (`overthink.core.vocabulary`) over a `context` and a `state`. The words of Python
games are kernels that are never compiled, the same for all games: a search is bound to them once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, TypeGuard
from weakref import WeakSet

import numpy as np

from overthink.core import checked
from overthink.core.bind import AnyKernel, Kernel, kernel, types_of
from overthink.core.checked import cost_of, mover_of, moves_of, play_of, start_of, utility_of
from overthink.core.errors import OverthinkError, parse_whole, require, shown
from overthink.core.game import Evaluate, Game, KernelGame
from overthink.core.kinds import Column, Context, Foreign, Move, Number, State
from overthink.core.machine import alike
from overthink.core.plain import Fields
from overthink.core.tree import Tree, TreeOrGame, check_error, check_tree
from overthink.core.vocabulary import GAME_WORDS, edge, move, static
from overthink.evaluate.evaluator import KernelEvaluator, doubt_of_probability
from overthink.rules import rule_named
from overthink.rules.fold import Meanings, in_python
from overthink.rules.mean import MEAN
from overthink.rules.minimax import MINIMAX
from overthink.rules.product import frontier, likelier, win_probability
from overthink.rules.rule import ONE_PLAYER, Rule, check_payers
from overthink.search.sweep import NODE_WORDS, check, check_costs, columns, costs_of, usual_rule

SAMPLE_POSITIONS = 8  # positions that show whether an evaluator states its errors
NO_OPINION = "The search stops before the game is over and needs an opinion there. Give evaluate= (--evaluate)."
NO_CHANCE = "A game with chance needs search='uct', or a proof: ot.bounded, ot.expectimax or `overthink solve`."
MOST_SEEN = 20_000  # positions in which a value is looked for that is not a finite number
ROUNDED = 1e-12  # room for rounding at the ends of a range of probabilities
SMALL_TREE_NODES = 2_000  # nodes of a tree below which compiling would take longer than searching


@dataclass(frozen=True)
class Subject:
    """A position to decide on, in a form that searches bind to."""

    context: Context
    state: State
    moves: Sequence[Move]
    names: Fields = field(repr=False)
    compiled: bool = True
    ours: bool = False  # whether all its kernels are this package's own
    opinions: bool = True  # whether there is an evaluator to ask where the search stops
    # Not 0 once a kernel of somebody else gave a value that is not a finite number.
    flaws: Column = field(default_factory=lambda: np.zeros(1), repr=False)
    slow: bool = False  # whether its evaluator takes long as ordinary Python

    def ask(self, word: str, state: State, *args: object) -> Any:
        """The answer to one word of the vocabulary."""
        function = self.answers(word)
        if not self.ours:
            return function(self.context, state, *args)
        with np.errstate(over="ignore"):  # hashes wrap
            return function(self.context, state, *args)

    def answers(self, word: str) -> Callable[..., Any]:
        """What answers one word of the vocabulary, given the context and a state. Hashes in it may wrap."""
        function = self.names.get(word, GAME_WORDS[word])
        if isinstance(function, Kernel) and (self.ours or not self.compiled):
            return function.interpreted  # sooner done than compiled
        answer: Callable[..., Any] = function.__call__
        return answer

    @cached_property
    def meanings(self) -> Meanings:
        """Its words, as a key: what is bound to them is the same for all positions of a game."""
        return frozenset(self.names.items())

    def python(self, template: AnyKernel, rule: Rule) -> Callable[..., Any]:
        """A kernel as ordinary Python, with this subject's and the rule's words. Hashes in it may wrap."""
        quick = self.ours or not self.compiled
        names = self.names if quick else {word: self.answers(word) for word in self.names}
        return in_python(template, names, rule)

    def find_infinite(self) -> None:
        """Refuses an evaluation or a utility below that is not a finite number. A tree was looked at before."""
        row = [] if "over" in self.names else [self.state]
        seen = 0
        while row and seen < MOST_SEEN:
            below = []
            for state in row[:MOST_SEEN]:
                moves = int(self.ask("count", state))
                below += [self.ask("child", state, i) for i in range(moves)]
                if moves == 0 or (self.opinions and seen):
                    value = self.ask("static" if moves else "utility", state)
                    checked.number_of(value, "The evaluator" if moves else "utility()", getattr(state, "state", state))
                seen += 1
            row = below
        require(
            not self.flaws[0],
            f"Below the position {self.shown()}, the evaluator or utility() gave what is not a finite number.",
        )

    def shown(self) -> str:
        """The position, for people."""
        return shown(getattr(self.state, "state", self.state))


# --- a tree ---------------------------------------------------------------------------------------------------------
# context: the tree's columns and the range of losses at each height; state: int64, a node


@kernel
def tree_count(game: Context, state: int) -> Number:
    """`count` of a node."""
    return game[0][state + 1] - game[0][state]


@kernel
def tree_child(game: Context, state: int, i: int) -> Number:
    """`child` of a node: its number."""
    return np.int64(game[1][game[0][state] + i])  # one type for all nodes, however the column keeps them


@kernel
def tree_edge(game: Context, state: int, i: int) -> Number:
    """`edge` of a node's move number i."""
    return game[7][game[0][state] + i]


@kernel
def tree_loss_range(game: Context, remaining: int) -> tuple[float, float]:
    """`loss_range` of a tree, computed before the search (`loss_ranges`)."""
    return game[8][remaining, 0], game[8][remaining, 1]


TREE_WORDS: Fields = {
    **NODE_WORDS,
    "count": tree_count,
    "child": tree_child,
    "edge": tree_edge,
    "loss_range": tree_loss_range,
}


def of_tree(tree: Tree, root: int, rule: Rule, depth: int) -> Subject:
    """A root of a tree as a subject; `depth` plies are to be searched with the rule."""
    context = *columns(tree, rule), loss_ranges(tree, depth, rule)
    moves = range(len(tree.children(root)))
    return Subject(context, root, moves, TREE_WORDS, len(tree) > SMALL_TREE_NODES, ours=True)


def paid_on_the_way(tree: Tree) -> Tree:
    """The tree with what one player pays for moves in the values of its leaves, to Max, in place of its edges."""
    costs, players = costs_of(tree)
    if not costs.any():
        return tree
    check_payers(players)
    once = len(tree.levels) and (np.bincount(tree.child, minlength=len(tree))[tree.roots.stop :] == 1).all()
    advice = "Use ot.decide, or ot.grow a tree."
    require(once, f"Several ways lead to a position of this graph, and its moves cost something. {advice}")
    paid = np.zeros(len(tree))
    parent = np.repeat(np.arange(len(tree)), np.diff(tree.first))
    for low, high in pairwise(tree.first[tree.levels].tolist()):
        above = parent[low:high]
        paid[tree.child[low:high]] = paid[above] - tree.mover[above] * costs[low:high]
    return replace(tree, utility=tree.utility + paid, static=tree.static + paid, edge=tree.edge - costs)


def loss_ranges(tree: Tree, depth: int, rule: Rule) -> Column:
    """The least and greatest loss that a rule on probabilities can give a move, by the plies left to look ahead:
    float64[depth + 1, 2]. Opinions bound it from both sides; a finished game, or a player who moves twice, leaves it
    anywhere in [0, 1]."""
    anywhere = np.tile([0.0, 1.0], (depth + 1, 1))
    if rule.frontier is not frontier:  # it does not read the errors
        return anywhere
    nodes = int(tree.levels[min(depth, tree.height) + 1]) if len(tree.levels) else len(tree)
    widths = np.diff(tree.first)
    turns = tree.mover[tree.child] * np.repeat(tree.mover, widths)
    if not np.isnan(tree.utility[:nodes]).all() or (turns != -1).any():
        return anywhere
    fewest = int(widths[widths > 0].min())
    widest = int(widths.max())
    sure = float(tree.error[:nodes].min())
    settle = rule.interpreted["settle"]

    def settle_won(won: float, static: float, remaining: int) -> float:
        """The probability of a win, given that of the search and the surest evaluation for or against it."""
        return win_probability.interpreted(settle(likelier.interpreted(won, 1.0 - won), static, sure, remaining))

    ranges = [(sure, 1.0 - sure)]
    for ply in range(1, depth + 1):
        least, most = ranges[-1]
        low, high = settle_won(1.0 - most**fewest, -1.0, ply), settle_won(1.0 - least**widest, 1.0, ply)
        ranges.append((min(sure, low), max(1.0 - sure, high)))  # a node that nobody opened is as sure as its evaluation
    found: Column = np.clip(np.array(ranges) + np.array([-ROUNDED, ROUNDED]), 0.0, 1.0)
    return found


# --- a game made of kernels -----------------------------------------------------------------------------------------
# context: the game's own, the error of its evaluator, where flaws are noted, and what an evaluator with tables reads


def of_kernels(game: KernelGame, state: State, evaluate: KernelEvaluator | None, error: float, rule: Rule) -> Subject:
    """A position of a game made of kernels as a subject. `error`: of an evaluator that states none."""
    is_plain = not hasattr(state, "_fields")
    fits = evaluate is None or _same(evaluate.game, game)
    require(is_plain, "A state of kernels is a number or a plain tuple of numbers, not a named tuple.")
    require(fits, "The evaluator was made for another game; make it for this one.")
    opinion, error_of = (evaluate.static, evaluate.static_error) if evaluate else (None, None)
    probable = bool(evaluate and evaluate.probable)
    place = -1 if evaluate and evaluate.tables else 0
    checked.walk(game, state, opinion, evaluate.context if evaluate else None)
    names = _kernel_words(frozenset(game.kernels.items()), opinion, error_of, place, rule.goal, probable)
    ours = all(word.ours for word in names.values())
    flaws = np.zeros(1)
    context: Context = (game.context, float(error)) if ours else (game.context, float(error), flaws)
    if evaluate and place:
        context = (*context, evaluate.context)
    given = evaluate is not None
    return Subject(context, state, game.moves(state), names, game.compiled, ours, given, flaws, slow=place < 0)


@lru_cache(maxsize=1024)
def _kernel_words(
    meanings: Meanings, opinion: AnyKernel | None, error_of: AnyKernel | None, place: int, goal: int, probable: bool
) -> Fields:
    """The words of a game made of kernels and of its evaluator. `place`: of what the evaluator reads."""
    kernels: dict[str, AnyKernel] = dict(meanings)
    names: Fields = {
        "count": inside.bind(wrapped=kernels["count"]),
        "child": (inside_move if kernels["child"].ours else inside_child).bind(wrapped=kernels["child"]),
        "mover": _goal.bind(GOAL=goal) if goal else inside.bind(wrapped=kernels["mover"]),
        "utility": (inside if kernels["utility"].ours else inside_finite).bind(wrapped=kernels["utility"]),
        **{word: inside.bind(wrapped=kernels[word]) for word in ("outlook", "mirror") if word in kernels},
        "edge": inside_move.bind(wrapped=kernels["edge"]) if "edge" in kernels else edge,
        "move": inside_move.bind(wrapped=kernels["move"]) if "move" in kernels else move,
        "static": (inside if opinion.ours else inside_finite).bind(wrapped=opinion, PLACE=place) if opinion else static,
        "static_error": inside.bind(wrapped=error_of, PLACE=place) if error_of else _given_error,
    }
    return {**names, "doubt": doubt_of_probability} if probable else names


def _same(one: KernelGame, other: KernelGame) -> bool:
    """Whether two games go by the same rules and tables."""
    return one is other or (one.kernels == other.kernels and np.array_equal(one.context, other.context))


@kernel
def wrapped(game: Context, *args: object) -> Any:
    """The game's or evaluator's own kernel."""
    return 0


GOAL = 1
PLACE = 0  # of what the wrapped kernel reads, in the context


@kernel
def inside(game: Context, state: State) -> Number:
    """A kernel of a state, given its own part of the context."""
    return wrapped(game[PLACE], state)


@kernel
def inside_finite(game: Context, state: State) -> Number:
    """The same for a kernel of somebody else; notes a number that is not finite."""
    number = wrapped(game[PLACE], state)
    if not -math.inf < number < math.inf:
        game[2][0] = 1.0
    return number


@kernel
def inside_move(game: Context, state: State, i: int) -> Number:
    """A kernel of a state and a move, given its own part of the context."""
    return wrapped(game[0], state, i)


@kernel
def inside_child(game: Context, state: State, i: int) -> State:
    """The same for the child kernel of somebody else, whose states may be numbers of other types, as int32 and bool."""
    return alike(wrapped(game[0], state, i), state)


@kernel
def _given_error(game: Context, state: State) -> Number:
    return game[1]


@kernel
def _goal(game: Context, state: State) -> int:
    return GOAL


@dataclass(frozen=True)
class PlayedGame:
    """A game and what is asked of it: the context of its words."""

    rules: Game[State]
    evaluate: Evaluate | None
    error: float
    rule: Rule
    price: Callable[..., float] | None  # of a move
    along: bool  # whether positions have in their values what was paid on the way there, or the rule counts it
    movers: set[int]  # who made a move
    numbers: dict[Move, int] = field(default_factory=dict)
    asked: set[bool] = field(default_factory=set)  # holds True once the evaluator was asked
    paying: set[bool] = field(default_factory=set)  # holds True once a move cost something
    batch: int = 0  # positions that the evaluator may be asked about at once; 0: it does not offer that
    keeps: bool = False  # whether all positions are kept that were made

    def after(self, here: PlayedPosition, i: int) -> PlayedPosition:
        """The position after a move. What was kept below the move before is no longer needed, unless the search comes
        back."""
        if not (self.batch or self.keeps):
            return self.make(here, i)
        if not self.keeps and here.below and here.last not in (-1, i):
            here.below[here.last].below = []
        here.last = i
        return self.all_after(here)[i]

    def all_after(self, here: PlayedPosition) -> list[PlayedPosition]:
        """The positions after all moves, kept until the search has left them."""
        if not here.below:
            here.below = [self.make(here, i) for i in range(len(here.moves))]
            for position in here.below:
                position.parent = here
        return here.below

    def judge_near(self, here: PlayedPosition) -> None:
        """Ask the evaluator about a position and its neighbours on the same ply: its siblings, and as many cousins as
        may be asked about at once."""
        top = here
        plies = 0
        size = 1
        while top.parent and (plies == 0 or size * len(top.parent.moves) <= self.batch):
            size *= len(top.parent.moves)
            top, plies = top.parent, plies + 1
        row = [top]
        for _ in range(plies):
            row = [after for position in row for after in self.all_after(position)]
        wanted = [near for near in row if near is here or (near.judged is None and len(near.moves))]
        values, errors = checked.evaluations_of(self.evaluate, self.error, [near.state for near in wanted])
        for near, value, error in zip(wanted, values.tolist(), errors.tolist()):
            near.judged = value + near.paid, error

    def make(self, here: PlayedPosition, i: int) -> PlayedPosition:
        """The position after a move. Refuses a player or a cost that the rule does not count with."""
        position = PlayedPosition(self.rules, play_of(self.rules, here.state, here.moves[i]))
        position.paid = here.paid
        if (self.price or self.rule.goal) and here.chances is None:
            mover = mover_of(self.rules, here.state)
            cost = cost_of(self.price, here.state, here.moves[i])
            self.movers.add(mover)
            self.paying.update([True] if cost else [])
            if not self.along:
                self.rule.check_players(self.movers, bool(self.paying))
            elif self.paying:
                check_payers(self.movers)
                position.paid -= mover * cost
        return position


class PlayedPosition:
    """A state with its moves and the evaluator's opinion, each asked for once, when it is needed."""

    __slots__ = ("below", "chances", "judged", "last", "moves", "paid", "parent", "rules", "state")
    moves: Sequence[Move]
    chances: list[float] | None  # where chance moves, the probability of each outcome

    def __init__(self, rules: Game[State], state: State):
        self.rules = rules
        self.state = state
        self.judged: tuple[float, float] | None = None
        self.paid = 0.0  # on the way here, as it changes the value to Max
        self.parent: PlayedPosition | None = None  # known where an evaluator is asked about many positions at once
        self.below: list[PlayedPosition] = []
        self.last = -1  # the move that was looked at last

    def __getattr__(self, name: str) -> Any:
        """Asks for the moves, and for the probabilities where chance makes them."""
        if name not in ("moves", "chances"):
            raise AttributeError(name)
        rules, state = self.rules, self.state
        if hasattr(rules, "outcomes") and checked.is_chance(rules, state):
            outcomes = checked.outcomes_of(rules, state)
            self.moves, self.chances = [move for move, _ in outcomes], [chance for _, chance in outcomes]
        else:
            self.moves = moves_of(rules, state)
            self.chances = None
        return getattr(self, name)

    @property
    def place(self) -> tuple[State, float]:
        """What a table knows it by."""
        return self.state, self.paid

    def judge(self, game: PlayedGame) -> tuple[float, float]:
        """The evaluator's value and its error."""
        if game.evaluate is None:
            raise OverthinkError(NO_OPINION)
        if self.judged is None:
            game.asked.add(True)
            if game.batch:
                game.judge_near(self)
            else:
                value, error = checked.evaluation_of(game.evaluate, game.error, self.state)
                self.judged = value + self.paid, error
        assert self.judged
        return self.judged


def number_of_move(game: PlayedGame, here: PlayedPosition, i: int) -> int:
    """`move`: a number for each move, the same wherever it is possible; without a hash, its place."""
    try:
        return game.numbers.setdefault(here.moves[i], len(game.numbers))
    except TypeError:  # a move without a hash
        return i


PLAYED_WORDS: Fields = {
    "count": lambda game, here: len(here.moves),
    "child": lambda game, here, i: game.after(here, i),
    "mover": lambda game, here: game.rule.goal or mover_of(game.rules, here.state),
    "utility": lambda game, here: utility_of(game.rules, here.state) + here.paid,
    "static": lambda game, here: here.judge(game)[0],
    "static_error": lambda game, here: here.judge(game)[1],
    "truth": lambda game, here: math.nan,
    "edge": lambda game, here, i: here.chances[i] if here.chances else cost_of(game.price, here.state, here.moves[i]),
    "move": number_of_move,
}
WORDS: Fields = {name: kernel(word) for name, word in PLAYED_WORDS.items()}


def of_python(
    game: Game[State], state: State, evaluate: Evaluate | None, error: float, rule: Rule, along: bool = False
) -> Subject:
    """A position of any Python game as a subject. `along`: whether costs so far count in values."""
    checked.check_game(game, state, evaluate)
    price = getattr(game, "cost", None)
    payers = movers_near(game, state) if price else set()
    batch = int(callable(getattr(evaluate, "many", None)))
    context = PlayedGame(game, evaluate, error, rule, price, along, payers, batch=batch)
    here = PlayedPosition(game, state)
    return Subject(context, here, here.moves, WORDS, compiled=False, opinions=evaluate is not None)


@kernel
def no_opinion(game: Context, state: State) -> float:
    """Stands out, since no value may be infinite."""
    return math.inf


def subject_of(
    subject: TreeOrGame,
    state: State,
    rule: Rule,
    depth: int,
    evaluate: Evaluate | None,
    error: float,
) -> Subject:
    """What a search binds to, checked. A depth of 0 stands for a search without one, by simulation."""
    _check_kind(subject)
    sure = not depth or not has_chance(subject)
    require(sure, NO_CHANCE)
    if isinstance(subject, Tree):
        root = _root(subject, state, evaluate, error)
        if depth:
            check(subject, rule, depth)
        elif rule is MEAN:
            subject = paid_on_the_way(subject)
        else:
            check_costs(subject, rule)
        position = of_tree(subject, root, rule, depth)
        return position if depth else replace(position, opinions=not np.isnan(subject.static[root + 1 :]).all())
    check_error(error)
    rule.check_subject(subject, evaluate)
    require(not rule.needs_truth, f"The rule '{rule.name}' reads true values; give it a solved Tree instead of a game.")
    if state is None:
        state = start_of(subject)
    if rule.goal:
        rule.check_players(movers_near(subject, state))
    position = _of_game(subject, state, evaluate, error, rule, along=not depth and rule is MEAN)
    states_errors = isinstance(evaluate, KernelEvaluator) and (evaluate.static_error is not None or evaluate.probable)
    if rule.reads_results and evaluate is not None and not (error or states_errors):
        _check_results(position, rule, evaluate)
    return position


def _check_results(position: Subject, rule: Rule, evaluate: Evaluate) -> None:
    """Refuse an evaluator that states no errors for a rule that needs them. It is asked about a few positions, once."""
    values = list[float]()
    with suppress(TypeError):  # it cannot be referred to, so it is asked each time
        if evaluate in _STATING:
            return
    for i in range(min(len(position.moves), SAMPLE_POSITIONS)):
        child = position.ask("child", position.state, i)
        if position.ask("count", child):
            values.append(float(position.ask("static", child)))
            if position.ask("static_error", child):
                break
    else:
        rule.check_results(values)
    with suppress(TypeError):
        _STATING.add(evaluate)


_STATING = WeakSet[object]()


def chance_subject(subject: TreeOrGame, state: State, evaluate: Evaluate | None) -> Subject:
    """What a search of games with chance binds to, checked."""
    if isinstance(subject, Subject):  # bound before
        return subject
    _check_kind(subject)
    if isinstance(subject, Tree):
        root = _root(subject, state, evaluate)
        _check_chances(subject)
        paid = paid_on_the_way(subject)
        silent = np.where(np.isnan(paid.static), math.inf, paid.static)
        return replace(of_tree(replace(paid, static=silent), root, MINIMAX, 1), opinions=False)
    position = _of_game(subject, start_of(subject) if state is None else state, evaluate, 0.0, MINIMAX, True)
    if position.names is not WORDS and evaluate is None:
        return replace(position, names={**position.names, "static": no_opinion})
    return position


def _check_kind(subject: TreeOrGame) -> None:
    if isinstance(subject, Tree):
        check_tree(subject)
    else:
        checked.check_kind(subject)


def _root(tree: Tree, state: State, evaluate: Evaluate | None, error: float = 0.0) -> int:
    """The root of a tree that `state` names."""
    own = evaluate is None and not error
    require(own, "A tree carries its own opinions; give it others by evaluator(tree) or tree.opinion().")
    root = 0 if state is None else parse_whole("The root of a tree", state)
    fits = root in tree.roots and len(tree.children(root))
    require(fits, f"Node {root} is not a root of this tree with a move to decide on.")
    return root


def _of_game(
    game: Game[State], state: State, evaluate: Evaluate | None, error: float, rule: Rule, along: bool
) -> Subject:
    if isinstance(game, KernelGame) and made_of_kernels(evaluate, game):
        position = of_kernels(game, state, evaluate, error, rule)
    else:
        position = of_python(game, state, evaluate, error, rule, along)
    require(len(position.moves), "There is no move to decide on: the game is over in this position.")
    return position


def made_of_kernels(evaluate: Evaluate | None, game: Game[State]) -> TypeGuard[KernelEvaluator | None]:
    """Whether a search of the game may run compiled. Kernels know no costs of moves."""
    kernels = isinstance(game, KernelGame) and not hasattr(game, "cost")
    return kernels and (evaluate is None or isinstance(evaluate, KernelEvaluator))


def movers_near(game: Game[State], state: State) -> set[int]:
    """Who moves in a position and after its moves."""
    states = [state, *(play_of(game, state, move) for move in moves_of(game, state))]
    return {mover_of(game, near) for near in states if len(moves_of(game, near))} - {0}


def rule_for(subject: TreeOrGame, state: State) -> Rule:
    """The rule if none is given: minimax, or its form for one player who pays for moves."""
    _check_kind(subject)
    if isinstance(subject, Tree):
        return usual_rule(subject)
    if not hasattr(subject, "cost"):
        return MINIMAX
    movers = movers_near(subject, start_of(subject) if state is None else state)
    return rule_named(ONE_PLAYER[movers.pop()]) if len(movers) == 1 else MINIMAX


def has_chance(subject: TreeOrGame) -> bool:
    """Whether chance moves anywhere."""
    if isinstance(subject, Tree):
        return bool((subject.mover == 0).any())
    return "edge" in subject.kernels if isinstance(subject, KernelGame) else hasattr(subject, "outcomes")


def _check_chances(tree: Tree) -> None:
    """Refuses chance nodes whose probabilities do not sum to 1."""
    for node in np.flatnonzero((tree.mover == 0) & (np.diff(tree.first) > 0)).tolist():
        chances = tree.edge[tree.first[node] : tree.first[node + 1]].tolist()
        checked.check_chances(chances, f"at node {node}")


def ready(template: AnyKernel, position: Subject, numbers: tuple[Number, ...], **words: object) -> Any:
    """A search for this subject with further words bound, compiled where the subject is; `numbers` are like those that
    it is given after game and state."""
    if not position.compiled:
        return bind_words(template, position.names, words).interpreted
    types = types_of(position.context, position.state, *numbers)
    return bind_words(template, position.names, words, types).compiled


def bind_words(template: AnyKernel, names: Fields, words: Fields, types: tuple[Foreign, ...] = ()) -> AnyKernel:
    """A search with the game's words and its own, which speak of the game's and of each other."""
    own = {name: word.bind(**names, **words) if isinstance(word, Kernel) else word for name, word in words.items()}
    return template.bind(types, **names, **own)
