"""A set in real browsers: made by a teacher, bid by two students, looked at and commented on; and the rows it leaves.

On deal 1 the small system bids P-P-1N-P-2D-P-2H-P-P-P, North the dealer: South opens 1NT.
"""

import pytest
from playwright.sync_api import FilePayload, Page, expect

from bidbase.game.dealing import numbered_deal
from practice.boards.models import Verdict
from practice.models import BoardSet, Comment, FirstCall, Participant, SetBoard, StudentBoard
from tests.accessible import assert_accessible
from tests.practice.test_table_browser import WHOLE, bid_button, expect_calls

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def make_set(teacher: Page, deals: str = "1, 2", *, exam: bool = False) -> tuple[str, str]:
    """Make a set by numbers; the links to bid it and to its results."""
    teacher.goto("/sets/")
    teacher.get_by_role("link", name="Make a set").click()
    teacher.get_by_label("Title").fill("Club night")
    teacher.get_by_label("Text before the first board").fill("Welcome to the club.")
    teacher.get_by_label("Deals by number").fill(deals)
    teacher.get_by_label("It is an exam").set_checked(exam)
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
    expect(teacher.get_by_role("row").filter(has_text="Commonest wrong first call")).to_contain_text(
        "Pass instead of 1NT"
    )
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


def test_an_exam_and_a_lesson_of_practice(open_page):
    """Ann corrects herself after feedback in the lesson; in the exam nobody is told anything before it is closed."""
    teacher, ann, bob = open_page(), open_page(**PHONE), open_page(java_script_enabled=False, **PHONE)
    link, results = make_set(teacher, "1")
    take_part(ann, link, "Ann")
    ann.get_by_role("button", name="Hint").click()
    expect(ann.locator(".hints li")).to_have_count(1)
    tap(ann, "1C")
    expect(ann.locator("#said")).to_contain_text("Better: 1NT")
    ann.get_by_role("button", name="Undo").click()
    expect_calls(ann, "P-P")
    tap(ann, "1N")
    expect_calls(ann, "P-P-1N-P-2D-P")
    tap(ann, "2H")
    expect(ann.locator(".first-calls")).to_contain_text("1♣: after one hint, better 1NT, right after feedback")
    take_part(bob, link, "Bob")
    while "/set/" in bob.url:
        bob.get_by_role("button", name="Pass", exact=True).click()
    firsts = FirstCall.objects.order_by("pk").values_list("call", "verdict", "hinted", "tries", "right_at")
    assert [*firsts] == [("1C", "differs", 1, 2, 2), ("2H", "agrees", 0, 1, 1), ("P", "differs", 0, 1, None)]
    assert all(first.seconds is not None for first in FirstCall.objects.all())

    teacher.goto(results)
    cell = teacher.get_by_role("row").filter(has=teacher.get_by_role("rowheader", name="Ann")).get_by_role("cell").first
    expect(cell).to_contain_text("1 of 2 right first time")
    expect(cell).to_contain_text("1♣: after one hint, better 1NT, right after feedback")
    expect(teacher.locator(".topic-results")).to_contain_text("2 of 2 missed first time, 1 came right later")
    teacher.get_by_text("Who").first.click()
    expect(teacher.locator(".topic-results")).to_contain_text("Ann, Bob")

    link, results = make_set(teacher, "1", exam=True)
    for student, name in ((ann, "Ann"), (bob, "Bob")):
        take_part(student, link, name)
        expect(student.get_by_role("button", name="Pass", exact=True)).to_be_visible()
        for button in ("Undo", "Hint", "Start again"):
            expect(student.get_by_role("button", name=button)).to_have_count(0)
        expect(student.get_by_role("link", name="Ask", exact=True)).to_have_count(0)
    tap(ann, "1C")
    expect_calls(ann, "P-P-1C-P-1H-P")
    for key in "uh":
        ann.keyboard.press(key)
    expect(ann.locator("#said")).to_have_count(0)
    bid_button(ann, "1N").focus()
    expect(ann.locator("#meaning-text")).to_contain_text("nothing about your own")
    tap(ann, "1N")
    while "/set/" in bob.url:
        bob.get_by_role("button", name="Pass", exact=True).click()
    for student in (ann, bob):
        expect(student.get_by_text("Your calls are kept.")).to_be_visible()
        expect(student.get_by_text("All four hands")).to_have_count(0)
    in_exam = FirstCall.objects.filter(board__set_board__board_set__exam=True, index=2).order_by("pk")
    assert [(first.call, first.tries) for first in in_exam] == [("1C", 1), ("P", 1)]

    teacher.goto(results)
    expect(teacher.get_by_role("heading", name="This is an exam")).to_be_visible()
    assert_accessible(teacher, "an exam")
    teacher.get_by_role("link", name="Close the exam").click()
    assert_accessible(teacher, "closing")
    teacher.get_by_role("button", name="Close the exam").click()
    expect(teacher.get_by_text("You closed this exam")).to_be_visible()
    assert BoardSet.objects.get(exam=True).closed_at is not None
    for student, called in ((ann, "1♣: better 1NT"), (bob, "Pass: better 1NT")):
        student.reload()
        expect(student.locator(".first-calls")).to_contain_text(called)
        assert student.evaluate("document.documentElement.scrollWidth") <= 360 if student is ann else True


def tap(page: Page, text: str) -> None:
    """Make a call on a phone, where it is tapped and then confirmed."""
    bid_button(page, text).click()
    confirm = page.locator("#confirm")
    if confirm.is_visible():
        confirm.click()


def test_thirty_students_are_readable_on_a_phone(open_page):
    page = open_page(viewport={"width": 360, "height": 740})
    link, results = make_set(page, "1, 2")
    take_part(page, link, "Ann")
    bid_as_the_system(page)
    made, bid = BoardSet.objects.get(), board_of("Ann")
    first = bid.first_calls.first()
    for number in range(30):
        key = f"owner-{number}"
        Participant.objects.create(board_set=made, owner_key=key, nickname=f"A student with a name {number}")
        bid.pk, bid.token, bid.owner_key = None, key, key
        bid.save()
        first.pk, first.board, first.call, first.verdict = None, bid, "1C", Verdict.DIFFERS
        first.right_at, first.tries = 2, 2
        first.save()
    page.goto(results)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    topic = page.locator(".topic-results li")
    expect(topic).to_have_count(1)
    expect(topic).to_contain_text("30 of 31 missed first time, 30 came right later")
    topic.get_by_text("Who").click()
    assert topic.bounding_box()["width"] <= 360
    cell = page.locator(".set-grid tbody tr").nth(30).locator("td").first
    cell.scroll_into_view_if_needed()
    expect(cell).to_contain_text("1♣: better 1NT, right after feedback")
    name, beside = (
        page.locator(".set-grid tbody tr").nth(30).locator(part).bounding_box() for part in ("th", "td >> nth=0")
    )
    assert name["width"] + beside["width"] <= 360, "a name and a board are in sight together"
    assert_accessible(page, "thirty students")
