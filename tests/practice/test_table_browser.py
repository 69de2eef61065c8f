"""The table in a real browser: by mouse, by keyboard, by tap, without a script; and the rows that it leaves."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from practice.boards.models import Verdict
from practice.models import StudentBoard
from tests.conftest import eventually

WHOLE = "P-P-1N-P-2D-P-2H-P-P-P"


def expect_calls(page: Page, auction: str) -> None:
    """Wait until the page shows this auction and no more."""
    words = {"P": "Pass", "X": "Double", "XX": "Redouble"}
    symbols = {"N": "NT", "C": "♣", "D": "♦", "H": "♥", "S": "♠"}
    shown = [words.get(call) or call[0] + symbols[call[1]] for call in auction.split("-")]
    expect(page.locator(".auction-table .made .call")).to_have_text(shown)


def bid_button(page: Page, call: str):
    return page.locator(f"#call-{call}")


def saved() -> StudentBoard:
    return StudentBoard.objects.get()


def assert_whole_auction_saved() -> None:
    board = saved()
    assert board.calls == WHOLE
    assert board.finished_at is not None
    assert [(row.index, row.call, row.verdict) for row in board.student_calls.all()] == [
        (2, "1N", Verdict.AGREES),
        (6, "2H", Verdict.AGREES),
    ]


def test_a_whole_auction_by_mouse(desk):
    desk.goto("/deal/1/")
    expect_calls(desk, "P-P")
    bid_button(desk, "1N").click()
    expect_calls(desk, "P-P-1N-P-2D-P")
    expect(bid_button(desk, "2D")).to_be_disabled()
    expect(bid_button(desk, "X")).to_be_disabled()
    assert saved().calls == "P-P-1N-P-2D-P"
    bid_button(desk, "2H").click()
    expect_calls(desk, WHOLE)
    expect(desk.get_by_role("heading", name=re.compile("2.*by South"))).to_be_visible()
    expect(desk).to_have_url(re.compile(f"/board/{saved().token}/$"))
    assert_whole_auction_saved()


def test_a_whole_auction_by_keyboard(desk):
    desk.goto("/deal/1/")
    desk.keyboard.press("1")
    expect(desk.locator(".level.pending")).to_have_count(1)
    desk.keyboard.press("n")
    expect_calls(desk, "P-P-1N-P-2D-P")
    desk.keyboard.press("1")  # no bid of that level is left
    expect(desk.locator(".level.pending")).to_have_count(0)
    desk.keyboard.press("x")  # nothing of the opponents to double
    desk.keyboard.press("3")
    desk.keyboard.press("Escape")
    desk.keyboard.press("s")  # no level waits for a strain
    desk.keyboard.press("2")
    desk.keyboard.press("h")
    expect_calls(desk, WHOLE)
    assert_whole_auction_saved()
    expect(desk).to_have_url(re.compile("/board/"))
    desk.keyboard.press("a")
    expect(desk.get_by_text("attempt 2")).to_be_visible()
    assert StudentBoard.objects.count() == 2


def test_a_whole_auction_with_tab_and_enter(desk):
    desk.goto("/deal/1/")
    for call, auction in (("1N", "P-P-1N-P-2D-P"), ("2H", WHOLE)):
        for _ in range(80):
            desk.keyboard.press("Tab")
            if desk.evaluate("document.activeElement.value") == call:
                break
        expect(bid_button(desk, call)).to_be_focused()
        desk.keyboard.press("Enter")
        expect_calls(desk, auction)
    assert_whole_auction_saved()


def test_after_a_call_the_keyboard_goes_on_where_the_news_is(desk):
    desk.goto("/deal/1/")
    bid_button(desk, "1N").focus()
    desk.keyboard.press("Enter")
    expect_calls(desk, "P-P-1N-P-2D-P")
    expect(desk.locator("#turn")).to_be_focused()
    expect(desk.locator("#turn")).to_contain_text("West: Pass")


def test_keys_that_are_typed_elsewhere_do_not_bid(desk):
    desk.goto("/deal/1/")
    desk.get_by_text("Settings", exact=True).click()
    desk.get_by_label("Deal number").fill("")
    desk.get_by_label("Deal number").press_sequentially("1p")
    desk.keyboard.press("Escape")
    desk.keyboard.press("Control+p")
    assert saved().calls == "P-P"


def test_keys_can_be_switched_off(desk):
    desk.goto("/deal/1/")
    desk.get_by_text("Keys", exact=True).click()
    desk.get_by_label("Bid by keyboard").uncheck()
    desk.reload()
    desk.keyboard.press("p")
    expect_calls(desk, "P-P")
    assert saved().calls == "P-P"


def test_a_table_that_does_not_answer_says_so(desk):
    desk.goto("/deal/1/")
    desk.context.clear_cookies()  # the board is nobody's now, and the form is too old
    bid_button(desk, "1N").click()
    expect(desk.get_by_role("alert")).to_contain_text("nothing has changed")
    assert saved().calls == "P-P"


def test_a_double_click_calls_once(desk):
    desk.goto("/deal/1/")
    bid_button(desk, "1N").dblclick()
    expect_calls(desk, "P-P-1N-P-2D-P")
    expect(desk.get_by_role("alert")).to_have_count(0)
    assert saved().student_calls.count() == 1


def test_a_reload_in_the_middle_finds_it_as_it_was(desk):
    desk.goto("/deal/1/")
    bid_button(desk, "1N").click()
    expect_calls(desk, "P-P-1N-P-2D-P")
    desk.reload()
    expect_calls(desk, "P-P-1N-P-2D-P")
    desk.goto("/deal/2/")
    desk.goto("/deal/1/")
    expect_calls(desk, "P-P-1N-P-2D-P")
    bid_button(desk, "2H").click()
    expect_calls(desk, WHOLE)
    assert StudentBoard.objects.get(deal_number=1).calls == WHOLE


def test_another_window_that_is_behind_is_shown_how_it_stands(desk):
    desk.goto("/deal/1/")
    behind = desk.context.new_page()
    behind.goto("/deal/1/")
    bid_button(desk, "1N").click()
    expect_calls(desk, "P-P-1N-P-2D-P")
    bid_button(behind, "1H").click()
    expect(behind.get_by_role("alert")).to_contain_text("moved on")
    expect_calls(behind, "P-P-1N-P-2D-P")
    assert saved().calls == "P-P-1N-P-2D-P"


def test_an_answer_that_takes_its_time_shows_that_the_table_is_busy(desk):
    desk.goto("/deal/1/")
    stripe = "getComputedStyle(document.documentElement, '::before').opacity"
    held: list[Route] = []
    desk.route("**/call/", lambda route: held.append(route))
    bid_button(desk, "1N").click()
    expect(desk.locator("#table")).to_have_attribute("aria-busy", "true")
    eventually(lambda: desk.evaluate(stripe) == "1")
    held[0].continue_()
    expect_calls(desk, "P-P-1N-P-2D-P")
    expect(desk.locator("#table")).not_to_have_attribute("aria-busy", "true")


def test_a_page_that_is_being_left_says_so_until_it_is_shown_again(desk):
    desk.goto("/deal/1/")
    desk.evaluate("dispatchEvent(new Event('beforeunload'))")
    expect(desk.locator("html.leaving")).to_have_count(1)
    desk.evaluate("dispatchEvent(new Event('pageshow'))")
    expect(desk.locator("html.leaving")).to_have_count(0)


def test_undo(desk):
    desk.goto("/deal/1/")
    expect(desk.locator("#undo")).to_be_disabled()
    bid_button(desk, "1H").click()
    expect_calls(desk, "P-P-1H-P-4H-P")
    desk.locator("#undo").click()
    expect_calls(desk, "P-P")
    assert (saved().calls, saved().student_calls.count()) == ("P-P", 0)
    bid_button(desk, "1N").click()
    expect_calls(desk, "P-P-1N-P-2D-P")
    desk.keyboard.press("u")
    expect_calls(desk, "P-P")


def test_meanings_by_hover_and_focus_without_a_jump(desk):
    desk.goto("/deal/1/")
    panel = desk.locator("#meaning")
    before = panel.bounding_box()
    bid_button(desk, "2C").hover()
    expect(panel).to_contain_text("Strong and artificial")
    expect(panel).to_contain_text("22+ HCP")
    expect(panel.locator(".asks")).to_have_text("partner may not pass")
    expect(panel.get_by_role("link", name="Strong 2C")).to_have_attribute(
        "href", "/system/small/conventions/#strong-2c"
    )
    bid_button(desk, "1N").focus()
    expect(panel).to_contain_text("15 to 17")
    bid_button(desk, "7N").hover()
    expect(panel).to_contain_text("No agreement")
    desk.locator(".made").first.hover()
    expect(panel).to_contain_text("No opening")
    assert panel.bounding_box() == before
    assert saved().calls == "P-P"


def test_a_call_that_is_no_longer_possible_has_no_meaning(desk):
    desk.goto("/deal/1/")
    bid_button(desk, "1H").click()  # and the pointer stays where it was
    expect_calls(desk, "P-P-1H-P-4H-P")
    expect(bid_button(desk, "1H")).to_have_count(0)  # a level that is past has no row
    desk.mouse.move(1, 1)
    bid_button(desk, "4C").hover(force=True)
    expect(desk.locator("#meaning")).to_contain_text("Point at a call")
    expect(desk.locator("#meaning")).not_to_contain_text("No agreement")


def test_feedback_says_why(desk):
    desk.goto("/deal/1/")
    bid_button(desk, "1H").click()
    feedback = desk.locator(".feedback")
    expect(feedback).to_contain_text("Better: 1NT")
    expect(feedback).to_contain_text("1♥ promises five or more hearts; you have four.")
    expect(feedback.locator(".meaning").first).to_be_hidden()
    feedback.get_by_text("Why", exact=True).click()
    expect(feedback.locator(".meaning").first).to_be_visible()
    expect(feedback.locator(".meaning").first).to_contain_text("15 to 17")
    expect(feedback.get_by_text("Entry of 1NT")).to_be_hidden()
    feedback.get_by_text("Details", exact=True).click()
    expect(feedback.get_by_text("Entry of 1NT")).to_be_visible()
    assert saved().student_calls.get().verdict == Verdict.DIFFERS


def test_settings(desk):
    desk.goto("/deal/1/")
    desk.get_by_text("Settings", exact=True).click()
    desk.get_by_role("radio", name="West").check()
    desk.get_by_role("radio", name="Stay silent").check()
    desk.get_by_role("radio", name="Thinking").check()
    desk.get_by_label("Tell me after each call").uncheck()
    desk.get_by_role("button", name="Bid with these settings").click()
    expect(desk.get_by_text("You are West")).to_be_visible()
    board = saved()
    assert (board.seat, board.opponents_silent, board.feedback, board.calls) == ("W", True, False, "P-P-P")
    assert board.robots_think
    expect(desk.get_by_text("Robots think")).to_be_visible()
    bid_button(desk, "P").click()
    expect(desk).to_have_url(re.compile("/board/"))


def test_settings_that_end_an_auction_ask_first(desk):
    desk.goto("/deal/1/")
    bid_button(desk, "1N").click()
    expect_calls(desk, "P-P-1N-P-2D-P")
    desk.get_by_text("Settings", exact=True).click()
    desk.get_by_role("radio", name="Matchpoints").check()
    desk.get_by_role("button", name="Bid with these settings").click()
    expect(desk.get_by_role("heading", name="Restart deal 1?")).to_be_visible()
    desk.get_by_role("link", name="Go on bidding").click()
    expect_calls(desk, "P-P-1N-P-2D-P")
    assert saved().scoring == "IMP"


def test_on_a_narrow_phone_what_is_expected_and_asked_is_in_sight(phone):
    phone.set_viewport_size({"width": 360, "height": 640})
    phone.goto("/deal/1/")
    phone.locator(".level-key[data-level='2']").tap()
    bid_button(phone, "2C").tap()
    told = phone.locator("#meaning .asks")
    expect(told).to_have_text("partner may not pass")
    expect(told).to_be_in_viewport(ratio=1)


def test_on_a_phone_the_first_tap_tells_and_the_button_bids(phone):
    phone.goto("/deal/1/")
    expect(bid_button(phone, "2C")).to_be_hidden()
    phone.locator(".level-key[data-level='2']").tap()
    bid_button(phone, "2C").tap()
    expect(phone.locator("#meaning")).to_contain_text("Strong and artificial")
    phone.locator(".level-key[data-level='1']").tap()
    expect(phone.locator("#confirm")).to_be_hidden()
    bid_button(phone, "1N").tap()
    expect(phone.locator("#meaning")).to_contain_text("15 to 17")
    assert saved().calls == "P-P"
    phone.get_by_role("button", name="Bid 1NT").tap()
    expect_calls(phone, "P-P-1N-P-2D-P")
    phone.locator(".made").nth(4).tap()
    expect(phone.locator("#meaning")).to_contain_text("Jacoby transfer")
    expect(phone.locator(".level-key[data-level='1']")).to_be_disabled()
    bid_button(phone, "2H").tap()
    bid_button(phone, "2H").tap()  # a second tap on the same call bids it, too
    expect_calls(phone, WHOLE)
    assert_whole_auction_saved()


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844)])
def test_on_a_phone_the_hand_stays_in_sight(phone, width, height):
    phone.set_viewport_size({"width": width, "height": height})
    phone.goto("/deal/1/")
    hand = phone.locator(".own-hand")
    for call in (None, "1H"):
        if call:
            bid_button(phone, call).tap()
            phone.locator("#confirm").tap()
            expect_calls(phone, "P-P-1H-P-4H-P")
        for edge in ("0", "document.querySelector('.bidding-box').getBoundingClientRect().bottom"):
            phone.evaluate(f"window.scrollTo(0, {edge})")
            expect(hand).to_be_in_viewport(ratio=0.95)


def test_without_a_script_forms_do_it_all(plain):
    plain.goto("/deal/1/")
    bid_button(plain, "1N").tap()
    expect_calls(plain, "P-P-1N-P-2D-P")
    plain.locator("#undo").tap()
    expect_calls(plain, "P-P")
    bid_button(plain, "1N").tap()
    plain.locator(".made").nth(4).tap()  # leads to what it means, in the list of meanings
    expect(plain.locator("#said-4:target")).to_contain_text("Jacoby transfer")
    plain.get_by_role("link", name="Back to the table").tap()
    bid_button(plain, "2H").tap()
    expect_calls(plain, WHOLE)
    assert_whole_auction_saved()
    plain.locator("#again").tap()
    expect_calls(plain, "P-P")
    plain.locator("#next").tap()
    expect(plain).not_to_have_url(re.compile("/deal/1/$"))
