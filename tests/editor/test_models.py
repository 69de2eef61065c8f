"""Rows hold what the engine's list of fields says, in keys that sort as the game does."""

from functools import cmp_to_key
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import models
from hypothesis import given
from hypothesis import strategies as st

from bidbase.game.auction import Auction
from bidbase.language.bids import PriorBids, parse_bid, parse_prior_bids
from bidbase.language.fields import STORED_FIELDS
from editor.models import EntryRow, SystemRow
from editor.store.systems.models import Reader
from editor.store.systems.rows import bid_key, order_key, section_key


def test_every_written_field_has_a_column_of_its_name():
    columns = {field.name: field for field in EntryRow._meta.get_fields()}
    for field in STORED_FIELDS:
        assert isinstance(columns[field.name], models.TextField), field.name


@pytest.mark.parametrize(
    "sections",
    [
        ["", "1C", "1C-P", "1C-P-1D", "1C-P-7N", "1C-D", "1C-1D", "1D", "1N", "2C"],
        ["1N-P", "1N-P-2C-P", "1N-P-2C-D", "1N-P-2C-2D", "1N-D", "1N-D-P", "1N-D-R", "1N-D-2C", "1N-2C"],
    ],
)
def test_sections_sort_as_auctions_go(sections):
    keys = [section_key(parse_prior_bids(name) if name else PriorBids(())) for name in sections]
    assert keys == sorted(keys)


@given(st.data())
def test_a_section_sorts_before_all_that_follow_it_and_those_before_its_next_sister(data):
    auction = Auction()
    while not auction.finished and (not auction.calls or data.draw(st.booleans())):
        auction = auction.with_call(data.draw(st.sampled_from(auction.legal_calls())))
    key = section_key(PriorBids(auction.calls))
    nexts = [section_key(PriorBids((*auction.calls, call))) for call in auction.legal_calls()]
    assert nexts == sorted(nexts)
    assert all(key < later for later in nexts)


def test_bids_sort_by_rank_and_a_bid_of_the_x_suit_closes_its_level():
    bids = ["P", "D", "R", "1C", "1D", "1H", "1S", "1N", "1x", "2C", "2N", "2x", "7N", "7x"]
    keys = [bid_key(parse_bid(bid)) for bid in bids]
    assert keys == sorted(keys)


@given(st.lists(st.from_regex("[0-9A-Za-z]{6}", fullmatch=True), min_size=2))
def test_order_numbers_sort_digits_then_upper_then_lower_case(numbers):
    alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

    def compare(one: str, other: str) -> int:
        places = [(alphabet.index(a), alphabet.index(b)) for a, b in zip(one, other, strict=True)]
        return next((a - b for a, b in places if a != b), 0)

    assert sorted(numbers, key=order_key) == sorted(numbers, key=cmp_to_key(compare))


def test_the_database_sorts_entries_in_the_order_of_the_auction(small):
    assert list(small.entries.values_list("ref", flat=True)) == [
        "opening/120000",
        "opening/132000",
        "opening/200000",
        "opening/2000a0",
        "opening/500000",
        "opening/500000/2",
        "opening/634000",
        "opening/700000",
        "1D/300000",
        "1N/300000",
        "1N-P/100000",
        "1N-P/100000/2",
        "1N-P/200000",
        "1N-P/Z00000",
        "1N-P/a00000",
        "1N-P-2C-P/100000",
        "1N-P-2C-P/200000",
        "1N-P-2C-P/300000",
    ]


# Who may do what with which system: shipped, another's by visibility, one's own, and those one is a member of.
EVERYBODYS, PRIVATE = {"shipped", "public"}, {"private", "linked"}
RIGHTS = [
    # who, with an open link to, reads, has at hand, may change
    ("guest", None, EVERYBODYS, {"shipped"}, set()),
    ("guest", "linked", EVERYBODYS | {"linked"}, {"shipped", "linked"}, set()),
    ("guest", "public", EVERYBODYS, EVERYBODYS, set()),
    ("guest", "private", EVERYBODYS, {"shipped"}, set()),
    ("stranger", None, EVERYBODYS, {"shipped"}, set()),
    ("viewer", None, EVERYBODYS | {"private"}, {"shipped", "private"}, set()),
    ("editor", None, EVERYBODYS | {"private"}, {"shipped", "private"}, {"private"}),
    (
        "owner",
        None,
        EVERYBODYS | {"private", "linked"},
        EVERYBODYS | {"private", "linked"},
        {"public", "private", "linked"},
    ),
]


@pytest.mark.parametrize(("who", "opened", "reads", "has_at_hand", "changes"), RIGHTS)
def test_who_may_read_and_change_a_system(db, who, opened, reads, has_at_hand, changes):
    people = {name: User.objects.create(username=name) for name in ("owner", "editor", "viewer", "stranger")}
    systems = {
        slug: SystemRow.objects.create(slug=slug, owner=people["owner"], visibility=visibility)
        for slug, visibility in (("public", "public"), ("private", "private"), ("linked", "link"))
    }
    SystemRow.objects.create(slug="shipped", shipped=True, visibility="public")
    SystemRow.objects.create(slug="left behind by somebody")
    for role in ("editor", "viewer"):
        systems["private"].members.create(user=people[role], role=role)
    user = people.get(who)
    reader = Reader(user.pk if user else None, (systems[opened].link,) if opened else ())

    def slugs(found):
        return {system.slug for system in found}

    assert slugs(SystemRow.objects.readable_by(reader)) == reads
    assert slugs(SystemRow.objects.at_hand_for(reader)) == has_at_hand
    assert slugs(SystemRow.objects.writable_by(reader)) == changes


def test_excuses_have_left_the_notes(small):
    move = import_module("editor.migrations.0009_excuses").move_excuses
    entry = small.entries.get(ref="opening/500000")
    entry.notes = "Longer first.\ngap: weak hands pass\nNote: hearts next.\nalert : by habit\ngap: twice"
    entry.save()
    move(apps, None)
    entry.refresh_from_db()
    assert entry.notes == "Longer first.\nNote: hearts next.\ngap: twice"
    assert entry.excuses == "gap: weak hands pass\nalert: by habit"
