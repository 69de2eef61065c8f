"""Pages of practice as tests ask for them and read them."""

import re
from html import unescape

from django.test import Client

from bidbase.game.cards import SUITS, Hand
from bidbase_web.templatetags.bridge import holding_words
from practice.boards.board import TableBoard
from practice.models import StudentBoard


def page(response) -> str:
    return unescape(response.content.decode())


def words(response) -> str:
    """The page without its tags, on one line."""
    return " ".join(unescape(re.sub(r"<[^>]+>", "", response.content.decode())).split())


def start(client: Client, number: int = 1) -> StudentBoard:
    assert client.get(f"/deal/{number}/").status_code == 200
    return StudentBoard.objects.get(owner_key=client.session["owner_key"], deal_number=number, finished_at=None)


def call(client: Client, board: StudentBoard, text: str, at: int | None = None):
    board.refresh_from_db()
    at = len(TableBoard.of(board).auction.calls) if at is None else at
    return client.post(f"/board/{board.token}/call/", {"call": text, "at": at})


def told(client: Client, board: StudentBoard):
    """What the table tells of calls when somebody looks."""
    board.refresh_from_db()
    return client.get(f"/board/{board.token}/after/{len(TableBoard.of(board).auction.calls)}/meanings/")


def mine(client: Client, board: TableBoard) -> TableBoard:
    """Make the board that of this browser."""
    session = client.session
    session["owner_key"] = board.row.owner_key
    session.save()
    return board


def assert_hidden(hand: Hand, html: str) -> None:
    assert str(hand) not in html
    for suit in SUITS:
        if hand.lengths[suit]:
            assert not re.search(f"{suit.title}: {holding_words(hand.holdings[suit])}[;.<]", html, re.IGNORECASE)


def settings(**changes) -> dict[str, object]:
    form = {
        "deal_number": "",
        "seat": "S",
        "scoring": "IMP",
        "opponents": "bid",
        "our_system": "small",
        "their_system": "small",
        "feedback": "on",
    }
    return {name: value for name, value in (form | changes).items() if value is not None}
