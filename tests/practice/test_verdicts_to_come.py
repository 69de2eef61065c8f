"""Nobody waits for a worker to call: a verdict that has to be weighed comes later, and robots wait a short time.

After 1♥ with four hearts on deal 1 North raises to game, and the book is no guide to South's next call. On deal 66
South passes a hand that opens, North opens 1NT, and South can ask for majors.
"""

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from bidbase.game.auction import Call
from bidbase_web.jobs import services
from bidbase_web.jobs.job import StillWorking
from bidbase_web.jobs.models import Run
from practice.boards.board import TableBoard
from practice.boards.models import StudentBoard, StudentCall, Verdict
from practice.boards.robots import RollingOut, best_at, robot_table
from practice.boards.selectors import student_calls
from practice.boards.services import ROBOT_PATIENCE, bid_anew, let_robots_go_on, make_call, undo
from practice.boards.work import JudgeCall
from tests.practice.finishing import judged, robots_gone_on
from tests.practice.looking import review, scene
from tests.practice.pages import call, mine, page, start, words
from tests.practice.test_simulation import RAISED, index_after
from tests.practice.together import kept
from tests.working import do, do_all_work

RAISED_TO_GAME = "P-P-1H-P-4H-P"


def bid(board: TableBoard, *texts: str) -> TableBoard:
    for text in texts:
        board = make_call(board=board, call=Call.parse(text), at=len(board.auction.calls))
    return board


def verdicts() -> list[str]:
    return [str(made.verdict) for made in StudentCall.objects.order_by("index")]


def test_a_call_is_taken_while_the_hand_is_weighed(guest):
    board = start(guest)
    call(guest, board, "1H")
    made = call(guest, board, "P")
    board.refresh_from_db()
    assert (made.status_code, board.finished) == (302, True)
    assert verdicts() == ["differs", "to_come"]
    do_all_work()
    assert verdicts() == ["differs", "agrees"]
    assert StudentCall.objects.get(index=6).expected == "P"


def test_the_table_says_so_and_gets_the_verdict_by_itself(guest):
    board = start(guest, 66)
    for text in ("P", "2C"):
        call(guest, board, text)
    board.refresh_from_db()
    assert board.calls == "P-P-P-1N-P-2C-P-2H-P"
    table = page(guest.get("/deal/66/"))
    assert "The system is weighing your hand over many deals." in table
    asked = f"/board/{board.token}/call/5/verdict/"
    assert f'hx-get="{asked}" hx-trigger="every 1s"' in table
    by_htmx = {"HX-Request": "true"}
    assert guest.get(asked, headers=by_htmx).status_code == 204
    do_all_work()
    come = guest.get(asked, headers=by_htmx)
    assert come.status_code == 200
    assert "You have more than you have shown; best now is" in words(come)
    assert '<div class="rounds" id="rounds" hx-swap-oob="true">' in page(come), "the mark in the auction changes too"
    assert guest.get(asked).status_code == 302, "without htmx it is the table that shows it"


def test_nobody_else_asks_for_a_verdict(guest, stranger):
    board = start(guest)
    call(guest, board, "1H")
    address = f"/board/{board.token}/call/{{}}/verdict/"
    assert stranger.get(address.format(2)).status_code == 404
    assert guest.get(address.format(3)).status_code == 404, "a robot's call"


def test_the_review_has_it_at_last(guest):
    board = start(guest)
    for text in ("1H", "P"):
        call(guest, board, text)
    address = f"/board/{board.token}/call/6/"
    guest.get(address)  # the patient guest has all work done
    StudentCall.objects.filter(index=6).update(verdict=Verdict.TO_COME, expected="")
    Run.objects.filter(kind="verdict").delete()
    waiting = guest.get(address)
    assert "The verdict comes by itself." in words(waiting)
    assert "0 of 1 calls agree with the system so far; 1 verdict is to come." in words(
        guest.get(f"/board/{board.token}/")
    )
    assert guest.get(f"{address}?waits", headers={"HX-Request": "true"}).status_code == 204
    do_all_work()
    assert "verdict comes" not in words(guest.get(address))
    assert "Right." in words(guest.get(address))


def test_calls_are_judged_in_their_order(begin):
    """Whether the second one is held against the hand or against what it has shown hangs on the first."""
    board = bid(begin(66), "P", "2C")
    board = robots_gone_on(board)
    board = bid(board, "P")
    assert verdicts() == ["differs", "to_come", "to_come"]
    last = StudentCall.objects.latest("index")
    do(JudgeCall.of(last))
    assert verdicts() == ["differs", "differs", "differs"]


def test_each_verdict_counts_once(begin):
    board = bid(begin(1), "1H", "P")
    assert len(judged(board=board.row)) == 1
    do_all_work()
    do_all_work()
    counted = judged(board=board.row)
    assert [call for _, call, *_ in counted] == ["1H", "P"]


def test_a_call_that_was_taken_back_gets_no_verdict(begin):
    board = bid(begin(66), "P", "2C")
    board = robots_gone_on(board)
    job = JudgeCall.of(StudentCall.objects.latest("index"))
    undo(board=board, at=len(board.auction.calls))
    do(job)
    assert verdicts() == ["differs"]
    assert len(judged(board=board.row)) == 1


