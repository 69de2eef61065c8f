"""What partnerships really agree, settled on the page of agreements as a person would, and then asked of the robots."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from bidbase.bidding.bidder import Bidder, decide
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction
from bidbase.game.cards import Hand
from editor.models import SystemRow
from editor.people.services import take_as_base
from editor.selectors import bidder_for
from tests.loaded import loaded


@dataclass(frozen=True)
class Settled:
    """A choice of an agreement, and a hand that calls otherwise with it: the call before and after."""

    agreement: str
    choice: str
    auction: str
    hand: str
    before: str
    after: str
    why: str


SETTLED = [
    Settled("Over their 1NT", "DONT", "1N", "K4.QJT94.2.KJ873", "2H", "2C", "2♥ was hearts and a minor"),
    Settled("Answers to key cards", "3014", "1S-P-2S-P-4N-P", "9865.A32.Q854.83", "5C", "5D", "one key card"),
    Settled("2♦ opening", "Multi", "", "2.AQ9764.854.J32", "2H", "2D", "a weak two in a major is opened 2♦"),
    Settled("Raises of a major", "The jump raise invites", "1S-P", "K984.A54.QJ32.43", "3D", "3S", "no Bergen raise"),
    Settled("Raises of a minor", "No", "1D-P", "K4.A54.KQ964.832", "2D", "2N", "a single raise would be weak"),
    Settled("Drury", "2♦ with four", "P-P-1S-P", "Q984.A54.KQ32.83", "2C", "2D", "four spades"),
    Settled("3♣ over 2NT", "A four-card major", "2N-P-3C-P", "KQ4.AQJ5.AQ4.K83", "3D", "3H", "3♦ said four, not five"),
    Settled("After their overcall of our 1NT", "Natural", "1N-2H", "32.54.KQT743.T52", "2N", "P", "2NT would invite"),
    Settled("Michaels", "Not played", "1D", "KQ965.KJ974.4.32", "2D", "1S", "the higher of two suits is overcalled"),
    Settled("Support doubles", "Not played", "1D-P-1H-1S", "K54.A93.AQ954.32", "X", "1N", "their suit is stopped"),
    Settled("1NT over a major", "Yes", "1S-P-1N-P", "AKJ54.K43.Q54.32", "2D", "P", "a balanced minimum passes"),
]


def called(bidder: Bidder, row: Settled) -> str:
    place = Table(bidder, bidder).place(Auction.parse(row.auction))
    return str(decide(place, Hand.parse(row.hand)).call)


@pytest.fixture
def ours(db, anna) -> SystemRow:
    """Anna's copy of two over one."""
    return take_as_base(base=loaded("2over1"), title="Our system", owner=anna)


def settle(page: Page, row: Settled) -> None:
    question = page.get_by_role("group").filter(has=page.locator("strong").get_by_text(row.agreement, exact=True))
    question.locator("label").filter(has_text=row.choice).click()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("main")).to_contain_text(f"Saved. {row.agreement}: ")


def test_agreements_are_settled_one_after_the_other(open_page, ours, anna):
    before = bidder_for(ours)
    assert {row.agreement: called(before, row) for row in SETTLED} == {row.agreement: row.before for row in SETTLED}
    page = open_page(anna)
    page.goto("/system/our-system/agreements/")
    for row in SETTLED:
        settle(page, row)
    held = SystemRow.objects.get(pk=ours.pk)
    after = bidder_for(held)
    assert held.revision == ours.revision + len(SETTLED), "each is one revision"
    assert {row.agreement: called(after, row) for row in SETTLED} == {row.agreement: row.after for row in SETTLED}
