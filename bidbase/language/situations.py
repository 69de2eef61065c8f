"""Situations: the key of a section that speaks of what has been shown, not of which calls showed it.

`@ fit a, forced to game; a=M` is met in any auction in which the partners have shown eight cards or more of a major
between them and are forced to game. A situation is one or more clauses, separated by commas, that must all hold, and
after semicolons what its variables may stand for. All of it comes from the auction and the systems; no clause looks at
a hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from bidbase.auction import BIDS, PASS, Auction, Call
from bidbase.cards import SUITS, SUITS_DOWN, Strain
from bidbase.errors import TextError
from bidbase.language.disclosures import parse_asks
from bidbase.language.pattern_text import parse_pattern
from bidbase.language.patterns import SELECTORS, STRAIN_BY_LETTER, VARIABLES, Binding, Names, Pattern
from bidbase.language.ranges import Range, read_range

FIT = 8  # cards of a suit that two partners hold together before it is a fit
BID_SUIT = 4  # cards of a suit that a player has shown before it is his
GAME = {Strain.CLUBS: 5, Strain.DIAMONDS: 5, Strain.HEARTS: 4, Strain.SPADES: 4, Strain.NOTRUMP: 3}
"""The level at which each strain makes game (Law 77)."""
MOST_POINTS = 37
CAPTAIN_RANGE = 5  # a player whose points are known within so many has told his hand


def is_game(bid: Call) -> bool:
    """Whether a contract of this bid is a game at least."""
    return bid.level >= GAME[bid.strain]


@dataclass(frozen=True, slots=True)
class Expected:
    """What a player's calls lead the others to expect: points, and the fewest and most cards of each suit.

    Suits stand clubs first.
    """

    points: tuple[int, int] = (0, MOST_POINTS)
    least: tuple[int, int, int, int] = (0, 0, 0, 0)
    most: tuple[int, int, int, int] = (13, 13, 13, 13)


ANYTHING = Expected()
"""Of a player who has told nothing."""


@dataclass(frozen=True)
class Standing:
    """How an auction stands for the player whose turn it is: what each has shown, and what the last calls demand.

    `game_forced` says that a call of ours forces to game; `asks` are the codes of partner's last call; `names` are the
    conventions of the calls.
    """

    auction: Auction
    own: Expected
    partner: Expected
    opponents: tuple[Expected, Expected]  # left, right
    game_forced: bool = False
    asks: tuple[str, ...] = ()
    asks_now: bool = False  # partner's last call forces, and the next player has passed
    names: Names = ()

    def suits(self, word: str) -> list[Strain]:
        """The suits that a clause with this word is true of, the best first."""
        if word not in self._suits:
            self._suits[word] = SUIT_CLAUSES[word][0](self)
        return self._suits[word]

    @cached_property
    def _suits(self) -> dict[str, list[Strain]]:
        return {}

    @property
    def high(self) -> Call | None:
        """The highest bid so far."""
        return self.auction.last_bid

    @property
    def we_hold(self) -> bool:
        """Whether the highest bid is ours."""
        contract = self.auction.contract
        return contract is not None and contract.declarer.side is self.auction.turn.side

    @property
    def below_game(self) -> bool:
        """Whether the highest bid is less than a game."""
        return self.high is None or not is_game(self.high)

    @property
    def forced(self) -> bool:
        """Whether a pass would break a force: partner asks, or we hold a contract below game and are forced to game."""
        return self.asks_now or (self.game_forced and self.we_hold and self.below_game and not self.doubled)

    @property
    def doubled(self) -> int:
        """0, 1 when the highest bid is doubled, 2 when it is redoubled."""
        return self.auction.contract.doubled if self.auction.contract else 0

    @property
    def contested(self) -> bool:
        """Whether an opponent has made a call other than a pass."""
        return self.acted(1) or self.acted(3)

    def acted(self, player: int) -> bool:
        """Whether a player has made a call other than a pass; he is counted to the left from whose turn it is, 0."""
        calls = self.auction.calls
        return any(call is not PASS for call in calls[(len(calls) + player) % 4 :: 4])

    def together(self, suit: Strain) -> int:
        """The cards of a suit that both partners have shown at the least."""
        return self.own.least[suit] + self.partner.least[suit]

    def possible(self, suit: Strain) -> bool:
        """Whether a suit may still be a fit: one partner has shown it, and the other has not denied it."""
        mine, theirs = self.own, self.partner
        shown = max(mine.least[suit], theirs.least[suit]) >= BID_SUIT
        most = max(mine.least[suit] + theirs.most[suit], theirs.least[suit] + mine.most[suit])
        return shown and self.together(suit) < FIT <= most


def fits(standing: Standing) -> list[Strain]:
    """The suits of eight cards or more between the partners, the longest first, of equals the highest."""
    return _longest(SUITS, standing.together, FIT)


def _longest(suits: Iterable[Strain], length: Callable[[Strain], int], least: int) -> list[Strain]:
    return sorted((s for s in suits if length(s) >= least), key=lambda suit: (-length(suit), -suit))


def _partners(standing: Standing) -> list[Strain]:
    return _longest(SUITS, lambda suit: standing.partner.least[suit], BID_SUIT)


def _own(standing: Standing) -> list[Strain]:
    return _longest(SUITS, lambda suit: standing.own.least[suit], BID_SUIT)


def _theirs(standing: Standing) -> list[Strain]:
    return _longest(SUITS, lambda suit: max(one.least[suit] for one in standing.opponents), BID_SUIT)


def _agreed(standing: Standing) -> list[Strain]:
    return fits(standing)[:1]


def _trumps(standing: Standing) -> list[Strain]:
    return _longest(SUITS, standing.together, BID_SUIT)[:1]


def _contract(standing: Standing) -> list[Strain]:
    return [standing.high.strain] if standing.high is not None and standing.high.strain in SUITS else []


def _unbid(standing: Standing) -> list[Strain]:
    players = (standing.own, standing.partner, *standing.opponents)
    return [suit for suit in SUITS_DOWN if all(player.least[suit] < BID_SUIT for player in players)]


def _maybe(standing: Standing) -> list[Strain]:
    return [suit for suit in _longest(SUITS, standing.together, 0) if standing.possible(suit)]


SUIT_CLAUSES: Mapping[str, tuple[Callable[[Standing], list[Strain]], str]] = {
    "fit": (fits, "eight cards or more shown by both partners together"),
    "agreed": (_agreed, "the longest of the fits, of equals the highest"),
    "trumps": (_trumps, "the suit agreed; where there is none, the one that both partners have shown most cards of"),
    "maybe": (_maybe, "a suit of one partner that the other may still support"),
    "partner": (_partners, "a suit of four cards or more that partner has shown"),
    "own": (_own, "a suit of four cards or more that we have shown ourselves"),
    "theirs": (_theirs, "a suit of four cards or more that an opponent has shown"),
    "unbid": (_unbid, "a suit that nobody has shown"),
    "contract": (_contract, "the suit of the highest bid"),
}
"""Clauses about a suit: the suits that they are true of, the best first. A variable takes the best not yet taken."""


def _captain(standing: Standing) -> bool:
    low, high = standing.partner.points
    own_low, own_high = standing.own.points
    return high - low <= CAPTAIN_RANGE and high - low < own_high - own_low


STATE_CLAUSES: Mapping[str, tuple[Callable[[Standing], bool], str]] = {
    "forced": (lambda now: now.forced, "a pass would break a force"),
    "free": (lambda now: not now.forced, "a pass breaks no force"),
    "forced to game": (
        lambda now: now.game_forced and now.below_game,
        "a call of ours forces to game, not yet reached",
    ),
    "not forced to game": (lambda now: not now.game_forced, "no call of ours forces to game"),
    "signed off": (lambda now: "SO" in now.asks, "partner's last call is a sign-off"),
    "captain": (_captain, f"partner's points are known within {CAPTAIN_RANGE}, ours less well"),
    "not captain": (lambda now: not _captain(now), "partner's points are not known better than ours"),
    "we hold": (lambda now: now.we_hold, "the highest bid is ours"),
    "they hold": (lambda now: now.high is not None and not now.we_hold, "the highest bid is the opponents'"),
    "below game": (lambda now: now.below_game, "the highest bid is less than a game"),
    "game bid": (lambda now: not now.below_game, "the highest bid is a game or more"),
    "undoubled": (lambda now: now.doubled == 0, "the highest bid is not doubled"),
    "doubled": (lambda now: now.doubled == 1, "the highest bid is doubled"),
    "redoubled": (lambda now: now.doubled == 2, "the highest bid is redoubled"),
    "passout": (
        lambda now: now.high is not None and now.auction.with_call(PASS).finished,
        "a pass would end the auction",
    ),
    "contested": (lambda now: now.contested, "an opponent has bid or doubled"),
    "silent": (lambda now: not now.contested, "the opponents have only passed"),
    "partner acted": (lambda now: now.acted(2), "partner has made a call other than a pass"),
    "we acted": (lambda now: now.acted(0), "we ourselves have made a call other than a pass"),
}
"""Clauses that hold or do not."""


@dataclass(frozen=True, slots=True)
class SuitClause:
    """`fit a`, `theirs H`, `no fit`: a suit of this kind, a certain one, one for a variable, or none at all."""

    word: str
    suit: Strain | str | None  # None: there is none

    @property
    def is_variable(self) -> bool:
        """Whether it finds the suit of a variable."""
        return isinstance(self.suit, str)

    def holds(self, standing: Standing) -> bool:
        """Whether it is so; of a variable, whether there is a suit for it."""
        suits = standing.suits(self.word)
        return self.suit in suits if isinstance(self.suit, Strain) else bool(suits) is self.is_variable

    def __str__(self) -> str:
        if self.suit is None:
            return f"no {self.word}"
        return f"{self.word} {self.suit if isinstance(self.suit, str) else self.suit.letter}"


@dataclass(frozen=True, slots=True)
class StateClause:
    """`forced to game`, `they hold`."""

    word: str

    def holds(self, standing: Standing) -> bool:
        """Whether it is so."""
        return STATE_CLAUSES[self.word][0](standing)

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class PointsClause:
    """`points 20-24`: the least that both partners have shown; `partner has 10+`, `partner may have <13`: he alone."""

    whose: str
    range: Range

    def holds(self, standing: Standing) -> bool:
        """Whether it is so."""
        if self.whose == "points":
            return self.range.holds(standing.own.points[0] + standing.partner.points[0])
        return self.range.holds(standing.partner.points[self.whose == "partner may have"])

    def __str__(self) -> str:
        return f"{self.whose} {self.range}"


@dataclass(frozen=True, slots=True)
class AskedClause:
    """`asked A`: partner's last call asks for this, by the codes of the field Asks."""

    code: str

    def holds(self, standing: Standing) -> bool:
        """Whether it is so."""
        return self.code in standing.asks

    def __str__(self) -> str:
        return f"asked {self.code}"


