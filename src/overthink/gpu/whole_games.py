"""Every position of a game on a GPU, by any rule, or by minimax at many granularities. [Nau2010] section 6

By a rule: a thread backs up one position, scores its moves and compares them with the truth, with the same kernels as
the processor (`sweep`, `score_moves` and `share_right`).

At many granularities, the rows and numbers are those of `granular_sweep`. 32 threads share a position, one lane of its
row each, so that they read a child's row together. In one pass over the moves, a thread finds the best child in its
lane, how many moves tie for it, and how many of those are right. Shares are added as whole numbers, so the order does
not matter. The moves are copied to the GPU once for all draws of noise.
"""

from collections.abc import Collection, Sequence

import numpy as np

from overthink.core.arithmetic import ONE, level
from overthink.core.bind import kernel
from overthink.core.checked import parse_depth
from overthink.core.kinds import Column, Context, Foreign, Progress
from overthink.core.tree import Tree
from overthink.gpu import device
from overthink.gpu.device import array, cuda, launch
from overthink.measure import granular_sweep as granular
from overthink.measure.accuracy import right_between, share_right
from overthink.measure.granular_sweep import encode, ratio_of
from overthink.rules.rule import Rule
from overthink.search.sweep import columns, score_moves, sweep

POSITIONS_AT_ONCE = 1 << 14  # positions in parallel: more than a GPU holds
NOTHING, NONE, FLIP = np.int32(-1), np.int32(0), np.int32(255)  # below every value; no moves; flips the order of values
TIED, RIGHT = np.int32(1), np.int32(1 + (1 << 16))  # what a move adds to the count of best moves


@kernel
def sweep_positions(tree: Context, messages: Column, new_messages: Column, remaining: int) -> None:
    """`sweep` of all positions."""
    n = cuda.grid(1)
    if n < len(tree[2]):
        sweep(tree, messages, new_messages, remaining, n, n + 1)


@kernel
def score_positions(
    tree: Context, messages: Column, anew: bool, scores: Column, slacks: Column, leveled: Column, right: Column,
    shares: Column,
) -> None:  # fmt: skip
    """`score_moves` of the positions, added to earlier scores or `anew`, and the share of the best moves that are
    right."""
    first, child, mover, utility, static, error, truth, edge = tree
    n = cuda.grid(1)
    if n < len(shares):
        if anew:
            for e in range(first[n], first[n + 1]):
                scores[e], slacks[e] = 0.0, 0.0
        position = first[n:], child, mover[n:], utility, static, error, truth, edge
        score_moves(position, messages, 1, scores, slacks)
        for e in range(first[n], first[n + 1]):
            leveled[e] = scores[e]
        level(first, n, n + 1, leveled, slacks)
        share_right(first[n:], 1, leveled, right, shares[n:])


def errors_on_gpu(tree: Tree, rule: Rule, depths: Collection[int], high: int, tell: Progress) -> dict[int, Column]:
    """The result of `errors_by_depth`, from a GPU."""
    device.require()
    errors: dict[int, Column] = {}
    tell("copying the moves to the GPU", 0.0)
    right = cuda.to_device(right_between(tree, 0, high))
    cells = tuple(map(cuda.to_device, columns(tree, rule)))
    messages, new_messages = (cuda.to_device(np.zeros(len(tree) * len(rule.message))) for _ in range(2))
    moves = [cuda.device_array(len(right), np.float64) for _ in range(3)]
    shares = cuda.device_array(high, np.float64)
    for depth in range(1, max(depths) + 1):
        tell(f"searching to depth {depth}", (depth - 1) / max(depths))
        # A move's score at this depth comes from the children, searched one ply less.
        launch(sweep_positions.bind(**rule.vocabulary), len(tree), cells, messages, new_messages, depth - 1)
        messages, new_messages = new_messages, messages
        if rule.sums_depths or depth in depths:
            anew = depth == 1 or not rule.sums_depths
            launch(score_positions.bind(**rule.vocabulary), high, cells, messages, anew, *moves, right, shares)
        if depth in depths:
            errors[depth] = (1.0 - shares.copy_to_host()).astype(np.float32)
    return errors


@kernel
def encode_lanes(
    static: Column, over: Column, low: float, widths: Column, places: Column, ends: Column, rows: Column
) -> None:
    """Fill the rows of all positions before any search, one lane per thread."""
    i = cuda.grid(1)
    lanes = rows.shape[1]
    n, lane = i // lanes, i % lanes
    if n < len(rows):
        rows[n, lane] = 0
        end = min(lane + 1, len(widths))
        encode(static, over, low, widths[lane:end], places[lane:end], ends[lane:end], rows[:, lane:end], n, n + 1)


