"""The search for the deals of a drill, and the place in the auction where the student is to call.

The deals of a drill are found by bidding numbered deals with four robots, always in the same order: a drill has the
same deals for everybody who opens its address.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bidbase.bidding.bidder import Bidder, Decision
from bidbase.bidding.robots import Table
from bidbase.game.auction import PASS, Auction
from bidbase.game.cards import Seat, Side, board_dealer, board_vulnerability
from bidbase.game.dealing import MAX_DEAL_NUMBER, numbered_deal
from bidbase.language import fields
from bidbase.language.circumstances import Scoring, User
from bidbase.systems import System
from practice.drill.definition import ANSWER, MAKE, Drill

MOST_DEALS = 20_000  # bid to find one question: half a minute's work for a worker
ACE_ASKING = ("A", "K", "KC")  # what a call asks for in such a convention


@dataclass(frozen=True)
class Question:
    """A deal with the calls given: it is the student's turn in `seat`. `sources` as a board keeps them."""

    deal_number: int
    auction: Auction
    sources: tuple[str, ...]
    seat: Seat


def next_question(
    bidder: Bidder, drill: Drill, after: int, report: Callable[[int], None] = lambda deals: None
) -> Question | None:
    """The first question of a drill after this deal, None when the next `MOST_DEALS` deals have none.

    `report` is told how many deals have been bid, before each of them.
    """
    sides = _sides(bidder.system)
    for number in range(after + 1, min(after + MOST_DEALS, MAX_DEAL_NUMBER) + 1):
        report(number - after - 1)
        if question := _question(bidder, drill, number, sides):
            return question
    return None


def question_of_deal(bidder: Bidder, drill: Drill, number: int) -> Question | None:
    """The question that this deal has for a drill, None when the convention does not come up.

    It comes up where a robot's call is by an entry of the convention, for the first time in the auction. The student
    sits in the seat that makes that call, or in its partner's when he is to answer. Where either will do, odd deals
    prefer the one and even deals the other.
    """
    return _question(bidder, drill, number, _sides(bidder.system))


def _sides(system: System) -> Sequence[Side | None]:
    """The sides that the student may be on; None for either where no agreement is one side's alone."""
    codes = {one.use for one in system.conventions.values()}
    codes |= {entry.usage.user.value for entry in system.entries if entry.usage.user}
    return (Side.NS, Side.EW) if any(user.value in codes for user in User) else (None,)


def _question(bidder: Bidder, drill: Drill, number: int, sides: Sequence[Side | None]) -> Question | None:
    for side in sides:
        table = Table(bidder, bidder, Scoring.IMP, side or Side.NS, seed=str(number))
        auction, decisions = table.bid_deal(numbered_deal(number), board_dealer(number), board_vulnerability(number))
        made = next((at for at, one in enumerate(decisions) if _belongs(one, drill.conventions)), None)
        if made is None or side not in (None, auction.seat_of(made).side):
            continue
        for at in _turns(drill.role, made, number):
            if at < len(decisions) and decisions[at].entry is not None:
                sources = tuple(one.entry.id if one.entry else "" for one in decisions[:at])
                return Question(number, auction.before(at), sources, auction.seat_of(at))
    return None


def _belongs(decision: Decision, conventions: Iterable[str]) -> bool:
    named = decision.entry.convention if decision.entry else None
    return named is not None and any(name in conventions for name in named.chain())


def _turns(role: str, made: int, number: int) -> Sequence[int]:
    both = {MAKE: made, ANSWER: made + 2}
    if role in both:
        return (both[role],)
    return (both[MAKE], both[ANSWER]) if number % 2 else (both[ANSWER], both[MAKE])


@dataclass(frozen=True)
class Choice:
    """A convention that can be practiced: its name, and whether it asks for aces or kings."""

    name: str
    ace_asking: bool


def choices(system: System) -> list[Choice]:
    """The conventions that entries in use bid by, those that ask for aces first, then in the order of the system.

    One that only ever passes gives nothing to practice.
    """
    used: Counter[str] = Counter()
    asking: set[str] = set()
    for entry in system.entries:
        if entry.convention is None or entry.bid.call is PASS or not any(system.selects(entry, user) for user in User):
            continue
        used.update(entry.convention.chain())
        if (asks := entry.get(fields.ASKS)) and any(code in ACE_ASKING for code in asks.codes):
            asking.add(entry.convention.root)
    known = [name for name in system.conventions if name in used]
    found = [Choice(name, name.partition(":")[0] in asking) for name in dict.fromkeys([*known, *sorted(used)])]
    return sorted(found, key=lambda choice: not choice.ace_asking)
