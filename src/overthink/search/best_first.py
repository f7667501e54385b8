"""Best-first: a tree that grows by one evaluation at a time, each where it can change the decision most.

A node holds the probabilities that Max has won, drawn and lost. Its value to a player is that of a win and half of that
of a draw. An evaluator says p, the probability that the player to move wins; a position where the game is over is
exact.

A node that is evaluated counts as if its k moves were unknown, each with the same probability f that it loses. The
product rule reads a node as lost if all its moves lose, so f = (1 - p)^(1/k). To *open* a node is to list its moves:
this changes no value, unless the game is over after one of them, and then f is that of the others. One evaluation
replaces one f. With moves as independent, where m is a move and each probability is that of the player to move:

    P(lost) = Π P(m loses)        P(won) = 1 - Π (1 - P(m wins))        P(drawn) = what is left

So a draw that is known is a floor: it leaves no loss. Where the same player moves again nothing changes, because each
node has the probabilities of Max. A move is chosen before chance decides, and not after it as here: two moves that toss
a fair coin would be worth 3/4. So games with chance are refused.

With a weight λ above 0, the odds of the search are multiplied by (p / (1 - p))^λ, as the rule `tempered` does. f is
then the k-th root of the probability with odds ((1 - p) / p)^(1 - λ): to open a node still changes nothing.

The *influence* of a move that is not evaluated is the derivative of a node's value by it times √(f (1 - f)), how far an
evaluation may change it. Each node keeps the largest below it and the move to it. The next evaluation is for one of the
two best moves of the root, that with the larger influence / √visits, and goes down by influence. What is known exactly,
or can no longer be better than what the node has for sure, has no influence. [Baum1997]; [Saffidine2013]

The tree is an array with a row for each node. The children of a node lie side by side, and have higher numbers than
their parent; the root is row 0. States are not kept: they are played again on the way down.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import Any

import numpy as np

from overthink.core.arguments import check_arguments
from overthink.core.arithmetic import root, slack_of, whole_power
from overthink.core.bind import AnyKernel, as_compiled, inlined, kernel, types_of
from overthink.core.checked import evaluations_of
from overthink.core.decision import Decision, Nodes, Option
from overthink.core.errors import OverthinkError, check_whole, require
from overthink.core.game import Evaluate
from overthink.core.kinds import Column, Context, Move, State
from overthink.core.machine import stopped
from overthink.core.plain import Entry
from overthink.core.tree import Tree, TreeOrGame
from overthink.core.vocabulary import child, count, doubt, mover, over, static, utility
from overthink.rules import rule_named
from overthink.rules.product import frontier, win_probability
from overthink.rules.rule import Rule
from overthink.rules.tempered import power, steps_of, tempered
from overthink.search.look import best_of, level_moves
from overthink.search.monte_carlo import FIRST_ROWS, SILENT, check_room
from overthink.search.subjects.bind import NO_CHANCE, has_chance, subject_of
from overthink.search.subjects.played import PlayedGame, PlayedPosition
from overthink.search.subjects.subject import NO_OPINION, Subject

STEPS = 154  # of 1/1024: the weight λ of a node's own evaluation
SUREST = 2.0**-20  # no evaluation is taken for more certain
LEAST = 1e-300  # the influence of what is open, where it is too small for a float
UNEVALUATED, OVER = 0, -1  # in place of the number of moves
LEAF, PROVEN, DECIDED, FULL = range(4)  # what the next step is: an evaluation, or why there is none

# A node: the probabilities that Max has won, drawn and lost; f of its moves; the square root of what multiplies the
# odds of the search; the influence below; its first child, its number of moves, and the move with that influence;
# evaluations at and below it; who moves; and bounds on its result to Max. All of it stands side by side in memory, and
# a kernel is handed one array: with an array for each number it took 1.5 times as long.
NODE = np.dtype(
    [(name, "f8") for name in ("won", "drawn", "lost", "unknown", "pull", "influence")]
    + [(name, "i4") for name in ("first", "width", "best", "visits")]
    + [(name, "i1") for name in ("turn", "low", "high")],
    align=True,
)


@inlined
def enter(node: Column, moves: int, me: int, chance: float) -> None:
    """A node's evaluation: the probability that the player to move wins."""
    chance = min(max(chance, SUREST), 1.0 - SUREST)
    lost = 1.0 - chance
    pull, unknown, influence = 1.0, lost, 0.0
    if STEPS:
        odds = chance / lost
        pull = math.sqrt(power(odds, STEPS))
        lost = 1.0 / (1.0 + odds / (pull * pull))
    if moves > 0:
        unknown = root(lost, moves)
        together = (1.0 - lost) * pull + lost / pull
        influence = lost / unknown * spread(unknown) / (together * together)
    node["won"] = chance if me > 0 else 1.0 - chance
    node["lost"] = 1.0 - chance if me > 0 else chance
    node["unknown"], node["pull"], node["influence"] = unknown, pull, influence
    node["width"] = moves if moves > 0 else OVER
    node["turn"] = me


