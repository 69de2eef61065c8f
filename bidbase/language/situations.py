"""Situations: the key of a section that is about what has been shown, not about the calls that showed it.

`@ fit a, forced to game; a=M` is met in any auction in which the partners have shown eight cards or more of a major
between them and are forced to game. A situation is one or more clauses, separated by commas, that must all hold, and
after semicolons what its variables may stand for. All of it comes from the auction and the systems; no clause looks at
a hand.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from bidbase.game.auction import Call
from bidbase.game.cards import Strain
from bidbase.language.auction_state import POINTS_CLAUSES, STATE_CLAUSES, AuctionState
from bidbase.language.patterns import SELECTORS, Binding, Pattern
from bidbase.language.ranges import Range
from bidbase.lazy import lazy_property


@dataclass(frozen=True, slots=True)
class SuitClause:
    """`fit a`, `theirs H`, `no fit`: a suit of this kind, a certain one, one for a variable, or none at all."""

    word: str
    suit: Strain | str | None  # None: there is none

    @property
    def is_variable(self) -> bool:
        """Whether it finds the suit of a variable."""
        return isinstance(self.suit, str)

    @staticmethod
    def fact(state: AuctionState) -> Hashable:
        """All that these clauses depend on: where two states have it equal, a clause holds in both or in neither."""
        return state.lengths

    def holds(self, state: AuctionState) -> bool:
        """Whether it holds in this state; with a variable, whether there is a suit for it."""
        suits = state.suits(self.word)
        return self.suit in suits if isinstance(self.suit, Strain) else bool(suits) is self.is_variable

    def __str__(self) -> str:
        if self.suit is None:
            return f"no {self.word}"
        return f"{self.word} {self.suit if isinstance(self.suit, str) else self.suit.letter}"


@dataclass(frozen=True, slots=True)
class StateClause:
    """`forced to game`, `they hold`."""

    word: str

    @staticmethod
    def fact(state: AuctionState) -> Hashable:
        """All that these clauses depend on: where two states have it equal, a clause holds in both or in neither."""
        return state.stage

    def holds(self, state: AuctionState) -> bool:
        """Whether it holds in this state."""
        return STATE_CLAUSES[self.word][0](state)

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class PointsClause:
    """`points 20-24`: the least that both partners have shown together.

    `partner has 10+`, `partner may have <13`: the least and the most that partner alone has shown.

    `they have 20+`, `they may have <24`: the least and the most that both opponents have shown together.
    """

    whose: str
    range: Range

    @staticmethod
    def fact(state: AuctionState) -> Hashable:
        """All that these clauses depend on: where two states have it equal, a clause holds in both or in neither."""
        return state.own.points[0], state.partner.points, state.their_points

    def holds(self, state: AuctionState) -> bool:
        """Whether it holds in this state."""
        return self.range.holds(POINTS_CLAUSES[self.whose][0](state))

    def __str__(self) -> str:
        return f"{self.whose} {self.range}"


@dataclass(frozen=True, slots=True)
class AskedClause:
    """`asked A`: partner's last call asks for this, by the codes of the field Asks."""

    code: str

    @staticmethod
    def fact(state: AuctionState) -> Hashable:
        """All that these clauses depend on: where two states have it equal, a clause holds in both or in neither."""
        return state.asks

    def holds(self, state: AuctionState) -> bool:
        """Whether it holds in this state."""
        return self.code in state.asks

    def __str__(self) -> str:
        return f"asked {self.code}"


