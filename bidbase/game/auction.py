"""Calls, contracts and auctions: legal calls, whose turn it is, the contract, prior bids (Laws 17 to 22)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from bidbase.errors import IllegalCall, TextError
from bidbase.game.cards import STRAINS, Seat, Strain, Vulnerability
from bidbase.lazy import lazy_property


class Call(int):
    """A call. The bids are 0 (1C) to 34 (7N) in ascending order; pass is 35, double 36 and redouble 37.

    Each call is one object, listed in `CALLS`, so that calls can be compared with `is`.
    """

    _made: ClassVar[dict[int, Call]] = {}

    def __new__(cls, number: int) -> Call:
        """The only call with this number, 0 to 37, also when it is unpickled or copied."""
        return cls._made.setdefault(number, super().__new__(cls, number))

    @property
    def is_bid(self) -> bool:
        """Whether this call is a bid and so has a level and a strain."""
        return self < 35

    @property
    def level(self) -> int:
        """The level of a bid, 1 to 7."""
        return self // 5 + 1

    @property
    def strain(self) -> Strain:
        """The strain of a bid."""
        return STRAINS[self % 5]

    @property
    def letters(self) -> str:
        """The form used in prior bids and patterns: `P`, `D`, `R`, `1C` to `7N`."""
        return _LETTERS[self]

    def __str__(self) -> str:
        return _TEXTS[self]

    def __repr__(self) -> str:
        return f"<{self}>"

    @property
    def title(self) -> str:
        """The form on screen: `Pass`, `Double`, `Redouble`, `1♥`, `3NT`."""
        return {35: "Pass", 36: "Double", 37: "Redouble"}.get(self) or f"{self.level}{self.strain.symbol}"

    @staticmethod
    def bid(level: int, strain: Strain) -> Call:
        """The bid of this level (1 to 7) and strain."""
        return CALLS[(level - 1) * 5 + strain]

    @staticmethod
    def parse(text: str) -> Call:
        """Read `P`, `Pass`, `D`, `X`, `Dbl`, `R`, `XX`, `Rdbl`, `1N`, `1NT` or `1♥` in either case.

        Raises `TextError` for anything else.
        """
        call = _CALL_BY_NAME.get(text.strip().upper())
        if call is None:
            raise TextError(f"{text.strip()!r} is not a call; write P, D or X, R or XX, 1C to 7N", text)
        return call


_LETTERS = [f"{level}{strain.letter}" for level in range(1, 8) for strain in STRAINS] + ["P", "D", "R"]
_TEXTS = [*_LETTERS[:-2], "X", "XX"]
CALLS = tuple(Call(code) for code in range(38))
BIDS = CALLS[:35]
PASS, DOUBLE, REDOUBLE = CALLS[35:]
_MASK_OF_BIDS = (1 << len(BIDS)) - 1
_CALL_BY_NAME = (
    {call.letters: call for call in CALLS}
    | {f"{call.letters}T": call for call in BIDS if call.strain is Strain.NOTRUMP}
    | {f"{call.level}{call.strain.symbol}": call for call in BIDS}
    | {"PASS": PASS, "-": PASS, "X": DOUBLE, "DBL": DOUBLE, "DOUBLE": DOUBLE}
    | {"XX": REDOUBLE, "RDBL": REDOUBLE, "REDOUBLE": REDOUBLE}
)


@dataclass(frozen=True, slots=True)
class Contract:
    """The contract of a board. `doubled` is 0 for undoubled, 1 for doubled and 2 for redoubled."""

    level: int
    strain: Strain
    doubled: int
    declarer: Seat

    def __str__(self) -> str:
        return f"{self.level}{self.strain.letter}{'X' * self.doubled}"

    @classmethod
    def parse(cls, text: str, declarer: str) -> Contract:
        """Read `4S`, `3NX` or `6HXX`, and the declarer's seat. Raises `TextError`."""
        bid = Call.parse(text.rstrip("Xx"))
        if not bid.is_bid or text.upper().count("X") > 2:
            raise TextError(f"{text!r} is not a contract; write 4S, 4SX or 4SXX", text)
        return cls(bid.level, bid.strain, text.upper().count("X"), Seat.parse(declarer))

    @property
    def title(self) -> str:
        """The form on screen: `4♠ doubled by South`."""
        return (
            f"{self.level}{self.strain.symbol}{('', ' doubled', ' redoubled')[self.doubled]} by {self.declarer.title}"
        )


