"""Feedback, hints and reports in a real browser: by mouse and by key, on a phone, and what was saved."""

import pytest
from playwright.sync_api import expect

from practice.boards.work import JudgeCall
from practice.models import CallReport, StudentBoard, StudentCall
from tests.accessible import assert_accessible
from tests.practice.conftest import PHONE
from tests.practice.finishing import nobody_weighs
from tests.practice.test_table_browser import bid_button, expect_calls
from tests.working import do

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
    feedback.get_by_text("Details", exact=True).click()
    assert_accessible(page)
    feedback.get_by_label("Something wrong here?").fill("four will do")
    feedback.get_by_role("button", name="Report").click()
    expect(feedback.get_by_role("status")).to_contain_text("1♥ has been reported with the whole position")
    report = CallReport.objects.get()
    assert (report.call, report.note, report.position["auction"]) == ("1H", "four will do", "P-P")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()


def test_a_verdict_comes_by_itself_while_the_student_bids_on(open_page):
    """After a pass with a hand that opens, a simulation judges the next call: the test's worker makes it."""
    page = open_page(**DESK)
    page.goto("/deal/66/")
    bid_button(page, "P").click()
    expect_calls(page, "P-P-P-1N-P")
    bid_button(page, "2C").click()
    expect_calls(page, "P-P-P-1N-P-2C-P-2H-P")
    said = page.locator("#said")
    expect(said).to_contain_text("You have more than you have shown; best now is")
    expect(page.locator("#rounds .made.differs")).to_have_count(2)
    assert [str(call.verdict) for call in StudentCall.objects.order_by("index")] == ["differs", "differs"]
    assert_accessible(page)


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_the_table_says_that_the_system_is_weighing_the_hand(open_page, monkeypatch, screen):
    """No worker hears of it, until the test does the work. The student's call is made, and nothing is in the way."""
    page = open_page(**screen)
    nobody_weighs(monkeypatch)
    page.goto("/deal/66/")
    for call in ("P", "2C"):
        page.evaluate(f"document.getElementById('call-{call}').click()")
        expect(page.locator(".feedback")).to_contain_text("Pass." if call == "P" else "2♣.")
    expect(page.locator("#said")).to_contain_text("The system is weighing your hand over many deals.")
    assert_accessible(page)
    do(JudgeCall.of(StudentCall.objects.latest("index")))
    expect(page.locator("#said")).to_contain_text("You have more than you have shown; best now is")


def test_what_is_gone_is_not_asked_for_for_ever(open_page, monkeypatch):
    """The call is taken back in another window, so there is no verdict to wait for. Time passes as the test says."""
    page = open_page(**DESK)
    nobody_weighs(monkeypatch)
    page.clock.install()
    page.goto("/deal/66/")
    for call in ("P", "2C"):
        page.evaluate(f"document.getElementById('call-{call}').click()")
        expect(page.locator(".feedback")).to_contain_text("Pass." if call == "P" else "2♣.")
    StudentCall.objects.latest("index").delete()
    page.clock.run_for(2_000)
    expect(page.get_by_role("alert").get_by_text("What this waits for is no longer there.")).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(10_000)
    page.evaluate("1")  # what was asked by then has been noted
    assert asked == []
    assert_accessible(page)


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
