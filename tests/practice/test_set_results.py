"""What came of a set: the grid, boards opened call by call, comments and downloads, for the second link alone.

On deal 1 the small system bids P-P-1N-P-2D-P-2H-P-P-P, North the dealer: South opens 1NT.
"""

import csv
from io import StringIO

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from endplay.parsers import pbn

from bidbase.game.dealing import numbered_deal
from bidbase_web.jobs.job import JobLine
from bidbase_web.jobs.models import Run
from practice.boards.board import TableBoard
from practice.double_dummy.work import AnalyzeDeal
from practice.models import BoardSet, Comment, DoubleDummy, Participant, StudentBoard, StudentCall
from tests.practice.pages import page, words
from tests.practice.sets import bid, make, open_board, take_part
from tests.working import PatientClient, do_all_work

ONE = str(numbered_deal(1))


def results_of(board_set: BoardSet) -> str:
    return f"/set/{board_set.token}/results/{board_set.secret}/"


def opened(board: StudentBoard) -> str:
    board_set = board.set_board.board_set
    return f"{results_of(board_set)}{board.token}/"


@pytest.fixture
def made(guest) -> BoardSet:
    """A set of two boards, made by `guest`."""
    return make(guest, deals="1, 2")


@pytest.fixture
def night(guest, stranger, made) -> BoardSet:
    """Ann has bid board 1 as the system does, Bob has passed throughout, and is in the middle of board 2."""
    take_part(guest, made, "Ann")
    take_part(stranger, made, "Bob")
    bid(guest, made)
    bid(stranger, made, calls="P-P")
    open_board(stranger, made, 2)
    return made


def analyze(board_set: BoardSet) -> None:
    """Look at the results, and do the worker's part that this asks for."""
    Client().get(results_of(board_set))
    do_all_work()


def test_a_new_set_has_both_links_and_no_results(guest, made):
    said = page(guest.get(results_of(made)))
    assert f'value="http://testserver/set/{made.token}/"' in said
    assert f'value="http://testserver{results_of(made)}"' in said
    assert "Nobody takes part yet. 2 boards wait for those who open the first link." in said
    assert "Download" not in said


def test_the_grid_has_a_row_for_each_who_takes_part(guest, night):
    said = words(guest.get(results_of(night)))
    assert (
        "Ann 2♥ by South Pass Pass 1NT Pass 2♦ Pass 2♥ 2 of 2 right first time not begun 1 bid 2 of 2 right first time"
        in said
    )
    bob = StudentBoard.objects.get(set_board__number=1, owner_key=Participant.objects.get(nickname="Bob").owner_key)
    assert f"Bob {words_of(bob)} 0 of 1 right first time✗ Pass: better 1NT bidding 1 bid" in said


def words_of(board: StudentBoard) -> str:
    contract = TableBoard.of(board).auction.contract
    return contract.title if contract else "Passed out"


def test_the_commonest_wrong_call_of_a_board(guest, night):
    assert "Commonest wrong first call Pass instead of 1NT1 of 2, after Pass – Pass" in words(
        guest.get(results_of(night))
    )
    third = PatientClient()
    take_part(third, night, "Cid")
    bid(third, night, calls="P-P")
    assert "Pass instead of 1NT2 of 3, after" in words(guest.get(results_of(night)))


def test_scores_come_from_the_analysis_of_a_worker(guest, night):
    assert "against par" not in words(guest.get(results_of(night)))
    analyze(night)
    said = words(guest.get(results_of(night)))
    assert "par +" in said or "par −" in said
    assert "IMPs against par" in said


def test_scores_are_those_of_the_students_side(guest, stranger, small):
    """Passed out is worth nothing; par for East is what it costs North-South, with the other sign."""
    south, east = (make(guest, deals="1", seat=seat) for seat in "SE")
    pars = []
    for made in (south, east):
        take_part(stranger, made)
        bid(stranger, made, calls="P")
        analyze(made)
        said = words(guest.get(results_of(made)))
        pars.append(said.split("Board 1 par ")[1].split()[0])
    assert {par[0] for par in pars} == {"+", "−"}
    assert pars[0][1:] == pars[1][1:]


def test_the_first_attempt_counts(guest, night):
    board = StudentBoard.objects.get(set_board__number=1, owner_key=guest.session["owner_key"])
    guest.post(f"/board/{board.token}/again/", {"at": len(TableBoard.of(board).auction.calls)})
    again = StudentBoard.objects.get(attempt=2)
    guest.post(f"/board/{again.token}/call/", {"call": "7N", "at": len(TableBoard.of(again).auction.calls)})
    said = words(guest.get(results_of(night)))
    assert "Pass 1NT Pass 2♦ Pass 2♥ 2 of 2 right first timebid again, does not count: 7NT by South" in said
    assert "7NT by South" in words(guest.get(opened(again)))