@dataclass(frozen=True, slots=True)
class HighClause:
    """`high 2C-3S`, `high <3N`: the highest bid so far."""

    operator: str  # one of = < <= > >= -
    low: Call
    top: Call | None = None

    @staticmethod
    def fact(state: AuctionState) -> Hashable:
        """All that these clauses depend on: where two states have it equal, a clause holds in both or in neither."""
        return state.high

    def holds(self, state: AuctionState) -> bool:
        """Whether it holds in this state."""
        return self.allows(state.high)

    def allows(self, high: Call | None) -> bool:
        """Whether it holds with this highest bid; None before any bid."""
        if high is None:
            return self.operator in ("<", "<=")
        match self.operator:
            case "<":
                return high < self.low
            case "<=":
                return high <= self.low
            case ">":
                return high > self.low
            case ">=":
                return high >= self.low
        return self.low <= high <= (self.top or self.low)

    def __str__(self) -> str:
        if self.operator == "-" and self.top is not None:
            return f"high {self.low}-{self.top}"
        return f"high {'' if self.operator == '=' else self.operator}{self.low}"


@dataclass(frozen=True)
class AfterClause:
    """`after 4N[Blackwood]-P-5D-P`: the last calls, as a pattern without variables."""

    last: Pattern

    def holds(self, state: AuctionState) -> bool:
        """Whether it holds in this state."""
        return self.last.match(state.auction.calls, state.names) is not None

    @property
    def calls(self) -> int:
        """The number of calls that it names."""
        return len(self.last.alternatives[0].elements)

    def __str__(self) -> str:
        return f"after {str(self.last)[1:]}"


Clause = SuitClause | StateClause | PointsClause | AskedClause | HighClause | AfterClause


@dataclass(frozen=True)
class SituationKey:
    """The key of a section that is met by what has been shown."""

    clauses: tuple[Clause, ...]
    conditions: tuple[tuple[str, str], ...] = ()  # a variable and the strain or selector that it must be

    @property
    def variables(self) -> frozenset[str]:
        """The variables that its clauses bind."""
        return frozenset(variable for variable, _ in self._variables)

    @property
    def specificity(self) -> tuple[int, int]:
        """How much it demands: the calls that it names, and its clauses and conditions.

        Of two that are met the one that names more calls goes first, then the one with more clauses.
        """
        calls = sum(clause.calls for clause in self.clauses if isinstance(clause, AfterClause))
        return calls, len(self.clauses) + len(self.conditions)

    def match(self, state: AuctionState) -> Binding | None:
        """The suits of the variables where all clauses hold; None where one does not."""
        return self.bind(state) if all(clause.holds(state) for clause in self.clauses) else None

    def bind(self, state: AuctionState) -> Binding | None:
        """The suits of the variables, the clauses holding each by itself; None where there are not enough suits.

        The first variable has the first choice, but leaves a suit to a later one that could have no other.
        """
        return self._bound(state, self._variables, {})

    @lazy_property
    def _variables(self) -> list[tuple[str, str]]:
        """The variable and the word of each clause that has a variable."""
        return [(c.suit, c.word) for c in self.clauses if isinstance(c, SuitClause) and isinstance(c.suit, str)]

    def _bound(self, state: AuctionState, left: Sequence[tuple[str, str]], binding: Binding) -> Binding | None:
        """The binding with a suit for each variable that is left."""
        if not left:
            return binding
        (variable, word), *rest = left
        for suit in self._choices(variable, state.suits(word), binding):
            if (found := self._bound(state, rest, {**binding, variable: suit})) is not None:
                return found
        return None

    def _choices(self, variable: str, suits: list[Strain], binding: Binding) -> list[Strain]:
        """What a variable may be of these suits, the best first; one bound before must be among them."""
        if variable in binding:
            return [suit for suit in suits if suit is binding[variable]]
        letters = dict(self.conditions).get(variable, "X")
        allowed = SELECTORS.get(letters, letters)
        return [suit for suit in suits if suit.letter in allowed and suit not in binding.values()]

    @lazy_property
    def _text(self) -> str:
        clauses = ", ".join(map(str, self.clauses))
        return f"@ {clauses}" + "".join(f"; {variable}={letter}" for variable, letter in self.conditions)

    def __str__(self) -> str:
        return self._text

    def words(self) -> str:
        """`when fit a, forced to game; a=M`, `after 4N[Blackwood]-P, trumps a`."""
        text = str(self)[2:]
        return text if text.startswith("after ") else f"when {text}"