@dataclass(frozen=True, slots=True)
class HighClause:
    """`high 2C-3S`, `high <3N`: the highest bid so far."""

    operator: str  # one of = < <= > >= -
    low: Call
    top: Call | None = None

    def holds(self, standing: Standing) -> bool:
        """Whether it is so."""
        high = standing.high
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

    def holds(self, standing: Standing) -> bool:
        """Whether it is so."""
        return self.last.match(standing.auction.calls, standing.names) is not None

    @property
    def calls(self) -> int:
        """How many calls it speaks of."""
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

    def match(self, standing: Standing) -> Binding | None:
        """The suits of the variables where all clauses hold; None where one does not."""
        return self.bind(standing) if all(clause.holds(standing) for clause in self.clauses) else None

    def bind(self, standing: Standing) -> Binding | None:
        """The suits of the variables, the clauses holding each by itself; None where there are not enough suits.

        The first variable has the first choice, but leaves a suit to a later one that could have no other.
        """
        return self._bound(standing, self._variables, {})

    @cached_property
    def _variables(self) -> list[tuple[str, str]]:
        """The variable and the word of each clause that has a variable."""
        return [(c.suit, c.word) for c in self.clauses if isinstance(c, SuitClause) and isinstance(c.suit, str)]

    def _bound(self, standing: Standing, left: Sequence[tuple[str, str]], binding: Binding) -> Binding | None:
        """The binding with a suit for each variable that is left."""
        if not left:
            return binding
        (variable, word), *rest = left
        for suit in self._choices(variable, standing.suits(word), binding):
            if (found := self._bound(standing, rest, {**binding, variable: suit})) is not None:
                return found
        return None

    def _choices(self, variable: str, suits: list[Strain], binding: Binding) -> list[Strain]:
        """What a variable may be of these suits, the best first; one bound before must be among them."""
        if variable in binding:
            return [suit for suit in suits if suit is binding[variable]]
        letters = dict(self.conditions).get(variable, "X")
        allowed = SELECTORS.get(letters, letters)
        return [suit for suit in suits if suit.letter in allowed and suit not in binding.values()]

    @cached_property
    def _text(self) -> str:
        clauses = ", ".join(map(str, self.clauses))
        return f"@ {clauses}" + "".join(f"; {variable}={letter}" for variable, letter in self.conditions)

    def __str__(self) -> str:
        return self._text

    def words(self) -> str:
        """`when fit a, forced to game; a=M`."""
        return f"when {str(self)[2:]}"


