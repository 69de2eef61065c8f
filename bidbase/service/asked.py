"""What requests may have: a type for each operation, from which the schema is made. `Request` reads the fields."""

from __future__ import annotations

from typing import Annotated, Literal, Required, TypedDict

HandText = Annotated[str, "13 cards, spades first, as in AQ2.K32.KJ32.K32"]
DealText = Annotated[str, "four hands from a seat on, as in N:AQ2.K32.KJ32.K32 ... ... ..."]
CallText = Annotated[str, "P, X, XX, or 1C to 7N"]
Calls = Annotated[str | list[str], 'the calls so far, from the dealer on, as in 1N-P or ["1N", "P"]']
SeatText = Annotated[str, "N, E, S or W; left out, N"]
VulnerabilityText = Annotated[str, "None, NS, EW or Both; left out, None"]
ScoringText = Annotated[str, "IMP or MP; left out, IMP"]
SystemText = Annotated[str, "a shipped system or a folder; left out, the one of --system"]
Systems = Annotated[dict[str, str], "a system for a side, NS or EW, or for a seat, which goes before its side"]
Seed = Annotated[str | int, "what percentages are drawn from; left out, the cards and the calls"]
Think = Annotated[bool, "whether robots weigh calls where the book says little; left out, they do not"]


class AnyRequest(TypedDict, total=False):
    """What every request may have."""

    id: Annotated[str | int, "comes back in the answer; a text of 200 characters at the most"]


class DealtBy(AnyRequest, total=False):
    """Who deals, and who is vulnerable."""

    dealer: SeatText
    vulnerability: VulnerabilityText


class AtTable(DealtBy, total=False):
    """Which systems are played, and how the board is scored."""

    scoring: ScoringText
    system: SystemText
    systems: Systems
    seed: Seed
    think: Think


class BidAsked(AtTable, total=False):
    """What a robot calls with a hand, and what the call means."""

    op: Required[Literal["bid"]]
    hand: Required[HandText]
    auction: Required[Calls]
    trace: Annotated[bool, "whether every entry that was tried is told; left out, it is not"]


class TraceAsked(AtTable, total=False):
    """Why a robot calls what it calls with a hand: every entry tried, with the specs that failed."""

    op: Required[Literal["trace"]]
    hand: Required[HandText]
    auction: Required[Calls]


class MeaningAsked(AtTable, total=False):
    """What a call means that was made: the last one of the auction, or `call` after it."""

    op: Required[Literal["meaning"]]
    auction: Required[Calls]
    call: CallText


class MeaningsAsked(AtTable, total=False):
    """What every legal call means after an auction."""

    op: Required[Literal["meanings"]]
    auction: Required[Calls]


class ShownAsked(AtTable, total=False):
    """What each seat has shown by its calls."""

    op: Required[Literal["shown"]]
    auction: Required[Calls]


class AuctionAsked(AtTable, total=False):
    """The auction of a deal by four robots."""

    op: Required[Literal["auction"]]
    deal: Required[DealText]
    meanings: Annotated[bool, "whether each call comes with its meaning and its alert; left out, it does not"]


class SimulateAsked(AtTable, total=False):
    """How often deals come up, such deals, and what contracts are worth over them double dummy."""

    op: Required[Literal["simulate"]]
    hands: Annotated[dict[str, str], "by seat a hand, or conditions, as in hcp 15-17; shape balanced"]
    auction: Annotated[str | list[str], "calls that each player could have made; left out, none"]
    deals: Annotated[int, "how many deals are wanted, 1000 at the most; left out, 100"]
    most: Annotated[int, "how many are tried for them, 4000000 at the most; left out, 400000"]
    contracts: Annotated[str, "contracts to weigh, six at the most, as in 4S, 3N by North; left out, none"]
    declarer: Annotated[str, "who plays contracts that name nobody; left out, S"]


class EvaluateAsked(AnyRequest, total=False):
    """What a hand is worth by every count."""

    op: Required[Literal["evaluate"]]
    hand: Required[HandText]


class ScoreAsked(AnyRequest, total=False):
    """What a result scores in duplicate."""

    op: Required[Literal["score"]]
    result: Required[Annotated[str, "contract, declarer and result, as in 4SXS-1 or 3NTE=, or P for a deal passed out"]]
    vulnerability: VulnerabilityText
    others: Annotated[list[int], "North-South's other scores on the board, to compare with"]


class LegalAsked(DealtBy, total=False):
    """Which calls are legal after an auction, whose turn it is, and how the auction stands."""

    op: Required[Literal["legal"]]
    auction: Required[Calls]


class SystemsAsked(AnyRequest, total=False):
    """The systems that come with BidBase."""

    op: Required[Literal["systems"]]
