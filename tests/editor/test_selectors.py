"""What other apps ask: systems, their bidders, and addresses."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import resolve

from bidbase.bidding.bidder import decide
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand
from bidbase.language.circumstances import Circumstances
from editor.models import SystemRow
from editor.selectors import bidder_for, entry_url, readable_system, section_url, systems_at_hand
from editor.store.systems.loading import load_shipped_system
from tests.editor.conftest import edit

BALANCED_16 = Hand.parse("AQ2.K32.KJ32.K32")


def opening(system: SystemRow) -> str:
    auction = Auction()
    return str(decide(bidder_for(system).place(auction, Circumstances.of(auction)), BALANCED_16).call)


def test_systems_are_found_by_name(small):
    assert systems_at_hand() == [small]
    assert readable_system("small") == small
    assert readable_system("nothing") is None


def test_a_bidder_is_made_once_and_bids_from_the_rows(small):
    assert opening(small) == "1N"
    bidder = bidder_for(small)
    with CaptureQueriesContext(connection) as queries:
        assert bidder_for(small) is bidder
    assert len(queries) == 0


def test_a_new_revision_has_a_bidder_of_its_own(small, files):
    old = bidder_for(small)
    edit(files / "opening.csv", ",132000,1N,,,15-17", ",132000,1N,,,12-14")
    new = load_shipped_system(name=files).system
    assert bidder_for(new) is not old
    assert opening(new) == "1D"
    assert opening(small) == "1N", "what was read before the change is kept as long as it is asked for"


def test_the_bidder_of_a_revision_can_be_made_after_the_system_has_changed(small, files):
    edit(files / "opening.csv", ",132000,1N,,,15-17", ",132000,1N,,,12-14")
    new = load_shipped_system(name=files).system
    assert opening(new) == "1D"
    assert opening(small) == opening(new.as_of(1)) == "1N"


@pytest.mark.parametrize("ref", ["opening/132000", "opening/500000/2", "1N-P/a00000", "1N-P-2C-P/100000"])
def test_the_address_of_an_entry_leads_to_it(small, client, ref):
    address = entry_url(small, ref)
    assert resolve(address).kwargs == {"slug": "small", "ref": ref}
    assert client.get(address).context["entry"].id == ref


@pytest.mark.parametrize("prior_bids", ["", "1N", "1N-P-2C-P"])
def test_the_address_of_a_section_leads_to_it(small, client, prior_bids):
    place = client.get(section_url(small, prior_bids)).context["page"]
    assert str(place.prior_bids) == prior_bids


def test_refs_are_the_ids_of_the_engine(small):
    assert set(bidder_for(small).system.by_id) == set(small.entries.values_list("ref", flat=True))
    assert Call.parse("1N") in bidder_for(small).system.by_id["opening/132000"].calls()
