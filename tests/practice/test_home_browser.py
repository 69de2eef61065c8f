"""Home, the first deal, today's ten, links and my boards in a real browser, with what they leave behind."""

import re

import pytest
from endplay.parsers import pbn
from playwright.sync_api import Page, expect

from practice.boards.board import TableBoard
from practice.models import StudentBoard
from tests.accessible import assert_accessible
from tests.practice.finishing import finish
from tests.practice.test_daily import others
from tests.practice.test_home import DRILL, todays_deals

DESK = {"viewport": {"width": 1280, "height": 900}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
PLAIN = {**PHONE, "java_script_enabled": False}
ALL = pytest.mark.parametrize("options", [DESK, PHONE, PLAIN], ids=["desk", "phone", "without a script"])
STEPS = ("Your hand", "Your call", "What the system says")


def make_call(page: Page, call: str) -> None:
    """Click a call; on a phone with scripts the second tap makes it."""
    page.locator(f"#call-{call}").click()
    confirm = page.locator("#confirm")
    if confirm.is_visible():
        confirm.click()


@ALL
def test_the_first_deal_with_its_guide(open_page, options):
    page = open_page(**options)
    page.goto("/")
    page.get_by_role("link", name="Bid your first deal").click()
    guide = page.locator("#guide")
    for step in STEPS[:-1]:
        expect(guide).to_contain_text(step)
        guide.get_by_role("button", name="Next").click()
    expect(guide).to_contain_text(STEPS[-1])
    guide.get_by_role("button", name="Done").click()
    expect(guide).to_have_count(0)
    page.reload()
    expect(guide).to_have_count(0)
    assert StudentBoard.objects.get().calls == "", "the student is the first to call"


def test_the_guide_goes_on_when_a_call_is_made(open_page):
    page = open_page(**DESK)
    page.goto("/first/")
    expect(page.locator("#guide")).to_contain_text(STEPS[0])
    make_call(page, "1H")
    expect(page.locator("#guide")).to_contain_text(STEPS[-1])
    assert StudentBoard.objects.get().student_calls.get().call == "1H"


@ALL
def test_who_comes_straight_to_a_deal_is_offered_the_guide(open_page, options):
    page = open_page(**options)
    page.goto("/deal/1/")
    page.get_by_role("button", name="Show me around").click()
    expect(page.locator("#guide")).to_contain_text(STEPS[0])
    expect(page.get_by_role("button", name="Show me around")).to_have_count(0)
    make_call(page, "1N")
    expect(page.locator("#guide")).to_contain_text(STEPS[-1])
    page.goto("/deal/2/")
    expect(page.locator("#guide")).to_have_count(0)
    expect(page.get_by_role("button", name="Show me around")).to_have_count(0)
    assert StudentBoard.objects.get(deal_number=1).student_calls.get().call == "1N"


def test_the_guide_by_keyboard(open_page):
    page = open_page(**DESK)
    page.goto("/first/")
    page.locator("#guide").get_by_role("button", name="End the guide").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#guide")).to_have_count(0)
    page.keyboard.press("1")
    page.keyboard.press("h")
    expect(page.locator(".feedback")).to_be_visible()


@ALL
def test_a_chip_changes_what_is_played(open_page, options):
    page = open_page(**options)
    page.goto("/")
    page.get_by_text(re.compile("^Opponents:")).click()
    page.get_by_role("button", name="Silent").click()
    expect(page.get_by_text(re.compile("^Opponents:"))).to_contain_text("Silent")
    page.get_by_role("link", name="Bid a new board").click()
    expect(page.locator("#turn")).to_be_visible()
    assert StudentBoard.objects.get().opponents_silent


@ALL
def test_a_drill_can_be_left_and_the_board_left_open_is_there_again(open_page, options):
    page = open_page(**options)
    page.goto("/deal/1/")
    make_call(page, "1N")
    expect(page.locator(".auction-table .made")).to_have_count(6)
    page.goto(DRILL)
    expect(page.locator(".drill-line")).to_be_visible()
    expect(page.locator("#settings")).to_be_visible()
    page.get_by_role("link", name="Practice", exact=True).click()
    page.get_by_role("link", name="Go on with deal 1", exact=True).click()
    expect(page.locator(".auction-table .made")).to_have_count(6)
    assert page.url.endswith("/deal/1/")
    page.get_by_role("link", name="Practice", exact=True).click()
    page.get_by_role("link", name="Go on with the drill").click()
    expect(page.locator(".drill-line")).to_be_visible()
    table, drill = StudentBoard.objects.order_by("pk")
    assert (table.calls, table.drill != "", drill.drill != "") == ("P-P-1N-P-2D-P", False, True)


@pytest.mark.parametrize("options", [DESK, PHONE], ids=["desk", "phone"])
def test_what_others_called_is_told_after_the_board(open_page, options):
    """The contracts are compared as soon as a worker has analyzed the deal, without a reload."""
    number = todays_deals()[2]  # the student deals
    page = open_page(**options)
    page.goto(f"/deal/{number}/")
    expect(page.get_by_text("What others called")).to_have_count(0)
    own = finish(TableBoard.of(StudentBoard.objects.get()))
    others(own, *["7N"] * 5, *["1S"] * 5)
    page.goto(f"/board/{own.row.token}/")
    told = page.locator("#others")
    expect(told).to_contain_text("You called Pass. Of 10 others with your hand 50% bid 1♠, 50% bid 7NT.")
    expect(told).to_contain_text("Double dummy, your contract was worth", timeout=30_000)
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= options["viewport"]["width"]


@ALL
def test_todays_ten_one_after_the_other(open_page, options):
    first, second, *_ = todays_deals()
    page = open_page(**options)
    page.goto("/")
    page.locator("#ten").click()
    page.get_by_role("link", name="Bid board 1", exact=True).click()
    expect(page.locator("h1")).to_contain_text(f"Deal {first}")
    page.locator("#next").click()
    expect(page.locator("h1")).to_contain_text(f"Deal {second}")
    page.goto("/today/")
    expect(page.get_by_role("link", name="Go on with board 1", exact=True)).to_be_visible()
    assert {board.deal_number for board in StudentBoard.objects.all()} == {first, second}


@ALL
def test_the_navigation_leads_everywhere(open_page, options):
    page = open_page(**options)
    page.goto("/")
    for link, heading in (
        ("Look up", "Ask a system"),
        ("Systems", "Systems"),
        ("Ask a system", "Ask a system"),
        ("Fields", "Fields of an entry"),
        ("My boards", "My boards"),
        ("Learn", "Learn"),
        ("BidBase", "Practice your bidding"),
    ):
        page.get_by_role("link", name=link, exact=True).first.click()
        expect(page.get_by_role("heading", level=1)).to_contain_text(heading)


def test_two_people_bid_the_same_board_by_a_link(open_page):
    one, other = open_page(**DESK), open_page(**DESK)
    one.goto("/deal/1/?seat=N&opponents=silent&scoring=MP")
    one.get_by_text("Settings", exact=True).click()
    link = one.get_by_label("Link to this deal").input_value()
    other.goto(link)
    expect(other.locator("h1")).to_contain_text("Deal 1")
    first, second = StudentBoard.objects.order_by("pk")
    assert first.owner_key != second.owner_key
    for board in (first, second):
        assert (board.deal_number, board.seat, board.scoring, board.opponents_silent) == (1, "N", "MP", True)


@ALL
def test_a_link_asks_before_it_ends_an_auction(open_page, options):
    page = open_page(**options)
    page.goto("/deal/1/")
    make_call(page, "1N")
    expect(page.locator(".auction-table .made")).to_have_count(6)
    page.goto("/deal/1/?seat=N")
    page.get_by_role("link", name="Go on bidding").click()
    expect(page.locator(".auction-table .made")).to_have_count(6)
    page.goto("/deal/1/?seat=N")
    page.get_by_role("button", name="Restart deal 1").click()
    expect(page.get_by_role("columnheader", name=re.compile("^North You"))).to_be_visible()
    board = StudentBoard.objects.get()
    assert (board.seat, board.student_calls.count()) == ("N", 0)


def bid_deal_1(page: Page) -> StudentBoard:
    page.goto("/deal/1/")
    make_call(page, "1N")
    expect(page.locator(".auction-table .made")).to_have_count(6)
    make_call(page, "2H")
    expect(page).to_have_url(re.compile("/board/"))
    return StudentBoard.objects.get(deal_number=1)


@ALL
def test_my_boards_are_found_and_kept(open_page, options):
    page = open_page(**options)
    board = bid_deal_1(page)
    page.goto("/deal/2/")
    page.get_by_role("link", name="My boards").click()
    expect(page.get_by_text("2 boards")).to_be_visible()
    page.get_by_label("State").select_option("Finished")
    if not options.get("java_script_enabled", True):
        page.get_by_role("button", name="Filter").click()
    expect(page.get_by_text("1 board", exact=True)).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="PBN").click()
    (read,) = pbn.loads(download.value.path().read_text())
    assert (read.board_num, [str(read.deal[seat]) for seat in range(4)]) == (
        1,
        str(TableBoard.of(board).deal)[2:].split(),
    )
    page.get_by_role("link", name="Deal 1").click()
    expect(page).to_have_url(re.compile(f"/board/{board.token}/$"))


