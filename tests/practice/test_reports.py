"""Reports of wrong calls: kept with the whole position, once for each call and visitor, and read by the staff alone."""

import pytest
from django.contrib.auth.models import User

from practice.boards.board import TableBoard
from practice.models import CallReport, StudentBoard
from practice.reports import services
from tests.practice.finishing import finish
from tests.practice.pages import words
from tests.working import PatientClient


@pytest.fixture
def staff(db):
    """The browser of an editor of the site."""
    client = PatientClient()
    client.force_login(User.objects.create_user("editor", is_staff=True))
    return client


@pytest.fixture
def board(guest) -> TableBoard:
    """Deal 1 with the student's 1♥, which is wrong: the auction goes on with North's 4♥."""
    guest.get("/deal/1/")
    row = StudentBoard.objects.get()
    guest.post(f"/board/{row.token}/call/", {"call": "1H", "at": 2})
    row.refresh_from_db()
    return TableBoard.of(row)


def send(client, board, index=2, **form):
    return client.post(f"/board/{board.row.token}/report/", {"index": index, **form})


def test_a_report_keeps_the_whole_position(guest, board):
    response = send(guest, board, note="1♥ is fine with four")
    assert "1♥ has been reported with the whole position and your note" in words(response)
    report = CallReport.objects.get()
    assert (report.board, report.index, report.call, report.note) == (board.row, 2, "1H", "1♥ is fine with four")
    assert report.state == CallReport.State.OPEN
    kept = ("deal", "auction", "seat", "hand", "system", "dealer", "scoring")
    assert [report.position[name] for name in kept] == [1, "P-P", "S", "AQ.J972.AQ2.K432", "small", "N", "IMP"]
    assert report.position["said"].startswith("Better: 1NT. 1♥ promises five or more hearts; you have four.")


def test_one_click_is_enough(guest, board):
    assert send(guest, board).status_code == 200
    assert CallReport.objects.get().note == ""


def test_of_a_call_there_is_one_report_of_a_visitor(guest, board):
    send(guest, board, note="first")
    send(guest, board, note="second")
    send(guest, board)
    assert [report.note for report in CallReport.objects.all()] == ["second"]
    send(guest, board, index=4)
    assert CallReport.objects.count() == 2


def test_a_robots_hand_stays_hidden_while_the_board_is_open(guest, board):
    send(guest, board, index=4)
    assert CallReport.objects.get().position["hand"] == ""


def test_once_it_is_over_every_reader_may_report_every_call(stranger, begin):
    board = finish(begin(1, owner="somebody"), "1N", "2H")
    send(stranger, board, index=4, note="no transfer")
    report = CallReport.objects.get()
    assert report.position["hand"] == str(board.deal[board.auction.seat_of(4)])


def test_an_open_board_is_reported_by_its_student_alone(stranger, board):
    assert send(stranger, board).status_code == 404


@pytest.mark.parametrize("form", [{"index": 99}, {"index": -1}, {"index": "x"}, {"index": 2, "note": "x" * 1001}])
def test_a_report_of_nothing_is_refused(guest, board, form):
    assert send(guest, board, **form).status_code == 400
    assert not CallReport.objects.exists()


def test_a_visitor_reports_so_many_calls_a_day(guest, board, monkeypatch):
    monkeypatch.setattr(services, "MOST_A_DAY", 1)
    assert send(guest, board).status_code == 200
    assert send(guest, board, index=4).status_code == 429
    assert send(guest, board, note="more of the same call").status_code == 200
    assert CallReport.objects.count() == 1


def test_the_staff_reads_closes_and_opens_reports(guest, staff, board):
    send(guest, board, note="<b>wrong</b>")
    page = staff.get("/reports/")
    assert "1♥ by South after P-P" in words(page)
    assert "&lt;b&gt;wrong" in page.content.decode()
    report = CallReport.objects.get()
    assert staff.post(f"/reports/{report.pk}/closed/").status_code == 302
    assert "No report is open." in words(staff.get("/reports/"))
    assert "1♥ by South" in words(staff.get("/reports/?state=closed"))
    staff.post(f"/reports/{report.pk}/open/")
    assert CallReport.objects.get().state == CallReport.State.OPEN


def test_nobody_else_reads_or_changes_them(guest, board):
    send(guest, board)
    report = CallReport.objects.get()
    assert guest.get("/reports/").status_code == 403
    assert guest.post(f"/reports/{report.pk}/closed/").status_code == 403
    assert CallReport.objects.get().state == CallReport.State.OPEN


@pytest.mark.parametrize("address", ["/reports/?state=lost", "/reports/999/closed/", "/reports/1/lost/"])
def test_what_is_not_there(staff, address):
    answer = staff.get(address) if "?" in address else staff.post(address)
    assert answer.status_code == 404