@kernel
def spread(chance: float) -> float:
    """How far the result may be from what is expected: √(p (1 - p))."""
    return math.sqrt(chance * (1.0 - chance))


@inlined
def evaluate(game: Context, state: State, n: int, nodes: Column) -> None:
    """Enters the evaluation of a position."""
    me = mover(game, state)
    own = static(game, state)
    chance = win_probability(frontier(me * own, doubt(game, state, own)))
    enter(nodes[np.uint64(n)], count(game, state), me, chance)


@inlined
def finish(node: Column, result: int) -> None:
    """A node whose result to Max is known."""
    node["won"], node["drawn"], node["lost"] = result > 0, result == 0, result < 0
    node["low"], node["high"] = result, result
    node["influence"] = 0.0


@inlined
def open_node(game: Context, state: State, n: int, nodes: Column, used: int) -> bool:
    """Lists the moves of a node, and finds those after which the game is over. Returns whether there are any."""
    node = nodes[np.uint64(n)]
    moves = int(node["width"])
    node["first"] = used
    left = 0
    for i in range(moves):
        after = child(game, state, i)
        kid = nodes[np.uint64(used + i)]
        kid["low"], kid["high"] = -1, 1
        if over(game, after):
            worth = utility(game, after)
            finish(kid, 1 if worth > 0.0 else (-1 if worth < 0.0 else 0))
            kid["width"] = OVER
        else:
            left += 1
    if 0 < left < moves:
        node["unknown"] = root(whole_power(node["unknown"], moves), left)
    unknown = node["unknown"]
    won = 1.0 - unknown if node["turn"] > 0 else unknown
    for i in range(moves):
        kid = nodes[np.uint64(used + i)]
        if kid["width"] == UNEVALUATED:
            kid["won"], kid["lost"] = won, 1.0 - won
            kid["influence"] = spread(unknown)
    return left < moves


@inlined
def refold(n: int, nodes: Column) -> None:
    """The probabilities, bounds and influence of an opened node, from its children."""
    node = nodes[np.uint64(n)]  # no sign: nothing counts from the end
    me = int(node["turn"])
    first, width = int(node["first"]), int(node["width"])
    low, high = -1, -1  # 1. what is known for sure, to the player to move
    for i in range(width):
        kid = nodes[np.uint64(first + i)]
        low, high = max(low, least(me, kid)), max(high, most(me, kid))
    if low == high:
        finish(node, me * low)
        return
    won, drawn, lost, short_of_win = 0.0, 0.0, 1.0, 1.0  # 2. the best of the moves so far
    influence = 0.0
    best = -1
    for i in range(width):
        kid = nodes[np.uint64(first + i)]
        mine, other = (kid["won"], kid["lost"]) if me > 0 else (kid["lost"], kid["won"])
        no_win = kid["drawn"] + other
        here = short_of_win * kid["influence"]
        influence *= no_win
        if kid["influence"] > 0.0 and most(me, kid) > low and (best < 0 or here > influence):
            best, influence = i, here
        won += short_of_win * mine
        drawn = drawn * no_win + lost * kid["drawn"]
        lost *= other
        short_of_win *= no_win
    pull = node["pull"]  # 3. the node's own evaluation
    won, lost = won * pull, lost / pull
    together = 1.0 / (won + drawn + lost)
    node["drawn"] = drawn * together
    node["won"], node["lost"] = (won if me > 0 else lost) * together, (lost if me > 0 else won) * together
    node["low"], node["high"] = (low, high) if me > 0 else (-high, -low)
    node["best"] = max(best, 0)
    # Where no draw is known, a win that is gained is a loss that is avoided, and both halves of the value change.
    both = 0.5 + 0.5 * (lost * pull) / short_of_win if short_of_win > 0.0 else 1.0
    node["influence"] = max(influence * both * together * together, LEAST) if best >= 0 else 0.0


