"""What a student called first at a place of a board stays: its verdict, hints, time, and how it came right.

On deal 1 the small system bids P-P-1N-P-2D-P-2H-P-P-P, North the dealer: South opens 1NT.
"""

from datetime import timedelta

import pytest
from django.utils import timezone

from bidbase.game.auction import Call
from practice.boards import services
from practice.boards.board import TableBoard
from practice.boards.models import FirstCall, Verdict
from practice.boards.preferences import board_preferences
from practice.boards.verdicts import came_of, time_words
from practice.boards.work import JudgeCall
from practice.models import JudgedCall, StudentBoard, StudentCall
from tests.practice.finishing import finish
from tests.practice.pages import call, words
from tests.working import do as work

OPENING = "P-P"


def at(board: TableBoard) -> int:
    return len(board.auction.calls)


def do(board: TableBoard, action: str) -> TableBoard:
    """Undo, ask for a hint, start again, let the robots bid anew, or call."""
    match action:
        case "undo":
            return services.undo(board=board, at=at(board))
        case "hint":
            return services.take_hint(board=board, at=at(board))
        case "again":
            return services.begin_again(board=board, preferences=board_preferences(board.row), at=at(board))
        case "anew":
            return services.bid_anew(board=board, at=at(board))
    return services.make_call(board=board, call=Call.parse(action), at=at(board))


# (what the student does in turn; call, verdict, hinted, tries, right at, hints before that; words with and without
# feedback), all of the first place
PLACES = [
    ("1N", ("1N", "agrees", 0, 1, 1, 0), "right at once", None),
    ("hint hint 1N", ("1N", "agrees", 2, 1, 1, 0), "right after two hints", None),
    ("1C", ("1C", "differs", 0, 1, None, 0), "better 1NT", None),
    ("hint 1C", ("1C", "differs", 1, 1, None, 0), "after one hint, better 1NT", None),
    ("1C undo", ("1C", "differs", 0, 1, None, 0), "better 1NT", None),
    (
        "1C undo 1N",
        ("1C", "differs", 0, 2, 2, 0),
        "better 1NT, right after feedback",
        "better 1NT, right at the second try",
    ),
    (
        "1C undo hint 1N",
        ("1C", "differs", 0, 2, 2, 1),
        "better 1NT, right after feedback and one hint",
        "better 1NT, right at the second try and one hint",
    ),
    ("1C undo 1D undo 1N", ("1C", "differs", 0, 3, 3, 0), "better 1NT, right at the third try", None),
    ("1C undo 1D", ("1C", "differs", 0, 2, None, 0), "better 1NT, still not right at the second try", None),
    ("1N undo 1C", ("1N", "agrees", 0, 2, 1, 0), "right at once", None),
    (
        "1C again 1N",
        ("1C", "differs", 0, 2, 2, 0),
        "better 1NT, right after feedback",
        "better 1NT, right at the second try",
    ),
    ("1C anew", ("1C", "differs", 0, 1, None, 0), "better 1NT", None),
]


@pytest.mark.parametrize(("actions", "kept", "told", "untold"), PLACES)
def test_the_first_call_at_a_place_stays(begin, actions, kept, told, untold):
    board = begin(1)
    for action in actions.split():
        board = do(board, action)
    first = FirstCall.objects.get(auction=OPENING)
    assert (first.call, first.verdict, first.hinted, first.tries, first.right_at, first.right_hinted) == kept
    assert (first.index, first.expected) == (2, "1N")
    assert came_of(first, feedback=True) == told
    assert came_of(first, feedback=False) == (untold or told)


def test_a_place_is_known_by_the_calls_before_it(begin):
    """Deal 66, South after a pass: what follows another call is another question, though it comes as early."""
    board = begin(66)
    for action in ("P", "2C", "undo", "undo", "1N", "2D"):
        board = do(board, action)
    found = FirstCall.objects.values_list("auction", "index", "call")
    assert [*found] == [("P", 1, "P"), ("P-P-P-1N-P", 5, "2C"), ("P-1N-P-2C-P", 5, "2D")]
    assert [row.call for row in StudentCall.objects.all()] == ["1N", "2D"], "the auction itself is as it stands"


