"""Rules about the auctions of boards that robots bid by the book, always the same ones: on none is anything wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from bidbase.bidding.otherwise import BookDeal
from bidbase.checks.board_faults import (
    LONG,
    MORE_TRUMPS,
    OVER_SIGN_OFF,
    STRONG,
    STRONG_HAND_LEFT,
    TWO_SUITER,
    TWO_SUITER_LEFT,
    UNANSWERED_FORCE,
)
from bidbase.checks.boards import FIRST_BOARD
from bidbase.checks.rule import BoardProof, Effort, Rule, Severity, Violation
from bidbase.checks.survey import Survey
from bidbase.game.auction import Auction, Call


def _found(rule: str, survey: Survey, _: str) -> Iterator[Violation]:
    """For each entry that made faulty calls the first of the boards, and how many there are."""
    first: dict[str, tuple[str, BoardProof]] = {}
    boards: Counter[str] = Counter()
    for number, board in enumerate(survey.boards):
        faults = {board.refs[fault.turn]: fault for fault in reversed(board.faults) if fault.rule == rule}
        boards.update(faults.keys())
        for ref, fault in faults.items():
            first.setdefault(ref, (fault.words, BoardProof(FIRST_BOARD + number, board.calls, fault.turn)))
    for ref, (words, proof) in first.items():
        dealt = BookDeal.numbered(proof.board)
        auction = Auction.of(map(Call.parse, proof.calls[: proof.turn]), dealt.dealer, dealt.vulnerability)
        where = f"after {auction.prior_bids or 'no bid'} with {dealt.deal[auction.turn]}"
        often = f"({boards[ref]} of {len(survey.boards):,} boards)"
        yield survey.system.by_id.get(ref), f"{where} {words} {often}", proof


def _rule(name: str, explanation: str) -> Rule:
    return Rule(name, explanation, Severity.WARNING, partial(_found, name), Effort.THOROUGH, whole_system=True)


RULES = (
    _rule(UNANSWERED_FORCE, "On no board do robots pass a force because no entry fits."),
    _rule(
        OVER_SIGN_OFF,
        "On no board do robots bid over partner's sign-off by a situation, unless this speaks of sign-offs or of what "
        "was called last, or its entry counts points together with partner's.",
    ),
    _rule(STRONG_HAND_LEFT, f"On no board do robots stop below game with {STRONG} points opposite an opening of one."),
    _rule(
        TWO_SUITER_LEFT,
        f"On no board do robots leave a two-suiter of {TWO_SUITER} cards, of which both suits have been shown, in a "
        f"suit without a fit, of which neither hand has {LONG} cards, where it has a fit that is longer by "
        f"{MORE_TRUMPS} cards.",
    ),
)
