"""What came of weighing calls by roll-outs: the contracts that each led to, its score, and its gain on the book's."""

from __future__ import annotations

from dataclasses import dataclass

from bidbase.bidding.prospects import ABOUT_EQUAL
from bidbase.game.auction import Call, Contract, contract_title
from bidbase.language.circumstances import Scoring


@dataclass(frozen=True, slots=True)
class Ending:
    """A contract that a call led to in so many `deals`; None for a board passed out."""

    contract: Contract | None
    deals: int

    @property
    def title(self) -> str:
        """`4♠ by South`, `passed out`."""
        return contract_title(self.contract)


@dataclass(frozen=True, slots=True)
class WeighedCall:
    """A call, the contracts that it led to, the most frequent first, and the mean score of the caller's side.

    `gain` compares it with the book's call on the same deals: IMPs, or at matchpoints the share of deals won above one
    half. `error` is the standard error of the gain. The book's own call has 0 of both.
    """

    call: Call
    endings: tuple[Ending, ...]
    score: float
    gain: float
    error: float
    scoring: Scoring

    @property
    def score_words(self) -> str:
        """`+312`."""
        return f"{round(self.score) + 0:+}".replace("-", "−")

    @property
    def gain_words(self) -> str:
        """`+2.3 ± 0.4 IMPs`, at matchpoints `+12 ± 4 %`."""
        if self.scoring is Scoring.MP:
            return f"{round(100 * self.gain) + 0:+} ± {100 * self.error:.0f} %".replace("-", "−")
        return f"{round(self.gain, 1) + 0.0:+.1f} ± {self.error:.1f} IMPs".replace("-", "−")

    @property
    def leading(self) -> tuple[Ending, ...]:
        """The three contracts that it led to most often."""
        return self.endings[:3]

    def words(self) -> str:
        """`X: 4♠ by South 61, 5♣ doubled by West 35; scores +312, +2.3 ± 0.4 IMPs`."""
        contracts = ", ".join(f"{ending.title} {ending.deals}" for ending in self.leading)
        return f"{self.call.title}: {contracts}; scores {self.score_words}, {self.gain_words}"


@dataclass(frozen=True, slots=True)
class Weighed:
    """Calls weighed over so many `deals`, the best first, of which in `solved` some contract was solved double dummy.

    `book` is the book's call, and `chosen` the one that was decided on: the book's unless another is clearly better.
    """

    deals: int
    solved: int
    book: Call
    chosen: Call
    calls: tuple[WeighedCall, ...]

    def of(self, call: Call) -> WeighedCall:
        """What came of one of the calls."""
        return next(weighed for weighed in self.calls if weighed.call is call)

    @property
    def equals(self) -> tuple[Call, ...]:
        """The call decided on, and those that gain about as much."""
        chosen = self.of(self.chosen)
        least = chosen.gain - ABOUT_EQUAL[chosen.scoring]
        others = (weighed.call for weighed in self.calls if weighed.gain >= least)
        return tuple(dict.fromkeys((self.chosen, *others)))

    def words(self) -> str:
        """`over 96 deals: ...`: each call."""
        return f"over {self.deals} deals: {'. '.join(weighed.words() for weighed in self.calls)}"
