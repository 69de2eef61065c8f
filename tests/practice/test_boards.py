"""Boards: beginning one, calling, taking back, bidding it again."""

import pytest
from django.db import IntegrityError, connection, transaction

from bidbase.game.auction import Call
from bidbase.game.cards import Seat, Vulnerability
from practice.boards.board import TableBoard
from practice.boards.models import Verdict
from practice.boards.preferences import Preferences, preferences_from
from practice.boards.services import Refused, begin_again, begin_board, make_call, set_feedback, undo
from practice.models import StudentBoard, StudentCall
from tests.practice.finishing import call_patiently
from tests.practice.together import kept


def bid(board: TableBoard, *texts: str) -> TableBoard:
    for text in texts:
        board = make_call(board=board, call=Call.parse(text), at=len(board.auction.calls))
    return board


def test_a_deal_number_gives_dealer_vulnerability_and_cards(begin):
    board = begin(6)
    assert (board.auction.dealer, board.auction.vulnerability) == (Seat.EAST, Vulnerability.EW)
    assert str(begin(1).own_hand) == "AQ.J972.AQ2.K432"


@pytest.mark.parametrize(
    ("seat", "calls"),
    [
        pytest.param("N", "", id="the dealer calls first"),
        pytest.param("E", "P", id="one robot before"),
        pytest.param("S", "P-P", id="two robots before"),
        pytest.param("W", "P-P-1N", id="three robots before"),
    ],
)
def test_robots_call_up_to_the_students_turn(begin, seat, calls):
    board = begin(1, seat=seat)
    assert board.row.calls == calls
    assert board.auction.turn is board.student
    assert len(board.row.sources) == len(board.auction.calls)


def test_a_whole_auction_is_kept_as_it_went(begin):
    board = bid(begin(1), "1NT", "2H")
    board = kept(board)
    assert board.row.calls == "P-P-1N-P-2D-P-2H-P-P-P"
    assert board.finished
    assert str(board.auction.contract) == "2H"
    rows = [(row.index, row.call, row.expected, row.entry, row.verdict) for row in board.row.student_calls.all()]
    assert rows == [
        (2, "1N", "1N", "opening/132000", Verdict.AGREES),
        (6, "2H", "2H", "1N-P-2D-P/200000", Verdict.AGREES),
    ]
    assert board.row.sources[0] == "opening/900000"
    assert board.row.sources[2] is None  # the student
    assert board.row.sources[3] == ""  # no entry after 1N
    assert board.row.sources[4] == "1N-P/200000"


@pytest.mark.parametrize(
    ("deal", "calls", "verdict", "expected"),
    [
        pytest.param(1, ["1N"], Verdict.AGREES, "1N", id="the same"),
        pytest.param(1, ["1H"], Verdict.DIFFERS, "1N", id="another entry comes out"),
        pytest.param(583, ["P"], Verdict.AGREES, "P", id="the percentage drawn"),
        pytest.param(583, ["2S"], Verdict.ALTERNATIVE, "P", id="the other percentage"),
        pytest.param(1, ["1N", "3N"], Verdict.DIFFERS, "2H", id="no agreement about the call"),
        pytest.param(1, ["1H", "P"], Verdict.AGREES, "P", id="not the hand that was shown, the best contract"),
        pytest.param(1, ["1H", "4N"], Verdict.DIFFERS, "P", id="not the hand that was shown, a worse contract"),
    ],
)
def test_the_system_judges_each_call(begin, deal, calls, verdict, expected):
    board = begin(deal)
    for text in calls:
        board = call_patiently(board, Call.parse(text))
    last = board.row.student_calls.order_by("index").last()
    assert (last.verdict, last.expected) == (verdict, expected)


@pytest.mark.parametrize(
    ("silent", "calls", "sources"),
    [
        pytest.param(
            False,
            "P-P-1C-X-1S-P",
            ["opening/900000", "opening/900000", None, "1C/300000", "1C-P/210000", ""],
            id="bid",
        ),
        pytest.param(True, "P-P-1C-P-1S-P", ["opening/900000", None, None, None, "1C-P/210000", None], id="silent"),
    ],
)
def test_silent_opponents_always_pass(begin, silent, calls, sources):
    board = bid(begin(83, seat="N", opponents_silent=silent), "1C")
    assert (board.row.calls, board.row.sources) == (calls, sources)


@pytest.mark.parametrize(
    ("calls", "call", "at", "why"),
    [
        pytest.param([], "1C", 3, "moved on", id="another number of calls was seen"),
        pytest.param([], "1C", 0, "moved on", id="a page from before the robots called"),
        pytest.param([], "X", 2, "no bid to double", id="nothing to double"),
        pytest.param(["1N"], "1C", 6, "not higher", id="an insufficient bid"),
        pytest.param(["1N"], "XX", 6, "no double to redouble", id="nothing to redouble"),
        pytest.param(["1N", "2H"], "P", 10, "over", id="after the auction"),
    ],
)
def test_what_the_laws_or_the_state_do_not_allow_is_refused_and_nothing_saved(begin, calls, call, at, why):
    board = bid(begin(1), *calls)
    before = StudentBoard.objects.values().get(pk=board.row.pk)
    judged = StudentCall.objects.count()
    with pytest.raises(Refused, match=why):
        make_call(board=board, call=Call.parse(call), at=at)
    assert StudentBoard.objects.values().get(pk=board.row.pk) == before
    assert StudentCall.objects.count() == judged


