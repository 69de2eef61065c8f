"""Filling in a convention card: a worker reads the meanings of some eighty calls, once for each system and revision."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction, Call
from bidbase.language.circumstances import User
from bidbase.meaning.disclosure import Meaning
from bidbase.systems import System
from bidbase_web.jobs.job import Job, Reporter
from editor.read.card.lines import PARTS, Blank, CardLine, LeastLength, Plays
from editor.store.systems.selectors import SystemVersion

MOST_LINES = 2  # kinds of hands that a line of the card tells of; it is no place for more


@dataclass(frozen=True)
class FilledLine:
    """A line of the card: its label, what the system says (empty for nothing), its alert, and where it is read.

    `after` has the prior bids, and `seat` is the seat that opens.
    """

    label: str
    text: str
    alert: str
    after: str
    seat: int


@dataclass(frozen=True)
class CardPart:
    """A part of the card."""

    title: str
    lines: tuple[FilledLine, ...]


@dataclass(frozen=True)
class FilledCard(Job[list[CardPart]]):
    """The card of a system."""

    kind = "card"
    doing = "Filling in the convention card"
    while_watched = True

    system: SystemVersion

    def work(self, report: Reporter) -> list[CardPart]:
        """Fill it in."""
        bidder = self.system.bidder
        in_use = _conventions_in_use(bidder.system)
        parts = []
        for title, lines in PARTS:
            report()
            filled = (FilledLine(line.label, *answer(bidder, in_use, line)) for line in lines)
            parts.append(CardPart(title, tuple(filled)))
        return parts


def answer(bidder: Bidder, in_use: Set[str], line: CardLine) -> tuple[str, str, str, int]:
    """What the system says on a line, its alert, and where it is to be read: prior bids and the opening seat, 1 to 4.

    `in_use` has the names of the conventions that the partnership uses.
    """
    if isinstance(line, Blank):
        return "", "", "", 1
    if isinstance(line, Plays):
        return ", ".join(name for name in line.conventions if name in in_use), "", "", 1
    auction = Auction.parse(line.after)
    call, where = Call.parse(line.call), (auction.prior_bids, auction.leading_passes + 1)
    meaning = Table(bidder, bidder).meaning(auction, call)
    if not (meaning.lines and meaning.left):
        return "", "", *where
    if isinstance(line, LeastLength):
        return _least_length(meaning), "", *where
    words = "; ".join(kind.words() for kind in meaning.lines[:MOST_LINES])
    asks = f" ({meaning.asks_beside})" if meaning.asks_beside else ""
    return words + asks, "" if meaning.alert == "none" else meaning.alert, *where


def _least_length(meaning: Meaning) -> str:
    """The cards that a bid promises: entries for rare hands may have fewer, so it is what partner plays for."""
    least = meaning.expected.least[meaning.call.strain]
    return f"{least} or more" if least else ""


def _conventions_in_use(system: System) -> frozenset[str]:
    """The conventions that have an entry which the partnership uses."""
    used = (entry for entry in system.entries if entry.convention and not entry.usage.off)
    selected = {entry.convention for entry in used if system.selects(entry, User.WE)}
    return frozenset(name for convention in selected if convention for name in convention.chain())
