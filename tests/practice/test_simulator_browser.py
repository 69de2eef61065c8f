"""Two partners settle an argument in real browsers: is 16 enough for 4♠? And they keep the deals as a set."""

import re

import pytest
from playwright.sync_api import Page, expect

from practice.models import BoardSet, DealSimulation
from practice.simulator.question import is_finished
from tests.accessible import assert_accessible

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def fill_in(page: Page) -> None:
    page.goto("/ask/")
    page.get_by_role("link", name="Simulator").click()
    page.get_by_label("South", exact=True).fill("hcp 16; spades 5+")
    page.get_by_label("North", exact=True).fill("hcp 6-8; spades 3")
    page.get_by_label("Contracts to weigh").fill("4S, 3S")
    page.get_by_label("Deals").fill("40")


def test_is_16_enough_for_four_spades(open_page):
    ann, bob = open_page(), open_page(**PHONE)
    fill_in(ann)
    ann.get_by_label("South", exact=True).fill("hcp 16; spadez 5+")
    expect(ann.get_by_text("'spadez' is no field")).to_be_visible()
    ann.get_by_label("South", exact=True).fill("hcp 16; spades 5+")
    expect(ann.get_by_text("'spadez' is no field")).to_be_hidden()
    ann.get_by_role("button", name="Simulate").click()
    expect(ann.get_by_role("status").filter(has_text="Done: 40 deals")).to_be_visible()
    simulation = DealSimulation.objects.get()
    assert is_finished(simulation)
    made = sum(int(digit, 16) >= 10 for digit in simulation.tricks["SS"])
    expect(ann.locator(".answer")).to_have_text(re.compile(f"4♠ by South is made in {100 * made / 40:.0f} % ± "))
    expect(ann.locator(".verdict")).to_contain_text("not vulnerable")
    expect(ann.get_by_role("table", name="Tricks of 4♠ by South in 40 deals")).to_be_visible()

    link = ann.get_by_label("Link to this question").input_value()
    bob.goto(link)
    expect(bob.locator(".answer")).to_have_text(ann.locator(".answer").inner_text())
    assert bob.evaluate("document.documentElement.scrollWidth") == 360
    for page in (ann, bob):
        assert_accessible(page)

    bob.get_by_label("Boards").fill("4")
    bob.get_by_role("button", name="Keep as a set to practice").click()
    expect(bob.get_by_text("The deals are a set now.")).to_be_visible()
    assert [board.cards for board in BoardSet.objects.get().boards.all()] == simulation.lines[:4]


@pytest.mark.parametrize("script", [True, False])
def test_stopping(open_page, script):
    page = open_page(java_script_enabled=script)
    page.goto("/simulator/?auction=1N-P-2D&contracts=1N,2N,3N,4N,5N,6N&deals=1000")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped.")).to_be_visible()
    simulation = DealSimulation.objects.get()
    assert simulation.stopped
    assert not is_finished(simulation)
    expect(page.get_by_role("button", name="Go on")).to_be_visible()


def test_without_java_script_the_page_reloads_until_the_end(open_page):
    page = open_page(java_script_enabled=False)
    fill_in(page)
    page.get_by_role("button", name="Simulate").click()
    expect(page.get_by_role("status").filter(has_text="Done: 40 deals")).to_be_visible()
