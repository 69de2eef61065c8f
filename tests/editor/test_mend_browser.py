"""A person decides a difference of look-alikes and mends findings with a click, in the browser."""

from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from editor.models import SystemRow
from editor.read.compare.selectors import differences_found
from editor.write.entry.selectors import cells_of
from tests.editor.readers import DESKTOP, WITHOUT_SCRIPT, check
from tests.editor.test_findings import swept
from tests.editor.test_mend import alike, hidden, without_hand
from tests.working import do_all_work

READERS = [DESKTOP, WITHOUT_SCRIPT]


def present(system: SystemRow) -> SystemRow:
    return SystemRow.objects.get(pk=system.pk)


def cells(system: SystemRow, ref: str) -> dict[str, str]:
    """An entry as it is saved."""
    return cells_of(present(system).entries.get(ref=ref))


def follow_to_mends(page: Page, rule: str, ref: str) -> None:
    """Follow the link to the mends of what a rule finds with an entry, which a worker tries."""
    page.locator(f'a[href*="findings/mend/?rule={rule}&"][href*="{quote(ref, safe="")}"]').click()
    expect(page.get_by_role("heading", name="Trying mends")).to_be_visible()
    do_all_work()
    expect(page.get_by_role("heading", name="Mends for")).to_be_visible()  # the page that waits looks again by itself


@pytest.mark.parametrize("options", READERS)
def test_a_person_gives_an_entry_the_test_hand_that_was_found_and_takes_it_back(open_page, own, anna, options):
    swept(without_hand(present(own), anna))
    page = open_page(anna, **options)
    page.goto("/system/our-system/findings/")
    follow_to_mends(page, "test-hand-missing", "1N-P/a00000")
    check(page, options)
    expect(page.get_by_text("with it the rule finds nothing here any more")).to_be_visible()
    page.get_by_role("button", name="Do it : Take the test hand").click()
    expect(page.get_by_text("done, as revision 3.")).to_be_visible()
    assert cells(own, "1N-P/a00000")["test_hand"]
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_text("Revision 3 is taken back.")).to_be_visible()
    assert cells(own, "1N-P/a00000")["test_hand"] == ""


@pytest.mark.parametrize("options", READERS)
def test_a_person_moves_an_entry_that_nothing_reaches(open_page, own, anna, options):
    swept(hidden(present(own), anna))
    page = open_page(anna, **options)
    page.goto("/system/our-system/findings/")
    follow_to_mends(page, "unreachable", "1N-P/Z00000")
    check(page, options)
    section = page.get_by_role("region", name="Move it before 200000")
    section.get_by_role("button", name="Do it").click()
    expect(page.get_by_text("done, as revision 3.")).to_be_visible()
    orders = {row.bid: row.order for row in present(own).entries.filter(prior_bids="1N-P")}
    assert orders["3N"] < orders["2C"]


@pytest.mark.parametrize("options", READERS)
def test_a_person_decides_what_is_meant_and_makes_the_rest_alike(open_page, own, anna, options):
    swept(alike(present(own), anna))
    page = open_page(anna, **options)
    page.goto("/system/our-system/look-alikes/")
    page.locator('#results a[href*="after=1S-P"]').click()
    reason = page.get_by_label("This is meant, because")
    expect(reason).to_be_visible()
    check(page, options)
    reason.fill("Spades play better")
    page.get_by_role("button", name="It is meant : 1S-P/100000").click()
    expect(page.get_by_text("The finding is accepted.")).to_be_visible()
    assert cells(own, "1S-P/100000")["excuses"].startswith("look-alike: Spades play better [")
    swept(own)
    page.goto("/system/our-system/look-alikes/")
    expect(page.get_by_text("All sections that look alike say the same, or are meant to differ.")).to_be_visible()
    expect(page.get_by_text("“Spades play better” Anna")).to_be_visible()
    check(page, options)
    page.get_by_role("button", name="Decide anew : 1S-P/100000").click()
    expect(page.get_by_text("It is to be decided anew")).to_be_visible()
    swept(own)
    page.goto("/system/our-system/look-alikes/?after=1S-P")
    follow_to_mends(page, "look-alike", "1S-P/100000")
    check(page, options)
    page.get_by_role("button", name="Do it : Make it like 1H-P/100000").click()
    expect(page.get_by_text("Make it like 1H-P/100000: done")).to_be_visible()
    made = cells(own, "1S-P/100000")
    said = [made[name] for name in ("bid", "hcp", "spades_num", "test_hand")]
    assert said == ["2S", "5-9", "3+", "KQ32.432.432.432"]
    assert differences_found(swept(own)) == {}