@inlined
def least(me: int, node: Column) -> int:
    """The least result to this player that is possible."""
    return int(node["low"]) if me > 0 else -int(node["high"])


@inlined
def most(me: int, node: Column) -> int:
    """The best result to this player that is possible."""
    return int(node["high"]) if me > 0 else -int(node["low"])


@inlined
def value_to(me: int, node: Column) -> float:
    """The probability of a win and half of that of a draw."""
    return float((node["won"] if me > 0 else node["lost"]) + 0.5 * node["drawn"])


@inlined
def root_move(nodes: Column) -> tuple[int, int]:
    """Where the next evaluation goes: LEAF and a move of the root, or why nothing is left to decide."""
    first, me, width = int(nodes[0]["first"]), int(nodes[0]["turn"]), int(nodes[0]["width"])
    if nodes[0]["low"] == nodes[0]["high"]:
        return PROVEN, 0
    best = 0
    for i in range(1, width):
        if value_to(me, nodes[np.uint64(first + i)]) > value_to(me, nodes[np.uint64(first + best)]):
            best = i
    leader = nodes[np.uint64(first + best)]
    second = -1
    fresh = -1
    settled = True
    for i in range(width):
        kid = nodes[np.uint64(first + i)]
        rival = i != best and most(me, kid) > least(me, leader)
        settled = settled and not rival
        if kid["influence"] > 0.0 and (rival or i == best):
            if kid["visits"] == 0 and fresh < 0:
                fresh = i
            if rival and (second < 0 or value_to(me, kid) > value_to(me, nodes[np.uint64(first + second)])):
                second = i
    if settled:
        return DECIDED, 0
    if fresh >= 0:  # each move is evaluated once
        return LEAF, fresh
    if leader["influence"] == 0.0:
        return (LEAF, second) if second >= 0 else (DECIDED, 0)
    if second >= 0:
        other = nodes[np.uint64(first + second)]
        if other["influence"] / math.sqrt(other["visits"]) > leader["influence"] / math.sqrt(leader["visits"]):
            return LEAF, second
    return LEAF, best


@inlined
def choose_leaf(game: Context, state: State, nodes: Column, used: int, path: Column) -> tuple[int, int, int, State]:
    """Goes to the next position to evaluate; opens nodes on the way. Returns what comes next, how many plies below the
    root it is, the rows in use, and its state. Its row is the last of the path."""
    start = state
    n = 0
    length = 0
    path[0] = 0
    while True:
        node = nodes[np.uint64(n)]
        if node["first"] == 0:
            if used + node["width"] > len(nodes) or length + 1 == len(path):
                return FULL, length, used, state
            ends = open_node(game, state, n, nodes, used)
            used += int(node["width"])
            refold(n, nodes)
            if ends:  # values have changed
                back_up(path, length, nodes)
                state, n, length = start, 0, 0
                continue
        i = int(node["best"])
        if n == 0:
            how, i = root_move(nodes)
            if how != LEAF:
                return how, 0, used, state
        state, n, length = child(game, state, i), int(node["first"]) + i, length + 1
        path[length] = n
        if nodes[np.uint64(n)]["width"] == UNEVALUATED:
            return LEAF, length, used, state


@inlined
def back_up(path: Column, length: int, nodes: Column) -> None:
    """Folds the nodes above the last one of a path."""
    for ply in range(length - 1, -1, -1):
        refold(int(path[ply]), nodes)


@inlined
def count_visit(path: Column, length: int, nodes: Column) -> None:
    """One more evaluation at and below each node of a path."""
    for ply in range(length + 1):
        nodes[np.uint64(path[ply])]["visits"] += 1


@kernel
def grow(
    game: Context, root: State, done: int, stop: int, nodes: Column, used: int, path: Column
) -> tuple[int, int, int, int]:
    """Evaluates until `stop` evaluations are done in all. Returns what comes next, the plies to it, the evaluations
    that are done and the rows in use."""
    if done == 0:
        evaluate(game, root, 0, nodes)
        nodes[0]["visits"], nodes[0]["low"], nodes[0]["high"] = 1, -1, 1
        done = 1
    while True:
        what, length, used, state = choose_leaf(game, root, nodes, used, path)
        if what != LEAF or done >= stop or stopped():
            return what, length, done, used
        evaluate(game, state, int(path[length]), nodes)
        count_visit(path, length, nodes)
        back_up(path, length, nodes)
        done += 1