def test_the_page_has_the_boards_analyzed_that_were_bid(guest, night):
    assert not DoubleDummy.objects.exists()
    guest.get(results_of(night))
    guest.get(results_of(night))
    asked = Run.objects.get(kind=AnalyzeDeal.kind)
    assert (asked.state, asked.line) == (Run.State.WAITING, JobLine.AHEAD), "the page does not wait for it"
    do_all_work()
    assert DoubleDummy.objects.get().cards == str(numbered_deal(1))


def test_a_board_is_opened_call_by_call_with_meanings_and_verdicts(guest, night):
    board = StudentBoard.objects.get(set_board__number=1, owner_key=guest.session["owner_key"])
    said = words(guest.get(opened(board)))
    assert "Ann, board 1: 2♥ by South" in said
    assert "South Ann 1NT" in said
    assert "15 to 17" in said
    assert "Comment on 1NT" in said
    assert "Comment on 2♦" not in said, "this is a robot's"
    assert "A Q" in said or "AQ" in said, "the hands of a finished board"


def test_an_opened_board_leads_to_those_beside_it_in_the_grid(guest, stranger, night):
    bid(stranger, night, 2, calls="P")
    keys = [client.session["owner_key"] for client in (guest, stranger)]
    ann, bob = (StudentBoard.objects.get(set_board__number=1, owner_key=key) for key in keys)
    said = page(guest.get(opened(bob)))
    assert "Bob: board 1 board 2 Board 1: Ann Bob" in words(guest.get(opened(bob)))
    assert f'<a href="{opened(ann)}">Ann</a>' in said
    assert said.count('aria-current="page"') == 2, "the opened board, in its row and in its column"
    assert "The whole review Board 1: Ann Bob" in words(guest.get(opened(ann))), "she has bid no other board"


def comment(client: Client, board: StudentBoard, index: object, text: str, was: str = ""):
    return client.post(f"{opened(board)}comment/", {"index": index, f"text-{index}": text, f"was-{index}": was})


def test_the_student_sees_comments_in_the_review(guest, stranger, night):
    board = StudentBoard.objects.get(set_board__number=1, owner_key=guest.session["owner_key"])
    assert comment(stranger, board, 2, "Well <b>bid</b>").status_code == 302, "whoever has the second link"
    assert comment(stranger, board, "", "A good board").status_code == 302
    assert [(row.index, row.text) for row in Comment.objects.all()] == [(2, "Well <b>bid</b>"), (None, "A good board")]
    review = page(guest.get(f"/board/{board.token}/"))
    assert "<b>bid</b>" not in guest.get(f"/board/{board.token}/").content.decode()
    assert "Well <b>bid</b>" in review
    said = words(guest.get(f"/board/{board.token}/"))
    assert "Your 1NT Well <b>bid</b> The whole board A good board" in said
    assert "A good board" not in words(stranger.get(f"/board/{board.token}/")), "for the student alone"
    assert "as Ann, comments on 1 board" in words(guest.get("/sets/"))
    assert "comments on" not in words(stranger.get("/sets/"))
    assert "comment" in words(guest.get(results_of(night)))
    assert (
        guest.post(f"/board/{board.token}/again/", {"at": len(TableBoard.of(board).auction.calls)}).status_code == 302
    )
    assert "Board 1 begun Comment on board 1" in words(guest.get(f"/set/{night.token}/")), "while Ann bids it again too"
    assert f'href="/board/{board.token}/#comments-title"' in page(guest.get(f"/set/{night.token}/"))
    assert "Comment" not in words(stranger.get(f"/set/{night.token}/"))
    comment(guest, board, 2, "  ", was="Well <b>bid</b>")
    assert [row.text for row in Comment.objects.all()] == ["A good board"]


@pytest.mark.parametrize(
    ("index", "text", "why"),
    [
        ("0", "x", "a call of North"),
        ("99", "x", "no call"),
        ("-1", "x", "no number"),
        ("two", "x", "no number"),
        ("99999999999999999999", "x", "no number"),
        ("2", "x" * 1001, "too long"),
    ],
)
def test_comments_that_are_refused(guest, night, index, text, why):
    board = StudentBoard.objects.get(set_board__number=1, owner_key=guest.session["owner_key"])
    assert comment(guest, board, index, text).status_code == 400, why
    assert not Comment.objects.exists()


