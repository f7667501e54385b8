"""Models whose decision errors are known exactly at every depth: distributions are lifted from where the search stops.
Max moves at the root, and players take turns. [Nau2010] sections 3 and 4"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist

import numpy as np

from overthink.models.board_splitting import fixed_point
from overthink_papers.experiments.exact_errors import Law, blindness, lift, root_error


class ExactTree(ABC):
    """A distribution over trees with an evaluator. Distributions have the axes kind of node, utility, heuristic value.
    Where a number drifts with every move, the sum so far, -reach … reach, is the kind of a node; the root's is 0."""

    b: int  # branching factor

    @property
    def reach(self) -> int:
        """The largest sum that a node can have."""
        return 0

    def steps(self, for_max: bool) -> dict[int, float]:
        """The distribution of what a move of this player adds to the sum."""
        return {0: 1.0}

    @abstractmethod
    def frontier(self, depth: int) -> Law:
        """The distribution of nodes this many plies below the root, where the search stops: their heuristic value is
        that of the evaluator."""

    def child(self, law: Law, for_max: bool) -> Law:
        """The distribution of a child by the kind of its parent, from that by its own kind."""
        kinds = np.arange(len(law))
        mixed: Law = np.zeros_like(law)
        for step, chance in self.steps(for_max).items():  # sums beyond the outermost are not reached from 0
            mixed += chance * law[np.clip(kinds + step, 0, len(law) - 1)]
        return mixed

    def above(self, law: Law, depth: int) -> Law:
        """The distribution of nodes this many plies below the root, from that of the nodes one ply deeper."""
        return positive(lift(self.child(law, depth % 2 == 0), self.b, depth % 2 == 0))

    def moves(self, depth: int) -> Law:
        """The joint distribution of a move at the root: what it is worth, and what a search to this depth says."""
        move: Law = self.child(self._lifted(depth), True)[self.reach]
        return move

    def decision_error(self, depth: int) -> float:
        """P_err at the root, averaged over all trees. [Nau2010] eq. 5"""
        return root_error(self.moves(depth), self.b)

    def value_error(self, depth: int) -> float:
        """The probability that a search takes a won root for lost or a lost one for won: two utilities, and the upper
        half of heuristic values says won. A middle value is a coin."""
        at_root = self.frontier(0) if depth == 0 else self.above(self._lifted(depth), 0)
        lost, won = at_root[self.reach]
        half, middle = len(won) // 2, len(won) % 2
        wrong = float(lost[half + middle :].sum() + won[:half].sum())
        return wrong + 0.5 * float(lost[half] + won[half]) if middle else wrong

    def blindness(self, depth: int) -> float:
        """The probability that a search gives all moves at the root the same value, if they are not worth the same."""
        return blindness(self.moves(depth), self.b)

    def _lifted(self, depth: int) -> Law:
        """The distribution of the nodes one ply below the root after a search to this depth."""
        law = self.frontier(depth)
        for level in range(depth - 1, 0, -1):
            law = self.above(law, level)
        return law


def positive(law: Law) -> Law:
    """The distribution without the negative numbers that rounding leaves."""
    return np.maximum(law, 0.0)


REACH = 2.0  # the outermost of many values begin so far from 0, in units of what a won position is worth


def graded(error: float, g: int = 2) -> Law:
    """An evaluator with g values: opinions[truth, value], lost first. A position is worth -1 or 1. Normal noise is
    added that exceeds 1 with probability `error`, and the sum is put in one of g buckets of equal width. With an even
    g, the upper half of the values says won, wrongly with probability `error`."""
    noise = NormalDist(1.0, -1.0 / NormalDist().inv_cdf(error))
    inner = np.linspace(-REACH, REACH, g + 1)[1:-1]
    won = np.diff([0.0, *(noise.cdf(float(edge)) for edge in inner), 1.0])
    return np.stack([won[::-1], won])


def reliable(opinions: Law, share: float, known: bool) -> Law:
    """The same evaluator, which judges a share of the nodes without error. If it is known which, it gives them two
    values of their own, below and above all others."""
    sure = np.zeros((2, opinions.shape[1] + (2 if known else 0)))
    sure[0, 0] = sure[1, -1] = share
    columns = slice(1, -1) if known else slice(None)
    sure[:, columns] += (1.0 - share) * opinions
    return sure


