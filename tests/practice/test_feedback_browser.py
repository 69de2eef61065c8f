"""Feedback, hints and reports in a real browser: by mouse and by key, on a phone, and what was saved."""

import pytest
from playwright.sync_api import expect

from bidbase.bidding.judging import best_call, deviation
from bidbase.game.auction import Auction
from editor.runs import services
from editor.runs.kinds import StillWorking
from editor.runs.models import Run
from practice.boards.robots import robot_table
from practice.models import CallReport, StudentBoard, StudentCall
from tests.accessible import assert_accessible
from tests.practice.conftest import PHONE
from tests.practice.test_table_browser import bid_button, expect_calls

DESK = {"viewport": {"width": 1280, "height": 800}}


def test_hints_by_button_and_by_key(open_page):
    page = open_page(**DESK)
    page.goto("/deal/1/")
    page.get_by_role("button", name="Hint").click()
    hints = page.get_by_role("list", name="Hints").get_by_role("listitem")
    expect(hints).to_have_count(1)
    page.keyboard.press("h")
    expect(hints).to_have_count(2)
    expect(hints.first).to_have_text("A bid in notrump.")
    page.keyboard.press("h")
    expect(hints.first).to_have_text("1NT shows 15 to 17 HCP and a balanced hand.")
    expect(page.get_by_role("button", name="Hint")).to_be_disabled()
    assert list(StudentBoard.objects.get().hints.values()) == [3]
    assert_accessible(page)
    bid_button(page, "1N").click()
    expect(page.locator(".feedback")).to_contain_text("1NT. Right. after 3 hints")
    expect(hints).to_have_count(0)
    assert StudentCall.objects.get().hinted == 3


def test_a_level_typed_before_h_bids_hearts(open_page):
    page = open_page(**DESK)
    page.goto("/deal/1/")
    page.keyboard.press("1")
    page.keyboard.press("h")
    expect(page.locator(".feedback")).to_contain_text("1♥. Better: 1NT.")
    assert StudentBoard.objects.get().hints == {}


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_a_wrong_call_is_reported_from_the_table(open_page, screen):
    page = open_page(**screen)
    page.goto("/deal/1/")
    page.evaluate("document.getElementById('call-1H').click()")
    feedback = page.locator(".feedback")
    feedback.get_by_text("Why", exact=True).click()
    assert_accessible(page)
    feedback.get_by_label("Something wrong here?").fill("four will do")
    feedback.get_by_role("button", name="Report").click()
    expect(feedback.get_by_role("status")).to_contain_text("1♥ has been reported with the whole position")
    report = CallReport.objects.get()
    assert (report.call, report.note, report.position["auction"]) == ("1H", "four will do", "P-P")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()


def test_a_call_that_waits_for_a_worker_is_made_by_itself(open_page):
    """After 1♥ with four hearts a simulation judges the next call. The student clicks before it is ready."""
    page = open_page(**DESK)
    page.goto("/deal/1/")
    bid_button(page, "1H").click()
    expect_calls(page, "P-P-1H-P-4H-P")
    bid_button(page, "P").click()
    page.wait_for_url("**/board/**")
    assert StudentBoard.objects.get().finished


def test_the_table_says_that_the_system_is_weighing_the_contracts(open_page):
    """The simulation that judges the second call has been asked for, but no worker knows of it until the test does it.

    The student sees a note that is no complaint, and his call is made as soon as the simulation is there.
    """
    page = open_page(**DESK)
    page.goto("/deal/1/")
    run = asked_simulation(StudentBoard.objects.get(), "P-P-1H-P-4H-P")
    bid_button(page, "1H").click()
    expect_calls(page, "P-P-1H-P-4H-P")
    bid_button(page, "P").click()
    note = page.locator(".troubles .note:not(#trouble)")
    expect(note).to_contain_text("One moment: the system is weighing your hand over many deals.")
    assert (note.get_attribute("class"), note.get_attribute("role")) == ("note weighing", "status")
    expect_calls(page, "P-P-1H-P-4H-P")
    assert_accessible(page)
    services.work(run_id=run.pk)
    page.wait_for_url("**/board/**")
    assert StudentBoard.objects.get().calls == "P-P-1H-P-4H-P-P-P"
    assert str(StudentCall.objects.latest("index").verdict) == "agrees"


def asked_simulation(board: StudentBoard, auction: str) -> Run:
    """The simulation that the student's call in this auction needs, as a page asks for it, but without a message."""
    table, before = robot_table(board), Auction.parse(auction, board.dealer, board.vulnerability)
    with pytest.raises(StillWorking) as needed:
        best_call(table, before, board.own_hand, deviation(table, before, board.own_hand))
    run, _ = services.ask(kind=needed.value.kind, arguments=needed.value.arguments)
    return run


def test_ask_takes_the_position(open_page):
    page = open_page(**DESK)
    page.goto("/deal/1/")
    page.get_by_role("link", name="Ask", exact=True).last.click()
    expect(page.get_by_role("heading", name="South opens 1NT")).to_be_visible()
    page.get_by_label("Hand").fill("")
    page.get_by_role("button", name="Ask").click()
    expect(page.get_by_role("heading", name="What each call by South means")).to_be_visible()
    expect(page.locator(".meaning-call b", has_text="2♣").first).to_be_visible()
    assert_accessible(page)
