"""What another system bids otherwise is found without bidding all deals anew."""

from dataclasses import replace

import pytest

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.otherwise import BookDeal, auction_otherwise, new_patterns, sections_met
from bidbase.language.bids import parse_convention
from bidbase.systems import Convention, Entry
from bidbase.systems.cache import open_system

DEALS = [BookDeal.numbered(number) for number in range(1, 121)]


@pytest.fixture(scope="module")
def sayc() -> Bidder:
    return Bidder(open_system("sayc"))


@pytest.fixture(scope="module")
def auctions(sayc):
    return [dealt.auction(sayc) for dealt in DEALS]


def changed(entry: Entry, **texts: str) -> Entry:
    cells = {name: str(cell) for name, cell in entry.cells.items()} | texts
    return replace(Entry.of({name: text for name, text in cells.items() if text}), id=entry.id)


def first(bidder: Bidder, section: str, bid: str) -> Entry:
    return next(entry for entry in bidder.system.sections[section] if str(entry.bid) == bid)


CHANGES = [
    ("the points of the notrump opening, on which other entries count", "", "1N", {"hcp": "12-14"}),
    ("an opening", "", "2H", {"hcp": "3-12", "hearts_num": "5+"}),
    ("an answer after one auction", "1N-P", "2C", {"hcp": "0+"}),
    ("a pattern", "1a-P; a=M", "2C", {"hcp": "6+", "clubs_num": "3+"}),
    ("what a call tells, and not who makes it", "", "1S", {"asks": "G"}),
]


@pytest.mark.parametrize(("what", "section", "bid", "texts"), CHANGES, ids=[what for what, *_ in CHANGES])
def test_the_same_auctions_as_when_all_is_bid_anew(sayc, auctions, what, section, bid, texts):
    entry = changed(first(sayc, section, bid), **texts)
    new = Bidder(sayc.system.changed(entries={entry.id: entry}), sayc)
    differing = new.differing_sections(sayc)
    assert section in differing
    found = [
        auction_otherwise(dealt, before, sayc, new, differing) for dealt, before in zip(DEALS, auctions, strict=True)
    ]
    anew = [dealt.auction(new) for dealt in DEALS]
    assert [after or before for after, before in zip(found, auctions, strict=True)] == anew
    assert all(after != before for after, before in zip(found, auctions, strict=True))
    for dealt, before, after in zip(DEALS, auctions, found, strict=True):
        if sections_met(dealt, before, sayc).isdisjoint(differing):
            assert after is None, "the sections that it meets say so without a look"


def test_a_new_pattern_is_found_wherever_it_applies(sayc, auctions):
    entry = replace(Entry.of({"prior_bids": "@ we hold", "order": "000001", "bid": "P", "hcp": "0-40"}), id="new")
    new = Bidder(sayc.system.changed(entries={"new": entry}), sayc)
    differing = new.differing_sections(sayc)
    assert differing == new_patterns(sayc, differing) == {"@ we hold"}
    found = [
        auction_otherwise(dealt, before, sayc, new, differing) for dealt, before in zip(DEALS, auctions, strict=True)
    ]
    assert [after or before for after, before in zip(found, auctions, strict=True)] == [d.auction(new) for d in DEALS]


def test_a_convention_that_is_switched_off_touches_its_sections(sayc):
    off = Convention(parse_convention("Stayman"), "0")
    new = Bidder(sayc.system.changed(conventions={"Stayman": off}), sayc)
    assert "1N-P" in new.differing_sections(sayc)
    assert "1S-P" not in new.differing_sections(sayc)


def test_nothing_differs_from_itself(sayc):
    assert not sayc.differing_sections(sayc)
