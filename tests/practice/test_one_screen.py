"""The table on one screen: after a load and after each call nothing that is needed for bidding is out of sight."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from bidbase.game.auction import BIDS, Call
from practice.boards.board import TableBoard
from practice.boards.work import JudgeCall
from practice.models import StudentBoard, StudentCall
from tests.accessible import assert_accessible
from tests.loaded import loaded
from tests.practice.finishing import call_patiently, nobody_weighs, systems_decision
from tests.practice.in_sight import SCREENS, out_of_sight
from tests.working import do, patiently

NEEDED = (
    ".to-call",
    ".auction-table th",
    ".auction-table tr:nth-last-child(-n + 2) .made",
    ".own-hand",
    ".own-hand .pip",
    ".bidding-box .bid",
    ".actions .button",
)


@pytest.fixture
def yellow_card(small):
    """The Standard American Yellow Card beside the small system: its auctions are long."""
    return loaded("sayc")


@pytest.mark.parametrize(
    ("number", "calls"),
    [
        pytest.param(26, "", id="the first call"),
        pytest.param(26, "1D", id="a wrong opening"),
        pytest.param(26, "1S 4N", id="wrong calls at high levels"),
        pytest.param(15, "system system system", id="a long auction"),
        pytest.param(158, "system system", id="opponents who bid up to the five level"),
    ],
)
def test_all_that_bidding_needs_is_in_sight(open_page, yellow_card, number, calls):
    page = open_page()
    page.goto(f"/deal/{number}/")
    make(number, *calls.split())
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        assert_in_sight(page, *((".feedback .headline",) if calls else ()))


def test_an_auction_longer_than_its_place_is_shown_from_its_end(open_page, small):
    page = open_page()
    page.goto("/deal/1/")
    bids = [str(bid) for bid in BIDS[:30]]
    StudentBoard.objects.update(calls="-".join(bids), sources=["opening/900000"] * 30)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        assert_in_sight(page)
        first = page.locator(".made").first
        first.scroll_into_view_if_needed()
        expect(first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360), (360, 640)])
def test_the_sheet_hides_nothing_that_bidding_needs(open_page, small, width, height):
    page = open_page(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    page.goto("/deal/1/")
    make(1, "1H")
    page.reload()
    page.locator(".level-key[data-level='5']").tap()
    place = page.locator("#call-5H").bounding_box()
    page.locator("#call-5H").tap()
    assert_in_sight(page, "#confirm", "#meaning .meaning-call")
    assert page.locator("#call-5H").bounding_box() == place
    page.locator("#call-5H").tap()
    expect(page.locator(".auction-table .made .call").nth(6)).to_have_text("5♥")
    assert StudentBoard.objects.get().calls.startswith("P-P-1H-P-4H-P-5H")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740), (740, 360)])
def test_nothing_moves_when_a_verdict_comes(open_page, small, monkeypatch, width, height):
    nobody_weighs(monkeypatch)
    touch = width < 1000
    page = open_page(viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch)
    page.goto("/deal/66/")
    for call in ("P", "2C"):
        page.evaluate(f"document.getElementById('call-{call}').click()")
        expect(page.locator(".feedback")).to_contain_text("Pass." if call == "P" else "2♣.")
    expect(page.locator("#said")).to_contain_text("The system is weighing your hand")
    place = page.locator("#call-P").bounding_box()
    do(JudgeCall.of(StudentCall.objects.latest("index")))
    expect(page.locator("#said")).to_contain_text("You have more than you have shown; best now is")
    assert page.locator("#call-P").bounding_box() == place


def test_the_sheet_is_as_high_as_the_meaning_while_it_is_read(open_page, yellow_card):
    """On a phone; what is said of the last call gives way."""
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page.goto("/deal/26/")
    make(26, "1D")
    page.reload()
    expect(page.locator("#meaning")).to_be_hidden()
    for call in page.locator(".made").all():
        call.tap()
        expect(page.locator("#meaning .meaning-lines")).to_be_visible()
        assert_in_sight(page, "#meaning .meaning-call", "#meaning .meaning-lines", ".feedback .headline")


def test_the_latest_hint_is_in_sight(open_page, yellow_card):
    page = open_page()
    page.goto("/deal/26/")
    make(26, "1D")
    page.reload()
    for number in (1, 2, 3):
        page.locator("#hint").click()
        expect(page.locator(".hints li")).to_have_count(number)
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            page.reload()
            expect(page.locator(".hints li").first).to_be_in_viewport()
            hint, comment = (page.locator(part).bounding_box() for part in (".hints li >> nth=0", ".comment"))
            assert hint["y"] + min(hint["height"], 40) <= comment["y"] + comment["height"], (number, width)


def test_the_guide_leaves_all_that_bidding_needs_in_sight(open_page, yellow_card):
    """At each of its steps, and after the first call, when the guide speaks of what was said."""
    page = open_page()
    page.goto("/first/")
    for step in range(1, 4):
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            page.reload()
            expect(page.locator("#guide")).to_contain_text(f"{step} of 3")
            assert_in_sight(page, "#guide", "#guide .button")
        if step == 3:
            break
        page.locator("#guide-next").click()
        expect(page.locator("#guide")).to_contain_text(f"{step + 1} of 3")
    make(StudentBoard.objects.get().deal_number, "1N")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        assert_in_sight(page, "#guide", "#guide .button", "#guide-text", ".feedback .headline")
        if width == 360:
            reason, hand = (page.locator(part).bounding_box() for part in (".feedback .reason", ".own-hand"))
            assert hand["y"] - reason["y"] > 48, "two lines of the reason"


def test_the_guide_has_room_for_its_words_beside_a_hint(open_page, small):
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page.goto("/first/")
    page.locator("#hint").tap()
    expect(page.locator(".hints")).to_be_visible()
    assert_in_sight(page, "#guide", "#guide .button")
    guide, words = (page.locator(part).bounding_box() for part in ("#guide", "#guide-text"))
    assert guide["y"] <= words["y"], "the words do not lie over what stands above"
    assert words["y"] + words["height"] <= guide["y"] + guide["height"]


@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360)])
def test_the_meaning_of_a_call_lies_over_the_guide(open_page, small, width, height):
    page = open_page(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    page.goto("/first/")
    place = page.locator("#call-1N").bounding_box()
    page.locator("#call-1N").tap()
    assert_in_sight(page, "#confirm", "#meaning .meaning-call")
    assert page.locator("#call-1N").bounding_box() == place


LONG_TITLE = "Tuesday evening: transfers over one notrump, and what follows when they come in"


@pytest.mark.parametrize(("place", "call"), [("set", "1H"), ("drill", "2C")])
def test_a_set_and_a_drill_leave_all_that_bidding_needs_in_sight(open_page, small, place, call):
    """Each has a line more above the auction; after a call that of a drill names what is practiced."""
    page = open_page()
    if place == "set":
        page.goto("/sets/new/")
        page.get_by_label("Title").fill(LONG_TITLE)
        page.get_by_label("Deals by number").fill("1")
        page.get_by_role("button", name="Make the set").click()
        page.goto(page.get_by_label("Link for those who bid").input_value())
        page.get_by_label("Your name in this set").fill("Ann")
        page.get_by_role("button", name="Take part").click()
        page.get_by_role("link", name="Bid board 1").click()
    else:
        page.goto("/drill/next/?system=small&convention=Stayman&role=make")
    expect(page.locator("#box")).to_be_visible()  # a page that waits for a worker looks again by itself
    for parts in ((".drill-line",), (".drill-line", ".feedback .headline")):
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            page.reload()
            expect(page.locator("#box")).to_be_visible()
            assert_in_sight(page, *parts)
        if ".feedback .headline" not in parts:
            page.set_viewport_size({"width": 1280, "height": 800})
            page.locator(f"#call-{call}").click()
            expect(page.locator(".feedback .headline")).to_be_visible()


def test_the_offer_of_the_guide_leaves_all_that_bidding_needs_in_sight(open_page, small):
    page = open_page()
    page.goto("/deal/1/")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        assert_in_sight(page, "#show-around")


@pytest.mark.parametrize("width", [320, 360])
def test_no_card_hides_the_rank_of_the_one_before(open_page, small, width):
    page = open_page(viewport={"width": width, "height": 640})
    page.goto("/deal/583/")  # JT8732.3.A952.AJ
    expect(page.locator(".ten")).to_have_count(1)
    ranks = """all => all.map(card => {
        const text = document.createRange();
        text.selectNodeContents(card.querySelector('.rank'));
        return [card.getBoundingClientRect().left, text.getBoundingClientRect().right];
    })"""
    cards = page.locator(".playing-card").evaluate_all(ranks)
    assert len(cards) == 13
    assert all(right <= left for (_, right), (left, _) in pairwise(cards))


def test_axe_finds_nothing_on_any_screen(open_page, small):
    page = open_page()
    page.goto("/deal/1/")
    make(1, "1H")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        page.locator(".made").last.focus()  # its meaning is open
        page.locator("#all-meanings summary").click()
        assert_accessible(page, f"{width}x{height}")


def make(number: int, *calls: str) -> None:
    """Make these calls at the only board of this deal; `system` is what the system calls."""
    for call in calls:
        board = TableBoard.of(StudentBoard.objects.get(deal_number=number))
        wanted = patiently(partial(systems_decision, board)).call if call == "system" else Call.parse(call)
        call_patiently(board, wanted)


def assert_in_sight(page: Page, *more: str) -> None:
    screen = page.viewport_size
    called = page.locator(".made").count()
    needed = [selector for selector in NEEDED if called or ".made" not in selector]
    assert out_of_sight(page, *needed, *more) == [], screen
    assert page.evaluate("scrollY") == 0, screen