@pytest.mark.parametrize(
    ("taken_back", "verdict", "why"),
    [
        (False, "differs", "it comes with the verdict on the first call"),
        (True, "no_entry", "who takes it back before it is weighed is told nothing, and a second try does not count"),
    ],
)
def test_the_first_verdict(begin, taken_back, verdict, why):
    board = bid(begin(1), "1H")
    StudentCall.objects.update(verdict=Verdict.TO_COME, expected="", entry="")
    StudentBoard.objects.update(first_verdict=Verdict.TO_COME)
    board = kept(board)
    made = board.row.student_calls.get()
    if taken_back:
        board = undo(board=board, at=len(board.auction.calls))
    do(JudgeCall.of(made))
    if taken_back:
        bid(board, "1N")
    board = kept(board)
    assert board.row.first_verdict == verdict, why


def test_bidding_anew_waits_for_no_verdict(begin):
    board = bid(begin(66), "P", "2C")
    board = robots_gone_on(board)
    do_all_work()
    Run.objects.all().delete()
    bid_anew(board=board, at=len(board.auction.calls))
    assert verdicts() == ["differs", "to_come"]
    do_all_work()
    assert verdicts() == ["differs", "differs"]


def test_a_hint_comes_as_soon_as_it_is_there(guest):
    board = start(guest)
    call(guest, board, "1H")
    board.refresh_from_db()
    assert board.calls == RAISED_TO_GAME
    asked = guest.post(f"/board/{board.token}/hint/", {"at": 6}, follow=True)
    assert "The system is weighing your hand for a hint." in words(asked)
    do_all_work()
    assert "Count your points" in words(guest.get("/deal/1/"))
    board.refresh_from_db()
    assert board.hints == {RAISED_TO_GAME: 1}


# --- Robots ---


def waiting_robot(thinking) -> TableBoard:
    """A board at which South, a robot that thinks, has yet to weigh the calls after 1♠ – 2♠."""
    board = bid(thinking(seat="N"), "2S")
    board = kept(board)
    assert board.auction.prior_bids == RAISED
    return board


def test_a_robot_waits_a_short_time(thinking):
    after, waits_for = let_robots_go_on(board=waiting_robot(thinking))
    assert isinstance(waits_for, RollingOut)
    for board in (after, kept(after)):
        assert (board.auction.prior_bids, board.row.unweighed) == (RAISED, [])


def test_then_it_calls_by_the_book_and_the_review_says_so(guest, thinking):
    board, index = waiting_robot(thinking), -1
    index = len(board.auction.calls)
    StudentBoard.objects.update(updated_at=timezone.now() - ROBOT_PATIENCE - timedelta(seconds=1))
    board = kept(board)
    let_robots_go_on(board=board)
    board = kept(board)
    assert (str(board.auction.calls[index]), board.row.unweighed) == ("P", [index]), "the book has no more to say"
    board = robots_gone_on(board)
    said = words(mine(guest, board) and guest.get(f"/board/{board.row.token}/call/{index}/"))
    assert "no worker was free for it in time. So South called by the book alone." in said
    made = review(board, index)
    assert made.auction.calls[index].unweighed
    assert made.selected.was is None, "the system says nothing else than it did"


def test_what_came_in_time_is_used(thinking):
    board, waits_for = let_robots_go_on(board=waiting_robot(thinking))
    assert waits_for is not None
    do(waits_for)
    StudentBoard.objects.update(updated_at=F("updated_at") - timedelta(minutes=1))
    board = robots_gone_on(kept(board))
    assert board.row.unweighed == []
    assert str(board.auction.calls[index_after(board, RAISED)]) == "4S"


def test_a_call_that_is_taken_back_takes_along_how_it_was_made(begin):
    board = bid(begin(1), "1H")
    board.row.unweighed = [3, 5]
    board = undo(board=board, at=6)
    assert board.row.unweighed == kept(board).row.unweighed == []
    assert not scene(board).auction.calls[1].unweighed


# --- Work that needs other work ---


def test_work_that_another_one_needs_is_done_once(begin):
    board = bid(begin(1), "1H", "P")
    do(JudgeCall.of(StudentCall.objects.latest("index")))
    kinds = dict(Run.objects.values_list("kind", "state"))
    assert kinds == {"simulation": "done", "verdict": "done"}
    assert board.row.student_calls.latest("index").judged


def test_who_needs_work_that_has_failed_fails_with_its_reason(begin):
    board = bid(begin(1), "1H", "P")
    with pytest.raises(StillWorking) as simulation:
        best_at(board, robot_table(board), board.auction.before(6), student_calls(board))
    services.ask(simulation.value.job)
    Run.objects.filter(kind="simulation").update(state=Run.State.FAILED, why="no deal fits", updated_at=timezone.now())
    do(JudgeCall.of(StudentCall.objects.latest("index")))
    failed = Run.objects.get(kind="verdict")
    assert (failed.state, failed.why) == (Run.State.FAILED, "no deal fits")