# --- the search from Python ------------------------------------------------------------------------------------------

BEST_FIRST = "best-first"
ENTRY = Entry(BEST_FIRST, "a tree that grows by one evaluation at a time, where it matters most", "Overthink", grow)
RULE = tempered(0.15)
PATH_NODES = 1 << 10  # nodes of a path, at first
MOST_EVALUATIONS = 10**12  # more than any machine makes
BATCH = 8  # positions that an evaluator with `many` is asked about at once
STOPPED = {PROVEN: "proven", DECIDED: "decided"}


@dataclass(frozen=True)
class GrownTree:
    """The tree of a best-first search: a row a node, the root first; the children of a node lie side by side. A row
    without visits is a position that is not evaluated, or in which the game is over."""

    first: Column  # int32[nodes]: the row of the first child; 0 where the moves are not listed
    width: Column  # int32[nodes]: moves; 0 of a position that is not evaluated, -1 of one without moves
    turn: Column  # int8[nodes]: who moves: 1 Max, -1 Min; 0 where that is not asked
    visits: Column  # int32[nodes]: evaluations at and below the node
    won: Column  # float64[nodes]: the probability that Max wins
    drawn: Column  # float64[nodes]
    lost: Column  # float64[nodes]
    influence: Column  # float64[nodes]: the largest of an evaluation below the node on its value; 0: nothing is open

    def children(self, node: int) -> range:
        """The rows of a node's children; none where its moves are not listed."""
        begin = int(self.first[node])
        return range(begin, begin + int(self.width[node])) if begin else range(0)


@dataclass(frozen=True, repr=False)
class BestFirst(Decision):
    """What a best-first search found: the decision, the tree, and how to resume.

    >>> tree = ot.Tree.literal([[1, 1], [1, -1]], static=1, error=0.1)
    >>> ot.best_first(tree, evaluations=4).moves
    (1,)
    """

    evaluations: int = 0  #: how many were made
    stopped: str = ""  #: "proven": the value of the root is known; "decided": no other move can become better
    line: tuple[Move, ...] = ()  #: the moves that both players are expected to make
    next: tuple[Move, ...] = ()  #: the moves to the position that would be evaluated next

    @property
    def tree(self) -> GrownTree:
        """The tree as it is now, also if it has grown since; resuming changes its columns."""
        return self._growth.tree

    @property
    def _growth(self) -> Growth:
        growth: Growth = vars(self)["_grown_by"]
        return growth

    def more(self, evaluations: int) -> BestFirst:
        """Resume with so many evaluations more: the same result, to the last bit, as all of them at once."""
        check_whole("The number of evaluations", evaluations, 1, MOST_EVALUATIONS)
        newest = self._growth.done == self.evaluations
        require(newest, "This search was resumed already. Resume the result of that.")
        return self._growth.advance(self.evaluations + evaluations)

    def __str__(self) -> str:
        reason = {"proven": "   stopped: the value is proven", "decided": "   stopped: no other move can become better"}
        lines = [super().__str__(), f"{self.evaluations:,} evaluations{reason.get(self.stopped, '')}"]
        lines.append(f"expected: {' '.join(map(str, self.line))}")
        if self.next:
            lines.append(f"next: {' '.join(map(str, self.next))}")
        return "\n".join(lines)


