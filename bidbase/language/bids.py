"""Where an entry stands and what it bids: prior bids, order number, bid, convention name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import dropwhile

from bidbase.errors import TextError
from bidbase.game.auction import PASS, Call
from bidbase.game.cards import Strain
from bidbase.language.pattern_text import parse_calls, parse_pattern
from bidbase.language.patterns import STRAIN_BY_LETTER, Pattern, SubPattern, belongs_to
from bidbase.language.situation_text import parse_situation
from bidbase.language.situations import SituationKey
from bidbase.language.tokenizer import Tokenizer
from bidbase.lazy import lazy_property


@dataclass(frozen=True, slots=True)
class PriorBids:
    """The key of a literal section: the calls since the first that is not a pass; none for the opening."""

    calls: tuple[Call, ...]

    def __str__(self) -> str:
        return "-".join(call.letters for call in self.calls)

    @property
    def as_pattern(self) -> PatternKey:
        """The pattern that fits these calls alone, after any passes."""
        return PatternKey(Pattern((SubPattern.of(self.calls),)))

    def words(self) -> str:
        """`1♥ – Pass`, or `nobody has bid`."""
        return " – ".join(call.title for call in self.calls) or "nobody has opened"


@dataclass(frozen=True)
class PatternKey:
    """The key of a section that serves many auctions: a pattern of the calls before."""

    pattern: Pattern

    @lazy_property
    def variables(self) -> frozenset[str]:
        """The variables that stand in its calls, in every alternative: those that an entry may speak of."""
        return frozenset.intersection(*(sub.variables for sub in self.pattern.alternatives))

    @lazy_property
    def reads_names(self) -> bool:
        """Whether it asks for the name of a call."""
        return any(element.name is not None for sub in self.pattern.alternatives for element in sub.elements)

    @lazy_property
    def _text(self) -> str:
        return str(self.pattern)

    def __str__(self) -> str:
        return self._text

    def words(self) -> str:
        """`auctions like 1a-P-2a; a=M`."""
        return f"auctions like {self.pattern}"


Key = PriorBids | PatternKey | SituationKey
OPENING = PriorBids(())


def parse_key(text: str) -> Key:
    """Read prior bids, `1C-1S-P`, a pattern of them, `1a-P-2a-P; a=M`, or a situation, `@ fit a, forced to game`.

    `(opening)` stands for nothing. A pattern that is written as the calls of one auction is prior bids, and the passes
    in front of these are left out.

    cell = "(opening)" | calls {"," calls} | pattern | situation
    calls = call {"-" call}
    """
    written = text.strip().lower()
    if written in ("", "(opening)"):
        return OPENING
    if written.startswith("@"):
        return parse_situation(text)
    pattern = parse_pattern(text)
    return PatternKey(pattern) if pattern.auction is None else _since_opening(pattern.auction)


def parse_prior_bids(text: str) -> PriorBids:
    """Read the calls of one auction, `1C-1S-P`. It must be legal and going on; passes in front are left out.

    cell = call {"-" call}
    call = level strain | "P" | "D" | "R"
    level = "1".."7"
    strain = suit | "N"
    suit = "S" | "H" | "D" | "C"
    """
    return _since_opening(parse_calls(text))


def _since_opening(calls: Iterable[Call]) -> PriorBids:
    return PriorBids(tuple(dropwhile(lambda call: call is PASS, calls)))


@dataclass(frozen=True, slots=True)
class Order:
    """The Bid Order Number: six characters, digits before upper case before lower case."""

    number: str

    def __str__(self) -> str:
        return self.number

    def words(self) -> str:
        """The number itself."""
        return self.number


_ORDER, _FEWER = re.compile("[0-9A-Za-z]{6}"), re.compile("[0-9A-Za-z]{0,6}")


def parse_order(text: str) -> Order:
    """Read six digits or letters, `634000`.

    cell = sign sign sign sign sign sign
    sign = "0".."9" | "A".."Z" | "a".."z"
    """
    tokens, message = Tokenizer(text), "an order number has six digits or letters, as 634000"
    match = tokens.fits(_ORDER)
    if match is None and tokens.take(_FEWER) and not tokens:
        raise Tokenizer(text).error(message)
    if match is None:
        raise tokens.error_here(message)
    return Order(match[0])


LOWEST = 0
"""The level of a bid that is made at the lowest level possible."""


@dataclass(frozen=True, slots=True)
class Bid:
    """The call an entry makes: `call`, or a bid at `level` of the strain that `letter` stands for.

    The letter is x or a variable; with the level `LOWEST` it can also be the letter of a strain.
    """

    call: Call | None
    level: int = LOWEST
    letter: str = "x"

    def in_suit(self, chosen: Strain | None) -> Call:
        """The call, once the X suit is known."""
        if self.call is not None:
            return self.call
        assert chosen is not None, "an entry that bids the X suit has one"
        return Call.bid(self.level, chosen)

    @property
    def is_lowest(self) -> bool:
        """Whether it is made at the lowest level possible."""
        return self.call is None and self.level == LOWEST

    @property
    def suit(self) -> Strain | None:
        """The suit that it names; None for notrump, for the X suit, for a variable, and where it is no bid."""
        if self.call is not None:
            strain = self.call.strain if self.call.is_bid else None
        else:
            strain = STRAIN_BY_LETTER.get(self.letter)
        return None if strain is Strain.NOTRUMP else strain

    def without_call(self) -> Bid:
        """The bid of a suit that cannot be made, because a variable has taken the suit."""
        return self if self.call is None else Bid(None, self.call.level, self.call.strain.letter)

    def bound(self, binding: Mapping[str, Strain], last_bid: Call | None = None) -> Bid:
        """The bid with a variable replaced by its strain, at the level that the highest bid so far leaves.

        Where no level is left, the bid stays at the seventh level and is not legal.
        """
        strain = binding.get(self.letter, STRAIN_BY_LETTER.get(self.letter))
        if self.call is not None or strain is None:
            return self
        if not self.is_lowest:
            return Bid(Call.bid(self.level, strain))
        level = last_bid.level + (strain <= last_bid.strain) if last_bid is not None else 1
        return Bid(Call.bid(min(level, 7), strain))

    def __str__(self) -> str:
        if self.call is not None:
            return self.call.letters
        return f"{self.level or '='}{'$c' if self.letter == 'c' else self.letter}"

    def words(self) -> str:
        """`2♥`, `2 of the X suit`, `suit a at the lowest level`."""
        if self.call is not None:
            return self.call.title
        strain = STRAIN_BY_LETTER.get(self.letter)
        name = "the X suit" if self.letter == "x" else strain.title if strain is not None else f"suit {self.letter}"
        return f"{name} at the lowest level" if self.is_lowest else f"{self.level} of {name}"


_VARIABLE_BID = re.compile(r"\s*([1-7]|=)\s*(?:([ab])|\$([abc]))\s*")
_X_BID = re.compile(r"\s*([1-7])\s*[xX]\s*")
_LOWEST_BID = re.compile(r"\s*=\s*([CDHS]|NT?)\s*", re.IGNORECASE)
_KINDS_OF_BID = "P, D or X, R or XX, 1C to 7N, 2x for the X suit, 2a or 2$c for a variable, =a or =N for the lowest bid"


def parse_bid(text: str) -> Bid:
    """Read a call, `1N`, `D`, `P`, or `2x` for the X suit, `2a` or `2$a` for a suit that a variable stands for.

    `=` in place of the level is the lowest bid possible: `=a`, `=N`. Of the variables c is written `2$c`, `=$c`, since
    `2c` is two clubs.

    cell = call | level "x" | (level | "=") variable | "=" strain
    variable = "a" | "b" | "$a" | "$b" | "$c"
    """
    if match := _VARIABLE_BID.fullmatch(text):
        return Bid(None, LOWEST if match[1] == "=" else int(match[1]), match[2] or match[3])
    if match := _X_BID.fullmatch(text):
        return Bid(None, int(match[1]))
    if match := _LOWEST_BID.fullmatch(text):
        return Bid(None, LOWEST, match[1][0].upper())
    try:
        return Bid(Call.parse(text))
    except TextError:
        tokens = Tokenizer(text)
        raise tokens.error(f"{str(tokens)!r} is not a call; write {_KINDS_OF_BID}") from None


@dataclass(frozen=True, slots=True)
class ConventionName:
    """A convention, perhaps with subcategories: `Strong 2C: 2D Waiting: Splinter`."""

    parts: tuple[str, ...]

    @property
    def root(self) -> str:
        """The name before the first colon."""
        return self.parts[0]

    def chain(self) -> list[str]:
        """This name and every name above it, from the root down."""
        return [": ".join(self.parts[:count]) for count in range(1, len(self.parts) + 1)]

    def switches(self) -> list[str]:
        """The names whose codes switch it: each name of the chain, and each subcategory as a convention by itself.

        A partnership that gives up splinters gives them up wherever they are a part of something else (editor text,
        "Selecting Bids/Conventions").
        """
        return [*self.chain(), *(part for part in self.parts[1:] if part != self.root)]

    def __str__(self) -> str:
        return ": ".join(self.parts)

    def words(self) -> str:
        """The name."""
        return str(self)


_COLONS = re.compile("(:)")


def parse_convention(text: str) -> ConventionName:
    """Read a name, with subcategories after colons.

    cell = name {":" name}
    name = <any text without a colon>
    """
    parts = Tokenizer(text).split(_COLONS, "a name")
    return ConventionName(tuple(" ".join(str(part).split()) for part in parts))


@dataclass(frozen=True, slots=True)
class Against:
    """A convention of the opponents against which an entry is used.

    `theirs` is the name that their last call other than a pass carries in their system, once the auction is known.
    """

    convention: ConventionName
    theirs: str | None = None

    def bound(self, theirs: str | None) -> Against:
        """The use against a convention once the name of their last call is known; None where it has no name."""
        return Against(self.convention, theirs)

    @property
    def holds(self) -> bool:
        """Whether their call carries the convention, or a subcategory of it."""
        return belongs_to(self.theirs, str(self.convention))

    def __str__(self) -> str:
        return str(self.convention)

    def words(self) -> str:
        """`against Michaels`."""
        return f"against {self.convention}"


def parse_against(text: str) -> Against:
    """Read the name of a convention, with subcategories after colons.

    cell = name {":" name}
    name = <any text without a colon>
    """
    return Against(parse_convention(text))
