"""The finished board and Ask in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from practice.boards.board import TableBoard
from practice.double_dummy.work import AnalyzeDeal
from practice.models import StudentBoard
from tests.accessible import assert_accessible, at_widths
from tests.practice.finishing import finish, finish_by_system
from tests.working import do

DESK = {"viewport": {"width": 1280, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NO_SCRIPT = {**PHONE, "java_script_enabled": False}


def bid_to_the_end(page: Page, number: int, *calls: str) -> StudentBoard:
    """Take a deal in this browser and bid it to the end; without calls as the system does."""
    page.goto(f"/deal/{number}/")
    board = TableBoard.of(StudentBoard.objects.get(deal_number=number, finished_at=None))
    return (finish(board, *calls) if calls else finish_by_system(board)).row


def reasons(page: Page):
    return page.locator("#reasons")


def test_every_call_opens_its_reasons(open_page):
    page = open_page(**DESK)
    board = bid_to_the_end(page, 1)
    page.goto(f"/board/{board.token}/")
    expect(reasons(page)).to_contain_text("Right.")
    page.locator("#call-4").click()
    expect(page.locator("#call-4")).to_have_attribute("aria-current", "true")
    expect(page.locator("#call-4")).to_be_focused()
    expect(page.locator("#review-status")).to_have_text("The reasons of 2♦ by North follow the auction.")
    expect(reasons(page)).to_contain_text("5 or more hearts")
    expect(page).to_have_url(re.compile("/call/4/$"))
    for index in range(10):
        page.locator(f"#call-{index}").click()
        expect(page.locator(f"#call-{index}")).to_have_attribute("aria-current", "true")
    expect(reasons(page)).to_contain_text("has no entries after 1N-P-2D-P-2H-P-P")
    page.reload()
    expect(reasons(page)).to_contain_text("has no entries after 1N-P-2D-P-2H-P-P")


def test_the_trace_opens_by_keyboard_and_leads_to_the_entry(open_page):
    page = open_page(**DESK)
    board = bid_to_the_end(page, 3, "1C")
    page.goto(f"/board/{board.token}/")
    expect(reasons(page)).to_contain_text("Better: Pass.")
    summary = reasons(page).get_by_text("Details")
    failure = reasons(page).get_by_text("needed 22 or more HCP, had 6 HCP")
    expect(failure).to_be_hidden()
    summary.focus()
    page.keyboard.press("Enter")
    expect(reasons(page).get_by_text("9 entries were tried before it")).to_be_visible()
    expect(failure).to_be_visible()
    reasons(page).get_by_role("link", name="Entry 900000 of Small system").click()
    expect(page).to_have_url(re.compile("/system/small/entry/opening/900000/$"))


def test_the_double_dummy_result_appears(open_page, worker):
    page = open_page(**DESK)
    board = bid_to_the_end(page, 1)
    page.goto(f"/board/{board.token}/")
    result = page.locator("#result")
    expect(result).to_contain_text("2♥ by South9+140−6 IMPs")
    expect(page.locator("#review-status")).to_have_text("The double-dummy result is ready.")
    expect(result).not_to_have_attribute("hx-get", re.compile("."))
    expect(page.locator("#double-dummy")).to_contain_text("Tricks of each declarer")


def test_the_review_begins_with_the_result(open_page):
    page = open_page(**PHONE)
    board = bid_to_the_end(page, 1, "1H")
    page.goto(f"/board/{board.token}/")
    cost = page.locator(".cost")
    expect(cost).to_contain_text("in round 1 cost 5 IMPs double dummy")
    tops = [page.locator(part).bounding_box()["y"] for part in ("#result", ".auction", "#reasons", ".compass")]
    assert tops == sorted(tops)
    page.set_viewport_size({"width": 1280, "height": 800})
    auction, why = (page.locator(part).bounding_box() for part in (".auction", "#reasons"))
    assert auction["y"] == why["y"]
    assert auction["x"] + auction["width"] <= why["x"]


def test_on_paper_it_is_a_hand_record(open_page):
    page = open_page(**DESK)
    board = bid_to_the_end(page, 1, "1H")
    page.goto(f"/board/{board.token}/")
    expect(page.locator(".cost")).to_be_visible(timeout=60_000)
    page.emulate_media(media="print")
    for part in (".compass", ".auction-table", "#result", ".tricks"):
        expect(page.locator(part)).to_be_visible()
    for part in ("nav", "button", ".button", "summary", "input"):
        assert not any(found.is_visible() for found in page.locator(part).all()), part
    hands, auction, result = (page.locator(part).bounding_box() for part in (".compass", ".auction", "#result"))
    assert hands["x"] + hands["width"] <= auction["x"]
    assert max(hands["y"] + hands["height"], auction["y"] + auction["height"]) <= result["y"]


def test_the_link_shows_the_board_to_somebody_else_who_cannot_change_it(open_page):
    page, other = open_page(**DESK), open_page(**PHONE)
    board = bid_to_the_end(page, 1)
    page.goto(f"/board/{board.token}/")
    expect(page.get_by_role("button", name="Copy")).to_be_visible()
    other.goto(page.get_by_label("Link to the finished board").input_value())
    expect(other.get_by_role("heading", level=1)).to_have_text(re.compile("Deal 1: 2.*by South"))
    expect(other.get_by_text("South was the student")).to_be_visible()
    expect(other.get_by_role("button", name="Bid it again")).to_have_count(0)
    for action in ("call", "undo", "again"):
        answer = other.request.post(f"/board/{board.token}/{action}/", form={"call": "7N", "at": "10"})
        assert answer.status in (403, 404)
    assert [(one.calls, one.attempt) for one in StudentBoard.objects.all()] == [(board.calls, 1)]
    other.get_by_role("link", name="Bid this deal yourself").click()
    expect(other).to_have_url(re.compile(r"/deal/1/\?system=small&their=small&seat=S"))
    assert StudentBoard.objects.exclude(pk=board.pk).get().calls == "P-P"


def test_all_is_there_without_a_script(open_page):
    page = open_page(**NO_SCRIPT)
    board = bid_to_the_end(page, 1)
    page.goto(f"/board/{board.token}/")
    expect(page.get_by_label("Link to the finished board")).to_have_value(re.compile(f"/board/{board.token}/$"))
    expect(page.get_by_role("link", name="reload the page")).to_be_visible()
    page.locator("#call-4").click()
    expect(page).to_have_url(re.compile("/call/4/#reasons$"))
    expect(reasons(page)).to_contain_text("5 or more hearts")


def test_the_copy_button_copies(open_page):
    page = open_page(**DESK, permissions=["clipboard-read", "clipboard-write"])
    page.goto("/ask/?hand=AQ2.K32.KJ32.K32")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.get_by_label("Link to this answer").input_value()


def test_asking_by_keyboard(open_page):
    page = open_page(**DESK)
    page.goto("/ask/")
    page.get_by_label("Hand").focus()
    page.keyboard.type("k8762 a4 q953 810")
    expect(page.get_by_label("Hand")).to_have_value("K8762.A4.Q953.8T")
    expect(page.get_by_text("13 of 13 cards: ♠5 ♥2 ♦4 ♣2")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.type("1nt p")
    expect(page.get_by_label("Auction")).to_have_value("1NT-P")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=2)).to_have_text("South bids 2♥")
    expect(page).to_have_url(re.compile(r"/ask/\?hand=K8762.A4.Q953.8T&auction=1NT-P.*#answer$"))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("AKB", "“B” is not a card; cards are A K Q J T 9 to 2."),
        ("AKA", "The A of spades appears twice."),
        ("A.K.Q.J.T", "A hand has four suits; this one has 5."),
        ("AKQJT98765432.A", "A hand has 13 cards; this one has 14."),
        ("AK - QJ", ""),
        ("AK-QJ-", ""),
    ],
)
def test_the_hand_is_watched_while_it_is_typed(open_page, typed, said):
    page = open_page(**DESK)
    page.goto("/ask/")
    page.get_by_label("Hand").press_sequentially(typed)
    expect(page.locator("#hand-said")).to_have_text(said)


def test_letters_are_corrected_where_the_caret_is(open_page):
    page = open_page(**DESK)
    page.goto("/ask/?hand=AQ2.K32.KJ32.K32")
    hand = page.get_by_label("Hand")
    hand.press("Home")
    page.keyboard.press("Delete")
    page.keyboard.type("kj")
    expect(hand).to_have_value("KJQ2.K32.KJ32.K32")


def test_faults_are_pointed_at(open_page):
    page = open_page(**PHONE)
    page.goto("/ask/")
    page.get_by_label("Hand").fill("AQ2.K32.KJ32.K3Z")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_label("Hand")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Hand")).to_have_accessible_description(re.compile("'Z' is not a card"))
    expect(page.locator("mark")).to_have_text("Z")


def test_a_call_leads_on_to_ask(open_page):
    page = open_page(**DESK)
    board = bid_to_the_end(page, 1)
    page.goto(f"/board/{board.token}/call/4/")
    page.get_by_role("link", name="Ask about this hand").click()
    expect(page.get_by_role("heading", level=2)).to_have_text("North bids 2♦")


def states(page: Page) -> Iterator[str]:
    """The pages in their states; each is open when it is yielded."""
    board = bid_to_the_end(page, 3, "1C", "2C")
    page.goto(f"/board/{board.token}/")
    yield "a call that differs"
    for summary in page.locator("summary").all():
        summary.click()
    yield "with the trace open"
    board = bid_to_the_end(page, 4)
    page.goto(f"/board/{board.token}/call/1/")
    yield "a call of a robot"
    page.goto("/ask/")
    yield "an empty question"
    page.goto("/ask/?hand=JT8732.3.A952.AJ&auction=P-P")
    for summary in page.locator("summary").all():
        summary.click()
    yield "an answer"
    page.goto("/ask/?hand=AQ2.K32.KJ32.K3Z&auction=1N-1C-X-XX-7N-P-P-P-P-P-P-P-P&dealer=Q")
    yield "a bad question"


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_axe_finds_nothing(open_page, screen):
    page = open_page(**screen)
    for state in states(page):
        assert_accessible(page, state)


def test_nothing_scrolls_sideways(open_page):
    page = open_page()
    for state, width in at_widths(page, states(page), [320, 360, 768, 1024]):
        assert page.evaluate("document.documentElement.scrollWidth") <= width, state


@pytest.mark.parametrize("width", [320, 360])
def test_a_result_at_matchpoints_fits_a_phone(open_page, width):
    page = open_page(viewport={"width": width, "height": 740}, has_touch=True, is_mobile=True)
    board = bid_to_the_end(page, 1)
    StudentBoard.objects.filter(pk=board.pk).update(scoring="MP")
    bid = TableBoard.of(board)
    do(AnalyzeDeal.of(bid.deal, bid.auction.dealer, bid.auction.vulnerability))
    page.goto(f"/board/{board.token}/")
    expect(page.get_by_role("cell", name="−260 points").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