def test_a_refused_call_is_no_try(begin):
    board = do(begin(1), "1N")
    for wrong, seen in (("1C", 6), ("2H", 2)):
        with pytest.raises(services.Refused):
            services.make_call(board=board, call=Call.parse(wrong), at=seen)
    assert FirstCall.objects.count() == 1


# (seconds since the turn, what is kept, what is said of it, why)
TIMES = [
    (12, 12, "12 s", ""),
    (125, 125, "2 min 5 s", ""),
    (600, 600, "10 min 0 s", "the longest that counts"),
    (602, None, "", "a page that lay open is no thinking"),
    (40_000, None, "", "and not over night"),
    (None, None, "", "a board from before it was measured"),
]


@pytest.mark.parametrize(("waited", "kept", "said", "why"), TIMES)
def test_the_time_from_the_turn_to_the_call(begin, waited, kept, said, why):
    board = begin(1)
    since = None if waited is None else timezone.now() - timedelta(seconds=waited)
    StudentBoard.objects.update(turn_since=since)
    board.row.refresh_from_db()
    do(board, "1N")
    first = FirstCall.objects.get()
    assert first.seconds == kept, why
    assert time_words(first.seconds) == said


def test_a_hint_does_not_stop_the_clock(begin):
    StudentBoard.objects.filter(pk=begin(1).row.pk).update(turn_since=timezone.now() - timedelta(seconds=30))
    do(do(begin(1), "hint"), "1N")
    seconds = FirstCall.objects.get().seconds
    assert seconds is not None
    assert seconds >= 30


def test_learn_counts_what_was_called_first_at_each_place(begin):
    board = begin(1)
    for action in ("1C", "undo", "1N", "undo", "hint", "1N"):
        board = do(board, action)
    assert [(row.call, row.right) for row in JudgedCall.objects.all()] == [("1C", False)]
    finish(board, "2H")
    assert [(row.call, row.right) for row in JudgedCall.objects.order_by("index")] == [("1C", False), ("2H", True)]


def unweighed(board: TableBoard) -> TableBoard:
    """The board, when its call is still to be weighed."""
    for model in (StudentCall, FirstCall):
        model._default_manager.update(verdict=Verdict.TO_COME, expected="", entry="")
    FirstCall.objects.update(right_at=None)
    return TableBoard.of(StudentBoard.objects.get(pk=board.row.pk))


def test_the_verdict_on_a_first_call_comes_from_a_worker(begin):
    board = unweighed(do(begin(1), "1C"))
    JudgedCall.objects.all().delete()
    work(JudgeCall.of(board.row.student_calls.get()))
    first = FirstCall.objects.get()
    assert (first.verdict, first.expected, first.right_at) == ("differs", "1N", None)
    assert JudgedCall.objects.count() == 1, "Learn is told then"


@pytest.mark.parametrize("taken_back", ["undo", "again"])
def test_a_call_that_is_taken_back_before_it_is_weighed_has_no_verdict(begin, taken_back):
    board = unweighed(do(begin(1), "1C"))
    board = do(do(board, taken_back), "1N")
    first = FirstCall.objects.get(auction=OPENING)
    assert (first.call, first.verdict, first.tries, first.right_at) == ("1C", "no_entry", 2, 2)
    assert came_of(first, feedback=False) == "no verdict, right at the second try"


def test_who_has_bid_reads_what_was_called_first(guest, stranger, begin):
    guest.get("/deal/1/")
    board = StudentBoard.objects.get()
    assert call(guest, board, "1C").status_code == 302
    board.refresh_from_db()
    assert guest.post(f"/board/{board.token}/undo/", {"at": len(board.calls.split("-"))}).status_code == 302
    while not board.finished:
        board.refresh_from_db()
        if not board.finished:
            call(guest, board, "1N" if board.calls == OPENING else "P")
            board.refresh_from_db()
    said = words(guest.get(f"/board/{board.token}/"))
    assert "Called first ✗ 1♣: better 1NT, right after feedback, in 0 s after Pass – Pass" in said
    assert "Called first" not in words(stranger.get(f"/board/{board.token}/")), "of others the last call alone"


def test_verdict_values_are_known_to_the_words():
    """Each verdict has words of its own where it is that of a first call."""
    said = {came_of(FirstCall(call="1C", expected="1N", verdict=verdict), feedback=True) for verdict in Verdict}
    assert said == {"right at once", "better 1NT", "no verdict", "verdict to come"}
