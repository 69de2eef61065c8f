"""A person reads the coverage of a system and the calendar of its changes, in the browser."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.timezone import localdate
from playwright.sync_api import expect

from editor.models import SystemRevision, SystemRow
from editor.store.findings.selectors import coverages_of
from tests.editor.readers import DESKTOP, ON_PHONE, WITHOUT_SCRIPT, check
from tests.editor.test_findings import swept

READERS = [DESKTOP, ON_PHONE, WITHOUT_SCRIPT]


@pytest.mark.parametrize("options", READERS)
def test_a_bar_opens_into_calls_and_entries(open_page, small, options):
    page = open_page(**options)
    page.goto("/system/small/coverage/")
    expect(page.get_by_text("No sweep of this system has ended yet")).to_be_visible()
    swept(small)
    page.goto("/system/small/findings/")
    page.get_by_role("link", name="Coverage").click()
    page.get_by_label("Section contains").fill("1N-P")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile(r"coverage/\?order=&text=1N-P$"))
    section = page.get_by_role("region", name="After 1NT – Pass", exact=True)
    expect(section.get_by_role("table")).to_be_hidden()
    section.locator("summary").click()
    row = section.get_by_role("row").filter(has_text="1N-P/Z00000")
    kept = coverages_of(SystemRow.objects.get(pk=small.pk), "1N-P")["1N-P"]
    hands = sum(hands for _, ref, hands in kept.by_entry if ref == "1N-P/Z00000")
    expect(row.get_by_role("cell").first).to_have_text(f"{100 * hands / kept.hands:.0f} %")
    expect(section.locator("rect").first).to_be_visible()
    check(page, options)
    row.get_by_role("link", name="1N-P/Z00000").click()
    expect(page).to_have_url(re.compile("entry/1N-P/Z00000/$"))


@pytest.mark.parametrize("options", READERS)
def test_a_day_of_the_calendar_leads_to_its_changes(open_page, small, options):
    page = open_page(**options)
    page.goto("/system/small/history/")
    page.get_by_text("1 change on 1 day of the last year").click()
    check(page, options)
    page.get_by_role("link", name=f"{localdate():%B} {localdate().day}, {localdate().year}", exact=True).click()
    expect(page.get_by_text("The changes of")).to_be_visible()
    expect(page.get_by_role("link", name="Revision 1", exact=True)).to_be_visible()


def test_the_days_of_the_calendar_are_those_of_the_reader(open_page, small):
    SystemRevision.objects.filter(system=small).update(
        made=timezone.now().replace(hour=20, minute=15) - timedelta(days=9)
    )
    day = localdate(timezone.now() - timedelta(days=8))
    page = open_page(timezone_id="Asia/Tokyo")
    page.goto("/system/small/history/")
    page.get_by_text("1 change on 1 day of the last year").click()
    page.get_by_role("link", name=f"{day:%B} {day.day}, {day.year}", exact=True).click()
    expect(page.get_by_role("link", name="Revision 1", exact=True)).to_be_visible()