class Growth:
    """A tree that grows by evaluations. In one go or in several it is the same, compiled or not."""

    def __init__(self, position: Subject, moves_of: Callable[[State], Sequence[Move]], rule: Rule, batch: int):
        self.position = position
        self.moves_of = moves_of
        self.batch = batch
        self.steps = steps_of(rule)
        self.done = 0
        self.used = 1
        self.what = FULL
        self.length = 0
        self.nodes = np.zeros(FIRST_ROWS >> 2, NODE)
        self.path = np.zeros(PATH_NODES, np.int64)
        self.grow = self._bound(grow, self.state_and(1, 1), (1, self.path))

    def state_and(self, *numbers: int) -> tuple[Any, ...]:
        """The first arguments of a kernel that sees the game."""
        return self.position.context, self.position.state, *numbers

    def _bound(self, template: AnyKernel, before: tuple[Any, ...], after: tuple[Any, ...]) -> Callable[..., Any]:
        """A kernel with the words of this game; `before` and `after` are like its arguments around the nodes."""
        words = {**self.position.names, "STEPS": self.steps}
        if not self.position.compiled:  # what does not ask the game is compiled all the same
            known = {each.__name__: each.compiled for each in (refold, root_move, back_up, count_visit)}
            return as_compiled(template.bind(**words, **known).interpreted)
        run: Callable[..., Any] = template.bind(types_of(*before, self.nodes, *after), **words).compiled
        return run

    def advance(self, evaluations: int) -> BestFirst:
        """Evaluates until there are this many evaluations in all. What is found so far."""
        if self.batch > 1:
            self._grow_to(1, evaluations)
            while self.done < evaluations and self._ask_many(evaluations):
                pass
        self._grow_to(evaluations, evaluations)
        if self.position.flaws[0] or np.isnan(self.nodes["won"][: self.used]).any():
            self.position.find_infinite()
            raise OverthinkError(SILENT.format(BEST_FIRST))
        return self.result()

    def _grow_to(self, stop: int, wanted: int) -> None:
        while True:
            self.what, self.length, self.done, self.used = self.grow(
                *self.state_and(self.done, stop), self.nodes, self.used, self.path
            )
            if self.what != FULL:
                return
            self._enlarge(wanted)

    def _enlarge(self, wanted: int) -> None:
        rows = len(self.nodes)
        check_room(rows, NODE.itemsize, self.used, self.done, wanted, "evaluations")
        self.path = np.resize(self.path, 2 * len(self.path))
        larger = np.zeros(2 * rows, NODE)
        larger[:rows] = self.nodes
        self.nodes = larger

    def _ask_many(self, wanted: int) -> bool:
        """Evaluates the leaves with the most influence together. Those in flight count as known."""
        choose = self._bound(choose_leaf, self.state_and(), (1, self.path))
        enter_leaf = self._bound(evaluate, self.state_and(1), ())
        leaves: list[tuple[Column, int, State]] = []
        while len(leaves) < min(self.batch, wanted - self.done):
            what, length, self.used, state = choose(*self.state_and(), self.nodes, self.used, self.path)
            if what == FULL:
                self._enlarge(wanted)
                continue
            if what != LEAF:
                break
            self.nodes["influence"][self.path[length]] = 0.0
            count_visit(self.path, length, self.nodes)
            back_up(self.path, length, self.nodes)
            leaves.append((self.path.copy(), length, state))
        game = self.position.context
        if isinstance(game, PlayedGame):
            values, errors = evaluations_of(game.evaluate, game.error, [state.state for *_, state in leaves])
            for (*_, state), value, error in zip(leaves, values.tolist(), errors.tolist()):
                state.judged = value + state.paid, error
        for path, length, state in leaves:
            enter_leaf(game, state, int(path[length]), self.nodes)
            back_up(path, length, self.nodes)
            self.done += 1
        return bool(leaves)

    @property
    def tree(self) -> GrownTree:
        """The tree so far; its columns are views of the search's own rows."""
        return GrownTree(*(self.nodes[field.name][: self.used] for field in fields(GrownTree)))

    def result(self) -> BestFirst:
        """The best moves so far, and what is known of all."""
        tree, position = self.tree, self.position
        me = int(tree.turn[0])
        scores, slacks = np.zeros((2, len(position.moves)))
        options = []
        for i, (move, node) in enumerate(zip(position.moves, tree.children(0))):
            won, lost = (tree.won[node], tree.lost[node]) if me > 0 else (tree.lost[node], tree.won[node])
            value = float(won - lost)
            odds = float(won + 0.5 * tree.drawn[node]), float(lost + 0.5 * tree.drawn[node])
            scores[i] = odds[0] / odds[1] if odds[1] > 0.0 else math.inf
            slacks[i] = slack_of.interpreted(float(scores[i]))
            options.append(Option(move, value, 0.5 * (1.0 - abs(value)), 0.0, visits=int(tree.visits[node])))
        level_moves(scores, slacks)
        scored = tuple(replace(option, score=float(score)) for option, score in zip(options, scores))
        value = float(tree.won[0] - tree.lost[0])
        opened = int(np.count_nonzero(tree.first))
        over = int(np.count_nonzero((tree.width < 0) & (tree.visits == 0)))
        nodes = Nodes(opened, self.done - opened, over)
        path = self.path[: self.length + 1].tolist() if self.what == LEAF else []
        line, ahead = self._moves_on(self._line(tree)), self._moves_on(path)
        error = 0.5 * (1.0 - abs(value))
        stop = STOPPED.get(self.what, "")
        found = BestFirst(
            best_of(scored),
            value,
            error,
            nodes,
            0,
            scored,
            position.certain,
            evaluations=self.done,
            stopped=stop,
            line=line,
            next=ahead,
        )
        vars(found)["_grown_by"] = self
        return found

    def _line(self, tree: GrownTree) -> list[int]:
        """The rows of the moves with the best values, as far as they are known."""
        rows = [0]
        while len(kids := tree.children(rows[-1])):
            me = int(tree.turn[rows[-1]])
            known = [kid for kid in kids if tree.visits[kid] or tree.width[kid] == OVER]
            if not known:
                break
            rows.append(max(known, key=lambda kid: value_to.interpreted(me, self.nodes[kid])))
        return rows

    def _moves_on(self, rows: list[int]) -> tuple[Move, ...]:
        """The moves that lead from each of the rows to the next."""
        state = self.position.state
        moves = []
        for row, after in pairwise(rows):
            i = after - int(self.nodes[row]["first"])
            moves.append(self.moves_of(state)[i])
            state = self.position.ask("child", state, i)
        return tuple(moves)