def test_one_button_saves_all_that_was_written_and_nothing_else(guest, night):
    board = StudentBoard.objects.get(set_board__number=1, owner_key=guest.session["owner_key"])
    comment(guest, board, 6, "Of a colleague, since")
    written = {"text-2": "Well\r\nbid", "was-2": "", "text-6": "", "was-6": "", "text-": "Good", "was-": ""}
    assert guest.post(f"{opened(board)}comment/", {"index": "2", **written}).url == f"{opened(board)}#made-2"
    said = [(row.index, row.text) for row in Comment.objects.all()]
    assert said == [(2, "Well\r\nbid"), (6, "Of a colleague, since"), (None, "Good")]
    assert "The comments are saved." in words(guest.get(opened(board)))


def test_an_open_board_is_not_opened(guest, night):
    board = StudentBoard.objects.get(set_board__number=2)
    assert not board.finished
    assert guest.get(opened(board)).status_code == 404
    assert comment(guest, board, "", "x").status_code == 404


def test_a_board_of_another_set_or_of_none_is_not_opened(guest, stranger, night):
    other = make(guest, deals="1")
    board = StudentBoard.objects.get(set_board__number=1, owner_key=guest.session["owner_key"])
    assert guest.get(f"{results_of(other)}{board.token}/").status_code == 404
    assert guest.post(f"{results_of(other)}{board.token}/comment/", {"index": "", "text-": "x"}).status_code == 404
    assert guest.get(f"/set/{night.token}/results/wrong/{board.token}/").status_code == 404
    guest.get("/deal/1/")
    at_table = StudentBoard.objects.get(set_board=None)
    assert guest.get(f"{results_of(night)}{at_table.token}/").status_code == 404


def test_results_as_csv(guest, night):
    analyze(night)
    Participant.objects.filter(nickname="Bob").update(nickname='=Bob, "the"')
    response = guest.get(f"{results_of(night)}export.csv")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    ann, bob = csv.DictReader(StringIO(response.content.decode()))
    assert (ann["Name"], ann["Board"], ann["Deal"], ann["Seat"]) == ("Ann", "1", "1", "S")
    assert (ann["Auction"], ann["Contract"], ann["Declarer"]) == ("P P 1N P 2D P 2H P P P", "2H", "S")
    assert (ann["Calls with a verdict"], ann["Calls that agree"]) == ("2", "2")
    assert int(ann["Score"]) != 0
    assert bob["Name"] == '\'=Bob, "the"', "no formula for a spreadsheet"
    assert ann["Par"] == bob["Par"] != ""


def test_results_as_pbn(guest, night):
    response = guest.get(f"{results_of(night)}export.pbn")
    ann, bob = pbn.loads(response.content.decode())
    assert (ann.info.south, bob.info.south, ann.info.north) == ("Ann", "Bob", "BidBase")
    assert (ann.board_num, ann.info.event) == (1, "Club night")
    assert str(ann.deal[0]) == ONE[2:].split()[0]
    assert len(ann.auction) == 10


def test_there_is_no_other_format(guest, made):
    assert guest.get(f"{results_of(made)}export.xls").status_code == 404


def club_night(made: BoardSet, people: int) -> None:
    """So many people have bid all boards of a set, each call of theirs judged."""
    bid_before = StudentBoard.objects.get(set_board__number=1)
    for number in range(people):
        key = f"owner-{number}"
        Participant.objects.create(board_set=made, owner_key=key, nickname=f"Player {number}")
        for board in made.boards.all():
            copy = StudentBoard.objects.get(pk=bid_before.pk)
            copy.pk, copy.token, copy.owner_key, copy.set_board = None, f"{key}-{board.pk}", key, board
            copy.save()
            for row in bid_before.student_calls.all():
                StudentCall.objects.create(
                    board=copy, index=row.index, call=row.call, expected="1C", verdict="differs", entry=""
                )
            for first in bid_before.first_calls.all():
                first.pk, first.board, first.expected, first.verdict = None, copy, "1C", "differs"
                first.save()


@pytest.mark.parametrize("address", ["", "export.csv", "export.pbn"])
def test_a_club_night_takes_as_many_queries_as_one_student(guest, address):
    made = make(guest, deals="1-8")
    take_part(guest, made)
    bid(guest, made)
    counts = []
    for people in (1, 30):
        Participant.objects.filter(owner_key__startswith="owner-").delete()
        StudentBoard.objects.filter(owner_key__startswith="owner-").delete()
        club_night(made, people)
        guest.get(results_of(made))  # which asks for the analyses
        with CaptureQueriesContext(connection) as queries:
            response = guest.get(f"{results_of(made)}{address}")
        assert response.status_code == 200
        assert f"Player {people - 1}" in response.content.decode()
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 12


def test_taking_part_takes_as_many_queries_with_many_boards_as_with_few(guest, stranger):
    counts = []
    for deals in ("1", "1-40"):
        made = make(guest, deals=deals)
        take_part(stranger, made)
        bid(stranger, made)
        with CaptureQueriesContext(connection) as queries:
            assert stranger.get(f"/set/{made.token}/").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 6