@dataclass(frozen=True, eq=False)
class WinLoss(ExactTree):
    """Won or lost positions, seen by an evaluator: opinions[truth, value], the same at every depth.

    A move is lost for the player who faces it with the probability k at which this stays so at every depth: a node is
    lost if all its moves are won for the opponent, so k = (1 - k)^b. With `alike`, that share of nodes have successors
    that all have the same value (Beal). With `ends`, that share of nodes are the end of a game, or the root of a
    subtree whose nodes all have the same value; the evaluator knows these."""

    b: int
    opinions: Law
    alike: float = 0.0
    ends: float = 0.0

    @cached_property
    def lost(self) -> float:
        """k, the probability that a move is lost for the player who faces it."""
        low, high = 0.0, 1.0
        for _ in range(60):
            k = 0.5 * (low + high)
            again = (1.0 - self.alike) * (1.0 - k) ** self.b + self.alike * (1.0 - k)
            low, high = (k, high) if k < again else (low, k)
        return low

    def truths(self, depth: int) -> Law:
        """The probability that a node this many plies below the root is lost, and won, to Max."""
        return np.array([self.lost, 1.0 - self.lost] if depth % 2 == 0 else [1.0 - self.lost, self.lost])

    def frontier(self, depth: int) -> Law:
        law = self.truths(depth)[:, None] * self.opinions
        return self._with_ends(law, depth)[None]

    def above(self, law: Law, depth: int) -> Law:
        mixed = (1.0 - self.alike) * lift(law[0], self.b, depth % 2 == 0)
        if self.alike:
            mixed += self.alike * self._same(law[0], depth % 2 == 0)
        mixed = positive(mixed)
        # The distribution of truths is known, and rounding would grow from ply to ply.
        mixed *= (self.truths(depth) / mixed.sum(axis=1))[:, None]
        return self._with_ends(mixed, depth)[None]

    def decision_error(self, depth: int) -> float:
        """P_err at the root, which is not the end of the game: where all moves are alike, none is wrong."""
        return (1.0 - self.alike) * root_error(self.moves(depth), self.b)

    def equal_siblings(self) -> float:
        """The probability that two siblings have the same utility, in the tree in which an early end is the root of a
        subtree whose nodes all have its value."""
        share = self.lost**2 + (1.0 - self.lost) ** 2
        return self.ends + (1.0 - self.ends) * (self.alike + (1.0 - self.alike) * share)

    def _same(self, law: Law, for_max: bool) -> Law:
        """The distribution of parents whose children all have the same truth."""
        chances = law.sum(axis=1, keepdims=True)
        same: Law = chances * lift(law / chances, self.b, for_max, axes=(-1,))
        return same

    def _with_ends(self, law: Law, depth: int) -> Law:
        """Of the nodes, a share are the end of the game and known."""
        over = np.zeros_like(law)
        over[0, 0], over[1, -1] = self.truths(depth)
        mixed: Law = (1.0 - self.ends) * law + self.ends * over
        return mixed


EXCEEDS = 1


