"""Where an entry stands and what it bids: prior bids, order number, bid, convention name."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bidbase.auction import Auction, Call
from bidbase.cards import Strain
from bidbase.errors import TextError


@dataclass(frozen=True, slots=True)
class PriorBids:
    """The calls since the first that is not a pass; none for the opening."""

    calls: tuple[Call, ...]

    def __str__(self) -> str:
        return "-".join(call.letters for call in self.calls)

    def words(self) -> str:
        """`1♥ – Pass`, or `nobody has bid`."""
        return " – ".join(call.title for call in self.calls) or "nobody has opened"


OPENING = PriorBids(())


def parse_prior_bids(text: str) -> PriorBids:
    """Read `1C-1S-P`; passes in front are left out, `(opening)` stands for nothing.

    The auction must be legal and going on.
    """
    if text.strip().lower() == "(opening)":
        return OPENING
    auction = Auction.parse(text)
    if auction.finished:
        raise TextError("after these calls the auction is over", text)
    return PriorBids(auction.calls[auction.leading_passes :])


@dataclass(frozen=True, slots=True)
class Order:
    """The Bid Order Number: six characters, digits before upper case before lower case."""

    number: str

    def __str__(self) -> str:
        return self.number

    def words(self) -> str:
        """The number itself."""
        return self.number


def parse_order(text: str) -> Order:
    """Read six digits or letters, `634000`."""
    number = text.strip()
    if not re.fullmatch(r"[0-9A-Za-z]{6}", number):
        raise TextError("an order number has six digits or letters, as 634000", text)
    return Order(number)


@dataclass(frozen=True, slots=True)
class Bid:
    """The call an entry makes; with `x_level` a bid of the X suit at that level."""

    call: Call | None
    x_level: int = 0

    def in_suit(self, chosen: Strain | None) -> Call:
        """The call, once the X suit is known."""
        if self.call is not None:
            return self.call
        assert chosen is not None, "an entry that bids the X suit has one"
        return Call.bid(self.x_level, chosen)

    def __str__(self) -> str:
        return self.call.letters if self.call is not None else f"{self.x_level}x"

    def words(self) -> str:
        """`2♥`, `2 of the X suit`."""
        return self.call.title if self.call is not None else f"{self.x_level} of the X suit"


def parse_bid(text: str) -> Bid:
    """Read a call, `1N`, `D`, `P`, or `2x` for the X suit."""
    if match := re.fullmatch(r"\s*([1-7])[xX]\s*", text):
        return Bid(None, int(match[1]))
    return Bid(Call.parse(text))


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

    def __str__(self) -> str:
        return ": ".join(self.parts)

    def words(self) -> str:
        """The name."""
        return str(self)


def parse_convention(text: str) -> ConventionName:
    """Read a name, with subcategories after colons."""
    parts = tuple(" ".join(part.split()) for part in text.split(":"))
    if not all(parts):
        raise TextError("a name is missing beside the colon", text)
    return ConventionName(parts)


def parse_contract(text: str) -> Bid:
    """Read the contract that double-dummy analysis found best, as `4S`."""
    bid = parse_bid(text)
    if bid.call is None or not bid.call.is_bid:
        raise TextError("a contract is a level and a strain, as 4S", text)
    return bid