@kernel
def sweep_lanes(
    first: Column, child: Column, mover: Column, right: Column, times: Column, shares: Column, old: Column, new: Column,
    sums: Column
) -> None:  # fmt: skip
    """Fill the rows of all positions from the rows of their children at one ply less, and sum P_opt by lane over the
    roots; `times` is how often each position is a root."""
    i = cuda.grid(1)
    lanes = old.shape[1]
    total = 0
    lane = np.uint64(i % lanes)
    for n in range(i // lanes, len(mover), cuda.gridsize(1) // lanes):
        flip = NONE if mover[n] > 0 else FLIP
        best = NOTHING
        count = NONE
        e = np.uint64(first[n])
        end = np.uint64(first[n + 1])
        while e < end:
            value = np.int32(old[np.uint32(child[e]), lane] ^ flip)
            more = RIGHT if right[e] else TIED
            count = more if value > best else np.int32(count + more) if value == best else count
            best = value if value > best else best
            e += ONE
        new[n, lane] = np.uint8(best ^ flip) if count != NONE else old[n, lane]
        if times[n]:
            total += times[n] * shares[count & 0xFFFF, count >> 16]
    cuda.atomic.add(sums, lane, total)


@kernel
def ratio_lanes(
    first: Column, child: Column, mover: Column, right: Column, times: Column, near: Column, deep: Column, unit: int,
    sums: Column,
) -> None:  # fmt: skip
    """Sum the ratios of the errors of two depths by lane over the roots, and count those that have one. `near` and
    `deep` are the rows at one ply less than either depth."""
    i = cuda.grid(1)
    lanes = near.shape[1]
    total = 0
    erring = 0
    lane = np.uint64(i % lanes)
    for n in range(i // lanes, len(mover), cuda.gridsize(1) // lanes):
        if times[n]:
            flip = NONE if mover[n] > 0 else FLIP
            best, count, near_best, near_count = NOTHING, NONE, NOTHING, NONE
            for e in range(first[n], first[n + 1]):
                more = RIGHT if right[e] else TIED
                value = np.int32(deep[child[e], lane] ^ flip)
                count = more if value > best else np.int32(count + more) if value == best else count
                best = value if value > best else best
                value = np.int32(near[child[e], lane] ^ flip)
                near_count = (
                    more if value > near_best else np.int32(near_count + more) if value == near_best else near_count
                )
                near_best = value if value > near_best else near_best
            tied, good = np.int64(near_count & 0xFFFF), np.int64(near_count >> 16)
            if good < tied:
                total += times[n] * ratio_of(np.int64(count & 0xFFFF), np.int64(count >> 16), tied, good, unit)
                erring += times[n]
    cuda.atomic.add(sums, (0, lane), total)
    cuda.atomic.add(sums, (1, lane), erring)


def share_table(widest: int, unit: float) -> Column:
    """shares[tied, good]: the share good / tied as a whole number, as in `sum_right`."""
    tied = np.arange(widest + 1)[:, np.newaxis]
    good = np.arange(widest + 1)
    shares: Column = np.rint(np.minimum(good / np.maximum(tied, 1), 1.0) * unit).astype(np.int64)
    return shares


class Sweeps:
    """A state space on a GPU with its roots. It can be swept with many evaluations."""

    def __init__(self, tree: Tree, right: Column, roots: Column):
        device.require()
        granular.check_roots(tree, roots)
        self.roots = len(roots)
        self.unit = granular.unit_of(roots)
        self.ratio_unit = granular.ratio_unit(roots)
        shares = share_table(int((tree.first[roots + 1] - tree.first[roots]).max()), self.unit)
        self.results, over = granular.finished_games(tree)
        self.over = cuda.to_device(over)
        times = np.bincount(roots, minlength=len(tree)).astype(np.int32)
        self.graph = tuple(map(cuda.to_device, (tree.first, tree.child, tree.mover, right, times, shares)))

    def errors(
        self, tree: Tree, deepest: int, granularities: Sequence[int], low: float, high: float, shallow: int = 0
    ) -> Column:
        """The result of `granular_errors` for the tree with these evaluations."""
        rows = self.rows(tree, granularities, low, high)
        lanes = len(granularities)
        near = array("near rows", rows.shape, np.uint8)
        if shallow == 1:
            near.copy_to_device(rows)
        sums, before = self.sums(rows, parse_depth(deepest), shallow, near)
        errors = granular.mean_errors(sums.copy_to_host()[:, :lanes], self.unit, self.roots)
        if not shallow:
            return errors
        ratios = cuda.to_device(np.zeros((2, rows.shape[1]), np.int64))
        launch(ratio_lanes, POSITIONS_AT_ONCE * rows.shape[1], *self.graph[:5], near, before, self.ratio_unit, ratios)
        found = granular.mean_ratios(ratios.copy_to_host()[:, :lanes], self.ratio_unit, self.roots)
        return np.concatenate([errors, found])

    def rows(self, tree: Tree, granularities: Sequence[int], low: float, high: float) -> Foreign:
        """The rows of all positions before any search."""
        ranks = granular.buckets(self.results, granularities, low, high)
        static, rows = array("static", (len(tree),), np.float64), array("rows 0", (len(tree), ranks.lanes), np.uint8)
        static.copy_to_device(tree.static)
        lanes = map(cuda.to_device, (ranks.widths, ranks.places, ranks.ends))
        launch(encode_lanes, rows.size, static, self.over, low, *lanes, rows)
        return rows

    def sums(self, rows: Column, deepest: int, shallow: int = 0, near: Foreign = None) -> tuple[Foreign, Foreign]:
        """The sums of P_opt at each depth, by lane, and the rows at one ply less than the deepest. The rows at one ply
        less than depth `shallow` are copied."""
        sums = cuda.to_device(np.zeros((deepest, rows.shape[1]), np.int64))
        new = array("rows 1", rows.shape, np.uint8)
        for depth in range(deepest):
            launch(sweep_lanes, POSITIONS_AT_ONCE * rows.shape[1], *self.graph, rows, new, sums[depth])
            rows, new = new, rows
            if depth + 2 == shallow:
                near.copy_to_device(rows)
        return sums, new
