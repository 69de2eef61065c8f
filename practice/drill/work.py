"""Dealing the questions of drills, which takes a worker some tenths of a second for each."""

from __future__ import annotations

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.questions import Chair, Question, QuestionDealer, Report
from bidbase.bidding.subjects import (
    Subject,
    subject_of_auction,
    subject_of_convention,
    subject_of_entry,
    subject_of_section,
)
from bidbase.game.auction import Auction


def subject_of(bidder: Bidder, text: str) -> Subject:
    """What is asked about: `convention Stayman`, `section 1N-P`, `entry 1N-P/200000`, `auction P-1N-P`.

    Raises `TextError` for an auction that cannot be read.
    """
    kind, _, name = text.partition(" ")
    match kind:
        case "convention":
            return subject_of_convention(bidder.system, name)
        case "section":
            return subject_of_section(bidder.system, name)
        case "entry":
            return subject_of_entry(bidder.system, name)
    return subject_of_auction(bidder, Auction.parse(name).calls)


def deal(dealer: QuestionDealer, subject: str, chair: str, number: int, report: Report) -> Question | None:
    """The question with this number about a subject, for a student in this chair; None where none is found."""
    return dealer.question(subject_of(dealer.bidder, subject), Chair(chair), number, report)
