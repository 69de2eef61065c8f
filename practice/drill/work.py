"""Dealing the questions of drills, which takes a worker some tenths of a second for each."""

from __future__ import annotations

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.questions import Chair, Question, QuestionDealer, Report
from bidbase.bidding.subjects import (
    Level,
    Subject,
    subject_of_auctions,
    subject_of_conventions,
    subject_of_entry,
    subject_of_section,
)
from bidbase.game.auction import Auction


def subject_of(bidder: Bidder, text: str) -> Subject:
    """What is asked about: `convention Stayman`, `section 1N-P`, `entry 1N-P/200000`, `auction 1N-P;2N-P`.

    `level 1 Stayman;Garbage Stayman` are conventions that belong together, at a level. Raises `TextError` for an
    auction that cannot be read.
    """
    kind, _, name = text.partition(" ")
    match kind:
        case "convention":
            return subject_of_conventions(bidder.system, [name])
        case "level":
            level, _, names = name.partition(" ")
            return subject_of_conventions(bidder.system, names.split(";"), Level(int(level)))
        case "section":
            return subject_of_section(bidder.system, name)
        case "entry":
            return subject_of_entry(bidder.system, name)
    return subject_of_auctions(bidder, [Auction.parse(text).calls for text in name.split(";")])


def deal(dealer: QuestionDealer, subject: str, chair: str, number: int, report: Report) -> Question | None:
    """The question with this number about a subject, for a student in this chair; None where none is found."""
    return dealer.question(subject_of(dealer.bidder, subject), Chair(chair), number, report)