@dataclass(frozen=True)
class ExactBoards(ExactTree):
    """Pearl's game, or with `incremental` Nau's. In Pearl's game squares are a win for Max or for Min, independently.
    In Nau's, every edge of the game tree is +1 or -1, and a square is Max's if the sum of the edges above it exceeds 1;
    then the sum so far is the kind of a node. The heuristic value of a node is the number of Max's squares below it, so
    its distribution goes up as that of a sum, and below the search as that of the largest or the smallest. `error`
    takes the place of counting: won or lost, wrong with this probability, independently at every node."""

    b: int = 2
    height: int = 10
    incremental: bool = False
    error: float | None = None

    @property
    def reach(self) -> int:
        return self.height if self.incremental else 0

    def steps(self, for_max: bool) -> dict[int, float]:
        return {1: 0.5, -1: 0.5} if self.incremental else {0: 1.0}

    @cached_property
    def counts(self) -> list[Law]:
        """The joint distribution of truth and number of Max's squares at each depth; none are counted at the root."""
        laws = [self._squares()]
        for depth in range(self.height - 1, 0, -1):
            laws.insert(0, self._added(self.child(laws[0], depth % 2 == 0), depth % 2 == 0))
        return [np.empty(0), *laws]

    def frontier(self, depth: int) -> Law:
        law = self.counts[depth]
        if self.error is None:
            return law
        opinions = np.array([[1.0 - self.error, self.error], [self.error, 1.0 - self.error]])
        joint: Law = law.sum(axis=2, keepdims=True) * opinions
        return joint

    def _squares(self) -> Law:
        if not self.incremental:
            lost = 1.0 - fixed_point(self.b) if self.height % 2 else fixed_point(self.b)
            return np.array([[[lost, 0.0], [0.0, 1.0 - lost]]])
        won = np.arange(-self.height, self.height + 1) > EXCEEDS
        law = np.zeros((len(won), 2, 2))
        law[~won, 0, 0] = law[won, 1, 1] = 1.0
        return law

    def _added(self, law: Law, for_max: bool) -> Law:
        """The distribution of parents: their squares are all their children's."""
        every = _power(law.sum(axis=1), self.b)
        alone = _power(law[:, 0] if for_max else law[:, 1], self.b)  # all children are lost for the player to move
        other = np.maximum(every - alone, 0.0)
        return np.stack([alone, other] if for_max else [other, alone], axis=1)


def _power(laws: Law, b: int) -> Law:
    """The distribution of the sum of b numbers of each distribution."""
    rows = []
    for law in laws:
        total = law
        for _ in range(b - 1):
            total = np.convolve(total, law)
        rows.append(total)
    return np.stack(rows)


STEP = 2  # edges are normal numbers rounded to at most this
FAR = 4.0  # noise is at most this many standard deviations


def rounded_normal(sigma: float, most: int) -> Law:
    """The distribution of a normal number rounded to -most … most."""
    edges = [NormalDist(0.0, sigma).cdf(step - 0.5) for step in range(-most + 1, most + 1)]
    law: Law = np.diff([0.0, *edges, 1.0])
    return law


@dataclass(frozen=True)
class EdgeSums(ExactTree):
    """Luštrek: utilities are sums of whole numbers on the edges. The evaluator adds normal noise, rounded too. Not
    `similar`: leaves have the same distribution, and are independent."""

    b: int = 2
    height: int = 6
    similar: bool = True
    sigma: float = 1.0

    @property
    def reach(self) -> int:
        return STEP * self.height

    def steps(self, for_max: bool) -> dict[int, float]:
        law = rounded_normal(1.0, STEP)
        return dict(zip(range(-STEP, STEP + 1), law.tolist())) if self.similar else {0: 1.0}

    @cached_property
    def utilities(self) -> list[Law]:
        """The distribution of a node's utility by its kind, at each depth."""
        laws = [np.eye(2 * self.reach + 1) if self.similar else self._independent()]
        for depth in range(self.height - 1, 0, -1):
            law = lift(self.child(laws[0], depth % 2 == 0), self.b, depth % 2 == 0, axes=(-1,))
            laws.insert(0, positive(law))
        return [np.empty(0), *laws]

    def frontier(self, depth: int) -> Law:
        far = round(FAR * self.sigma) + 1
        noise = rounded_normal(self.sigma, far)
        width = 2 * self.reach + 1
        opinions = np.zeros((width, width + 2 * far))
        for utility in range(width):
            opinions[utility, utility : utility + len(noise)] = noise
        return self.utilities[depth][:, :, None] * opinions

    def _independent(self) -> Law:
        """The distribution of a sum of edges, whatever the kind."""
        law = np.ones(1)
        for _ in range(self.height):
            law = np.convolve(law, rounded_normal(1.0, STEP))
        return np.tile(law, (2 * self.reach + 1, 1))