def test_undo_takes_back_the_own_last_call_and_the_robots_after_it(begin):
    board = bid(begin(1), "1H")
    assert board.row.calls == "P-P-1H-P-4H-P"
    board = undo(board=board, at=6)
    assert board.row.calls == "P-P"
    assert board.row.sources == ["opening/900000"] * 2
    assert not board.row.student_calls.exists()
    assert bid(board, "1N").row.calls == "P-P-1N-P-2D-P"


@pytest.mark.parametrize(
    ("calls", "at", "why"),
    [
        pytest.param([], 2, "no call of yours", id="nothing to take back"),
        pytest.param(["1N"], 2, "moved on", id="an old page"),
        pytest.param(["1N", "2H"], 10, "over", id="after the auction"),
    ],
)
def test_undo_is_refused(begin, calls, at, why):
    board = bid(begin(1), *calls)
    with pytest.raises(Refused, match=why):
        undo(board=board, at=at)
    board = kept(board)
    assert board.row.student_calls.count() == len(calls)


def test_coming_back_finds_the_board_as_it_was(begin):
    board = bid(begin(1), "1N")
    again = begin(1, seat="E")  # other preferences for the next deals do not disturb it
    assert (again.row.pk, again.row.calls, again.row.seat) == (board.row.pk, board.row.calls, "S")


def test_bidding_again_keeps_a_finished_attempt(begin, preferences):
    first = bid(begin(1), "1N", "2H")
    second = begin_again(board=first, preferences=preferences, at=10)
    assert (second.row.attempt, second.row.calls, second.row.token != first.row.token) == (2, "P-P", True)
    first = kept(first)
    assert first.finished
    assert first.row.calls == "P-P-1N-P-2D-P-2H-P-P-P"
    assert begin(1).row.pk == second.row.pk


def test_starting_again_in_the_middle_clears_the_same_board(begin, preferences):
    board = bid(begin(1), "1N")
    again = begin_again(board=board, preferences=preferences, at=6)
    assert (again.row.pk, again.row.calls, again.row.student_calls.count()) == (board.row.pk, "P-P", 0)


def test_bidding_an_old_attempt_again_leads_to_the_open_one_as_it_stands(begin, preferences):
    first = bid(begin(1), "1N", "2H")
    second = bid(begin_again(board=first, preferences=preferences, at=10), "1H")
    third = begin_again(board=first, preferences=preferences, at=10)
    assert (third.row.pk, third.row.calls) == (second.row.pk, second.row.calls)


@pytest.mark.parametrize("calls", [["1N"], ["1N", "2H"]], ids=["open", "finished"])
def test_a_page_that_has_not_seen_the_last_calls_cannot_start_again(begin, preferences, calls):
    board = bid(begin(1), *calls)
    with pytest.raises(Refused, match="moved on"):
        begin_again(board=board, preferences=preferences, at=2)
    board = kept(board)
    assert board.row.student_calls.count() == len(calls)
    assert StudentBoard.objects.count() == 1


CHANGES = {
    "call": lambda board, preferences: make_call(board=board, call=Call.parse("1N"), at=2),
    "again": lambda board, preferences: begin_again(board=board, preferences=preferences, at=2),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_nothing_is_locked_while_robots_think(transactional_db, begin, preferences, while_robots_think, change):
    """They may simulate for seconds, and SQLite has one writer at a time."""
    board, locked = begin(1), []
    while_robots_think(lambda: locked.append(connection.in_atomic_block))
    change(board, preferences)
    assert locked == [False]


def test_nothing_is_locked_while_robots_begin(transactional_db, begin, while_robots_think):
    locked = []
    while_robots_think(lambda: locked.append(connection.in_atomic_block))
    begin(1)
    assert locked == [False]


@pytest.mark.parametrize("late", CHANGES.values(), ids=CHANGES)
def test_of_two_windows_that_change_a_board_at_once_the_first_to_come_back_wins(
    begin, preferences, while_robots_think, late
):
    board, other_window = begin(1), begin(1)
    while_robots_think(lambda: make_call(board=other_window, call=Call.parse("1H"), at=2))
    with pytest.raises(Refused, match="moved on"):
        late(board, preferences)
    board = kept(board)
    assert board.row.calls == "P-P-1H-P-4H-P"
    assert [judged.call for judged in board.row.student_calls.all()] == ["1H"]


def test_feedback_switched_while_robots_think_stays_switched(begin, while_robots_think):
    board = begin(1)
    while_robots_think(lambda: set_feedback(row=board.row, feedback=False))
    make_call(board=board, call=Call.parse("1H"), at=2)
    row = kept(board).row
    assert (row.calls, row.feedback) == ("P-P-1H-P-4H-P", False)


def test_of_a_deal_an_owner_has_one_attempt_of_a_number(begin):
    row = begin(1).row
    row.pk, row.token = None, "another"
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)


def test_two_guests_bid_the_same_deal_apart(begin):
    mine, theirs = bid(begin(1, owner="me"), "1N"), begin(1, owner="you")
    assert mine.row.token != theirs.row.token
    assert theirs.row.calls == "P-P"


def test_a_board_keeps_the_revision_it_was_bid_with(begin, small):
    assert begin(1).row.our_revision == small.revision == 1


def test_a_system_that_is_gone_is_refused(small):
    with pytest.raises(Refused, match="no longer there"):
        begin_board(owner="guest", deal_number=1, preferences=Preferences("small", "gone"))
    assert not StudentBoard.objects.exists()


@pytest.mark.parametrize(
    "stored",
    [
        pytest.param({}, id="nothing yet"),
        pytest.param({"our_system": "gone", "their_system": "small"}, id="a system that is gone"),
        pytest.param({"color": "red"}, id="a word of an older site"),
    ],
)
def test_preferences_fall_back_to_the_usual(small, stored):
    assert preferences_from(stored, [small]) == Preferences("small", "small")
