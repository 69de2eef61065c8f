"""The position of a reported call, as it is kept and as the site's editors read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand, Seat, Vulnerability
from bidbase.language.circumstances import Scoring
from practice.ask.presenters import ask_query
from practice.boards.board import TableBoard
from practice.boards.feedback import feedback_on
from practice.boards.models import StudentCall
from practice.reports.models import CallReport


@dataclass(frozen=True)
class ReportCard:
    """A report in the list: the call in its place, what was said of it, and what the visitor says.

    `review` tells whether the board's review may be read: only then are all hands open. `ask_query` asks about the
    position.
    """

    pk: int
    open: bool
    call: Call
    auction: str
    seat: str
    hand: Hand | None
    system: str
    said: str
    note: str
    by: str
    reported_at: datetime
    token: str
    index: int
    review: bool
    ask_query: str


def position_of(board: TableBoard, table: Table, judged: Mapping[int, StudentCall], index: int) -> dict[str, Any]:
    """All that a call of this board depended on, and what was said of it.

    The hand is part of it where the reader of the board may see it: the student's own, and all once the board is over.
    """
    before = board.auction.before(index)
    system = board.systems[before.turn]
    open_hand = board.finished or before.turn is board.student
    return {
        "deal": board.row.deal_number,
        "auction": str(before),
        "dealer": before.dealer.letter,
        "vulnerability": str(before.vulnerability),
        "scoring": board.row.scoring,
        "seat": before.turn.letter,
        "student": board.row.seat,
        "opponents_silent": board.row.opponents_silent,
        "robots_think": board.row.robots_think,
        "hand": str(board.deal[before.turn]) if open_hand else "",
        "system": system.slug,
        "revision": system.revision,
        "meaning": table.meaning(before, board.auction.calls[index]).words(),
        "said": feedback_on(board, table, judged, index).text if index in judged else "",
    }


def report_card(report: CallReport, name: str) -> ReportCard:
    """A report as the list shows it; `name` is that of the account that made it, blank for a guest's."""
    kept = report.position
    hand = Hand.parse(kept["hand"]) if kept["hand"] else None
    dealer, vulnerability = Seat.parse(kept["dealer"]), Vulnerability.parse(kept["vulnerability"])
    auction = Auction.parse(kept["auction"], dealer, vulnerability)
    return ReportCard(
        pk=report.pk,
        open=report.state == CallReport.State.OPEN,
        call=Call.parse(report.call),
        auction=kept["auction"],
        seat=Seat.parse(kept["seat"]).title,
        hand=hand,
        system=f"{kept['system']}, revision {kept['revision']}",
        said=kept["said"] or kept["meaning"],
        note=report.note,
        by=name or "a guest",
        reported_at=report.reported_at,
        token=report.board.token,
        index=report.index,
        review=report.board.finished,
        ask_query=ask_query(hand, auction, Scoring(kept["scoring"]), kept["system"]),
    )
