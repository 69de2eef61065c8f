"""A person has a system swept, mends one finding and accepts another, in the browser."""

import re

import pytest
from playwright.sync_api import expect

from bidbase.bidding.otherwise import BookDeal
from bidbase_web.jobs import services as runs
from editor.models import SystemRow
from editor.people.services import take_as_base
from editor.store.entries.services import save_entry
from editor.store.findings.models import FoundOne
from editor.store.findings.selectors import findings_of
from editor.write.entry.selectors import cells_of
from practice.boards.board import TableBoard
from practice.boards.models import StudentBoard
from tests.accessible import assert_accessible
from tests.editor.readers import DESKTOP, WITHOUT_SCRIPT

READERS = [DESKTOP, WITHOUT_SCRIPT]


@pytest.fixture
def own(small, anna) -> SystemRow:
    """A system of Anna's with an entry that tells what it does not show, and another that has lost its test hand."""
    system = take_as_base(base=small, title="Our system", owner=anna)
    for ref, text in (("1N-P/Z00000", {"expected_points": "20+"}), ("1N-P/a00000", {"test_hand": ""})):
        row = system.entries.get(ref=ref)
        system, _ = save_entry(system=system, texts={**cells_of(row), **text}, seen=row, by=anna)
    return system


def sweep_to_the_end() -> None:
    while runs.work():
        pass


@pytest.mark.parametrize("options", READERS)
def test_a_person_has_a_system_swept_mends_and_accepts(open_page, anna, own, options):
    page = open_page(anna, **options)
    page.goto(f"/system/{own.slug}/findings/")
    expect(page.get_by_text("The sweep waits for its turn.")).to_be_visible()
    runs.work()
    expect(page.get_by_role("progressbar")).to_be_visible()
    sweep_to_the_end()
    expect(page.get_by_text(f"Revision {own.revision} was swept on")).to_be_visible()
    expect(page.locator("li").filter(has_text="1N-P/a00000: it has no test hand")).to_be_visible()
    if options == {}:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    accepted = page.locator("li").filter(has_text="20+ points are expected")
    accepted.get_by_text("Accept it").click()
    accepted.get_by_label("Why this is meant").fill("We like to frighten people")
    accepted.get_by_role("button", name="Accept").click()
    expect(page.get_by_text("The finding is accepted.")).to_be_visible()
    saved = SystemRow.objects.get(pk=own.pk).entries.get(ref="1N-P/Z00000")
    assert cells_of(saved)["excuses"].startswith("disclosure-contradicted: We like to frighten people [")

    sweep_to_the_end()
    page.reload()
    expect(page.get_by_text("20+ points are expected")).to_have_count(0)
    page.locator("li").filter(has_text="1N-P/a00000").get_by_role("link", name="Edit the entry").click()
    page.get_by_label("Test hand").first.fill("432.432.5432.432")
    page.get_by_role("button", name="Save", exact=True).first.click()
    expect(page.get_by_text("Saved as revision 5.")).to_be_visible()
    sweep_to_the_end()
    missing = [one.ref for one in findings_of(SystemRow.objects.get(pk=own.pk)) if one.rule == "test-hand-missing"]
    assert "1N-P/a00000" not in missing
    page.goto(f"/system/{own.slug}/findings/")
    if options == {}:
        assert_accessible(page)


@pytest.mark.parametrize("options", READERS)
def test_a_person_sees_the_board_that_shows_a_finding_and_bids_it(open_page, anna, own, options):
    """Robots pass a force. The finding has the board, each call of which leads to its place in the system."""
    page = open_page(anna, **options)
    page.goto(f"/system/{own.slug}/findings/")
    expect(page.get_by_text("The sweep waits for its turn.")).to_be_visible()
    sweep_to_the_end()
    page.goto(f"/system/{own.slug}/findings/?rule=unanswered-force")
    proof = finding_of_rule(own, "unanswered-force").proof
    finding = page.locator(".findings > li")
    finding.get_by_text("The board:").click()
    expect(finding.locator("td a")).to_have_count(len(proof.calls))
    dealt = BookDeal.numbered(proof.board)
    expect(finding).to_contain_text(f"{dealt.dealer.title} deals, {dealt.vulnerability.words.lower()}.")
    faulty = finding.locator("a.faulty")
    expect(faulty).to_have_text("Pass ✗ (this is found)")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if options == {}:
        assert_accessible(page)
    faulty.click()
    expect(page).to_have_url(re.compile(r"/system/.*\?auction=.*1"))
    page.go_back()
    finding.get_by_text("The board:").click()
    finding.get_by_role("link", name="Bid it at the table").click()
    expect(page).to_have_url(re.compile(rf"/deal/{proof.board}/"))
    board = StudentBoard.objects.get()
    assert (board.deal_number, board.our_system, board.their_system) == (proof.board, own, own)
    assert TableBoard.of(board).student is dealt.dealer.plus(proof.turn)


def finding_of_rule(system: SystemRow, rule: str) -> FoundOne:
    return next(one for one in findings_of(SystemRow.objects.get(pk=system.pk)) if one.rule == rule)
