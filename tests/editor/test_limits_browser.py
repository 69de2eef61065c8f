"""A person has the limits of an entry tried, and takes over what gains, in the browser."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from bidbase.bidding.teams import Tally
from editor.limits import definition
from editor.limits.definition import StepTrial
from editor.limits.selectors import run_of
from editor.models import Run, SystemRow
from editor.runs import services as runs
from editor.writing.selectors import cells_of
from tests.accessible import assert_sound

GAME = "1N-P/Z00000"  # 3NT with 10 to 15
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
READERS = [
    pytest.param({}, id="desktop"),
    pytest.param({"java_script_enabled": False, **PHONE}, id="phone without JavaScript"),
]


@pytest.fixture
def annas(browser: Browser, live_server, writer, options) -> Iterator[Callable[[str], Page]]:
    context = browser.new_context(base_url=live_server.url, **options)
    session = writer.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])

    def open_page(path: str) -> Page:
        page = context.new_page()
        page.goto(path)
        return page

    yield open_page
    context.close()


def check(page: Page, options: dict[str, object]) -> None:
    if options.get("java_script_enabled", True):
        assert_sound(page)


@pytest.mark.parametrize("options", READERS)
def test_limits_are_tried_while_one_looks_on_and_one_of_them_is_saved(annas, own, options, monkeypatch):
    monkeypatch.setattr(definition, "MOST_ROUNDS", 1)
    page = annas(f"/system/our-system/entry/{GAME}/")
    page.get_by_role("link", name="What a point gains").click()
    expect(page.get_by_text("not tried yet")).to_have_count(4)
    page.get_by_role("button", name="Try the limits").click()
    expect(page.get_by_text("The trial waits for its turn.")).to_be_visible()
    while runs.go_on():
        pass
    expect(page.get_by_text("All limits have been tried.")).to_be_visible()
    expect(page.get_by_text("on 20 deals")).to_have_count(4)
    check(page, options)

    gained = StepTrial(4, Tally(80, 80, 240)).record()
    Run.objects.filter(pk=run_of(own, GAME).pk).update(result=[gained])
    page.reload()
    page.get_by_role("link", name="Put it into the form").click()
    expect(page.get_by_label("HCP", exact=True)).to_have_value("9-15")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved as revision 2")).to_be_visible()
    saved = SystemRow.objects.get(pk=own.pk)
    assert cells_of(saved.entries.get(ref=GAME))["hcp"] == "9-15"
