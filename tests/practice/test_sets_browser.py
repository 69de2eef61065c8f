"""A set in real browsers: made by a teacher, bid by two students, looked at and commented on; and the rows it leaves.

On deal 1 the small system bids P-P-1N-P-2D-P-2H-P-P-P, North the dealer: South opens 1NT.
"""

import pytest
from playwright.sync_api import FilePayload, Page, expect

from bidbase.game.dealing import numbered_deal
from practice.boards.models import Verdict
from practice.models import BoardSet, Comment, Participant, SetBoard, StudentBoard
from tests.accessible import assert_accessible
from tests.practice.test_table_browser import WHOLE, bid_button, expect_calls

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def make_set(teacher: Page, deals: str = "1, 2") -> tuple[str, str]:
    """Make a set by numbers; the links to bid it and to its results."""
    teacher.goto("/sets/")
    teacher.get_by_role("link", name="Make a set").click()
    teacher.get_by_label("Title").fill("Club night")
    teacher.get_by_label("Text before the first board").fill("Welcome to the club.")
    teacher.get_by_label("Deals by number").fill(deals)
    teacher.get_by_role("button", name="Make the set").click()
    links = [teacher.get_by_label(label).input_value() for label in ("Link for those who bid", "Link to these results")]
    return links[0], links[1]


def take_part(student: Page, link: str, name: str) -> None:
    student.goto(link)
    expect(student.get_by_text("Welcome to the club.")).to_be_visible()
    student.get_by_label("Your name in this set").fill(name)
    student.get_by_role("button", name="Take part").click()
    expect(student.get_by_text(f"You take part as {name}.")).to_be_visible()
    student.get_by_role("link", name="Bid board 1").click()


def bid_as_the_system(page: Page) -> None:
    """Bid deal 1 as South, up to the review."""
    bid_button(page, "1N").click()
    expect_calls(page, "P-P-1N-P-2D-P")
    bid_button(page, "2H").click()
    expect(page.locator(".review")).to_be_visible()
    expect_calls(page, WHOLE)


def board_of(name: str) -> StudentBoard:
    key = Participant.objects.get(nickname=name).owner_key
    return StudentBoard.objects.get(owner_key=key, set_board__number=1)


def test_a_teacher_hands_out_a_set_and_looks_at_what_came_of_it(open_page):
    teacher, ann, bob = open_page(), open_page(), open_page(java_script_enabled=False, **PHONE)
    link, results = make_set(teacher)
    assert [board.deal_number for board in BoardSet.objects.get().boards.all()] == [1, 2]

    take_part(ann, link, "Ann")
    bid_as_the_system(ann)
    assert board_of("Ann").calls == WHOLE
    ann.get_by_role("link", name="Next board").click()
    expect(ann.get_by_role("heading", name="Board 2")).to_be_visible()
    expect(ann.get_by_text("Board 2 of 2")).to_be_visible()

    take_part(bob, link, "Bob")
    while "/set/" in bob.url:
        bob.get_by_role("button", name="Pass", exact=True).click()
    assert board_of("Bob").student_calls.first().verdict == Verdict.DIFFERS

    teacher.goto(results)
    row = teacher.get_by_role("row").filter(has=teacher.get_by_role("rowheader", name="Ann"))
    expect(row).to_contain_text("2♥ by South")
    expect(row).to_contain_text("bidding")
    expect(teacher.get_by_role("row").filter(has_text="Commonest wrong call")).to_contain_text("Pass instead of 1NT")
    with teacher.expect_download() as download:
        teacher.get_by_role("link", name="CSV").click()
    assert download.value.suggested_filename == "results.csv"

    row.get_by_role("link").click()
    teacher.get_by_role("textbox", name="Comment on 2♥").fill("Well completed.")
    teacher.get_by_role("button", name="Save: Comment on 2♥").click()
    expect(teacher.get_by_text("The comment is saved.")).to_be_in_viewport()
    assert [(row.board, row.index, row.text) for row in Comment.objects.all()] == [
        (board_of("Ann"), 6, "Well completed.")
    ]

    ann.goto(link)
    ann.get_by_role("link", name="Comment on board 1").click()
    expect(ann.get_by_text("Well completed.")).to_be_visible()


def test_a_fault_in_a_file_is_told_and_nothing_is_lost(open_page):
    page = open_page()
    page.goto("/sets/new/")
    page.get_by_label("Title").fill("Old boards")
    page.get_by_text("Boards of your own").click()
    cards = b'[Board "3"]\n[Deal "N:AQ2.K32.KJ32.K32"]'
    page.get_by_label("A file of boards").set_input_files(
        {"name": "old.pbn", "mimeType": "text/plain", "buffer": cards}
    )
    page.get_by_role("button", name="Make the set").click()
    fault = "Line 1, board 3: a deal has four hands separated by blanks; this one has 1."
    expect(page.get_by_text(fault)).to_be_visible()
    expect(page.get_by_label("Title")).to_have_value("Old boards")
    assert not BoardSet.objects.exists()


LESSON = f"""[Board "17"]
[Deal "{numbered_deal(17)}"]
{{Count your points, and then your losers. {"A long sentence follows. " * 20}}}
[Auction "N"]
1NT Pass 2C =1= Pass
[Note "1:Asks for a major suit"]

[Board "18"]
[Deal "N:AKQJT987.Kxx.Kx. - - -"]

[Board "19"]
[Deal "N:AKQJT9876.Kxx.Kx. - - -"]
"""