def test_a_finished_board_is_kept_from_its_review(open_page):
    page = open_page(**DESK)
    board = bid_deal_1(page)
    for link, name in (("PBN", "deal-1.pbn"), ("LIN", "deal-1.lin"), ("Picture", "deal-1.svg")):
        with page.expect_download() as download:
            page.get_by_role("link", name=link, exact=True).click()
        assert download.value.suggested_filename == name
        assert download.value.path().stat().st_size > 100
    viewer = page.get_by_role("link", name="BBO hand viewer")
    expect(viewer).to_have_attribute("href", f"/board/{board.token}/hand-viewer/")


def pages_of(page: Page) -> list[str]:
    """Home for a newcomer is looked at before; then all pages with something in them."""
    bid_deal_1(page)
    page.goto("/deal/2/")
    page.goto(DRILL)
    page.goto(f"/deal/{todays_deals()[0]}/")
    return ["/", "/today/", "/boards/", "/boards/?since=never", "/boards/?state=open&place=drill", "/first/"]


def assert_accessible_when_open(page: Page) -> None:
    """Nothing is wrong with a page when all of it is open."""
    for details in page.locator("main details").all():
        details.evaluate("details => { details.open = true; }")
    assert_accessible(page)


def test_axe_finds_nothing(open_page):
    page = open_page(**DESK)
    page.goto("/")
    assert_accessible_when_open(page)
    page.goto("/deal/1/")
    make_call(page, "1N")
    expect(page.locator(".auction-table .made")).to_have_count(6)
    page.goto("/deal/1/?seat=N")
    assert_accessible_when_open(page)
    page.get_by_role("button", name="Restart deal 1").click()
    expect(page.get_by_role("columnheader", name=re.compile("^North You"))).to_be_visible()
    page.goto("/deal/1/?seat=S")
    for address in pages_of(page):
        page.goto(address)
        assert_accessible_when_open(page)


@pytest.mark.parametrize("width", [320, 360])
def test_no_page_is_wider_than_a_phone(open_page, width):
    page = open_page(**{**PHONE, "viewport": {"width": width, "height": 740}})
    page.goto("/")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for address in pages_of(page):
        page.goto(address)
        for details in page.locator("main details.chip-group").all():
            details.evaluate("details => { details.open = true; }")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
