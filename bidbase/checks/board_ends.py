"""Boards that robots bid by the book and on which an auction ends wrongly.

A force is passed for want of an entry, somebody bids over partner's sign-off by a general rule, a strong hand stops
below game opposite an opening, or a two-suiter is left in the wrong suit. These follow from what four hands have done
one after the other, so they are counted over boards, always the same ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import combinations

from bidbase.bidding.otherwise import BookDeal
from bidbase.bidding.robots import Table
from bidbase.checks.boards import FIRST_BOARD, BidBoard
from bidbase.checks.rule import Effort, Rule, Severity, Violation
from bidbase.checks.survey import Survey
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import SUITS, Deal, Seat
from bidbase.game.holdings import HCP
from bidbase.game.scoring import is_game
from bidbase.language.auction_state import BID_SUIT, FIT, Expected
from bidbase.systems import Entry

STRONG = 20  # points with which nobody stops below game opposite an opening
TWO_SUITER = 10  # cards in two suits
LONG = 6  # cards of a suit that one hand can play alone
MORE_TRUMPS = 3  # by which the right suit is longer than the wrong one: nine trumps are little more than seven

Fault = tuple[int, str]
"""The number of the call with which it comes about, and what is wrong."""


class Replay:
    """A board that robots have bid with the system of a survey: the deal, the table and the auction."""

    def __init__(self, survey: Survey, number: int, board: BidBoard) -> None:
        dealt = BookDeal.numbered(FIRST_BOARD + number)
        self.deal = dealt.deal
        self.table = Table(survey.bidder, survey.bidder, seed=dealt.seed)
        self.auction = Auction.of(map(Call.parse, board.calls), dealt.dealer, dealt.vulnerability)
        self.entries = [survey.system.by_id.get(ref) for ref in board.refs]

    def last_call(self, seat: Seat) -> int:
        """The number of the last call of a seat."""
        return max(index for index in range(len(self.auction.calls)) if self.auction.seat_of(index) is seat)


def strong_hand_left(deal: Deal, auction: Auction) -> Seat | None:
    """The seat of a strong hand whose partner has opened with one of a suit or 1NT, where nobody has reached game."""
    contract = auction.contract
    if contract is None or contract.doubled or is_game(contract):
        return None
    opening = auction.leading_passes
    strong = auction.seat_of(opening).plus(2)
    opened = auction.calls[opening].level == 1
    return strong if opened and sum(HCP[holding] for holding in deal[strong].holdings) >= STRONG else None


def two_suiter_left(deal: Deal, auction: Auction, expected: Mapping[Seat, Expected]) -> Seat | None:
    """The seat of a two-suiter that plays in a suit without a fit, though it has shown one with a much longer fit.

    A suit that one of the hands can play alone is not the wrong one.
    """
    contract = auction.contract
    if contract is None or contract.strain not in SUITS:
        return None
    for seat in (contract.declarer, contract.declarer.plus(2)):
        own, partners = deal[seat].lengths, deal[seat.plus(2)].lengths
        trumps = own[contract.strain] + partners[contract.strain]
        if max(own[contract.strain], partners[contract.strain]) >= LONG:
            continue
        for suits in combinations(SUITS, 2):
            shown = all(min(own[suit], expected[seat].least[suit]) >= BID_SUIT for suit in suits)
            longest = max(own[suit] + partners[suit] for suit in suits)
            enough = max(FIT, trumps + MORE_TRUMPS)
            if shown and sum(own[suit] for suit in suits) >= TWO_SUITER and trumps < FIT and longest >= enough:
                return seat
    return None


def _strong(replay: Replay) -> Iterator[Fault]:
    seat = strong_hand_left(replay.deal, replay.auction)
    if seat is not None:
        yield replay.last_call(seat), "the auction stops below game"


def _two_suiters(replay: Replay) -> Iterator[Fault]:
    before = replay.auction.before(len(replay.auction.calls) - 1)
    expected = {seat: shown.expected for seat, shown in replay.table.shown(before).items()}
    seat = two_suiter_left(replay.deal, replay.auction, expected)
    if seat is not None:
        yield replay.last_call(seat.plus(2)), "partner's two-suiter is left in the wrong suit"


def _forces(replay: Replay) -> Iterator[Fault]:
    for index, (call, entry) in enumerate(zip(replay.auction.calls, replay.entries, strict=True)):
        if call is PASS and entry is None and replay.table.state(replay.auction.before(index)).forced:
            yield index, "for want of an entry partner's force is passed"


def _over_sign_offs(replay: Replay) -> Iterator[Fault]:
    calls = replay.auction.calls
    for index, entry in enumerate(replay.entries):
        if entry is None or calls[index] is PASS or not entry.section.startswith("@") or _has_reason(entry):
            continue
        state = replay.table.state(replay.auction.before(index))
        if "SO" in state.asks and calls[index - 1] is PASS:
            yield index, f"{calls[index]} is bid over partner's sign-off"


def _has_reason(entry: Entry) -> bool:
    """Whether a general rule speaks of sign-offs, follows a certain call, or counts points together with partner's."""
    counted = "P" in entry.text("hcp") + entry.text("distribution")
    return counted or "signed off" in entry.section or "after " in entry.section


def _found(faults: Callable[[Replay], Iterator[Fault]], survey: Survey, _: str) -> Iterator[Violation]:
    """For each entry that made faulty calls the first of the boards, and how many there are."""
    first: dict[str, tuple[Entry | None, str]] = {}
    boards: dict[str, int] = {}
    for number, board in enumerate(survey.boards):
        replay = Replay(survey, number, board)
        for index, words in faults(replay):
            entry, before = replay.entries[index], replay.auction.before(index)
            name = entry.id if entry else ""
            boards[name] = boards.get(name, 0) + 1
            hand = replay.deal[before.turn]
            first.setdefault(name, (entry, f"after {before.prior_bids or 'no bid'} with {hand} {words}"))
    for name, (entry, message) in first.items():
        yield entry, f"{message} ({boards[name]} of {len(survey.boards):,} boards)"


def _rule(name: str, explanation: str, faults: Callable[[Replay], Iterator[Fault]]) -> Rule:
    return Rule(name, explanation, Severity.WARNING, partial(_found, faults), Effort.THOROUGH, whole_system=True)


RULES = (
    _rule("unanswered-force", "On no board do robots pass a force because no entry fits.", _forces),
    _rule(
        "over-sign-off",
        "On no board do robots bid over partner's sign-off by a situation, unless this speaks of sign-offs or of what "
        "was called last, or its entry counts points together with partner's.",
        _over_sign_offs,
    ),
    _rule(
        "strong-hand-left",
        f"On no board do robots stop below game with {STRONG} points opposite an opening of one.",
        _strong,
    ),
    _rule(
        "two-suiter-left",
        f"On no board do robots leave a two-suiter of {TWO_SUITER} cards, of which both suits have been shown, in a "
        f"suit without a fit, of which neither hand has {LONG} cards, where it has a fit that is longer by "
        f"{MORE_TRUMPS} cards.",
        _two_suiters,
    ),
)