def parse_situation(text: str) -> SituationKey:
    """Read `@ fit a, forced to game; a=M`. Raises `TextError` with the span of the part at fault."""
    start = text.index("@") + 1
    (head, at), *tails = _parts(text[start:], ";", start)
    if not head:
        raise TextError("a situation needs a clause after @", text)
    clauses = tuple(_read_clause(piece, text, place) for piece, place in _parts(head, ",", at))
    bound = {clause.suit for clause in clauses if isinstance(clause, SuitClause)}
    conditions: list[tuple[str, str]] = []
    for tail, at in tails:
        for piece, place in _parts(tail, ",", at):
            earlier = [variable for variable, _ in conditions]
            conditions.append(_read_condition(piece, text, place, bound, earlier))
    return SituationKey(clauses, tuple(conditions))


def _parts(text: str, separator: str, start: int) -> Iterator[tuple[str, int]]:
    """The parts between separators, without blanks around them, and where each begins; names in brackets stay whole."""
    without_names = re.sub(r"\[[^]]*]", lambda name: "_" * len(name[0]), text)
    at = 0
    for part in without_names.split(separator):
        piece = text[at : at + len(part)]
        yield piece.strip(), start + at + len(piece) - len(piece.lstrip())
        at += len(part) + 1


_HIGH = re.compile(r"(<=?|>=?)?\s*([1-7][CDHSN])(?:\s*-\s*([1-7][CDHSN]))?", re.IGNORECASE)
_POINTS = ("points", "partner has", "partner may have")
_WORD_AND_REST = re.compile(r"(partner\s+has|partner\s+may\s+have|\w+)\s+(.+)", re.DOTALL)
_BID_BY_LETTERS = {bid.letters: bid for bid in BIDS}