PASSED_OUT = "passed out"
"""The text that takes the place of a contract when all four players have passed."""


def contract_title(contract: Contract | None) -> str:
    """The result of an auction on screen: `4♠ by South`, or `passed out` for None."""
    return contract.title if contract else PASSED_OUT


class Auction:
    """The calls made so far on one board. Immutable: `with_call` gives the next auction.

    `leading_passes` counts the passes before the first call that is not a pass (all passes while nobody has opened).
    `prior_bids` has the calls from that one on, joined with `-`: the name of the section that defines the next call.
    """

    def __init__(self, dealer: Seat = Seat.NORTH, vulnerability: Vulnerability = Vulnerability.NONE) -> None:
        self.dealer = dealer
        self.vulnerability = vulnerability
        self.calls: tuple[Call, ...] = ()
        self.leading_passes = 0
        self.prior_bids = ""
        self._last_bid = -1
        self._last_bid_index = 0  # in `calls`
        self._doubled = 0
        self._trailing_passes = 0
        self._previous: Auction | None = None

    @classmethod
    def of(
        cls,
        calls: Iterable[Call],
        dealer: Seat = Seat.NORTH,
        vulnerability: Vulnerability = Vulnerability.NONE,
    ) -> Auction:
        """The auction with these calls. Raises `IllegalCall` at the first illegal one."""
        auction = cls(dealer, vulnerability)
        for call in calls:
            auction = auction.with_call(call)
        return auction

    @classmethod
    def parse(cls, text: str, dealer: Seat = Seat.NORTH, vulnerability: Vulnerability = Vulnerability.NONE) -> Auction:
        """Read `P-1C-1S`; blanks and commas also separate. Raises `TextError` with the span of the call at fault."""
        auction = cls(dealer, vulnerability)
        for match in re.finditer(r"[^-\s,]+", text):
            try:
                auction = auction.with_call(Call.parse(match[0]))
            except (TextError, IllegalCall) as error:
                raise TextError(str(error), text, *match.span()) from None
        return auction

    @property
    def turn(self) -> Seat:
        """The player whose turn it is to call."""
        return self.dealer.plus(len(self.calls))

    @property
    def finished(self) -> bool:
        """Whether three passes have followed a call that is not a pass, or all four have passed (Law 22)."""
        return self._trailing_passes >= (3 if self.prior_bids else 4)

    @property
    def last_bid(self) -> Call | None:
        """The highest bid so far, None before anybody has bid."""
        return CALLS[self._last_bid] if self._last_bid >= 0 else None

    def why_illegal(self, call: Call) -> str:
        """Why this call is illegal as the next one; empty if it is legal (Laws 18, 19 and 22)."""
        if self.finished:
            return "the auction is over"
        if call.is_bid:
            return "" if call > self._last_bid else f"{call} is not higher than {CALLS[self._last_bid]}"
        if call is PASS:
            return ""
        if self._last_bid < 0:
            return f"there is no bid to {'double' if call is DOUBLE else 'redouble'}"
        bid_by_own_side = (len(self.calls) - self._last_bid_index) % 2 == 0
        if call is DOUBLE:
            if bid_by_own_side:
                return "only a bid of the opponents can be doubled"
            return "the bid is doubled already" if self._doubled else ""
        if self._doubled == 0:
            return "there is no double to redouble"
        if self._doubled == 2:
            return "the bid is redoubled already"
        return "" if bid_by_own_side else "only a double by the opponents can be redoubled"

    @property
    def legal(self) -> int:
        """The calls that are legal as the next one, as a set of bits: bit `call` is set for each."""
        if self.finished:
            return 0
        higher = _MASK_OF_BIDS >> self._last_bid + 1 << self._last_bid + 1
        bid_by_own_side = (len(self.calls) - self._last_bid_index) % 2 == 0
        if self._last_bid < 0 or self._doubled == 2 or bid_by_own_side != (self._doubled == 1):
            return higher | 1 << PASS
        return higher | 1 << PASS | 1 << (REDOUBLE if bid_by_own_side else DOUBLE)

    def legal_calls(self) -> list[Call]:
        """The calls that are legal as the next one: pass, double and redouble, then the bids in ascending order."""
        return [call for call in (PASS, DOUBLE, REDOUBLE, *BIDS) if not self.why_illegal(call)]

    def with_call(self, call: Call) -> Auction:
        """The auction after this call. Raises `IllegalCall` with the reason if the call is not legal."""
        if reason := self.why_illegal(call):
            raise IllegalCall(reason)
        after = Auction.__new__(Auction)
        after.dealer, after.vulnerability = self.dealer, self.vulnerability
        after.calls = (*self.calls, call)
        after._previous = self
        after.leading_passes = self.leading_passes
        after._last_bid, after._last_bid_index, after._doubled = self._last_bid, self._last_bid_index, self._doubled
        after._trailing_passes = 0
        if call is PASS:
            after._trailing_passes = self._trailing_passes + 1
        elif call.is_bid:
            after._last_bid, after._last_bid_index, after._doubled = call, len(self.calls), 0
        else:
            after._doubled = self._doubled + 1
        if self.prior_bids:
            after.prior_bids = f"{self.prior_bids}-{call.letters}"
        elif call is PASS:
            after.prior_bids = ""
            after.leading_passes += 1
        else:
            after.prior_bids = call.letters
        return after

    def before(self, count: int) -> Auction:
        """The auction as it was after the first `count` calls."""
        auction = self
        while len(auction.calls) > count and auction._previous is not None:
            auction = auction._previous
        return auction

    def seat_of(self, index: int) -> Seat:
        """The player who made, or will make, the call with this index (0 is the dealer's first)."""
        return self.dealer.plus(index)

    @lazy_property
    def contract(self) -> Contract | None:
        """The contract if the auction ended here, None before anybody has bid.

        The declarer is the player of the side that bid last who first named the strain (Law 22).
        """
        if self._last_bid < 0:
            return None
        last = CALLS[self._last_bid]
        for index in range(self._last_bid_index % 2, len(self.calls), 2):
            call = self.calls[index]
            if call.is_bid and call.strain is last.strain:
                return Contract(last.level, last.strain, self._doubled, self.seat_of(index))
        raise AssertionError("somebody bid the strain of the last bid")

    @property
    def round(self) -> int:
        """The bidding round of the next call, 1, 2 and so on, counted from the first call that is not a pass."""
        return self._since_opening // 4 + 1

    @property
    def player(self) -> int:
        """The number of the next player to call, 1 to 4, counted from the first who did not pass."""
        return self._since_opening % 4 + 1

    @property
    def _since_opening(self) -> int:
        return len(self.calls) - self.leading_passes

    @property
    def position(self) -> int:
        """The position of the next player to call: 1 is the dealer, 4 the player on the dealer's right."""
        return len(self.calls) % 4 + 1

    def passed_hand(self, position: int) -> bool:
        """Whether the player in this position (1 to 4) passed before anybody opened."""
        return position <= self.leading_passes

    def __str__(self) -> str:
        return "-".join(map(str, self.calls))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Auction)
            and self.calls == other.calls
            and self.dealer == other.dealer
            and self.vulnerability == other.vulnerability
        )

    def __hash__(self) -> int:
        return hash((self.calls, self.dealer, self.vulnerability))
