"""A person reads a system on a phone: nothing touches what stands beside it, and the card has the whole width."""

from playwright.sync_api import expect

from tests.accessible import await_work
from tests.editor.readers import PHONE
from tests.working import do_all_work


def test_the_tag_of_a_call_has_room_beside_its_meaning(open_page, small):
    page = open_page(**PHONE)
    page.goto("/system/small/")
    step = page.locator(".step").filter(has=page.locator(".tag", has_text="announced")).first
    tag, meaning = (step.locator(part).first.bounding_box() for part in (".tag", ".step-meaning"))
    assert tag["x"] + tag["width"] + 4 <= meaning["x"]


def test_the_convention_card_has_its_labels_above_the_text(open_page, small):
    page = open_page(**PHONE)
    page.goto("/system/small/card/")
    do_all_work()
    await_work(page)
    line = page.locator(".card-part dl > div").filter(has_text="15 to 17").first
    expect(line.locator(".tag")).to_have_text("announced")
    label, text = (line.locator(part).bounding_box() for part in ("dt", "dd"))
    assert label["y"] + label["height"] <= text["y"]
    assert text["x"] == label["x"]