def check_effort(search: str, evaluations: int | None, depth: int | None) -> None:
    """Refuse an effort that a search does not have."""
    if search != BEST_FIRST:
        require(evaluations is None, f"evaluations is for search='{BEST_FIRST}', not for '{search}'.")
        return
    require(depth is None, f"The search '{BEST_FIRST}' has no depth. Give evaluations= instead.")
    if evaluations is None:
        raise OverthinkError(f"The search '{BEST_FIRST}' needs a number of evaluations: evaluations=300, for example.")
    check_whole("The number of evaluations", evaluations, 1, MOST_EVALUATIONS)


@check_arguments
def best_first(
    subject: TreeOrGame,
    state: State = None,
    *,
    evaluations: int,
    evaluate: Evaluate | None = None,
    error: float = 0.0,
    rule: str | Rule | None = None,
    batch: int | None = None,
) -> BestFirst:
    """The best moves at the root of a tree, or in a state of a game, after so many evaluations. Each is spent on
    the position that can change the decision most. It stops earlier if the value is proven or the decision cannot
    change.

    Args:
        subject, state: As for `ot.decide`.
        evaluations: How often the evaluator may be asked.
        evaluate: `evaluate(state)` gives a probability, as for the rule `product`: a value and the probability that it
            is wrong, or the result of `ot.calibrate`.
        error: That probability, for an evaluator that gives none.
        rule: "product", "bayes" or an `ot.tempered`, by default `ot.tempered(0.15)`.
        batch: How many positions an evaluator with `many` is asked about at once, by default 8; without `many`, one at
            a time.

    >>> tree = ot.Tree.literal([[1, 1], [1, -1]], static=1, error=0.1)
    >>> found = ot.best_first(tree, evaluations=10)
    >>> found.moves, found.stopped
    ((0,), 'decided')
    """
    check_whole("The number of evaluations", evaluations, 1, MOST_EVALUATIONS)
    rule = rule_named(rule or RULE)
    steps_of(rule)
    require(not has_chance(subject), NO_CHANCE)
    position = subject_of(subject, state, rule, 0, evaluate, error)
    require(position.opinions, NO_OPINION)
    game = position.context
    many = isinstance(game, PlayedGame) and callable(getattr(evaluate, "many", None))
    size = (BATCH if many else 1) if batch is None else batch
    check_whole("The batch", size, 1, MOST_EVALUATIONS)
    if isinstance(game, PlayedGame):
        position = replace(position, context=replace(game, batch=0, keeps=True))

    def moves_of(here: State) -> Sequence[Move]:
        if isinstance(here, PlayedPosition):
            return here.moves
        return range(int(position.ask("count", here))) if isinstance(subject, Tree) else subject.moves(here)

    return Growth(position, moves_of, rule, size).advance(evaluations)
