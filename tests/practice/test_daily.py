"""Today's ten compare: what others called with the same hand, how many agreed, and what the contracts were worth."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from practice.boards.board import TableBoard
from practice.boards.models import StudentBoard, Verdict
from practice.boards.selectors import student_calls
from practice.daily.daily_deals import deals_of, this_day
from practice.daily.presenters import FEWEST, Others, others_at
from practice.daily.selectors import boards_of_others
from practice.double_dummy.selectors import analysis_of
from tests.practice.finishing import analyzed, finish
from tests.practice.pages import mine, words

DAY = date(2026, 11, 22)
NUMBER = deals_of(DAY)[2]
"""South deals, and is the student: everybody comes to the first turn."""


@pytest.fixture
def own(begin) -> TableBoard:
    """The board of the student, who passes throughout."""
    return finish(begin(NUMBER))


def others(own: TableBoard, *calls: str, verdict: str = Verdict.AGREES, **changes) -> None:
    """Boards of others who made these calls at the first turn, after which everybody passed."""
    row = own.row
    fields = {
        "deal_number": row.deal_number,
        "seat": "S",
        "scoring": "IMP",
        "our_system": row.our_system,
        "their_system": row.their_system,
        "our_revision": 1,
        "their_revision": 1,
        "finished_at": timezone.now(),
    }
    for number, call in enumerate(calls):
        owner = f"secret {verdict} {call} {number}"
        board = StudentBoard.objects.create(**fields | {"owner_key": owner, "calls": f"{call}-P-P-P"} | changes)
        board.student_calls.create(index=0, call=call, expected=call, verdict=verdict)


def compared(own: TableBoard) -> Others | None:
    analysis = analysis_of(own.deal, own.auction.dealer, own.auction.vulnerability)
    return others_at(own, sorted(student_calls(own)), boards_of_others(own), analysis)


# (what others called first, what is said, why)
SHARES = [
    (["1S"] * 4, None, "of fewer than five nothing is said"),
    (["1S"] * 5, "100% bid 1♠", ""),
    (["1S"] * 6 + ["P"] * 3 + ["2C"], "60% bid 1♠, 30% passed, 10% bid 2♣", "the most first"),
    (["1S", "1H", "1D", "1C", "1N"] * 2, "20% bid 1♣, 20% bid 1♦, 20% bid 1♥, 40% called something else", "three"),
]


@pytest.mark.parametrize(("calls", "said", "why"), SHARES)
def test_the_shares_of_calls(own, calls, said, why):
    others(own, *calls)
    found = compared(own)
    assert (found.turns[0].called if found else None) == said, why


def test_how_many_agreed_with_their_system(own):
    others(own, *["1S"] * 6)
    others(own, "2S", "2S", verdict=Verdict.DIFFERS)
    others(own, "1H", "1H", verdict=Verdict.TO_COME)
    turn = compared(own).turns[0]
    assert (turn.others, turn.agreed) == (10, "75%"), "what is not judged counts neither way"


# (how the boards of others differ, why)
NOT_THE_SAME = [
    ({"seat": "W"}, "they had another hand"),
    ({"opponents_silent": True}, "their auction was another one"),
    ({"attempt": 2}, "they had seen the deal"),
    ({"finished_at": None}, "they may still change it"),
    ({"drill": "system=small"}, "a question of that number, and no deal"),
    ({"deal_number": 7}, "another deal"),
]


@pytest.mark.parametrize(("changes", "why"), NOT_THE_SAME)
def test_who_is_not_compared(own, changes, why):
    others(own, *["1S"] * FEWEST, **changes)
    assert boards_of_others(own) == [], why


def test_who_came_there_by_another_auction_is_not_compared(own):
    others(own, *["1S"] * FEWEST)
    second = [turn.call for turn in compared(own).turns]
    assert len(second) == 1, "the others had no second turn after the student's first call"


@pytest.mark.parametrize(("days", "told"), [(-1, True), (0, True), (1, False)])
def test_deals_of_a_day(begin, days, told):
    """Of yesterday's too; nobody has bid those of tomorrow."""
    number = deals_of(this_day() + timedelta(days=days))[2]
    own = finish(begin(number))
    others(own, *["1S"] * FEWEST)
    assert bool(boards_of_others(own)) is told


def test_a_deal_at_random_is_not_compared(begin):
    own = finish(begin(17))
    others(own, *["1S"] * FEWEST)
    assert boards_of_others(own) == []


# (what the student calls, what the contract is worth, why)
WORTH = [
    ("P", "more than those of 6", "the opponents bid too much"),
    ("7N", "as much as those of 4 and less than those of 2", "it fails as often as that of others"),
]


@pytest.mark.parametrize(("call", "said", "why"), WORTH)
def test_what_the_contract_was_worth(begin, call, said, why):
    """Four others bid a grand slam that fails, and two passed the deal out."""
    own = analyzed(finish(begin(NUMBER), call))
    others(own, *["7N"] * 4, "P", "P")
    assert compared(own).contract == said, why


def test_of_few_contracts_nothing_is_said(own):
    analyzed(own)
    others(own, *["7N"] * (FEWEST - 1))
    assert compared(own) is None


def test_it_is_read_by_one_query(own):
    others(own, *["1S"] * 20)
    with CaptureQueriesContext(connection) as queries:
        assert len(boards_of_others(own)) == 20
    assert len(queries) == 1


def test_the_review_tells_of_others_and_names_nobody(guest, stranger, own):
    others(own, *["1S"] * 6, "P", "P")
    board = mine(guest, own)
    said = words(guest.get(f"/board/{board.row.token}/"))
    assert "What others called You called Pass. Of 8 others with your hand 75% bid 1♠, 25% passed." in said
    assert "100% called as their system does." in said
    assert "secret" not in said
    assert "with your hand" not in words(stranger.get(f"/board/{board.row.token}/")), "a reader has not bid it"


def test_an_open_board_tells_nothing(guest, begin):
    """Never before the board is bid: neither the page nor what it is made of."""
    board = mine(guest, begin(NUMBER))
    others(board, *["1S"] * 6)
    response = guest.get(f"/deal/{NUMBER}/", follow=True)
    assert "others" not in response.context
    assert "with your hand" not in words(response)
    assert boards_of_others(board) == []


def test_the_contracts_come_when_the_deal_is_analyzed(guest, own):
    others(own, *["7N"] * 6)
    board = mine(guest, own)
    address = f"/board/{board.row.token}/"
    assert "your contract was worth" not in words(guest.get(address))
    analyzed(board)
    assert "Double dummy, your contract was worth" in words(guest.get(address))