def upload_lesson(page: Page, content: str = LESSON) -> None:
    """Come to the boards of a file."""
    page.goto("/sets/new/")
    page.get_by_label("Title").fill("A lesson")
    page.get_by_text("Boards of your own").click()
    file = FilePayload(name="lesson.pbn", mimeType="text/plain", buffer=content.encode())
    page.get_by_label("A file of boards").set_input_files(file)
    page.get_by_role("button", name="Make the set").click()
    expect(page.get_by_role("heading", name="Choose boards")).to_be_visible()


@pytest.mark.parametrize("screen", [{"viewport": {"width": 1280, "height": 800}}, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_teacher_chooses_boards_of_a_file_by_keyboard(open_page, screen, scripts):
    page = open_page(java_script_enabled=scripts, **screen)
    upload_lesson(page)
    expect(page.get_by_text("2 boards.")).to_be_visible()
    page.get_by_text("1 part of the file could not be read").click()
    expect(page.get_by_text("line 11, board 19: a hand has 13 cards; this one has 14")).to_be_visible()
    if scripts:
        assert_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= screen["viewport"]["width"]
    page.get_by_label("Board 17").focus()
    page.keyboard.press("Space")
    page.get_by_label("Those ticked below").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Add to the set").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Results of “A lesson”")).to_be_visible()
    board = SetBoard.objects.get()
    assert (board.name, board.cards, board.calls) == ("17", str(numbered_deal(17)), "1N-P-2C-P")
    assert board.before.startswith("Count your points")
    assert board.before.endswith("2♣: Asks for a major suit")


def states(page: Page):
    """Each page of sets in turn."""
    upload_lesson(page)
    yield "choosing"
    page.goto("/sets/new/")
    page.get_by_role("button", name="Make the set").click()
    page.get_by_text("Boards of your own").click()
    page.get_by_label("Title").fill("x")
    page.get_by_label("Deals by number").fill("x")
    page.get_by_role("button", name="Make the set").click()
    expect(page.locator(".error")).to_have_count(1)
    yield "a fault"
    link, results = make_set(page)
    yield "no results yet"
    page.get_by_role("link", name="change the set").click()
    page.get_by_label("Text before the board").first.fill("Count.")
    page.get_by_label("Text after the board").first.fill("Did you?")
    page.get_by_role("button", name="Save the set").click()
    expect(page.get_by_text("The set is saved.")).to_be_visible()
    yield "changing"
    page.goto(link)
    yield "joining"
    page.get_by_label("Your name in this set").fill("Ann with a long name")
    page.get_by_role("button", name="Take part").click()
    expect(page.get_by_role("link", name="Bid board 1")).to_be_visible()
    yield "taking part"
    page.get_by_role("link", name="Bid board 1").click()
    expect(page.get_by_role("link", name="Bid this board")).to_be_visible()
    yield "before a board"
    page.get_by_role("link", name="Bid this board").click()
    expect(page.locator("#turn")).to_be_visible()
    yield "at the table"
    bid_as_the_system(page)
    expect(page.get_by_text("Did you?")).to_be_visible()
    yield "review"
    page.goto(results)
    yield "results"
    page.locator(".set-grid td a").click()
    expect(page.locator(".set-grid")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    yield "opened"
    page.goto("/sets/")
    yield "lists"


def test_axe_finds_nothing(open_page):
    page = open_page()
    for state in states(page):
        assert_accessible(page, state)


def test_nothing_scrolls_sideways_on_a_phone(open_page):
    page = open_page(viewport={"width": 360, "height": 740})
    for state in states(page):
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, state


def test_a_teacher_has_boards_dealt_puts_them_in_order_and_deletes_the_set(open_page):
    teacher = open_page(java_script_enabled=False, **PHONE)
    teacher.goto("/sets/new/")
    teacher.get_by_label("Title").fill("Notrump")
    teacher.get_by_label("Deals by number").fill("7")
    teacher.get_by_text("Boards dealt for you").click()
    teacher.get_by_label("Boards to deal").fill("2")
    teacher.get_by_label("Hands as you want them").fill("South hcp 15-17\nSouth shape balanced")
    teacher.get_by_role("button", name="Make the set").click()
    expect(teacher.get_by_role("heading", name="Results of “Notrump”")).to_be_visible()
    made = BoardSet.objects.get()
    assert [board.deal_number for board in made.boards.all()] == [7, None, None]

    teacher.get_by_role("link", name="change the set").click()
    teacher.get_by_label("Place in the set").first.fill("9")
    teacher.get_by_role("button", name="Save the set").click()
    expect(teacher.get_by_text("The set is saved.")).to_be_visible()
    assert [board.deal_number for board in made.boards.all()] == [None, None, 7]

    teacher.get_by_role("link", name="Back to the results").click()
    teacher.get_by_role("link", name="delete it").click()
    teacher.get_by_role("button", name="Delete the set").click()
    expect(teacher.get_by_text("The set “Notrump” is deleted.")).to_be_visible()
    assert not BoardSet.objects.exists()
