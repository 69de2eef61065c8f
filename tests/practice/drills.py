"""What tests of drills share. The small system answers 1NT by transfers: 2D shows hearts and 2H spades."""

import re
from html import unescape

from django.test import Client

from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction
from bidbase.game.cards import Deal, Seat, Vulnerability
from editor.selectors import bidder_for
from practice.boards.board import TableBoard
from practice.drill.drill import ANSWER, EITHER, MAKE
from practice.models import DrillPool, DrillQuestion, StudentBoard

TRANSFER = "system=small&convention=Jacoby+transfer&role="
ANSWERS, MAKES, EITHERS = TRANSFER + ANSWER, TRANSFER + MAKE, TRANSFER + EITHER


def pool_of(small, subject: str = "convention Jacoby transfer", chair: str = MAKE) -> DrillPool:
    return DrillPool.objects.get_or_create(system=small, revision=small.revision, subject=subject, chair=chair)[0]


def assert_honest(question: DrillQuestion, small) -> None:
    """Robots bid the question's auction, and then what it expects."""
    bidder, deal = bidder_for(small), Deal.parse(question.cards)
    table = Table(bidder, bidder, seed=question.cards)
    auction = Auction(Seat.parse(question.dealer), Vulnerability.parse(question.vulnerability))
    for text, source in zip(question.calls.split("-") if question.calls else [], question.sources, strict=True):
        decision = table.decide(deal[auction.turn], auction)
        assert (str(decision.call), decision.entry.id if decision.entry else "") == (text, source)
        auction = auction.with_call(decision.call)
    assert auction.turn.letter == question.seat
    expected = table.decide(deal[auction.turn], auction)
    assert (str(expected.call), expected.entry.id) == (question.expected, question.entry)
    assert (question.entry == question.wanted) is not question.decoy


def start(client: Client, query: str = ANSWERS, number: int = 1) -> StudentBoard:
    """The board of a question, dealt on the spot where it has to be."""
    assert client.get(f"/drill/question/{number}/?{query}").status_code == 200
    boards = StudentBoard.objects.filter(owner_key=client.session["owner_key"], deal_number=number, finished_at=None)
    return boards.exclude(cards="").get(drill=query)


def right(board: StudentBoard) -> str:
    """The call that the system makes with the student's hand."""
    return DrillQuestion.objects.filter(cards=board.cards).first().expected


def wrong(board: StudentBoard) -> str:
    """A call that is legal and wrong."""
    return "7N" if right(board) != "7N" else "P"


def call(client: Client, board: StudentBoard, text: str):
    board.refresh_from_db()
    return client.post(f"/board/{board.token}/call/", {"call": text, "at": len(TableBoard.of(board).auction.calls)})


def score(client: Client, query: str = ANSWERS) -> str:
    page = unescape(client.get(f"/drill/?{query}").content.decode())
    return re.search(r'id="drill-score">([^<]*)<', page)[1]