def _read_clause(piece: str, text: str, start: int) -> Clause:
    end = start + len(piece)
    if not piece:
        comma = start if text[start : start + 1] == "," else text.rindex(",", 0, start)
        raise TextError("a clause is missing beside the comma", text, comma, comma + 1)
    words = " ".join(piece.split())
    if words in STATE_CLAUSES:
        return StateClause(words)
    if words.startswith("no ") and words[3:] in SUIT_CLAUSES:
        return SuitClause(words[3:], None)
    match = _WORD_AND_REST.fullmatch(piece)
    word, rest, at = ("", "", end) if match is None else (" ".join(match[1].split()), match[2], start + match.start(2))
    if word in _POINTS:
        return PointsClause(word, read_range(rest, text, at))
    if word == "asked":
        return AskedClause(_asked_code(rest, text, at, end))
    if word == "high" and (bounds := _HIGH.fullmatch(rest)) and not (bounds[1] and bounds[3]):
        return _high_clause(bounds, text, at, end)
    if word == "after":
        return AfterClause(_read_calls(rest, text, at, end))
    if word in SUIT_CLAUSES:
        return SuitClause(word, _read_suit(rest, text, at, end))
    others = ("points 20+", "asked A", "high <3N", "after 3N-P")
    known = ", ".join((*(f"{word} a" for word in SUIT_CLAUSES), *STATE_CLAUSES, *others))
    raise TextError(f"{piece!r} is no clause of a situation; there are {known}", text, start, end)


def _high_clause(match: re.Match[str], text: str, start: int, end: int) -> HighClause:
    low, top = (_BID_BY_LETTERS.get((letters or "").upper()) for letters in match.group(2, 3))
    assert low is not None
    if top is not None and top < low:
        raise TextError(f"the range ends at {top}, below its start", text, start, end)
    return HighClause(match[1] or ("-" if top is not None else "="), low, top)


def _asked_code(code: str, text: str, start: int, end: int) -> str:
    try:
        (read,) = parse_asks(code).codes
    except (TextError, ValueError):
        raise TextError(f"{code!r} is not one code of what a call asks", text, start, end) from None
    return read


def _read_calls(calls: str, text: str, start: int, end: int) -> Pattern:
    if calls.startswith("#"):
        raise TextError("the calls after `after` are the last ones; leave out the #", text, start, start + 1)
    try:
        last = parse_pattern(f"#{calls}")
    except TextError as error:
        fault, fault_end = (start + at - 1 for at in error.span)  # without the # put before the calls
        raise TextError(error.message, text, fault, fault_end) from None
    if any(element.strains and element.strains.is_variable for element in last.alternatives[0].elements):
        raise TextError("the calls after `after` have no variables", text, start, end)
    return last


def _read_suit(letter: str, text: str, start: int, end: int) -> Strain | str:
    if letter in VARIABLES:
        return letter
    suit = STRAIN_BY_LETTER.get(letter)
    if suit is None or suit is Strain.NOTRUMP:
        raise TextError(f"{letter!r} is no suit (C D H S) or variable (a b c)", text, start, end)
    return suit


def _read_condition(
    piece: str, text: str, start: int, bound: set[Strain | str | None], earlier: list[str]
) -> tuple[str, str]:
    match = re.fullmatch(r"([abc])\s*=\s*(\w)", piece)
    end = start + len(piece)
    if not match or (match[2] not in SELECTORS and match[2] not in "CDHS"):
        raise TextError(f"{piece!r} is not a condition; write a=M", text, start, end)
    if match[1] not in bound:
        raise TextError(f"{match[1]} has a condition, but stands in no clause", text, start, end)
    if match[1] in earlier:
        raise TextError(f"{match[1]} has two conditions", text, start, end)
    return match[1], match[2]
