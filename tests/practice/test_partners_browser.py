"""Two people in two real browsers: live, days apart, without a script; and the rows that they leave.

On deal 1 the small system bids P-P-1N-P-2D-P-2H-P-P-P, North the dealer. Ben sits South, Ann sits North.
"""

import time
from statistics import median

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from practice.models import Partnership, StudentBoard
from tests.accessible import assert_accessible
from tests.practice.in_sight import SCREENS, out_of_sight
from tests.practice.test_one_screen import NEEDED
from tests.practice.test_table_browser import WHOLE, bid_button, expect_calls

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
BIDDING = (("ann", "P", "P-P"), ("ben", "1N", "P-P-1N-P"), ("ann", "2D", "P-P-1N-P-2D-P"), ("ben", "2H", WHOLE[:-4]))


def invite(ben: Page) -> str:
    """Ben's invitation from Home: the link for the partner."""
    ben.goto("/")
    ben.get_by_role("link", name="Invite a partner").click()
    ben.get_by_label("Your nickname").fill("Ben")
    ben.get_by_role("button", name="Make the invitation").click()
    return ben.get_by_label("Link for your partner").input_value()


def take_seat(ann: Page, link: str) -> None:
    ann.goto(link)
    expect(ann.get_by_role("heading", name="Bid with Ben")).to_be_visible()
    ann.get_by_label("Your nickname").fill("Ann")
    ann.get_by_role("button", name="Take the seat").click()
    expect(ann.get_by_role("heading", name="With Ben")).to_be_visible()


def begin(page: Page, number: int = 1) -> None:
    page.get_by_label("Deal number").fill(str(number))
    page.get_by_role("button", name="Begin a board").click()
    expect(page.locator("#turn")).to_be_visible()


def saved() -> StudentBoard:
    return StudentBoard.objects.get()


def test_an_account_offers_its_name_as_the_nickname(open_page):
    user = User.objects.create_user("Benjamin.von.Kibitz@club")
    ben, anonymous = open_page(user), open_page()
    ben.goto("/partners/")
    expect(ben.get_by_label("Your nickname")).to_have_value("Benjamin.von.Kibitz@")
    ben.get_by_role("button", name="Make the invitation").click()
    link = ben.get_by_label("Link for your partner").input_value()
    anonymous.goto(link)
    expect(anonymous.get_by_label("Your nickname")).to_have_value("")


@pytest.fixture
def two(open_page):
    """Ben's page and Ann's, each in a browser of its own, both at deal 1."""
    ben, ann = open_page(), open_page()
    link = invite(ben)
    take_seat(ann, link)
    begin(ben)
    ann.get_by_role("link", name="Deal 1").click()
    expect(ann.locator("#turn")).to_contain_text("Your turn.")
    return ben, ann


def test_two_people_bid_a_board_live_to_its_end(two):
    ben, ann = two
    pages = {"ben": ben, "ann": ann}
    waits = []
    for who, call, auction in BIDDING:
        other = pages["ann" if who == "ben" else "ben"]
        expect(other.locator("#turn")).to_contain_text("waiting for")
        bid_button(pages[who], call).click()
        expect_calls(pages[who], auction)
        assert saved().calls == auction
        made = time.monotonic()
        expect_calls(other, auction)
        waits.append(time.monotonic() - made)
        expect(other.locator("#turn")).to_contain_text("Your turn.")
    assert median(waits) < 2, f"the partner's call appears within two seconds: {waits}"
    bid_button(ann, "P").click()
    for page in (ann, ben):
        page.wait_for_url("**/board/**")
        expect(page.get_by_role("heading", level=1)).to_contain_text("by South")
        expect_calls(page, WHOLE)
        expect(page.get_by_text("Ann: 2 of 2 calls agree")).to_be_visible()
    assert ben.url == ann.url
    board = saved()
    assert (board.calls, board.finished) == (WHOLE, True)
    assert [(row.index, row.call) for row in board.student_calls.all()] == [
        (0, "P"),
        (2, "1N"),
        (4, "2D"),
        (6, "2H"),
        (8, "P"),
    ]
    ann.get_by_role("button", name="Bid it again").click()
    expect(ann.get_by_text("attempt 2")).to_be_visible()
    ben.get_by_role("link", name="Boards together").click()
    expect(ben.get_by_text("Waiting for Ann")).to_be_visible()
    assert StudentBoard.objects.count() == 2


def test_news_leave_the_reader_where_he_is_and_are_announced(two):
    ben, ann = two
    ben.locator("#all-meanings > summary").click()
    ben.locator("#ask").focus()
    bid_button(ann, "P").click()
    expect_calls(ben, "P-P")
    expect(ben.locator("#ask")).to_be_focused()
    expect(ben.locator("#all-meanings")).to_have_attribute("open", "")
    expect(ben.locator("#may-1N")).to_be_visible()
    expect(ben.get_by_role("status")).to_have_text("Ann: Pass. East: Pass. Your turn.")
    expect(ben).to_have_title("Your turn: Deal 1 · BidBase")
    bid_button(ben, "1N").click()
    expect_calls(ann, "P-P-1N-P")

    # A meaning that is being read stays, with the focus that opened it, and so do the reasons.
    ben.locator(".why > summary").first.click()
    expect(ben.locator("#why-meanings")).to_contain_text("15–17 HCP")
    told = ben.locator('[data-meaning="said-2"]')
    told.focus()
    expect(ben.locator("#meaning")).to_contain_text("15 to 17")
    bid_button(ann, "2D").click()
    expect_calls(ben, "P-P-1N-P-2D-P")
    expect(told).to_be_focused()
    expect(ben.locator("#meaning")).to_contain_text("15 to 17")
    expect(ben.locator("#why-meanings .meaning")).to_be_visible()