@dataclass(frozen=True)
class Material(ExactTree):
    """Scheucher and Kaindl: Max's moves add 0 … `step` to the heuristic value, Min's subtract as much, all equally
    likely. Where a search stops, a value above 0 says won: wrongly with probability `error` · `decay` ** (distance from
    0 - 1); 0 is a coin. With a `decay` of 1, extreme values are no surer than others."""

    b: int = 2
    depth: int = 8  # of the deepest search
    step: int = 2
    error: float = 0.25
    decay: float = 0.5

    @property
    def reach(self) -> int:
        return self.step * ((self.depth + 1) // 2)

    def steps(self, for_max: bool) -> dict[int, float]:
        side = 1 if for_max else -1
        return {side * step: 1.0 / (self.step + 1) for step in range(self.step + 1)}

    @property
    def wrong(self) -> Law:
        """The probability that each value is wrong."""
        far = np.abs(np.arange(-self.reach, self.reach + 1))
        return np.where(far == 0, 0.5, self.error * self.decay ** (far - 1.0))

    def frontier(self, depth: int) -> Law:
        values = np.arange(-self.reach, self.reach + 1)
        won = np.where(values > 0, 1.0 - self.wrong, self.wrong)
        law = np.zeros((len(values), 2, len(values)))
        law[:, 0], law[:, 1] = np.diag(1.0 - won), np.diag(won)
        return law

    def mistakes(self, depth: int) -> float:
        """The probability that the evaluator takes a node at this depth for won or lost wrongly."""
        return float(self.spread(depth) @ self.wrong)

    def spread(self, depth: int) -> Law:
        """The distribution of the heuristic value of a node at this depth."""
        law = np.eye(2 * self.reach + 1)
        for level in range(depth - 1, -1, -1):
            law = self.child(law, level % 2 == 0)
        at_root: Law = law[self.reach]
        return at_root

    def two_values(self, depth: int) -> float:
        """P_err where the search sees only won, lost or even."""
        signs = np.zeros((2 * self.reach + 1, 3))
        signs[: self.reach, 0] = signs[self.reach, 1] = signs[self.reach + 1 :, 2] = 1.0
        return root_error(self.moves(depth) @ signs, self.b)


PARTS = 4000  # of the interval of utilities


@dataclass(frozen=True)
class Threshold(ExactTree):
    """Luštrek: leaves' utilities are uniform in [0, 1] and independent. Heuristic values are utilities with
    normal noise. Both are won above the threshold, at which as many nodes are won at every depth as in board
    splitting."""

    b: int = 2
    height: int = 10
    sigma: float = 0.1

    @property
    def border(self) -> float:
        """The threshold."""
        return 1.0 - fixed_point(self.b) if self.height % 2 else fixed_point(self.b)

    @cached_property
    def edges(self) -> Law:
        """The edges of small parts of [0, 1]; the threshold is one of them."""
        below = round(PARTS * self.border)
        low, high = np.linspace(0.0, self.border, below + 1), np.linspace(self.border, 1.0, PARTS - below + 1)
        return np.concatenate([low, high[1:]])

    @property
    def middles(self) -> Law:
        """The middle of each part."""
        return 0.5 * (self.edges[1:] + self.edges[:-1])

    @cached_property
    def says_won(self) -> Law:
        """The probability that noise puts a utility in each part above the threshold."""
        noise = NormalDist(0.0, self.sigma)
        return np.array([noise.cdf(float(middle) - self.border) for middle in self.middles])

    def at_most(self, depth: int) -> Law:
        """The probability that a node's utility is at most each of the edges."""
        law = self.edges
        for level in range(self.height - 1, depth - 1, -1):
            law = law**self.b if level % 2 == 0 else 1.0 - (1.0 - law) ** self.b
        return law

    def frontier(self, depth: int) -> Law:
        chances = np.diff(self.at_most(depth))
        won = self.middles > self.border
        law = [[(chances * side * says).sum() for says in (1.0 - self.says_won, self.says_won)] for side in (~won, won)]
        return np.array([law])

    def mistakes(self, depth: int) -> float:
        """The probability that a node's utility and its heuristic value lie on different sides of the threshold."""
        law = self.frontier(depth)[0]
        return float(law[0, 1] + law[1, 0])

    def spread(self, depth: int) -> float:
        """The standard deviation of utilities at this depth."""
        chances = np.diff(self.at_most(depth))
        middles = self.middles
        mean = float((chances * middles).sum())
        return float(np.sqrt((chances * (middles - mean) ** 2).sum()))

    def distance(self, depth: int) -> float:
        """The mean distance of utilities from the threshold at this depth."""
        return float((np.diff(self.at_most(depth)) * np.abs(self.middles - self.border)).sum())
