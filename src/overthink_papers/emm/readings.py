"""What the figures of board splitting share: readings of p and of the depths, and the paper's last word on EMM."""

from dataclasses import dataclass

from overthink.studies.checks import Falls, NeverFalls, Where, curve
from overthink.studies.claim import AS_WRITTEN, Claim, ClaimCheck, Reading, ReadingKind, quote
from overthink.studies.samples import Setting
from overthink_papers.experiments.accuracy import SQUARES

CONCLUSIONS = "[Zuckerman2018] section 7"
BEST = "it always performed best or nearly identical to minimax"
SLIGHT = "2 points: print calls EMM's own drop from depth 7 to 9 slight, and EMM not pathological"
NOWHERE = "EMM exhibits no pathology even in situations where minimax does exhibit pathology"
# The paper gives no p. Half is the plainest; at the other, 1 - w with w = 1 - w², neither side is favoured.
SQUARE_WORDS = {SQUARES[0]: "p = .5", SQUARES[1]: "p = .382"}
BALANCED = Reading(ReadingKind.OPEN, "p where neither side is favoured")  # each branching factor has its own


def with_squares(p: float, *words: str, kind: ReadingKind = ReadingKind.AS_WRITTEN) -> Reading:
    """A reading with this probability of a square, and with more words; as written only if p is the plainest."""
    plain = kind == ReadingKind.AS_WRITTEN and p != SQUARES[0]
    return Reading(ReadingKind.OPEN if plain else kind, ", ".join((SQUARE_WORDS[p], *words)))


HALF = with_squares(SQUARES[0])


@dataclass(frozen=True)
class Root:
    """How the root of EMM chooses, which the paper does not say: the rule that chooses so, and the words for it."""

    emm: str
    words: str

    def reading(self, reading: Reading = AS_WRITTEN) -> Reading:
        """This reading with this choice: as written only with the choice for which EMM is not pathological."""
        plain = self.emm != "emm" and reading.kind == ReadingKind.AS_WRITTEN
        kind = ReadingKind.OPEN if plain else reading.kind
        return Reading(kind, ", ".join(filter(None, (reading.words, self.words))))


BY_ERROR = Root("emm", "the root compares values, then errors")
BY_VALUE = Root("emm-value", "the root compares values alone")
ROOTS = (BY_ERROR, BY_VALUE)


def best_or_nearly(check: ClaimCheck, reading: Reading) -> Claim:
    """The claim of the conclusions that EMM is the best, or nearly identical to minimax."""
    return quote(BEST, check, reading, CONCLUSIONS)


def nowhere(depths: tuple[int, ...], where: Setting, rule: str) -> Where:
    """EMM's curve does not fall where that of minimax does, which has no last depth, at which the game is solved. A
    situation in which minimax does not get significantly worse says nothing."""
    emm, minimax = curve("depth", depths, rule=rule, **where), curve("depth", depths[:-1], rule="minimax", **where)
    return Where(Falls(minimax), NeverFalls(emm))
