"""A survey of a whole game: where deeper search helps, and where it hurts. [Nau2010] section 6

All positions are swept together, one depth after another. Moves are compared in blocks of positions, so that only their
children and right moves stay in memory. Threads work on separate blocks, whose numbers do not depend on other blocks.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path

import numpy as np

from overthink.core.arguments import check_arguments
from overthink.core.checked import parse_depths
from overthink.core.errors import check_known, check_whole, counted, require
from overthink.core.game import text_of
from overthink.core.grow import StateSpace
from overthink.core.kinds import Move, Progress, Seed
from overthink.core.notebook import chart, page, table
from overthink.core.plain import Fields, Result, Row, Tabular, plain
from overthink.core.threads import run_parts
from overthink.core.tree import OF_NODES, Column, Tree
from overthink.evaluate.evaluator import Evaluator, evaluate_space
from overthink.measure.accuracy import clustering_factor, mean_width, right_between, right_moves, share_right
from overthink.measure.paired import Comparison, compare
from overthink.report.charts import bars, curves
from overthink.report.pages import svg, write_html
from overthink.rules import rule_named
from overthink.rules.rule import Rule
from overthink.search.sweep import check, columns, costs_of, level_ties, looks, score_moves, scores_by_depth

BLOCK_POSITIONS = 1 << 14
LEAST_LOSS = np.float32(1e-6)  # of accuracy: less is rounding


def errors_by_depth(tree: Tree, rule: Rule, depths: Collection[int], high: int, tell: Progress) -> dict[int, Column]:
    """P_err of positions 0 … high - 1 at each depth, float32; NaN if there is no move. eq. 5"""
    results: dict[int, Column] = {}
    sweeps: list[Column] = []
    deepest = max(depths)
    blocks = [*range(0, high, BLOCK_POSITIONS), high]
    tell("right moves", 0.0)
    right = list(run_parts(blocks, partial(right_between, tree)))
    cells = columns(tree, rule)
    tell("searching to depth 1", 0.0)
    for depth, messages in enumerate(looks(tree, rule, deepest - 1), 1):
        # A move's score at this depth comes from the children, searched one ply less.
        sweeps = [*sweeps, messages] if rule.sums_depths else [messages]
        if depth in depths:
            results[depth] = np.empty(high, np.float32)
            for done, errors in enumerate(run_parts(blocks, _errors, cells, rule, right, sweeps)):
                results[depth][blocks[done] : blocks[done + 1]] = errors
                share = (depth - 1 + blocks[done + 1] / high) / deepest
                tell(f"choosing at depth {depth} of {deepest}", share)
        if depth < deepest:
            tell(f"searching to depth {depth + 1}", depth / deepest)
    return results


def _errors(
    cells: tuple[Column, ...], rule: Rule, right: Sequence[Column], sweeps: Sequence[Column], start: int, stop: int
) -> Column:
    """P_err of one block of positions; `right` has the right moves of each block."""
    first, child, mover, *values, edge = cells
    moves = slice(int(first[start]), int(first[stop]))
    first = first[start : stop + 1]
    size = stop - start
    block = (first - moves.start, child[moves], mover[start:stop], *values, edge[moves])
    scores, slacks = np.zeros((2, moves.stop - moves.start))
    shares = np.empty(size)
    for messages in sweeps:
        score_moves.bind(**rule.vocabulary)(block, messages, size, scores, slacks)
    scores = level_ties(block[0], size, rule, scores, slacks)
    share_right(block[0], size, scores, right[start // BLOCK_POSITIONS], shares)
    return 1.0 - shares


def choices(
    tree: Tree, rule: Rule, depths: Collection[int], nodes: Sequence[int]
) -> list[tuple[dict[int, list[int]], list[int]]]:
    """For some positions: the numbers of the moves chosen at each depth, and of the right moves."""
    near = around(tree, nodes, max(depths))
    right = right_moves(near)
    scores = scores_by_depth(near, rule, parse_depths(depths))
    moves = [slice(int(near.first[n]), int(near.first[n + 1])) for n in range(len(nodes))]
    return [
        (
            {depth: np.flatnonzero(scores[depth][own] == scores[depth][own].max()).tolist() for depth in depths},
            np.flatnonzero(right[own]).tolist(),
        )
        for own in moves
    ]


def around(tree: Tree, nodes: Sequence[int], plies: int) -> Tree:
    """The part of the tree within `plies` of some positions: a state space that starts with these positions and ends
    after the last ply."""
    number = np.full(len(tree), -1, np.int64)
    row = np.asarray(nodes, np.int64)
    rows, edges = [], []
    size = 0
    for ply in range(plies + 1):
        rows.append(row)
        number[row] = np.arange(size, size + len(row))
        size += len(row)
        widths = tree.first[row + 1] - tree.first[row]
        if ply == plies:
            break
        steps = np.arange(widths.sum()) - np.repeat(np.cumsum(widths) - widths, widths)
        edges.append(np.repeat(tree.first[row], widths) + steps)
        below = np.unique(tree.child[edges[-1]])
        row = below[number[below] < 0]
    near, leads = np.concatenate(rows), np.concatenate(edges)
    widths = tree.first[near + 1] - tree.first[near]
    widths[size - len(rows[-1]) :] = 0
    columns = {name: getattr(tree, name)[near] for name in OF_NODES}
    first = np.concatenate([[0], np.cumsum(widths)])
    return replace(tree, first=first, child=number[tree.child[leads]], edge=tree.edge[leads], **columns)


@dataclass(frozen=True)
class LocalPathology(Result):
    """A position that the deeper search decides worse: local pathology."""

    node: int  # its number in the state space
    position: str  # the position as a text
    loss: float  # of the probability of choosing a right move
    chosen: dict[int, tuple[Move, ...]]  # the moves that tie for the best, by depth
    right: tuple[Move, ...]  # the moves that keep the true value

    def __str__(self) -> str:
        chosen = [f"depth {depth}: {', '.join(map(str, moves))}" for depth, moves in self.chosen.items()]
        return "\n".join([self.position, *chosen, f"right: {', '.join(map(str, self.right))}"])


@dataclass(frozen=True, eq=False, repr=False)
class Survey(Tabular):
    """The decision errors of a rule at several depths, over all positions of a game with moves.

    >>> puzzle = ot.SlidingPuzzle(2, 3)
    >>> print(ot.survey(puzzle.state_space(), ot.manhattan(puzzle), depths=(1, 5), rule="minimin"))
    359 positions to decide in, rule minimin; b = 2.33, f = 0.22
    depth   mean decision error
        1   0.4262
        5   0.3760
    Depth 5 decides better than depth 1 in 24.5% of positions, worse in 15.3%, equally in 60.2%.
    """

    space: StateSpace  #: all positions of the game
    tree: Tree  #: with evaluations
    rule: Rule  #: that decided
    errors: dict[int, Column]  #: P_err of each position by depth, float32; NaN if there is no move

    @property
    def depths(self) -> tuple[int, ...]:
        """The depths that were searched."""
        return tuple(self.errors)

    @cached_property
    def positions(self) -> int:
        """The number of positions with moves."""
        return int((~np.isnan(self.errors[self.depths[0]])).sum())

    @cached_property
    def mean_errors(self) -> dict[int, float]:
        """The mean decision error at each depth."""
        return {depth: float(np.nansum(errors, dtype=float)) / self.positions for depth, errors in self.errors.items()}

    @cached_property
    def branching(self) -> float:
        """The mean number of moves in positions with moves."""
        count = len(self.errors[self.depths[0]])
        return mean_width(self.tree.first[: count + 1])

    @cached_property
    def clustering(self) -> float:
        """The clustering factor; NaN if all positions have the same value."""
        return clustering_factor(self.space.tree) if np.nanstd(self.space.tree.truth) else math.nan

    @check_arguments
    def compare(self, deep: int | None = None, shallow: int | None = None) -> Comparison:
        """Compare two depths on all positions; by default the deepest and the shallowest."""
        return compare(*(self.errors[depth] for depth in self._pair(deep, shallow)))

    @check_arguments
    def worst(self, deep: int | None = None, shallow: int | None = None, n: int = 10) -> list[LocalPathology]:
        """The positions in which the deeper search loses most against the shallower; among equals, the first."""
        check_whole("n", n, 1)
        deep, shallow = self._pair(deep, shallow)
        loss = np.nan_to_num(self.errors[deep] - self.errors[shallow])
        nth_largest = np.partition(loss, -n)[-n] if n < len(loss) else 0.0
        nodes = np.flatnonzero(loss >= max(nth_largest, LEAST_LOSS))
        nodes = nodes[np.argsort(-loss[nodes], kind="stable")][:n]
        chosen = choices(self.tree, self.rule, self.depths, nodes.tolist()) if len(nodes) else []
        return [self._describe(node, float(loss[node]), *moves) for node, moves in zip(nodes.tolist(), chosen)]

    @check_arguments
    def report(
        self, path: str | Path, deep: int | None = None, shallow: int | None = None, n: int = 10, title: str = "Survey"
    ) -> Path:
        """Write one HTML file with the curve of decision errors, the shares and the worst positions."""
        deep, shallow = self._pair(deep, shallow)
        # All positions count, so there is no interval.
        rows = [{"depth": depth, "rule": self.rule.name, "mean": mean, "low": mean, "high": mean}
                for depth, mean in self.mean_errors.items()]  # fmt: skip
        errors = curves(rows, "depth", "rule", None, {"x": "search depth", "y": "mean decision error"})
        pairs = {depth: self.compare(depth, shallow) for depth in self.depths if depth > shallow}
        outcomes = [
            {"pair": f"depth {depth}", "outcome": name, "mean": getattr(pair, name)}
            for depth, pair in pairs.items()
            for name in ("better", "worse", "equal")
        ]
        return write_html(
            Path(path), "whole_games/survey_page.html.jinja", title=title, survey=self, deep=deep, shallow=shallow,
            comparison=self.compare(deep, shallow), errors=svg(errors, "errors"),
            shares=svg(bars(outcomes, "pair", "outcome", "share of positions"), "shares") if outcomes else None,
            worst=self.worst(deep, shallow, n),
            heads=["Position", "Right", *(f"Depth {depth}" for depth in self.depths), "Loss"],
        )  # fmt: skip

    @check_arguments
    def verdict(self, deep: int | None = None, shallow: int | None = None) -> str:
        """The comparison of two depths as one sentence."""
        deep, shallow = self._pair(deep, shallow)
        if deep == shallow:
            return f"Only depth {deep} was searched. Give another depth to compare it with."
        comparison = self.compare(deep, shallow)
        return (
            f"Depth {deep} decides better than depth {shallow} in {comparison.better:.1%} of positions, worse in "
            f"{comparison.worse:.1%}, equally in {comparison.equal:.1%}."
        )

    def __str__(self) -> str:
        lines = [
            f"{counted(self.positions, 'position')} to decide in, rule {self.rule.name}; "
            f"b = {self.branching:.2f}, f = {self.clustering:.2f}",
            "depth   mean decision error",
            *(f"{depth:5d}   {error:.4f}" for depth, error in self.mean_errors.items()),
        ]
        return "\n".join([*lines, self.verdict()])

    def __repr__(self) -> str:
        depths = f"depths {min(self.depths)} to {max(self.depths)}"
        return f"<Survey: {counted(self.positions, 'position')}, rule {self.rule.name}, {depths}>"

    def rows(self) -> list[Row]:
        """A row for each depth."""
        return [{"depth": depth, "mean_error": error} for depth, error in self.mean_errors.items()]

    def as_dict(self) -> Fields:
        """The mean errors, and the comparison of the deepest with the shallowest search."""
        about = {"rule": self.rule.name, "positions": self.positions, "branching": self.branching}
        comparison = self.compare().as_dict()
        errors = plain(self.mean_errors)
        return {**about, "clustering": self.clustering, "mean_errors": errors, "comparison": comparison}

    def _repr_html_(self) -> str:
        points = [(float(depth), error, error, error) for depth, error in self.mean_errors.items()]
        drawn = chart({"decision error": points}, "depth", "mean decision error")
        return page(drawn + table(self.rows()), str(self).splitlines()[0], [self.verdict()])

    def _pair(self, deep: int | None, shallow: int | None) -> tuple[int, int]:
        pair = max(self.depths) if deep is None else deep, min(self.depths) if shallow is None else shallow
        for depth in pair:
            known = f"This survey has the depths {', '.join(map(str, self.depths))}."
            require(depth in self.errors, f"Depth {{}} was not searched. {known}", depth)
        require(pair[0] >= pair[1], f"Give the deeper depth first: {pair[0]} is less than {pair[1]}.")
        return pair

    def _describe(self, node: int, loss: float, chosen: dict[int, list[int]], right: list[int]) -> LocalPathology:
        game = self.space.game
        state = self.space.states[node]
        names = game.moves(state) if game else range(len(self.tree.children(node)))
        moves_by_depth = {depth: tuple(names[move] for move in moves) for depth, moves in chosen.items()}
        return LocalPathology(node, text_of(game, state), loss, moves_by_depth, tuple(names[move] for move in right))


def survey(
    space: StateSpace,
    evaluate: Evaluator,
    depths: Iterable[int] = (1, 2, 3, 4, 5),
    rule: str | Rule = "minimax",
    *,
    seed: Seed = 0,
    device: str = "cpu",
    progress: Progress | None = None,
) -> Survey:
    """Search each position of a game to each depth, and compare the choices with the truth. In an endgame, only
    positions with all pieces on the board count.

    Args:
        space: All positions of a game, from `ot.state_space` or its own `state_space()`.
        evaluate: Gives the value of a state to Max, or is an evaluator of trees such as `noisy(truth, 0.1)`.
        depths: Plies to look ahead.
        rule: "minimin" if one player minimises a cost.
        seed: Of an evaluator's noise.
        device: With "gpu" a GPU searches, with the same results.
        progress: Gets the name of the current stage and the share of it that is done.

    >>> puzzle = ot.SlidingPuzzle(2, 3)
    >>> survey = ot.survey(puzzle.state_space(), ot.manhattan(puzzle), depths=(1, 2), rule="minimin")
    >>> print({depth: round(error, 3) for depth, error in survey.mean_errors.items()})
    {1: 0.426, 2: 0.383}
    """
    rule = rule_named(rule)
    rule.check_subject(space.game, evaluate)
    wanted = parse_depths(depths)
    tell = progress or (lambda stage, share: None)
    tell("evaluating positions", 0.0)
    costs, players = costs_of(space.tree)
    rule.check_players(players, bool(costs.any()))
    tree = evaluate_space(space, evaluate, seed)
    check(tree, rule, wanted[-1])
    rule.check_errors(bool(tree.error.any()))
    count = getattr(space, "whole", len(tree))
    require(tree.first[count], "No position in this state space has a move.")
    check_known("device", device, ("cpu", "gpu"))
    search = errors_by_depth
    if device == "gpu":
        from overthink.gpu.whole_games import errors_on_gpu as search
    return Survey(space, tree, rule, search(tree, rule, wanted, count, tell))