def test_a_reader_who_has_focused_nothing_keeps_it_so(two):
    ben, ann = two
    ben.evaluate("document.activeElement.blur()")
    bid_button(ann, "P").click()
    expect_calls(ben, "P-P")
    assert ben.evaluate("document.activeElement === document.body")


def test_a_call_that_is_taken_back_goes_from_both_tables(two):
    ben, ann = two
    bid_button(ann, "P").click()
    expect_calls(ben, "P-P")
    ann.locator("#undo").click()
    expect(ann.locator(".made")).to_have_count(0)
    expect(ben.locator(".troubles")).to_contain_text("Ann has taken back a call.")
    expect(bid_button(ben, "1N")).to_be_disabled()
    assert (saved().calls, saved().student_calls.count()) == ("", 0)


def test_a_page_that_nobody_looks_at_asks_seldom(open_page):
    ben = open_page()
    ben.clock.install()
    invite(ben)
    begin(ben)
    ben.wait_for_load_state()  # the scripts run
    ben.clock.pause_at(ben.evaluate("Date.now()") / 1000 + 5)  # from here on time passes when the test says so
    ben.evaluate("() => { window.looks = 0; document.addEventListener('look', () => { window.looks++; }); }")

    def looks_in(seconds: int) -> int:
        before = ben.evaluate("window.looks")
        ben.clock.run_for(1000 * seconds)
        return ben.evaluate("window.looks") - before

    assert looks_in(10) in (10, 11), "every second"
    looks_in(300)
    assert looks_in(60) in (4, 5), "every 15 seconds after five minutes without a sign of the reader"
    ben.mouse.move(200, 200)
    assert looks_in(10) >= 10, "every second again"


def test_days_apart_without_a_script(open_page):
    ben, ann = (open_page(java_script_enabled=False, **PHONE) for _ in range(2))
    link = invite(ben)
    begin(ben)
    expect(ben.locator("#turn")).to_contain_text("waiting for your partner")
    take_seat(ann, link)
    for who, call, auction in BIDDING:
        page, partner = (ann, "Ben") if who == "ann" else (ben, "Ann")
        page.goto("/")
        page.get_by_role("link", name="deal 1").click()
        bid_button(page, call).click()
        expect(page.locator("#turn")).to_contain_text(f"waiting for {partner}")
        assert saved().calls == auction
    ben.get_by_role("link", name="Look again").click()
    expect(ben.locator("#turn")).to_contain_text("waiting for Ann")
    ann.goto("/")
    ann.get_by_role("link", name="deal 1").click()
    bid_button(ann, "P").click()
    ben.get_by_role("link", name="Look again").click()
    assert ben.url == ann.url
    expect(ben.get_by_text("Ben: 2 of 2 calls agree")).to_be_visible()
    ben.goto(link)
    expect(ben.get_by_text("2♥ by South")).to_be_visible()
    assert saved().finished


def test_a_third_finds_no_seat(open_page, two):
    eve = open_page()
    eve.goto(two[0].url.partition("deal/")[0])
    expect(eve.get_by_text("there is no third seat")).to_be_visible()
    eve.get_by_role("link", name="Invite a partner of your own").click()
    expect(eve.get_by_label("Your nickname")).to_be_visible()
    assert str(Partnership.objects.get()) == "Ben and Ann"


def states(ben: Page, ann: Page):
    """Each page of partners in turn."""
    link = invite(ben)
    yield ben, "invitation to send"
    ann.goto(link)
    yield ann, "invitation"
    take_seat(ann, link)
    begin(ben)
    yield ben, "the partner's turn"
    ann.get_by_role("link", name="Deal 1").click()
    bid_button(ann, "P").click()
    expect_calls(ben, "P-P")
    yield ben, "own turn"
    ann.goto(link)
    ann.get_by_text("System, opponents, scoring, robots, feedback").click()
    yield ann, "list"
    ben.goto("/")
    yield ben, "home"
    ben.goto("/partners/")
    yield ben, "partners"
    ben.goto(f"{link}deal/1/")
    for page, call, auction in ((ben, "1N", "P-P-1N-P"), (ann, "2D", "P-P-1N-P-2D-P"), (ben, "2H", WHOLE[:-4])):
        page.goto(f"{link}deal/1/")
        bid_button(page, call).click()
        expect_calls(page, auction)
    ann.goto(f"{link}deal/1/")
    bid_button(ann, "P").click()
    ann.wait_for_url("**/board/**")
    yield ann, "review"


def test_axe_finds_nothing(open_page):
    for page, state in states(open_page(), open_page()):
        assert_accessible(page, state)


def test_nothing_scrolls_sideways_on_a_phone(open_page):
    sizes = {"viewport": PHONE["viewport"]}
    for page, state in states(open_page(**sizes), open_page(**sizes)):
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, state


def test_all_that_bidding_needs_is_in_sight(two):
    ben, ann = two
    bid_button(ann, "P").click()
    expect_calls(ben, "P-P")
    for page in two:
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            page.reload()
            expect(page.locator("#turn")).to_be_visible()
            assert out_of_sight(page, *NEEDED) == [], (width, height)
